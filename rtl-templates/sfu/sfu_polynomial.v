// sfu_polynomial - value of a table at an argument: c0 + (c1 + c2 d) d, 1 being 2^28
// SPDX-License-Identifier: Apache-2.0
//
//   cycle 6    f_   the row of the table is addressed
//         7    g_   c1 + c2 d is the slope
//         8    h_   the slope is multiplied by d
//         9    i_   c0 is added
//         10   j_   the value
//
// Cycles are those of sfu_lane.
`default_nettype none
module ${prefix}_sfu_polynomial (
  input  wire        clk,
  input  wire [2:0]  f_table,  // number of the table
  input  wire [24:0] f_v,      // argument: {row, d + 2^17}
  // four cycles later
  output wire [28:0] j_value  // value, four cycles later
);
  wire [28:0] c0;
  wire [23:0] c1;
  wire [13:0] c2;

  ${prefix}_sfu_rows u_rows (
    .place({f_table, f_v[24:18]}),
//% connect sfu_rows
  );

  // Slope.
  reg  [17:0] g_d_q;   // with a sign
  wire [27:0] square = {{14{c2[13]}}, c2} * {{14{g_d_q[17]}}, g_d_q[17:4]};
  wire        unused_square = |square[10:0];
  reg  [17:0] h_d_q;
  reg  [23:0] h_p_q;
  reg  [28:0] h_c0_q;

  always @(posedge clk) begin
    g_d_q <= {~f_v[17], f_v[16:0]};
    h_d_q <= g_d_q;
    h_p_q <= c1 + {{7{square[27]}}, square[27:11]};
    h_c0_q <= c0;
  end

  // Product and sum.
  reg  [41:0] i_product_q;
  reg  [28:0] i_c0_q;
  reg  [28:0] j_value_q;
  wire        unused_product = |i_product_q[18:0];

  always @(posedge clk) begin
    i_product_q <= {{18{h_p_q[23]}}, h_p_q} * {{24{h_d_q[17]}}, h_d_q};
    i_c0_q <= h_c0_q;
    j_value_q <= i_c0_q + {{6{i_product_q[41]}}, i_product_q[41:19]};
  end

  assign j_value = j_value_q;
endmodule
`default_nettype wire
