// fpu_settle - the sign of the result, how it is rounded, and what is taken instead of it
// SPDX-License-Identifier: Apache-2.0
//
// Half is what is just between two results. Integers below zero are in two's complement, and are
// rounded from below: towards zero is up for them, and half away from zero is down.
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
  input  wire [2:0]  l_rm,
  input  wire        l_sub,
  input  wire        l_sign,       // of the product
  input  wire        l_to_int,
  input  wire        l_unsigned,
  // special cases
  input  wire        l_moves,
  input  wire        l_low,
  input  wire        l_forces,
  input  wire [3:0]  l_forced,
  input  wire [31:0] l_side,
  // sum
  input  wire        l_negative,
  input  wire        l_zero,
  // rounding
  output wire        z_up_half,    // half and what is above
  output wire        z_up_odd,     // half, if the last digit is odd
  output wire        z_up_above,   // above half
  output wire        z_up_any,     // what is no digit
  output wire        z_sums,       // the result is a sum
  output wire        z_ints,       // an integer
  output wire        z_positive,   // that must not be negative
  output wire [31:0] z_instead     // of a sum: if it is too big
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
