/* report_line.c - reports a mismatch of a line of the data cache
 * SPDX-License-Identifier: Apache-2.0
 *
 * The bus has an address only. This file finds the instruction that waits for
 * the line, and the last store to it.
 */
#include "cosim/state/mismatch.h"
#include "cosim/state/origin.h"

#include <stdio.h>

enum { TEXT = 160 };

static uint32_t line_of(const struct cosim *c, uint32_t addr)
{
	return addr & ~(c->own.dcache.line - 1);
}

/* Does S wait for an access to the line at ADDR? */
static bool waits_for(const struct cosim *c, const struct slot *s,
		      uint32_t addr)
{
	uint32_t left = s->fx.access.lanes & ~s->performed & ~s->failed;

	for (uint32_t lane = 0; lane < c->cfg.threads; lane++)
		if (left >> lane & 1 &&
		    line_of(c, s->fx.access.addr[lane]) == line_of(c, addr))
			return true;
	return false;
}

/* The oldest instruction of C that waits for the line at ADDR, or BEST if that
 * is older. NULL: none. */
static const struct slot *older_reader(const struct core *c, uint32_t addr,
				       const struct slot *best)
{
	for (uint32_t i = 0; i < c->all->cfg.warps; i++) {
		const struct warp *w = &c->warps[i];

		for (uint32_t k = 0; k < w->mem_count; k++) {
			const struct slot *s = &w->slots[w->mem[k]];

			if (waits_for(c->all, s, addr) &&
			    (!best || s->order < best->order))
				best = s;
		}
	}
	return best;
}

/* The oldest instruction of all cores that waits for the line at ADDR. */
static const struct slot *oldest_reader(const struct cosim *c, uint32_t addr)
{
	const struct slot *best = NULL;

	for (uint32_t i = 0; i < c->cfg.cores; i++)
		best = older_reader(&c->core[i], addr, best);
	return best;
}

/* The last store to the line at ADDR; NULL: none is known. */
static const struct cosim_storer *last_storer(const struct cosim *c,
					      uint32_t addr)
{
	uint32_t line = line_of(c, addr);
	const struct cosim_storer *storer, *last = NULL;

	for (uint32_t at = 0; at < c->own.dcache.line; at += 4) {
		if (!in_ram(c, line + at))
			continue;
		storer = origin_stored_by(c->origin,
					  line + at - c->cfg.ram_base);
		if (storer && (!last || storer->cycle > last->cycle))
			last = storer;
	}
	return last;
}

int cosim_report_line(struct cosim *c, enum cosim_check check, uint64_t cycle,
		      uint32_t addr, const char *text)
{
	const struct slot *s = oldest_reader(c, addr);
	const struct cosim_storer *by = last_storer(c, addr);
	char storer[TEXT] = "; no store there is known";

	if (by)
		snprintf(storer, sizeof storer, "; warp %u, #%llu at 0x%08x, "
			 "has stored there in cycle %llu, thread %u", by->warp,
			 (unsigned long long)by->number, by->pc,
			 (unsigned long long)by->cycle, by->lane);
	if (!c->failed)
		c->cycle = cycle;
	return s ? fail(&c->core[s->fx.core], check, s->fx.warp, s, "%s%s",
			text, storer) :
		   fail_shared(c, check, "%s%s", text, storer);
}
