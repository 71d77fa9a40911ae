/* cosim_gdb.c - GDB beside the core of a job
 * SPDX-License-Identifier: Apache-2.0
 *
 * The golden model executes an instruction when the core issues it. GDB stops
 * it in front of that, and the core stands still meanwhile.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>

#include "gdb/gdb.h"
#include "session/check.h"
#include "session/cmd_status.h"
#include "session/cosim/cosim_job.h"
#include "session/interrupt.h"

static uint64_t cycle(const void *ctx)
{
	const struct job *job = ctx;

	return harness_cycle(job->harness);
}

static void waits(const void *ctx, uint32_t core, uint32_t warp, char *buf,
		  size_t size)
{
	const struct job *job = ctx;

	cosim_waits_for(harness_cosim(job->harness), core, warp, buf, size);
}

/* Can the run be repeated in part? What writes as it goes cannot. */
static bool goes_back(const struct job *job)
{
	return sim_forks(cosim_sim(job)) && !job->trace && !job->records &&
	       !job->trace_cycles && !job->placed && !job->waves;
}

int cosim_gdb_attach(struct job *job)
{
	if (!job->gdb)
		return 0;
	job->gdb_core = (struct gdb_core){ cycle, waits, interrupt_now, job };
	job->gdb_plan = (struct gdb_plan){
		.where = job->gdb, .image = &job->image,
		.stop = job->interrupt, .core = &job->gdb_core,
		.goes_back = goes_back(job),
		.findings = job->san ? check_findings : NULL, .ctx = job->san
	};
	if (gdb_attach(job->golden, &job->gdb_plan, &job->gdb_session))
		return CMD_TOOL;
	harness_set_console(job->harness, gdb_put_console, job->gdb_session);
	return 0;
}

/* What GDB is told of a run that has ended so. */
static enum golden_status status_of(enum harness_status s, const char **why)
{
	switch (s) {
	case HARNESS_DONE: return GOLDEN_PASS;
	case HARNESS_FAULT: return GOLDEN_FAULT;
	case HARNESS_LIMIT: return GOLDEN_LIMIT;
	case HARNESS_DEADLOCK: return GOLDEN_DEADLOCK;
	case HARNESS_OVERFLOW: return GOLDEN_OVERFLOW;
	case HARNESS_HANG:
		*why = "warpwright: the core shows no activity any more\n";
		break;
	case HARNESS_MISMATCH:
		*why = "warpwright: the core does not do what the golden model "
		       "does; continue for the report\n";
		break;
	case HARNESS_RUNNING:
	case HARNESS_INTERRUPTED:
		break;
	}
	return GOLDEN_CALLED_OFF;
}

void cosim_gdb_leave(struct job *job)
{
	enum golden_status how;
	const char *why = NULL;

	if (!job->gdb_session)
		return;
	how = status_of(harness_status(job->harness), &why);
	gdb_leave(job->gdb_session, how, why);
}

void cosim_gdb_clean(struct job *job)
{
	gdb_end(job->gdb_session);
	job->gdb_session = NULL;
}
