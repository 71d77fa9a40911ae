// fpu_lane - the pipeline of one lane: fused multiply-add, and conversions along with it
// SPDX-License-Identifier: Apache-2.0
//
// Everything is a * m + p: sums have m = 1, products p = 0 with the product's sign. The product (48
// bits) lies in a window of 77 bits, 26 of them above it and 3 below; p is shifted right from the
// top of the window to where its exponent wants it. If p is so large that this would be beyond the
// top, the product is moved below it instead: it only tells that there is something. The sum is
// shifted left until its first bit is one, or its exponent the smallest, and rounded.
//
// An integer to be converted enters as the sum; one that is the result is p, shifted to where the
// units stand in bit 45, and goes past the left shift. What fpu_early knows goes along.
//
// STAGES registers lie between unpacking, product, alignment, sum, left shift and rounding; the
// result is not registered unless there are six. Nothing stalls.
`default_nettype none
module ${prefix}_fpu_lane #(
  parameter STAGES = ${fpu_stages}
) (
  input  wire        clk,
  // fpu: operation and operands
  input  wire [4:0]  x_fop,
  input  wire [2:0]  x_funct3,
  input  wire        x_unsigned,
  input  wire [2:0]  x_rm,
  input  wire [31:0] x_a,
  input  wire [31:0] x_b,
  input  wire [31:0] x_c,
  // STAGES cycles later
  output wire [31:0] y,
  output wire [4:0]  flags      // NV, DZ, OF, UF, NX
);
  // --- operands -------------------------------------------------------
  wire fused = x_fop[4:2] == 3'b011;
  wire sums = x_fop[4:1] == 4'b0000;
  wire to_integer = x_fop == 5'b11000;
  wire from_integer = x_fop == 5'b11010;

  wire [31:0] m = sums ? 32'h3f800000 : x_b;
  wire        product_sign = to_integer ? x_a[31] : x_a[31] ^ m[31] ^ (fused & x_fop[1]);
  wire [31:0] p = fused ? x_c : sums ? x_b : to_integer ? x_a : {product_sign, 31'd0};
  wire        addend_sign = p[31] ^ ((fused | sums) & x_fop[0]);
  wire        known;
  wire [31:0] early;
  wire        invalid;

  ${prefix}_fpu_early u_early (
    .fop(x_fop), .funct3(x_funct3), .to_unsigned(x_unsigned), .a(x_a), .b(x_b),
    .product_sign(product_sign), .addend_sign(addend_sign), .m(m[30:0]), .p(p[30:0]), .known(known),
    .value(early), .invalid(invalid)
  );

  // Subnormal numbers have the exponent 1 and no leading one.
  wire [7:0]  a_exponent = x_a[30:23] | {7'd0, ~|x_a[30:23]};
  wire [7:0]  m_exponent = m[30:23] | {7'd0, ~|m[30:23]};
  wire [7:0]  p_exponent = p[30:23] | {7'd0, ~|p[30:23]};
  wire [23:0] a_bits = {|x_a[30:23], x_a[22:0]};
  wire [23:0] m_bits = {|m[30:23], m[22:0]} & {24{~to_integer}};
  wire [23:0] p_bits = {|p[30:23], p[22:0]};
  wire        no_product = ~|x_a[30:0] | ~|m[30:0];

  // How far p goes to the right, 0 to 77, and the exponent of the window's product.
  wire [9:0]  product_exponent = {2'b00, a_exponent} + {2'b00, m_exponent} - 10'd127;
  wire [9:0]  above = product_exponent - {2'b00, p_exponent} + 10'd27;
  wire [9:0]  units = 10'd158 - {2'b00, p_exponent};
  wire [9:0]  wanted = to_integer ? units : above;
  wire        ahead = ~to_integer & (no_product | above[9]);
  wire [6:0]  by = wanted > 10'd77 ? 7'd77 : wanted[6:0];
  wire [9:0]  exponent = from_integer ? 10'd131
                         : ahead ? {2'b00, p_exponent} - 10'd27 : product_exponent;
  wire        negative_integer = x_a[31] & ~x_unsigned;
  wire [31:0] integer_bits = negative_integer ? -x_a : x_a;

  // What all the stages hand on: mode, kinds, signs, what is known, the exponent.
  localparam ALONG = 3 + 3 + 2 + 34 + 10;
  wire [ALONG-1:0] along_x = {
    x_rm, to_integer, from_integer, x_unsigned,
    from_integer ? {2{negative_integer}} : {product_sign, addend_sign}, known, invalid,
    from_integer ? integer_bits : early, exponent
  };

  // --- product --------------------------------------------------------
  wire [ALONG-1:0] along_m;
  wire [6:0]       by_m;
  wire [23:0]      a_m;
  wire [23:0]      m_m;
  wire [23:0]      p_m;

  ${prefix}_fpu_reg #(.WIDTH(ALONG + 79), .ON(STAGES > 4)) u_unpacked (
    .clk(clk), .d({along_x, ahead ? 7'd0 : by, a_bits, m_bits, p_bits}),
    .q({along_m, by_m, a_m, m_m, p_m})
  );

  wire [47:0]      product = a_m * m_m;

  // --- alignment ------------------------------------------------------
  wire [ALONG-1:0] along_s;
  wire [6:0]       by_s;
  wire [23:0]      p_s;
  wire [47:0]      product_s;

  ${prefix}_fpu_reg #(.WIDTH(ALONG + 79), .ON(1)) u_product (
    .clk(clk), .d({along_m, by_m, p_m, product}), .q({along_s, by_s, p_s, product_s})
  );

  wire [100:0]     shifted = {p_s, 77'd0} >> by_s;

  // --- sum ------------------------------------------------------------
  wire [ALONG-1:0] along_a;
  wire [76:0]      p_a;
  wire             rest_a;
  wire [47:0]      product_a;

  ${prefix}_fpu_reg #(.WIDTH(ALONG + 126), .ON(STAGES > 3)) u_aligned (
    .clk(clk), .d({along_s, shifted[100:24], |shifted[23:0], product_s}),
    .q({along_a, p_a, rest_a, product_a})
  );

  wire [2:0]       rm_a;
  wire             to_integer_a;
  wire             from_integer_a;
  wire             unsigned_a;
  wire             product_sign_a;
  wire             addend_sign_a;
  wire [33:0]      known_a;
  wire [9:0]       exponent_a;

  assign {rm_a, to_integer_a, from_integer_a, unsigned_a, product_sign_a, addend_sign_a, known_a,
          exponent_a} = along_a;

  // What was lost of p counts as a bit less where it is subtracted.
  wire             subtracts = product_sign_a ^ addend_sign_a;
  wire [76:0]      window = {26'd0, product_a, 3'd0};
  wire [77:0]      sum = {1'b0, window} + {1'b0, p_a ^ {77{subtracts}}}
                         + {77'd0, subtracts & ~rest_a};
  wire [76:0]      difference = p_a - window;
  wire             negative = subtracts & ~sum[77];
  wire [76:0]      total = from_integer_a ? {known_a[31:0], 45'd0}
                           : negative ? difference : sum[76:0];
  wire             nothing = ~|total & ~rest_a;
  wire             sign = ~subtracts ? product_sign_a
                          : nothing ? rm_a == 3'd2 : negative ? addend_sign_a : product_sign_a;

  // --- left shift -----------------------------------------------------
  localparam LATE = 3 + 2 + 1 + 34 + 10;
  wire [LATE-1:0]  late_n;
  wire [76:0]      total_n;
  wire             rest_n;

  ${prefix}_fpu_reg #(.WIDTH(LATE + 78), .ON(STAGES > 2)) u_sum (
    .clk(clk),
    .d({rm_a, to_integer_a, unsigned_a, sign, known_a, exponent_a + 10'd27, total, rest_a}),
    .q({late_n, total_n, rest_n})
  );

  // A mark where the exponent is the smallest; the first bit of the window has that of late_n.
  wire [9:0]       limit = late_n[9:0] - 10'd1;
  wire [79:0]      mark = |limit[9:7] ? 80'd1 : {1'b1, 79'd0} >> limit[6:0];
  wire [6:0]       zeros;

  ${prefix}_fpu_zeros u_zeros (
    .x({total_n, 3'b001} | mark), .zeros(zeros)
  );

  wire             past = late_n[LATE-4];    // an integer
  wire [6:0]       left = past ? 7'd0 : zeros;
  wire [76:0]      first = total_n << left;

  // --- rounding -------------------------------------------------------
  wire [LATE-11:0] late_r;
  wire [9:0]       exponent_r;
  wire [45:0]      bits_r;
  wire             rest_r;

  ${prefix}_fpu_reg #(.WIDTH(LATE + 47), .ON(1)) u_shifted (
    .clk(clk),
    .d({late_n[LATE-1:10], late_n[9:0] - {3'd0, left}, first[76:31], |first[30:0] | rest_n}),
    .q({late_r, exponent_r, bits_r, rest_r})
  );

  wire [2:0]       rm_r;
  wire             to_integer_r;
  wire             unsigned_r;
  wire             sign_r;
  wire             known_r;
  wire             invalid_r;
  wire [31:0]      early_r;
  wire [31:0]      float;
  wire [2:0]       float_flags;

  assign {rm_r, to_integer_r, unsigned_r, sign_r, known_r, invalid_r, early_r} = late_r;

  ${prefix}_fpu_round u_round (
    .rm(rm_r), .sign(sign_r), .exponent(exponent_r), .bits(bits_r[45:20]),
    .rest(|bits_r[19:0] | rest_r), .y(float), .flags(float_flags)
  );

  // Integers: the magnitude rounded, then negated, which is its complement and one less to add.
  wire [31:0]      whole = bits_r[45:14];
  wire             half = bits_r[13];
  wire             some = |bits_r[12:0] | rest_r;
  wire             nearest = rm_r[2] | ~|rm_r;
  wire             up = nearest ? half & (some | whole[0] | rm_r[2])
                        : (half | some) & (sign_r ? rm_r == 3'd2 : rm_r == 3'd3);
  wire [31:0]      fixed = (whole ^ {32{sign_r}}) + {31'd0, up ^ sign_r};
  wire             beyond = unsigned_r ? sign_r & (|whole | up)
                            : sign_r ? whole[31] & |whole[30:0] : fixed[31];
  wire [31:0]      bound = unsigned_r ? 32'd0 : {sign_r, {31{~sign_r}}};
  wire [31:0]      integer_y = beyond ? bound : fixed;
  wire [4:0]       integer_flags = {beyond, 3'b000, ~beyond & (half | some)};

  wire [31:0]      last = known_r ? early_r : to_integer_r ? integer_y : float;
  wire [4:0]       last_flags = known_r ? {invalid_r, 4'd0}
                                : to_integer_r ? integer_flags : {2'b00, float_flags};

  ${prefix}_fpu_reg #(.WIDTH(37), .ON(STAGES > 5)) u_result (
    .clk(clk), .d({last, last_flags}), .q({y, flags})
  );
endmodule
`default_nettype wire
