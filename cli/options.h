/* options.h - options of the commands, and the configuration they share
 * SPDX-License-Identifier: Apache-2.0
 *
 * A command lists its own options. In addition options_next handles
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
	/* without the dashes; a row with NULL ends the list */
	const char *name;
	const char *arg;        /* its value, in the help text; NULL: none */
	const char *doc;
};

/* The ARG of an option that names a file to write ("-": stdout), and of an
 * option that names a file to add to. */
extern const char option_out[], option_add[];
/* As option_out, of an option that may be given several times. */
extern const char option_outs[];

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
	int next;               /* index of the next argument */
	bool only_words;        /* after -- */
	const char *value;      /* value of the option, or the word */
	const char *config;     /* NULL: defaults */
	const char **overrides;
	size_t override_count;
	struct option_value *outs;      /* files to write or to add to */
	size_t out_count;
};

enum {
	OPTIONS_END = -1,
	OPTIONS_WORD = -2,      /* o->value is an argument that is no option */
	OPTIONS_HELP = -3,      /* help was printed */
	OPTIONS_BAD = -4,       /* the error was printed */
	/* a file cannot be written; the error was printed */
	OPTIONS_UNWRITABLE = -5
};

/* The options of all commands. A command's own row of the same name takes
 * precedence. */
extern const struct option_row options_shared[];

void options_init(struct options *o, int argc, char **argv,
		  const struct option_text *text,
		  const struct option_row *rows);
void options_free(struct options *o);

/* The index of the next option in the rows, or one of the codes above. The
 * caller handles OPTIONS_WORD like an option and calls options_next again.
 * Before OPTIONS_END it checks all files that the options name for output. One
 * of them may be "-". Then all other text for stdout, such as a program's
 * console, goes to stderr. */
int options_next(struct options *o);

/* Is OPT a row or OPTIONS_WORD, which the caller must handle? */
static inline bool options_more(int opt)
{
	return opt >= 0 || opt == OPTIONS_WORD;
}

/* Exit status after OPTIONS_HELP, OPTIONS_BAD or OPTIONS_UNWRITABLE. */
int options_status(int opt);

/* Sets a parameter, SETTING, after those of the command line; at most once. */
void options_override(struct options *o, const char *setting);

/* Loads and checks the configuration of the command line: 0 or an exit
 * status. */
int options_load(struct options *o, struct config *cfg, struct diag *dg);

/* *OUT = o->value, a decimal or 0x number: 0, or OPTIONS_BAD after an error. */
int options_number(struct options *o, uint64_t *out);

/* Prints an error of usage; returns OPTIONS_BAD. */
__attribute__((format(printf, 2, 3)))
int options_bad(const struct options *o, const char *fmt, ...);

/* As options_bad, for an unexpected word, and for an unknown option ARG. */
int options_unexpected(const struct options *o);
int options_unknown(const struct options *o, const char *arg);

/* options_note_out records the value of ROW if it names a file to write.
 * options_check_out checks all recorded files: 0, OPTIONS_BAD or
 * OPTIONS_UNWRITABLE. */
void options_note_out(struct options *o, const struct option_row *row);
int options_check_out(const struct options *o);

#endif
