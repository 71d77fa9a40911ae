/* sim.h - the simulators that can run an emitted core
 * SPDX-License-Identifier: Apache-2.0
 *
 * One row per simulator: how to build a model (cosim/build/build.h, into the
 * cache), and how to run it. The harness is the same for all: a driver calls
 * its hooks in each cycle (cosim/device/driver.h), until `sample` returns
 * nonzero.
 */
#ifndef WW_COSIM_SIM_H
#define WW_COSIM_SIM_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/build/build.h"
#include "cosim/device/driver.h"
#include "machine/shape.h"

/* What is expected of a model. */
struct sim_shape {
	struct shape shape;
	uint32_t cores;
	bool errors;            /* its buses have error responses */
	bool trace;             /* it has the trace ports */
	bool congest;           /* it has congestors */
};

/* Waves: from cycle FROM since the model was made. The hooks of a Verilator run
 * may delay a FROM that has not come. */
struct sim_waves {
	const char *path;
	enum build_waves kind;
	uint64_t from;
};

/* A run, from the reset of the core until HOOKS stop it. */
struct sim_run {
	const char *model;              /* the path that BUILD returned */
	struct sim_shape shape;         /* a model of another shape is
					 * refused */
	struct cosim_hooks hooks;
	const struct sim_waves *waves;  /* NULL: none */
	const char *coverage;           /* file for the model's own coverage;
					 * NULL: not counted */
	const volatile sig_atomic_t *interrupt; /* nonzero: stop; may be NULL */
	char *why;                      /* out: the reason of a failure */
	size_t why_size;
};

struct sim {
	const char *name;       /* of --sim NAME */
	build_model *build;
	/* Returns 0, or -1 and WHY: the model cannot be loaded, does not fit or
	 * ended on its own, or the waves cannot be written. */
	int (*run)(const struct sim_run *run);
};

/* The simulator of that name, or NULL. */
const struct sim *sim_find(const char *name);
/* Simulator number N of sims.def, or NULL after the last. The first is the
 * default. */
const struct sim *sim_at(size_t n);

/* Can the hooks of a run fork a copy of it? Then the core is in this process,
 * and the driver reads FROM of the waves in each cycle. */
bool sim_forks(const struct sim *sim);

/* A clause that says how HAVE differs from WANT; NULL if it fits. */
const char *sim_misfit(const struct cosim_model_shape *have,
		       const struct sim_shape *want);

#endif
