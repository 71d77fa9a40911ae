/* vx_sync.c - the runtime kernel: locks between hardware warps,
 * barriers and channels
 * SPDX-License-Identifier: Apache-2.0
 */
#include "vx_runtime.h"

struct barrier {
	uint64_t wanted;
	uint64_t arrived;
	volatile uint32_t phase;
};

static struct barrier barriers[VX_BARRIERS];
static struct vx_lock between_cores[VX_LOCKS];

static inline void order(_Bool far)
{
	if (far)
		ww_fence();
	else
		vx_order();
}

/* L. Lamport, A fast mutual exclusion algorithm, 1987: with nobody else about
 * it takes no time that grows with the number of OTHERS: warps of a core, or
 * FAR, cores. Between accesses to different words their order matters. */
static inline __attribute__((always_inline)) void
acquire(struct vx_lock *l, uint32_t me, uint32_t others, _Bool far)
{
	while (others > 1) {
		l->wants[me] = 1;
		order(far);
		l->x = me + 1;
		order(far);
		if (!l->y) {
			l->y = me + 1;
			order(far);
			if (l->x == me + 1)
				break;
			l->wants[me] = 0;
			order(far);
			for (uint32_t i = 0; i < others; i++)
				while (l->wants[i])
					order(far);
			order(far);
			if (l->y == me + 1)
				break;
		}
		l->wants[me] = 0;
		order(far);
		while (l->y)
			order(far);
	}
	order(far);
}

static inline __attribute__((always_inline)) void
release(struct vx_lock *l, uint32_t me, _Bool far)
{
	order(far);
	l->y = 0;
	order(far);
	l->wants[me] = 0;
}

void vx_lock_take(struct vx_lock *l, uint32_t me, uint32_t others, _Bool far)
{
	acquire(l, me, others, far);
}

void vx_lock_leave(struct vx_lock *l, uint32_t me, _Bool far)
{
	release(l, me, far);
}

/* vx_cl_blocks.c has others. */
#pragma weak vx_lock = vx_lock_main
#pragma weak vx_unlock = vx_unlock_main

/* As long as other cores have nothing to do, no core can be in the way. */
void vx_lock_main(enum vx_lock_id id)
{
	struct vx_core *core = vx_core();
	_Bool far;

	acquire(&core->locks[id], ww_warp_id(), ww_num_warps(), 0);
	far = vx_cores[1] != NULL;
	if (far)
		acquire(&between_cores[id], ww_core_id(), ww_num_cores(), 1);
	core->far[id] = far;
}

void vx_unlock_main(enum vx_lock_id id)
{
	struct vx_core *core = vx_core();

	if (core->far[id])
		release(&between_cores[id], ww_core_id(), 1);
	release(&core->locks[id], ww_warp_id(), 0);
}

void vx_lock_here(enum vx_lock_id id)
{
	acquire(&vx_core()->locks[id], ww_warp_id(), ww_num_warps(), 0);
}

void vx_unlock_here(enum vx_lock_id id)
{
	release(&vx_core()->locks[id], ww_warp_id(), 0);
}

struct vx_warp *vx_together(const char *function)
{
	struct vx_warp *w = vx_here()->current;
	uint32_t mask = ww_tmask();

	if (!w)
		vx_fail_in(VX_BAD_CALL, function,
			   "only a kernel of vx_spawnWarps may call it", 0, 0);
	if (mask != ~0u >> (32 - w->lanes))
		vx_fail_in(VX_APART, function,
			   "some threads of the software warp are elsewhere "
			   "(thread mask 0x%x): not inside __if",
			   mask, 0);
	return w;
}

/* One thread: W goes on when *WORD is no longer what it is. */
static void block(struct vx_warp *w, volatile uint32_t *word)
{
	w->word = word;
	w->value = *word;
	w->blocked = 1;
}

static void arrive(struct vx_warp *w, uint32_t id, uint32_t count)
{
	struct barrier *b = &barriers[id];
	uint64_t wanted = (uint64_t)count *
			  (w->share->request->rounds + (uint64_t)1);

	vx_lock(VX_LOCK_WAIT);
	if (b->arrived && b->wanted != wanted) {
		vx_unlock(VX_LOCK_WAIT);
		vx_fail(VX_BAD_CALL,
			"vx_barrier(%u, %u): others wait there for another "
			"number",
			id, count);
	}
	b->wanted = wanted;
	w->blocked = 0;
	if (++b->arrived == wanted) {
		b->arrived = 0;
		b->phase++;
	} else {
		block(w, &b->phase);
	}
	vx_unlock(VX_LOCK_WAIT);
}

void vx_barrier_slow(uint32_t id, uint32_t count)
{
	struct vx_warp *w = vx_together("vx_barrier");

	if (id >= VX_BARRIERS || count == 0)
		vx_fail(VX_BAD_CALL,
			"vx_barrier(%u, %u): barriers are 0 to 63, for one or "
			"more",
			id, count);
	ww_fence();
	__if(vx_leads()) {
		arrive(w, id, count);
	} __endif
	if (w->blocked)
		vx_switch_out();
}

/* A round that waits for the others of its software warp looks at its own
 * value, which never changes: the last one to come takes the word away. */
static _Bool gathers(const struct vx_warp *w)
{
	return w->word == &w->value;
}

/* A record that is free: in which no round waits. */
static struct vx_gathering *free_gathering(struct vx_hw *h)
{
	struct vx_gathering *g = h->gatherings;

	while (g && g->arrived)
		g = g->next;
	if (g)
		return g;
	g = vx_heap_take(sizeof *g);
	if (!g)
		vx_fail(VX_NO_HEAP,
			"no memory: %u bytes for a software warp that waits",
			sizeof *g, 0);
	g->next = h->gatherings;
	h->gatherings = g;
	return g;
}

/* The record of W's software warp. All its rounds are on one hardware warp, so
 * nobody else looks there now. */
static struct vx_gathering *gathering_of(const struct vx_warp *w)
{
	struct vx_gathering *g = w->hw->gatherings;

	while (g && (!g->arrived || g->wid != w->wid || g->share != w->share))
		g = g->next;
	if (g)
		return g;
	g = free_gathering(w->hw);
	g->share = w->share;
	g->wid = w->wid;
	g->arrived = 0;
	return g;
}

/* All rounds are here: those that wait, in the line, go on. */
static void go_on(struct vx_warp *w)
{
	for (struct vx_warp *other = w->hw->first; other; other = other->next)
		if (other->wid == w->wid && other->share == w->share &&
		    gathers(other)) {
			other->word = NULL;
			other->result = w->result;
		}
}

static void gather(struct vx_warp *w, const char *function,
		   uint32_t (*last)(uint32_t), uint32_t argument)
{
	struct vx_gathering *g = gathering_of(w);

	if (g->arrived &&
	    (g->function != function || g->argument != argument))
		vx_fail_in(VX_BAD_CALL, function,
			   "another round of software warp %u has called "
			   "something else",
			   w->wid, 0);
	g->function = function;
	g->argument = argument;
	w->blocked = g->arrived++ < w->share->request->rounds;
	if (w->blocked) {
		w->word = &w->value;
		return;
	}
	g->arrived = 0;
	w->result = last ? last(argument) : 0;
	go_on(w);
}

uint32_t vx_gather(const char *function, uint32_t (*last)(uint32_t),
		   uint32_t argument)
{
	struct vx_warp *w = vx_together(function);

	__if(vx_leads()) {
		gather(w, function, last, argument);
	} __endif
	if (w->blocked)
		vx_switch_out();
	return w->result;
}

void vx_syncthreads(void)
{
	static const char name[] = "vx_syncthreads";

	if (vx_together(name)->share->request->rounds)
		vx_gather(name, NULL, 0);
}

void vx_yield(void)
{
	struct vx_warp *w = vx_together("vx_yield");

	if (ww_num_cores() > 1)
		ww_fence(); /* a loop around it waits for another core */
	w->word = NULL;
	vx_switch_out();
}

static void try_send(struct vx_warp *w, struct vx_channel *c, uint32_t word)
{
	uint32_t at;

	vx_lock(VX_LOCK_WAIT);
	w->blocked = 0;
	if (c->count == c->capacity) {
		block(w, &c->changes);
	} else {
		at = c->first + c->count++;
		c->words[at < c->capacity ? at : at - c->capacity] = word;
		c->changes++;
	}
	vx_unlock(VX_LOCK_WAIT);
}

void (vx_send)(struct vx_channel *c, uint32_t word)
{
	struct vx_warp *w = vx_together("vx_send");

	if (c->capacity == 0)
		vx_fail(VX_BAD_CALL, "vx_send: a channel for no word", 0, 0);
	for (;;) {
		__if(vx_leads()) {
			try_send(w, c, word);
		} __endif
		if (!w->blocked)
			return;
		vx_switch_out();
	}
}

static void try_receive(struct vx_warp *w, struct vx_channel *c)
{
	vx_lock(VX_LOCK_WAIT);
	w->blocked = 0;
	if (c->count == 0) {
		block(w, &c->changes);
	} else {
		w->result = c->words[c->first];
		c->first = c->first + 1 == c->capacity ? 0 : c->first + 1;
		c->count--;
		c->changes++;
	}
	vx_unlock(VX_LOCK_WAIT);
}

uint32_t vx_receive(struct vx_channel *c)
{
	struct vx_warp *w = vx_together("vx_receive");

	for (;;) {
		__if(vx_leads()) {
			try_receive(w, c);
		} __endif
		if (!w->blocked)
			return w->result;
		vx_switch_out();
	}
}
