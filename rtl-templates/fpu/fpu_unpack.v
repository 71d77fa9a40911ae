// fpu_unpack - unpacks the operands of a lane: factors, addend, and the shift of the addend
// SPDX-License-Identifier: Apache-2.0
//
// Combinational. All arithmetic is a * b + c. A sum is 1 * b + a; a product is a * b plus nothing.
// A number that is converted to an integer is an addend, and is shifted to the place of integers.
// Any other operation has the product zero and nothing to add.
//
//   x_fop   0000s add, sub   00010 mul   011sn fmadd, fmsub, fnmsub, fnmadd
//           11000 fcvt.w.s   11010 fcvt.s.w   others: see fpu_special
//
// The sum is made in a window of 76 bits:
//
//   75        52 51 50 49             2 1 0
//   c.ccc...cccc  0  0 pp.ppp...ppppppp 0 0    the addend not shifted, and the product
//
// The addend is shifted to the right by the difference of the exponents. If it had to be shifted to
// the left, it stays (p_clamp): the product then is too small to matter, except that it is not
// zero. Subnormal operands are not normalised. A product of a normal and a subnormal number has its
// leading 1 in bit 25 or above; that is why there are two bits below the product.
`default_nettype none
module ${prefix}_fpu_unpack (
  input  wire [4:0]  x_fop,       // operation
  input  wire        x_unsigned,  // the integer of a conversion is unsigned
  input  wire [31:0] x_a,         // first operand
  input  wire [31:0] x_b,         // second operand
  input  wire [31:0] x_c,         // third operand
  // multiplier
  output wire [22:0] p_a,      // fraction of the first factor
  output wire [22:0] p_b,      // fraction of the second factor
  output wire [24:0] p_cross,  // part of the product by the leading digits, times 2^23
  // adder
  output wire        p_to_int,    // convert to an integer
  output wire        p_from_int,  // convert an integer
  output wire        p_sub,       // the addend is subtracted from the product
  output wire [31:0] p_top,       // addend or integer, not shifted; inverted if p_sub
  output wire        p_clamp,     // add p_top as it is: the product is zero or too small to matter
  output wire [26:0] p_part,   // addend, shifted by the last two bits of p_shift; inverted if p_sub
  output wire [6:0]  p_shift,     // shift of the addend, in bits
  output wire        p_far,       // the shift is 128 or more
  output wire        p_some,      // the addend is not zero
  output wire [6:0]  p_tail,      // greatest shift that loses no 1 of the addend
  // exponent
  output wire [8:0]  p_sum,     // exponent of the product, biased twice
  output wire [8:0]  p_from_c,  // -100 less the exponent of the addend
  // sign of the product
  output wire        p_sign,  // sign of the product
  // special cases
  output wire        p_arith,    // the operation is a * b + c
  output wire        p_times,    // x_a is a factor
  output wire        p_a_none,   // the exponent field of x_a is 0: zero or subnormal
  output wire        p_a_all,    // the exponent field of x_a is 255: infinity or NaN
  output wire        p_a_whole,  // the fraction field of x_a is 0
  output wire        p_b_none,   // the exponent field of x_b is 0
  output wire        p_b_all,    // the exponent field of x_b is 255
  output wire        p_b_whole,  // the fraction field of x_b is 0
  output wire        p_c_all,    // the exponent field of the addend is 255
  output wire        p_c_whole,  // the fraction field of the addend is 0
  output wire        p_c_quiet   // the first fraction bit of the addend: a NaN is quiet
);
  wire        fused = x_fop[3] & x_fop[2];
  wire        sums = ~|x_fop[4:1];
  wire        to_int = x_fop == 5'b11000;
  wire        from_int = x_fop == 5'b11010;
  wire        arith = ~x_fop[4] & (x_fop[3] | ~x_fop[2]);
  wire        times = arith & ~sums;

  // Operands. For moves and comparisons the factors do not matter.
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

  // The last 1 of the addend, by groups of four bits.
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
