/* checker.c - the lockstep accepts every legal stream and notices every mutant
 * SPDX-License-Identifier: Apache-2.0
 *
 * In the quick tier three seeds of each legal stream are tried (one
 * where WW_SANITIZED says that they are slow), in the full one
 * (WW_FULL) 25.
 */
#include <stdlib.h>
#include <string.h>

#include "tests/cosim/checker.h"
#include "tests/cosim/mutant.h"
#include "tests/tap.h"

static bool fired[COSIM_CHECK_COUNT];

/* --- legal streams ---------------------------------------------------- */

uint32_t legal_seeds(void)
{
	const char *full = getenv("WW_FULL");

	if (full && *full)
		return 25;
	return getenv("WW_SANITIZED") ? 1 : 3;
}

static void legal(const char *name, uint32_t (*fn)(uint32_t *),
		  struct ideal_config c)
{
	char why[300];
	uint32_t bad;

	c.machine.timer = fn == ticks;
	bad = legal_all(c, fn, legal_seeds(), why, sizeof why);
	if (!ok(!bad, "legal: %s, %u warps, %u threads, %u "
		"lanes, bus of %u bytes%s", name, c.machine.warps,
		c.machine.threads, c.lanes, c.bus_bytes,
		c.coalesce ? "" : ", no coalescing"))
		diag("seed %u: %s", bad, why);
}

static void all_legal(void)
{
	static const struct {
		uint32_t w, t, l, bus;
		bool coalesce;
	} shapes[] = {
		{ 1, 1, 1, 4, true }, { 4, 4, 4, 16, true },
		{ 4, 4, 4, 16, false }, { 4, 8, 2, 4, true },
		{ 2, 8, 8, 32, true }, { 8, 2, 1, 64, true },
		{ 4, 32, 8, 128, true }, { 32, 32, 32, 128, true }
	};

	for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
		struct ideal_config c = legal_core(shapes[i].w, shapes[i].t,
					       shapes[i].l, shapes[i].bus,
					       shapes[i].coalesce);

		legal("mix", mix, c);
		legal("races", races, c);
		legal("updates", updates, c);
		legal("modify", modify, c);
		legal("traps", traps, c);
		legal("leaves", leaves, c);
		legal("counts", counts, c);
		legal("flushes", flushes, c);
		legal("passes", passes, c);
		legal("produces", produces, c);
		legal("ticks", ticks, c);
		legal("exits", exits, c);
	}
}

static uint64_t counted(const struct ideal_stream *s)
{
	uint64_t n = 0;

	for (size_t i = 0; i < s->count; i++)
		n += s->records[i].kind != IDEAL_FETCH;
	return n;
}

/* A stale instruction must really occur, or the test above shows nothing. */
static void stale_occurs(void)
{
	struct ideal_config c = legal_core(1, 1, 1, 4, true);
	struct program p;
	struct ideal_stream s;
	struct replay r;

	program_make(&p, modify);
	c.seed = 3;
	ideal_run(&c, p.words, p.count, &s);
	replay_start(&r, &c, false, p.words, p.count);
	replay_records(&r, &s);
	ok(cosim_stats(r.cosim)->stale_fetches > 0,
	   "modify: stale words are executed");
	ok(cosim_stats(r.cosim)->records == counted(&s),
	   "every record is counted");
	replay_end(&r);
	ideal_free(&s);
}

/* How many records it is moved by. */
static long to_the_end(struct ideal_stream *s, uint32_t kind)
{
	long from = edit_find(s, (struct edit_at){ kind, ISA_SW, 0 });
	long to = edit_find(s, (struct edit_at){ REC_KIND_issue, ISA_EBREAK,
						 0 });

	edit_move(s, to, from);
	return to - from;
}

static bool store_late(struct ideal_stream *s)
{
	return to_the_end(s, REC_KIND_perform) > 600 &&
	       to_the_end(s, REC_KIND_retire) > 600;
}

/* A store may perform more than 256 instructions after it has issued. */
static void late_occurs(void)
{
	struct mutant m = { .program = idles, .move = store_late };
	struct ideal_config c = legal_core(1, 4, 4, 16, true);
	struct program p;

	program_make(&p, idles);
	c.seed = 1;
	ok(mutant_try(&m, &c, &p) == REPLAY_CLEAN, "a store may be late");
}

/* What level.c, l2.c and dispatch.c make fire: an ideal core has no caches
 * beside or below it, and no dispatcher. */
static void fired_elsewhere(void)
{
	fired[COSIM_ACQUIRE] = true;
	fired[COSIM_ATOMIC_PLACE] = true;
	fired[COSIM_ATOMIC_RELEASE] = true;
	fired[COSIM_AUDIT_L2] = true;
	fired[COSIM_ISSUE_CUT] = true;
	fired[COSIM_LIVE_DISPATCH] = true;
	for (int i = COSIM_BLOCK_NEXT; i <= COSIM_LAUNCH_RESULT; i++)
		fired[i] = true;
	for (int i = COSIM_L2_SHAPE; i <= COSIM_L2_EVICT; i++)
		fired[i] = true;
}

static void every_check_fired(void)
{
	fired_elsewhere();
	for (int i = 0; i < COSIM_BUS_STABLE; i++)
		ok(fired[i], "%s has a test that makes it fire",
		   cosim_check_name((enum cosim_check)i));
}

int main(void)
{
	all_legal();
	stale_occurs();
	late_occurs();
	wrong(fired);
	ends(fired);
	caches(fired);
	rows(fired);
	every_check_fired();
	return tap_done();
}
