/* cosim_model.c - from a configuration to a compiled model
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/proc.h"
#include "gen/manifest.h"
#include "session/cmd_status.h"
#include "session/cosim/cosim_job.h"
#include "session/cosim/gates.h"
#include "session/cosim/placed.h"
#include "session/note.h"

enum { MAX_FILES = 256, WHY = 2048 };

static int error(const char *text)
{
	fprintf(stderr, "warpwright: error: %s\n", text);
	return CMD_TOOL;
}

static void note(void *ctx, const char *text, double seconds)
{
	const struct job *job = ctx;
	char what[160];

	snprintf(what, sizeof what, "%s of %u core%s of %u x %u (warps x "
		 "threads) for %s", text, job->cfg.cores,
		 job->cfg.cores > 1 ? "s" : "", job->cfg.warps,
		 job->cfg.threads, cosim_sim(job)->name);
	note_step(job->verbose, what, seconds);
}

/* --- the tree --------------------------------------------------------- */

static int use_tree(struct job *job)
{
	if (realpath(job->rtl, job->tree))
		return 0;
	fprintf(stderr, "warpwright: error: --rtl '%s': %s\n", job->rtl,
		strerror(errno));
	return CMD_REFUSED;
}

static int emit(struct job *job)
{
	char cache[PATH_MAX], why[WHY];

	if (build_cache_dir(cache, sizeof cache, why, sizeof why))
		return error(why);
	if (scratch_make(&job->scratch, cache, SCRATCH_EMIT)) {
		fprintf(stderr, "warpwright: error: cannot make a directory in "
			"'%s': %s\n", cache, strerror(errno));
		return CMD_TOOL;
	}
	snprintf(job->tree, sizeof job->tree, "%s", job->scratch.path);
	return gen_emit(&job->cfg, job->tree, job->dg);
}

/* For build.h: the text of file NAME of the design; NULL: no such file. */
static const char *design_text(void *ctx, const char *name, size_t *size)
{
	const struct tree *tree = ((const struct job *)ctx)->design;

	for (size_t i = 0; i < tree->count; i++)
		if (strcmp(tree->files[i].name, name) == 0) {
			*size = tree->files[i].text.length;
			return tree->files[i].text.text;
		}
	return NULL;
}

static int place(void *ctx)
{
	struct job *job = ctx;

	job->place_status = emit(job);
	return job->place_status ? -1 : 0;
}

void cosim_model_clean(struct job *job)
{
	scratch_remove(&job->scratch);
}

/* --- its file list ---------------------------------------------------- */

/* Splits TEXT into FILES, a name per line, without comments and empty lines;
 * returns their number. */
static size_t split_list(char *text, const char **files)
{
	size_t n = 0;

	for (char *line = strtok(text, "\r\n"); line && n < MAX_FILES;
	     line = strtok(NULL, "\r\n")) {
		line += strspn(line, " \t");
		if (*line && *line != '#' && strncmp(line, "//", 2) != 0)
			files[n++] = line;
	}
	return n;
}

static char *own_list(struct job *job)
{
	char name[64];
	size_t size;
	const char *text;

	snprintf(name, sizeof name, "%s.f", job->cfg.prefix);
	text = design_text(job, name, &size);
	return text ? strdup(text) : NULL;
}

static char *read_list(struct job *job)
{
	char path[PATH_MAX];
	size_t size;
	char *text = NULL;

	if (job->design)
		return own_list(job);
	if ((size_t)snprintf(path, sizeof path, "%s/%s.f", job->tree,
			     job->cfg.prefix) < sizeof path)
		text = proc_read_file(path, &size);
	if (!text)
		fprintf(stderr, "warpwright: error: cannot read the file list "
			"'%s': %s\n", path, strerror(errno));
	return text;
}

/* Replaces the Verilog in R by the netlist, or by the placed netlist and the
 * core beside it; their directory goes into DIR. */
static int use_gates(struct job *job, struct build_request *r, char *dir)
{
	int status;

	if (job->placed) {
		status = placed_find(job, r->files, r->file_count, r->top, dir);
		r->top = placed_top;
	} else {
		status = gates_find(job, r->files, r->file_count, r->top, dir);
	}
	r->dir = dir;
	r->files = job->placed ? placed_files : gates_files;
	r->file_count = job->placed ? PLACED_FILES : GATES_FILES;
	r->quick = true;
	return status;
}

static int build(struct job *job, enum build_waves waves, char *list,
		 char *model)
{
	const char *files[MAX_FILES];
	char top[64], core[64], why[WHY], dir[PATH_MAX];
	struct build_request request = {
		.dir = job->tree, .files = files, .top = top,
		.data_dir = gen_datadir(), .waves = waves,
		.coverage = job->rtl_coverage && waves == BUILD_NO_WAVES,
		.interrupt = job->interrupt, .note = note, .ctx = job
	};
	int status = 0;

	request.file_count = split_list(list, files);
	snprintf(top, sizeof top, "%s_top", job->cfg.prefix);
	snprintf(core, sizeof core, "%s_core_top", job->cfg.prefix);
	/* A tree of the user's may refer from one module into another. */
	if (job->cfg.cores > 1 && !job->rtl && !job->gates) {
		request.repeated = core;
		request.instances = job->cfg.cores;
	}
	if (!request.file_count)
		return error("the file list of the design is empty");
	if (job->design) {
		request.text = design_text;
		request.place = place;
	}
	if (job->gates)
		status = use_gates(job, &request, dir);
	if (status)
		return status;
	status = cosim_sim(job)->build(&request, model, PATH_MAX, why,
				       sizeof why);
	if (status == BUILD_E_INTERRUPTED) {
		fprintf(stderr, "warpwright: interrupted\n");
		return CMD_FAIL;
	}
	if (status == BUILD_E_PLACE)
		return job->place_status;
	return status ? error(why) : CMD_PASS;
}

static int find(struct job *job, enum build_waves waves, char *model)
{
	char *list = read_list(job);
	int status;

	if (!list)
		return job->rtl ? CMD_REFUSED : CMD_TOOL;
	status = build(job, waves, list, model);
	free(list);
	return status;
}

/* Finds the model by the texts of the design; emits the files only if the model
 * is not in the cache. */
static int find_design(struct job *job, enum build_waves waves, char *model)
{
	char cache[PATH_MAX], why[WHY];
	struct manifest_source src;
	struct tree tree;
	int status;

	if (build_cache_dir(cache, sizeof cache, why, sizeof why))
		return error(why);
	scratch_sweep(cache);
	manifest_source_init(&src);
	status = manifest_build(&job->cfg, &src, &tree, job->dg);
	job->design = &tree;
	if (!status)
		status = find(job, waves, model);
	job->design = NULL;
	tree_free(&tree);
	return status;
}

int cosim_model(struct job *job, enum build_waves waves, char *model)
{
	int status = 0;

	if (!job->tree[0] && !job->rtl && !job->gates)
		return find_design(job, waves, model);
	if (!job->tree[0])
		status = job->rtl ? use_tree(job) : emit(job);
	return status ? status : find(job, waves, model);
}
