/* fuzz_ventus.c - random programs of Ventus: their launches and files
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
#include "fuzz/ventus/vt_program.h"
#include "golden/ventus/vt_launch.h"

enum {
	MOST_GROUPS = 3,        /* of a launch */
	ITEM_WORDS = 4,         /* of an item of vt_random.h, on average */
	LONGEST = 10000000      /* instructions of a launch, at most */
};

static const char metadata[] = ".metadata", data[] = ".data", list[] = ".lst";

bool fuzz_ventus(const struct fuzz *f)
{
	return f->job.cfg.dialect == CONFIG_dialect_ventus;
}

/* --- options ------------------------------------------------------------ */

/* The option of F that has no meaning for programs of Ventus, or NULL. */
static const char *unsuited(const struct fuzz *f)
{
	return f->has_weights ? "--weights" :
	       f->steer ? "--steer" :
	       f->second.who ? "--oracle" :
	       f->has_failing ? "--mem-fails" : NULL;
}

int fuzz_ventus_combine(const struct fuzz *f)
{
	const char *name = fuzz_ventus(f) ? unsuited(f) : NULL;

	return name ? options_bad(f->o, "%s is not for programs of Ventus",
				  name) : 0;
}

/* --- the program -------------------------------------------------------- */

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* The most warps that a work-group may have on the core of F. */
static uint32_t most_warps(const struct fuzz *f)
{
	const struct machine *m = &f->core;
	const uint32_t threads = m->threads;

	return least(least(m->warps, VT_RANDOM_WARPS),
		     least(VT_RANDOM_THREADS / threads,
			   m->smem_size / (threads * VT_RANDOM_LDS_BYTES)));
}

int fuzz_ventus_make(struct fuzz *f, struct fuzz_program **p)
{
	const struct vt_random r = {
		.seed = f->options.seed, .core = true,
		.vregs = f->core.vregs, .traps = true,
		.special = f->core.has_sfu, .no_floats = !f->core.fp,
		.length = (f->options.length + ITEM_WORDS - 1) / ITEM_WORDS
	};
	const uint32_t warps = most_warps(f);
	struct machine shape = f->core;
	struct rnd rnd;
	int bad;

	if (!warps) {
		fprintf(stderr, "warpwright fuzz: error: programs have %d "
			"bytes of local memory for each thread, but "
			"smem.size = %" PRIu32 "\n", VT_RANDOM_LDS_BYTES,
			f->core.smem_size);
		return CMD_REFUSED;
	}
	rnd_seed(&rnd, r.seed);
	shape.cores = 1 + rnd_below(&rnd, MOST_GROUPS);
	shape.warps = 1 + rnd_below(&rnd, warps);
	bad = vt_program_make(&r, &shape, p);
	if (bad == -2) {
		fprintf(stderr, "warpwright fuzz: error: the program has more "
			"than %d instructions; make programs shorter "
			"(--length)\n", VT_RANDOM_WORDS);
		return CMD_REFUSED;
	}
	return bad ? fuzz_no_memory() : 0;
}

/* --- the launch --------------------------------------------------------- */

/* The launch of P, whose buffers the caller frees; -1 without memory. */
static int take_launch(struct vt_launch *l, const struct fuzz_program *p)
{
	uint64_t n[VT_PROGRAM_NUMBERS];
	const uint64_t *table = n + VT_PROGRAM_HEAD;

	vt_program_numbers(p, n);
	*l = (struct vt_launch){
		.start_pc = n[0], .kernel = n[1],
		.groups = { n[2], n[3], n[4] }, .threads = n[5],
		.warps = n[6], .knl = n[7], .lds_bytes = n[8],
		.pds_bytes = n[9], .sgprs = n[10], .vgprs = n[11],
		.pds = n[12], .buffer_count = n[13]
	};
	l->buffers = calloc(l->buffer_count, sizeof *l->buffers);
	for (size_t i = 0; l->buffers && i < l->buffer_count; i++)
		l->buffers[i] = (struct vt_buffer){
			(uint32_t)table[i],
			(uint32_t)table[i + l->buffer_count],
			(uint32_t)table[i + 2 * l->buffer_count]
		};
	return l->buffers ? 0 : -1;
}

/* Writes the contents of the buffers of L, the launch of P, to M. */
static int take_data(struct vt *m, const struct vt_launch *l,
		     const struct fuzz_program *p)
{
	uint32_t *code = malloc(p->count * sizeof *code);
	const int words = code ? vt_program_words(p, code) : -1;

	for (int i = 0; i < words; i++)
		vt_store(m, l->buffers[0].addr + 4 * (uint32_t)i, 4, code[i]);
	for (uint32_t i = 0; i < l->buffers[1].bytes / 4; i++)
		vt_store(m, l->buffers[1].addr + 4 * i, 4, vt_program_data(i));
	free(code);
	return words < 0 || vt_short(m) ? -1 : 0;
}

int fuzz_ventus_place(struct fuzz *f, const struct fuzz_program *p)
{
	struct job *job = &f->job;
	struct cosim_ventus *v = &job->ventus;

	fuzz_ventus_clean(f);
	snprintf(f->name, sizeof f->name, "seed %" PRIu64, f->options.seed);
	v->path[0] = f->name;
	v->count = job->launches.count = 1;
	job->launches.cfg = &job->cfg;
	v->data[0] = vt_new();
	if (!v->data[0] || take_launch(&v->launch[0], p) ||
	    take_data(v->data[0], &v->launch[0], p))
		return fuzz_no_memory();
	return cosim_ventus_fit(job, 0);
}

void fuzz_ventus_clean(struct fuzz *f)
{
	if (!f->job.ventus.count)
		return;
	cosim_ventus_free(&f->job);
	f->job.launches.count = 0;
}

static int write_golden(void *to, uint32_t addr, const void *src, size_t n)
{
	return golden_write(to, addr, src, n);
}

/* Golden runs the launch of the job, for MOST instructions at most; COUNT
 * receives how many, and *END how it ended (ISA_LAUNCH_). Returns 1 if it has
 * ended, 0 if not, -1 without memory or on an interrupt. */
static int run_golden(const struct fuzz *f, uint64_t most, uint64_t *count,
		      uint32_t *end)
{
	const struct job *job = &f->job;
	struct golden_result r = { 0 };
	struct golden *g = NULL;
	bool ends = false;
	int bad = golden_new(&f->core, &g);

	if (!bad)
		bad = cosim_ventus_data(job, 0, write_golden, g);
	if (!bad)
		bad = golden_ring(g, 0, job->launches.list[0].word);
	if (!bad) {
		golden_stop_when(g, job->interrupt);
		golden_run(g, most, 0, NULL);
		ends = golden_done(g, 0, &r);
		*count = golden_total(g).instructions;
		*end = r.end;
	}
	golden_free(g);
	return bad || *job->interrupt ? -1 : ends;
}

int fuzz_ventus_ends(struct fuzz *f, const struct fuzz_program *p)
{
	uint64_t count;
	uint32_t end = 0;
	int ends = fuzz_ventus_place(f, p) ? -1 :
		   run_golden(f, f->most, &count, &end);

	return ends > 0 ? end == f->end : ends;
}

void fuzz_ventus_limit(struct fuzz *f, const struct fuzz_program *p)
{
	uint64_t count = 0;

	f->end = ISA_LAUNCH_COMPLETE;
	if (!fuzz_ventus_place(f, p))
		run_golden(f, LONGEST, &count, &f->end);
	f->most = 2 * count;
}

/* --- files -------------------------------------------------------------- */

int fuzz_ventus_list(FILE *out, const struct fuzz_program *p, const char *head)
{
	const struct machine *m = &p->machine;

	fuzz_comment(out, head);
	fprintf(out, "# %" PRIu32 " work-group%s of %" PRIu32 " warp%s of %"
		PRIu32 " threads\n", m->cores, m->cores > 1 ? "s" : "",
		m->warps, m->warps > 1 ? "s" : "", m->threads);
	return vt_program_list(out, p) ? fuzz_no_memory() : 0;
}

static int open_as(const struct fuzz *f, const char *end, char *path,
		   struct outfile *file)
{
	const size_t stem = strlen(f->where) - (sizeof metadata - 1);

	snprintf(path, PATH_MAX, "%.*s%s", (int)stem, f->where, end);
	return outfile_open(file, path) ? CMD_TOOL : 0;
}

int fuzz_ventus_write(struct fuzz *f, const struct fuzz_program *p,
		      const char *head)
{
	/* The one without which there is no launch comes last. */
	static const char *const ends[] = { list, data, metadata };
	char path[3][PATH_MAX];
	struct outfile file[3] = { { .path = NULL } };
	int status = 0;

	for (int i = 0; i < 3 && !status; i++)
		status = open_as(f, ends[i], path[i], &file[i]);
	if (!status)
		status = fuzz_ventus_list(file[0].stream, p, head);
	if (!status && vt_program_contents(file[1].stream, p))
		status = fuzz_no_memory();
	if (!status)
		vt_program_metadata(file[2].stream, p);
	for (int i = 0; i < 3; i++) {
		if (!status && outfile_keep(&file[i]))
			status = CMD_TOOL;
		if (status)
			outfile_drop(&file[i]);
	}
	return status;
}
