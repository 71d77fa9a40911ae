// warp_end - ends a run after a failed access or a write of mexit, and holds its result
// SPDX-License-Identifier: Apache-2.0
//
// After either event nothing issues any more (c_stop). When the pipeline up to warp control is
// empty (i_drained), all warps halt: first for the failed access (stops), then for mexit (exits).
`default_nettype none
module ${prefix}_warp_end #(
  parameter WARP_BITS = ${warp_bits}
) (
  input  wire                 clk,
  input  wire                 rst,
  input  wire [39:0] congest,                           // {rate, seed}      //% if congest
  output wire [${stall_stop}:${stall_stop}] congested,  // a stall acts now  //% if congest
  // memory: an access has failed
  input  wire                 mem_error_valid,  // an access has failed
  input  wire [31:0]          mem_error_addr,   // address of the access
  input  wire                 any_error,        // a write of the second-level cache  //% if l2
  input  wire [31:0]          any_error_addr,   // address of the write               //% if l2
  // issue
  input  wire                 i_drained,  // pipeline up to warp control empty a cycle ago
  output wire                 c_stop,     // stop issuing
  // warp control: the instruction that acts
  input  wire                 c_exits,  // the instruction writes mexit
  input  wire                 c_halts,  // the instruction halts the warp
  input  wire [31:0]          c_code,   // exit code of either
  input  wire                 c_trap,   // the instruction traps
  input  wire [WARP_BITS-1:0] c_warp,   // warp of the instruction
  input  wire [31:2]          c_pc,     // pc of the instruction
  input  wire [4:0]           c_cause,  // trap cause
  input  wire [31:0]          c_tval,   // trap value
  output wire                 stops,    // all warps halt for a failed access
  output wire                 exits,    // all warps halt for mexit
  output wire [31:0]          error,    // address of the failed access  //% if trace_retire
//% if many_cores
  // the other cores
  output wire                 own_exit,  // mexit is written, first of all cores
  input  wire                 any_exit,  // own_exit of any core
//% end
  // host
  output wire [31:0]          exit_code,    // exit code of the run
  output wire                 fault_valid,  // a trap or a hardware error is held
  output wire [WARP_BITS-1:0] fault_warp,   // warp of the first trap
  output wire [31:0]          fault_pc,     // pc of the first trap
  output wire [31:0]          fault_cause,  // cause of the first trap
  output wire [31:0]          fault_tval    // trap value of the first trap
);
//% emit end_params
  reg         exiting_q;   // mexit was written
  reg         exited_q;    // the halt for mexit is done
  reg         stopping_q;  // an access has failed
  reg         stopped_q;   // the halt for that access is done
  reg  [31:0] error_q;     // address of the access
//% stall stop i_drained & ((stopping_q & ~stopped_q) | (exiting_q & ~exited_q))

  assign stops = stopping_q & i_drained & ~stopped_q${unless stall stop};
  assign exits = exiting_q & i_drained & ~exited_q & ~stops${unless stall stop};

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
      stopping_q <= stopping_q | mem_error_valid | any_error;  //% if l2
      stopping_q <= stopping_q | mem_error_valid;              //% else
      stopped_q <= stopped_q | stops;
    end

//% if l2
  always @(posedge clk)
    if ((mem_error_valid | any_error) & ~stopping_q)
      error_q <= mem_error_valid ? mem_error_addr : any_error_addr;
//% else
  always @(posedge clk)
    if (mem_error_valid & ~stopping_q)
      error_q <= mem_error_addr;
//% end

  assign c_stop = stopping_q | exiting_q;
  assign error = error_q;  //% if trace_retire

  // For the host: the exit code (of mexit, else of the last halt), and the first trap, unless mexit
  // was written before it.
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
