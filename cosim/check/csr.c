/* csr.c - timing-dependent CSRs: the only values taken from the device
 * SPDX-License-Identifier: Apache-2.0
 *
 * An instruction may read a counter at any time between its issue and its
 * retirement. The value must be one that the counter can have had in this time.
 * No warp sees a counter decrease.
 */
#include "cosim/check/dispatch.h"
#include "cosim/check/rules.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/state.h"

/* The possible 64-bit values of a counter at the time of the read. */
struct range {
	uint64_t low, high;
	uint64_t *last;       /* largest value that the warp has read */
};

static struct range range_of(struct core *c, struct warp *w,
			     const struct slot *s, uint32_t csr)
{
	struct range r;
	uint64_t issue = s->issue_cycle;
	uint32_t counter = isa_csr_counter(csr);

	if (counter) {
		counters_range(c, s, &r.low, &r.high);
		r.last = &w->counters[counter];
	/* minstret, instret and their high words */
	} else if ((csr & 0x7F) == 2) {
		r.low = s->retired_before;
		r.high = golden_stats(c->golden)->instructions;
		r.last = &w->minstret;
	} else {
		r.low = issue > CYCLE_SLACK + READ_STAGES ?
			issue - CYCLE_SLACK - READ_STAGES : 0;
		r.high = c->all->cycle + CYCLE_SLACK;
		r.last = &w->mcycle;
	}
	if (r.low < *r.last)
		r.low = *r.last;
	return r;
}

static int range_fail(struct core *c, uint32_t warp, const struct slot *s,
		      uint32_t v, const struct range *r)
{
	uint32_t shift = s->fx.volatile_csr & 0x80 ? 32 : 0;

	fail(c, COSIM_RETIRE_CSR, warp, s, "CSR 0x%03x can be 0x%llx .. 0x%llx",
	     s->fx.volatile_csr, (unsigned long long)r->low >> shift,
	     (unsigned long long)r->high >> shift);
	fail_row(c->all, "value (nearest)", v, (uint32_t)(r->low >> shift));
	return 1;
}

static int bind_counter(struct core *c, uint32_t warp, const struct slot *s,
			uint32_t v)
{
	uint32_t csr = s->fx.volatile_csr;
	struct range r = range_of(c, &c->warps[warp], s, csr);
	uint64_t value = r.low + (uint32_t)(v - (uint32_t)r.low);

	if (csr & 0x80) {
		if (v < r.low >> 32 || v > r.high >> 32)
			return range_fail(c, warp, s, v, &r);
		value = (uint64_t)v << 32;
	} else if (value > r.high) {
		return range_fail(c, warp, s, v, &r);
	}
	if (value > *r.last)
		*r.last = value;
	return 0;
}

static int bind_active_warps(struct core *c, uint32_t warp,
			     const struct slot *s, uint32_t v)
{
	uint64_t first = s->active_before;

	if (c->all->cfg.dispatch && dispatch_active(c, warp, s, v))
		return 0;
	if (c->active_issued - first >= ACTIVE_LOG)
		first = c->active_issued - ACTIVE_LOG + 1;
	for (uint64_t i = first; i <= c->active_issued && !c->all->cfg.dispatch;
	     i++)
		if (c->active_log[i % ACTIVE_LOG] == v && v >> warp & 1)
			return 0;
	fail(c, COSIM_RETIRE_CSR, warp, s,
	     "this mask of active warps was never true since the issue");
	fail_row(c->all, "active warps", v, c->active_log[first % ACTIVE_LOG]);
	return 1;
}

int csr_bind(struct core *c, uint32_t warp, struct slot *s, uint32_t v)
{
	struct golden_write *w = &s->fx.write[0];
	int bad = s->fx.volatile_csr == 0xCC3 ?
		  bind_active_warps(c, warp, s, v) :
		  bind_counter(c, warp, s, v);

	for (uint32_t m = w->lanes; m && !bad; m &= m - 1) {
		w->data[lowest(m)] = v;
		golden_set_reg(c->golden, w->warp, lowest(m), w->reg, v);
	}
	s->bound = true;
	return bad;
}
