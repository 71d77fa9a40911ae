/* placed.c - a placed and routed core, read back from its bitstream, for
 * simulation
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/placed.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "fpga/flow_state.h"

/* Most columns, rows, and cells of a tile; bytes of a net's name. */
enum { XS = 64, YS = 64, ZS = 8, WORD = 64 };

#define SITES "seed-1-sites.json"
#define CHIP "chip.v"

/* The register of one bit of a port, and its nets in CHIP. */
struct site {
	const struct netlist_port *port;
	uint32_t bit;
	uint32_t x, y, z;
	bool there;
	char out[WORD], in[WORD];
};

struct chain {
	const char *name;
	/* name of its last bit; NULL: as the others */
	const char *last;
	struct site *at;
	uint32_t count;
};

struct back {
	struct flow *f;
	struct netlist *ports;
	const struct netlist_module *top;
	struct chain in, out;
	struct site *map[XS][YS][ZS];
	char clock[WORD];
};

/* icebox_vlog does not support the multipliers and large memories of other
 * chips. */
bool placed_can(const struct fpga_target *target)
{
	return strcmp(target->name, "hx8k") == 0;
}

/* --- the chains --------------------------------------------------------- */

static int add_bits(struct chain *c, const struct netlist_port *p)
{
	struct site *more = realloc(c->at,
				    (c->count + p->count) * sizeof *more);

	if (!more)
		return FLOW_E_MEMORY;
	c->at = more;
	for (uint32_t i = 0; i < p->count; i++)
		c->at[c->count++] = (struct site){ .port = p, .bit = i };
	return 0;
}

/* Makes the two chains, in the order of flow_write_pins. */
static int make_chains(struct back *b)
{
	const struct netlist_module *m = b->top;
	int error = 0;

	b->in.name = "in_q";
	b->out.name = "out_q";
	b->out.last = "out$SB_IO_OUT";  /* its net is that of a pin */
	for (size_t i = 0; i < m->port_count && !error; i++)
		if (m->ports[i].output)
			error = add_bits(&b->out, &m->ports[i]);
		else if (!flow_is_clock(b->ports, &m->ports[i]))
			error = add_bits(&b->in, &m->ports[i]);
	return error ? flow_refuse(b->f, error, "out of memory") : 0;
}

static int read_ports(struct flow *f, struct netlist **ports,
		      const struct netlist_module **top)
{
	char path[PATH_MAX];
	int error = flow_path(f, "ports.json", path);

	if (error)
		return error;
	if (netlist_read(path, ports, f->why, f->why_size))
		return FLOW_E_FILE;
	*top = netlist_module(*ports, netlist_name(*ports, f->req->top));
	return *top ? 0 :
		      flow_refuse(f, FLOW_E_TOOL, "%s has no module '%s'", path,
				  f->req->top);
}

/* --- sites -------------------------------------------------------------- */

static json_int_t first_bit(const json_t *bits)
{
	const json_t *bit = json_array_get(bits, 0);

	return json_is_integer(bit) ? json_integer_value(bit) : -1;
}

/* For each net, by its number, the site of its driver. */
static const char **find_drivers(const json_t *module, size_t *count)
{
	json_t *cells = json_object_get(module, "cells"), *cell;
	const char **drivers = NULL, *name;
	size_t room = 0;

	json_object_foreach(cells, name, cell) {
		json_int_t bit = first_bit(
			json_object_get(json_object_get(cell, "connections"),
					"O"));
		size_t n = bit < 0 ? 0 : (size_t)bit;

		if (n >= room) {
			size_t more = 2 * n + 1000;
			const char **grown = realloc(drivers,
						     more * sizeof *grown);

			if (!grown)
				break;
			memset(grown + room, 0, (more - room) * sizeof *grown);
			drivers = grown;
			room = more;
		}
		if (bit >= 0)
			drivers[n] = json_string_value(
				json_object_get(json_object_get(cell, "attribut"
								      "es"),
						"NEXTPNR_BEL"));
	}
	*count = room;
	return drivers;
}

static void find_chain(struct back *b, struct chain *c, const json_t *nets,
		      const char *const *drivers, size_t driver_count)
{
	for (uint32_t i = 0; i < c->count; i++) {
		struct site *s = &c->at[i];
		char name[32];
		json_int_t bit;
		const char *bel;

		if (c->last && i + 1 == c->count)
			snprintf(name, sizeof name, "%s", c->last);
		else
			snprintf(name, sizeof name, "%s[%u]", c->name, i);
		bit = first_bit(
			json_object_get(json_object_get(nets, name), "bits"));
		bel = bit >= 0 && (size_t)bit < driver_count ? drivers[bit] :
							       NULL;
		s->there = bel &&
			   sscanf(bel, "X%u/Y%u/lc%u", &s->x, &s->y, &s->z) ==
				   3 &&
			   s->x < XS && s->y < YS && s->z < ZS;
		if (s->there)
			b->map[s->x][s->y][s->z] = s;
	}
}

/* Checks that all registers of a chain have sites. Unused registers at the end
 * of the input chain may have been removed. */
static int check_chain(const struct back *b, const struct chain *c,
		       bool may_end)
{
	bool ended = false;

	for (uint32_t i = 0; i < c->count; i++) {
		ended |= may_end && !c->at[i].there;
		if (c->at[i].there == ended)
			return flow_refuse(b->f, FLOW_E_TOOL,
					   "nextpnr-ice40 does not say where "
					   "%s[%u] is",
					   c->name, i);
	}
	return 0;
}

static int read_sites(struct back *b)
{
	char path[PATH_MAX];
	json_error_t bad;
	json_t *all, *module;
	const char **drivers;
	size_t count;
	int error = flow_path(b->f, SITES, path);

	if (error)
		return error;
	all = json_load_file(path, 0, &bad);
	if (!all)
		return flow_refuse(b->f, FLOW_E_TOOL, "%s:%d: %s", path,
				   bad.line, bad.text);
	module = json_object_iter_value(
		json_object_iter(json_object_get(all, "modules")));
	drivers = find_drivers(module, &count);
	find_chain(b, &b->in, json_object_get(module, "netnames"), drivers,
		   count);
	find_chain(b, &b->out, json_object_get(module, "netnames"), drivers,
		   count);
	free(drivers);
	json_decref(all);
	error = check_chain(b, &b->in, true);
	return error ? error : check_chain(b, &b->out, false);
}

/* --- the Verilog of the chip -------------------------------------------- */

/* The chain register of a line "FF x y z", or NULL. */
static struct site *site_of(struct back *b, const char *line)
{
	uint32_t x, y, z;

	if (sscanf(line, "/* FF %u %u %u */", &x, &y, &z) != 3 || x >= XS ||
	    y >= YS || z >= ZS)
		return NULL;
	return b->map[x][y][z];
}

/* Reads the nets of a chain register, which has no enable and no reset. */
static int read_register(struct back *b, struct site *s, const char *line)
{
	const char *at = strstr(line, "*/");
	char clock[WORD];

	if (sscanf(at,
		   "*/ always @(posedge %63[^),]) if (1'b1) %63s <= 1'b0 ? "
		   "1'b0 : %63[^;]",
		   clock, s->out, s->in) != 3 ||
	    (*b->clock && strcmp(b->clock, clock) != 0))
		return flow_refuse(b->f, FLOW_E_TOOL,
				   "icebox_vlog has another register where "
				   "nextpnr-ice40 put one of the frame: %.200s",
				   line);
	memcpy(b->clock, clock, sizeof clock);
	return 0;
}

static int read_registers(struct back *b, const char *text)
{
	int error = 0;

	for (const char *line = text; line && !error;
	     line = strchr(line, '\n')) {
		struct site *s;

		line += *line == '\n';
		s = site_of(b, line);
		if (s)
			error = read_register(b, s, line);
	}
	for (uint32_t i = 0; i < b->out.count && !error; i++)
		if (!*b->out.at[i].out)
			error = flow_refuse(b->f, FLOW_E_TOOL,
					    "the bitstream has no register "
					    "where nextpnr-ice40 put out_q[%u]",
					    i);
	for (uint32_t i = 0; i < b->in.count && !error; i++)
		if (b->in.at[i].there && !*b->in.at[i].out)
			error = flow_refuse(b->f, FLOW_E_TOOL,
					    "the bitstream has no register "
					    "where nextpnr-ice40 put in_q[%u]",
					    i);
	return error;
}

/* --- the netlist -------------------------------------------------------- */

static void put_ports(FILE *out, const struct back *b)
{
	const struct netlist_module *m = b->top;

	fprintf(out, "module " PLACED_MODULE " (");
	for (size_t i = 0; i < m->port_count; i++) {
		fprintf(out, "%s\n  %s wire ", i ? "," : "",
			m->ports[i].output ? "output" : "input");
		if (m->ports[i].count > 1)
			fprintf(out, "[%u:0] ", m->ports[i].count - 1);
		fprintf(out, "%s", netlist_text(b->ports, m->ports[i].name));
	}
	fprintf(out, "\n);\n");
}

static void put_bit(FILE *out, const struct back *b, const struct site *s)
{
	fprintf(out, "%s", netlist_text(b->ports, s->port->name));
	if (s->port->count > 1)
		fprintf(out, "[%u]", s->bit);
}

static bool in_chain(const struct chain *c, const char *net)
{
	for (uint32_t i = 0; i < c->count; i++)
		if (strcmp(c->at[i].out, net) == 0)
			return true;
	return false;
}

/* Writes the registers of a line "reg a = 0, b = 0;"; registers of the chains
 * become wires. */
static void put_registers(FILE *out, const struct back *b, char *line)
{
	for (char *name = strtok(line + 4, ",;"); name;
	     name = strtok(NULL, ",;")) {
		name += strspn(name, " ");
		name[strcspn(name, " ")] = '\0';
		if (in_chain(&b->in, name) || in_chain(&b->out, name))
			fprintf(out, "wire %s;\n", name);
		else
			fprintf(out, "reg %s = 0;\n", name);
	}
}

static void put_site(FILE *out, const struct back *b, const struct site *s)
{
	bool input = !s->port->output;

	if (input) {
		fprintf(out, "assign %s = ", s->out);
		put_bit(out, b, s);
		fprintf(out, ";\n");
		return;
	}
	/* The input of the register is the output, if the previous register is
	 * 0. */
	fprintf(out, "assign %s = 1'b0;\nassign ", s->out);
	put_bit(out, b, s);
	fprintf(out, " = %s;\n", s->in);
}

static void put_line(FILE *out, struct back *b, char *line)
{
	const struct site *s = site_of(b, line);

	if (strncmp(line, "module ", 7) == 0)
		put_ports(out, b);
	else if (strncmp(line, "reg ", 4) == 0)
		put_registers(out, b, line);
	else if (strcmp(line, "endmodule") == 0)
		fprintf(out, "assign %s = clk;\nendmodule\n", b->clock);
	else if (s)
		put_site(out, b, s);
	else
		fprintf(out, "%s\n", line);
}

static int write_netlist(struct back *b, char *text)
{
	FILE *out = flow_script_open(b->f, PLACED_NETLIST);

	if (!out)
		return FLOW_E_FILE;
	/* Warnings may precede the module. */
	text = strstr(text, "\nmodule ");
	for (char *line = text ? text + 1 : "", *end; *line; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		put_line(out, b, line);
	}
	return flow_script_close(b->f, out, PLACED_NETLIST);
}

static int convert(struct back *b)
{
	char path[PATH_MAX], *text;
	size_t size;
	int error = flow_path(b->f, CHIP, path);

	if (error)
		return error;
	text = proc_read_file(path, &size);
	if (!text)
		return flow_refuse(b->f, FLOW_E_FILE, "cannot read '%s': %s",
				   path, strerror(errno));
	error = read_registers(b, text);
	if (!error)
		error = write_netlist(b, text);
	free(text);
	return error;
}

/* --- reading back ------------------------------------------------------- */

static int find_tool(struct flow *f, const char *name, char *path)
{
	return flow_tool(f, NULL, name, "fpga-icestorm", path);
}

/* The output of icebox_vlog is the Verilog. */
static int run_vlog(struct flow *f)
{
	char tool[PATH_MAX], chip[PATH_MAX];
	const char *const argv[] = { tool, "-s", "design.asc", NULL };
	int error = find_tool(f, "icebox_vlog", tool);

	if (error || (error = flow_path(f, CHIP, chip)))
		return error;
	proc_remove_tree(chip);         /* output is appended */
	return flow_tool_run(f, argv, CHIP, "icebox_vlog");
}

static int read_back(struct flow *f)
{
	struct back *b = calloc(1, sizeof *b);
	int error;

	if (!b)
		return flow_refuse(f, FLOW_E_MEMORY, "out of memory");
	b->f = f;
	if (!(error = read_ports(f, &b->ports, &b->top)) &&
	    !(error = make_chains(b)) && !(error = read_sites(b)) &&
	    !(error = run_vlog(f)))
		error = convert(b);
	netlist_free(b->ports);
	free(b->in.at);
	free(b->out.at);
	free(b);
	return error;
}

int placed_read_back(const struct flow_request *request, char *why,
		     size_t why_size)
{
	struct flow f = { .req = request, .why = why, .why_size = why_size };

	return read_back(&f);
}

/* Unpacks the bitstream: all later steps use only the content of the chip. */
static int unpack(struct flow *f)
{
	char tool[PATH_MAX];
	const char *const argv[] = { tool, PLACED_BITSTREAM, "design.asc",
				     NULL };
	int error = find_tool(f, "iceunpack", tool);

	return error ? error :
		       flow_tool_run(f, argv, "iceunpack.log", "iceunpack");
}

/* Checks that all tools exist before hours of placing. */
static int find_tools(struct flow *f)
{
	static const char *const icestorm[] = { "icepack", "iceunpack",
						"icebox_vlog" };
	char path[PATH_MAX];
	int error = flow_tool(f, "YOSYS", "yosys", "yosys", path);

	if (!error)
		error = flow_tool(f, "NEXTPNR_ICE40", "nextpnr-ice40",
				  "nextpnr-ice40", path);
	for (size_t i = 0; i < 3 && !error; i++)
		error = find_tool(f, icestorm[i], path);
	return error;
}

int placed_write(const struct flow_request *request, struct flow_result *out,
		 char *why, size_t why_size)
{
	struct flow_request one = *request;
	struct flow f = {
		.req = &one, .out = out, .why = why, .why_size = why_size
	};
	int error;

	memset(out, 0, sizeof *out);
	one.apart = false;
	one.parts = NULL;
	one.seeds = 1;
	one.sites = true;
	if ((error = find_tools(&f)) ||
	    (error = flow_run(&one, out, why, why_size)))
		return error;
	if (!out->fits)
		return flow_refuse(&f, FLOW_E_TOOL,
				   "the core does not fit into the chip");
	flow_note(&f, "reading the bitstream back");
	error = unpack(&f);
	return error ? error : read_back(&f);
}
