/* profile.c - shares the cycles of each core out to its instructions
 * SPDX-License-Identifier: Apache-2.0
 *
 * A core has one sum, `share`: the parts that a warp would have if it had
 * waited since the first cycle. What a warp gets for a wait is the share at its
 * end less that at its begin, so an instruction costs the same however many
 * warps there are. What does not divide by the number of warps is kept for the
 * next cycles.
 *
 * The record of an instruction comes with its last beat, and its earlier beats
 * are cycles that others may already have had steps in. So steps that are no
 * issue are kept until the next issue, in the order of their cycles.
 */
#include "session/profile/profile_state.h"

#include <stdlib.h>
#include <string.h>

enum {
	/* From the record of a result to the first record of an instruction
	 * that may read it: of the load/store unit and the divider; others. */
	AFTER_SLOW = 4, AFTER_FAST = 2,
	/* If the instruction issues within these cycles behind that, it has
	 * waited for the result: of another unit than the ALU. */
	CLOSE = 3,
	/* From the record of a branch, if the next instruction had to be
	 * fetched for it; at least. */
	REFETCH = 6,
	FETCH_SHIFT = 4,
	NOP = 0x00000013        /* of ww_profile.h */
};

const char profile_no_memory[] = "out of memory";

/* --- life ------------------------------------------------------------- */

static bool new_core(struct profile *p, struct core *c)
{
	c->scopes = &p->scopes;
	c->warps = calloc(p->warps, sizeof *c->warps);
	for (uint32_t w = 0; c->warps && w < p->warps; w++)
		c->warps[w].row = UINT32_MAX;
	return profile_time_new(&c->time) && c->warps;
}

struct profile *profile_new(uint32_t cores, uint32_t warps, uint32_t lanes)
{
	struct profile *p = calloc(1, sizeof *p);
	bool good = p;

	if (!p)
		return NULL;
	p->warps = warps;
	p->lanes = lanes;
	p->core = calloc(cores, sizeof *p->core);
	p->cores = p->core ? cores : 0;
	good = p->core && profile_time_new(&p->time) &&
	       profile_scopes_new(&p->scopes) &&
	       profile_warps_new(&p->masks, cores * warps);
	for (uint32_t i = 0; good && i < cores; i++)
		good = new_core(p, &p->core[i]);
	if (good)
		return p;
	profile_free(p);
	return NULL;
}

void profile_free(struct profile *p)
{
	if (!p)
		return;
	for (uint32_t i = 0; i < p->cores; i++) {
		free(p->core[i].warps);
		free(p->core[i].events);
		profile_rows_free(&p->core[i].rows);
		profile_time_free(&p->core[i].time);
	}
	profile_rows_free(&p->all);
	profile_time_free(&p->time);
	profile_scopes_free(&p->scopes);
	profile_warps_free(&p->masks);
	free(p->core);
	profile_programs_free(p);
	free(p);
}

/* --- sharing out ------------------------------------------------------ */

/* The end of the cycles from c->now to below CYCLE that are in one piece of
 * time, which is the last one. */
static uint64_t piece_end(struct core *c, uint64_t cycle)
{
	uint64_t end;

	if (profile_time_end(&c->time) <= c->now)
		profile_time_begin(&c->time, c->share);
	end = profile_time_end(&c->time);
	return end < cycle ? end : cycle;
}

/* Shares out the cycles below CYCLE, in which nothing issued. */
static void advance(struct core *c, uint64_t cycle)
{
	while (c->now < cycle) {
		uint64_t end = piece_end(c, cycle);
		uint64_t parts = (end - c->now) * PROFILE_PARTS;

		c->now = end;
		if (!c->waiting) {
			c->nobody += parts;
			profile_time_add(&c->time, PROFILE_REASONS, parts);
			continue;
		}
		parts += c->left;
		c->share += parts / c->waiting;
		c->left = parts % c->waiting;
	}
}

/* The cycles below CYCLE belong to S, of W, for REASON. */
static void spend(struct core *c, const struct warp *w, struct profile_sum *s,
		  enum profile_reason reason, uint64_t cycle)
{
	while (c->now < cycle) {
		uint64_t end = piece_end(c, cycle);
		uint64_t parts = (end - c->now) * PROFILE_PARTS;

		s->parts[reason] += parts;
		profile_scope_add(c->scopes, &w->scope, reason, parts);
		profile_time_add(&c->time, reason, parts);
		c->now = end;
	}
}

static void begin_wait(struct core *c, struct warp *w, uint64_t cycle)
{
	c->waiting += !w->waits;
	w->waits = true;
	w->since = cycle;
	w->begin = c->share;
}

static void end_wait(struct core *c, struct warp *w)
{
	c->waiting -= w->waits;
	w->waits = false;
}

/* Takes from *REST, what is left of a wait of W up to now, up to PARTS parts
 * for REASON of ROW. */
static void charge(struct core *c, const struct warp *w, uint32_t row,
		   enum profile_reason reason, uint64_t parts, uint64_t *rest)
{
	uint64_t n = parts < *rest ? parts : *rest;

	c->rows.at[row].sum.parts[reason] += n;
	profile_scope_add(c->scopes, &w->scope, reason, n);
	profile_time_wait(&c->time, reason, c->share - *rest,
			  c->share - *rest + n);
	*rest -= n;
}

/* --- reasons ---------------------------------------------------------- */

static bool is_branch(const struct warp *w)
{
	return w->kind == GOLDEN_BRANCH;
}

/* The reason of a wait behind the last instruction of W. */
static enum profile_reason reason_behind(const struct warp *w)
{
	if (w->kind == GOLDEN_BAR)
		return PROFILE_BARRIER;
	return is_branch(w) ? PROFILE_BRANCH : PROFILE_CONTROL;
}

/* The result that FX waits for: the last one of those that it reads or
 * writes. */
static const struct result *last_result(const struct warp *w,
					const struct golden_effect *fx)
{
	uint32_t regs[GOLDEN_SOURCES], count = golden_reads(fx, regs);
	const struct result *last = &w->results[0];

	for (uint32_t n = 0; n < count; n++)
		if (w->results[regs[n]].ready > last->ready)
			last = &w->results[regs[n]];
	for (int n = 0; n < GOLDEN_WRITES; n++)
		if (fx->write[n].lanes && fx->write[n].warp == fx->warp &&
		    w->results[fx->write[n].reg].ready > last->ready)
			last = &w->results[fx->write[n].reg];
	return last;
}

/* The share up to which an instruction that issues in CYCLE has waited for
 * R. */
static uint64_t share_until(const struct core *c, const struct result *r,
			    uint64_t cycle)
{
	uint64_t close = r->reason == PROFILE_ALU ? 0 : CLOSE;

	return r->ready + close < cycle ? r->share : c->share;
}

/* Was the block of PC fetched from behind the core, and has nothing of it
 * issued since? */
static bool take_fetch(struct core *c, uint32_t pc)
{
	uint32_t block = pc >> FETCH_SHIFT;
	uint32_t *at = &c->fetches[block % FETCHES];
	bool fresh = *at == block + 1;

	if (fresh)
		*at = 0;
	return fresh;
}

static bool uses_unit(const struct golden_effect *fx)
{
	switch (golden_class(fx)) {
	case ISA_CLASS_LOAD:
	case ISA_CLASS_STORE:
	case ISA_CLASS_ATOMIC:
	case ISA_CLASS_MUL:
	case ISA_CLASS_DIV:
	case ISA_CLASS_FLOAT: return true;
	case ISA_CLASS_ALU:
	case ISA_CLASS_CSR:
	case ISA_CLASS_BRANCH:
	case ISA_CLASS_JUMP:
	case ISA_CLASS_FENCE:
	case ISA_CLASS_SYSTEM:
	case ISA_CLASS_SIMT: break;
	}
	return false;
}

/* Charges the wait of W for FX, of ROW, which issues in CYCLE: first what the
 * instruction before it is the reason for, then the result that comes last,
 * then the rest. */
static void charge_wait(struct core *c, struct warp *w, uint32_t row,
			const struct golden_effect *fx, uint64_t cycle)
{
	const struct result *r = last_result(w, fx);
	uint64_t until = share_until(c, r, cycle);
	uint64_t rest = c->share - w->begin;
	bool missed = take_fetch(c, fx->pc);

	if (w->held && w->row != UINT32_MAX && w->kind == GOLDEN_BAR)
		charge(c, w, w->row, PROFILE_BARRIER, rest, &rest);
	if (w->held && w->acted && w->acted_share > w->begin)
		charge(c, w, w->row, reason_behind(w),
		       w->acted_share - w->begin, &rest);
	if (r->ready > w->since && until > c->share - rest)
		charge(c, w, row, r->reason, until - (c->share - rest), &rest);
	if (missed)
		charge(c, w, row, PROFILE_IMISS, rest, &rest);
	if (w->held && w->row != UINT32_MAX &&
	    (!is_branch(w) || cycle > w->acted_cycle + REFETCH))
		charge(c, w, w->row, reason_behind(w), rest, &rest);
	charge(c, w, row, uses_unit(fx) ? PROFILE_UNIT : PROFILE_FETCH, rest,
	       &rest);
}

/* --- events ----------------------------------------------------------- */

static void add_event(struct profile *p, struct core *c, struct event e)
{
	size_t room = c->event_room ? 2 * c->event_room : 64, i;
	struct event *more;

	if (c->event_count == c->event_room) {
		more = realloc(c->events, room * sizeof *more);
		if (!more) {
			p->wrong = profile_no_memory;
			return;
		}
		c->events = more;
		c->event_room = room;
	}
	for (i = c->event_count++; i && c->events[i - 1].cycle > e.cycle; i--)
		c->events[i] = c->events[i - 1];
	c->events[i] = e;
}

/* The wait of W has no instruction at its end. */
static void stop(struct core *c, struct warp *w)
{
	uint64_t rest = c->share - w->begin;

	if (!w->waits)
		return;
	end_wait(c, w);
	if (w->row != UINT32_MAX) {
		charge(c, w, w->row, PROFILE_END, rest, &rest);
		return;
	}
	c->nobody += rest;
	profile_time_wait(&c->time, PROFILE_REASONS, w->begin, c->share);
}

static void handle(struct core *c, const struct event *e)
{
	struct warp *w = &c->warps[e->warp];

	switch (e->kind) {
	case WAKES:
		if (w->waits)
			break;
		begin_wait(c, w, e->cycle);
		w->held = false;
		w->scope = e->scope;
		break;
	case STOPS: stop(c, w); break;
	case ACTS:
		w->acted = true;
		w->acted_cycle = e->cycle;
		w->acted_share = c->share;
		break;
	case RESULT:
		if (w->results[e->reg].ready == e->cycle)
			w->results[e->reg].share = c->share;
		break;
	}
}

/* Handles the events up to CYCLE. Each advances the core up to LIMIT. */
static void handle_events(struct core *c, uint64_t cycle, uint64_t limit)
{
	size_t n = 0;

	for (; n < c->event_count && c->events[n].cycle <= cycle; n++) {
		const struct event *e = &c->events[n];

		advance(c, e->cycle < limit ? e->cycle : limit);
		handle(c, e);
	}
	c->event_count -= n;
	for (size_t i = 0; n && i < c->event_count; i++)
		c->events[i] = c->events[i + n];
}

/* --- active threads --------------------------------------------------- */

/* From CYCLE on WARP of C has the threads MASK, and DEPTH entries in its
 * stack. */
static void set_mask(struct profile *p, const struct core *c, uint32_t warp,
		     uint64_t cycle, uint32_t mask, uint32_t depth)
{
	uint32_t at = (uint32_t)(c - p->core) * p->warps + warp;

	if (!profile_warps_set(&p->masks, at, cycle, mask, depth,
			       c->warps[warp].scope.launch))
		p->wrong = profile_no_memory;
}

/* FX begins to issue in CYCLE: the warp may have started with it. */
static void mask_issued(struct profile *p, const struct core *c,
			const struct golden_effect *fx, uint64_t cycle)
{
	const struct profile_span *now =
		&p->masks.track[(uint32_t)(c - p->core) * p->warps +
				fx->warp].now;

	set_mask(p, c, fx->warp, cycle, fx->tmask, now->mask ? now->depth : 0);
}

/* --- rows and regions ------------------------------------------------- */

uint32_t profile_row_of(struct profile *p, struct core *c, uint32_t pc)
{
	return profile_row_at(&c->rows, profile_program_at(p, pc), pc);
}

void profile_mark(const struct profile *p, struct core *c, struct warp *w,
		  uint32_t row, const struct golden_effect *fx, bool begins)
{
	const struct elf_image *image =
		profile_image(p, c->rows.at[row].program);
	const char *name = fx->insn == NOP ? elf_region_at(image, fx->pc) :
			   NULL;

	if (name && begins == (*name != '\0'))
		profile_scope_mark(c->scopes, &w->scope, name);
}

/* --- steps ------------------------------------------------------------ */

uint32_t profile_lanes(uint32_t mask)
{
	uint32_t n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

static uint32_t beats_of(const struct profile *p, uint32_t mask)
{
	uint32_t beats = 0;

	for (; mask; mask = p->lanes < 32 ? mask >> p->lanes : 0)
		beats++;
	return beats ? beats : 1;
}

/* Does the warp wait until the control record of FX? */
static bool holds(const struct golden_effect *fx)
{
	return fx->kind != GOLDEN_PLAIN && fx->kind != GOLDEN_LOAD &&
	       fx->kind != GOLDEN_STORE && fx->kind != GOLDEN_ATOMIC;
}

void profile_count_add(struct core *c, const struct warp *w,
		       struct profile_sum *sum, enum profile_count count,
		       uint64_t n)
{
	sum->counts[count] += n;
	profile_scope_count(c->scopes, &w->scope, count, n);
}

static bool is_fused(const struct golden_effect *fx)
{
	enum isa_op op = fx->op;

	return fx->foreign.fused || op == ISA_FMADD_S || op == ISA_FMSUB_S ||
	       op == ISA_FNMADD_S || op == ISA_FNMSUB_S;
}

static void count_operations(struct core *c, const struct warp *w,
			     struct profile_sum *sum,
			     const struct golden_effect *fx)
{
	uint32_t threads = fx->foreign.scalar ? 1 : profile_lanes(fx->tmask);

	switch (golden_class(fx)) {
	case ISA_CLASS_ALU:
	case ISA_CLASS_MUL:
	case ISA_CLASS_DIV:
		profile_count_add(c, w, sum, PROFILE_INTEGER, threads);
		break;
	case ISA_CLASS_FLOAT:
		profile_count_add(c, w, sum, PROFILE_FLOATS,
				  is_fused(fx) ? 2 * threads : threads);
		break;
	case ISA_CLASS_LOAD:
	case ISA_CLASS_STORE:
	case ISA_CLASS_ATOMIC:
	case ISA_CLASS_BRANCH:
	case ISA_CLASS_JUMP:
	case ISA_CLASS_CSR:
	case ISA_CLASS_FENCE:
	case ISA_CLASS_SYSTEM:
	case ISA_CLASS_SIMT: break;
	}
}

void profile_count_issue(struct core *c, const struct warp *w,
			 struct profile_sum *sum,
			 const struct golden_effect *fx)
{
	profile_count_add(c, w, sum, PROFILE_ISSUES, 1);
	profile_count_add(c, w, sum, PROFILE_THREADS, profile_lanes(fx->tmask));
	profile_count_add(c, w, sum, PROFILE_DIVERGED,
			  fx->kind == GOLDEN_SPLIT && fx->aux_mask);
	count_operations(c, w, sum, fx);
}

/* The warp goes on behind FX, of ROW, which issued in CYCLE. */
static void go_on(struct core *c, struct warp *w, uint32_t row,
		  const struct golden_effect *fx, uint64_t cycle)
{
	w->row = row;
	w->kind = fx->kind;
	w->held = holds(fx);
	w->acted = false;
	w->acted_cycle = cycle;
	end_wait(c, w);
	if (fx->next_tmask)
		begin_wait(c, w, cycle + 1);
}

static void issued(struct profile *p, struct core *c,
		   const struct cosim_step *step)
{
	const struct golden_effect *fx = step->effect;
	struct warp *w = &c->warps[fx->warp];
	uint64_t first = step->cycle + 1 - beats_of(p, fx->tmask);
	uint32_t row = profile_row_of(p, c, fx->pc);
	struct profile_sum *sum;

	if (row == UINT32_MAX || step->cycle < c->now) {
		p->wrong = row == UINT32_MAX ? profile_no_memory :
			   "two instructions issued in one cycle";
		return;
	}
	handle_events(c, first, first);
	advance(c, first);
	handle_events(c, step->cycle, c->now);
	c->rows.at[row].code = golden_code(fx);
	profile_mark(p, c, w, row, fx, false);
	mask_issued(p, c, fx, first);
	if (w->waits)
		charge_wait(c, w, row, fx, first);
	sum = &c->rows.at[row].sum;
	profile_count_issue(c, w, sum, fx);
	spend(c, w, sum, PROFILE_ISSUE, c->now + 1);
	spend(c, w, sum, PROFILE_BEATS, step->cycle + 1);
	profile_mark(p, c, w, row, fx, true);
	go_on(c, w, row, fx, step->cycle);
}

static enum profile_reason reason_of(enum cosim_source source)
{
	switch (source) {
	case COSIM_FROM_MULTIPLIER: return PROFILE_MULTIPLY;
	case COSIM_FROM_DIVIDER: return PROFILE_DIVIDE;
	case COSIM_FROM_FLOAT: return PROFILE_FLOAT;
	case COSIM_FROM_MEMORY: return PROFILE_LOAD;
	case COSIM_FROM_CACHE: return PROFILE_HIT;
	case COSIM_FROM_MISS: return PROFILE_MISS;
	case COSIM_FROM_SMEM: return PROFILE_SMEM;
	case COSIM_FROM_ALU:
	case COSIM_FROM_CSR:
	case COSIM_FROM_CONTROL:
	case COSIM_SOURCES: break;
	}
	return PROFILE_ALU;
}

static bool is_slow(enum profile_reason reason)
{
	return reason == PROFILE_LOAD || reason == PROFILE_HIT ||
	       reason == PROFILE_MISS || reason == PROFILE_SMEM ||
	       reason == PROFILE_DIVIDE;
}

static void written(struct profile *p, struct core *c,
		    const struct cosim_step *step)
{
	const struct golden_effect *fx = step->effect;
	enum profile_reason reason = reason_of(step->source);
	struct event e = {
		.cycle = step->cycle + (is_slow(reason) ? AFTER_SLOW :
					AFTER_FAST),
		.kind = RESULT, .warp = fx->warp
	};

	for (int n = 0; n < GOLDEN_WRITES; n++) {
		const struct golden_write *w = &fx->write[n];

		if (!w->lanes || w->count != 1 || w->warp != fx->warp)
			continue;
		e.reg = w->reg;
		c->warps[fx->warp].results[w->reg] = (struct result){
			e.cycle, 0, reason
		};
		add_event(p, c, e);
	}
}

static void acted(struct profile *p, struct core *c,
		  const struct cosim_step *step)
{
	const struct golden_effect *fx = step->effect;
	struct event e = {
		.cycle = step->cycle, .kind = ACTS, .warp = fx->warp
	};

	add_event(p, c, e);
	set_mask(p, c, fx->warp, step->cycle, fx->next_tmask, fx->depth);
	e.kind = WAKES;
	e.scope = c->warps[fx->warp].scope;
	if (fx->kind != GOLDEN_WSPAWN)
		return;
	for (e.warp = 0; e.warp < p->warps; e.warp++)
		if (fx->aux_mask >> e.warp & 1)
			add_event(p, c, e);
}

void profile_step(struct profile *p, const struct cosim_step *step)
{
	struct core *c = &p->core[step->effect->core];
	struct cosim_step s = *step;

	if (p->wrong)
		return;
	s.cycle += p->base;
	switch (step->kind) {
	case COSIM_STEP_ISSUE: issued(p, c, &s); break;
	case COSIM_STEP_WRITE: written(p, c, &s); break;
	case COSIM_STEP_CONTROL: acted(p, c, &s); break;
	case COSIM_STEP_PERFORM:
	case COSIM_STEP_SMEM:
	case COSIM_STEP_DONE: break;
	}
}

void profile_fetch(struct profile *p, uint32_t core, uint32_t addr,
		   uint32_t bytes)
{
	uint32_t first = addr >> FETCH_SHIFT;
	uint32_t last = (addr + bytes - 1) >> FETCH_SHIFT;

	for (uint32_t block = first; block <= last; block++)
		p->core[core].fetches[block % FETCHES] = block + 1;
}

/* As profile_count_add, of an instruction that has issued earlier. */
static void add_late(struct core *c, const struct warp *w,
		     struct profile_sum *sum, enum profile_count count,
		     uint64_t n)
{
	sum->counts[count] += n;
	profile_scope_late(c->scopes, &w->scope, count, n);
}

void profile_access(struct profile *p, const struct cosim_request *r)
{
	const struct golden_effect *fx = r->effect;
	struct core *c = &p->core[fx->core];
	const struct warp *w = &c->warps[fx->warp];
	uint32_t row = profile_row_of(p, c, fx->pc);
	struct profile_sum *sum;

	if (row == UINT32_MAX)
		p->wrong = profile_no_memory;
	if (p->wrong)
		return;
	sum = &c->rows.at[row].sum;
	add_late(c, w, sum, r->smem ? PROFILE_SHARED : PROFILE_REQUESTS, 1);
	add_late(c, w, sum, PROFILE_CONFLICTS, r->conflict);
	add_late(c, w, sum, PROFILE_MISSED, r->missed);
	if (!r->smem)
		add_late(c, w, sum, PROFILE_BYTES,
			 profile_lanes(r->threads) * fx->access.size);
	if (r->missed)
		add_late(c, w, sum, PROFILE_FETCHED,
			 profile_line_taken(&c->lines, r->addr));
}

void profile_moves(struct profile *p, const struct cosim_traffic *t)
{
	struct profile_scopes *s = &p->scopes;

	profile_traffic_add(&p->traffic[t->bus], t);
	if (t->bus)
		profile_traffic_add(&s->launch[s->last].bus, t);
	else if (!t->write && t->port == COSIM_DBUS)
		profile_line_read(&p->core[t->core].lines, t->addr, t->bytes);
}

void profile_warp(struct profile *p, uint64_t cycle, uint32_t core,
		  uint32_t warp, bool starts, uint32_t slot)
{
	if (!p->wrong && !starts)
		set_mask(p, &p->core[core], warp, p->base + cycle, 0, 0);
	if (!p->wrong)
		add_event(p, &p->core[core], (struct event){
			.cycle = p->base + cycle,
			.kind = starts ? WAKES : STOPS,
			.warp = warp, .scope = { p->scopes.slot[slot] }
		});
}

void profile_launch(struct profile *p, uint64_t cycle, uint32_t slot,
		    enum cosim_launch_step step, uint32_t pc)
{
	if (!p->wrong &&
	    !profile_scopes_launch(&p->scopes, p->base + cycle, slot, step,
				   profile_program_at(p, pc), pc))
		p->wrong = profile_no_memory;
}

/* --- the end ---------------------------------------------------------- */

/* Shares out the cycles of C below CYCLE. All warps end. */
static void end_core(struct profile *p, struct core *c, uint64_t cycle)
{
	handle_events(c, cycle, cycle);
	advance(c, cycle);
	for (uint32_t i = 0; i < p->warps; i++)
		stop(c, &c->warps[i]);
	c->event_count = 0;
}

void profile_core_end(struct profile *p, struct core *c)
{
	end_core(p, c, p->cycles);
	c->nobody += c->left;
	if (c->left)
		profile_time_add(&c->time, PROFILE_REASONS, c->left);
}

void profile_again(struct profile *p, uint64_t cycles)
{
	p->base += cycles;
	for (uint32_t i = 0; !p->wrong && i < p->cores; i++) {
		struct core *c = &p->core[i];

		if (!p->counts)
			end_core(p, c, p->base);
		for (uint32_t w = 0; w < p->warps; w++)
			c->warps[w] = (struct warp){ .row = UINT32_MAX };
		memset(c->fetches, 0, sizeof c->fetches);
	}
	profile_scopes_cut(&p->scopes, p->base);
	if (!profile_warps_end(&p->masks, p->base))
		p->wrong = profile_no_memory;
}
