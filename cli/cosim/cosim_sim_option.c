/* cosim_sim_option.c - the option --sim of cosim and fuzz
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>

#include "cli/cosim/cosim_command.h"
#include "gen/tpl.h"

const char cosim_sim_doc[] = "simulator, by default the first of:"
#define SIM(name, build, run) " " name
#include "cosim/device/sims.def"
#undef SIM
	;

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
