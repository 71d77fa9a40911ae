/* cosim_launch.c - the launches of a run (--launch, --dispatch)
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/cmd_status.h"
#include "session/cosim/cosim_job.h"

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
