/* objects.c - variables, blocks and buffers; what the runtime gives and takes
 * SPDX-License-Identifier: Apache-2.0
 *
 * The functions of the runtime that hand out memory are known by their
 * addresses. At the first instruction the size is in a0; when the warp comes to
 * the return address with the same stack pointer, the block is.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sanitize/state.h"

/* Bytes of the runtime above the stacks of a software warp (vx_runtime.h). */
enum { KEPT = 64 };

uint32_t san_object_new(struct san *k, struct san_object o)
{
	if (k->object_count >= k->object_room) {
		uint32_t room = k->object_room ? 2 * k->object_room : 256;
		void *more = realloc(k->objects, room * sizeof *k->objects);

		if (!more) {
			k->failed = true;
			free(o.name);
			return 0;
		}
		k->objects = more;
		k->object_room = room;
	}
	k->objects[k->object_count] = o;
	k->version++;
	return k->object_count++;
}

uint32_t san_object_at(const struct san *k, int core, uint32_t addr)
{
	uint32_t freed = 0;

	for (uint32_t i = k->object_count; i-- > 1;) {
		const struct san_object *o = &k->objects[i];

		if (addr - o->low >= o->high - o->low ||
		    (o->core != core && (o->core != SAN_EACH || core < 0)))
			continue;
		if (!o->freed)
			return i;
		if (!freed)
			freed = i;
	}
	return freed;
}

struct san_span san_span(struct san *k, uint32_t core,
			 const struct golden_access *a)
{
	uint32_t low = UINT32_MAX, last = 0, odd = 0, at, bytes;
	struct san_space *s;

	for (uint32_t m = a->lanes; m; m &= m - 1) {
		uint32_t addr = a->addr[san_lead(m)];

		low = addr < low ? addr : low;
		last = addr > last ? addr : last;
		odd |= addr & (a->size - 1);
	}
	s = san_space(k, core, low, &at);
	if (!s || odd)
		return (struct san_span){ 0 };
	/* The window is at the end of RAM. */
	bytes = s->bytes - (s->core < 0 ? k->local_bytes : 0);
	if (last - s->base >= bytes)
		return (struct san_span){ 0 };
	return (struct san_span){ .s = s, .low = low, .high = last + a->size };
}

/* Of N bytes from AT on those that S has. */
static uint32_t inside(const struct san_space *s, uint32_t at, uint32_t n)
{
	return at >= s->bytes ? 0 : n < s->bytes - at ? n : s->bytes - at;
}

void san_set(struct san_space *s, uint32_t addr, uint32_t n,
	     enum san_state state)
{
	uint32_t at = addr - s->base, bytes = inside(s, at, n);

	if (bytes)
		memset(s->state + at, (int)state, bytes);
}

void san_set_undef(struct san_space *s, uint32_t addr, uint32_t n, uint8_t mask)
{
	uint32_t at = addr - s->base, bytes = inside(s, at, n);

	if (bytes)
		memset(s->undef + at, mask, bytes);
}

/* OBJECT, in space S or in that of each core, gets STATE, and nobody has
 * written it. */
static void set_object(struct san *k, struct san_space *s, uint32_t object,
		       enum san_state state)
{
	const struct san_object *o = &k->objects[object];

	for (uint32_t i = 0; i < k->cores; i++) {
		struct san_space *to = o->core == SAN_EACH ? &k->smem[i] : s;

		san_set(to, o->low, o->high - o->low, state);
		san_set_undef(to, o->low, o->high - o->low, 0xFF);
	}
}

/* The block of CALL at ADDR: one that is there, which an inner function has
 * taken, or a new one. */
static uint32_t taken(struct san *k, struct san_space *s,
		      const struct san_call *call, uint32_t addr)
{
	uint32_t object = san_object_at(k, s->core, addr);

	if (object && !k->objects[object].freed &&
	    k->objects[object].low == addr)
		return object;
	object = san_object_new(k, (struct san_object){
		.low = addr, .high = addr + call->size,
		.core = s->core >= 0 && call->main ? SAN_EACH : s->core,
		.taken = call->from });
	set_object(k, s, object, SAN_OWNED);
	return object;
}

/* CALL has handed a block at ADDR to the warp of FX. Blocks that the runtime
 * has taken for itself are stacks and structures. */
static void take(struct san *k, const struct golden_effect *fx,
		 const struct san_call *call, uint32_t addr)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);
	struct san_space *s;
	uint32_t at, object = 0;

	if (call->stacks && addr)
		addr += KEPT - call->size;
	s = addr ? san_space(k, fx->core, addr, &at) : NULL;
	if (!s)
		return;
	if (call->from) {
		object = taken(k, s, call, addr);
	} else {
		san_set(s, addr, call->size, SAN_STACK);
		san_set_undef(s, addr, call->size, 0);
	}
	for (uint32_t m = fx->tmask; m; m &= m - 1)
		san_reg(k, w->tag, SAN_A0)[san_lead(m)] = object;
	w->tagged |= UINT64_C(1) << SAN_A0;
}

static void give_shared(struct san *k, const struct golden_effect *fx,
			const struct san_call *call)
{
	uint32_t object = san_object_at(k, (int)fx->core, call->size);

	if (!object || k->objects[object].low != call->size)
		return;
	k->objects[object].freed = true;
	k->version++;
	k->objects[object].given = call->from;
	set_object(k, &k->smem[fx->core], object, SAN_FREED);
}

/* LANE gives the block at ADDR back. */
static void give(struct san *k, const struct golden_effect *fx, uint32_t lane,
		 uint32_t addr)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);
	uint32_t object = san_object_at(k, SAN_RAM, addr);
	struct san_object *o = &k->objects[object];
	struct san_finding *f;

	if (k->ram.state[(addr - k->ram.base) % k->ram.bytes] == SAN_STACK)
		return;         /* the runtime's own */
	if (object && o->low == addr && !o->freed) {
		o->freed = true;
		k->version++;
		o->given = w->user_pc;
		san_set(&k->ram, addr, o->high - addr, SAN_FREED);
		return;
	}
	f = san_finding(k, SAN_OF_MEMORY, w->user_pc, fx->pc);
	if (!f)
		return;
	san_text(k, f, "a block is given back %s",
		 object && o->freed ? "twice" : "that does not begin there");
	san_side(k, f, "gives it back", fx, lane);
	san_at(k, f, SAN_RAM, addr, 1, object);
	san_tell(k, f);
}

static void call(struct san *k, struct golden_core *c,
		 const struct golden_effect *fx)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);
	uint32_t lane = san_lead(fx->tmask);
	struct san_call new = {
		.pc = fx->pc, .ra = golden_lanes(c, fx->warp, SAN_RA)[lane],
		.sp = golden_lanes(c, fx->warp, SAN_SP)[lane],
		.size = golden_lanes(c, fx->warp, SAN_A0)[lane],
		.stacks = fx->pc == k->p->stacks_take,
		.gives = fx->pc == k->p->shared_give,
		.main = golden_lanes(c, fx->warp, SAN_TP)[lane] == 0
	};

	if (new.stacks)
		new.size *= k->p->image->stack_stride;
	else if (fx->pc != k->p->heap_take)
		new.from = w->user_pc;
	if (w->calls == SAN_CALLS)
		w->calls = 0;
	w->call[w->calls++] = new;
}

static void returns(struct san *k, struct golden_core *c,
		    const struct golden_effect *fx, struct san_warp *w)
{
	uint32_t lane = san_lead(fx->tmask);
	uint32_t sp = golden_lanes(c, fx->warp, SAN_SP)[lane];

	while (w->calls && w->call[w->calls - 1].ra == fx->pc &&
	       w->call[w->calls - 1].sp == sp) {
		struct san_call *it = &w->call[--w->calls];

		if (it->gives)
			give_shared(k, fx, it);
		else
			take(k, fx, it,
			     golden_lanes(c, fx->warp, SAN_A0)[lane]);
	}
}

static bool is_entry(const struct san *k, uint32_t pc)
{
	const struct san_program *p = k->p;

	return pc == p->heap_take || pc == p->malloc_pc || pc == p->try_pc ||
	       pc == p->shared_take || pc == p->stacks_take ||
	       pc == p->shared_give;
}

void san_calls(struct san *k, struct golden_core *c,
	       const struct golden_effect *fx)
{
	struct san_warp *w = san_warp(k, fx->core, fx->warp);
	uint32_t lane = san_lead(fx->tmask), pc = fx->pc, a0;

	if (w->calls)
		returns(k, c, fx, w);
	if (!san_in_runtime(k, pc))
		return;
	a0 = golden_lanes(c, fx->warp, SAN_A0)[lane];
	if (is_entry(k, pc)) {
		call(k, c, fx);
	} else if (pc == k->p->free_pc) {
		w->giving = a0;
		if (a0)
			give(k, fx, lane, a0);
	} else if (pc == k->p->heap_return) {
		if (a0 != w->giving)
			give(k, fx, lane, a0);
		w->giving = 0;
	}
}
