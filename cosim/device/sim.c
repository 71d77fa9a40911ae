/* sim.c - does a model fit the core that it is to be?
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/device/sim.h"

static const char *bus_misfit(const struct cosim_model_shape *have,
			      const struct sim_shape *want)
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
				const struct sim_shape *want)
{
	uint32_t masks = (want->access_bytes + 31) / 32;
	uint32_t words = want->access_bytes / 4;

	if (!have->perform)
		return "it has no trace ports (trace.retire)";
	if (have->perform != 5 + want->dcache + masks + words)
		return "its trace_perform has not the words of doc/trace.md";
	if (have->audit && have->audit != want->audit_bytes / 4)
		return "its audit_data has not the words of doc/trace.md";
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

const char *sim_misfit(const struct cosim_model_shape *have,
		       const struct sim_shape *want)
{
	const char *bad = bus_misfit(have, want);

	if (!bad && want->congest && !have->congested)
		bad = "it has no congestors (test.congest)";
	return bad || !want->trace ? bad : trace_misfit(have, want);
}
