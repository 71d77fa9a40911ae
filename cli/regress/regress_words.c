/* regress_words.c - the words of a line of a regression list
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/regress/regress_words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 4096, MOST_CHOICES = 100000 };

struct diag_loc words_place(const struct parser *p, const char *at)
{
	return (struct diag_loc){ p->file, p->number,
				  (unsigned)(at - p->line) + 1 };
}

struct diag_loc words_column(const struct parser *p, unsigned col)
{
	return (struct diag_loc){ p->file, p->number, col };
}

static void choose(struct parser *p, struct word *w, const char *text)
{
	if (w->count == w->room) {
		size_t room = 2 * w->room + 4;
		char **more = arena_alloc(&p->dg->arena, room * sizeof *more);

		if (w->count)
			memcpy(more, w->choices, w->count * sizeof *more);
		w->choices = more;
		w->room = room;
	}
	w->choices[w->count++] = arena_copy(&p->dg->arena, text, strlen(text));
}

static const char *define(const struct parser *p, const char *name, size_t n)
{
	const struct regress *r = p->r;
	char copy[256];

	for (size_t i = r->define_count; i-- > 0;)
		if (strncmp(r->defines[i], name, n) == 0 &&
		    r->defines[i][n] == '=')
			return r->defines[i] + n + 1;
	if (n >= sizeof copy)
		return NULL;
	memcpy(copy, name, n);
	copy[n] = '\0';
	return getenv(copy);
}

/* Appends the value of ${NAME} at p->at to BUF; false after an error. */
static bool variable(struct parser *p, char *buf, size_t *used)
{
	const char *name = p->at + 2, *value;
	size_t n = strcspn(name, "}\n");

	if (name + n >= p->end || name[n] != '}') {
		diag_error(p->dg, words_place(p, p->at), "list-syntax",
			   "'${' without its '}'");
		return false;
	}
	if (n == 3 && memcmp(name, "run", 3) == 0) {
		buf[(*used)++] = REGRESS_RUN_DIR;
		p->at = name + n + 1;
		return true;
	}
	value = define(p, name, n);
	if (!value) {
		diag_error(p->dg, words_place(p, p->at), "list-variable",
			   "'%.*s' is not defined; say --define %.*s=VALUE or "
			   "set it in the environment",
			   (int)n, name, (int)n, name);
		return false;
	}
	if (*used + strlen(value) >= WORD_BYTES) {
		diag_error(p->dg, words_place(p, p->at), "list-syntax",
			   "the word is too long");
		return false;
	}
	memcpy(buf + *used, value, strlen(value));
	*used += strlen(value);
	p->at = name + n + 1;
	return true;
}

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\r';
}

/* Reads the word at p->at into BUF, without quotes and with the values of
 * variables. Quoted braces must not expand: they become the characters 2 and
 * 3. */
static bool raw_word(struct parser *p, char buf[WORD_BYTES])
{
	const char *quote = NULL;
	size_t used = 0;

	while (p->at < p->end && (quote || !is_blank(*p->at))) {
		char c = *p->at;

		if (used + 2 >= WORD_BYTES) {
			diag_error(p->dg, words_place(p, p->at), "list-syntax",
				   "the word is too long");
			return false;
		}
		if (c == '$' && p->at[1] == '{' && !(quote && *quote == '\'')) {
			if (!variable(p, buf, &used))
				return false;
			continue;
		}
		if (quote ? c == *quote : c == '"' || c == '\'')
			quote = quote ? NULL : p->at;
		else if ((unsigned char)c < 0x20 && c != '\t') {
			diag_error(p->dg, words_place(p, p->at), "list-syntax",
				   "a control character");
			return false;
		} else
			buf[used++] = quote && c == '{' ? '\002' :
				      quote && c == '}' ? '\003' :
							  c;
		p->at++;
	}
	buf[used] = '\0';
	if (quote)
		diag_error(p->dg, words_place(p, quote), "list-syntax",
			   "a quote that is not closed");
	return !quote;
}

static bool range(const char *text, size_t n, int64_t part[3])
{
	char copy[80], *at = copy, *end;

	part[2] = 1;
	if (n >= sizeof copy || !strstr(text, ".."))
		return false;
	memcpy(copy, text, n);
	copy[n] = '\0';
	for (int i = 0; i < 3; i++) {
		errno = 0;
		part[i] = strtoll(at, &end, 10);
		if (end == at || errno)
			return false;
		if (!*end)
			return i >= 1;
		if (strncmp(end, "..", 2) != 0)
			return false;
		at = end + 2;
	}
	return false;
}

static bool expand(struct parser *p, struct word *w, const char *before,
		   const char *text);

static bool expand_one(struct parser *p, struct word *w, const char *before,
		       const char *middle, const char *rest)
{
	char *text = arena_format(&p->dg->arena, "%s%s", before, middle);

	return expand(p, w, text, rest);
}

static bool expand_range(struct parser *p, struct word *w, const char *before,
			 const int64_t part[3], const char *rest)
{
	if (part[2] < 1 || part[1] < part[0] ||
	    (part[1] - part[0]) / part[2] >= MOST_CHOICES) {
		diag_error(p->dg, words_column(p, w->col), "list-range",
			   "a range is {FIRST..LAST} or {FIRST..LAST..STEP}, "
			   "upwards, with at most %d numbers",
			   MOST_CHOICES);
		return false;
	}
	for (int64_t n = part[0]; n <= part[1]; n += part[2]) {
		char number[32];

		snprintf(number, sizeof number, "%" PRId64, n);
		if (!expand_one(p, w, before, number, rest))
			return false;
	}
	return true;
}

/* Adds the choices of the first brace of TEXT, {a,b,c} or {1..9}, behind
 * BEFORE. */
static bool expand(struct parser *p, struct word *w, const char *before,
		   const char *text)
{
	size_t open = strcspn(text, "{"), n;
	const char *inside = text + open + 1;
	char *head;
	int64_t part[3];

	if (w->count == MOST_CHOICES) {
		diag_error(p->dg, words_column(p, w->col), "list-runs",
			   "a word with more than %d choices", MOST_CHOICES);
		return false;
	}
	if (!text[open]) {
		char *all = arena_format(&p->dg->arena, "%s%s", before, text);

		for (char *c = all; *c; c++)
			*c = (char)(*c == '\002' ? '{' :
				    *c == '\003' ? '}' : *c);
		choose(p, w, all);
		return true;
	}
	n = strcspn(inside, "{}");
	if (inside[n] != '}') {
		diag_error(p->dg, words_column(p, w->col), "list-syntax",
			   inside[n] ? "braces within braces" :
				       "'{' without its '}'; quote it if it is "
				       "meant");
		return false;
	}
	head = arena_format(&p->dg->arena, "%s%.*s", before, (int)open, text);
	if (range(inside, n, part))
		return expand_range(p, w, head, part, inside + n + 1);
	for (const char *at = inside; at <= inside + n;) {
		size_t k = strcspn(at, ",}");

		if (!expand_one(p, w, head, arena_copy(&p->dg->arena, at, k),
				inside + n + 1))
			return false;
		at += k + 1;
	}
	return true;
}

static bool next_word(struct parser *p)
{
	struct word *w = &p->words[p->count];
	char buf[WORD_BYTES];

	*w = (struct word){ .col = words_place(p, p->at).col };
	if (p->count + 1 == LINE_WORDS) {
		diag_error(p->dg, words_place(p, p->at), "list-syntax",
			   "more than %d words", LINE_WORDS - 1);
		return false;
	}
	if (!raw_word(p, buf) || !expand(p, w, "", buf))
		return false;
	p->count++;
	return true;
}

/* Blanks separate words; a comment may follow. */
bool words_read(struct parser *p)
{
	p->count = 0;
	for (;;) {
		while (p->at < p->end && is_blank(*p->at))
			p->at++;
		if (p->at == p->end || *p->at == '#')
			return true;
		if (!next_word(p))
			return false;
	}
}
