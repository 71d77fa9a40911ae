/* cosim.c - the lockstep checker: life, dispatch of records, mismatches
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/cover.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
	MEMORY_PORTS = COSIM_EVICT | COSIM_FILL | COSIM_PERFORM | COSIM_SMEM
};

static const struct { const char *name, *doc; } check_table[] = {
#define CHECK(id, name, doc) { name, doc },
#include "cosim/checks.def"
#undef CHECK
};

const char *cosim_check_name(enum cosim_check check)
{
	return check_table[check].name;
}

const char *cosim_check_doc(enum cosim_check check)
{
	return check_table[check].doc;
}

/* --- life ------------------------------------------------------------- */

static bool config_possible(const struct golden_config *g,
			    const struct cosim_config *own)
{
	uint32_t bus = own->bus_bytes, row = own->access_bytes;

	return own->lanes && g->threads % own->lanes == 0 && bus >= 4 &&
	       row <= 4 * ROW_WORDS && !(bus & (bus - 1)) &&
	       !(row & (row - 1)) && row >= bus &&
	       (own->dcache.size ? cache_possible(&own->dcache, row) :
		row == bus) &&
	       (g->smem_size ? own->smem_banks && own->smem_banks <= 32 :
		!own->smem_banks);
}

static int allocate(struct cosim *c)
{
	size_t bytes = c->cfg.ram_size, all = bytes + c->cfg.smem_size;

	c->mirror = calloc(all, 1);
	c->dirty = calloc((bytes >> PAGE_SHIFT) / 64 + 1, 8);
	c->fetched = calloc(bytes / 4 / 64 + 1, 8);
	c->flat = flat_new(all, c->cfg.warps);
	c->origin = origin_new(c->cfg.warps, c->cfg.threads, all);
	c->stale = stale_new();
	c->warps = calloc(c->cfg.warps, sizeof *c->warps);
	if (c->own.dcache.size)
		c->cache = cache_new(c);
	return c->mirror && c->dirty && c->fetched && c->flat && c->origin &&
	       c->stale && c->warps && (c->cache || !c->own.dcache.size) ? 0 :
	       GOLDEN_E_NOMEM;
}

int cosim_new(const struct golden_config *config,
	      const struct cosim_config *cosim_config, struct golden *golden,
	      struct cosim **out)
{
	struct cosim *c;

	*out = NULL;
	c = calloc(1, sizeof *c);
	if (!c)
		return GOLDEN_E_NOMEM;
	c->cfg = *config;
	c->own = *cosim_config;
	if (!c->own.access_bytes)
		c->own.access_bytes = c->own.bus_bytes;
	if (!config_possible(config, &c->own)) {
		free(c);
		return GOLDEN_E_CONFIG;
	}
	c->golden = golden;
	if (allocate(c)) {
		cosim_free(c);
		return GOLDEN_E_NOMEM;
	}
	c->beats = config->threads / c->own.lanes;
	c->all_threads = UINT32_MAX >> (32 - config->threads);
	c->row_words = c->own.access_bytes / 4;
	c->mask_words = (c->own.access_bytes + 31) / 32;
	c->ports = COSIM_ISSUE | COSIM_PERFORM | COSIM_RETIRE | COSIM_CONTROL |
		   (c->cache ? COSIM_EVICT | COSIM_FILL : 0) |
		   (config->smem_size ? COSIM_SMEM : 0);
	c->active_log[0] = golden_active(golden);
	c->audit_kind = 1;
	*out = c;
	return 0;
}

void cosim_free(struct cosim *c)
{
	if (!c)
		return;
	free(c->mirror);
	free(c->dirty);
	free(c->fetched);
	stale_free(c->stale);
	flat_free(c->flat);
	origin_free(c->origin);
	cache_free(c->cache);
	free(c->bus);
	free(c->errors);
	free(c->warps);
	cover_free(c->cover);
	free(c);
}

int cosim_write(struct cosim *c, uint32_t addr, const void *src, size_t n)
{
	int error = golden_write(c->golden, addr, src, n);
	size_t at = addr - c->cfg.ram_base;

	if (error || !n)
		return error;
	memcpy(c->mirror + at, src, n);
	if (c->cache)
		cache_load(c->cache, at, src, n);
	return 0;
}

/* --- records ---------------------------------------------------------- */

/* A port that the configuration does not have never has a record. */
static int absent(struct cosim *c, uint32_t valid)
{
	return fail(c, COSIM_HEADER, GOLDEN_MAX_WARPS, NULL,
		    "trace_valid is 0x%x: there is no such port", valid);
}

static int memory_records(struct cosim *c, const struct cosim_view *v)
{
	return (v->valid & COSIM_EVICT && evict_record(c, v->evict)) ||
	       (v->valid & COSIM_FILL && fill_record(c, v->fill)) ||
	       (v->valid & COSIM_PERFORM && perform_record(c, v->perform)) ||
	       (v->valid & COSIM_SMEM && smem_record(c, v->smem));
}

int cosim_cycle(struct cosim *c, uint64_t cycle, const struct cosim_view *v)
{
	if (!v->valid && !c->bus_count && !c->bus_lost)
		return c->failed;
	if (c->failed)
		return 1;
	c->cycle = cycle;
	c->stats.last_cycle = cycle;
	if (v->valid & ~c->ports)
		return absent(c, v->valid);
	if (v->valid & COSIM_ISSUE && issue_record(c, v->issue))
		return 1;
	if (v->valid & MEMORY_PORTS && memory_records(c, v))
		return 1;
	if (v->valid & COSIM_RETIRE && retire_record(c, v->retire))
		return 1;
	if (v->valid & COSIM_CONTROL && control_record(c, v->control))
		return 1;
	return c->bus_count || c->bus_lost ? bus_events(c) : 0;
}

int head_check(struct cosim *c, const uint32_t *r, uint32_t kind,
	       uint32_t extra_mask, uint32_t flag_mask)
{
	uint32_t warp = head_warp(r);

	c->event++;
	c->stats.records++;
	if (head_kind(r) == kind && head_core(r) == 0 && warp < c->cfg.warps &&
	    !(head_extra(r) & ~extra_mask) && !(head_flags(r) & ~flag_mask) &&
	    r[1] < SLOTS)
		return 0;
	fail(c, COSIM_HEADER, GOLDEN_MAX_WARPS, NULL,
	     "header 0x%08x, seq word 0x%08x, in the place of record kind %u",
	     r[0], r[1], kind);
	fail_diff(c, "kind", head_kind(r), kind);
	fail_diff(c, "core", head_core(r), 0);
	if (warp >= c->cfg.warps)
		fail_row(c, "warp (at most)", warp, c->cfg.warps - 1);
	fail_diff(c, "flags", head_flags(r), head_flags(r) & flag_mask);
	fail_diff(c, "header[31:22]", head_extra(r),
		  head_extra(r) & extra_mask);
	fail_diff(c, "seq", r[1], r[1] % SLOTS);
	return 1;
}

void slot_retired(struct cosim *c, uint32_t warp, struct slot *s)
{
	struct warp *w = &c->warps[warp];
	struct cosim_retired r = { &s->fx, s->number, s->issue_cycle };

	w->recent[w->recent_count++ % RECENT] = s->number;
	if (c->cover)
		cover_retired(c, s);
	if (c->on_retire)
		c->on_retire(c->on_retire_ctx, c->cycle, &r);
}

void slot_settle(struct cosim *c, uint32_t warp, const struct slot *s)
{
	c->warps[warp].ready_cycle = c->cycle;
	if (slot_live(s))
		return;
	c->warps[warp].live--;
	slot_step(c, s, COSIM_STEP_DONE, s->fx.tmask);
}

/* --- mismatches ------------------------------------------------------- */

static void fill(struct cosim_mismatch *m, uint32_t warp, const struct slot *s)
{
	m->has_warp = warp < GOLDEN_MAX_WARPS;
	m->warp = m->has_warp ? warp : 0;
	if (!s)
		return;
	m->seq = (uint32_t)(s->number % SLOTS);
	m->has_insn = true;
	m->pc = s->fx.pc;
	m->insn = s->fx.insn;
	m->issued = true;
	m->number = s->number;
	m->issue_cycle = s->issue_cycle;
	m->tmask = s->fx.tmask;
}

int fail(struct cosim *c, enum cosim_check check, uint32_t warp,
	 const struct slot *s, const char *fmt, ...)
{
	struct cosim_mismatch *m = &c->mismatch;
	va_list ap;

	if (c->failed)
		return 1;
	c->failed = true;
	m->check = check;
	m->name = cosim_check_name(check);
	m->doc = cosim_check_doc(check);
	m->cycle = c->cycle;
	fill(m, warp, s);
	va_start(ap, fmt);
	vsnprintf(m->text, sizeof m->text, fmt, ap);
	va_end(ap);
	return 1;
}

void fail_row(struct cosim *c, const char *name, uint32_t rtl, uint32_t golden)
{
	struct cosim_mismatch *m = &c->mismatch;
	struct cosim_row *row;

	if (m->row_count == COSIM_ROWS)
		return;
	row = &m->rows[m->row_count++];
	snprintf(row->name, sizeof row->name, "%s", name);
	row->rtl = rtl;
	row->golden = golden;
}

void fail_diff(struct cosim *c, const char *name, uint32_t rtl,
	       uint32_t golden)
{
	if (rtl != golden)
		fail_row(c, name, rtl, golden);
}

void fail_lane(struct cosim *c, const char *name, uint32_t lane, uint32_t rtl,
	       uint32_t golden)
{
	char text[24];

	snprintf(text, sizeof text, "%s lane %u", name, lane);
	fail_row(c, text, rtl, golden);
}

int cosim_report(struct cosim *c, enum cosim_check check, uint64_t cycle,
		 const char *text)
{
	if (!c->failed)
		c->cycle = cycle;
	return fail(c, check, GOLDEN_MAX_WARPS, NULL, "%s", text);
}

void cosim_report_row(struct cosim *c, const char *name, uint32_t rtl,
		      uint32_t golden)
{
	fail_row(c, name, rtl, golden);
}

/* --- queries ---------------------------------------------------------- */

const struct cosim_mismatch *cosim_mismatch(const struct cosim *c)
{
	return c->failed ? &c->mismatch : NULL;
}

uint32_t cosim_pending(const struct cosim *c)
{
	uint32_t n = 0;

	for (uint32_t w = 0; w < c->cfg.warps; w++)
		n += c->warps[w].live;
	return n;
}

const struct cosim_stats *cosim_stats(const struct cosim *c)
{
	return &c->stats;
}

bool cosim_recent(const struct cosim *c, uint32_t warp, uint32_t n,
		  struct cosim_retired *out)
{
	const struct warp *w = &c->warps[warp];
	const struct slot *s;
	uint64_t number;

	if (n >= RECENT || n >= w->recent_count)
		return false;
	number = w->recent[(w->recent_count - 1 - n) % RECENT];
	s = &w->slots[number % SLOTS];
	if (s->number != number)
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
