/* sim.c - checks that a model has the shape of its core
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/device/sim.h"

static const char *bus_misfit(const struct cosim_model_shape *have,
			      const struct sim_shape *want)
{
	const struct shape *s = &want->shape;
	uint32_t words = s->bus_bytes / 4, icache = s->icache.size != 0;

	if (have->axi != (s->axi ? words : 0) ||
	    have->dbus != (s->axi ? 0 : words) ||
	    have->ibus != (s->axi ? 0 : icache ? words : 1))
		return "its buses are not those of mem.bus and mem.bus_width";
	if (have->host != s->host)
		return "it has not the registers of gpu.host";
	if (have->channels != (s->axi ? s->channels : 0))
		return "its AXI4 masters are not those of mem.channels";
	if (s->axi)
		return NULL;
	if (have->ibus_line != icache ||
	    have->dbus_line != (s->dcache.size != 0))
		return "its buses are not those of its caches";
	if (want->errors && !(have->ibus_error && have->dbus_error))
		return "its buses cannot respond with an error";
	return NULL;
}

static const char *trace_misfit(const struct cosim_model_shape *have,
				const struct sim_shape *want)
{
	const struct shape *s = &want->shape;
	/* Names that the rows of isa/records.def use. */
	const uint32_t mask = (s->access_bytes + 31) / 32;
	const uint32_t row = s->access_bytes / 4, lanes = s->lanes;
	const uint32_t banks = s->smem_banks;
	const bool always = true, smem = banks > 0;
	const bool dcache = s->dcache.size != 0, cache = dcache;
	const bool l2 = s->l2.size != 0, dispatch = s->launches > 0;
	const uint32_t line = s->l2.line / 4, l2_banks = s->l2.banks;
	const uint32_t line_mask = (s->l2.line + 31) / 32;

	if (!have->perform)
		return "it has no trace ports (trace.retire)";
	if (have->audit && have->audit != want->cores * (s->audit_bytes / 4))
		return "its audit_data has not the words of doc/trace.md";
#define PORT(record, words, when, count) \
	if (have->record != (when ? (count) * (words) : 0)) \
		return "its trace_" #record \
		       " has not the words of doc/trace.md";
#define RECORD(record, number, bit, words, text, when) \
	PORT(record, words, when, want->cores)
#define PART(record, number, words, text, when, count) \
	PORT(record, words, when, count)
#include "isa/records.def"
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
