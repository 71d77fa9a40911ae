/* timing.c - an estimate of the longest path of a mapped netlist
 * SPDX-License-Identifier: Apache-2.0
 *
 * Nets are nodes; the delays of a cell are edges between the nets of its pins.
 * Nets get their time in topological order: a net is done when all edges into
 * it are done.
 */
#define _XOPEN_SOURCE 700
#include "fpga/timing.h"

#include <fnmatch.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The delay between two ports of cells of one type; NETLIST_CONSTANT: the
 * clock. */
struct pair {
	uint32_t type, from, to, ps;
	/* an input bit reaches its own output bit and higher ones */
	bool upward;
	bool known;             /* false: no such path */
};

enum { PAIRS = 1 << 14 };

struct edge {
	uint32_t from, to;      /* nets */
	uint32_t cell, from_port, to_port;
	uint32_t ps;            /* delay of the cell and of the wire into it */
};

/* The time of a net, and the last edge or register on its longest path. */
struct origin {
	uint32_t ps;
	uint32_t edge;          /* NO_EDGE: a register drives the net */
	uint32_t cell, port;    /* that register */
	bool timed;
};

enum { NO_EDGE = UINT32_MAX };

struct estimate {
	const struct netlist *n;
	const struct netlist_module *m;
	const struct fpga_target *target;
	struct pair *pairs;     /* by hash */
	struct edge *edges;
	size_t edge_count, edge_room;
	/* index of each net's first edge, after sorting */
	uint32_t *first;
	/* number of edges into each net that are not done */
	uint32_t *waiting;
	uint32_t *queue;
	struct origin *origins;
	/* The longest path's end. */
	uint32_t end_net, end_cell, end_port, end_ps;
	struct timing_end *ends;        /* room for each cell */
	size_t end_count;
	bool failed;
};

/* --- delays of cells --------------------------------------------------- */

static const char *pin_text(const struct netlist *n, uint32_t port)
{
	return port == NETLIST_CONSTANT ? "@" : netlist_text(n, port);
}

/* Does the first condition of WHEN, "NAME=value", hold for C? Parameters of
 * yosys are binary digits. */
static bool holds_first(const struct netlist_cell *c, const char *when)
{
	const char *eq = strchr(when, '=');
	char name[32];
	const char *value;

	if (!eq || (size_t)(eq - when) >= sizeof name)
		return false;
	memcpy(name, when, (size_t)(eq - when));
	name[eq - when] = '\0';
	value = netlist_parameter(c, name);
	return value && strtoul(value, NULL, 2) == strtoul(eq + 1, NULL, 10);
}

/* Do all conditions of WHEN, separated by commas, hold for C? */
static bool holds(const struct netlist_cell *c, const char *when)
{
	if (!*when || strcmp(when, "<=") == 0)
		return true;
	for (; when; when = strchr(when, ',')) {
		when += *when == ',';
		if (!holds_first(c, when))
			return false;
	}
	return true;
}

static struct pair look_up(const struct estimate *e,
			   const struct netlist_cell *c, uint32_t from,
			   uint32_t to)
{
	const char *type = netlist_text(e->n, c->type);
	struct pair p = { .type = c->type, .from = from, .to = to };
	const struct fpga_delay *d;
	size_t next = 0;

	while ((d = fpga_delay_next(e->target->family, type, &next)))
		if (fnmatch(d->from, pin_text(e->n, from), 0) == 0 &&
		    fnmatch(d->to, pin_text(e->n, to), 0) == 0 &&
		    holds(c, d->when)) {
			p.ps = d->ps;
			p.upward = strcmp(d->when, "<=") == 0;
			p.known = true;
			return p;
		}
	return p;
}

/* Do delays of the type depend on parameters? Then each cell is looked up. */
static bool has_conditions(const struct estimate *e, uint32_t type)
{
	const struct fpga_delay *d;
	size_t next = 0;

	while ((d = fpga_delay_next(e->target->family, netlist_text(e->n, type),
				    &next)))
		if (strchr(d->when, '=') && strcmp(d->when, "<=") != 0)
			return true;
	return false;
}

static struct pair delay(struct estimate *e, const struct netlist_cell *c,
			 uint32_t from, uint32_t to)
{
	size_t h = (c->type * 2654435761u ^ from * 40503u ^ to * 69069u) &
		   (PAIRS - 1);
	struct pair *p = &e->pairs[h], found;

	/* `type` is stored plus one: 0 is an empty entry. */
	if (p->type == c->type + 1 && p->from == from && p->to == to) {
		found = *p;
		found.type--;
		return found;
	}
	found = look_up(e, c, from, to);
	if (!has_conditions(e, c->type)) {
		*p = found;
		p->type++;
	}
	return found;
}

static uint32_t wire(const struct estimate *e, const struct netlist_cell *c,
		     uint32_t port)
{
	return fpga_is_local(e->target->family, netlist_text(e->n, c->type),
			     netlist_text(e->n, port)) ? 0 : e->target->hop;
}

/* --- the graph ---------------------------------------------------------- */

static void add_edge(struct estimate *e, struct edge edge)
{
	struct edge *more;
	size_t room = e->edge_room ? 2 * e->edge_room : 4096;

	if (e->edge_count == e->edge_room) {
		more = realloc(e->edges, room * sizeof *more);
		if (!more) {
			e->failed = true;
			return;
		}
		e->edges = more;
		e->edge_room = room;
	}
	e->edges[e->edge_count++] = edge;
}

/* Starts the time of a net that a register drives. */
static void launch(struct estimate *e, uint32_t cell,
		   const struct netlist_pin *out)
{
	struct pair p = delay(e, &e->m->cells[cell], NETLIST_CONSTANT,
			      out->port);
	struct origin *o = &e->origins[out->net];

	if (p.known && (!o->timed || p.ps > o->ps))
		*o = (struct origin){ p.ps, NO_EDGE, cell, out->port, true };
}

static void connect(struct estimate *e, uint32_t cell,
		    const struct netlist_pin *in, const struct netlist_pin *out)
{
	const struct netlist_cell *c = &e->m->cells[cell];
	struct pair p = delay(e, c, in->port, out->port);

	if (p.known && !(p.upward && in->bit > out->bit))
		add_edge(e, (struct edge){ in->net, out->net, cell, in->port,
					   out->port,
					   p.ps + wire(e, c, in->port) });
}

static void add_cell(struct estimate *e, uint32_t cell)
{
	const struct netlist_cell *c = &e->m->cells[cell];
	const struct netlist_pin *pins = e->m->pins + c->first;

	for (uint32_t o = 0; o < c->count; o++) {
		if (!pins[o].output || pins[o].net == NETLIST_CONSTANT)
			continue;
		launch(e, cell, &pins[o]);
		for (uint32_t i = 0; i < c->count; i++)
			if (!pins[i].output && pins[i].net != NETLIST_CONSTANT)
				connect(e, cell, &pins[i], &pins[o]);
	}
}

static int by_source(const void *a, const void *b)
{
	const struct edge *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

static void index_edges(struct estimate *e)
{
	if (e->edge_count)
		qsort(e->edges, e->edge_count, sizeof *e->edges, by_source);
	for (size_t i = 0; i < e->edge_count; i++) {
		e->first[e->edges[i].from + 1]++;
		e->waiting[e->edges[i].to]++;
	}
	for (uint32_t net = 0; net < e->m->net_end; net++)
		e->first[net + 1] += e->first[net];
}

/* --- times --------------------------------------------------------------- */

static void follow(struct estimate *e, uint32_t index)
{
	const struct edge *edge = &e->edges[index];
	const struct origin *from = &e->origins[edge->from];
	struct origin *to = &e->origins[edge->to];

	if (from->timed && (!to->timed || from->ps + edge->ps > to->ps))
		*to = (struct origin){ from->ps + edge->ps, index, edge->cell,
				       edge->to_port, true };
}

/* Computes the times of all nets; returns the number of nets in or behind
 * loops, which are never done. */
static size_t propagate(struct estimate *e)
{
	uint32_t head = 0, tail = 0;

	for (uint32_t net = 0; net < e->m->net_end; net++)
		if (!e->waiting[net])
			e->queue[tail++] = net;
	while (head < tail) {
		uint32_t net = e->queue[head++];

		for (uint32_t i = e->first[net]; i < e->first[net + 1]; i++) {
			follow(e, i);
			if (--e->waiting[e->edges[i].to] == 0)
				e->queue[tail++] = e->edges[i].to;
		}
	}
	return e->m->net_end - tail;
}

/* The net that the register CELL drives, which names it; else NET, its
 * input. */
static uint32_t register_net(const struct estimate *e, uint32_t cell,
			     uint32_t net)
{
	const struct netlist_cell *c = &e->m->cells[cell];

	for (uint32_t i = 0; i < c->count; i++) {
		const struct netlist_pin *pin = &e->m->pins[c->first + i];

		if (pin->output && pin->net != NETLIST_CONSTANT)
			return pin->net;
	}
	return net;
}

/* The first net of the longest path to NET. */
static uint32_t first_net(const struct estimate *e, uint32_t net)
{
	while (e->origins[net].edge != NO_EDGE)
		net = e->edges[e->origins[net].edge].from;
	return net;
}

/* Ends the paths at the inputs of a register. */
static void capture(struct estimate *e, uint32_t cell)
{
	const struct netlist_cell *c = &e->m->cells[cell];
	struct timing_end *end = &e->ends[e->end_count];
	uint32_t net = 0;

	end->ps = 0;

	for (uint32_t i = 0; i < c->count; i++) {
		const struct netlist_pin *pin = &e->m->pins[c->first + i];
		struct pair p;
		uint32_t ps;

		if (pin->output || pin->net == NETLIST_CONSTANT ||
		    e->waiting[pin->net] || !e->origins[pin->net].timed)
			continue;
		p = delay(e, c, pin->port, NETLIST_CONSTANT);
		ps = e->origins[pin->net].ps + wire(e, c, pin->port) + p.ps;
		if (!p.known)
			continue;
		if (ps > end->ps) {
			end->ps = ps;
			net = pin->net;
		}
		if (ps <= e->end_ps)
			continue;
		e->end_ps = ps;
		e->end_net = pin->net;
		e->end_cell = cell;
		e->end_port = pin->port;
	}
	if (!end->ps)
		return;
	end->from = first_net(e, net);
	end->to = register_net(e, cell, net);
	e->end_count++;
}

static bool has_inputs(const struct netlist_module *m,
		       const struct netlist_cell *c)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (!m->pins[c->first + i].output)
			return true;
	return false;
}

/* Counts cells without delays; a source of a constant needs none. */
static size_t count_untimed(const struct estimate *e)
{
	size_t n = 0, next;

	for (size_t i = 0; i < e->m->cell_count; i++) {
		const struct netlist_cell *c = &e->m->cells[i];

		next = 0;
		n += has_inputs(e->m, c) &&
		     !fpga_delay_next(e->target->family,
				      netlist_text(e->n, c->type), &next);
	}
	return n;
}

/* --- the path ------------------------------------------------------------- */

static struct timing_step step_of(const struct estimate *e, uint32_t net)
{
	const struct origin *o = &e->origins[net];

	return (struct timing_step){
		e->m->cells[o->cell].type,
		o->edge == NO_EDGE ? NETLIST_CONSTANT :
			e->edges[o->edge].from_port,
		o->port, net, o->ps
	};
}

static void trace_back(struct estimate *e, struct timing *out)
{
	size_t n = 1;
	uint32_t net;

	for (net = e->end_net; e->origins[net].edge != NO_EDGE; n++)
		net = e->edges[e->origins[net].edge].from;
	out->steps = calloc(n + 1, sizeof *out->steps);
	if (!out->steps) {
		e->failed = true;
		return;
	}
	out->step_count = n + 1;
	out->period = e->end_ps;
	out->steps[n] = (struct timing_step){
		e->m->cells[e->end_cell].type, e->end_port, NETLIST_CONSTANT,
		register_net(e, e->end_cell, e->end_net), e->end_ps
	};
	for (net = e->end_net; n-- > 0;
	     net = e->edges[e->origins[net].edge].from) {
		out->steps[n] = step_of(e, net);
		if (e->origins[net].edge == NO_EDGE)
			break;
	}
}

static bool allocate(struct estimate *e)
{
	size_t nets = (size_t)e->m->net_end + 2;

	e->pairs = calloc(PAIRS, sizeof *e->pairs);
	e->first = calloc(nets, sizeof *e->first);
	e->waiting = calloc(nets, sizeof *e->waiting);
	e->queue = calloc(nets, sizeof *e->queue);
	e->origins = calloc(nets, sizeof *e->origins);
	e->ends = calloc((size_t)e->m->cell_count + 1, sizeof *e->ends);
	return e->ends && e->pairs && e->first && e->waiting && e->queue &&
	       e->origins;
}

static void estimate(struct estimate *e, struct timing *out)
{
	for (uint32_t i = 0; i < e->m->cell_count && !e->failed; i++)
		add_cell(e, i);
	if (e->failed)
		return;
	index_edges(e);
	out->loops = propagate(e);
	for (uint32_t i = 0; i < e->m->cell_count; i++)
		capture(e, i);
	out->untimed = count_untimed(e);
	if (e->end_ps)
		trace_back(e, out);
}

int timing_estimate(const struct netlist *n, const struct netlist_module *m,
		    const struct fpga_target *target, struct timing *out)
{
	struct estimate e = { .n = n, .m = m, .target = target };

	memset(out, 0, sizeof *out);
	if (allocate(&e))
		estimate(&e, out);
	else
		e.failed = true;
	free(e.pairs);
	free(e.edges);
	free(e.first);
	free(e.waiting);
	free(e.queue);
	free(e.origins);
	out->ends = e.ends;
	out->end_count = e.end_count;
	return e.failed ? -1 : 0;
}

void timing_free(struct timing *t)
{
	free(t->steps);
	free(t->ends);
	t->steps = NULL;
	t->ends = NULL;
}
