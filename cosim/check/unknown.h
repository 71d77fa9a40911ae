/* unknown.h - is an output neither 0 nor 1 that has to be one of them?
 * SPDX-License-Identifier: Apache-2.0
 *
 * For simulators with four states; see cosim_pins.unknown.
 */
#ifndef WW_COSIM_UNKNOWN_H
#define WW_COSIM_UNKNOWN_H

#include "cosim/cosim.h"
#include "cosim/device/driver.h"

/* Looks at the outputs of a cycle after reset: valid and ready always, what
 * they speak for where they are 1. Returns 0, or 1 after cosim_report. */
int unknown_check(struct cosim *c, const struct cosim_config *config,
		  uint64_t cycle, const struct cosim_pins *p);

/* The same for WORDS words that have just been read, outside of a record. */
int unknown_words(struct cosim *c, uint64_t cycle, const char *port,
		  const uint32_t *value, const uint32_t *unknown,
		  uint32_t words);

#endif
