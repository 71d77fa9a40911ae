/* simt.c - the SIMT instructions, the ends of a warp, and their traps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/golden/rig.h"

static bool traps(const struct golden_effect *fx, uint32_t cause, uint32_t tval)
{
	return fx->kind == GOLDEN_TRAP && fx->cause == cause &&
	       fx->tval == tval && fx->next_tmask == 0 &&
	       fx->next_pc == fx->pc && fx->write[0].lanes == 0;
}

/* One instruction after tmc THREADS, whose x7 and x8 are the same in every
 * lane. */
static struct golden_effect one(struct rig *r, uint32_t threads, uint32_t word,
				uint32_t x7, uint32_t x8)
{
	rig_again(r);
	rig_tmc(r, threads);
	rig_word(r, word);
	for (uint32_t lane = 0; lane < threads; lane++) {
		golden_set_reg(r->core, 0, lane, 7, x7);
		golden_set_reg(r->core, 0, lane, 8, x8);
	}
	return rig_step(r, 3);
}

static void tmc(uint32_t threads)
{
	uint32_t word = enc(ISA_TMC, 0, 7, 0, 0);
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, threads);
	for (uint32_t n = 1; n <= threads; n++) {
		fx = one(&r, 1, word, n, 0);
		is_u32(fx.next_tmask, UINT32_MAX >> (32 - n),
		       "tmc n: the lowest n lanes");
	}
	fx = one(&r, threads, word, threads + 1, 0);
	ok(traps(&fx, 25, threads + 1), "T=%u: tmc of more threads", threads);
	fx = one(&r, threads, word, UINT32_MAX, 0);
	ok(traps(&fx, 25, UINT32_MAX), "T=%u: tmc of minus one", threads);
	fx = one(&r, threads, word, 0, 0);
	ok(fx.kind == GOLDEN_TMC && fx.next_tmask == 0 &&
		   fx.next_pc == fx.pc + 4 && golden_active(r.core) == 0,
	   "T=%u: tmc of zero halts", threads);
	rig_close(&r);
}

static void tmc_leader(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, 4);
	rig_tmc(&r, 4);
	rig_op(&r, ISA_SPLIT, 0, 6, 0, 0);
	rig_op(&r, ISA_TMC, 0, 7, 0, 0);
	for (uint32_t lane = 0; lane < 4; lane++) {
		golden_set_reg(r.core, 0, lane, 6, lane >= 2);
		golden_set_reg(r.core, 0, lane, 7, lane == 2 ? 3 : 9);
	}
	fx = rig_step(&r, 4);
	ok(fx.tmask == 12 && fx.next_tmask == 7,
	   "tmc reads lane 2, the leader of mask c");
	rig_close(&r);
}

static void exit_code(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, 4);
	rig_tmc(&r, 4);
	rig_op(&r, ISA_SPLIT, 0, 6, 0, 0);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	for (uint32_t lane = 0; lane < 4; lane++) {
		golden_set_reg(r.core, 0, lane, 6, lane == 1 || lane == 3);
		golden_set_reg(r.core, 0, lane, 10, 40 + lane);
	}
	fx = rig_step(&r, 4);
	ok(fx.kind == GOLDEN_HALT && fx.aux_value == 41 &&
		   fx.next_pc == fx.pc + 4,
	   "ebreak reports the leader's x10");
	is_u32(golden_exit_code(r.g), 41, "which is the exit code");
	is_u32((uint32_t)-golden_step(r.core, 0, NULL, &fx),
	       (uint32_t)-GOLDEN_E_INACTIVE, "a halted warp does not step");
	is_u32((uint32_t)-golden_step(r.core, 1, NULL, &fx),
	       (uint32_t)-GOLDEN_E_INACTIVE, "nor one that does not exist");
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_PASS, "the run has ended");
	rig_close(&r);
}

/* The warp that halts last gives the exit code, whatever its number. */
static void last_halt(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 2, 1);
	rig_op(&r, ISA_WSPAWN, 10, 7, 8, 0);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	golden_set_reg(r.core, 0, 0, 7, RIG_BASE + 4);
	golden_set_reg(r.core, 0, 0, 8, 77);
	golden_set_reg(r.core, 0, 0, 10, 11);
	rig_step(&r, 1);
	golden_step(r.core, 1, NULL, &fx);
	is_u32(golden_exit_code(r.g), 77, "warp 1 halts first");
	golden_step(r.core, 0, NULL, &fx);
	is_u32(golden_exit_code(r.g), 11, "warp 0 halts last");
	rig_close(&r);
}

static void wspawn(void)
{
	uint32_t word = enc(ISA_WSPAWN, 9, 7, 8, 0);
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 2, 4);
	golden_set_reg(r.core, 1, 0, 3, 33);
	fx = one(&r, 4, word, RIG_BASE + 0x100, 1234);
	ok(fx.kind == GOLDEN_WSPAWN && fx.aux_mask == 2 &&
		   fx.aux_value == RIG_BASE + 0x100,
	   "wspawn starts warp 1");
	ok(fx.write[0].warp == 1 && fx.write[0].lanes == 1 &&
		   fx.write[0].reg == 9 && fx.write[0].count == 1 &&
		   fx.write[0].data[0] == 1234,
	   "and writes its register");
	is_u32(golden_reg(r.core, 1, 0, 9), 1234, "x9 of thread 0");
	is_u32(golden_reg(r.core, 1, 1, 9), 0, "thread 1 is not written");
	is_u32(golden_reg(r.core, 0, 0, 9), 0, "nor the spawning warp");
	is_u32(golden_tmask(r.core, 1), 1, "one thread");
	is_u32(golden_pc(r.core, 1), RIG_BASE + 0x100, "at the target");
	is_u32(golden_active(r.core), 3, "both active");
	rig_word(&r, word);
	fx = rig_step(&r, 1);
	ok(traps(&fx, 24, RIG_BASE + 0x100), "no inactive warp: trap 24");
	is_u32(golden_active(r.core), 2, "the trap halts the spawning warp");
	fx = one(&r, 4, word, RIG_BASE + 2, 0);
	ok(traps(&fx, 0, RIG_BASE + 2), "misaligned target: trap 0");
	fx = one(&r, 4, enc(ISA_WSPAWN, 0, 7, 8, 0), RIG_BASE, 5);
	ok(fx.write[0].lanes == 0 && golden_reg(r.core, 1, 0, 0) == 0,
	   "rd = x0 writes nothing");
	rig_close(&r);
	rig_open(&r, 1, 1);
	fx = one(&r, 1, word, RIG_BASE, 0);
	ok(traps(&fx, 24, RIG_BASE), "a single warp has none to spawn");
	fx = one(&r, 1, word, RIG_BASE + 1, 0);
	ok(traps(&fx, 0, RIG_BASE + 1), "misalignment comes first");
	rig_close(&r);
}

/* A warp started again keeps its registers and loses its stack. */
static void restart(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 4, 2);
	rig_op(&r, ISA_WSPAWN, 9, 7, 8, 0);             /* runs +8 */
	rig_op(&r, ISA_WSPAWN, 0, 7, 8, 0);
	rig_op(&r, ISA_SPLIT, 0, 0, 0, 0);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	golden_set_reg(r.core, 0, 0, 7, RIG_BASE + 8);
	golden_set_reg(r.core, 0, 0, 8, 5);
	rig_step(&r, 1);
	golden_step(r.core, 1, NULL, &fx);
	is_u32(golden_depth(r.core, 1), 1, "warp 1 pushed an entry");
	golden_step(r.core, 1, NULL, &fx);
	golden_set_reg(r.core, 1, 1, 20, 99);
	fx = rig_step(&r, 1);
	is_u32(fx.aux_mask, 2, "the lowest inactive warp is warp 1 again");
	is_u32(golden_depth(r.core, 1), 0, "with an empty stack");
	is_u32(golden_reg(r.core, 1, 0, 9), 5, "its x9 of before");
	is_u32(golden_reg(r.core, 1, 1, 20), 99,
	       "and what its other thread had");
	rig_close(&r);
}

static struct golden_effect split_on(struct rig *r, uint32_t threads,
				     uint32_t predicate)
{
	rig_again(r);
	rig_tmc(r, threads);
	rig_op(r, ISA_SPLIT, 0, 7, 0, 0);
	rig_op(r, ISA_JOIN, 0, 0, 0, 0);
	for (uint32_t lane = 0; lane < threads; lane++)
		golden_set_reg(r->core, 0, lane, 7,
			       predicate >> lane & 1 ? 0x10000u << lane : 0);
	return rig_step(r, 3);
}

static void split_join(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, 8);
	fx = split_on(&r, 8, 0x2C);
	ok(fx.kind == GOLDEN_SPLIT && fx.next_tmask == 0x2C &&
		   fx.aux_mask == 0xD3 && fx.aux_value == 0xFF && fx.depth == 2,
	   "a divergent split");
	fx = rig_step(&r, 1);
	ok(fx.kind == GOLDEN_JOIN && fx.next_tmask == 0xD3 &&
		   fx.next_pc == RIG_BASE + 12 && fx.aux_mask == 0xD3 &&
		   fx.aux_value == 1 && fx.depth == 1,
	   "join goes to the else side, after the split");
	fx = rig_step(&r, 1);
	ok(fx.next_tmask == 0xFF && fx.next_pc == RIG_BASE + 16 &&
		   fx.aux_mask == 0xFF && fx.aux_value == 0 && fx.depth == 0,
	   "the second join restores");
	fx = split_on(&r, 8, 0xFF);
	ok(fx.next_tmask == 0xFF && fx.aux_mask == 0 && fx.aux_value == 0xFF &&
		   fx.depth == 1,
	   "all lanes hold: one entry");
	fx = split_on(&r, 8, 0);
	ok(fx.next_tmask == 0xFF && fx.aux_mask == 0 && fx.depth == 1,
	   "no lane holds: the mask stays");
	fx = rig_step(&r, 1);
	ok(fx.next_tmask == 0xFF && fx.next_pc == RIG_BASE + 16,
	   "and join restores it");
	rig_word(&r, enc(ISA_JOIN, 0, 0, 0, 0));
	fx = rig_step(&r, 1);
	ok(traps(&fx, 27, 0), "join of an empty stack: trap 27");
	rig_close(&r);
}

/* stack is 4: three uniform splits leave room for one, not for two. */
static void stack_full(void)
{
	struct golden_effect fx;
	struct rig r;

	for (unsigned uniform = 0; uniform < 2; uniform++) {
		rig_open(&r, 1, 2);
		rig_tmc(&r, 2);
		for (unsigned i = 0; i < 3; i++)
			rig_op(&r, ISA_SPLIT, 0, 0, 0, 0);
		rig_op(&r, ISA_SPLIT, 0, 7, 0, 0);
		rig_op(&r, ISA_SPLIT, 0, 0, 0, 0);
		golden_set_reg(r.core, 0, 0, 7, 1);
		golden_set_reg(r.core, 0, 1, 7, uniform);
		fx = rig_step(&r, 6);
		if (uniform) {
			is_u32(fx.depth, 4,
			       "a uniform split takes the last entry");
			fx = rig_step(&r, 1);
		}
		ok(traps(&fx, 28, 0), "stack full: trap 28");
		rig_close(&r);
	}
}

static void clone(void)
{
	uint32_t word = enc(ISA_CLONE, 0, 7, 0, 0);
	struct golden_effect fx;
	bool good = true;
	struct rig r;

	rig_open(&r, 1, 4);
	rig_word(&r, word);
	for (uint32_t reg = 1; reg < 32; reg++) {
		golden_set_reg(r.core, 0, 0, reg, 100 + reg);
		golden_set_reg(r.core, 0, 1, reg, 200 + reg);
	}
	golden_set_reg(r.core, 0, 0, 7, 2);
	fx = rig_step(&r, 1);
	ok(fx.kind == GOLDEN_CLONE && fx.aux_mask == 4 &&
		   fx.write[0].lanes == 4 && fx.write[0].reg == 1 &&
		   fx.write[0].count == 31 &&
		   fx.next_tmask == 1,
	   "clone to thread 2, which is not active");
	for (uint32_t reg = 1; reg < 32; reg++)
		good &= golden_reg(r.core, 0, 2, reg) ==
				golden_reg(r.core, 0, 0, reg) &&
			golden_reg(r.core, 0, 1, reg) == 200 + reg &&
			golden_reg(r.core, 0, 3, reg) == 0;
	ok(good, "all registers, that thread alone");
	fx = one(&r, 4, word, 4, 0);
	ok(traps(&fx, 26, 4), "clone to thread T: trap 26");
	fx = one(&r, 4, word, 0, 0);
	ok(fx.kind == GOLDEN_CLONE && fx.aux_mask == 1,
	   "clone to thread 0 changes nothing");
	rig_close(&r);
}

/* Every warp runs bar x7, x8 at RIG_BASE. */
static void start_all(struct rig *r, uint32_t warps, uint32_t id, uint32_t n)
{
	struct golden_effect fx;

	rig_again(r);
	rig_op(r, ISA_BAR, 0, 7, 8, 0);
	rig_op(r, ISA_WSPAWN, 0, 9, 0, 0);
	rig_op(r, ISA_JAL, 0, 0, 0, (uint32_t)-4);
	golden_set_reg(r->core, 0, 0, 9, RIG_BASE);
	golden_set_reg(r->core, 0, 0, 7, 0);
	golden_set_reg(r->core, 0, 0, 8, 1);
	golden_step(r->core, 0, NULL, &fx);
	for (uint32_t i = 1; i < warps; i++)
		rig_step(r, 2);
	for (uint32_t i = 0; i < warps; i++) {
		golden_set_reg(r->core, i, 0, 7, id);
		golden_set_reg(r->core, i, 0, 8, n);
	}
}

static void bar(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 4, 2);
	start_all(&r, 4, 1, 3);
	golden_step(r.core, 3, NULL, &fx);
	ok(fx.kind == GOLDEN_BAR && fx.aux_mask == 0 && fx.aux_value == 1 &&
		   fx.next_pc == RIG_BASE + 4 && fx.next_tmask == 1,
	   "the first one waits");
	is_u32(golden_waiting(r.core), 8, "warp 3 waits");
	is_u32(golden_active(r.core), 15, "and is active");
	is_u32((uint32_t)-golden_step(r.core, 3, NULL, &fx),
	       (uint32_t)-GOLDEN_E_INACTIVE, "it cannot step");
	golden_step(r.core, 1, NULL, &fx);
	is_u32(golden_waiting(r.core), 10, "the second one waits");
	golden_set_reg(r.core, 2, 0, 7, 0);
	golden_step(r.core, 2, NULL, &fx);
	is_u32(golden_waiting(r.core), 14, "another barrier counts for itself");
	start_all(&r, 4, 1, 2);
	golden_step(r.core, 2, NULL, &fx);
	ok(fx.aux_mask == 0 && golden_waiting(r.core) == 4,
	   "a reset empties barriers");
	rig_close(&r);
	rig_open(&r, 4, 2);
	start_all(&r, 4, 0, 2);
	golden_step(r.core, 2, NULL, &fx);
	golden_step(r.core, 1, NULL, &fx);
	is_u32(fx.aux_mask, 6, "the last one releases all, itself included");
	is_u32(golden_waiting(r.core), 0, "nobody waits");
	golden_step(r.core, 3, NULL, &fx);
	is_u32(golden_waiting(r.core), 8, "the barrier is empty again");
	rig_close(&r);
}

static void bar_edges(void)
{
	uint32_t word = enc(ISA_BAR, 0, 7, 8, 0);
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 2, 2);
	fx = one(&r, 2, word, 0, 1);
	is_u32(fx.aux_mask, 1, "bar of one goes on at once");
	fx = one(&r, 2, word, 1, 0);
	is_u32(fx.aux_mask, 1, "so does bar of none");
	fx = one(&r, 2, word, 2, 1);
	ok(traps(&fx, 29, 2), "no such barrier: trap 29");
	fx = one(&r, 2, word, 2, 9);
	ok(traps(&fx, 29, 2), "which comes before trap 30");
	fx = one(&r, 2, word, 1, 3);
	ok(traps(&fx, 30, 3), "more warps than there are: trap 30");
	is_u32(golden_waiting(r.core), 0, "a trap at a barrier does not wait");
	rig_close(&r);
}

static void system_insns(void)
{
	static const uint32_t illegal[] = { 0,          UINT32_MAX, 0x30200073,
					    0x10500073, 0x00100173, 0x0210000B,
					    0x0000500B, 0x0000700B, 0x0000008B,
					    0x0010000B, 0x00002067, 0x0000302F,
					    0x00000001 };
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, 4);
	for (size_t i = 0; i < sizeof illegal / sizeof illegal[0]; i++) {
		fx = one(&r, 4, illegal[i], 0, 0);
		ok(traps(&fx, 2, illegal[i]), "0x%08x is illegal", illegal[i]);
	}
	fx = one(&r, 4, 0x00000073, 0, 0);
	ok(traps(&fx, 11, 0), "ecall: trap 11");
	fx = one(&r, 4, 0x0ff0000F, 0, 0);
	ok(fx.kind == GOLDEN_FENCE && fx.next_pc == fx.pc + 4, "fence");
	fx = one(&r, 4, 0x8330008F, 0, 0);
	ok(fx.kind == GOLDEN_FENCE && fx.write[0].lanes == 0,
	   "a hint encoding of fence");
	fx = one(&r, 4, 0x0000100F, 0, 0);
	ok(fx.kind == GOLDEN_FENCE_I && fx.next_pc == fx.pc + 4, "fence.i");
	rig_close(&r);
}

int main(void)
{
	for (uint32_t threads = 1; threads <= 32; threads *= 2)
		tmc(threads);
	tmc_leader();
	exit_code();
	last_halt();
	wspawn();
	restart();
	split_join();
	stack_full();
	clone();
	bar();
	bar_edges();
	system_insns();
	return tap_done();
}
