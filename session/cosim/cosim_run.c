/* cosim_run.c - run a program on a model in lockstep
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/clock.h"
#include "cosim/check/records.h"
#include "session/check.h"
#include "session/cmd_status.h"
#include "session/cosim/cosim_job.h"

enum { AFTER = 20, WHY = 512 };

static int error(int status, const char *text)
{
	fprintf(stderr, "warpwright: error: %s\n", text);
	return status;
}

/* CPU time of this process and of the children it has waited for. */
static double cpu_seconds(void)
{
	struct rusage own, others;
	double s = 0;

	getrusage(RUSAGE_SELF, &own);
	getrusage(RUSAGE_CHILDREN, &others);
	s += (double)(own.ru_utime.tv_sec + own.ru_stime.tv_sec);
	s += (double)(others.ru_utime.tv_sec + others.ru_stime.tv_sec);
	s += 1e-6 * (double)(own.ru_utime.tv_usec + own.ru_stime.tv_usec);
	s += 1e-6 * (double)(others.ru_utime.tv_usec + others.ru_stime.tv_usec);
	return s;
}

/* --- outputs ---------------------------------------------------------- */

static void put_console(void *ctx, uint8_t byte)
{
	(void)ctx;
	putchar(byte);
}

static void put_trace(void *ctx, uint64_t cycle, const struct cosim_retired *r)
{
	const struct job *job = ctx;

	(void)cycle;
	golden_trace(r->effect, job->trace_lines ? &job->image.lines : NULL,
		     job->trace_file.stream);
}

static int attach_view(struct job *job)
{
	struct derived d;

	if (!job->konata && !job->perfetto && !job->view_of.text)
		return 0;
	if (!view_of_known(&job->view_of, &job->image)) {
		fprintf(stderr, "warpwright: error: --view-of: the program has "
			"no function '%s'\n", job->view_of.text);
		return CMD_USAGE;
	}
	derive(&job->cfg, &d);
	if (job->konata && outfile_open(&job->konata_file, job->konata))
		return CMD_TOOL;
	if (job->perfetto && outfile_open(&job->perfetto_file, job->perfetto))
		return CMD_TOOL;
	job->view = view_new(&job->window, job->cfg.cores, job->cfg.warps,
			     d.lanes);
	if (!job->view)
		return error(CMD_TOOL, golden_strerror(GOLDEN_E_NOMEM));
	return 0;
}

static int attach_cycles(struct job *job)
{
	if (!job->trace_cycles)
		return 0;
	if (outfile_open(&job->cycles_file, job->trace_cycles))
		return CMD_TOOL;
	job->cycle_trace = cycles_new(job->golden, &job->image,
				      job->cycles_file.stream);
	return job->cycle_trace ? 0 :
	       error(CMD_TOOL, golden_strerror(GOLDEN_E_NOMEM));
}

static void on_step(void *ctx, const struct cosim_step *step)
{
	struct job *job = ctx;
	const struct golden_effect *fx = step->effect;
	uint32_t warp = fx->core * job->cfg.warps + fx->warp;
	bool shown = !job->view ||
		     view_of_has(&job->view_of, &job->image,
				 view_blocks(job->view), warp, fx->pc);

	if (job->cycle_trace)
		cycles_step(job->cycle_trace, step, shown);
	if (job->view && shown)
		view_step(job->view, step);
	if (job->view)
		view_control(job->view, step);
	if (job->profile)
		profile_step(job->profile, step);
}

/* The profile has both callbacks, too. */
static void on_warp(void *ctx, uint64_t cycle, uint32_t core, uint32_t warp,
		    bool starts, uint32_t slot)
{
	struct job *job = ctx;
	const struct golden_core *c = golden_core(job->golden, core);
	uint32_t number = core * job->cfg.warps + warp;
	struct golden_place p = golden_place(c, golden_place_of(c, warp));

	if (job->profile)
		profile_warp(job->profile, cycle, core, warp, starts, slot);
	if (starts)
		view_blocks_begin(view_blocks(job->view), cycle, number, &p,
				  golden_number(c, warp));
	else
		view_blocks_end(view_blocks(job->view), cycle, number);
}

static void on_launch(void *ctx, uint64_t cycle, uint32_t slot,
		      enum cosim_launch_step step, uint32_t pc)
{
	struct job *job = ctx;

	if (job->profile)
		profile_launch(job->profile, cycle, slot, step, pc);
	view_blocks_launch(view_blocks(job->view), cycle, slot, step, pc);
}

static int attach(struct job *job)
{
	int status = attach_view(job);

	if (!status)
		status = attach_cycles(job);
	if (!status)
		status = cosim_profile_attach(job);
	if (status)
		return status;
	if (job->view || job->cycle_trace || job->profile)
		cosim_on_step(harness_cosim(job->harness), on_step, job);
	if (job->view) {
		cosim_on_warp(harness_cosim(job->harness), on_warp, job);
		cosim_on_launch(harness_cosim(job->harness), on_launch, job);
	}
	if (job->console)
		harness_set_console(job->harness, job->console,
				    job->console_ctx);
	else
		harness_set_console(job->harness,
				    job->quiet ? NULL : put_console, NULL);
	if (job->records && outfile_open(&job->records_file, job->records))
		return CMD_TOOL;
	if (!job->trace)
		return 0;
	if (outfile_open(&job->trace_file, job->trace))
		return CMD_TOOL;
	cosim_on_retire(harness_cosim(job->harness), put_trace, job);
	return 0;
}

/* Hooks that write the trace records and call the hooks of the harness. */
struct recorder {
	struct cosim_hooks inner;
	struct shape shape;
	uint64_t cycle;         /* since reset was released */
	FILE *out;
};

static void recorder_drive(void *ctx, struct cosim_pins *pins)
{
	struct recorder *r = ctx;

	r->inner.drive(r->inner.ctx, pins);
}

static int recorder_sample(void *ctx, const struct cosim_pins *pins)
{
	struct recorder *r = ctx;

	if (!pins->rst)
		records_write(r->out, &r->shape, r->cycle++, pins);
	return r->inner.sample(r->inner.ctx, pins);
}

static void recorder_storage(void *ctx, struct cosim_storage *out)
{
	struct recorder *r = ctx;

	r->inner.storage(r->inner.ctx, out);
}

static void recorder_set_store(void *ctx, const struct cosim_store *store)
{
	struct recorder *r = ctx;

	r->inner.set_store(r->inner.ctx, store);
}

/* --- running ---------------------------------------------------------- */

/* Adds the launches of JOB to PLAN, none of them done. The run sets how they
 * end. */
static void plan_launches(struct job *job, struct harness_config *plan)
{
	struct launches *l = &job->launches;

	for (size_t i = 0; i < l->count; i++) {
		l->list[i].done = false;
		l->list[i].result = (struct golden_result){
			.end = ISA_LAUNCH_COMPLETE
		};
	}
	plan->launches = l->list;
	plan->launch_count = (uint32_t)l->count;
	if (job->ventus.count)
		cosim_ventus_plan(job, plan);
}

/* Creates a golden model and a harness, and loads the program into both. */
static int load_program(struct job *job, const struct harness_config *plan)
{
	const struct elf_image *i = &job->image;
	int bad = golden_new(&plan->machine, &job->golden);

	if (!bad) {
		golden_watch_stacks(job->golden, i->stack_bytes,
				    i->stack_stride);
		golden_watch_spawned(job->golden, i->spawn_task,
				     i->linked_base + i->linked_size);
	}
	if (!bad && job->has_limit)
		golden_end_idle(job->golden, 0);
	if (!bad)
		bad = harness_new(plan, job->golden, &job->harness);
	for (size_t k = 0; !bad && k < i->part_count; k++)
		bad = harness_write(job->harness, i->parts[k].addr,
				    i->ram + (i->parts[k].addr - i->ram_base),
				    i->parts[k].bytes);
	if (!bad && job->ventus.count)
		bad = cosim_ventus_begin(job);
	if (bad)
		return error(CMD_TOOL, golden_strerror(bad));
	return job->checks ? check_begin(job->checks, job->golden, i,
					 job->from, &job->san) : 0;
}

static int simulate(struct job *job, const char *model,
		    const struct sim_waves *waves)
{
	char why[WHY];
	struct recorder recorder = {
		.inner = harness_hooks(job->harness),
		.shape = cosim_plan(job).shape,
		.out = job->records_file.stream
	};
	struct sim_run run = {
		.model = model, .shape = cosim_shape(job),
		.hooks = harness_hooks(job->harness), .waves = waves,
		.coverage = job->counted[0] && !waves ? job->counted : NULL,
		.interrupt = job->interrupt,
		.why = why, .why_size = sizeof why
	};

	if (job->records_file.path)
		run.hooks = (struct cosim_hooks){
			&recorder, recorder_drive, recorder_sample,
			recorder_storage, recorder_set_store
		};
	return cosim_sim(job)->run(&run) ? error(CMD_TOOL, why) : 0;
}

/* In a snapshot that resumes: stops all outputs but the waves, and ends the run
 * in time. */
static void resume_snapshot(void *ctx, const struct snapshot_order *o)
{
	struct job *job = ctx;

	cosim_on_retire(harness_cosim(job->harness), NULL, NULL);
	cosim_on_step(harness_cosim(job->harness), NULL, NULL);
	cosim_on_fetch(harness_cosim(job->harness), NULL, NULL);
	cosim_on_request(harness_cosim(job->harness), NULL, NULL);
	cosim_on_warp(harness_cosim(job->harness), NULL, NULL);
	cosim_on_launch(harness_cosim(job->harness), NULL, NULL);
	san_free(job->san);
	job->san = NULL;
	harness_replay(job->harness, o->until, AFTER);
}

/* The first run of a job, with snapshots if waves may be written from them. */
static int simulate_first(struct job *job, const char *model)
{
	struct cosim_hooks hooks = harness_hooks(job->harness);
	char why[WHY];
	struct sim_run run = {
		.model = model, .shape = cosim_shape(job),
		.interrupt = job->interrupt,
		.why = why, .why_size = sizeof why
	};
	int bad;

	if (!cosim_takes_snapshots(job))
		return simulate(job, model, NULL);
	job->snapshots = snapshots_new(job->snapshot, cosim_waves_window(job),
				       &hooks, resume_snapshot, job);
	if (!job->snapshots)
		return error(CMD_TOOL, golden_strerror(GOLDEN_E_NOMEM));
	run.hooks = snapshots_hooks(job->snapshots);
	run.waves = snapshots_waves(job->snapshots);
	bad = cosim_sim(job)->run(&run);
	snapshots_leave(job->snapshots, !bad && harness_status(job->harness) !=
			HARNESS_INTERRUPTED);
	return bad ? error(CMD_TOOL, why) : 0;
}

void cosim_run_clean(struct job *job)
{
	cosim_gdb_clean(job);
	san_free(job->san);
	job->san = NULL;
	harness_free(job->harness);
	golden_free(job->golden);
	job->harness = NULL;
	job->golden = NULL;
	view_free(job->view);
	job->view = NULL;
	cycles_free(job->cycle_trace);
	job->cycle_trace = NULL;
	cosim_profile_clean(job);
	snapshots_free(job->snapshots);
	job->snapshots = NULL;
	outfile_drop(&job->trace_file);
	outfile_drop(&job->records_file);
	outfile_drop(&job->cycles_file);
	outfile_drop(&job->konata_file);
	outfile_drop(&job->perfetto_file);
}

int cosim_run(struct job *job, const char *model)
{
	struct harness_config p = cosim_plan(job);
	double wall, cpu;
	int status;

	plan_launches(job, &p);
	status = load_program(job, &p);
	if (!status)
		status = attach(job);
	if (!status)
		status = cosim_coverage_begin(job);
	if (!status)
		status = cosim_gdb_attach(job);
	if (status)
		return status;
	wall = clock_seconds(CLOCK_MONOTONIC);
	cpu = cpu_seconds();
	status = simulate_first(job, model);
	if (!status)
		cosim_gdb_leave(job);
	job->wall = clock_seconds(CLOCK_MONOTONIC) - wall;
	job->cpu = cpu_seconds() - cpu;
	job->status = harness_status(job->harness);
	job->cycles = harness_cycle(job->harness);
	job->run_cycles = harness_run_cycles(job->harness);
	if (!status && job->trace && outfile_keep(&job->trace_file))
		status = CMD_TOOL;
	job->trace_file.path = NULL;
	if (!status && job->records && outfile_keep(&job->records_file))
		status = CMD_TOOL;
	job->records_file.path = NULL;
	if (!status && job->trace_cycles && outfile_keep(&job->cycles_file))
		status = CMD_TOOL;
	job->cycles_file.path = NULL;
	return status ? status : cosim_coverage_end(job, model);
}

/* --- views ------------------------------------------------------------ */

static int write_view(struct job *job, struct outfile *f,
		      int (*put)(struct view *, const struct elf_image *,
				 FILE *))
{
	if (!f->path)
		return 0;
	if (put(job->view, &job->image, f->stream))
		return error(CMD_TOOL, golden_strerror(GOLDEN_E_NOMEM));
	if (outfile_keep(f))
		return CMD_TOOL;
	f->path = NULL;
	return 0;
}

int cosim_run_views(struct job *job)
{
	int status;

	if (!job->view)
		return 0;
	if (job->view_of.is_launch &&
	    job->view_of.launch >= view_blocks(job->view)->launch_count) {
		fprintf(stderr, "warpwright: error: --view-of: there is no "
			"launch %" PRIu32 "; the run has %zu, from launch:0 "
			"on\n", job->view_of.launch,
			view_blocks(job->view)->launch_count);
		return CMD_USAGE;
	}
	view_close(job->view);
	if (view_short(job->view))
		return error(CMD_TOOL, "memory is too short for the view; "
			     "--view-cycles N makes it smaller");
	status = write_view(job, &job->konata_file, view_konata);
	if (!status)
		status = write_view(job, &job->perfetto_file, view_perfetto);
	job->view_written = !status && (job->konata || job->perfetto);
	return status;
}

/* --- a second run ----------------------------------------------------- */

/* Runs the job a second time; the first run keeps its results. */
int cosim_rerun(struct job *job, const char *model,
		const struct sim_waves *waves, uint64_t until)
{
	struct job second = *job;
	struct harness_config p = cosim_plan(job);
	int status;

	second.golden = NULL;
	second.harness = NULL;
	second.san = NULL;
	second.gdb_session = NULL;
	second.checks = 0;
	second.trace_file = second.records_file = second.cycles_file =
		(struct outfile){ .path = NULL };
	second.konata_file = second.perfetto_file =
		(struct outfile){ .path = NULL };
	second.view = NULL;
	second.cycle_trace = NULL;
	second.profile = NULL;
	second.profiles = (struct profile_files){ .count = 0 };
	second.snapshots = NULL;
	p.max_cycles = until;
	p.extra_cycles = AFTER;
	plan_launches(&second, &p);
	status = load_program(&second, &p);
	if (!status)
		status = simulate(&second, model, waves);
	cosim_run_clean(&second);
	return status;
}
