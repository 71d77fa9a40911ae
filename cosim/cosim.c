/* cosim.c - the lockstep checker: life, dispatch of records, mismatches
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/state.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

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
	uint32_t bus = own->bus_bytes;

	return own->lanes && g->threads % own->lanes == 0 && bus >= 4 &&
	       bus <= 128 && !(bus & (bus - 1));
}

static int allocate(struct cosim *c)
{
	size_t bytes = c->cfg.ram_size;

	c->mirror = calloc(bytes, 1);
	c->dirty = calloc((bytes >> PAGE_SHIFT) / 64 + 1, 8);
	c->fetched = calloc(bytes / 4 / 64 + 1, 8);
	c->raced = calloc(bytes / 64 + 1, 8);
	c->stale = stale_new();
	c->warps = calloc(c->cfg.warps, sizeof *c->warps);
	return c->mirror && c->dirty && c->fetched && c->raced && c->stale &&
	       c->warps ? 0 : GOLDEN_E_NOMEM;
}

int cosim_new(const struct golden_config *config,
	      const struct cosim_config *cosim_config, struct golden *golden,
	      struct cosim **out)
{
	struct cosim *c;

	*out = NULL;
	if (!config_possible(config, cosim_config))
		return GOLDEN_E_CONFIG;
	c = calloc(1, sizeof *c);
	if (!c)
		return GOLDEN_E_NOMEM;
	c->cfg = *config;
	c->own = *cosim_config;
	c->golden = golden;
	if (allocate(c)) {
		cosim_free(c);
		return GOLDEN_E_NOMEM;
	}
	c->beats = config->threads / c->own.lanes;
	c->all_threads = UINT32_MAX >> (32 - config->threads);
	c->bus_words = c->own.bus_bytes / 4;
	c->mask_words = (c->own.bus_bytes + 31) / 32;
	c->active_log[0] = golden_active(golden);
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
	free(c->raced);
	stale_free(c->stale);
	free(c->warps);
	free(c);
}

int cosim_write(struct cosim *c, uint32_t addr, const void *src, size_t n)
{
	int error = golden_write(c->golden, addr, src, n);

	if (!error && n)
		memcpy(c->mirror + (addr - c->cfg.ram_base), src, n);
	return error;
}

void cosim_note_fetch(struct cosim *c, uint32_t addr)
{
	if (in_ram(c, addr))
		bit_set(c->fetched, (addr - c->cfg.ram_base) >> 2);
}

/* --- records ---------------------------------------------------------- */

int cosim_records(struct cosim *c, uint64_t cycle, const struct cosim_view *v)
{
	if (c->failed)
		return 1;
	c->cycle = cycle;
	c->stats.last_cycle = cycle;
	if (v->valid & COSIM_ISSUE && issue_record(c, v->issue))
		return 1;
	if (v->valid & COSIM_PERFORM && perform_record(c, v->perform))
		return 1;
	if (v->valid & COSIM_RETIRE && retire_record(c, v->retire))
		return 1;
	if (v->valid & COSIM_CONTROL && control_record(c, v->control))
		return 1;
	return 0;
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

uint32_t mirror_word(const struct cosim *c, uint32_t addr)
{
	return load_word(c->mirror + ((addr - c->cfg.ram_base) & ~UINT32_C(3)));
}

void slot_retired(struct cosim *c, uint32_t warp, struct slot *s)
{
	struct warp *w = &c->warps[warp];
	struct cosim_retired r = { &s->fx, s->number, s->issue_cycle };

	w->recent[w->recent_count++ % RECENT] = s->number;
	if (c->on_retire)
		c->on_retire(c->on_retire_ctx, c->cycle, &r);
}

void slot_settle(struct cosim *c, uint32_t warp, const struct slot *s)
{
	c->warps[warp].ready_cycle = c->cycle;
	if (!slot_live(s))
		c->warps[warp].live--;
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
