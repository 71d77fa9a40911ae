// fpu_special - results of a lane that are no sum: infinities, NaNs, comparisons, moves
// SPDX-License-Identifier: Apache-2.0
//
// Combinational, beside the arithmetic. At the end of the pipeline the result is replaced:
//
//   p_moves    by the word p_side
//   p_low      by the low ten bits of p_side
//   p_forces   by one of five values: p_forced sets each field to zeros or ones
//
//   x_fop   00100 sgnj (funct3 0), sgnjn (1), sgnjx (2)   00101 min (0), max (1)
//           10100 le (0), lt (1), eq (2)   11100 fmv.x.w (0), fclass (1)   11110 fmv.w.x
//
//   fclass   0 -inf   1 -normal   2 -subnormal   3 -0   4 +0   5 +subnormal   6 +normal   7 +inf
//            8 signalling NaN   9 quiet NaN
`default_nettype none
module ${prefix}_fpu_special (
  input  wire [4:0]  x_fop,       // operation
  input  wire [1:0]  x_funct3,    // which of some operations
  input  wire        x_unsigned,  // the integer of a conversion is unsigned
  input  wire [31:0] x_a,         // first operand
  input  wire [31:0] x_b,         // second operand
  // unpacked operands
  input  wire        p_to_int,    // convert to an integer
  input  wire        p_from_int,  // convert an integer
  input  wire        p_sub,       // the addend is subtracted from the product
  input  wire        p_sign,      // sign of the product
  input  wire        p_arith,     // the operation is a * b + c
  input  wire        p_times,     // x_a is a factor
  input  wire        p_a_none,    // the exponent field of x_a is 0
  input  wire        p_a_all,     // the exponent field of x_a is 255
  input  wire        p_a_whole,   // the fraction field of x_a is 0
  input  wire        p_b_none,    // the exponent field of x_b is 0
  input  wire        p_b_all,     // the exponent field of x_b is 255
  input  wire        p_b_whole,   // the fraction field of x_b is 0
  input  wire        p_c_all,     // the exponent field of the addend is 255
  input  wire        p_c_whole,   // the fraction field of the addend is 0
  input  wire        p_c_quiet,   // the first fraction bit of the addend: a NaN is quiet
  // pipeline
  output wire        p_moves,    // the result is p_side
  output wire        p_low,      // the result is the low ten bits of p_side
  output wire        p_forces,   // the result is made of p_forced
  output wire [3:0]  p_forced,   // {sign, exponent, first bit of the fraction, its other bits}
  output wire        p_invalid,  // raise NV
  output wire [31:0] p_side      // result that is no sum
);
  wire        signs = x_fop == 5'b00100;
  wire        picks = x_fop == 5'b00101;
  wire        compares = x_fop == 5'b10100;
  wire        classes = x_fop == 5'b11100 & x_funct3[0];

  wire        a_nan = p_a_all & ~p_a_whole;
  wire        b_nan = p_b_all & ~p_b_whole;
  wire        c_nan = p_c_all & ~p_c_whole;
  wire        a_signals = a_nan & ~x_a[22];
  wire        b_signals = b_nan & ~x_b[22];
  wire        c_signals = c_nan & ~p_c_quiet;
  wire        a_inf = p_a_all & p_a_whole;
  wire        b_inf = p_b_all & p_b_whole;
  wire        c_inf = p_c_all & p_c_whole;
  wire        a_zero = p_a_none & p_a_whole;
  wire        b_zero = p_b_none & p_b_whole;

  // Arithmetic.
  wire        product_inf = (a_inf & p_times) | b_inf;
  wire        nan = (a_nan & p_times) | b_nan | c_nan;
  wire        signals = (a_signals & p_times) | b_signals | c_signals;
  wire        wrong = ((a_inf & b_zero) | (a_zero & b_inf)) & p_times;
  wire        unlike = product_inf & c_inf & p_sub & ~nan;
  wire        arith_nan = nan | wrong | unlike;
  wire        arith_inf = product_inf | c_inf;

  // To an integer: too big, or no number. For an unsigned integer -1 and less is too big. A result
  // that is negative only by rounding is found in fpu_round.
  wire [7:0]  exponent = x_a[30:23];
  wire        least = x_a[31] & p_a_whole & exponent == 8'd158;  // -2^31
  wire        signed_big = exponent >= 8'd158 & ~least;
  wire        unsigned_big = exponent >= 8'd159 | (x_a[31] & exponent >= 8'd127);
  wire        big = x_unsigned ? unsigned_big : signed_big;
  wire        below = x_a[31] & ~a_nan;

  // Comparison of magnitudes.
  wire [31:0] difference = {1'b0, x_a[30:0]} - {1'b0, x_b[30:0]};
  wire        same = ~|difference[30:0];
  wire        a_less = x_a[31] == x_b[31] ? (x_a[31] ? ~difference[31] & ~same : difference[31])
                                          : x_a[31];
  wire        equal = (same & x_a[31] == x_b[31]) | (a_zero & b_zero);
  wire        ordered = ~(a_nan | b_nan);
//% if ventus
  // funct3 3: not equal, or not ordered.
  wire        compared = (ordered & ((equal & ~x_funct3[0])
                                     | (a_less & ~(a_zero & b_zero) & ~x_funct3[1])))
                         | (&x_funct3 & ~(ordered & equal));
//% else
  wire        compared = ordered & ((equal & ~x_funct3[0])
                                    | (a_less & ~(a_zero & b_zero) & ~x_funct3[1]));
//% end
  wire        compare_invalid = x_funct3[1] ? a_signals | b_signals : ~ordered;
  wire        pick_b = picks & (a_nan | (~b_nan & (a_less == x_funct3[0])));
  wire        pick_nan = a_nan & b_nan;

  wire        a_some = ~p_a_none & ~p_a_all;
  wire        a_subnormal = p_a_none & ~p_a_whole;
  wire [7:0]  magnitude = {a_inf, a_some, a_subnormal, a_zero, a_zero, a_subnormal, a_some, a_inf};
  wire [9:0]  kind = {a_nan & x_a[22], a_signals, magnitude & {{4{~x_a[31]}}, {4{x_a[31]}}}};

  // Injected signs: of b, not of b, exclusive or.
  wire        injected = x_funct3[1] ? x_a[31] ^ x_b[31] : x_b[31] ^ x_funct3[0];
  wire [31:0] word = pick_b ? x_b : x_a;
  wire [9:0]  low = classes ? kind : {9'd0, compared};

  assign p_side = {signs ? injected : word[31], word[30:10], p_low ? low : word[9:0]};
  assign p_low = compares | classes;
  assign p_moves = ~p_arith & ~p_to_int & ~p_from_int & ~p_low;
  assign p_forces = p_arith ? arith_nan | arith_inf : p_to_int ? big | a_nan : picks & pick_nan;

  // NaN, infinity; the greatest and the smallest integer.
  reg  [3:0]  forced;

  always @* begin
    forced = 4'b0110;
    if (p_to_int)
      forced = x_unsigned ? {4{~below}} : {below, {3{~below}}};
    else if (p_arith & ~arith_nan)
      forced = {product_inf ? p_sign : p_sign ^ p_sub, 3'b100};
  end

  assign p_forced = forced;
  assign p_invalid = p_arith ? signals | wrong | unlike
                             : (p_to_int & (big | a_nan)) | (compares & compare_invalid)
                               | (picks & (a_signals | b_signals));
endmodule
`default_nettype wire
