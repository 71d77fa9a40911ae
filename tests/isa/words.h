/* words.h - random instruction words and scratch files for the tests of isa/
 * SPDX-License-Identifier: Apache-2.0
 *
 * The seed is WW_SEED, else 1; words_seed prints it together with the command
 * that repeats the test.
 */
#ifndef WW_TESTS_ISA_WORDS_H
#define WW_TESTS_ISA_WORDS_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "isa/isa.h"

struct words {
	uint64_t state;
};

static inline struct words words_seed(const char *test)
{
	const char *text = getenv("WW_SEED");
	struct words w = { text ? strtoull(text, NULL, 0) : 1 };

	printf("# seed %" PRIu64 "; repeat with: "
		"make check TESTS=%s WW_SEED=%" PRIu64 "\n",
		w.state, test, w.state);
	return w;
}

/* splitmix64; every bit of the result is usable. */
static inline uint32_t words_next(struct words *w)
{
	uint64_t z = w->state += UINT64_C(0x9E3779B97F4A7C15);

	z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
	z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
	return (uint32_t)(z ^ z >> 31);
}

/* A word of row OP. Now and then the bits of one field letter are all zero or
 * all one, since the edges are where syntax changes. */
static inline uint32_t words_of(struct words *w, enum isa_op op)
{
	const struct isa_insn *insn = isa_insn(op);
	uint32_t word = words_next(w);
	uint32_t choice = words_next(w);
	char letter = insn->row[choice >> 8 & 31];
	unsigned i;

	for (i = 0; i < 32 && choice % 8 < 2; i++)
		if (insn->row[i] == letter)
			word = choice % 8 ? word | UINT32_C(1) << (31 - i)
				: word & ~(UINT32_C(1) << (31 - i));
	return (word & ~insn->mask) | insn->match;
}

#endif
