/* fuzz_one.c - generate and run one random program
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/fuzz/fuzz_job.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rnd.h"
#include "cli/cmd.h"

/* A range that fails in mid-run has 4 << 0 to 4 << FAILING_SIZES - 1 bytes and
 * begins to fail FAILING_FROM << 0 to FAILING_FROM << FAILING_TIMES cycles
 * after reset. */
enum { FAILING_SIZES = 11, FAILING_FROM = 256, FAILING_TIMES = 7 };

int fuzz_one_make(struct fuzz *f, struct fuzz_program **p)
{
	uint32_t needed = 0;
	int bad;

	if (fuzz_ventus(f))
		return fuzz_ventus_make(f, p);
	f->options.late_errors = f->job.cfg.l2_size != 0;
	bad = fuzz_generate(&f->options, &f->machine, p, &needed);
	if (bad == -2) {
		fprintf(stderr,
			"warpwright fuzz: error: the program needs %" PRIu32
			" bytes from core.reset_pc on, RAM has %" PRIu32
			" there%s; give it more (mem.ram_size), or make "
			"programs shorter (--length)\n",
			needed, fuzz_room(&f->machine), f->machine.const_size ?
			" before constant memory" : "");
		return CMD_REFUSED;
	}
	return bad ? fuzz_no_memory() : 0;
}

static int by_address(const void *a, const void *b)
{
	const struct elf_symbol *x = a, *y = b;

	return (x->addr > y->addr) - (x->addr < y->addr);
}

/* Takes the labels of P as symbols for the report. */
static int name_symbols(struct elf_image *image, const struct fuzz_program *p)
{
	size_t n = 0;

	for (size_t i = 0; i < p->count; i++)
		n += p->items[i].name != NULL;
	image->symbols = calloc(n + 1, sizeof *image->symbols);
	for (size_t i = 0; image->symbols && i < p->count; i++) {
		struct elf_symbol *s = &image->symbols[image->symbol_count];

		if (!p->items[i].name)
			continue;
		s->addr = fuzz_address(p, i);
		s->name = strdup(p->items[i].name);
		if (!s->name)
			return -1;
		image->symbol_count++;
	}
	if (image->symbols)
		qsort(image->symbols, image->symbol_count,
		      sizeof *image->symbols, by_address);
	return image->symbols ? 0 : -1;
}

static int place_parts(struct elf_image *image, const struct fuzz_program *p)
{
	struct fuzz_part part[FUZZ_SECTIONS];
	int n = fuzz_place(p, image->ram, part);

	image->parts = n < 0 ? NULL : malloc((size_t)n * sizeof *image->parts);
	if (!image->parts)
		return -1;
	image->part_count = (size_t)n;
	for (int i = 0; i < n; i++)
		image->parts[i] = (struct elf_part){ part[i].addr,
						     part[i].bytes };
	image->lowest = part[0].addr;
	image->highest = part[0].addr + part[0].bytes;
	return 0;
}

static int place(struct elf_image *image, const struct fuzz_program *p)
{
	const struct machine *m = &p->machine;

	*image = (struct elf_image){
		.entry = m->reset_pc, .ram_base = m->ram_base,
		.ram_size = m->ram_size,
		.ram = calloc(m->ram_size, 1)
	};
	if (!image->ram || name_symbols(image, p) || place_parts(image, p))
		return fuzz_no_memory();
	return 0;
}

/* Draws the seed and the rate of stalls at the congestors, if the core has any:
 * from 2 to 75 per cent of the cycles; for one of eight programs none. */
static void draw_stalls(struct job *job, uint64_t seed)
{
	static const uint32_t percent[] = { 2, 10, 20, 30, 45, 60, 75, 0 };
	uint64_t z = (seed + 1) * UINT64_C(0x9e3779b97f4a7c15);

	job->congest = (struct harness_congest){ 0 };
	if (!job->cfg.congest)
		return;
	job->congest.seed = (uint32_t)(z >> 32);
	job->congest.percent = percent[z >> 29 & 7];
}

uint64_t fuzz_one_timing(const struct fuzz *f, const struct fuzz_program *p)
{
	return f->timing ? f->timing : p->options.seed;
}

static bool one_of(struct rnd *r, uint32_t n)
{
	return rnd_below(r, n) == 0;
}

bool fuzz_one_fails(const struct fuzz *f, const struct fuzz_program *p)
{
	struct rnd r;

	rnd_seed(&r, p->options.seed);
	return f->failing && !fuzz_ventus(f) &&
	       one_of(&r, (uint32_t)f->failing);
}

/* A place that P uses: mostly its data, else other data, code or the
 * console. */
static uint32_t draw_place(struct rnd *r, const struct fuzz_program *p)
{
	uint32_t from = p->data, bytes = p->end - p->data;

	switch (rnd_below(r, 8)) {
	case 0:
		from = p->section[rnd_below(r, p->sections)];
		bytes = FUZZ_FAILING;
		break;
	case 1:
		from = p->far.bytes ? p->far.addr : from;
		bytes = p->far.bytes ? p->far.bytes : bytes;
		break;
	case 2:
		if (one_of(r, 2))
			return MEM_CONSOLE;
		break;
	}
	return from + rnd_below(r, bytes / 4) * 4;
}

/* The range of memory that P uses and that begins to fail in mid-run. It has
 * up to several lines, so all banks and channels of a second-level cache may
 * have a part. */
struct mem_range fuzz_one_failing(const struct fuzz_program *p)
{
	const struct machine *m = &p->machine;
	uint32_t end = m->ram_base + m->ram_size;
	struct mem_range f = { 0 };
	struct rnd r;

	rnd_seed(&r, ~p->options.seed);
	f.addr = draw_place(&r, p);
	f.bytes = 4u << rnd_below(&r, FAILING_SIZES);
	if (f.addr < end && f.bytes > end - f.addr)
		f.bytes = end - f.addr;
	f.since = (uint64_t)FAILING_FROM << rnd_below(&r, FAILING_TIMES);
	f.since += rnd_below(&r, (uint32_t)f.since);
	f.spare_reads = one_of(&r, 4);
	f.spare_writes = !f.spare_reads && one_of(&r, 4);
	return f;
}

/* Sets the ranges of memory that fail while P runs. */
static void set_errors(struct fuzz *f, const struct fuzz_program *p)
{
	struct job *job = &f->job;

	job->error_count = p->fails;
	job->errors[0] = (struct mem_range){ .addr = p->failing,
					     .bytes = FUZZ_FAILING };
	if (fuzz_one_fails(f, p))
		job->errors[job->error_count++] = fuzz_one_failing(p);
}

/* Runs P; sets the result in the job. */
int fuzz_one_run(struct fuzz *f, const struct fuzz_program *p)
{
	struct job *job = &f->job;
	int status;

	cosim_run_clean(job);
	elf_free(&job->image);
	job->image = (struct elf_image){ 0 };
	job->random = !f->fixed;
	job->seed = fuzz_one_timing(f, p);
	set_errors(f, p);
	draw_stalls(job, job->seed);
	if (fuzz_ventus(f)) {
		status = fuzz_ventus_place(f, p);
		return status ? status : cosim_run(job, f->model);
	}
	if (job->cfg.dispatch)
		fuzz_launch_draw(&job->launches, &f->core, p,
				 job->cfg.host != CONFIG_host_none);
	status = place(&job->image, p);
	return status ? status : cosim_run(job, f->model);
}

bool fuzz_one_passed(const struct job *job)
{
	return job->status == HARNESS_DONE || job->status == HARNESS_FAULT;
}

int fuzz_one_compare(struct fuzz *f, const struct fuzz_program *p)
{
	const struct compare_result *r = &f->second.result;
	int status = second_run(&f->second, &f->job.cfg, p);

	if (status)
		return status;
	f->programs++;
	f->instructions += r->instructions;
	f->thread_instructions += r->thread_instructions;
	if (r->what == COMPARE_SAME && *f->job.interrupt)
		f->status = HARNESS_INTERRUPTED;
	return 0;
}
