// warp_go - who goes on, and where: in the cycle in which the instruction acts
// SPDX-License-Identifier: Apache-2.0
//
// Fed by warp_control, the barriers and the flushes of the caches. The other variant, for
// core.deep, says it a cycle later.
`default_nettype none
module ${prefix}_warp_go #(
  parameter WARPS = ${warps}
) (
  input  wire             clk,
  input  wire             rst,
  // warp control
  input  wire [WARPS-1:0] c_self,      // the warp of the instruction
  input  wire             c_jumps,     // it goes on elsewhere
  input  wire             c_halts,
  input  wire             c_lets_go,   // its warp may issue again
  input  wire             c_all_halt,
  input  wire [WARPS-1:0] c_started,   // a wspawn starts it ...
  input  wire             c_spawns,    // (what is in c_ is one)
  input  wire [31:2]      c_spawn_pc,  // ... here
  input  wire [WARPS-1:0] c_freed,     // a barrier opens for them
  input  wire [31:2]      c_next_pc,
  input  wire [WARPS-1:0] f_release,   // the caches have done its flush
  input  wire [31:2]      f_pc,
  // fetch and issue
  output wire [WARPS-1:0] flush,       // what these have fetched is dropped ...
  output wire [31:2]      flush_pc,    // ... and they go on here
  output wire [WARPS-1:0] release_warps
);
  // What a warp that halts leaves in its queues goes one cycle later: until then it does not issue,
  // since the warp is not active.
  reg [WARPS-1:0] dropped_q;

  always @(posedge clk)
    if (rst)
      dropped_q <= {WARPS{1'b0}};
    else
      dropped_q <= c_self & {WARPS{c_halts}};

  assign flush = (c_self & {WARPS{c_jumps}}) | dropped_q | c_started | f_release
                 | {WARPS{c_all_halt}};
  assign flush_pc = |f_release ? f_pc : c_spawns ? c_spawn_pc : c_next_pc;
  assign release_warps = (c_self & {WARPS{c_lets_go}}) | f_release | c_started | c_freed;
endmodule
`default_nettype wire
