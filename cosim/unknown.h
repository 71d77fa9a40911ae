/* unknown.h - is an output neither 0 nor 1 that has to be one of them?
 * SPDX-License-Identifier: Apache-2.0
 *
 * For simulators with four states; see cosim_pins.unknown.
 */
#ifndef WW_COSIM_UNKNOWN_H
#define WW_COSIM_UNKNOWN_H

#include "cosim/cosim.h"
#include "cosim/driver.h"

/* Which words of a record mean something, beyond the first ones. */
struct unknown_shape {
	uint32_t lanes;         /* of trace_retire */
	uint32_t bus_words;     /* of a data bus; the mask has one per 32 bytes */
	uint32_t perform, row, smem;    /* words of the records */
};

/* Looks at the outputs of a cycle after reset: valid and ready always, what
 * they speak for where they are 1. Returns 0, or 1 after cosim_report. */
int unknown_check(struct cosim *c, uint64_t cycle, const struct cosim_pins *p,
		  const struct unknown_shape *shape);

#endif
