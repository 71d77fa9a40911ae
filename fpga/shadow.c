/* shadow.c - a placed core beside the core that it was made from
 * SPDX-License-Identifier: Apache-2.0
 *
 * Both get the same inputs. Outputs that both have come from the placed core.
 * The first output that differs is named.
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "fpga/flow_state.h"
#include "fpga/gates.h"
#include "fpga/placed.h"

enum { NAME_BYTES = 24 };       /* shadow_name, as in cosim/device/driver.h */

struct shadow {
	const struct netlist *n, *placed_n;
	const struct netlist_module *core, *placed;
	const char *top;
};

static const char *name_of(const struct shadow *s, size_t port)
{
	return netlist_text(s->n, s->core->ports[port].name);
}

/* Does the placed netlist have this port, too? */
static bool shared(const struct shadow *s, size_t port)
{
	const struct netlist_port *p = &s->core->ports[port];

	for (size_t i = 0; i < s->placed->port_count; i++) {
		const struct netlist_port *q = &s->placed->ports[i];

		if (strcmp(netlist_text(s->placed_n, q->name),
			   name_of(s, port)) == 0)
			return q->output == p->output && q->count == p->count;
	}
	return false;
}

static bool compared(const struct shadow *s, size_t port)
{
	return s->core->ports[port].output && shared(s, port);
}

static void put_type(FILE *out, uint32_t bits)
{
	fprintf(out, "wire ");
	if (bits > 1)
		fprintf(out, "[%u:0] ", bits - 1);
}

static void put_ports(FILE *out, const struct shadow *s)
{
	fprintf(out, "module " PLACED_TOP " (\n");
	for (size_t i = 0; i < s->core->port_count; i++) {
		fprintf(out, "  %s ",
			s->core->ports[i].output ? "output" : "input");
		put_type(out, s->core->ports[i].count);
		fprintf(out, "%s,\n", name_of(s, i));
	}
	fprintf(out,
		"  output wire shadow_differs,\n  output reg [%d:0] "
		"shadow_name,\n"
		"  output reg [31:0] shadow_core,\n  output reg [31:0] "
		"shadow_placed\n);\n",
		8 * NAME_BYTES - 1);
}

static void put_instance(FILE *out, const struct shadow *s, const char *module,
			 bool placed)
{
	const char *comma = "";

	fprintf(out, "  %s u_%s (", module, placed ? "placed" : "core");
	for (size_t i = 0; i < s->core->port_count; i++) {
		if (placed && !shared(s, i))
			continue;
		fprintf(out, "%s\n    .%s(%s%s)", comma, name_of(s, i),
			!compared(s, i) ? "" :
			placed ? "placed_" :
					  "core_",
			name_of(s, i));
		comma = ",";
	}
	fprintf(out, "\n  );\n");
}

static void put_wires(FILE *out, const struct shadow *s)
{
	for (size_t i = 0; i < s->core->port_count; i++) {
		if (!compared(s, i))
			continue;
		fprintf(out, "  ");
		put_type(out, s->core->ports[i].count);
		fprintf(out, "core_%s, placed_%s;\n  assign %s = placed_%s;\n",
			name_of(s, i), name_of(s, i), name_of(s, i),
			name_of(s, i));
	}
}

/* Writes the comparison of a word of a port from bit FROM on; the name of a
 * port of several words gets the range. */
static void put_word(FILE *out, const struct shadow *s, size_t port,
		     uint32_t from)
{
	uint32_t bits = s->core->ports[port].count,
		 to = from + 31 < bits ? from + 31 : bits - 1;
	const char *name = name_of(s, port);
	char place[32] = "";

	if (bits > 32)
		snprintf(place, sizeof place, "[%u:%u]", to, from);
	fprintf(out, "if (core_%s%s != placed_%s%s) begin\n", name, place, name,
		place);
	fprintf(out, "      shadow_name = \"%.*s%s\";\n",
		NAME_BYTES - (int)strlen(place), name, place);
	fprintf(out,
		"      shadow_core = core_%s%s;\n      shadow_placed = "
		"placed_%s%s;\n    end",
		name, place, name, place);
}

static void put_comparison(FILE *out, const struct shadow *s)
{
	const char *before = "    ";

	fprintf(out, "  always @* begin\n    shadow_name = 0;\n    shadow_core "
		     "= 0;\n"
		     "    shadow_placed = 0;\n");
	for (size_t i = 0; i < s->core->port_count; i++)
		for (uint32_t from = 0;
		     compared(s, i) && from < s->core->ports[i].count;
		     from += 32) {
			fprintf(out, "%s", before);
			put_word(out, s, i, from);
			before = " else ";
		}
	fprintf(out, "\n  end\n  assign shadow_differs = shadow_core != "
		     "shadow_placed;\n");
}

/* Checks that every port of the placed netlist is a port of the core. */
static int check_ports(struct flow *f, const struct shadow *s)
{
	size_t both = 0;

	for (size_t i = 0; i < s->core->port_count; i++)
		both += shared(s, i);
	return both == s->placed->port_count ?
		       0 :
		       flow_refuse(f, FLOW_E_TOOL,
				   "%s has other ports with trace ports than "
				   "without",
				   s->top);
}

/* --- files -------------------------------------------------------------- */

static int write_shadow(struct flow *f, const struct shadow *s)
{
	FILE *out = flow_script_open(f, PLACED_SHADOW);

	if (!out)
		return FLOW_E_FILE;
	put_ports(out, s);
	put_wires(out, s);
	put_instance(out, s, s->top, false);
	put_instance(out, s, PLACED_MODULE, true);
	put_comparison(out, s);
	fprintf(out, "endmodule\n");
	return flow_script_close(f, out, PLACED_SHADOW);
}

static int copy_core(struct flow *f, const struct flow_request *core)
{
	FILE *out = flow_script_open(f, PLACED_CORE);
	int error = out ? 0 : FLOW_E_FILE, bad;

	for (size_t i = 0; i < core->file_count && !error; i++) {
		char path[PATH_MAX], *text = NULL;
		size_t size = 0;

		if (snprintf(path, sizeof path, "%s/%s", core->dir,
			     core->files[i]) < PATH_MAX)
			text = proc_read_file(path, &size);
		if (!text)
			error = flow_refuse(f, FLOW_E_FILE,
					    "cannot read '%s': %s", path,
					    strerror(errno));
		else
			fwrite(text, 1, size, out);
		free(text);
	}
	bad = out ? flow_script_close(f, out, PLACED_CORE) : 0;
	return error ? error : bad;
}

static int read_ports(struct flow *f, const char *work, struct netlist **n,
		      const struct netlist_module **m)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof path, "%s/ports.json", work) >= PATH_MAX)
		return flow_refuse(f, FLOW_E_FILE, "path too long: %s", work);
	if (netlist_read(path, n, f->why, f->why_size))
		return FLOW_E_FILE;
	*m = netlist_module(*n, netlist_name(*n, f->req->top));
	return *m ? 0 :
		    flow_refuse(f, FLOW_E_TOOL, "%s has no module '%s'", path,
				f->req->top);
}

/* Finds the ports of CORE, in a directory of its own, WORK. */
static int find_core_ports(struct flow *f, const struct flow_request *core,
			   char *work)
{
	struct flow_request own = *core;
	struct flow g = *f;
	int error = flow_path(f, "core", work);

	if (error)
		return error;
	if (proc_make_dirs(work))
		return flow_refuse(f, FLOW_E_FILE, "cannot make '%s': %s", work,
				   strerror(errno));
	own.work = work;
	own.interrupt = f->req->interrupt;
	g.req = &own;
	return flow_find_ports(&g);
}

int placed_write_shadow(const struct flow_request *request,
			const struct flow_request *core, const char *data,
			char *why, size_t why_size)
{
	struct flow f = { .req = request, .why = why, .why_size = why_size };
	struct netlist *n = NULL, *placed_n = NULL;
	struct shadow s = { .top = request->top };
	char work[PATH_MAX];
	int error;

	if (!(error = flow_tool(&f, "YOSYS", "yosys", "yosys", f.yosys)) &&
	    !(error = gates_write_models(&f, data)) &&
	    !(error = copy_core(&f, core)) &&
	    !(error = find_core_ports(&f, core, work)) &&
	    !(error = read_ports(&f, work, &n, &s.core)) &&
	    !(error = read_ports(&f, request->work, &placed_n, &s.placed))) {
		s.n = n;
		s.placed_n = placed_n;
		error = check_ports(&f, &s);
		if (!error)
			error = write_shadow(&f, &s);
	}
	netlist_free(n);
	netlist_free(placed_n);
	return error;
}
