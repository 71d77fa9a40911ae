/* options.h - options of the commands, and the configuration they share
 * SPDX-License-Identifier: Apache-2.0
 *
 * A command lists its own options; options_next knows besides them
 * [CONFIG.toml], -c NAME|PATH, -s KEY=VALUE, --help and --:
 *
 *     struct options o;
 *     options_init(&o, argc, argv, &text, rows);
 *     while (options_more(opt = options_next(&o)))
 *             switch (opt) { ... o.value ... }
 *     if (opt != OPTIONS_END)
 *             return options_status(opt);
 *     status = options_load(&o, &cfg, &dg);
 *
 * Values point into argv. options_free releases the list of overrides.
 */
#ifndef WW_CLI_OPTIONS_H
#define WW_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/gen.h"

struct option_row {
	char letter;            /* -o, or 0 */
	const char *name;       /* --output without the dashes; NULL ends */
	const char *arg;        /* what it takes, for help; NULL: nothing */
	const char *doc;
};

/* ARG of an option that names a file to write ("-": stdout), and of one that
 * names a file to add to. */
extern const char option_out[], option_add[];

struct option_value {
	const struct option_row *row;
	const char *value;
};

struct option_text {
	const char *usage;      /* "gen [CONFIG.toml] ..." */
	const char *doc;        /* a paragraph, or NULL */
};

struct options {
	const struct option_text *text;
	const struct option_row *rows;
	char **argv;
	int argc;
	int next;               /* index of the argument to look at */
	bool only_words;        /* after -- */
	const char *value;      /* of the option, or the word */
	const char *config;     /* NULL: defaults */
	const char **overrides;
	size_t override_count;
	struct option_value *outs;      /* of option_out and option_add */
	size_t out_count;
};

enum {
	OPTIONS_END = -1,
	OPTIONS_WORD = -2,      /* o->value is an argument that is no option */
	OPTIONS_HELP = -3,      /* help was printed */
	OPTIONS_BAD = -4,       /* the error was printed */
	OPTIONS_UNWRITABLE = -5 /* the same: a file cannot be written */
};

/* Those that all commands know; a command's own row of the same name takes the
 * place of one. */
extern const struct option_row options_shared[];

void options_init(struct options *o, int argc, char **argv,
		  const struct option_text *text,
		  const struct option_row *rows);
void options_free(struct options *o);

/* Index of the next option in the rows, or one of the above. OPTIONS_WORD must
 * be handled like an option: options_next may be called again. Before
 * OPTIONS_END what the options say is to be written is looked at: one may be
 * "-", and then what else goes to stdout, such as a program's console, goes to
 * stderr. */
int options_next(struct options *o);

/* True while OPT is something to handle: a row or OPTIONS_WORD. */
static inline bool options_more(int opt)
{
	return opt >= 0 || opt == OPTIONS_WORD;
}

/* Exit status after OPTIONS_HELP, OPTIONS_BAD or OPTIONS_UNWRITABLE. */
int options_status(int opt);

/* Loads and checks the configuration that was asked for: 0 or an exit status.
 * */
int options_load(struct options *o, struct config *cfg, struct diag *dg);

/* o->value as a decimal or 0x number: 0, or OPTIONS_BAD after an error. */
int options_number(struct options *o, uint64_t *out);

/* Reports a wrong use of the command: OPTIONS_BAD. */
__attribute__((format(printf, 2, 3)))
int options_bad(const struct options *o, const char *fmt, ...);

/* The same for a word that nobody expected, and for an option. */
int options_unexpected(const struct options *o);
int options_unknown(const struct options *o, const char *arg);

/* Notes the value of ROW, if that is written; judges all of them: 0 or an error
 * as above. */
void options_note_out(struct options *o, const struct option_row *row);
int options_check_out(const struct options *o);

#endif
