/* cosim_waves.c - waves of a run, and how GTKWave is to show them
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/cosim/cosim_job.h"
#include "cosim/explain/gtkw.h"

enum {
	BEFORE = 200,           /* cycles that are shown before the end, */
	LEAD = 20,              /* with so many before a cause */
	CAUSE_BEFORE = 100, CAUSE_AFTER = 50,   /* around one far back */
	MARGIN = 60,            /* from the left edge to the marker */
	WHY = 512
};

/* One file of waves. */
struct picture {
	const char *path;
	uint64_t from, until;   /* cycles; reset included, since reset */
	struct gtkw marks;
	/* PATH_MAX bytes for the path of its save file */
	char *save;
};

/* --- which cycles ------------------------------------------------------ */

static const struct cosim_mismatch *mismatch(const struct job *job)
{
	return job->status == HARNESS_MISMATCH ?
	       harness_mismatch(job->harness) : NULL;
}

/* Of CYCLE since reset, from the beginning of reset. */
static uint64_t with_reset(uint64_t cycle)
{
	return cycle + HARNESS_RESET_CYCLES;
}

static uint64_t less(uint64_t a, uint64_t b)
{
	return a > b ? a - b : 0;
}

/* Earlier than FROM, if that shows CYCLE and is not too far. */
static uint64_t reach(const struct job *job, uint64_t from, uint64_t cycle)
{
	uint64_t begin = less(with_reset(cycle), LEAD);

	return begin < from && begin + COSIM_REACH >= with_reset(job->cycles) ?
	       begin : from;
}

/* The first cycle to dump. */
static uint64_t first_cycle(const struct job *job,
			    const struct cosim_cause *causes, uint32_t count)
{
	uint64_t window = job->has_window ? job->waves_window : BEFORE;
	const struct cosim_mismatch *m = mismatch(job);
	uint64_t from = less(with_reset(job->cycles), window);

	if (job->has_window)
		return from;
	if (!m)
		return 0;
	if (m->issued)
		from = reach(job, from, m->issue_cycle);
	for (uint32_t i = 0; i < count; i++)
		from = reach(job, from, causes[i].first);
	return from;
}

/* --- the dump --------------------------------------------------------- */

/* From the last snapshot before it, else from the beginning. */
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
			"%lld on\n", (long long)cycle - HARNESS_RESET_CYCLES);
	return 0;
}

/* --- the save file ---------------------------------------------------- */

static uint64_t time_of(uint64_t cycle)
{
	return with_reset(cycle) * GTKW_CYCLE;
}

/* The marker on CYCLE. */
static struct gtkw marked(const struct job *job, uint64_t cycle)
{
	return (struct gtkw){
		.prefix = job->cfg.prefix,
		.start = time_of(less(cycle, MARGIN)),
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

/* For the dump, which still has the name WRITTEN. */
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

/* What is no regular file cannot be read again. */
static int take(struct job *job, const char *model, const struct picture *p)
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

/* A is the issue of the instruction, B what its likeliest cause has written. */
static int take_end(struct job *job, const char *model, uint64_t from,
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
	status = take(job, model, &p);
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

/* The marker is on the write, A on the issue. */
static int take_cause(struct job *job, const char *model,
		      const struct cosim_cause *cause)
{
	struct picture p = {
		job->cause_waves, with_reset(less(cause->first, CAUSE_BEFORE)),
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
	status = take(job, model, &p);
	job->cause = *cause;
	if (status)
		job->cause_waves[0] = '\0';
	return status;
}

/* The likeliest cause that is older than the waves has its own. */
int cosim_run_waves(struct job *job, const char *model)
{
	struct cosim_cause causes[COSIM_CAUSES];
	const struct cosim_mismatch *m = mismatch(job);
	uint32_t count = m ? cosim_causes(harness_cosim(job->harness), m,
					  causes) : 0;
	uint64_t from = first_cycle(job, causes, count);
	int status = take_end(job, model, from, causes, count);

	for (uint32_t i = 0; !status && i < count; i++)
		if (with_reset(causes[i].first) < from)
			return take_cause(job, model, &causes[i]);
	return status;
}
