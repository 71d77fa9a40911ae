/* flow_count.c - the counts of a flow, and its estimated path
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/flow_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/netlist.h"
#include "fpga/timing.h"

enum { NAME = 400 };

/* BUF = the name of a module without yosys's decoration for parameters,
 * "\ww_alu". */
static void plain_name(const char *name, char *buf, size_t size)
{
	const char *from = strstr(name, "\\"), *end;

	from = from ? from + 1 : name;
	end = strchr(from, '\\');
	snprintf(buf, size, "%.*s", end ? (int)(end - from) : (int)strlen(from),
		 from);
}

struct flow_count *flow_module(struct flow_result *r, const char *module)
{
	struct flow_count *more;
	char name[NAME];

	plain_name(module, name, sizeof name);
	for (size_t i = 0; i < r->module_count; i++)
		if (strcmp(r->modules[i].name, name) == 0)
			return &r->modules[i];
	more = realloc(r->modules, (r->module_count + 1) * sizeof *more);
	if (!more)
		return NULL;
	r->modules = more;
	more += r->module_count;
	memset(more, 0, sizeof *more);
	more->name = strdup(name);
	if (!more->name)
		return NULL;
	r->module_count++;
	return more;
}

bool flow_count_cell(struct flow_result *r, const char *type, uint32_t count)
{
	struct flow_cell *more;

	for (size_t i = 0; i < r->cell_count; i++)
		if (strcmp(r->cells[i].type, type) == 0) {
			r->cells[i].count += count;
			return true;
		}
	more = realloc(r->cells, (r->cell_count + 1) * sizeof *more);
	if (!more)
		return false;
	r->cells = more;
	more += r->cell_count;
	*more = (struct flow_cell){ strdup(type), count };
	if (!more->type)
		return false;
	r->cell_count++;
	return true;
}

static int by_type(const void *a, const void *b)
{
	const struct flow_cell *x = a, *y = b;

	return strcmp(x->type, y->type);
}

static int by_name(const void *a, const void *b)
{
	const struct flow_count *x = a, *y = b;

	return strcmp(x->name, y->name);
}

void flow_sort(struct flow_result *r)
{
	qsort(r->cells, r->cell_count, sizeof *r->cells, by_type);
	qsort(r->modules, r->module_count, sizeof *r->modules, by_name);
}

/* --- the estimate ------------------------------------------------------- */

static bool keep_path(struct flow *f, const struct netlist *n,
		      const struct netlist_module *m, const struct timing *t)
{
	struct flow_result *r = f->out;
	char name[NAME];

	r->steps = calloc(t->step_count + 1, sizeof *r->steps);
	if (!r->steps)
		return false;
	for (; r->step_count < t->step_count; r->step_count++) {
		const struct timing_step *s = &t->steps[r->step_count];
		struct flow_step *to = &r->steps[r->step_count];

		netlist_net_name(m, s->net, name, sizeof name);
		to->cell = strdup(netlist_text(n, s->cell));
		to->net = strdup(name);
		to->ns = s->ps / 1000.0;
		if (!to->cell || !to->net)
			return false;
	}
	return true;
}

int flow_estimate(struct flow *f, const struct netlist *n,
		  const struct netlist_module *m)
{
	struct timing t;
	bool good = timing_estimate(n, m, f->req->target, &t) == 0;

	good = good && keep_path(f, n, m, &t) && flow_keep_ends(f, m, &t);
	f->out->mhz = t.period ? 1e6 / t.period : 0;
	f->out->untimed = t.untimed;
	f->out->loops = t.loops;
	timing_free(&t);
	return good ? 0 : flow_refuse(f, FLOW_E_MEMORY, "out of memory");
}
