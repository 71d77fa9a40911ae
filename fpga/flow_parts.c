/* flow_parts.c - synthesize an emitted core part by part
 * SPDX-License-Identifier: Apache-2.0
 *
 * The netlist of a part is cached under the digest of its inputs. So each part
 * of all cores that share the cache is synthesized once. A lock prevents two
 * runs from making the same part: a run first makes the parts that no other run
 * makes.
 */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE         /* flock */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/proc.h"
#include "base/tool.h"
#include "fpga/flow_state.h"
#include "fpga/join.h"
#include "fpga/parts.h"

enum { PLACE = DIGEST_TEXT + 16 };

struct pieces {
	struct flow *f;
	struct parts parts;
	char (*places)[PLACE];          /* file name of each part */
	struct join_part *joined;
	struct netlist **netlists;
};

/* --- the parts ---------------------------------------------------------- */

static int elaborate(struct flow *f, struct parts *parts)
{
	FILE *out = flow_script_open(f, "parts.ys");
	char path[PATH_MAX], *text;
	size_t size;
	int error;

	if (!out)
		return FLOW_E_FILE;
	flow_put_sources(f, out);
	fprintf(out, "hierarchy -check -top %s\nwrite_rtlil parts.il\n",
		f->req->top);
	if ((error = flow_script_close(f, out, "parts.ys")) ||
	    (error = flow_yosys(f, "parts.ys", "parts.log")) ||
	    (error = flow_path(f, "parts.il", path)))
		return error;
	text = proc_read_file(path, &size);
	if (!text)
		return flow_refuse(f, FLOW_E_FILE, "cannot read '%s': %s", path,
				   strerror(errno));
	error = parts_divide(text, f->req->top, parts, f->why, f->why_size) ?
			FLOW_E_TOOL :
			0;
	free(text);
	return error;
}

/* --- one part ------------------------------------------------------------ */

static void name_place(const struct flow *f, const struct part *p,
		       const char *version, char place[PLACE])
{
	char text[DIGEST_TEXT];
	struct digest d;

	digest_start(&d);
	digest_add_string(&d, f->req->target->synth);
	digest_add_string(&d, f->req->target->map);
	if (*f->req->target->map)
		digest_add_string(&d, f->req->target->resume);
	digest_add_string(&d, f->req->target->whole);
	digest_add_string(&d, version);
	digest_add(&d, p->text, p->size);
	digest_text(&d, text);
	snprintf(place, PLACE, "part-%s.json", text);
}

static int place_path(struct flow *f, const char *place, const char *ending,
		      char path[PATH_MAX])
{
	if (snprintf(path, PATH_MAX, "%s/%s%s", f->req->parts, place, ending) <
	    PATH_MAX)
		return 0;
	return flow_refuse(f, FLOW_E_FILE, "path too long: %s", f->req->parts);
}

static int write_part(struct flow *f, const struct part *p, bool split)
{
	char path[PATH_MAX];
	FILE *out;

	if (flow_path(f, "part.il", path))
		return FLOW_E_FILE;
	if (proc_write_file(path, p->text, p->size))
		return flow_refuse(f, FLOW_E_FILE, "cannot write '%s': %s",
				   path, strerror(errno));
	out = flow_script_open(f, "part.ys");
	if (!out)
		return FLOW_E_FILE;
	fputs("read_rtlil part.il\n", out);
	if (split)
		flow_put_split(out, PART_TOP, true);
	flow_put_synth(f->req->target, 0, f->req->target->whole, PART_TOP, out);
	fputs("autoname\nsetattr -unset src " PART_TOP
	      "/*\njson -o part.json " PART_TOP "\n",
	      out);
	return flow_script_close(f, out, "part.ys");
}

/* Moves the part into the cache, through a temporary file beside its place. */
static int keep_part(struct flow *f, const char *place)
{
	char path[PATH_MAX], made[PATH_MAX], part[PATH_MAX], ending[32], *data;
	size_t size;
	bool bad;

	snprintf(ending, sizeof ending, ".%ld", (long)getpid());
	if (place_path(f, place, "", path) ||
	    place_path(f, place, ending, part) ||
	    flow_path(f, "part.json", made))
		return FLOW_E_FILE;
	data = proc_read_file(made, &size);
	if (!data)
		return flow_refuse(f, FLOW_E_FILE, "cannot read '%s': %s", made,
				   strerror(errno));
	bad = proc_write_file(part, data, size) || rename(part, path);
	if (bad) {
		flow_refuse(f, FLOW_E_FILE, "cannot write '%s': %s", path,
			    strerror(errno));
		unlink(part);
	}
	free(data);
	return bad ? FLOW_E_FILE : 0;
}

static bool is_kept(struct flow *f, const char *place)
{
	char path[PATH_MAX];

	return !place_path(f, place, "", path) && !access(path, R_OK);
}

static int synthesize_part(struct flow *f, const struct part *p)
{
	int error = write_part(f, p, false);

	if (error)
		return error;
	error = flow_yosys(f, "part.ys", "part.log");
	if (error != FLOW_E_TOOL || !flow_names_clash(f))
		return error;
	error = write_part(f, p, true);
	return error ? error : flow_yosys(f, "part.ys", "part.log");
}

static int make_part(struct pieces *s, size_t i)
{
	char text[PATH_MAX], why[512];
	struct flow *f = s->f;
	const char *name = s->parts.all[i].name;
	int error;

	snprintf(text, sizeof text, "synthesizing part %zu of %zu, %s", i + 1,
		 s->parts.count,
		 strrchr(name, '\\') ? strrchr(name, '\\') + 1 : name);
	flow_note(f, text);
	error = synthesize_part(f, &s->parts.all[i]);
	if (error != FLOW_E_TOOL)
		return error ? error : keep_part(f, s->places[i]);
	snprintf(why, sizeof why, "%s", f->why);
	return flow_refuse(f, error, "%s: %s", name, why);
}

/* --- all parts ---------------------------------------------------------- */

/* Makes part I unless it is cached. *BUSY: another run is making it, and WAIT
 * is false. */
static int need_part(struct pieces *s, size_t i, bool wait, bool *busy)
{
	struct flow *f = s->f;
	char path[PATH_MAX];
	int lock, error = 0;

	*busy = false;
	if (is_kept(f, s->places[i]))
		return 0;
	if (place_path(f, s->places[i], ".lock", path))
		return FLOW_E_FILE;
	lock = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
	if (lock < 0)
		return flow_refuse(f, FLOW_E_FILE, "cannot write '%s': %s",
				   path, strerror(errno));
	if (flock(lock, LOCK_EX | (wait ? 0 : LOCK_NB)))
		*busy = errno == EWOULDBLOCK || errno == EINTR;
	if (f->req->interrupt && *f->req->interrupt)
		error = flow_refuse(f, FLOW_E_INTERRUPTED, "interrupted");
	else if (!*busy && !is_kept(f, s->places[i]))
		error = make_part(s, i);
	if (!*busy)
		unlink(path);
	close(lock);
	return error;
}

static int make_parts(struct pieces *s)
{
	bool any = true, wait = false;
	int error = 0;

	while (any && !error) {
		any = false;
		for (size_t i = 0; i < s->parts.count && !error; i++) {
			bool busy;

			error = need_part(s, i, wait, &busy);
			any |= busy;
		}
		wait = true;
	}
	return error;
}

/* --- the whole design --------------------------------------------------- */

static int read_part(struct pieces *s, size_t i)
{
	struct flow *f = s->f;
	char path[PATH_MAX];
	struct join_part *p = &s->joined[i];

	if (place_path(f, s->places[i], "", path))
		return FLOW_E_FILE;
	if (netlist_read(path, &s->netlists[i], f->why, f->why_size)) {
		unlink(path);           /* damaged: it is made again */
		return FLOW_E_FILE;
	}
	p->netlist = s->netlists[i];
	p->module = netlist_module(p->netlist,
				   netlist_name(p->netlist, PART_TOP));
	if (p->module)
		return 0;
	unlink(path);
	return flow_refuse(f, FLOW_E_FILE, "%s has no module '" PART_TOP "'",
			   path);
}

/* Counts the cells of all instances of a part. */
static bool count_part(struct pieces *s, size_t i)
{
	const struct join_part *p = &s->joined[i];
	struct flow_result *r = s->f->out;
	struct flow_count *row = flow_module(r, s->parts.all[i].name);
	uint32_t one[FPGA_CLASSES];

	if (!row)
		return false;
	row->instances += p->instances;
	for (size_t k = 0; k < p->module->cell_count; k++) {
		const char *type = netlist_text(p->netlist,
						p->module->cells[k].type);

		if (join_find(s->joined, s->parts.count, type) < s->parts.count)
			continue;
		if (!flow_count_cell(r, type, p->instances))
			return false;
		fpga_classify(s->f->req->target->family, type, one);
		for (enum fpga_class c = 0; c < FPGA_CLASSES; c++) {
			row->counts[c] += one[c] * p->instances;
			r->totals[c] += one[c] * p->instances;
		}
	}
	return true;
}

static int join(struct pieces *s)
{
	const struct netlist_module *module;
	struct netlist *n = join_netlists(s->joined, s->parts.count, &module);
	int error = 0;
	bool good = n != NULL;

	for (size_t i = 0; i < s->parts.count && good; i++)
		good = count_part(s, i);
	if (good) {
		flow_sort(s->f->out);
		error = flow_estimate(s->f, n, module);
	}
	netlist_free(n);
	return good ? error : flow_refuse(s->f, FLOW_E_MEMORY, "out of memory");
}

static int run(struct pieces *s)
{
	struct flow *f = s->f;
	size_t n = s->parts.count;
	char version[TOOL_VERSION];
	int error;

	s->places = calloc(n, sizeof *s->places);
	s->joined = calloc(n, sizeof *s->joined);
	s->netlists = calloc(n, sizeof *s->netlists);
	if (!s->places || !s->joined || !s->netlists)
		return flow_refuse(f, FLOW_E_MEMORY, "out of memory");
	if (tool_version(f->req->parts, f->yosys, "-V", NULL, version))
		return flow_refuse(f, FLOW_E_TOOL, "'%s -V' does not work",
				   f->yosys);
	for (size_t i = 0; i < n; i++) {
		name_place(f, &s->parts.all[i], version, s->places[i]);
		s->joined[i].type = s->parts.all[i].name;
		/* In JSON, names of the source have no backslash. */
		s->joined[i].type += *s->joined[i].type == '\\';
	}
	error = make_parts(s);
	for (size_t i = 0; i < n && !error; i++)
		error = read_part(s, i);
	return error ? error : join(s);
}

int flow_parts(struct flow *f)
{
	struct pieces s = { .f = f };
	int error = elaborate(f, &s.parts);

	if (!error)
		error = run(&s);
	for (size_t i = 0; s.netlists && i < s.parts.count; i++)
		netlist_free(s.netlists[i]);
	free(s.netlists);
	free(s.joined);
	free(s.places);
	parts_free(&s.parts);
	return error;
}
