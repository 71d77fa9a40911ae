// operand_lane - selects the operands of a lane
// SPDX-License-Identifier: Apache-2.0
//
// In the cycle after the register files were addressed. In the variant for core.deep
// (operand_lane_late) execute adds CSRs and the register of thread 0.
`default_nettype none
module ${prefix}_operand_lane (
  // which operands the instruction has
  input  wire        a_pc,        // a is the pc
  input  wire [1:0]  b_sel,
  input  wire        per_thread,  // the CSR is the thread's number, and what all share
  input  wire [31:0] pc,
  input  wire [31:0] shared,      // immediate, link, or CSR
  input  wire [31:0] thread,      // number of the thread
  input  wire [31:0] thread0,     // a of lane 0
  // the register files, and what is written now or was in the last cycle
  input  wire [31:0] rf_a,
  input  wire [31:0] rf_b,
  input  wire        a_now,
  input  wire        a_last,
  input  wire        b_now,
  input  wire        b_last,
  input  wire [31:0] now,
  input  wire [31:0] last,
  // execute, behind a register
  output wire [31:0] a,
  output wire [31:0] b
);
//% emit lane_params
  wire [31:0] file_a = a_now ? now : a_last ? last : rf_a;
  wire [31:0] file_b = b_now ? now : b_last ? last : rf_b;
  reg  [31:0] chosen;

  always @*
    case (b_sel)
      B_RS2: chosen = file_b;
      B_THREAD0: chosen = thread0;
      default: chosen = shared | (thread & {32{per_thread}});
    endcase

  assign a = a_pc ? pc : file_a;
  assign b = chosen;
endmodule
`default_nettype wire
