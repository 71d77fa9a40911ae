/* sims.c - the simulators that can run an emitted core
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/sim.h"

#include <string.h>

#include "cosim/icarus.h"
#include "cosim/verilator.h"

static const struct sim sims[] = {
#define SIM(name, build, run) { name, build, run },
#include "cosim/sims.def"
#undef SIM
};

const struct sim *sim_at(size_t n)
{
	return n < sizeof sims / sizeof *sims ? &sims[n] : NULL;
}

const struct sim *sim_find(const char *name)
{
	for (size_t i = 0; i < sizeof sims / sizeof *sims; i++)
		if (strcmp(sims[i].name, name) == 0)
			return &sims[i];
	return NULL;
}

bool sim_forks(const struct sim *sim)
{
	return sim->build == verilator_build;
}
