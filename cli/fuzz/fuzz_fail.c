/* fuzz_fail.c - a failing random program: shrink it and report it
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/fuzz/fuzz_job.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/cosim/cosim_command.h"

enum {
	/* Timings that tell how much a failure depends on them, and under which
	 * candidates are tried if at most half of these fail. */
	TIMINGS = 4,
	/* most cycles of a run for which other timings are worth their time */
	SHORT_RUN = 20000
};

/* The same with the timing as it is. A program of Ventus must end on golden,
 * with a trap only if the whole one traps. */
static int fails_now(struct fuzz *f, const struct fuzz_program *p)
{
	const struct job *job = &f->job;
	int ends = 1;

	if (fuzz_late(f))
		return -1;
	if (fuzz_ventus(f))
		ends = fuzz_ventus_ends(f, p);
	if (ends <= 0)
		return ends;
	if (fuzz_one_run(f, p) || job->status == HARNESS_INTERRUPTED)
		return -1;
	return job->status == f->status &&
	       (f->status != HARNESS_MISMATCH ||
		harness_mismatch(job->harness)->check == f->check);
}

/* 1 if P fails in the same way as the original program, under the timing of the
 * last one that did or under another, which then stays; -1 on an interrupt or
 * when the time is over. */
static int fails_in_same_way(void *ctx, const struct fuzz_program *p)
{
	struct fuzz *f = ctx;
	uint64_t timing = f->timing;
	int answer = fails_now(f, p);

	for (uint32_t i = 1; i < f->timings && answer == 0; i++) {
		f->timing = fuzz_one_timing(f, p) + 1;
		answer = fails_now(f, p);
	}
	if (answer <= 0)
		f->timing = timing;
	if (f->terminal)
		fprintf(stderr, "\rwarpwright: shrinking: %zu instructions  ",
			fuzz_size(p));
	return answer;
}

/* Shrinks P under its own timing. If it then fails under few others, and its
 * runs are short, tries more timings for what is left. */
static void shrink(struct fuzz *f, struct fuzz_program *p)
{
	uint32_t failed = 0;
	uint64_t timing;

	f->timings = 1;
	fuzz_shrink(p, fails_in_same_way, f);
	timing = f->timing;
	for (uint32_t i = 1; i <= TIMINGS; i++) {
		f->timing = fuzz_one_timing(f, p) + 1;
		failed += fails_now(f, p) > 0;
	}
	f->timing = timing;
	if (f->fixed || failed > TIMINGS / 2 || f->job.cycles > SHORT_RUN)
		return;
	f->timings = TIMINGS;
	fuzz_shrink(p, fails_in_same_way, f);
}

/* The same for --oracle, without RTL. */
static int differs_in_same_way(void *ctx, const struct fuzz_program *p)
{
	struct fuzz *f = ctx;

	if (fuzz_late(f) || *f->job.interrupt ||
	    second_run(&f->second, &f->job.cfg, p))
		return -1;
	return f->second.result.what == f->check;
}

static void note_mismatch(struct fuzz *f)
{
	const struct cosim_mismatch *m = NULL;

	if (f->status == HARNESS_MISMATCH)
		m = harness_mismatch(f->job.harness);
	if (m) {
		f->what = m->name;
		f->insn = m->has_insn ? m->insn : 0;
	}
}

/* P has failed: shrinks it, reports it and writes it to a file. */
int fuzz_fail(struct fuzz *f, struct fuzz_program *p)
{
	struct job *job = &f->job;
	char name[32];          /* for messages */
	int status = 0;

	job->cover = NULL;
	job->rtl_coverage = NULL;
	f->status = job->status;
	if (job->status == HARNESS_MISMATCH)
		f->check = harness_mismatch(job->harness)->check;
	/* A program that reaches the limit of cycles takes too long to
	 * shrink. */
	if (f->shrink && f->status != HARNESS_LIMIT) {
		if (fuzz_ventus(f))
			fuzz_ventus_limit(f, p);
		job->max_cycles = 2 * job->cycles + 2000;
		shrink(f, p);
		fuzz_clear_line(f);
		status = fuzz_one_run(f, p);
	}
	if (!status) {
		snprintf(name, sizeof name, "seed %" PRIu64, f->options.seed);
		note_mismatch(f);
		job->program = name;
		cosim_result(job);
		job->program = NULL;
	}
	return status ? status : fuzz_write_failure(f, p);
}

/* The two models differ on P: shrinks it, reports it and writes it to a
 * file. */
int fuzz_fail_differs(struct fuzz *f, struct fuzz_program *p)
{
	const struct compare_result *r = &f->second.result;
	int status;

	f->status = HARNESS_MISMATCH;
	f->check = r->what;
	f->what = compare_name(r->what);
	if (f->shrink) {
		f->second.most = 4 * r->instructions + 10000;
		fuzz_shrink(p, differs_in_same_way, f);
		fuzz_clear_line(f);
	}
	status = second_run(&f->second, &f->job.cfg, p);
	if (status)
		return status;
	fprintf(stderr, "difference: %s\n  %s\nrepeat: %s\n",
		compare_name(r->what), r->text, f->job.command);
	return fuzz_write_failure(f, p);
}
