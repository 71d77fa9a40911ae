/* branch.c - branches, jal, jalr: conditions, leaders, links, traps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/golden/rig.h"

struct row {
	enum isa_op op;
	uint32_t a, b;
	bool taken;
};

#define MIN UINT32_C(0x80000000)
#define MAX UINT32_C(0x7FFFFFFF)
#define ONES UINT32_MAX

static const struct row rows[] = {
	{ ISA_BEQ,  5, 5, true },       { ISA_BEQ,  5, 6, false },
	{ ISA_BEQ,  MIN, 0, false },    { ISA_BNE,  5, 5, false },
	{ ISA_BNE,  5, 6, true },       { ISA_BNE,  MIN, 0, true },
	{ ISA_BLT,  MIN, MAX, true },   { ISA_BLT,  MAX, MIN, false },
	{ ISA_BLT,  ONES, 0, true },    { ISA_BLT,  3, 3, false },
	{ ISA_BGE,  MIN, MAX, false },  { ISA_BGE,  MAX, MIN, true },
	{ ISA_BGE,  0, ONES, true },    { ISA_BGE,  3, 3, true },
	{ ISA_BLTU, MIN, MAX, false },  { ISA_BLTU, MAX, MIN, true },
	{ ISA_BLTU, 0, ONES, true },    { ISA_BLTU, 3, 3, false },
	{ ISA_BGEU, MIN, MAX, true },   { ISA_BGEU, MAX, MIN, false },
	{ ISA_BGEU, 0, ONES, false },   { ISA_BGEU, 3, 3, true },
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* x7 and x8 of LANE become A and B. */
static void set_pair(struct rig *r, uint32_t lane, uint32_t a, uint32_t b)
{
	golden_set_reg(r->core, 0, lane, 7, a);
	golden_set_reg(r->core, 0, lane, 8, b);
}

static uint32_t after(uint32_t pc, bool taken, uint32_t offset)
{
	return pc + (taken ? offset : 4);
}

/* Offsets within the page, to another one and backwards. */
static void conditions(uint32_t threads)
{
	static const uint32_t offsets[] = { 16, 0xFFC, (uint32_t)-8,
					    (uint32_t)-4096 };
	struct rig r;

	rig_open(&r, 1, threads);
	for (size_t i = 0; i < ROWS * 4; i++) {
		const struct row *row = &rows[i / 4];
		uint32_t offset = offsets[i % 4], pc;
		struct golden_effect fx;

		rig_again(&r);
		rig_tmc(&r, threads);
		rig_op(&r, ISA_JAL, 0, 0, 0, 0x2000);
		r.at += 0x2000 - 4;
		pc = r.at;
		rig_op(&r, row->op, 0, 7, 8, offset);
		for (uint32_t lane = 0; lane < threads; lane++)
			set_pair(&r, lane, row->a, row->b);
		fx = rig_step(&r, 4);
		ok(fx.kind == GOLDEN_BRANCH && !golden_writes(&fx) &&
			   !fx.divergent &&
			   fx.next_pc == after(pc, row->taken, offset),
		   "T=%u: %s %x, %x %+d", threads, isa_insn(row->op)->name,
		   row->a, row->b, (int)offset);
	}
	rig_close(&r);
}

/* Lane 1 is the leader of a mask without lane 0. */
static void divergence(uint32_t threads)
{
	struct rig r;
	struct golden_effect fx;

	rig_open(&r, 1, threads);
	rig_tmc(&r, threads);
	rig_op(&r, ISA_BEQ, 0, 7, 8, 32);
	set_pair(&r, threads - 1, 1, 2);
	fx = rig_step(&r, 3);
	ok(fx.divergent && fx.next_pc == fx.pc + 32,
	   "T=%u: lane 0 leads, taken", threads);
	rig_again(&r);
	rig_tmc(&r, threads);
	rig_op(&r, ISA_BNE, 0, 7, 8, 32);
	set_pair(&r, threads - 1, 1, 2);
	fx = rig_step(&r, 3);
	ok(fx.divergent && fx.next_pc == fx.pc + 4,
	   "T=%u: lane 0 leads, not taken", threads);
	is_u32(golden_stats(r.core)->divergent_branches, 1, "counted");
	is_u32(golden_first_divergence(r.g)->pc, fx.pc, "its pc is kept");
	rig_close(&r);
}

/* Only lanes 1 and 3 are active: lane 1 leads and the others do not matter. */
static void masked_leader(void)
{
	static const bool want_divergent[] = { false, true };
	struct rig r;

	rig_open(&r, 1, 4);
	for (unsigned i = 0; i < 2; i++) {
		struct golden_effect fx;
		rig_again(&r);
		rig_tmc(&r, 4);
		rig_op(&r, ISA_SPLIT, 0, 6, 0, 0);
		rig_op(&r, ISA_BLTU, 0, 7, 8, 64);
		golden_set_reg(r.core, 0, 1, 6, 1);
		golden_set_reg(r.core, 0, 3, 6, 1);
		set_pair(&r, 0, 9, 2);
		set_pair(&r, 1, 1, 2);
		set_pair(&r, 2, 9, 2);
		set_pair(&r, 3, i == 0 ? 0 : 5, 2);
		fx = rig_step(&r, 4);
		ok(fx.tmask == 10 && fx.next_pc == fx.pc + 64,
		   "lane 1 of mask a decides");
		ok(fx.divergent == want_divergent[i],
		   "only active lanes disagree (%u)", i);
	}
	rig_close(&r);
}

/* A branch to pc + 2 traps only when it is taken. */
static void misaligned_branch(uint32_t threads)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, threads);
	rig_op(&r, ISA_BNE, 0, 7, 8, 6);
	rig_op(&r, ISA_BEQ, 0, 7, 8, 6);
	fx = rig_step(&r, 1);
	ok(fx.kind == GOLDEN_BRANCH && fx.next_pc == RIG_BASE + 4,
	   "a misaligned target does not matter when the branch is not taken");
	fx = rig_step(&r, 1);
	ok(fx.kind == GOLDEN_TRAP && fx.cause == 0 &&
		   fx.tval == RIG_BASE + 4 + 6 && fx.next_tmask == 0 &&
		   fx.next_pc == RIG_BASE + 4,
	   "taken it traps");
	is_u32(golden_stats(r.core)->instructions, 1,
	       "a trap does not count as retired");
	rig_close(&r);
}

static void jal(uint32_t threads)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, threads);
	rig_tmc(&r, threads);
	rig_op(&r, ISA_JAL, 1, 0, 0, 0x1008);
	fx = rig_step(&r, 3);
	ok(fx.next_pc == RIG_BASE + 8 + 0x1008 &&
		   fx.write[0].data[threads - 1] == RIG_BASE + 12 &&
		   fx.write[0].lanes == UINT32_MAX >> (32 - threads),
	   "T=%u: jal links every lane", threads);
	rig_again(&r);
	rig_op(&r, ISA_JAL, 1, 0, 0, 0x102);
	fx = rig_step(&r, 1);
	ok(fx.cause == 0 && fx.tval == RIG_BASE + 0x102 &&
		   !golden_writes(&fx) && golden_reg(r.core, 0, 0, 1) == 0,
	   "a misaligned jal traps and does not link");
	rig_close(&r);
}

struct jump {
	uint32_t base, imm;
	uint32_t target;        /* misaligned: traps with it */
	const char *what;
};

static const struct jump jumps[] = {
	{ RIG_BASE + 0x100, 0, RIG_BASE + 0x100, "jalr in the page" },
	{ RIG_BASE + 0x2000, (uint32_t)-16, RIG_BASE + 0x1FF0,
	  "jalr with negative offset" },
	{ RIG_BASE + 0x101, 0, RIG_BASE + 0x100,
	  "jalr clears bit 0 of the sum" },
	{ RIG_BASE + 0x0FF, 1, RIG_BASE + 0x100,
	  "jalr adds before it clears bit 0" },
	{ RIG_BASE + 0x100, 2, RIG_BASE + 0x102,
	  "jalr to a misaligned target" },
	{ RIG_BASE + 0x100, 3, RIG_BASE + 0x102,
	  "jalr to a misaligned target, bit 0 set" },
	{ 0xFFFFFFF0, 0x20, 0x10, "jalr wraps around the address space" },
};

static void jalr_in_place(struct rig *r, const struct jump *j, uint32_t threads)
{
	struct golden_effect fx;

	rig_again(r);
	rig_tmc(r, threads);
	rig_op(r, ISA_JALR, 7, 7, 0, j->imm & 0xFFF);
	for (uint32_t lane = 0; lane < threads; lane++)
		golden_set_reg(r->core, 0, lane, 7, j->base);
	fx = rig_step(r, 3);
	if (j->target % 4)
		ok(fx.kind == GOLDEN_TRAP && fx.cause == 0 &&
			   fx.tval == j->target &&
			   golden_reg(r->core, 0, 0, 7) == j->base,
		   "T=%u: %s traps", threads, j->what);
	else
		ok(fx.next_pc == j->target &&
			   golden_reg(r->core, 0, threads - 1, 7) == fx.pc + 4,
		   "T=%u: %s, rd = rs1", threads, j->what);
}

static void jalr(uint32_t threads)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, threads);
	for (size_t i = 0; i < sizeof jumps / sizeof jumps[0]; i++)
		jalr_in_place(&r, &jumps[i], threads);
	rig_again(&r);
	rig_tmc(&r, threads);
	rig_op(&r, ISA_JALR, 0, 7, 0, 0);
	for (uint32_t lane = 0; lane < threads; lane++)
		golden_set_reg(r.core, 0, lane, 7,
			       RIG_BASE + 0x40 + (lane & 1));
	fx = rig_step(&r, 3);
	ok(!fx.divergent && fx.next_pc == RIG_BASE + 0x40 &&
		   !golden_writes(&fx),
	   "T=%u: lanes that differ in bit 0 alone agree", threads);
	rig_close(&r);
}

static void jalr_divergent(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, 8);
	rig_tmc(&r, 8);
	rig_op(&r, ISA_JALR, 1, 7, 0, 0);
	for (uint32_t lane = 0; lane < 8; lane++)
		golden_set_reg(r.core, 0, lane, 7, RIG_BASE + 0x40 + 4 * lane);
	fx = rig_step(&r, 3);
	ok(fx.divergent && fx.next_pc == RIG_BASE + 0x40,
	   "jalr goes to the leader's target");
	ok(fx.write[0].lanes == 0xFF && fx.write[0].data[7] == RIG_BASE + 12,
	   "and links every lane");
	rig_close(&r);
}

/* The pc leaves RAM: jump, branch and running past the end. */
static void fetch_faults(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, 2);
	rig_li(&r, 7, RIG_BASE + RIG_SIZE - 4);
	rig_op(&r, ISA_JALR, 0, 7, 0, 0);
	r.at = RIG_BASE + RIG_SIZE - 4;
	rig_op(&r, ISA_ADDI, 1, 0, 0, 1);
	fx = rig_step(&r, 4);
	ok(fx.kind == GOLDEN_PLAIN && fx.next_pc == RIG_BASE + RIG_SIZE,
	   "the last word of RAM executes");
	fx = rig_step(&r, 1);
	ok(fx.kind == GOLDEN_TRAP && fx.cause == 1 &&
		   fx.tval == RIG_BASE + RIG_SIZE && fx.insn == 0 &&
		   fx.pc == fx.tval,
	   "the fetch after it traps");
	golden_reset(r.g);
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_FAULT,
	       "golden_run traps there too");
	is_u32(golden_first_trap(r.g)->tval, RIG_BASE + RIG_SIZE,
	       "with the same tval");
	is_u32(golden_stats(r.core)->instructions, 4,
	       "after four instructions");
	rig_close(&r);
}

int main(void)
{
	for (uint32_t threads = 1; threads <= 32; threads *= 2) {
		conditions(threads);
		misaligned_branch(threads);
		jal(threads);
		jalr(threads);
		if (threads > 1)
			divergence(threads);
	}
	masked_leader();
	jalr_divergent();
	fetch_faults();
	return tap_done();
}
