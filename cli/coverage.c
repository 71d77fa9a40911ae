/* coverage.c - coverage of the runs of a command, into files
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/coverage.h"

#include <stdio.h>

#include "cli/cmd.h"

enum { WHY = 2048 };

static int error(int status, const char *text)
{
	fprintf(stderr, "warpwright: error: %s\n", text);
	return status;
}

int coverage_begin(struct job *job)
{
	struct cosim *c = harness_cosim(job->harness);
	struct coverage_machine m;
	struct coverage_set *set;

	if (!job->cover)
		return 0;
	coverage_free(&job->covered);
	cosim_cover_machine(c, &m);
	set = coverage_set(&job->covered, &m);
	if (!set || cosim_cover(c, set))
		return error(CMD_TOOL, "out of memory");
	set->runs = 1;
	return 0;
}

/* A run that was cut short or went wrong has shown nothing. */
static bool counts(enum harness_status status)
{
	return status == HARNESS_DONE || status == HARNESS_FAULT ||
	       status == HARNESS_DEADLOCK;
}

int coverage_end(struct job *job)
{
	int bad = 0;

	if (job->cover && counts(job->status))
		bad = coverage_add(job->cover, &job->covered);
	coverage_free(&job->covered);
	return bad ? error(CMD_TOOL, "out of memory") : 0;
}

int coverage_save(const char *path, const struct coverage *c)
{
	char why[WHY];

	return c->count && coverage_merge(path, c, why, sizeof why) ?
	       error(CMD_TOOL, why) : 0;
}

int coverage_load(struct coverage *c, const char *const *paths, size_t n)
{
	char why[WHY];

	for (size_t i = 0; i < n; i++)
		if (coverage_read(c, paths[i], why, sizeof why))
			return error(CMD_REFUSED, why);
	return 0;
}
