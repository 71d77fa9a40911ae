/* tpl_connect.c - ports of an instance that have the names of their wires
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/tpl_walk.h"

#include <ctype.h>
#include <string.h>

enum { WIDEST = 100, INDENT = 2 };

static bool is_letter(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* The beginning of the line in front of END, which is behind TEXT. */
static const char *line_before(const char *text, const char *end)
{
	while (end > text && end[-1] != '\n')
		end--;
	return end;
}

/* Where the list of connections begins: behind the last line that ends with
 * " (". NULL: there is none. */
static const char *find_list(const struct tpl_out *out)
{
	const char *end = out->text + out->length;

	while (end > out->text) {
		const char *line = line_before(out->text, end - 1);

		if (end - line >= 3 && memcmp(end - 3, " (\n", 3) == 0)
			return end;
		end = line;
	}
	return NULL;
}

/* Whether the connections LIST name the port NAME of LENGTH letters. */
static bool is_named(const char *list, const char *name, size_t length)
{
	for (const char *p = list; (p = strchr(p, '.')); p++)
		if (strncmp(p + 1, name, length) == 0 && p[1 + length] == '(')
			return true;
	return false;
}

/* The name of the port that the line at P declares; its length in LENGTH, 0 if
 * it declares none. */
static const char *port_name(const char *p, size_t *length)
{
	size_t end, begin;
	const char *note = strstr(p, "//");

	*length = 0;
	p += strspn(p, " ");
	if (strncmp(p, "input ", 6) != 0 && strncmp(p, "output ", 7) != 0)
		return p;
	end = strcspn(p, "\n");
	if (note && note < p + end)
		end = (size_t)(note - p);
	while (end && !is_letter(p[end - 1]))
		end--;
	for (begin = end; is_letter(p[begin - 1]); begin--)
		;
	*length = end - begin;
	return p + begin;
}

/* Where connections are written: COLUMN is 0 at the begin of a line, which
 * begins with INDENT blanks. */
struct list {
	struct tpl_out *out;
	size_t column;
	int indent;
};

static void connect(struct list *l, const char *name, size_t length)
{
	size_t wide = 2 * length + 4;   /* ".a(a)," and the blank before it */

	if (l->column && l->column + wide + 1 > WIDEST) {
		tpl_printf(l->out, "\n");
		l->column = 0;
	}
	if (l->column)
		tpl_printf(l->out, " ");
	else
		tpl_printf(l->out, "%*s", l->indent, "");
	l->column += (l->column ? 1 : (size_t)l->indent) + wide;
	tpl_printf(l->out, ".%.*s(%.*s),", (int)length, name, (int)length,
		   name);
}

bool tpl_connect(struct tpl_out *out, const char *ports)
{
	const char *list = out->text ? find_list(out) : NULL;
	struct tpl_out named = { 0 };
	struct list l = { .out = out };

	if (!list)
		return false;
	l.indent = INDENT + (int)strspn(line_before(out->text, list - 1), " ");
	tpl_printf(&named, "%s", list);
	for (const char *p = ports; *p; p += *p == '\n') {
		size_t length;
		const char *name = port_name(p, &length);

		if (length && !is_named(named.text, name, length))
			connect(&l, name, length);
		p += strcspn(p, "\n");
	}
	tpl_out_free(&named);
	/* The last one, of these or of those before, has no comma. */
	if (!l.column)
		out->length--;
	if (out->length && out->text[out->length - 1] == ',')
		out->length--;
	tpl_write(out, "\n", 1);
	return true;
}
