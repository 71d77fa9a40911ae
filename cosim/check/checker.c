/* checker.c - the lockstep checker: made, fed with records, freed
 * SPDX-License-Identifier: Apache-2.0
 *
 * The records of a core in one cycle are checked in the order issue, evict,
 * fill, perform, smem, retire, control, block, and then those of the launches
 * and of the second-level cache. The events of the memory take effect after the
 * records of all cores.
 */
#include "cosim/check/access.h"
#include "cosim/check/dispatch.h"
#include "cosim/check/records.h"
#include "cosim/check/rules.h"
#include "cosim/check/slot.h"
#include "cosim/cover/cover.h"
#include "cosim/level/flat.h"
#include "cosim/level/l2.h"
#include "cosim/level/level.h"
#include "cosim/level/stale.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/origin.h"

#include <stdlib.h>
#include <string.h>

enum {
	MEMORY_PORTS = COSIM_EVICT | COSIM_FILL | COSIM_PERFORM | COSIM_SMEM
};

/* --- make and free ----------------------------------------------------- */

static bool config_possible(const struct machine *g,
			    const struct shape *own)
{
	uint32_t bus = own->bus_bytes, row = own->access_bytes;

	return own->lanes && g->threads % own->lanes == 0 && bus >= 4 &&
	       row <= 4 * ROW_WORDS && !(bus & (bus - 1)) &&
	       !(row & (row - 1)) && row >= bus &&
	       (own->dcache.size ? level_possible(&own->dcache, row) :
		row == bus) && l2_possible(own) &&
	       (g->smem_size ? own->smem_banks && own->smem_banks <= 32 :
		!own->smem_banks);
}

/* Makes the data cache of C above memory. False if memory runs out. */
static bool allocate_cache(struct core *c)
{
	struct cosim *all = c->all;

	c->cache = level_cache(all, &all->own.dcache, all->own.access_bytes,
			       all->level[0]);
	if (!c->cache)
		return false;
	c->cache->core = c;
	all->level[all->levels++] = c->cache;
	return true;
}

/* Makes the levels; the first is memory. Without caches a store performs in
 * memory, so memory is the mirror. With caches of several cores (weak) the
 * mirror shows memory. With the cache of one core memory has bytes of its
 * own. */
static bool allocate_levels(struct cosim *c)
{
	bool cached = c->own.dcache.size != 0;

	c->level = calloc(1 + c->cfg.cores, sizeof *c->level);
	if (!c->level)
		return false;
	c->weak = cached && c->cfg.cores > 1;
	c->update = access_update;
	c->refuse = access_refused;
	c->level[0] = level_memory(c, cached && !c->weak ? NULL : c->mirror);
	if (!c->level[0])
		return false;
	c->levels = 1;
	if (c->own.l2.size)
		c->l2 = l2_new(c);
	if (c->own.l2.size && !c->l2)
		return false;
	for (uint32_t i = 0; cached && i < c->cfg.cores; i++)
		if (!allocate_cache(&c->core[i]))
			return false;
	return true;
}

static bool allocate_cores(struct cosim *c)
{
	c->core = calloc(c->cfg.cores, sizeof *c->core);
	for (uint32_t i = 0; c->core && i < c->cfg.cores; i++) {
		struct core *k = &c->core[i];

		k->all = c;
		k->id = i;
		k->first = i * c->cfg.warps;
		k->golden = golden_core(c->machine, i);
		k->active_log[0] = golden_active(k->golden);
		k->audit.kind = 1;
		counters_begin(k);
		k->warps = calloc(c->cfg.warps, sizeof *k->warps);
		if (!k->warps)
			return false;
	}
	return c->core;
}

static int allocate(struct cosim *c)
{
	uint32_t warps = c->cfg.cores * c->cfg.warps;
	size_t bytes = c->cfg.ram_size;
	size_t all = bytes + (size_t)c->cfg.cores * c->cfg.smem_size;

	c->mirror = calloc(all, 1);
	c->dirty = calloc((bytes >> PAGE_SHIFT) / 64 + 1, 8);
	c->fetched = calloc(bytes / 4 / 64 + 1, 8);
	c->good = calloc(bytes / 4 / 64 + 1, 8);
	c->flat = flat_new(all, warps + c->cfg.clear);
	c->origin = origin_new(warps, c->cfg.threads,
			       golden_reg_count(&c->cfg), all);
	c->stale = stale_new();
	return c->mirror && c->dirty && c->fetched && c->good && c->flat &&
	       c->origin &&
	       c->stale && allocate_cores(c) && allocate_levels(c) ? 0 :
	       GOLDEN_E_NOMEM;
}

int cosim_new(const struct machine *config,
	      const struct shape *shape,
	      const struct cosim_config *cosim_config, struct golden *golden,
	      struct cosim **out)
{
	struct cosim *c;

	*out = NULL;
	c = calloc(1, sizeof *c);
	if (!c)
		return GOLDEN_E_NOMEM;
	c->cfg = *config;
	c->own = *shape;
	c->rules = *cosim_config;
	if (!c->own.access_bytes)
		c->own.access_bytes = c->own.bus_bytes;
	if (!config_possible(config, &c->own)) {
		free(c);
		return GOLDEN_E_CONFIG;
	}
	c->machine = golden;
	c->beats = config->threads / c->own.lanes;
	c->all_threads = UINT32_MAX >> (32 - config->threads);
	c->row_words = c->own.access_bytes / 4;
	c->mask_words = (c->own.access_bytes + 31) / 32;
	c->ports = COSIM_ISSUE | COSIM_PERFORM | COSIM_RETIRE | COSIM_CONTROL |
		   (c->own.dcache.size ? COSIM_EVICT | COSIM_FILL : 0) |
		   (config->smem_size ? COSIM_SMEM : 0) |
		   (config->dispatch ? COSIM_BLOCK : 0);
	if (allocate(c)) {
		cosim_free(c);
		return GOLDEN_E_NOMEM;
	}
	if (config->dispatch)
		dispatch_begin(c);
	*out = c;
	return 0;
}

static void free_core(struct core *c)
{
	free(c->errors);
	free(c->warps);
	cover_free(c->cover);
}

/* Frees all that C owns. */
static void release(struct cosim *c)
{
	free(c->mirror);
	free(c->dirty);
	free(c->fetched);
	free(c->good);
	stale_free(c->stale);
	flat_free(c->flat);
	origin_free(c->origin);
	for (uint32_t i = 0; i < c->levels; i++)
		level_free(c->level[i]);
	free(c->level);
	l2_free(c->l2);
	for (uint32_t i = 0; c->core && i < c->cfg.cores; i++)
		free_core(&c->core[i]);
	free(c->core);
	free(c->bus);
}

void cosim_free(struct cosim *c)
{
	if (!c)
		return;
	release(c);
	free(c);
}

/* C without what has happened in the run. */
static struct cosim blank(const struct cosim *c)
{
	struct cosim new = {
		.cfg = c->cfg, .own = c->own, .rules = c->rules,
		.machine = c->machine, .beats = c->beats,
		.all_threads = c->all_threads, .row_words = c->row_words,
		.mask_words = c->mask_words, .ports = c->ports,
		.stats = c->stats, .on_retire = c->on_retire,
		.on_retire_ctx = c->on_retire_ctx, .on_step = c->on_step,
		.on_step_ctx = c->on_step_ctx, .on_fetch = c->on_fetch,
		.on_fetch_ctx = c->on_fetch_ctx, .on_warp = c->on_warp,
		.on_warp_ctx = c->on_warp_ctx, .on_launch = c->on_launch,
		.on_launch_ctx = c->on_launch_ctx,
		.on_request = c->on_request,
		.on_request_ctx = c->on_request_ctx,
		.on_traffic = c->on_traffic,
		.on_traffic_ctx = c->on_traffic_ctx
	};

	new.stats.last_cycle = 0;
	return new;
}

int cosim_restart(struct cosim *c, const uint8_t *ram)
{
	struct cosim new = blank(c);
	struct cover *cover[COSIM_CORES] = { NULL };

	for (uint32_t i = 0; i < c->cfg.cores; i++) {
		cover[i] = c->core[i].cover;
		c->core[i].cover = NULL;
	}
	release(c);
	*c = new;
	golden_reset(c->machine);
	if (allocate(c))
		return GOLDEN_E_NOMEM;
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		c->core[i].cover = cover[i];
	if (c->cfg.dispatch)
		dispatch_begin(c);
	return cosim_write(c, c->cfg.ram_base, ram, c->cfg.ram_size);
}

int cosim_write(struct cosim *c, uint32_t addr, const void *src, size_t n)
{
	int error = golden_write(c->machine, addr, src, n);
	size_t at = addr - c->cfg.ram_base;

	if (error || !n)
		return error;
	memcpy(c->mirror + at, src, n);
	if (!c->level[0]->borrowed)
		memcpy(level_place(c->level[0], addr), src, n);
	if (c->l2)
		l2_written(c, addr, n);
	return 0;
}

/* --- records ---------------------------------------------------------- */

/* A record at a port that the configuration does not have. */
static int report_absent(struct core *c, uint32_t valid)
{
	return fail(c, COSIM_HEADER, GOLDEN_MAX_WARPS, NULL,
		    "trace_valid is 0x%x: there is no such port", valid);
}

static int memory_records(struct core *c, const struct cosim_core_view *v)
{
	return (v->valid & COSIM_EVICT && level_evict(c, c->cache, v->evict)) ||
	       (v->valid & COSIM_FILL && level_fill(c, c->cache, v->fill)) ||
	       (v->valid & COSIM_PERFORM && perform_record(c, v->perform)) ||
	       (v->valid & COSIM_SMEM && smem_record(c, v->smem));
}

static int core_records(struct core *c, const struct cosim_core_view *v)
{
	if (v->valid & ~c->all->ports)
		return report_absent(c, v->valid);
	if (v->valid & COSIM_ISSUE && issue_record(c, v->issue))
		return 1;
	if (v->valid & MEMORY_PORTS && memory_records(c, v))
		return 1;
	if (v->valid & COSIM_RETIRE && retire_record(c, v->retire))
		return 1;
	if (v->valid & COSIM_CONTROL && control_record(c, v->control))
		return 1;
	return v->valid & COSIM_BLOCK && block_record(c, v->block);
}

/* The record of a part that belongs to no core. */
static int part_record(struct cosim *c, const struct part_record *r)
{
	switch (r->part) {
	case REC_PART_l2:
		return l2_record(c, r->number, r->words);
	case REC_PART_launch:
		return launch_record(c, r->words);
	case REC_PARTS:
		break;
	}
	return 0;
}

/* The records of the parts that belong to no core. */
static int part_records(struct cosim *c, const struct cosim_view *v)
{
	const uint32_t banks = c->l2 ? (1u << c->own.l2.banks) - 1 : 0;
	uint32_t acting = v->part[REC_PART_l2].valid;
	struct part_record at = { .words = NULL };

	if (acting & ~banks)
		return fail_shared(c, COSIM_HEADER, "trace_l2_valid is 0x%x: "
				   "there is no such bank", acting);
	if (v->part[REC_PART_launch].valid > c->cfg.dispatch)
		return fail_shared(c, COSIM_HEADER, "trace_launch_valid is "
				   "0x%x", v->part[REC_PART_launch].valid);
	if (acting)
		l2_begin(c->l2, (uint32_t)__builtin_popcount(acting));
	while (records_next(&c->own, v->part, &at))
		if (part_record(c, &at))
			return 1;
	return 0;
}

static bool any_record(const struct cosim *c, const struct cosim_view *v)
{
	uint32_t any = 0;

	for (uint32_t i = 0; i < c->cfg.cores; i++)
		any |= v->core[i].valid;
	for (uint32_t i = 0; i < REC_PARTS; i++)
		any |= v->part[i].valid;
	return any != 0;
}

/* Effects of memory follow from the records of this cycle, or, if several cores
 * have no data caches, from a record before: these share a register in front of
 * memory (gpu/bus_share.v). */
static bool events_first(const struct cosim *c)
{
	return c->cfg.cores > 1 && !c->core[0].cache;
}

int cosim_cycle(struct cosim *c, uint64_t cycle, const struct cosim_view *v)
{
	if (!(any_record(c, v) || c->bus_count || c->bus_lost ||
	      c->dispatch.host) || c->failed)
		return c->failed || (c->l2 && l2_audit(c));
	c->cycle = cycle;
	c->stats.last_cycle = cycle;
	if (events_first(c) && bus_events(c))
		return 1;
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (v->core[i].valid && core_records(&c->core[i], &v->core[i]))
			return 1;
	if (part_records(c, v) || (c->cfg.dispatch && dispatch_settle(c)))
		return 1;
	if ((c->bus_count || c->bus_lost) && bus_events(c))
		return 1;
	return c->l2 ? l2_audit(c) : 0;
}

/* --- queries ---------------------------------------------------------- */

uint32_t cosim_cores(const struct cosim *c)
{
	return c->cfg.cores;
}

uint32_t cosim_pending(const struct cosim *c)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < c->cfg.cores; i++)
		for (uint32_t w = 0; w < c->cfg.warps; w++)
			n += c->core[i].warps[w].live;
	return n;
}

const struct cosim_stats *cosim_stats(const struct cosim *c)
{
	return &c->stats;
}

bool cosim_recent(const struct cosim *c, uint32_t core, uint32_t warp,
		  uint32_t n, struct cosim_retired *out)
{
	const struct warp *w = &c->core[core].warps[warp];
	const struct slot *s;
	uint64_t number;

	if (n >= RECENT || n >= w->recent_count)
		return false;
	number = w->recent[(w->recent_count - 1 - n) % RECENT];
	s = slot_numbered(w, number);
	if (!s)
		return false;
	out->effect = &s->fx;
	out->number = number;
	out->issue_cycle = s->issue_cycle;
	return true;
}

void cosim_on_retire(struct cosim *c,
		     void (*fn)(void *ctx, uint64_t cycle,
				const struct cosim_retired *r),
		     void *ctx)
{
	c->on_retire = fn;
	c->on_retire_ctx = ctx;
}
