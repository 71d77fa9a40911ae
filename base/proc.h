/* proc.h - run tools and capture their output; a few operations on files
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions return 0 or -1 with errno set, unless they say otherwise.
 */
#ifndef WW_BASE_PROC_H
#define WW_BASE_PROC_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* BUF = the path of program NAME, a path or a name to look up in PATH; false if
 * there is no such executable. */
bool proc_find(const char *name, char *buf, size_t size);

/* Runs ARGV, with a path in ARGV[0], in directory DIR; its stdout and stderr
 * are appended to the file LOG. Returns its exit status, 128 + N after signal
 * N, or -1 if it cannot be run. */
int proc_run(const char *const *argv, const char *dir, const char *log);

/* What to do while a program runs. */
struct proc_watch {
	/* If not NULL, the program gets a process group of its own, which is
	 * ended when *STOP becomes nonzero. */
	const volatile sig_atomic_t *stop;
	/* Called after every PERIOD seconds, with the seconds of the run; may
	 * be NULL. */
	void (*tick)(void *ctx, double seconds);
	void *ctx;
	double period;
};

/* As proc_run. */
int proc_run_watched(const char *const *argv, const char *dir, const char *log,
		     const struct proc_watch *watch);

/* Ends all processes of the group that the child PID leads, by SIGTERM, after
 * PROC_GRACE seconds by SIGKILL. Returns 128 + the number of the signal. */
#define PROC_GRACE 0.5
int proc_end_group(pid_t pid);

/* Sleeps for a part of SECONDS, a time that has been waited already: short at
 * first, never for more than 50 ms. */
void proc_pause(double seconds);

/* BUF = the first line that ARGV prints, cut at SIZE. Returns as proc_run. */
int proc_first_line(const char *const *argv, char *buf, size_t size);

/* The whole file, NUL-terminated, which the caller frees; NULL if it cannot be
 * read. */
char *proc_read_file(const char *path, size_t *size);
int proc_write_file(const char *path, const void *data, size_t size);
/* Makes DIR and its parents. */
int proc_make_dirs(const char *dir);
/* Removes a file or a whole directory; a missing path is no error. */
int proc_remove_tree(const char *path);

#endif
