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
static struct vx_lock lock;

/* L. Lamport, A fast mutual exclusion algorithm, 1987: with nobody else about
 * it takes no time that grows with the number of warps. Between accesses to
 * different words their order matters. */
void vx_lock(struct vx_lock *l)
{
	uint32_t me = ww_warp_id(), warps = ww_num_warps();

	while (warps > 1) {
		l->wants[me] = 1;
		ww_fence();
		l->x = me + 1;
		ww_fence();
		if (!l->y) {
			l->y = me + 1;
			ww_fence();
			if (l->x == me + 1)
				break;
			l->wants[me] = 0;
			ww_fence();
			for (uint32_t i = 0; i < warps; i++)
				while (l->wants[i])
					;
			if (l->y == me + 1)
				break;
		}
		l->wants[me] = 0;
		ww_fence();
		while (l->y)
			;
	}
	ww_fence();
}

void vx_unlock(struct vx_lock *l)
{
	ww_fence();
	l->y = 0;
	ww_fence();
	l->wants[ww_warp_id()] = 0;
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

	vx_lock(&lock);
	if (b->arrived && b->wanted != wanted) {
		vx_unlock(&lock);
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
	vx_unlock(&lock);
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

void vx_yield(void)
{
	struct vx_warp *w = vx_together("vx_yield");

	w->word = NULL;
	vx_switch_out();
}

static void try_send(struct vx_warp *w, struct vx_channel *c, uint32_t word)
{
	uint32_t at;

	vx_lock(&lock);
	w->blocked = 0;
	if (c->count == c->capacity) {
		block(w, &c->changes);
	} else {
		at = c->first + c->count++;
		c->words[at < c->capacity ? at : at - c->capacity] = word;
		c->changes++;
	}
	vx_unlock(&lock);
}

void vx_send(struct vx_channel *c, uint32_t word)
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
	vx_lock(&lock);
	w->blocked = 0;
	if (c->count == 0) {
		block(w, &c->changes);
	} else {
		w->result = c->words[c->first];
		c->first = c->first + 1 == c->capacity ? 0 : c->first + 1;
		c->count--;
		c->changes++;
	}
	vx_unlock(&lock);
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
