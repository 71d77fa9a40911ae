/* cosim_counters.c - performance counters of a run: for users, and as JSON
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <string.h>
#include <stdio.h>

#include "gen/counters.h"
#include "cli/cosim/cosim_command.h"

static bool has_event(const struct job *job, uint32_t event)
{
	return counters_events(&job->cfg) >> event & 1;
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static double ratio(uint64_t n, uint64_t d)
{
	return d ? (double)n / (double)d : 0;
}

static uint64_t accounted(const uint64_t *n)
{
	const struct isa_event *event;
	uint64_t sum = 0;

	for (size_t i = 0; (event = isa_event_row(i)); i++)
		if (event->kind == ISA_EVENT_CYCLE)
			sum += n[event->number];
	return sum;
}

/* --- for users -------------------------------------------------------- */

static void accounts(FILE *out, const uint64_t *n)
{
	const struct isa_event *event;
	uint64_t cycles = accounted(n);

	fprintf(out, "cycles      %12" PRIu64 "\n", cycles);
	for (size_t i = 0; (event = isa_event_row(i)); i++)
		if (event->kind == ISA_EVENT_CYCLE && n[event->number])
			fprintf(out, "  %-10s%12" PRIu64 " %5.1f %%  %s\n",
				event->name, n[event->number],
				share(n[event->number], cycles), event->doc);
}

static void instructions(FILE *out, const struct job *job, const uint64_t *n)
{
	uint64_t issued = n[ISA_EVENT_ISSUED];

	fprintf(out, "issued      %12" PRIu64 "  instructions, %.2f of %" PRIu32
		" lanes active; %.1f %% with all, %.1f %% with one\n", issued,
		ratio(n[ISA_EVENT_THREADS], issued), job->cfg.threads,
		share(n[ISA_EVENT_FULL], issued),
		share(n[ISA_EVENT_SINGLE], issued));
	fprintf(out, "taken       %12" PRIu64 "  branches and jumps; %" PRIu64
		" not where decode went; %" PRIu64 " splits diverged\n",
		n[ISA_EVENT_TAKEN], n[ISA_EVENT_MISPREDICTED],
		n[ISA_EVENT_DIVERGED]);
}

static void fetches(FILE *out, const struct job *job, const uint64_t *n)
{
	uint64_t all = n[ISA_EVENT_IFETCHES];

	fprintf(out, "ifetches    %12" PRIu64 "  %.2f instructions each", all,
		ratio(n[ISA_EVENT_ISSUED], all));
	if (has_event(job, ISA_EVENT_IMISSES))
		fprintf(out, "; %.2f %% missed (%" PRIu64 ")",
			share(n[ISA_EVENT_IMISSES], all), n[ISA_EVENT_IMISSES]);
	putc('\n', out);
}

static void memory(FILE *out, const struct job *job, const uint64_t *n)
{
	uint64_t loads = n[ISA_EVENT_LOADS], stores = n[ISA_EVENT_STORES];
	uint64_t requests = n[ISA_EVENT_REQUESTS];
	uint64_t smem = n[ISA_EVENT_SMEM];

	fprintf(out, "memory      %12" PRIu64 "  loads, %" PRIu64 " stores; %"
		PRIu64 " requests, %.2f for each\n", loads, stores, requests,
		ratio(requests, loads + stores));
	if (has_event(job, ISA_EVENT_DHITS))
		fprintf(out,
			"data cache  %12" PRIu64 "  hits, %.2f %%; %" PRIu64
			" misses, %" PRIu64 " merged; %" PRIu64
			" lines written back\n",
			n[ISA_EVENT_DHITS], share(n[ISA_EVENT_DHITS], requests),
			n[ISA_EVENT_DMISSES], n[ISA_EVENT_DMERGES],
			n[ISA_EVENT_WRITEBACKS]);
	if (has_event(job, ISA_EVENT_SMEM))
		fprintf(out, "shared mem. %12" PRIu64 "  accesses, %" PRIu64
			" of them for bank conflicts, %.1f %%\n", smem,
			n[ISA_EVENT_CONFLICTS],
			share(n[ISA_EVENT_CONFLICTS], smem));
}

/* The second-level cache, which all cores share. */
static void level2(FILE *out, const struct job *job)
{
	struct cosim_level2 n;
	uint64_t reads, all = 0, most = 0;

	if (!cosim_level2(harness_cosim(job->harness), &n))
		return;
	reads = n.data_reads + n.insn_reads;
	fprintf(out, "level 2     %12" PRIu64 "  lines read, %" PRIu64
		" of them for fetch; %" PRIu64 " from memory, %.2f %%; %" PRIu64
		" beats written, %" PRIu64 " lines written back", reads,
		n.insn_reads, n.filled, share(n.filled, reads), n.writes,
		n.evicted);
	if (n.atomics)
		fprintf(out, "; %" PRIu64 " atomic operations", n.atomics);
	for (uint32_t i = 0; i < n.banks; i++) {
		all += n.of_bank[i];
		most = n.of_bank[i] > most ? n.of_bank[i] : most;
	}
	if (n.banks > 1)
		fprintf(out, "; %.1f %% in the busiest of %" PRIu32 " banks",
			share(most, all), n.banks);
	putc('\n', out);
}

/* Prints the entries of H that are not zero, as "key: percentage". */
static void histogram(FILE *out, const char *name, const uint64_t *h,
		      uint32_t first, uint32_t last)
{
	uint64_t sum = 0;

	for (uint32_t i = first; i <= last; i++)
		sum += h[i];
	if (!sum)
		return;
	fprintf(out, "%s", name);
	for (uint32_t i = first; i <= last; i++)
		if (h[i])
			fprintf(out, "  %" PRIu32 ": %.1f %%", i,
				share(h[i], sum));
	putc('\n', out);
}

static void uniform(FILE *out, const struct cosim_profile *p)
{
	for (int i = 0; i < COSIM_CLASSES; i++) {
		const struct cosim_uniform *u = &p->uniform[i];

		if (u->reading)
			fprintf(out, "uniform     %-8s %5.1f %% of %" PRIu64
				"  (rs1 %.1f %%, rs2 %.1f %%)\n",
				cosim_class_name((enum cosim_class)i),
				share(u->all, u->reading), u->reading,
				share(u->rs1, u->reading),
				share(u->rs2, u->reading));
	}
}

/* The counters of all cores added up in SUM; NULL if they are not known. */
static const uint64_t *totals(const struct job *job,
			      uint64_t sum[ISA_COUNTERS])
{
	const uint64_t *n = harness_counters(job->harness);

	memset(sum, 0, ISA_COUNTERS * sizeof *sum);
	for (uint32_t i = 0; n && i < job->cfg.cores * ISA_COUNTERS; i++)
		sum[i % ISA_COUNTERS] += n[i];
	return n ? sum : NULL;
}

/* The selected counters of CORE, with values N: the event of each, and whether
 * it was selected during the whole run. */
static void print_selected(FILE *out, const struct job *job, const uint64_t *n,
			   uint32_t core)
{
	const struct cosim *c = harness_cosim(job->harness);
	bool always;

	if (job->cfg.cores > 1)
		fprintf(out, "core %" PRIu32 "\n", core);
	for (uint32_t i = 0; i < job->cfg.selected; i++) {
		uint32_t number = ISA_COUNTER_FIRST + i;
		uint32_t event = cosim_counter(c, core, number, &always);
		const struct isa_event *row =
			isa_event_row(event - ISA_EVENT_ISSUED);

		fprintf(out, "counter %-3" PRIu32 " %12" PRIu64 "  %s: %s%s\n",
			number, n[number], event ? row->name : "none",
			event ? row->doc : "nothing is selected",
			!job->check ? "; unless the program selects" :
			always ? "" : "; others before");
	}
}

static void selected_all(FILE *out, const struct job *job)
{
	const uint64_t *n = harness_counters(job->harness);

	for (uint32_t i = 0; i < job->cfg.cores; i++)
		print_selected(out, job, n + i * ISA_COUNTERS, i);
}

void cosim_counters_print(const struct job *job)
{
	uint64_t sum[ISA_COUNTERS];
	const uint64_t *n = totals(job, sum);
	struct cosim_profile p;

	if (n && job->cfg.selected) {
		selected_all(stderr, job);
	} else if (n) {
		accounts(stderr, n);
		instructions(stderr, job, n);
		fetches(stderr, job, n);
		memory(stderr, job, n);
	} else {
		fprintf(stderr, "no counters: %s\n", job->cfg.counters ?
			"the core was not done" : "core.counters is false");
	}
	if (!job->check)
		return;
	level2(stderr, job);
	p = cosim_profile(harness_cosim(job->harness));
	histogram(stderr, "lanes       ", p.lanes, 0, job->cfg.threads);
	histogram(stderr, "load takes  ", p.loads, 1, job->cfg.threads);
	histogram(stderr, "store takes ", p.stores, 1, job->cfg.threads);
	histogram(stderr, "bank passes ", p.smem, 1, job->cfg.threads);
	uniform(stderr, &p);
}

/* --- as JSON ---------------------------------------------------------- */

/* The event is null if the counter also counted other events. */
static void json_counter(FILE *out, const struct job *job, uint32_t core,
			 uint32_t number)
{
	const uint64_t *n = harness_counters(job->harness);
	bool always;
	uint32_t event = cosim_counter(harness_cosim(job->harness), core,
				       number, &always);
	bool known = job->check && always && event;

	fprintf(out, "\n      { ");
	if (job->cfg.cores > 1)
		fprintf(out, "\"core\": %" PRIu32 ", ", core);
	fprintf(out, "\"counter\": %" PRIu32 ", \"event\": %s%s%s, "
		"\"value\": %" PRIu64 " }", number, known ? "\"" : "",
		known ? isa_event_row(event - ISA_EVENT_ISSUED)->name : "null",
		known ? "\"" : "", n[core * ISA_COUNTERS + number]);
}

static void json_selected(FILE *out, const struct job *job)
{
	uint32_t count = job->cfg.cores * job->cfg.selected;

	fprintf(out, "\"accounted\": null,\n    \"selected\": [");
	for (uint32_t i = 0; i < count; i++) {
		fprintf(out, "%s", i ? "," : "");
		json_counter(out, job, i / job->cfg.selected,
			     ISA_COUNTER_FIRST + i % job->cfg.selected);
	}
	fprintf(out, "\n    ]");
}

static void json_events(FILE *out, const struct job *job, const uint64_t *n)
{
	const struct isa_event *event;
	const char *comma = "";

	if (job->cfg.selected) {
		json_selected(out, job);
		return;
	}
	fprintf(out, "\"accounted\": %" PRIu64 ",\n    \"events\": {",
		accounted(n));
	for (size_t i = 0; (event = isa_event_row(i)); i++) {
		if (!has_event(job, event->number))
			continue;
		fprintf(out, "%s\n      \"%s\": %" PRIu64, comma, event->name,
			n[event->number]);
		comma = ",";
	}
	fprintf(out, "\n    }");
}

static void json_histogram(FILE *out, const char *name, const uint64_t *h,
			   uint32_t last)
{
	fprintf(out, ",\n    \"%s\": [", name);
	for (uint32_t i = 0; i <= last; i++)
		fprintf(out, "%s%" PRIu64, i ? ", " : "", h[i]);
	fprintf(out, "]");
}

static void json_level2(FILE *out, const struct job *job)
{
	struct cosim_level2 n;

	if (!cosim_level2(harness_cosim(job->harness), &n))
		return;
	fprintf(out, ",\n    \"level2\": { \"data_reads\": %" PRIu64
		", \"insn_reads\": %" PRIu64 ", \"writes\": %" PRIu64
		", \"passed\": %" PRIu64 ", \"filled\": %" PRIu64
		", \"evicted\": %" PRIu64 ", \"atomics\": %" PRIu64
		", \"banks\": [", n.data_reads, n.insn_reads, n.writes,
		n.passed, n.filled, n.evicted, n.atomics);
	for (uint32_t i = 0; i < n.banks; i++)
		fprintf(out, "%s%" PRIu64, i ? ", " : "", n.of_bank[i]);
	fprintf(out, "] }");
}

static void json_uniform(FILE *out, const struct cosim_profile *p)
{
	fprintf(out, ",\n    \"uniform_operands\": {");
	for (int i = 0; i < COSIM_CLASSES; i++) {
		const struct cosim_uniform *u = &p->uniform[i];

		fprintf(out, "%s\n      \"%s\": { \"reading\": %" PRIu64
			", \"rs1\": %" PRIu64 ", \"rs2\": %" PRIu64
			", \"all\": %" PRIu64 " }", i ? "," : "",
			cosim_class_name((enum cosim_class)i), u->reading,
			u->rs1, u->rs2, u->all);
	}
	fprintf(out, "\n    }");
}

void cosim_counters_json(FILE *out, const struct job *job)
{
	uint64_t sum[ISA_COUNTERS];
	const uint64_t *n = totals(job, sum);
	struct cosim_profile p;

	fprintf(out, "  \"counters\": {\n    ");
	if (n)
		json_events(out, job, n);
	else
		fprintf(out, "\"accounted\": null");
	if (job->check) {
		p = cosim_profile(harness_cosim(job->harness));
		json_histogram(out, "active_lanes", p.lanes,
			       job->cfg.threads);
		json_histogram(out, "load_requests", p.loads,
			       job->cfg.threads);
		json_histogram(out, "store_requests", p.stores,
			       job->cfg.threads);
		json_histogram(out, "smem_accesses", p.smem,
			       job->cfg.threads);
		json_uniform(out, &p);
		json_level2(out, job);
	}
	fprintf(out, "\n  },\n");
}
