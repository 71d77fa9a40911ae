/* tpl_walk.h - where the template engine is in its text
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to gen/tpl*.c: tpl.c goes through lines and blocks, tpl_names.c knows
 * what names mean in text and conditions, tpl_stall.c what stalls become.
 */
#ifndef WW_GEN_TPL_WALK_H
#define WW_GEN_TPL_WALK_H

#include "gen/tpl.h"

enum { TPL_DEPTH = 2, TPL_WORDS = 6, TPL_WORD_SIZE = 64 };

/* The guards of lines that follow each other, as of the last one. */
struct guards {
	unsigned number;        /* its line */
	bool taken;             /* one of them held */
	bool ended;             /* by an else */
};

struct word {
	char text[TPL_WORD_SIZE];
	unsigned col;
};

struct variable {
	char name[TPL_WORD_SIZE];
	uint32_t value;
};

struct walk {
	const struct tpl *t;
	const char *file;
	const char *end;
	const char *next;       /* first byte after the current line */
	const char *line;
	const char *eol;        /* of its text */
	unsigned number;        /* of the current line */
	unsigned errors;
	struct variable vars[TPL_DEPTH];
	unsigned var_count;
	unsigned depth;
	struct tpl_out *out;
	struct word words[TPL_WORDS];   /* of the current directive */
	unsigned word_count;
	struct guards guards;
};

/* An error in column COL of the line. */
__attribute__((format(printf, 3, 4)))
void walk_wrong(struct walk *w, unsigned col, const char *fmt, ...);
void walk_unknown_name(struct walk *w, unsigned col, const char *name);

bool walk_is_name(const char *s);
/* NULL: there is none. */
const struct tpl_name *walk_look_up(const struct tpl_dict *d, const char *name);
const struct variable *walk_variable(const struct walk *w, const char *name);

/* The first AB from P on, or NULL. */
const char *walk_find_two(const char *p, const char *eol, char a, char b);
/* Text from P up to w->eol; checked only if it is not LIVE. */
void walk_text(struct walk *w, const char *p, bool live);
/* The condition in words F and up. */
bool walk_condition(struct walk *w, unsigned f);

/* What HOLE, the inside of ${}, has of a stall; false: nothing. */
bool walk_substitute_stall(struct walk *w, unsigned col, const char *hole,
			   bool live);
/* The line of a stall. */
void walk_stall(struct walk *w, bool live);

#endif
