/* lexer.c - the tokens of a module
 * SPDX-License-Identifier: Apache-2.0
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mutation/verilog.h"

void *grow(void *p, size_t count, size_t size)
{
	void *q = realloc(p, count * size);

	if (!q) {
		fprintf(stderr, "mutate-source: out of memory\n");
		exit(99);
	}
	return q;
}

static size_t skip_to(const char *text, size_t at, const char *mark)
{
	const char *found = strstr(text + at, mark);

	return found ? (size_t)(found - text) + strlen(mark) : strlen(text);
}

/* Past space, comments, attributes and lines of directives. */
static size_t skip(const char *s, size_t at)
{
	for (;;) {
		if (isspace((unsigned char)s[at]))
			at++;
		else if (s[at] == '`' || strncmp(s + at, "//", 2) == 0)
			at = skip_to(s, at, "\n");
		else if (strncmp(s + at, "/*", 2) == 0)
			at = skip_to(s, at, "*/");
		else if (strncmp(s + at, "(*", 2) == 0 && s[at + 2] != ')')
			at = skip_to(s, at, "*)");
		else
			return at;
	}
}

static bool in_name(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$';
}

/* Digits, a size and a base: 8'hFF, 12, 'b0. */
static size_t number_end(const char *s, size_t at)
{
	while (isdigit((unsigned char)s[at]) || s[at] == '_')
		at++;
	if (s[at] != '\'')
		return at;
	at += 2;
	while (in_name(s[at]) || s[at] == '?')
		at++;
	return at;
}

static size_t operator_end(const char *s, size_t at)
{
	static const char *const longer[] = {
		"<<<", ">>>", "===", "!==", "<=", ">=", "==", "!=", "&&", "||",
		"<<", ">>", "+:",
		"-:", "~|", "~&", "~^"
	};

	for (size_t i = 0; i < sizeof longer / sizeof *longer; i++)
		if (strncmp(s + at, longer[i], strlen(longer[i])) == 0)
			return at + strlen(longer[i]);
	return at + 1;
}

static struct token next(const char *s, size_t at)
{
	struct token t = { TOKEN_END, at, at };

	if (!s[at])
		return t;
	if (isdigit((unsigned char)s[at]) || s[at] == '\'') {
		t.kind = TOKEN_NUMBER;
		t.end = number_end(s, at);
	} else if (in_name(s[at])) {
		t.kind = TOKEN_NAME;
		while (in_name(s[t.end]))
			t.end++;
	} else if (s[at] == '"') {
		t.kind = TOKEN_NUMBER;
		t.end = skip_to(s, at + 1, "\"");
	} else {
		t.kind = TOKEN_OPERATOR;
		t.end = operator_end(s, at);
	}
	return t;
}

void lexer_run(struct module *m)
{
	size_t room = 0, at = 0;
	struct token t;

	do {
		at = skip(m->text, at);
		t = next(m->text, at);
		at = t.end;
		if (m->token_count == room) {
			room = room ? 2 * room : 1024;
			m->tokens = grow(m->tokens, room, sizeof *m->tokens);
		}
		m->tokens[m->token_count++] = t;
	} while (t.kind != TOKEN_END);
}

bool token_is(const struct module *m, size_t token, const char *text)
{
	const struct token *t =
		&m->tokens[token < m->token_count ? token : m->token_count - 1];
	size_t n = t->end - t->start;

	return n == strlen(text) && strncmp(m->text + t->start, text, n) == 0;
}

int line_of(const struct module *m, size_t offset)
{
	int line = 1;

	for (size_t i = 0; i < offset; i++)
		line += m->text[i] == '\n';
	return line;
}
