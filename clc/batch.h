/* batch.h - the pieces of a loop that makes four turns at once
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLC_BATCH_H
#define WW_CLC_BATCH_H

#include "clc/clc.h"

enum { TURNS = 4, LOADS = 4, EARLY = 2 };

/* A phi of the body or behind it, and the one for it in block test. */
struct pair {
	LLVMValueRef phi, test;
};

/* A load of the body that is read four turns ahead: what it gives in each of
 * the four turns, as phis of block test. */
struct early {
	LLVMValueRef load, turn[TURNS];
};

struct batch {
	LLVMContextRef context;
	LLVMBuilderRef build;
	LLVMBasicBlockRef before, body, behind, test, four, rest;
	LLVMValueRef branch, compare, counter, step, bound;
	LLVMIntPredicate stays; /* stays(next value of counter, bound) */
	LLVMValueRef limit, active, first, fresh; /* fill_test */
	struct pair *in, *out;
	int ins, outs;
	struct early early[EARLY];
	int earlies;
	struct map index;       /* by value of the body: its place in now */
	LLVMValueRef *now;      /* what it is in the turn that is copied */
};

/* --- batch.c ------------------------------------------------------------ */

bool batch_in_body(const struct batch *b, LLVMValueRef v);

/* Whether the call I is arithmetic, and no more. */
bool batch_is_pure(LLVMValueRef i);

/* K steps of the counter. */
LLVMValueRef batch_steps(struct batch *b, uint32_t k);

/* Whether a thread with the counter I has four turns left. */
LLVMValueRef batch_has_four(struct batch *b, LLVMValueRef i);

/* In block test: a phi of FIRST and of what the block four hands back. */
LLVMValueRef batch_test_phi(struct batch *b, LLVMValueRef first);

/* PHI gets NEXT from the block four. */
void batch_close_phi(struct batch *b, LLVMValueRef phi, LLVMValueRef next);

/* --- ahead.c: loads of the four turns go ahead --------------------------- */

/* Finds B->early. */
void ahead_find(struct batch *b);

/* The first values of the early loads, at the end of the block before. */
void ahead_begin(struct batch *b);

/* Their phis, in block test. */
void ahead_phis(struct batch *b);

/* What instruction I of the body gives in TURN, if it is an early load; else
 * NULL. */
LLVMValueRef ahead_value(const struct batch *b, LLVMValueRef i, int turn);

/* The loads for the next four turns, in block four. */
void ahead_next(struct batch *b);

/* Moves the other loads of the block four, and what their addresses need,
 * before all else: they wait for memory together. */
void ahead_move(struct batch *b);

#endif
