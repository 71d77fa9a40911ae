// operand_lane - selects the operands of a lane
// SPDX-License-Identifier: Apache-2.0
//
// In the cycle after the register files were addressed. In the variant for core.deep
// (operand_lane_late) execute adds CSRs and the register of thread 0.
`default_nettype none
module ${prefix}_operand_lane (
  // choice of the operands
  input  wire        a_pc,        // the first operand is the pc
  input  wire [1:0]  b_sel,       // second operand: B_RS2, B_THREAD0, B_CSR, or else `imm`
  input  wire        per_thread,  // each lane adds the number of its thread to the CSR
  input  wire [31:0] pc,          // pc of the instruction
  input  wire [31:0] imm,         // immediate, link, or CSR
  input  wire [31:0] thread,      // number of the thread
  input  wire [31:0] thread0,     // first register of thread 0
  // register file, and forwarding
  input  wire [31:0] rf_a,    // first register, from the register file
  input  wire [31:0] rf_b,    // second register, from the register file
  input  wire        a_now,   // the first register is written now
  input  wire        a_last,  // the first register was written a cycle ago
  input  wire        b_now,   // the second register is written now
  input  wire        b_last,  // the second register was written a cycle ago
  input  wire [31:0] now,     // word that is written now
  input  wire [31:0] last,    // word that was written a cycle ago
  // execute, a cycle later
  output wire [31:0] a,  // first operand
  output wire [31:0] b   // second operand
);
//% emit lane_params
  wire [31:0] file_a = a_now ? now : a_last ? last : rf_a;
  wire [31:0] file_b = b_now ? now : b_last ? last : rf_b;
  reg  [31:0] chosen;

  always @*
    case (b_sel)
      B_RS2: chosen = file_b;
      B_THREAD0: chosen = thread0;
      default: chosen = imm | (thread & {32{per_thread}});
    endcase

  assign a = a_pc ? pc : file_a;
  assign b = chosen;
endmodule
`default_nettype wire
