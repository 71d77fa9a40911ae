/* flow.c - synthesize, place and route an emitted core, and say what came out
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/flow.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "fpga/flow_state.h"
#include "fpga/netlist.h"
#include "fpga/timing.h"

enum { LOG_TAIL = 500, NAME = 400 };

int flow_refuse(struct flow *f, int error, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(f->why, f->why_size, fmt, ap);
	va_end(ap);
	return error;
}

int flow_path(struct flow *f, const char *name, char *path)
{
	if (snprintf(path, PATH_MAX, "%s/%s", f->req->work, name) < PATH_MAX)
		return 0;
	return flow_refuse(f, FLOW_E_FILE, "path too long: %s", f->req->work);
}

/* --- tools --------------------------------------------------------------- */

int flow_tool(struct flow *f, const char *variable, const char *name,
	      const char *package, char *path)
{
	const char *own = variable ? getenv(variable) : NULL;

	if (own && *own && strcmp(own, "no") != 0)
		name = own;
	if (proc_find(name, path, PATH_MAX))
		return 0;
	return flow_refuse(f, FLOW_E_TOOL,
			   "'%s' was not found; install the package '%s' "
			   "(Debian: apt install %s)",
			   name, package, package);
}

/* The last lines of the file at PATH. */
static void tail(const char *path, char buf[LOG_TAIL + 1])
{
	size_t n = 0;
	char *text = proc_read_file(path, &n), *from = text;

	if (n > LOG_TAIL) {
		from = strchr(text + n - LOG_TAIL, '\n');
		from = from ? from + 1 : text + n - LOG_TAIL;
	}
	snprintf(buf, LOG_TAIL + 1, "%s", from ? from : "");
	free(text);
}

int flow_tool_run(struct flow *f, const char *const *argv, const char *log,
		  const char *about)
{
	char path[PATH_MAX], last[LOG_TAIL + 1];
	int status, error = flow_path(f, log, path);

	if (error)
		return error;
	status = proc_run(argv, f->req->work, path);
	if (status == 128 + SIGINT || (f->req->interrupt && *f->req->interrupt))
		return flow_refuse(f, FLOW_E_INTERRUPTED, "interrupted");
	if (status == 0)
		return 0;
	tail(path, last);
	return flow_refuse(f, FLOW_E_TOOL,
			   "%s failed with status %d; the end of its log:\n%s",
			   about, status, last);
}

void flow_note(const struct flow *f, const char *text)
{
	if (f->req->note)
		f->req->note(f->req->ctx, text);
}

/* --- yosys ---------------------------------------------------------------- */

FILE *flow_script_open(struct flow *f, const char *name)
{
	char path[PATH_MAX];
	FILE *out = flow_path(f, name, path) ? NULL : fopen(path, "w");

	if (!out)
		flow_refuse(f, FLOW_E_FILE, "cannot write '%s': %s", path,
			    strerror(errno));
	return out;
}

int flow_script_close(struct flow *f, FILE *out, const char *name)
{
	bool bad = ferror(out) != 0;

	bad |= fclose(out) != 0;
	return bad ? flow_refuse(f, FLOW_E_FILE, "cannot write '%s': %s", name,
				 strerror(errno)) :
		     0;
}

/* Below the work directory, where yosys runs, by the name from there: names of
 * yosys's have it in them, and the same part of two cores shall have the
 * same. */
void flow_put_sources(const struct flow *f, FILE *out)
{
	const char *dir = f->req->dir;
	size_t n = strlen(f->req->work);

	if (strncmp(dir, f->req->work, n) == 0 && dir[n] == '/')
		dir += n + 1;
	for (size_t i = 0; i < f->req->file_count; i++)
		fprintf(out, "read_verilog \"%s/%s\"\n", dir, f->req->files[i]);
}

int flow_yosys(struct flow *f, const char *script, const char *log)
{
	const char *const argv[] = { f->yosys, "-q",   "-l", log,
				     "-s",     script, NULL };

	return flow_tool_run(f, argv, log, "yosys");
}

bool flow_names_clash(const struct flow *f)
{
	return strstr(f->why, "count_id(cell->name) == 0") != NULL;
}

void flow_put_split(FILE *out, const char *top, bool whole)
{
	fprintf(out, "hierarchy -check -top %s\nproc\n%sopt_clean\nsplitnets\n",
		top, whole ? "flatten\n" : "");
}

static bool places(const struct flow *f)
{
	return *f->req->target->device && f->req->seeds;
}

int flow_find_ports(struct flow *f)
{
	FILE *out = flow_script_open(f, "ports.ys");
	int error;

	if (!out)
		return FLOW_E_FILE;
	flow_put_sources(f, out);
	fprintf(out,
		"hierarchy -check -top %s\nproc\ndelete */c:*\nwrite_json "
		"ports.json\n",
		f->req->top);
	error = flow_script_close(f, out, "ports.ys");
	return error ? error : flow_yosys(f, "ports.ys", "ports.log");
}

void flow_put_synth(const struct fpga_target *t, const char *shape,
		    const char *top, FILE *out)
{
	if (!*t->map) {
		fprintf(out, "%s %s -top %s\n", t->synth, shape, top);
		return;
	}
	fprintf(out, "%s %s -top %s -run begin:map_luts\n%s\n", t->synth, shape,
		top, t->map);
	fprintf(out, "%s %s -top %s -run %s:\n", t->synth, shape, top,
		t->resume);
}

/* Area is counted before everything becomes one module. */
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
		flow_put_synth(t, f->req->apart ? t->apart : "", "flow_pins",
			       out);
	} else {
		if (split)
			flow_put_split(out, f->req->top, !f->req->apart);
		flow_put_synth(t, f->req->apart ? t->apart : t->whole,
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

/* A module by its name without yosys's decoration for parameters, "\ww_alu". */
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

/* Adds one instance of M and of what is in it. */
static bool count(struct flow *f, const struct netlist *n,
		  const struct netlist_module *m)
{
	uint32_t sums[FPGA_CLASSES] = { 0 }, one[FPGA_CLASSES];
	struct flow_count *row;

	for (size_t i = 0; i < m->cell_count; i++) {
		const struct netlist_module *in =
			netlist_module(n, m->cells[i].type);
		const char *type = netlist_text(n, m->cells[i].type);

		if (in && !in->blackbox) {
			if (!count(f, n, in))
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
	good = top && count(f, n, top);
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
