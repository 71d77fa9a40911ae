/* ends.c - the registers at the two ends of the longest paths of a netlist
 * SPDX-License-Identifier: Apache-2.0
 *
 * Many paths lead from bits of one register to bits of another, and each
 * register may have a copy per warp or lane. Users want the names of the two
 * registers, once.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/flow_state.h"
#include "fpga/timing.h"

enum { NAME = 1024 };

size_t flow_signal(const struct flow_result *r, const char *net)
{
	const char *cut = net + strlen(net);
	char mark[80];

	for (size_t i = 0; i < r->cell_count; i++) {
		const char *at;

		snprintf(mark, sizeof mark, "_%s_", r->cells[i].type);
		at = strstr(net, mark);
		if (at && at < cut)
			cut = at;
	}
	return (size_t)(cut - net);
}

/* a[0].b[13] becomes a[*].b. */
static void drop_numbers(char *name)
{
	char *to = name;

	for (const char *from = name; *from; from++) {
		size_t digits = *from == '[' ? strspn(from + 1, "0123456789") :
					       0;

		*to++ = *from;
		if (digits)
			*to++ = '*';
		from += digits;
	}
	*to = '\0';
	if (to - name >= 3 && strcmp(to - 3, "[*]") == 0)
		to[-3] = '\0';
}

/* The name of a register without indices, which the caller frees; NULL: out of
 * memory. */
static char *register_name(const struct flow_result *r,
			   const struct netlist_module *m, uint32_t net)
{
	char name[NAME];
	size_t n;

	netlist_net_name(m, net, name, sizeof name);
	n = flow_signal(r, name);
	name[n] = '\0';
	drop_numbers(name);
	return strdup(name);
}

static int by_names(const void *a, const void *b)
{
	const struct flow_end *x = a, *y = b;
	int c = strcmp(x->from, y->from);

	c = c ? c : strcmp(x->to, y->to);
	return c ? c : (x->ns < y->ns) - (x->ns > y->ns);
}

static int longest_first(const void *a, const void *b)
{
	const struct flow_end *x = a, *y = b;

	return x->ns != y->ns ? (x->ns < y->ns) - (x->ns > y->ns) :
				by_names(a, b);
}

static void drop(struct flow_end *e)
{
	free(e->from);
	free(e->to);
}

/* Keeps the longest path of each pair of registers, and of these the FLOW_ENDS
 * longest. */
static void keep_longest(struct flow_result *r)
{
	size_t kept = 0;

	qsort(r->ends, r->end_count, sizeof *r->ends, by_names);
	for (size_t i = 0; i < r->end_count; i++) {
		struct flow_end *last = kept ? &r->ends[kept - 1] : NULL;

		if (last && !strcmp(last->from, r->ends[i].from) &&
		    !strcmp(last->to, r->ends[i].to))
			drop(&r->ends[i]);
		else
			r->ends[kept++] = r->ends[i];
	}
	qsort(r->ends, kept, sizeof *r->ends, longest_first);
	for (r->end_count = kept; r->end_count > FLOW_ENDS; r->end_count--)
		drop(&r->ends[r->end_count - 1]);
}

bool flow_keep_ends(struct flow *f, const struct netlist_module *m,
		    const struct timing *t)
{
	struct flow_result *r = f->out;

	r->ends = calloc(t->end_count + 1, sizeof *r->ends);
	if (!r->ends)
		return false;
	for (size_t i = 0; i < t->end_count; i++) {
		struct flow_end *e = &r->ends[r->end_count++];

		e->from = register_name(r, m, t->ends[i].from);
		e->to = register_name(r, m, t->ends[i].to);
		e->ns = t->ends[i].ps / 1000.0;
		if (!e->from || !e->to)
			return false;
	}
	if (r->end_count)
		keep_longest(r);
	return true;
}
