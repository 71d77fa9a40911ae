/* place.c - pins for the core, place and route by nextpnr-ice40, and a
 * bitstream
 * SPDX-License-Identifier: Apache-2.0
 *
 * The core has more ports than the chip has pins. So a chain of registers
 * drives its inputs, and another chain collects its outputs: no logic can be
 * removed, and every path ends at a register.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/proc.h"
#include "fpga/flow_state.h"
#include "fpga/netlist.h"

enum { ARGS = 24, TEXT = 200 };

/* --- the frame ----------------------------------------------------------- */

struct chains {
	uint32_t inputs, outputs;       /* bits */
};

bool flow_is_clock(const struct netlist *n, const struct netlist_port *p)
{
	return strcmp(netlist_text(n, p->name), "clk") == 0;
}

static struct chains count_bits(const struct netlist *n,
				const struct netlist_module *m)
{
	struct chains c = { 0, 0 };

	for (size_t i = 0; i < m->port_count; i++)
		if (m->ports[i].output)
			c.outputs += m->ports[i].count;
		else if (!flow_is_clock(n, &m->ports[i]))
			c.inputs += m->ports[i].count;
	return c;
}

static void put_port(FILE *out, const char *name, const char *chain,
		     uint32_t at, uint32_t bits)
{
	fprintf(out, ",\n    .%s(%s[%u:%u])", name, chain, at + bits - 1, at);
}

static void put_frame(FILE *out, const struct netlist *n,
		      const struct netlist_module *m)
{
	struct chains c = count_bits(n, m), at = { 0, 0 };

	fprintf(out,
		"`default_nettype none\nmodule flow_pins (\n  input wire clk,\n"
		"  input wire in,\n  output wire out\n);\n"
		"  reg [%u:0] in_q, out_q;\n  wire [%u:0] outs;\n\n"
		"  always @(posedge clk) begin\n    in_q <= {in_q, in};\n"
		"    out_q <= {out_q, 1'b0} ^ outs;\n  end\n"
		"  assign out = out_q[%u];\n\n  %s u_core (\n    .clk(clk)",
		(c.inputs > c.outputs ? c.inputs : c.outputs) - 1,
		(c.inputs > c.outputs ? c.inputs : c.outputs) - 1,
		c.outputs - 1, netlist_text(n, m->name));
	for (size_t i = 0; i < m->port_count; i++) {
		const struct netlist_port *p = &m->ports[i];
		uint32_t *next = p->output ? &at.outputs : &at.inputs;

		if (flow_is_clock(n, p))
			continue;
		put_port(out, netlist_text(n, p->name),
			 p->output ? "outs" : "in_q", *next, p->count);
		*next += p->count;
	}
	fprintf(out, "\n  );\n");
	if (c.inputs > c.outputs)
		fprintf(out, "  assign outs[%u:%u] = %u'd0;\n", c.inputs - 1,
			c.outputs, c.inputs - c.outputs);
	fprintf(out, "endmodule\n`default_nettype wire\n");
}

static int write_frame(struct flow *f, const struct netlist *n)
{
	const struct netlist_module *m =
		netlist_module(n, netlist_name(n, f->req->top));
	char path[PATH_MAX];
	FILE *out;
	int error = flow_path(f, "pins.v", path);
	bool bad;

	if (error)
		return error;
	if (!m)
		return flow_refuse(f, FLOW_E_TOOL, "there is no module '%s'",
				   f->req->top);
	out = fopen(path, "w");
	if (out)
		put_frame(out, n, m);
	bad = !out || ferror(out);
	bad |= out && fclose(out) != 0;
	return bad ? flow_refuse(f, FLOW_E_FILE, "cannot write '%s': %s", path,
				 strerror(errno)) :
		     0;
}

int flow_write_pins(struct flow *f)
{
	char path[PATH_MAX];
	struct netlist *n;
	int error = flow_path(f, "ports.json", path);

	if (error)
		return error;
	if (netlist_read(path, &n, f->why, f->why_size))
		return FLOW_E_FILE;
	error = write_frame(f, n);
	netlist_free(n);
	return error;
}

/* --- one placement ------------------------------------------------------ */

struct placement {
	double mhz;
	uint32_t seed;
	json_t *report;
};

/* Splits TEXT at blanks; changes TEXT. */
static size_t split(char *text, const char **argv, size_t room)
{
	size_t n = 0;

	for (char *word = strtok(text, " "); word && n < room;
	     word = strtok(NULL, " "))
		argv[n++] = word;
	return n;
}

static int run_nextpnr(struct flow *f, const char *nextpnr, uint32_t seed)
{
	char device[TEXT], number[16], mhz[32], asc[32], report[32], sites[32];
	const char *argv[ARGS] = { nextpnr };
	size_t n = 1;

	snprintf(device, sizeof device, "%s", f->req->target->device);
	snprintf(number, sizeof number, "%u", seed);
	snprintf(mhz, sizeof mhz, "%.1f", f->req->mhz);
	snprintf(asc, sizeof asc, "seed-%u.asc", seed);
	snprintf(report, sizeof report, "seed-%u.json", seed);
	n += split(device, argv + n, 6);
	argv[n++] = "--json";
	argv[n++] = "flat.json";
	argv[n++] = "--seed";
	argv[n++] = number;
	argv[n++] = "--freq";
	argv[n++] = mhz;
	argv[n++] = "--asc";
	argv[n++] = asc;
	argv[n++] = "--report";
	argv[n++] = report;
	if (f->req->sites) {
		snprintf(sites, sizeof sites, "seed-%u-sites.json", seed);
		argv[n++] = "--write";
		argv[n++] = sites;
	}
	argv[n++] = "--timing-allow-fail";
	argv[n++] = "--quiet";
	argv[n] = NULL;
	return flow_tool_run(f, argv, "nextpnr.log", "nextpnr-ice40");
}

/* The slowest clock of the report, in MHz; nextpnr names clocks after nets. */
static double slowest(const json_t *report)
{
	json_t *clocks = json_object_get(report, "fmax"), *clock;
	const char *name;
	double mhz = 0;

	json_object_foreach(clocks, name, clock) {
		double v = json_number_value(json_object_get(clock, "achieve"
								    "d"));

		if (mhz == 0 || v < mhz)
			mhz = v;
	}
	return mhz;
}

static int read_report(struct flow *f, uint32_t seed, struct placement *p)
{
	char name[32], path[PATH_MAX];
	json_error_t error;
	int bad;

	snprintf(name, sizeof name, "seed-%u.json", seed);
	bad = flow_path(f, name, path);
	if (bad)
		return bad;
	p->seed = seed;
	p->report = json_load_file(path, 0, &error);
	if (!p->report)
		return flow_refuse(f, FLOW_E_TOOL, "%s:%d: %s", path,
				   error.line, error.text);
	p->mhz = slowest(p->report);
	return 0;
}

/* Does the output of nextpnr say that the chip is too small, or cannot be
 * routed? */
static bool too_large(const char *text)
{
	static const char *const words[] = {
		"Unable to place", "Unable to find a placement",
		"no Bels remaining",
		"no BELs remaining", "failed to place", "Routing design failed",
		"too many"
	};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}

/* --- the best of them --------------------------------------------------- */

static const json_t *longest_path(const json_t *report)
{
	json_t *paths = json_object_get(report, "critical_paths"), *p;
	const json_t *best = NULL;
	double most = 0;
	size_t i, k;

	json_array_foreach(paths, i, p) {
		json_t *path = json_object_get(p, "path"), *step;
		const char *from = json_string_value(json_object_get(p, "fro"
									"m"));
		const char *to = json_string_value(json_object_get(p, "to"));
		double ns = 0;

		if (!from || !to || strstr(from, "async") ||
		    strstr(to, "async"))
			continue;
		json_array_foreach(path, k, step)
			ns += json_number_value(json_object_get(step, "delay"));
		if (ns > most) {
			most = ns;
			best = path;
		}
	}
	return best;
}

/* Keeps a step for each wire of the path. */
static bool keep_path(struct flow_result *r, const json_t *path)
{
	json_t *step;
	double ns = 0;
	size_t i;

	r->steps = calloc(json_array_size(path) + 1, sizeof *r->steps);
	if (!r->steps)
		return false;
	json_array_foreach(path, i, step) {
		const char *net = json_string_value(json_object_get(step, "ne"
									  "t"));
		const char *pin = json_string_value(json_object_get(
			json_object_get(step, "to"), "port"));
		struct flow_step *s = &r->steps[r->step_count];

		ns += json_number_value(json_object_get(step, "delay"));
		if (!net)
			continue;
		s->cell = strdup(pin ? pin : "");
		s->net = strdup(net);
		s->ns = ns;
		r->step_count++;
		if (!s->cell || !s->net)
			return false;
	}
	return true;
}

static uint32_t logic_cells(const json_t *report)
{
	const json_t *u = json_object_get(report, "utilization");

	return (uint32_t)json_integer_value(
		json_object_get(json_object_get(u, "ICESTORM_LC"), "used"));
}

static int pack(struct flow *f, const struct placement *best)
{
	char icepack[PATH_MAX], asc[32], path[PATH_MAX];
	const char *argv[] = { icepack, asc, "design.bin", NULL };
	struct stat s;
	int error = flow_tool(f, NULL, "icepack", "fpga-icestorm", icepack);

	snprintf(asc, sizeof asc, "seed-%u.asc", best->seed);
	if (!error)
		error = flow_tool_run(f, argv, "icepack.log", "icepack");
	if (error || (error = flow_path(f, "design.bin", path)))
		return error;
	f->out->bitstream = stat(path, &s) ? 0 : (size_t)s.st_size;
	return 0;
}

static int by_mhz(const void *a, const void *b)
{
	const double *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

static int finish(struct flow *f, const struct placement *p)
{
	struct flow_result *r = f->out;
	const struct placement *best = &p[0];

	for (uint32_t i = 0; i < r->seeds; i++) {
		r->seed_mhz[i] = p[i].mhz;
		if (p[i].mhz > best->mhz)
			best = &p[i];
	}
	qsort(r->seed_mhz, r->seeds, sizeof *r->seed_mhz, by_mhz);
	r->mhz = (r->seed_mhz[(r->seeds - 1) / 2] + r->seed_mhz[r->seeds / 2]) /
		 2;
	r->placed = true;
	r->logic_cells = logic_cells(best->report);
	if (!keep_path(r, longest_path(best->report)))
		return flow_refuse(f, FLOW_E_MEMORY, "out of memory");
	return pack(f, best);
}

int flow_place(struct flow *f)
{
	struct placement p[FLOW_SEEDS] = { { 0 } };
	struct flow_result *r = f->out;
	char nextpnr[PATH_MAX], text[TEXT];
	int error = flow_tool(f, "NEXTPNR_ICE40", "nextpnr-ice40",
			      "nextpnr-ice40", nextpnr);

	for (uint32_t i = 0; i < f->req->seeds && !error; i++) {
		snprintf(text, sizeof text, "placing, seed %u", i + 1);
		flow_note(f, text);
		error = run_nextpnr(f, nextpnr, i + 1);
		if (!error)
			error = read_report(f, i + 1, &p[i]);
		r->seeds += !error;
	}
	if (error == FLOW_E_TOOL && too_large(f->why)) {
		r->fits = false;
		error = 0;
	} else if (!error) {
		error = finish(f, p);
	}
	for (uint32_t i = 0; i < FLOW_SEEDS; i++)
		json_decref(p[i].report);
	return error;
}
