/* sim.h - the simulators that can run an emitted core
 * SPDX-License-Identifier: Apache-2.0
 *
 * One row per simulator: how a model is built (cosim/build/build.h, into the
 * cache) and how it is run. The harness is the same for all: a driver calls its
 * two hooks in every cycle (cosim/device/driver.h), and stops when told.
 */
#ifndef WW_COSIM_SIM_H
#define WW_COSIM_SIM_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/build/build.h"
#include "cosim/device/driver.h"

/* What the model must look like. */
struct sim_shape {
	uint32_t cores;
	uint32_t bus_bytes, lanes;
	uint32_t access_bytes;  /* what a request of the core covers */
	bool icache, dcache, axi;
	uint32_t smem_banks;    /* 0: no shared memory */
	bool errors;            /* its buses can answer with an error */
	bool trace;             /* it has the trace ports */
	bool congest;           /* it has congestors */
	uint32_t audit_bytes;   /* of audit_data, if it can read that */
};

/* When to dump waves, in cycles since the model was made. The hooks of a
 * Verilator run may still put off a FROM that has not come. */
struct sim_waves {
	const char *path;
	enum build_waves kind;
	uint64_t from;
};

/* One run, beginning with the reset of the core, until HOOKS say stop. */
struct sim_run {
	const char *model;              /* as BUILD named it */
	struct sim_shape shape;         /* else the model is refused */
	struct cosim_hooks hooks;
	const struct sim_waves *waves;  /* NULL: none */
	const char *coverage;           /* where the model's own goes; NULL:
					 * it does not count */
	const volatile sig_atomic_t *interrupt; /* not 0: give up; or NULL */
	char *why;                      /* what went wrong */
	size_t why_size;
};

struct sim {
	const char *name;       /* as in --sim NAME */
	build_model *build;
	/* 0, or -1 and WHY: the model cannot be loaded, does not fit, ended on
	 * its own, or the waves cannot be written. */
	int (*run)(const struct sim_run *run);
};

/* The simulator NAME, or NULL. */
const struct sim *sim_find(const char *name);
/* The Nth, or NULL behind the last; the first is the one that is used if nobody
 * asks for another. All are in sims.def. */
const struct sim *sim_at(size_t n);

/* Can the hooks of a run fork a copy of it? The core must live in this process,
 * and the driver look at FROM of the waves in every cycle. */
bool sim_forks(const struct sim *sim);

/* What of HAVE does not fit WANT, as a clause; NULL if it fits. */
const char *sim_misfit(const struct cosim_model_shape *have,
		       const struct sim_shape *want);

#endif
