/* proc.h - run a tool and keep what it says; a few operations on files
 * SPDX-License-Identifier: Apache-2.0
 *
 * Functions return 0 or -1 with errno set, unless they say otherwise.
 */
#ifndef WW_BASE_PROC_H
#define WW_BASE_PROC_H

#include <stdbool.h>
#include <stddef.h>

/* The path of program NAME (a path, or a name to be looked up in PATH) into
 * BUF; false if there is no such executable. */
bool proc_find(const char *name, char *buf, size_t size);

/* Runs ARGV (ARGV[0] a path) in directory DIR with output and errors appended
 * to the file LOG. Returns its exit status, 128 + N if signal N ended it, or -1
 * if it cannot be run. */
int proc_run(const char *const *argv, const char *dir, const char *log);

/* The first line that ARGV prints, cut at SIZE, into BUF. Returns as
 * proc_run. */
int proc_first_line(const char *const *argv, char *buf, size_t size);

/* The whole file, with a zero byte behind it; release with free. NULL if it
 * cannot be read. */
char *proc_read_file(const char *path, size_t *size);
int proc_write_file(const char *path, const void *data, size_t size);
/* Makes DIR and its parents. */
int proc_make_dirs(const char *dir);
/* Removes a file or a whole directory; absence is no error. */
int proc_remove_tree(const char *path);

#endif
