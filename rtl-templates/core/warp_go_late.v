// warp_go - flushes and releases warps: here a cycle after the instruction acts, with p_squash
// SPDX-License-Identifier: Apache-2.0
//
// Its inputs are those of warp_control, the barriers and the cache flushes. A warp that is flushed
// does not issue in the cycle between, so p_squash covers all its instructions.
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
  // fetch and issue
  output wire [WARPS-1:0] flush,         // per warp: empty buffer and queue
  output wire [31:2]      flush_pc,      // pc at which a flushed warp continues
  output wire [WARPS-1:0] release_warps  // per warp: no longer held
);
  reg [WARPS-1:0] flush_q;
  reg [31:2]      flush_pc_q;
  reg [WARPS-1:0] release_q;

  always @(posedge clk)
    if (rst) begin
      flush_q <= {WARPS{1'b0}};
      release_q <= {WARPS{1'b0}};
    end else begin
      flush_q <= (c_self & {WARPS{c_jumps | c_halts}}) | c_started | f_release
                 | {WARPS{c_all_halt}};
      release_q <= (c_self & {WARPS{c_lets_go}}) | f_release | c_started | c_freed;
    end

  always @(posedge clk)
    flush_pc_q <= |f_release ? f_pc : c_spawns ? c_spawn_pc : c_next_pc;

  assign flush = flush_q;
  assign flush_pc = flush_pc_q;
  assign release_warps = release_q;
endmodule
`default_nettype wire
