/* build.c - the OpenCL driver: a program is compiled or linked for a device
 * SPDX-License-Identifier: Apache-2.0
 *
 * A shell runs ww-cc in a directory of its own and removes it. Its standard
 * input has all files, one behind the other, its output is the program, its
 * standard error has messages, all three files without a name. So nothing is
 * left if the host is killed.
 *
 * The binary of a program is its ELF file; that of an object or a library is
 * LLVM bitcode behind a head of HEAD bytes.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cl/icd/icd.h"
#include "machine/options.h"

extern char **environ;

enum { WORDS = 256, WORD = 64, WHY = 512, HEAD = 8 };

static const char object_head[] = "ww-cl-o\n", library_head[] = "ww-cl-l\n";

/* The arguments: NAME BYTES for each file, --, a command. NAME is in/FILE, an
 * argument of the command, or headers/FILE. */
static const char script[] =
	"dir=$(mktemp -d \"${TMPDIR:-/tmp}/warpwright-XXXXXX\") || exit 4\n"
	"trap 'rm -rf \"$dir\"' EXIT\n"
	"trap 'exit 143' HUP INT TERM\n"
	"from=1\n"
	"while [ \"$1\" != -- ]; do\n"
	"  mkdir -p \"$dir/${1%/*}\" || exit 4\n"
	"  tail -c \"+$from\" /proc/self/fd/0 | head -c \"$2\" > "
	"\"$dir/$1\" || exit 4\n"
	"  from=$((from + $2))\n"
	"  shift 2\n"
	"done\n"
	"command=$2\n"
	"shift 2\n"
	"TMPDIR=$dir \"$command\" \"-I$dir/headers\" \"$@\" -o "
	"\"$dir/out\" \"$dir\"/in/* >&2 || exit\n"
	"cat \"$dir/out\"\n";

/* --- the command ------------------------------------------------------ */

struct job {
	const char **argv;
	size_t argc, size;
	char (*bytes)[WORD];            /* the size of each file, a word */
	struct machine_options machine;
	char base[32];
	FILE *in, *out, *log;
};

/* Makes room for the words of a job with COUNT files. */
static bool open_job(struct job *j, size_t count)
{
	*j = (struct job){ .size = WORDS + 2 * count };
	j->argv = calloc(j->size, sizeof *j->argv);
	j->bytes = calloc(count + 1, sizeof *j->bytes);
	j->in = tmpfile();
	j->out = tmpfile();
	j->log = tmpfile();
	return j->argv && j->bytes && j->in && j->out && j->log;
}

static void close_job(struct job *j)
{
	free(j->argv);
	free(j->bytes);
	if (j->in)
		fclose(j->in);
	if (j->out)
		fclose(j->out);
	if (j->log)
		fclose(j->log);
}

static void add_word(struct job *j, const char *word)
{
	j->argv[j->argc++] = word;
}

/* Messages name the lines of a text by its name, in a directory that the host
 * has never seen. */
static bool add_file(struct job *j, size_t i, const struct build_file *f)
{
	long begin = ftell(j->in);

	if (f->text)
		fprintf(j->in, "#line 1 \"%s\"\n", strchr(f->name, '/') + 1);
	fwrite(f->data, 1, f->bytes, j->in);
	if (f->text)
		fputc('\n', j->in);
	snprintf(j->bytes[i], WORD, "%ld", ftell(j->in) - begin);
	add_word(j, f->name);
	add_word(j, j->bytes[i]);
	return !ferror(j->in);
}

static bool add_files(struct job *j, const struct build_file *files,
		      size_t count)
{
	add_word(j, "/bin/sh");
	add_word(j, "-c");
	add_word(j, script);
	add_word(j, "sh");
	for (size_t i = 0; i < count; i++)
		if (!add_file(j, i, &files[i]))
			return false;
	add_word(j, "--");
	return !fflush(j->in) && !fseek(j->in, 0, SEEK_SET);
}

static void add_machine(struct job *j, cl_device_id d, uint32_t stack)
{
	const struct machine *m = &d->machine;
	uint32_t base = resident_base(d);

	add_word(j, device_wrapper());
	machine_options(&j->machine, m);
	machine_stack_options(&j->machine, m, stack);
	machine_opencl_options(&j->machine, m);
	for (size_t i = 0; i < j->machine.count; i++)
		add_word(j, j->machine.word[i]);
	snprintf(j->base, sizeof j->base, "--base=0x%08" PRIx32, base);
	if (base)
		add_word(j, j->base);
	add_word(j, "-g");
	if (device_checked(d))
		add_word(j, "--check");
	add_word(j, "-I.");
}

/* --- its run ---------------------------------------------------------- */

/* Returns the exit status, or -1. That of a host which ignores its children is
 * not known: then it is 0. */
static int run(struct job *j)
{
	posix_spawn_file_actions_t files;
	int status, bad;
	pid_t child;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, fileno(j->in), 0);
	posix_spawn_file_actions_adddup2(&files, fileno(j->out), 1);
	posix_spawn_file_actions_adddup2(&files, fileno(j->log), 2);
	bad = posix_spawn(&child, j->argv[0], &files, NULL,
			  (char *const *)(uintptr_t)j->argv, environ);
	posix_spawn_file_actions_destroy(&files);
	if (bad)
		return -1;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return 0;
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Appends all of F to what is in *DATA, *SIZE bytes, with a 0 behind it. */
static bool read_all(FILE *f, uint8_t **data, size_t *size)
{
	uint8_t *more;
	long end;

	if (fseek(f, 0, SEEK_END) || (end = ftell(f)) < 0 ||
	    fseek(f, 0, SEEK_SET))
		return false;
	more = realloc(*data, *size + (size_t)end + 1);
	if (!more)
		return false;
	*data = more;
	*size += fread(more + *size, 1, (size_t)end, f);
	more[*size] = 0;
	return true;
}

/* --- programs --------------------------------------------------------- */

bool build_runs(const struct build *b)
{
	return b->status == CL_BUILD_SUCCESS &&
	       b->type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
}

bool build_links(const struct build *b)
{
	return b->status == CL_BUILD_SUCCESS && !build_runs(b);
}

void build_object(const struct build *b, struct build_file *f)
{
	f->data = b->elf + HEAD;
	f->bytes = b->elf_bytes - HEAD;
	f->text = false;
}

void build_free(struct build *b)
{
	resident_drop(b);
	if (build_runs(b)) {
		cl_program_free(&b->program);
		elf_free(&b->image);
	}
	free(b->options);
	free(b->log);
	free(b->elf);
	*b = (struct build){ .status = CL_BUILD_NONE };
}

static bool load_file(struct build *b, cl_device_id d, FILE *f, char *why,
		      size_t size)
{
	char path[WORD];

	snprintf(path, sizeof path, "/proc/self/fd/%d", fileno(f));
	if (elf_load(path, d->machine.ram_base, d->machine.ram_size, &b->image,
		     why, size))
		return false;
	if (!cl_program_read(&b->image, &b->program)) {
		b->status = CL_BUILD_SUCCESS;
		b->type = CL_PROGRAM_BINARY_TYPE_EXECUTABLE;
		resident_add(b, d);
		return true;
	}
	elf_free(&b->image);
	snprintf(why, size, "no OpenCL program of this version");
	return false;
}

/* Is B->elf an object or a library? */
static bool load_object(struct build *b)
{
	if (b->elf_bytes <= HEAD)
		return false;
	if (!memcmp(b->elf, object_head, HEAD))
		b->type = CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT;
	else if (!memcmp(b->elf, library_head, HEAD))
		b->type = CL_PROGRAM_BINARY_TYPE_LIBRARY;
	else
		return false;
	b->status = CL_BUILD_SUCCESS;
	return true;
}

bool build_load(struct build *b, cl_device_id d, char *why, size_t size)
{
	FILE *f;
	bool good;

	if (load_object(b))
		return true;
	f = build_open(b);
	snprintf(why, size, "no temporary file");
	good = f && load_file(b, d, f, why, size);
	if (f)
		fclose(f);
	return good;
}

/* Appends TEXT to the log of B. */
static void add_log(struct build *b, const char *text)
{
	size_t n = b->log ? strlen(b->log) : 0;
	char *more = realloc(b->log, n + strlen(text) + 2);

	if (!more)
		return;
	sprintf(more + n, "%s\n", text);
	b->log = more;
}

/* Takes over what the job has written for B, of TYPE. */
static bool take(struct job *j, struct build *b, cl_device_id d,
		 cl_program_binary_type type)
{
	char why[WHY] = "no memory";
	bool program = type == CL_PROGRAM_BINARY_TYPE_EXECUTABLE;

	b->elf = calloc(HEAD, 1);
	b->elf_bytes = program || !b->elf ? 0 : HEAD;
	if (b->elf_bytes)
		memcpy(b->elf, type == CL_PROGRAM_BINARY_TYPE_LIBRARY ?
		       library_head : object_head, HEAD);
	if (b->elf && read_all(j->out, &b->elf, &b->elf_bytes) &&
	    (program ? load_file(b, d, j->out, why, sizeof why) :
	     load_object(b)))
		return true;
	add_log(b, why);
	return false;
}

static bool finish(struct job *j, struct build *b, cl_device_id d,
		   cl_program_binary_type type)
{
	int status = run(j);
	uint8_t *log = NULL;
	size_t size = 0;

	if (read_all(j->log, &log, &size))
		b->log = (char *)log;
	if (status == 127)
		add_log(b, "error: the compiler ww-cc of warpwright cannot be "
			"run");
	return !status && take(j, b, d, type);
}

/* COPY has room for the words of the options. */
static enum build_end make(struct job *j, struct build *b, cl_device_id d,
			   cl_program_binary_type type,
			   const struct build_file *files, size_t count,
			   char *copy, uint32_t stack)
{
	const char *bad = "";
	char why[WHY];

	if (!open_job(j, count) || !add_files(j, files, count))
		return BUILD_NO_MEMORY;
	add_machine(j, d, stack);
	if (!options_split(b->options, copy, j->argv, &j->argc,
			   j->size - 4, &bad)) {
		snprintf(why, sizeof why, "error: '%s' is no option of "
			 "OpenCL 1.2", bad);
		add_log(b, why);
		return BUILD_BAD_OPTION;
	}
	if (type != CL_PROGRAM_BINARY_TYPE_EXECUTABLE)
		add_word(j, "-c");
	return finish(j, b, d, type) ? BUILD_DONE : BUILD_FAILED;
}

/* STACK: bytes that the stack of a thread should have; 0: any. */
static enum build_end make_with(struct build *b, cl_device_id d,
				cl_program_binary_type type,
				const struct build_file *files, size_t count,
				const char *options, uint32_t stack)
{
	char *copy = malloc(strlen(options) + 2);
	enum build_end end = BUILD_NO_MEMORY;
	struct job j = { .argc = 0 };

	build_free(b);
	b->options = strdup(options);
	b->status = CL_BUILD_ERROR;
	if (copy && b->options)
		end = make(&j, b, d, type, files, count, copy, stack);
	close_job(&j);
	free(copy);
	return end;
}

enum build_end build_make(struct build *b, cl_device_id d,
			  cl_program_binary_type type,
			  const struct build_file *files, size_t count,
			  const char *options)
{
	enum build_end end = make_with(b, d, type, files, count, options, 0);
	uint32_t stack = end == BUILD_DONE && build_runs(b) ?
		cl_program_lacks(&b->image, machine_most_stack(&d->machine)) :
		0;

	return stack ? make_with(b, d, type, files, count, options, stack) :
		       end;
}
