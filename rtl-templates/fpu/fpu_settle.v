// fpu_settle - decides the sign of the result, how it is rounded, and what replaces it
// SPDX-License-Identifier: Apache-2.0
//
// Combinational. Half is the point between two results. A negative integer is in two's complement,
// and its digits are rounded from below: towards zero is up, and half away from zero is down.
//
//            sum > 0        sum < 0        integer < 0
//   0 RNE    half to even   half to even   half to even
//   1 RTZ    down           down           up
//   2 RDN    down           away           down
//   3 RUP    away           down           up
//   4 RMM    half away      half away      above half up
`default_nettype none
module ${prefix}_fpu_settle (
  // operation
  input  wire [2:0]  l_rm,        // rounding mode
  input  wire        l_sub,       // the addend is subtracted from the product
  input  wire        l_sign,      // sign of the product
  input  wire        l_to_int,    // the result is an integer
  input  wire        l_unsigned,  // the integer is unsigned
  // special cases
  input  wire        l_moves,   // the result is l_side
  input  wire        l_low,     // the result is the low ten bits of l_side
  input  wire        l_forces,  // the result is made of l_forced
  input  wire [3:0]  l_forced,  // {sign, exponent, first bit of the fraction, its other bits}
  input  wire [31:0] l_side,    // result that is no sum
  // sum
  input  wire        l_negative,  // the sum is negative
  input  wire        l_zero,      // all bits of the sum are equal to its sign
  // rounding
  output wire        z_up_half,   // round up from half on
  output wire        z_up_odd,    // round half up, if the last digit is odd
  output wire        z_up_above,  // round up above half
  output wire        z_up_any,    // round up any part below the digits
  output wire        z_sums,      // the result is a sum
  output wire        z_ints,      // the result is an integer
  output wire        z_positive,  // the result is an unsigned integer of a negative operand
  output wire [31:0] z_instead    // result that replaces a sum (if too big), or an integer
);
  localparam [2:0] RNE = 3'd0, RTZ = 3'd1, RDN = 3'd2, RUP = 3'd3, RMM = 3'd4;

  // The sign of an exact zero that is a difference.
  wire        exact = l_zero & l_sub & ~l_to_int;
  wire        sign = exact ? l_rm == RDN : l_sign ^ (l_negative & l_sub & ~l_to_int);
  wire        rises = l_to_int & sign;
  wire        even = l_rm == RNE;
  wire        max = l_rm == RMM;
  wire        away = rises ? l_rm == RUP | l_rm == RTZ
                           : (l_rm == RUP & ~sign) | (l_rm == RDN & sign);
  wire        special = l_moves | l_low | l_forces;
  wire        to_inf = even | max | away;
  reg  [31:0] instead;

  always @* begin
    instead = {sign, 7'h7f, to_inf, {23{~to_inf}}};
    if (l_forces)
      instead = {l_forced[3], {8{l_forced[2]}}, l_forced[1], {22{l_forced[0]}}};
    else if (l_moves)
      instead = l_side;
    else if (l_low)
      instead = {22'd0, l_side[9:0]};
    else if (l_to_int)
      instead = 32'd0;
  end

  assign z_up_half = (max & ~rises) | away;
  assign z_up_odd = even;
  assign z_up_above = even | max;
  assign z_up_any = away;
  assign z_sums = ~special & ~l_to_int;
  assign z_ints = ~special & l_to_int;
  assign z_positive = ~special & rises & l_unsigned;
  assign z_instead = instead;
endmodule
`default_nettype wire
