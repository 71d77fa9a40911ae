/* lockstep.c - the OpenCL driver: devices that are cores in a simulator
 * SPDX-License-Identifier: Apache-2.0
 *
 * A device has the job of a cosim command (cli/cosim): its configuration, how
 * its memory behaves, and the path of its model, which cosim keeps in its
 * cache. A launch is a run of this job. Its program is the image of the launch,
 * so nothing is written to files.
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cl/icd/icd.h"
#include "cl/icd/lockstep.h"
#include "cli/cosim/cosim_job.h"
#include "cosim/explain/report.h"
#include "cosim/memory/mem.h"

enum { CYCLES = 1000000 };      /* most that an access may take */

struct lockstep {
	struct job job;
	char rtl[PATH_MAX];     /* an emitted tree; "": none */
	char model[PATH_MAX];   /* "": not built yet */
	struct diag dg;
};

/* --- entries of WARPWRIGHT_CL_DEVICES --------------------------------- */

static void put_console(void *context, uint8_t byte)
{
	(void)context;
	putchar(byte);
}

struct lockstep *lockstep_new(const char *simulator, size_t n)
{
	struct lockstep *s = calloc(1, sizeof *s);
	char name[ICD_NAME];

	snprintf(name, sizeof name, "%.*s", (int)n, simulator);
	if (!s)
		return NULL;
	s->job = cosim_job_start;
	s->job.sim = sim_find(name);
	s->job.strict = true;
	s->job.max_cycles = 0;
	s->job.console = put_console;
	if (s->job.sim)
		return s;
	fprintf(stderr, "warpwright: error: WARPWRIGHT_CL_DEVICES: '%s:' is "
		"neither golden: nor a simulator; there are", name);
	for (size_t i = 0; sim_at(i); i++)
		fprintf(stderr, " %s:", sim_at(i)->name);
	fputc('\n', stderr);
	free(s);
	return NULL;
}

void lockstep_free(struct lockstep *s)
{
	free(s);
}

/* The number behind NAME= in WORD, from LOW to HIGH. */
static bool number(const char *word, const char *name, uint64_t low,
		   uint64_t high, uint64_t *to, bool *good)
{
	size_t n = strlen(name);
	char *end;

	if (strncmp(word, name, n) || word[n] != '=')
		return false;
	*to = strtoull(word + n + 1, &end, 0);
	*good = !*end && end > word + n + 1 && word[n + 1] != '-' &&
		*to >= low && *to <= high;
	if (!*good)
		fprintf(stderr, "warpwright: error: WARPWRIGHT_CL_DEVICES: "
			"'%s' has no number between %" PRIu64 " and %" PRIu64
			"\n", word, low, high);
	return true;
}

static bool tree(struct lockstep *s, const char *word, bool *good)
{
	if (strncmp(word, "rtl=", 4))
		return false;
	*good = realpath(word + 4, s->rtl);
	if (*good)
		s->job.rtl = s->rtl;
	else
		fprintf(stderr, "warpwright: error: WARPWRIGHT_CL_DEVICES: "
			"'%s' is no directory\n", word);
	return true;
}

bool lockstep_takes(struct lockstep *s, const char *word, bool *good)
{
	struct job *job = &s->job;

	if (number(word, "mem-latency", 1, CYCLES, &job->latency, good) ||
	    number(word, "mem-bandwidth", 1, CYCLES, &job->bandwidth, good) ||
	    tree(s, word, good))
		return true;
	if (!number(word, "mem-random", 0, UINT32_MAX, &job->seed, good))
		return false;
	job->random = true;
	return true;
}

const char *lockstep_tree(const struct lockstep *s)
{
	return s->rtl[0] ? s->rtl : NULL;
}

const char *lockstep_name(const struct lockstep *s)
{
	return s->job.sim->name;
}

bool lockstep_configure(struct lockstep *s, const struct config *cfg)
{
	s->job.cfg = *cfg;
	/* Where the values come from is not known later. */
	memset(s->job.cfg.at, 0, sizeof s->job.cfg.at);
	if (!s->rtl[0])
		s->job.cfg.trace_retire = true;
	if (s->job.cfg.trace_retire)
		return true;
	fprintf(stderr, "%s/config.toml: error: the design has no trace "
		"ports; emit it with trace.retire=true\n", s->rtl);
	return false;
}

/* --- models ----------------------------------------------------------- */

static cl_int find_model(struct lockstep *s)
{
	int bad;

	diag_init(&s->dg, stderr);
	s->job.dg = &s->dg;
	bad = cosim_model(&s->job, BUILD_NO_WAVES, s->model);
	cosim_model_clean(&s->job);
	diag_free(&s->dg);
	if (!bad)
		return CL_SUCCESS;
	s->model[0] = '\0';
	return CL_DEVICE_NOT_AVAILABLE;
}

void lockstep_stop_when(struct lockstep *s, const volatile sig_atomic_t *flag)
{
	s->job.interrupt = flag;
}

cl_int lockstep_prepare(struct lockstep *s, uint32_t entry)
{
	struct config *cfg = &s->job.cfg;

	if (s->model[0] && cfg->reset_pc == entry)
		return CL_SUCCESS;
	if (s->rtl[0] && cfg->reset_pc != entry) {
		fprintf(stderr, "%s/config.toml: error: core.reset_pc is 0x%08"
			PRIx32 ", but programs start at 0x%08" PRIx32 "\n",
			s->rtl, cfg->reset_pc, entry);
		return CL_DEVICE_NOT_AVAILABLE;
	}
	cfg->reset_pc = entry;
	s->job.tree[0] = '\0';
	return find_model(s);
}

/* --- runs ------------------------------------------------------------- */

static struct report report_of(const struct lockstep *s)
{
	const struct job *job = &s->job;

	return (struct report){
		.out = stderr, .cosim = harness_cosim(job->harness),
		.golden = job->golden, .cores = job->cfg.cores,
		.warps = job->cfg.warps, .image = &job->image,
		.waves = true, .view = true
	};
}

/* What the run found as golden would say it. Differences between the core and
 * golden are told on stderr, in full. */
static enum golden_status outcome(const struct lockstep *s)
{
	const struct report r = report_of(s);

	switch (s->job.status) {
	case HARNESS_DONE: return GOLDEN_PASS;
	case HARNESS_FAULT: return GOLDEN_FAULT;
	case HARNESS_LIMIT: return GOLDEN_LIMIT;
	case HARNESS_DEADLOCK: return GOLDEN_DEADLOCK;
	case HARNESS_OVERFLOW: return GOLDEN_OVERFLOW;
	case HARNESS_MISMATCH:
		report_mismatch(&r, harness_mismatch(s->job.harness));
		break;
	case HARNESS_HANG:
		report_hang(&r, s->job.cycles);
		break;
	case HARNESS_INTERRUPTED: case HARNESS_RUNNING:
		break;
	}
	return GOLDEN_CALLED_OFF;
}

cl_int lockstep_run(struct lockstep *s, const struct elf_image *image,
		    double seconds, struct lockstep_end *end)
{
	struct job *job = &s->job;

	*end = (struct lockstep_end){ .status = GOLDEN_CALLED_OFF };
	job->image = *image;
	job->max_seconds = seconds;
	if (cosim_run(job, s->model))
		return CL_DEVICE_NOT_AVAILABLE;
	fflush(stdout);
	end->status = outcome(s);
	end->cycles = job->run_cycles;
	end->exit_code = harness_exit_code(job->harness);
	end->golden = job->golden;
	end->ram = harness_ram(job->harness);
	return CL_SUCCESS;
}

void lockstep_end(struct lockstep *s)
{
	cosim_run_clean(&s->job);
	s->job.image = (struct elf_image){ 0 };
}
