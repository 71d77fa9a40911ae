/* gates_option.c - the options --gates and --placed of cosim and fuzz
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/cosim/gates_option.h"

#include "cli/synth/synth_target.h"
#include "fpga/gates.h"
#include "fpga/placed.h"

int gates_option(const struct options *o, struct job *job)
{
	job->gates = synth_target(o);
	if (!job->gates)
		return OPTIONS_BAD;
	if (gates_has_models(job->gates))
		return 0;
	return options_bad(o, "--gates: there are no models of the cells of %s",
			   job->gates->name);
}

int placed_combine(const struct options *o, const struct job *job)
{
	if (!job->placed)
		return 0;
	if (!job->gates)
		return options_bad(o, "--placed needs --gates hx8k");
	if (!placed_can(job->gates))
		return options_bad(o,
				   "--placed: a placed core can be read back "
				   "for hx8k only, not for %s",
				   job->gates->name);
	if (cosim_sim(job) != sim_find("verilator"))
		return options_bad(o, "--placed needs --sim verilator");
	if (job->rtl)
		return options_bad(o, "--placed places a core without the "
				      "trace ports of --rtl; leave out --rtl");
	if (!job->check)
		return options_bad(o,
				   "--placed compares; leave out --no-check");
	return 0;
}
