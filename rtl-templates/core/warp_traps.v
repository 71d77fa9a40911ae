// warp_traps - finds whether the instruction in warp control traps: cause and trap value
// SPDX-License-Identifier: Apache-2.0
//
// The faults of loads and stores are found by the load/store unit (k_, see lsu_check).
`default_nettype none
module ${prefix}_warp_traps #(
  parameter WARPS = ${warps},
  parameter THREADS = ${threads},
  parameter BARRIERS = ${barriers}
) (
  // warp control: the instruction, if it lives
  input  wire        c_lives,
  input  wire        c_memory,
  input  wire [${op_bits}-1:0]  c_op,
  input  wire        c_jumps,       // to c_target, from a branch or jal
  input  wire        c_split_fits,
  input  wire        c_join_empty,  // the stack is so
  input  wire        c_all_active,  // no warp is left to start
  input  wire [31:2] c_pc,
  input  wire [31:0] c_target,
  input  wire [31:0] c_jalr_target,
  input  wire [31:0] c_insn,        // if it is illegal
  input  wire [31:0] c_a,           // the leader's operands
  input  wire [31:0] c_b,
  input  wire        c_large_a,     // above 63
  input  wire        c_large_b,
  // load/store unit
  input  wire [2:0]  k_cause,
  input  wire [31:0] k_tval,
  // what would trap, were it such an instruction
  input  wire        bad_jalr,  //% if deep
  output wire        bad_jalr,  //% else
  output wire        bad_tmc,
  output wire        bad_wspawn,
  output wire        bad_bar,
  output wire        bad_clone,
  // what does, memory instructions apart
  output reg         acts_badly,
  output reg  [4:0]  cause,         // of these, too
  output reg  [31:0] tval
);
//% emit trap_params
  // Operands that count something, where they are not large.
  localparam [5:0] WARPS_6 = WARPS;          // powers of two
  localparam [5:0] THREADS_6 = THREADS;
  localparam [5:0] BARRIERS_6 = BARRIERS;
  wire [5:0]  small_a = c_a[5:0];
  wire [5:0]  small_b = c_b[5:0];
  wire        no_barrier = c_large_a | |(small_a & ~(BARRIERS_6 - 6'd1));
  wire        too_many_warps = c_large_b | (|(small_b & ~(WARPS_6 - 6'd1)) & small_b != WARPS_6);
  wire        bad_jump = c_jumps & c_target[1];
  wire        bad_spawn = |c_a[1:0];

  assign bad_jalr = c_a[1] ^ c_target[1] ^ (c_a[0] & c_target[0]);  //% if not deep
  assign bad_clone = c_large_a | |(small_a & ~(THREADS_6 - 6'd1));
  assign bad_tmc = c_large_a | (bad_clone & small_a != THREADS_6);
  assign bad_wspawn = bad_spawn | c_all_active;
  assign bad_bar = no_barrier | too_many_warps;

  always @* begin
    {acts_badly, cause, tval} = {1'b0, 5'd0, 32'd0};
    if (c_lives & c_memory)
      {cause, tval} = {2'b00, k_cause, k_tval};
    else if (c_lives)
      case (c_op)
        OP_BRANCH, OP_JAL: {acts_badly, tval} = {bad_jump, c_target};
        OP_JALR: {acts_badly, tval} = {bad_jalr, c_jalr_target};
        OP_TMC: {acts_badly, cause, tval} = {bad_tmc, CAUSE_TMC, c_a};
        OP_WSPAWN: {acts_badly, cause, tval} = {bad_wspawn,
                                          bad_spawn ? CAUSE_MISALIGNED : CAUSE_WSPAWN, c_a};
        OP_SPLIT: {acts_badly, cause} = {~c_split_fits, CAUSE_SPLIT};
        OP_JOIN: {acts_badly, cause} = {c_join_empty, CAUSE_JOIN};
        OP_BAR: {acts_badly, cause, tval} = no_barrier ? {1'b1, CAUSE_BARRIER, c_a}
                                      : {too_many_warps, CAUSE_BARRIER_COUNT, c_b};
        OP_CLONE: {acts_badly, cause, tval} = {bad_clone, CAUSE_CLONE, c_a};
        OP_ECALL: {acts_badly, cause} = {1'b1, CAUSE_ECALL};
        OP_FETCH_FAULT: {acts_badly, cause, tval} = {1'b1, CAUSE_FETCH, c_pc, 2'b00};
        OP_ILLEGAL: {acts_badly, cause, tval} = {1'b1, CAUSE_ILLEGAL, c_insn};
        default: ;
      endcase
  end
endmodule
`default_nettype wire
