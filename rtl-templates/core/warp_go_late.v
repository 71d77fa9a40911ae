// warp_go - flushes and releases warps: here a cycle after the instruction acts, with p_squash
// SPDX-License-Identifier: Apache-2.0
//
// Its inputs are those of warp_control, the barriers and the cache flushes. A warp that is flushed
// does not issue in the cycle between, so p_squash covers all its instructions.
`default_nettype none
//% ports warp_go_now
  reg [WARPS-1:0] flush_q;
  reg [31:2]      flush_pc_q;
  reg [WARPS-1:0] release_q;

  always @(posedge clk)
    if (rst) begin
      flush_q <= {WARPS{1'b0}};
      release_q <= {WARPS{1'b0}};
    end else begin
      flush_q <= (c_self & {WARPS{c_jumps | c_halts}}) | c_started | f_release
                 | c_killed  //% if dispatch
                 | {WARPS{c_all_halt}};
      release_q <= (c_self & {WARPS{c_lets_go}}) | f_release | c_started | c_freed;
    end

  always @(posedge clk)
//% if dispatch
    flush_pc_q <= start ? start_pc : |f_release ? f_pc : c_spawns ? c_spawn_pc : c_next_pc;
//% else
    flush_pc_q <= |f_release ? f_pc : c_spawns ? c_spawn_pc : c_next_pc;
//% end

  assign flush = flush_q;
  assign flush_pc = flush_pc_q;
  assign release_warps = release_q;
endmodule
`default_nettype wire
