/* outfile.h - result files that appear complete or not at all
 * SPDX-License-Identifier: Apache-2.0
 *
 * A result is written beside its place and renamed when it is complete. What
 * is no regular file (a pipe, a terminal) is written directly, "-" is stdout.
 * Errors are printed to stderr by the function that meets them.
 */
#ifndef WW_CLI_OUTFILE_H
#define WW_CLI_OUTFILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

struct outfile {
	const char *path;       /* borrowed; NULL: nothing to write */
	char temp[PATH_MAX];    /* where it is written meanwhile */
	bool direct;
	FILE *stream;           /* after outfile_open */
};

enum { OUTFILE_WHY = PATH_MAX + 256 };

/* Can PATH be written, or, to ADD, be replaced by more than it is now? 0, or
 * -1 and WHY; nothing is changed. */
int outfile_check(const char *path, bool add, char why[OUTFILE_WHY]);
/* From now on "-" alone goes to stdout; what is printed there otherwise goes to
 * stderr. 0, or -1 after an error message. */
int outfile_take_stdout(void);

/* Decides where PATH is written; it ends as PATH does, since tools look at
 * that. 0, or -1 after an error message. */
int outfile_place(struct outfile *f, const char *path);
/* The same, and opens it for writing. */
int outfile_open(struct outfile *f, const char *path);
/* Gives the file its name: 0, or -1 after an error message. */
int outfile_keep(struct outfile *f);
/* Removes what was written, if it has not been kept. */
void outfile_drop(struct outfile *f);

#endif
