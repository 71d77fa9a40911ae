/* list.c - writes concatenations in emitted Verilog
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/list.h"

#include <string.h>

enum { LIST_WIDTH = 100 };

void list_begin(struct list *l, struct tpl_out *out, const char *head)
{
	*l = (struct list){ out, strlen(head) + 1, strlen(head) + 1, false };
	tpl_printf(out, "%s{", head);
}

void list_add(struct list *l, const char *prefix, const char *text)
{
	size_t n = strlen(prefix) + strlen(text);

	if (l->some && l->column + n + 4 > LIST_WIDTH) {
		tpl_printf(l->out, ",\n%*s", (int)l->indent, "");
		l->column = l->indent;
	} else if (l->some) {
		tpl_printf(l->out, ", ");
		l->column += 2;
	}
	tpl_printf(l->out, "%s%s", prefix, text);
	l->column += n;
	l->some = true;
}

void list_end(struct list *l, const char *tail)
{
	if (l->column + 1 + strlen(tail) > LIST_WIDTH)
		tpl_printf(l->out, "}\n   %s\n", tail);
	else
		tpl_printf(l->out, "}%s\n", tail);
}
