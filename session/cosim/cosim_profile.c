/* cosim_profile.c - the profile of a job: where the cycles went, by line
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>

#include "session/cmd_status.h"
#include "session/cosim/cosim_job.h"
#include "session/profile/profile_attach.h"
#include "session/profile/profile_limits.h"

int cosim_profile_attach(struct job *job)
{
	struct derived d;

	if (!job->profiles.count)
		return 0;
	if (profile_files_open(&job->profiles))
		return CMD_TOOL;
	derive(&job->cfg, &d);
	job->profile = profile_new(job->cfg.cores, job->cfg.warps, d.lanes);
	if (!job->profile) {
		fprintf(stderr, "warpwright: error: %s\n",
			golden_strerror(GOLDEN_E_NOMEM));
		return CMD_TOOL;
	}
	profile_load(job->profile, &job->image);
	profile_attach(job->profile, harness_cosim(job->harness));
	return 0;
}

int cosim_profile_write(struct job *job)
{
	struct profile_about a = {
		.program = job->program,
		.warps = job->cfg.warps, .threads = job->cfg.threads
	};
	const char *wrong;

	if (!job->profile)
		return 0;
	profile_limits(&a, &job->cfg);
	wrong = profile_finish(job->profile, job->run_cycles);
	if (!wrong)
		return profile_files_write(&job->profiles, job->profile, &a);
	fprintf(stderr, "warpwright: error: --profile: %s\n", wrong);
	return CMD_TOOL;
}

void cosim_profile_clean(struct job *job)
{
	profile_files_drop(&job->profiles);
	profile_free(job->profile);
	job->profile = NULL;
}
