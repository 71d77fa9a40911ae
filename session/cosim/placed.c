/* placed.c - lockstep with a placed netlist beside the emitted Verilog
 * SPDX-License-Identifier: Apache-2.0
 *
 * The cache directory holds a placed netlist as placed-DIGEST, renamed to this
 * name when it is complete.
 */
#define _XOPEN_SOURCE 700
#include "session/cosim/placed.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/proc.h"
#include "fpga/gates.h"
#include "fpga/placed.h"
#include "fpga/record.h"
#include "session/cmd_status.h"
#include "session/cosim/gates.h"
#include "session/synth/synth.h"

enum { WHY = 4096, FILES = 256, MHZ = 60 };

/* The version of the files of a netlist; part of the digest. */
#define FORM "1"
#define RECORD "record.json"

const char *const placed_files[PLACED_FILES] = {
	PLACED_CORE, PLACED_SHADOW, PLACED_NETLIST, GATES_MODELS
};

const char placed_top[] = PLACED_TOP;

static const char *const kept[] = {
	PLACED_CORE, PLACED_SHADOW, PLACED_NETLIST, GATES_MODELS,
	PLACED_BITSTREAM, RECORD
};

enum { KEPT = sizeof kept / sizeof *kept };

struct search {
	struct job *job;
	/* files of the core with trace ports */
	const char *const *core;
	size_t core_count;
	const char *top;
	/* data directory; read once, since another version may be installed
	 * during the run */
	const char *data;
	char cache[PATH_MAX];
	struct scratch scratch;
	/* tree of the core without trace ports */
	char tree[PATH_MAX];
	char *list;
	const char *files[FILES];
	size_t file_count;
};

static int too_long(const char *name)
{
	errno = ENAMETOOLONG;
	return gates_error("cannot use", name);
}

/* --- the core that is placed -------------------------------------------- */

/* Emits the core without trace ports into a directory of its own. */
static int emit(struct search *s)
{
	struct config cfg = s->job->cfg;
	char path[PATH_MAX];
	size_t size;
	int status;

	cfg.trace_retire = false;
	if (scratch_make(&s->scratch, s->cache, SCRATCH_PLACED))
		return gates_error("cannot make a directory in", s->cache);
	if (snprintf(s->tree, sizeof s->tree, "%s/tree", s->scratch.path) >=
		    PATH_MAX ||
	    snprintf(path, sizeof path, "%s/%s.f", s->tree, cfg.prefix) >=
		    PATH_MAX)
		return too_long(s->scratch.path);
	status = gen_emit(&cfg, s->tree, s->job->dg);
	if (status)
		return status;
	s->list = proc_read_file(path, &size);
	if (!s->list)
		return gates_error("cannot read", path);
	for (char *line = strtok(s->list, "\n"); line && s->file_count < FILES;
	     line = strtok(NULL, "\n"))
		s->files[s->file_count++] = line;
	return 0;
}

/* --- the cache ---------------------------------------------------------- */

static int add_files(struct digest *d, const char *tree,
		     const char *const *files, size_t count)
{
	int status = 0;

	for (size_t i = 0; i < count && !status; i++)
		status = gates_add_file(d, tree, files[i]);
	return status;
}

static int find_place(struct search *s, char *dir)
{
	const struct fpga_target *t = s->job->gates;
	char name[DIGEST_TEXT];
	struct digest d;
	int status;

	digest_start(&d);
	digest_add_string(&d, FORM);
	synth_digest_tool(s->cache, &d, "YOSYS", "yosys", "-V");
	synth_digest_tool(s->cache, &d, "NEXTPNR_ICE40", "nextpnr-ice40",
			  "--version");
	fpga_digest(t, &d);
	if (gates_digest(t, s->data, &d))
		return gates_error("cannot read the models of", t->name);
	digest_add_string(&d, s->top);
	status = add_files(&d, s->tree, s->files, s->file_count);
	if (!status)
		status = add_files(&d, s->job->tree, s->core, s->core_count);
	digest_text(&d, name);
	if (!status &&
	    snprintf(dir, PATH_MAX, "%s/placed-%s", s->cache, name) >= PATH_MAX)
		status = too_long(s->cache);
	return status;
}

/* Reads the figures of the placement from the record in DIR into JOB. */
static int read_record(struct job *job, const char *dir)
{
	struct flow_result r = { 0 };
	char path[PATH_MAX];
	json_t *record;
	bool good;

	if (snprintf(path, sizeof path, "%s/" RECORD, dir) >= PATH_MAX)
		return too_long(dir);
	record = json_load_file(path, 0, NULL);
	good = record && record_read(record, &r);
	job->placed_mhz = r.mhz;
	job->placed_cells = r.logic_cells;
	job->placed_bytes = r.bitstream;
	flow_free(&r);
	json_decref(record);
	errno = EINVAL;
	return good ? 0 : gates_error("cannot read", path);
}

/* --- the tools ---------------------------------------------------------- */

static int write_record(const struct search *s, const struct flow_result *r)
{
	json_t *record = record_json(s->job->gates, r);
	char path[PATH_MAX];
	int status = 0;

	if (snprintf(path, sizeof path, "%s/" RECORD, s->scratch.path) >=
	    PATH_MAX)
		status = too_long(s->scratch.path);
	else if (!record || json_dump_file(record, path, JSON_COMPACT))
		status = gates_error("cannot write", path);
	json_decref(record);
	return status;
}

static int make(struct search *s)
{
	const struct flow_request placed = {
		.target = s->job->gates, .dir = s->tree, .files = s->files,
		.file_count = s->file_count, .top = s->top,
		.work = s->scratch.path, .mhz = MHZ,
		.interrupt = s->job->interrupt, .note = gates_note,
		.ctx = s->job
	}, core = {
		.target = s->job->gates, .dir = s->job->tree, .files = s->core,
		.file_count = s->core_count, .top = s->top
	};
	struct flow_result r;
	char why[WHY];
	int bad = placed_write(&placed, &r, why, sizeof why), status;

	if (!bad)
		bad = placed_write_shadow(&placed, &core, s->data, why,
					  sizeof why);
	status = gates_ended(s->job, bad, why);
	if (!status)
		status = write_record(s, &r);
	flow_free(&r);
	return status;
}

/* Moves the files that later runs need to a directory, and this directory to
 * DIR. Another run may have stored the same files first. */
static int keep(const struct search *s, const char *dir)
{
	char from[PATH_MAX], to[PATH_MAX], part[PATH_MAX];

	if (snprintf(part, sizeof part, "%s/kept", s->scratch.path) >= PATH_MAX)
		return too_long(s->scratch.path);
	if (proc_make_dirs(part))
		return gates_error("cannot make", part);
	for (size_t i = 0; i < KEPT; i++) {
		if (snprintf(from, sizeof from, "%s/%s", s->scratch.path,
			     kept[i]) >= PATH_MAX ||
		    snprintf(to, sizeof to, "%s/%s", part, kept[i]) >= PATH_MAX)
			return too_long(s->scratch.path);
		if (rename(from, to))
			return gates_error("cannot keep", from);
	}
	if (!rename(part, dir) || gates_complete(dir, kept, KEPT))
		return 0;
	return gates_error("cannot make", dir);
}

static int find(struct search *s, char *dir)
{
	int status = emit(s);

	if (!status)
		status = find_place(s, dir);
	if (status || gates_complete(dir, kept, KEPT))
		return status;
	status = make(s);
	return status ? status : keep(s, dir);
}

int placed_find(struct job *job, const char *const *files, size_t file_count,
		const char *top, char *dir)
{
	struct search *s = calloc(1, sizeof *s);
	char why[WHY];
	int status;

	if (!s)
		return CMD_TOOL;
	s->job = job;
	s->core = files;
	s->core_count = file_count;
	s->top = top;
	s->data = gen_datadir();
	if (build_cache_dir(s->cache, sizeof s->cache, why, sizeof why)) {
		fprintf(stderr, "warpwright: error: %s\n", why);
		status = CMD_TOOL;
	} else {
		status = find(s, dir);
	}
	scratch_remove(&s->scratch);
	if (!status)
		status = read_record(job, dir);
	free(s->list);
	free(s);
	return status;
}
