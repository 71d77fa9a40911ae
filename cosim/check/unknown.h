/* unknown.h - checks outputs for unknown bits
 * SPDX-License-Identifier: Apache-2.0
 *
 * For simulators with four states; see cosim_pins.unknown. An unknown bit is
 * neither 0 nor 1.
 */
#ifndef WW_COSIM_UNKNOWN_H
#define WW_COSIM_UNKNOWN_H

#include "cosim/cosim.h"
#include "cosim/device/driver.h"

/* Checks the outputs of a cycle after reset: valid and ready always, their
 * payload where they are 1. Returns 0, or 1 after cosim_report. */
int unknown_check(struct cosim *c, const struct shape *shape,
		  uint64_t cycle, const struct cosim_pins *p);

/* The same for WORDS words that have just been read and belong to no record. */
int unknown_words(struct cosim *c, uint64_t cycle, const char *port,
		  const uint32_t *value, const uint32_t *unknown,
		  uint32_t words);

#endif
