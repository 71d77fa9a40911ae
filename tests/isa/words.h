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

/* The bits of WORD where INSN has the field LETTER. */
static inline uint32_t words_field(const struct isa_insn *insn, char letter)
{
	uint32_t bits = 0;
	unsigned i;

	for (i = 0; i < 32; i++)
		bits = bits << 1 | (insn->row[i] == letter);
	return bits;
}

/* The address of a random row of the CSR table, in its place in the word. */
static inline uint32_t words_csr(struct words *w)
{
	uint32_t rows = 0;

	while (isa_csr_row(rows))
		rows++;
	return isa_csr_row(words_next(w) % rows)->address << 20;
}

/* A word of row OP. Now and then one field is all zero or all one, since
 * the edges are where syntax changes; half the words are no hints, half of
 * the CSRs exist, and some fences are fence.tso. */
static inline uint32_t words_of(struct words *w, enum isa_op op)
{
	const struct isa_insn *insn = isa_insn(op);
	uint32_t word = words_next(w);
	uint32_t choice = words_next(w);
	uint32_t edge = words_field(insn, insn->row[choice >> 8 & 31]);

	if (choice % 8 == 0)
		word &= ~edge;
	if (choice % 8 == 1)
		word |= edge;
	if (choice & 0x10000)
		word &= ~(words_field(insn, 'x') | words_field(insn, 'm'));
	if (choice & 0x20000 && words_field(insn, 'c'))
		word = (word & 0xFFFFF) | words_csr(w);
	if (op == ISA_FENCE && choice % 16 == 2)
		word = 0x8330000F;
	if (insn->rounds && !isa_round_name(word >> 12))
		word ^= 0x2000;
	return (word & ~insn->mask) | insn->match;
}

#endif
