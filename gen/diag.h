/* diag.h - located diagnostics: file:line:col: error: text [check-name]
 * SPDX-License-Identifier: Apache-2.0
 *
 * A diag counts errors and writes them to a stream; a test uses a stream of
 * open_memstream. It owns the file names of locations, so locations are valid
 * until diag_free.
 */
#ifndef WW_GEN_DIAG_H
#define WW_GEN_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"

enum { DIAG_LIMIT = 20 };       /* errors after which a phase stops */

struct diag {
	FILE *out;              /* not owned; NULL: count only */
	unsigned errors;
	struct arena arena;     /* memory for the whole run */
};

struct diag_loc {
	const char *file;
	unsigned line;          /* from 1; 0: the whole file */
	unsigned col;           /* from 1, in bytes; 0: the whole line */
};

/* Makes DG, which has no errors. Release with diag_free. */
void diag_init(struct diag *dg, FILE *out);
void diag_free(struct diag *dg);

/* A copy of the file name NAME, valid until diag_free. */
const char *diag_file(struct diag *dg, const char *name);

/* Have DIAG_LIMIT errors been reported? A phase should stop then. */
bool diag_full(const struct diag *dg);

/* Reports an error. CHECK is the name of the violated rule, or NULL. Control
 * characters of the text are written as \xNN; a very long text is cut. */
__attribute__((format(printf, 4, 5)))
void diag_error(struct diag *dg, struct diag_loc at, const char *check,
		const char *fmt, ...);

/* Adds a note to the last error. Notes are not counted. */
__attribute__((format(printf, 3, 4)))
void diag_note(struct diag *dg, struct diag_loc at, const char *fmt, ...);

#endif
