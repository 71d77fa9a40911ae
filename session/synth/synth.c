/* synth.c - the result of synthesis of one core for one target, from the cache
 * or from the tools
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/synth/synth.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/proc.h"
#include "base/tool.h"
#include "cosim/build/build.h"
#include "cosim/build/scratch.h"
#include "fpga/record.h"
#include "session/cmd_status.h"
#include "session/note.h"

enum { FILES = 256, WHY = 4096 };

struct synth {
	const struct synth_job *job;
	char cache[PATH_MAX];
	struct scratch scratch;
	char work[PATH_MAX];
	char tree[PATH_MAX];
	char kept[PATH_MAX];            /* path of the result in the cache */
	char *list;                     /* text of the file list */
	const char *files[FILES];
	size_t file_count;
	char top[64];
};

static int error(const char *what, const char *name)
{
	fprintf(stderr, "warpwright synth: error: %s '%s': %s\n", what, name,
		strerror(errno));
	return CMD_TOOL;
}

static int too_long(const char *name)
{
	errno = ENAMETOOLONG;
	return error("cannot use", name);
}

/* --- the Verilog -------------------------------------------------------- */

static int make_work(struct synth *s)
{
	char why[WHY];

	if (build_cache_dir(s->cache, sizeof s->cache, why, sizeof why)) {
		fprintf(stderr, "warpwright: error: %s\n", why);
		return CMD_TOOL;
	}
	if (s->job->keep) {
		if (proc_make_dirs(s->job->keep) ||
		    !realpath(s->job->keep, s->work))
			return error("cannot make", s->job->keep);
		return 0;
	}
	if (scratch_make(&s->scratch, s->cache, SCRATCH_SYNTH))
		return error("cannot make a directory in", s->cache);
	snprintf(s->work, sizeof s->work, "%s", s->scratch.path);
	return 0;
}

static int read_list(struct synth *s)
{
	char path[PATH_MAX];
	size_t size;

	if (snprintf(path, sizeof path, "%s/%s.f", s->tree,
		     s->job->cfg->prefix) >= PATH_MAX)
		return too_long(s->tree);
	s->list = proc_read_file(path, &size);
	if (!s->list)
		return error("cannot read", path);
	for (char *line = strtok(s->list, "\n"); line && s->file_count < FILES;
	     line = strtok(NULL, "\n"))
		s->files[s->file_count++] = line;
	return 0;
}

static int emit(struct synth *s)
{
	int status;

	snprintf(s->top, sizeof s->top, "%s_top", s->job->cfg->prefix);
	if (snprintf(s->tree, sizeof s->tree, "%s/tree", s->work) >= PATH_MAX)
		return too_long(s->work);
	status = gen_emit(s->job->cfg, s->tree, s->job->dg);
	return status ? status : read_list(s);
}

/* --- the cache ---------------------------------------------------------- */

static int add_file(const struct synth *s, struct digest *d, const char *name)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof path, "%s/%s", s->tree, name) >= PATH_MAX)
		return too_long(s->tree);
	digest_add_string(d, name);
	return digest_add_file(d, path) ? error("cannot read", path) : 0;
}

void synth_digest_tool(const char *cache, struct digest *d,
		       const char *variable, const char *name,
		       const char *option)
{
	char version[TOOL_VERSION];

	tool_find_version(cache, variable, &name, option, version);
	digest_add_string(d, name);
	digest_add_string(d, version);
}

static int find_place(struct synth *s)
{
	const struct synth_job *j = s->job;
	char name[DIGEST_TEXT];
	struct digest d;
	int status = 0;

	digest_start(&d);
	digest_add_string(&d, "record 2");
	fpga_digest(j->target, &d);
	synth_digest_tool(s->cache, &d, "YOSYS", "yosys", "-V");
	if (*j->target->device && j->seeds)
		synth_digest_tool(s->cache, &d, "NEXTPNR_ICE40",
				  "nextpnr-ice40", "--version");
	digest_add(&d, &j->apart, sizeof j->apart);
	if (j->parts)
		digest_add_string(&d, "parts");
	digest_add(&d, &j->seeds, sizeof j->seeds);
	digest_add(&d, &j->mhz, sizeof j->mhz);
	if (j->shuffle)
		digest_add(&d, &j->shuffle, sizeof j->shuffle);
	for (size_t i = 0; i < s->file_count && !status; i++)
		status = add_file(s, &d, s->files[i]);
	digest_text(&d, name);
	if (!status && snprintf(s->kept, sizeof s->kept, "%s/synth-%s.json",
				s->cache, name) >= PATH_MAX)
		status = too_long(s->cache);
	return status;
}

static bool find_kept(const struct synth *s, struct flow_result *out)
{
	json_t *record = s->job->keep ? NULL : json_load_file(s->kept, 0, NULL);
	bool good = record && record_read(record, out);

	json_decref(record);
	if (record && !good)
		flow_free(out);
	return good;
}

/* Stores the result in the cache; ignores errors, since the result is known. */
static void keep(const struct synth *s, const struct flow_result *r)
{
	json_t *record = record_json(s->job->target, r);
	char part[PATH_MAX];

	if (record &&
	    snprintf(part, sizeof part, "%s.%ld", s->kept, (long)getpid()) <
		    PATH_MAX &&
	    (json_dump_file(record, part, JSON_COMPACT) ||
	     rename(part, s->kept)))
		unlink(part);
	json_decref(record);
}

/* --- the tools ---------------------------------------------------------- */

static void note(void *ctx, const char *text, double seconds)
{
	const struct synth *s = ctx;
	char what[300];

	snprintf(what, sizeof what, "%s: %s", s->job->target->name, text);
	note_step(s->job->verbose, what, seconds);
}

static int run(struct synth *s, struct flow_result *out)
{
	const struct synth_job *j = s->job;
	struct flow_request request = {
		.target = j->target, .dir = s->tree, .files = s->files,
		.file_count = s->file_count, .top = s->top, .work = s->work,
		.apart = j->apart,
		.parts = j->parts ? j->keep ? s->work : s->cache : NULL,
		.seeds = j->seeds, .mhz = j->mhz, .shuffle = j->shuffle,
		.interrupt = j->interrupt, .note = note, .ctx = s
	};
	char why[WHY];
	int bad = flow_run(&request, out, why, sizeof why);

	if (bad == FLOW_E_INTERRUPTED) {
		fprintf(stderr, "warpwright: interrupted\n");
		return CMD_FAIL;
	}
	if (bad) {
		fprintf(stderr, "warpwright: error: %s: %s\n", j->target->name,
			why);
		return CMD_TOOL;
	}
	keep(s, out);
	return 0;
}

int synth_run(const struct synth_job *job, struct flow_result *out)
{
	struct synth *s = calloc(1, sizeof *s);
	int status;

	memset(out, 0, sizeof *out);
	if (!s)
		return CMD_TOOL;
	s->job = job;
	status = make_work(s);
	if (!status)
		status = emit(s);
	if (!status)
		status = find_place(s);
	if (!status && !find_kept(s, out))
		status = run(s, out);
	scratch_remove(&s->scratch);
	free(s->list);
	free(s);
	return status;
}
