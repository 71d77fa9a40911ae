/* run.c - runs whole programs: the warps execute in turn
 * SPDX-License-Identifier: Apache-2.0
 *
 * In a round each warp that can step has a turn of up to QUANTUM instructions.
 * Time is counted in instructions, so a run is deterministic; only the limit of
 * wall time is not.
 *
 * The turns of a round begin at the same time of the timer (golden_now), as if
 * each warp executed an instruction a cycle. A round ends at a tick. So between
 * two ticks each warp executes as much as any core could, its handler included,
 * and no warp that is interrupted again and again stands still for others that
 * loop.
 *
 * If a watcher holds an instruction, golden_run returns in the middle of a turn
 * and keeps it in golden.held; the next golden_run continues there.
 */
#define _POSIX_C_SOURCE 200809L
#include <time.h>

#include "base/clock.h"
#include "golden/core.h"

enum {
	QUANTUM = 1024, /* most instructions of a warp's turn */
	CLOCK_PERIOD = 1 << 20 /* instructions per reading of the clock */
};

struct limits {
	uint64_t last;          /* stop at this many instructions */
	uint64_t look;          /* read the clock at this many instructions */
	uint64_t stuck;         /* ask golden_stuck at this many */
	double end;             /* stop at this time; 0: never */
};

/* The instructions retired by all cores. */
static uint64_t instructions(const struct golden *g)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < g->cfg.cores; i++)
		n += g->core[i]->stats.instructions;
	return n;
}

static bool can_step(const struct golden_core *c, const struct golden_warp *w)
{
	return (c->active & ~c->waiting) >> w->id & 1;
}

static bool must_stop(const struct golden *g)
{
	return g->exits || g->overflow.valid ||
	       (g->stop_divergent && g->first_divergence.valid);
}

/* Executes up to LEFT instructions of W, those that no watcher needs to see.
 * Returns their number. */
static uint32_t run_unseen(struct golden_core *c, struct golden_warp *w,
			   uint32_t left)
{
	uint32_t n = can_step(c, w) ? golden_unseen(c, w, left) : 0;

	if (n)
		c->run(c, w, n);
	return n;
}

/* Executes instructions one by one: for a trace, for watchers, and after a
 * trap, when golden_idle counts changes. Returns false if a watcher holds the
 * next one. */
static bool run_stepped(struct golden_core *c, struct golden_warp *w,
			uint32_t left, FILE *trace)
{
	struct golden_effect fx;
	int bad = 0;

	while (left > 0) {
		uint32_t unseen = trace ? 0 : run_unseen(c, w, left);

		left -= unseen;
		if (unseen &&
		    (must_stop(c->machine) || golden_interrupted(c, w)))
			return true;
		if (unseen)
			continue;
		left--;
		bad = golden_step(c, w->id, NULL, &fx);
		if (bad)
			break;
		if (trace)
			golden_trace(&fx, c->machine->trace_lines, trace);
		if ((fx.divergent && c->machine->stop_divergent) ||
		    c->machine->overflow.valid ||
		    fx.kind == GOLDEN_CSR_WRITE || golden_interrupted(c, w))
			return true;
	}
	return bad != GOLDEN_E_HELD;
}

/* If a tick is due, an interrupt becomes pending in every warp of C. */
static void update_ticks(struct golden_core *c)
{
	uint64_t now = golden_now(c);

	if (!c->period || now < c->next_tick)
		return;
	c->pending = UINT32_MAX >> (GOLDEN_MAX_WARPS - c->cfg.warps);
	c->next_tick += ((now - c->next_tick) / c->period + 1) * c->period;
}

/* The smaller of LEFT and the instructions until the next tick of C. */
static uint64_t until_tick(const struct golden_core *c, uint64_t left)
{
	uint64_t ahead = c->next_tick - golden_now(c);

	return c->period && ahead < left ? ahead : left;
}

/* After a trap, instructions without effect are counted (golden_idle). With
 * dispatch a trap ends its launch instead. */
static bool counts_idle(const struct golden *g)
{
	return g->first_trap.valid && !g->cfg.dispatch;
}

/* Executes W until C has retired LAST instructions, and none beyond the next
 * tick. A pending interrupt is taken as soon as W can take it, and counts. A
 * write of a CSR and an mret do not end the turn. Returns false if a watcher
 * holds the next instruction. */
static bool run_turn(struct golden_core *c, struct golden_warp *w,
		     uint64_t last, FILE *trace)
{
	struct golden_effect fx;

	while (can_step(c, w) && !must_stop(c->machine)) {
		uint64_t left = last - c->stats.instructions;

		left = last > c->stats.instructions ? until_tick(c, left) : 0;
		if (left == 0)
			return true;
		if (golden_interrupted(c, w)) {
			golden_interrupt(c, w->id, &fx);
			if (trace)
				golden_trace(&fx, c->machine->trace_lines,
					     trace);
		} else if (trace || c->machine->watch ||
			   counts_idle(c->machine)) {
			if (!run_stepped(c, w, (uint32_t)left, trace))
				return false;
		} else {
			c->run(c, w, (uint32_t)left);
		}
	}
	return true;
}

/* Begins the turn of W, of at most LEFT instructions. */
static uint64_t begin_turn(struct golden_core *c, uint64_t begin, uint64_t left)
{
	c->overlap = c->stats.instructions - begin;
	return c->stats.instructions + (left < QUANTUM ? left : QUANTUM);
}

/* Takes the held turn, which is one of C. */
static struct golden_held take_held(struct golden *g)
{
	struct golden_held held = g->held;

	g->held.valid = false;
	return held;
}

static struct golden_held begin_round(struct golden_core *c)
{
	update_ticks(c);
	return (struct golden_held){
		.core = c->id, .begin = golden_now(c), .end = golden_now(c)
	};
}

/* A turn of each warp of C that can step, or what is left of it if a turn is
 * held. All begin at the same time of the timer; the longest of them is the
 * time that passes. Returns false if a turn is held. */
static bool run_round(struct golden_core *c, const struct limits *limits,
		      FILE *trace)
{
	struct golden *g = c->machine;
	struct golden_held r = g->held.valid ? take_held(g) : begin_round(c);

	for (; r.warp < c->cfg.warps; r.warp++) {
		struct golden_warp *w = &c->warp[r.warp];
		uint64_t left = limits->last - instructions(g);

		if (left == 0 || must_stop(g))
			break;
		if (!r.valid && !can_step(c, w))
			continue;
		if (!r.valid)
			r.last = begin_turn(c, r.begin, left);
		r.valid = !run_turn(c, w, r.last, trace);
		if (r.valid) {
			g->held = r;
			return false;
		}
		if (c->cfg.dispatch)
			golden_dispatch(g);
		if (golden_now(c) > r.end)
			r.end = golden_now(c);
	}
	c->overlap = c->stats.instructions - r.end;
	return true;
}

/* A round of each core, or what is left of it if a turn is held. */
static bool run_cores(struct golden *g, const struct limits *limits,
		      FILE *trace)
{
	uint32_t first = g->held.valid ? g->held.core : 0;

	for (uint32_t i = first; i < g->cfg.cores; i++)
		if (!run_round(g->core[i], limits, trace))
			return false;
	return true;
}

static bool has_expired(const struct golden *g, struct limits *limits)
{
	uint64_t done = instructions(g);

	if (done >= limits->last)
		return true;
	if (limits->end <= 0 || done < limits->look)
		return false;
	limits->look = done + CLOCK_PERIOD;
	return clock_now() >= limits->end;
}

static struct limits limits_of(const struct golden *g, uint64_t most,
			       double seconds)
{
	uint64_t start = instructions(g);

	return (struct limits){
		.last = most && most < UINT64_MAX - start ? start + most :
			UINT64_MAX,
		.look = start + CLOCK_PERIOD,
		.stuck = start + CLOCK_PERIOD,
		.end = seconds > 0 ? clock_now() + seconds : 0
	};
}

static void stop_all(struct golden *g)
{
	for (uint32_t i = 0; i < g->cfg.cores; i++)
		golden_stop(g->core[i]);
}

bool golden_any_active(const struct golden *g)
{
	uint32_t any = 0;

	for (uint32_t i = 0; i < g->cfg.cores; i++)
		any |= g->core[i]->active;
	return any;
}

bool golden_any_ready(const struct golden *g)
{
	uint32_t any = 0;

	for (uint32_t i = 0; i < g->cfg.cores; i++)
		any |= g->core[i]->active & ~g->core[i]->waiting;
	return any;
}

/* The status of the run: how it ended, or GOLDEN_RUNNING. */
static enum golden_status find_status(const struct golden *g,
				      struct limits *limits)
{
	bool trapped = g->first_trap.valid;

	if (!g->exits && must_stop(g))
		return g->overflow.valid ? GOLDEN_OVERFLOW : GOLDEN_DIVERGENT;
	if (!golden_any_active(g) && !golden_launched(g))
		return trapped ? GOLDEN_FAULT : GOLDEN_PASS;
	trapped = counts_idle(g);
	if (!golden_any_ready(g))
		return trapped ? GOLDEN_FAULT : GOLDEN_DEADLOCK;
	if ((trapped && golden_idle(g)) || has_expired(g, limits))
		return trapped ? GOLDEN_FAULT : GOLDEN_LIMIT;
	return g->stop_when && *g->stop_when ? GOLDEN_CALLED_OFF :
	       GOLDEN_RUNNING;
}

/* golden_stuck, now and then: it costs some instructions. */
static bool is_stuck(struct golden *g, struct limits *limits)
{
	uint64_t done = instructions(g);

	if (done < limits->stuck || limits->last - done < GOLDEN_SPIN)
		return false;
	limits->stuck = done + CLOCK_PERIOD;
	return golden_stuck(g);
}

/* Between two rounds: the status of the run. */
static enum golden_status settle(struct golden *g, struct limits *limits,
				 const FILE *trace)
{
	enum golden_status how;

	if (g->exits)
		stop_all(g);
	if (g->cfg.dispatch)
		golden_dispatch(g);
	how = find_status(g, limits);
	if (how == GOLDEN_RUNNING && !trace && !golden_has_holder(g) &&
	    is_stuck(g, limits))
		how = counts_idle(g) ? GOLDEN_FAULT : GOLDEN_DEADLOCK;
	return how;
}

enum golden_status golden_run(struct golden *g, uint64_t max_instructions,
			      double max_seconds, FILE *trace)
{
	struct limits limits = limits_of(g, max_instructions, max_seconds);
	enum golden_status how = GOLDEN_RUNNING;

	do {
		if (!g->held.valid)
			how = settle(g, &limits, trace);
		if (how == GOLDEN_RUNNING && !run_cores(g, &limits, trace))
			return GOLDEN_RUNNING;
	} while (how == GOLDEN_RUNNING);
	return how;
}
