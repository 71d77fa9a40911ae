// warp_traps - finds whether the instruction of Ventus in warp control traps: cause and trap value
// SPDX-License-Identifier: Apache-2.0
//
// The faults of loads and stores are found by the load/store unit (k_, see lsu_check). A barrier or
// the end of a warp with inactive threads is an illegal instruction.
`default_nettype none
module ${prefix}_warp_traps #(
  parameter OP_BITS = ${op_bits}
) (
  // warp control: the instruction
  input  wire        c_lives,          // the instruction is not squashed
  input  wire        c_memory,         // the instruction is a load or store
  input  wire [OP_BITS-1:0] c_op,      // operation
  input  wire        c_jumps,          // a branch is taken, or a jal: to c_target
  input  wire        c_whole,          // all threads are active
  input  wire [31:2] c_pc,             // pc of the instruction
  input  wire [31:0] c_target,         // target of a branch or jal
  input  wire [31:0] c_jalr_target,    // target of jalr
  input  wire [31:0] c_insn,           // word of an illegal instruction, a barrier or an end
  // load/store unit
  input  wire [2:0]  k_cause,  // trap cause of the lowest faulting lane
  input  wire [31:0] k_tval,   // address of the lowest faulting lane
  output wire        bad_jalr,    // a jalr with these operands traps
  // the trap
  output reg         acts_badly,  // the instruction traps; 0 for loads and stores
  output reg  [4:0]  cause,       // trap cause, also of loads and stores
  output reg  [31:0] tval         // trap value
);
//% emit trap_params
  assign bad_jalr = c_jalr_target[1];

  always @* begin
    {acts_badly, cause, tval} = {1'b0, 5'd0, 32'd0};
    if (c_lives & c_memory)
      {cause, tval} = {2'b00, k_cause, k_tval};
    else if (c_lives)
      case (c_op)
        OP_BRANCH, OP_JAL, OP_SPLIT: {acts_badly, tval} = {c_jumps & c_target[1], c_target};
        OP_JALR: {acts_badly, tval} = {bad_jalr, c_jalr_target};
        OP_SYNC, OP_EBREAK: {acts_badly, cause, tval} = {~c_whole, CAUSE_ILLEGAL, c_insn};
        OP_FETCH_FAULT: {acts_badly, cause, tval} = {1'b1, CAUSE_FETCH, c_pc, 2'b00};
        OP_ILLEGAL: {acts_badly, cause, tval} = {1'b1, CAUSE_ILLEGAL, c_insn};
        default: ;
      endcase
  end
endmodule
`default_nettype wire
