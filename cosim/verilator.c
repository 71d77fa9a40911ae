/* verilator.c - the driver for compiled models
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cosim/verilator.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct verilator {
	void *object;
	const struct cosim_model_api *api;
	void *model;
	struct cosim_pins pins;
};

static const char *bus_misfit(const struct cosim_model_shape *have,
			      const struct verilator_shape *want)
{
	uint32_t words = want->bus_bytes / 4;

	if (have->axi != (want->axi ? words : 0) ||
	    have->dbus != (want->axi ? 0 : words) ||
	    have->ibus != (want->axi ? 0 : want->icache ? words : 1))
		return "its buses are not those of mem.bus and mem.bus_width";
	if (want->axi)
		return NULL;
	if (have->ibus_line != want->icache || have->dbus_line != want->dcache)
		return "its buses are not those of its caches";
	if (want->errors && !(have->ibus_error && have->dbus_error))
		return "its buses cannot answer with an error";
	return NULL;
}

static const char *trace_misfit(const struct cosim_model_shape *have,
				const struct verilator_shape *want)
{
	uint32_t masks = (want->access_bytes + 31) / 32;
	uint32_t words = want->access_bytes / 4;

	if (!have->perform)
		return "it has no trace ports (trace.retire)";
	if (have->perform != 5 + want->dcache + masks + words)
		return "its trace_perform has not the words of doc/trace.md";
	if (have->retire != 5 + want->lanes)
		return "its trace_retire has not core.lanes words of data";
	if (have->fill != (want->dcache ? 4 + words : 0) ||
	    have->evict != have->fill)
		return "its trace_fill or trace_evict has not the words of "
		       "doc/trace.md";
	if (have->smem != (want->smem_banks ? 5 + 2 * want->smem_banks : 0))
		return "its trace_smem has not the words of doc/trace.md";
	return NULL;
}

/* NULL if the model fits, else what does not. */
static const char *misfit(const struct cosim_model_api *api,
			  const struct verilator_shape *shape)
{
	const char *bad;

	if (api->abi != COSIM_MODEL_ABI ||
	    api->pins_size != sizeof(struct cosim_pins))
		return "it was made for another version of warpwright";
	bad = bus_misfit(&api->shape, shape);
	return bad || !shape->trace ? bad : trace_misfit(&api->shape, shape);
}

static int load(struct verilator *v, const char *path,
		const struct verilator_shape *shape, char *why,
		size_t why_size)
{
	const char *bad;

	v->object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (v->object)
		v->api = dlsym(v->object, "cosim_model_api");
	if (!v->api) {
		snprintf(why, why_size, "cannot load the model '%s': %s", path,
			 dlerror());
		return -1;
	}
	bad = misfit(v->api, shape);
	if (!bad) {
		v->model = v->api->create(&v->pins);
		bad = v->model ? NULL : "it cannot be made";
	}
	if (bad)
		snprintf(why, why_size, "the model '%s' does not fit: %s", path,
			 bad);
	return bad ? -1 : 0;
}

int verilator_open(const char *path, const struct verilator_shape *shape,
		   struct verilator **out, char *why, size_t why_size)
{
	struct verilator *v = calloc(1, sizeof *v);

	*out = NULL;
	if (!v) {
		snprintf(why, why_size, "out of memory");
		return -1;
	}
	if (load(v, path, shape, why, why_size)) {
		verilator_close(v);
		return -1;
	}
	*out = v;
	return 0;
}

void verilator_close(struct verilator *v)
{
	if (!v)
		return;
	if (v->model)
		v->api->destroy(v->model);
	if (v->object)
		dlclose(v->object);
	free(v);
}

static int open_waves(struct verilator *v, const char *path)
{
	return v->api->open_waves ? v->api->open_waves(v->model, path) : -1;
}

/* Two evaluations per cycle: outputs settle while the clock is low, and are
 * read before the edge that takes the inputs. */
int verilator_run(struct verilator *v, const struct cosim_hooks *hooks,
		  const struct verilator_waves *waves)
{
	void (*settle)(void *) = v->api->settle;
	void (*tick)(void *) = v->api->tick;
	uint64_t open_at = waves ? waves->from : UINT64_MAX;
	int stop = 0;

	for (uint64_t cycle = 0; !stop; cycle++) {
		if (cycle == open_at && open_waves(v, waves->path))
			return -1;
		hooks->drive(hooks->ctx, &v->pins);
		settle(v->model);
		stop = hooks->sample(hooks->ctx, &v->pins);
		tick(v->model);
	}
	if (waves && v->api->close_waves)
		v->api->close_waves(v->model);
	return 0;
}
