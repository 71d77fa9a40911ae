/* races.c - which accesses are not ordered: records of each word
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two accesses to a byte, one of them a write, race unless one happens before
 * the other (order.c), or both are atomic. Lanes of a warp are unordered, as in
 * CUDA and OpenCL, until the warp meets: at a barrier, a vote, a shuffle, a
 * fence, or an atomic instruction with order. With SAN_MACHINE they execute in
 * step, as they do here: then two lanes race only if one instruction stores
 * different values to a byte.
 *
 * Atomic are the atomic instructions; volatile accesses; a store whose strand
 * has accessed nothing since its last release; and a load after which its
 * strand accesses nothing before an acquire: what compilers make of C11's
 * atomics, and of volatile flags between ww_fence().
 *
 * A store of the value that is there already is a race of the weaker kind. It
 * is none if the value is a number of the program: flags that threads set to
 * one value are written so.
 */
#include <inttypes.h>

#include "golden/bytes.h"
#include "sanitize/clock.h"
#include "sanitize/order.h"

/* The access of an instruction that is being recorded. */
struct making {
	const struct san_strand *strand;
	struct san_record now;  /* of all lanes, but for WHAT */
	uint16_t what;          /* of the lane */
	struct san_record *made[SAN_LANES];     /* of the lanes before */
	uint32_t count;
};

static const char *verb(unsigned access)
{
	if (access & SAN_WRITE)
		return access & SAN_ATOMIC ? "writes atomically" : "writes";
	return access & SAN_ATOMIC ? "reads atomically" : "reads";
}

/* --- a race ----------------------------------------------------------- */

static struct san_side side_of(const struct san *k, const struct san_record *r)
{
	struct san_side side = {
		.verb = verb(san_access_of(r->what)), .pc = r->pc,
		.core = r->hart / k->warps, .warp = r->hart % k->warps,
		.lane = san_lane_of(r->what)
	};

	/* An index may have gone to another strand since. */
	if (r->clock >= k->born[r->strand])
		side.who = k->who[r->strand];
	return side;
}

static void report(struct san *k, const struct san_space *s, uint32_t word,
		   const struct san_record *old, const struct san_record *now)
{
	uint16_t either = old->what | now->what;
	bool same = san_access_of(either) & SAN_SILENT;
	struct san_finding *f = san_finding(k, same ? SAN_OF_SAME : SAN_OF_RACE,
					    old->pc, now->pc);
	uint32_t both = san_bytes_of(now->what & old->what);

	if (!f)
		return;
	san_text(k, f, "two %s access one word, and nothing orders them%s",
		 old->strand == now->strand ? "lanes of a warp" :
		 old->hart != now->hart ? "warps" : "threads",
		 same ? "; the store leaves its value" : "");
	f->side[0] = side_of(k, now);
	f->side[1] = side_of(k, old);
	f->sides = 2;
	san_at(k, f, s->core, s->base + 4 * word + san_lead(both),
	       (uint32_t)__builtin_popcount(both), 0);
	san_tell(k, f);
}

/* Is the access R of another strand before the next one of S? */
static bool is_before(const struct san_record *r, const struct san_strand *s)
{
	return r->clock <= clock_of(&s->vc, r->strand);
}

/* Is the access R of the instruction itself? */
static bool is_made(const struct making *it, const struct san_record *r)
{
	for (uint32_t i = 0; i < it->count; i++)
		if (it->made[i] == r)
			return true;
	return false;
}

/* Is the access R ordered before the one that is recorded? */
static inline bool in_order(const struct san *k, const struct san_record *r,
		     const struct making *it)
{
	const struct san_strand *s = it->strand;

	if (r->generation < k->generation)
		return true;
	if (r->strand != s->index)
		return is_before(r, s);
	if (r->clock < k->born[r->strand])
		return r->clock <= s->known;
	return k->what & SAN_MACHINE || r->clock < s->synced ||
	       (r->what ^ it->what) < 1 << SAN_LANE_AT || is_made(it, r);
}

static bool conflicts(uint16_t a, uint16_t b)
{
	uint16_t either = a | b, both = a & b;

	return san_access_of(either) & SAN_WRITE && san_bytes_of(both) &&
	       !(san_access_of(both) & SAN_ATOMIC);
}

/* Can R stand for the access that is recorded, too? */
static bool covers(const struct san *k, const struct san_record *r,
		   const struct making *it)
{
	return r->generation == k->generation &&
	       r->strand == it->now.strand &&
	       !((r->what ^ it->what) & ((1 << SAN_LANE_AT) - 1));
}

/* The place for the record among AT, none of which covers it: one that is free,
 * else one of an access that is in order, else any. */
static struct san_record *place_for(const struct san *k, struct san_record *at,
				    const struct making *it)
{
	struct san_record *best = &at[it->now.clock % SAN_RECORDS];
	bool writes = san_access_of(it->what) & SAN_WRITE;

	for (uint32_t i = 0; i < SAN_RECORDS; i++)
		if (at[i].generation < k->generation)
			return &at[i];
	for (uint32_t i = 0; i < SAN_RECORDS; i++)
		if (in_order(k, &at[i], it) &&
		    (writes || !(san_access_of(at[i].what) & SAN_WRITE)))
			best = &at[i];
	return best;
}

/* The record of the lane. */
static const struct san_record *record_of(struct making *it)
{
	it->now.what = it->what;
	return &it->now;
}

/* Records the access of a lane to WORD. Returns the record; NULL if any other
 * one conflicts with it. */
static struct san_record *access_word(struct san *k, struct san_space *s,
				      uint32_t word, struct making *it)
{
	struct san_page *p = san_page(&s->pages[word / SAN_PAGE]);
	struct san_record *at, *to = NULL;
	uint16_t several = 0;
	bool alone = true;

	if (!p) {
		k->failed = true;
		return NULL;
	}
	at = p->at[word % SAN_PAGE];
	for (uint32_t i = 0; i < SAN_RECORDS; i++) {
		if (at[i].generation && conflicts(at[i].what, it->what)) {
			alone = false;
			if (!in_order(k, &at[i], it))
				report(k, s, word, &at[i], record_of(it));
		}
		if (!to && covers(k, &at[i], it))
			to = &at[i];
	}
	/* Another lane's, since the lanes last met, counts still. */
	if (to && to->clock >= it->strand->synced &&
	    san_lane_of(to->what) != san_lane_of(it->what))
		several = SAN_SEVERAL;
	if (!to)
		to = place_for(k, at, it);
	*to = it->now;
	to->what = it->what | several;
	it->made[it->count++] = to;
	return alone ? to : NULL;
}

/* --- an access -------------------------------------------------------- */

/* Is byte AT of S in the stack of a thread whose stack pointer is SP? */
static bool is_own_stack(const struct san *k, const struct san_space *s,
			 uint32_t at, uint32_t sp)
{
	const uint32_t bytes = k->p->stack_bytes;

	return s->state[at] == SAN_STACK &&
	       s->base + at - sp + bytes < 2 * bytes + 128;
}

static const uint8_t *bytes_at(struct san *k, const struct san_space *s,
			       uint32_t at)
{
	return s->core < 0 ? k->bytes + at :
	       golden_smem(golden_core(k->g, (uint32_t)s->core)) + at;
}

/* Does the store of LANE leave the word as it is? */
static bool is_silent(struct san *k, const struct san_space *s, uint32_t at,
		      const struct golden_access *a, uint32_t lane)
{
	const uint8_t *b = bytes_at(k, s, at);

	if (a->op != GOLDEN_WRITE)
		return false;
	if (a->size == 4)
		return bytes_u32(b) == a->data[lane];
	for (uint32_t i = 0; i < a->size; i++)
		if (b[i] != (uint8_t)(a->data[lane] >> 8 * i))
			return false;
	return true;
}

/* Where the access of LANE is recorded, with the offset, or NULL: nowhere.
 * SPAN is that of A. */
static struct san_space *recorded(struct san *k, uint32_t core,
				  const struct golden_access *a,
				  const struct san_span *span, uint32_t lane,
				  uint32_t *at)
{
	uint32_t addr = a->addr[lane];
	struct san_space *s = span->s;

	if (s) {
		*at = addr - s->base;
		return s;
	}
	s = san_space(k, core, addr, at);
	return s && addr - k->local >= k->local_bytes && *at % a->size == 0 ?
	       s : NULL;
}

/* The records of an access of W at PC. NUMBER: what it stores is a number of
 * the program. */
static void record(struct san *k, uint32_t core, uint32_t warp,
		   const struct golden_access *a, const struct san_span *span,
		   uint32_t pc, uint8_t access, bool number)
{
	const struct san_strand *strand = san_warp(k, core, warp)->now;
	struct making it;
	const uint32_t *sp = golden_lanes(golden_core(k->g, core), warp,
					  SAN_SP);
	struct san_record *same = NULL;
	uint32_t at, last = 0;

	it.strand = strand;
	it.count = it.what = 0;
	it.now = (struct san_record){
		.generation = k->generation, .pc = pc, .strand = strand->index,
		.clock = clock_of(&strand->vc, strand->index),
		.hart = (uint16_t)(core * k->warps + warp)
	};
	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		struct san_space *s = recorded(k, core, a, span, lane, &at);
		uint32_t bytes, how = access;
		bool silent;

		if (!s || is_own_stack(k, s, at, sp[lane]))
			continue;
		/* The lane before has read the same. */
		if (same && a->addr[lane] == last) {
			it.what &= (1 << SAN_LANE_AT) - 1;
			it.what |= (uint16_t)(lane << SAN_LANE_AT);
			same->what = it.what | SAN_SEVERAL;
			continue;
		}
		silent = access & SAN_WRITE && is_silent(k, s, at, a, lane);
		if (silent && number)
			continue;
		how |= silent ? SAN_SILENT : 0;
		bytes = ((1u << a->size) - 1u) << at % 4 & 15;
		it.what = (uint16_t)(bytes | how << SAN_ACCESS_AT |
				     lane << SAN_LANE_AT);
		same = access_word(k, s, at / 4, &it);
		last = a->addr[lane];
		if (access & SAN_WRITE)
			same = NULL;
	}
}

/* Two lanes of a store with addresses that are not in order: do they store
 * different values to one place? */
static bool lanes_apart(const struct golden_access *a, uint32_t *i, uint32_t *j)
{
	for (uint32_t m = a->lanes; m; m &= m - 1)
		for (uint32_t n = m & (m - 1); n; n &= n - 1) {
			*i = san_lead(m);
			*j = san_lead(n);
			if (a->addr[*i] == a->addr[*j] &&
			    a->data[*i] != a->data[*j])
				return true;
		}
	return false;
}

static void one_store(struct san *k, const struct golden_effect *fx)
{
	const struct golden_access *a = &fx->access;
	uint32_t last = 0, i, j, at;
	struct san_finding *f;
	struct san_space *s;
	bool sorted = true;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		sorted &= a->addr[san_lead(m)] >= last;
		last = a->addr[san_lead(m)] + a->size;
	}
	if (sorted || !lanes_apart(a, &i, &j))
		return;
	s = san_space(k, fx->core, a->addr[i], &at);
	f = s ? san_finding(k, SAN_OF_RACE, fx->pc, fx->pc) : NULL;
	if (!f)
		return;
	san_text(k, f, "one instruction stores 0x%" PRIx32 " and 0x%" PRIx32
		 " to one place", a->data[i], a->data[j]);
	san_side(k, f, "writes", fx, j);
	san_side(k, f, "writes", fx, i);
	san_at(k, f, s->core, a->addr[i], a->size, 0);
	san_tell(k, f);
}

/* The load that W has made is atomic if ACQUIRES, else plain. */
static void settle_load(struct san *k, struct san_warp *w, uint32_t core,
			uint32_t warp, bool acquires)
{
	if (!w->loaded)
		return;
	w->loaded = false;
	record(k, core, warp, &w->load, &w->load_span, w->load_pc, SAN_READ |
	       (acquires || w->load_volatile ? SAN_ATOMIC : 0), false);
}

/* May the amocas.w of LANE store? It compares with the word at AT, or with what
 * another lane has stored there. */
static bool may_store(struct san *k, const struct san_space *s, uint32_t at,
		      const struct golden_access *a, uint32_t lane)
{
	if (bytes_u32(bytes_at(k, s, at)) == a->expected[lane])
		return true;
	for (uint32_t m = a->lanes & ~(1u << lane); m; m &= m - 1)
		if (a->addr[san_lead(m)] == a->addr[lane] &&
		    a->data[san_lead(m)] == a->expected[lane])
			return true;
	return false;
}

static uint32_t lanes_that_store(struct san *k, const struct golden_effect *fx)
{
	const struct golden_access *a = &fx->access;
	uint32_t lanes = 0, at;

	if (fx->op == ISA_LR_W)
		return 0;
	if (fx->op != ISA_AMOCAS_W)
		return a->lanes;
	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		const struct san_space *s =
			san_space(k, fx->core, a->addr[lane], &at);

		if (s && at % 4 == 0 && may_store(k, s, at, a, lane))
			lanes |= 1u << lane;
	}
	return lanes;
}

static void update(struct san *k, const struct golden_effect *fx,
		   struct san_warp *w)
{
	struct san_strand *s = w->now;
	struct golden_access a = fx->access;

	if (isa_releases(fx->insn))
		san_release(s);
	san_learn(k, fx->core, &a, s->index, &s->acq);
	if (isa_acquires(fx->insn))
		clock_join(&s->vc, &s->acq);
	if (isa_releases(fx->insn) || isa_acquires(fx->insn))
		san_meet(s);
	a.lanes = lanes_that_store(k, fx);
	san_publish(k, fx->core, &a, s->index, &s->rel);
	record(k, fx->core, fx->warp, &a, &k->span, fx->pc,
	       SAN_ATOMIC | SAN_WRITE, false);
	a.lanes = fx->access.lanes & ~a.lanes;
	record(k, fx->core, fx->warp, &a, &k->span, fx->pc,
	       SAN_ATOMIC | SAN_READ, false);
}

/* Does the program say that the access FX, which is I, is volatile? */
static bool is_volatile(const struct golden_effect *fx,
			const struct san_insn *i, struct san_warp *w)
{
	bool noted = w->volatile_at &&
		     fx->access.addr[san_lead(fx->tmask)] == w->volatile_at;

	if (noted)
		w->volatile_at = 0;
	return noted || i->is_volatile;
}

static void keep_load(const struct san *k, const struct golden_effect *fx,
		      struct san_warp *w)
{
	w->load.op = GOLDEN_READ;
	w->load.size = fx->access.size;
	w->load.lanes = fx->access.lanes;
	memcpy(w->load.addr, fx->access.addr, k->threads * sizeof(uint32_t));
	w->load_span = k->span;
	w->load_pc = fx->pc;
	w->loaded = true;
}

/* The program's own access. */
static void user_access(struct san *k, const struct golden_effect *fx,
			const struct san_insn *insn, struct san_warp *w)
{
	struct san_strand *s = w->now;
	bool atomic = is_volatile(fx, insn, w);

	if (fx->regs.rs1 == SAN_SP || fx->regs.rs1 == SAN_TP)
		return;
	switch (fx->access.op) {
	case GOLDEN_READ:
		keep_load(k, fx, w);
		w->load_volatile = atomic;
		san_learn(k, fx->core, &fx->access, s->index, &s->acq);
		break;
	case GOLDEN_WRITE:
		if (!atomic)
			one_store(k, fx);
		if (s->fenced)
			san_publish(k, fx->core, &fx->access, s->index,
				    &s->rel);
		record(k, fx->core, fx->warp, &fx->access, &k->span, fx->pc,
		       SAN_WRITE | (atomic || s->fenced ? SAN_ATOMIC : 0),
		       w->constant >> fx->regs.rs2 & 1);
		break;
	case GOLDEN_UPDATE:
		update(k, fx, w);
		break;
	case GOLDEN_NO_ACCESS:
		break;
	}
	s->fenced = false;
}

/* The runtime's words are all atomic, and order what is around them. */
static void runtime_access(struct san *k, const struct golden_effect *fx,
			   struct san_warp *w)
{
	struct san_strand *s = w->now;
	uint32_t lane = san_lead(fx->tmask), at;

	if (w->grouped)
		s = &w->own;    /* it begins groups; it does not order them */
	s->fenced = false;
	if (!san_space(k, fx->core, fx->access.addr[lane], &at) ||
	    fx->regs.rs1 == SAN_SP)
		return;
	if (fx->access.op != GOLDEN_WRITE)
		san_learn(k, fx->core, &fx->access, s->index, &s->vc);
	if (fx->access.op == GOLDEN_READ)
		return;
	san_publish(k, fx->core, &fx->access, s->index, &s->vc);
	if (s == &w->own && !w->grouped)
		san_publish(k, fx->core, &fx->access, s->index, &w->ended);
	clock_tick(&s->vc, s->index);
}

/* --- each instruction ------------------------------------------------- */

static void fence(struct san *k, const struct golden_effect *fx,
		  struct san_warp *w)
{
	bool both = fx->kind == GOLDEN_FENCE_I;
	bool releases = both || isa_fence_releases(fx->insn);
	bool acquires = both || isa_fence_acquires(fx->insn);
	struct san_strand *s = w->now;

	settle_load(k, w, fx->core, fx->warp, acquires);
	if (acquires)
		clock_join(&s->vc, &s->acq);
	if (releases) {
		san_release(s);
		s->fenced = true;
	}
	if (releases || acquires)
		san_meet(s);
}

/* Do the lanes of the warp meet at FX? A program reads the mask of lanes to
 * know of the others. */
static bool meets(const struct golden_effect *fx)
{
	return (fx->op >= ISA_VOTE_ALL && fx->op <= ISA_VOTE_BALLOT) ||
	       (fx->op >= ISA_SHFL_UP && fx->op <= ISA_SHFL_IDX) ||
	       fx->kind == GOLDEN_TMC || fx->kind == GOLDEN_CLONE ||
	       san_note(fx) == SAN_NOTE_MEET ||
	       (fx->op == ISA_CSRRS && fx->insn >> 20 == ISA_CSR_TMASK);
}

void san_races(struct san *k, struct golden_core *c,
	       const struct golden_effect *fx, const struct san_insn *i)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);

	if (w->in_block)
		san_order_resumes(k, c, w, fx->core);
	if (fx->regs.rd)
		san_number(w, i);
	if (meets(fx)) {
		settle_load(k, w, fx->core, fx->warp, false);
		san_meet(w->now);
	}
	if (fx->access.op == GOLDEN_NO_ACCESS && fx->kind == GOLDEN_PLAIN)
		return;
	if (fx->kind == GOLDEN_FENCE || fx->kind == GOLDEN_FENCE_I) {
		fence(k, fx, w);
		return;
	}
	if (fx->kind == GOLDEN_BRANCH) {
		if ((k->p->software || w->grouped) && i->user)
			san_enter(k, c, fx, w, i->user);
		return;
	}
	if (fx->kind != GOLDEN_SPLIT && fx->kind != GOLDEN_JOIN)
		settle_load(k, w, fx->core, fx->warp, false);
	san_enter(k, c, fx, w, i->user);
	if (fx->access.op == GOLDEN_NO_ACCESS)
		return;
	if (i->user)
		user_access(k, fx, i, w);
	else
		runtime_access(k, fx, w);
}

void san_settle(struct san *k, struct san_warp *w, uint32_t core, uint32_t warp)
{
	settle_load(k, w, core, warp, false);
}
