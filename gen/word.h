/* word.h - the control word: what decode hands on with each instruction
 * SPDX-License-Identifier: Apache-2.0
 *
 * Its fields are the rows of word.def. All texts are constants.
 */
#ifndef WW_GEN_WORD_H
#define WW_GEN_WORD_H

#include "gen/params.h"

enum {
	WORD_JUDGED = 1,        /* by issue, in flip-flops */
	WORD_KEPT = 2,          /* in the queue, then in the issue register */
	/* From operand read to one or more of these, or to any. */
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

/* Bits of the number of a register: one more where there are registers f. */
uint32_t word_reg_bits(const struct config *c);
/* The fields of a configuration, at most WORD_FIELDS_MAX: how many. */
size_t word_fields(const struct config *c, struct word_field *list);

/* Bits of the fields that have USE and bits of their own. */
uint32_t word_bits(const struct config *c, int use);

/* "[4:0]", or "" for a single bit: less than 24 characters. */
void word_width(const struct word_field *f, char *text);

#endif
