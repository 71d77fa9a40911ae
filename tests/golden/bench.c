/* bench.c - how fast golden_run is, in warp instructions per CPU-second
 * SPDX-License-Identifier: Apache-2.0
 *
 * Usage: bench-golden [MILLIONS [THREADS]]. Four warps each run a loop of nine
 * instructions (a load, six of arithmetic, a store, a branch) MILLIONS x 10^6
 * instructions in all; the best of three runs counts. Lines with "masked" have
 * only odd lanes active, "apart" loads and stores 64 bytes from each other. In
 * lines with "float" five of the six are floating point: two products, a sum, a
 * difference and a fused operation, in registers x (isa.f = zfinx).
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "base/clock.h"
#include "tests/golden/rig.h"

enum { WARPS = 4, RUNS = 3, LOOP = 9 };

enum kind { FULL, MASKED, APART, FLOATS, MASKED_FLOATS, KINDS };

static const char *const kind_names[KINDS] = { "", " masked", " apart",
					       " float", " float masked" };

/* Registers of 0.6 and 0.7: numbers with all their bits, as results have. */
enum { LESS = 16, MORE = 17 };

/* x11 goes to 0.72 x11 + 0.43, so it stays where numbers are normal. */
static void emit_floats(struct rig *r)
{
	rig_op(r, ISA_FADD_S, 11, 11, LESS, 0);
	rig_op(r, ISA_FMUL_S, 12, 11, MORE, 0);
	rig_op(r, ISA_FMADD_S, 13, 12, LESS, 11);
	rig_op(r, ISA_FSUB_S, 14, 13, 12, 0);
	rig_op(r, ISA_FMUL_S, 15, 14, MORE, 0);
	rig_op(r, ISA_SW, 0, 7, 14, 0);
}

static void emit_integers(struct rig *r)
{
	rig_op(r, ISA_ADDI, 11, 11, 0, 3);
	rig_op(r, ISA_XOR, 12, 11, 10, 0);
	rig_op(r, ISA_SUB, 13, 12, 11, 0);
	rig_op(r, ISA_SRLI, 13, 13, 0, 5);
	rig_op(r, ISA_SLTU, 14, 12, 13, 0);
	rig_op(r, ISA_SW, 0, 7, 13, 0);
}

/* x6 = lane, x7 = its address, x10 = rounds; then the loop. */
static void emit_loop(struct rig *r, uint32_t threads, enum kind kind,
		      uint32_t rounds)
{
	rig_tmc(r, threads);
	rig_op(r, ISA_CSRRS, 6, 0, 0, 0xCC0);
	rig_op(r, ISA_CSRRS, 7, 0, 0, 0xCC1);
	rig_op(r, ISA_SLLI, 7, 7, 0, 12);
	rig_op(r, ISA_SLLI, 8, 6, 0, kind == APART ? 6 : 2);
	rig_op(r, ISA_ADD, 7, 7, 8, 0);
	rig_li(r, 8, RIG_DATA);
	rig_op(r, ISA_ADD, 7, 7, 8, 0);
	rig_li(r, 10, rounds);
	rig_li(r, LESS, 0x3F19999A);
	rig_li(r, MORE, 0x3F333333);
	rig_op(r, ISA_ANDI, 8, 6, 0, 1);
	if (kind == MASKED || kind == MASKED_FLOATS)
		rig_op(r, ISA_SPLIT, 0, 8, 0, 0);
	rig_op(r, ISA_LW, 11, 7, 0, 0);
	if (kind == FLOATS || kind == MASKED_FLOATS)
		emit_floats(r);
	else
		emit_integers(r);
	rig_op(r, ISA_ADDI, 10, 10, 0, 0xFFF);
	rig_op(r, ISA_BNE, 0, 10, 0, (uint32_t)(-4 * (LOOP - 1)));
	rig_op(r, ISA_EBREAK, 0, 0, 0, 0);
}

static void emit(struct rig *r, uint32_t threads, enum kind kind,
		 uint32_t rounds)
{
	rig_again(r);
	rig_li(r, 7, RIG_BASE + 8 + 4 * (WARPS - 1));
	for (unsigned i = 1; i < WARPS; i++)
		rig_op(r, ISA_WSPAWN, 0, 7, 0, 0);
	emit_loop(r, threads, kind, rounds);
}

/* M warp instructions per CPU-second, or below 0 if the program failed. */
static double measure(struct rig *r, uint32_t threads, enum kind kind,
		      uint32_t rounds)
{
	double best = -1;

	for (unsigned i = 0; i < RUNS; i++) {
		double start, rate;
		emit(r, threads, kind, rounds);
		start = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
		if (golden_run(r->g, 0, 0, NULL) != GOLDEN_PASS)
			return -1;
		rate = 1e-6 * (double)golden_stats(r->core)->instructions /
		       (clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - start);
		if (rate > best)
			best = rate;
	}
	return best;
}

static bool bench(uint32_t threads, enum kind kind, uint32_t millions)
{
	struct rig r;
	double rate;

	struct machine cfg = rig_config(WARPS, threads);

	cfg.fp = 1;
	rig_open_with(&r, &cfg);
	rate = measure(&r, threads, kind,
		       millions * (1000000 / (WARPS * LOOP)));
	rig_close(&r);
	if (rate < 0) {
		fprintf(stderr, "bench-golden: the program of T=%u failed\n",
			threads);
		return false;
	}
	printf("golden T=%u%s: %.1f M warp instructions per CPU-second\n",
	       threads, kind_names[kind], rate);
	fflush(stdout);
	return true;
}

int main(int argc, char **argv)
{
	unsigned long millions = argc > 1 ? strtoul(argv[1], NULL, 10) : 100;
	unsigned long only = argc > 2 ? strtoul(argv[2], NULL, 10) : 0;
	bool good = millions > 0 && millions <= 10000;

	if (!good)
		fprintf(stderr, "usage: bench-golden [MILLIONS [THREADS]]\n");
	for (uint32_t threads = 1; good && threads <= 32; threads *= 2)
		for (int kind = FULL; good && kind < KINDS; kind++) {
			if (only ? only != threads
				 : threads != 1 && threads != 4 &&
					    threads != 32)
				continue;
			if (threads > 1 || kind == FULL ||
			    kind == FLOATS)
				good = bench(threads, (enum kind)kind,
					     (uint32_t)millions);
		}
	return good ? 0 : 1;
}
