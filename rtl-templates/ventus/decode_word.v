// decode_word - decodes an instruction of Ventus into the control word, by a table
// SPDX-License-Identifier: Apache-2.0
//
// The highest bit of a register's number is 0 for x0 to x63 of the warp, which are kept in every
// lane, and 1 for v of each thread. An
// instruction without a register of threads acts in all threads, whatever the mask is, so that each
// lane has the same x; a scalar store acts in thread 0 alone.
`default_nettype none
module ${prefix}_decode_word #(
  parameter OP_BITS = ${op_bits},
  parameter CSR_BITS = ${csr_bits},
  parameter A_BITS = ${a_bits},
  parameter IMM_BITS = ${imm_bits}
) (
  input  wire [31:0]         insn,      // instruction, 0 if it was not fetched
  input  wire                fault,     // the fetch failed or left RAM
  input  wire [15:0]         prefix,    // of the instruction before: {immediate, rs2, rs1, rd}
  output wire [15:0]         next_prefix, // what the instruction is to the next one
  input  wire                follow,    // decode follows this branch or jal
//% if follows_returns
  input  wire                returns,   // decode follows this return
  input  wire [31:2]         return_pc, // to there
//% end
  input  wire [2:0]          frm,       // rounding mode of the warp  //% if floats
  output wire [31:0]         d_value,   // immediate, jump offset or the word
  output wire [A_BITS-1:0]   d_a,         // first operand: rs1, pc or immediate
  output wire [1:0]          d_b,         // second operand: rs2, shared or CSR
  output wire                d_link,      // the shared operand is the address behind it
  output wire                d_relative,  // a jump's offset counts from its own address
  output wire [${alu_top}:0]          d_alu,       // operation of the ALU
  output wire [OP_BITS-1:0]  d_op,        // operation of warp control
  output wire                d_predicted, // decode followed it
  output wire [${reg_top}:0]          d_rs1,       // first source register
  output wire [${reg_top}:0]          d_rs2,       // second source register
  output wire [${reg_top}:0]          d_rd,        // destination register
  output wire [${reg_top}:0]          d_rs3,       // third source register
  output wire                d_reads3,    // the third source register is read
  output wire [${reg_top}:0]          d_addend,    // register of the third operand
  output wire                d_masked,    // only threads act whose mask, bit 0 of v0, is set
  output wire                d_apart,     // the mask is not the third operand
  output wire                d_merges,    // bit 0 of the third operand picks a or b
  output wire                d_tests,     // the result is a condition
  output wire                d_inverts,   // the result is inverted
  output wire [2:0]          d_place,     // how a lane's address comes about, see lane_place
  output wire                d_sets,      // the instruction sets vl and vtype
  output wire                d_special,   // a special function  //% if has_sfu
//% if floats
  output wire [2:0]          d_rm,        // rounding mode, frm resolved
  output wire [4:0]          d_fop,       // floating-point operation
  output wire                d_unsigned_integer, // the integer of a conversion is unsigned
//% end
  output wire                d_reads1,    // rs1 is read
  output wire                d_reads2,    // rs2 is read
  output wire                d_writes,    // rd is written
  output wire [2:0]          d_unit,      // execution unit
  output wire                d_drain,     // waits until its warp has nothing in flight
  output wire                d_serial,    // issues into an empty pipeline
  output wire                d_holds,     // holds its warp until it acts
  output wire                d_joins,     // a join: it holds its warp only if it may pop
  output wire                d_bare,      // no result: retires with its control record
  output wire [1:0]          d_lanes,     // who acts: 0 the active threads, 1 all, 2 thread 0
  output wire [2:0]          d_funct3,    // size and sign, branch condition, or CSR operation
  output wire                d_store,     // of a memory instruction: 1 store
  output wire [6:0]          d_atomic,    // {operation, acquire, is atomic}
  output wire [CSR_BITS-1:0] d_csr_write  // number of the CSR to write
);
//% emit decode_params

  reg  [2:0]           unit;
  reg  [A_BITS-1:0]    a_sel;
  reg  [1:0]           b_sel;
  reg  [IMM_BITS-1:0]  imm_sel;
  reg  [${alu_top}:0]           alu;
  reg  [OP_BITS-1:0]   op;
  reg                  reads1;
  reg                  reads2;
  reg                  reads3;  // the third operand is read
  reg                  writes;
  reg                  drain;
  reg                  serial;
  reg                  csr;
  reg                  holds;
  reg                  bare;
  reg                  rounds;  // the instruction rounds by a mode  //% if floats
  reg  [2:0]           files;   // first, second operand and rd: v
  reg  [1:0]           order;   // operands: bits 15 and 20; 20 and 15; 15, 20 and 7; 15, 7 and 20
  reg  [1:0]           lanes;
  reg  [2:0]           uses;    // fields at bits 7, 15 and 20 are registers
  reg  [2:0]           vectors; // and which of them are v  //% if many_vregs
  reg  [1:0]           prefixes;  // regext, regexti
  reg                  masked;
  reg                  merges;
  reg                  tests;
  reg                  inverts;
  reg                  sets;    // vl and vtype
  reg  [2:0]           place;
  reg                  scalar3;  // the third operand is x, not v
  reg                  to_zero;  // rounds to zero  //% if floats
  reg                  special;  //% if has_sfu
  reg                  store;
  reg                  atomic;
  reg  [2:0]           funct3;
  reg  [4:0]           fop;     //% if floats
  reg                  csr_known;
  reg                  csr_writable;
  reg  [CSR_BITS-1:0]  csr_number;

  always @* begin
    {unit, a_sel, b_sel, imm_sel, alu, op}
      = {U_CONTROL, A_RS1, B_IMM, I_NONE, ALU_B, OP_ILLEGAL};
    {reads1, reads2, writes, drain, serial, csr, holds, bare} = 8'b00000011;
    {files, order, lanes, store, funct3} = {3'b000, 2'd0, 2'd1, 1'b0, insn[14:12]};
    {reads3, uses, prefixes, masked, merges, tests} = 9'd0;
    {inverts, sets, scalar3, place} = 6'd0;
    vectors = 3'd0;  //% if many_vregs
    atomic = 1'b0;
//% if floats
    {rounds, to_zero} = 2'b00;
    special = 1'b0;  //% if has_sfu
    fop = insn[4] ? insn[31:27] : {3'b011, insn[3:2]};
//% end
    (* parallel_case *)  // no two rows overlap: tests/ventus
    casez (insn)
//% emit decoder
      default: ;
    endcase
  end

  always @* begin
    {csr_known, csr_writable} = 2'b00;
    case (insn[31:20])
//% emit csr_decoder
      default: ;
    endcase
  end

  // setrpc writes rpc.
  wire sets_rpc = unit == U_CONTROL & op == OP_CSR;

  always @* begin
    csr_number = CSR_RPC;
    case (insn[31:20] | {12{sets_rpc}})
//% emit csr_numbers
      default: ;
    endcase
  end

  // Does a prefix lead to a register that is not there?
  wire [2:0] beyond_x = {|prefix[2:1], |prefix[5:4], |prefix[8:7]};
//% if many_vregs
  localparam [2:0] BEYOND = 3'd${vregs_beyond};
  wire [2:0] beyond_v = {|(prefix[2:0] & BEYOND), |(prefix[5:3] & BEYOND), |(prefix[8:6] & BEYOND)};
  wire       beyond = |(uses & ((vectors & beyond_v) | (~vectors & beyond_x)));
//% else
  wire       beyond = |(uses & beyond_x);
//% end

  // csrrw always writes, the others if their source field is not zero.
  wire csr_writes = csr & (insn[13:12] == 2'b01 | |insn[19:15]);
  wire csr_write = csr_writes & csr_writable & ~fault;
//% if floats
  // An instruction of threads has the mode in frm. Modes 5 and 6 are illegal, and 7 in frm.
  wire of_threads = ~|lanes;
  wire [2:0] mode = of_threads | &insn[14:12] ? frm : insn[14:12];
  wire bad_mode = rounds & mode[2] & |mode[1:0];
  wire waits = csr & (~|insn[31:22] | &insn[31:30]);  // a CSR instruction reads fcsr, vl or vtype
  wire bad = fault | (csr & ~csr_known) | (csr_writes & ~csr_writable) | beyond | bad_mode;
//% else
  wire waits = csr & &insn[31:30];  // a CSR instruction reads vl or vtype
  wire bad = fault | (csr & ~csr_known) | (csr_writes & ~csr_writable) | beyond;
//% end

  // Registers. A prefix adds three bits to each number.
  localparam BITS = ${vreg_bits};
  localparam [BITS:0] X0 = {BITS+1{1'b0}};
  localparam [BITS:0] V0 = {1'b1, {BITS{1'b0}}};
  wire [BITS-1:0] field7 = {prefix[0 +: BITS-5], insn[11:7]};
  wire [BITS-1:0] field15 = {prefix[3 +: BITS-5], insn[19:15]};
  wire [BITS-1:0] field20 = {prefix[6 +: BITS-5], insn[24:20]};
  wire            swaps = order == 2'd1;

  assign d_rs1 = {files[2], swaps ? field20 : field15};
  assign d_rs2 = csr_write ? X0 : {files[1], swaps ? field15 : order == 2'd3 ? field7 : field20};
  assign d_rd = {files[0], field7};
  // The third one is a mask in v0, an addend of threads, or that of a scalar. Beside an addend the
  // mask comes from elsewhere, when nothing that could write it is in flight.
  wire       apart = masked & reads3;

  assign d_rs3 = (masked & ~reads3) | merges ? V0
                 : ~order[1] ? {{BITS-4{1'b0}}, insn[31:27]}
                 : {~scalar3, order[0] ? field20 : field7};
  assign d_reads3 = (reads3 | masked | merges) & ~bad;
  assign d_addend = d_rs3;
  assign d_masked = masked & ~bad;
  assign d_apart = apart;
  assign d_merges = merges;
  assign d_tests = tests;
  assign d_inverts = inverts;
  assign d_sets = sets;
  assign d_place = place;
  assign next_prefix = prefixes[0] ? {7'd0, insn[28:20]}
                       : prefixes[1] ? {1'b1, insn[31:26], insn[25:23], 3'd0, insn[22:20]} : 16'd0;
//% if floats
  assign d_rm = to_zero ? 3'd1 : mode;
  assign d_fop = fop;
  assign d_special = special;  //% if has_sfu
  assign d_unsigned_integer = of_threads ? ~insn[15] : insn[20];
//% end
  assign d_reads1 = (reads1 | (csr_write & ~insn[14])) & ~bad;
  assign d_reads2 = reads2 & ~bad;
  assign d_writes = writes & ~bad & (|field7 | files[0]);
  assign d_unit = bad | csr_write ? U_CONTROL : unit;
  assign d_drain = (drain & ~fault) | csr_write | waits | apart;
  assign d_serial = serial & ~fault;
  assign d_holds = bad | csr_write | (holds & ~returns);  //% if follows_returns
  assign d_holds = bad | csr_write | holds;               //% else
  assign d_predicted = follow;
  assign d_joins = op == OP_JOIN & ~bad;
  assign d_bare = bad | ((csr_write | bare) & ~(writes & |field7));
  assign d_a = a_sel;
  assign d_b = bad ? B_IMM : b_sel;  // a trap's tval is the instruction
  assign d_csr_write = csr_number;
  assign d_alu = alu;
  assign d_op = fault ? OP_FETCH_FAULT : bad ? OP_ILLEGAL : csr_write ? OP_CSR : op;
  assign d_lanes = bad ? 2'd1 : lanes;

  // The value of the instruction: its immediate or the offset of a jump; of all others the word.
  reg  [31:0] value;

  always @*
    case (imm_sel)
      I_I, I_LINK: value = {{20{insn[31]}}, insn[31:20]};
      I_S: value = {{20{insn[31]}}, insn[31:25], insn[11:7]};
      I_U: value = {insn[31:12], 12'b0};
      I_JUMP: value = {{12{insn[31]}}, insn[19:12], insn[20], insn[30:21], 1'b0};
      I_BRANCH: value = {{20{insn[31]}}, insn[7], insn[30:25], insn[11:8], 1'b0};
      I_VI: value = prefix[15] ? {{21{prefix[14]}}, prefix[14:9], insn[19:15]}
                    : {{27{insn[19]}}, insn[19:15]};
      I_VU: value = {27'd0, insn[19:15]};
      I_ZERO: value = 32'd0;
      I_LOAD11: value = {{22{insn[30]}}, insn[29:20]};
      I_STORE11: value = {{22{insn[30]}}, insn[29:25], insn[11:7]};
      I_LANE: value = 32'hFFF00000;
      default: value = insn;
    endcase

//% if follows_returns
  assign d_value = bad ? insn : returns ? {return_pc, 2'b00} : value;
  assign d_link = (imm_sel == I_LINK & ~returns) | imm_sel == I_JUMP;
//% else
  assign d_value = bad ? insn : value;
  assign d_link = imm_sel == I_LINK | imm_sel == I_JUMP;
//% end
  assign d_relative = imm_sel != I_LINK & imm_sel != I_I;
  assign d_funct3 = funct3;
  assign d_store = store;
  assign d_atomic = {insn[31:26], atomic};
endmodule
`default_nettype wire
