/* flow.c - synthesize, place and route an emitted core, and read the result
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/flow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fpga/flow_state.h"
#include "fpga/netlist.h"
#include "fpga/timing.h"

/* --- yosys ---------------------------------------------------------------- */

static bool places(const struct flow *f)
{
	return *f->req->target->device && f->req->seeds;
}

/* Writes the script of yosys. Area is counted before the design is
 * flattened. */
static int write_script(struct flow *f, bool split)
{
	const struct fpga_target *t = f->req->target;
	FILE *out = flow_script_open(f, "synth.ys");

	if (!out)
		return FLOW_E_FILE;
	flow_put_sources(f, out);
	if (places(f)) {
		fprintf(out,
			"read_verilog pins.v\nsetattr -mod -set keep_hierarchy "
			"1 %s\n",
			f->req->top);
		if (split)
			flow_put_split(out, "flow_pins", false);
		flow_put_synth(t, 0, f->req->apart ? t->apart : "", "flow_pins",
			       out);
	} else {
		if (split)
			flow_put_split(out, f->req->top, !f->req->apart);
		flow_put_synth(t, f->req->shuffle,
			       f->req->apart ? t->apart : t->whole,
			       f->req->top, out);
	}
	fputs("write_json area.json\n"
	      "setattr -mod -unset keep_hierarchy "
	      "*\nflatten\nopt_clean\nautoname\n"
	      "write_json flat.json\n",
	      out);
	return flow_script_close(f, out, "synth.ys");
}

static int synthesize(struct flow *f)
{
	int error = 0;

	if (places(f) && !(error = flow_find_ports(f)))
		error = flow_write_pins(f);
	if (!error)
		error = write_script(f, false);
	flow_note(f, "synthesizing");
	if (!error)
		error = flow_yosys(f, "synth.ys", "synth.log");
	if (error != FLOW_E_TOOL || !flow_names_clash(f))
		return error;
	error = write_script(f, true);
	return error ? error : flow_yosys(f, "synth.ys", "synth.log");
}

/* --- counting ----------------------------------------------------------- */

/* Counts one instance of M and of its submodules. */
static bool count_instance(struct flow *f, const struct netlist *n,
			   const struct netlist_module *m)
{
	uint32_t sums[FPGA_CLASSES] = { 0 }, one[FPGA_CLASSES];
	struct flow_count *row;

	for (size_t i = 0; i < m->cell_count; i++) {
		const struct netlist_module *in =
			netlist_module(n, m->cells[i].type);
		const char *type = netlist_text(n, m->cells[i].type);

		if (in && !in->blackbox) {
			if (!count_instance(f, n, in))
				return false;
			continue;
		}
		if (!flow_count_cell(f->out, type, 1))
			return false;
		fpga_classify(f->req->target->family, type, one);
		for (enum fpga_class c = 0; c < FPGA_CLASSES; c++)
			sums[c] += one[c];
	}
	row = flow_module(f->out, netlist_text(n, m->name));
	if (!row)
		return false;
	row->instances++;
	for (enum fpga_class c = 0; c < FPGA_CLASSES; c++) {
		row->counts[c] += sums[c];
		f->out->totals[c] += sums[c];
	}
	return true;
}

static int count_area(struct flow *f)
{
	char path[PATH_MAX];
	struct netlist *n;
	const struct netlist_module *top;
	int error = flow_path(f, "area.json", path);
	bool good;

	if (error)
		return error;
	if (netlist_read(path, &n, f->why, f->why_size))
		return FLOW_E_FILE;
	top = netlist_module(n, netlist_name(n, f->req->top));
	good = top && count_instance(f, n, top);
	netlist_free(n);
	if (!top)
		return flow_refuse(f, FLOW_E_TOOL, "%s has no module '%s'",
				   path, f->req->top);
	if (!good)
		return flow_refuse(f, FLOW_E_MEMORY, "out of memory");
	flow_sort(f->out);
	return 0;
}

/* --- the estimate ------------------------------------------------------- */

static int estimate(struct flow *f)
{
	char path[PATH_MAX];
	const struct netlist_module *m;
	struct netlist *n;
	int error = flow_path(f, "flat.json", path);

	if (error)
		return error;
	if (netlist_read(path, &n, f->why, f->why_size))
		return FLOW_E_FILE;
	m = netlist_module(n, netlist_name(n, f->req->top));
	error = m ? flow_estimate(f, n, m) :
		    flow_refuse(f, FLOW_E_TOOL, "yosys left no module '%s'",
				f->req->top);
	netlist_free(n);
	return error;
}

/* --- all of it ---------------------------------------------------------- */

int flow_run(const struct flow_request *request, struct flow_result *out,
	     char *why, size_t why_size)
{
	struct flow f = {
		.req = request, .out = out, .why = why, .why_size = why_size
	};
	int error;

	memset(out, 0, sizeof *out);
	out->fits = true;
	if ((error = flow_tool(&f, "YOSYS", "yosys", "yosys", f.yosys)))
		return error;
	if (request->parts)
		return flow_parts(&f);
	if ((error = synthesize(&f)) || (error = count_area(&f)))
		return error;
	if (*request->target->device)
		return request->seeds ? flow_place(&f) : 0;
	return estimate(&f);
}

uint32_t flow_alms(const struct fpga_target *target,
		   const struct flow_result *r)
{
	uint32_t whole = 0, logic, registers = (r->totals[FF] + 3) / 4;

	if (target->family != CYCLONEV && target->family != CYCLONE10)
		return 0;
	for (size_t i = 0; i < r->cell_count; i++)
		if (strcmp(r->cells[i].type, "MISTRAL_ALUT6") == 0)
			whole = r->cells[i].count;
	logic = whole + (r->totals[LUT] - whole + 1) / 2;
	return logic > registers ? logic : registers;
}

void flow_free(struct flow_result *r)
{
	for (size_t i = 0; i < r->module_count; i++)
		free(r->modules[i].name);
	for (size_t i = 0; i < r->cell_count; i++)
		free(r->cells[i].type);
	for (size_t i = 0; i < r->step_count; i++) {
		free(r->steps[i].cell);
		free(r->steps[i].net);
	}
	for (size_t i = 0; i < r->end_count; i++) {
		free(r->ends[i].from);
		free(r->ends[i].to);
	}
	free(r->modules);
	free(r->ends);
	free(r->cells);
	free(r->steps);
	memset(r, 0, sizeof *r);
}
