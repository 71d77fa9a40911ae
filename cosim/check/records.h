/* records.h - writes trace records as text, for any simulator
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_RECORDS_H
#define WW_COSIM_RECORDS_H

#include <stdio.h>

#include "cosim/cosim.h"
#include "cosim/device/driver.h"

/* The number of words of the record whose valid bit is BIT (COSIM_ISSUE ...),
 * in a core with CONFIG. */
uint32_t records_words(const struct cosim_config *config, uint32_t bit);

/* Writes a line for each valid record of PINS: cycle, kind, words in
 * hexadecimal. A word without meaning is written as - (doc/trace.md). */
void records_write(FILE *out, const struct cosim_config *config,
		   uint64_t cycle, const struct cosim_pins *pins);

#endif
