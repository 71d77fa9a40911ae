/* tpl_align.c - the comments of a port list stand in one column
 * SPDX-License-Identifier: Apache-2.0
 *
 * The widths of a configuration, and ports that come and go with it, decide how
 * long the declarations are.
 */
#include "gen/tpl.h"

#include <limits.h>
#include <string.h>

enum { WIDEST = 100 };

/* A line of LENGTH characters; CODE of them stand in front of its comment and
 * of the blanks before that. Without code or comment CODE is 0. */
struct line {
	const char *text;
	size_t length, code, comment;
};

/* The line at TEXT, which is terminated. */
static struct line line_at(const char *text)
{
	struct line l = { text, strcspn(text, "\n"), 0, 0 };

	while (l.comment + 1 < l.length &&
	       memcmp(text + l.comment, "//", 2) != 0)
		l.comment++;
	if (l.comment + 1 >= l.length)
		return l;
	l.code = l.comment;
	while (l.code && text[l.code - 1] == ' ')
		l.code--;
	return l;
}

static const char *behind(const struct line *l)
{
	return l->text + l->length + (l->text[l->length] == '\n');
}

static bool begins(const struct line *l, const char *word)
{
	return strncmp(l->text, word, strlen(word)) == 0;
}

/* Whether the comment of L does not fit into its line at column AT. */
static bool misfits(const struct line *l, size_t at)
{
	return at < l->code + 2 || at + l->length - l->comment > WIDEST;
}

/* How many comments of the port list at TEXT do not fit at column AT. */
static unsigned count_misfits(const char *text, size_t at)
{
	unsigned count = 0;

	for (const char *p = text; *p;) {
		struct line l = line_at(p);

		if (begins(&l, ");"))
			break;
		count += l.code && misfits(&l, at);
		p = behind(&l);
	}
	return count;
}

/* The column at which most comments of the port list at TEXT fit: two blanks
 * behind one of its declarations, the longest of equal ones. */
static size_t column(const char *text)
{
	size_t best = 2;
	unsigned least = UINT_MAX;

	for (const char *p = text; *p;) {
		struct line l = line_at(p);
		unsigned count;

		if (begins(&l, ");"))
			break;
		p = behind(&l);
		if (!l.code)
			continue;
		count = count_misfits(text, l.code + 2);
		if (count < least || (count == least && l.code + 2 > best)) {
			least = count;
			best = l.code + 2;
		}
	}
	return best;
}

/* A comment that does not fit there stands two blanks behind its declaration.
 */
static void write_line(struct tpl_out *out, const struct line *l, size_t at)
{
	size_t comment = l->length - l->comment;

	if (!l->code) {
		tpl_write(out, l->text, l->length);
		return;
	}
	if (misfits(l, at))
		at = l->code + 2;
	tpl_printf(out, "%.*s%*s%.*s", (int)l->code, l->text,
		   (int)(at - l->code), "", (int)comment,
		   l->text + l->comment);
}

void tpl_align(struct tpl_out *out)
{
	struct tpl_out aligned = { 0 };
	bool inside = false;
	size_t at = 0;

	for (const char *p = out->text; p && *p;) {
		struct line l = line_at(p);

		if (begins(&l, ");"))
			inside = false;
		if (inside)
			write_line(&aligned, &l, at);
		else
			tpl_write(&aligned, l.text, l.length);
		if (begins(&l, "module ")) {
			inside = true;
			at = column(p);
		}
		p = behind(&l);
		if (p[-1] == '\n')
			tpl_write(&aligned, "\n", 1);
	}
	tpl_out_free(out);
	*out = aligned;
}
