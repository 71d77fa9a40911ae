/* sims.c - the simulators that can run an emitted core
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/device/sim.h"

#include <string.h>

#include "cosim/device/icarus.h"
#include "cosim/device/verilator.h"

static const struct sim sims[] = {
#define SIM(name, build, run) { name, build, run },
#include "cosim/device/sims.def"
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
