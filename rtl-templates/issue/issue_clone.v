// issue_clone - a clone: one register per issue, thread 0 read, the named thread written
// SPDX-License-Identifier: Apache-2.0
//
// It shares the issue register with the other warps, every second cycle at most.
`default_nettype none
module ${prefix}_issue_clone #(
  parameter THREAD_BITS = ${thread_bits},  //% if many_threads
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                   clk,
  input  wire                   rst,
  // warp control
  input  wire                   c_clone_start,
  input  wire [WARP_BITS-1:0]   c_clone_warp,
  input  wire [THREAD_BITS-1:0] c_clone_thread,  //% if many_threads
  // issue
  output wire                   busy,
  output wire                   ready,
  input  wire                   grant,
  output wire [WARP_BITS-1:0]   warp,
  output wire [THREAD_BITS-1:0] thread,          //% if many_threads
  output wire [${reg_top}:0]             register
);
  reg                   clone_q;       // registers are being copied
  reg  [${reg_top}:0]            clone_reg_q;
  reg                   clone_turn_q;
  reg  [WARP_BITS-1:0]  clone_warp_q;
  reg  [THREAD_BITS-1:0] clone_thread_q;  //% if many_threads

  always @(posedge clk)
    if (rst) begin
      clone_q <= 1'b0;
      clone_turn_q <= 1'b0;
    end else begin
      clone_turn_q <= ~grant;
      if (c_clone_start)
        clone_q <= 1'b1;
      else if (grant & &clone_reg_q)
        clone_q <= 1'b0;
    end

  always @(posedge clk)
    if (c_clone_start) begin
      clone_warp_q <= c_clone_warp;
      clone_thread_q <= c_clone_thread;  //% if many_threads
      clone_reg_q <= ${reg_bits}'d1;
    end else if (grant)
      clone_reg_q <= clone_reg_q + ${reg_bits}'d1;

  assign busy = clone_q;
  assign ready = clone_q & clone_turn_q;
  assign warp = clone_warp_q;
  assign thread = clone_thread_q;  //% if many_threads
  assign register = clone_reg_q;
endmodule
`default_nettype wire
