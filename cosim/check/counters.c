/* counters.c - checks performance counters: values read, and at the end
 * SPDX-License-Identifier: Apache-2.0
 *
 * A counter is read with the pipeline empty. So a counter of instruction events
 * shows exactly the instructions that issued before. Any other event happens at
 * most once per cycle, which bounds its counter.
 */
#include "cosim/check/rules.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/state.h"

enum {
	/* Most requests accepted between the read of the value and the issue
	 * record of the reading instruction. */
	REQUEST_SLACK = 8
};

static bool can_happen(const struct core *c, uint32_t event)
{
	return c->all->own.events >> event & 1;
}

static const struct isa_event *event_row(uint32_t event)
{
	return isa_event_row(event - ISA_EVENT_ISSUED);
}

/* Does the checker know the exact count of EVENT at each instruction? */
static bool is_exact(uint32_t event)
{
	return event == ISA_EVENT_ISSUED ||
	       (event && event_row(event)->kind == ISA_EVENT_INSTRUCTION);
}

/* Does the checker know it at the end of the run? */
static bool is_exact_at_end(const struct core *c, uint32_t event)
{
	switch (event) {
	case ISA_EVENT_REQUESTS:
	case ISA_EVENT_SMEM:
	case ISA_EVENT_CONFLICTS:
	case ISA_EVENT_WRITEBACKS:
		return true;
	case ISA_EVENT_IFETCHES:
		return !c->all->own.icache_line;
	default:
		return is_exact(event);
	}
}

/* The number of lanes whose access has not performed. The data cache may
 * already have accepted so many requests. */
static uint64_t lanes_to_come(const struct core *c)
{
	uint64_t n = 0;

	for (uint32_t i = 0; c->all->own.dcache.size && i < c->all->cfg.warps;
	     i++) {
		const struct warp *w = &c->warps[i];

		for (uint32_t k = 0; k < w->mem_count; k++) {
			const struct slot *s = &w->slots[w->mem[k]];

			for (uint32_t m = s->fx.tmask & ~s->performed; m;
			     m &= m - 1)
				n++;
		}
	}
	return n;
}

void counters_begin(struct core *c)
{
	for (uint32_t k = ISA_COUNTER_FIRST; k < ISA_COUNTERS; k++)
		c->counters[k].event = c->all->cfg.counters ?
					       golden_selected(c->golden, k) :
					       k;
}

void counters_issued(struct core *c, struct slot *s)
{
	s->counter = c->counters[isa_csr_counter(s->fx.volatile_csr)];
	s->counted = c->profile.events[s->counter.event];
}

/* The least value of K when its event has the count COUNTED. */
static uint64_t least_value(const struct core *c, const struct counter *k,
			    uint64_t counted)
{
	bool counts = can_happen(c, k->event) && is_exact(k->event);

	return k->known + (counts ? counted - k->before : 0);
}

/* Is the least value of K its exact value? */
static bool is_exact_value(const struct core *c, const struct counter *k)
{
	return !k->guessed && (!can_happen(c, k->event) || is_exact(k->event));
}

/* S selects an event. It issued into an empty pipeline, and still counts for
 * the old event. */
void counters_select(struct core *c, const struct slot *s)
{
	uint32_t number = isa_csr_selects(s->fx.aux_mask);
	struct counter *k = &c->counters[number];
	uint32_t event = golden_selected(c->golden, number);

	if (s->fx.kind != GOLDEN_CSR_WRITE || !number || event == k->event)
		return;
	k->known = least_value(c, k, c->profile.events[k->event]);
	k->guessed = !is_exact_value(c, k);
	k->event = event;
	k->before = c->profile.events[event];
	k->chosen = true;
}

void counters_range(const struct core *c, const struct slot *s, uint64_t *low,
		    uint64_t *high)
{
	const struct counter *k = &s->counter;

	*low = *high = least_value(c, k, s->counted);
	if (k->event == ISA_EVENT_REQUESTS && can_happen(c, k->event) &&
	    !k->chosen) {
		*low = s->counted > REQUEST_SLACK ? s->counted - REQUEST_SLACK :
						    0;
		*high = c->profile.events[k->event] + lanes_to_come(c);
	} else if (!is_exact_value(c, k)) {
		*high += c->all->cycle + CYCLE_SLACK;
	}
}

uint32_t cosim_counter(const struct cosim *c, uint32_t core, uint32_t counter,
		       bool *always)
{
	const struct counter *k = &c->core[core].counters[counter];

	*always = !k->chosen;
	return k->event;
}

/* --- at the end ------------------------------------------------------- */

static void counter_row(struct core *c, const char *name, uint64_t got,
			uint64_t want)
{
	char high[24];

	fail_row(c->all, name, (uint32_t)got, (uint32_t)want);
	snprintf(high, sizeof high, "%.15s, high", name);
	if (got >> 32 || want >> 32)
		fail_row(c->all, high, (uint32_t)(got >> 32),
			 (uint32_t)(want >> 32));
}

/* The count of EVENT in *SUM. False if no counter has counted it since
 * reset. */
static bool find_count(const struct core *c, const uint64_t *n, uint32_t event,
		       uint64_t *sum)
{
	for (uint32_t k = ISA_COUNTER_FIRST; k < ISA_COUNTERS; k++)
		if (c->counters[k].event == event && !c->counters[k].chosen) {
			*sum = n[k];
			return true;
		}
	return false;
}

static int check_sum(struct core *c, const uint64_t *n, uint64_t counted)
{
	uint64_t sum = 0, one;

	for (uint32_t e = ISA_EVENT_ISSUED; e < ISA_EVENT_COUNT; e++) {
		if (event_row(e)->kind != ISA_EVENT_CYCLE)
			continue;
		if (!find_count(c, n, e, &one))
			return 0;
		sum += one;
	}
	if (sum == counted)
		return 0;
	fail(c, COSIM_COUNTER_SUM, GOLDEN_MAX_WARPS, NULL,
	     "%llu cycles are accounted for of %llu",
	     (unsigned long long)sum, (unsigned long long)counted);
	counter_row(c, "cycles", sum, counted);
	return 1;
}

static const char *name_of(uint32_t event)
{
	return event ? event_row(event)->name : "none";
}

static const char *doc_of(uint32_t event)
{
	return event ? event_row(event)->doc : "nothing";
}

static int check_exact(struct core *c, uint32_t number, uint64_t got)
{
	const struct counter *k = &c->counters[number];
	uint64_t count = c->profile.events[k->event];
	uint64_t want = least_value(c, k, count);

	if (!k->chosen && can_happen(c, k->event) &&
	    is_exact_at_end(c, k->event))
		want = count;
	else if (!is_exact_value(c, k))
		return 0;
	if (got == want)
		return 0;
	fail(c, COSIM_COUNTER_EXACT, GOLDEN_MAX_WARPS, NULL,
	     "%s (counter %u: %s) is %llu, not %llu", name_of(k->event), number,
	     doc_of(k->event), (unsigned long long)got,
	     (unsigned long long)want);
	counter_row(c, name_of(k->event), got, want);
	return 1;
}

/* The largest value of COUNTER that a warp has read. */
static uint64_t largest_read(const struct core *c, uint32_t counter)
{
	uint64_t most = 0;

	for (uint32_t i = 0; i < c->all->cfg.warps; i++)
		if (c->warps[i].counters[counter] > most)
			most = c->warps[i].counters[counter];
	return most;
}

static int check_bound(struct core *c, const uint64_t *n, uint64_t counted,
		       uint32_t number)
{
	const struct counter *k = &c->counters[number];
	uint64_t got = n[number], low = largest_read(c, number);
	uint64_t high = counted +
			least_value(c, k, c->profile.events[k->event]);

	if (is_exact_at_end(c, k->event) && !k->guessed)
		high = UINT64_MAX;
	if (k->event == ISA_EVENT_IMISSES && !k->chosen)
		find_count(c, n, ISA_EVENT_IFETCHES, &high);
	if (low < k->known)
		low = k->known;
	if (got >= low && got <= high)
		return 0;
	fail(c, COSIM_COUNTER_BOUND, GOLDEN_MAX_WARPS, NULL,
	     "%s (counter %u: %s) is %llu, possible are %llu .. %llu",
	     name_of(k->event), number, doc_of(k->event),
	     (unsigned long long)got, (unsigned long long)low,
	     (unsigned long long)high);
	counter_row(c, name_of(k->event), got, got < low ? low : high);
	return 1;
}

/* Every request of the data cache is a hit, a miss or a merge. */
static int check_requests(struct core *c, const uint64_t *n)
{
	uint64_t requests, hits, misses, merges, sorted;

	if (!can_happen(c, ISA_EVENT_DHITS) ||
	    !find_count(c, n, ISA_EVENT_REQUESTS, &requests) ||
	    !find_count(c, n, ISA_EVENT_DHITS, &hits) ||
	    !find_count(c, n, ISA_EVENT_DMISSES, &misses) ||
	    !find_count(c, n, ISA_EVENT_DMERGES, &merges))
		return 0;
	sorted = hits + misses + merges;
	if (sorted == requests)
		return 0;
	fail(c, COSIM_COUNTER_BOUND, GOLDEN_MAX_WARPS, NULL,
	     "hits, misses and merges are %llu of %llu requests",
	     (unsigned long long)sorted, (unsigned long long)requests);
	counter_row(c, "hits + misses", sorted, requests);
	return 1;
}

int counters_check(struct core *c, const uint64_t *n, uint64_t counted)
{
	for (uint32_t k = ISA_COUNTER_FIRST; k < ISA_COUNTERS; k++)
		if (check_exact(c, k, n[k]) || check_bound(c, n, counted, k))
			return 1;
	return check_requests(c, n) || check_sum(c, n, counted);
}
