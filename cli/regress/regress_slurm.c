/* regress_slurm.c - the list as a job array of Slurm
 * SPDX-License-Identifier: Apache-2.0
 *
 * Task I of K runs every Kth run from the Ith on, one after another. All tasks
 * write into one directory of results, which all nodes must share. A task is
 * this program with the same list; --gather collects the results.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/proc.h"
#include "cli/cmd.h"
#include "cli/regress/regress.h"
#include "session/outfile.h"

enum { MOST_TASKS = 1000 };     /* default limit of Slurm: 1001 */

static void quoted(FILE *out, const char *text)
{
	putc('\'', out);
	for (; *text; text++)
		fprintf(out, *text == '\'' ? "'\\%c'" : "%c", *text);
	putc('\'', out);
}

static void environment(FILE *out, const char *name)
{
	const char *value = getenv(name);

	if (!value)
		return;
	fprintf(out, "export %s=", name);
	quoted(out, value);
	putc('\n', out);
}

static void script(FILE *out, const struct regress *r, size_t tasks,
		   const char *list)
{
	static const char *const names[] = {
		"WARPWRIGHT_DATADIR", "WARPWRIGHT_CACHE", "VERILATOR",
		"IVERILOG", "CXX", "PATH"
	};

	fputs("#!/bin/sh\n#SBATCH --job-name=warpwright\n", out);
	fprintf(out, "#SBATCH --array=0-%zu\n", tasks - 1);
	fprintf(out, "#SBATCH --output=%s/task-%%a.log\n", r->results);
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		environment(out, names[i]);
	quoted(out, r->program);
	fprintf(out,
		" regress --resume --jobs 1 --quiet --task "
		"\"$SLURM_ARRAY_TASK_ID/%zu\" --output ",
		tasks);
	quoted(out, r->results);
	for (size_t i = 0; i < r->define_count; i++) {
		fputs(" --define ", out);
		quoted(out, r->defines[i]);
	}
	putc(' ', out);
	quoted(out, list);
	/* A failing run must not fail the job. */
	fputs("\n[ $? -le 1 ]\n", out);
}

static int write_script(const struct regress *r, size_t tasks, const char *path)
{
	struct outfile f;
	char list[PATH_MAX];

	if (!realpath(r->list, list)) {
		fprintf(stderr,
			"warpwright regress: error: cannot find '%s': %s\n",
			r->list, strerror(errno));
		return CMD_TOOL;
	}
	if (outfile_open(&f, path))
		return CMD_TOOL;
	script(f.stream, r, tasks, list);
	return outfile_keep(&f) ? CMD_TOOL : 0;
}

/* Appends the words of --slurm-options, split at blanks; quotes have no
 * effect. */
static size_t add_options(const struct regress *r, const char **argv, size_t n,
			  size_t most)
{
	char *copy, *word, *rest = NULL;

	if (!r->slurm_options)
		return n;
	copy = arena_copy(&r->dg->arena, r->slurm_options,
			  strlen(r->slurm_options));
	for (word = strtok_r(copy, " \t", &rest); word && n + 3 < most;
	     word = strtok_r(NULL, " \t", &rest))
		argv[n++] = word;
	return n;
}

static void show_log(const char *path)
{
	size_t n;
	char *text = proc_read_file(path, &n);

	if (text)
		fputs(text, stderr);
	free(text);
}

static int tool_missing(const char *name)
{
	fprintf(stderr,
		"warpwright regress: error: --slurm needs %s (Debian: "
		"slurm-client)\n",
		name);
	return CMD_TOOL;
}

/* Submits the script; ID receives the number of the job. 0 or an exit
 * status. */
static int submit(const struct regress *r, const char *path, char *id,
		  size_t size)
{
	enum { WORDS = 64 };
	const char *argv[WORDS] = { NULL, "--parsable" };
	char sbatch[PATH_MAX], log[PATH_MAX + 16], *said;
	size_t n, length;
	int code;

	if (!proc_find("sbatch", sbatch, sizeof sbatch))
		return tool_missing("sbatch");
	argv[0] = sbatch;
	n = add_options(r, argv, 2, WORDS);
	argv[n++] = path;
	snprintf(log, sizeof log, "%s/sbatch.log", r->results);
	remove(log);
	code = proc_run(argv, NULL, log);
	if (code) {
		fprintf(stderr, "warpwright regress: error: sbatch failed:\n");
		show_log(log);
		return CMD_TOOL;
	}
	said = proc_read_file(log, &length);
	snprintf(id, size, "%.*s", said ? (int)strcspn(said, ";\n") : 0,
		 said ? said : "");
	free(said);
	printf("job %s: %s\n", id, path);
	fflush(stdout);
	return 0;
}

/* Waits until squeue lists no task of job ID. */
static int wait_for(const struct regress *r, const char *id)
{
	const struct timespec second = { 1, 0 };
	char squeue[PATH_MAX], line[128];
	const char *const argv[] = { squeue, "-h", "-j", id, "-o", "%i", NULL };

	if (!proc_find("squeue", squeue, sizeof squeue))
		return tool_missing("squeue");
	for (;;) {
		int code = proc_first_line(argv, line, sizeof line);

		if (*r->interrupt) {
			fprintf(stderr, "warpwright regress: the job goes on; "
					"--gather reports it\n");
			return 0;
		}
		if (code || !line[0])
			return 0;
		nanosleep(&second, NULL);
	}
}

int regress_slurm(struct regress *r)
{
	size_t tasks = 0;
	char path[PATH_MAX + 16], id[64];
	int status;

	for (size_t i = 0; i < r->count; i++)
		tasks += r->runs[i].result.outcome == REGRESS_WAITING;
	if (!tasks) {
		printf("all runs have results\n");
		return 0;
	}
	tasks = r->count > MOST_TASKS ? MOST_TASKS : r->count;
	snprintf(path, sizeof path, "%s/job.sh", r->results);
	status = write_script(r, tasks, path);
	if (!status)
		status = submit(r, path, id, sizeof id);
	return status || !r->wait ? status : wait_for(r, id);
}
