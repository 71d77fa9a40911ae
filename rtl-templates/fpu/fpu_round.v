// fpu_round - rounds the result of a lane, or replaces it, and makes its flags
// SPDX-License-Identifier: Apache-2.0
//
// Combinational. A result is tiny if it would be less than the least normal number when rounded to
// 24 digits from its own leading bit on. So where rounding makes a subnormal number normal, one
// more digit decides.
`default_nettype none
module ${prefix}_fpu_round (
  // normaliser
  input  wire [8:0]  z_high,     // exponent less 1, or the upper bits of an integer
  input  wire [23:0] z_digits,   // 24 digits, before rounding
  input  wire        z_half,     // the first bit below the digits
  input  wire        z_below,    // a bit below that is 1
  input  wire        z_quarter,  // the second bit below the digits
  input  wire        z_carry,    // add 1 to the digits
  // how it is rounded
  input  wire        z_up_half,   // round up from half on
  input  wire        z_up_odd,    // round half up, if the last digit is odd
  input  wire        z_up_above,  // round up above half
  input  wire        z_up_any,    // round up any part below the digits
  // what it is
  input  wire        z_sums,      // the result is a sum
  input  wire        z_ints,      // the result is an integer
  input  wire        z_positive,  // the result is an unsigned integer of a negative operand
  input  wire [31:0] z_instead,   // result that replaces the sum or the integer
  input  wire        z_invalid,   // raise NV
  // result
  output wire [31:0] y_data,  // result
  output wire [4:0]  y_flags  // {NV, DZ, OF, UF, NX}
);
  wire        up_half = z_half & (z_up_half | (z_up_odd & z_digits[0]));
  wire        up_below = z_below & (z_up_any | (z_up_above & z_half));
  wire        up = z_carry | up_half | up_below;
  wire [31:0] rounded = {z_high, 23'd0} + {8'd0, z_digits} + {31'd0, up};

  // The exponent is 255 or more: before rounding, or only behind it.
  wire        is_over = z_high[8] | &z_high[7:1];
  wire        nearly_over = z_high[7:0] == 8'd253;
  wire        over = z_sums & (is_over | (nearly_over & rounded[23]));
  wire        under = z_positive & rounded[31];
  wire        instead = over | under | ~(z_sums | z_ints);
  wire        inexact = z_half | z_below;
  wire        up_more = z_half & ((z_up_above & z_quarter) | (z_up_any & z_below));
  wire        tiny = ~z_digits[23] & ~(rounded[23] & up_more);

  assign y_data[31] = z_ints & ~under ? rounded[31] : z_instead[31];
  assign y_data[30:0] = instead ? z_instead[30:0] : rounded[30:0];
  assign y_flags[4] = z_invalid | under;
  assign y_flags[3] = 1'b0;
  assign y_flags[2] = over;
  assign y_flags[1] = z_sums & tiny & inexact;
  assign y_flags[0] = (z_sums & (inexact | over)) | (z_ints & inexact & ~under);
endmodule
`default_nettype wire
