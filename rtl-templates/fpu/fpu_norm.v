// fpu_norm - the sum shifted to the left, so that it begins in its first bit; its exponent
// SPDX-License-Identifier: Apache-2.0
//
// Four bits at a time as fpu_lead has found, then as many as the first four bits show. Of what is
// no digit of the result two bits are left, and whether there is a one below them. z_high is what
// stands above the 24 digits: the exponent less 1, or the upper bits of an integer.
`default_nettype none
module ${prefix}_fpu_norm (
  // sum
  input  wire [75:0] s_sum,
  input  wire        s_lost,
  input  wire [8:0]  s_limit,
  input  wire        s_to_int,
  // first group
  input  wire        l_negative,
  input  wire        l_zero,
  input  wire [4:0]  l_group,
  input  wire [1:0]  l_cap,
  // rounding
  output wire [8:0]  z_high,
  output wire [23:0] z_digits,
  output wire [1:0]  z_next,
  output wire        z_sticky
);
  wire [75:0] by_64 = l_group[4] ? {s_sum[11:0], 64'd0} : s_sum;
  wire [75:0] by_32 = l_group[3] ? {by_64[43:0], 32'd0} : by_64;
  wire [55:0] by_16 = l_group[2] ? by_32[59:4] : by_32[75:20];
  wire [39:0] by_8 = l_group[1] ? by_16[47:8] : by_16[55:16];
  wire [31:0] by_4 = l_group[0] ? by_8[35:4] : by_8[39:8];

  wire [2:0]  first = by_4[31:29] ^ {3{l_negative}};
  wire [1:0]  zeros = first[2] ? 2'd0 : first[1] ? 2'd1 : first[0] ? 2'd2 : 2'd3;
  wire [1:0]  fine = zeros < l_cap ? zeros : l_cap;
  wire [28:0] by_2 = fine[1] ? by_4[29:1] : by_4[31:3];
  wire [25:0] by_1 = fine[0] ? by_2[27:2] : by_2[28:3];

  // What no step can bring back into the digits.
  wire        rest_16 = |by_32[3:0] | (|by_32[19:4] & ~l_group[2]);
  wire        rest_8 = |by_16[7:0] | (|by_16[15:8] & ~l_group[1]);
  wire        rest_4 = |by_8[3:0] | (|by_8[7:4] & ~l_group[0]);
  wire        rest_2 = by_4[0] | (|by_4[2:1] & ~fine[1]);
  wire        rest_1 = |by_2[1:0] | (by_2[2] & ~fine[0]);

  wire [8:0]  coarse = s_limit - {2'b00, l_group, 2'b00};
  wire [8:0]  exponent = (coarse - {7'd0, fine}) & {9{~l_zero}};

  assign z_high = s_to_int ? {s_sum[75:68], 1'b0} : exponent;
  assign z_digits = by_1[25:2];
  assign z_next = by_1[1:0];
  assign z_sticky = s_lost | rest_16 | rest_8 | rest_4 | rest_2 | rest_1;
endmodule
`default_nettype wire
