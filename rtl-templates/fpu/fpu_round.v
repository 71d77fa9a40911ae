// fpu_round - the rounded result of a lane, or what takes its place, and its flags
// SPDX-License-Identifier: Apache-2.0
//
// Tiny is what would be less than the least normal number if it were rounded to 24 digits after
// its own first one: where rounding makes a subnormal number normal, that takes one digit more.
`default_nettype none
module ${prefix}_fpu_round (
  // normaliser
  input  wire [8:0]  z_high,
  input  wire [23:0] z_digits,
  input  wire        z_half,
  input  wire        z_below,
  input  wire        z_quarter,
  input  wire        z_carry,
  // how it is rounded
  input  wire        z_up_half,
  input  wire        z_up_odd,
  input  wire        z_up_above,
  input  wire        z_up_any,
  // what it is
  input  wire        z_sums,
  input  wire        z_ints,
  input  wire        z_positive,
  input  wire [31:0] z_instead,
  input  wire        z_invalid,
  // result
  output wire [31:0] y_data,
  output wire [4:0]  y_flags
);
  wire        up_half = z_half & (z_up_half | (z_up_odd & z_digits[0]));
  wire        up_below = z_below & (z_up_any | (z_up_above & z_half));
  wire        up = z_carry | up_half | up_below;
  wire [31:0] rounded = {z_high, 23'd0} + {8'd0, z_digits} + {31'd0, up};

  // The exponent comes to 255 or more: without rounding, or only by that.
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
