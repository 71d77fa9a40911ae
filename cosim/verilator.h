/* verilator.h - the driver for compiled models
 * SPDX-License-Identifier: Apache-2.0
 *
 * A model is a shared object made by cosim/build.h. A `struct verilator` owns
 * the loaded object, one core and its pins.
 */
#ifndef WW_COSIM_VERILATOR_H
#define WW_COSIM_VERILATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/driver.h"

/* What the model must look like. */
struct verilator_shape {
	uint32_t bus_bytes, lanes;
	uint32_t access_bytes;  /* what a request of the core covers */
	bool icache, dcache, axi;
	uint32_t smem_banks;    /* 0: no shared memory */
	bool errors;            /* its buses can answer with an error */
	bool trace;             /* it has the trace ports */
};

/* When to dump waves, in cycles since the model was made. */
struct verilator_waves {
	const char *path;
	uint64_t from;
};

struct verilator;

/* Loads the model at PATH and makes a core. 0 and *OUT, or -1 and WHY: it
 * cannot be loaded, is of another version, or does not fit SHAPE. */
int verilator_open(const char *path, const struct verilator_shape *shape,
		   struct verilator **out, char *why, size_t why_size);
void verilator_close(struct verilator *v);

/* Runs the core, beginning with its reset, until HOOKS say stop. WAVES may be
 * NULL. 0, or -1 if the waves cannot be written. */
int verilator_run(struct verilator *v, const struct cosim_hooks *hooks,
		  const struct verilator_waves *waves);

#endif
