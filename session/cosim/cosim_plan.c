/* cosim_plan.c - the settings of checker, memory and model for a job
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <string.h>

#include "gen/counters.h"
#include "session/cosim/cosim_job.h"
#include "session/machine.h"

const struct job cosim_job_start = {
	.check = true, .latency = 4, .bandwidth = 1, .max_cycles = 100000000,
	.window.cycles = 10000, .snapshot = 1, .audit = 1
};

/* What the job asks of memory. */
static void ask_memory(const struct job *job, struct mem_config *m)
{
	m->latency = (uint32_t)job->latency;
	m->bandwidth = (uint32_t)job->bandwidth;
	m->dram = job->dram;
	m->dram_mhz = job->dram_mhz;
	m->random = job->random;
	m->seed = job->seed;
	m->error_count = job->error_count;
	memcpy(m->errors, job->errors, sizeof m->errors);
}

struct harness_config cosim_plan(const struct job *job)
{
	struct harness_config h = {
		.machine = machine_from_config(&job->cfg),
		.shape = shape_from_config(&job->cfg),
		.checker = {
			.strict = job->strict,
			.events = counters_events(&job->cfg)
		},
		.check = job->check, .max_cycles = job->max_cycles,
		.max_seconds = job->max_seconds,
		.congest = job->congest, .audit = (uint32_t)job->audit,
		.interrupt = job->interrupt
	};

	h.mem = mem_for(&h.machine, &h.shape);
	ask_memory(job, &h.mem);
	return h;
}

struct sim_shape cosim_shape(const struct job *job)
{
	return (struct sim_shape){
		.shape = shape_from_config(&job->cfg),
		.cores = job->cfg.cores, .trace = job->check,
		.errors = job->error_count != 0,
		.congest = job->congest.percent != 0
	};
}

void cosim_machine(const struct job *job, struct coverage_machine *m)
{
	struct machine machine = machine_from_config(&job->cfg);
	struct shape shape = shape_from_config(&job->cfg);

	cosim_cover_machine(&machine, &shape, m);
}
