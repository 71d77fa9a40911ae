// sfu_normal - normalises a factor: its first 26 bits from the leading 1 on
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 6   f_   leading zeros are counted and shifted out, by 32, 16 and 8
//         7   g_   the same, by 4, 2 and 1
//         8   h_   the factor
//
// Cycles are those of sfu_lane.
`default_nettype none
module ${prefix}_sfu_normal (
  input  wire        clk,
  input  wire [59:0] f_u,      // factor, not normalised
  input  wire        f_keeps,  // keep leading zeros as digits
  input  wire [9:0]  f_x,      // exponent
  // two cycles later
  output wire [25:0] h_factor,  // first 26 bits of the factor, two cycles later
  output wire [9:0]  h_x        // exponent less the number of zeros
);
  wire        up_32 = ~|f_u[59:28] & ~f_keeps;
  wire [59:0] by_32 = up_32 ? {f_u[27:0], 32'd0} : f_u;
  wire        up_16 = ~|by_32[59:44] & ~f_keeps;
  wire [59:0] by_16 = up_16 ? {by_32[43:0], 16'd0} : by_32;
  wire        up_8 = ~|by_16[59:52] & ~f_keeps;
  wire [32:0] by_8 = up_8 ? by_16[51:19] : by_16[59:27];
  wire        unused_16 = |by_16[18:0];
  reg  [32:0] g_u_q;
  reg  [9:0]  g_x_q;
  reg         g_keeps_q;

  always @(posedge clk) begin
    g_u_q <= by_8;
    g_x_q <= f_x - {4'd0, up_32, up_16, up_8, 3'd0};
    g_keeps_q <= f_keeps;
  end

  wire        up_4 = ~|g_u_q[32:29] & ~g_keeps_q;
  wire [28:0] by_4 = up_4 ? g_u_q[28:0] : g_u_q[32:4];
  wire        up_2 = ~|by_4[28:27] & ~g_keeps_q;
  wire [26:0] by_2 = up_2 ? by_4[26:0] : by_4[28:2];
  wire        up_1 = ~by_2[26] & ~g_keeps_q;
  reg  [25:0] h_factor_q;
  reg  [9:0]  h_x_q;

  always @(posedge clk) begin
    h_factor_q <= up_1 ? by_2[25:0] : by_2[26:1];
    h_x_q <= g_x_q - {7'd0, up_4, up_2, up_1};
  end

  assign h_factor = h_factor_q;
  assign h_x = h_x_q;
endmodule
`default_nettype wire
