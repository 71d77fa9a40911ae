/* agree.c - random programs of threads by themselves and of the golden model,
 * on all shapes
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: agree [COUNT [SEED]]. COUNT programs (200; 30 where WW_SANITIZED says
 * that they are slow) on each shape, as golden_run and as golden_step do it;
 * and the blocks of launches, which golden_run alone does.
 */
#include "oracle/compare.h"

#include <inttypes.h>

#include "fuzz/fuzz.h"
#include "tests/tap.h"

static const struct machine base = {
	.cores = 1, .warps = 4, .threads = 4, .stack = 16, .barriers = 4,
	.has_m = true,
	.counters = true,
	.ram_base = 0x80000000, .ram_size = 1 << 20, .reset_pc = 0x80000000
};

struct shape {
	const char *name;
	uint32_t cores, warps, threads, stack, barriers, smem_size;
	enum { PLAIN, NO_M, FLOAT, TIMER, ALL } has;    /* ALL and timer */
	uint32_t constant;      /* bytes of constant memory */
};

static const struct shape shapes[] = {
	{ "4x4", 1, 4, 4, 16, 4, 0, PLAIN },
	{ "4x4 with shared memory and timer", 1, 4, 4, 16, 4, 4096, TIMER },
	{ "4x4 with the least of all", 1, 4, 4, 2, 1, 0, NO_M },
	{ "1x1", 1, 1, 1, 4, 1, 0, PLAIN },
	{ "1x8", 1, 1, 8, 8, 2, 1024, PLAIN },
	{ "8x1", 1, 8, 1, 4, 8, 1024, PLAIN, 64 },
	{ "2x32", 1, 2, 32, 16, 2, 8192, PLAIN },
	{ "16x16", 1, 16, 16, 16, 16, 0, PLAIN },
	{ "32x2", 1, 32, 2, 8, 4, 16384, PLAIN },
	{ "4x8 with all extensions", 1, 4, 8, 16, 4, 4096, ALL, 16384 },
	{ "8x4 with floating point", 1, 8, 4, 16, 4, 0, FLOAT },
	{ "three cores of 4x4", 3, 4, 4, 16, 4, 4096, ALL },
	{ "16 cores of 2x2", 16, 2, 2, 4, 2, 0, TIMER }
};

/* As many blocks as cores, each of these warps. They run on two cores that have
 * twice the warps and the shared memory of a block. */
static const struct shape blocks[] = {
	{ "7 blocks of 2x4", 7, 2, 4, 16, 4, 512, ALL },
	{ "13 blocks of 1x2", 13, 1, 2, 4, 1, 0, PLAIN },
	{ "9 blocks of 4x8", 9, 4, 8, 8, 2, 2048, FLOAT }
};

static struct machine machine_of(const struct shape *s)
{
	struct machine m = base;

	m.cores = s->cores;
	m.warps = s->warps;
	m.threads = s->threads;
	m.stack = s->stack;
	m.barriers = s->barriers;
	m.smem_size = s->smem_size;
	m.const_base = base.ram_base + base.ram_size / 2;
	m.const_size = s->constant;
	m.has_m = s->has != NO_M;
	m.timer = s->has >= TIMER;
	m.fp = s->has == FLOAT ? 1 : s->has == ALL ? 2 : 0;
	m.has_sfu = m.fp == 1;
#define EXT(id, name, flag, ...) m.flag |= s->has == ALL;
#include "isa/exts.def"
	return m;
}

static struct fuzz_program *make(const struct machine *m, uint64_t seed)
{
	struct fuzz_options o = { .class = FUZZ_ORDERED,
				  .seed = seed,
				  .length = 120,
				  .blocks = m->dispatch };
	struct fuzz_program *p = NULL;
	uint32_t needed;

	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		o.weight[k] = fuzz_kind_weight((enum fuzz_kind)k);
	if (fuzz_generate(&o, m, &p, &needed)) {
		printf("Bail out! seed %" PRIu64 " makes no program\n", seed);
		exit(1);
	}
	return p;
}

/* The machine that runs the blocks of M. */
static struct machine around(const struct machine *m)
{
	struct machine all = *m;

	all.cores = 2;
	all.warps *= 2;
	all.smem_size *= 2;
	all.launches = 1;
	all.blocks = 4;
	return all;
}

static void run(const struct fuzz_program *p, bool step,
		struct compare_result *r)
{
	const struct machine *g = &p->machine;
	struct compare_program c = { .most = 1000000, .step = step };
	uint8_t *ram = calloc(p->machine.ram_size, 1);
	struct fuzz_part part[FUZZ_SECTIONS];

	if (!ram || fuzz_place(p, ram, part) != 1)
		exit(1);
	c.first = part[0].addr;
	c.bytes = ram + (c.first - p->machine.ram_base);
	c.count = part[0].bytes;
	if (g->dispatch) {
		const struct machine all = around(g);

		compare_blocks(&all, g, &c, r);
	} else {
		compare_run(g, &c, r);
	}
	free(ram);
}

static void shape(const struct shape *s, bool dispatch, uint64_t seed,
		  uint64_t count)
{
	struct machine m = machine_of(s);
	uint64_t instructions = 0, threads = 0, n = 0;
	struct compare_result r = { .what = COMPARE_SAME };

	m.dispatch = dispatch;
	for (; n < count && r.what == COMPARE_SAME; n++) {
		struct fuzz_program *p = make(&m, seed + n);

		run(p, (seed + n) % 2, &r);
		instructions += r.instructions;
		threads += r.thread_instructions;
		fuzz_free(p);
	}
	if (!ok(r.what == COMPARE_SAME, "%s: %" PRIu64 " programs, the same",
		s->name, n))
		diag("seed %" PRIu64 ": %s: %s", seed + n - 1,
		     compare_name(r.what), r.text);
	diag("%" PRIu64 " instructions of warps, %" PRIu64 " of threads",
	     instructions, threads);
}

int main(int argc, char **argv)
{
	uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 0) :
			 getenv("WW_SANITIZED") ? 30 : 200;
	uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;

	for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
		shape(&shapes[i], false, seed, count);
	for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
		shape(&blocks[i], true, seed, count);
	return tap_done();
}
