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
//
// The addend is inverted if it is to be subtracted, and what it leaves behind filled with ones.
`default_nettype none
module ${prefix}_fpu_unpack (
  input  wire [4:0]  x_fop,
  input  wire        x_unsigned,
  input  wire [31:0] x_a,
  input  wire [31:0] x_b,
  input  wire [31:0] x_c,
  // multiplier
  output wire [23:0] p_a,
  output wire [23:0] p_b,
  // adder
  output wire        p_to_int,
  output wire        p_from_int,
  output wire        p_sub,      // the addend is subtracted from the product
  output wire [26:0] p_part,     // the addend, shifted by less than 4
  output wire [6:2]  p_shift,    // the rest of it
  output wire        p_far,      // nothing but a sticky bit is left of it
  output wire        p_clamp,
  // exponent
  output wire [8:0]  p_sum,      // of the product, biased twice
  output wire [7:0]  p_ec,       // of the addend
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
  wire        fused = ~x_fop[4] & x_fop[3];
  wire        sums = ~|x_fop[4:1];
  wire        to_int = x_fop == 5'b11000;
  wire        from_int = x_fop == 5'b11010;
  wire        arith = fused | ~|x_fop[4:2];
  wire        times = fused | (~|x_fop[4:2] & x_fop[1]);

  // Operands.
  wire        a_none = ~|x_a[30:23];
  wire        b_none = ~|x_b[30:23];
  wire        a_whole = ~|x_a[22:0];
  wire        b_whole = ~|x_b[22:0];
  wire        c_is_a = sums | to_int;
  wire [30:0] c = (x_c[30:0] & {31{fused}}) | (x_a[30:0] & {31{c_is_a}});
  wire        c_none = ~|c[30:23];
  wire [22:0] a_fraction = x_a[22:0] & {23{times}};

  assign p_a = {(~a_none & times) | sums, a_fraction};
  assign p_b = {~b_none, x_b[22:0]};

  // Signs. An integer is turned positive as an addend that is subtracted.
  wire        negative = x_a[31] & ~(from_int & x_unsigned);
  wire        sign_p = (x_a[31] & times) ^ x_b[31] ^ (fused ? x_fop[1] : x_fop[0] & sums);
  wire        sign_c = fused ? x_c[31] ^ x_fop[0] : x_a[31];
  wire        sub = arith ? (fused | sums) & (sign_p ^ sign_c) : negative;

  // Exponents: that of a subnormal number is 1. Two of them do not count, as their product is too
  // small. The first bit of an integer has exponent 158.
  wire        ab_none = arith & ((a_none & times) | b_none);
  wire [8:0]  ea = times ? {1'b0, x_a[30:23]} : sums ? 9'd127 : 9'd258;
  wire [7:0]  eb = x_b[30:23] & {8{arith}};
  wire [9:0]  sum = {ea, 1'b1} + {1'b0, eb, ab_none};
  wire        unused_sum = sum[0];
  wire [7:0]  ec = {c[30:24], c[23] | c_none};
  wire [9:0]  from_c = -10'd100 - {2'b00, ec};
  wire [9:0]  shift = {1'b0, sum[9:1]} + from_c;
  wire        p_zero = arith & ((a_none & a_whole & times) | (b_none & b_whole));
  wire        clamp = shift[9] | p_zero;

  // Addend.
  wire [23:0] c_sig = {~c_none, c[22:0]} ^ {24{sub}};
  wire [24:0] by_1 = shift[0] & ~clamp ? {sub, c_sig} : {c_sig, sub};
  wire [26:0] by_2 = shift[1] & ~clamp ? {{2{sub}}, by_1} : {by_1, {2{sub}}};

  assign p_to_int = to_int;
  assign p_from_int = from_int;
  assign p_sub = sub;
  assign p_part = by_2;
  assign p_shift = shift[6:2] & {5{~clamp}};
  assign p_far = |shift[8:7] & ~clamp;
  assign p_clamp = clamp;
  assign p_sum = sum[9:1];
  assign p_ec = ec;
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
  assign p_c_whole = ~|c[22:0];
  assign p_c_quiet = c[22];
endmodule
`default_nettype wire
