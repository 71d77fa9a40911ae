/* cosim_waves.c - waves of a run, and their save files for GTKWave
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>

#include "cosim/explain/gtkw.h"
#include "session/cmd_status.h"
#include "session/cosim/cosim_job.h"

enum {
	BEFORE = 200,           /* cycles shown before the end */
	LEAD = 20,              /* cycles shown before a cause */
	CAUSE_BEFORE = 100, CAUSE_AFTER = 50,   /* around a cause of long ago */
	MARGIN = 60,            /* from the left edge to the marker */
	WHY = 512
};

/* One file of waves. */
struct picture {
	const char *path;
	uint64_t from, until;   /* from: reset included; until: since reset */
	struct gtkw marks;
	/* receives the path of its save file, PATH_MAX bytes */
	char *save;
};

/* --- which cycles ------------------------------------------------------ */

static const struct cosim_mismatch *mismatch(const struct job *job)
{
	return job->status == HARNESS_MISMATCH ?
	       harness_mismatch(job->harness) : NULL;
}

/* Converts CYCLE since reset to a cycle that includes reset. */
static uint64_t with_reset(uint64_t cycle)
{
	return cycle + COSIM_RESET_CYCLES;
}

static uint64_t subtract_to_zero(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/* Moves FROM back so that the waves show CYCLE, unless that needs more than
 * COSIM_REACH cycles. */
static uint64_t extend_back(const struct job *job, uint64_t from,
			    uint64_t cycle)
{
	uint64_t begin = subtract_to_zero(with_reset(cycle), LEAD);

	return begin < from && begin + COSIM_REACH >= with_reset(job->cycles) ?
	       begin : from;
}

/* The first cycle to dump. */
static uint64_t first_cycle(const struct job *job,
			    const struct cosim_cause *causes, uint32_t count)
{
	uint64_t window = job->has_window ? job->waves_window : BEFORE;
	const struct cosim_mismatch *m = mismatch(job);
	uint64_t from = subtract_to_zero(with_reset(job->cycles), window);

	if (job->has_window)
		return from;
	if (!m)
		return 0;
	if (m->issued)
		from = extend_back(job, from, m->issue_cycle);
	for (uint32_t i = 0; i < count; i++)
		from = extend_back(job, from, causes[i].first);
	return from;
}

/* --- the dump --------------------------------------------------------- */

/* Writes the waves of P to PATH: from the last snapshot before them, else by a
 * run from reset. */
static int dump(struct job *job, const char *model, const struct picture *p,
		char *path)
{
	struct snapshot_order order = { .from = p->from, .until = p->until };
	struct sim_waves waves = { path, cosim_wave_kind(p->path), p->from };
	int64_t cycle = -1;

	snprintf(order.path, sizeof order.path, "%s", path);
	if (job->snapshots)
		cycle = snapshots_replay(job->snapshots, &order);
	if (cycle == -1)
		return cosim_rerun(job, model, &waves, p->until);
	if (cycle < 0) {
		fprintf(stderr, "warpwright: error: the waves cannot be "
			"written\n");
		return CMD_TOOL;
	}
	if (job->verbose)
		fprintf(stderr, "warpwright: waves from the snapshot of cycle "
			"%lld on\n", (long long)cycle - COSIM_RESET_CYCLES);
	return 0;
}

/* --- the save file ---------------------------------------------------- */

static uint64_t time_of(uint64_t cycle)
{
	return with_reset(cycle) * GTKW_CYCLE;
}

/* A save file with the marker on CYCLE. */
static struct gtkw marked(const struct job *job, uint64_t cycle)
{
	return (struct gtkw){
		.prefix = job->cfg.prefix,
		.start = time_of(subtract_to_zero(cycle, MARGIN)),
		.marker = time_of(cycle), .named = { UINT64_MAX, UINT64_MAX }
	};
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* FILE.gtkw for FILE.fst. */
static bool save_path(const char *waves, char *path)
{
	int n = snprintf(path, PATH_MAX, "%.*s.gtkw", (int)strlen(waves) - 4,
			 waves);

	return n >= 0 && n < PATH_MAX;
}

/* Writes the save file of the dump, whose temporary path is WRITTEN. */
static int save_file(const struct picture *p, const char *written)
{
	struct gtkw g = p->marks;
	char why[WHY];
	struct outfile f;
	struct dump d;
	int bad;

	g.file = base_name(p->path);
	if (!save_path(p->path, p->save))
		return 0;
	if (dump_read(written, &d, why, sizeof why)) {
		fprintf(stderr, "warpwright: warning: no save file for "
			"GTKWave: %s\n", why);
		p->save[0] = '\0';
		return 0;
	}
	bad = outfile_open(&f, p->save);
	if (!bad) {
		gtkw_write(f.stream, &g, &d);
		bad = outfile_keep(&f);
	}
	dump_free(&d);
	return bad ? CMD_TOOL : 0;
}

/* --- files of waves ---------------------------------------------------- */

/* Writes a file of waves and its save file; a pipe, which cannot be read again,
 * gets no save file. */
static int write_waves(struct job *job, const char *model,
		       const struct picture *p)
{
	struct outfile f;
	int status;

	if (outfile_place(&f, p->path))
		return CMD_TOOL;
	status = dump(job, model, p, f.temp);
	if (!status && !f.direct)
		status = save_file(p, f.temp);
	if (!status && outfile_keep(&f))
		status = CMD_TOOL;
	if (status)
		outfile_drop(&f);
	return status;
}

/* Writes the waves of the end. Marker A is the issue of the mismatched
 * instruction, B the write of its likeliest cause. */
static int write_end(struct job *job, const char *model, uint64_t from,
		     const struct cosim_cause *causes, uint32_t count)
{
	const struct cosim_mismatch *m = mismatch(job);
	struct picture p = {
		job->waves, from, job->cycles,
		marked(job, m ? m->cycle : job->cycles), job->gtkw
	};
	int status;

	if (m && m->issued && with_reset(m->issue_cycle) >= from)
		p.marks.named[0] = time_of(m->issue_cycle);
	if (count && with_reset(causes->first) >= from)
		p.marks.named[1] = time_of(causes->last);
	status = write_waves(job, model, &p);
	job->waves_written = !status;
	return status;
}

/* FILE-cause.fst for FILE.fst. */
static bool cause_path(struct job *job)
{
	int stem = (int)strlen(job->waves) - 4;
	int n = snprintf(job->cause_waves, PATH_MAX, "%.*s-cause%s", stem,
			 job->waves, job->waves + stem);

	return n >= 0 && n < PATH_MAX;
}

/* Writes the waves of CAUSE: the marker is on its write, A on its issue. */
static int write_cause(struct job *job, const char *model,
		       const struct cosim_cause *cause)
{
	struct picture p = {
		job->cause_waves,
		with_reset(subtract_to_zero(cause->first, CAUSE_BEFORE)),
		cause->last + CAUSE_AFTER, marked(job, cause->last),
		job->cause_gtkw
	};
	int status;

	if (!cause_path(job)) {
		job->cause_waves[0] = '\0';
		return 0;
	}
	if (!cause->memory)
		p.marks.named[0] = time_of(cause->first);
	status = write_waves(job, model, &p);
	job->cause = *cause;
	if (status)
		job->cause_waves[0] = '\0';
	return status;
}

/* Writes the waves of the end; then those of the likeliest cause that is older
 * than these. */
int cosim_run_waves(struct job *job, const char *model)
{
	struct cosim_cause causes[COSIM_CAUSES];
	const struct cosim_mismatch *m = mismatch(job);
	uint32_t count = m ? cosim_causes(harness_cosim(job->harness), m,
					  causes) : 0;
	uint64_t from = first_cycle(job, causes, count);
	int status = write_end(job, model, from, causes, count);

	for (uint32_t i = 0; !status && i < count; i++)
		if (with_reset(causes[i].first) < from)
			return write_cause(job, model, &causes[i]);
	return status;
}
