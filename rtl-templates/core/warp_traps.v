// warp_traps - finds whether the instruction in warp control traps: cause and trap value
// SPDX-License-Identifier: Apache-2.0
//
// The faults of loads and stores are found by the load/store unit (k_, see lsu_check).
`default_nettype none
module ${prefix}_warp_traps #(
  parameter WARPS = ${warps},
  parameter THREADS = ${threads},
  parameter BARRIERS = ${barriers},    //% if not dispatch
  parameter BARS_BITS = ${bars_bits},  //% if dispatch
  parameter OP_BITS = ${op_bits}
) (
  // warp control: the instruction
  input  wire        c_lives,          // the instruction is not squashed
  input  wire        c_memory,         // the instruction is a load or store
  input  wire [OP_BITS-1:0] c_op,      // operation
  input  wire        c_jumps,          // a branch is taken, or a jal: to c_target
  input  wire        c_split_fits,     // the stack has room for the entries of a split
  input  wire        c_join_empty,     // the stack is empty
  input  wire        c_all_active,     // no warp is left to start
  input  wire [31:2] c_pc,             // pc of the instruction
  input  wire [31:0] c_target,         // target of a branch or jal; of jalr the offset
  input  wire [31:0] c_jalr_target,    // target of jalr
  input  wire [31:0] c_insn,           // word of an illegal instruction
  input  wire [31:0] c_a,              // first operand of the leader
  input  wire [31:0] c_b,              // second operand of the leader
  input  wire        c_large_a,        // c_a is above 63
  input  wire        c_large_b,        // c_b is above 63
//% if dispatch
  // the warp's block
  input  wire [BARS_BITS-1:0] c_barriers,  // barriers that it has
  input  wire        c_whole,          // the block has the whole core
  input  wire        c_twice,          // the warp has arrived in this phase
  input  wire        c_tick,           // a write of mtick by it is illegal  //% if timer
//% end
  // load/store unit
  input  wire [2:0]  k_cause,  // trap cause of the lowest faulting lane
  input  wire [31:0] k_tval,   // address of the lowest faulting lane
  // operands that trap, if the instruction is of that kind
  input  wire        bad_jalr,    // a jalr with these operands traps  //% if deep
  output wire        bad_jalr,    // a jalr with these operands traps  //% else
  output wire        bad_tmc,     // a tmc with these operands traps
  output wire        bad_wspawn,  // a wspawn with these operands traps
  output wire        bad_bar,     // a bar with these operands traps
  output wire        bad_clone,   // a clone with these operands traps
  // the trap
  output reg         acts_badly,  // the instruction traps; 0 for loads and stores
  output reg  [4:0]  cause,       // trap cause, also of loads and stores
  output reg  [31:0] tval         // trap value
);
//% emit trap_params
  // The low bits of operands that count warps, threads or barriers.
  localparam [5:0] WARPS_6 = WARPS;          // powers of two
  localparam [5:0] THREADS_6 = THREADS;
  localparam [5:0] BARRIERS_6 = BARRIERS;  //% if not dispatch
  wire [5:0]  small_a = c_a[5:0];
  wire [5:0]  small_b = c_b[5:0];
//% if dispatch
  wire        no_barrier = c_large_a | small_a >= {{6-BARS_BITS{1'b0}}, c_barriers};
//% else
  wire        no_barrier = c_large_a | |(small_a & ~(BARRIERS_6 - 6'd1));
//% end
  wire        too_many_warps = c_large_b | (|(small_b & ~(WARPS_6 - 6'd1)) & small_b != WARPS_6);
  wire        bad_jump = c_jumps & c_target[1];
  wire        bad_spawn = |c_a[1:0];

  assign bad_jalr = c_a[1] ^ c_target[1] ^ (c_a[0] & c_target[0]);  //% if not deep
  assign bad_clone = c_large_a | |(small_a & ~(THREADS_6 - 6'd1));
  assign bad_tmc = c_large_a | (bad_clone & small_a != THREADS_6);
  assign bad_wspawn = bad_spawn | c_all_active | ~c_whole;  //% if dispatch
  assign bad_wspawn = bad_spawn | c_all_active;             //% else
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
        OP_SYNC, OP_ARRIVE: {acts_badly, cause} = {c_twice, CAUSE_TWICE};   //% if dispatch
        OP_CSR: {acts_badly, cause, tval} = {c_tick, CAUSE_ILLEGAL, c_insn};  //% if blocks_tick
        OP_CLONE: {acts_badly, cause, tval} = {bad_clone, CAUSE_CLONE, c_a};
        OP_ECALL: {acts_badly, cause} = {1'b1, CAUSE_ECALL};
        OP_FETCH_FAULT: {acts_badly, cause, tval} = {1'b1, CAUSE_FETCH, c_pc, 2'b00};
        OP_ILLEGAL: {acts_badly, cause, tval} = {1'b1, CAUSE_ILLEGAL, c_insn};
        default: ;
      endcase
  end
endmodule
`default_nettype wire
