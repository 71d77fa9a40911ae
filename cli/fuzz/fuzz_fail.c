/* fuzz_fail.c - a failing random program: shrink it and report it
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/fuzz/fuzz_job.h"

#include <stdio.h>

#include "cli/cmd.h"

/* 1 if P fails in the same way as the original program; -1 on an interrupt or
 * when the time is over. */
static int fails_in_same_way(void *ctx, const struct fuzz_program *p)
{
	struct fuzz *f = ctx;
	const struct job *job = &f->job;

	if (fuzz_late(f) || fuzz_one_run(f, p) ||
	    job->status == HARNESS_INTERRUPTED)
		return -1;
	if (f->terminal)
		fprintf(stderr, "\rwarpwright: shrinking: %zu instructions  ",
			fuzz_size(p));
	return job->status == f->status &&
	       (f->status != HARNESS_MISMATCH ||
		harness_mismatch(job->harness)->check == f->check);
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
	int status = 0;

	job->cover = NULL;
	job->rtl_coverage = NULL;
	f->status = job->status;
	if (job->status == HARNESS_MISMATCH)
		f->check = harness_mismatch(job->harness)->check;
	/* A program that reaches the limit of cycles takes too long to
	 * shrink. */
	if (f->shrink && f->status != HARNESS_LIMIT) {
		job->max_cycles = 4 * job->cycles + 10000;
		fuzz_shrink(p, fails_in_same_way, f);
		fuzz_clear_line(f);
		status = fuzz_one_run(f, p);
	}
	if (!status) {
		note_mismatch(f);
		cosim_result(job);
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
