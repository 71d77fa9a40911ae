/* cosim_coverage.c - the coverage of a run: collected in the job, lines and
 * toggles added to a file
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "session/cmd_status.h"
#include "session/cosim/cosim_job.h"
#include "session/coverage/rtl_coverage.h"

static int error(int status, const char *text)
{
	fprintf(stderr, "warpwright: error: %s\n", text);
	return status;
}

/* --- lines and toggles of the model ----------------------------------- */

/* Names the file into which the model writes lines and toggles, beside the file
 * that receives them. */
static int name_counted(struct job *job)
{
	int n = snprintf(job->counted, sizeof job->counted, "%s.%ld.tmp",
			 job->rtl_coverage, (long)getpid());

	return n > 0 && (size_t)n < sizeof job->counted ? 0 :
	       error(CMD_TOOL, "--rtl-coverage: the name is too long");
}

/* DESIGN = the first 8 digits of the model's name in the cache, which is a
 * digest of the design. */
static void design_of(const char *model, char design[9])
{
	const char *slash = strrchr(model, '/');

	while (slash && slash > model && slash[-1] != '/')
		slash--;
	snprintf(design, 9, "%.8s", slash ? slash : model);
}

static int keep_counted(const struct job *job, const char *model)
{
	struct rtl_coverage c = { NULL, 0, 0 };
	char design[9];
	int status;

	design_of(model, design);
	status = rtl_coverage_read(&c, job->counted, design);
	if (!status)
		status = rtl_coverage_merge(job->rtl_coverage, &c);
	rtl_coverage_free(&c);
	return status;
}

/* --- a run ------------------------------------------------------------ */

static int begin_functional(struct job *job)
{
	struct coverage_machine m;
	struct coverage_set *set;

	coverage_free(&job->covered);
	cosim_machine(job, &m);
	set = coverage_set(&job->covered, &m);
	if (!set || cosim_cover(harness_cosim(job->harness), set))
		return error(CMD_TOOL, "out of memory");
	set->runs = 1;
	return 0;
}

int cosim_coverage_begin(struct job *job)
{
	int status = job->cover ? begin_functional(job) : 0;

	return !status && job->rtl_coverage ? name_counted(job) : status;
}

/* Does a run with this end count? A run that was cut short or failed does
 * not. */
static bool counts(enum harness_status status)
{
	return status == HARNESS_DONE || status == HARNESS_FAULT;
}

int cosim_coverage_end(struct job *job, const char *model)
{
	bool counting = counts(job->status);
	int status = 0;

	if (job->cover && counting && coverage_add(job->cover, &job->covered))
		status = error(CMD_TOOL, "out of memory");
	coverage_free(&job->covered);
	if (!job->counted[0])
		return status;
	if (!status && counting)
		status = keep_counted(job, model);
	remove(job->counted);
	job->counted[0] = '\0';
	return status;
}
