/* outfile.h - result files that appear complete or not at all
 * SPDX-License-Identifier: Apache-2.0
 *
 * A result is written to a temporary file beside its path and renamed when it
 * is complete. A path that is no regular file (a pipe, a terminal) is written
 * directly; "-" is stdout. Each function prints its errors to stderr.
 */
#ifndef WW_SESSION_OUTFILE_H
#define WW_SESSION_OUTFILE_H

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>

struct outfile {
	const char *path;       /* borrowed; NULL: nothing to write */
	char temp[PATH_MAX];    /* temporary path */
	bool direct;
	FILE *stream;           /* after outfile_open */
};

enum { OUTFILE_WHY = PATH_MAX + 256 };

/* Can PATH be written, or with ADD be replaced by an extended copy? 0, or -1
 * with the reason in WHY. Nothing is changed. */
int outfile_check(const char *path, bool add, char why[OUTFILE_WHY]);
/* From now on only "-" writes to stdout; everything else that is printed there
 * goes to stderr. 0, or -1 after an error message. */
int outfile_take_stdout(void);

/* Chooses the temporary path of PATH. Its extension is that of PATH, since
 * tools depend on that. 0, or -1 after an error message. */
int outfile_place(struct outfile *f, const char *path);
/* As outfile_place, and opens the file for writing. */
int outfile_open(struct outfile *f, const char *path);
/* Closes the file and renames it to its path: 0, or -1 after an error
 * message. */
int outfile_keep(struct outfile *f);
/* Removes the temporary file unless it was kept. */
void outfile_drop(struct outfile *f);

#endif
