/* build.c - the OpenCL driver: a program is compiled for a device
 * SPDX-License-Identifier: Apache-2.0
 *
 * A shell runs ww-cc in a directory of its own and removes it. The source is
 * its standard input, the program its output, messages its standard error, all
 * three files without a name. So nothing is left if the host is killed.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cl/icd/icd.h"
#include "machine/options.h"

extern char **environ;

enum { WORDS = 256, WORD = 64, WHY = 512 };

static const char script[] =
	"dir=$(mktemp -d \"${TMPDIR:-/tmp}/warpwright-XXXXXX\") || exit 4\n"
	"trap 'rm -rf \"$dir\"' EXIT\n"
	"trap 'exit 143' HUP INT TERM\n"
	"cat > \"$dir/program.cl\" && {\n"
	"  TMPDIR=$dir \"$@\" -o \"$dir/program.elf\" \"$dir/program.cl\" "
	">&2 || exit\n"
	"  cat \"$dir/program.elf\"\n"
	"}\n";

/* --- the command ------------------------------------------------------ */

struct job {
	const char *argv[WORDS];
	size_t argc;
	struct machine_options machine;
	FILE *source, *elf, *log;
};

static void add_machine(struct job *j, const struct machine *m)
{
	j->argv[j->argc++] = "/bin/sh";
	j->argv[j->argc++] = "-c";
	j->argv[j->argc++] = script;
	j->argv[j->argc++] = "sh";
	j->argv[j->argc++] = device_wrapper();
	machine_options(&j->machine, m);
	machine_stack_options(&j->machine, m);
	machine_opencl_options(&j->machine, m);
	for (size_t i = 0; i < j->machine.count; i++)
		j->argv[j->argc++] = j->machine.word[i];
	j->argv[j->argc++] = "-g";
	j->argv[j->argc++] = "-I.";
}

/* --- its run ---------------------------------------------------------- */

static void close_files(struct job *j)
{
	if (j->source)
		fclose(j->source);
	if (j->elf)
		fclose(j->elf);
	if (j->log)
		fclose(j->log);
}

/* Messages name lines of program.cl, which the host has never seen. */
static bool open_files(struct job *j, const char *source)
{
	j->source = tmpfile();
	j->elf = tmpfile();
	j->log = tmpfile();
	if (!j->source || !j->elf || !j->log)
		return false;
	fprintf(j->source, "#line 1 \"program.cl\"\n%s\n", source);
	return !fflush(j->source) && !fseek(j->source, 0, SEEK_SET);
}

/* Returns the exit status, or -1. That of a host which ignores its children is
 * not known: then it is 0. */
static int run(struct job *j)
{
	posix_spawn_file_actions_t files;
	int status, bad;
	pid_t child;

	j->argv[j->argc] = NULL;
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, fileno(j->source), 0);
	posix_spawn_file_actions_adddup2(&files, fileno(j->elf), 1);
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

/* All of F, with a 0 behind it; NULL if there is no memory. */
static uint8_t *read_all(FILE *f, size_t *size)
{
	uint8_t *data;
	long end;

	if (fseek(f, 0, SEEK_END) || (end = ftell(f)) < 0 ||
	    fseek(f, 0, SEEK_SET))
		return NULL;
	data = calloc((size_t)end + 1, 1);
	if (data)
		*size = fread(data, 1, (size_t)end, f);
	return data;
}

/* --- programs --------------------------------------------------------- */

void build_free(struct build *b)
{
	if (b->status == CL_BUILD_SUCCESS) {
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
		return true;
	}
	elf_free(&b->image);
	snprintf(why, size, "no OpenCL program of this version");
	return false;
}

bool build_load(struct build *b, cl_device_id d, char *why, size_t size)
{
	FILE *f = tmpfile();
	bool good = f && fwrite(b->elf, 1, b->elf_bytes, f) == b->elf_bytes &&
		    !fflush(f);

	snprintf(why, size, "no temporary file");
	good = good && load_file(b, d, f, why, size);
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

static cl_int finish(struct job *j, struct build *b, cl_device_id d)
{
	int status = run(j);
	char why[WHY] = "";
	size_t size;

	b->log = (char *)read_all(j->log, &size);
	b->elf = read_all(j->elf, &b->elf_bytes);
	if (status == 127)
		add_log(b, "error: the compiler ww-cc of warpwright cannot be "
			"run");
	if (status || !b->elf)
		return CL_BUILD_PROGRAM_FAILURE;
	if (load_file(b, d, j->elf, why, sizeof why))
		return CL_SUCCESS;
	add_log(b, why);
	return CL_BUILD_PROGRAM_FAILURE;
}

static cl_int compile(struct job *j, struct build *b, cl_device_id d,
		      const char *source, char *copy)
{
	const char *bad = "";
	char why[WHY];
	cl_int result;

	add_machine(j, &d->machine);
	if (!options_split(b->options, copy, j->argv, &j->argc, WORDS - 4,
			   &bad)) {
		snprintf(why, sizeof why, "error: '%s' is no option of "
			 "OpenCL 1.2", bad);
		add_log(b, why);
		return CL_INVALID_BUILD_OPTIONS;
	}
	result = open_files(j, source) ? finish(j, b, d) :
		 CL_OUT_OF_HOST_MEMORY;
	close_files(j);
	return result;
}

cl_int build_source(struct build *b, cl_device_id d, const char *source,
		    const char *options)
{
	struct job *j = calloc(1, sizeof *j);
	char *copy = malloc(strlen(options) + 2);
	cl_int bad = CL_OUT_OF_HOST_MEMORY;

	build_free(b);
	b->options = strdup(options);
	b->status = CL_BUILD_ERROR;
	if (j && copy && b->options)
		bad = compile(j, b, d, source, copy);
	free(copy);
	free(j);
	return bad;
}
