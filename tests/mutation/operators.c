/* operators.c - the faults that an expression can have
 * SPDX-License-Identifier: Apache-2.0
 *
 * A fault replaces a node by a text made of its parts. Expressions of constants
 * stay, and so does what stands in an index or counts copies: tools evaluate
 * these before anything runs.
 */
#define _XOPEN_SOURCE 700
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/mutation/operators.h"

enum { TEXT = 4096 };

/* Operators that are easily confused, and what the fault is called. */
static const struct swap {
	const char *op, *other, *kind;
} swaps[] = {
	{ "+", "-", "arithmetic" }, { "-", "+", "arithmetic" },
	{ "*", "+", "arithmetic" },
	{ "<<", ">>", "arithmetic" }, { ">>", "<<", "arithmetic" },
	{ "&", "|", "logic" }, { "|", "&", "logic" }, { "^", "|", "logic" },
	{ "&&", "||", "logic" }, { "||", "&&", "logic" },
	{ "==", "!=", "comparison" }, { "!=", "==", "comparison" },
	{ "<", "<=", "comparison" }, { "<=", "<", "comparison" },
	{ ">", ">=", "comparison" }, { ">=", ">", "comparison" }
};

void site_add(const struct site *s, const char *kind, const char *fmt, ...)
{
	struct mutants *out = s->out;
	char text[TEXT];
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	if (n < 0 || (size_t)n >= sizeof text)
		return;
	if (out->count == out->room) {
		out->room = out->room ? 2 * out->room : 1024;
		out->list = grow(out->list, out->room, sizeof *out->list);
	}
	out->list[out->count++] = (struct mutant){
		.module = s->module, .node = s->node, .kind = kind,
		.text = strdup(text)
	};
}

/* For printf's %.*s. */
#define PART(m, n) (int)((m)->nodes[n].end - (m)->nodes[n].start), \
	(m)->text + (m)->nodes[n].start

static const struct swap *swap_of(const struct module *m, const struct node *n)
{
	size_t size = n->op_end - n->op;

	for (size_t i = 0; i < sizeof swaps / sizeof *swaps; i++)
		if (strlen(swaps[i].op) == size &&
		    strncmp(swaps[i].op, m->text + n->op, size) == 0)
			return &swaps[i];
	return NULL;
}

static void binary(const struct site *s, const struct node *n)
{
	const struct module *m = s->m;
	const struct swap *swap = swap_of(m, n);

	if (!swap)
		return;
	site_add(s, swap->kind, "%.*s %s %.*s", PART(m, n->child[0]),
		 swap->other, PART(m, n->child[1]));
	if (strchr("&|^+-", *swap->op)) {
		site_add(s, "term", "%.*s", PART(m, n->child[0]));
		if (*swap->op != '-')
			site_add(s, "term", "%.*s", PART(m, n->child[1]));
	}
}

static void unary(const struct site *s, const struct node *n)
{
	const struct module *m = s->m;
	char op = m->text[n->op];

	if (n->op_end - n->op == 1 && strchr("&|^", op))
		site_add(s, "logic", "%c%.*s", op == '&' ? '|' : '&',
			 PART(m, n->child[0]));
	else if (n->op_end - n->op == 1)
		site_add(s, "negation", "%.*s", PART(m, n->child[0]));
	else
		site_add(s, "negation", "%.*s%.*s",
			 (int)(n->op_end - n->op - 1), m->text + n->op + 1,
			 PART(m, n->child[0]));
}

static void ternary(const struct site *s, const struct node *n)
{
	const struct module *m = s->m;

	site_add(s, "arms", "%.*s ? %.*s : %.*s", PART(m, n->child[0]),
		 PART(m, n->child[2]), PART(m, n->child[1]));
	site_add(s, "branch", "%.*s", PART(m, n->child[1]));
	site_add(s, "branch", "%.*s", PART(m, n->child[2]));
}

/* SIZE'BASEvalue: the next number of the size. */
static void number(const struct site *s, const struct node *n)
{
	const char *text = s->m->text + n->start, *quote = strchr(text, '\'');
	unsigned long size = strtoul(text, NULL, 10);
	unsigned long long value, mask;
	int base;

	if (!quote || quote >= s->m->text + n->end || !size || size > 63)
		return;
	base = quote[1] == 'b' ? 2 :
	       quote[1] == 'h' ? 16 :
	       quote[1] == 'd' ? 10 :
				 0;
	if (!base || memchr(text, '?', n->end - n->start) ||
	    memchr(text, '_', n->end - n->start))
		return;
	value = strtoull(quote + 2, NULL, base);
	mask = (1ULL << size) - 1;
	site_add(s, "constant", "%lu'h%llx", size, (value + 1) & mask);
}

static void of_node(const struct site *s)
{
	const struct node *n = &s->m->nodes[s->node];

	if (n->kind == NODE_NUMBER && !n->fixed)
		number(s, n);
	if (n->constant)
		return;
	switch (n->kind) {
	case NODE_BINARY:
		binary(s, n);
		return;
	case NODE_UNARY:
		unary(s, n);
		return;
	case NODE_TERNARY:
		ternary(s, n);
		return;
	case NODE_NAME:
	case NODE_NUMBER:
	case NODE_LIST:
	case NODE_SELECT:
		return;
	}
}

static void below(const struct site *s)
{
	const struct node *n = &s->m->nodes[s->node];
	bool single = n->kind == NODE_NUMBER;

	of_node(s);
	for (int i = 0; i < n->children; i++) {
		struct site child = *s;

		child.node = n->child[i];
		/* A number in an expression of constants stays. */
		if (!n->constant || single || n->kind == NODE_LIST)
			below(&child);
	}
}

static void of_root(const struct site *s, const struct root *r)
{
	const struct module *m = s->m;

	switch (r->kind) {
	case ROOT_CONDITION:
		site_add(s, "condition", "!(%.*s)", PART(m, r->node));
		site_add(s, "stuck", "1'b0");
		site_add(s, "stuck", "1'b1");
		return;
	case ROOT_NEXT:
		site_add(s, "assignment", "%.*s", (int)(r->lhs_end - r->lhs),
			 m->text + r->lhs);
		site_add(s, "bit", "(%.*s) ^ 1", PART(m, r->node));
		return;
	case ROOT_VALUE:
		site_add(s, "bit", "(%.*s) ^ 1", PART(m, r->node));
		return;
	case ROOT_CASE:
	case ROOT_PORT:
		return;
	}
}

void operators_list(const struct module *module, int index, struct mutants *out)
{
	for (size_t i = 0; i < module->root_count; i++) {
		struct site s = { module, index, module->roots[i].node, out };

		of_root(&s, &module->roots[i]);
		below(&s);
	}
}
