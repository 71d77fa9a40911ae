/* cosim_sim.c - the simulator of a run, and the waves it writes
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "cli/cosim/cosim_job.h"
#include "cli/options.h"
#include "gen/tpl.h"

const char cosim_sim_doc[] = "simulator, by default the first of:"
#define SIM(name, build, run) " " name
#include "cosim/device/sims.def"
#undef SIM
	;

const struct sim *cosim_sim(const struct job *job)
{
	return job->sim ? job->sim : sim_at(0);
}

int cosim_sim_option(const struct options *o, struct job *job)
{
	struct tpl_out names = { NULL, 0, 0 };
	int bad;

	job->sim = sim_find(o->value);
	if (job->sim)
		return 0;
	for (size_t i = 0; sim_at(i); i++)
		tpl_printf(&names, "%s%s", i ? ", " : "", sim_at(i)->name);
	bad = options_bad(o, "--sim '%s' is no simulator that this build has: "
			  "%s", o->value, names.text);
	free(names.text);
	return bad;
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
