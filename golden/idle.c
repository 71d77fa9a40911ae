/* idle.c - detects that nothing changes any more after a trap
 * SPDX-License-Identifier: Apache-2.0
 *
 * After a trap, other warps may poll for ever for a result of the trapped warp.
 * So a run ends after a number of instructions that change nothing.
 * Instructions are counted, not time, so that a run ends at the same
 * instruction on every host.
 *
 * Without a trap, warps may wait at a barrier for one that polls until they
 * have halted: then nothing changes any more, either.
 */
#include <string.h>

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
	       golden_in_smem(c, addr) ?
	       c->smem + (addr - c->cfg.smem_base) : NULL;
}

/* Would a store of SIZE bytes at ADDR change memory, reach the console or
 * trap? */
static bool byte_changes(const struct golden_core *c, uint32_t addr,
			 uint32_t size, uint32_t value)
{
	const uint8_t *at = place_of(c, addr);

	if (!at || addr % size || golden_in_constant(c->memory, addr))
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

/* The only warp that can step, and its core, or NULL. */
static struct golden_warp *only_ready(const struct golden *g,
				      struct golden_core **core)
{
	struct golden_warp *only = NULL;

	for (uint32_t i = 0; i < g->cfg.cores; i++) {
		struct golden_core *c = g->core[i];
		uint32_t ready = c->active & ~c->waiting;

		if (c->period || (ready && (only || ready & (ready - 1))))
			return NULL;
		if (ready) {
			only = &c->warp[golden_lead(ready)];
			*core = c;
		}
	}
	return only;
}

static bool any_waiting(const struct golden *g)
{
	uint32_t any = 0;

	for (uint32_t i = 0; i < g->cfg.cores; i++)
		any |= g->core[i]->active & g->core[i]->waiting;
	return any;
}

/* Has the instruction of FX no effect but on registers, and no value that time
 * changes? The number of active warps changes by instructions alone. */
static bool is_still(const struct golden_effect *fx)
{
	return (fx->kind == GOLDEN_PLAIN || fx->kind == GOLDEN_LOAD ||
		fx->kind == GOLDEN_BRANCH || fx->kind == GOLDEN_FENCE) &&
	       (!fx->volatile_csr ||
		fx->volatile_csr == ISA_CSR_ACTIVE_WARPS);
}

bool golden_stuck(struct golden *g)
{
	uint32_t x[ISA_REGS * GOLDEN_MAX_THREADS];
	struct golden_core *c = NULL;
	struct golden_warp *w = any_waiting(g) ? only_ready(g, &c) : NULL;
	struct golden_warp begin;
	struct golden_effect fx;
	size_t bytes;

	if (!w || c->vt)
		return false;
	bytes = ISA_REGS * c->cfg.threads * sizeof *x;
	begin = *w;
	memcpy(x, w->x, bytes);
	for (int i = 0; i < GOLDEN_SPIN; i++) {
		if (golden_step(c, w->id, NULL, &fx) || !is_still(&fx))
			return false;
		if (w->pc == begin.pc && w->fflags == begin.fflags &&
		    !memcmp(x, w->x, bytes))
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
