// issue_told - what writeback and warp control tell issue
// SPDX-License-Identifier: Apache-2.0
`default_nettype none
module ${prefix}_issue_told #(
  parameter WARPS = ${warps},  //% if policy == gto
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  // writeback
  input  wire                 wb_waiting,
  input  wire                 wb_clear,
  input  wire [WARP_BITS-1:0] wb_clear_warp,
  input  wire [${reg_top}:0]           wb_clear_rd,
//% if policy == gto
  // warp control
  input  wire [WARPS-1:0]     c_active,
  output wire [WARPS-1:0]     was_active,
//% end
  // issue
  output wire                 waiting,      // a result that has no slot waits for one
  output wire                 late,         // a result has been written that was waited for
  output wire [WARP_BITS-1:0] late_warp,
  output wire [${reg_top}:0]           late_rd
);
  wire unused = ^{clk, rst};

  assign was_active = c_active;  //% if policy == gto
  assign waiting = wb_waiting;
  assign late = wb_clear;
  assign late_warp = wb_clear_warp;
  assign late_rd = wb_clear_rd;
endmodule
`default_nettype wire
