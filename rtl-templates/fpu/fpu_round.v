// fpu_round - the rounded result of a lane, or what takes its place, and its flags
// SPDX-License-Identifier: Apache-2.0
//
// z_digits, z_next and z_sticky stand for a number with digits behind them. If it is negative its
// magnitude is wanted, which is the inverse of all digits and 1 at the last place of all. That
// comes up to the digits here only where all below are zero:
//
//   z_next z_sticky   inverse ... + 1      (carry: the digits are inverted, and 1 added)
//   0 0    0          0 0    0   carry
//   0 1    0          1 1    0
//   1 0    0          1 0    0
//   1 1    0          0 1    0
//   x y    1          ~x ~y  1
//
// Integers stay in two's complement: their digits are rounded from below, whatever the sign.
//
// Tiny is what would be less than the least normal number if it were rounded to 24 digits after
// its own first one: where rounding makes a subnormal number normal, that takes one digit more.
`default_nettype none
module ${prefix}_fpu_round (
  // normaliser
  input  wire [8:0]  z_high,
  input  wire [23:0] z_digits,
  input  wire [1:0]  z_next,
  input  wire        z_sticky,
  input  wire        z_negative,
  input  wire        z_zero,
  // operation
  input  wire [2:0]  z_rm,
  input  wire        z_sub,
  input  wire        z_sign,      // of the product
  input  wire        z_to_int,
  input  wire        z_unsigned,
  // special cases
  input  wire        z_moves,
  input  wire        z_low,
  input  wire        z_forces,
  input  wire [3:0]  z_forced,
  input  wire        z_invalid,
  input  wire [31:0] z_side,
  // result
  output wire [31:0] y_data,
  output wire [4:0]  y_flags
);
  localparam [2:0] RNE = 3'd0, RDN = 3'd2, RUP = 3'd3, RMM = 3'd4;

  // The sign of an exact zero that is a difference.
  wire        sign = z_zero & z_sub & ~z_to_int ? z_rm == RDN
                                                : z_sign ^ (z_negative & z_sub);

  // Magnitude.
  wire        carry = z_negative & ~|{z_next, z_sticky};
  wire        half = z_negative ? z_next[1] ^ (z_next[0] | z_sticky) : z_next[1];
  wire        quarter = z_negative ? z_next[0] ^ z_sticky : z_next[0];
  wire        below_half = quarter | z_sticky;
  wire        inexact = half | below_half;
  wire        odd = z_digits[0] ^ z_negative;
  wire [23:0] digits = z_digits ^ {24{z_negative}};

  // Rounding up. The two towards one side are towards zero, or away from it. An integer below zero
  // has been rounded away from zero.
  wire        to_even = z_rm == RNE;
  wire        to_max = z_rm == RMM;
  wire        away = (z_rm == RUP & ~sign) | (z_rm == RDN & sign);
  wire        int_away = z_rm == RUP | (z_rm == 3'd1 & sign);
  wire        rises = z_to_int & sign;
  wire        up_even = to_even & half & (below_half | odd);
  wire        up_max = to_max & half & (below_half | ~rises);
  wire        up_away = (rises ? int_away : away) & inexact;
  wire        up = carry | up_even | up_max | up_away;
  wire [31:0] rounded = {z_high, 23'd0} + {8'd0, digits} + {31'd0, up};

  // Flags of arithmetic.
  wire        away_more = away & below_half;
  wire        up_more = half & (((to_even | to_max) & quarter) | away_more);
  wire        tiny = ~digits[23] & ~(rounded[23] & up_more);
  wire        overflows = rounded[31] | &rounded[30:23];
  wire        to_inf = to_even | to_max | away;
  wire        below = z_unsigned & rounded[31];     // an integer less than 0
  wire        sums = ~z_to_int & ~z_moves & ~z_low & ~z_forces;
  wire        ints = z_to_int & ~z_forces;

  // Fields: 0 as rounded, 1 p_side, 2 zeros, 3 ones.
  wire        forces = z_forces | z_low;
  wire        over = sums & overflows;
  wire        under = ints & below & sign;
  wire [3:0]  forced = z_forced & {4{~z_low}};
  wire [1:0]  field_sign = forces ? {1'b1, forced[3]} : under ? 2'd2
                         : z_to_int ? 2'd0 : z_moves ? 2'd1 : {1'b1, sign};
  wire [1:0]  field_exponent = forces ? {1'b1, forced[2]} : under ? 2'd2 : over ? 2'd3
                             : {1'b0, z_moves};
  wire [1:0]  field_last = over & ~forces ? {1'b1, to_inf} : field_exponent;
  wire [1:0]  field_first = forces ? {1'b1, forced[1]} : under ? 2'd2 : over ? {1'b1, ~to_inf}
                          : {1'b0, z_moves};
  wire [1:0]  field_others = forces ? {1'b1, forced[0]} : field_first;
  wire [1:0]  field_low = z_low ? 2'd1 : field_others;

  assign y_data[31] = field_sign[1] ? field_sign[0] : field_sign[0] ? z_side[31] : rounded[31];
  assign y_data[30:24] = field_exponent[1] ? {7{field_exponent[0]}}
                       : field_exponent[0] ? z_side[30:24] : rounded[30:24];
  assign y_data[23] = field_last[1] ? field_last[0] : field_last[0] ? z_side[23] : rounded[23];
  assign y_data[22] = field_first[1] ? field_first[0]
                    : field_first[0] ? z_side[22] : rounded[22];
  assign y_data[21:10] = field_others[1] ? {12{field_others[0]}}
                       : field_others[0] ? z_side[21:10] : rounded[21:10];
  assign y_data[9:0] = field_low[1] ? {10{field_low[0]}}
                     : field_low[0] ? z_side[9:0] : rounded[9:0];
  assign y_flags[4] = z_invalid | under;
  assign y_flags[3] = 1'b0;
  assign y_flags[2] = over;
  assign y_flags[1] = sums & tiny & inexact & ~over;
  assign y_flags[0] = (sums & (inexact | overflows)) | (ints & inexact & ~under);
endmodule
`default_nettype wire
