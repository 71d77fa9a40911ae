/* cosim_load.c - loads the program of a job
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>

#include "session/cmd_status.h"
#include "session/cosim/cosim_job.h"
#include "session/machine.h"

int cosim_load(struct job *job)
{
	int status = job->ventus.count ? cosim_ventus_load(job) : CMD_PASS;
	char why[512];

	if (status != CMD_PASS ||
	    (job->ventus.count && !job->ventus.has_program))
		return status;
	if (job->from)
		return job->from->load(job->from->ctx, &job->cfg, &job->image);
	if (!elf_load(job->program, job->cfg.ram_base, job->cfg.ram_size,
		      &job->image, why, sizeof why))
		return job->ventus.count ? CMD_PASS :
		       machine_refuses(&job->cfg, &job->image, job->program);
	fprintf(stderr, "%s: error: %s\n", job->program, why);
	return CMD_REFUSED;
}

int cosim_fit_reset(struct job *job)
{
	struct config *cfg = &job->cfg;
	uint32_t entry = job->image.entry;

	if (cfg->reset_pc == entry || job->ventus.count)
		return 0;
	if (!cfg->at[PARAM_reset_pc].file) {
		cfg->reset_pc = entry;
		return config_check(cfg, job->dg);
	}
	diag_error(job->dg, cfg->at[PARAM_reset_pc], "reset-pc",
		   "core.reset_pc is 0x%08x, but '%s' starts at 0x%08x; leave "
		   "core.reset_pc out, or link the program there",
		   cfg->reset_pc, job->program, entry);
	return CMD_REFUSED;
}
