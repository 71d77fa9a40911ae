/* ends.c - ends of a run, liveness and history
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>
#include <string.h>

#include "tests/cosim/checker.h"
#include "tests/cosim/mutant.h"
#include "tests/tap.h"

static long at(const struct ideal_stream *s, uint32_t kind, uint32_t op,
	       uint32_t nth)
{
	return edit_find(s, (struct edit_at){ kind, op, nth });
}

/* --- the end of a run ------------------------------------------------- */

struct ending {
	struct ideal_config c;
	struct program p;
	struct ideal_stream s;
	struct replay r;
	bool *fired;
};

static void begin(struct ending *e, uint32_t (*fn)(uint32_t *), bool *fired)
{
	e->fired = fired;
	e->c = legal_core(4, 4, 4, 16, true);
	e->c.machine.timer = fn == ticks;
	e->c.seed = 1;
	program_make(&e->p, fn);
	ideal_run(&e->c, e->p.words, e->p.count, &e->s);
	replay_start(&e->r, &e->c, false, e->p.words, e->p.count);
}

static void expect(struct ending *e, int want, const char *name)
{
	int got = replay_result(&e->r);

	if (got >= 0)
		e->fired[got] = true;
	if (!ok(got == want, "%s: %s", name, mutant_check_name(want)))
		diag("got %s", mutant_check_name(got));
	replay_end(&e->r);
	ideal_free(&e->s);
}

static void finish(struct ending *e, enum cosim_check want, const char *name)
{
	replay_records(&e->r, &e->s);
	cosim_finish(e->r.cosim, &e->s.final);
	expect(e, (int)want, name);
}

static void wrong_ends(bool *fired)
{
	struct ending e;

	begin(&e, mix, fired);
	e.s.final.done = false;
	finish(&e, COSIM_END_LATE, "done does not come");
	begin(&e, mix, fired);
	e.s.count /= 2;
	finish(&e, COSIM_END_EARLY, "done comes early");
	begin(&e, mix, fired);
	e.s.final.exit_code ^= 1;
	finish(&e, COSIM_END_EXIT, "exit code");
	begin(&e, mix, fired);
	e.s.final.fault_valid = true;
	finish(&e, COSIM_END_FAULT, "a trap that was not");
	begin(&e, counts, fired);
	e.s.counters[ISA_EVENT_IDLE]++;
	finish(&e, COSIM_COUNTER_SUM, "a cycle in two accounts");
	begin(&e, counts, fired);
	e.s.counters[ISA_EVENT_DATA] -= 1;
	finish(&e, COSIM_COUNTER_BOUND, "a count below zero");
	begin(&e, counts, fired);
	e.s.counters[ISA_EVENT_LOADS]++;
	finish(&e, COSIM_COUNTER_EXACT, "a load counted twice");
	begin(&e, counts, fired);
	e.s.counters[ISA_EVENT_ISSUED] += UINT64_C(1) << 32;
	finish(&e, COSIM_COUNTER_EXACT, "a wrong high word");
	begin(&e, counts, fired);
	e.s.counters[ISA_EVENT_REQUESTS]--;
	finish(&e, COSIM_COUNTER_EXACT, "a request not counted");
	begin(&e, counts, fired);
	e.s.counters[ISA_EVENT_WRITEBACKS]++;
	finish(&e, COSIM_COUNTER_EXACT, "a counter of an absent part");
	begin(&e, counts, fired);
	e.s.counters[ISA_EVENT_IMISSES]++;
	finish(&e, COSIM_COUNTER_BOUND, "more misses than accesses");
	begin(&e, counts, fired);
	e.s.counters[ISA_EVENT_SMEM]++;
	finish(&e, COSIM_COUNTER_EXACT, "an access that was none");
	begin(&e, counts, fired);
	e.s.counters[ISA_EVENT_MISPREDICTED] = e.s.final.counted + 1;
	finish(&e, COSIM_COUNTER_BOUND, "more than once in a cycle");
	begin(&e, traps, fired);
	e.s.final.fault_valid = false;
	finish(&e, COSIM_END_FAULT, "no trap held");
	begin(&e, traps, fired);
	e.s.final.fault_warp ^= 1;
	finish(&e, COSIM_END_FAULT, "warp of the trap");
	begin(&e, traps, fired);
	e.s.final.fault_pc ^= 4;
	finish(&e, COSIM_END_FAULT, "pc of the trap");
	begin(&e, traps, fired);
	e.s.final.fault_cause ^= 1;
	finish(&e, COSIM_END_FAULT, "cause of the trap");
	begin(&e, traps, fired);
	e.s.final.fault_tval ^= 1;
	finish(&e, COSIM_END_FAULT, "tval of the trap");
	begin(&e, traps, fired);
	replay_records(&e.r, &e.s);
	e.s.final.fault_tval ^= 1;
	cosim_finish_fault(e.r.cosim, &e.s.final, true);
	expect(&e, COSIM_END_FAULT, "tval of the trap, run cut short");
}

/* Golden's memory changes behind the checker's back. */
static void flat(uint32_t (*fn)(uint32_t *), uint32_t addr, const char *name,
		 bool *fired)
{
	static const uint8_t one = 1;
	struct ending e;

	begin(&e, fn, fired);
	replay_records(&e.r, &e.s);
	golden_write(e.r.golden, addr, &one, 1);
	cosim_finish(e.r.cosim, &e.s.final);
	expect(&e, COSIM_END_FLAT, name);
}

static void wrong_memory(bool *fired)
{
	struct ending e;

	begin(&e, mix, fired);
	e.s.ram[0x2010] ^= 1;
	finish(&e, COSIM_END_MEMORY, "a byte of a page that was written");
	begin(&e, mix, fired);
	e.s.ram[0x7000] ^= 1;
	e.s.dirty[0] |= 1 << 7;
	finish(&e, COSIM_END_MEMORY, "a write without a record");
	flat(mix, 0x80002040, "golden's memory differs", fired);
	flat(races, 0x80002100, "golden's memory differs beside a race", fired);
}

/* --- liveness --------------------------------------------------------- */

static void late(struct ending *e, uint64_t by, int want, const char *name)
{
	uint64_t last;

	replay_records(&e->r, &e->s);
	last = cosim_stats(e->r.cosim)->last_cycle;
	cosim_liveness(e->r.cosim, last + by);
	expect(e, want, name);
}

/* The stream ends when tmc is complete. */
static void end_after_tmc(struct ending *e)
{
	e->s.count = (size_t)at(&e->s, 3, ISA_TMC, 0) + 1;
}

static void wrong_time(bool *fired)
{
	struct ending e;

	begin(&e, mix, fired);
	edit_remove(&e.s, at(&e.s, 2, ISA_SW, 0));
	late(&e, REPLAY_LIVENESS + 10000, COSIM_LIVE_COMPLETE,
	     "a retirement does not come");
	begin(&e, traps, fired);
	end_after_tmc(&e);
	late(&e, REPLAY_LIVENESS + 10000, COSIM_LIVE_ISSUE,
	     "a warp does not issue");
	begin(&e, traps, fired);
	end_after_tmc(&e);
	late(&e, REPLAY_LIVENESS - 10000, REPLAY_CLEAN,
	     "a warp issues late, but in time");
}

static void ignored_interrupts(bool deaf, bool forgets, const char *name,
			       bool *fired)
{
	struct ending e;

	begin(&e, ticks, fired);
	ideal_free(&e.s);
	e.c.deaf = deaf;
	e.c.forgets = forgets;
	ideal_run(&e.c, e.p.words, e.p.count, &e.s);
	replay_records(&e.r, &e.s);
	expect(&e, COSIM_INTERRUPT_LATE, name);
}

/* The last record says that all halt. */
static void lost_exit(bool *fired)
{
	struct ending e;

	begin(&e, exits, fired);
	e.s.count--;
	finish(&e, COSIM_LIVE_STOP, "mexit is written, the run ends unsaid");
	begin(&e, exits, fired);
	e.s.count--;
	late(&e, REPLAY_LIVENESS + 10000, COSIM_LIVE_STOP,
	     "mexit is written, the core goes on");
	begin(&e, exits, fired);
	e.s.final.exit_code = 0;
	finish(&e, COSIM_END_EXIT, "the exit code is not what was written");
}

static void waiting_text(bool *fired)
{
	struct ending e;
	char text[256] = "";

	begin(&e, mix, fired);
	e.s.count = (size_t)at(&e.s, 3, ISA_BAR, 0) + 1;
	replay_records(&e.r, &e.s);
	for (uint32_t w = 0; w < 4 && !strstr(text, "barrier"); w++)
		cosim_waits_for(e.r.cosim, 0, w, text, sizeof text);
	ok(strstr(text, "barrier 1 ") && strstr(text, "needs 4 warps"),
	   "a warp at a barrier says so");
	expect(&e, REPLAY_CLEAN, "a run may be looked at");
}

static void strict(bool *fired)
{
	struct ideal_config c = legal_core(2, 4, 4, 16, true);
	struct program p;
	struct ideal_stream s;
	struct replay r;
	int got;

	program_make(&p, disagrees);
	ideal_run(&c, p.words, p.count, &s);
	for (int on = 0; on < 2; on++) {
		replay_start(&r, &c, on, p.words, p.count);
		got = replay_records(&r, &s);
		ok(got == (on ? COSIM_DIVERGENT : REPLAY_CLEAN),
		   "divergent branch, strict %s", on ? "on" : "off");
		fired[COSIM_DIVERGENT] |= got == COSIM_DIVERGENT;
		replay_end(&r);
	}
	ideal_free(&s);
}

/* --- history ---------------------------------------------------------- */

static void history(bool *fired)
{
	struct ending e;
	struct cosim_retired r;
	uint32_t n = 0;

	begin(&e, traps, fired);
	replay_records(&e.r, &e.s);
	ok(cosim_recent(e.r.cosim, 0, 0, 0, &r) &&
	   r.effect->kind == GOLDEN_TRAP, "the last retirement is the trap");
	ok(cosim_recent(e.r.cosim, 0, 0, 1, &r) && r.number == 5,
	   "the one before is the last instruction but one");
	while (n < 20 && cosim_recent(e.r.cosim, 0, 0, n, &r))
		n++;
	is_u32(n, 7, "all seven are there");
	ok(!cosim_recent(e.r.cosim, 0, 1, 0, &r), "warp 1 has no history");
	expect(&e, REPLAY_CLEAN, "history of a run");
}

void ends(bool *fired)
{
	wrong_ends(fired);
	wrong_memory(fired);
	wrong_time(fired);
	ignored_interrupts(true, false, "no interrupt is taken", fired);
	ignored_interrupts(false, true, "one tick in three is lost", fired);
	lost_exit(fired);
	waiting_text(fired);
	strict(fired);
	history(fired);
}
