/* main.c - ww-clc: bitcode of a thread's program in, an object for warps out
 * SPDX-License-Identifier: Apache-2.0
 *
 * The bitcode comes from clang -O2 -Xclang -disable-llvm-passes: the optimizer
 * runs here, since it needs to know what threads share before it inlines.
 */
#include "clc/clc.h"

#include <llvm-c/Analysis.h>
#include <llvm-c/BitWriter.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/near.h"
#include "clc/cuda.h"

struct options {
	const char *march, *out, *emit, *dot;
	const char *device, *library;   /* of OpenCL C; device NULL: plain C */
	const char *variables;          /* object for CUDA's; NULL: no CUDA */
	struct cuda_device cuda;
	unsigned turns;                 /* of a loop at once, at most */
	bool wide, check;
	const char **in;
	int count;
};

static void usage(FILE *out)
{
	fputs("Usage: ww-clc [-march=ARCH] [--wide] [--turns=N] [--check] "
	      "[--emit=obj|asm|bc|linked]\n"
	      "              -o OUT FILE.bc...\n"
	      "\n"
	      "The divergence compiler, which ww-cc --plain calls: makes of "
	      "the LLVM bitcode of\n"
	      "plain C an object for a warpwright core. Branches on which "
	      "threads of a warp may\n"
	      "disagree get split and join.\n"
	      "  -march=ARCH   what the core has, as in rv32im_zicond "
	      "(default rv32im)\n"
	      "  --wide        warps have more than eight threads, so that a "
	      "register that is\n"
	      "                saved takes many cache lines: use fewer\n"
	      "  --turns=N     a loop makes up to N turns at once, 1 to 8 "
	      "(default 8)\n"
	      "  --check       note what warpwright --check wants to know: "
	      "volatile accesses,\n"
	      "                variables of stack frames, indexes of arrays\n"
	      "  --emit=KIND   obj: an object (default); asm: its text; bc: "
	      "bitcode; linked: the\n"
	      "                FILEs as one, for a later ww-clc\n"
	      "  --dot=FILE    also the graphs of all functions that threads "
	      "execute, before and\n"
	      "                after split and join, for Graphviz\n"
	      "  --opencl=FILE the input is OpenCL C, compiled for SPIR; FILE "
	      "has the bitcode\n"
	      "                that answers get_global_id and its like\n"
	      "  --library=FILE    bitcode of OpenCL C's library\n"
	      "  --cuda=FILE   the input is CUDA, compiled for NVPTX; --opencl "
	      "as well; the object\n"
	      "                FILE gets its variables\n"
	      "  --warp-threads=N  of CUDA: threads of a warp (default 32)\n"
	      "  --cores=N     of CUDA: cores of the device (default 1)\n"
	      "  --recursion=BYTES  of CUDA: what a thread has for functions "
	      "that call themselves\n"
	      "                (default 16384)\n"
	      "The exit status is 2 for a wrong command line, 3 if the input "
	      "is refused, 4 if\n"
	      "something is missing here.\n", out);
}

_Noreturn static void bad_option(const char *option)
{
	static const char *const names[] = { "-march=", "--wide", "--turns=",
					     "--check", "--emit=", "--dot=",
					     "--opencl=", "--library=",
					     "--cuda=",
					     "--warp-threads=", "--cores=",
					     "--recursion=", "--help" };
	const char *equals = strchr(option, '=');
	char word[40];
	struct near n;

	snprintf(word, sizeof word, "%.*s", equals ?
		 (int)(equals - option) + 1 : (int)strlen(option), option);
	near_init(&n, word);
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		near_try(&n, names[k]);
	if (near_best(&n))
		report_fatal(CLC_USAGE, "no option '%s'; did you mean '%s'?",
			     option, near_best(&n));
	report_fatal(CLC_USAGE, "no option '%s'; --help lists them", option);
}

static void read_option(struct options *o, const char *a)
{
	if (module_starts(a, "-march="))
		o->march = a + 7;
	else if (!strcmp(a, "--wide"))
		o->wide = true;
	else if (module_starts(a, "--turns="))
		o->turns = (unsigned)strtoul(a + 8, NULL, 10);
	else if (!strcmp(a, "--check"))
		o->check = true;
	else if (module_starts(a, "--emit="))
		o->emit = a + 7;
	else if (module_starts(a, "--dot="))
		o->dot = a + 6;
	else if (module_starts(a, "--opencl="))
		o->device = a + 9;
	else if (module_starts(a, "--cuda="))
		o->variables = a + 7;
	else if (module_starts(a, "--warp-threads="))
		o->cuda.threads = (unsigned)strtoul(a + 15, NULL, 10);
	else if (module_starts(a, "--cores="))
		o->cuda.cores = (unsigned)strtoul(a + 8, NULL, 10);
	else if (module_starts(a, "--recursion="))
		o->cuda.recursion = (unsigned)strtoul(a + 12, NULL, 10);
	else if (module_starts(a, "--library="))
		o->library = a + 10;
	else if (a[0] == '-')
		bad_option(a);
	else
		o->in[o->count++] = a;
}

static void read_options(struct options *o, int argc, char **argv)
{
	o->in = map_alloc(argc, sizeof *o->in);
	for (int k = 1; k < argc; k++)
		if (!strcmp(argv[k], "-o") && k + 1 < argc)
			o->out = argv[++k];
		else
			read_option(o, argv[k]);
	if (strcmp(o->emit, "obj") && strcmp(o->emit, "asm") &&
	    strcmp(o->emit, "bc") && strcmp(o->emit, "linked"))
		report_fatal(CLC_USAGE, "--emit=%s: obj, asm, bc or linked",
			     o->emit);
	if (o->turns < 1 || o->turns > 8)
		report_fatal(CLC_USAGE, "--turns: 1 to 8");
	if (!o->count)
		report_fatal(CLC_USAGE, "no file named: add FILE.bc");
	if (!o->out)
		report_fatal(CLC_USAGE, "no output named: add -o OUT");
}

static void emit(const struct options *o, const struct target *t,
		 LLVMModuleRef m)
{
	char *error = NULL;

	if (LLVMVerifyModule(m, LLVMReturnStatusAction, &error))
		report_fatal(CLC_TOOL, "LLVM refuses the result, a bug of "
			     "ww-clc: %s", error);
	LLVMDisposeMessage(error);
	if (!strcmp(o->emit, "bc") || !strcmp(o->emit, "linked")) {
		if (LLVMWriteBitcodeToFile(m, o->out))
			report_fatal(CLC_TOOL, "cannot write '%s'", o->out);
	} else if (LLVMTargetMachineEmitToFile(
			   t->machine, m, o->out, strcmp(o->emit, "asm") ?
			   LLVMObjectFile : LLVMAssemblyFile, &error)) {
		report_fatal(CLC_TOOL, "cannot write '%s': %s", o->out, error);
	}
}

/* Marks what threads execute, and what they share. */
static void begin_plain(LLVMModuleRef m)
{
	struct map threads = { 0 };

	kernels_mark(m);
	kernels_reach(m, &threads);
	check_source(m, &threads);
	map_free(&threads);
	loops_make(m);
	kernels_mark(m);
	shared_place(m);
}

static void compile(const struct options *o, LLVMModuleRef m,
		    const struct target *t)
{
	struct map threads = { 0 };

	indexes_note(m, o->check);
	if (o->device)
		opencl_lower(m, t, o->device, o->library);
	else
		begin_plain(m);
	module_prepare(m);
	passes_optimize(m, t);
	indexes_drop(m);
	lines_find(m);
	kernels_reach(m, &threads);
	check_optimized(m, &threads);
	passes_end_unreachable(m);
	passes_run(m, t, "function(lower-switch,mergereturn,fix-irreducible,"
		   "loop-simplify,lcssa)");
	if (o->device) {
		leaving_find(m, &threads);
		passes_agree(m, t, &threads, o->variables);
	}
	dot_open(o->dot);
	dot_write(m, &threads, "before");
	passes_unroll(m, t);
	passes_batch(m, t, &threads);
	passes_structurize(m, t, &threads);
	passes_divide(m, t, &threads);
	dot_write(m, &threads, "after");
	dot_close(o->dot);
	map_free(&threads);
	if (o->check) {
		indexes_drop(m);
		frames_note(m);
		notes_make(m);
	}
}

int main(int argc, char **argv)
{
	struct options o = { .march = "rv32im", .emit = "obj",
			     .library = "", .turns = 8,
			     .cuda = { .threads = 32, .cores = 1,
				       .recursion = 16384 } };
	struct target t = { 0 };
	LLVMModuleRef m;

	for (int k = 1; k < argc; k++)
		if (!strcmp(argv[k], "--help")) {
			usage(stdout);
			return 0;
		}
	read_options(&o, argc, argv);
	target_open(&t, o.march);
	t.wide = o.wide;
	t.turns = o.turns;
	m = o.variables ?
	    cuda_read(o.in, o.count, &t, &o.cuda, o.variables) :
	    module_read(o.in, o.count, &t);
	if (strcmp(o.emit, "linked"))
		compile(&o, m, &t);
	emit(&o, &t, m);
	LLVMDisposeModule(m);
	target_close(&t);
	return 0;
}
