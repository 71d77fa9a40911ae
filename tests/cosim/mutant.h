/* mutant.h - a wrong stream of records, and the check that must notice it
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_COSIM_MUTANT_H
#define WW_TESTS_COSIM_MUTANT_H

#include "tests/cosim/edit.h"
#include "tests/cosim/programs.h"
#include "tests/cosim/replay.h"

struct program {
	uint32_t words[PROGRAM_WORDS];
	uint32_t count;
};

void program_make(struct program *p, uint32_t (*fn)(uint32_t *));

/* A small core without caches. */
struct ideal_config legal_core(uint32_t warps, uint32_t threads,
			       uint32_t lanes, uint32_t bus, bool coalesce);

/* Runs FN on the ideal core of C, with each seed from 1 to SEEDS, and replays
 * what it says: the first seed with which a check fires though it should not,
 * with the reason in WHY; or 0. */
uint32_t legal_all(struct ideal_config c, uint32_t (*fn)(uint32_t *),
		   uint32_t seeds, char *why, size_t size);

/* Either a function changes the stream, or some bits of one word. SHAPE is for
 * the test that has a choice of cores. */
struct mutant {
	const char *name;
	int shape;
	uint32_t (*program)(uint32_t *);
	struct edit_at at;
	uint32_t word, bits;
	bool (*move)(struct ideal_stream *s);
	enum cosim_check check;
};

enum { MUTANT_NO_PLACE = -2 };

/* Of a result of one of these functions. */
const char *mutant_check_name(int check);

/* Runs P on the ideal core of C, changes the stream and replays it: the check
 * that fires, REPLAY_CLEAN, or MUTANT_NO_PLACE if the change has no place. */
int mutant_try(const struct mutant *m, const struct ideal_config *c,
	       const struct program *p);

#endif
