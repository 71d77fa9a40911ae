/* watch.c - who sees every instruction
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/core.h"
#include "golden/ventus_core.h"

#include <string.h>

void golden_watch(struct golden *g, struct golden_watch *watch)
{
	struct golden_watch **at = &g->watch;

	while (*at)
		at = &(*at)->next;
	*at = watch;
	watch->next = NULL;
}

void golden_unwatch(struct golden *g, struct golden_watch *watch)
{
	struct golden_watch **at = &g->watch;

	while (*at && *at != watch)
		at = &(*at)->next;
	if (*at)
		*at = watch->next;
}

bool golden_has_holder(const struct golden *g)
{
	for (const struct golden_watch *w = g->watch; w; w = w->next)
		if (w->holds)
			return true;
	return false;
}

bool golden_holds(struct golden_core *c, const struct golden_effect *fx)
{
	for (struct golden_watch *w = c->machine->watch; w; w = w->next)
		if (w->holds && w->holds(w->ctx, c, fx))
			return true;
	return false;
}

uint32_t golden_unseen(struct golden_core *c, const struct golden_warp *w,
		       uint32_t most)
{
	struct golden_watch *watch = c->machine->watch;

	if (!watch || watch->next || !watch->skips || c->vt ||
	    c->machine->first_trap.valid)
		return 0;
	return watch->skips(watch->ctx, c, w->id, most);
}

void golden_tell_before(struct golden_core *c, const struct golden_effect *fx)
{
	for (struct golden_watch *w = c->machine->watch; w; w = w->next)
		if (w->before)
			w->before(w->ctx, c, fx);
}

void golden_tell_after(struct golden_core *c, const struct golden_effect *fx)
{
	for (struct golden_watch *w = c->machine->watch; w; w = w->next)
		if (w->after)
			w->after(w->ctx, c, fx);
}

void golden_tell_start(struct golden_core *c, uint32_t warp)
{
	for (struct golden_watch *w = c->machine->watch; w; w = w->next)
		if (w->starts)
			w->starts(w->ctx, c, warp);
}

void golden_tell_ring(struct golden *g, uint32_t slot)
{
	for (struct golden_watch *w = g->watch; w; w = w->next)
		if (w->rings)
			w->rings(w->ctx, slot);
}

uint32_t golden_id(const struct golden_core *c)
{
	return c->id;
}

const uint32_t *golden_lanes(const struct golden_core *c, uint32_t warp,
			     uint32_t reg)
{
	if (c->vt)
		return ventus_core_lanes(c, warp, reg);
	return golden_row(c, &c->warp[warp], reg);
}

bool golden_csr_value(const struct golden_core *c, uint32_t warp,
		      uint32_t lane, uint32_t address, uint32_t *value)
{
	if (c->vt)
		return ventus_core_csr(c, warp, address, value);
	return golden_csr(c, &c->warp[warp], lane, address, value);
}

uint32_t golden_address(const struct golden *g, uint32_t addr)
{
	return golden_home(&g->memory, addr);
}

void golden_set_pc(struct golden_core *c, uint32_t warp, uint32_t pc)
{
	c->warp[warp].pc = pc;
}

int golden_write_smem(struct golden_core *c, uint32_t addr, const void *src,
		      size_t n)
{
	uint32_t at = addr - c->cfg.smem_base;

	if (at >= c->cfg.smem_size || n > c->cfg.smem_size - at)
		return GOLDEN_E_RANGE;
	memcpy(c->smem + at, src, n);
	return 0;
}
