/* join.c - join the netlists of parts into one netlist of the whole design
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each instance gets new numbers for all nets of its part. Its ports then tie
 * numbers together: a union-find, in which one number represents all tied
 * numbers. A constant at a port leaves a net without a driver.
 */
#define _XOPEN_SOURCE 700
#include "fpga/join.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

enum { NO_PART = UINT32_MAX };

struct names {
	/* number in the joined netlist of a part's name; NETLIST_CONSTANT: none
	 * yet */
	uint32_t *of;
	uint32_t *part;         /* part of a type; NO_PART: none */
	size_t count;
};

struct joiner {
	struct join_part *parts;
	size_t count;
	struct names *names;    /* per part */
	struct netlist *n;
	struct netlist_module *m;
	size_t cell_room, pin_room;
	uint32_t *tied;         /* union-find: parent of each net */
	size_t net_room;
	struct netlist_place *places;
	size_t path_room;
	bool failed;
};

size_t join_find(const struct join_part *parts, size_t count, const char *type)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(parts[i].type, type) == 0)
			return i;
	return count;
}

/* --- arrays that grow --------------------------------------------------- */

static void *grown(struct joiner *j, void *array, size_t count, size_t *room,
		   size_t size)
{
	void *bigger;

	if (count <= *room)
		return array;
	while (*room < count)
		*room = *room ? 2 * *room : 4096;
	bigger = realloc(array, *room * size);
	j->failed |= !bigger;
	return bigger ? bigger : array;
}

static const char *keep_path(struct joiner *j, const char *above,
			     const char *name)
{
	struct netlist *n = j->n;
	size_t length = strlen(above) + strlen(name) + 2;
	char *path = malloc(length);

	n->paths = grown(j, n->paths, n->path_count + 1, &j->path_room,
			 sizeof *n->paths);
	j->failed |= !path;
	if (j->failed) {
		free(path);
		return "";
	}
	snprintf(path, length, "%s%s.", above, name);
	n->paths[n->path_count++] = path;
	return path;
}

/* --- nets --------------------------------------------------------------- */

static uint32_t root(struct joiner *j, uint32_t net)
{
	while (j->tied[net] != net) {
		j->tied[net] = j->tied[j->tied[net]];
		net = j->tied[net];
	}
	return net;
}

/* Ties two nets; the lower number, which is higher in the hierarchy, represents
 * both. */
static void tie(struct joiner *j, uint32_t a, uint32_t b)
{
	a = root(j, a);
	b = root(j, b);
	if (a < b)
		j->tied[b] = a;
	else
		j->tied[a] = b;
}

/* Adds numbers for the nets of M; returns the first. */
static uint32_t add_nets(struct joiner *j, const struct netlist_module *m,
			 const char *path)
{
	uint32_t first = j->m->net_end;
	size_t end = (size_t)first + m->net_end, room = j->net_room;

	j->tied = grown(j, j->tied, end, &room, sizeof *j->tied);
	room = j->net_room;
	j->places = grown(j, j->places, end, &room, sizeof *j->places);
	j->failed |= end >= NETLIST_CONSTANT;
	if (j->failed)
		return first;
	j->net_room = room;
	for (uint32_t i = 0; i < m->net_end; i++) {
		j->tied[first + i] = first + i;
		j->places[first + i] = (struct netlist_place){ path, m, i };
	}
	j->m->net_end = (uint32_t)end;
	return first;
}

/* --- cells -------------------------------------------------------------- */

static uint32_t name_here(struct joiner *j, size_t part, uint32_t name)
{
	uint32_t *here = &j->names[part].of[name];

	if (*here == NETLIST_CONSTANT)
		*here = netlist_intern(j->n,
				       netlist_text(j->parts[part].netlist,
						    name));
	j->failed |= *here == NETLIST_CONSTANT;
	return *here;
}

static void add_cell(struct joiner *j, size_t part,
		     const struct netlist_cell *c, uint32_t base)
{
	const struct netlist_pin *pins = j->parts[part].module->pins + c->first;
	struct netlist_module *m = j->m;

	m->cells = grown(j, m->cells, m->cell_count + 1, &j->cell_room,
			 sizeof *m->cells);
	m->pins = grown(j, m->pins, m->pin_count + c->count, &j->pin_room,
			sizeof *m->pins);
	if (j->failed)
		return;
	m->cells[m->cell_count] = *c;
	m->cells[m->cell_count].type = name_here(j, part, c->type);
	m->cells[m->cell_count++].first = (uint32_t)m->pin_count;
	for (uint32_t i = 0; i < c->count; i++) {
		struct netlist_pin *pin = &m->pins[m->pin_count++];

		*pin = pins[i];
		pin->port = name_here(j, part, pins[i].port);
		if (pin->net != NETLIST_CONSTANT)
			pin->net += base;
	}
}

static uint32_t port_net(const struct joiner *j, size_t part, const char *name,
			 uint32_t bit)
{
	const struct netlist_module *m = j->parts[part].module;

	for (size_t i = 0; i < m->port_count; i++)
		if (bit < m->ports[i].count &&
		    strcmp(netlist_text(j->parts[part].netlist,
					m->ports[i].name),
			   name) == 0)
			return m->port_nets[m->ports[i].first + bit];
	return NETLIST_CONSTANT;
}

/* Ties the ports of an instance of part IN, cell C of PART, to the nets of
 * PART, which begin at BASE. */
static void tie_ports(struct joiner *j, size_t part,
		      const struct netlist_cell *c, uint32_t base, size_t in,
		      uint32_t in_base)
{
	const struct netlist_pin *pins = j->parts[part].module->pins + c->first;

	for (uint32_t i = 0; i < c->count; i++) {
		const char *name = netlist_text(j->parts[part].netlist,
						pins[i].port);
		uint32_t net = pins[i].net == NETLIST_CONSTANT ?
				       NETLIST_CONSTANT :
				       port_net(j, in, name, pins[i].bit);

		if (net != NETLIST_CONSTANT)
			tie(j, base + pins[i].net, in_base + net);
	}
}

static uint32_t add_instance(struct joiner *j, size_t part, const char *path)
{
	const struct netlist_module *m = j->parts[part].module;
	uint32_t base = add_nets(j, m, path);

	j->parts[part].instances++;
	for (size_t i = 0; i < m->cell_count && !j->failed; i++) {
		const struct netlist_cell *c = &m->cells[i];
		uint32_t in = j->names[part].part[c->type], in_base;

		if (in == NO_PART) {
			add_cell(j, part, c, base);
			continue;
		}
		in_base = add_instance(j, in, keep_path(j, path, c->name));
		if (!j->failed)
			tie_ports(j, part, c, base, in, in_base);
	}
	return base;
}

/* --- all ---------------------------------------------------------------- */

/* Gives all nets that are tied together one number. */
static void number_nets(struct joiner *j)
{
	struct netlist_module *m = j->m;
	uint32_t kept = 0;

	for (size_t i = 0; i < m->pin_count; i++)
		if (m->pins[i].net != NETLIST_CONSTANT)
			m->pins[i].net = root(j, m->pins[i].net);
	/* From here on, `tied` of a representative is its new number. */
	for (uint32_t net = 0; net < m->net_end; net++)
		if (j->tied[net] == net) {
			j->places[kept] = j->places[net];
			j->tied[net] = kept++;
		}
	for (size_t i = 0; i < m->pin_count; i++)
		if (m->pins[i].net != NETLIST_CONSTANT)
			m->pins[i].net = j->tied[m->pins[i].net];
	m->net_end = kept;
}

static bool start_names(struct joiner *j, size_t part)
{
	const struct netlist *n = j->parts[part].netlist;
	struct names *names = &j->names[part];

	names->count = netlist_names(n);
	names->of = malloc((names->count + 1) * sizeof *names->of);
	names->part = malloc((names->count + 1) * sizeof *names->part);
	if (!names->of || !names->part)
		return false;
	for (uint32_t i = 0; i < names->count; i++) {
		size_t in = join_find(j->parts, j->count, netlist_text(n, i));

		names->of[i] = NETLIST_CONSTANT;
		names->part[i] = in < j->count ? (uint32_t)in : NO_PART;
	}
	return true;
}

static bool start(struct joiner *j)
{
	bool good;

	j->n = netlist_new();
	j->names = calloc(j->count, sizeof *j->names);
	if (!j->n || !j->names)
		return false;
	j->n->modules = calloc(1, sizeof *j->n->modules);
	good = j->n->modules != NULL;
	for (size_t i = 0; i < j->count && good; i++) {
		good = start_names(j, i);
		j->parts[i].instances = 0;
	}
	return good;
}

static void finish(struct joiner *j)
{
	for (size_t i = 0; j->names && i < j->count; i++) {
		free(j->names[i].of);
		free(j->names[i].part);
	}
	free(j->names);
	free(j->tied);
}

struct netlist *join_netlists(struct join_part *parts, size_t count,
			      const struct netlist_module **module)
{
	struct joiner j = { .parts = parts, .count = count };

	j.failed = !start(&j);
	if (!j.failed) {
		j.m = j.n->modules;
		j.n->module_count = 1;
		add_instance(&j, count - 1, "");
	}
	if (!j.failed)
		number_nets(&j);
	finish(&j);
	*module = j.m;
	if (j.m)
		j.m->places = j.places;
	if (!j.failed)
		return j.n;
	netlist_free(j.n);
	return NULL;
}
