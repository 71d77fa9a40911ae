/* gates.c - lockstep with a synthesized netlist in place of the emitted Verilog
 * SPDX-License-Identifier: Apache-2.0
 *
 * The cache directory holds a netlist as gates-DIGEST, renamed to this name
 * when it is complete.
 */
#define _XOPEN_SOURCE 700
#include "session/cosim/gates.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/proc.h"
#include "fpga/gates.h"
#include "session/cmd_status.h"
#include "session/note.h"
#include "session/synth/synth.h"

enum { WHY = 4096 };

/* A port that synthesis leaves out: the state audit reads every memory a second
 * time in each cycle, which no block RAM can do. */
#define LOOSE "audit_data"

const char *const gates_files[GATES_FILES] = { GATES_NETLIST, GATES_MODELS };

struct search {
	const struct job *job;
	const char *const *files;
	size_t file_count;
	const char *top;
	char cache[PATH_MAX];
	struct scratch scratch;
};

const char *gates_target(const struct job *job)
{
	return job->gates->name;
}

/* --- the cache ---------------------------------------------------------- */

int gates_error(const char *what, const char *name)
{
	fprintf(stderr, "warpwright: error: %s '%s': %s\n", what, name,
		strerror(errno));
	return CMD_TOOL;
}

int gates_add_file(struct digest *d, const char *tree, const char *name)
{
	char path[PATH_MAX];

	errno = ENAMETOOLONG;
	digest_add_string(d, name);
	if (snprintf(path, sizeof path, "%s/%s", tree, name) >= PATH_MAX ||
	    digest_add_file(d, path))
		return gates_error("cannot read", name);
	return 0;
}

/* The directory of the netlist in the cache, into DIR. */
static int find_place(struct search *s, char *dir)
{
	char why[WHY], name[DIGEST_TEXT];
	struct digest d;
	int status = 0;

	if (build_cache_dir(s->cache, sizeof s->cache, why, sizeof why)) {
		fprintf(stderr, "warpwright: error: %s\n", why);
		return CMD_TOOL;
	}
	digest_start(&d);
	synth_digest_tool(s->cache, &d, "YOSYS", "yosys", "-V");
	if (gates_digest(s->job->gates, gen_datadir(), &d))
		return gates_error("cannot read the models of",
				   s->job->gates->name);
	digest_add_string(&d, s->top);
	digest_add_string(&d, LOOSE);
	for (size_t i = 0; i < s->file_count && !status; i++)
		status = gates_add_file(&d, s->job->tree, s->files[i]);
	digest_text(&d, name);
	if (!status && snprintf(dir, PATH_MAX, "%s/gates-%s", s->cache, name) >=
			       PATH_MAX) {
		errno = ENAMETOOLONG;
		status = gates_error("cannot use", s->cache);
	}
	return status;
}

bool gates_complete(const char *dir, const char *const *files, size_t count)
{
	char path[PATH_MAX];

	for (size_t i = 0; i < count; i++)
		if (snprintf(path, sizeof path, "%s/%s", dir, files[i]) >=
			    PATH_MAX ||
		    access(path, R_OK))
			return false;
	return true;
}

/* --- the tool ----------------------------------------------------------- */

void gates_note(void *ctx, const char *text, double seconds)
{
	const struct job *job = ctx;
	char what[300];

	snprintf(what, sizeof what, "%s: %s", job->gates->name, text);
	note_step(job->verbose, what, seconds);
}

int gates_ended(const struct job *job, int bad, const char *why)
{
	if (bad == FLOW_E_INTERRUPTED) {
		fprintf(stderr, "warpwright: interrupted\n");
		return CMD_FAIL;
	}
	if (!bad)
		return 0;
	fprintf(stderr, "warpwright: error: %s: %s\n", job->gates->name, why);
	return CMD_TOOL;
}

static int make(struct search *s, const char *loose)
{
	const struct flow_request request = {
		.target = s->job->gates, .dir = s->job->tree, .files = s->files,
		.file_count = s->file_count, .top = s->top,
		.work = s->scratch.path,
		.interrupt = s->job->interrupt, .note = gates_note,
		.ctx = (void *)s->job
	};
	char why[WHY];
	int bad = gates_write(&request, gen_datadir(), loose, why, sizeof why);

	return gates_ended(s->job, bad, why);
}

/* Moves the netlist into the cache. Another run may have stored the same
 * netlist first. */
static int keep(const struct search *s, const char *dir)
{
	if (!rename(s->scratch.path, dir) ||
	    gates_complete(dir, gates_files, GATES_FILES))
		return 0;
	return gates_error("cannot make", dir);
}

int gates_find(const struct job *job, const char *const *files,
	       size_t file_count, const char *top, char *dir)
{
	struct search s = {
		.job = job, .files = files, .file_count = file_count, .top = top
	};
	int status = find_place(&s, dir);

	if (status || gates_complete(dir, gates_files, GATES_FILES))
		return status;
	if (scratch_make(&s.scratch, s.cache, SCRATCH_GATES))
		return gates_error("cannot make a directory in", s.cache);
	status = make(&s, job->cfg.trace_retire ? LOOSE : NULL);
	if (!status)
		status = keep(&s, dir);
	scratch_remove(&s.scratch);
	return status;
}
