/* list.h - writes concatenations in emitted Verilog
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GEN_LIST_H
#define WW_GEN_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "gen/tpl.h"

/* A list in braces that is filled into lines of at most 100 columns. */
struct list {
	struct tpl_out *out;
	size_t column, indent;
	bool some;
};

/* Writes HEAD{ and begins the list. */
void list_begin(struct list *l, struct tpl_out *out, const char *head);

/* Writes PREFIX and TEXT as one item. */
void list_add(struct list *l, const char *prefix, const char *text);

/* Writes }TAIL and a newline. */
void list_end(struct list *l, const char *tail);

#endif
