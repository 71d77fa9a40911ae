/* regress_words.h - the words of a line of a regression list
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLI_REGRESS_WORDS_H
#define WW_CLI_REGRESS_WORDS_H

#include "cli/regress/regress.h"

enum { LINE_WORDS = 200 };

/* A word and its choices. */
struct word {
	unsigned col;
	char **choices;
	size_t count, room;
};

struct parser {
	struct regress *r;
	struct diag *dg;
	const char *file;
	const char *line, *at, *end;
	unsigned number;
	struct word words[LINE_WORDS];
	size_t count;
	struct regress_want want, defaults;
	uint64_t repeat;
	size_t room;
};

/* Locations for errors: of the character at AT, or of column COL of the line
 * (0: the line). */
struct diag_loc words_place(const struct parser *p, const char *at);
struct diag_loc words_column(const struct parser *p, unsigned col);

/* Reads the words of the line at p->at, up to its end or a comment, into
 * p->words: removes quotes, inserts variables, expands braces. False after an
 * error. */
bool words_read(struct parser *p);

#endif
