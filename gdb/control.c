/* control.c - runs the golden model under GDB: steps, breakpoints, watchpoints
 * SPDX-License-Identifier: Apache-2.0
 *
 * Instructions are executed by golden_run, which a watcher holds. So the order
 * of execution is that of a run without GDB, wherever it stops; unless GDB
 * steps a warp alone that has no turn.
 *
 * Beside a core somebody else executes, by golden_step, and stands still in the
 * watcher. No warp is held there while others go on.
 *
 * For a step GDB sets a breakpoint behind the instruction, and lets all threads
 * run. So a breakpoint is told for the thread of the step where it can be.
 * Behind a split that thread may wait for the other lanes: then their coming
 * there is not told, but the return of the thread.
 */
#include "gdb/target.h"

#include <inttypes.h>
#include <stdio.h>

enum { LOOK = 1 << 14 /* instructions between two looks at the line */ };

static uint32_t first_lane(uint32_t mask)
{
	return mask ? (uint32_t)__builtin_ctz(mask) : 0;
}

static bool is_warp(struct gdb_lane l, const struct golden_effect *fx)
{
	return l.core == fx->core && l.warp == fx->warp;
}

/* Does lane GO execute FX? */
static bool goes(const struct gdb *d, const struct golden_effect *fx)
{
	return is_warp(d->go, fx) && fx->tmask >> d->go.lane & 1;
}

/* The thread to tell of FX. */
static struct gdb_lane lane_of(const struct gdb *d,
			       const struct golden_effect *fx)
{
	if (goes(d, fx))
		return d->go;
	return (struct gdb_lane){ fx->core, fx->warp, first_lane(fx->tmask) };
}

static void stop_at(struct gdb *d, struct gdb_lane l, int signal)
{
	d->stopped = l;
	d->signal = signal;
	d->reason[0] = '\0';
}

/* --- points ----------------------------------------------------------- */

bool gdb_insert(struct gdb *d, struct gdb_point p)
{
	gdb_remove(d, p);
	if (d->point_count == GDB_POINTS)
		return false;
	d->points[d->point_count++] = p;
	return true;
}

void gdb_remove(struct gdb *d, struct gdb_point p)
{
	for (uint32_t i = d->point_count; i-- > 0;)
		if (d->points[i].kind == p.kind && d->points[i].addr == p.addr)
			d->points[i] = d->points[--d->point_count];
}

/* Does an access of A's lane to ADDR touch P? */
static bool touches(const struct gdb *d, const struct gdb_point *p,
		    const struct golden_access *a, uint32_t addr)
{
	for (uint32_t i = 0; i < p->bytes; i++)
		if (golden_address(d->g, p->addr + i) - addr < a->size)
			return true;
	return false;
}

/* Does FX access what P watches, and which lane? */
static bool accesses(const struct gdb *d, const struct gdb_point *p,
		     const struct golden_effect *fx, uint32_t *lane)
{
	const struct golden_access *a = &fx->access;

	if (a->op == GOLDEN_NO_ACCESS ||
	    (p->kind == GDB_WRITE && a->op == GOLDEN_READ) ||
	    (p->kind == GDB_READ && a->op == GOLDEN_WRITE))
		return false;
	for (uint32_t m = a->lanes; m; m &= m - 1) {
		*lane = first_lane(m);
		if (touches(d, p, a, a->addr[*lane]))
			return true;
	}
	return false;
}

/* The kinds for which FX has been held already, for the same thread. */
static uint32_t told_kinds(const struct gdb *d, const struct golden_effect *fx)
{
	return is_warp(d->told.l, fx) && d->told.pc == fx->pc &&
	       d->told.l.lane == lane_of(d, fx).lane ? d->told.kinds : 0;
}

static void tell(struct gdb *d, const struct golden_effect *fx,
		 enum gdb_kind kind)
{
	uint32_t kinds = told_kinds(d, fx) | UINT32_C(1) << kind;

	d->told.l = lane_of(d, fx);
	d->told.pc = fx->pc;
	d->told.kinds = kinds;
}

static bool is_break(const struct gdb_point *p)
{
	return p->kind <= GDB_HARD_BREAK;
}

/* Is P where FX is, or what it accesses? *LANE is that of an access. */
static bool meets(const struct gdb *d, const struct gdb_point *p,
		  const struct golden_effect *fx, uint32_t *lane)
{
	return is_break(p) ? p->addr == fx->pc : accesses(d, p, fx, lane);
}

bool gdb_is_point(const struct gdb *d, const struct golden_effect *fx)
{
	uint32_t lane;

	for (uint32_t i = 0; i < d->point_count; i++)
		if (meets(d, &d->points[i], fx, &lane))
			return true;
	return false;
}

/* Holds FX for P if it must be held. */
static bool holds_for(struct gdb *d, const struct gdb_point *p,
		      const struct golden_effect *fx)
{
	static const char *const words[GDB_KINDS] = {
		"swbreak", "hwbreak", "watch", "rwatch", "awatch"
	};
	struct gdb_lane l = lane_of(d, fx);

	if (told_kinds(d, fx) >> p->kind & 1)
		return false;
	if (is_break(p) && is_warp(d->go, fx) && !goes(d, fx) &&
	    (d->mode == GDB_ALONE || (d->splits && d->split_pc == fx->pc)))
		return false;
	if (!meets(d, p, fx, &l.lane))
		return false;
	tell(d, fx, p->kind);
	stop_at(d, l, GDB_SIGTRAP);
	if (is_break(p))
		snprintf(d->reason, sizeof d->reason, "%s:;", words[p->kind]);
	else
		snprintf(d->reason, sizeof d->reason, "%s:%" PRIx32 ";",
			 words[p->kind], p->addr);
	return true;
}

void gdb_note_stop(struct gdb *d, struct gdb_lane l, const char *reason)
{
	stop_at(d, l, GDB_SIGTRAP);
	snprintf(d->reason, sizeof d->reason, "%s", reason);
}

void gdb_note_point(struct gdb *d, const struct golden_effect *fx)
{
	for (uint32_t i = 0; i < d->point_count; i++)
		if (holds_for(d, &d->points[i], fx))
			return;
}

/* --- the watcher ------------------------------------------------------ */

static bool has_break(const struct gdb *d, uint32_t pc)
{
	for (uint32_t i = 0; i < d->point_count; i++)
		if (d->points[i].kind <= GDB_HARD_BREAK &&
		    d->points[i].addr == pc)
			return true;
	return false;
}

/* FX is executed: is it the split of a step? */
static void look_for_split(struct gdb *d, const struct golden_effect *fx)
{
	if (fx->kind != GOLDEN_SPLIT || !goes(d, fx) ||
	    fx->next_tmask >> d->go.lane & 1 || !has_break(d, fx->pc + 4))
		return;
	d->splits = true;
	d->split_pc = fx->pc + 4;
}

/* Is the cycle here that GDB waits for? */
static bool is_cycle(struct gdb *d)
{
	const struct gdb_core *core = d->plan->core;

	if (!d->until || core->cycle(core->ctx) < d->until)
		return false;
	d->until = 0;
	return true;
}

/* Does FX wait for GDB? D then says why. */
static bool stops(struct gdb *d, const struct golden_effect *fx)
{
	bool arrives;

	reverse_look(d, fx, &arrives);
	if (arrives || d->seeks)
		return arrives;
	if (d->mode == GDB_ALL) {
		if (!d->signal)
			d->stopped = lane_of(d, fx);
		return true;
	}
	if (d->mode == GDB_ALONE && !is_warp(d->go, fx))
		return true;
	if ((d->mode == GDB_UNTIL || d->stepped) && d->mode != GDB_FREE &&
	    is_warp(d->go, fx))
		return true;
	if (d->splits && goes(d, fx)) {
		d->splits = false;
		stop_at(d, d->go, GDB_SIGTRAP);
		return true;
	}
	for (uint32_t i = 0; i < d->point_count && d->mode != GDB_UNTIL; i++)
		if (holds_for(d, &d->points[i], fx))
			return true;
	if (is_cycle(d)) {
		stop_at(d, lane_of(d, fx), GDB_SIGTRAP);
		return true;
	}
	if (++d->looks % LOOK || !rsp_interrupted(&d->rsp))
		return false;
	stop_at(d, lane_of(d, fx), GDB_SIGINT);
	return true;
}

/* Who executes beside a core cannot be held: it stands still meanwhile. */
static bool holds(void *ctx, struct golden_core *c,
		  const struct golden_effect *fx)
{
	struct gdb *d = ctx;

	(void)c;
	if (!d->guest)
		return stops(d, fx);
	while (!gdb_is_over(d) && stops(d, fx))
		guest_stop(d, GOLDEN_RUNNING);
	return false;
}

/* Stops behind an instruction that --check has found an error in. */
static void look_for_findings(struct gdb *d, const struct golden_effect *fx)
{
	struct gdb_lane l = lane_of(d, fx);
	uint32_t found;

	if (!d->plan->findings)
		return;
	found = d->plan->findings(d->plan->ctx, &l.lane);
	if (found == d->found)
		return;
	d->found = found;
	if (d->seeks)
		return;
	stop_at(d, l, GDB_SIGABRT);
	d->mode = GDB_ALL;
}

int gdb_trap_signal(uint32_t cause)
{
	return cause == ISA_CAUSE_ILLEGAL ? GDB_SIGILL : GDB_SIGSEGV;
}

static void after(void *ctx, struct golden_core *c,
		  const struct golden_effect *fx)
{
	struct gdb *d = ctx;

	(void)c;
	d->position++;
	if (is_warp(d->told.l, fx))
		d->told.kinds = 0;
	if (is_warp(d->go, fx))
		d->stepped = true;
	look_for_split(d, fx);
	look_for_findings(d, fx);
	if (fx->kind != GOLDEN_TRAP || d->seeks)
		return;
	d->trapped.core = fx->core;
	d->trapped.warp = fx->warp;
	d->trapped.mask = fx->tmask;
	stop_at(d, lane_of(d, fx), gdb_trap_signal(fx->cause));
	d->mode = GDB_ALL;
}

void gdb_control_init(struct gdb *d)
{
	d->watch.holds = holds;
	d->watch.after = after;
	d->watch.ctx = d;
}

/* --- the run ---------------------------------------------------------- */

/* What stops a run that golden_run has ended with HOW; 0: it is over. */
static int signal_of(struct gdb *d, enum golden_status how)
{
	const struct golden_overflow *o = golden_overflow(d->g);
	const struct golden_divergence *v = golden_first_divergence(d->g);

	switch (how) {
	case GOLDEN_DEADLOCK:
		return GDB_SIGABRT;
	case GOLDEN_LIMIT:
		return GDB_SIGXCPU;
	case GOLDEN_OVERFLOW:
		d->stopped = (struct gdb_lane){ o->core, o->warp, o->lane };
		return GDB_SIGSEGV;
	case GOLDEN_DIVERGENT:
		d->stopped.core = v->core;
		d->stopped.warp = v->warp;
		return GDB_SIGABRT;
	case GOLDEN_RUNNING:
	case GOLDEN_PASS:
	case GOLDEN_FAULT:
	case GOLDEN_CALLED_OFF:
		break;
	}
	return 0;
}

/* An event that comes first, as a trap, is told first. */
static void end(struct gdb *d, enum golden_status how)
{
	int signal;

	reverse_end(d);
	d->how = how;
	d->ended = true;
	if (d->signal)
		return;
	signal = d->why ? GDB_SIGABRT : signal_of(d, how);
	if (signal && gdb_choose(d, &d->stopped))
		d->signal = signal;
	else
		d->last = true;
}

static void run(struct gdb *d, enum gdb_mode mode)
{
	uint64_t done = golden_total(d->g).instructions, most = d->plan->most;
	enum golden_status how = GOLDEN_LIMIT;

	if (d->ended) {
		d->last = true;
		d->signal = 0;
		return;
	}
	d->mode = mode;
	d->stepped = false;
	d->signal = 0;
	d->reason[0] = '\0';
	d->trapped.mask = 0;
	if (d->guest)
		how = guest_run(d);
	else if (!most || done < most)
		how = golden_run(d->g, most ? most - done : 0, 0,
				 d->plan->trace);
	if (how != GOLDEN_RUNNING)
		end(d, how);
}

void gdb_begin(struct gdb *d)
{
	run(d, GDB_ALL);
	d->signal = d->signal ? d->signal : GDB_SIGTRAP;
	d->at = d->go = d->stopped;
}

void gdb_continue(struct gdb *d)
{
	d->go = d->at;
	d->splits = false;
	run(d, GDB_FREE);
}

/* A step of warp GO while the others stand still. GDB has removed its points
 * for it, and takes no stop of another thread. */
static void step_alone(struct gdb *d)
{
	struct golden_core *c = golden_core(d->g, d->go.core);
	struct golden_effect fx;

	if (golden_waiting(c) >> d->go.warp & 1)
		run(d, GDB_UNTIL);
	if (!d->signal && !d->last)
		run(d, GDB_ALONE);
	if (d->stepped || d->signal || d->last)
		return;
	if (!golden_step(c, d->go.warp, NULL, &fx) && d->plan->trace)
		golden_trace(&fx, d->plan->trace_lines, d->plan->trace);
}

void gdb_step(struct gdb *d, struct gdb_lane l, uint32_t from, uint32_t to,
	      bool alone)
{
	uint32_t pc;

	d->go = l;
	d->signal = 0;
	d->splits = false;
	do {
		if (alone && !d->guest)
			step_alone(d);
		else
			run(d, GDB_STEP);
		if (d->signal || d->last)
			return;
		pc = gdb_pc(d, l);
		if (++d->looks % LOOK == 0 && rsp_interrupted(&d->rsp)) {
			stop_at(d, l, GDB_SIGINT);
			break;
		}
	} while (gdb_alive(d, l) && (!gdb_active(d, l) ||
				     (pc >= from && pc < to)));
	if (!d->signal)
		stop_at(d, l, GDB_SIGTRAP);
	gdb_choose(d, &d->stopped);
}
