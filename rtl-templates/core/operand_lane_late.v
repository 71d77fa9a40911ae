// operand_lane - selects the operands of a lane; execute adds CSRs and the register of thread 0
// SPDX-License-Identifier: Apache-2.0
//
// In the cycle after the register files were addressed. Their data pass one level of logic only.
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
  wire        file_a = ~a_pc & ~a_now & ~a_last;
  wire        file_b = b_sel == B_RS2 & ~b_now & ~b_last;
  wire [31:0] other_a = a_pc ? pc : a_now ? now : last;
  reg  [31:0] other_b;
  wire        unused_late = ^{per_thread, thread, thread0};

  always @*
    case (b_sel)
      B_RS2: other_b = b_now ? now : last & {32{b_last}};
      B_THREAD0, B_CSR: other_b = 32'd0;   // execute knows them
      default: other_b = shared;
    endcase

  assign a = rf_a & {32{file_a}} | other_a & {32{~file_a}};
  assign b = rf_b & {32{file_b}} | other_b;
endmodule
`default_nettype wire
