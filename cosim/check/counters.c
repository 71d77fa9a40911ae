/* counters.c - checks performance counters: values read, and at the end
 * SPDX-License-Identifier: Apache-2.0
 *
 * A counter is read, and its event selected, with the pipeline empty. So a
 * counter of instruction events shows exactly the instructions that issued
 * before. Accesses may be in flight then: for events that have records, the
 * count is exact if none is, and else lies between what records have shown
 * and what is to come. Any other event happens at most once per cycle, which
 * bounds its counter. Between two selections a counter grows by the difference
 * of two such counts.
 */
#include "cosim/check/rules.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/state.h"

enum {
	/* Most cycles between an event in the device and its record, or the
	 * other way round; and between the read of a value and the issue record
	 * of the reading instruction. At most one event happens in each. */
	EVENT_SLACK = 8,
	/* Parts of groups that shared memory has counted and not yet recorded:
	 * they are in its stages p_ and b_. */
	SMEM_STAGES = 2
};

static bool can_happen(const struct core *c, uint32_t event)
{
	return c->all->rules.events >> event & 1;
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

/* Does a record show each EVENT, close to the cycle in which it counts? */
static bool is_recorded(uint32_t event)
{
	return event == ISA_EVENT_REQUESTS || event == ISA_EVENT_SMEM ||
	       event == ISA_EVENT_CONFLICTS;
}

/* Does the checker know it at the end of the run? */
static bool is_exact_at_end(const struct core *c, uint32_t event)
{
	switch (event) {
	case ISA_EVENT_WRITEBACKS:
		return true;
	case ISA_EVENT_IFETCHES:
		return !c->all->own.icache.size;
	default:
		return is_exact(event) || is_recorded(event);
	}
}

/* The number of accesses that have not performed: so many requests, accesses to
 * shared memory or conflicts may have no record yet. A thread of an atomic
 * instruction makes two. */
static uint64_t accesses_to_come(const struct core *c)
{
	uint64_t n = 0;

	for (uint32_t i = 0; i < c->all->cfg.warps; i++) {
		const struct warp *w = &c->warps[i];

		for (uint32_t k = 0; k < w->mem_count; k++) {
			const struct slot *s = &w->slots[w->mem[k]];

			for (uint32_t m = s->fx.access.lanes & ~s->performed;
			     m; m &= m - 1)
				n += s->fx.kind == GOLDEN_ATOMIC ? 2 : 1;
		}
	}
	return n;
}

/* The most that the device's count of EVENT exceeds its records, if the device
 * counts for SLACK cycles more. A data cache records a request when it
 * performs; a bus does so at once. */
static uint64_t unrecorded(const struct core *c, uint32_t event, uint64_t slack)
{
	uint64_t n = accesses_to_come(c);

	if (event == ISA_EVENT_REQUESTS && c->all->own.dcache.size)
		return n;
	if (event != ISA_EVENT_REQUESTS)
		slack += SMEM_STAGES;
	return n < slack ? n : slack;
}

/* The device's count of EVENT between the issue record of an instruction that
 * issued into an empty pipeline, and SLACK cycles from now. */
static struct bounds count_now(const struct core *c, uint32_t event,
			       uint64_t slack)
{
	uint64_t n = c->profile.events[event], recent = 0;

	if (!event || !can_happen(c, event))
		return (struct bounds){ 0, 0 };
	if (is_exact(event))
		return (struct bounds){ n, n };
	if (!is_recorded(event))
		return (struct bounds){ 0, c->all->cycle + CYCLE_SLACK };
	if (c->all->cycle - c->event_cycle[event] <= EVENT_SLACK)
		recent = n < EVENT_SLACK ? n : EVENT_SLACK;
	return (struct bounds){ n - recent, n + unrecorded(c, event, slack) };
}

/* The value of K when the device's count of its event is NOW. */
static struct bounds value_of(const struct counter *k, struct bounds now)
{
	uint64_t least = now.low > k->before.high ? now.low - k->before.high :
						    0;

	return (struct bounds){ k->value.low + least,
				k->value.high + (now.high - k->before.low) };
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
	s->counted = count_now(c, s->counter.event, 0).low;
}

/* S selects an event. It issued into an empty pipeline, still counts for the
 * old event, and is executed within EVENT_SLACK cycles. */
void counters_select(struct core *c, const struct slot *s)
{
	uint32_t number = isa_csr_selects(s->fx.aux_mask);
	struct counter *k = &c->counters[number];
	uint32_t event = golden_selected(c->golden, number);

	if (s->fx.kind != GOLDEN_CSR_WRITE || !number || event == k->event)
		return;
	k->value = value_of(k, count_now(c, k->event, EVENT_SLACK));
	k->event = event;
	k->before = count_now(c, event, EVENT_SLACK);
	k->chosen = true;
}

/* The instruction S, which retires, may have read the counter at any time since
 * its issue. */
void counters_range(const struct core *c, const struct slot *s, uint64_t *low,
		    uint64_t *high)
{
	const struct counter *k = &s->counter;
	struct bounds now = count_now(c, k->event, 0), value;

	if (is_exact(k->event) && can_happen(c, k->event))
		now.high = s->counted;
	now.low = s->counted;
	value = value_of(k, now);
	*low = value.low;
	*high = value.high;
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

/* The value of K at the end, after COUNTED cycles: accesses have performed. */
static struct bounds final_value(const struct core *c, const struct counter *k,
				 uint64_t counted)
{
	uint64_t n = c->profile.events[k->event];
	struct bounds count = { 0, counted };

	if (!k->event || !can_happen(c, k->event))
		count.high = 0;
	else if (is_exact_at_end(c, k->event))
		count = (struct bounds){ n, n };
	return value_of(k, count);
}

static int check_exact(struct core *c, uint32_t number, uint64_t got,
		       uint64_t counted)
{
	const struct counter *k = &c->counters[number];
	struct bounds want = final_value(c, k, counted);

	if (want.low != want.high || got == want.low)
		return 0;
	fail(c, COSIM_COUNTER_EXACT, GOLDEN_MAX_WARPS, NULL,
	     "%s (counter %u: %s) is %llu, not %llu", name_of(k->event), number,
	     doc_of(k->event), (unsigned long long)got,
	     (unsigned long long)want.low);
	counter_row(c, name_of(k->event), got, want.low);
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
	struct bounds value = final_value(c, k, counted);
	uint64_t high = value.high;

	if (k->event == ISA_EVENT_IMISSES && !k->chosen)
		find_count(c, n, ISA_EVENT_IFETCHES, &high);
	if (low < value.low)
		low = value.low;
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
		if (check_exact(c, k, n[k], counted) ||
		    check_bound(c, n, counted, k))
			return 1;
	return check_requests(c, n) || check_sum(c, n, counted);
}
