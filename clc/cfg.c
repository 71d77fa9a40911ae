/* cfg.c - the graph of a function: dominators, post-dominators, loops
 * SPDX-License-Identifier: Apache-2.0
 *
 * Dominators by the iteration over reverse postorder in which two candidates
 * climb the tree to where they meet; post-dominators by the same on the edges
 * turned round, from a node n behind all exits. A loop is the union of the
 * natural loops of one header.
 *
 * Preconditions: no switch (lower-switch) and no other terminator than br, ret,
 * unreachable. Blocks that the entry does not reach have idom -1, those that
 * reach no exit ipdom -1.
 */
#include "clc/clc.h"

#include <stdlib.h>
#include <string.h>

/* Edges FROM[i] -> TO[i], COUNT of them, between N nodes, sorted by FROM. */
static struct edges sorted(int n, int count, const int *from, const int *to)
{
	struct edges e = { map_alloc(n + 2, sizeof(int)),
			   map_alloc(count, sizeof(int)) };

	for (int i = 0; i < count; i++)
		e.first[from[i] + 2]++;
	for (int i = 2; i < n + 2; i++)
		e.first[i] += e.first[i - 1];
	for (int i = 0; i < count; i++)
		e.to[e.first[from[i] + 1]++] = to[i];
	return e;
}

/* The postorder number of every node from ROOT, -1 where it does not lead. Puts
 * the nodes into ORDER; returns how many. */
static int postorder(int n, int root, const struct edges *e, int *number,
		     int *order)
{
	int *stack = map_alloc(n, sizeof(int));
	int *next = map_alloc(n, sizeof(int));
	int depth = 0, count = 0;

	for (int i = 0; i < n; i++) {
		number[i] = -1;
		next[i] = e->first[i];
	}
	stack[depth++] = root;
	number[root] = n; /* on the stack */
	while (depth) {
		int b = stack[depth - 1];

		if (next[b] < e->first[b + 1]) {
			int s = e->to[next[b]++];

			if (number[s] < 0) {
				number[s] = n;
				stack[depth++] = s;
			}
		} else {
			number[b] = count;
			order[count++] = b;
			depth--;
		}
	}
	free(stack);
	free(next);
	return count;
}

static int *dominators(int n, int root, const struct edges *out,
		       const struct edges *in)
{
	int *dom = map_alloc(n, sizeof(int));
	int *number = map_alloc(n, sizeof(int));
	int *order = map_alloc(n, sizeof(int));
	int count = postorder(n, root, out, number, order);
	bool changed = true;

	for (int i = 0; i < n; i++)
		dom[i] = -1;
	dom[root] = root;
	while (changed) {
		changed = false;
		for (int k = count - 2; k >= 0; k--) {
			int b = order[k], best = -1;

			for (int i = in->first[b]; i < in->first[b + 1]; i++) {
				int p = in->to[i];

				if (number[p] < 0 || dom[p] < 0)
					continue;
				while (best >= 0 && p != best)
					if (number[p] < number[best])
						p = dom[p];
					else
						best = dom[best];
				best = p;
			}
			changed |= dom[b] != best;
			dom[b] = best;
		}
	}
	dom[root] = -1;
	free(number);
	free(order);
	return dom;
}

bool graph_dominates(const struct graph *g, int a, int b)
{
	while (b >= 0 && b != a)
		b = g->idom[b];
	return b == a;
}

int graph_successor(const struct graph *g, int b, int which)
{
	return g->out.to[g->out.first[b] + which];
}

void graph_reach(const struct graph *g, int from, int stop, bool *set)
{
	int *stack = map_alloc(g->n + 1, sizeof(int)), depth = 0;

	if (from != stop && from < g->n && !set[from]) {
		set[from] = true;
		stack[depth++] = from;
	}
	while (depth) {
		int b = stack[--depth];

		for (int i = g->out.first[b]; i < g->out.first[b + 1]; i++) {
			int s = g->out.to[i];

			if (s != stop && s < g->n && !set[s]) {
				set[s] = true;
				stack[depth++] = s;
			}
		}
	}
	free(stack);
}

/* Adds to IN what reaches B without the header, which is in it. */
static void collect(const struct graph *g, int b, bool *in)
{
	int *stack = map_alloc(g->n, sizeof(int)), depth = 0;

	if (!in[b]) {
		in[b] = true;
		stack[depth++] = b;
	}
	while (depth) {
		int x = stack[--depth];

		for (int i = g->in.first[x]; i < g->in.first[x + 1]; i++) {
			int p = g->in.to[i];

			if (!in[p] && g->idom[p] >= 0) {
				in[p] = true;
				stack[depth++] = p;
			}
		}
	}
	free(stack);
}

static void find_loops(struct graph *g)
{
	for (int h = 0; h < g->n; h++) {
		struct loop l = { h, 0, 0, 0, NULL };

		for (int i = g->in.first[h]; i < g->in.first[h + 1]; i++)
			if (graph_dominates(g, h, g->in.to[i])) {
				if (!l.in)
					l.in = map_alloc(g->n, sizeof(bool));
				l.in[h] = true;
				l.latches++;
				collect(g, g->in.to[i], l.in);
			}
		if (!l.in)
			continue;
		l.entries = g->in.first[h + 1] - g->in.first[h] - l.latches;
		for (int b = 0; b < g->n; b++)
			for (int i = g->out.first[b];
			     l.in[b] && i < g->out.first[b + 1]; i++)
				l.exits += g->out.to[i] == g->n ||
					   !l.in[g->out.to[i]];
		g->loop = map_grow(g->loop, g->loops + 1, sizeof l);
		g->loop[g->loops++] = l;
	}
}

struct graph *graph_new(LLVMValueRef function)
{
	struct graph *g = map_alloc(1, sizeof *g);
	int n = (int)LLVMCountBasicBlocks(function), count = 0, at = 0;
	int *from, *to;

	g->n = n;
	g->block = map_alloc(n, sizeof *g->block);
	LLVMGetBasicBlocks(function, g->block);
	for (int i = 0; i < n; i++)
		map_set(&g->number, g->block[i], i);
	for (int i = 0; i < n; i++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(g->block[i]);
		int s = (int)LLVMGetNumSuccessors(t);

		if (s > 2 || (s && !LLVMIsABranchInst(t)))
			report_fatal(CLC_REFUSED, "%s has a branch that "
				     "is neither br nor ret: computed goto, "
				     "or asm goto", module_name(function));
		count += s ? s : 1;
	}
	from = map_alloc(count, sizeof(int));
	to = map_alloc(count, sizeof(int));
	for (int i = 0; i < n; i++) {
		LLVMValueRef t = LLVMGetBasicBlockTerminator(g->block[i]);
		int s = (int)LLVMGetNumSuccessors(t);

		for (int k = 0; k < s; k++) {
			from[at] = i;
			to[at++] = map_get(&g->number,
					   LLVMGetSuccessor(t, (unsigned)k),
					   -1);
		}
		if (!s) {
			from[at] = i;
			to[at++] = n;
		}
	}
	g->out = sorted(n + 1, count, from, to);
	g->in = sorted(n + 1, count, to, from);
	g->idom = dominators(n + 1, 0, &g->out, &g->in);
	g->ipdom = dominators(n + 1, n, &g->in, &g->out);
	free(from);
	free(to);
	g->idom[0] = n; /* reached, unlike those with -1 */
	g->idom[n] = -1;
	find_loops(g);
	return g;
}

void graph_free(struct graph *g)
{
	for (int i = 0; i < g->loops; i++)
		free(g->loop[i].in);
	free(g->loop);
	map_free(&g->number);
	free(g->block);
	free(g->out.first);
	free(g->out.to);
	free(g->in.first);
	free(g->in.to);
	free(g->idom);
	free(g->ipdom);
	free(g);
}

LLVMValueRef graph_branch(const struct graph *g, int b)
{
	LLVMValueRef t = LLVMGetBasicBlockTerminator(g->block[b]);

	if (LLVMIsABranchInst(t) && LLVMIsConditional(t) &&
	    LLVMGetSuccessor(t, 0) != LLVMGetSuccessor(t, 1))
		return t;
	return NULL;
}
