/* cosim_combine.c - options of cosim that exclude or need each other
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/cosim/cosim_command.h"
#include "cli/debug.h"

/* Cycles begin anew at a reset by the host. */
int cosim_profile_combine(const struct options *o, const struct job *job)
{
	if (job->profiles.count && !job->check)
		return options_bad(o, "--profile needs the golden model; leave "
				   "out --no-check");
	for (size_t i = 0; job->profiles.count && i < job->launches.count; i++)
		if (job->launches.list[i].reset)
			return options_bad(o, "--profile is of one run; leave "
					   "out reset=N of --launch");
	return 0;
}

int cosim_gdb_combine(const struct options *o, const struct job *job)
{
	if (!job->gdb)
		return 0;
	if (!job->check)
		return options_bad(o, "--gdb needs the golden model; leave out "
				   "--no-check");
	for (size_t i = 0; i < job->launches.count; i++)
		if (job->launches.list[i].reset)
			return options_bad(o, "--gdb is of one run; leave out "
					   "reset=N of --launch");
	return debug_combine(o, job->gdb, job->max_seconds);
}

/* The option of JOB that has no meaning for launches of Ventus, or NULL. */
static const char *unsuited(const struct job *job)
{
	return job->strict ? "--strict" :
	       job->pictures ? "--dump-image" :
	       job->launches.count ? "--launch" :
	       job->dispatch ? "--dispatch" :
	       job->checks ? "--check" :
	       job->gdb ? "--gdb" :
	       job->counters ? "--counters" : NULL;
}

int cosim_ventus_combine(const struct options *o, struct job *job)
{
	struct cosim_ventus *v = &job->ventus;
	const char *name = unsuited(job);

	if (!v->count && v->memory)
		return options_bad(o, "--dump-memory is for launches of "
				   "Ventus, NAME.metadata");
	if (!v->count)
		return 0;
	if (name)
		return options_bad(o, "%s is not for launches of Ventus",
				   name);
	v->has_program = job->program;
	if (!job->program)
		job->program = v->path[0];
	return 0;
}
