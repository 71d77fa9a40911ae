/* cosim_dram.c - DRAM timing (--mem-dram): option and result
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cosim/cosim_command.h"

enum { MHZ = 1000, MHZ_LEAST = 1, MHZ_MOST = 10000 };

/* --- the option ------------------------------------------------------- */

static int unknown(struct options *o)
{
	char names[80] = "";
	const struct dram_chip *c;

	for (uint32_t i = 0; (c = dram_chip(i)); i++) {
		strcat(names, i ? ", " : "");
		strcat(names, c->name);
	}
	return options_bad(o, "--mem-dram '%s' names none of %s", o->value,
			   names);
}

static int clock_of(struct options *o, const char *from, uint32_t *mhz)
{
	int64_t v;
	const char *why = toml_integer(from, strlen(from), &v);

	if (why || v < MHZ_LEAST || v > MHZ_MOST)
		return options_bad(o, "--mem-dram '%s' is not CHIP or CHIP:MHZ "
				   "with a clock of %d to %d MHz", o->value,
				   MHZ_LEAST, MHZ_MOST);
	*mhz = (uint32_t)v;
	return 0;
}

int cosim_dram_option(struct options *o, struct job *job)
{
	const char *mhz = strchr(o->value, ':');
	size_t n = mhz ? (size_t)(mhz - o->value) : strlen(o->value);
	char name[16] = "";

	if (n < sizeof name)
		memcpy(name, o->value, n);
	job->dram = dram_find(name);
	job->dram_mhz = MHZ;
	if (!job->dram)
		return unknown(o);
	return mhz ? clock_of(o, mhz + 1, &job->dram_mhz) : 0;
}

/* --- the result ------------------------------------------------------- */

static double share(uint64_t part, uint64_t whole)
{
	return whole ? 100 * (double)part / (double)whole : 0;
}

/* Counts over the memories of all channels, and the mean share of the time in
 * which their buses were in use. */
struct totals {
	struct dram_counts n;
	double use;
};

static bool add_up(const struct job *job, struct totals *t)
{
	const struct dram *d;
	uint32_t i = 0;

	*t = (struct totals){ .use = 0 };
	for (; (d = harness_dram(job->harness, i)); i++) {
		const struct dram_counts *n = dram_counts(d);

		t->n.reads += n->reads;
		t->n.writes += n->writes;
		t->n.hits += n->hits;
		t->n.opened += n->opened;
		t->n.replaced += n->replaced;
		t->n.refreshes += n->refreshes;
		t->use += dram_use(d, job->cycles);
	}
	if (i)
		t->use /= i;
	return i > 0;
}

void cosim_dram_print(const struct job *job)
{
	struct totals t;
	const struct dram_counts *n = &t.n;
	uint64_t bursts;

	if (!add_up(job, &t))
		return;
	bursts = n->reads + n->writes;
	fprintf(stderr, "%-11s %12" PRIu64 "  bursts, %" PRIu64 " of them "
		"writes; %.1f %% found their row open, %.1f %% none, %.1f %% "
		"another\n", job->dram->name, bursts, n->writes,
		share(n->hits, bursts), share(n->opened, bursts),
		share(n->replaced, bursts));
	fprintf(stderr, "%12s%12.1f  %% of its data buses' time in use; %"
		PRIu64 " refreshes (core at %" PRIu32 " MHz)\n", "",
		100 * t.use, n->refreshes, job->dram_mhz);
}

void cosim_dram_json(FILE *out, const struct job *job)
{
	struct totals t;
	const struct dram_counts *n = &t.n;

	if (!add_up(job, &t))
		return;
	fprintf(out, ", \"dram\": { \"chip\": \"%s\", \"mhz\": %" PRIu32
		", \"reads\": %" PRIu64 ", \"writes\": %" PRIu64
		", \"row_hits\": %" PRIu64 ", \"row_opened\": %" PRIu64
		", \"row_replaced\": %" PRIu64 ", \"refreshes\": %" PRIu64
		", \"bus_use\": %.4f }", job->dram->name, job->dram_mhz,
		n->reads, n->writes, n->hits, n->opened, n->replaced,
		n->refreshes, t.use);
}
