/* tpl.h - the template engine: Verilog with //% lines
 * SPDX-License-Identifier: Apache-2.0
 *
 * Directives stand in column one, at most three blocks deep:
 *
 *     //% if COND    //% elif COND    //% else    //% end
 *     //% for VAR in NAME                         //% end
 *     //% emit EMITTER
 *     //% ports TEMPLATE
 *     //% connect TEMPLATE
 *     //% stall NAME EXPRESSION
 *
 * COND is `name`, `not name` or `name == word`. VAR counts from 0 to NAME - 1.
 * EMITTER is a C function that writes text. `ports` stands for the lines of
 * TEMPLATE, of the same folder, from `module` to `);`: variants of a module
 * have one list of parameters and ports. `connect` is the last line of an
 * instance of TEMPLATE, which may be in another folder (../FOLDER/TEMPLATE): it
 * connects each port that the lines before do not name with what has the name
 * of the port. A block of one line is written
 *
 *     text    //% if COND
 *     text    //% else
 *
 * Elsewhere ${name} is replaced by the value of the name; all other text is
 * copied. Names come from a dictionary. All arms of a block are checked, taken
 * or not.
 *
 * NAME of a stall is a row of stalls.def. The directive makes the wire
 * stall_NAME and its congestor, which counts a stall while EXPRESSION is true
 * (`never`: the module has no such point). After an expression,
 * `${unless stall NAME}` becomes ` & ~stall_NAME`, and `${or stall NAME}`
 * becomes ` | stall_NAME`. Without test.congest all of them are empty.
 *
 * A tpl_out owns its text (tpl_out_free). The caller owns the names and words
 * of a dictionary.
 */
#ifndef WW_GEN_TPL_H
#define WW_GEN_TPL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/diag.h"

struct config;

/* Text under construction; starts as { 0 }. */
struct tpl_out {
	char *text;             /* terminated, or NULL while empty */
	size_t length;
	size_t capacity;
};

/* Append formatted text, or the N bytes of TEXT, to OUT. If memory runs out,
 * the program ends. */
__attribute__((format(printf, 2, 3)))
void tpl_printf(struct tpl_out *out, const char *fmt, ...);
void tpl_write(struct tpl_out *out, const char *text, size_t n);
/* Releases the text of OUT, which is then empty. */
void tpl_out_free(struct tpl_out *out);
/* Moves the comments behind declarations of the port lists in OUT, Verilog, to
 * one column for each list. A line that would pass 100 columns keeps its
 * comment two blanks behind the declaration. */
void tpl_align(struct tpl_out *out);

typedef void tpl_emit_fn(struct tpl_out *out, const struct config *cfg);

struct tpl_emitter {
	const char *name;       /* NULL ends a table */
	tpl_emit_fn *emit;
};

enum tpl_kind { TPL_NUMBER, TPL_FLAG, TPL_WORD, TPL_TEXT };

struct tpl_name {
	const char *name;
	enum tpl_kind kind;
	uint32_t number;                /* TPL_NUMBER, TPL_FLAG */
	const char *const *words;       /* TPL_WORD: all words, then NULL */
	char text[48];                  /* value of ${name} */
};

enum { TPL_DICT_SIZE = 512 };

struct tpl_dict {
	size_t count;
	struct tpl_name names[TPL_DICT_SIZE];
};

/* Add a name, which must not exist yet. */
void tpl_add_number(struct tpl_dict *d, const char *name, uint32_t value);
void tpl_add_flag(struct tpl_dict *d, const char *name, bool value);
void tpl_add_word(struct tpl_dict *d, const char *name,
		  const char *const *words, uint32_t index);
void tpl_add_text(struct tpl_dict *d, const char *name, const char *text);

/* Adds all parameters and derived values of CFG: numbers in decimal, addresses
 * as Verilog literals (32'h80000000), flags as 0 or 1, choices as their
 * word. */
void tpl_dict_fill(struct tpl_dict *d, const struct config *cfg);

struct tpl;

/* Reads the template NAME of the folder of FILE: its PATH and LENGTH, and its
 * text, or NULL. Path and text live as long as the arena of the diag. */
typedef const char *tpl_read_fn(const struct tpl *t, const char *file,
				const char *name, const char **path,
				size_t *length);

struct tpl {
	const struct tpl_dict *dict;
	const struct tpl_emitter *emitters;
	const struct config *cfg;       /* for emitters */
	struct diag *dg;
	tpl_read_fn *read;              /* NULL: no ports of other templates */
};

/* Expands LENGTH bytes of TEXT, from FILE, and appends the result to OUT.
 * Returns 0, or -1 if errors were reported. */
int tpl_expand(const struct tpl *t, const char *file, const char *text,
	       size_t length, struct tpl_out *out);

/* The truth of the condition COND, which stands AT a place outside of
 * templates. Returns 0 or 1, or -1 after a report. */
int tpl_condition(const struct tpl *t, struct diag_loc at, const char *cond);

#endif
