/* compile.c - compile the source of a kernel into a program in memory
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/run/compile.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "base/proc.h"
#include "cl/program.h"
#include "cli/cmd.h"
#include "cli/run/kernels.h"
#include "machine/options.h"
#include "session/machine.h"
#include "session/outfile.h"

extern char **environ;

enum { OWN_ARGS = 32, WHY = 512 };

struct work {
	const struct compile *c;
	const struct config *cfg;
	struct arena arena;
	const char *dir;        /* temporary directory */
	const char *name;       /* base name of the kernel, without extension */
	const char *elf;
	const char *source;     /* file that ww-cc compiles */
	const char **argv;      /* arguments of the next program */
	size_t argc;
	uint32_t stack;         /* bytes that a stack should have; 0: any */
	bool quiet;             /* messages have been printed already */
};

/* --- the compiler's options ------------------------------------------- */

static const struct {
	const char *start;
	bool may_be_separate;   /* value may be the next argument */
	bool host;              /* also passed to the host's compiler */
} options[] = {
	{ "-cl-",     false, false },
	{ "-D",       true,  true },
	{ "-U",       true,  true },
	{ "-I",       true,  true },
	{ "-include", true,  true },
	{ "-iquote",  true,  true },
	{ "-isystem", true,  true },
	{ "-L",       true,  false },
	{ "-l",       true,  false },
	{ "-O",       false, false },
	{ "-W",       false, false },
	{ "-f",       false, false },
	{ "-g",       false, false },
	{ "-m",       false, false },
	{ "-pedantic", false, false },
	{ "-std=",    false, false },
	{ "-w",       false, false },
};

enum { OPTIONS = sizeof options / sizeof options[0] };

/* The row of the option ARG, or -1. */
static int find_option(const char *arg)
{
	for (int i = 0; i < OPTIONS; i++)
		if (strncmp(arg, options[i].start,
			    strlen(options[i].start)) == 0)
			return i;
	return -1;
}

static bool value_is_next(int row, const char *arg)
{
	return options[row].may_be_separate && !arg[strlen(options[row].start)];
}

int compile_option(char **argv, int argc)
{
	int row = find_option(argv[0]);

	if (row < 0)
		return 0;
	return argc > 1 && value_is_next(row, argv[0]) ? 2 : 1;
}

/* --- interrupts ------------------------------------------------------- */

static volatile sig_atomic_t interrupted;

static const int signals[] = { SIGINT, SIGTERM, SIGHUP, SIGCHLD };

enum { SIGNALS = sizeof signals / sizeof signals[0] };

static void on_signal(int number)
{
	if (number != SIGCHLD)
		interrupted = 1;
}

/* During compilation, these signals are delivered only while wait_for waits. An
 * ignored signal stays ignored, except SIGCHLD. */
struct caught {
	struct sigaction before[SIGNALS];
	sigset_t mask;
};

static struct caught caught;

static void catch_signals(void)
{
	struct sigaction act = { .sa_handler = on_signal };
	sigset_t block;

	interrupted = 0;
	sigemptyset(&act.sa_mask);
	sigemptyset(&block);
	for (int i = 0; i < SIGNALS; i++) {
		sigaddset(&block, signals[i]);
		sigaction(signals[i], NULL, &caught.before[i]);
	}
	sigprocmask(SIG_BLOCK, &block, &caught.mask);
	for (int i = 0; i < SIGNALS; i++)
		if (caught.before[i].sa_handler != SIG_IGN ||
		    signals[i] == SIGCHLD)
			sigaction(signals[i], &act, NULL);
}

static void release_signals(void)
{
	sigprocmask(SIG_SETMASK, &caught.mask, NULL);
	for (int i = 0; i < SIGNALS; i++)
		sigaction(signals[i], &caught.before[i], NULL);
}

/* --- programs --------------------------------------------------------- */

/* Waits for CHILD: its exit status, or 128 + N after signal N. After an
 * interrupt it ends CHILD, and the process group of a CHILD that leads one. */
static int wait_for(pid_t child, bool group)
{
	int status;
	pid_t ended;

	while ((ended = waitpid(child, &status, WNOHANG)) == 0) {
		sigsuspend(&caught.mask);
		if (interrupted && group)
			return proc_end_group(child);
		if (interrupted)
			kill(child, SIGTERM);
	}
	if (ended < 0)
		return 127;
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) :
	       WEXITSTATUS(status);
}

static void add(struct work *w, const char *arg)
{
	w->argv[w->argc++] = arg;
}

static void begin(struct work *w, const char *program)
{
	w->argc = 0;
	add(w, program);
}

/* The environment of tools: ours, with temporary files in the directory that
 * goes with us, so that a tool that is killed leaves none. */
static char **tool_environment(struct work *w)
{
	size_t n = 0, count = 0;
	char **env;

	while (environ[n])
		n++;
	env = arena_alloc(&w->arena, (n + 2) * sizeof *env);
	for (size_t i = 0; i < n; i++)
		if (strncmp(environ[i], "TMPDIR=", 7) != 0)
			env[count++] = environ[i];
	env[count++] = arena_format(&w->arena, "TMPDIR=%s", w->dir);
	env[count] = NULL;
	return env;
}

/* Runs the command that add() has collected, with its output to the file OUT,
 * or to stderr; 127 if it cannot be run. The program starts with the original
 * signal handling. A compiler leads a process group of its own; the user's
 * program does not, since it may read from the terminal. */
static int run_command(struct work *w, const char *out)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	const bool group = !out;
	pid_t child;
	int bad;

	w->argv[w->argc] = NULL;
	posix_spawn_file_actions_init(&files);
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, (short)(POSIX_SPAWN_SETSIGMASK |
				 (group ? POSIX_SPAWN_SETPGROUP : 0)));
	posix_spawnattr_setsigmask(&attr, &caught.mask);
	if (out)
		bad = posix_spawn_file_actions_addopen(
			&files, 1, out, O_WRONLY | O_CREAT | O_TRUNC, 0666);
	else
		bad = posix_spawn_file_actions_adddup2(&files, 2, 1);
	if (w->quiet && !bad)
		bad = posix_spawn_file_actions_addopen(
			&files, 2, "/dev/null", O_WRONLY, 0);
	fflush(stdout);
	if (!bad)
		bad = posix_spawn(&child, w->argv[0], &files, &attr,
				  (char *const *)(size_t)w->argv,
				  tool_environment(w));
	posix_spawnattr_destroy(&attr);
	posix_spawn_file_actions_destroy(&files);
	return bad ? 127 : wait_for(child, group);
}

static int tool_missing(const char *text)
{
	fprintf(stderr, "warpwright run: error: %s\n", text);
	return CMD_TOOL;
}

/* --- the suite's kernels ---------------------------------------------- */

/* The text of the kernel, or NULL after an error message. */
static char *read_kernel(const struct work *w, size_t *size)
{
	char *text = proc_read_file(w->c->kernel, size);

	if (!text)
		fprintf(stderr, "warpwright run: error: cannot read '%s': %s\n",
			w->c->kernel, file_strerror(errno));
	return text;
}

/* Begins the command of a compiler for the host: the words of $CC, or cc. */
static int begin_host(struct work *w)
{
	const char *env = getenv("CC"), *cc = env && *env ? env : "cc";
	char path[PATH_MAX], *word;

	word = strtok(arena_format(&w->arena, "%s", cc), " ");
	if (!word || !proc_find(word, path, sizeof path)) {
		fprintf(stderr, "warpwright run: error: '%s', the C compiler "
			"for this machine, was not found; set CC, or Debian: "
			"apt-get install gcc\n", cc);
		return CMD_TOOL;
	}
	begin(w, arena_format(&w->arena, "%s", path));
	while (w->argc < OWN_ARGS / 2 && (word = strtok(NULL, " ")))
		add(w, word);
	return 0;
}

static void add_host_options(struct work *w)
{
	char **args = w->c->args;

	for (size_t i = 0; i < w->c->count; i++) {
		int row = args[i][0] == '-' ? find_option(args[i]) : -1;
		bool two = row >= 0 && value_is_next(row, args[i]);

		if (row >= 0 && options[row].host) {
			add(w, args[i]);
			if (two && i + 1 < w->c->count)
				add(w, args[i + 1]);
		}
		i += two;
	}
}

/* Adds the include paths by which a kernel of the suite finds suite.h and its
 * neighbours. */
static void add_includes(struct work *w)
{
	const char *slash = strrchr(w->c->kernel, '/');

	add(w, "-iquote");
	add(w, slash ? arena_copy(&w->arena, w->c->kernel,
				  (size_t)(slash - w->c->kernel) + 1) : ".");
	add(w, "-iquote");
	add(w, arena_format(&w->arena, "%s/sw/kernels", gen_datadir()));
}

/* Computes the kernel's inputs and expected results on the host. */
static int make_data(struct work *w)
{
	const char *host = arena_format(&w->arena, "%s/%s.host", w->dir,
					w->name);
	const char *data = arena_format(&w->arena, "%s/%s.data.h", w->dir,
					w->name);
	int status = begin_host(w);

	if (status)
		return status;
	add(w, "-std=gnu11");
	add(w, "-O1");
	add(w, "-ffp-contract=off");
	add(w, "-DSUITE_HOST");
	add_includes(w);
	add(w, "-I");
	add(w, arena_format(&w->arena, "%s/sw/include", gen_datadir()));
	add_host_options(w);
	add(w, "-o");
	add(w, host);
	add(w, w->c->kernel);
	add(w, "-lm");
	if (run_command(w, NULL))
		return CMD_REFUSED;
	begin(w, host);
	status = run_command(w, data);
	if (status && !interrupted)
		fprintf(stderr, "%s: error: its main for SUITE_HOST ended with "
			"status %d\n", w->c->kernel, status);
	return status ? CMD_REFUSED : 0;
}

/* Copies the kernel to where compilers find what was made for it; messages name
 * the original. Behind it stands what K has, if there are kernels. */
static int copy_kernel(struct work *w, const char *text, size_t size,
		       const struct kernels *k)
{
	const char *path = arena_format(&w->arena, "%s/%s.c", w->dir, w->name);
	FILE *out = fopen(path, "w");
	bool bad = !out;

	if (out) {
		fputs("#line 1 \"", out);
		kernels_put_string(out, w->c->kernel);
		fputs("\"\n", out);
		bad = fwrite(text, 1, size, out) != size;
		if (k)
			kernels_write(out, k, w->c->kernel, gen_datadir());
		bad |= fclose(out) != 0;
	}
	w->source = path;
	return bad ? tool_missing("cannot write to the temporary directory") :
	       0;
}

/* Is TEXT a kernel of the suite, as sw/kernels/suite.h defines it? */
static bool is_suite(struct work *w, const char *text)
{
	return strstr(text, arena_format(&w->arena, "#include \"%s.data.h\"",
					 w->name));
}

/* --- the program ------------------------------------------------------ */

const char *compile_wrapper(struct arena *arena)
{
	char self[PATH_MAX], path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", self, sizeof self - 1);
	const char *wrapper = NULL;
	char *slash;

	self[n > 0 ? n : 0] = '\0';
	slash = strrchr(self, '/');
	if (slash) {
		*slash = '\0';
		wrapper = arena_format(arena, "%s/sw/ww-cc", self);
		if (proc_find(wrapper, path, sizeof path))
			return wrapper;
		wrapper = arena_format(arena, "%s/ww-cc", self);
	}
	if (wrapper && proc_find(wrapper, path, sizeof path))
		return wrapper;
	return proc_find("ww-cc", path, sizeof path) ?
	       arena_format(arena, "%s", path) : NULL;
}

/* The user's options come later. */
static void add_machine(struct work *w)
{
	const struct machine m = machine_from_config(w->cfg);
	struct machine_options *o = arena_alloc(&w->arena, sizeof *o);

	machine_options(o, &m);
	if (!w->c->bare)
		machine_stack_options(o, &m, w->stack);
	if (w->c->cuda)
		machine_option(o, "--cuda");
	else if (w->c->opencl)
		machine_opencl_options(o, &m);
	for (size_t i = 0; i < o->count; i++)
		add(w, o->word[i]);
	if (w->c->bare)
		add(w, "--bare");
	if (w->c->plain || w->c->blocks)
		add(w, "--plain");
	if (w->c->blocks) {
		add(w, "-DWW_BLOCKS");
		add(w, "-Wl,-u,ww_cl_program,-u,ww_cl_launch");
	}
}

/* Runs ww-cc, or its preprocessor, from the source to the file OUT. */
static int run_wrapper(struct work *w, bool preprocess, const char *out)
{
	const char *wrapper = compile_wrapper(&w->arena);
	int status;

	if (!wrapper)
		return tool_missing("ww-cc is not beside warpwright, nor in "
				    "PATH");
	begin(w, wrapper);
	add_machine(w);
	add(w, "-Wall");
	add(w, "-g");
	if (w->c->debug && !w->c->plain && !w->c->opencl && !w->c->blocks)
		add(w, "-Og");
	add_includes(w);
	if (preprocess) {
		add(w, "-E");
		add(w, "-DWW_KERNELS_");
	}
	add(w, w->source);
	for (size_t i = 0; i < w->c->count; i++)
		add(w, w->c->args[i]);
	add(w, "-o");
	add(w, out);
	status = run_command(w, NULL);
	if (status == 127)
		return tool_missing("ww-cc cannot be run");
	return status == CMD_TOOL ? CMD_TOOL : status ? CMD_REFUSED : 0;
}

static int make_elf(struct work *w)
{
	return run_wrapper(w, false, w->elf);
}

/* Finds the kernels in the source, as it is without macros and comments. */
static int read_kernels(struct work *w, struct kernels *k)
{
	const char *path = arena_format(&w->arena, "%s/%s.i", w->dir, w->name);
	char why[KERNELS_WHY], *text;
	unsigned line;
	size_t size;
	int status = run_wrapper(w, true, path), bad;

	if (status)
		return status;
	text = proc_read_file(path, &size);
	if (!text)
		return tool_missing("cannot read the temporary directory");
	bad = kernels_read(&w->arena, text, k, why, &line);
	free(text);
	if (!bad)
		return 0;
	fprintf(stderr, "%s:%u: error: %s\n", w->c->kernel, line, why);
	return CMD_REFUSED;
}

/* Kernels without a main get entries, and are described; of a source that is no
 * C the compiler says so. */
static int make_entries(struct work *w, char *text, size_t size)
{
	struct kernels k;
	int status = read_kernels(w, &k);

	kernels_mark_dynamic(text);
	return status || k.broken ? status : copy_kernel(w, text, size, &k);
}

static int make(struct work *w)
{
	size_t size;
	char *text = read_kernel(w, &size);
	int status = 0;

	if (!text)
		return CMD_REFUSED;
	w->source = w->c->kernel;
	if (is_suite(w, text)) {
		status = make_data(w);
		if (!status)
			status = copy_kernel(w, text, size, NULL);
	} else if (w->c->blocks) {
		status = make_entries(w, text, size);
	}
	free(text);
	return status ? status : make_elf(w);
}

static int load(struct work *w, struct elf_image *image)
{
	char why[WHY];

	if (!elf_load(w->elf, w->cfg->ram_base, w->cfg->ram_size, image, why,
		      sizeof why))
		return machine_refuses(w->cfg, image, w->c->kernel);
	fprintf(stderr, "%s: error: %s\n", w->c->kernel, why);
	return CMD_REFUSED;
}

/* Compiles a program in OpenCL C again, with stacks as its code needs them. */
static int enlarge_stacks(struct work *w, struct elf_image *image)
{
	const struct machine m = machine_from_config(w->cfg);
	int status;

	w->stack = cl_program_lacks(image, machine_most_stack(&m));
	if (!w->stack)
		return 0;
	elf_free(image);
	w->quiet = true;
	status = make_elf(w);
	return status ? status : load(w, image);
}

/* Copies the program to the file that the user wants. */
static int keep(const struct work *w)
{
	struct outfile f;
	size_t size;
	char *bytes;

	if (!w->c->keep)
		return 0;
	bytes = proc_read_file(w->elf, &size);
	if (!bytes)
		return tool_missing("cannot read the temporary directory");
	if (outfile_open(&f, w->c->keep)) {
		free(bytes);
		return CMD_TOOL;
	}
	fwrite(bytes, 1, size, f.stream);
	free(bytes);
	return outfile_keep(&f) ? CMD_TOOL : 0;
}

/* "saxpy" for "dir/saxpy.c". */
static const char *base_name(struct arena *a, const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');

	return arena_copy(a, name, dot ? (size_t)(dot - name) : strlen(name));
}

static int work(struct work *w, struct elf_image *image)
{
	const char *tmp = getenv("TMPDIR");
	char *dir = arena_format(&w->arena, "%s/warpwright-XXXXXX",
				 tmp && *tmp ? tmp : "/tmp");
	int status;

	if (!mkdtemp(dir)) {
		fprintf(stderr, "warpwright run: error: cannot make '%s': %s\n",
			dir, strerror(errno));
		return CMD_TOOL;
	}
	w->dir = dir;
	w->name = base_name(&w->arena, w->c->kernel);
	w->elf = arena_format(&w->arena, "%s/%s.elf", dir, w->name);
	w->argv = arena_alloc(&w->arena, (w->c->count + OWN_ARGS) *
			      sizeof *w->argv);
	status = make(w);
	if (!status && !interrupted)
		status = load(w, image);
	if (!status && w->c->opencl && !interrupted)
		status = enlarge_stacks(w, image);
	if (!status && !interrupted)
		status = keep(w);
	proc_remove_tree(dir);
	return status;
}

int compile_load(const struct compile *c, const struct config *cfg,
		 struct elf_image *image)
{
	struct work w = { .c = c, .cfg = cfg };
	int status;

	catch_signals();
	status = work(&w, image);
	release_signals();
	arena_free(&w.arena);
	if (!interrupted)
		return status;
	if (!status)
		elf_free(image);
	fprintf(stderr, "warpwright: interrupted\n");
	return CMD_FAIL;
}
