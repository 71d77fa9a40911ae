// issue_told - signals of writeback and warp control for issue, registered
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_issue_told #(
  parameter WARPS = ${warps},  //% if policy == gto
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // writeback
  input  wire                 wb_waiting,            // a result without a slot waits
  input  wire                 wb_clear,              // clear a scoreboard bit
  input  wire [WARP_BITS-1:0] wb_clear_warp,         // warp of the register
  input  wire [${reg_top}:0]           wb_clear_rd,  // number of the register
//% if policy == gto
  // warp control
  input  wire [WARPS-1:0]     c_active,    // per warp: active
  output wire [WARPS-1:0]     was_active,  // per warp: active, for the scheduler
//% end
  // issue
  output wire                 waiting,          // a result without a slot waits
  output wire                 late,             // clear a scoreboard bit
  output wire [WARP_BITS-1:0] late_warp,        // warp of the register
  output wire [${reg_top}:0]           late_rd  // number of the register
);
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
