/* cosim_launch.c - the launches of a run (--launch, --dispatch)
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/cmd.h"
#include "cli/cosim/cosim_job.h"

int cosim_launch_fit(const struct job *job)
{
	if (!job->dispatch || job->cfg.dispatch)
		return 0;
	fprintf(stderr, "%s/config.toml: error: the design has no dispatcher; "
		"emit it with gpu.dispatch=true, or leave out --launch and "
		"--dispatch\n", job->rtl);
	return CMD_REFUSED;
}

int cosim_launch_names(struct job *job)
{
	if (!job->cfg.dispatch || job->ventus.count)
		return 0;
	if (!job->launches.count)
		launches_whole(&job->launches, &job->image, job->cfg.cores);
	return launches_names(&job->launches, &job->image, job->program,
			      &job->cfg);
}

uint32_t cosim_exit_code(const struct job *job)
{
	return job->cfg.dispatch && job->check ?
	       golden_exit_code(job->golden) :
	       harness_exit_code(job->harness);
}
