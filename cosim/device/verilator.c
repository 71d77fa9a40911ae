/* verilator.c - the driver for Verilated models
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cosim/device/verilator.h"

#include <dlfcn.h>
#include <stdio.h>

/* A loaded model: its object, one core and its pins. */
struct verilator {
	void *object;
	const struct cosim_model_api *api;
	void *model;
	struct cosim_pins pins;
};

/* A clause that says why the model does not fit; NULL if it fits. */
static const char *misfit(const struct cosim_model_api *api,
			  const struct sim_shape *shape)
{
	if (api->abi != COSIM_MODEL_ABI ||
	    api->pins_size != sizeof(struct cosim_pins))
		return "it was made for another version of warpwright";
	return sim_misfit(&api->shape, shape);
}

static int load(struct verilator *v, const struct sim_run *run)
{
	const char *bad;

	v->object = dlopen(run->model, RTLD_NOW | RTLD_LOCAL);
	if (v->object)
		v->api = dlsym(v->object, "cosim_model_api");
	if (!v->api) {
		snprintf(run->why, run->why_size,
			 "cannot load the model '%s': %s", run->model,
			 dlerror());
		return -1;
	}
	bad = misfit(v->api, &run->shape);
	if (!bad) {
		v->model = v->api->create(&v->pins);
		bad = v->model ? NULL : "it cannot be made";
	}
	if (bad)
		snprintf(run->why, run->why_size,
			 "the model '%s' does not fit: %s", run->model, bad);
	return bad ? -1 : 0;
}

static void unload(struct verilator *v)
{
	if (v->model)
		v->api->destroy(v->model);
	if (v->object)
		dlclose(v->object);
}

static int open_waves(struct verilator *v, const struct sim_run *run)
{
	if (v->api->open_waves &&
	    !v->api->open_waves(v->model, run->waves->path))
		return 0;
	snprintf(run->why, run->why_size, "the waves cannot be written");
	return -1;
}

/* Clears the counts: the toggles of reset do not count. */
static void begin_coverage(struct verilator *v)
{
	void (*zero)(void);

	*(void **)&zero = dlsym(v->object, "cosim_zero_coverage");
	if (zero)
		zero();
}

/* Begins waves or coverage if CYCLE is the time. Nonzero: waves cannot be
 * written. */
static int begin_cycle(struct verilator *v, const struct sim_run *run,
		       uint64_t cycle)
{
	if (run->waves && cycle == run->waves->from && open_waves(v, run))
		return -1;
	if (run->coverage && cycle == COSIM_RESET_CYCLES + 1)
		begin_coverage(v);
	return 0;
}

static void end_waves(struct verilator *v, const struct sim_run *run)
{
	if (run->waves && v->api->close_waves)
		v->api->close_waves(v->model);
}

/* A cycle has two evaluations: outputs settle while the clock is low, and are
 * read before the edge that takes the inputs. */
static int simulate(struct verilator *v, const struct sim_run *run)
{
	const struct cosim_hooks *hooks = &run->hooks;
	void (*settle)(void *) = v->api->settle;
	void (*tick)(void *) = v->api->tick;
	int stop = 0;

	for (uint64_t cycle = 0; !stop; cycle++) {
		if (begin_cycle(v, run, cycle))
			return -1;
		hooks->drive(hooks->ctx, &v->pins);
		settle(v->model);
		stop = hooks->sample(hooks->ctx, &v->pins);
		tick(v->model);
	}
	end_waves(v, run);
	return 0;
}

/* --- a model with a main loop of its own -------------------------------- */

/* Context of the hooks that the main loop of the model calls. */
struct between {
	struct verilator *v;
	const struct sim_run *run;
	uint64_t cycle;
	int failed;
};

static void drive(void *ctx, struct cosim_pins *pins)
{
	struct between *b = ctx;

	if (begin_cycle(b->v, b->run, b->cycle++))
		b->failed = -1;
	b->run->hooks.drive(b->run->hooks.ctx, pins);
}

static int sample(void *ctx, const struct cosim_pins *pins)
{
	const struct between *b = ctx;

	return b->run->hooks.sample(b->run->hooks.ctx, pins) || b->failed;
}

static void storage(void *ctx, struct cosim_storage *out)
{
	const struct between *b = ctx;

	b->run->hooks.storage(b->run->hooks.ctx, out);
}

static void set_store(void *ctx, const struct cosim_store *store)
{
	const struct between *b = ctx;

	b->run->hooks.set_store(b->run->hooks.ctx, store);
}

static int run_own_loop(struct verilator *v, const struct sim_run *run)
{
	struct between b = { v, run, 0, 0 };
	const struct cosim_hooks hooks = {
		&b, drive, sample, storage, set_store
	};
	int bad = v->api->run(v->model, &v->pins, &hooks, run->why,
			      run->why_size);

	end_waves(v, run);
	return bad ? bad : b.failed;
}

/* Writes the model's coverage since its reset. */
static int write_coverage(struct verilator *v, const struct sim_run *run)
{
	void (*write)(const char *path);

	*(void **)&write = dlsym(v->object, "cosim_write_coverage");
	if (write) {
		write(run->coverage);
		return 0;
	}
	snprintf(run->why, run->why_size, "the model '%s' counts no coverage",
		 run->model);
	return -1;
}

int verilator_run(const struct sim_run *run)
{
	struct verilator v = { 0 };
	int bad = load(&v, run);

	if (!bad)
		bad = v.api->run ? run_own_loop(&v, run) : simulate(&v, run);
	if (!bad && run->coverage)
		bad = write_coverage(&v, run);
	unload(&v);
	return bad;
}
