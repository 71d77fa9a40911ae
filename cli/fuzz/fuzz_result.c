/* fuzz_result.c - the result of random programs: for users, and as JSON
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/fuzz/fuzz_job.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "session/json.h"
#include "session/outfile.h"

static const char *status_word(const struct fuzz *f)
{
	switch (f->status) {
	case HARNESS_DONE: return "pass";
	case HARNESS_MISMATCH: return "mismatch";
	case HARNESS_INTERRUPTED: return "interrupted";
	case HARNESS_HANG: return "hang";
	case HARNESS_LIMIT: return "timeout";
	case HARNESS_RUNNING:
	case HARNESS_FAULT:
	case HARNESS_DEADLOCK:
	case HARNESS_OVERFLOW:
		break;
	}
	return "error";
}

static void json(FILE *out, const struct fuzz *f, double wall)
{
	fprintf(out,
		"{\n  \"status\": \"%s\",\n  \"simulator\": \"%s\",\n  "
		"\"programs\": %" PRIu64 ",\n  \"instructions\": %" PRIu64
		",\n  \"cycles\": %" PRIu64 ",\n  \"checks\": %" PRIu64
		",\n  \"wall_seconds\": %.6f,\n  \"config\": ",
		status_word(f),
		f->second.who ? "none" : cosim_sim(&f->job)->name, f->programs,
		f->instructions, f->cycles, f->records, wall);
	json_config(out, &f->job.cfg);
	if (f->where[0]) {
		fprintf(out,
			",\n  \"failure\": { \"seed\": %" PRIu64
			", \"instructions\": %zu",
			f->options.seed, f->size);
		if (f->configs)
			fprintf(out, ", \"config_seed\": %" PRIu64,
				f->config_seed);
		json_key(out, "program", f->where);
		if (f->what)
			json_key(out, "check", f->what);
		if (f->insn)
			fprintf(out, ", \"insn\": %" PRIu32, f->insn);
		fputs(" }", out);
	}
	fputs("\n}\n", out);
}

static void summary(const struct fuzz *f, double wall)
{
	if (f->second.who) {
		fprintf(stderr,
			"%s: %" PRIu64 " programs, %" PRIu64
			" warp instructions, %" PRIu64
			" of threads, %d differences, %.1f s\n",
			status_word(f), f->programs, f->instructions,
			f->thread_instructions, f->status == HARNESS_MISMATCH,
			wall);
		return;
	}
	fprintf(stderr,
		"%s: %" PRIu64 " programs, %" PRIu64
		" warp instructions, %" PRIu64 " cycles, %" PRIu64
		" records checked, %d mismatches, %.1f s\n",
		status_word(f), f->programs, f->instructions, f->cycles,
		f->records, f->status == HARNESS_MISMATCH, wall);
}

int fuzz_result(const struct fuzz *f)
{
	double wall = fuzz_seconds(f);
	struct outfile file;

	summary(f, wall);
	if (f->json) {
		if (outfile_open(&file, f->json))
			return CMD_TOOL;
		json(file.stream, f, wall);
		if (outfile_keep(&file))
			return CMD_TOOL;
	}
	return f->status == HARNESS_DONE ? CMD_PASS : CMD_FAIL;
}
