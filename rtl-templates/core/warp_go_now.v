// warp_go - flushes and releases warps: here in the cycle in which the instruction acts
// SPDX-License-Identifier: Apache-2.0
//
// Its inputs are those of warp_control, the barriers and the cache flushes. The variant for
// core.deep (warp_go_late) does so a cycle later.
`default_nettype none
module ${prefix}_warp_go #(
  parameter WARPS = ${warps}
) (
  input  wire             clk,
  input  wire             rst,
  // warp control
  input  wire [WARPS-1:0] c_self,      // one-hot warp of the instruction
  input  wire             c_jumps,     // the warp continues elsewhere
  input  wire             c_halts,     // the warp halts
  input  wire             c_lets_go,   // the warp is no longer held
  input  wire             c_all_halt,  // all warps halt
  input  wire [WARPS-1:0] c_started,   // one-hot warp that wspawn starts
  input  wire             c_spawns,    // the instruction is a wspawn
  input  wire [31:2]      c_spawn_pc,  // pc of the warp in c_started
  input  wire [WARPS-1:0] c_freed,     // per warp: freed from a barrier
  input  wire [31:2]      c_next_pc,   // pc at which the warp continues
  input  wire [WARPS-1:0] f_release,   // one-hot warp whose cache flush is complete
  input  wire [31:2]      f_pc,        // pc of the warp in f_release
//% if dispatch
  // blocks: their warps are in c_started, too
  input  wire             start,     // a warp of a block starts
  input  wire [31:2]      start_pc,  // where it begins
  input  wire [WARPS-1:0] c_killed,  // per warp: halts, since its launch is cut
//% end
  // fetch and issue
  output wire [WARPS-1:0] flush,         // per warp: empty buffer and queue
  output wire [31:2]      flush_pc,      // pc at which a flushed warp continues
  output wire [WARPS-1:0] release_warps  // per warp: no longer held
);
  // A warp that halts is flushed a cycle later. It does not issue until then: it is not active.
  reg [WARPS-1:0] halted_q;

  always @(posedge clk)
    if (rst)
      halted_q <= {WARPS{1'b0}};
    else
      halted_q <= (c_self & {WARPS{c_halts}}) | c_killed;  //% if dispatch
      halted_q <= c_self & {WARPS{c_halts}};               //% else

  assign flush = (c_self & {WARPS{c_jumps}}) | halted_q | c_started | f_release
                 | {WARPS{c_all_halt}};
//% if dispatch
  assign flush_pc = start ? start_pc : |f_release ? f_pc : c_spawns ? c_spawn_pc : c_next_pc;
//% else
  assign flush_pc = |f_release ? f_pc : c_spawns ? c_spawn_pc : c_next_pc;
//% end
  assign release_warps = (c_self & {WARPS{c_lets_go}}) | f_release | c_started | c_freed;
endmodule
`default_nettype wire
