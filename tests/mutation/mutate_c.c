/* mutate_c.c - faults of a C file, one at a time
 * SPDX-License-Identifier: Apache-2.0
 *
 *     mutate-c list FILE          prints the faults it can have
 *     mutate-c apply FILE NUMBER  prints the file with one of them
 *
 * A line of the list: number, line, kind, what stands there, what takes its
 * place; separated by tabs. Works on tokens: what a compiler refuses is no
 * fault, and whoever draws one must see to that. Comments, strings, and lines
 * of the preprocessor that define nothing stay; so do numbers that are part of
 * a declaration (in brackets, or behind an = of an enumeration).
 */
#define _XOPEN_SOURCE 700
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NEW = 400, WORD = 64 };

struct file {
	char *text;
	size_t size;
	int number, wanted;     /* of faults; 0: list them all */
	size_t before;          /* the last token that ended before this one */
};

static const struct swap {
	const char *op, *other, *kind;
} swaps[] = {
	{ "<<", ">>", "arithmetic" }, { ">>", "<<", "arithmetic" },
	{ "==", "!=", "comparison" }, { "!=", "==", "comparison" },
	{ "<=", "<", "comparison" }, { ">=", ">", "comparison" },
	{ "&&", "||", "logic" }, { "||", "&&", "logic" },
	{ "+=", "-=", "arithmetic" }, { "-=", "+=", "arithmetic" },
	{ "|=", "&=", "logic" }, { "&=", "|=", "logic" },
	{ "++", "--", "arithmetic" }, { "--", "++", "arithmetic" },
	{ "->", "->", NULL },
	{ "<", "<=", "comparison" }, { ">", ">=", "comparison" },
	{ "+", "-", "arithmetic" }, { "-", "+", "arithmetic" },
	{ "&", "|", "logic" }, { "|", "&", "logic" }, { "^", "|", "logic" },
	{ "!", "", "negation" }, { "~", "", "negation" }
};

static int line_of(const struct file *f, size_t at)
{
	int line = 1;

	for (size_t i = 0; i < at; i++)
		line += f->text[i] == '\n';
	return line;
}

static void put(const char *text, size_t n)
{
	for (size_t i = 0; i < n; i++)
		putchar(text[i] == '\t' || text[i] == '\n' ? ' ' : text[i]);
}

/* NEW in place of [AT, END). */
static void fault(struct file *f, size_t at, size_t end, const char *kind,
		  const char *new)
{
	f->number++;
	if (!f->wanted) {
		printf("%d\t%d\t%s\t", f->number, line_of(f, at), kind);
		put(f->text + at, end - at);
		putchar('\t');
		put(*new ? new : "(nothing)",
		    *new ? strlen(new) : strlen("(nothing)"));
		putchar('\n');
	} else if (f->number == f->wanted) {
		fwrite(f->text, 1, at, stdout);
		fputs(new, stdout);
		fwrite(f->text + end, 1, f->size - end, stdout);
	}
}

/* --- tokens ----------------------------------------------------------- */

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

static size_t to_line_end(const struct file *f, size_t at)
{
	while (at < f->size && f->text[at] != '\n')
		at++;
	return at;
}

static size_t past(const struct file *f, size_t at, const char *mark)
{
	const char *found = strstr(f->text + at, mark);

	return found ? (size_t)(found - f->text) + strlen(mark) : f->size;
}

static size_t past_quoted(const struct file *f, size_t at)
{
	char quote = f->text[at++];

	while (at < f->size && f->text[at] != quote)
		at += f->text[at] == '\\' ? 2 : 1;
	return at + 1;
}

/* Past what holds no code; AT if there is none here. */
static size_t skip(const struct file *f, size_t at)
{
	const char *s = f->text + at;

	if (isspace((unsigned char)*s) || *s == '\\')
		return at + 1;
	if (!strncmp(s, "/*", 2))
		return past(f, at, "*/");
	if (*s == '"' || *s == '\'')
		return past_quoted(f, at);
	if (*s == '#' && (at == 0 || s[-1] == '\n'))
		return strncmp(s, "#define", 7) ? to_line_end(f, at) : at + 7;
	return at;
}

/* Is there an operand before the token at AT, so that it has two? */
static bool binary(const struct file *f, size_t at)
{
	char c = f->before ? f->text[f->before - 1] : '\0';

	return (in_name(c) || c == ')' || c == ']') && at > 0;
}

static size_t operators(struct file *f, size_t at)
{
	const char *s = f->text + at;

	for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++) {
		const struct swap *w = &swaps[i];
		size_t n = strlen(w->op);

		if (strncmp(s, w->op, n) != 0)
			continue;
		if (w->kind &&
		    (n == 2 || !strcmp(w->kind, "negation") || binary(f, at)))
			fault(f, at, at + n, w->kind, w->other);
		return at + n;
	}
	return at + 1;
}

static size_t numbers(struct file *f, size_t at)
{
	char *end, new[WORD];
	unsigned long value = strtoul(f->text + at, &end, 0);
	size_t last = (size_t)(end - f->text);

	while (in_name(f->text[last]))
		last++;
	snprintf(new, sizeof new, "%lu", value + 1);
	if (f->before && f->text[f->before - 1] != '[')
		fault(f, at, last, "constant", new);
	return last;
}

static size_t closing(const struct file *f, size_t open)
{
	int depth = 0;

	for (size_t i = open; i < f->size; i++) {
		depth += f->text[i] == '(';
		depth -= f->text[i] == ')';
		if (!depth)
			return i;
	}
	return f->size;
}

/* if (...): the condition negated. */
static void condition(struct file *f, size_t at)
{
	size_t open = at + (size_t)strcspn(f->text + at, "(");
	size_t close = closing(f, open);
	char new[NEW];

	if (close - open + 8 > sizeof new)
		return;
	snprintf(new, sizeof new, "(!%.*s)", (int)(close - open + 1),
		 f->text + open);
	fault(f, open, close + 1, "condition", new);
}

static size_t names(struct file *f, size_t at)
{
	size_t end = at;

	while (in_name(f->text[end]))
		end++;
	if (end - at == 2 && !strncmp(f->text + at, "if", 2))
		condition(f, at);
	else if (end - at == 4 && !strncmp(f->text + at, "true", 4))
		fault(f, at, end, "constant", "false");
	else if (end - at == 5 && !strncmp(f->text + at, "false", 5))
		fault(f, at, end, "constant", "true");
	return end;
}

/* A line that is nothing but an assignment or a call, left out. */
static void statement(struct file *f, size_t at)
{
	size_t first = at, end = to_line_end(f, at);

	while (f->text[first] == '\t')
		first++;
	if (first == at || end == first || f->text[end - 1] != ';' ||
	    !islower((unsigned char)f->text[first]) ||
	    memchr(f->text + first, '{', end - first) ||
	    !strncmp(f->text + first, "return", 6) ||
	    !strncmp(f->text + first, "goto", 4) ||
	    !strncmp(f->text + first, "break", 5) ||
	    !strncmp(f->text + first, "for", 3) ||
	    !strncmp(f->text + first, "if", 2) ||
	    !strncmp(f->text + first, "struct", 6))
		return;
	if (f->before && strchr(";{}):", f->text[f->before - 1]))
		fault(f, first, end, "statement", ";");
}

static void walk(struct file *f)
{
	for (size_t at = 0, next; at < f->size; at = next) {
		if (at && f->text[at - 1] == '\n')
			statement(f, at);
		next = skip(f, at);
		if (next != at)
			continue;
		if (isdigit((unsigned char)f->text[at]))
			next = numbers(f, at);
		else if (in_name(f->text[at]))
			next = names(f, at);
		else
			next = operators(f, at);
		f->before = next;
	}
}

static int load(struct file *f, const char *path)
{
	FILE *in = fopen(path, "r");
	size_t got;

	if (!in)
		return -1;
	do {
		char *more = realloc(f->text, f->size + 65536 + 1);

		if (!more)
			break;
		f->text = more;
		got = fread(f->text + f->size, 1, 65536, in);
		f->size += got;
		f->text[f->size] = '\0';
	} while (got);
	fclose(in);
	return f->text ? 0 : -1;
}

int main(int argc, char **argv)
{
	struct file f = { 0 };

	if (argc == 4 && !strcmp(argv[1], "apply"))
		f.wanted = atoi(argv[3]);
	if (argc != (f.wanted ? 4 : 3) ||
	    (!f.wanted && strcmp(argv[1], "list") != 0)) {
		fprintf(stderr,
			"usage: mutate-c list FILE | apply FILE NUMBER\n");
		return 2;
	}
	if (load(&f, argv[2])) {
		fprintf(stderr, "mutate-c: cannot read '%s'\n", argv[2]);
		return 3;
	}
	walk(&f);
	free(f.text);
	return f.wanted > f.number ? 3 : 0;
}
