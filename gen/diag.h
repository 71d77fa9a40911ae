/* diag.h - located diagnostics: file:line:col: error: text [check-name]
 * SPDX-License-Identifier: Apache-2.0
 *
 * A diag counts what it reports and writes it to a stream (a test gives one
 * from open_memstream). It owns the file names of locations, so locations stay
 * valid until diag_free.
 */
#ifndef WW_GEN_DIAG_H
#define WW_GEN_DIAG_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>

#include "base/arena.h"

enum { DIAG_LIMIT = 20 };       /* errors after which a phase gives up */

struct diag {
	FILE *out;              /* not owned; NULL: count only */
	unsigned errors;
	struct arena arena;     /* for whatever lives as long as the run */
};

struct diag_loc {
	const char *file;
	unsigned line;          /* from 1; 0: the whole file */
	unsigned col;           /* from 1, in bytes; 0: the whole line */
};

void diag_init(struct diag *dg, FILE *out);
void diag_free(struct diag *dg);

/* A copy of the file name that lives as long as DG. */
const char *diag_file(struct diag *dg, const char *name);

/* True when so many errors were reported that going on helps nobody. */
bool diag_full(const struct diag *dg);

/* One error. CHECK is the name of the rule, or NULL. Control characters in
 * the text are written as \xNN; a very long text is cut. */
__attribute__((format(printf, 4, 5)))
void diag_error(struct diag *dg, struct diag_loc at, const char *check,
		const char *fmt, ...);

/* Adds to the error before it; not counted. */
__attribute__((format(printf, 3, 4)))
void diag_note(struct diag *dg, struct diag_loc at, const char *fmt, ...);

#endif
