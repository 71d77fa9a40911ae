// warp_end - how a run ends: failed accesses, writes of mexit, and what the host sees of it
// SPDX-License-Identifier: Apache-2.0
//
// A failed access stops the core as soon as nothing on its way can change a warp, and so does
// a write of mexit.
`default_nettype none
module ${prefix}_warp_end #(
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                            //% if congest
  output wire [${stall_stop}:${stall_stop}] congested,  //% if congest
  // memory: an access has failed
  input  wire                 mem_error_valid,
  input  wire [31:0]          mem_error_addr,
  // issue
  input  wire                 i_quiet,      // nothing is left up to warp control
  output wire                 c_stop,       // issue nothing more
  // warp control: the instruction that acts
  input  wire                 c_exits,      // writes mexit
  input  wire                 c_halts,      // its warp
  input  wire [31:0]          c_code,       // if it does one of both
  input  wire                 c_trap,
  input  wire [WARP_BITS-1:0] c_warp,
  input  wire [31:2]          c_pc,
  input  wire [4:0]           c_cause,
  input  wire [31:0]          c_tval,
  output wire                 stops,        // all warps halt, for the failed access
  output wire                 exits,        // and for mexit
  output wire [31:0]          error,        // its address  //% if trace_retire
//% if many_cores
  // the other cores
  output wire                 own_exit,     // mexit is written here, and counts
  input  wire                 any_exit,     // one of all cores says so
//% end
  // host
  output wire [31:0]          exit_code,
  output wire                 fault_valid,
  output wire [WARP_BITS-1:0] fault_warp,
  output wire [31:0]          fault_pc,
  output wire [31:0]          fault_cause,
  output wire [31:0]          fault_tval
);
//% emit end_params
  reg         exiting_q;
  reg         exited_q;
  reg         stopping_q;
  reg         stopped_q;
  reg  [31:0] error_q;
//% stall stop i_quiet & ((stopping_q & ~stopped_q) | (exiting_q & ~exited_q))

  assign stops = stopping_q & i_quiet & ~stopped_q${unless stall stop};
  assign exits = exiting_q & i_quiet & ~exited_q & ~stops${unless stall stop};

  always @(posedge clk)
    if (rst) begin
      exiting_q <= 1'b0;
      exited_q <= 1'b0;
      stopping_q <= 1'b0;
      stopped_q <= 1'b0;
    end else begin
      exiting_q <= exiting_q | any_exit;  //% if many_cores
      exiting_q <= exiting_q | c_exits;   //% else
      exited_q <= exited_q | exits;
      stopping_q <= stopping_q | mem_error_valid;
      stopped_q <= stopped_q | stops;
    end

  always @(posedge clk)
    if (mem_error_valid & ~stopping_q)
      error_q <= mem_error_addr;

  assign c_stop = stopping_q | exiting_q;
  assign error = error_q;  //% if trace_retire

  // For the host: the exit code written to mexit or of the last halt, the first trap before a write
  // of mexit.
  reg  [31:0]          exit_code_q;
  reg                  fault_q;
  reg  [WARP_BITS-1:0] fault_warp_q;
  reg  [31:2]          fault_pc_q;
  reg  [4:0]           fault_cause_q;
  reg  [31:0]          fault_tval_q;

  always @(posedge clk)
    if (rst)
      exit_code_q <= 32'd0;
    else if ((c_halts | c_exits) & ~exiting_q)
      exit_code_q <= c_code;

  always @(posedge clk)
    if (rst) begin
      fault_q <= 1'b0;
      fault_warp_q <= {WARP_BITS{1'b0}};
      fault_pc_q <= 30'd0;
      fault_cause_q <= 5'd0;
      fault_tval_q <= 32'd0;
    end else if (((c_trap & ~exiting_q) | stops) & ~fault_q) begin
      fault_q <= 1'b1;
      fault_warp_q <= c_warp & {WARP_BITS{~stops}};
      fault_pc_q <= c_pc & {30{~stops}};
      fault_cause_q <= stops ? CAUSE_HARDWARE : c_cause;
      fault_tval_q <= stops ? error_q : c_tval;
    end

  assign own_exit = c_exits & ~exiting_q;  //% if many_cores
  assign exit_code = exit_code_q;
  assign fault_valid = fault_q;
  assign fault_warp = fault_warp_q;
  assign fault_pc = {fault_pc_q, 2'b00};
  assign fault_cause = {27'd0, fault_cause_q};
  assign fault_tval = fault_tval_q;
endmodule
`default_nettype wire
