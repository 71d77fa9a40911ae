/* counters.c - performance counters of a configuration, and their emitters
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/counters.h"

#include <ctype.h>

#include "gen/derive.h"
#include "gen/params.h"
#include "isa/isa.h"

enum part { CORE, ICACHE, DCACHE, WRITEBACK, SMEM };

static const struct counter {
	enum part part;
	const char *when;
} counters[ISA_EVENT_COUNT] = {
#define COUNTER(id, part, when) [ISA_EVENT_##id] = { part, when },
#include "gen/counters.def"
#undef COUNTER
};

static bool has_part(const struct derived *d, enum part part)
{
	switch (part) {
	case ICACHE: return d->icache;
	case DCACHE: return d->dcache;
	case WRITEBACK: return d->writeback_cache;
	case SMEM: return d->smem;
	case CORE: break;
	}
	return true;
}

/* Has EVENT a counter? Events beyond the last counter can only be selected. */
static bool has_number(const struct config *cfg, const struct isa_event *event)
{
	return cfg->selected || event->number < ISA_COUNTERS;
}

static bool has_event(const struct config *cfg, const struct isa_event *event)
{
	struct derived d;

	derive(cfg, &d);
	if (!cfg->counters || !has_number(cfg, event))
		return false;
	if (event->number == ISA_EVENT_IMISS)
		return d.icache;
	return has_part(&d, counters[event->number].part);
}

uint64_t counters_events(const struct config *cfg)
{
	const struct isa_event *event;
	uint64_t present = 0;

	for (size_t i = 0; (event = isa_event_row(i)); i++)
		if (has_event(cfg, event))
			present |= UINT64_C(1) << event->number;
	return present;
}

uint32_t counters_present(const struct config *cfg)
{
	if (!cfg->selected)
		return (uint32_t)counters_events(cfg);
	return ((UINT32_C(1) << cfg->selected) - 1) << ISA_COUNTER_FIRST;
}

void emit_account_params(struct tpl_out *out, const struct config *cfg)
{
	const struct isa_event *event;

	for (size_t i = 0; (event = isa_event_row(i)); i++) {
		if (event->kind != ISA_EVENT_CYCLE || !has_event(cfg, event))
			continue;
		tpl_printf(out, "  localparam [3:0] EVENT_");
		for (const char *c = event->name; *c; c++)
			tpl_printf(out, "%c", toupper((unsigned char)*c));
		tpl_printf(out, " = 4'd%u;\n", (unsigned)event->number);
	}
}

void emit_counter_params(struct tpl_out *out, const struct config *cfg)
{
	tpl_printf(out, "  localparam [31:0] PRESENT = 32'h%08X;\n",
		   (unsigned)counters_present(cfg));
}

void emit_counter_pulses(struct tpl_out *out, const struct config *cfg)
{
	const struct isa_event *event;
	struct derived d;

	tpl_printf(out, "  assign pulse[%u:0] = %u'd0;\n", ISA_EVENT_ISSUED - 1,
		   ISA_EVENT_ISSUED);
	derive(cfg, &d);
	if (cfg->selected && ISA_EVENT_COUNT < 1 << d.event_bits)
		tpl_printf(out, "  assign pulse[%u:%u] = %u'd0;\n",
			   (1U << d.event_bits) - 1, ISA_EVENT_COUNT,
			   (1U << d.event_bits) - ISA_EVENT_COUNT);
	for (size_t i = 0; (event = isa_event_row(i)); i++) {
		if (!has_number(cfg, event))
			continue;
		tpl_printf(out, "  assign pulse[%u] = ",
			   (unsigned)event->number);
		if (!has_event(cfg, event))
			tpl_printf(out, "1'b0;");
		else if (event->kind == ISA_EVENT_CYCLE)
			tpl_printf(out, "~perf_done & account == 4'd%u;",
				   (unsigned)event->number);
		else
			tpl_printf(out, "%s;", counters[event->number].when);
		tpl_printf(out, " // %s\n", event->name);
	}
}
