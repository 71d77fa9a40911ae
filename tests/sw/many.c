/* many.c - one command of warpwright many times, in one process
 * SPDX-License-Identifier: Apache-2.0
 *
 *     many DIR JOBS iss|cosim [ARGUMENT...]
 *
 * JOBS is a file with a line for each run: its name and the arguments that it
 * has besides ARGUMENT..., with a tab in front of each. What the run prints
 * goes to DIR/NAME.out and DIR/NAME.err, its result to DIR/NAME.json. When it
 * has ended, a line on stdout has its name and its exit status.
 */
#define _XOPEN_SOURCE 700
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/proc.h"
#include "cli/cmd.h"

enum { MOST = 256 };

struct many {
	const char *dir;
	int (*run)(int argc, char **argv);
	char *argv[MOST];
	int argc;                       /* of all runs */
	FILE *said;                     /* stdout as it was */
};

__attribute__((noreturn))
static void die(const char *what, const char *name)
{
	fprintf(stderr, "many: %s: %s\n", what, name);
	exit(99);
}

static char *path(const struct many *m, const char *name, const char *end)
{
	const size_t size = strlen(m->dir) + strlen(name) + strlen(end) + 2;
	char *text = malloc(size);

	if (!text)
		die("no memory", name);
	snprintf(text, size, "%s/%s%s", m->dir, name, end);
	return text;
}

/* What is written to FD goes to a new file. */
static void turn(const struct many *m, int fd, const char *name,
		 const char *end)
{
	char *to = path(m, name, end);
	int file = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0666);

	if (file < 0 || dup2(file, fd) < 0)
		die("cannot write", to);
	close(file);
	free(to);
}

/* The run of a line, which is cut up. */
static void run(struct many *m, char *line)
{
	char *rest, *name = strtok_r(line, "\t", &rest), *word;
	char option[] = "--json", *json;
	char *argv[MOST];
	int argc = m->argc, status;

	if (!name)
		return;
	memcpy(argv, m->argv, sizeof m->argv);
	json = path(m, name, ".json");
	argv[argc++] = option;
	argv[argc++] = json;
	while ((word = strtok_r(NULL, "\t", &rest))) {
		if (argc == MOST - 1)
			die("too many arguments", name);
		argv[argc++] = word;
	}
	argv[argc] = NULL;
	turn(m, STDOUT_FILENO, name, ".out");
	turn(m, STDERR_FILENO, name, ".err");
	status = m->run(argc, argv);
	if (fflush(stdout))
		status = CMD_TOOL;
	fprintf(m->said, "%s %d\n", name, status);
	fflush(m->said);
	free(json);
}

static void start(struct many *m, int argc, char **argv)
{
	int said = dup(STDOUT_FILENO);

	m->dir = argv[1];
	m->run = strcmp(argv[3], "iss") == 0 ? cmd_iss :
		 strcmp(argv[3], "cosim") == 0 ? cmd_cosim : NULL;
	if (!m->run)
		die("no such command", argv[3]);
	if (argc - 3 > MOST - 8)
		die("too many arguments", argv[3]);
	for (m->argc = 0; m->argc < argc - 3; m->argc++)
		m->argv[m->argc] = argv[3 + m->argc];
	m->said = said < 0 || fcntl(said, F_SETFD, FD_CLOEXEC) ? NULL :
		  fdopen(said, "w");
	if (!m->said)
		die("cannot write", "stdout");
}

int main(int argc, char **argv)
{
	struct many m = { .argc = 0 };
	char *jobs, *line, *rest;
	size_t size;

	if (argc < 4)
		die("usage", "many DIR JOBS iss|cosim [ARGUMENT...]");
	jobs = proc_read_file(argv[2], &size);
	if (!jobs)
		die("cannot read", argv[2]);
	start(&m, argc, argv);
	for (line = strtok_r(jobs, "\n", &rest); line;
	     line = strtok_r(NULL, "\n", &rest))
		run(&m, line);
	free(jobs);
	return fclose(m.said) != 0;
}
