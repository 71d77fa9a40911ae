/* idle.c - detects that nothing changes any more after a trap
 * SPDX-License-Identifier: Apache-2.0
 *
 * After a trap, other warps may poll for ever for a result of the trapped warp.
 * So a run ends after a number of instructions that change nothing.
 * Instructions are counted, not time, so that a run ends at the same
 * instruction on every host.
 */
#include "golden/core.h"

void golden_end_idle(struct golden *g, uint64_t instructions)
{
	g->idle = instructions;
}

bool golden_idle(const struct golden *g)
{
	return g->first_trap.valid && g->idle && g->unchanged >= g->idle;
}

/* The byte at ADDR of RAM or shared memory, or NULL. */
static const uint8_t *place_of(const struct golden_core *c, uint32_t addr)
{
	return golden_in_ram(c, addr) ?
	       c->memory->ram + (addr - c->memory->base) :
	       golden_in_smem(c, addr) ? c->smem + (addr - GOLDEN_SMEM) : NULL;
}

/* Would a store of SIZE bytes at ADDR change memory, reach the console or
 * trap? */
static bool byte_changes(const struct golden_core *c, uint32_t addr,
			 uint32_t size, uint32_t value)
{
	const uint8_t *at = place_of(c, addr);

	if (!at || addr % size)
		return true;    /* console, or a trap */
	for (uint32_t i = 0; i < size; i++)
		if (at[i] != (uint8_t)(value >> 8 * i))
			return true;
	return false;
}

static bool store_changes(const struct golden_core *c,
			  const struct golden_effect *fx)
{
	for (uint32_t m = fx->tmask; m; m &= m - 1) {
		uint32_t lane = golden_lead(m);

		if (byte_changes(c, fx->access.addr[lane], fx->access.size,
				 fx->access.data[lane]))
			return true;
	}
	return false;
}

/* Would an atomic instruction change memory? Each lane is judged by the word
 * before the instruction: that is right for the first lane that changes a
 * word. */
static bool update_changes(const struct golden_core *c,
			   const struct golden_effect *fx)
{
	const uint32_t *reserved = c->warp[fx->warp].reserved;
	const struct golden_access *a = &fx->access;

	for (uint32_t m = fx->tmask; m; m &= m - 1) {
		uint32_t lane = golden_lead(m), addr = a->addr[lane];
		const uint8_t *at = place_of(c, addr);
		struct golden_atomic it;

		if (!at || addr % 4)
			return true;
		it = golden_atomic_of(fx->op, bytes_u32(at), a->data[lane],
				      a->expected[lane],
				      reserved[lane] == (addr | 1));
		if (it.stores && it.stored != bytes_u32(at))
			return true;
	}
	return false;
}

void golden_count_idle(struct golden_core *c, const struct golden_effect *fx)
{
	struct golden *g = c->machine;

	if (!g->first_trap.valid)
		return;
	g->unchanged++;
	if ((fx->kind == GOLDEN_STORE && store_changes(c, fx)) ||
	    (fx->kind == GOLDEN_ATOMIC && update_changes(c, fx)))
		g->unchanged = 0;
}
