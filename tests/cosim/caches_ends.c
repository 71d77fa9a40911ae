/* caches_ends.c - ends of a run on a core with a data cache and shared memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "tests/cosim/caches.h"
#include "tests/cosim/checker.h"
#include "tests/tap.h"

struct ideal_config caches_core(uint32_t warps, uint32_t threads,
				uint32_t lanes, uint32_t bus, uint32_t row,
				struct shape_cache d)
{
	struct ideal_config c = legal_core(warps, threads, lanes, bus, true);

	c.access_bytes = row;
	c.dcache = d;
	c.events |= IDEAL_DCACHE_EVENTS;
	c.smem_banks = lanes;
	c.machine.smem_size = 8192;
	return c;
}

struct ideal_config caches_shape(int shape)
{
	struct shape_cache d = { 128, 32, 2, shape != THROUGH, 4, 0, 1 };
	bool bare = shape == PLAIN || shape == BARE;
	struct ideal_config c = caches_core(shape == ALONE ? 1 : 4, 4, 4, 8,
					    16, d);

	if (bare)
		c = legal_core(4, 4, 4, 16, true);
	if (shape == REFUSED || shape == BARE) {
		c.error_addr = 0x80004000;
		c.error_bytes = 32;
	}
	if (shape == UNFETCHED) {
		c.error_addr = 0x80001000;
		c.error_bytes = 8;
	}
	return c;
}

/* --- the end of a run ------------------------------------------------- */

struct ending {
	struct ideal_config c;
	struct program p;
	struct ideal_stream s;
	struct replay r;
};

static void begin(struct ending *e, int shape, uint32_t (*fn)(uint32_t *))
{
	e->c = caches_shape(shape);
	e->c.seed = 1;
	program_make(&e->p, fn);
	ideal_run(&e->c, e->p.words, e->p.count, &e->s);
	replay_start(&e->r, &e->c, false, e->p.words, e->p.count);
}

static void finish(struct ending *e, enum cosim_check want, bool *fired,
		   const char *name)
{
	int got;

	replay_records(&e->r, &e->s);
	cosim_finish(e->r.cosim, &e->s.final);
	got = replay_result(&e->r);
	fired[want] |= got == (int)want;
	if (!ok(got == (int)want, "%s: %s", name, cosim_check_name(want)))
		diag("got %s", mutant_check_name(got));
	replay_end(&e->r);
	ideal_free(&e->s);
}

static void wrong_ends(bool *fired)
{
	struct ending e;
	long last;

	begin(&e, BACK, races);
	last = (long)e.s.count - 1;
	while (e.s.records[last].kind != IDEAL_WRITE)
		last--;
	edit_remove(&e.s, last);
	finish(&e, COSIM_END_WRITES, fired, "the last write does not come");
	begin(&e, THROUGH, mix);
	e.s.ram[0x2010] ^= 1;
	finish(&e, COSIM_END_MEMORY, fired, "a byte in memory differs");
	begin(&e, BACK, shared);
	replay_records(&e.r, &e.s);
	*(uint8_t *)golden_smem(golden_core(e.r.golden, 0)) ^= 1;
	e.s.count = 0;
	finish(&e, COSIM_END_FLAT, fired, "golden's shared memory differs");
}

/* Golden's memory changes behind the checker's back: the next load of it finds
 * no race that explains it. */
static void flat_differs(bool *fired)
{
	static const uint8_t one = 1;
	struct ending e;
	const struct edit_at bar = { 1, ISA_BAR, 7 };
	size_t all, half;

	begin(&e, BACK, passes);
	all = e.s.count;
	half = (size_t)edit_find(&e.s, bar);
	e.s.count = half;
	replay_records(&e.r, &e.s);
	for (uint32_t i = 0; i < 512; i += 4)
		golden_write(e.r.golden, 0x80002003 + i, &one, 1);
	e.s.count = all - half;
	memmove(e.s.records, e.s.records + half,
		e.s.count * sizeof *e.s.records);
	finish(&e, COSIM_LOAD_FLAT, fired, "a load of what nobody stored");
}

void caches_ends(bool *fired)
{
	wrong_ends(fired);
	flat_differs(fired);
}
