// fpu_norm - shifts the sum left to its leading bit, and makes its exponent
// SPDX-License-Identifier: Apache-2.0
//
// Combinational. If the exponent falls below that of subnormal numbers, the shift is less. fpu_lead
// then has stopped in the right group of four bits, so only the last two bits of the shift change.
//
// Behind the 24 digits there are two more bits, next, and `rest`, which is 1 if any bit below is.
// Of a negative sum the magnitude is needed: all bits inverted, and 1 added to the last one. The 1
// reaches the digits only if all bits below are zero (z_carry: add 1 to the digits):
//
//   next rest   inverse, and 1      half  below half  quarter
//   0 0  0      0 0  0   carry      0     0           0
//   0 1  0      1 1  0              1     1           1
//   1 0  0      1 0  0              1     0           0
//   1 1  0      0 1  0              0     1           1
//   x y  1      ~x ~y  1            ~x    1           ~y
`default_nettype none
module ${prefix}_fpu_norm (
  // sum
  input  wire [76:0] s_sum,     // {sign, window of 76 bits}
  input  wire        s_lost,    // a 1 is below the window
  input  wire [8:0]  s_limit,   // exponent of the first bit of the window, less 1
  input  wire        s_to_int,  // the result is an integer
  // its beginning
  input  wire        l_zero,   // all bits of the sum are equal to its sign
  input  wire [4:0]  l_group,  // number of the group where the sum begins
  input  wire [1:0]  l_fine,   // number of bits to skip in that group
  // rounding
  output wire [8:0]  z_high,     // exponent less 1, or the upper bits of an integer
  output wire [23:0] z_digits,   // 24 digits, before rounding
  output wire        z_half,     // the first bit below the digits
  output wire        z_below,    // a bit below that is 1
  output wire        z_quarter,  // the second bit below the digits
  output wire        z_carry     // add 1 to the digits
);
  wire [9:0]  exponent = {1'b0, s_limit} - {3'd0, l_group, l_fine};
  wire        too_low = exponent[9];
  wire [1:0]  fine = too_low ? s_limit[1:0] : l_fine;
  wire        negative = s_sum[76] & ~s_to_int;

  wire [75:0] by_64 = l_group[4] ? {s_sum[11:0], 64'd0} : s_sum[75:0];
  wire [75:0] by_32 = l_group[3] ? {by_64[43:0], 32'd0} : by_64;
  wire [55:0] by_16 = l_group[2] ? by_32[59:4] : by_32[75:20];
  wire [39:0] by_8 = l_group[1] ? by_16[47:8] : by_16[55:16];
  wire [31:0] by_4 = l_group[0] ? by_8[35:4] : by_8[39:8];
  wire [28:0] by_2 = fine[1] ? by_4[29:1] : by_4[31:3];
  wire [25:0] by_1 = fine[0] ? by_2[27:2] : by_2[28:3];

  // Bits that no later step of the shift takes into the digits.
  wire        rest_16 = |by_32[3:0] | (|by_32[19:4] & ~l_group[2]);
  wire        rest_8 = |by_16[7:0] | (|by_16[15:8] & ~l_group[1]);
  wire        rest_4 = |by_8[3:0] | (|by_8[7:4] & ~l_group[0]);
  wire        rest_2 = by_4[0] | (|by_4[2:1] & ~fine[1]);
  wire        rest_1 = |by_2[1:0] | (by_2[2] & ~fine[0]);
  wire        rest = s_lost | rest_16 | rest_8 | rest_4 | rest_2 | rest_1;
  wire        below = by_1[0] | rest;

  assign z_high = s_to_int ? {s_sum[75:68], 1'b0} : exponent[8:0] & {9{~too_low & ~l_zero}};
  assign z_digits = by_1[25:2] ^ {24{negative}};
  assign z_half = by_1[1] ^ (negative & below);
  assign z_below = below;
  assign z_quarter = by_1[0] ^ (negative & rest);
  assign z_carry = negative & ~by_1[1] & ~below;
endmodule
`default_nettype wire
