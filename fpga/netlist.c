/* netlist.c - a netlist as yosys writes it (write_json), in arrays
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/netlist.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- names ------------------------------------------------------------ */

/* A hash table with open addressing; TABLE holds number + 1. */
struct pool {
	const char **texts;
	size_t count, room;
	uint32_t *table;
	size_t slots;           /* a power of two */
};

static size_t hash(const char *text)
{
	size_t h = 5381;

	while (*text)
		h = h * 33 ^ (unsigned char)*text++;
	return h;
}

/* The slot of TEXT, or the empty slot for it. */
static uint32_t *slot(const struct pool *p, const char *text)
{
	size_t i = hash(text) & (p->slots - 1);

	while (p->table[i] && strcmp(p->texts[p->table[i] - 1], text) != 0)
		i = (i + 1) & (p->slots - 1);
	return &p->table[i];
}

static bool grow(struct pool *p)
{
	size_t room = p->room ? 2 * p->room : 256;
	const char **texts = realloc(p->texts, room * sizeof *texts);

	if (!texts)
		return false;
	p->texts = texts;
	p->room = room;
	free(p->table);
	p->slots = 4 * room;
	p->table = calloc(p->slots, sizeof *p->table);
	if (!p->table)
		return false;
	for (size_t i = 0; i < p->count; i++)
		*slot(p, texts[i]) = (uint32_t)i + 1;
	return true;
}

/* The number of TEXT, which must outlive the pool; NETLIST_CONSTANT: out of
 * memory. */
static uint32_t intern(struct pool *p, const char *text)
{
	uint32_t *s;

	if (p->count == p->room && !grow(p))
		return NETLIST_CONSTANT;
	s = slot(p, text);
	if (!*s) {
		p->texts[p->count++] = text;
		*s = (uint32_t)p->count;
	}
	return *s - 1;
}

uint32_t netlist_intern(struct netlist *n, const char *text)
{
	return intern(n->pool, text);
}

const char *netlist_text(const struct netlist *n, uint32_t name)
{
	const struct pool *p = n->pool;

	return name < p->count ? p->texts[name] : "?";
}

uint32_t netlist_name(const struct netlist *n, const char *text)
{
	const struct pool *p = n->pool;

	return p->slots ? *slot(p, text) - 1 : NETLIST_CONSTANT;
}

uint32_t netlist_names(const struct netlist *n)
{
	const struct pool *p = n->pool;

	return (uint32_t)p->count;
}

/* --- modules ---------------------------------------------------------- */

struct reader {
	struct netlist *n;
	struct netlist_module *m;
	bool failed;            /* out of memory */
};

static uint32_t name_of(struct reader *r, const char *text)
{
	uint32_t name = intern(r->n->pool, text);

	r->failed |= name == NETLIST_CONSTANT;
	return name;
}

/* yosys writes a net as a number, a constant as "0", "1", "x" or "z". */
static uint32_t net_of(struct netlist_module *m, const json_t *bit)
{
	uint32_t net;

	if (!json_is_integer(bit))
		return NETLIST_CONSTANT;
	net = (uint32_t)json_integer_value(bit);
	if (net >= m->net_end)
		m->net_end = net + 1;
	return net;
}

static size_t count_pins(json_t *cells)
{
	const char *name, *port;
	json_t *cell, *bits;
	size_t n = 0;

	json_object_foreach(cells, name, cell)
		json_object_foreach (json_object_get(cell, "connections"), port,
				     bits)
			n += json_array_size(bits);
	return n;
}

static bool is_output(const json_t *cell, const char *port)
{
	const char *d = json_string_value(json_object_get(
		json_object_get(cell, "port_directions"), port));

	return d && strcmp(d, "input") != 0;
}

static void read_pins(struct reader *r, const json_t *cell, const char *port,
		      const json_t *bits)
{
	struct netlist_module *m = r->m;
	struct netlist_pin pin = { .port = name_of(r, port),
				   .output = is_output(cell, port) };

	for (size_t i = 0; i < json_array_size(bits); i++) {
		pin.bit = i & INT32_MAX;
		pin.net = net_of(m, json_array_get(bits, i));
		m->pins[m->pin_count++] = pin;
	}
}

static void read_cell(struct reader *r, const char *name, json_t *cell)
{
	struct netlist_module *m = r->m;
	struct netlist_cell *c = &m->cells[m->cell_count++];
	const char *port;
	json_t *bits;

	c->type = name_of(r, json_string_value(json_object_get(cell, "type")));
	c->name = name;
	c->parameters = json_object_get(cell, "parameters");
	c->first = (uint32_t)m->pin_count;
	json_object_foreach(json_object_get(cell, "connections"), port, bits)
		read_pins(r, cell, port, bits);
	c->count = (uint32_t)m->pin_count - c->first;
}

static void read_cells(struct reader *r, json_t *cells)
{
	struct netlist_module *m = r->m;
	const char *name;
	json_t *cell;

	m->cells = calloc(json_object_size(cells) + 1, sizeof *m->cells);
	m->pins = calloc(count_pins(cells) + 1, sizeof *m->pins);
	r->failed |= !m->cells || !m->pins;
	if (r->failed)
		return;
	json_object_foreach(cells, name, cell)
		if (json_is_string(json_object_get(cell, "type")))
			read_cell(r, name, cell);
}

static void read_port(struct reader *r, const char *name, json_t *port,
		      size_t *used)
{
	struct netlist_module *m = r->m;
	const char *direction = json_string_value(json_object_get(port, "direct"
									"ion"));
	json_t *bits = json_object_get(port, "bits"), *bit;
	size_t i;

	m->ports[m->port_count++] = (struct netlist_port){
		name_of(r, name), (uint32_t)*used,
		(uint32_t)json_array_size(bits),
		direction && strcmp(direction, "input") != 0 };
	json_array_foreach(bits, i, bit)
		m->port_nets[(*used)++] = net_of(m, bit);
}

static void read_ports(struct reader *r, json_t *ports)
{
	struct netlist_module *m = r->m;
	size_t bits = 0, used = 0;
	const char *name;
	json_t *port;

	json_object_foreach(ports, name, port)
		bits += json_array_size(json_object_get(port, "bits"));
	m->ports = calloc(json_object_size(ports) + 1, sizeof *m->ports);
	m->port_nets = calloc(bits + 1, sizeof *m->port_nets);
	r->failed |= !m->ports || !m->port_nets;
	if (r->failed)
		return;
	json_object_foreach(ports, name, port)
		read_port(r, name, port, &used);
}

/* --- names of nets ---------------------------------------------------- */

/* The rank of a name: names of the source first, then short ones. */
static size_t name_rank(const char *name, json_t *info)
{
	bool hidden = json_integer_value(json_object_get(info, "hide_name")) !=
		      0;

	return strlen(name) + (hidden ? 1u << 20 : 0);
}

/* Gives the nets of a name with BITS this one, where it is the best so far. */
static void give_name(struct netlist_module *m, const char *name, size_t rank,
		      json_t *bits)
{
	json_t *bit;
	size_t i;

	json_array_foreach(bits, i, bit) {
		json_int_t net = json_integer_value(bit);
		struct netlist_net *n;

		/* A net that no pin or port has is asked for by nobody. */
		if (!json_is_integer(bit) || net < 0 || net >= m->net_end)
			continue;
		n = &m->nets[net];
		if (!n->name || rank < n->rank)
			*n = (struct netlist_net){
				name, rank, (uint32_t)i,
				json_array_size(bits) > 1
			};
	}
}

static void read_names(struct reader *r, json_t *names)
{
	struct netlist_module *m = r->m;
	const char *name;
	json_t *info;

	m->nets = calloc((size_t)m->net_end + 1, sizeof *m->nets);
	r->failed |= !m->nets;
	if (r->failed)
		return;
	json_object_foreach(names, name, info)
		give_name(m, name, name_rank(name, info),
			  json_object_get(info, "bits"));
}

void netlist_net_name(const struct netlist_module *m, uint32_t net, char *buf,
		      size_t size)
{
	const struct netlist_net *best;
	size_t used = 0;
	int n;

	while (m->places) {
		const struct netlist_place *p = &m->places[net];

		n = snprintf(buf + used, size - used, "%s", p->path);
		if (n < 0 || (size_t)n >= size - used)
			return;
		used += (size_t)n;
		m = p->module;
		net = p->net;
	}
	best = &m->nets[net];
	if (!best->name)
		snprintf(buf + used, size - used, "?");
	else if (best->wide)
		snprintf(buf + used, size - used, "%s[%" PRIu32 "]",
			 best->name, best->at);
	else
		snprintf(buf + used, size - used, "%s", best->name);
}

/* --- files ------------------------------------------------------------ */

static void read_module(struct reader *r, const char *name, json_t *module)
{
	json_t *attributes = json_object_get(module, "attributes");

	r->m = &r->n->modules[r->n->module_count++];
	r->m->name = name_of(r, name);
	r->m->blackbox = json_object_get(attributes, "blackbox") != NULL;
	read_ports(r, json_object_get(module, "ports"));
	if (!r->failed)
		read_cells(r, json_object_get(module, "cells"));
	if (!r->failed)
		read_names(r, json_object_get(module, "netnames"));
}

static bool read_modules(struct netlist *n)
{
	json_t *modules = json_object_get(n->json, "modules"), *module;
	struct reader r = { .n = n };
	const char *name;

	n->modules = calloc(json_object_size(modules) + 1, sizeof *n->modules);
	if (!n->modules)
		return false;
	json_object_foreach(modules, name, module) {
		read_module(&r, name, module);
		if (r.failed)
			return false;
	}
	return true;
}

struct netlist *netlist_new(void)
{
	struct netlist *n = calloc(1, sizeof *n);

	if (n && (n->pool = calloc(1, sizeof(struct pool))))
		return n;
	free(n);
	return NULL;
}

int netlist_read(const char *path, struct netlist **out, char *why,
		 size_t why_size)
{
	struct netlist *n = netlist_new();
	json_error_t error;

	*out = NULL;
	snprintf(why, why_size, "out of memory");
	if (!n)
		return -1;
	n->json = json_load_file(path, 0, &error);
	if (!n->json)
		snprintf(why, why_size, "%s:%d: %s", path, error.line,
			 error.text);
	else if (!json_is_object(json_object_get(n->json, "modules")))
		snprintf(why, why_size, "%s: it has no modules", path);
	else if (read_modules(n)) {
		*out = n;
		return 0;
	}
	netlist_free(n);
	return -1;
}

void netlist_free(struct netlist *n)
{
	struct pool *p = n ? n->pool : NULL;

	if (!n)
		return;
	for (size_t i = 0; i < n->module_count; i++) {
		free(n->modules[i].cells);
		free(n->modules[i].pins);
		free(n->modules[i].ports);
		free(n->modules[i].port_nets);
		free(n->modules[i].nets);
		free(n->modules[i].places);
	}
	free(n->modules);
	for (size_t i = 0; i < n->path_count; i++)
		free(n->paths[i]);
	free(n->paths);
	if (p) {
		free(p->texts);
		free(p->table);
	}
	free(p);
	json_decref(n->json);
	free(n);
}

const struct netlist_module *netlist_module(const struct netlist *n,
					    uint32_t name)
{
	for (size_t i = 0; i < n->module_count; i++)
		if (n->modules[i].name == name)
			return &n->modules[i];
	return NULL;
}

const char *netlist_parameter(const struct netlist_cell *c, const char *name)
{
	return json_string_value(json_object_get(c->parameters, name));
}
