/* stacks.c - threads that go below their stack are held, others are not
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/golden/rig.h"

enum { SP = 2, TP = 4, BYTES = 256, STRIDE = 320 };

#define TOP (RIG_DATA + 0x4000)

/* A program of WORD between tmc THREADS and ebreak. Thread t has DEPTH bytes on
 * its stack, x6 = X6. */
static void program(struct rig *r, uint32_t threads, uint32_t word,
		    uint32_t depth, uint32_t x6)
{
	rig_again(r);
	rig_tmc(r, threads);
	rig_word(r, word);
	rig_op(r, ISA_EBREAK, 0, 0, 0, 0);
	for (uint32_t t = 0; t < threads; t++) {
		golden_set_reg(r->core, 0, t, SP, TOP - t * STRIDE - depth);
		golden_set_reg(r->core, 0, t, TP, TOP);
		golden_set_reg(r->core, 0, t, 6, x6);
	}
}

static enum golden_status run(struct rig *r)
{
	return golden_run(r->g, 1000, 0, NULL);
}

/* N bytes more in each of the ways compilers have. */
static void ways(struct rig *r, uint32_t threads, uint32_t depth, uint32_t n,
		 enum golden_status want)
{
	const uint32_t words[] = {
		enc(ISA_ADDI, SP, SP, 0, (0 - n) & 0xFFF),
		enc(ISA_ADD, SP, SP, 6, 0), enc(ISA_ADD, SP, 6, SP, 0),
		enc(ISA_SUB, SP, SP, 6, 0)
	};

	for (size_t i = 0; i < 4; i++) {
		program(r, threads, words[i], depth, i == 3 ? n : 0 - n);
		ok(run(r) == want, "T=%u: %u bytes, then %u, in way %zu",
		   threads, depth, n, i);
		for (uint32_t t = 0; t < threads; t++)
			is_u32(golden_reg(r->core, 0, t, SP),
			       TOP - t * STRIDE - depth - n, "sp itself");
	}
}

static void limits(uint32_t threads)
{
	struct rig r;

	rig_open(&r, 1, threads);
	golden_watch_stacks(r.g, BYTES, STRIDE);
	ways(&r, threads, 0, 16, GOLDEN_PASS);
	ways(&r, threads, 0, BYTES, GOLDEN_PASS);
	ways(&r, threads, 0, BYTES + 1, GOLDEN_OVERFLOW);
	ways(&r, threads, BYTES - 16, 16, GOLDEN_PASS);
	ways(&r, threads, BYTES - 16, 32, GOLDEN_OVERFLOW);
	ways(&r, threads, BYTES, 16, GOLDEN_OVERFLOW);
	ways(&r, threads, 128, 0u - 64, GOLDEN_PASS);
	/* Where it is no stack of this thread, nothing is known. */
	ways(&r, threads, BYTES + 16, 16, GOLDEN_PASS);
	ways(&r, threads, 0u - 16, 1024, GOLDEN_PASS);
	rig_close(&r);
}

static void what_is_held(void)
{
	uint32_t word = enc(ISA_ADD, SP, SP, 6, 0);
	const struct golden_overflow *o;
	struct rig r;

	rig_open(&r, 1, 4);
	o = golden_overflow(r.g);
	golden_watch_stacks(r.g, BYTES, STRIDE);
	program(&r, 4, word, 0, 0u - 16);
	golden_set_reg(r.core, 0, 2, 6, 0u - 300);
	golden_set_reg(r.core, 0, 3, 6, 0u - 400);
	ok(run(&r) == GOLDEN_OVERFLOW && o->valid, "one thread of four");
	is_u32(o->lane, 2, "the lowest of those that overflow");
	is_u32(o->warp, 0, "its warp");
	is_u32(o->pc, r.at - 8, "the instruction");
	is_u32(o->sp, TOP - 2 * STRIDE - 300, "its sp");
	is_u32(o->low, TOP - 2 * STRIDE - BYTES, "the end of its stack");
	golden_reset(r.g);
	ok(!o->valid, "reset forgets it");
	rig_close(&r);
}

/* An instruction at a time, and with a trace, it is the same. */
static void steps(void)
{
	uint32_t word = enc(ISA_ADDI, SP, SP, 0, 0u - 512 + 0x1000);
	struct golden_effect fx = { .kind = GOLDEN_TRAP };
	FILE *trace = tmpfile();
	struct rig r;

	rig_open(&r, 1, 1);
	golden_watch_stacks(r.g, BYTES, STRIDE);
	program(&r, 1, word, 0, 0);
	while (golden_step(r.core, 0, NULL, &fx) == 0 && fx.write[0].reg != SP)
		;
	ok(golden_overflow(r.g)->valid, "golden_step holds it");
	is_u32(fx.write[0].data[0], TOP - 512,
	       "its effect is that of the addition");
	is_u32(fx.next_pc, fx.pc + 4, "and the warp goes on");
	program(&r, 1, word, 0, 0);
	ok(trace && golden_run(r.g, 1000, 0, trace) == GOLDEN_OVERFLOW,
	   "golden_run with a trace ends");
	if (trace)
		fclose(trace);
	rig_close(&r);
}

/* A stack that is switched to is not the one that is watched. */
static void switches(void)
{
	const uint32_t words[] = {
		enc(ISA_ADDI, SP, 6, 0, 0), enc(ISA_SUB, SP, 6, 0, 0),
		enc(ISA_ADD, SP, 6, 0, 0),
		enc(ISA_ADDI, 7, SP, 0, (0 - 1024u) & 0xFFF)
	};
	struct rig r;

	rig_open(&r, 1, 1);
	golden_watch_stacks(r.g, BYTES, STRIDE);
	for (size_t i = 0; i < 4; i++) {
		program(&r, 1, words[i], 16, TOP - BYTES - 64);
		ok(run(&r) == GOLDEN_PASS, "no overflow %zu", i);
	}
	rig_close(&r);
}

static void unwatched(void)
{
	struct rig r;

	rig_open(&r, 1, 4);
	ways(&r, 4, 0, 512, GOLDEN_PASS);
	rig_close(&r);
}

int main(void)
{
	limits(1);
	limits(4);
	limits(32);
	what_is_held();
	steps();
	switches();
	unwatched();
	return tap_done();
}
