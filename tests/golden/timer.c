/* timer.c - ticks, interrupts, mret, and the end of a run by mexit
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/golden/rig.h"

static const uint32_t HANDLER = 0x100, MIE = 8, MPIE = 128;

static void open_timer(struct rig *r, uint32_t warps)
{
	struct machine cfg = rig_config(warps, 4);

	cfg.timer = true;
	rig_open_with(r, &cfg);
	rig_again(r);
}

static void csrw(struct rig *r, uint32_t csr, uint32_t value)
{
	rig_li(r, 7, value);
	rig_word(r, enc(ISA_CSRRW, 0, 7, 0, csr));
}

static uint32_t csr_of(struct rig *r, uint32_t csr)
{
	uint32_t word = enc(ISA_CSRRS, 31, 0, 0, csr);
	struct golden_effect fx;

	golden_step(r->core, 0, &word, &fx);
	return fx.write[0].data[0];
}

/* The handler adds one to x20 and returns; the program loops for ever, adding
 * to x21: two instructions each. */
static void emit_loop(struct rig *r, uint32_t period)
{
	rig_again(r);
	csrw(r, 0x305, RIG_BASE + HANDLER);
	csrw(r, 0x300, MIE);
	csrw(r, 0x7C1, period);
	rig_op(r, ISA_ADDI, 21, 21, 0, 1);
	rig_op(r, ISA_JAL, 0, 0, 0, (uint32_t)-4);
	r->at = RIG_BASE + HANDLER;
	rig_op(r, ISA_ADDI, 20, 20, 0, 1);
	rig_op(r, ISA_MRET, 0, 0, 0, 0);
}

/* Instructions until the write of mtick is done. */
static uint64_t set_up(struct rig *r)
{
	struct golden_effect fx = { 0 };

	while (fx.kind != GOLDEN_CSR_WRITE || fx.aux_mask != 0x7C1)
		if (golden_step(r->core, 0, NULL, &fx))
			break;
	return golden_stats(r->core)->instructions;
}

/* The first interrupt is taken when PERIOD instructions have retired behind
 * the write, and takes one; so do the next. */
static void counts(uint32_t period, FILE *trace)
{
	struct rig r;

	open_timer(&r, 1);
	emit_loop(&r, period);
	set_up(&r);
	golden_run(r.g, period, 0, trace);
	is_u32(golden_pc(r.core, 0) < RIG_BASE + HANDLER, 1,
	       "the tick is behind the last of its instructions");
	golden_run(r.g, 1, 0, trace);
	is_u32(golden_pc(r.core, 0), RIG_BASE + HANDLER, "then to mtvec");
	golden_run(r.g, 2, 0, trace);
	is_u32(golden_reg(r.core, 0, 0, 20), 1, "the handler has run");
	golden_run(r.g, period - 3, 0, trace);
	is_u32(golden_pc(r.core, 0) < RIG_BASE + HANDLER, 1,
	       "a period is counted from the tick");
	golden_run(r.g, 1, 0, trace);
	is_u32(golden_pc(r.core, 0), RIG_BASE + HANDLER, "and ends exactly");
	golden_run(r.g, UINT64_C(10) * period, 0, trace);
	is_u32(golden_reg(r.core, 0, 0, 20), 11, "ten more");
	rig_close(&r);
}

static void state(void)
{
	struct golden_effect fx;
	uint32_t pc;
	struct rig r;

	open_timer(&r, 1);
	emit_loop(&r, 0);
	set_up(&r);
	pc = golden_pc(r.core, 0);
	ok(golden_interruptible(r.core, 0), "MIE is set, the stack is empty");
	ok(golden_interrupt(r.core, 0, &fx) == 0, "taken");
	ok(fx.kind == GOLDEN_INTERRUPT && fx.pc == pc &&
	   fx.next_pc == RIG_BASE + HANDLER && fx.tmask == 1 &&
	   fx.next_tmask == 1 && !fx.write[0].lanes, "its effect");
	ok(!golden_interruptible(r.core, 0), "no other one");
	golden_step(r.core, 0, NULL, &fx);
	golden_step(r.core, 0, NULL, &fx);
	ok(fx.kind == GOLDEN_MRET && fx.next_pc == pc, "mret goes back");
	ok(golden_interruptible(r.core, 0), "and sets MIE");
	is_u32(golden_run(r.g, 1000, 0, NULL), GOLDEN_LIMIT, "period 0");
	is_u32(golden_reg(r.core, 0, 0, 20), 1, "has no ticks");
	rig_close(&r);
}

static void registers(void)
{
	struct golden_effect fx;
	struct rig r;

	open_timer(&r, 1);
	csrw(&r, 0x300, UINT32_MAX);
	csrw(&r, 0x305, UINT32_MAX);
	csrw(&r, 0x341, UINT32_MAX);
	csrw(&r, 0x7C1, UINT32_MAX);
	while (golden_step(r.core, 0, NULL, &fx) == 0 &&
	       !(fx.kind == GOLDEN_CSR_WRITE && fx.aux_mask == 0x7C1))
		;
	is_u32(csr_of(&r, 0x300), MIE | MPIE, "mstatus has two bits");
	is_u32(csr_of(&r, 0x305), UINT32_MAX - 3, "mtvec is aligned");
	is_u32(csr_of(&r, 0x341), UINT32_MAX - 3, "mepc is aligned");
	is_u32(csr_of(&r, 0x7C1), UINT32_MAX, "mtick is a word");
	golden_reset(r.g);
	is_u32(csr_of(&r, 0x300) | csr_of(&r, 0x305) | csr_of(&r, 0x341) |
	       csr_of(&r, 0x7C1), 0, "zero after reset");
	rig_close(&r);
}

/* Inside split and join nothing is taken; behind the join it is at once. */
static void defers(void)
{
	struct golden_effect fx;
	struct rig r;

	open_timer(&r, 1);
	csrw(&r, 0x305, RIG_BASE + HANDLER);
	csrw(&r, 0x300, MIE);
	csrw(&r, 0x7C1, 1);
	rig_op(&r, ISA_SPLIT, 0, 0, 0, 0);
	rig_op(&r, ISA_ADDI, 21, 21, 0, 1);
	rig_op(&r, ISA_JOIN, 0, 0, 0, 0);
	rig_op(&r, ISA_ADDI, 21, 21, 0, 1);
	set_up(&r);
	golden_step(r.core, 0, NULL, &fx);
	ok(fx.kind == GOLDEN_SPLIT && !golden_interruptible(r.core, 0),
	   "not on a stack");
	golden_run(r.g, 2, 0, NULL);
	is_u32(golden_depth(r.core, 0), 0, "after the join");
	golden_run(r.g, 1, 0, NULL);
	is_u32(golden_pc(r.core, 0), RIG_BASE + HANDLER, "at once");
	is_u32(golden_reg(r.core, 0, 0, 21), 1, "before anything else");
	rig_close(&r);
}

static void exits(void)
{
	struct golden_effect fx;
	struct rig r;

	open_timer(&r, 2);
	csrw(&r, 0x7C2, 42);
	csrw(&r, 0x7C2, 43);
	rig_op(&r, ISA_ADDI, 21, 21, 0, 1);
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_PASS, "mexit ends the run");
	is_u32(golden_exit_code(r.g), 42, "with this code");
	is_u32(golden_reg(r.core, 0, 0, 21), 0, "at once");
	golden_reset(r.g);
	while (golden_step(r.core, 0, NULL, &fx) == 0 && !golden_exits(r.g))
		;
	is_u32(golden_active(r.core), 1, "in steps the warp is active still");
	for (unsigned i = 0; i < 4; i++)
		golden_step(r.core, 0, NULL, &fx);
	is_u32(golden_reg(r.core, 0, 0, 21), 1, "and goes on");
	golden_step(r.core, 0, NULL, &fx);
	ok(fx.kind == GOLDEN_TRAP && !golden_first_trap(r.g)->valid,
	   "a trap behind it is not held");
	is_u32(golden_exit_code(r.g), 42, "the first code stays");
	golden_reset(r.g);
	golden_stop(r.core);
	is_u32(golden_active(r.core), 0, "all halt");
	rig_close(&r);
}

/* Warp 0 takes an interrupt at each tick and needs STEPS turns of a loop of two
 * instructions for its work; warp 1 loops until that is done. How many
 * instructions warp 0 executes between two ticks does not depend on warp 1. */
static bool ends(uint32_t period, uint32_t steps, FILE *trace)
{
	enum golden_status how;
	struct rig r;

	open_timer(&r, 2);
	csrw(&r, 0x305, RIG_BASE + HANDLER);
	rig_li(&r, 8, RIG_BASE + HANDLER + 8);
	rig_op(&r, ISA_WSPAWN, 0, 8, 0, 0);
	rig_li(&r, 9, steps);
	csrw(&r, 0x7C1, period);
	csrw(&r, 0x300, MIE);
	rig_op(&r, ISA_ADDI, 9, 9, 0, (uint32_t)-1);
	rig_op(&r, ISA_BNE, 0, 9, 0, (uint32_t)-4);
	csrw(&r, 0x7C2, 0);
	r.at = RIG_BASE + HANDLER;
	rig_op(&r, ISA_ADDI, 20, 20, 0, 1);
	rig_op(&r, ISA_MRET, 0, 0, 0, 0);
	rig_op(&r, ISA_JAL, 0, 0, 0, 0);        /* warp 1 */
	how = golden_run(r.g, 100 * (uint64_t)steps, 0, trace);
	rig_close(&r);
	return how == GOLDEN_PASS;
}

/* An interrupt takes three instructions, so from a period of 4 on some are left
 * for what is interrupted. */
static void shares(FILE *trace)
{
	uint32_t hangs = 0;

	for (uint32_t period = 4; period < 3000; period += period / 8 + 1)
		if (!ends(period, 5000, trace))
			hangs = period;
	is_u32(hangs, 0, "a warp that is interrupted goes on beside a loop");
	ok(!ends(3, 5000, trace), "a period of the handler leaves nothing");
}

int main(void)
{
	FILE *trace = tmpfile();

	counts(50, NULL);
	counts(3000, NULL);
	counts(50, trace);
	counts(3000, trace);
	state();
	registers();
	defers();
	exits();
	shares(NULL);
	shares(trace);
	if (trace)
		fclose(trace);
	return tap_done();
}
