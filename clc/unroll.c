/* unroll.c - short loops that threads leave together make several turns at once
 * SPDX-License-Identifier: Apache-2.0
 *
 * LLVM unrolls no loop for a core that it does not know. On this one a warp
 * waits ten cycles for what it has loaded, so several turns are worth their
 * code: their loads are issued before the first result is waited for. A loop of
 * one block whose branch is the same for all threads gets the note by which
 * LLVM's pass loop-unroll makes that many turns of it; the turns that are left
 * are a loop of their own, whose branch is the same for all threads, too. Loops
 * that threads leave one by one are for batch.c.
 *
 * Preconditions: as of uniform.c, and loop-simplify. The result needs
 * loop-simplify and lcssa again.
 */
#include "clc/batch.h"
#include "clc/clc.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

/* Instructions of a body, and how many turns are made of it. */
enum { TINY = 14, SHORT = 28, LONG = 56 };
enum { OF_TINY = 8, OF_SHORT = 4, OF_LONG = 2 };

/* The instructions of BODY but for phis and what makes no code; -1 if it may
 * not be there more than once. */
static int count(LLVMBasicBlockRef body)
{
	int n = 0;

	for EACH_INSTRUCTION(i, body)
		switch (LLVMGetInstructionOpcode(i)) {
		case LLVMPHI:
			break;
		case LLVMCall:
			if (!batch_is_pure(i))
				return -1;
			n++;
			break;
		case LLVMFence:
		case LLVMAlloca:
		case LLVMAtomicCmpXchg:
		case LLVMAtomicRMW:
			return -1;
		default:
			n++;
		}
	return n;
}

static unsigned turns(LLVMBasicBlockRef body, unsigned most)
{
	int n = count(body);
	unsigned times = n < 0 || n > LONG ? 1 : n > SHORT ? OF_LONG :
			 n > TINY ? OF_SHORT : OF_TINY;

	return times < most ? times : most;
}

/* Whether V, of BODY, is a counter there that goes on by one. */
static bool is_counter(LLVMBasicBlockRef body, LLVMValueRef v)
{
	LLVMValueRef step;

	if (!LLVMIsAInstruction(v) || LLVMGetInstructionParent(v) != body ||
	    LLVMGetInstructionOpcode(v) != LLVMAdd)
		return false;
	step = LLVMGetOperand(v, 1);
	return LLVMIsAConstantInt(step) && LLVMGetIntTypeWidth(LLVMTypeOf(
		       step)) == 32 && llabs(LLVMConstIntGetSExtValue(step)) ==
	       1 && LLVMIsAPHINode(LLVMGetOperand(v, 0));
}

/* Whether BRANCH ends a loop of one block that compares a counter. Of other
 * loops LLVM does not know how many turns they have left: all their branches
 * would stay. */
static bool is_loop(LLVMValueRef branch)
{
	LLVMBasicBlockRef body = LLVMGetInstructionParent(branch);
	LLVMValueRef c = LLVMGetCondition(branch);

	if ((LLVMGetSuccessor(branch, 0) != body &&
	     LLVMGetSuccessor(branch, 1) != body) || !LLVMIsAICmpInst(c))
		return false;
	switch (LLVMGetICmpPredicate(c)) {
	case LLVMIntEQ:
	case LLVMIntNE:
	case LLVMIntULT:
	case LLVMIntUGE:
	case LLVMIntSLT:
	case LLVMIntSGE:
		return is_counter(body, LLVMGetOperand(c, 0));
	case LLVMIntUGT:
	case LLVMIntULE:
	case LLVMIntSGT:
	case LLVMIntSLE:
		break;
	}
	return false;
}

static unsigned kind_of(LLVMContextRef c)
{
	return LLVMGetMDKindIDInContext(c, "llvm.loop", 9);
}

static LLVMMetadataRef word(LLVMContextRef c, const char *s)
{
	return LLVMMDStringInContext2(c, s, strlen(s));
}

/* Whether the user has said how many turns the loop makes at once. */
static bool has_note(LLVMValueRef branch, LLVMContextRef c)
{
	LLVMValueRef all = LLVMGetMetadata(branch, kind_of(c)), of[20];

	if (!all || LLVMGetMDNodeNumOperands(all) > 20)
		return all != NULL;
	LLVMGetMDNodeOperands(all, of);
	for (unsigned k = 1; k < LLVMGetMDNodeNumOperands(all); k++) {
		LLVMValueRef word[20];
		unsigned length;

		if (!LLVMIsAMDNode(of[k]) ||
		    LLVMGetMDNodeNumOperands(of[k]) < 1 ||
		    LLVMGetMDNodeNumOperands(of[k]) > 20)
			continue;
		LLVMGetMDNodeOperands(of[k], word);
		if (LLVMIsAMDString(word[0]) &&
		    module_starts(LLVMGetMDString(word[0], &length),
				  "llvm.loop.unroll."))
			return true;
	}
	return false;
}

/* Notes that the loop that BRANCH ends makes N turns at once. The note of a
 * loop names itself first. */
static void note(LLVMValueRef branch, LLVMContextRef c, unsigned n)
{
	LLVMValueRef number = LLVMConstInt(LLVMInt32TypeInContext(c), n, 0);
	LLVMMetadataRef of[2], self = LLVMTemporaryMDNode(c, NULL, 0), all;

	of[0] = word(c, "llvm.loop.unroll.count");
	of[1] = LLVMValueAsMetadata(number);
	of[1] = LLVMMDNodeInContext2(c, of, 2);
	of[0] = self;
	all = LLVMMDNodeInContext2(c, of, 2);
	LLVMMetadataReplaceAllUsesWith(self, all);
	LLVMSetMetadata(branch, kind_of(c), LLVMMetadataAsValue(c, all));
}

int unroll_note(LLVMValueRef function, unsigned most)
{
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(function));
	struct graph *g = graph_new(function);
	struct map divergent = { 0 };
	int made = 0;

	uniform_find(g, function, &divergent);
	for (int x = 0; x < g->n; x++) {
		LLVMValueRef branch = graph_branch(g, x);
		unsigned n;

		if (!branch || !is_loop(branch) || has_note(branch, c) ||
		    map_get(&divergent, branch, 0))
			continue;
		n = turns(g->block[x], most);
		if (n == 1)
			continue;
		note(branch, c, n);
		made++;
	}
	map_free(&divergent);
	graph_free(g);
	return made;
}
