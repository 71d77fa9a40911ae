// decode - stage 2: chooses a buffered instruction and decodes it into the control word
// SPDX-License-Identifier: Apache-2.0
//
//   cycle n    chooses, round robin, a warp with an instruction in its fetch buffer and room in its
//              queue at issue (three instructions)
//         n+1  decodes the instruction by a table (d_)
//
// If the pc of a warp has left RAM, or the fetch ended in a bus error, decode makes an instruction
// that traps.
//
// Decode follows jumps: jal always, a conditional branch if it goes backward. The instruction of
// the same warp that was chosen behind such a jump is squashed, and so is one behind a flush. Warp
// control gets the prediction and flushes the warp if it was wrong.
//% if follows_returns
//
// Decode follows returns, too: `jalr x0, 0(x1)` and `jalr x0, 0(x5)` go behind the newest call of
// the warp (return_stack). The address is the value of the instruction, its second operand; warp
// control compares it with the first one.
//% end
//% if loops
//
// Fetch may have followed the last branch backward before (f_leaps): the next block of the warp is
// where that loop begins. Decode leaves such a block at this very branch, and takes the warp's next
// instruction two cycles later instead of six. If it leaves the block in any other way, or finds
// another instruction there, it redirects fetch.
//% end
`default_nettype none
module ${prefix}_decode #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
//% if fetch_many_words
  parameter WORD_BITS = ${fetch_word_bits}, // log2 of the instructions of a fetch block
//% end
  parameter BLOCK_BITS = ${fetch_block_bits}, // log2 of its bytes
  parameter FETCH_TOP = ${fetch_top_bits},  // address bits of RAM end here  //% if loops
  parameter RAM_BITS = ${ram_bits},
  parameter RAM_BASE = ${ram_base},
  parameter RESET_PC = ${reset_pc}
) (
//% emit ports_decode
);
//% if not ventus
//% emit decode_params
//% end
  localparam [31:0] BASE = RAM_BASE;
  localparam [31:0] START = RESET_PC;
  localparam [1:0] QUEUE = 2'd3;

  wire [WARPS-1:0]     outside;  // pc outside RAM
  wire [WARPS-1:0]     wants;
  wire [WARPS-1:0]     grant;
  wire [WARP_BITS-1:0] grant_warp;
  wire [WARPS*30-1:0]  pcs;
  wire [WARPS*2-1:0]   places;
  wire [31:2]          redirect_pc;
  wire [1:0]           grant_slot;
  wire [31:2]          grant_pc;
  wire [WARPS-1:0]     jumps;    // the instruction of this warp is a jump that is followed
//% if loops
  wire [WARPS-1:0]     at_loop;  // the next instruction is where the loop's branch was
  wire [WARPS-1:0]     ends;     // the next instruction is the last one of its block
  wire [WARPS-1:0]     leaves;   // so, and behind the block fetch goes to the begin of the loop
  reg  [WARPS-1:0]     left_q;   // the instruction chosen a cycle ago was such a one of this warp

  // The branch that redirected fetch backward last.
  reg  [WORD_BITS-1:0] loop_word_q;    // place of the branch in the block  //% if fetch_many_words
  reg  [11:0]          loop_offset_q;  // the fields of its offset
//% end

  ${prefix}_rr_arbiter #(.N(WARPS)) u_turn (
    .clk(clk), .rst(rst), .advance(|wants), .request(wants), .grant(grant)
  );
  ${prefix}_onehot_index #(.N(WARPS), .BITS(WARP_BITS)) u_grant_warp (
    .onehot(grant), .index(grant_warp)
  );
  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(30)) u_grant_pc (
    .sel(grant), .in(pcs), .out(grant_pc)
  );
  ${prefix}_onehot_mux #(.N(WARPS), .WIDTH(2)) u_grant_slot (
    .sel(grant), .in(places), .out(grant_slot)
  );

//% stall decode cleared & |(c_active & (f_valid | outside))
  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_warp
      reg  [31:2] pc_q;     // of the next instruction to decode
      reg  [1:0]  free_q;   // places of the queue that nothing has been chosen for
      reg         room_q;   // there is one, and execution has begun
      reg  [1:0]  place_q;  // the next one
      reg         outside_q; // pc_q is so; a cycle late, when nothing is buffered any more
      wire        keep = grant[w] & ~jumps[w];
      wire [1:0]  free_more = free_q + 2'd1;
      wire [1:0]  free_less = free_q - 2'd1;
      wire [1:0]  place_more = place_q + 2'd1;

      assign pcs[w*30 +: 30] = pc_q;
      assign places[w*2 +: 2] = place_q;
      assign outside[w] = outside_q;
//% if loops
//% if fetch_many_words
      assign at_loop[w] = f_leaps[w] & ~f_stale[w] & pc_q[WORD_BITS+1:2] == loop_word_q;
      assign ends[w] = &pc_q[WORD_BITS+1:2] | at_loop[w];
//% else
      assign at_loop[w] = f_leaps[w] & ~f_stale[w];
      assign ends[w] = 1'b1;
//% end
      assign leaves[w] = f_leaps[w] & ends[w] & ~outside[w];
      assign wants[w] = room_q & c_active[w] & (f_valid[w] | outside[w])
                        & ~left_q[w]${unless stall decode};
//% else
      assign wants[w] = room_q & c_active[w] & (f_valid[w] | outside[w])${unless stall decode};
//% end

      always @(posedge clk)
        if (rst)
          pc_q <= START[31:2];
        else if (c_flush[w])
          pc_q <= c_flush_pc;
        else if (jumps[w])
          pc_q <= redirect_pc;
        else if (grant[w])
          pc_q <= pc_q + 30'd1;

      always @(posedge clk)
        outside_q <= pc_q[31:RAM_BITS] != BASE[31:RAM_BITS]
                     & ~(rst | c_flush[w] | jumps[w] | grant[w]);

      always @(posedge clk)
        if (rst | c_flush[w]) begin
          free_q <= QUEUE;
          place_q <= 2'd0;
        end else begin
          free_q <= keep == i_issued[w] ? free_q : keep ? free_less : free_more;
          place_q <= keep ? place_more : place_q;
        end

      always @(posedge clk)
        if (rst)
          room_q <= 1'b0;
        else
          room_q <= cleared & (c_flush[w] | i_issued[w] | (keep ? free_q[1] : |free_q));
    end
  endgenerate

  assign d_take = grant;
  assign d_pop_warp = grant_warp;
//% if fetch_many_words
  assign d_pop_word = grant_pc[WORD_BITS+1:2];
  assign d_pop = grant & ~outside & ends;                   //% if loops
  assign d_pop = grant & ~outside & {WARPS{&d_pop_word}};  //% else
//% else
  assign d_pop = grant & ~outside;
//% end

  // The chosen instruction.
  reg  [WARPS-1:0]     chosen_q;
  reg  [WARP_BITS-1:0] warp_q;
  reg  [1:0]           slot_q;
  reg  [31:2]          pc_q;
  reg  [31:0]          insn_q;
//% if loops
  reg                  at_loop_q;  // the word is where the loop's branch was
//% end
//% if deep
  reg                  beyond_q;  // pc outside RAM
  reg                  error_q;   // f_error
  wire                 fault_q = beyond_q | error_q;
//% else
  reg                  fault_q;

  wire fault = |(grant & outside) | f_error;
//% end

  always @(posedge clk)
    if (rst)
      chosen_q <= {WARPS{1'b0}};
    else
      chosen_q <= grant & ~c_flush & ~jumps;

  always @(posedge clk) begin
    warp_q <= grant_warp;
    slot_q <= grant_slot;
    pc_q <= grant_pc;
//% if deep
    beyond_q <= |(grant & outside);
    error_q <= f_error;
//% else
    fault_q <= fault;
//% end
    insn_q <= f_insn;
  end

  // What has not been fetched is zero.
  wire [31:0] insn = insn_q & {32{~fault_q}};

//% if ventus
  // The prefix of the next instruction of each warp.
  wire [WARPS*16-1:0] prefixes;
  wire [15:0]         next_prefix;

  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_prefix
      reg [15:0] prefix_q;

      assign prefixes[w*16 +: 16] = prefix_q;

      always @(posedge clk)
        if (rst | c_flush[w])
          prefix_q <= 16'd0;
        else if (chosen_q[w])
          prefix_q <= next_prefix;
    end
  endgenerate

//% end
  // Jumps that are followed.
  wire        is_jal = insn_q[6:0] == 7'b1101111;
  wire        is_branch = insn_q[6:0] == 7'b1100011;
//% if follows_returns
  wire        is_jalr = insn_q[6:0] == 7'b1100111 & ~|insn_q[14:12];
  wire        links = ~|insn_q[11:10] & insn_q[8:7] == 2'b01;  // rd is x1 or x5
  wire        ends_call = is_jalr & ~|{insn_q[31:18], insn_q[11:7]} & insn_q[16:15] == 2'b01;
  wire        returned;  // there is an address to return to
  wire [31:2] return_pc;
  wire        returns = ends_call & returned & ~|prefixes[warp_q*16 +: 16];  //% if ventus
  wire        returns = ends_call & returned;                                //% else
  wire        follow = (is_jal | (is_branch & insn_q[31]) | returns) & ~fault_q;
//% else
  wire        follow = (is_jal | (is_branch & insn_q[31])) & ~fault_q;
//% end
  wire [31:2] offset_jal = {{12{insn_q[31]}}, insn_q[19:12], insn_q[20], insn_q[30:22]};
  wire [31:2] offset_branch = {{20{insn_q[31]}}, insn_q[7], insn_q[30:25], insn_q[11:9]};

  assign jumps = chosen_q & {WARPS{follow}};
  assign d_redirect_pc = redirect_pc[31:BLOCK_BITS];
//% if loops
  wire [11:0]          offset_fields = {insn_q[31:25], insn_q[11:7]};
  wire                 loops = at_loop_q & is_branch & offset_fields == loop_offset_q
                               & ~fault_q & ~|(chosen_q & f_stale);

  always @(posedge clk)
    if (rst)
      left_q <= {WARPS{1'b0}};
    else
      left_q <= grant & leaves;

  always @(posedge clk) begin
    at_loop_q <= |(grant & at_loop);
    if (d_loop) begin
      loop_word_q <= pc_q[WORD_BITS+1:2];  //% if fetch_many_words
      loop_offset_q <= offset_fields;
    end
  end

  assign d_redirect = chosen_q & (follow ? {WARPS{~loops}} : left_q);
  assign d_loop = |chosen_q & is_branch & insn_q[31] & ~fault_q & ~loops;
  assign d_loop_from = pc_q[FETCH_TOP-1:BLOCK_BITS];
  wire [31:2] jump_pc = pc_q + (~follow ? 30'd1 : is_jal ? offset_jal : offset_branch);
//% else
  wire [31:2] jump_pc = pc_q + (insn_q[3] ? offset_jal : offset_branch);  //% if deep
  wire [31:2] jump_pc = pc_q + (is_jal ? offset_jal : offset_branch);     //% else

  assign d_redirect = jumps;
//% end
//% if follows_returns
  assign redirect_pc = returns ? return_pc : jump_pc;

  ${prefix}_return_stack u_returns (
    .clk(clk), .rst(rst), .self(chosen_q & ~c_flush & {WARPS{~fault_q}}), .warp(warp_q),
    .push((is_jal | is_jalr) & links), .pop(returns), .behind(pc_q + 30'd1), .some(returned),
    .top(return_pc)
  );
//% else
  assign redirect_pc = jump_pc;
//% end

//% if ventus
  assign d_valid = |(chosen_q & ~c_flush);
  assign d_warp = warp_q;
  assign d_slot = slot_q;
  assign d_pc = pc_q;
  assign d_insn = insn;     //% if trace_retire
  assign d_fault = fault_q; //% if trace_retire

  ${prefix}_decode_word u_word (
//% if floats
    .frm(frm[warp_q*3 +: 3]),
//% end
    .prefix(prefixes[warp_q*16 +: 16]),
    .fault(fault_q),
//% connect ../ventus/decode_word
  );
//% else
  // Control word, by table.
  localparam OP_BITS = ${op_bits};
  localparam CSR_BITS = ${csr_bits};  //% if csr_old
  reg  [2:0] unit;
  reg        a_sel;
  reg  [1:0] b_sel;
  reg  [2:0] imm_sel;
  reg  [${alu_top}:0] alu;
  reg  [OP_BITS-1:0] op;
  reg  [CSR_BITS-1:0] csr_number;  //% if csr_old
  reg        reads3;  //% if floats
  reg        rounds;  // the instruction has a rounding mode  //% if floats
  reg  [2:0] files;   // of rs1, rs2 and rd: f   //% if fregs
  reg        reads1;
  reg        reads2;
  reg        writes;
  reg        drain;
  reg        serial;
  reg        csr;
  reg        holds;
  reg        bare;
  reg        csr_known;
  reg        csr_serial;
  reg        csr_writable;

  always @* begin
    {unit, a_sel, b_sel, imm_sel, alu, op}
      = {U_CONTROL, A_RS1, B_IMM, I_NONE, ALU_B, OP_ILLEGAL};
    {reads1, reads2, writes, drain, serial, csr, holds, bare} = 8'b00000011;
    {reads3, rounds} = 2'b00;  //% if floats
    files = 3'b000;            //% if fregs
    (* parallel_case *)  // no two rows overlap: isa/overlaps.def, tests/isa
    casez (insn_q)
//% emit decoder
      default: ;
    endcase
  end

  always @* begin
    {csr_known, csr_serial, csr_writable} = 3'b000;
    casez (insn_q[31:20])
//% emit csr_decoder
      default: ;
    endcase
  end

//% if csr_old
  always @* begin
    csr_number = {${csr_bits}{1'b0}};
    casez (insn_q[31:20])
//% emit csr_numbers
      default: ;
    endcase
  end

//% end
  // csrrw always writes, the others if their source field is not zero. A write is an operation of
//% if csr_old
  // warp control, whose second operand is the old value.
//% else
  // warp control. All that can be written read as zero: the second operand is x0.
//% end
  wire csr_writes = csr & (insn_q[13:12] == 2'b01 | |insn_q[19:15]);
  wire csr_write = csr_writes & csr_writable & ~fault_q;
//% if floats
  // Modes 5 and 6 are illegal. 7 in an instruction stands for frm; in frm it is illegal.
  wire [2:0] mode = &insn_q[14:12] ? frm[warp_q*3 +: 3] : insn_q[14:12];
  wire bad_mode = rounds & mode[2] & |mode[1:0];
  wire reads_fcsr = csr & ~|insn_q[31:22];
  wire bad = fault_q | (csr & ~csr_known) | (csr_writes & ~csr_writable) | bad_mode;
//% else
  wire bad = fault_q | (csr & ~csr_known) | (csr_writes & ~csr_writable);
//% end
  wire is_tmc = unit == U_CONTROL & op == OP_TMC;
  wire is_ebreak = unit == U_CONTROL & op == OP_EBREAK;

  assign d_valid = |(chosen_q & ~c_flush);
  assign d_warp = warp_q;
  assign d_slot = slot_q;
  assign d_pc = pc_q;
  assign d_insn = insn;                                           //% if trace_retire
  assign d_fault = fault_q;                                       //% if trace_retire
  // A halt also reads x10, the exit code.
//% if fregs
  assign d_rs1 = is_ebreak ? 6'd10 : {files[2], insn[19:15]};
  assign d_rs2 = is_tmc ? 6'd10 : {files[1], insn[24:20]};
  assign d_rd = {files[0], insn[11:7]};
  assign d_rs3 = {1'b1, insn[31:27]};
//% else
  assign d_rs1 = is_ebreak ? 5'd10 : insn[19:15];
  assign d_rs2 = is_tmc ? 5'd10 : insn[24:20];                    //% if csr_old
  assign d_rs2 = is_tmc ? 5'd10 : insn[24:20] & {5{~csr_write}};  //% else
  assign d_rd = insn[11:7];
  assign d_rs3 = insn[31:27];                                     //% if floats
//% end
//% if floats
  assign d_reads3 = reads3 & ~bad;
  assign d_rm = mode;
//% end
  assign d_reads1 = (reads1 | (csr_write & ~insn_q[14])) & ~bad;
  assign d_reads2 = reads2 & ~bad;
  assign d_writes = writes & ~bad & (|insn_q[11:7] | files[0]);  //% if fregs
  assign d_writes = writes & ~bad & |insn_q[11:7];               //% else
  assign d_unit = bad | csr_write ? U_CONTROL : unit;
  assign d_drain = (drain & ~fault_q) | csr_write | reads_fcsr;  //% if floats
  assign d_drain = (drain & ~fault_q) | csr_write;               //% else
  assign d_serial = (serial & ~fault_q) | (csr & csr_serial & ~bad);
  assign d_holds = bad | csr_write | (holds & ~returns);  //% if follows_returns
  assign d_holds = bad | csr_write | holds;               //% else
  assign d_predicted = follow;
  assign d_bare = bad | ((csr_write | bare) & ~(writes & |insn_q[11:7]));
  assign d_a = a_sel;
  // A trap's tval is the instruction.
  assign d_b = bad ? B_IMM : b_sel;                      //% if csr_old
  assign d_b = bad ? B_IMM : csr_write ? B_RS2 : b_sel;  //% else
  assign d_csr_write = csr_number;  //% if csr_old
  assign d_alu = alu;
  assign d_op = fault_q ? OP_FETCH_FAULT : bad ? OP_ILLEGAL : csr_write ? OP_CSR : op;

//% if dispatch
  // bar.arrive reads the phase of the block's barrier, as a CSR.
  localparam [11:0] PHASE = 12'hCED;
  wire arrives = unit == U_CONTROL & op == OP_ARRIVE;

//% end
  // The value of the instruction: its immediate or the offset of a jump. Of all others it is the
  // word: a CSR instruction has the CSR's number and an immediate in its upper 17 bits, and what
  // is illegal is its trap's tval.
  reg  [31:0] value;

  always @*
    case (imm_sel)
      I_I, I_LINK: value = {{20{insn[31]}}, insn[31:20]};
      I_S: value = {{20{insn[31]}}, insn[31:25], insn[11:7]};
      I_U: value = {insn[31:12], 12'b0};
      I_JUMP: value = {{12{insn[31]}}, insn[19:12], insn[20], insn[30:21], 1'b0};
      I_BRANCH: value = {{20{insn[31]}}, insn[7], insn[30:25], insn[11:8], 1'b0};
      I_ZERO: value = 32'd0;  //% if has_a
      default: value = insn | {{12{arrives}} & PHASE, 20'd0};  //% if dispatch
      default: value = insn;                                   //% else
    endcase

//% if follows_returns
  assign d_value = returns ? {return_pc, 2'b00} : value;
  assign d_link = (imm_sel == I_LINK & ~returns) | imm_sel == I_JUMP;
//% else
  assign d_value = value;
  assign d_link = imm_sel == I_LINK | imm_sel == I_JUMP;
//% end
  assign d_relative = imm_sel != I_LINK;
  assign d_funct3 = insn[14:12];
//% if has_a
  assign d_store = insn[5] & ~(insn[3] & insn[31:27] == 5'b00010);
  assign d_atomic = {insn[31:26], insn[3]};
//% else
  assign d_store = insn[5];
//% end
//% if floats
  // The third register is rs3 of a fused multiply-add, or rd of amocas.w.
  assign d_addend = insn[6] ? d_rs3 : d_rd;  //% if has_a
  assign d_addend = d_rs3;                   //% else
  assign d_fop = insn[4] ? insn[31:27] : {3'b011, insn[3:2]};
  assign d_special = ~insn[6];  //% if has_sfu
  assign d_unsigned_integer = insn[20];
//% end
//% end
endmodule
`default_nettype wire
