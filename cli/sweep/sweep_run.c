/* sweep_run.c - synthesize and run the cores of a sweep
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each run is a call of warpwright synth or cosim, as in a regression. The id
 * of a run is the digest of all its inputs: its words, the configuration, the
 * program, this executable, the templates, the parts of the simulator, the
 * versions of the tools. So a run with a result is never repeated, and a result
 * is never stale.
 */
#define _XOPEN_SOURCE 700
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/file.h"
#include "base/proc.h"
#include "base/tool.h"
#include "cli/cmd.h"
#include "cli/sweep/sweep.h"
#include "cosim/build/build.h"
#include "fpga/record.h"
#include "session/interrupt.h"

enum { WORDS = 64 };

static const char *const status_names[] = {
	[SWEEP_WAITING] = "waiting", [SWEEP_OK] = "ok",
	[SWEEP_REFUSED] = "refused",
	[SWEEP_UNFIT] = "does not fit", [SWEEP_FAILED] = "failed",
	[SWEEP_BROKEN] = "broken"
};

const char *sweep_status_name(enum sweep_status status)
{
	return status_names[status];
}

static int error(const char *what, const char *name)
{
	fprintf(stderr, "warpwright sweep: error: cannot %s '%s': %s\n", what,
		name, file_strerror(errno));
	return CMD_TOOL;
}

/* --- digests of inputs ---------------------------------------------------- */

static int add_file(struct digest *d, const char *path)
{
	return digest_add_file(d, path) ? error("read", path) : 0;
}

static int visible(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* Adds the files of DIR and its subdirectories to D. */
static int add_directory(struct sweep *s, struct digest *d, const char *dir)
{
	struct dirent **entries;
	int n = scandir(dir, &entries, visible, alphasort), status = 0;

	if (n < 0)
		return error("read", dir);
	for (int i = 0; i < n; i++) {
		const char *path = arena_format(&s->dg->arena, "%s/%s", dir,
						entries[i]->d_name);
		struct stat st;

		digest_add_string(d, entries[i]->d_name);
		if (!status && !stat(path, &st) && S_ISDIR(st.st_mode))
			status = add_directory(s, d, path);
		else if (!status)
			status = add_file(d, path);
		free(entries[i]);
	}
	free(entries);
	return status;
}

/* Adds a directory of the data directory to D. */
static int add_data(struct sweep *s, struct digest *d, const char *name)
{
	return add_directory(s, d,
			     arena_format(&s->dg->arena, "%s/%s", gen_datadir(),
					  name));
}

static void add_tool(struct digest *d, const char *cache, const char *variable,
		     const char *name, const char *option)
{
	char version[TOOL_VERSION];

	tool_find_version(cache, variable, &name, option, version);
	digest_add_string(d, version);
}

/* Adds the inputs of all runs to D. */
static int common_digest(struct sweep *s, struct digest *d)
{
	char cache[PATH_MAX], why[512];
	int status;

	digest_start(d);
	if (build_cache_dir(cache, sizeof cache, why, sizeof why)) {
		fprintf(stderr, "warpwright sweep: error: %s\n", why);
		return CMD_TOOL;
	}
	add_tool(d, cache, "YOSYS", "yosys", "-V");
	add_tool(d, cache, "NEXTPNR_ICE40", "nextpnr-ice40", "--version");
	status = add_file(d, s->regress.program);
	if (!status)
		status = add_data(s, d, "rtl-templates");
	return status ? status : add_data(s, d, "cosim");
}

static void name_run(const struct digest *common, const struct sweep_point *p,
		     char **words, size_t count, const struct digest *program,
		     char id[REGRESS_ID])
{
	struct tpl_out toml = { NULL, 0, 0 };
	char text[DIGEST_TEXT];
	struct digest d = program ? *program : *common;

	config_write_toml(&p->cfg, &toml);
	digest_add_string(&d, toml.text);
	tpl_out_free(&toml);
	for (size_t i = 0; i < count; i++)
		digest_add_string(&d, words[i]);
	digest_text(&d, text);
	snprintf(id, REGRESS_ID, "%.16s", text);
}

/* --- the runs ----------------------------------------------------------- */

struct words {
	struct sweep *s;
	char **all;
	size_t count;
};

static void add(struct words *w, const char *word)
{
	w->all[w->count++] = arena_copy(&w->s->dg->arena, word, strlen(word));
}

static void add_number(struct words *w, const char *option, uint64_t number)
{
	add(w, option);
	w->all[w->count++] = arena_format(&w->s->dg->arena, "%llu",
					  (unsigned long long)number);
}

static struct words begin(struct sweep *s, const struct sweep_point *p,
			  const char *command)
{
	struct words w = { .s = s };

	w.all = arena_alloc(&s->dg->arena,
			    (2 * p->override_count + WORDS) * sizeof *w.all);
	add(&w, command);
	if (p->config) {
		add(&w, "-c");
		add(&w, p->config);
	}
	for (size_t i = 0; i < p->override_count; i++) {
		add(&w, "-s");
		add(&w, p->overrides[i]);
	}
	return w;
}

static struct words synth_words(struct sweep *s, const struct sweep_point *p,
				const struct fpga_target *target)
{
	struct words w = begin(s, p, "synth");

	add(&w, "-t");
	add(&w, target->name);
	add_number(&w, "--seeds", s->seeds);
	add_number(&w, "--freq", s->mhz);
	if (s->hierarchical)
		add(&w, "--hierarchical");
	return w;
}

static struct words cosim_words(struct sweep *s, const struct sweep_point *p,
				const char *program)
{
	struct words w = begin(s, p, "cosim");

	add_number(&w, "--mem-latency", s->latency);
	add_number(&w, "--max-cycles", s->max_cycles);
	if (s->sim) {
		add(&w, "--sim");
		add(&w, s->sim);
	}
	if (s->no_check)
		add(&w, "--no-check");
	add(&w, "--");
	add(&w, program);
	return w;
}

/* A hash of the configuration, which identifies the model. */
static uint64_t model_of(const struct sweep_point *p)
{
	struct tpl_out toml = { NULL, 0, 0 };
	char text[DIGEST_TEXT];
	struct digest d;

	config_write_toml(&p->cfg, &toml);
	digest_start(&d);
	digest_add_string(&d, toml.text);
	tpl_out_free(&toml);
	digest_text(&d, text);
	text[16] = '\0';
	return strtoull(text, NULL, 16) | 1;
}

static size_t add_run(struct sweep *s, struct words w, const char *id,
		      const char *result, uint64_t model)
{
	struct regress *r = &s->regress;
	struct regress_run *run = &r->runs[r->count];

	*run = (struct regress_run){ .words = w.all, .count = w.count,
				     .model = model,
				     .want = { .result = result,
					       .seconds = UINT32_MAX } };
	snprintf(run->id, sizeof run->id, "%s", id);
	return r->count++;
}

static void add_runs(struct sweep *s, struct sweep_point *p,
		     const struct digest *common, const struct digest *programs)
{
	char id[REGRESS_ID];

	for (size_t t = 0; t < s->target_count; t++) {
		struct words w = synth_words(s, p, s->targets[t]);

		name_run(common, p, w.all, w.count, NULL, id);
		p->areas[t].run = add_run(s, w, id, "", 0);
	}
	for (size_t i = 0; i < s->program_count; i++) {
		struct words w = cosim_words(s, p, s->programs[i]);

		name_run(common, p, w.all, w.count, &programs[i], id);
		p->cycles[i].run = add_run(s, w, id, "pass", model_of(p));
	}
}

int sweep_prepare(struct sweep *s)
{
	struct arena *arena = &s->dg->arena;
	struct digest common, *programs;
	struct regress *r = &s->regress;
	int status = common_digest(s, &common);

	programs = arena_alloc(arena,
			       (s->program_count + 1) * sizeof *programs);
	for (size_t i = 0; i < s->program_count && !status; i++) {
		programs[i] = common;
		status = add_file(&programs[i], s->programs[i]);
	}
	r->runs = arena_alloc(arena, (s->point_count * (s->target_count +
							s->program_count) +
				      1) * sizeof *r->runs);
	for (size_t i = 0; i < s->point_count && !status; i++)
		if (!s->points[i].refused)
			add_runs(s, &s->points[i], &common, programs);
	return status;
}

/* --- results ------------------------------------------------------------ */

/* Loads the results of earlier runs; a run that failed because of a tool is
 * repeated. */
static void load_runs(struct sweep *s)
{
	for (size_t i = 0; i < s->regress.count; i++) {
		struct regress_run *run = &s->regress.runs[i];
		struct regress_result *res = &run->result;

		regress_load(&s->regress, run);
		if (!s->gather && res->outcome != REGRESS_OK &&
		    res->status != CMD_FAIL)
			res->outcome = REGRESS_WAITING;
	}
}

/* The first error that a run printed, else a word for its end. */
static const char *reason_of(struct sweep *s, const struct regress_run *run)
{
	char *output = regress_output(&s->regress, run), signature[128];
	const char *at = output ? strstr(output, "error: ") : NULL, *text;

	regress_signature(run, signature, sizeof signature);
	if (run->result.outcome != REGRESS_BROKEN)
		at = NULL;
	text = at ? at + strlen("error: ") : signature;
	text = arena_copy(&s->dg->arena, text, strcspn(text, "\n"));
	free(output);
	return text;
}

static json_t *read_result(struct sweep *s, const struct regress_run *run)
{
	char path[PATH_MAX];

	regress_path(&s->regress, run, "result.json", path);
	return json_load_file(path, 0, NULL);
}

static bool read_area(struct sweep *s, const struct regress_run *run,
		      const struct fpga_target *target, struct sweep_area *a)
{
	json_t *all = read_result(s, run);
	json_t *record = json_array_get(json_object_get(all, "results"), 0);
	struct flow_result r;
	bool good = false;

	memset(&r, 0, sizeof r);
	if (record && record_read(record, &r)) {
		memcpy(a->counts, r.totals, sizeof a->counts);
		a->alms = flow_alms(target, &r);
		a->mhz = r.fits ? r.mhz : 0;
		a->placed = r.placed;
		a->status = r.fits ? SWEEP_OK : SWEEP_UNFIT;
		good = true;
	}
	flow_free(&r);
	json_decref(all);
	return good;
}

/* The status of RUN; *REASON is the reason of a failure. */
static enum sweep_status judge(struct sweep *s, const struct regress_run *run,
			       const char **reason)
{
	switch (run->result.outcome) {
	case REGRESS_WAITING: return SWEEP_WAITING;
	case REGRESS_OK: return SWEEP_OK;
	case REGRESS_FAILED:
		*reason = reason_of(s, run);
		s->broken |= run->result.status != CMD_FAIL;
		return run->result.status == CMD_FAIL ? SWEEP_FAILED :
							SWEEP_BROKEN;
	case REGRESS_BROKEN: break;
	}
	*reason = reason_of(s, run);
	s->broken = 1;
	return SWEEP_BROKEN;
}

static void read_point(struct sweep *s, struct sweep_point *p)
{
	for (size_t t = 0; t < s->target_count; t++) {
		struct sweep_area *a = &p->areas[t];
		const struct regress_run *run = &s->regress.runs[a->run];

		a->status = judge(s, run, &a->reason);
		if (a->status == SWEEP_OK &&
		    !read_area(s, run, s->targets[t], a)) {
			a->status = SWEEP_BROKEN;
			a->reason = "its result cannot be read";
			s->broken = 1;
		}
	}
	for (size_t i = 0; i < s->program_count; i++) {
		struct sweep_cycles *c = &p->cycles[i];
		const struct regress_run *run = &s->regress.runs[c->run];

		c->status = judge(s, run, &c->reason);
		c->cycles = run->result.cycles;
		c->instructions = run->result.instructions;
	}
}

static void refuse_point(struct sweep *s, struct sweep_point *p)
{
	for (size_t t = 0; t < s->target_count; t++)
		p->areas[t] = (struct sweep_area){ .status = SWEEP_REFUSED,
						   .reason = p->refused };
	for (size_t i = 0; i < s->program_count; i++)
		p->cycles[i] = (struct sweep_cycles){ .status = SWEEP_REFUSED,
						      .reason = p->refused };
}

static void read_results(struct sweep *s)
{
	for (size_t i = 0; i < s->point_count; i++) {
		if (s->points[i].refused)
			refuse_point(s, &s->points[i]);
		else
			read_point(s, &s->points[i]);
	}
}

int sweep_run(struct sweep *s)
{
	struct regress *r = &s->regress;
	int status;

	r->interrupt = interrupt_catch();
	load_runs(s);
	if (!s->gather) {
		status = regress_run_all(r);
		if (status)
			return status;
	}
	if (*r->interrupt) {
		fprintf(stderr, "warpwright sweep: interrupted; the same "
				"command goes on\n");
		return CMD_FAIL;
	}
	read_results(s);
	return 0;
}

double sweep_time(const struct sweep_point *point, size_t t, size_t p)
{
	const struct sweep_area *a = &point->areas[t];
	const struct sweep_cycles *c = &point->cycles[p];

	if (a->status != SWEEP_OK || c->status != SWEEP_OK || !(a->mhz > 0))
		return 0;
	return (double)c->cycles / a->mhz;
}
