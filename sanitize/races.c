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

static struct san_page *page_of(struct san *k, struct san_space *s,
				uint32_t word)
{
	struct san_page **p = &s->pages[word / SAN_PAGE];

	if (*p)
		return *p;
	*p = calloc(1, sizeof **p);
	if (!*p)
		k->failed = true;
	return *p;
}

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
		.verb = verb(r->access), .pc = r->pc,
		.core = r->hart / k->warps, .warp = r->hart % k->warps,
		.lane = r->lane
	};

	/* An index may have gone to another strand since. */
	if (r->clock >= k->born[r->strand])
		side.who = k->who[r->strand];
	return side;
}

static void report(struct san *k, const struct san_space *s, uint32_t word,
		   const struct san_record *old, const struct san_record *now)
{
	bool same = (old->access | now->access) & SAN_SILENT;
	struct san_finding *f = san_finding(k, same ? SAN_OF_SAME : SAN_OF_RACE,
					    old->pc, now->pc);
	uint32_t both = now->bytes & old->bytes;

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

/* Is the access R ordered before NOW, which S makes? */
static bool in_order(const struct san *k, const struct san_record *r,
		     const struct san_record *now, const struct san_strand *s)
{
	if (r->generation < k->generation || r->serial == now->serial)
		return true;
	if (r->strand != s->index)
		return is_before(r, s);
	if (r->clock < k->born[r->strand])
		return r->clock <= s->known;
	return k->what & SAN_MACHINE || r->clock < s->synced ||
	       (r->lane == now->lane && !r->several && !now->several);
}

static bool conflicts(const struct san_record *a, const struct san_record *b)
{
	return (a->access | b->access) & SAN_WRITE && a->bytes & b->bytes &&
	       !(a->access & b->access & SAN_ATOMIC);
}

/* Can R stand for NOW, too? */
static bool covers(const struct san *k, const struct san_record *r,
		   const struct san_record *now)
{
	return r->generation == k->generation && r->strand == now->strand &&
	       r->access == now->access && r->bytes == now->bytes;
}

/* The place for NOW among AT, none of which covers it: one that is free, else
 * one of an access that is in order, else any. */
static struct san_record *place_for(const struct san *k, struct san_record *at,
				    const struct san_record *now,
				    const struct san_strand *s)
{
	struct san_record *best = &at[now->clock % SAN_RECORDS];

	for (uint32_t i = 0; i < SAN_RECORDS; i++)
		if (at[i].generation < k->generation)
			return &at[i];
	for (uint32_t i = 0; i < SAN_RECORDS; i++)
		if (in_order(k, &at[i], now, s) &&
		    (now->access & SAN_WRITE || !(at[i].access & SAN_WRITE)))
			best = &at[i];
	return best;
}

/* The record of NOW; NULL if any other one conflicts with it. */
static struct san_record *access_word(struct san *k, struct san_space *s,
				      uint32_t word,
				      const struct san_record *now,
				      const struct san_strand *strand)
{
	struct san_page *p = page_of(k, s, word);
	struct san_record *at = p ? p->at[word % SAN_PAGE] : NULL, *to = NULL;
	bool several = now->several, alone = true;

	if (!p)
		return NULL;
	for (uint32_t i = 0; i < SAN_RECORDS; i++) {
		if (at[i].generation && conflicts(&at[i], now)) {
			alone = false;
			if (!in_order(k, &at[i], now, strand))
				report(k, s, word, &at[i], now);
		}
		if (!to && covers(k, &at[i], now))
			to = &at[i];
	}
	/* Another lane's, since the lanes last met, counts still. */
	if (to && to->clock >= strand->synced && to->lane != now->lane)
		several = true;
	if (!to)
		to = place_for(k, at, now, strand);
	*to = *now;
	to->several = several;
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

/* Does the store of LANE leave the word as it is? */
static bool is_silent(struct san *k, const struct san_space *s, uint32_t at,
		      const struct golden_access *a, uint32_t lane)
{
	const uint8_t *b = s->core < 0 ? k->bytes + at :
			   golden_smem(golden_core(k->g, (uint32_t)s->core)) +
				   at;

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
	struct san_warp *w = san_warp(k, core, warp);
	struct san_record now = {
		.generation = k->generation, .pc = pc, .serial = ++k->serial,
		.strand = w->now->index,
		.clock = clock_of(&w->now->vc, w->now->index),
		.hart = (uint16_t)(core * k->warps + warp)
	}, *same = NULL;
	const uint32_t *sp = golden_lanes(golden_core(k->g, core), warp,
					  SAN_SP);
	uint32_t at, last = 0;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t lane = san_lead(m);
		struct san_space *s = recorded(k, core, a, span, lane, &at);
		bool silent;

		if (!s || is_own_stack(k, s, at, sp[lane]))
			continue;
		now.lane = (uint8_t)lane;
		/* The lane before has read the same. */
		if (same && a->addr[lane] == last) {
			same->lane = now.lane;
			same->several = true;
			continue;
		}
		silent = access & SAN_WRITE && is_silent(k, s, at, a, lane);
		if (silent && number)
			continue;
		now.access = silent ? access | SAN_SILENT : access;
		now.bytes = (uint8_t)((1u << a->size) - 1u) << at % 4 & 15;
		same = access_word(k, s, at / 4, &now, w->now);
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

static void update(struct san *k, const struct golden_effect *fx,
		   struct san_warp *w)
{
	struct san_strand *s = w->now;

	if (isa_releases(fx->insn))
		san_release(s);
	san_learn(k, fx->core, &fx->access, s->index, &s->acq);
	if (isa_acquires(fx->insn))
		clock_join(&s->vc, &s->acq);
	if (isa_releases(fx->insn) || isa_acquires(fx->insn))
		san_meet(s);
	if (fx->op != ISA_LR_W)
		san_publish(k, fx->core, &fx->access, s->index, &s->rel);
	record(k, fx->core, fx->warp, &fx->access, &k->span, fx->pc, SAN_ATOMIC |
	       (fx->op == ISA_LR_W ? SAN_READ : SAN_WRITE), false);
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

void san_number(struct san_warp *w, const struct san_insn *i)
{
	uint64_t rd = UINT64_C(1) << i->regs.rd, from = 0;

	if (i->op == ISA_LUI)
		from = 1;
	if (i->op == ISA_ADDI)
		from = (w->constant | 1) >> i->regs.rs1 & 1;
	w->constant = from ? w->constant | rd : w->constant & ~rd;
	w->constant |= 1;       /* x0 */
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
