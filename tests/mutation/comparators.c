/* comparators.c - comparisons that leave out a bit
 * SPDX-License-Identifier: Apache-2.0
 *
 * By rule, so that none is forgotten: wherever something of two bits or more is
 * compared (== != < <= > >=), reduced to one bit (& | and their negations: a
 * comparison with none and all) or selects the branch of a case, there is a
 * fault for each of its bits, in which this bit does not count. Addresses,
 * tags, ids, counts, instruction fields: whatever it is.
 */
#define _XOPEN_SOURCE 700
#include <string.h>

#include "tests/mutation/operators.h"

/* For printf's %.*s. */
#define PART(m, n) (int)((m)->nodes[n].end - (m)->nodes[n].start), \
	(m)->text + (m)->nodes[n].start

static int max(int a, int b)
{
	return a > b ? a : b;
}

static bool compares(const struct module *m, const struct node *n)
{
	static const char *const ops[] = { "==", "!=", "<", "<=", ">", ">=" };

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (strlen(ops[i]) == n->op_end - n->op &&
		    strncmp(m->text + n->op, ops[i], n->op_end - n->op) == 0)
			return true;
	return false;
}

static void comparison(const struct site *s, struct widths *w)
{
	int a = s->m->nodes[s->node].child[0],
	    b = s->m->nodes[s->node].child[1];
	int bits = max(width_of(w, a), width_of(w, b)),
	    used = max(width_used(w, a), width_used(w, b));
	const struct node n = s->m->nodes[s->node];

	for (int i = 0; i < used && i < bits && used > 1; i++)
		site_add(s, "comparator",
			 "((%.*s) & ~(%d'd1 << %d)) %.*s ((%.*s) & ~(%d'd1 << "
			 "%d))",
			 PART(s->m, a), bits, i, (int)(n.op_end - n.op),
			 s->m->text + n.op, PART(s->m, b), bits, i);
}

static void reduction(const struct site *s, struct widths *w)
{
	const struct node n = s->m->nodes[s->node];
	const char *op = s->m->text + n.op;
	int size = (int)(n.op_end - n.op), bits;
	bool all = op[size - 1] == '&';

	if (!all && op[size - 1] != '|')
		return;
	bits = width_of(w, n.child[0]);
	for (int i = 0, used = width_used(w, n.child[0]);
	     i < used && i < bits && bits > 1; i++)
		site_add(s, "reduction", "%.*s((%.*s) %s(%d'd1 << %d))", size,
			 op, PART(s->m, n.child[0]), all ? "| " : "& ~", bits,
			 i);
}

static void below(const struct site *s, struct widths *w)
{
	const struct node n = s->m->nodes[s->node];

	if (n.constant)
		return;
	if (n.kind == NODE_BINARY && compares(s->m, &n))
		comparison(s, w);
	else if (n.kind == NODE_UNARY)
		reduction(s, w);
	for (int i = 0; i < n.children && n.kind != NODE_SELECT; i++) {
		struct site child = *s;

		child.node = n.child[i];
		below(&child, w);
	}
}

static void selection(const struct site *s, struct widths *w)
{
	int bits = width_of(w, s->node);

	for (int i = 0; i < bits && bits > 1; i++)
		site_add(s, "case", "(%.*s) & ~(%d'd1 << %d)",
			 PART(s->m, s->node), bits, i);
}

void comparators_list(struct widths *w, int index, struct mutants *out)
{
	for (size_t i = 0; i < w->m->root_count; i++) {
		struct site s = { w->m, index, w->m->roots[i].node, out };

		if (w->m->roots[i].kind == ROOT_CASE)
			selection(&s, w);
		below(&s, w);
	}
}
