/* lockstep.c - libwarpwright: a core in a simulator as a device
 * SPDX-License-Identifier: Apache-2.0
 *
 * The run is one long lockstep run, whose launches come from the host. It
 * begins with the first launch and stands still while none is in flight; then
 * memory is complete, and the host reads and writes it between two cycles.
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "cosim/explain/report.h"
#include "lib/lockstep.h"
#include "session/cosim/cosim_job.h"

/* Seconds of a run; seconds for the end of the last one. */
static const double SLICE = 0.02, LAST = 1;

struct state {
	struct job job;         /* settings alone */
	char model[PATH_MAX];
	struct wwd_sim sim;     /* with the harness */
	uint32_t number[WWD_SLOTS_MOST];        /* of the launch in a slot */
};

/* --- what the simulator tells --------------------------------------------- */

static void put(void *context, uint8_t byte)
{
	wwd_console_byte(context, byte);
}

/* Within the run. */
static void done(void *context, uint32_t number, const struct harness_launch *l)
{
	struct wwd *d = context;
	struct state *s = d->state;
	uint32_t slot = 0;

	while (slot < d->machine.launches &&
	       !(d->in[slot] && s->number[slot] == number))
		slot++;
	s->sim.stop = true;
	if (slot < d->machine.launches)
		wwd_ended(d, slot, &l->result, l->ended - l->rung);
}

/* --- errors --------------------------------------------------------------- */

static struct report report_of(const struct wwd *d, FILE *out, uint32_t pc)
{
	const struct state *s = d->state;
	const struct wwd_program *p = wwd_program_at(d, pc);

	return (struct report){
		.out = out, .cosim = harness_cosim(s->sim.harness),
		.golden = d->golden, .cores = d->machine.cores,
		.warps = d->machine.warps, .image = p ? &p->image : NULL,
		.waves = true, .view = true
	};
}

/* The core differs from golden. */
static int differs(struct wwd *d)
{
	const struct state *s = d->state;
	const struct cosim_mismatch *m = harness_mismatch(s->sim.harness);
	struct wwd_stream stream;
	struct report r;

	if (!wwd_stream(&stream))
		return WWD_E_MISMATCH;
	r = report_of(d, stream.out, m->has_insn ? m->pc : 0);
	report_mismatch(&r, m);
	return wwd_stream_fail(&stream, WWD_E_MISMATCH);
}

static int hangs(struct wwd *d)
{
	const struct state *s = d->state;
	struct wwd_stream stream;
	struct report r;

	if (!wwd_stream(&stream))
		return WWD_E_DEVICE;
	r = report_of(d, stream.out, 0);
	report_hang(&r, harness_cycle(s->sim.harness));
	return wwd_stream_fail(&stream, WWD_E_DEVICE);
}

/* The simulation has ended; 0: as it should. */
static int outcome(struct wwd *d)
{
	const struct state *s = d->state;

	if (s->sim.bad)
		return wwd_fail(WWD_E_TOOL, "%s", s->sim.why);
	switch (harness_status(s->sim.harness)) {
	case HARNESS_DONE: return 0;
	case HARNESS_MISMATCH: return differs(d);
	case HARNESS_HANG: return hangs(d);
	case HARNESS_OVERFLOW: return wwd_overflowed(d);
	case HARNESS_FAULT: case HARNESS_LIMIT: case HARNESS_DEADLOCK:
	case HARNESS_INTERRUPTED: case HARNESS_RUNNING:
		break;
	}
	return wwd_fail(WWD_E_DEVICE, "the simulation has ended too early");
}

/* --- begin and end -------------------------------------------------------- */

static struct harness_config plan_of(struct wwd *d)
{
	struct state *s = d->state;
	struct harness_config plan = cosim_plan(&s->job);

	plan.open = true;
	plan.done = done;
	plan.done_ctx = d;
	plan.max_cycles = 0;
	return plan;
}

/* A run that has not begun, with memory of zeros. */
static int make_run(struct wwd *d)
{
	struct state *s = d->state;
	const struct harness_config plan = plan_of(d);
	int bad;

	memset(&s->sim, 0, sizeof s->sim);
	bad = harness_new(&plan, d->golden, &s->sim.harness);
	if (bad)
		return wwd_fail(WWD_E_MEMORY, "%s", golden_strerror(bad));
	harness_set_console(s->sim.harness, put, d);
	wwd_profile_attach(d, harness_cosim(s->sim.harness));
	s->sim.sim = s->job.sim;
	s->sim.model = s->model;
	s->sim.shape = cosim_shape(&s->job);
	return 0;
}

static void end_run(struct state *s)
{
	wwd_sim_end(&s->sim);
	harness_free(s->sim.harness);
	s->sim.harness = NULL;
}

static void drop(struct wwd *d)
{
	struct state *s = d->state;

	end_run(s);
	golden_free(d->golden);
	free(s);
	d->state = NULL;
}

static int open_core(struct wwd *d)
{
	struct state *s = calloc(1, sizeof *s);
	int error;

	if (!s)
		return wwd_fail(WWD_E_MEMORY, "out of memory");
	d->state = s;
	s->job = cosim_job_start;
	s->job.cfg = d->cfg;
	s->job.sim = sim_find(d->name.kind);
	s->job.latency = d->name.latency;
	s->job.bandwidth = d->name.bandwidth;
	s->job.random = d->name.random;
	s->job.seed = d->name.seed;
	s->job.strict = d->name.strict;
	error = wwd_model(&d->cfg, s->job.sim, d->name.rtl, s->model);
	if (!error && golden_new(&d->machine, &d->golden))
		error = wwd_fail(WWD_E_MEMORY, "out of memory");
	if (!error)
		error = make_run(d);
	if (error)
		drop(d);
	return error;
}

/* The last cycles: what is in flight is cut, all state is compared. */
static int finish(struct wwd *d)
{
	struct state *s = d->state;

	for (uint32_t i = 0; i < d->machine.launches; i++)
		if (d->in[i])
			harness_abort(s->sim.harness, s->number[i]);
	harness_shut(s->sim.harness);
	while (!s->sim.ended)
		wwd_sim_run(&s->sim, LAST);
	return outcome(d);
}

static int close_core(struct wwd *d, bool final)
{
	struct state *s = d->state;
	int error = final && s->sim.started ? finish(d) : 0;
	int bad = wwd_profile_end(d, harness_run_cycles(s->sim.harness));

	drop(d);
	return error ? error : bad;
}

/* The new run has golden's memory. */
static int copy_memory(struct wwd *d)
{
	enum { PAGE = 4096 };
	static const uint8_t zeros[PAGE];
	struct state *s = d->state;
	const uint8_t *ram = golden_ram(d->golden);
	uint8_t page[PAGE];

	for (uint32_t at = 0; at < d->machine.ram_size; at += PAGE) {
		uint32_t n = d->machine.ram_size - at;

		n = n < PAGE ? n : PAGE;
		memcpy(page, ram + at, n);
		if (memcmp(page, zeros, n))
			harness_write(s->sim.harness, d->machine.ram_base + at,
				      page, n);
	}
	return 0;
}

static int reset(struct wwd *d)
{
	struct state *s = d->state;
	int error;

	wwd_profile_again(d, harness_run_cycles(s->sim.harness));
	end_run(s);
	golden_reset(d->golden);
	error = make_run(d);
	return error ? error : copy_memory(d);
}

/* --- launches ------------------------------------------------------------- */

static int ring(struct wwd *d, uint32_t slot, const uint32_t *word)
{
	struct state *s = d->state;
	int bad = harness_launch(s->sim.harness, word, &s->number[slot]);

	if (bad)
		return wwd_fail(WWD_E_MEMORY, "%s", golden_strerror(bad));
	return s->sim.started ? 0 : wwd_sim_begin(&s->sim);
}

static int abort_launch(struct wwd *d, uint32_t slot)
{
	struct state *s = d->state;

	harness_abort(s->sim.harness, s->number[slot]);
	return 0;
}

static int run(struct wwd *d, enum wwd_went *how)
{
	struct state *s = d->state;

	*how = WWD_WENT_IDLE;
	if (!wwd_in_flight(d))
		return 0;
	wwd_sim_run(&s->sim, SLICE);
	if (s->sim.ended)
		return outcome(d);
	*how = s->sim.went == HARNESS_DEADLOCK ? WWD_WENT_NOWHERE :
	       WWD_WENT_ON;
	return 0;
}

/* --- memory --------------------------------------------------------------- */

static int write_ram(struct wwd *d, uint32_t addr, const void *from, size_t n)
{
	struct state *s = d->state;

	harness_write(s->sim.harness, addr, from, n);
	return 0;
}

static int read_ram(struct wwd *d, uint32_t addr, void *to, size_t n)
{
	struct state *s = d->state;

	return harness_read(s->sim.harness, addr, to, n) ?
	       wwd_broken(d, differs(d)) : 0;
}

static int cycles(const struct wwd *d, uint64_t *value)
{
	const struct state *s = d->state;

	*value = harness_cycle(s->sim.harness);
	return 0;
}

static void profile(struct wwd *d)
{
	const struct state *s = d->state;

	wwd_profile_attach(d, harness_cosim(s->sim.harness));
}

const struct wwd_backend wwd_lockstep = {
	open_core, close_core, reset, ring, abort_launch, run, write_ram,
	read_ram, cycles, profile
};
