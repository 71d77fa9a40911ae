/* list.h - concatenations in emitted Verilog
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GEN_LIST_H
#define WW_GEN_LIST_H

#include <stdbool.h>
#include <stddef.h>

#include "gen/tpl.h"

/* A list in braces that fills lines. */
struct list {
	struct tpl_out *out;
	size_t column, indent;
	bool some;
};

/* HEAD{ */
void list_begin(struct list *l, struct tpl_out *out, const char *head);

/* PREFIX and TEXT, as one item. */
void list_add(struct list *l, const char *prefix, const char *text);

/* }TAIL, and the end of the line */
void list_end(struct list *l, const char *tail);

#endif
