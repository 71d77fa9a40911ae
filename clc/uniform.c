/* uniform.c - which values may differ between the threads of a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * A value is divergent if it comes from a source (the number of the thread, an
 * address on its stack, an atomic access, a volatile load, an unknown call, a
 * parameter not marked as uniform), is computed from a divergent value, or is
 * chosen by a divergent branch: a phi where the ways of the branch meet, and
 * one behind a loop that the branch leaves, since threads leave it in different
 * turns. What is loaded from a uniform address is uniform: one instruction
 * loads it for all active threads. A worklist visits every value once, and
 * every branch once.
 *
 * Preconditions: graph without switch; loop-closed SSA (lcssa), so that values
 * leave loops by phis alone.
 */
#include "clc/clc.h"

#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

struct work {
	const struct graph *g;
	struct map *divergent;
	LLVMValueRef *list;
	int count, size;
};

static void mark(struct work *w, LLVMValueRef v)
{
	if (map_get(w->divergent, v, 0))
		return;
	map_set(w->divergent, v, 1);
	if (w->count == w->size) {
		w->size = w->size ? 2 * w->size : 256;
		w->list = map_grow(w->list, w->size, sizeof *w->list);
	}
	w->list[w->count++] = v;
}

static void mark_phis(struct work *w, int b)
{
	LLVMValueRef i;

	if (b < 0 || b >= w->g->n)
		return;
	for (i = LLVMGetFirstInstruction(w->g->block[b]);
	     i && LLVMIsAPHINode(i); i = LLVMGetNextInstruction(i))
		mark(w, i);
}

/* Functions of the runtime whose result all threads of a warp share. */
static const char *const shared[] = {
	"vx_sm_malloc", "vx_sm_try", "vx_malloc", "vx_try",
	"vx_sm_size", "vx_receive", NULL
};

/* Whether I makes one value of those of all threads: a vote; their mask; or
 * ww_same of warpwright.h, by which the programmer says that threads agree. */
static bool is_common(LLVMValueRef i)
{
	return LLVMIsACallInst(i) &&
	       (module_starts(module_asm(i), "vote.") ||
		!strcmp(module_asm(i), BATCH_VOTE) ||
		!strcmp(module_asm(i), STRUCTURE_TMASK) ||
		!strcmp(module_asm(i), STRUCTURE_SAME));
}

/* Reads of CSRs that all threads of a warp share: csrr $0, $1. */
static bool is_shared_csr(LLVMValueRef call)
{
	unsigned long long csr;

	if (strcmp(module_asm(call), "csrr $0, $1") ||
	    !LLVMIsAConstantInt(LLVMGetOperand(call, 0)))
		return false;
	csr = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 0));
	return csr != ISA_CSR_THREAD_ID && csr != ISA_CSR_MHARTID &&
	       csr != ISA_CSR_BLOCK_THREAD &&
	       csr != ISA_CSR_FFLAGS && csr != ISA_CSR_FRM &&
	       csr != ISA_CSR_FCSR;
}

/* Whether the asm I may give each thread something else, though its operands
 * are the same. Without text it names a register: tp is the warp's, see
 * vx_get_arg. Without effects it may still read a CSR, or without operands a
 * register. */
static bool is_asm_source(LLVMValueRef i)
{
	LLVMValueRef f = LLVMGetCalledValue(i);
	const char *text = module_asm(i);
	bool alone = LLVMGetNumArgOperands(i) == 0;
	size_t n;

	if (is_common(i) || is_shared_csr(i))
		return false;
	if (!*text)
		return alone && !strstr(LLVMGetInlineAsmConstraintString(f, &n),
					"{x4}");
	return alone || LLVMGetInlineAsmHasSideEffects(f) ||
	       strstr(text, "csr");
}

/* Intrinsics that give a thread's own stack. */
static bool is_stack(const char *name)
{
	return module_starts(name, "llvm.frameaddress") ||
	       module_starts(name, "llvm.stacksave") ||
	       module_starts(name, "llvm.addressofreturnaddress") ||
	       module_starts(name, "llvm.sponentry") ||
	       module_starts(name, "llvm.read_");
}

static bool is_source(LLVMValueRef i)
{
	switch (LLVMGetInstructionOpcode(i)) {
	case LLVMAlloca:
	case LLVMAtomicRMW:
	case LLVMAtomicCmpXchg:
		return true;
	case LLVMLoad:
		return LLVMGetVolatile(i) ||
		       LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic;
	case LLVMCall:
		if (LLVMIsAInlineAsm(LLVMGetCalledValue(i)))
			return is_asm_source(i);
		for (const char *const *s = shared; *s; s++)
			if (!strcmp(module_callee(i), *s))
				return false;
		return !module_starts(module_callee(i), "llvm.") ||
		       is_stack(module_callee(i));
	default:
		return false;
	}
}

/* What follows from threads going both ways at the end of B. */
static void split_at(struct work *w, int b)
{
	const struct graph *g = w->g;
	int meet = g->ipdom[b];
	bool *first = map_alloc(g->n, sizeof(bool));
	bool *second = map_alloc(g->n, sizeof(bool));
	bool *leaves = map_alloc(g->n, sizeof(bool));

	graph_reach(g, graph_successor(g, b, 0), meet, first);
	graph_reach(g, graph_successor(g, b, 1), meet, second);
	mark_phis(w, meet);
	for (int k = 0; k < g->loops; k++) {
		const struct loop *l = &g->loop[k];

		if (!l->in[b] || (meet >= 0 && meet < g->n && l->in[meet]))
			continue;
		leaves[l->header] = true;
		for (int x = 0; x < g->n; x++)
			for (int i = g->out.first[x];
			     l->in[x] && i < g->out.first[x + 1]; i++)
				if (g->out.to[i] < g->n &&
				    !l->in[g->out.to[i]])
					mark_phis(w, g->out.to[i]);
	}
	for (int x = 0; x < g->n; x++)
		if (first[x] && second[x] && !leaves[x])
			mark_phis(w, x);
	free(first);
	free(second);
	free(leaves);
}

static bool is_uniform_parameter(LLVMValueRef f, unsigned i)
{
	return LLVMGetStringAttributeAtIndex(f, i + 1, UNIFORM,
					     strlen(UNIFORM)) != NULL;
}

void uniform_find(const struct graph *g, LLVMValueRef function,
		    struct map *divergent)
{
	struct work w = { g, divergent, NULL, 0, 0 };

	for (unsigned i = 0; i < LLVMCountParams(function); i++)
		if (!is_uniform_parameter(function, i))
			mark(&w, LLVMGetParam(function, i));
	for (int b = 0; b < g->n; b++)
		for (LLVMValueRef i = LLVMGetFirstInstruction(g->block[b]); i;
		     i = LLVMGetNextInstruction(i))
			if (is_source(i))
				mark(&w, i);
	while (w.count) {
		LLVMValueRef v = w.list[--w.count];

		for (LLVMUseRef u = LLVMGetFirstUse(v); u;
		     u = LLVMGetNextUse(u)) {
			LLVMValueRef i = LLVMGetUser(u);
			int b;

			if (!LLVMIsAInstruction(i))
				continue;
			b = map_get(&g->number, LLVMGetInstructionParent(i),
				    -1);
			if (b < 0 || map_get(divergent, i, 0) || is_common(i))
				continue;
			if (!LLVMIsABranchInst(i))
				mark(&w, i);
			else if (graph_branch(g, b)) {
				map_set(divergent, i, 1);
				split_at(&w, b);
			}
		}
	}
	free(w.list);
}
