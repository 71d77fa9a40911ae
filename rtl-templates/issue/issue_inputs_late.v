// issue_inputs - signals of writeback and warp control for issue, registered
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
//% ports issue_inputs_now
  reg  [WARPS-1:0]     active_q;  //% if policy == gto
  reg                  waiting_q;
  reg                  late_q;
  reg  [WARP_BITS-1:0] late_warp_q;
  reg  [${reg_top}:0]           late_rd_q;

  always @(posedge clk)
    if (rst) begin
      waiting_q <= 1'b0;
      late_q <= 1'b0;
    end else begin
      waiting_q <= wb_waiting;
      late_q <= wb_clear;
    end

  always @(posedge clk) begin
    late_warp_q <= wb_clear_warp;
    late_rd_q <= wb_clear_rd;
    active_q <= c_active;  //% if policy == gto
  end

  assign was_active = active_q;  //% if policy == gto
  assign waiting = waiting_q;
  assign late = late_q;
  assign late_warp = late_warp_q;
  assign late_rd = late_rd_q;
endmodule
`default_nettype wire
