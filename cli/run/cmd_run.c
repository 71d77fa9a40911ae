/* cmd_run.c - the command run: compile a C file and run it
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/run/compile.h"
#include "cli/run/opencl.h"
#include "cli/run/program.h"
#include "cosim/device/sim.h"
#include "machine/arch.h"

enum {
	OPT_ON, OPT_BARE, OPT_PLAIN, OPT_ONE_THREAD, OPT_NO_STRICT,
	OPT_KERNEL, OPT_GLOBAL, OPT_LOCAL, OPT_OFFSET, OPT_GRID, OPT_BLOCK,
	OPT_SMEM, OPT_ARG, OPT_KEEP
};

static const struct option_row rows[] = {
	[OPT_ON] = { 0, "on", "NAME",
		"iss: the golden model; else a simulator of cosim" },
	[OPT_BARE] = { 0, "bare", NULL,
		"without the runtime: KERNEL defines _start" },
	[OPT_PLAIN] = { 0, "plain", NULL,
		"KERNEL has plain if, while, switch, return in kernels: "
		"doc/plain.md; as if it had #define WW_PLAIN" },
	[OPT_ONE_THREAD] = { 0, "one-thread", "NAME,...",
		"library functions that branch on data, which one thread "
		"calls" },
	[OPT_NO_STRICT] = { 0, "no-strict", NULL,
		"only warn of branches whose lanes disagree; results may be "
		"wrong" },
	[OPT_KERNEL] = { 0, "kernel", "NAME",
		"of KERNEL.cl, KERNEL.cu, and with --grid: the kernel "
		"(default: the only one)" },
	[OPT_GLOBAL] = { 0, "global", "X[,Y[,Z]]",
		"of KERNEL.cl: work-items in each dimension" },
	[OPT_LOCAL] = { 0, "local", "X[,Y[,Z]]",
		"work-items of a group (default: at most a warp)" },
	[OPT_OFFSET] = { 0, "offset", "X[,Y[,Z]]",
		"first global id (default 0)" },
	[OPT_GRID] = { 0, "grid", "X[,Y[,Z]]",
		"of KERNEL.cu, or KERNEL.c without a main: blocks in each "
		"direction" },
	[OPT_BLOCK] = { 0, "block", "X[,Y[,Z]]",
		"with --grid: threads of a block" },
	[OPT_SMEM] = { 0, "smem", "N",
		"with --grid: bytes of shared memory of a block (default 0)" },
	[OPT_ARG] = { 0, "arg", "WORD,...",
		"the next argument of the kernel" },
	[OPT_KEEP] = { 0, "keep", "PROG.elf",
		"write the compiled program to this file, for GDB and other "
		"tools" },
	{ 0, NULL, NULL, NULL }
};

static const struct option_text text = {
	"run [CONFIG.toml] [-c NAME|PATH] [-s KEY=VALUE]... "
	"[--on NAME]\n"
	"                      [-D NAME=VALUE]... KERNEL.c [FILE]...\n"
	"       warpwright run [OPTION]... KERNEL.cl --kernel NAME --global N "
	"--arg ...\n"
	"       warpwright run [OPTION]... KERNEL.cu|KERNEL.c --grid N --block "
	"N --arg ...",
	"Compiles a kernel for the configuration with ww-cc and runs it; "
	"leaves no\n"
	"files but that of --keep. It runs on the golden model, at once, "
	"unless there is\n"
	"--on verilator (or another simulator) or an option that only cosim "
	"has, or\n"
	"--profile; then it runs in lockstep, on the model that cosim builds "
	"once per\n"
	"configuration.\n"
	"\n"
	"-D, -I, -O, -W, -f, -g, -l and their like go to the compiler, as "
	"FILEs do; -Wall\n"
	"and -g are given. A kernel of the suite (it includes KERNEL.data.h) "
	"is compiled\n"
	"for this machine first, with $CC or cc, to compute its inputs and "
	"results.\n"
	"\n"
	"A branch on which the active threads of a warp disagree is an error: "
	"an if where\n"
	"__if is needed. --no-strict makes it a warning; all threads of the "
	"warp then go the\n"
	"way of the lowest one, so that the others compute something wrong, "
	"and a run that\n"
	"does not notice passes. --plain has such branches compiled to split "
	"and join.\n"
	"\n"
	"KERNEL.cc, .cpp and .cxx are C++17 without library, compiled as with "
	"--plain.\n"
	"KERNEL.cl is OpenCL C, of which one kernel runs (doc/opencl.md). "
	"KERNEL.cu is CUDA,\n"
	"of which one kernel runs in --grid blocks (doc/cuda.md). With --grid "
	"KERNEL.c\n"
	"is plain C with kernels, functions with __global__ of vx_cuda.h, and "
	"without a main:\n"
	"one of them runs as blocks of threads on a machine with gpu.dispatch "
	"(doc/blocks.md).\n"
	"There is an --arg for each argument of the kernel, in order. A value "
	"is a number, a\n"
	"vector its numbers with commas. A buffer is a list of these words, as "
	"in\n"
	"in=a.bin,out=a.bin:\n"
	"  1,2,3       its elements, of the argument's type\n"
	"  in=FILE     its bytes\n"
	"  size=BYTES  its size, if larger than that; count=N: its elements\n"
	"  out=FILE    after a run that passes its bytes are written there\n"
	"  print       or printed\n"
	"  null        there is none\n"
	"Local memory has size=BYTES or count=N.\n"
	"\n"
	"The options of iss, or of cosim, are options of run ('warpwright help "
	"iss'). The\n"
	"exit status is theirs; 3 if the kernel does not compile."
};

enum where { ANYWHERE, ISS, LOCKSTEP };

struct run {
	struct options o;       /* words of this command, for messages */
	struct compile compile;
	char **rest;            /* the arguments of iss or cosim */
	int rest_count;
	enum where on;
	bool strict;            /* --strict, an option of iss and cosim */
	const char *lockstep;   /* an option that only cosim has, or NULL */
	bool profile;           /* of cycles, if it may run in lockstep */
	const char *launches;   /* an option that has its own, or NULL */
	struct opencl_run opencl;
	const char *opencl_option;      /* one of such kernels, or NULL */
};

/* --- sorting the arguments -------------------------------------------- */

static char *current(const struct run *r)
{
	return r->o.argv[r->o.next];
}

/* Moves the current argument to LIST, with its value if that is the next
 * argument. */
static size_t move_argument(struct run *r, char **list, bool value)
{
	size_t n = 0;

	list[n++] = current(r);
	if (value && r->o.next + 1 < r->o.argc) {
		r->o.next++;
		list[n++] = current(r);
	}
	return n;
}

static void keep(struct run *r, bool value)
{
	r->rest_count += (int)move_argument(r, r->rest + r->rest_count, value);
}

static void hand_on(struct run *r, bool value)
{
	struct compile *c = &r->compile;

	c->count += move_argument(r, c->args + c->count, value);
}

static bool ends_in(const char *word, const char *ending)
{
	size_t n = strlen(word), m = strlen(ending);

	return n > m && strcmp(word + n - m, ending) == 0;
}

static bool is_source(const char *word)
{
	static const char *const endings[] = { ".c", ".cc", ".cpp", ".cxx",
					       ".cl", ".cu", ".S", ".s", ".o",
					       ".a" };

	for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++)
		if (ends_in(word, endings[i]))
			return true;
	return false;
}

static bool is_cxx(const char *word)
{
	return ends_in(word, ".cc") || ends_in(word, ".cpp") ||
	       ends_in(word, ".cxx");
}

static int take_word(struct run *r)
{
	const char *word = current(r);

	if (ends_in(word, ".toml")) {
		keep(r, false);
		return 0;
	}
	if (!is_source(word))
		return options_bad(&r->o, "'%s' is no C, C++, OpenCL C, CUDA "
				   "or assembly file (.c, .cc, .cl, .cu, .S); "
				   "iss and cosim run programs", word);
	if (r->compile.kernel) {
		hand_on(r, false);
		return 0;
	}
	r->compile.kernel = r->opencl.source = word;
	r->compile.cuda = r->opencl.cuda = ends_in(word, ".cu");
	r->compile.opencl = r->compile.cuda || ends_in(word, ".cl");
	keep(r, false);
	return 0;
}

static int take_on(struct run *r)
{
	static char sim_flag[] = "--sim";
	char *equals = strchr(current(r), '='), *value;

	if (!equals && r->o.next + 1 >= r->o.argc)
		return options_bad(&r->o, "--on needs iss or the name of a "
				   "simulator");
	value = equals ? equals + 1 : r->o.argv[++r->o.next];
	if (strcmp(value, "iss") == 0) {
		r->on = ISS;
		return 0;
	}
	if (!sim_find(value))
		return options_bad(&r->o, "--on '%s' is neither iss nor a "
				   "simulator ('warpwright help cosim' lists "
				   "them)", value);
	r->on = LOCKSTEP;
	r->rest[r->rest_count++] = sim_flag;
	r->rest[r->rest_count++] = value;
	return 0;
}

static int take_smem(struct run *r, const char *value)
{
	uint64_t bytes;

	r->o.value = value;
	if (options_number(&r->o, &bytes))
		return OPTIONS_BAD;
	if (bytes > UINT32_MAX)
		return options_bad(&r->o, "--smem %s is beyond 2^32 - 1 bytes",
				   value);
	r->opencl.smem = (uint32_t)bytes;
	return 0;
}

/* An option of kernels without a main, OWN. */
static int take_opencl(struct run *r, const struct option_row *own)
{
	char *equals = strchr(current(r), '=');
	const char *value;

	r->opencl_option = own->name;
	if (!equals && r->o.next + 1 >= r->o.argc)
		return options_bad(&r->o, "--%s needs a value", own->name);
	value = equals ? equals + 1 : r->o.argv[++r->o.next];
	if (own == &rows[OPT_SMEM])
		return take_smem(r, value);
	if (own == &rows[OPT_ARG])
		return opencl_arg(&r->o, value, &r->opencl);
	if (own != &rows[OPT_KERNEL])
		return opencl_sizes(&r->o, own->name, value, &r->opencl);
	r->opencl.kernel = value;
	return 0;
}

static int take_keep(struct run *r)
{
	char *equals = strchr(current(r), '=');

	if (!equals && r->o.next + 1 >= r->o.argc)
		return options_bad(&r->o, "--keep needs the name of a file");
	r->compile.keep = equals ? equals + 1 : r->o.argv[++r->o.next];
	return 0;
}

static const struct option_row *find(const struct option_row *table,
				     const char *arg)
{
	size_t n = strcspn(arg + 2, "=");

	for (; table->name; table++)
		if (strlen(table->name) == n &&
		    memcmp(table->name, arg + 2, n) == 0)
			return table;
	return NULL;
}

static int refuse_unknown(struct run *r, const char *arg)
{
	r->o.rows = cosim_options;
	return options_unknown(&r->o, arg);
}

/* The program is to be checked: it says more of itself then. */
static void compile_checked(struct run *r)
{
	static char flag[] = "--check";

	r->compile.args[r->compile.count++] = flag;
}

static int take_long(struct run *r)
{
	const char *arg = current(r);
	const struct option_row *own = find(rows, arg);
	const struct option_row *iss = find(iss_options, arg);
	const struct option_row *cosim = find(cosim_options, arg);
	bool shared = strncmp(arg, "--set", 5) == 0 ||
		      strncmp(arg, "--config", 8) == 0;

	if (own && !own->arg && strchr(arg, '='))
		return options_bad(&r->o, "--%s takes no value", own->name);
	if (own == &rows[OPT_ON])
		return take_on(r);
	if (own == &rows[OPT_BARE]) {
		r->compile.bare = true;
		return 0;
	}
	if (own == &rows[OPT_PLAIN]) {
		r->compile.plain = true;
		return 0;
	}
	if (own == &rows[OPT_ONE_THREAD]) {
		hand_on(r, !strchr(arg, '='));
		return 0;
	}
	if (own == &rows[OPT_KEEP])
		return take_keep(r);
	if (own >= &rows[OPT_KERNEL] && own <= &rows[OPT_ARG])
		return take_opencl(r, own);
	if (own == &rows[OPT_NO_STRICT] || strcmp(arg, "--strict") == 0) {
		r->strict = !own;
		return 0;
	}
	if (!shared && !iss && !cosim)
		return refuse_unknown(r, arg);
	if (cosim && !iss)
		r->lockstep = cosim->name;
	if (iss && !strcmp(iss->name, "profile"))
		r->profile = true;
	if (iss && (!strcmp(iss->name, "launch") ||
		    !strcmp(iss->name, "dispatch")))
		r->launches = iss->name;
	if (iss && !strcmp(iss->name, "check"))
		compile_checked(r);
	if (iss && !strcmp(iss->name, "gdb"))
		r->compile.debug = true;
	keep(r, !strchr(arg, '=') &&
	     (shared || (iss && iss->arg) || (cosim && cosim->arg)));
	return 0;
}

/* Appends -s SETTING to WORDS, without the blanks of SETTING. */
static void add_setting(char *words, const char *setting)
{
	char *to = words + strlen(words);

	to += sprintf(to, "%s-s ", to > words ? " " : "");
	for (; *setting; setting++)
		if (*setting != ' ')
			*to++ = *setting;
	*to = '\0';
}

/* Refuses -march, ARG, and names the settings of a configuration with these
 * extensions. M is the default. */
static int refuse_march(struct run *r, const char *arg)
{
	const struct machine none = { .cores = 1 };
	struct machine_lacks l = machine_arch_lacks(&none,
						    strchr(arg, '=') + 1);
	char words[MACHINE_ARCH_LACKS * ISA_ARCH_NAME + 32] = "";
	bool m = false;

	for (size_t i = 0; i < l.count; i++)
		if (strcmp(l.list[i].name, "m") == 0)
			m = true;
		else if (l.list[i].setting)
			add_setting(words, l.list[i].setting);
	if (!m)
		add_setting(words, "isa.m=false");
	return options_bad(&r->o, "%s: the configuration decides that%s%s%s",
			   arg, *words ? " (" : "", words, *words ? ")" : "");
}

static int take_short(struct run *r)
{
	const char *arg = current(r);
	int taken = compile_option(&r->o.argv[r->o.next],
				   r->o.argc - r->o.next);

	if (strncmp(arg, "-march=", 7) == 0)
		return refuse_march(r, arg);
	if (strncmp(arg, "-mabi=", 6) == 0)
		return options_bad(&r->o, "%s: the configuration decides that "
				   "(-s isa.f=f is -mabi=ilp32f)", arg);
	if (strncmp(arg, "-o", 2) == 0)
		return options_bad(&r->o, "%s: --keep PROG.elf keeps the "
				   "program", arg);
	if (taken)
		hand_on(r, taken == 2);
	else
		keep(r, strcmp(arg, "-c") == 0 || strcmp(arg, "-s") == 0);
	return 0;
}

static int take(struct run *r)
{
	const char *arg = current(r);

	if (strcmp(arg, "--") == 0) {
		r->o.only_words = true;
		return 0;
	}
	if (r->o.only_words || arg[0] != '-' || !arg[1])
		return take_word(r);
	return arg[1] == '-' ? take_long(r) : take_short(r);
}

/* The kernels that the option NAME is for. */
static const char *kernels_of(const char *name)
{
	if (!strcmp(name, "smem"))
		return "CUDA, and for C with --grid";
	if (!strcmp(name, "arg") || !strcmp(name, "kernel"))
		return "OpenCL kernels, files that end in .cl, for CUDA, and "
		       "for C with --grid";
	return "OpenCL kernels, files that end in .cl";
}

/* The kernel runs as a launch, which is an option of iss and cosim. */
static int check_blocks(struct run *r)
{
	static char flag[] = "--launch";

	if (r->launches)
		return options_bad(&r->o, "--%s is for programs with a main, "
				   "not for --grid", r->launches);
	if (r->compile.bare)
		return options_bad(&r->o, "--grid takes the runtime: no "
				   "--bare");
	if (!ends_in(r->compile.kernel, ".c"))
		return options_bad(&r->o, "--grid is for C, not for '%s'",
				   r->compile.kernel);
	if (opencl_check(&r->o, &r->opencl))
		return OPTIONS_BAD;
	r->compile.blocks = true;
	r->rest[r->rest_count++] = flag;
	r->rest[r->rest_count++] = opencl_blocks(&r->opencl);
	return 0;
}

static int check_opencl(struct run *r)
{
	if (r->compile.opencl && (r->compile.bare || r->compile.plain))
		return options_bad(&r->o, "--%s is for C, not for '%s'",
				   r->compile.bare ? "bare" : "plain",
				   r->compile.kernel);
	if (r->compile.opencl && !r->compile.cuda &&
	    (r->opencl.grid_dims || r->opencl.block_dims))
		return options_bad(&r->o, "--grid and --block are for C; '%s' "
				   "has --global and --local",
				   r->compile.kernel);
	if (r->compile.opencl)
		return opencl_check(&r->o, &r->opencl);
	if (r->opencl.grid_dims || r->opencl.block_dims)
		return check_blocks(r);
	if (r->opencl_option)
		return options_bad(&r->o, "--%s is for %s", r->opencl_option,
				   kernels_of(r->opencl_option));
	return 0;
}

static int sort_arguments(struct run *r)
{
	static char strict[] = "--strict";

	r->rest[r->rest_count++] = r->o.argv[0];
	for (; r->o.next < r->o.argc; r->o.next++)
		if (take(r))
			return OPTIONS_BAD;
	if (!r->compile.kernel)
		return options_bad(&r->o, "the kernel is missing: KERNEL.c");
	r->compile.plain |= is_cxx(r->compile.kernel) && !r->compile.bare;
	if (r->compile.bare && r->compile.plain)
		return options_bad(&r->o, "--plain takes the runtime: no "
				   "--bare");
	if (check_opencl(r))
		return OPTIONS_BAD;
	if (r->on == ISS && r->lockstep)
		return options_bad(&r->o, "--%s is for --on verilator",
				   r->lockstep);
	if (r->strict)
		r->rest[r->rest_count++] = strict;
	return 0;
}

/* --- the command ------------------------------------------------------ */

static int load(void *ctx, const struct config *cfg, struct elf_image *image)
{
	struct run *r = ctx;
	int status = compile_load(&r->compile, cfg, image);

	if (!status && (r->compile.opencl || r->compile.blocks))
		status = opencl_launch(&r->opencl, cfg, image);
	return status;
}

static int finish(void *ctx, const uint8_t *ram)
{
	struct run *r = ctx;

	return r->compile.opencl || r->compile.blocks ?
	       opencl_results(&r->opencl, ram) : 0;
}

static void buffers(void *ctx, struct san *san)
{
	const struct run *r = ctx;

	opencl_buffers(&r->opencl, san);
}

static int compile_and_run(struct run *r)
{
	struct program_source from = {
		.load = load, .buffers = buffers, .finish = finish, .ctx = r,
		.argc = r->o.argc, .argv = r->o.argv
	};
	int status;

	if (sort_arguments(r))
		return CMD_USAGE;
	status = opencl_open_files(&r->opencl);
	if (status)
		return status;
	return r->on == LOCKSTEP || r->lockstep ||
	       (r->profile && r->on == ANYWHERE && !r->compile.debug) ?
	       cosim_main(r->rest_count, r->rest, &from) :
	       iss_main(r->rest_count, r->rest, &from);
}

static bool wants_help(int argc, char **argv)
{
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "-h") == 0 ||
		    strcmp(argv[i], "--help") == 0)
			return true;
	return false;
}

static int help(char *name)
{
	char option[] = "--help";
	char *argv[] = { name, option, NULL };
	struct options o;
	int opt;

	options_init(&o, 2, argv, &text, rows);
	opt = options_next(&o);
	options_free(&o);
	return options_status(opt);
}

int cmd_run(int argc, char **argv)
{
	struct run r = { .on = ANYWHERE, .strict = true };
	struct arena arena = { NULL };
	size_t size = ((size_t)argc + 1) * sizeof *argv;
	int status;

	if (wants_help(argc, argv))
		return help(argv[0]);
	options_init(&r.o, argc, argv, &text, rows);
	r.compile.args = arena_alloc(&arena, size);
	r.rest = arena_alloc(&arena, 2 * size);  /* --on=X: --sim X */
	status = compile_and_run(&r);
	opencl_free(&r.opencl);
	options_free(&r.o);
	arena_free(&arena);
	return status;
}
