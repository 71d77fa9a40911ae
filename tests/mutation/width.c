/* width.c - how wide an expression is, and what its parameters are
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "tests/mutation/width.h"

enum { PLAIN = 32, ROUNDS = 4 };

/* --- names ------------------------------------------------------------ */

static struct width_name *find(struct widths *w, const char *name, size_t n)
{
	for (size_t i = 0; i < w->count; i++)
		if (strlen(w->names[i].name) == n &&
		    strncmp(w->names[i].name, name, n) == 0)
			return &w->names[i];
	return NULL;
}

static struct width_name *add(struct widths *w, size_t token)
{
	const struct token *t = &w->m->tokens[token];
	struct width_name *old = find(w, w->m->text + t->start,
				      t->end - t->start);

	if (old)
		return old;
	if (w->count == w->room) {
		w->room = w->room ? 2 * w->room : 64;
		w->names = grow(w->names, w->room, sizeof *w->names);
	}
	w->names[w->count] = (struct width_name){
		.name = strndup(w->m->text + t->start, t->end - t->start),
		.bits = 1
	};
	return &w->names[w->count++];
}

static bool is(const struct widths *w, size_t token, const char *text)
{
	return token_is(w->m, token, text);
}

/* --- values ----------------------------------------------------------- */

static bool value_of(struct widths *w, int node, long long *out);

static bool number(const char *text, size_t n, long long *out, int *bits)
{
	const char *quote = memchr(text, '\'', n);
	int base = 10;

	*bits = PLAIN;
	if (!quote) {
		*out = strtoll(text, NULL, 10);
		return true;
	}
	*bits = atoi(text);
	base = quote[1] == 'b' ? 2 : quote[1] == 'h' ? 16 : 10;
	*out = (long long)strtoull(quote + 2, NULL, base);
	return *bits > 0 && *bits <= 64;
}

static bool same(const char *op, size_t n, const char *want)
{
	return n == strlen(want) && strncmp(op, want, n) == 0;
}

static bool apply(const char *op, size_t n, long long a, long long b,
		  long long *out)
{
	if (same(op, n, "+"))
		*out = a + b;
	else if (same(op, n, "-"))
		*out = a - b;
	else if (same(op, n, "*"))
		*out = a * b;
	else if (same(op, n, "/") && b)
		*out = a / b;
	else if (same(op, n, "%") && b)
		*out = a % b;
	else if (same(op, n, "<<") && b < 63)
		*out = a << b;
	else if (same(op, n, ">>") && b < 63)
		*out = a >> b;
	else if (same(op, n, "=="))
		*out = a == b;
	else if (same(op, n, "<"))
		*out = a < b;
	else if (same(op, n, ">"))
		*out = a > b;
	else
		return false;
	return true;
}

static bool value_of(struct widths *w, int node, long long *out)
{
	const struct node *n = &w->m->nodes[node];
	const char *text = w->m->text;
	const struct width_name *name;
	long long a, b;
	int bits;

	switch (n->kind) {
	case NODE_NAME:
		name = find(w, text + n->start, n->end - n->start);
		if (!name || !name->constant)
			return false;
		*out = name->value;
		return true;
	case NODE_NUMBER:
		return number(text + n->start, n->end - n->start, out, &bits);
	case NODE_UNARY:
		if (text[n->op] != '-' || !value_of(w, n->child[0], &a))
			return false;
		*out = -a;
		return true;
	case NODE_BINARY:
		return value_of(w, n->child[0], &a) &&
		       value_of(w, n->child[1], &b) &&
		       apply(text + n->op, n->op_end - n->op, a, b, out);
	case NODE_TERNARY:
		return value_of(w, n->child[0], &a) &&
		       value_of(w, n->child[a ? 1 : 2], out);
	case NODE_LIST:
		return text[n->start] == '(' && n->children == 1 &&
		       value_of(w, n->child[0], out);
	case NODE_SELECT:
		return false;
	}
	return false;
}

/* --- declarations ----------------------------------------------------- */

/* Of [a:b] at a token; *NEXT is behind it. */
static int range(struct widths *w, size_t token, size_t *next)
{
	long long a = 0, b = 0;
	int high, low;
	bool known;

	high = parser_expression(w->m, token + 1, next);
	if (high < 0 || !is(w, *next, ":"))
		return 0;
	low = parser_expression(w->m, *next + 1, next);
	known = low >= 0 && value_of(w, high, &a) && value_of(w, low, &b);
	++*next;
	return !known ? 0 : (int)(a > b ? a - b : b - a) + 1;
}

/* Past an expression. */
static size_t past(struct widths *w, size_t token)
{
	size_t next = token;

	return parser_expression(w->m, token, &next) < 0 ? token + 1 : next;
}

/* TYPE [a:b] NAME [c:d] = e, NAME ... */
static size_t declared(struct widths *w, size_t at)
{
	int bits = 1;

	while (is(w, at, "wire") || is(w, at, "reg") || is(w, at, "input") ||
	       is(w, at, "output"))
		at++;
	if (is(w, at, "["))
		bits = range(w, at, &at);
	while (w->m->tokens[at].kind == TOKEN_NAME) {
		struct width_name *n;

		if (is(w, at, "input") || is(w, at, "output") ||
		    is(w, at, "wire"))
			break;
		n = add(w, at++);
		n->bits = bits;
		n->memory = is(w, at, "[");
		if (n->memory)
			range(w, at, &at);
		if (is(w, at, "="))
			at = past(w, at + 1);
		if (!is(w, at, ","))
			break;
		at++;
	}
	return at;
}

/* parameter [a:b] NAME = e; a parameter that an instance has given a value
 * keeps that. */
static size_t constant(struct widths *w, size_t at, bool fresh)
{
	struct width_name *n;
	size_t next;
	int node, bits = 0;

	for (at++;; at++) {
		if (is(w, at, "["))
			bits = range(w, at, &at);
		n = add(w, at);
		node = parser_expression(w->m, at + 2, &next);
		n->bits = bits || node < 0 ? bits : width_of(w, node);
		if (node >= 0 && (fresh || !n->constant))
			n->constant = value_of(w, node, &n->value) ||
				      n->constant;
		at = next;
		if (!is(w, at, ",") || is(w, at + 1, "parameter") ||
		    is(w, at + 1, "localparam"))
			return at;
	}
}

static void read_names(struct widths *w, bool fresh)
{
	for (size_t i = 0; i < w->m->token_count;) {
		if (is(w, i, "parameter"))
			i = constant(w, i, fresh);
		else if (is(w, i, "localparam"))
			i = constant(w, i, true);
		else if (is(w, i, "input") || is(w, i, "output") ||
			 is(w, i, "wire") || is(w, i, "reg"))
			i = declared(w, i);
		else
			i++;
	}
}

/* --- instances -------------------------------------------------------- */

static struct widths *module_of(struct widths *all, int count,
				const struct module *m, size_t token,
				const char *prefix)
{
	const struct token *t = &m->tokens[token];
	size_t n = strlen(prefix) + 1;

	for (int i = 0; i < count; i++)
		if (t->end - t->start == strlen(all[i].m->name) + n &&
		    strncmp(m->text + t->start + n, all[i].m->name,
			    t->end - t->start - n) == 0)
			return &all[i];
	return NULL;
}

/* .NAME(e), ... of an instance of CHILD; the greatest value counts, SEEN says
 * that there was one. */
static void override(struct widths *w, struct widths *child, size_t at,
		     bool *seen)
{
	for (; is(w, at, "."); at += is(w, at, ",")) {
		const struct token *t = &w->m->tokens[at + 1];
		struct width_name *n = find(child, w->m->text + t->start,
					    t->end - t->start);
		long long value;
		int node = parser_expression(w->m, at + 3, &at);

		at++;
		if (!n || node < 0 || !value_of(w, node, &value))
			continue;
		if (!seen[n - child->names] || value > n->value)
			n->value = value;
		seen[n - child->names] = true;
		n->constant = true;
	}
}

void widths_read(struct widths *w, struct module *m, int count,
		 const char *prefix)
{
	for (int i = 0; i < count; i++) {
		w[i] = (struct widths){ .m = &m[i] };
		read_names(&w[i], true);
	}
	for (int round = 0; round < ROUNDS; round++)
		for (int c = 0; c < count; c++) {
			bool *seen = calloc(w[c].count + 1, sizeof *seen);

			for (int i = 0; i < count; i++)
				for (size_t k = 0; k + 3 < m[i].token_count;
				     k++)
					if (is(&w[i], k + 1, "#") &&
					    is(&w[i], k + 2, "(") && seen &&
					    module_of(w, count, &m[i], k,
						      prefix) == &w[c])
						override(&w[i], &w[c], k + 3,
							 seen);
			free(seen);
			read_names(&w[c], false);
		}
}

void widths_free(struct widths *w, int count)
{
	for (int i = 0; i < count; i++) {
		for (size_t k = 0; k < w[i].count; k++)
			free(w[i].names[k].name);
		free(w[i].names);
	}
}

/* --- expressions ------------------------------------------------------ */

static int max(int a, int b)
{
	return a > b ? a : b;
}

static int min(int a, int b)
{
	return a < b ? a : b;
}

/* Is there anything but space in the text? */
static bool any_text(const struct widths *w, size_t from, size_t to)
{
	return from + strspn(w->m->text + from, " \t\n") < to;
}

static size_t token_at(const struct widths *w, size_t offset)
{
	size_t low = 0, high = w->m->token_count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (w->m->tokens[middle].start < offset)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int width_of_list(struct widths *w, const struct node *n)
{
	long long copies = 1;
	size_t next;
	int sum = 0, count;

	if (w->m->text[n->start] == '(')
		return width_of(w, n->child[0]);
	if (any_text(w, n->start + 1, w->m->nodes[n->child[0]].start)) {
		count = parser_expression(w->m, token_at(w, n->start) + 1,
					  &next);
		if (count < 0 || !value_of(w, count, &copies))
			return 0;
	}
	for (int i = 0; i < n->children; i++) {
		int bits = width_of(w, n->child[i]);

		if (!bits)
			return 0;
		sum += bits;
	}
	return sum * (int)copies;
}

static int width_of_select(struct widths *w, const struct node *n)
{
	const char *text = w->m->text;
	const struct width_name *name = find(w, text + n->start,
					     strcspn(text + n->start, " ["));
	long long a, b;
	int c = n->children - 1;

	if (c > 0) {
		size_t between = w->m->nodes[n->child[c - 1]].end;
		size_t start = w->m->nodes[n->child[c]].start;
		const char *mark = memchr(text + between, ':', start - between);

		if (mark && (mark[-1] == '+' || mark[-1] == '-'))
			return value_of(w, n->child[c], &b) ? (int)b : 0;
		if (mark)
			return value_of(w, n->child[c - 1], &a) &&
					       value_of(w, n->child[c], &b) ?
				       (int)(a - b) + 1 :
				       0;
	}
	return name && name->memory && c == 0 ? name->bits : 1;
}

static bool reduces(const struct widths *w, const struct node *n)
{
	const char *op = w->m->text + n->op;

	return n->op_end - n->op > 1 || strchr("!&|^", *op);
}

static bool is_test(const struct widths *w, const struct node *n)
{
	static const char *const ops[] = { "==", "!=", "<",  "<=",
					   ">",  ">=", "&&", "||" };

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (same(w->m->text + n->op, n->op_end - n->op, ops[i]))
			return true;
	return false;
}

static bool shifts(const struct widths *w, const struct node *n)
{
	return n->op_end - n->op > 1 &&
	       (w->m->text[n->op] == '<' || w->m->text[n->op] == '>') &&
	       w->m->text[n->op + 1] == w->m->text[n->op];
}

/* Of a copy: nodes move when there are more. */
int width_of(struct widths *w, int node)
{
	const struct node copy = w->m->nodes[node], *n = &copy;
	const struct width_name *name;
	long long value;
	int bits = 0;

	switch (n->kind) {
	case NODE_NAME:
		name = find(w, w->m->text + n->start, n->end - n->start);
		return name ? name->bits : 0;
	case NODE_NUMBER:
		return number(w->m->text + n->start, n->end - n->start, &value,
			      &bits) ?
			       bits :
			       0;
	case NODE_UNARY:
		return reduces(w, n) ? 1 : width_of(w, n->child[0]);
	case NODE_BINARY:
		if (is_test(w, n))
			return 1;
		if (shifts(w, n))
			return width_of(w, n->child[0]);
		return max(width_of(w, n->child[0]), width_of(w, n->child[1]));
	case NODE_TERNARY:
		return max(width_of(w, n->child[1]), width_of(w, n->child[2]));
	case NODE_LIST:
		return width_of_list(w, n);
	case NODE_SELECT:
		return width_of_select(w, n);
	}
	return 0;
}

static int bits_of(long long value)
{
	int n = 0;

	for (unsigned long long v = (unsigned long long)value; v; v >>= 1)
		n++;
	return n;
}

int width_used(struct widths *w, int node)
{
	const struct node copy = w->m->nodes[node], *n = &copy;
	long long value;
	int bits;

	if (n->kind == NODE_LIST && w->m->text[n->start] == '(')
		return width_used(w, n->child[0]);
	if (value_of(w, node, &value) && value >= 0)
		return bits_of(value);
	bits = width_of(w, node);
	if (n->kind == NODE_BINARY && w->m->text[n->op] == '&' &&
	    n->op_end - n->op == 1)
		bits = min(bits, min(width_used(w, n->child[0]),
				     width_used(w, n->child[1])));
	return bits;
}
