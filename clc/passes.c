/* passes.c - LLVM's passes and ours, over all functions of a module
 * SPDX-License-Identifier: Apache-2.0
 *
 * Only functions that have a divergent branch of no shape that structure.c
 * knows go through structurizecfg: it makes many more branches. LLVM's C
 * interface runs passes on whole modules, so the others are hidden from it
 * meanwhile as functions that are not to be optimized.
 */
#include "clc/clc.h"

#include <llvm-c/Transforms/PassBuilder.h>
#include <stdio.h>
#include <stdlib.h>

/* Least and greatest of floats. InstSimplify of LLVM 19 crashes on one whose
 * operands are those of a function such as fma, too, so no pass sees them: they
 * have other names meanwhile. */
static const char *const least[][2] = {
	{ "llvm.minnum.f32", "ww_least" }, { "llvm.maxnum.f32", "ww_greatest" }
};

static void rename_all(LLVMModuleRef m, bool hide_)
{
	for (size_t i = 0; i < sizeof least / sizeof *least; i++) {
		LLVMValueRef f = LLVMGetNamedFunction(m, least[i][!hide_]);
		LLVMValueRef to;

		if (!f)
			continue;
		to = LLVMGetNamedFunction(m, least[i][hide_]);
		if (!to)
			to = LLVMAddFunction(m, least[i][hide_],
					     LLVMGlobalGetValueType(f));
		if (hide_)
			module_mark_pure(to);
		LLVMReplaceAllUsesWith(f, to);
		LLVMDeleteFunction(f);
	}
}

void passes_run(LLVMModuleRef m, const struct target *t, const char *passes)
{
	LLVMPassBuilderOptionsRef o = LLVMCreatePassBuilderOptions();
	LLVMErrorRef e;

	LLVMPassBuilderOptionsSetLoopVectorization(o, 0);
	LLVMPassBuilderOptionsSetSLPVectorization(o, 0);
	rename_all(m, true);
	e = LLVMRunPasses(m, passes, t->machine, o);
	if (e)
		report_fatal(CLC_TOOL, "LLVM: %s", LLVMGetErrorMessage(e));
	rename_all(m, false);
	LLVMDisposePassBuilderOptions(o);
}

/* What LLVM 19 calls default<O2>, but for vectorizers, what other languages and
 * libraries need, jump threading and partial redundancies: of a condition that
 * a warp shares those make a phi behind a branch on which threads disagree.
 * LLVM does no jump threading for its own targets with such branches. */
#define COMBINE "instcombine<max-iterations=1;no-use-loop-info;" \
	"no-verify-fixpoint>"
#define GRAPH(words) "simplifycfg<bonus-inst-threshold=1;" words \
	"speculate-blocks;simplify-cond-branch;"
#define GRAPH_EARLY GRAPH("no-forward-switch-cond;no-switch-range-to-icmp;" \
	"no-switch-to-lookup;keep-loops;no-hoist-common-insts;" \
	"no-sink-common-insts;") "no-speculate-unpredictables>"
#define GRAPH_MIDDLE GRAPH("no-forward-switch-cond;switch-range-to-icmp;" \
	"no-switch-to-lookup;keep-loops;no-hoist-common-insts;" \
	"no-sink-common-insts;") "no-speculate-unpredictables>"
#define GRAPH_SUNK GRAPH("no-forward-switch-cond;switch-range-to-icmp;" \
	"no-switch-to-lookup;keep-loops;hoist-common-insts;" \
	"sink-common-insts;") "no-speculate-unpredictables>"
#define GRAPH_LATE GRAPH("forward-switch-cond;switch-range-to-icmp;" \
	"switch-to-lookup;no-keep-loops;hoist-common-insts;" \
	"sink-common-insts;") "no-speculate-unpredictables>"
#define GRAPH_LAST GRAPH("no-forward-switch-cond;switch-range-to-icmp;" \
	"no-switch-to-lookup;keep-loops;no-hoist-common-insts;" \
	"no-sink-common-insts;") "speculate-unpredictables>"
#define ROTATE "loop-rotate<header-duplication;no-prepare-for-lto>"

static const char of_functions[] =
	"sroa<modify-cfg>,early-cse<memssa>,correlated-propagation,"
	GRAPH_MIDDLE "," COMBINE ",aggressive-instcombine,libcalls-shrinkwrap,"
	"tailcallelim," GRAPH_MIDDLE ",reassociate,constraint-elimination,"
	"loop-mssa(loop-instsimplify,loop-simplifycfg,"
	"licm<no-allowspeculation>," ROTATE ",licm<allowspeculation>,"
	"simple-loop-unswitch<no-nontrivial;trivial>)," GRAPH_MIDDLE ","
	COMBINE ",loop(loop-idiom,indvars,"
	"simple-loop-unswitch<no-nontrivial;trivial>,loop-deletion,"
	"loop-unroll-full),sroa<modify-cfg>,vector-combine,"
	"mldst-motion<no-split-footer-bb>,gvn<no-pre>,sccp,bdce," COMBINE ","
	"correlated-propagation,adce,memcpyopt,dse,"
	"loop-mssa(licm<allowspeculation>)," GRAPH_SUNK "," COMBINE;

static const char before[] =
	"inferattrs,function<eager-inv>(lower-expect," GRAPH_EARLY ","
	"sroa<modify-cfg>,early-cse<>),ipsccp,called-value-propagation,"
	"globalopt,function<eager-inv>(mem2reg," COMBINE "," GRAPH_MIDDLE "),"
	"always-inline,require<globals-aa>,function(invalidate<aa>),"
	"require<profile-summary>,cgscc(devirt<4>(inline,"
	"function-attrs<skip-non-recursive-function-attrs>,"
	"function<eager-inv;no-rerun>(";

static const char end[] =
	"),function-attrs,function(require<should-not-run-function-passes>)))";

static const char behind[] =
	"deadargelim,globalopt,globaldce,elim-avail-extern,rpo-function-attrs,"
	"recompute-globalsaa,function<eager-inv>(float2int,"
	"lower-constant-intrinsics,loop(" ROTATE ",loop-deletion),"
	"infer-alignment,loop-load-elim," COMBINE "," GRAPH_LATE ","
	"vector-combine," COMBINE ",loop-unroll<O2>,sroa<preserve-cfg>,"
	"infer-alignment," COMBINE ",loop-mssa(licm<allowspeculation>),"
	"alignment-from-assumptions,loop-sink,instsimplify,div-rem-pairs,"
	"tailcallelim," GRAPH_LAST "),globaldce,constmerge";

void passes_optimize(LLVMModuleRef m, const struct target *t)
{
	char passes[sizeof before + sizeof of_functions + sizeof end];

	snprintf(passes, sizeof passes, "%s%s%s", before, of_functions, end);
	passes_run(m, t, "function(scalarizer)");
	passes_run(m, t, passes);
	if (!t->wide)
		csr_move(m, t);
	passes_run(m, t, behind);
}

/* Whether the call in front of T, such as one of vx_exit, does not return. */
static bool is_behind_end(LLVMValueRef t)
{
	LLVMValueRef i = LLVMGetPreviousInstruction(t), f;

	if (!i || !LLVMIsACallInst(i))
		return false;
	f = LLVMGetCalledValue(i);
	return LLVMIsAFunction(f) &&
	       module_has_attribute(f, ON_FUNCTION, "noreturn");
}

static void build_trap(LLVMValueRef f, LLVMBuilderRef build)
{
	unsigned id = LLVMLookupIntrinsicID("llvm.trap", 9);
	LLVMValueRef trap = LLVMGetIntrinsicDeclaration(
		LLVMGetGlobalParent(f), id, NULL, 0);

	LLVMBuildCall2(build, LLVMGlobalGetValueType(trap), trap, NULL, 0, "");
}

static void end_unreachable(LLVMValueRef f, LLVMBuilderRef build)
{
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(f));

	for EACH_BLOCK(b, f) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(b);

		if (!t || !LLVMIsAUnreachableInst(t))
			continue;
		LLVMPositionBuilderBefore(build, t);
		if (!is_behind_end(t))
			build_trap(f, build);
		if (LLVMGetTypeKind(type) == LLVMVoidTypeKind)
			LLVMBuildRetVoid(build);
		else
			LLVMBuildRet(build, LLVMGetUndef(type));
		LLVMInstructionEraseFromParent(t);
	}
}

/* The only block before B except B itself; NULL if there are several. */
static LLVMBasicBlockRef block_before(LLVMBasicBlockRef b)
{
	LLVMBasicBlockRef only = NULL, from;

	for (LLVMUseRef u = LLVMGetFirstUse(LLVMBasicBlockAsValue(b)); u;
	     u = LLVMGetNextUse(u)) {
		if (!LLVMIsATerminatorInst(LLVMGetUser(u)))
			continue;
		from = LLVMGetInstructionParent(LLVMGetUser(u));
		if (from != b && only)
			return NULL;
		if (from != b)
			only = from;
	}
	return only;
}

/* The phis of B have from block TO what they have from block FROM. */
static void copy_incoming(LLVMBasicBlockRef b, LLVMBasicBlockRef from,
			  LLVMBasicBlockRef to)
{
	for EACH_INSTRUCTION(i, b) {
		unsigned n = LLVMIsAPHINode(i) ? LLVMCountIncoming(i) : 0;

		for (unsigned k = 0; k < n; k++) {
			LLVMValueRef v = LLVMGetIncomingValue(i, k);

			if (LLVMGetIncomingBlock(i, k) == from)
				LLVMAddIncoming(i, &v, &to, 1);
		}
	}
}

/* If B is a loop without exit that a branch on C leads to: the loop ends when C
 * is no longer what it is in all its turns, and goes where that branch goes
 * else. */
static void end_endless(LLVMBasicBlockRef b, LLVMBuilderRef build)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(b), branch;
	LLVMBasicBlockRef from, then, other;

	if (!LLVMIsABranchInst(t) || LLVMIsConditional(t) ||
	    LLVMGetSuccessor(t, 0) != b)
		return;
	from = block_before(b);
	branch = from ? LLVMGetBasicBlockTerminator(from) : NULL;
	if (!branch || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
		return;
	then = LLVMGetSuccessor(branch, 0);
	other = LLVMGetSuccessor(branch, 1);
	if (then == other)
		return;
	LLVMPositionBuilderBefore(build, t);
	LLVMBuildCondBr(build, LLVMGetCondition(branch), then, other);
	LLVMInstructionEraseFromParent(t);
	copy_incoming(then == b ? other : then, from, b);
}

/* What cannot be reached traps and returns, and loops without end have an exit,
 * so that one exit post-dominates all. */
void passes_end_unreachable(LLVMModuleRef m)
{
	LLVMBuilderRef build =
		LLVMCreateBuilderInContext(LLVMGetModuleContext(m));

	for EACH_FUNCTION(f, m) {
		end_unreachable(f, build);
		for EACH_BLOCK(b, f)
			end_endless(b, build);
	}
	LLVMDisposeBuilder(build);
}

/* The functions of SKIP are hidden from LLVM's passes, or no longer. */
static void hide(LLVMModuleRef m, const struct map *skip, bool set)
{
	static const char *const names[] = { "optnone", "noinline" };

	for EACH_FUNCTION(f, m)
		for (int i = 0; i < 2 && map_get(skip, f, 0); i++)
			if (set)
				module_add_attribute(f, ON_FUNCTION, names[i]);
			else
				module_remove_attribute(f, names[i]);
}

void passes_agree(LLVMModuleRef m, const struct target *t,
		  const struct map *threads, bool ghosts)
{
	bool made = false;

	for EACH_FUNCTION(f, m)
		if (map_get(threads, f, 0))
			made |= structure_agree(f, ghosts);
	if (made)
		passes_run(m, t, "function(mem2reg,loop-simplify,lcssa)");
}

void passes_unroll(LLVMModuleRef m, const struct target *t)
{
	int made = 0;

	for EACH_FUNCTION(f, m)
		made += unroll_note(f, t->turns);
	if (made)
		passes_run(m, t, "function(loop-unroll<O2>,early-cse<>,"
			   COMBINE ",loop-mssa(licm<allowspeculation>),"
			   "loop-simplify,lcssa)");
}

void passes_batch(LLVMModuleRef m, const struct target *t,
		  const struct map *threads)
{
	int made = 0;

	for EACH_FUNCTION(f, m)
		if (map_get(threads, f, 0))
			made += batch_loops(f, !t->wide);
	if (made)
		passes_run(m, t, "function(early-cse<>," COMBINE
			   ",loop-mssa(licm<allowspeculation>),loop-simplify,"
			   "lcssa)");
}

void passes_structurize(LLVMModuleRef m, const struct target *t,
			const struct map *threads)
{
	struct map skip = { 0 };
	bool any = false;

	for EACH_FUNCTION(f, m) {
		struct shapes s = { 0 };

		if (map_get(threads, f, 0))
			s = structure_count(f);
		map_set(&skip, f, !s.unstructured);
		any |= s.unstructured > 0;
	}
	report_end_phase();
	if (any) {
		hide(m, &skip, true);
		passes_run(m, t, "function(unify-loop-exits,structurizecfg,"
			   "loop-simplify,lcssa)");
		hide(m, &skip, false);
	}
	map_free(&skip);
}

void passes_divide(LLVMModuleRef m, const struct target *t,
		   const struct map *threads)
{
	for EACH_FUNCTION(f, m) {
		struct shapes s;

		if (!map_get(threads, f, 0))
			continue;
		lower_function(f, t);
		s = structure_divide(f);
		if (s.unstructured)
			report_fatal(CLC_REFUSED, "%s: %d branches have no "
				     "structure that split and join can follow",
				     module_name(f), s.unstructured);
	}
	report_end_phase();
}
