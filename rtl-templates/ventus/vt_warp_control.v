// warp_control - the warp table of Ventus: active warps, thread masks, divergence, traps, next pcs
// SPDX-License-Identifier: Apache-2.0
//
// Branches, jumps, join, setrpc, barriers, the end of a warp and traps take effect here, one cycle
// behind execute and in issue order over all warps. In execute (x_) the leader's operands and the
// conditions of all threads are collected over the beats; in the next cycle (c_) the instruction
// acts: it moves the warp's pc (flush), lets it issue again (release), or halts it.
//
// Loads, stores, branches of the warp and jal do not hold their warp. When one of them traps or
// jumps elsewhere than decode predicted, the instructions that its warp has issued behind it are
// squashed one cycle later (p_).
`default_nettype none
module ${prefix}_warp_control #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads},
  parameter LANES = ${lanes},
  parameter SEQ_BITS = ${seq_bits},                       //% if trace_retire
  parameter CONTROL_RECORD_BITS = ${trace_control_bits},  //% if trace_retire
  parameter OP_BITS = ${op_bits},
  parameter CSR_BITS = ${csr_bits},
  parameter BEAT_BITS = ${beat_bits},      //% if folded
  parameter THREAD_BITS = ${thread_bits},  //% if many_threads
  parameter DEPTH_BITS = ${depth_bits},                   //% if trace_retire
  parameter BARS_BITS = ${bars_bits},
  parameter BARRIERS = ${barriers}
) (
//% emit ports_warp_control
);
//% emit control_params

  reg                   beat_q;      // a beat of a control instruction
  reg                   valid_q;     // the last beat is there: the instruction acts
  reg                   last_q;      // the last beat of any instruction
  reg                   memory_q;
  reg                   holds_q;     // nothing of its warp has issued behind it
  reg                   predicted_q;
  reg                   bare_q;      // retires here
  reg [WARP_BITS-1:0]   warp_q;
  reg [THREADS-1:0]     tmask_q;
  reg [31:2]            pc_q;
  reg [31:0]            target_q;
  reg [31:0]            value_q;
  reg [CSR_BITS-1:0]    csr_write_q;
  reg [4:0]             csr_imm_q;
  reg [2:0]             funct3_q;
  reg [OP_BITS-1:0]     op_q;
  wire [31:0]           c_lead_a;
  wire                  c_found;   //% if folded
  wire                  c_large_a;
  wire                  c_large_b;
  wire                  c_condition;
  wire [THREADS-1:0]    c_predicate;
  wire                  unused_lead = ^{c_large_a, c_large_b, x_clone, x_c};

  wire x_acts = x_valid & (x_unit == U_CONTROL | x_unit == U_MEMORY);
  wire x_returns = x_op == OP_JALR & x_predicted;  // decode followed it  //% if follows_returns

  always @(posedge clk)
    if (rst) begin
      beat_q <= 1'b0;
      valid_q <= 1'b0;
      last_q <= 1'b0;
      tmask_q <= {THREADS{1'b0}};
    end else begin
      beat_q <= x_valid & x_unit == U_CONTROL;
      valid_q <= x_acts & x_last;
      last_q <= x_valid & x_last;
      tmask_q <= x_tmask;
    end

  always @(posedge clk) begin
    memory_q <= x_unit == U_MEMORY;
//% if follows_returns
    holds_q <= x_unit == U_CONTROL & x_op != OP_BRANCH & x_op != OP_JAL & ~x_returns;
//% else
    holds_q <= x_unit == U_CONTROL & x_op != OP_BRANCH & x_op != OP_JAL;
//% end
    predicted_q <= x_predicted;
    bare_q <= x_bare;
    warp_q <= x_warp;
    pc_q <= x_pc;
    target_q <= x_target & {32{~x_returns}};  // a return has no offset  //% if follows_returns
    target_q <= x_target;                                                //% else
    value_q <= x_imm;
    csr_write_q <= x_csr_write;
    csr_imm_q <= x_csr_imm;
    funct3_q <= x_funct3;
    op_q <= x_op;
  end

  ${prefix}_leader u_leader (
    .c_a(c_lead_a), .c_b(c_lead_b),
//% connect ../core/leader
  );

  wire [WARPS-1:0]      self;     // the warp of the instruction
  wire [WARPS-1:0]      active;
  wire [WARPS-1:0]      started;
  wire [WARPS-1:0]      spawned;  //% if trace_retire
  wire [WARP_BITS-1:0]  spawn_warp;
  wire                  unused_spawn = ^spawn_warp;
  genvar w;
  generate
    for (w = 0; w < WARPS; w = w + 1) begin : g_self
      localparam [WARP_BITS-1:0] ME = w;
      assign self[w] = warp_q == ME;
    end
  endgenerate

//% if trace_retire
  // The state audit.
  wire [WARP_BITS-1:0]  audit_warp = audit_select[10 +: WARP_BITS];
  wire                  audit_active;
  wire [THREADS-1:0]    audit_mask;
  wire [30+THREADS:0]   audit_entry;   // {1, mask, pc}
  wire [DEPTH_BITS-1:0] audit_depth;
  wire                  unused_audit = ^{audit_select, spawned};

  assign audit_control = audit_select[28]
                         ? {64'd0, audit_entry[29:0], 1'b0, audit_entry[30+THREADS],
                            {32-THREADS{1'b0}}, audit_entry[29+THREADS:30]}
                         : {24'd0, audit_fcsr, {32-DEPTH_BITS{1'b0}}, audit_depth,  //% if floats
                         : {32'd0, {32-DEPTH_BITS{1'b0}}, audit_depth,              //% else
                            {32-THREADS{1'b0}}, audit_mask,
                            31'd0, audit_active};

//% end
  // What the instruction is.
  wire lives = valid_q & ~c_squashed;
  wire acts = lives & ~memory_q;
  wire is_branch = acts & op_q == OP_BRANCH;
  wire is_jal = acts & op_q == OP_JAL;
//% if follows_returns
  wire is_jalr = acts & op_q == OP_JALR & ~predicted_q;
  wire is_return = acts & op_q == OP_JALR & predicted_q;  // decode has followed the return
//% else
  wire is_jalr = acts & op_q == OP_JALR;
//% end
  wire is_vbranch = acts & op_q == OP_SPLIT;
  wire is_join = acts & op_q == OP_JOIN;
  wire is_end = acts & op_q == OP_EBREAK;
  wire is_csr = acts & op_q == OP_CSR;
  wire is_fence = acts & op_q == OP_FENCE;  //% if acquires
  // A barrier is for all threads.
  wire is_sync = acts & op_q == OP_SYNC & &tmask_q;

  // The divergence stack.
  wire [31:2]           s_rpc;
  wire                  s_odd;
  wire [THREADS-1:0]    s_mask;
  wire [31:2]           s_pc;
  wire [DEPTH_BITS-1:0] s_depth;  //% if trace_retire
  wire                  s_empty;
  wire                  starts;   // a warp of a block
  wire [31:2]           next = pc_q + 30'd1;
  wire [31:0]           rpc;      // of the warp
  wire                  any_taken;
  wire                  diverges;
  wire                  goes_taken;
  wire [THREADS-1:0]    first_mask;
  wire [THREADS-1:0]    other_mask;
  wire                  push = is_vbranch & diverges & ~target_q[1];
  wire                  pop = is_join & ~s_empty & ~s_odd & s_rpc == pc_q;

  ${prefix}_thread_branch u_branch (
    .c_taken(tmask_q & c_predicate), .c_not(tmask_q & ~c_predicate), .c_any(any_taken),
    .c_split(diverges), .c_go_taken(goes_taken), .c_first(first_mask), .c_second(other_mask)
  );
  ${prefix}_ipdom u_ipdom (
//% if trace_retire
    .audit_place(audit_select[DEPTH_BITS-1:0]),
//% end
    .c_warp(warp_q), .c_push(push), .c_pop(pop),
    .c_clear(starts), .c_clear_warp(start_warp), .c_tmask(tmask_q), .c_rpc(rpc),
    .c_other(other_mask), .c_other_pc(goes_taken ? next : target_q[31:2]),
    .empty(c_flat),
//% connect vt_ipdom
  );

  // Writes of CSRs. setrpc writes the sum of its operands.
  wire        taken = c_condition;
  wire [31:0] jalr_sum = c_lead_a + target_q;
  wire [31:0] jalr_target = {jalr_sum[31:1], 1'b0};
  wire [31:0] csr_operand = funct3_q[2] ? {27'd0, csr_imm_q} : c_lead_a;
  wire [31:0] csr_old = c_lead_b;
  wire [31:0] csr_written = ~|funct3_q ? jalr_sum : ~funct3_q[1] ? csr_operand
                            : funct3_q[0] ? csr_old & ~csr_operand : csr_old | csr_operand;
  wire        is_rpc = csr_write_q == CSR_RPC;
  wire [1:0]  word_index = {csr_write_q == CSR_MSCRATCH | csr_write_q == CSR_PRINT,
                            csr_write_q == CSR_MTVEC | csr_write_q == CSR_PRINT};
//% if floats
  wire        is_fflags = is_csr & csr_write_q == CSR_FFLAGS;
  wire        is_frm = is_csr & csr_write_q == CSR_FRM;
  wire        is_fcsr = is_csr & csr_write_q == CSR_FCSR;
  wire        remade = is_frm | is_fcsr;  // decode has it from the next instruction on
//% else
  wire        remade = 1'b0;
//% end
  wire [31:0] stored_word;
  wire [31:0] length_word;  // vl or vtype: 0xC20, 0xC21
  wire        is_word = is_csr & (is_rpc | |word_index | csr_write_q == CSR_MSTATUS);

  ${prefix}_warp_words u_words (
    .c_write(is_word), .c_index(word_index), .c_is_rpc(is_rpc), .c_warp(warp_q),
    .c_value(csr_written), .c_rpc(rpc), .start(starts),
    .value(stored_word),
//% connect warp_words
  );
  ${prefix}_vector_length u_length (
    .x_sets(x_valid & x_last & x_sets), .x_insn(x_imm),
    .x_drops(~|x_rd), .x_elements(x_a[31:0]), .x_vtype(x_c[31:0]),
    .start(starts), .i_type(i_csr[0]), .value(length_word),
//% connect vector_length
  );

  assign warp_word = i_csr[10] ? length_word : stored_word;

  // Traps.
  wire        acts_badly;  // a trap, but not of memory
  wire        memory_trap = lives & memory_q & k_fault;
  wire        trap = memory_trap | acts_badly;
  wire        bad_jalr;
  wire [4:0]  cause;
  wire [31:0] tval;

  ${prefix}_warp_traps u_traps (
    .c_lives(lives), .c_memory(memory_q), .c_op(op_q),
    .c_jumps((is_branch & taken) | is_jal | (is_vbranch & any_taken)), .c_whole(&tmask_q),
    .c_pc(pc_q), .c_target(target_q), .c_jalr_target(jalr_target), .c_insn(value_q),
//% connect vt_warp_traps
  );

  // Not written: a squashed beat; a jump that traps; the beats of a jalr before that of the leader,
  // which have no active lane. Not retired: all these, and every trap.
  wire no_write_jalr = op_q == OP_JALR & (~c_found | bad_jalr);  //% if folded
  wire no_write_jalr = op_q == OP_JALR & bad_jalr;               //% else

  assign c_no_write = c_squashed | (beat_q & ((op_q == OP_JAL & target_q[1]) | no_write_jalr));
  assign c_no_retire = c_no_write | acts_badly;

  // The end of the run, and the ports of the host. A launch has an end of its own. Only a failed
  // access ends all of them.
  wire        stops;
  wire        exits;
  wire [31:0] error;  //% if trace_retire
  wire        unused_block = ^{bar_first, bar_count, bar_clear, bar_twice, block_whole, exits};

//% if not caches
//% stall flush never
//% stall release never
//% end
  ${prefix}_warp_end u_end (
    .congested(congested[${stall_stop}:${stall_stop}]),  //% if congest
    .c_exits(1'b0), .c_halts(1'b0), .c_code(32'd0),
    .c_trap(1'b0),
    .c_warp(warp_q), .c_pc(pc_q), .c_cause(cause), .c_tval(tval),
//% connect ../core/warp_end
  );

  // What it does. Where decode went behind jal is right.
  wire ends = acts_badly | is_end;
  wire halts = ends | memory_trap;
  // A join in front of an empty stack has not held its warp: issue knows that it is empty.
  wire free_join = op_q == OP_JOIN & s_empty;
//% if follows_returns
  // The second operand of a return is where decode went: taken says that it was right.
  wire mistaken = (is_branch & taken != predicted_q) | (is_return & ~taken);
//% else
  wire mistaken = is_branch & taken != predicted_q;
//% end
  wire squashes = mistaken | (trap & ~holds_q);
  wire jumps = mistaken | is_jalr | (is_vbranch & goes_taken) | pop | remade;
//% if acquires
  wire flushes = is_fence;
//% else
  wire flushes = 1'b0;
//% end
  wire waits = flushes | bar_waits;
  reg  [31:2]        next_pc;
  reg  [THREADS-1:0] next_tmask;

  assign c_spawn = 1'b0;
  assign c_spawn_warp = {WARP_BITS{1'b0}};

  // If the instruction does not act, these values are not used.
  always @* begin
    next_pc = next;
    if (op_q == OP_JAL | (op_q == OP_BRANCH & taken) | (op_q == OP_SPLIT & goes_taken))
      next_pc = target_q[31:2];
    else if (op_q == OP_JALR)
      next_pc = jalr_target[31:2];
    else if (pop)
      next_pc = s_pc;
  end

  always @* begin
    next_tmask = tmask_q;
    if (is_vbranch)
      next_tmask = first_mask;
    else if (pop)
      next_tmask = s_mask;
  end

  // Flushes: these warps continue when the caches have completed the flush.
  wire [WARPS-1:0] f_release;
  wire [31:2]      f_pc;
  wire [WARPS-1:0] f_waits;  // per warp: for a flush

//% if caches
  ${prefix}_warp_flush u_flush (
    .congested(congested[${stall_release}:${stall_flush}]),  //% if congest
    .c_flushes(flushes), .c_warp(warp_q), .c_self(self), .c_next(next),
//% if acquires
    .c_fence(is_fence), .c_releases(value_q[4] | value_q[6]), .c_acquires(value_q[1] | value_q[3]),
//% end
    .c_fence_i(1'b0), .c_value(3'd0), .c_busy(jumps | halts | stops | exits),
    .f_busy(flush_busy),
//% connect ../core/warp_flush
  );
//% else
  assign f_release = {WARPS{1'b0}};
  assign f_pc = next;
  assign f_waits = {WARPS{1'b0}};
//% end

  // Blocks. A warp of a block starts in a cycle in which no instruction acts. A warp of a launch
  // that is cut halts when nothing of it is in flight. A warp has ended when it has halted and
  // nothing of it is in flight.
  reg  [WARPS-1:0] ending_q;
  wire [WARPS-1:0] killed = block_kill & active & ~i_flying & ~f_waits & {WARPS{~stops}};
  wire [WARPS-1:0] halted = (self & {WARPS{halts}}) | killed | {WARPS{stops}};

  always @(posedge clk)
    if (rst)
      ending_q <= {WARPS{1'b0}};
    else
      ending_q <= (ending_q & ~c_ended) | (halted & active);

  assign start_ready = cleared & ~valid_q & ~|f_release & ~c_stop;
  assign starts = start_valid & start_ready;
  assign c_ended = ending_q & ~active & ~started & ~i_flying;
  assign c_spawned = {WARPS{1'b0}};
  assign c_killed = killed;  //% if trace_retire
  assign c_block_warp = warp_q;
  assign c_block_pc = pc_q;
  assign c_block_bar = is_sync;
  assign c_block_op = 2'b00;
  assign c_block_phase = 1'b0;
  assign c_fault = trap;
  assign c_fault_cause = cause;
  assign c_fault_tval = tval;
  assign c_waiting = bar_waiting;  //% if tells_waiting

  ${prefix}_warp_table u_table (
    .c_spawn(1'b0), .c_spawns(1'b0),
    .c_halted(halted), .start(starts),
    .c_write(push | pop), .c_warp(warp_q), .c_tmask(next_tmask),
//% connect ../core/warp_table
  );

  ${prefix}_warp_go u_go (
    .c_self(self), .c_jumps(jumps), .c_halts(halts),
    .c_lets_go(valid_q & holds_q & ~free_join & ~ends & ~waits),
    .c_all_halt(stops | exits), .c_started(started), .c_spawns(1'b0),
    .c_spawn_pc(30'd0), .c_freed(bar_freed), .c_next_pc(next_pc),
    .start(starts), .c_killed(killed),
    .flush(c_flush), .flush_pc(c_flush_pc), .release_warps(c_release),
//% connect ../core/warp_go_late
  );

  assign c_active = active;
  assign c_done = acts & bare_q & ~acts_badly;
  assign c_leave = self & {WARPS{trap | c_done | (last_q & c_squashed)}};
  assign c_clone_start = 1'b0;
  assign c_clone_warp = warp_q;
  assign c_clone_thread = {THREAD_BITS{1'b0}};  //% if many_threads

  // The squash, one cycle later.
  reg                 p_squash_q;
  reg [WARP_BITS-1:0] p_warp_q;

  always @(posedge clk)
    if (rst)
      p_squash_q <= 1'b0;
    else
      p_squash_q <= squashes;

  always @(posedge clk)
    p_warp_q <= warp_q;

  assign p_squash = p_squash_q;
  assign p_warp = p_warp_q;
  assign c_squashes = squashes;  //% if trace_retire
//% if floats
  assign c_value = csr_written;
  assign c_fwrite = {is_fcsr, is_frm, is_fflags};
  assign c_fwarp = warp_q;
//% end
//% if trace_retire

  // Control record.
  ${prefix}_warp_record u_record (
    .c_acts(acts), .c_op(op_q), .c_warp(warp_q), .c_pc(pc_q),
    .c_tmask(tmask_q), .c_csr_write(csr_write_q), .c_csr_written(csr_written),
    .c_other(other_mask), .c_push(push), .c_pop(pop),
    .c_trap(trap), .c_halts(halts), .c_stops(stops), .c_exits(exits), .c_error(error),
    .c_cause(cause), .c_tval(tval),
//% connect vt_warp_record
  );
//% end
endmodule
`default_nettype wire
