/* cosim_waves.c - waves of a run, and how GTKWave is to show them
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/cosim_job.h"
#include "cosim/gtkw.h"

enum { BEFORE = 200, MARGIN = 60, WHY = 512 };

uint64_t cosim_waves_window(const struct job *job)
{
	return job->has_window ? job->waves_window : BEFORE;
}

/* The first cycle to dump, counted from the beginning of reset. */
static uint64_t first_cycle(const struct job *job)
{
	uint64_t last = job->cycles + HARNESS_RESET_CYCLES;
	uint64_t window = cosim_waves_window(job);

	if (!job->has_window && job->status != HARNESS_MISMATCH)
		return 0;
	return last > window ? last - window : 0;
}

/* --- the dump --------------------------------------------------------- */

/* From the last snapshot before it, else from the beginning. */
static int dump(struct job *job, const char *model,
		const struct sim_waves *waves)
{
	struct snapshot_order order = {
		.from = waves->from, .until = job->cycles
	};
	int64_t cycle = -1;

	snprintf(order.path, sizeof order.path, "%s", waves->path);
	if (job->snapshots)
		cycle = snapshots_replay(job->snapshots, &order);
	if (cycle == -1)
		return cosim_rerun(job, model, waves);
	if (cycle < 0) {
		fprintf(stderr, "warpwright: error: the waves cannot be "
			"written\n");
		return CMD_TOOL;
	}
	if (job->verbose)
		fprintf(stderr, "warpwright: waves from the snapshot of cycle "
			"%lld on\n", (long long)cycle - HARNESS_RESET_CYCLES);
	return 0;
}

/* --- the save file ---------------------------------------------------- */

static uint64_t time_of(uint64_t cycle)
{
	return (cycle + HARNESS_RESET_CYCLES) * GTKW_CYCLE;
}

/* The mismatch, or the end; and the issue of the instruction. */
static struct gtkw marks(const struct job *job, const char *file)
{
	const struct cosim_mismatch *m =
		job->status == HARNESS_MISMATCH ?
		harness_mismatch(job->harness) : NULL;
	uint64_t cycle = m ? m->cycle : job->cycles;
	struct gtkw g = {
		.file = file, .prefix = job->cfg.prefix,
		.start = time_of(cycle > MARGIN ? cycle - MARGIN : 0),
		.marker = time_of(cycle), .cause = UINT64_MAX
	};

	if (m && m->issued)
		g.cause = time_of(m->issue_cycle);
	return g;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* FILE.gtkw for FILE.fst. */
static bool save_path(const struct job *job, char *path)
{
	int n = snprintf(path, PATH_MAX, "%.*s.gtkw",
			 (int)strlen(job->waves) - 4, job->waves);

	return n >= 0 && n < PATH_MAX;
}

static int save_file(struct job *job, const char *waves)
{
	struct gtkw g = marks(job, base_name(job->waves));
	char why[WHY];
	struct outfile f;
	struct dump d;
	int bad;

	if (!save_path(job, job->gtkw))
		return 0;
	if (dump_read(waves, &d, why, sizeof why)) {
		fprintf(stderr, "warpwright: warning: no save file for "
			"GTKWave: %s\n", why);
		job->gtkw[0] = '\0';
		return 0;
	}
	bad = outfile_open(&f, job->gtkw);
	if (!bad) {
		gtkw_write(f.stream, &g, &d);
		bad = outfile_keep(&f);
	}
	dump_free(&d);
	return bad ? CMD_TOOL : 0;
}

/* What is no regular file cannot be read again. */
int cosim_run_waves(struct job *job, const char *model)
{
	struct outfile f;
	struct sim_waves waves = {
		f.temp, cosim_wave_kind(job->waves), first_cycle(job)
	};
	int status;

	if (outfile_place(&f, job->waves))
		return CMD_TOOL;
	status = dump(job, model, &waves);
	if (!status && !f.direct)
		status = save_file(job, f.temp);
	if (!status && outfile_keep(&f))
		status = CMD_TOOL;
	if (status)
		outfile_drop(&f);
	job->waves_written = !status;
	return status;
}
