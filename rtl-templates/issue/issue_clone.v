// issue_clone - executes clone: copies all registers of thread 0 to another thread of the warp
// SPDX-License-Identifier: Apache-2.0
//
// Each copy issues as a pseudo-instruction that reads a register of thread 0 and writes it in the
// other thread. A copy issues every second cycle at most, so that other warps issue meanwhile.
`default_nettype none
module ${prefix}_issue_clone #(
  parameter THREAD_BITS = ${thread_bits},  //% if many_threads
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                   clk,
  input  wire                   rst,
  // warp control
  input  wire                   c_clone_start,   // a clone acts
  input  wire [WARP_BITS-1:0]   c_clone_warp,    // warp of the clone
  input  wire [THREAD_BITS-1:0] c_clone_thread,  // thread to write  //% if many_threads
  // issue
  output wire                   busy,              // registers are being copied
  output wire                   ready,             // a copy may issue
  input  wire                   grant,             // a copy issues
  output wire [WARP_BITS-1:0]   warp,              // warp of the clone
  output wire [THREAD_BITS-1:0] thread,            // thread to write  //% if many_threads
  output wire [${reg_top}:0]             register  // register of the next copy
);
  reg                   clone_q;               // registers are being copied
  reg  [${reg_top}:0]            clone_reg_q;  // register of the next copy
  reg                   clone_turn_q;          // no copy issued in the last cycle
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
