/* checks - named checks of a configuration, from checks.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * Precondition: every value is one that its parameter allows.
 */
#include "gen/checks.h"

#include <inttypes.h>

#define CHECKS_DEVICES UINT64_C(0xff000000)

/* Where the first of the parameters that somebody set was set. */
static struct diag_loc blame(const struct config *cfg, enum param_id a,
			     enum param_id b, enum param_id c)
{
	const enum param_id ids[] = { a, b, c };
	for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++)
		if (cfg->at[ids[i]].file)
			return cfg->at[ids[i]];
	return (struct diag_loc){ "(defaults)", 0, 0 };
}

static void lanes_divide_threads(const struct config *cfg, struct diag *dg)
{
	uint32_t fit = cfg->lanes_wanted;

	if (fit == 0 || cfg->threads % fit == 0)
		return;
	while (cfg->threads % fit != 0)
		fit /= 2;
	diag_error(dg, blame(cfg, PARAM_lanes_wanted, PARAM_threads,
			     PARAM_threads), "lanes-divide-threads",
		   "core.lanes = %" PRIu32 " does not divide core.threads = %"
		   PRIu32 "; %" PRIu32 " would, or 0 for one lane per thread",
		   cfg->lanes_wanted, cfg->threads, fit);
}

static void ram_aligned(const struct config *cfg, struct diag *dg)
{
	if (cfg->ram_base % cfg->ram_size == 0)
		return;
	diag_error(dg, blame(cfg, PARAM_ram_base, PARAM_ram_size,
			     PARAM_ram_size), "ram-aligned",
		   "mem.ram_base = 0x%" PRIx32 " is not a multiple of "
		   "mem.ram_size = 0x%" PRIx32 "; 0x%" PRIx32 " would be",
		   cfg->ram_base, cfg->ram_size,
		   cfg->ram_base & ~(cfg->ram_size - 1));
}

static void ram_below_devices(const struct config *cfg, struct diag *dg)
{
	uint64_t end = (uint64_t)cfg->ram_base + cfg->ram_size;

	if (end <= CHECKS_DEVICES)
		return;
	diag_error(dg, blame(cfg, PARAM_ram_base, PARAM_ram_size,
			     PARAM_ram_size), "ram-below-devices",
		   "RAM of 0x%" PRIx32 " bytes at 0x%" PRIx32 " ends at 0x%"
		   PRIx64 "; it must end at 0x%" PRIx64 " or below",
		   cfg->ram_size, cfg->ram_base, end, CHECKS_DEVICES);
}

static void reset_in_ram(const struct config *cfg, struct diag *dg)
{
	if (cfg->reset_pc - cfg->ram_base < cfg->ram_size)
		return;
	diag_error(dg, blame(cfg, PARAM_reset_pc, PARAM_ram_base,
			     PARAM_ram_size), "reset-in-ram",
		   "core.reset_pc = 0x%" PRIx32 " is outside RAM (0x%" PRIx32
		   "..0x%" PRIx32 ")", cfg->reset_pc, cfg->ram_base,
		   cfg->ram_base + (cfg->ram_size - 1));
}

static const struct check_row rows[] = {
#define READING(name, doc) { name, doc, NULL },
#define RULE(function, name, doc) { name, doc, function },
#include "gen/checks.def"
#undef READING
#undef RULE
};

const struct check_row *check_row(size_t i)
{
	return i < sizeof rows / sizeof rows[0] ? &rows[i] : NULL;
}

int checks_run(const struct config *cfg, struct diag *dg)
{
	unsigned before = dg->errors;
	const struct check_row *row;

	for (size_t i = 0; (row = check_row(i)); i++)
		if (row->run)
			row->run(cfg, dg);
	return dg->errors == before ? 0 : -1;
}
