/* tpl_walk.h - the state of the template engine in a text
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to gen/tpl*.c: tpl.c processes lines and blocks, tpl_names.c names in
 * text and conditions, tpl_stall.c stalls, tpl_connect.c instances.
 */
#ifndef WW_GEN_TPL_WALK_H
#define WW_GEN_TPL_WALK_H

#include "gen/tpl.h"

enum { TPL_DEPTH = 3, TPL_WORDS = 6, TPL_WORD_SIZE = 64 };

/* The state of a group of guarded lines, after the last of them. */
struct guards {
	unsigned number;        /* number of the last line */
	bool taken;             /* a condition was true */
	bool ended;             /* an else has come */
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
	const char *eol;        /* end of its text */
	unsigned number;        /* number of the current line */
	unsigned errors;
	struct variable vars[TPL_DEPTH];
	unsigned var_count;
	unsigned depth;
	struct tpl_out *out;
	struct word words[TPL_WORDS];   /* words of the current directive */
	unsigned word_count;
	struct guards guards;
};

/* Reports an error in column COL of the current line. */
__attribute__((format(printf, 3, 4)))
void walk_wrong(struct walk *w, unsigned col, const char *fmt, ...);
/* Reports that NAME, in column COL, does not exist. */
void walk_unknown_name(struct walk *w, unsigned col, const char *name);

/* Is S a name: letters, digits and '_', not a digit first? */
bool walk_is_name(const char *s);
/* The name NAME of D; the variable NAME of a for. NULL if there is none. */
const struct tpl_name *walk_look_up(const struct tpl_dict *d, const char *name);
const struct variable *walk_variable(const struct walk *w, const char *name);

/* The first pair of characters A, B from P to EOL, or NULL. */
const char *walk_find_two(const char *p, const char *eol, char a, char b);
/* Writes the text from P to w->eol, with its names replaced. If it is not LIVE,
 * it is only checked. */
void walk_text(struct walk *w, const char *p, bool live);
/* The truth of the condition in words F and up. */
bool walk_condition(struct walk *w, unsigned f);

/* The name stall_NAME; NULL after an error. */
const struct tpl_name *walk_find_stall(struct walk *w, unsigned col,
				       const char *name);
/* Is test.congest set? */
bool walk_has_congestors(const struct walk *w);
/* Processes the directive of a stall. */
void walk_stall(struct walk *w, bool live);

/* PORTS is the list of ports of a module, OUT ends in an instance of it, in
 * front of its ");". Connects the ports that OUT does not name with wires of
 * their names. False: there is no such instance. (tpl_connect.c) */
bool tpl_connect(struct tpl_out *out, const char *ports);

#endif
