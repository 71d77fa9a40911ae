/* order.c - strands, their clocks, and what orders them
 * SPDX-License-Identifier: Apache-2.0
 *
 * Ordered are: what a barrier separates; a wspawn and the warp that it starts;
 * the end of a warp and a read of active_warps behind it; a release and an
 * acquire of a word that was stored between them; a launch and the launches
 * that were done when it began. Every word that the runtime stores and loads
 * orders like a release and an acquire, so launches of software warps, its
 * barriers, channels and locks need nothing more.
 */
#include "sanitize/order.h"

#include "sanitize/clock.h"

/* Of struct vx_warp (sw/vx_runtime.h). */
enum { WID = 12, TID = 16 };

/* --- strands ---------------------------------------------------------- */

void san_release(struct san_strand *s)
{
	clock_copy(&s->rel, &s->vc);
	clock_tick(&s->vc, s->index);
}

void san_meet(struct san_strand *s)
{
	clock_tick(&s->vc, s->index);
	s->synced = clock_of(&s->vc, s->index);
}

static void strand_clear(struct san_strand *s)
{
	clock_clear(&s->vc);
	clock_clear(&s->rel);
	clock_clear(&s->acq);
	s->fenced = false;
	s->synced = s->known = 0;
}

/* All accesses that are recorded are before those that come. */
static void next_generation(struct san *k)
{
	if (k->generation == UINT16_MAX) {
		for (uint32_t i = 0; i < k->cores; i++)
			san_pages_forget(&k->smem[i]);
		san_pages_forget(&k->ram);
		k->generation = 0;
	}
	k->generation++;
}

/* Nothing executes but the warp that calls, or the host: all accesses before
 * are before all behind. */
static void begin_anew(struct san *k)
{
	for (uint32_t i = 0; i < k->cores * k->warps; i++) {
		struct san_warp *w = &k->warp[i];

		strand_clear(&w->own);
		clock_clear(&w->ended);
		clock_clear(&w->met);
		san_meet(&w->own);
		w->now = &w->own;
		k->born[i] = 0;
	}
	for (uint32_t i = 0; i < k->strand_count; i++)
		k->strands[i]->used = false;
	memset(k->used, 0, SAN_CLOCKS * sizeof *k->used);
	k->unused = 0;
	for (uint32_t i = 0; i < k->cores; i++) {
		clock_clear(&k->halted[i]);
		san_pages_clear(&k->smem[i]);
	}
	san_pages_clear(&k->ram);
	clock_clear(&k->host);
	k->clocks = k->cores * k->warps;
	next_generation(k);
}

/* --- strands by what they are known by --- */

static struct san_strand **bucket_of(struct san *k, uint32_t tp, uint32_t wid,
				     uint32_t tid)
{
	uint32_t hash = (tp * 31 + wid) * 31 + tid;

	return &k->bucket[hash * UINT32_C(2654435761) >> 22];
}

/* S is known by these numbers from now on. */
static void name_strand(struct san *k, struct san_strand *s, uint32_t tp,
			uint32_t wid, uint32_t tid)
{
	struct san_strand **at = bucket_of(k, s->tp, s->wid, s->tid);

	while (*at && *at != s)
		at = &(*at)->next;
	if (*at)
		*at = s->next;
	s->tp = tp;
	s->wid = wid;
	s->tid = tid;
	at = bucket_of(k, tp, wid, tid);
	s->next = *at;
	*at = s;
}

/* The first strand that is used and known by these numbers, or NULL. Others may
 * have had them before. */
static struct san_strand *find_strand(struct san *k, uint32_t tp, uint32_t wid,
				      uint32_t tid)
{
	struct san_strand *first = NULL;

	for (struct san_strand *s = *bucket_of(k, tp, wid, tid); s; s = s->next)
		if (s->used && s->tp == tp && s->wid == wid && s->tid == tid &&
		    (!first || s->number < first->number))
			first = s;
	return first;
}

/* The first strand that is not used, or NULL. */
static struct san_strand *strand_new(struct san *k)
{
	struct san_strand **more, *s;

	for (; k->unused < k->strand_count; k->unused++)
		if (!k->strands[k->unused]->used)
			return k->strands[k->unused];
	more = realloc(k->strands, (k->strand_count + 1) * sizeof *more);
	if (!more)
		return NULL;
	k->strands = more;
	s = calloc(1, sizeof *s);
	if (!s)
		return NULL;
	s->number = k->strand_count;
	k->strands[k->strand_count++] = s;
	name_strand(k, s, 0, 0, 0);
	return s;
}

/* An index for a new strand: a new one, or one whose strand has ended; 0, which
 * is that of a hardware warp, if there is none. */
static uint32_t index_new(struct san *k)
{
	const uint32_t own = k->cores * k->warps;

	if (k->clocks < SAN_CLOCKS)
		return k->clocks++;
	for (uint32_t tries = 0; tries < SAN_CLOCKS - own; tries++) {
		k->turn = k->turn + 1 < SAN_CLOCKS && k->turn >= own ?
			  k->turn + 1 : own;
		if (!k->used[k->turn])
			return k->turn;
	}
	return 0;
}

/* A new strand, which knows what FROM does. NULL if memory runs out. */
static struct san_strand *strand_begin(struct san *k,
				       const struct san_clock *from,
				       const struct san_who *who)
{
	struct san_strand *s = strand_new(k);
	uint32_t i = s ? index_new(k) : 0, last;

	if (!i)
		return NULL;
	strand_clear(s);
	s->used = k->used[i] = true;
	s->owner = NULL;
	s->index = (uint16_t)i;
	clock_join(&s->vc, from);
	s->known = clock_of(&s->vc, i);
	/* The clock goes on where that of its last owner was. */
	last = k->last[i];
	if (clock_room(&s->vc, i + 1) && s->vc.at[i] < last)
		s->vc.at[i] = last;
	san_meet(s);
	k->born[i] = s->synced;
	k->who[i] = *who;
	return s;
}

/* The launch of W, a warp of a block; else NULL. */
static struct san_launch *launch_of(struct san *k, const struct san_warp *w)
{
	uint32_t core = (uint32_t)(w - k->warp) / k->warps;

	return w->in_block ? &k->launch[san_block_of(k, core, w)->launch] :
			     NULL;
}

/* What a strand that begins on W knows. */
static const struct san_clock *begin_of(struct san *k, const struct san_warp *w)
{
	const struct san_launch *l = launch_of(k, w);

	return l ? &l->begin : &w->own.vc;
}

/* The strand of software warps or groups with these numbers: it goes on, or
 * begins on W. */
static struct san_strand *strand_of(struct san *k, struct san_warp *w,
				    uint32_t tp, uint32_t wid, uint32_t tid,
				    const struct san_who *who)
{
	struct san_strand *s;

	s = find_strand(k, tp, wid, tid);
	if (s) {
		clock_join(&s->vc, w->grouped ? &w->met : &w->own.vc);
		return s;
	}
	s = strand_begin(k, begin_of(k, w), who);
	if (!s)
		return &w->own;
	s->owner = w;
	name_strand(k, s, tp, wid, tid);
	return s;
}

static void ends(struct san *k, struct san_strand *s)
{
	k->last[s->index] = clock_of(&s->vc, s->index);
	s->used = k->used[s->index] = false;
	if (s->number < k->unused)
		k->unused = s->number;
}

/* The strand of W leaves it. W knows what it has done when it publishes. */
static void leave(struct san *k, struct san_warp *w, bool for_good)
{
	struct san_strand *s = w->now;

	w->now = &w->own;
	if (s == &w->own)
		return;
	clock_join(&w->ended, &s->vc);
	w->joined = false;
	clock_tick(&s->vc, s->index);
	if (for_good)
		ends(k, s);
}

/* The strands of W have ended: the rows of its group, or all. */
static void leave_group(struct san *k, struct san_warp *w, uint32_t core)
{
	struct san_launch *l = launch_of(k, w);

	for (uint32_t i = 0; i < k->strand_count; i++) {
		struct san_strand *s = k->strands[i];

		if (!s->used || s->owner != w)
			continue;
		clock_join(l ? &l->end : &k->halted[core], &s->vc);
		ends(k, s);
	}
	clock_clear(&w->ended);
	clock_clear(&w->met);
	w->now = &w->own;
}

static bool all_quiet(const struct san *k)
{
	for (uint32_t i = 0; i < k->cores; i++)
		if (golden_active(golden_core(k->g, i)) != 1)
			return false;
	return true;
}

/* In an OpenCL program whose groups share memory each row of a group has a
 * strand of its own. */
static void enter_group(struct san *k, const struct golden_effect *fx,
			struct san_warp *w, uint32_t tp)
{
	uint32_t here = san_here(k, fx->core, fx->warp);
	uint32_t wid = san_word(k, here + 8) | san_word(k, here + 12) << 16;
	uint32_t tid = san_word(k, here + 16);
	struct san_strand *s = w->now;
	bool same = s != &w->own && s->wid == wid && s->tid == tid;
	struct san_who who;

	if (same && s->tp == tp)
		return;
	if (same)
		leave(k, w, false);
	else
		leave_group(k, w, fx->core);
	san_begin_group(k, fx->core, fx->warp);
	who = san_who(k, fx->core, fx->warp, san_lead(fx->tmask));
	w->now = strand_of(k, w, tp, wid, tid, &who);
}

void san_order_row(struct san *k, const struct golden_effect *fx,
		   struct san_warp *w)
{
	struct san_who who = san_row(k, fx->core, fx->warp);
	struct san_strand *s = w->now;
	struct san_launch *l = launch_of(k, w);

	san_settle(k, w, fx->core, fx->warp);
	if (l && s != &w->own)
		clock_join(&l->end, &s->vc);
	leave(k, w, true);
	s = strand_begin(k, begin_of(k, w), &who);
	if (!s)
		return;
	s->owner = w;
	w->now = s;
}

/* The hardware warp executes for itself. */
static void enter_own(struct san *k, const struct golden_effect *fx,
		      struct san_warp *w, bool user)
{
	leave(k, w, false);
	if (!user || !w->ended.n)
		return;
	if (!w->joined)
		clock_join(&w->own.vc, &w->ended);
	w->joined = true;
	if (k->strand_count && fx->core == 0 && fx->warp == 0 &&
	    k->clocks > k->cores * k->warps && all_quiet(k))
		begin_anew(k);
}

void san_enter(struct san *k, struct golden_core *c,
	       const struct golden_effect *fx, struct san_warp *w, bool user)
{
	uint32_t lane = san_lead(fx->tmask), wid, tid;
	uint32_t tp = golden_lanes(c, fx->warp, SAN_TP)[lane];
	struct san_strand *s = w->now;
	struct san_who who;

	if (w->in_row)
		return;
	if (w->grouped) {
		if (user)
			enter_group(k, fx, w, tp);
		return;
	}
	if (w->in_block)
		return;
	if (!san_software(k, tp)) {
		enter_own(k, fx, w, user);
		return;
	}
	wid = san_word(k, tp + WID);
	tid = san_word(k, tp + TID);
	/* Between two software warps it is still the one before. */
	if (!user || (s != &w->own && s->tp == tp && s->wid == wid &&
		      s->tid == tid))
		return;
	leave(k, w, s->tp == tp);
	who = san_who(k, fx->core, fx->warp, lane);
	w->now = strand_of(k, w, tp, wid, tid, &who);
}

/* --- launches --------------------------------------------------------- */

/* Launches that are done are before those that are rung from now on. If no
 * launch is there, all is. */
static void end_launches(struct san *k)
{
	bool any = false;

	for (uint32_t i = 0; i < k->m->launches; i++) {
		struct san_launch *l = &k->launch[i];
		struct golden_slot s = golden_slot(k->g, i);

		if (l->used && (s.order != l->order ||
				s.state == GOLDEN_LAUNCH_DONE ||
				s.state == GOLDEN_LAUNCH_FREE)) {
			clock_join(&k->host, &l->end);
			l->used = false;
		}
		any |= l->used;
	}
	if (!any && k->host.n)
		begin_anew(k);
}

void san_order_rings(struct san *k, uint32_t slot)
{
	struct san_launch *l = &k->launch[slot];

	end_launches(k);
	*l = (struct san_launch){
		.used = true, .order = golden_slot(k->g, slot).order,
		.begin = l->begin, .end = l->end
	};
	clock_copy(&l->begin, &k->host);
	clock_clear(&l->end);
}

/* The launch L begins with its first block. An ordered one begins when all
 * before it are done. */
static void launch_begins(struct san *k, struct san_launch *l, uint32_t flags)
{
	l->begun = true;
	for (uint32_t i = 0; flags & ISA_LAUNCH_ORDERED && i < k->m->launches;
	     i++)
		if (k->launch[i].used && k->launch[i].order < l->order)
			clock_join(&l->begin, &k->launch[i].end);
}

void san_order_block(struct san *k, uint32_t core, struct san_warp *w,
		     struct san_block *b, const struct golden_place *p,
		     const struct golden_slot *s, bool begins)
{
	struct san_launch *l = &k->launch[p->launch];
	uint32_t warp = (uint32_t)(w - k->warp) - core * k->warps;
	struct san_who who = san_who(k, core, warp, 0);
	struct san_strand *now;

	if (!l->begun)
		launch_begins(k, l, s->flags);
	if (begins) {
		clock_clear(&b->phase[0]);
		clock_clear(&b->phase[1]);
	}
	now = strand_begin(k, &l->begin, &who);
	if (!now) {
		k->failed = true;
		now = &w->own;
	}
	now->owner = w;
	w->now = now;
	w->meets = -1;
}

/* W, a warp of a block, has halted: it arrives, and its launch knows it. */
static void end_warp(struct san *k, const struct golden_effect *fx,
		     struct san_warp *w)
{
	struct san_block *b = san_block_of(k, fx->core, w);

	clock_join(&b->phase[0], &w->now->vc);
	clock_join(&b->phase[1], &w->now->vc);
	leave_group(k, w, fx->core);
}

/* The barrier of a block. A warp that waits knows what others have done when it
 * goes on. */
static void block_barrier(struct san *k, const struct golden_effect *fx,
			  struct san_warp *w)
{
	struct san_block *b = san_block_of(k, fx->core, w);
	uint32_t phase = w->phase;

	if (fx->op != ISA_BAR_WAIT) {
		clock_join(&b->phase[phase & 1], &w->now->vc);
		san_meet(w->now);
	}
	if (fx->op == ISA_BAR_WAIT)
		phase = fx->aux_value;
	if (fx->op != ISA_BAR_ARRIVE)
		w->meets = phase & 1;
}

void san_order_resumes(struct san *k, struct golden_core *c,
		       struct san_warp *w, uint32_t core)
{
	struct san_block *b = san_block_of(k, core, w);

	w->phase = golden_place(c, w->place).phase;
	if (w->meets < 0)
		return;
	clock_join(&w->now->vc, &b->phase[w->meets]);
	san_meet(w->now);
	w->now->fenced = false;
	w->meets = -1;
}

/* --- order without memory --------------------------------------------- */

/* All that W knows. */
static void everything(struct san_clock *to, const struct san_warp *w)
{
	clock_join(to, &w->now->vc);
	if (w->now == &w->own)
		clock_join(to, &w->ended);
}

/* The warps WHO of CORE meet at a barrier. */
static void barrier(struct san *k, uint32_t core, uint32_t who)
{
	struct san_clock *all = &k->meeting;

	clock_clear(all);
	for (uint32_t m = who; m; m &= m - 1) {
		struct san_warp *w = san_warp(k, core, san_lead(m));

		clock_join(all, &w->now->vc);
		if (w->grouped)
			clock_join(all, &w->ended);
	}
	for (uint32_t m = who; m; m &= m - 1) {
		struct san_warp *w = san_warp(k, core, san_lead(m));

		clock_join(&w->now->vc, all);
		if (w->grouped)
			clock_join(&w->met, all);
		san_meet(w->now);
		w->now->fenced = false;
	}
}

static void halts(struct san *k, const struct golden_effect *fx,
		  struct san_warp *w)
{
	san_settle(k, w, fx->core, fx->warp);
	if (w->in_block) {
		end_warp(k, fx, w);
		return;
	}
	clock_join(&k->halted[fx->core], &w->now->vc);
	clock_join(&k->halted[fx->core], &w->ended);
	clock_join(&k->halted[fx->core], &w->own.vc);
	clock_tick(&w->now->vc, w->now->index);
}

static void started(struct san *k, const struct golden_effect *fx,
		    struct san_warp *by)
{
	struct san_warp *w = san_warp(k, fx->core, san_lead(fx->aux_mask));

	everything(&w->own.vc, by);
	clock_tick(&by->now->vc, by->now->index);
}

void san_order(struct san *k, const struct golden_effect *fx)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);

	switch (fx->kind) {
	case GOLDEN_BAR:
		if (fx->op == ISA_BAR)
			barrier(k, fx->core, fx->aux_mask);
		else if (w->in_block)
			block_barrier(k, fx, w);
		break;
	case GOLDEN_WSPAWN:
		if (fx->aux_mask)
			started(k, fx, w);
		break;
	case GOLDEN_TMC: case GOLDEN_HALT: case GOLDEN_TRAP:
		if (!fx->next_tmask)
			halts(k, fx, w);
		break;
	case GOLDEN_PLAIN:
		if (fx->volatile_csr == ISA_CSR_ACTIVE_WARPS)
			clock_join(&w->now->vc, &k->halted[fx->core]);
		break;
	default:
		break;
	}
}

/* --- a program -------------------------------------------------------- */

bool san_order_new(struct san *k)
{
	k->halted = calloc(k->cores, sizeof *k->halted);
	k->who = calloc(SAN_CLOCKS, sizeof *k->who);
	k->born = calloc(SAN_CLOCKS, sizeof *k->born);
	k->last = calloc(SAN_CLOCKS, sizeof *k->last);
	k->used = calloc(SAN_CLOCKS, sizeof *k->used);
	k->clocks = k->cores * k->warps;
	for (uint32_t i = 0; i < k->clocks; i++)
		san_meet(&k->warp[i].own);
	return k->halted && k->who && k->born && k->last && k->used;
}

static void strand_free(struct san_strand *s)
{
	clock_free(&s->vc);
	clock_free(&s->rel);
	clock_free(&s->acq);
}

void san_order_free(struct san *k)
{
	for (uint32_t i = 0; k->smem && i < k->cores; i++)
		san_pages_free(&k->smem[i]);
	san_pages_free(&k->ram);
	for (uint32_t i = 0; i < k->strand_count; i++) {
		strand_free(k->strands[i]);
		free(k->strands[i]);
	}
	free(k->strands);
	for (uint32_t i = 0; k->warp && i < k->cores * k->warps; i++) {
		strand_free(&k->warp[i].own);
		clock_free(&k->warp[i].ended);
		clock_free(&k->warp[i].met);
	}
	for (uint32_t i = 0; k->halted && i < k->cores; i++)
		clock_free(&k->halted[i]);
	for (uint32_t i = 0; i < GOLDEN_MAX_LAUNCHES; i++) {
		clock_free(&k->launch[i].begin);
		clock_free(&k->launch[i].end);
	}
	clock_free(&k->host);
	clock_free(&k->meeting);
	free(k->halted);
	free(k->who);
	free(k->born);
	free(k->last);
	free(k->used);
}
