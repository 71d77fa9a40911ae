// decode - every word of 32 bits is decoded as the manuals and the tables of isa/ have it
// SPDX-License-Identifier: Apache-2.0
//
// What is legal is compared with the rows of isa/insns.def and isa/csrs.def (isa.awk), what a legal
// instruction does with a reading of the RISC-V manual and doc/machine.md by opcode, funct3 and
// funct7; neither has anything in common with gen/, whose tables the decoder comes from. The
// immediate and the offset are those that the operand stage makes of the control word. Fields that
// nothing looks at in an instruction are free.
`define WARPS `decode_WARPS
`define WARP_BITS `decode_WARP_BITS
`define ALU_TOP 3
`ifdef ZBB
`undef ALU_TOP
`define ALU_TOP 4
`endif
`ifdef ZICOND
`undef ALU_TOP
`define ALU_TOP 4
`endif
module decode (
  input wire                  clk,
  input wire [`WARPS-1:0]     f_valid,
  input wire [31:0]           f_insn,
  input wire                  f_error,
  input wire [`WARPS-1:0]     c_active,
  input wire [`WARPS-1:0]     c_flush,
  input wire [31:2]           c_flush_pc,
  input wire [`WARPS-1:0]     i_issued
`ifdef ZFINX
  , input wire [`WARPS*3-1:0] frm
`endif
);
  reg init = 1'b1;
  reg ok_q;                   // an instruction was taken and has come without error
  reg [31:0] taken_q;         // this one

  wire [`WARPS-1:0]     d_take;
  //@ outside = u.outside
  wire [`WARPS-1:0]     outside;
  wire [`WARPS-1:0]     d_redirect;
  wire [31:`decode_BLOCK_BITS] d_redirect_pc;
  wire                  d_valid;
  wire [`WARP_BITS-1:0] d_warp;
  wire [31:2]           d_pc;
  //@ d_insn = u.insn
  wire [31:0]           d_insn;
  wire [31:0]           d_value;
  wire [4:0]            d_rs1;
  wire [4:0]            d_rs2;
  wire [4:0]            d_rd;
  wire                  d_reads1;
  wire                  d_reads2;
  wire                  d_writes;
  wire [2:0]            d_unit;
  wire                  d_drain;
  wire                  d_serial;
  wire                  d_holds;
  wire                  d_predicted;
  wire                  d_bare;
  wire                  d_a;
  wire [1:0]            d_b;
  wire                  d_link;
  wire                  d_relative;
  wire [`ALU_TOP:0]     d_alu;
  wire [3:0]            d_op;
`ifdef ZFINX
  wire [4:0]            d_rs3;
  wire                  d_reads3;
  wire [2:0]            d_rm;
  wire [3:0]            d_csr_write;
`endif

  ww_decode u (
    .clk(clk), .rst(init), .cleared(~init), .f_valid(f_valid), .f_insn(f_insn), .f_error(f_error),
    .d_take(d_take), .d_redirect(d_redirect), .d_redirect_pc(d_redirect_pc),
    .c_active(c_active), .c_flush(c_flush), .c_flush_pc(c_flush_pc), .i_issued(i_issued),
    .d_valid(d_valid), .d_warp(d_warp), .d_pc(d_pc), .d_value(d_value), .d_rs1(d_rs1),
    .d_rs2(d_rs2), .d_rd(d_rd), .d_reads1(d_reads1), .d_reads2(d_reads2), .d_writes(d_writes),
    .d_unit(d_unit), .d_drain(d_drain), .d_serial(d_serial), .d_holds(d_holds),
    .d_predicted(d_predicted), .d_bare(d_bare), .d_a(d_a), .d_b(d_b), .d_link(d_link),
    .d_relative(d_relative),
    .d_alu(d_alu), .d_op(d_op)
`ifdef ZFINX
    , .frm(frm), .d_rs3(d_rs3), .d_reads3(d_reads3), .d_rm(d_rm), .d_csr_write(d_csr_write)
`endif
  );

  // The operand stage, as if the instruction issued at once. What it makes of the immediate arrives
  // two cycles later.
  //@ imm = o.imm
  //@ offset = o.o_offset_q
  wire [31:0] imm;
  wire [31:0] offset;
  wire [31:0] x_imm;
  wire [31:0] x_target;

  ww_operands o (
    .clk(clk), .rst(init), .i_valid(d_valid), .i_pc(d_pc), .i_value(d_value),
    .i_link(d_link), .i_relative(d_relative),
    .i_b(d_b), .i_unit(d_unit), .i_op(d_op), .x_imm(x_imm), .x_target(x_target)
  );

  always @(posedge clk) begin
    init <= 1'b0;
    taken_q <= f_insn;
    ok_q <= ~init & |(d_take & ~outside) & ~f_error;
  end

  // What was decoded, and the fields of the formats (volume I, 2.2 and 2.3).
  wire [31:0] word = d_insn;
  wire [6:0]  opcode = word[6:0];
  wire [4:0]  rd = word[11:7];
  wire [2:0]  funct3 = word[14:12];
  wire [4:0]  rs1 = word[19:15];
  wire [4:0]  rs2 = word[24:20];
  wire [6:0]  funct7 = word[31:25];
  wire [11:0] csr = word[31:20];
  wire [31:0] imm_i = {{21{word[31]}}, word[30:25], word[24:21], word[20]};
  wire [31:0] imm_s = {{21{word[31]}}, word[30:25], word[11:8], word[7]};
  wire [31:0] imm_b = {{20{word[31]}}, word[7], word[30:25], word[11:8], 1'b0};
  wire [31:0] imm_u = {word[31], word[30:20], word[19:12], 12'd0};
  wire [31:0] imm_j = {{12{word[31]}}, word[19:12], word[20], word[30:25], word[24:21], 1'b0};

  // Opcodes (table "RISC-V base opcode map").
  wire is_load = opcode == 7'h03;
  wire is_misc_mem = opcode == 7'h0F;
  wire is_op_imm = opcode == 7'h13;
  wire is_auipc = opcode == 7'h17;
  wire is_store = opcode == 7'h23;
  wire is_op = opcode == 7'h33;
  wire is_lui = opcode == 7'h37;
  wire is_branch = opcode == 7'h63;
  wire is_jalr = opcode == 7'h67;
  wire is_jal = opcode == 7'h6F;
  wire is_system = opcode == 7'h73;
  wire is_vote = opcode == 7'h0B & funct7 == 7'd1;
  wire is_shfl = is_vote & funct3[2];
  wire is_simt = opcode == 7'h0B & ~is_vote;
  wire is_muldiv = is_op & funct7 == 7'd1;
  wire is_zext_h = is_op & funct7 == 7'h04;
  wire is_unary = is_zext_h | (is_op_imm & ((funct3 == 3'd1 & funct7 == 7'h30)
                  | (funct3 == 3'd5 & (csr == 12'h287 | csr == 12'h698))));
  wire is_ecall = word == 32'h00000073;
  wire is_ebreak = word == 32'h00100073;
  wire is_mret = word == 32'h30200073;
  wire is_fence = is_misc_mem & funct3 == 3'd0;
  wire is_fence_i = is_misc_mem & funct3 == 3'd1;
  wire is_csr = is_system & funct3[1:0] != 2'd0;
  wire is_tmc = is_simt & funct3 == 3'd0;
  wire is_wspawn = is_simt & funct3 == 3'd1;
  wire is_split = is_simt & funct3 == 3'd2;
  wire is_join = is_simt & funct3 == 3'd3;
  wire is_bar = is_simt & funct3 == 3'd4;
  wire is_clone = is_simt & funct3 == 3'd6;

  // Floating point: OP-FP, and the four opcodes of fused multiply-add, which have a third register.
  // A mode of 7 is that of frm; there are five. What moves, compares or classifies has none.
  wire is_fused = opcode == 7'h43 | opcode == 7'h47 | opcode == 7'h4B | opcode == 7'h4F;
  wire is_op_fp = opcode == 7'h53;
  wire is_float = is_fused | is_op_fp;
  wire is_fsqrt = is_op_fp & funct7 == 7'h2C;
  wire is_fdiv = is_op_fp & funct7 == 7'h0C;
  wire is_fcvt = is_op_fp & (funct7 == 7'h60 | funct7 == 7'h68);
  wire is_fclass = is_op_fp & funct7 == 7'h70;
  wire has_mode = is_fused | is_fsqrt | is_fdiv | is_fcvt
                  | (is_op_fp & (funct7 == 7'h00 | funct7 == 7'h04 | funct7 == 7'h08));
`ifdef ZFINX
  wire       has_f = 1'b1;
  wire [2:0] rm = funct3 == 3'd7 ? frm >> (3 * d_warp) : funct3;
`else
  wire       has_f = 1'b0;
  wire [2:0] rm = funct3;
`endif

  // CSRs: csrrw(i) writes always, the others unless rs1 or uimm is zero (Zicsr). The upper two bits
  // of an address tell what can never be written; of the rest these can.
  wire csr_writes = is_csr & (funct3[1:0] == 2'd1 | rs1 != 5'd0);
`ifdef ZFINX
  wire is_fcsr = is_csr & `isa_fcsr(csr);
`else
  wire is_fcsr = 1'b0;
`endif
  wire csr_writable = is_fcsr | csr == 12'h7C0 | csr == 12'h7C1 | csr == 12'h7C2 | csr == 12'h300
                      | csr == 12'h305 | csr == 12'h341;

`ifdef NO_M
  wire has_m = 1'b0;
`else
  wire has_m = 1'b1;
`endif
`ifdef TIMER
  wire has_timer = 1'b1;
`else
  wire has_timer = 1'b0;
`endif
`ifdef ZBA
  wire has_zba = 1'b1;
`else
  wire has_zba = 1'b0;
`endif
`ifdef ZBB
  wire has_zbb = 1'b1;
`else
  wire has_zbb = 1'b0;
`endif
`ifdef ZICOND
  wire has_zicond = 1'b1;
`else
  wire has_zicond = 1'b0;
`endif
`ifdef VOTE
  wire has_vote = 1'b1;
`else
  wire has_vote = 1'b0;
`endif
`ifdef SHFL
  wire has_shfl = 1'b1;
`else
  wire has_shfl = 1'b0;
`endif
  wire listed = `isa_I(word) | `isa_ZIFENCEI(word) | `isa_SIMT(word) | (`isa_M(word) & has_m)
                | (`isa_ZBA(word) & has_zba) | (`isa_ZBB(word) & has_zbb)
                | (`isa_ZICOND(word) & has_zicond)
                | (`isa_VOTE(word) & has_vote) | (`isa_SHFL(word) & has_shfl)
                | (`isa_MACHINE(word) & has_timer)
                | (`isa_F(word) & has_f & (~has_mode | rm < 3'd5))
                | (`isa_ZICSR(word) & (`isa_csr(csr) | is_fcsr) & (~csr_writes | csr_writable));
  wire counter = ((csr & 12'hF60) == 12'hB00 | (csr & 12'hF60) == 12'hC00) & csr[4:0] >= 5'd3;

  // What it does.
  wire computes = is_lui | is_auipc | is_op_imm | (is_op & ~is_muldiv) | (is_csr & ~csr_writes)
                  | is_vote;
  wire jumps = is_branch | is_jal;
  wire controls = ~computes & ~is_load & ~is_store & ~is_muldiv & ~is_float;
  wire reads1 = is_jalr | is_branch | is_load | is_store | is_op_imm | is_op | is_ebreak
                | (csr_writes & ~funct3[2]) | (is_simt & ~is_join) | is_vote | is_float;
  wire reads2 = is_branch | is_store | (is_op & ~is_zext_h) | is_tmc | is_wspawn | is_bar
                | is_shfl | (is_float & ~is_fsqrt & ~is_fcvt & ~is_fclass);
  wire writes = is_lui | is_auipc | is_jal | is_jalr | is_load | is_op_imm | is_op | is_csr
                | is_wspawn | is_vote | is_float;
  // The exit code of a halt is x10.
  wire [4:0] first = is_ebreak ? 5'd10 : rs1;
  wire [4:0] second = is_tmc ? 5'd10 : rs2;
  wire       waits = is_misc_mem | is_ebreak | csr_writes | is_fcsr
                     | (is_simt & ~is_split & ~is_join);
  reg  [2:0] unit;
  reg  [`ALU_TOP:0] alu;
  reg  [3:0] op;

  always @* begin
    unit = `decode_U_CONTROL;
    if (computes)
      unit = `decode_U_ALU;
    if (is_load | is_store)
      unit = `decode_U_MEMORY;
`ifdef decode_U_DIVIDE
    if (is_muldiv)
      unit = `decode_U_DIVIDE;
`endif
`ifdef decode_U_MULTIPLY
    if (is_muldiv & ~funct3[2])
      unit = `decode_U_MULTIPLY;
`endif
`ifdef decode_U_FLOAT
    if (is_float)
      unit = is_fdiv | is_fsqrt ? `decode_U_ROOT : `decode_U_FLOAT;
`endif
    case (funct3)
      3'd0: alu = is_op & funct7[5] ? `decode_ALU_SUB : `decode_ALU_ADD;
      3'd1: alu = `decode_ALU_SLL;
      3'd2: alu = `decode_ALU_SLT;
      3'd3: alu = `decode_ALU_SLTU;
      3'd4: alu = `decode_ALU_XOR;
      3'd5: alu = funct7[5] ? `decode_ALU_SRA : `decode_ALU_SRL;
      3'd6: alu = `decode_ALU_OR;
      3'd7: alu = `decode_ALU_AND;
    endcase
`ifdef ZBA
    if (is_op & funct7 == 7'd16)
      alu = funct3 == 3'd2 ? `decode_ALU_SH1ADD
            : funct3 == 3'd4 ? `decode_ALU_SH2ADD : `decode_ALU_SH3ADD;
`endif
`ifdef ZBB
    if (is_op & funct7 == 7'h20 & funct3[2])
      case (funct3[1:0])
        2'd0: alu = `decode_ALU_XNOR;
        2'd2: alu = `decode_ALU_ORN;
        2'd3: alu = `decode_ALU_ANDN;
        default: ;
      endcase
    if (is_op & funct7 == 7'h05)
      alu = funct3[1] ? funct3[0] ? `decode_ALU_MAXU : `decode_ALU_MAX
            : funct3[0] ? `decode_ALU_MINU : `decode_ALU_MIN;
    if (is_op & funct7 == 7'h30 & ~funct3[2])
      alu = `decode_ALU_ROL;
    if ((is_op | is_op_imm) & funct7 == 7'h30 & funct3 == 3'd5)
      alu = `decode_ALU_ROR;
    if (is_unary)
      alu = `decode_ALU_UNARY;
`endif
`ifdef ZICOND
    if (is_op & funct7 == 7'h07)
      alu = funct3[1] ? `decode_ALU_CZERO_NEZ : `decode_ALU_CZERO_EQZ;
`endif
`ifdef decode_ALU_ACROSS
    if (is_vote)
      alu = `decode_ALU_ACROSS;
`endif
    if (is_auipc)
      alu = `decode_ALU_ADD;
    if (is_lui | is_jal | is_jalr | is_csr)
      alu = `decode_ALU_B;
    case (funct3)
      3'd0: op = `decode_OP_TMC;
      3'd1: op = `decode_OP_WSPAWN;
      3'd2: op = `decode_OP_SPLIT;
      3'd3: op = `decode_OP_JOIN;
      3'd4: op = `decode_OP_BAR;
      default: op = `decode_OP_CLONE;
    endcase
    if (is_branch)
      op = `decode_OP_BRANCH;
    if (is_jal)
      op = `decode_OP_JAL;
    if (is_jalr)
      op = `decode_OP_JALR;
    if (is_fence)
      op = `decode_OP_FENCE;
    if (is_fence_i)
      op = `decode_OP_FENCE_I;
    if (is_csr | is_mret)
      op = `decode_OP_CSR;
    if (is_ecall)
      op = `decode_OP_ECALL;
    if (is_ebreak)
      op = `decode_OP_EBREAK;
  end

  wire takes = ~init & d_valid & ok_q;
  wire good = takes & listed;
  wire traps = d_unit == `decode_U_CONTROL & (d_op == `decode_OP_ILLEGAL
                                              | d_op == `decode_OP_FETCH_FAULT);
  wire [31:0] target = {d_pc, 2'b00} + (is_jal ? imm_j : imm_b);
  wire redirects = |d_redirect;
  // A return may be followed, if it has no offset and no link (fetch.returns).
`ifdef RETURNS
  wire returns = d_predicted & (word == 32'h00008067 | word == 32'h00028067);
`else
  wire returns = 1'b0;
`endif
  wire uses_b = computes | is_jal | is_jalr;
  wire old_zero = csr_writes & d_b == `decode_B_RS2 & d_rs2 == 5'd0 & ~has_f;

  // What arrives: immediates, links, and an illegal instruction, which is its trap's tval.
  wire       is_shift = is_op_imm & funct3[1:0] == 2'd1;
  wire       has_imm = takes &
                          (~listed | (uses_b & d_b == `decode_B_IMM) | is_load | is_store);
  reg        o_imm_q, x_imm_q;
  reg        o_jumps_q, o_relative_q, x_jumps_q;
  reg [31:0] o_value_q, x_value_q;
  reg [31:0] o_pc_q;
  reg [31:0] o_offset_q;
  reg [31:0] x_target_q;

  always @(posedge clk) begin
    o_imm_q <= ~init & has_imm;
    o_value_q <= imm;
    x_imm_q <= ~init & o_imm_q;
    x_value_q <= o_value_q;
    o_jumps_q <= ~init & good & (jumps | (is_jalr & ~returns));
    o_relative_q <= jumps;
    o_offset_q <= is_jal ? imm_j : is_jalr ? imm_i : imm_b;
    o_pc_q <= {d_pc, 2'b00};
    x_jumps_q <= ~init & o_jumps_q;
    x_target_q <= offset + (o_pc_q & {32{o_relative_q}});
  end

  always @*
    if (~init) begin
      if (d_valid & ~ok_q)
        no_fetch: assert (traps & d_op == `decode_OP_FETCH_FAULT &
                          ~d_reads1 & ~d_reads2 & ~d_writes);
      if (takes) the_word: assert (d_insn == taken_q);
      if (takes) legal: assert (listed == ~traps);
`ifdef ZFINX
      if (d_valid & ~good) no_third: assert (~d_reads3);
`endif
      if (takes & ~listed)
        illegal: assert (d_op == `decode_OP_ILLEGAL & ~d_reads1 & ~d_reads2 & ~d_writes & d_holds
                         & d_bare & d_b == `decode_B_IMM & imm == word);
      if (good) begin
        by_unit: assert (d_unit == unit);
        if (controls) operation: assert (d_op == op);
        if (uses_b) alu_operation: assert (d_alu == alu);
        source1: assert (d_reads1 == reads1 & (~reads1 | d_rs1 == first));
        source2: assert (d_reads2 == reads2 & (~reads2 | d_rs2 == second));
        destination: assert (d_writes == (writes & rd != 5'd0) & (~d_writes | d_rd == rd));
        if (computes | is_load | is_store | is_muldiv | is_float)
          operand_a: assert (d_a == (is_auipc ? `decode_A_PC : `decode_A_RS1));
        if ((is_op & ~is_zext_h) | is_store | is_branch | is_shfl | (is_float & reads2))
          operand_b: assert (d_b == `decode_B_RS2);
        if (is_csr) csr_value: assert (d_b == `decode_B_CSR | (old_zero & ~has_timer));
        if (is_op_imm | is_zext_h | is_lui | is_auipc | is_jal | is_jalr)
          operand_imm: assert (d_b == `decode_B_IMM);
        if (is_load | is_unary | (is_op_imm & ~is_shift)) immediate_i: assert (imm == imm_i);
        if (is_shift) shift: assert (imm[4:0] == rs2);
        if (is_store) immediate_s: assert (imm == imm_s);
        if (is_lui | is_auipc) immediate_u: assert (imm == imm_u);
        if (is_jal | (is_jalr & ~returns)) link: assert (imm == {d_pc, 2'b00} + 32'd4);
        if (returns)
          address: assert (imm[1:0] == 2'd0 & imm[31:`decode_BLOCK_BITS] == d_redirect_pc);
`ifdef ZFINX
        source3: assert (d_reads3 == is_fused & (~is_fused | d_rs3 == word[31:27]));
        if (has_mode) rounding: assert (d_rm == rm);
        if (csr_writes & csr == 12'h001) write_flags: assert (d_csr_write == `decode_CSR_FFLAGS);
        if (csr_writes & csr == 12'h002) write_mode: assert (d_csr_write == `decode_CSR_FRM);
        if (csr_writes & csr == 12'h003) write_both: assert (d_csr_write == `decode_CSR_FCSR);
`endif
        drain: assert (d_drain == waits);
        serial: assert (d_serial == (is_wspawn | is_clone
                                     | (is_csr & (csr == 12'hCC3 | (csr == 12'h7C1 & has_timer)
`ifdef COUNTERS
                                                  | counter
`endif
                                                  ))));
        holds: assert (d_holds == (controls & ~jumps & ~returns));
        bare: assert (d_bare == (controls & ~d_writes & ~is_fence & ~is_clone));
        followed: assert ((returns | d_predicted == (is_jal | (is_branch & word[31])))
                          & (~d_predicted | redirects
                             & (returns | d_redirect_pc == target[31:`decode_BLOCK_BITS])));
      end
      if (x_imm_q) arrives: assert (x_imm == x_value_q);
      if (o_jumps_q) jump_offset: assert (offset == o_offset_q);
      if (x_jumps_q) jump_target: assert (x_target == x_target_q);
      if (redirects) redirect: assert (d_predicted & (d_redirect & (d_redirect - 1'b1)) == 0);
    end
endmodule
