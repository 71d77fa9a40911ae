/* mutant.c - a wrong stream of records, and the check that must notice it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/mutant.h"

#include <stdio.h>

void program_make(struct program *p, uint32_t (*fn)(uint32_t *))
{
	p->count = fn(p->words);
}

const char *mutant_check_name(int check)
{
	if (check == MUTANT_NO_PLACE)
		return "the change has no place";
	return check == REPLAY_CLEAN ? "no check" :
	       cosim_check_name((enum cosim_check)check);
}

struct ideal_config legal_core(uint32_t warps, uint32_t threads,
			       uint32_t lanes, uint32_t bus, bool coalesce)
{
	struct ideal_config c = {
		.machine = {
			.cores = 1, .warps = warps, .threads = threads,
			.stack = 4, .barriers = 4, .has_m = true, .has_a = true,
			.fp = 1,
			.counters = true,
			.reset_pc = 0x80000000, .ram_base = 0x80000000,
			.ram_size = 0x10000
		},
		.lanes = lanes, .bus_bytes = bus, .coalesce = coalesce,
		.prefetch = true,
		.events = 0xFFFFFFF8 & ~IDEAL_DCACHE_EVENTS
	};

	return c;
}

static int run_legal(const struct ideal_config *c, const struct program *p,
		     char *why, size_t size)
{
	struct ideal_stream s;
	struct replay r;
	int bad;

	ideal_run(c, p->words, p->count, &s);
	replay_start(&r, c, false, p->words, p->count);
	bad = replay_records(&r, &s);
	if (bad == REPLAY_CLEAN && cosim_finish(r.cosim, &s.final))
		bad = replay_result(&r);
	snprintf(why, size, "%s: %s", mutant_check_name(bad),
		 bad == REPLAY_CLEAN ? "" :
		 cosim_mismatch(r.cosim)->text);
	if (!s.ended)
		bad = COSIM_END_LATE;
	replay_end(&r);
	ideal_free(&s);
	return bad;
}

uint32_t legal_all(struct ideal_config c, uint32_t (*fn)(uint32_t *),
		   uint32_t seeds, char *why, size_t size)
{
	struct program p;

	program_make(&p, fn);
	for (c.seed = 1; c.seed <= seeds; c.seed++)
		if (run_legal(&c, &p, why, size) != REPLAY_CLEAN)
			return (uint32_t)c.seed;
	return 0;
}

static bool mutate(struct ideal_stream *s, const struct mutant *m)
{
	long i;

	if (m->move)
		return m->move(s);
	i = edit_find(s, m->at);
	if (i < 0)
		return false;
	s->records[i].w[m->word] ^= m->bits;
	return true;
}

int mutant_try(const struct mutant *m, const struct ideal_config *c,
	       const struct program *p)
{
	struct ideal_stream s;
	struct replay r;
	int got = MUTANT_NO_PLACE;

	ideal_run(c, p->words, p->count, &s);
	if (mutate(&s, m)) {
		replay_start(&r, c, false, p->words, p->count);
		got = replay_records(&r, &s);
		if (got == REPLAY_CLEAN && cosim_finish(r.cosim, &s.final))
			got = replay_result(&r);
		replay_end(&r);
	}
	ideal_free(&s);
	return got;
}
