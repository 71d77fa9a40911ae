/* records.h - writes trace records as text, for any simulator
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_COSIM_RECORDS_H
#define WW_COSIM_RECORDS_H

#include <stdio.h>

#include "cosim/cosim.h"
#include "cosim/device/driver.h"

/* The number of words of a record of KIND (REC_KIND_issue ...),
 * in a core of SHAPE. */
uint32_t records_words(const struct shape *shape, uint32_t kind);

/* A record of a part that belongs to no core. */
struct part_record {
	enum record_part part;
	uint32_t number;        /* of the part among those of its kind */
	uint32_t first, count;  /* words of PORTS' words */
	const uint32_t *words;
	const char *kind;       /* its name */
};

/* Goes on to the next valid record of PORTS behind *AT, which is all zero at
 * first. Returns false if there is none. */
bool records_next(const struct shape *shape,
		  const struct record_ports ports[REC_PARTS],
		  struct part_record *at);

/* Writes a line for each valid record of PINS: cycle, kind, words in
 * hexadecimal. A word without meaning is written as - (doc/trace.md). */
void records_write(FILE *out, const struct shape *shape,
		   uint64_t cycle, const struct cosim_pins *pins);

#endif
