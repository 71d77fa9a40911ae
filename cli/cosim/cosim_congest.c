/* cosim_congest.c - random stalls inside the core (--congest): option and
 * result
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "isa/isa.h"
#include "cli/cosim/cosim_command.h"

enum { PERCENT = 25 };

/* --- the option ------------------------------------------------------- */

static int part(struct options *o, const char *from, size_t n, int64_t least,
		int64_t most, uint32_t *out)
{
	int64_t v;
	const char *why = toml_integer(from, n, &v);

	if (why || v < least || v > most)
		return options_bad(o, "--congest '%s' is not SEED or "
				   "SEED:PERCENT with a seed of 32 bits and 1 "
				   "to %d per cent", o->value,
				   HARNESS_CONGEST_MOST);
	*out = (uint32_t)v;
	return 0;
}

int cosim_congest_option(struct options *o, struct job *job)
{
	const char *percent = strchr(o->value, ':');
	size_t n = percent ? (size_t)(percent - o->value) : strlen(o->value);
	int bad = part(o, o->value, n, 0, UINT32_MAX, &job->congest.seed);

	job->congest.percent = PERCENT;
	if (!bad && percent)
		bad = part(o, percent + 1, strlen(percent + 1), 1,
			   HARNESS_CONGEST_MOST, &job->congest.percent);
	return bad;
}

int cosim_congest_fit(struct job *job)
{
	if (!job->congest.percent || job->cfg.congest)
		return 0;
	if (job->rtl) {
		fprintf(stderr, "%s/config.toml: error: the design has no "
			"congestors; emit it with test.congest=true, or leave "
			"out --congest\n", job->rtl);
		return CMD_REFUSED;
	}
	job->cfg.congest = true;
	return 0;
}

/* --- the result ------------------------------------------------------- */

void cosim_congest_print(const struct job *job)
{
	const uint64_t *n = harness_stalls(job->harness);
	uint64_t all = 0;
	unsigned points = 0;

	if (!n || !job->congest.percent)
		return;
	for (size_t i = 0; i < ISA_STALL_COUNT; i++) {
		all += n[i];
		points += n[i] != 0;
	}
	fprintf(stderr, "congested: %" PRIu64 " stalls at %u points (--congest "
		"%" PRIu32 ":%" PRIu32 ")\n", all, points, job->congest.seed,
		job->congest.percent);
}

void cosim_congest_json(FILE *out, const struct job *job)
{
	const uint64_t *n = harness_stalls(job->harness);

	if (!n)
		return;
	fprintf(out, "  \"congest\": { \"seed\": %" PRIu32 ", \"percent\": %"
		PRIu32 ", \"stalls\": {", job->congest.seed,
		job->congest.percent);
	for (size_t i = 0; i < ISA_STALL_COUNT; i++)
		fprintf(out, "%s\n    \"%s\": %" PRIu64, i ? "," : "",
			isa_stall_row(i)->name, n[i]);
	fprintf(out, "\n  } },\n");
}
