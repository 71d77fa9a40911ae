/* ideal.h - a core without faults, made from a golden model
 * SPDX-License-Identifier: Apache-2.0
 *
 * It executes a program on a golden model of its own and chooses at random,
 * but within the rules of doc/trace.md, when and in which order things issue,
 * perform, retire and take control. What it writes must pass the lockstep;
 * what a test changes in it must not.
 */
#ifndef WW_TESTS_COSIM_IDEAL_H
#define WW_TESTS_COSIM_IDEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/cosim.h"

enum { IDEAL_WORDS = 48, IDEAL_FETCH = 0 };

struct ideal_config {
	struct golden_config machine;
	uint32_t lanes, bus_bytes;
	bool coalesce;
	bool prefetch;        /* a warp executes words that it fetched early */
	uint32_t events;      /* the performance counters it has */
	uint64_t seed;
};

/* Kind 1 .. 4 as in doc/trace.md; IDEAL_FETCH: w[0] is the address. */
struct ideal_record {
	uint64_t cycle;
	uint32_t kind;
	uint32_t w[IDEAL_WORDS];
};

struct ideal_stream {
	struct ideal_record *records;
	size_t count, room;
	struct cosim_final final;
	uint64_t counters[ISA_EVENT_COUNT];
	uint8_t *ram;
	uint64_t *dirty;
	bool ended;           /* false: the program did not come to its end */
};

/* Runs PROGRAM (COUNT words at the reset pc). Release with ideal_free. */
void ideal_run(const struct ideal_config *config, const uint32_t *program,
	       size_t count, struct ideal_stream *out);
void ideal_free(struct ideal_stream *s);

#endif
