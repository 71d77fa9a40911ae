/* word.h - the control word, which decode sends with each instruction
 * SPDX-License-Identifier: Apache-2.0
 *
 * Its fields are the rows of word.def. All texts are constants.
 */
#ifndef WW_GEN_WORD_H
#define WW_GEN_WORD_H

#include "gen/params.h"

enum {
	WORD_JUDGED = 1,        /* issue reads it, in flip-flops */
	WORD_KEPT = 2,          /* kept in the queue, then in the issue
				 * register */
	/* sent by operand read to these units */
	WORD_EXECUTE = 4,
	WORD_ACCESS = 8,        /* the load/store unit */
	WORD_CONTROL = 16,      /* warp control */
	WORD_THROUGH = WORD_EXECUTE | WORD_ACCESS | WORD_CONTROL,
	WORD_FIELDS_MAX = 64
};

struct word_field {
	const char *name;
	uint32_t low, bits;
	int uses;
	const char *slice;      /* bits of other fields, or NULL */
	const char *interrupt, *clone;
	const char *doc;
};

/* Bits of a register number: one more with a file f. The highest one of
 * Ventus' says that it is of a thread. */
uint32_t word_reg_bits(const struct config *c);
/* Writes the fields of C to LIST. Returns their number, at most
 * WORD_FIELDS_MAX. */
size_t word_fields(const struct config *c, struct word_field *list);

/* The bits of all fields of USE that have bits of their own. */
uint32_t word_bits(const struct config *c, int use);

/* Writes the range of F, such as "[4:0]", to TEXT; "" for a single bit. At most
 * 23 characters. */
void word_width(const struct word_field *f, char *text);

#endif
