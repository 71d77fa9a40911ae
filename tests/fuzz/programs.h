/* programs.h - random programs for tests: the machine, the options, golden with
 * one in its memory
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_FUZZ_PROGRAMS_H
#define WW_TESTS_FUZZ_PROGRAMS_H

#include "fuzz/fuzz.h"

#include <inttypes.h>

#include "golden/golden.h"
#include "tests/tap.h"

enum { PROGRAMS = 60, LENGTH = 120 };

static inline struct fuzz_options options(uint64_t seed)
{
	struct fuzz_options o = { .seed = seed, .length = LENGTH };

	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		o.weight[k] = fuzz_kind_weight((enum fuzz_kind)k);
	return o;
}

static inline struct machine machine(uint32_t warps, uint32_t threads)
{
	return (struct machine){
		.cores = 1, .warps = warps, .threads = threads, .stack = 16,
		.barriers = 4,
		.has_m = true, .counters = true,
		.ram_base = 0x80000000, .ram_size = 1 << 20,
		.reset_pc = 0x80000000
	};
}

static inline struct fuzz_program *make(const struct fuzz_options *o,
					const struct machine *m)
{
	struct fuzz_program *p = NULL;
	uint32_t needed;

	if (fuzz_generate(o, m, &p, &needed)) {
		ok(false, "program of seed %" PRIu64, o->seed);
		exit(tap_done());
	}
	return p;
}

/* P in RAM that is zero elsewhere, and where: how many parts. All programs
 * share it, and each takes its bytes back (unplace): a GiB for each is minutes
 * under the address sanitizer.
 */
static inline int place(const struct fuzz_program *p, struct fuzz_part *part,
			uint8_t **ram)
{
	static uint8_t *shared;
	static uint32_t size;
	int n;

	if (size < p->machine.ram_size) {
		free(shared);
		size = p->machine.ram_size;
		shared = calloc(size, 1);
	}
	n = shared ? fuzz_place(p, shared, part) : -1;
	if (n < 0)
		exit(1);
	*ram = shared;
	return n;
}

static inline void unplace(const struct fuzz_program *p, uint8_t *ram,
			   const struct fuzz_part *part, int n)
{
	for (int i = 0; i < n; i++)
		memset(ram + (part[i].addr - p->machine.ram_base), 0,
		       part[i].bytes);
}

static inline struct golden *load(const struct fuzz_program *p)
{
	const struct machine *m = &p->machine;
	struct fuzz_part part[FUZZ_SECTIONS];
	struct golden *g = NULL;
	uint8_t *ram;
	int n = place(p, part, &ram);

	if (golden_new(m, &g))
		exit(1);
	for (int i = 0; i < n; i++)
		if (golden_write(g, part[i].addr,
				 ram + (part[i].addr - m->ram_base),
				 part[i].bytes))
			exit(1);
	unplace(p, ram, part, n);
	return g;
}

#endif
