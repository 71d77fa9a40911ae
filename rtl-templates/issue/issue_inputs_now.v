// issue_inputs - signals of writeback and warp control for issue, in the same cycle
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_issue_inputs #(
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
  wire unused = ^{clk, rst};

  assign was_active = c_active;  //% if policy == gto
  assign waiting = wb_waiting;
  assign late = wb_clear;
  assign late_warp = wb_clear_warp;
  assign late_rd = wb_clear_rd;
endmodule
`default_nettype wire
