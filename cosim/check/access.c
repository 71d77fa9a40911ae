/* access.c - checks that perform and smem records have in common
 * SPDX-License-Identifier: Apache-2.0
 *
 * An access must belong to an instruction in flight, and serve lanes that have
 * not performed yet. Accesses of a warp to the same byte perform in program
 * order, and all its accesses after an acquire perform after it.
 *
 * An atomic operation that the second-level cache makes has one record, when
 * its operand has left for there. It takes effect with the record of that
 * cache.
 *
 * A store changes the mirror; with data caches of several cores, the mirror
 * changes later (level_writes.c). A load takes the value that its core sees
 * now. The value may differ from golden's value at issue only if a race
 * explains the difference.
 */
#include "cosim/check/access.h"

#include "cosim/check/acquire.h"
#include "cosim/check/slot.h"
#include "cosim/cover/cover.h"
#include "cosim/level/flat.h"
#include "cosim/level/level.h"
#include "cosim/level/stale.h"
#include "cosim/state/atomic.h"
#include "cosim/state/head.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/origin.h"

#include <string.h>

/* The fields have the same places in a smem record (tests/isa/facts.t). */
struct access access_of(const uint32_t *r)
{
	return (struct access){
		.warp = rec_head_warp(r), .seq = rec_head_seq(r),
		.store = rec_perform_store(r), .size = rec_perform_size(r),
		.beat = rec_perform_beat(r), .lanes = rec_perform_lanes(r)
	};
}

/* --- does the instruction need this access? ---------------------------- */

static int check_kind(struct core *c, const struct access *a,
		      const struct slot *s)
{
	bool store = s->fx.kind == GOLDEN_STORE || (is_update(s) && a->store);

	if (!slot_live(s) || !slot_is_access(s))
		return fail(c, COSIM_PERFORM_UNKNOWN, a->warp,
			    slot_live(s) ? s : NULL, "warp %u seq %u %s",
			    a->warp, a->seq, slot_live(s) ?
			    "does not access memory" : "is not in flight");
	if (a->store == store && (UINT32_C(1) << a->size) == s->fx.access.size)
		return 0;
	fail(c, COSIM_PERFORM_KIND, a->warp, s, "it should be a %s of %u bytes",
	     store ? "store" : "load", s->fx.access.size);
	fail_diff(c->all, "store", a->store, store);
	fail_diff(c->all, "size", UINT32_C(1) << a->size, s->fx.access.size);
	return 1;
}

static int check_lanes(struct core *c, struct access *a, const struct slot *s)
{
	uint32_t lanes = c->all->own.lanes;

	a->threads = a->beat < c->all->beats ? a->lanes << a->beat * lanes : 0;
	if (!a->lanes || a->beat >= c->all->beats ||
	    a->lanes > UINT32_MAX >> (32 - lanes) ||
	    a->threads & ~s->fx.access.lanes) {
		fail(c, COSIM_PERFORM_LANES, a->warp, s,
		     "beat %u serves lanes 0x%x", a->beat, a->lanes);
		if (a->beat >= c->all->beats)
			fail_row(c->all, "beat (at most)", a->beat,
				 c->all->beats - 1);
		fail_row(c->all, "threads", a->threads,
			 s->fx.access.lanes & a->threads);
		return 1;
	}
	if (a->threads & s->performed) {
		fail(c, COSIM_PERFORM_TWICE, a->warp, s,
		     "threads 0x%x have performed before",
		     a->threads & s->performed);
		fail_row(c->all, "threads", a->threads,
			 a->threads & ~s->performed);
		return 1;
	}
	return 0;
}

/* Do the threads of A have an operation of the second-level cache? */
static bool is_sent(const struct core *c, const struct access *a,
		    const struct slot *s)
{
	return is_for_l2(c, s, s->fx.access.addr[lowest(a->threads)]);
}

/* The second-level cache gets the operand of one thread at a time. */
static int check_sent(struct core *c, const struct access *a,
		      const struct slot *s)
{
	if (a->store && !(a->threads & (s->sent | (a->threads - 1))))
		return 0;
	fail(c, COSIM_PERFORM_KIND, a->warp, s, a->threads & s->sent ?
	     "threads 0x%x have been sent to the second-level cache before" :
	     "threads 0x%x must be sent to the second-level cache one by one",
	     a->threads);
	fail_row(c->all, "threads", a->threads, a->threads & ~s->sent);
	return 1;
}

/* A lane of an atomic instruction first loads; then it stores, if at all. */
static int check_turn(struct core *c, const struct access *a,
		      const struct slot *s)
{
	uint32_t due = a->store ? s->loaded : ~s->loaded;

	if (is_sent(c, a, s))
		return check_sent(c, a, s);
	if (!is_update(s) || !(a->threads & ~due))
		return 0;
	fail(c, COSIM_PERFORM_KIND, a->warp, s, a->store ?
	     "threads 0x%x have nothing to store" :
	     "threads 0x%x have loaded and must store", a->threads & ~due);
	fail_row(c->all, "threads", a->threads, a->threads & due);
	return 1;
}

int access_check(struct core *c, struct access *a, const struct slot *s)
{
	return check_kind(c, a, s) || check_lanes(c, a, s) ||
	       check_turn(c, a, s);
}

/* --- order ------------------------------------------------------------ */

/* Threads of S among THREADS that touch a byte of ADDR .. ADDR + SIZE - 1. */
static uint32_t threads_touching(const struct slot *s, uint32_t threads,
				 uint32_t addr, uint32_t size)
{
	uint32_t hit = 0;

	if (addr + size - 1 < s->addr_low || addr > s->addr_high)
		return 0;
	for (uint32_t m = threads; m; m &= m - 1) {
		uint32_t other = s->fx.access.addr[lowest(m)];

		if (other < addr + size && addr < other + s->fx.access.size)
			hit |= m & ~(m - 1);
	}
	return hit;
}

static int order_fail(struct core *c, const struct access *a,
		      const struct slot *s, const struct slot *older,
		      uint32_t lane, uint32_t hit)
{
	fail(c, COSIM_PERFORM_ORDER, a->warp, s, "thread %u performs at 0x%08x "
	     "before threads 0x%x of seq %u, pc 0x%08x", lane,
	     s->fx.access.addr[lane], hit, slot_seq(older), older->fx.pc);
	fail_row(c->all, "threads not performed", hit, 0);
	return 1;
}

/* Threads of S whose access has to perform. A lane of an atomic instruction
 * whose load had an error will not store. */
static uint32_t threads_to_come(const struct slot *s)
{
	return s->fx.access.lanes & ~s->performed &
	       ~(is_update(s) ? s->failed : 0);
}

/* Must O be complete before its warp performs later accesses? */
static bool is_acquire(const struct slot *o)
{
	return is_update(o) && isa_acquires(o->fx.insn);
}

/* Threads of O, an older instruction, that A may follow before they have
 * performed: stores to a line keep their order on the way to the second-level
 * cache. */
static uint32_t behind(const struct access *a, const struct slot *o)
{
	return a->store ? o->sent : 0;
}

int access_order(struct core *c, const struct access *a, const struct slot *s)
{
	const struct warp *w = &c->warps[a->warp];
	uint32_t hit;

	for (uint32_t m = a->threads; m; m &= m - 1) {
		uint32_t lane = lowest(m), addr = s->fx.access.addr[lane];
		uint32_t rest = threads_to_come(s) & ~a->threads &
				~s->sent & ((m & ~(m - 1)) - 1);

		hit = a->store || is_update(s) ?
		      threads_touching(s, rest, addr, s->fx.access.size) : 0;
		if (hit)
			return order_fail(c, a, s, s, lane, hit);
		for (uint32_t i = 0; &w->slots[w->mem[i]] != s; i++) {
			const struct slot *o = &w->slots[w->mem[i]];

			hit = threads_to_come(o);
			if (!is_acquire(o))
				hit = threads_touching(o, hit & ~behind(a, o),
						       addr,
						       s->fx.access.size);
			if (hit)
				return order_fail(c, a, s, o, lane, hit);
		}
	}
	return 0;
}

/* --- stores ----------------------------------------------------------- */

static int out_of_memory(struct core *c, const struct slot *s)
{
	return fail(c, COSIM_ISSUE_FETCH, s->fx.warp, s,
		    "out of memory for the books of this check");
}

/* The word at ADDR has lost the value OLD. If it was fetched, OLD is remembered
 * as a legal instruction. Returns false if memory runs out. */
static bool keep_stale(struct core *c, uint32_t addr, uint32_t old)
{
	return !in_ram(c->all, addr) ||
	       !bit_get(c->all->fetched, (addr - c->all->cfg.ram_base) >> 2) ||
	       old == mirror_word(c, addr) ||
	       stale_add(c->all->stale, addr & ~UINT32_C(3), old,
			 c->all->event);
}

static void note_storer(struct core *c, const struct slot *s, uint32_t lane,
			size_t at)
{
	struct cosim_storer by = {
		c->id, s->fx.warp, lane, s->fx.pc, s->fx.insn,
		s->fx.foreign.prefix, s->number, c->all->cycle
	};

	origin_stored(c->all->origin, at, &by);
}

/* A store to a cache; it reaches memory later (level_writes.c). */
static int store_weakly(struct core *c, struct slot *s, uint32_t lane)
{
	size_t at = mirror_at(c, s->fx.access.addr[lane]);

	s->loaded &= ~(UINT32_C(1) << lane);
	if (!flat_store(c->all->flat, at, s->fx.access.size,
			c->first + s->fx.warp, s->order, c->all->event) ||
	    (s->differs >> lane & 1 && !flat_give_up(c->all->flat, at, 4)))
		return out_of_memory(c, s);
	note_storer(c, s, lane, at);
	return 0;
}

static int store_lane(struct core *c, struct slot *s, uint32_t lane)
{
	uint32_t addr = s->fx.access.addr[lane], old;
	size_t at = mirror_at(c, addr);

	if (at == NOWHERE)
		return 0;
	if (in_weak(c->all, addr))
		return store_weakly(c, s, lane);
	s->loaded &= ~(UINT32_C(1) << lane);
	if (c->all->cfg.has_a && atomic_stores(c, s, lane))
		return 1;
	old = mirror_word(c, addr);
	for (uint32_t b = 0; b < s->fx.access.size; b++)
		c->all->mirror[at + b] =
			(uint8_t)(s->fx.access.data[lane] >> 8 * b);
	if (!keep_stale(c, addr, old) ||
	    !flat_store(c->all->flat, at, s->fx.access.size,
			c->first + s->fx.warp, s->order, c->all->event) ||
	    (s->differs >> lane & 1 && !flat_give_up(c->all->flat, at, 4)))
		return out_of_memory(c, s);
	note_storer(c, s, lane, at);
	return 0;
}

/* --- loads ------------------------------------------------------------ */

/* Has warp WARP of BY a store to byte ADDR in flight, which issued before S and
 * which no barrier orders before S? */
static bool stores_to(const struct core *by, uint32_t warp,
		      const struct core *c, const struct slot *s, uint32_t addr)
{
	const struct warp *w = &by->warps[warp];

	for (uint32_t k = 0; k < w->mem_count; k++) {
		const struct slot *o = &w->slots[w->mem[k]];

		if (o->fx.kind != GOLDEN_LOAD && o->order < s->order &&
		    threads_touching(o, o->fx.access.lanes & ~o->performed,
				     addr, 1) &&
		    !flat_ordered(c->all->flat, c->first + s->fx.warp,
				  by->first + warp, o->order))
			return true;
	}
	return false;
}

/* Has any other warp such a store? */
static bool store_pending(const struct core *c, const struct slot *s,
			  uint32_t addr)
{
	const struct cosim *all = c->all;

	for (uint32_t n = 0; n < all->cfg.cores; n++) {
		const struct core *by = &all->core[n];

		for (uint32_t i = 0; i < all->cfg.warps; i++)
			if ((by != c || i != s->fx.warp) &&
			    (by == c || in_ram(all, addr)) &&
			    stores_to(by, i, c, s, addr))
				return true;
	}
	return false;
}

/* LANE reads GOT now; golden read WANT when S issued. Both are right if a race
 * explains each byte that differs. */
static int check_flat(struct core *c, const struct slot *s, uint32_t lane,
		      uint32_t got, uint32_t want)
{
	uint32_t addr = s->fx.access.addr[lane];

	for (uint32_t b = 0; b < s->fx.access.size; b++) {
		if (!((got ^ want) >> 8 * b & 255) ||
		    (c->all->weak && flat_foreign(c->all->flat,
						  mirror_at(c, addr + b), c->id,
						  c->first + s->fx.warp)) ||
		    flat_explains(c->all->flat, mirror_at(c, addr + b),
				  c->first + s->fx.warp, s->issue_event) ||
		    store_pending(c, s, addr + b))
			continue;
		fail(c, COSIM_LOAD_FLAT, s->fx.warp, s, "thread %u reads byte "
		     "0x%08x; no store to it has performed since it issued, "
		     "nor was one in flight", lane, addr + b);
		fail_row(c->all, "value", got, want);
		return 1;
	}
	return 0;
}

static uint32_t extend(uint32_t word, uint32_t addr, const struct slot *s)
{
	uint32_t v = word >> (addr & 3) * 8;
	uint32_t unused = 32 - 8 * s->fx.access.size;

	v = v << unused >> unused;
	if (s->fx.access.sign && unused && v >> (31 - unused))
		v |= UINT32_MAX << (32 - unused);
	return v;
}

/* The threads that get what LANE of S loads: LANE, or all if S is scalar and
 * each lane keeps its register. */
static uint32_t given_to(const struct slot *s, uint32_t lane)
{
	uint32_t to = s->fx.write[0].lanes;

	return to & ~s->fx.access.lanes ? to : UINT32_C(1) << lane;
}

static void set_loaded(struct core *c, struct slot *s, uint32_t lane,
		       uint32_t value)
{
	for (uint32_t m = given_to(s, lane); m; m &= m - 1)
		s->fx.write[0].data[lowest(m)] = value;
	golden_set_reg(c->golden, s->fx.warp, lane, s->fx.write[0].reg, value);
}

static int load_lane(struct core *c, struct slot *s, uint32_t lane)
{
	uint32_t addr = s->fx.access.addr[lane];
	uint32_t v = extend(level_core_word(c, addr), addr, s);

	if (!s->fx.write[0].reg)
		return 0;
	if (v != s->fx.write[0].data[lane] &&
	    check_flat(c, s, lane, v, s->fx.write[0].data[lane]))
		return 1;
	set_loaded(c, s, lane, v);
	return 0;
}

/* --- atomic accesses --------------------------------------------------- */

/* Golden stored to SIZE bytes, but the device never will: their flat value is
 * unknown. Returns false if memory runs out. */
static bool forget_store(struct core *c, const struct slot *s, size_t at,
			 uint32_t size)
{
	bool weak = c->all->weak && at < c->all->cfg.ram_size;

	for (uint32_t b = 0; weak && b < size; b++)
		if (!flat_landed(c->all->flat, at + b, s->order, true))
			return false;
	return flat_give_up(c->all->flat, at, size);
}

static int give_up_store(struct core *c, const struct slot *s, uint32_t lane)
{
	size_t at = mirror_at(c, s->fx.access.addr[lane]);

	return flat_store(c->all->flat, at, 4, c->first + s->fx.warp, s->order,
			  c->all->event) && forget_store(c, s, at, 4) ?
	       0 : out_of_memory(c, s);
}

/* Has a thread of S not stored to the word at ADDR, since its load had an
 * error? Golden did store. */
static bool failed_before(const struct slot *s, uint32_t addr)
{
	for (uint32_t m = s->failed; m; m &= m - 1)
		if (s->fx.access.addr[lowest(m)] == addr)
			return true;
	return false;
}

/* LANE of an atomic instruction loads. The result follows from the word now,
 * and from the reservation. Both may differ from golden's at issue by a
 * race. */
static int update_lane(struct core *c, struct slot *s, uint32_t lane)
{
	struct golden_access *x = &s->fx.access;
	const enum isa_op op = s->fx.op;
	uint32_t addr = x->addr[lane], v = mirror_word(c, addr);
	uint32_t *reserved = &c->warps[s->fx.warp].reserved[lane];
	uint32_t bit = UINT32_C(1) << lane;
	struct golden_atomic it =
		golden_atomic_of(op, v, x->data[lane], x->expected[lane],
				 *reserved == (addr | 1));
	bool stored = x->stores & bit, is_sc = op == ISA_SC_W;

	if (!is_sc && v != x->found[lane] && !failed_before(s, addr) &&
	    check_flat(c, s, lane, v, x->found[lane]))
		return 1;
	if (is_sc)
		*reserved = 0;
	else if (op == ISA_LR_W)
		*reserved = addr | 1;
	if (it.stores != stored || (!is_sc && v != x->found[lane]))
		s->differs |= bit;
	x->data[lane] = it.stored;
	s->loaded |= it.stores ? bit : 0;
	if (it.stores && in_weak(c->all, addr) && !is_for_l2(c, s, addr))
		atomic_holds(c, s, lane);
	if (c->cover)
		cover_update(c, s, lane);
	if (!it.stores && stored && give_up_store(c, s, lane))
		return 1;
	if (!s->fx.write[0].reg)
		return 0;
	set_loaded(c, s, lane, it.result);
	return 0;
}

/* --- effect ----------------------------------------------------------- */

/* All accesses of S have performed. */
static void access_end(struct core *c, const struct slot *s)
{
	struct warp *w = &c->warps[s->fx.warp];
	uint32_t i = 0;

	while (&w->slots[w->mem[i]] != s)
		i++;
	w->mem_count--;
	memmove(&w->mem[i], &w->mem[i + 1],
		(w->mem_count - i) * sizeof w->mem[0]);
}

static void note_performed(struct core *c, const struct access *a,
			   struct slot *s)
{
	c->all->stats.performed++;
	s->performed |= a->threads & ~s->loaded;
	s->access_cycle = c->all->cycle;
	slot_step(c, s, in_smem(c->all, s->fx.access.addr[lowest(a->threads)]) ?
		  COSIM_STEP_SMEM : COSIM_STEP_PERFORM, a->threads);
	if (s->performed != s->fx.access.lanes)
		return;
	access_end(c, s);
	acquire_performed(c, s);
}

int access_effect(struct core *c, const struct access *a, struct slot *s)
{
	if (is_sent(c, a, s)) {
		s->sent |= a->threads;
		return 0;
	}
	for (uint32_t m = a->threads; m; m &= m - 1)
		if (a->store ? store_lane(c, s, lowest(m)) :
		    is_update(s) ? update_lane(c, s, lowest(m)) :
		    load_lane(c, s, lowest(m)))
			return 1;
	note_performed(c, a, s);
	return 0;
}

/* In LANES golden stored values that memory will never have. */
static int forget_stores(struct core *c, const struct slot *s, uint32_t lanes)
{
	for (uint32_t m = lanes; m; m &= m - 1) {
		size_t at = mirror_at(c, s->fx.access.addr[lowest(m)]);

		if (at != NOWHERE &&
		    !(is_update(s) ? forget_store(c, s, at, 4) :
		      flat_give_up(c->all->flat, at, s->fx.access.size)))
			return out_of_memory(c, s);
	}
	return 0;
}

int access_failed(struct core *c, const struct access *a, struct slot *s)
{
	if (forget_stores(c, s, a->store ? a->threads :
			 is_update(s) ? a->threads & s->fx.access.stores : 0))
		return 1;
	s->failed |= a->threads;
	s->loaded &= ~a->threads;
	note_performed(c, a, s);
	return 0;
}

/* Memory keeps the old bytes of the store Q. */
static int restore_bytes(struct cosim *c, const struct last_request *q)
{
	size_t at = q->addr - c->cfg.ram_base;

	for (uint32_t i = 0; i < c->own.access_bytes; i++) {
		if (!(q->mask[i / 32] >> i % 32 & 1))
			continue;
		c->mirror[at + i] = q->old[i];
		if (!flat_give_up(c->flat, at + i, 1))
			return out_of_memory(q->core, q->slot);
	}
	return 0;
}

int access_refused(struct cosim *c, const struct last_request *q)
{
	if (!q->store || is_update(q->slot))
		q->slot->failed |= q->threads;
	return q->store && in_ram(c, q->addr) ? restore_bytes(c, q) : 0;
}

/* The instruction of U, and the lane that has sent it. */
static struct slot *find_sent(struct core *c, const struct update *u,
			      uint32_t *lane)
{
	for (uint32_t i = 0; i < c->all->cfg.warps; i++) {
		struct warp *w = &c->warps[i];

		for (uint32_t k = 0; k < w->mem_count; k++) {
			struct slot *s = &w->slots[w->mem[k]];

			for (uint32_t m = s->sent; m && s->order == u->order;
			     m &= m - 1) {
				*lane = lowest(m);
				if (s->fx.access.addr[*lane] == u->addr)
					return s;
			}
		}
	}
	return NULL;
}

int access_update(struct core *c, struct update *u)
{
	uint32_t lane = 0;
	struct slot *s = find_sent(c, u, &lane);
	struct access a = { .threads = UINT32_C(1) << lane };

	if (!s)
		return fail(c, COSIM_PERFORM_UNKNOWN, GOLDEN_MAX_WARPS, NULL,
			    "no thread has sent the operation at 0x%08x",
			    u->addr);
	a.warp = s->fx.warp;
	s->sent &= ~a.threads;
	if (u->fails)
		return access_failed(c, &a, s);
	if (isa_releases(s->fx.insn) && u->passes)
		return fail(c, COSIM_ATOMIC_RELEASE, a.warp, s, "a store of "
			    "its core was on its way to memory");
	if (update_lane(c, s, lane) || store_weakly(c, s, lane))
		return 1;
	s->read = c->all->event;
	u->made = s->fx.access.data[lane];
	u->differs = s->differs & a.threads;
	note_performed(c, &a, s);
	return 0;
}

bool access_load_failed(struct core *c, struct slot *s)
{
	uint32_t lanes = s->loaded & s->failed;

	if (forget_stores(c, s, lanes & s->fx.access.stores))
		return true;
	s->loaded &= ~lanes;
	s->performed |= lanes;
	if (lanes && s->performed == s->fx.access.lanes)
		access_end(c, s);
	return !s->loaded;
}
