// fpu_norm - the sum shifted to the left, so that it begins in its first bit; its exponent
// SPDX-License-Identifier: Apache-2.0
//
// If the exponent came below that of subnormal numbers the sum is shifted by less: fpu_lead has
// stopped in the right group of four bits, and so only the last two bits of the shift change.
//
// Behind the 24 digits there are two more, next, and whether there is a one below, rest. If the sum
// is negative its magnitude is wanted, which is the inverse of all bits and 1 at the last of them.
// That comes up to the digits only where all below are zero (carry: 1 has to be added to them):
//
//   next rest   inverse, and 1      half  below half  quarter
//   0 0  0      0 0  0   carry      0     0           0
//   0 1  0      1 1  0              1     1           1
//   1 0  0      1 0  0              1     0           0
//   1 1  0      0 1  0              0     1           1
//   x y  1      ~x ~y  1            ~x    1           ~y
//
// z_high is what stands above the digits: the exponent less 1, or the upper bits of an integer.
`default_nettype none
module ${prefix}_fpu_norm (
  // sum
  input  wire [76:0] s_sum,
  input  wire        s_lost,
  input  wire [8:0]  s_limit,
  input  wire        s_to_int,
  // its beginning
  input  wire        l_zero,
  input  wire [4:0]  l_group,
  input  wire [1:0]  l_fine,
  // rounding
  output wire [8:0]  z_high,
  output wire [23:0] z_digits,
  output wire        z_half,
  output wire        z_below,    // what is less than half
  output wire        z_quarter,
  output wire        z_carry
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

  // What no step can bring back into the digits.
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
