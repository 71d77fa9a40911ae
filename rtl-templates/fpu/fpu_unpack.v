// fpu_unpack - what enters the pipeline of a lane: factors, addend, how far it is to be shifted
// SPDX-License-Identifier: Apache-2.0
//
// All arithmetic is a * b + c. A sum is 1 * b + a, a product a * b with nothing to add; what is
// converted to an integer is an addend too, and is shifted to the place where integers are. What
// is no arithmetic has the product zero, and nothing to add.
//
//   x_fop   0000s add, sub   00010 mul   011sn fmadd, fmsub, fnmsub, fnmadd
//           11000 fcvt.w.s   11010 fcvt.s.w   others: see fpu_special
//
// The sum is made in a window of 76 bits:
//
//   75        52 51 50 49             2 1 0
//   c.ccc...cccc  0  0 pp.ppp...ppppppp 0 0    the addend not shifted, and the product
//
// The addend is shifted to the right by the difference of the exponents. Where it would have to go
// to the left it stays where it is (p_clamp): the product is then too small to matter, but for not
// being zero. Subnormal operands are not normalised; a product of a normal and a subnormal number
// has its first one in bit 25 at least, and for these the two bits below the product.
`default_nettype none
module ${prefix}_fpu_unpack (
  input  wire [4:0]  x_fop,
  input  wire        x_unsigned,
  input  wire [31:0] x_a,
  input  wire [31:0] x_b,
  input  wire [31:0] x_c,
  // multiplier
  output wire [22:0] p_a,        // fractions
  output wire [22:0] p_b,
  output wire [24:0] p_cross,    // what the digits before the point make of them
  // adder
  output wire        p_to_int,
  output wire        p_from_int,
  output wire        p_sub,      // the addend is subtracted from the product
  output wire [31:0] p_top,      // the addend, not shifted, or the integer to be converted
  output wire        p_clamp,    // that is it
  output wire [26:0] p_part,     // the addend, shifted by less than 4
  output wire [6:0]  p_shift,    // by how much in all
  output wire        p_far,      // 128 or more
  output wire        p_some,     // it is not zero
  output wire [6:0]  p_tail,     // the bits of the window behind its last one
  // exponent
  output wire [8:0]  p_sum,      // of the product, biased twice
  output wire [8:0]  p_from_c,   // of the addend, subtracted from -100
  // sign of the product
  output wire        p_sign,
  // special cases
  output wire        p_arith,
  output wire        p_times,    // a is a factor
  output wire        p_a_none,   // exponent of zeros: zero or subnormal
  output wire        p_a_all,    // of ones: infinite or no number
  output wire        p_a_whole,  // nothing behind the point
  output wire        p_b_none,
  output wire        p_b_all,
  output wire        p_b_whole,
  output wire        p_c_all,    // of the addend
  output wire        p_c_whole,
  output wire        p_c_quiet
);
  wire        fused = x_fop[3] & x_fop[2];
  wire        sums = ~|x_fop[4:1];
  wire        to_int = x_fop == 5'b11000;
  wire        from_int = x_fop == 5'b11010;
  wire        arith = ~x_fop[4] & (x_fop[3] | ~x_fop[2]);
  wire        times = arith & ~sums;

  // Operands. What goes through as it is, and is compared, may have any.
  wire        a_none = ~|x_a[30:23];
  wire        b_none = ~|x_b[30:23];
  wire        a_whole = ~|x_a[22:0];
  wire        b_whole = ~|x_b[22:0];
  wire [30:0] c = fused ? x_c[30:0] : x_a[30:0] & {31{~x_fop[1]}};
  wire        c_none = ~|c[30:23];
  wire        c_whole = ~|c[22:0];

  wire        factor = x_fop[2] | (x_fop[1] & ~x_fop[4]);
  wire        a_one = factor ? ~a_none : ~x_fop[4];
  wire        b_one = ~b_none;

  assign p_a = x_a[22:0] & {23{factor}};
  assign p_b = x_b[22:0];
  assign p_cross = {1'b0, {b_one, p_b} & {24{a_one}}} + {2'd0, p_a & {23{b_one}}};

  // Signs. An integer is turned positive as an addend that is subtracted.
  wire        negative = x_a[31] & ~(from_int & x_unsigned);
  wire        sign_p = (x_a[31] & times) ^ x_b[31] ^ (fused ? x_fop[1] : x_fop[0] & sums);
  wire        sign_c = fused ? x_c[31] ^ x_fop[0] : x_a[31];
  wire        sub = arith ? (fused | sums) & (sign_p ^ sign_c) : negative;

  // Exponents: that of a subnormal number is 1. The first bit of an integer has exponent 158.
  wire [8:0]  ea = x_fop[4] ? 9'd258 : sums ? 9'd127
                   : {1'b0, x_a[30:24], x_a[23] | ~|x_a[30:24]};
  wire [7:0]  eb = {x_b[30:24], x_b[23] | ~|x_b[30:24]} & {8{~x_fop[4]}};
  wire [8:0]  sum = ea + {1'b0, eb};
  wire [7:0]  ec_c = {x_c[30:24], x_c[23] | ~|x_c[30:24]};
  wire [7:0]  ec_a = {x_a[30:24] & {7{~x_fop[1]}}, x_a[23] | ~|x_a[30:24] | x_fop[1]};
  wire [9:0]  from_xc = -10'd100 - {2'b00, ec_c};
  wire [9:0]  from_xa = -10'd100 - {2'b00, ec_a};

  // How far the addend is shifted, for either addend; the last two bits are known before the
  // others, as 100 is a multiple of 4.
  wire [9:0]  shift_c = {1'b0, sum} + from_xc;
  wire [9:0]  shift_a = {1'b0, sum} + from_xa;
  wire [9:2]  shift = fused ? shift_c[9:2] : shift_a[9:2];
  wire        unused_shift = ^{shift_c[1:0], shift_a[1:0]};
  wire        ec_0 = fused ? ec_c[0] : ec_a[0];
  wire        odd = ea[0] ^ eb[0] ^ ec_0;
  wire        two = ea[1] ^ eb[1] ^ c[24] ^ (ec_0 ? ~ea[0] & ~eb[0] : ea[0] & eb[0]);
  wire        p_zero = ~x_fop[4] & ((a_none & a_whole & ~sums) | (b_none & b_whole));

  // Addend.
  wire [23:0] c_sig = {~c_none, c[22:0]};
  wire [23:0] c_bits = c_sig ^ {24{sub}};
  wire [2:0]  fill = {3{sub}};
  wire [26:0] part = two ? (odd ? {fill, c_bits} : {fill[1:0], c_bits, sub})
                         : (odd ? {sub, c_bits, fill[1:0]} : {c_bits, fill});

  // Its last bit that is not zero, by groups of four bits.
  wire [5:0]  some;
  wire [11:0] lasts;
  reg  [4:0]  group;
  reg  [1:0]  last;

  genvar g;
  generate
    for (g = 0; g < 6; g = g + 1) begin : g_group
      wire [3:0] four = c_sig[g*4 +: 4];

      assign some[g] = |four;
      assign lasts[g*2 +: 2] = {~|four[1:0], ~four[0] & (four[1] | ~four[2])};
    end
  endgenerate

  always @* begin
    {group, last} = {5'd18, lasts[11:10]};
    if (some[0])
      {group, last} = {5'd13, lasts[1:0]};
    else if (some[1])
      {group, last} = {5'd14, lasts[3:2]};
    else if (some[2])
      {group, last} = {5'd15, lasts[5:4]};
    else if (some[3])
      {group, last} = {5'd16, lasts[7:6]};
    else if (some[4])
      {group, last} = {5'd17, lasts[9:8]};
  end

  assign p_to_int = to_int;
  assign p_from_int = from_int;
  assign p_sub = sub;
  assign p_top = (from_int ? x_a : {c_sig, 8'd0}) ^ {32{sub}};
  assign p_clamp = shift[9] | p_zero | from_int;
  assign p_part = part;
  assign p_shift = {shift[6:2], two, odd};
  assign p_far = |shift[8:7];
  assign p_some = |some;
  assign p_tail = {group, last};
  assign p_sum = sum;
  assign p_from_c = fused ? from_xc[8:0] : from_xa[8:0];
  assign p_sign = arith ? sign_p : negative;
  assign p_arith = arith;
  assign p_times = times;
  assign p_a_none = a_none;
  assign p_a_all = &x_a[30:23];
  assign p_a_whole = a_whole;
  assign p_b_none = b_none;
  assign p_b_all = &x_b[30:23];
  assign p_b_whole = b_whole;
  assign p_c_all = &c[30:23];
  assign p_c_whole = c_whole;
  assign p_c_quiet = c[22];
endmodule
`default_nettype wire
