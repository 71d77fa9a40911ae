/* cosim_sim.c - the simulator of a run, and the waves it writes
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <string.h>

#include "session/cosim/cosim_job.h"

const struct sim *cosim_sim(const struct job *job)
{
	return job->sim ? job->sim : sim_at(0);
}

bool cosim_takes_snapshots(const struct job *job)
{
	return job->waves && job->snapshot > 0 && !job->records &&
	       !job->rtl_coverage &&
	       sim_forks(cosim_sim(job));
}

enum build_waves cosim_wave_kind(const char *path)
{
	return strcmp(path + strlen(path) - 4, ".fst") == 0 ? BUILD_FST :
	       BUILD_VCD;
}

uint64_t cosim_waves_window(const struct job *job)
{
	return job->has_window ? job->waves_window : COSIM_REACH;
}
