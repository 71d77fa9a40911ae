/* clc.c - the parts of the divergence compiler on small functions
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/tap.h"

#ifdef HAVE_LLVM

#include <llvm-c/Analysis.h>

#include "clc/clc.h"
#include "isa/isa.h"

static LLVMModuleRef read_ll(const char *name, const struct target *t)
{
	const char *src = getenv("WW_SRCDIR"), *paths[1];
	char path[1000];

	snprintf(path, sizeof path, "%s/tests/clc/ll/%s.ll", src ? src : ".",
		 name);
	paths[0] = path;
	return module_read(paths, 1, t);
}

static bool is_right(LLVMModuleRef m)
{
	char *error = NULL;
	bool right = !LLVMVerifyModule(m, LLVMReturnStatusAction, &error);

	if (!right)
		diag("%s", error);
	LLVMDisposeMessage(error);
	return right;
}

static void test_map(void)
{
	static char keys[1000];
	struct map m = { 0 };
	int wrong = 0;

	ok(map_get(&m, keys, 5) == 5, "an empty map has nothing");
	for (int i = 0; i < 1000; i++)
		map_set(&m, keys + i, i);
	map_set(&m, keys + 7, -7);
	for (int i = 0; i < 1000; i++)
		wrong += map_get(&m, keys + i, -1) != (i == 7 ? -7 : i);
	ok(!wrong && m.count == 1000, "a map keeps a thousand keys");
	map_free(&m);
}

static void test_graph(const struct target *t)
{
	LLVMModuleRef m = read_ll("shapes", t);
	struct graph *g = graph_new(LLVMGetNamedFunction(m, "diamond"));

	ok(g->n == 4 && g->idom[3] == 0 && g->ipdom[0] == 3 && g->ipdom[3] == 4,
	   "dominators and post-dominators of an if");
	ok(graph_dominates(g, 0, 1) && !graph_dominates(g, 1, 3) && !g->loops,
	   "neither side dominates the end; no loop");
	graph_free(g);
	g = graph_new(LLVMGetNamedFunction(m, "broken"));
	ok(g->loops == 1 && g->loop[0].header == 1 && g->loop[0].exits == 2 &&
	   g->loop[0].latches == 1 && g->loop[0].entries == 1 &&
	   g->loop[0].in[2] && !g->loop[0].in[3],
	   "a loop with a break has two exits");
	graph_free(g);
	LLVMDisposeModule(m);
}

/* Names begin with u or d. */
static bool is_as_named(const struct map *divergent, LLVMValueRef v)
{
	size_t n;
	const char *name = LLVMGetValueName2(v, &n);
	bool right = !n || map_get(divergent, v, 0) == (name[0] == 'd');

	if (!right)
		diag("%s is wrong", name);
	return right;
}

static void test_uniform(const struct target *t)
{
	LLVMModuleRef m = read_ll("uniform", t);

	passes_run(m, t, "function(loop-simplify,lcssa)");
	for EACH_FUNCTION(f, m) {
		struct graph *g = graph_new(f);
		struct map divergent = { 0 };
		bool right = true;

		uniform_find(g, f, &divergent);
		for EACH_BLOCK(b, f)
			for EACH_INSTRUCTION(i, b)
				right &= is_as_named(&divergent, i);
		ok(right, "%s: what threads agree on", module_name(f));
		map_free(&divergent);
		graph_free(g);
	}
	LLVMDisposeModule(m);
}

static int count_asm(LLVMValueRef f, const char *part)
{
	int count = 0;

	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i))
				count += strstr(module_asm(i), part) != NULL;
	return count;
}

static void test_instructions(void)
{
	uint32_t split = isa_insn(ISA_SPLIT)->match;
	uint32_t join = isa_insn(ISA_JOIN)->match;
	char text[60];

	snprintf(text, sizeof text, ".insn r 0x%02x, %u, %u, x0, $0, x0",
		 split & 0x7f, split >> 12 & 7, split >> 25);
	is_str(STRUCTURE_SPLIT, text, "split is that of the ISA");
	snprintf(text, sizeof text, ".insn r 0x%02x, %u, %u, x0, x0, x0",
		 join & 0x7f, join >> 12 & 7, join >> 25);
	is_str(STRUCTURE_JOIN, text, "and join");
	snprintf(text, sizeof text, "csrr $0, 0x%x", ISA_CSR_TMASK);
	is_str(STRUCTURE_TMASK, text, "and tmask");
}

static void test_shapes(const struct target *t)
{
	static const struct {
		const char *name;
		struct shapes shapes;
		int splits, joins;
	} rows[] = {
		{ "diamond", { 1, 1, 0, 0 }, 1, 1 },
		{ "agreed",  { 1, 0, 0, 0 }, 0, 0 },
		{ "loop",    { 1, 1, 1, 0 }, 2, 2 },
		{ "broken",  { 2, 1, 0, 1 }, -1, -1 },
		{ "nested",  { 2, 2, 0, 0 }, 2, 2 },
		{ "endless", { 2, 2, 1, 0 }, 3, 3 },
	};
	LLVMModuleRef m = read_ll("shapes", t);

	passes_end_unreachable(m);
	passes_run(m, t, "function(loop-simplify,lcssa)");
	for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
		LLVMValueRef f = LLVMGetNamedFunction(m, rows[k].name);
		struct shapes s = structure_count(f);
		int splits, joins;

		ok(!memcmp(&s, &rows[k].shapes, sizeof s),
		   "%s: %d branches, %d divergent, %d loops, %d without shape",
		   rows[k].name, s.branches, s.divergent, s.loops,
		   s.unstructured);
		if (rows[k].splits < 0)
			continue;
		s = structure_divide(f);
		splits = count_asm(f, STRUCTURE_SPLIT);
		joins = count_asm(f, STRUCTURE_JOIN);
		ok(!s.unstructured && splits == rows[k].splits &&
		   joins == rows[k].joins, "%s: %d split, %d join",
		   rows[k].name, splits, joins);
	}
	ok(is_right(m), "LLVM verifies the result");
	LLVMDisposeModule(m);
}

static void test_passes(const struct target *t)
{
	LLVMModuleRef m = read_ll("shapes", t);
	LLVMValueRef f = LLVMGetNamedFunction(m, "broken");
	struct map threads = { 0 };

	map_set(&threads, f, 1);
	passes_run(m, t, "function(loop-simplify,lcssa)");
	passes_structurize(m, t, &threads);
	ok(!structure_count(f).unstructured,
	   "a loop with a break gets a shape");
	passes_divide(m, t, &threads);
	ok(count_asm(f, STRUCTURE_SPLIT) && count_asm(f, STRUCTURE_JOIN) &&
	   is_right(m), "and split and join");
	f = LLVMGetNamedFunction(m, "loop");
	ok(!count_asm(f, STRUCTURE_SPLIT),
	   "a function that is not for threads stays as it is");
	map_free(&threads);
	LLVMDisposeModule(m);
}

/* The calls of NAME in F. */
static int count_calls(LLVMValueRef f, const char *name)
{
	int count = 0;

	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i))
				count += !strcmp(module_callee(i), name);
	return count;
}

/* On which LLVM 19 crashes in its simplest passes. */
static void test_least(const struct target *t)
{
	LLVMModuleRef m = read_ll("least", t);
	LLVMValueRef f = LLVMGetNamedFunction(m, "least");

	passes_run(m, t, "function(early-cse<>,instcombine)");
	ok(count_calls(f, "llvm.minnum.f32") == 2 &&
	   count_calls(f, "llvm.maxnum.f32") == 1 && is_right(m),
	   "passes see no least and no greatest of floats");
	LLVMDisposeModule(m);
}

/* The instructions of F's block NAME that have OPCODE; the first of them that
 * stands behind one of BEHIND does not count, nor do later ones. */
static int count_before(LLVMValueRef f, const char *name, LLVMOpcode opcode,
			LLVMOpcode behind)
{
	int count = 0;

	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b) {
			if (strcmp(LLVMGetBasicBlockName(b), name))
				break;
			if (LLVMGetInstructionOpcode(i) == behind)
				return count;
			count += LLVMGetInstructionOpcode(i) == opcode;
		}
	return count;
}

static void test_batch(const struct target *t)
{
	LLVMModuleRef m = read_ll("batch", t);
	LLVMValueRef strided = LLVMGetNamedFunction(m, "strided");
	LLVMValueRef count = LLVMGetNamedFunction(m, "count");
	LLVMValueRef narrow = LLVMGetNamedFunction(m, "narrow");
	LLVMValueRef chased = LLVMGetNamedFunction(m, "chased");
	struct shapes s;

	passes_run(m, t, "function(loop-simplify,lcssa)");
	ok(batch_loops(strided, true) == 1 && batch_loops(count, true) == 1,
	   "a loop up to a bound that threads share has turns at once");
	ok(!batch_loops(LLVMGetNamedFunction(m, "ragged"), true) &&
	   !batch_loops(LLVMGetNamedFunction(m, "alone"), true),
	   "one with bounds that differ has none, nor one without loads");
	ok(count_before(strided, "four", LLVMLoad, LLVMBr) == 4,
	   "four of them");
	ok(count_before(count, "four", LLVMLoad, LLVMAtomicRMW) == 4,
	   "loads of global memory before the writes to local memory");
	ok(count_before(count, "entry", LLVMLoad, LLVMBr) == 4 &&
	   count_before(count, "four", LLVMSelect, LLVMAtomicRMW) == 1,
	   "they are those for the next four turns");
	ok(batch_loops(narrow, false) == 1 && batch_loops(chased, true) == 1 &&
	   !count_before(narrow, "entry", LLVMLoad, LLVMBr) &&
	   count_before(narrow, "four", LLVMLoad, LLVMAtomicRMW) == 4,
	   "for these turns, where registers are to be few");
	ok(!count_before(chased, "entry", LLVMLoad, LLVMBr) &&
	   count_before(chased, "four", LLVMLoad, LLVMAtomicRMW) == 2,
	   "or the loop may write what the loads read");
	ok(is_right(m), "LLVM verifies the turns");
	passes_run(m, t, "function(loop-simplify,lcssa)");
	s = structure_count(strided);
	ok(s.branches == 4 && s.divergent == 3 && s.loops == 1 &&
	   !s.unstructured, "threads share the branch to the four turns");
	structure_divide(strided);
	ok(is_right(m), "and it can be structured");
	LLVMDisposeModule(m);
}

/* How many instructions OPCODE of M's function NAME are in its block number N,
 * in all blocks if N is -1. */
static int count_in(LLVMModuleRef m, const char *name, int n,
		    LLVMOpcode opcode)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, name);
	int count = 0, number = 0;

	for EACH_BLOCK(b, f) {
		for EACH_INSTRUCTION(i, b)
			count += (n < 0 || n == number) &&
				 LLVMGetInstructionOpcode(i) == opcode;
		number++;
	}
	return count;
}

static void test_turns(const struct target *t)
{
	LLVMModuleRef m = read_ll("turns", t);
	LLVMValueRef told = LLVMGetNamedFunction(m, "told");

	csr_move(m, t);
	ok(count_in(m, "reads", 0, LLVMCall) == 1 &&
	   count_in(m, "reads", 1, LLVMCall) == 2,
	   "a CSR that never changes is read once, in front of the loop");
	passes_run(m, t, "function(loop-simplify,lcssa)");
	ok(!unroll_note(LLVMGetNamedFunction(m, "own"), 8) &&
	   !unroll_note(LLVMGetNamedFunction(m, "meeting"), 8),
	   "no note for what threads leave one by one, or wait in");
	ok(unroll_note(told, 8) == 1 &&
	   unroll_note(LLVMGetNamedFunction(m, "fixed"), 4) == 1,
	   "a note for a loop that threads leave together");
	passes_run(m, t, "function(loop-unroll<O2>,loop-simplify,lcssa)");
	ok(count_in(m, "told", -1, LLVMLoad) == 9,
	   "eight turns at once, and the turns that are left");
	ok(count_in(m, "fixed", -1, LLVMLoad) == 4,
	   "four where no more are wanted; none left of a known "
	   "number");
	ok(count_in(m, "own", -1, LLVMLoad) == 1, "one without a note");
	ok(is_right(m) && !structure_count(told).divergent,
	   "threads share all branches of the turns");
	LLVMDisposeModule(m);
}

static bool needs_branch(LLVMValueRef i)
{
	LLVMOpcode o = LLVMGetInstructionOpcode(i);

	return o == LLVMSelect || o == LLVMAtomicCmpXchg ||
	       (o == LLVMICmp && LLVMGetIntTypeWidth(LLVMTypeOf(
					LLVMGetOperand(i, 0))) > 32) ||
	       (LLVMIsACallInst(i) &&
		(strstr(module_callee(i), "min") ||
		 strstr(module_callee(i), ".i64")));
}

static void test_lower(const struct target *t, const char *march)
{
	LLVMModuleRef m = read_ll("lower", t);

	for EACH_FUNCTION(f, m) {
		int left = 0;

		lower_function(f, t);
		for EACH_BLOCK(b, f)
			for EACH_INSTRUCTION(i, b)
				left += needs_branch(i);
		ok(!left, "%s: %s without branches", march, module_name(f));
	}
	ok(is_right(m), "%s: LLVM verifies the result", march);
	LLVMDisposeModule(m);
}

static void test_kernels(const struct target *t)
{
	LLVMModuleRef m = read_ll("kernels", t);
	struct map threads = { 0 };
	bool right = true;

	kernels_mark(m);
	kernels_reach(m, &threads);
	for EACH_FUNCTION(f, m)
		right &= map_get(&threads, f, 0) == (module_name(f)[0] == 't');
	ok(right, "kernels, what they call, and functions with an address");
	ok(module_has_attribute(LLVMGetNamedFunction(m, "t.kernel"), 2,
				UNIFORM) &&
	   !module_has_attribute(LLVMGetNamedFunction(m, "t.kernel"), 1,
				 UNIFORM),
	   "threads of a warp share wid, not tid");
	ok(module_has_attribute(LLVMGetNamedFunction(m, "t.ww"), 3, UNIFORM),
	   "and the argument");
	ok(!module_has_attribute(LLVMGetNamedFunction(m, "t.with_ids"), 2,
				 UNIFORM),
	   "with a function for ids, wid is a thread's own");
	map_free(&threads);
	LLVMDisposeModule(m);
}

static int count_uses(LLVMModuleRef m, const char *name)
{
	LLVMValueRef f = LLVMGetNamedFunction(m, name);
	int count = 0;

	for (LLVMUseRef u = f ? LLVMGetFirstUse(f) : NULL; u;
	     u = LLVMGetNextUse(u))
		count++;
	return count;
}

static void test_loops(const struct target *t)
{
	LLVMModuleRef m = read_ll("kernels", t);
	LLVMValueRef f;
	struct map threads = { 0 };

	loops_make(m);
	f = LLVMGetNamedFunction(m, "t.kernel.loop.0");
	ok(f && count_uses(m, "t.kernel") == 1 &&
	   count_uses(m, "vx_spawn") == 1 &&
	   count_uses(m, "vx_spawn_loop") == 1,
	   "a kernel becomes part of a loop, one with ids does not");
	ok(is_right(m), "LLVM verifies it");
	kernels_mark(m);
	kernels_reach(m, &threads);
	ok(map_get(&threads, f, 0) && module_has_attribute(f, 4, UNIFORM) &&
	   module_has_attribute(f, 2, UNIFORM) &&
	   !module_has_attribute(f, 1, UNIFORM),
	   "threads execute the loop, and share all but tid");
	map_free(&threads);
	LLVMDisposeModule(m);
}

int main(void)
{
	static const char *const cores[] = { "rv32ima", "rv32imaf_zicond",
					     "rv32ima_zbb_zicond_zfinx" };

	test_map();
	test_instructions();
	for (int k = 0; k < 3; k++) {
		struct target t = { 0 };

		target_open(&t, cores[k]);
		test_lower(&t, cores[k]);
		if (k == 0) {
			test_graph(&t);
			test_uniform(&t);
			test_shapes(&t);
			test_passes(&t);
			test_batch(&t);
			test_turns(&t);
			test_least(&t);
			test_kernels(&t);
			test_loops(&t);
		}
		target_close(&t);
	}
	return tap_done();
}

#else

int main(void)
{
	skip_all("no LLVM 19: llvm-19-dev is missing");
}

#endif
