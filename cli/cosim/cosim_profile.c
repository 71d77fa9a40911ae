/* cosim_profile.c - the option --profile: where the cycles went, by line
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/cosim/cosim_job.h"

static bool ends_in(const char *word, const char *ending)
{
	size_t n = strlen(word), m = strlen(ending);

	return n > m && strcmp(word + n - m, ending) == 0;
}

/* Is the file PATH one of callgrind by its name? */
static bool is_callgrind(const char *path)
{
	static const char start[] = "callgrind.out.";
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	return ends_in(path, ".callgrind") ||
	       strncmp(name, start, sizeof start - 1) == 0;
}

int cosim_profile_option(struct options *o, struct job *job)
{
	struct profile_out *out = &job->profiles[job->profile_count];

	if (job->profile_count == COSIM_PROFILES)
		return options_bad(o, "--profile: more than %d of them",
				   COSIM_PROFILES);
	out->path = o->value;
	if (strcmp(o->value, "-") == 0)
		out->form = PROFILE_TABLE;
	else if (ends_in(o->value, ".json"))
		out->form = PROFILE_JSON;
	else if (ends_in(o->value, ".html"))
		out->form = PROFILE_PAGE;
	else if (is_callgrind(o->value))
		out->form = PROFILE_CALLGRIND;
	else
		return options_bad(o, "--profile '%s' is not '-' and does not "
				   "end in .html, .json or .callgrind, or "
				   "begin with callgrind.out.", o->value);
	job->profile_count++;
	return 0;
}

static void on_fetch(void *ctx, uint32_t core, uint32_t addr, uint32_t bytes)
{
	profile_fetch(ctx, core, addr, bytes);
}

static void on_request(void *ctx, const struct cosim_request *r)
{
	profile_access(ctx, r);
}

static void on_warp(void *ctx, uint64_t cycle, uint32_t core, uint32_t warp,
		    bool starts, uint32_t slot)
{
	profile_warp(ctx, cycle, core, warp, starts, slot);
}

static void on_launch(void *ctx, uint64_t cycle, uint32_t slot,
		      enum cosim_launch_step step, uint32_t pc)
{
	profile_launch(ctx, cycle, slot, step, pc);
}

/* Cycles begin anew at a reset by the host. */
int cosim_profile_combine(const struct options *o, const struct job *job)
{
	if (job->profile_count && !job->check)
		return options_bad(o, "--profile needs the golden model; leave "
				   "out --no-check");
	for (size_t i = 0; job->profile_count && i < job->launches.count; i++)
		if (job->launches.list[i].reset)
			return options_bad(o, "--profile is of one run; leave "
					   "out reset=N of --launch");
	return 0;
}

static bool wants_page(const struct job *job)
{
	for (size_t i = 0; i < job->profile_count; i++)
		if (job->profiles[i].form == PROFILE_PAGE)
			return true;
	return false;
}

int cosim_profile_attach(struct job *job)
{
	struct derived d;

	if (!job->profile_count)
		return 0;
	for (size_t i = 0; i < job->profile_count; i++)
		if (outfile_open(&job->profiles[i].file, job->profiles[i].path))
			return CMD_TOOL;
	if (wants_page(job) && profile_page_find(&job->profile_page))
		return CMD_TOOL;
	derive(&job->cfg, &d);
	job->profile = profile_new(&job->image, job->cfg.cores, job->cfg.warps,
				   d.lanes);
	if (!job->profile) {
		fprintf(stderr, "warpwright: error: %s\n",
			golden_strerror(GOLDEN_E_NOMEM));
		return CMD_TOOL;
	}
	cosim_on_fetch(harness_cosim(job->harness), on_fetch, job->profile);
	cosim_on_request(harness_cosim(job->harness), on_request, job->profile);
	cosim_on_warp(harness_cosim(job->harness), on_warp, job->profile);
	cosim_on_launch(harness_cosim(job->harness), on_launch, job->profile);
	return 0;
}

static int write_profile(const struct job *job, struct profile_out *out)
{
	const struct profile *p = job->profile;
	struct profile_about a = {
		.image = &job->image, .program = job->program,
		.warps = job->cfg.warps, .threads = job->cfg.threads
	};
	FILE *to = out->file.stream;
	int bad = 0;

	switch (out->form) {
	case PROFILE_TABLE: bad = profile_table(p, &a, to); break;
	case PROFILE_JSON: bad = profile_json(p, &a, to); break;
	case PROFILE_CALLGRIND: bad = profile_callgrind(p, &a, to); break;
	case PROFILE_PAGE:
		bad = profile_page(p, &a, job->profile_page, to);
		break;
	}
	if (!bad) {
		bad = outfile_keep(&out->file);
		out->file.path = NULL;
		return bad ? CMD_TOOL : 0;
	}
	fprintf(stderr, "warpwright: error: %s\n",
		golden_strerror(GOLDEN_E_NOMEM));
	return CMD_TOOL;
}

int cosim_profile_write(struct job *job)
{
	const char *wrong;
	int status = 0;

	if (!job->profile)
		return 0;
	wrong = profile_finish(job->profile, job->run_cycles);
	if (wrong) {
		fprintf(stderr, "warpwright: error: --profile: %s\n", wrong);
		return CMD_TOOL;
	}
	for (size_t i = 0; !status && i < job->profile_count; i++)
		status = write_profile(job, &job->profiles[i]);
	return status;
}

void cosim_profile_clean(struct job *job)
{
	for (size_t i = 0; i < job->profile_count; i++)
		outfile_drop(&job->profiles[i].file);
	profile_free(job->profile);
	job->profile = NULL;
	free(job->profile_page);
	job->profile_page = NULL;
}
