/* acquire.c - acquires and releases of atomic instructions and launches
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/check/acquire.h"

#include "cosim/level/l2.h"
#include "cosim/level/level.h"
#include "cosim/state/atomic.h"

/* Must older lines leave the cache of C when S, an acquire, completes? */
static bool ends_older(const struct core *c, const struct slot *s)
{
	return c->all->weak && is_update(s) && isa_acquires(s->fx.insn) &&
	       s->read;
}

void acquire_performed(struct core *c, const struct slot *s)
{
	struct warp *w = &c->warps[s->fx.warp];

	if (!ends_older(c, s))
		return;
	for (uint32_t i = 0; i < w->mem_count; i++)
		if (w->slots[w->mem[i]].number > s->number)
			w->slots[w->mem[i]].acquired = s->read;
	w->acquired = s->read;
}

int acquire_retires(struct core *c, const struct slot *s)
{
	return ends_older(c, s) && level_acquired(c->cache, c, s->fx.warp,
						   s->read);
}

/* --- launches ----------------------------------------------------------- */

int acquire_ends(struct cosim *c)
{
	uint64_t began = c->dispatch.began;

	c->dispatch.settled = c->dispatch.performed;
	for (uint32_t i = 0; i < c->cfg.cores; i++) {
		struct core *k = &c->core[i];

		k->acquired = began;
		if (k->code_synced < began && !c->dispatch.keep)
			k->code_synced = began;
		if (k->cache &&
		    level_acquired(k->cache, k, GOLDEN_MAX_WARPS, began))
			return 1;
	}
	return 0;
}

int release_ends(struct cosim *c)
{
	struct dispatch *d = &c->dispatch;

	d->released = d->performed;
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (c->core[i].cache &&
		    level_released(c->core[i].cache, d->began))
			return 1;
	if (!d->flush || !c->l2)
		return 0;
	if (l2_released(c, d->landed > d->began ? d->landed : d->began))
		return 1;
	l2_flushed(c, d->began);
	return 0;
}
