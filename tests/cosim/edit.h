/* edit.h - changes to a stream of records
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each edit says false if the stream has no place for it; then another seed
 * of the ideal core may.
 */
#ifndef WW_TESTS_COSIM_EDIT_H
#define WW_TESTS_COSIM_EDIT_H

#include "tests/cosim/ideal.h"

enum { EDIT_ANY = ISA_OP_COUNT + 1 };

/* Which record: the NTHth of KIND whose instruction is OP (or EDIT_ANY). */
struct edit_at {
	uint32_t kind, op, nth;
};

/* Its place in the stream, or -1. */
long edit_find(const struct ideal_stream *s, struct edit_at at);
/* The next record after AT of the same KIND and warp, or -1. */
long edit_next(const struct ideal_stream *s, long at, uint32_t kind);

void edit_remove(struct ideal_stream *s, long at);
/* A copy of the record at FROM, in front of the one at TO. */
void edit_insert(struct ideal_stream *s, long to, long from);
/* Moves the record at FROM in front of the one at TO. */
void edit_move(struct ideal_stream *s, long to, long from);
/* Exchanges two records; their cycles stay. */
void edit_swap(struct ideal_stream *s, long a, long b);

#endif
