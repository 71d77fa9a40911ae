// warp_control - the warp table: active warps, thread masks, barriers, traps, next pcs
// SPDX-License-Identifier: Apache-2.0
//
// Branches, jumps, SIMT instructions and traps take effect here, one cycle behind execute and in
// issue order over all warps, so that "the lowest inactive warp" and "the last to arrive" mean
// the same as in a machine that executes one instruction at a time. In execute (x_) the leader's
// operands and the predicates are collected over the beats; in the next cycle (c_) the instruction
// acts: it moves the warp's pc (flush), lets it issue again (release), or halts it.
//
// Loads, stores, branches and jal do not hold their warp. When one of them traps or jumps elsewhere
// than decode predicted, the instructions that its warp has issued behind it are squashed one cycle
// later (p_).
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
  parameter THREAD_COUNT_BITS = ${thread_count_bits}, // holds 0..THREADS
  parameter DEPTH_BITS = ${depth_bits},    //% if trace_retire
  parameter BARS_BITS = ${bars_bits},        //% if dispatch
  parameter BARRIERS = ${barriers},          //% if dispatch
  parameter BARRIER_BITS = ${barrier_bits}
) (
//% emit ports_warp_control
);
//% emit control_params
//% emit csr_slices

  reg                   beat_q;      // a beat of a control instruction
  reg                   valid_q;     // the last beat is there: the instruction acts
  reg                   clone_end_q; // the last register of a clone
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
  wire                  bad_jalr;  //% if deep
  wire                  c_large_a;
  wire                  c_large_b;
  wire                  c_condition;
  wire [THREADS-1:0]    c_predicate;

  wire x_acts = x_valid & (x_unit == U_CONTROL | x_unit == U_MEMORY);
  wire x_returns = x_op == OP_JALR & x_predicted;  // decode followed it  //% if follows_returns

  // tmask_q needs no reset for its meaning. Without one, yosys makes an SRL16E of it on an
  // Artix-7, whose output comes 1 ns later than that of a flip-flop.
  always @(posedge clk)
    if (rst) begin
      beat_q <= 1'b0;
      valid_q <= 1'b0;
      last_q <= 1'b0;
      clone_end_q <= 1'b0;
      tmask_q <= {THREADS{1'b0}};
    end else begin
      beat_q <= x_valid & x_unit == U_CONTROL;
      valid_q <= x_acts & x_last;
      last_q <= x_valid & x_last;
      clone_end_q <= x_valid & x_clone & x_last;
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
    .x_beat(x_beat), .c_found(c_found),               //% if folded
    .x_target(x_target[1:0]), .c_bad_jalr(bad_jalr),  //% elif deep
    .c_a(c_lead_a), .c_b(c_lead_b),
//% connect leader
  );

  wire [WARPS-1:0]      self;     // the warp of the instruction
  wire [WARPS-1:0]      active;
  wire [WARPS-1:0]      spawned;  // the warp that a wspawn would start  //% if trace_retire
  wire [WARPS-1:0]      started;
  genvar l;
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
  wire [30+THREADS:0]   audit_entry;   // {else, mask, pc}
  wire [DEPTH_BITS-1:0] audit_depth;
  wire                  unused_audit = ^audit_select;

  assign audit_control = audit_select[28]
                         ? {64'd0, audit_entry[29:0], 1'b0, audit_entry[30+THREADS],
                            {32-THREADS{1'b0}}, audit_entry[29+THREADS:30]}
                         : {24'd0, audit_fcsr, {32-DEPTH_BITS{1'b0}}, audit_depth,  //% if floats
                         : {32'd0, {32-DEPTH_BITS{1'b0}}, audit_depth,              //% else
                            {32-THREADS{1'b0}}, audit_mask,
                            31'd0, audit_active};

//% end
  // The IPDOM stack.
  wire                  s_else;
  wire [THREADS-1:0]    s_mask;
  wire [31:2]           s_pc;
  wire [DEPTH_BITS-1:0] s_depth;  //% if trace_retire
  wire                  s_empty;
  wire                  s_room1;
  wire                  s_room2;
  wire                  push;
  wire                  pop;
  wire                  diverges;
  wire                  spawn;
  wire                  starts;  // a warp of a block  //% if dispatch
  wire [31:2]           next = pc_q + 30'd1;
  wire [THREADS-1:0]    then_mask = tmask_q & c_predicate;
  wire [THREADS-1:0]    else_mask = tmask_q & ~c_predicate;

  ${prefix}_ipdom u_ipdom (
//% if trace_retire
    .audit_place(audit_select[DEPTH_BITS-1:0]),
//% end
    .c_warp(warp_q), .c_push(push), .c_push_else(diverges), .c_pop(pop),
//% if dispatch
    .c_clear(spawn | starts), .c_clear_warp(starts ? start_warp : c_spawn_warp),
//% else
    .c_clear(spawn), .c_clear_warp(c_spawn_warp),
//% end
    .c_tmask(tmask_q), .c_else(else_mask), .c_pc(next),
    .s_stacked(c_stacked),  //% if timer
//% connect ipdom
  );

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
  wire is_split = acts & op_q == OP_SPLIT;
  wire is_join = acts & op_q == OP_JOIN;
  wire is_tmc = acts & op_q == OP_TMC;
  wire is_wspawn = acts & op_q == OP_WSPAWN;
  wire is_bar = acts & op_q == OP_BAR;
  wire is_ebreak = acts & op_q == OP_EBREAK;
  wire is_fence_i = acts & op_q == OP_FENCE_I;
  wire is_fence = acts & op_q == OP_FENCE;  //% if acquires
  wire is_clone = acts & op_q == OP_CLONE;
  wire is_csr = acts & op_q == OP_CSR;
//% if dispatch
  wire is_sync = acts & op_q == OP_SYNC;
  wire is_arrive = acts & op_q == OP_ARRIVE;
  wire is_wait = acts & op_q == OP_WAIT;
//% end

  // Writes of CSRs.
  wire [31:0] csr_operand = funct3_q[2] ? {27'd0, csr_imm_q} : c_lead_a;
//% if timer
  wire [31:0] csr_old = c_lead_b;
//% elif fcsr_late
  wire [31:0] fcsr_old = csr_write_q == CSR_FFLAGS ? {27'd0, c_fcsr[4:0]}
                         : csr_write_q == CSR_FRM ? {29'd0, c_fcsr[7:5]}
                         : {24'd0, c_fcsr & {8{csr_write_q == CSR_FCSR}}};
  wire [31:0] csr_old = fcsr_old | (c_event & {32{csr_write_q[5]}});  //% if selects
  wire [31:0] csr_old = fcsr_old;                                     //% else
//% elif selects
  wire [31:0] csr_old = c_event & {32{csr_write_q[5]}};  // the others read as zero  //% if deep
  wire [31:0] csr_old = c_lead_b;                                                    //% else
//% elif floats
  wire [31:0] csr_old = c_lead_b;
//% else
  wire [31:0] csr_old = 32'd0;                           // all of them read as zero
//% end
  wire [31:0] csr_written = ~funct3_q[1] ? csr_operand
                            : funct3_q[0] ? csr_old & ~csr_operand : csr_old | csr_operand;
//% if timer
  wire        is_interrupt = is_csr & csr_write_q == CSR_INTERRUPT;
  wire        is_mret = is_csr & csr_write_q == CSR_MRET;
  wire        bad_tick = op_q == OP_CSR & csr_write_q == CSR_MTICK & ~block_whole;  //% if dispatch
  wire        is_mtick = is_csr & csr_write_q == CSR_MTICK & ~bad_tick;  //% if dispatch
  wire        is_mtick = is_csr & csr_write_q == CSR_MTICK;              //% else
  wire        is_mepc = is_csr & csr_write_q == CSR_MEPC;
  wire        is_mtvec = is_csr & csr_write_q == CSR_MTVEC;
  wire        is_mstatus = is_csr & csr_write_q == CSR_MSTATUS;
//% end
  wire        is_mflush = is_csr & csr_write_q == CSR_MFLUSH;
  wire        is_mexit = is_csr & csr_write_q == CSR_MEXIT;
//% if floats
  wire        is_fflags = is_csr & csr_write_q == CSR_FFLAGS;
  wire        is_frm = is_csr & csr_write_q == CSR_FRM;
  wire        is_fcsr = is_csr & csr_write_q == CSR_FCSR;
  wire        remade = is_frm | is_fcsr;  // decode has it from the next instruction on
//% end

  wire        taken = c_condition;
  wire [31:0] jalr_sum = c_lead_a + target_q;
  wire [31:0] jalr_target = {jalr_sum[31:1], 1'b0};
  wire        unused_sum = jalr_sum[0];

  // Barriers.
  wire             bar_ok;
  wire             full;
  wire [WARPS-1:0] freed;
//% if dispatch
  // Barriers of a block are counted from its first one.
  wire [BARRIER_BITS-1:0] c_barrier = c_lead_a[BARRIER_BITS-1:0] + bar_first[BARRIER_BITS-1:0];
  wire             unused_first = ^bar_first;
  wire [WARPS-1:0] waiting;                                             //% if tells_waiting
  assign c_waiting = (waiting & active) | bar_waiting;                  //% if tells_waiting
//% end

  ${prefix}_warp_barriers u_barriers (
//% if dispatch
    .c_self(self), .c_arrives(bar_ok),
    .c_warps(c_lead_b[5:0]), .c_large(c_large_b), .c_active(active), .clear(bar_clear),
    .c_waiting(waiting),  //% if tells_waiting
//% else
    .c_self(self), .c_arrives(bar_ok), .c_barrier(c_lead_a[BARRIER_BITS-1:0]),
    .c_warps(c_lead_b[5:0]), .c_large(c_large_b),
//% end
//% connect warp_barriers
  );

  // Traps.
  wire        acts_badly;  // a trap, but not of memory
  wire        memory_trap = lives & memory_q & k_fault;
  wire        trap = memory_trap | acts_badly;
  wire        split_fits = diverges ? s_room2 : s_room1;
  wire        bad_tmc;
  wire        bad_wspawn;
  wire        bad_bar;
  wire        bad_clone;
  wire        bad_jalr;  //% if not deep
  wire [4:0]  cause;
  wire [31:0] tval;

  assign diverges = |then_mask & |else_mask;

  ${prefix}_warp_traps u_traps (
    .c_lives(lives), .c_memory(memory_q), .c_op(op_q), .c_jumps((is_branch & taken) | is_jal),
    .c_split_fits(split_fits), .c_join_empty(s_empty), .c_all_active(&active), .c_pc(pc_q),
    .c_target(target_q), .c_jalr_target(jalr_target), .c_insn(value_q), .c_a(c_lead_a),
    .c_b(c_lead_b),
    .c_barriers(bar_count), .c_whole(block_whole), .c_twice(bar_twice),  //% if dispatch
    .c_tick(bad_tick),  //% if blocks_tick
//% connect warp_traps
  );

  // Not written: a squashed beat; a jump that traps; the beats of a jalr before that of the leader,
  // which have no active lane; a wspawn before its last beat, or if it traps; a clone, which is
  // written later. Not retired: all these, and every trap.
  wire no_write_wspawn = op_q == OP_WSPAWN & (~valid_q | bad_wspawn);
  wire no_write_jalr = op_q == OP_JALR & (~c_found | bad_jalr);  //% if folded
  wire no_write_jalr = op_q == OP_JALR & bad_jalr;               //% else
  wire no_write_arrive = op_q == OP_ARRIVE & bar_twice;          //% if dispatch

  assign c_no_write = c_squashed
                      | (beat_q & no_write_arrive)  //% if dispatch
                      | (beat_q & bad_tick)         //% if blocks_tick
                      | (beat_q & ((op_q == OP_JAL & target_q[1]) | no_write_jalr
                                   | op_q == OP_CLONE | no_write_wspawn));
  assign c_no_retire = c_no_write | acts_badly;

  // The end of the run, and the ports of the host.
  wire        stops;
  wire        exits;
  wire        ends;
  wire [31:0] error;  //% if trace_retire

//% if not caches
//% stall flush never
//% stall release never
//% end
  ${prefix}_warp_end u_end (
    .congested(congested[${stall_stop}:${stall_stop}]),  //% if congest
//% if dispatch
    // A launch has an end of its own. Only a failed access ends all of them.
    .c_exits(1'b0), .c_halts(1'b0), .c_code(32'd0),
    .c_trap(1'b0),
//% else
    .c_exits(is_mexit), .c_halts(ends & ~acts_badly),
    .c_code(is_mexit ? csr_written : is_ebreak ? c_lead_a : c_lead_b), .c_trap(trap),
//% end
    .c_warp(warp_q), .c_pc(pc_q), .c_cause(cause), .c_tval(tval),
//% connect warp_end
  );

  // What it does. Where decode went behind jal is right.
  assign ends = acts_badly | is_ebreak | (is_tmc & c_lead_a[5:0] == 6'd0 & ~c_large_a);
  wire halts = ends | memory_trap;
  wire flushes = is_fence_i | is_mflush | is_fence;  //% if acquires
  wire flushes = is_fence_i | is_mflush;             //% else
//% if follows_returns
  // The second operand of a return is where decode went: taken says that it was right.
  wire mistaken = (is_branch & taken != predicted_q) | (is_return & ~taken);
//% else
  wire mistaken = is_branch & taken != predicted_q;
//% end
  wire squashes = mistaken | (trap & ~holds_q);
  wire goes_back = is_mret | is_interrupt;   // to c_lead_b  //% if timer
  wire goes_back = 1'b0;                                     //% else
//% if caches
  wire jumps = goes_back | mistaken | is_jalr | (is_join & s_else) | remade;  //% if floats
  wire jumps = goes_back | mistaken | is_jalr | (is_join & s_else);             //% else
  wire waits = (bar_ok & ~full) | flushes | bar_waits;  //% if dispatch
  wire waits = (bar_ok & ~full) | flushes;                //% else
//% else
  wire jumps = goes_back | mistaken | is_jalr | (is_join & s_else) | flushes | remade; //% if floats
  wire jumps = goes_back | mistaken | is_jalr | (is_join & s_else) | flushes;             //% else
  wire waits = (bar_ok & ~full) | bar_waits;  //% if dispatch
  wire waits = bar_ok & ~full;                //% else
//% end
  reg  [31:2]        next_pc;
  reg  [THREADS-1:0] next_tmask;
  wire [THREADS-1:0] tmc_mask;

  assign push = is_split & split_fits;
  assign pop = is_join & ~s_empty;
  assign bar_ok = is_bar & ~bad_bar;
  assign spawn = is_wspawn & ~bad_wspawn;
  assign c_spawn = beat_q & op_q == OP_WSPAWN;

//% if deep
  // By a shift: a comparison would share its carry chain with paths that must be short.
  wire [THREADS-1:0] beyond = {THREADS{1'b1}} << c_lead_a[THREAD_COUNT_BITS-1:0];

//% end
  generate
    for (l = 0; l < THREADS; l = l + 1) begin : g_tmc
      assign tmc_mask[l] = ~beyond[l];                           //% if deep
      assign tmc_mask[l] = c_lead_a[THREAD_COUNT_BITS-1:0] > l;  //% else
    end
  endgenerate

  // If the instruction does not act, these values are not used.
  always @* begin
    next_pc = next;
    if (op_q == OP_JAL | (op_q == OP_BRANCH & taken))
      next_pc = target_q[31:2];
    else if (op_q == OP_JALR)
      next_pc = jalr_target[31:2];
    else if (op_q == OP_JOIN & s_else)
      next_pc = s_pc;
//% if timer
    else if (goes_back)
      next_pc = c_lead_b[31:2];
//% end
  end

  always @* begin
    next_tmask = tmask_q;
    if (is_tmc)
      next_tmask = tmc_mask;
    else if (is_split & diverges)
      next_tmask = then_mask;
    else if (is_join)
      next_tmask = s_mask;
  end

  // Flushes: these warps continue when the caches have completed the flush.
  wire [WARPS-1:0] f_release;
  wire [31:2]      f_pc;
  wire [WARPS-1:0] f_waits;  // per warp: for a flush  //% if dispatch

//% if caches
  ${prefix}_warp_flush u_flush (
    .congested(congested[${stall_release}:${stall_flush}]),  //% if congest
    .c_flushes(flushes), .c_warp(warp_q), .c_self(self), .c_next(next),
//% if acquires
    .c_fence(is_fence), .c_releases(value_q[4] | value_q[6]), .c_acquires(value_q[1] | value_q[3]),
//% end
    .c_fence_i(is_fence_i), .c_value(csr_written[2:0]),
    .c_busy(jumps | halts | spawn | stops | exits),
    .f_busy(flush_busy),
//% connect warp_flush
  );
//% else
  assign f_release = {WARPS{1'b0}};
  assign f_pc = next;
  assign f_waits = {WARPS{1'b0}};  //% if dispatch
//% end

//% if dispatch
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

  assign start_ready = cleared & ~valid_q & ~clone_end_q & ~|f_release & ~c_stop;
  assign starts = start_valid & start_ready;
  assign c_ended = ending_q & ~active & ~started & ~i_flying;
  assign c_spawned = started & {WARPS{spawn}};
  assign c_killed = killed;  //% if trace_retire
  assign c_block_warp = warp_q;
  assign c_block_pc = pc_q;
  assign c_block_bar = is_sync | is_arrive | is_wait;
  assign c_block_op = {is_wait, is_arrive};
  assign c_block_phase = c_lead_a[0];
  assign c_fault = trap | is_mexit;
  assign c_fault_cause = is_mexit ? CAUSE_EXIT : cause;
  assign c_fault_tval = is_mexit ? csr_written : tval;

//% end
  ${prefix}_warp_table u_table (
//% if dispatch
    .c_spawn(spawn), .c_spawns(is_wspawn),
    .c_halted(halted), .start(starts),
//% else
    .c_spawn(spawn), .c_spawns(is_wspawn),
    .c_halted((self & {WARPS{halts}}) | {WARPS{stops | exits}}),
//% end
    .c_write((is_tmc & ~bad_tmc) | push | pop), .c_warp(warp_q), .c_tmask(next_tmask),
    .spawn_warp(c_spawn_warp),
//% connect warp_table
  );

  ${prefix}_warp_go u_go (
    .c_self(self), .c_jumps(jumps), .c_halts(halts),
    .c_lets_go((valid_q & holds_q & ~ends & ~waits & ~is_clone) | clone_end_q),
    .c_all_halt(stops | exits), .c_started(started), .c_spawns(is_wspawn),
//% if dispatch
    .c_spawn_pc(c_lead_a[31:2]), .c_freed(freed | bar_freed), .c_next_pc(next_pc),
    .start(starts), .c_killed(killed),
//% else
    .c_spawn_pc(c_lead_a[31:2]), .c_freed(freed), .c_next_pc(next_pc),
//% end
    .flush(c_flush), .flush_pc(c_flush_pc), .release_warps(c_release),
//% connect warp_go_late
  );

  assign c_active = active;
  assign c_done = acts & bare_q & ~acts_badly;
  assign c_leave = self & {WARPS{trap | c_done | (last_q & c_squashed)}};
  assign c_clone_start = is_clone & ~bad_clone;
  assign c_clone_warp = warp_q;
  assign c_clone_thread = c_lead_a[THREAD_BITS-1:0];  //% if many_threads

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
  assign c_fwrite = {is_fcsr, is_frm, is_fflags};
  assign c_fwarp = warp_q;
  assign c_value = csr_written;  //% if fcsr_alone

//% end
//% if selects
  assign c_select = is_csr & csr_write_q[5];
  assign c_counter = csr_write_q[4:0];
  assign c_arrives = bar_ok;
  assign c_value = csr_written;  //% if not timer

//% end
//% if timer
  assign c_self = self;
  assign c_pc = pc_q;
  assign c_interrupt = is_interrupt;
  assign c_mret = is_mret;
  assign c_write = {is_mtick, is_mepc, is_mtvec, is_mstatus};
  assign c_value = csr_written;
  assign c_started = started;

//% end
//% if counters
  assign c_tmask = tmask_q;
  assign c_memory = lives & memory_q & ~k_fault;
//% if follows_returns
  assign c_taken = ((is_branch & taken) | is_jal | is_jalr | is_return) & ~acts_badly;
//% else
  assign c_taken = ((is_branch & taken) | is_jal | is_jalr) & ~acts_badly;
//% end
  assign c_mistaken = (mistaken | is_jalr) & ~acts_badly;
  assign c_diverged = push & diverges;

//% end
//% if trace_retire

  // Control record.
  ${prefix}_warp_record u_record (
    .c_acts(acts), .c_op(op_q), .c_warp(warp_q), .c_pc(pc_q),
    .c_tmask(tmask_q), .c_a(c_lead_a), .c_b(c_lead_b), .c_csr_write(csr_write_q),
    .c_csr_written(csr_written), .c_else(else_mask), .c_push(push), .c_diverges(diverges),
    .c_pop(pop), .c_spawned(spawned),
    .c_freed(freed), .c_trap(trap), .c_halts(halts), .c_stops(stops), .c_exits(exits),
    .c_error(error), .c_cause(cause), .c_tval(tval),
//% connect warp_record
  );
//% end
endmodule
`default_nettype wire
