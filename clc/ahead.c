/* ahead.c - the loads of four turns go ahead of what these turns write
 * SPDX-License-Identifier: Apache-2.0
 *
 * In a loop with atomic functions, which take long one after the other, the
 * loads for the next four turns come before the functions of these four, so
 * that memory is at work meanwhile. Their addresses must follow from the
 * counter, and nothing in the loop may write what they read. A thread that has
 * no four turns more loads again what it has loaded.
 */
#include "clc/batch.h"
#include "clc/opencl.h"

#include <string.h>

/* Address spaces that instruction I writes, a bit each; -1: any. */
static int writes(LLVMValueRef i)
{
	LLVMValueRef p = LLVMGetInstructionOpcode(i) == LLVMStore ?
			 LLVMGetOperand(i, 1) : LLVMGetOperand(i, 0);
	unsigned space;

	if (LLVMGetInstructionOpcode(i) != LLVMStore &&
	    LLVMGetInstructionOpcode(i) != LLVMAtomicRMW)
		return 0;
	space = LLVMGetPointerAddressSpace(LLVMTypeOf(p));
	return space == SPACE_GLOBAL || space == SPACE_LOCAL ? 1 << space : -1;
}

/* Whether the load I reads what nobody writes who writes to SPACES. */
static bool is_apart(LLVMValueRef i, int spaces)
{
	unsigned space = LLVMGetPointerAddressSpace(
		LLVMTypeOf(LLVMGetOperand(i, 0)));

	if (space == SPACE_GLOBAL || space == SPACE_CONSTANT)
		return !(spaces & ~(1 << SPACE_LOCAL));
	return !spaces ||
	       (space == SPACE_LOCAL && spaces == 1 << SPACE_GLOBAL);
}

/* Whether V, of the body, is computed from its counter and from what stays the
 * same, without memory. */
static bool follows_counter(const struct batch *b, LLVMValueRef v)
{
	if (v == b->counter || !batch_in_body(b, v))
		return true;
	switch (LLVMGetInstructionOpcode(v)) {
	case LLVMPHI:
	case LLVMLoad:
	case LLVMCall:
	case LLVMAtomicRMW:
		return false;
	default:
		break;
	}
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++)
		if (!follows_counter(b, LLVMGetOperand(v, k)))
			return false;
	return true;
}

void ahead_find(struct batch *b)
{
	bool atomic = false;
	int spaces = 0;

	for EACH_INSTRUCTION(i, b->body) {
		spaces |= writes(i);
		atomic |= LLVMGetInstructionOpcode(i) == LLVMAtomicRMW;
	}
	for EACH_INSTRUCTION(i, b->body)
		if (atomic && b->earlies < EARLY &&
		    LLVMGetInstructionOpcode(i) == LLVMLoad &&
		    is_apart(i, spaces) &&
		    follows_counter(b, LLVMGetOperand(i, 0)))
			b->early[b->earlies++].load = i;
}

/* A copy of V, of the body, where the counter is I. */
static LLVMValueRef copy_at(struct batch *b, LLVMValueRef v, LLVMValueRef i)
{
	LLVMValueRef new;

	if (v == b->counter)
		return i;
	if (!batch_in_body(b, v))
		return v;
	new = LLVMInstructionClone(v);
	for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(v); k++)
		LLVMSetOperand(new, k, copy_at(b, LLVMGetOperand(v, k), i));
	LLVMInsertIntoBuilder(b->build, new);
	return new;
}

/* Loads what the turn of counter I needs, as the values of TURN. */
static void load_turn(struct batch *b, LLVMValueRef i, uint32_t turn,
		      LLVMValueRef value[EARLY][TURNS])
{
	for (int e = 0; e < b->earlies; e++)
		value[e][turn] = copy_at(b, b->early[e].load, i);
}

/* The first turn is made in any case; where four are not left, it stands for
 * the others, since there may be no memory for these. */
void ahead_begin(struct batch *b)
{
	LLVMValueRef value[EARLY][TURNS], more, i;

	if (!b->earlies)
		return;
	i = LLVMGetIncomingValue(
		b->counter, LLVMGetIncomingBlock(b->counter, 0) == b->body);
	more = batch_has_four(b, i);
	load_turn(b, i, 0, value);
	for (uint32_t k = 1; k < TURNS; k++)
		load_turn(b, LLVMBuildSelect(
			b->build, more, LLVMBuildAdd(b->build, i, batch_steps(
				b, k), ""), i, ""), k, value);
	for (int e = 0; e < b->earlies; e++)
		memcpy(b->early[e].turn, value[e], sizeof value[e]);
}

void ahead_phis(struct batch *b)
{
	for (int e = 0; e < b->earlies; e++)
		for (int k = 0; k < TURNS; k++)
			b->early[e].turn[k] =
				batch_test_phi(b, b->early[e].turn[k]);
}

LLVMValueRef ahead_value(const struct batch *b, LLVMValueRef i, int turn)
{
	for (int e = 0; e < b->earlies; e++)
		if (b->early[e].load == i)
			return b->early[e].turn[turn];
	return NULL;
}

/* Where no four turns are left, the loads are those of the turns that are under
 * way. */
void ahead_next(struct batch *b)
{
	LLVMValueRef value[EARLY][TURNS], next;

	if (!b->earlies)
		return;
	next = LLVMBuildAdd(b->build, b->first, batch_steps(b, TURNS), "");
	next = LLVMBuildSelect(b->build, batch_has_four(b, next), next,
			       b->first, "");
	for (uint32_t k = 0; k < TURNS; k++)
		load_turn(b, LLVMBuildAdd(b->build, next, batch_steps(b, k),
					  ""), k, value);
	for (int e = 0; e < b->earlies; e++)
		for (int k = 0; k < TURNS; k++)
			batch_close_phi(b, b->early[e].turn[k], value[e][k]);
}

void ahead_move(struct batch *b)
{
	LLVMValueRef end = LLVMGetLastInstruction(b->four), i, next;
	struct map late = { 0 };
	int spaces = 0;

	LLVMPositionBuilderAtEnd(b->build, b->four);
	for (i = LLVMGetFirstInstruction(b->four); i; i = next) {
		LLVMOpcode o = LLVMGetInstructionOpcode(i);
		bool is_late = writes(i) || (o == LLVMLoad &&
					     !is_apart(i, spaces));

		next = i == end ? NULL : LLVMGetNextInstruction(i);
		for (unsigned k = 0; k < (unsigned)LLVMGetNumOperands(i); k++)
			is_late |= map_get(&late, LLVMGetOperand(i, k), 0);
		spaces |= writes(i);
		if (!is_late)
			continue;
		map_set(&late, i, 1);
		LLVMInstructionRemoveFromParent(i);
		LLVMInsertIntoBuilder(b->build, i);
	}
	map_free(&late);
}
