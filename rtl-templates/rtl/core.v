// core - the pipeline: fetch, decode, issue, execute, writeback
// SPDX-License-Identifier: Apache-2.0
//
// Instructions flow down the page. What flows up: warp control's view of the warps (c_), the
// issue slots that are free again (i_issued), and finished registers (wb_).
`default_nettype none
module ${prefix}_core #(
  parameter WARPS = ${warps},
  parameter WARP_BITS = ${warp_bits},
  parameter THREADS = ${threads},
  parameter LANES = ${lanes},
//% if folded
  parameter BEAT_BITS = ${beat_bits},
//% end
//% if many_lanes
  parameter LANE_BITS = ${lane_bits},
//% end
//% if many_threads
  parameter THREAD_BITS = ${thread_bits},
//% end
  parameter META_BITS = ${meta_bits},
  parameter ADDR_BITS = ${regs_bits},
  parameter ACCESS_BITS = ${access_bits},
  parameter ACCESS_BYTES = ${access_bytes},
  parameter REQUEST_BITS = ${request_bits},
//% if fetch_many_words
  parameter WORD_BITS = ${fetch_word_bits},
//% end
  parameter FETCH_WORDS = ${fetch_words},
  parameter BLOCK_BITS = ${fetch_block_bits},
  parameter TOP = ${fetch_top_bits}
) (
  input  wire                    clk,
//% if trace_retire
  // the state audit
  input  wire [31:0] audit_select,
  output wire [LANES*32-1:0] audit_regs,
  output wire [127:0] audit_control,
//% if smem
  output wire [${smem_banks}*32-1:0] audit_smem,
//% end
//% end
  input  wire                    rst,
//% if congest
  input  wire [39:0] congest,
  output wire [${stall_writeback}:${stall_fetch}] congested,
//% end
  input  wire [7:0]              core_id,
  // instruction bus
  output wire                    ibus_req_valid,
  input  wire                    ibus_req_ready,
  output wire [WARP_BITS-1:0]    ibus_req_tag,
  output wire [TOP-1:BLOCK_BITS] ibus_req_addr,
  input  wire                    ibus_rsp_valid,
  input  wire [WARP_BITS-1:0]    ibus_rsp_tag,
  input  wire [FETCH_WORDS*32-1:0] ibus_rsp_data,
  input  wire                    ibus_rsp_error,
//% if icache
  input  wire                    ibus_rsp_miss,
  input  wire [TOP-1:BLOCK_BITS] ibus_rsp_addr,
  input  wire                    ibus_wake,
  output wire [WARPS-1:0]        ibus_waits,
  output wire [WARPS-1:0]        ibus_retries,
//% end
  // data bus
  output wire                    dbus_req_valid,
  input  wire                    dbus_req_ready,
  output wire [REQUEST_BITS-1:0] dbus_req_tag,
  output wire                    dbus_req_write,
  output wire [31:0]             dbus_req_addr,
  output wire [ACCESS_BYTES-1:0] dbus_req_strb,
  output wire [ACCESS_BITS-1:0]  dbus_req_data,
//% if trace_dcache
  output wire [${access_trace_bits}-1:0] dbus_req_trace,
//% end
  input  wire                    dbus_rsp_valid,
  output wire                    dbus_rsp_ready,
  input  wire [REQUEST_BITS-1:0] dbus_rsp_tag,
  input  wire [ACCESS_BITS-1:0]  dbus_rsp_data,
  input  wire                    dbus_rsp_error,
//% if caches
  // caches
  output wire                    flush_start,
  output wire [2:0]              flush_op,    // {invalidate I, invalidate D, write back D}
  input  wire                    flush_done,
//% end
//% if dcache
  input  wire                    mem_error_valid,
  input  wire [31:0]             mem_error_addr,
//% end
//% if trace_retire
  // trace
  output wire                    trace_issue_valid,
  output wire [${trace_issue_bits}-1:0] trace_issue,
  output wire                    trace_control_valid,
  output wire [${trace_control_bits}-1:0] trace_control,
  output wire                    trace_retire_valid,
  output wire [${trace_retire_bits}-1:0] trace_retire,
//% if trace_bus
  output wire                    trace_perform_valid,
  output wire [${trace_perform_bits}-1:0] trace_perform,
//% end
//% end
//% if trace_smem
  output wire                    trace_smem_valid,
  output wire [${trace_smem_bits}-1:0] trace_smem,
//% end
//% if counters
  // performance counters, for the host; what caches count
  input  wire                    perf_done,
  input  wire [4:0]              perf_select,
  output wire [63:0]             perf_value,
//% end
//% if count_dcache
  input  wire                    perf_hit,
  input  wire                    perf_miss,
  input  wire                    perf_merge,
//% end
//% if count_writebacks
  input  wire                    perf_writeback,
//% end
  // host
  output wire                    done,       // no warp is active and nothing is on its way
  output wire [31:0]             exit_code,
  output wire                    fault_valid,
  output wire [WARP_BITS-1:0]    fault_warp,
  output wire [31:0]             fault_pc,
  output wire [31:0]             fault_cause,
  output wire [31:0]             fault_tval
);
  wire [WARPS-1:0]       f_valid;
  wire [31:0]            f_insn;
  wire                   f_error;
  wire [WARPS-1:0]       d_take;
  wire [WARPS-1:0]       d_pop;
  wire [WARP_BITS-1:0]   d_pop_warp;
  wire [WARPS-1:0]       d_redirect;
  wire [31:BLOCK_BITS]   d_redirect_pc;
  wire                   d_valid;
  wire [WARP_BITS-1:0]   d_warp;
  wire [31:2]            d_pc;
  wire [31:0]            d_insn;
  wire [4:0]             d_rs1;
  wire [4:0]             d_rs2;
  wire [4:0]             d_rd;
  wire                   d_reads1;
  wire                   d_reads2;
  wire                   d_writes;
  wire [2:0]             d_unit;
  wire                   d_drain;
  wire [1:0]             d_slot;
  wire                   d_serial;
  wire                   d_holds;
  wire                   d_predicted;
  wire                   d_bare;
  wire                   d_a;
  wire [1:0]             d_b;
  wire [2:0]             d_imm;
  wire [3:0]             d_alu;
  wire [3:0]             d_op;
  wire [WARPS-1:0]       i_issued;
  wire                   i_valid;
  wire [WARP_BITS-1:0]   i_warp;
  wire                   i_last;
  wire                   i_clone;
  wire                   i_poison;
  wire                   i_predicted;
  wire                   i_bare;
  wire [31:2]            i_pc;
  wire [31:0]            i_insn;
  wire [4:0]             i_rs1;
  wire [4:0]             i_rs2;
  wire [4:0]             i_rd;
  wire                   i_writes;
  wire [2:0]             i_unit;
  wire                   i_a;
  wire [1:0]             i_b;
  wire [2:0]             i_imm;
  wire [3:0]             i_alu;
  wire [3:0]             i_op;
  wire                   i_idle;
  wire                   i_quiet;
  wire                   c_stop;
//% if caches
  wire                   flush_busy;
//% end
  wire                   o_busy;
//% if deep
  wire [11:0]            o_csr;
  wire [THREADS-1:0]     o_tmask;
  wire                   x_reads_csr;
//% else
  wire [11:0]            i_csr;
//% end
  wire [WARP_BITS-1:0]   o_warp;
  wire                   x_valid;
  wire [WARP_BITS-1:0]   x_warp;
  wire                   x_last;
  wire                   x_clone;
  wire                   x_poison;
  wire                   x_predicted;
  wire                   x_bare;
  wire [LANES-1:0]       x_mask;
  wire [THREADS-1:0]     x_tmask;
  wire [31:2]            x_pc;
  wire [31:0]            x_target;
  wire [31:0]            x_shared;
//% if timer
  wire [8:0]             x_csr;
//% end
  wire [4:0]             x_rd;
  wire                   x_writes;
  wire [2:0]             x_unit;
  wire [2:0]             x_funct3;
  wire                   x_store;
  wire [3:0]             x_alu;
//% if deep
  wire [7:0]             x_kind;
//% end
  wire [3:0]             x_op;
  wire [LANES*32-1:0]    x_a;
  wire [LANES*32-1:0]    x_b;
  wire [31:0]            csr_value;
  wire                   csr_per_thread;
  wire                   x_busy;
  wire [WARPS-1:0]       c_active;
  wire [WARPS-1:0]       c_flush;
  wire [31:2]            c_flush_pc;
  wire [WARPS-1:0]       c_release;
  wire [WARPS-1:0]       c_leave;
  wire                   c_done;
//% if tells_waiting
  wire [WARPS-1:0]       c_waiting;
//% end
//% if timer
  wire [WARPS-1:0]       c_self;
  wire [31:2]            c_pc;
  wire                   c_interrupt;
  wire                   c_mret;
  wire [3:0]             c_write;
  wire [31:0]            c_value;
  wire [WARPS-1:0]       c_started;
  wire [WARPS-1:0]       c_stacked;
  wire [WARPS-1:0]       c_irq;
  wire [31:0]            mtick;
  wire [1:0]             mstatus;
  wire [31:2]            mtvec;
  wire [31:2]            mepc;
//% end
//% if counters
  wire                   i_serial;
  wire [WARPS-1:0]       i_hazard;
  wire [WARPS-1:0]       i_held;
  wire [WARPS-1:0]       i_empty;
  wire [WARPS-1:0]       i_blocked;
  wire                   i_first;
  wire                   i_take;
  wire [4:0]             i_take_counter;
  wire [THREADS-1:0]     c_tmask;
  wire                   c_cancelled;
  wire                   c_taken;
  wire                   c_mistaken;
  wire                   c_diverged;
  wire                   c_load;
  wire                   c_load_void;
  wire                   i_load;
  wire                   c_store;
  wire                   perf_request;
//% if smem
  wire                   perf_smem_access;
  wire                   perf_smem_conflict;
//% end
  wire [63:0]            perf_count;
  wire [3:0]             account;
  wire                   issued;
//% end
//% if tells_warp
  wire [WARP_BITS-1:0]   c_warp;
//% end
  wire                   p_kill;
  wire [WARP_BITS-1:0]   p_warp;
  wire [THREADS-1:0]     i_tmask;
  wire                   c_clone_start;
  wire [WARP_BITS-1:0]   c_clone_warp;
  wire                   lsu_free;
  wire                   lsu_cancel;
  wire                   e_drop;
  wire [WARP_BITS-1:0]   e_drop_warp;
  wire [4:0]             e_drop_rd;
  wire                   w_valid;
  wire                   w_mute;
  wire                   w_quiet;
  wire                   w_last;
  wire [LANES-1:0]       w_mask;
  wire [META_BITS-1:0]   w_meta;
  wire [WARP_BITS-1:0]   w_to_warp;
  wire [LANES*32-1:0]    w_data;
  wire                   x_clear;
  wire [WARP_BITS-1:0]   x_clear_warp;
  wire [4:0]             x_clear_rd;
  wire                   l_valid;
  wire                   l_last;
  wire [LANES-1:0]       l_mask;
  wire [META_BITS-1:0]   l_meta;
  wire [LANES*32-1:0]    l_data;
  wire                   run;
  wire                   l_ready;
  wire [LANES-1:0]       wb_enable;
  wire [ADDR_BITS-1:0]   wb_addr;
  wire [LANES*32-1:0]    wb_data;
  wire                   wb_waiting;
  wire                   wb_clear;
  wire [WARP_BITS-1:0]   wb_clear_warp;
  wire [4:0]             wb_clear_rd;
  wire                   wb_done;
  wire [WARP_BITS-1:0]   wb_done_warp;
//% if folded
  wire [BEAT_BITS-1:0] i_beat;
  wire [BEAT_BITS-1:0] i_write_beat;
  wire [BEAT_BITS-1:0] x_beat;
  wire [BEAT_BITS-1:0] x_write_beat;
  wire [BEAT_BITS-1:0] w_beat;
  wire [BEAT_BITS-1:0] l_beat;
//% end
//% if many_lanes
  wire [LANE_BITS-1:0] i_clone_lane;
//% end
//% if many_threads
  wire [THREAD_BITS-1:0] c_clone_thread;
//% end
//% if fetch_many_words
  wire [WORD_BITS-1:0] d_pop_word;
//% end
//% if forward
  wire                 e_next_writes;
  wire [ADDR_BITS-1:0] e_next_addr;
  wire                 e_writes;
  wire [ADDR_BITS-1:0] e_addr;
  wire [LANES*32-1:0]  e_data;
//% end
//% if trace_retire
  wire        d_fault;
  wire        i_fault;
  wire [31:0] x_insn;
  wire        x_fault;
//% end
//% if has_m
  wire                 div_free;
  wire                 v_valid;
  wire                 v_last;
  wire [LANES-1:0]     v_mask;
  wire [META_BITS-1:0] v_meta;
  wire [LANES*32-1:0]  v_data;
  wire                 v_ready;
//% if folded
  wire [BEAT_BITS-1:0] v_beat;
//% end
//% end
//% if fast_multiply
  wire                 i_displaced;
  wire                 m_done;
  wire                 m_live;
  wire                 m_late;
  wire                 m_valid;
  wire                 m_last;
  wire [LANES-1:0]     m_mask;
  wire [META_BITS-1:0] m_meta;
  wire [LANES*32-1:0]  m_data;
//% if folded
  wire [BEAT_BITS-1:0] m_beat;
//% end
//% end

  ${prefix}_fetch u_fetch (
//% if congest
    .congest(congest), .congested(congested[${stall_fetch}:${stall_fetch}]),
//% end
    .clk(clk), .rst(rst), .c_active(c_active), .c_flush(c_flush),
    .c_flush_pc(c_flush_pc[31:BLOCK_BITS]), .ibus_req_valid(ibus_req_valid),
    .ibus_req_ready(ibus_req_ready), .ibus_req_tag(ibus_req_tag), .ibus_req_addr(ibus_req_addr),
    .ibus_rsp_valid(ibus_rsp_valid), .ibus_rsp_tag(ibus_rsp_tag), .ibus_rsp_data(ibus_rsp_data),
    .ibus_rsp_error(ibus_rsp_error),
//% if icache
    .ibus_rsp_miss(ibus_rsp_miss), .ibus_rsp_addr(ibus_rsp_addr), .ibus_wake(ibus_wake),
    .ibus_waits(ibus_waits), .ibus_retries(ibus_retries),
//% end
    .f_valid(f_valid), .d_take(d_take), .d_pop(d_pop), .d_pop_warp(d_pop_warp),
//% if fetch_many_words
    .d_pop_word(d_pop_word),
//% end
    .d_redirect(d_redirect), .d_redirect_pc(d_redirect_pc), .f_insn(f_insn),
    .f_error(f_error)
  );

  ${prefix}_decode u_decode (
//% if congest
    .congest(congest), .congested(congested[${stall_decode}:${stall_decode}]),
//% end
    .clk(clk), .rst(rst), .run(run), .f_valid(f_valid), .f_insn(f_insn), .f_error(f_error),
    .d_take(d_take),
    .d_pop(d_pop), .d_pop_warp(d_pop_warp),
//% if fetch_many_words
    .d_pop_word(d_pop_word),
//% end
    .d_redirect(d_redirect), .d_redirect_pc(d_redirect_pc),
    .c_active(c_active), .c_flush(c_flush), .c_flush_pc(c_flush_pc),
    .i_issued(i_issued), .d_valid(d_valid), .d_warp(d_warp), .d_slot(d_slot), .d_pc(d_pc), .d_insn(d_insn),
//% if trace_retire
    .d_fault(d_fault),
//% end
    .d_rs1(d_rs1), .d_rs2(d_rs2), .d_rd(d_rd), .d_reads1(d_reads1),
    .d_reads2(d_reads2), .d_writes(d_writes), .d_unit(d_unit), .d_drain(d_drain),
    .d_serial(d_serial), .d_holds(d_holds),
    .d_predicted(d_predicted), .d_bare(d_bare), .d_a(d_a), .d_b(d_b), .d_imm(d_imm), .d_alu(d_alu), .d_op(d_op)
  );

  ${prefix}_issue u_issue (
//% if congest
    .congest(congest), .congested(congested[${stall_divide}:${stall_issue}]),
//% end
    .clk(clk), .rst(rst), .d_valid(d_valid), .d_warp(d_warp), .d_slot(d_slot), .d_pc(d_pc), .d_insn(d_insn),
//% if trace_retire
    .d_fault(d_fault),
//% end
    .d_rs1(d_rs1), .d_rs2(d_rs2), .d_rd(d_rd), .d_reads1(d_reads1), .d_reads2(d_reads2),
    .d_writes(d_writes), .d_unit(d_unit), .d_drain(d_drain), .d_serial(d_serial), .d_holds(d_holds),
    .d_predicted(d_predicted), .d_bare(d_bare), .d_a(d_a),
    .d_b(d_b), .d_imm(d_imm), .d_alu(d_alu), .d_op(d_op), .i_issued(i_issued),
    .c_active(c_active), .c_flush(c_flush), .c_release(c_release), .c_leave(c_leave),
//% if policy == rr
    .c_waiting(c_waiting),
//% end
//% if timer
    .c_irq(c_irq),
//% end
    .p_kill(p_kill), .p_warp(p_warp),
//% if folded
    .c_tmask(i_tmask),
//% end
    .c_clone_start(c_clone_start), .c_clone_warp(c_clone_warp),
//% if many_threads
    .c_clone_thread(c_clone_thread),
//% end
    .o_busy(o_busy | x_busy), .lsu_free(lsu_free), .lsu_cancel(lsu_cancel),
//% if has_m
    .div_free(div_free),
//% end
//% if fast_multiply
    .m_done(m_done), .i_displaced(i_displaced),
//% end
    .wb_waiting(wb_waiting), .x_clear(x_clear), .x_clear_warp(x_clear_warp), .x_clear_rd(x_clear_rd),
    .wb_clear(wb_clear), .wb_clear_warp(wb_clear_warp), .wb_clear_rd(wb_clear_rd),
    .wb_done(wb_done), .wb_done_warp(wb_done_warp),
//% if counters
    .i_serial(i_serial), .i_hazard(i_hazard), .i_held(i_held), .i_empty(i_empty),
    .i_blocked(i_blocked), .i_first(i_first), .i_load(i_load), .i_take(i_take), .i_take_counter(i_take_counter),
//% end
    .i_idle(i_idle),
    .c_stop(c_stop), .i_quiet(i_quiet), .i_valid(i_valid),
    .i_warp(i_warp),
//% if folded
    .i_beat(i_beat), .i_write_beat(i_write_beat),
//% end
    .i_last(i_last), .i_clone(i_clone), .i_poison(i_poison), .i_predicted(i_predicted), .i_bare(i_bare),
//% if many_lanes
    .i_clone_lane(i_clone_lane),
//% end
    .i_pc(i_pc), .i_insn(i_insn), .i_rs1(i_rs1), .i_rs2(i_rs2), .i_rd(i_rd), .i_writes(i_writes),
    .i_unit(i_unit), .i_a(i_a), .i_b(i_b), .i_imm(i_imm), .i_alu(i_alu),
//% if trace_retire
    .i_fault(i_fault),
//% end
    .i_op(i_op)
  );

  ${prefix}_operands u_operands (
//% if trace_retire
    .audit_select(audit_select), .audit_regs(audit_regs),
//% end
    .clk(clk), .rst(rst), .i_valid(i_valid), .i_warp(i_warp),
//% if folded
    .i_beat(i_beat), .i_write_beat(i_write_beat),
//% end
    .i_last(i_last), .i_clone(i_clone), .i_poison(i_poison), .i_predicted(i_predicted), .i_bare(i_bare),
//% if many_lanes
    .i_clone_lane(i_clone_lane),
//% end
    .i_pc(i_pc), .i_insn(i_insn), .i_rs1(i_rs1), .i_rs2(i_rs2), .i_rd(i_rd), .i_writes(i_writes),
    .i_unit(i_unit), .i_a(i_a), .i_b(i_b), .i_imm(i_imm), .i_alu(i_alu), .i_op(i_op),
//% if trace_retire
    .i_fault(i_fault),
//% end
//% if deep
    .o_csr(o_csr), .o_tmask(o_tmask), .x_reads_csr(x_reads_csr),
    .o_busy(o_busy), .p_kill(p_kill), .p_warp(p_warp), .c_tmask(i_tmask),
    .wb_enable(wb_enable), .wb_addr(wb_addr), .wb_data(wb_data),
//% else
    .o_busy(o_busy), .p_kill(p_kill), .p_warp(p_warp), .c_tmask(i_tmask), .i_csr(i_csr), .csr_value(csr_value),
    .csr_per_thread(csr_per_thread), .wb_enable(wb_enable), .wb_addr(wb_addr), .wb_data(wb_data),
//% end
//% if forward
    .e_next_writes(e_next_writes), .e_next_addr(e_next_addr), .e_writes(e_writes),
    .e_addr(e_addr), .e_data(e_data),
//% end
    .o_warp(o_warp), .x_valid(x_valid), .x_warp(x_warp),
//% if folded
    .x_beat(x_beat), .x_write_beat(x_write_beat),
//% end
    .x_last(x_last), .x_clone(x_clone), .x_poison(x_poison), .x_predicted(x_predicted), .x_bare(x_bare),
    .x_mask(x_mask), .x_tmask(x_tmask), .x_pc(x_pc),
    .x_target(x_target), .x_shared(x_shared),
//% if timer
    .x_csr(x_csr),
//% end
    .x_rd(x_rd), .x_writes(x_writes), .x_unit(x_unit),
//% if deep
    .x_kind(x_kind),
//% end
    .x_funct3(x_funct3), .x_store(x_store), .x_alu(x_alu), .x_op(x_op),
//% if trace_retire
    .x_insn(x_insn), .x_fault(x_fault),
//% end
    .x_a(x_a), .x_b(x_b)
  );

  ${prefix}_csr u_csr (
//% if deep
    .clk(clk), .rst(rst), .core_id(core_id), .i_csr(o_csr), .i_warp(o_warp),
//% else
    .clk(clk), .rst(rst), .core_id(core_id), .i_csr(i_csr), .i_warp(i_warp),
//% end
//% if folded
    .i_later(|i_beat),
//% end
//% if deep
    .csr_value(csr_value), .x_per_thread(csr_per_thread), .c_active(c_active),
//% else
    .csr_value(csr_value), .csr_per_thread(csr_per_thread), .c_active(c_active),
//% end
//% if deep
    .i_tmask(o_tmask),
//% else
    .i_tmask(i_tmask),
//% end
//% if timer
    .mtick(mtick), .mstatus(mstatus), .mtvec(mtvec), .mepc(mepc),
//% end
//% if counters
    .perf_count(perf_count),
//% end
    .wb_done(wb_done), .c_done(c_done)
  );

//% if timer
  ${prefix}_timer u_timer (
    .clk(clk), .rst(rst), .c_warp(c_warp), .c_self(c_self), .c_pc(c_pc),
    .c_interrupt(c_interrupt), .c_mret(c_mret), .c_write(c_write), .c_value(c_value),
    .c_started(c_started), .c_stacked(c_stacked), .c_release(c_release), .i_warp(i_warp),
    .mtick(mtick), .mstatus(mstatus), .mtvec(mtvec), .mepc(mepc), .c_irq(c_irq)
  );

//% end
  ${prefix}_execute u_execute (
//% if trace_retire
    .audit_select(audit_select), .audit_control(audit_control),
//% if smem
    .audit_smem(audit_smem),
//% end
//% end
//% if congest
    .congest(congest), .congested(congested[${stall_release}:${stall_product}]),
//% end
    .clk(clk), .rst(rst), .run(run), .o_warp(o_warp), .x_valid(x_valid), .x_warp(x_warp),
//% if folded
    .x_beat(x_beat), .x_write_beat(x_write_beat),
//% end
    .x_last(x_last), .x_clone(x_clone), .x_poison(x_poison), .x_predicted(x_predicted), .x_bare(x_bare),
    .x_mask(x_mask), .x_tmask(x_tmask), .x_pc(x_pc),
    .x_target(x_target), .x_shared(x_shared),
//% if timer
    .x_csr(x_csr),
//% end
    .x_rd(x_rd), .x_writes(x_writes), .x_unit(x_unit),
//% if deep
    .x_kind(x_kind), .x_reads_csr(x_reads_csr), .csr_value(csr_value),
    .csr_per_thread(csr_per_thread),
//% end
    .x_funct3(x_funct3), .x_store(x_store), .x_alu(x_alu), .x_op(x_op), .x_a(x_a), .x_b(x_b),
//% if trace_retire
    .x_insn(x_insn), .x_fault(x_fault), .core_id(core_id),
    .trace_issue_valid(trace_issue_valid), .trace_issue(trace_issue),
    .trace_control_valid(trace_control_valid), .trace_control(trace_control),
//% end
//% if trace_dcache
    .dbus_req_trace(dbus_req_trace),
//% end
//% if trace_bus
    .trace_perform_valid(trace_perform_valid), .trace_perform(trace_perform),
//% end
//% if trace_smem
    .trace_smem_valid(trace_smem_valid), .trace_smem(trace_smem),
//% end
//% if caches
    .flush_start(flush_start), .flush_op(flush_op), .flush_done(flush_done),
    .flush_busy(flush_busy),
//% end
//% if dcache
    .mem_error_valid(mem_error_valid), .mem_error_addr(mem_error_addr),
//% end
//% if forward
    .e_next_writes(e_next_writes), .e_next_addr(e_next_addr), .e_writes(e_writes),
    .e_addr(e_addr), .e_data(e_data),
//% end
    .c_stop(c_stop), .i_quiet(i_quiet), .x_busy(x_busy), .c_active(c_active), .c_flush(c_flush),
    .c_flush_pc(c_flush_pc), .c_release(c_release), .c_leave(c_leave), .c_done(c_done),
//% if tells_waiting
    .c_waiting(c_waiting),
//% end
//% if timer
    .c_self(c_self), .c_pc(c_pc), .c_interrupt(c_interrupt), .c_mret(c_mret), .c_write(c_write),
    .c_value(c_value), .c_started(c_started), .c_stacked(c_stacked),
//% end
//% if tells_warp
    .c_warp(c_warp),
//% end
    .p_kill(p_kill), .p_warp(p_warp), .i_warp(i_warp), .i_tmask(i_tmask),
    .c_clone_start(c_clone_start), .c_clone_warp(c_clone_warp),
//% if many_threads
    .c_clone_thread(c_clone_thread),
//% end
    .lsu_free(lsu_free), .lsu_cancel(lsu_cancel),
//% if has_m
    .div_free(div_free),
//% end
    .dbus_req_valid(dbus_req_valid), .dbus_req_ready(dbus_req_ready), .dbus_req_tag(dbus_req_tag),
    .dbus_req_write(dbus_req_write), .dbus_req_addr(dbus_req_addr), .dbus_req_strb(dbus_req_strb),
    .dbus_req_data(dbus_req_data), .dbus_rsp_valid(dbus_rsp_valid),
    .dbus_rsp_ready(dbus_rsp_ready), .dbus_rsp_tag(dbus_rsp_tag), .dbus_rsp_data(dbus_rsp_data),
    .dbus_rsp_error(dbus_rsp_error),
    .w_valid(w_valid), .w_mute(w_mute), .w_quiet(w_quiet), .w_last(w_last),
//% if folded
    .w_beat(w_beat),
//% end
    .w_mask(w_mask), .w_meta(w_meta), .w_to_warp(w_to_warp), .w_data(w_data), .x_clear(x_clear),
    .x_clear_warp(x_clear_warp), .x_clear_rd(x_clear_rd), .e_drop(e_drop),
    .e_drop_warp(e_drop_warp), .e_drop_rd(e_drop_rd),
//% if fast_multiply
    .i_displaced(i_displaced), .m_done(m_done), .m_live(m_live), .m_late(m_late),
    .m_valid(m_valid), .m_last(m_last),
//% if folded
    .m_beat(m_beat),
//% end
    .m_mask(m_mask), .m_meta(m_meta), .m_data(m_data),
//% end
//% if has_m
    .v_valid(v_valid), .v_ready(v_ready), .v_last(v_last),
//% if folded
    .v_beat(v_beat),
//% end
    .v_mask(v_mask), .v_meta(v_meta), .v_data(v_data),
//% end
    .l_valid(l_valid), .l_ready(l_ready), .l_last(l_last),
//% if folded
    .l_beat(l_beat),
//% end
    .l_mask(l_mask), .l_meta(l_meta), .l_data(l_data),
//% if counters
    .c_tmask(c_tmask), .c_cancelled(c_cancelled), .c_taken(c_taken),
    .c_mistaken(c_mistaken), .c_diverged(c_diverged), .c_load(c_load), .c_load_void(c_load_void),
    .c_store(c_store), .perf_request(perf_request),
//% if smem
    .perf_smem_access(perf_smem_access), .perf_smem_conflict(perf_smem_conflict),
//% end
//% end
    .exit_code(exit_code),
    .fault_valid(fault_valid), .fault_warp(fault_warp), .fault_pc(fault_pc),
    .fault_cause(fault_cause), .fault_tval(fault_tval)
  );

//% if counters
  ${prefix}_accounts u_accounts (
    .clk(clk), .rst(rst), .run(run), .c_active(c_active), .c_waiting(c_waiting),
    .c_cancelled(c_cancelled),
    .c_load_void(c_load_void), .c_warp(c_warp),
//% if icache
    .f_missed(ibus_waits | ibus_retries),
//% end
    .i_serial(i_serial), .i_hazard(i_hazard), .i_held(i_held), .i_empty(i_empty),
    .i_blocked(i_blocked), .i_valid(i_valid), .i_first(i_first), .i_load(i_load),
    .i_warp(i_warp),
    .l_done(l_valid & l_ready & l_last & l_meta[0]), .l_warp(l_meta[6 +: WARP_BITS]),
    .account(account), .issued(issued)
  );

  ${prefix}_counters u_counters (
    .clk(clk), .rst(rst), .account(account), .issued(issued), .c_tmask(c_tmask),
    .c_taken(c_taken), .c_mistaken(c_mistaken), .c_diverged(c_diverged), .c_load(c_load),
    .c_store(c_store), .perf_request(perf_request),
    .perf_fetch(ibus_req_valid & ibus_req_ready),
//% if icache
    .perf_fetch_miss(ibus_rsp_valid & ibus_rsp_miss),
//% end
//% if dcache
    .perf_hit(perf_hit), .perf_miss(perf_miss), .perf_merge(perf_merge),
//% end
//% if writeback_cache
    .perf_writeback(perf_writeback),
//% end
//% if smem
    .perf_smem_access(perf_smem_access), .perf_smem_conflict(perf_smem_conflict),
//% end
    .i_take(i_take), .i_take_counter(i_take_counter), .perf_count(perf_count),
    .perf_done(perf_done), .perf_select(perf_select), .perf_value(perf_value)
  );

//% end
  ${prefix}_writeback u_writeback (
//% if congest
    .congest(congest), .congested(congested[${stall_writeback}:${stall_writeback}]),
//% end
    .clk(clk), .rst(rst), .run(run),
    .w_valid(w_valid), .w_mute(w_mute), .w_quiet(w_quiet), .w_last(w_last),
//% if folded
    .w_beat(w_beat),
//% end
    .w_mask(w_mask), .w_meta(w_meta), .w_to_warp(w_to_warp), .w_data(w_data),
//% if fast_multiply
    .m_live(m_live), .m_late(m_late),
    .m_valid(m_valid), .m_last(m_last),
//% if folded
    .m_beat(m_beat),
//% end
    .m_mask(m_mask), .m_meta(m_meta), .m_data(m_data),
//% end
    .e_drop(e_drop), .e_drop_warp(e_drop_warp), .e_drop_rd(e_drop_rd),
//% if has_m
    .v_valid(v_valid), .v_ready(v_ready), .v_last(v_last),
//% if folded
    .v_beat(v_beat),
//% end
    .v_mask(v_mask), .v_meta(v_meta), .v_data(v_data),
//% end
    .l_valid(l_valid), .l_ready(l_ready), .l_last(l_last),
//% if folded
    .l_beat(l_beat),
//% end
    .l_mask(l_mask), .l_meta(l_meta), .l_data(l_data), .wb_enable(wb_enable), .wb_addr(wb_addr),
    .wb_data(wb_data),
//% if trace_retire
    .core_id(core_id), .trace_retire_valid(trace_retire_valid), .trace_retire(trace_retire),
//% end
    .wb_waiting(wb_waiting), .wb_clear(wb_clear), .wb_clear_warp(wb_clear_warp),
    .wb_clear_rd(wb_clear_rd), .wb_done(wb_done), .wb_done_warp(wb_done_warp)
  );

//% if caches
  assign done = run & i_idle & ~|c_active & ~flush_busy;
//% else
  assign done = run & i_idle & ~|c_active;
//% end
endmodule
`default_nettype wire
