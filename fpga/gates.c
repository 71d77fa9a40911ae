/* gates.c - an emitted core as a netlist of a chip's cells, for simulation
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "fpga/gates.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "fpga/flow_state.h"

enum { LINE = 300 };

#define MODELS(family, define, own, files)
#define STAND_IN(family, cell, model, set)
#define CONTENTS(family, cell, parameter, count)

static const struct models {
	enum fpga_family family;
	const char *define, *own, *files;
} all_models[] = {
#undef MODELS
#define MODELS(family, define, own, files) { family, define, own, files },
#include "fpga/models.def"
#undef MODELS
#define MODELS(family, define, own, files)
};

static const struct stand_in {
	enum fpga_family family;
	const char *cell, *model, *set;
} stand_ins[] = {
#undef STAND_IN
#define STAND_IN(family, cell, model, set) { family, cell, model, set },
#include "fpga/models.def"
#undef STAND_IN
#define STAND_IN(family, cell, model, set)
};

static const struct contents {
	enum fpga_family family;
	const char *cell, *parameter;
	int count;
} all_contents[] = {
#undef CONTENTS
#define CONTENTS(family, cell, parameter, count) \
	{ family, cell, parameter, count },
#include "fpga/models.def"
};

enum {
	STAND_INS = sizeof stand_ins / sizeof *stand_ins,
	CONTENT_RANGES = sizeof all_contents / sizeof *all_contents
};

static const struct models *models_of(const struct fpga_target *t)
{
	for (size_t i = 0; i < sizeof all_models / sizeof *all_models; i++)
		if (all_models[i].family == t->family)
			return &all_models[i];
	return NULL;
}

bool gates_has_models(const struct fpga_target *target)
{
	return models_of(target) != NULL;
}

/* --- our models --------------------------------------------------------- */

/* The text of our own models, which the caller frees; "": none; NULL:
 * unreadable. */
static char *own_models(const struct models *m, const char *data)
{
	char path[PATH_MAX];
	size_t size;

	if (!*m->own)
		return strdup("");
	if (snprintf(path, sizeof path, "%s/fpga/models/%s", data, m->own) <
	    PATH_MAX)
		return proc_read_file(path, &size);
	errno = ENAMETOOLONG;
	return NULL;
}

int gates_digest(const struct fpga_target *target, const char *data,
		 struct digest *d)
{
	const struct models *m = models_of(target);
	char *own = m ? own_models(m, data) : NULL;

	if (!own)
		return -1;
	digest_add_string(d, target->synth);
	digest_add_string(d, target->whole);
	digest_add_string(d, m->define);
	digest_add_string(d, m->files);
	digest_add_string(d, own);
	for (size_t i = 0; i < STAND_INS; i++)
		if (stand_ins[i].family == target->family) {
			digest_add_string(d, stand_ins[i].cell);
			digest_add_string(d, stand_ins[i].model);
			digest_add_string(d, stand_ins[i].set);
		}
	for (size_t i = 0; i < CONTENT_RANGES; i++)
		if (all_contents[i].family == target->family) {
			const struct contents *c = &all_contents[i];

			digest_add_string(d, c->cell);
			digest_add_string(d, c->parameter);
			digest_add(d, &c->count, sizeof c->count);
		}
	free(own);
	return 0;
}

/* --- yosys's models ----------------------------------------------------- */

/* SHARE = yosys's share directory, relative to its executable, as yosys finds
 * it. */
static int find_share(struct flow *f, char share[PATH_MAX])
{
	char real[PATH_MAX], *slash = NULL;

	if (realpath(f->yosys, real))
		slash = strrchr(real, '/');
	if (slash)
		*slash = '\0';
	if (slash &&
	    snprintf(share, PATH_MAX, "%s/../share/yosys", real) < PATH_MAX)
		return 0;
	return flow_refuse(f, FLOW_E_FILE, "path too long: %s", f->yosys);
}

static int copy_file(struct flow *f, const char *dir, const char *name,
		     FILE *out);

/* Copies LINE; `include "X" becomes the content of X, so that the models are
 * one file. */
static int copy_line(struct flow *f, const char *dir, const char *line,
		     FILE *out)
{
	char name[LINE];

	if (sscanf(line, " `include \"%299[^\"]\"", name) == 1)
		return copy_file(f, dir, name, out);
	fprintf(out, "%s\n", line);
	return 0;
}

static int copy_file(struct flow *f, const char *dir, const char *name,
		     FILE *out)
{
	char path[PATH_MAX], *text = NULL;
	size_t size;
	int error = 0;

	if (snprintf(path, sizeof path, "%s/%s", dir, name) < PATH_MAX)
		text = proc_read_file(path, &size);
	if (!text)
		return flow_refuse(f, FLOW_E_TOOL,
				   "yosys's models of the cells cannot be "
				   "read: '%s': %s",
				   path, strerror(errno));
	for (char *line = text, *end; *line && !error; line = end) {
		end = line + strcspn(line, "\n");
		if (*end)
			*end++ = '\0';
		error = copy_line(f, dir, line, out);
	}
	free(text);
	return error;
}

/* Copies FILES; each one includes files from its own directory. */
static int copy_files(struct flow *f, const char *files, FILE *out)
{
	char share[PATH_MAX], dir[PATH_MAX + LINE], name[LINE];
	int error = find_share(f, share);

	for (int n; !error && sscanf(files, " %299s%n", name, &n) == 1;
	     files += n) {
		char *slash = strrchr(name, '/');

		*slash = '\0';
		snprintf(dir, sizeof dir, "%s/%s", share, name);
		error = copy_file(f, dir, slash + 1, out);
	}
	return error;
}

static int write_models(struct flow *f, const struct models *m,
			const char *data)
{
	char *own = own_models(m, data);
	FILE *out;
	int error, bad;

	if (!own)
		return flow_refuse(f, FLOW_E_FILE, "'%s/fpga/models/%s': %s",
				   data, m->own, strerror(errno));
	out = flow_script_open(f, GATES_MODELS);
	if (!out) {
		free(own);
		return FLOW_E_FILE;
	}
	if (*m->define)
		fprintf(out, "`define %s\n", m->define);
	error = copy_files(f, m->files, out);
	fputs(own, out);
	free(own);
	bad = flow_script_close(f, out, GATES_MODELS);
	return error ? error : bad;
}

int gates_write_models(struct flow *f, const char *data)
{
	const struct models *m = models_of(f->req->target);

	return m ? write_models(f, m, data) :
		   flow_refuse(f, FLOW_E_TOOL,
			       "there are no models of the cells of %s",
			       f->req->target->name);
}

/* --- the netlist -------------------------------------------------------- */

/* Writes the commands that replace cells by instances of our own models. */
static void put_stand_ins(enum fpga_family family, FILE *out)
{
	for (size_t i = 0; i < CONTENT_RANGES; i++) {
		const struct contents *c = &all_contents[i];

		if (c->family != family)
			continue;
		fputs("setparam", out);
		for (int j = 0; j < c->count; j++)
			fprintf(out, " -unset %s%02X", c->parameter, j);
		fprintf(out, " t:%s\n", c->cell);
	}
	for (size_t i = 0; i < STAND_INS; i++) {
		const struct stand_in *s = &stand_ins[i];

		if (s->family != family)
			continue;
		if (*s->set)
			fprintf(out, "setparam -set %s t:%s\n", s->set,
				s->cell);
		fprintf(out, "chtype -set %s t:%s\n", s->model, s->cell);
	}
}

/* Writes the script. Vectors are split into bits: a chain through the bits of
 * one vector, such as a carry, would look like a loop to a simulator. */
static int write_script(struct flow *f, const char *loose)
{
	const struct fpga_target *t = f->req->target;
	FILE *out = flow_script_open(f, "gates.ys");

	if (!out)
		return FLOW_E_FILE;
	flow_put_sources(f, out);
	fprintf(out, "hierarchy -check -top %s\n", f->req->top);
	if (loose)
		fprintf(out, "delete -port %s/w:%s\n", f->req->top, loose);
	fprintf(out, "%s %s -top %s\n", t->synth, t->whole, f->req->top);
	fputs("flatten\nsplitnets\nopt_clean\ncheck -assert -mapped\n", out);
	put_stand_ins(t->family, out);
	fputs("write_verilog -noattr -noexpr " GATES_NETLIST "\n", out);
	return flow_script_close(f, out, "gates.ys");
}

int gates_write(const struct flow_request *request, const char *data,
		const char *loose, char *why, size_t why_size)
{
	struct flow f = { .req = request, .why = why, .why_size = why_size };
	int error;

	if (!gates_has_models(request->target))
		return gates_write_models(&f, data);
	if ((error = flow_tool(&f, "YOSYS", "yosys", "yosys", f.yosys)) ||
	    (error = gates_write_models(&f, data)) ||
	    (error = write_script(&f, loose)))
		return error;
	flow_note(&f, "synthesizing the netlist");
	return flow_yosys(&f, "gates.ys", "gates.log");
}
