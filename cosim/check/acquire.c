/* acquire.c - atomic instructions that acquire, and the lines of their cache
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/check/acquire.h"

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
