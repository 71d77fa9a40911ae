/* toml.h - reads a strict subset of TOML: tables, dotted keys, scalars
 * SPDX-License-Identifier: Apache-2.0
 *
 * Accepted: [table] headers with a bare key, bare and dotted keys, "basic" and
 * 'literal' strings, decimal and 0x integers with underscores, true, false,
 * comments. Everything else is refused with its line and column. The diag owns
 * a document's strings and entries.
 */
#ifndef WW_GEN_TOML_H
#define WW_GEN_TOML_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "gen/diag.h"

enum { TOML_MAX_BYTES = 64 * 1024 };    /* bytes of the longest document */

enum toml_type { TOML_INTEGER, TOML_STRING, TOML_BOOL, TOML_BARE };

struct toml_value {
	enum toml_type type;    /* TOML_BARE: from toml_word only */
	int64_t integer;
	bool boolean;
	const char *string;     /* TOML_STRING and TOML_BARE; no NUL inside */
	struct diag_loc at;
};

struct toml_entry {
	const char *path;       /* "core.warps": table and key */
	struct diag_loc at;     /* of the key */
	struct toml_value value;
	struct toml_entry *next;
};

struct toml_table {
	const char *name;
	struct diag_loc at;
	struct toml_table *next;
};

struct toml_doc {
	struct toml_entry *entries;     /* in the order of the file */
	struct toml_table *tables;      /* [headers], in order */
};

/* Parses LENGTH bytes of TEXT; FILE is its name. Reports every bad line and
 * continues with the next. Returns 0, or -1 if a line was bad. */
int toml_parse(const char *file, const char *text, size_t length,
	       struct toml_doc *doc, struct diag *dg);

/* Reads a word of a command line into *V: an integer, true or false, or else a
 * bare word. */
void toml_word(const char *word, struct diag_loc at, struct toml_value *v);

/* Reads LENGTH bytes of TEXT as an integer into *OUT. Returns NULL, or the
 * text of an error. */
const char *toml_integer(const char *text, size_t length, int64_t *out);

#endif
