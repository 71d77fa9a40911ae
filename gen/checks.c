/* checks.c - named checks of a configuration, from checks.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each check is a rule between parameters. Before checks_run, every single
 * value must be one that its parameter allows.
 */
#include "gen/checks.h"

#include <inttypes.h>

#define CHECKS_CONSOLE UINT64_C(0xfffff000)
#define CHECKS_DEVICES UINT64_C(0xff000000)

/* The place where the first of these parameters that is not a default was
 * set. */
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

static uint32_t lanes_of(const struct config *cfg)
{
	return cfg->lanes_wanted ? cfg->lanes_wanted : cfg->threads;
}

static void fpu_lanes_divide(const struct config *cfg, struct diag *dg)
{
	uint32_t lanes = lanes_of(cfg);

	if (cfg->fpu_lanes_wanted <= lanes)
		return;
	diag_error(dg, blame(cfg, PARAM_fpu_lanes_wanted,
			     cfg->lanes_wanted ? PARAM_lanes_wanted :
			     PARAM_threads, PARAM_fpu_lanes_wanted),
		   "fpu-lanes",
		   "exec.fpu_lanes = %" PRIu32 " is more than the %" PRIu32
		   " lanes of the core; %" PRIu32 " would do, or 0 for all",
		   cfg->fpu_lanes_wanted, lanes, lanes);
}

static void host_dispatches(const struct config *cfg, struct diag *dg)
{
	if (cfg->host == CONFIG_host_none || cfg->dispatch)
		return;
	diag_error(dg, blame(cfg, PARAM_host, PARAM_dispatch, PARAM_dispatch),
		   "host-dispatches",
		   "gpu.host = 'axil' makes launches, and there is no "
		   "dispatcher for them; gpu.dispatch = true has one");
}

/* What a core of Ventus must have, or must not have yet. */
static const struct ventus_need {
	enum param_id param;
	uint32_t value;
	const char *text;
} ventus_needs[] = {
	{ PARAM_dispatch, 1, "a dispatcher starts its warps: "
	  "gpu.dispatch = true" },
	{ PARAM_has_m, 1, "its vectors multiply and divide: isa.m = true" },
	{ PARAM_has_a, 1, "its instruction set has atomic instructions: "
	  "isa.a = true" },
	{ PARAM_has_zbb, 1, "its vectors have minimum and maximum, which "
	  "isa.zbb = true has" },
	{ PARAM_multiplier, CONFIG_multiplier_pipelined, "its products "
	  "have addends: exec.multiplier = \"pipelined\"" },
	{ PARAM_has_vote, 0, "it has no vote: isa.vote = false" },
	{ PARAM_has_shfl, 0, "it has no shuffle: isa.shfl = false" },
	{ PARAM_has_zba, 0, "it has no sh1add: isa.zba = false" },
	{ PARAM_has_zicond, 0, "it has no czero: isa.zicond = false" },
	{ PARAM_timer, 0, "it has no timer: core.timer = false" },
	{ PARAM_deep, 0, "it has no deep pipeline: core.deep = false" },
	{ PARAM_counters, 0, "its CSRs have no counters: "
	  "core.counters = false" },
	{ PARAM_clear, 0, "nothing is cleared yet: gpu.clear = false" },
	{ PARAM_local_size, 0, "private memory is another one: "
	  "local.size = 0" },
	{ PARAM_const_size, 0, "it has no constant memory: "
	  "mem.const_size = 0" }
};

void config_fit_ventus(struct config *cfg)
{
	cfg->dialect = CONFIG_dialect_ventus;
	for (size_t i = 0; i < sizeof ventus_needs / sizeof *ventus_needs; i++)
		config_put(cfg, param_row(ventus_needs[i].param),
			   ventus_needs[i].value);
	if (cfg->fp == CONFIG_fp_f)
		cfg->fp = CONFIG_fp_zfinx;
	if (cfg->stack < 2 * cfg->threads)
		cfg->stack = 2 * cfg->threads;
}

static void ventus_fits(const struct config *cfg, struct diag *dg)
{
	if (cfg->dialect != CONFIG_dialect_ventus) {
		if (cfg->vregs != 64)
			diag_error(dg, blame(cfg, PARAM_vregs, PARAM_dialect,
					     PARAM_dialect), "ventus-fits",
				   "vector registers are those of Ventus: "
				   "isa.dialect = \"ventus\" has them");
		return;
	}
	for (size_t i = 0; i < sizeof ventus_needs / sizeof *ventus_needs;
	     i++) {
		const struct ventus_need *n = &ventus_needs[i];

		if (config_get(cfg, param_row(n->param)) == n->value)
			continue;
		diag_error(dg, blame(cfg, n->param, PARAM_dialect,
				     PARAM_dialect), "ventus-fits",
			   "with isa.dialect = \"ventus\" %s", n->text);
		return;
	}
	if (cfg->fp == CONFIG_fp_f)
		diag_error(dg, blame(cfg, PARAM_fp, PARAM_dialect,
				     PARAM_dialect), "ventus-fits",
			   "registers f are not there in Ventus; isa.f = "
			   "\"zfinx\" computes in x and v");
	if (cfg->stack < 2 * cfg->threads)
		diag_error(dg, blame(cfg, PARAM_stack, PARAM_threads,
				     PARAM_dialect), "ventus-fits",
			   "a stack of Ventus needs two entries for each "
			   "thread; simt.stack = %u has them",
			   (unsigned)(2 * cfg->threads));
}

static void clear_dispatches(const struct config *cfg, struct diag *dg)
{
	if (!cfg->clear || cfg->dispatch)
		return;
	diag_error(dg, blame(cfg, PARAM_clear, PARAM_dispatch, PARAM_dispatch),
		   "clear-dispatches",
		   "gpu.clear clears what a block leaves, and there are no "
		   "blocks without a dispatcher; gpu.dispatch = true has one");
}

static void sfu_needs_f(const struct config *cfg, struct diag *dg)
{
	if (!cfg->has_sfu || cfg->fp != CONFIG_fp_none)
		return;
	diag_error(dg, blame(cfg, PARAM_has_sfu, PARAM_fp, PARAM_fp),
		   "sfu-needs-f",
		   "isa.sfu is for a core with isa.f = zfinx or f");
}

static void sfu_lanes_divide(const struct config *cfg, struct diag *dg)
{
	uint32_t lanes = lanes_of(cfg);

	if (cfg->sfu_lanes <= lanes)
		return;
	diag_error(dg, blame(cfg, PARAM_sfu_lanes,
			     cfg->lanes_wanted ? PARAM_lanes_wanted :
			     PARAM_threads, PARAM_sfu_lanes),
		   "sfu-lanes",
		   "exec.sfu_lanes = %" PRIu32 " is more than the %" PRIu32
		   " lanes of the core; %" PRIu32 " would do",
		   cfg->sfu_lanes, lanes, lanes);
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

/* Where RAM ends, if its base is aligned; else 0, and ram_aligned reports. */
static uint64_t ram_end(const struct config *cfg)
{
	return cfg->ram_base % cfg->ram_size ? 0 :
	       (uint64_t)cfg->ram_base + cfg->ram_size;
}

static void ram_below_devices(const struct config *cfg, struct diag *dg)
{
	uint64_t end = ram_end(cfg);

	if (end <= CHECKS_DEVICES)
		return;
	diag_error(dg, blame(cfg, PARAM_ram_base, PARAM_ram_size,
			     PARAM_ram_size), "ram-below-devices",
		   "RAM of 0x%" PRIx32 " bytes at 0x%" PRIx32 " ends at 0x%"
		   PRIx64 "; it must end at 0x%" PRIx64 " or below",
		   cfg->ram_size, cfg->ram_base, end, CHECKS_DEVICES);
}

/* Where RAM is wrong, this would be a second error for one mistake. */
static void reset_in_ram(const struct config *cfg, struct diag *dg)
{
	if (cfg->reset_pc - cfg->ram_base < cfg->ram_size || !ram_end(cfg) ||
	    ram_end(cfg) > CHECKS_DEVICES)
		return;
	diag_error(dg, blame(cfg, PARAM_reset_pc, PARAM_ram_base,
			     PARAM_ram_size), "reset-in-ram",
		   "core.reset_pc = 0x%" PRIx32 " is outside RAM (0x%" PRIx32
		   "..0x%" PRIx32 ")", cfg->reset_pc, cfg->ram_base,
		   cfg->ram_base + (cfg->ram_size - 1));
}

/* The parameters of a cache. */
struct cache_shape {
	const char *name, *check;
	uint32_t size, line, ways, least_line;
	enum param_id size_id, line_id, ways_id;
};

/* NAME_of(CFG): those of the cache NAME. */
#define CACHE(name, line_of, back, hashed, banks, doc) \
static struct cache_shape name##_of(const struct config *cfg) \
{ \
	return (struct cache_shape){ \
		#name, #name "-shape", cfg->name##_size, cfg->line_of##_line, \
		cfg->name##_ways, cfg->bus_width / 8, PARAM_##name##_size, \
		PARAM_##line_of##_line, PARAM_##name##_ways \
	}; \
}
#include "machine/cache.def"

static void cache_shape(const struct config *cfg, const struct cache_shape *s,
			struct diag *dg)
{
	if (s->size == 0)
		return;
	if (s->line < s->least_line) {
		diag_error(dg, blame(cfg, s->line_id, PARAM_bus_width,
				     s->size_id), s->check,
			   "%s.line = %" PRIu32 " is less than the %" PRIu32
			   " bytes of mem.bus_width; it must be at least that",
			   s->name, s->line, s->least_line);
		return;
	}
	if (s->size / s->line < 2 * s->ways)
		diag_error(dg, blame(cfg, s->size_id, s->ways_id, s->line_id),
			   s->check,
			   "%s.size = %" PRIu32
			   " does not hold two sets of %" PRIu32
			   " ways of %" PRIu32 " bytes; %" PRIu32 " would",
			   s->name, s->size, s->ways, s->line,
			   2 * s->ways * s->line);
}

static void icache_shape(const struct config *cfg, struct diag *dg)
{
	const struct cache_shape s = icache_of(cfg);

	cache_shape(cfg, &s, dg);
}

/* A bus that is too wide for both caches is reported by icache_shape. */
static void dcache_shape(const struct config *cfg, struct diag *dg)
{
	struct cache_shape s = dcache_of(cfg);

	if (cfg->icache_size && cfg->icache_line < s.least_line)
		s.least_line = 0;
	cache_shape(cfg, &s, dg);
}

static void dcache_banks_fit(const struct config *cfg, struct diag *dg)
{
	uint32_t banks = cfg->dcache_banks_wanted;
	uint32_t low = cfg->bus_width / 32, high = cfg->dcache_line / 4;

	if (cfg->dcache_size == 0 || banks == 0 || low > high ||
	    (banks >= low && banks <= high))
		return;
	diag_error(dg, blame(cfg, PARAM_dcache_banks_wanted, PARAM_dcache_line,
			     PARAM_bus_width), "dcache-banks",
		   "dcache.banks = %" PRIu32 " must be between %" PRIu32
		   " (the words of mem.bus_width) and %" PRIu32
		   " (the words of a line), or 0 for the whole line",
		   banks, low, high);
}

static void smem_shape(const struct config *cfg, struct diag *dg)
{
	uint32_t lanes = lanes_of(cfg);
	uint32_t banks = cfg->smem_banks_wanted ? cfg->smem_banks_wanted :
			 lanes;

	if (cfg->smem_size == 0 || cfg->smem_size / 8 >= banks)
		return;
	diag_error(dg,
		   blame(cfg, PARAM_smem_size, PARAM_smem_banks_wanted,
			 PARAM_threads),
		   "smem-shape",
		   "smem.size = %" PRIu32
		   " is not two words for each of %" PRIu32 " banks; %" PRIu32
		   " would be",
		   cfg->smem_size, banks, banks * 8);
}

static bool smem_lies(const struct config *cfg)
{
	uint64_t first = cfg->smem_base, end = first + cfg->smem_size;

	return first % cfg->smem_size == 0 && end <= CHECKS_CONSOLE &&
	       (end <= cfg->ram_base ||
		first >= (uint64_t)cfg->ram_base + cfg->ram_size);
}

static void smem_place(const struct config *cfg, struct diag *dg)
{
	if (!cfg->smem_size || smem_lies(cfg))
		return;
	diag_error(dg, blame(cfg, PARAM_smem_base, PARAM_smem_size,
			     PARAM_ram_base), "smem-place",
		   "smem.base = 0x%" PRIx32 " must be a multiple of smem.size "
		   "= %" PRIu32 ", outside RAM, from 0x%" PRIx32 " to 0x%"
		   PRIx32 ", and shared memory end at 0xfffff000 or below; "
		   "0xff000000 is always possible", cfg->smem_base,
		   cfg->smem_size, cfg->ram_base,
		   cfg->ram_base + (cfg->ram_size - 1));
}

static void local_fits(const struct config *cfg, struct diag *dg)
{
	uint32_t room = config_harts(cfg);

	if (cfg->local_size == 0 ||
	    (cfg->local_size >= 8 &&
	     cfg->local_size <= cfg->ram_size / 2 / room))
		return;
	diag_error(dg,
		   blame(cfg, PARAM_local_size, PARAM_ram_size, PARAM_threads),
		   "local-fits",
		   cfg->local_size < 8 ?
		   "local.size = %" PRIu32 " is less than two words; 8 is the "
		   "least, and %" PRIu32 " the most with room for %" PRIu32
		   " threads" :
		   "local.size = %" PRIu32 " takes more than half of RAM; "
		   "%" PRIu32 " would fit with room for %" PRIu32 " threads",
		   cfg->local_size, cfg->ram_size / 2 / room, room);
}

/* The end of RAM that programs share; local memory is behind it. */
static uint64_t shared_end(const struct config *cfg)
{
	uint64_t local = (uint64_t)cfg->local_size * config_harts(cfg);

	return (uint64_t)cfg->ram_base + cfg->ram_size -
	       (local > cfg->local_size ? local : 0);
}

static bool constant_lies(const struct config *cfg)
{
	return cfg->const_base % cfg->const_size == 0 &&
	       cfg->const_base >= cfg->ram_base &&
	       (uint64_t)cfg->const_base + cfg->const_size <= shared_end(cfg);
}

static void constant_fits(const struct config *cfg, struct diag *dg)
{
	uint32_t most = cfg->ram_size / 2;
	bool fits = cfg->const_size >= 64 && cfg->const_size <= most;

	if (!cfg->const_size || (fits && constant_lies(cfg)))
		return;
	if (!fits)
		diag_error(dg, blame(cfg, PARAM_const_size, PARAM_ram_size,
				     PARAM_const_base), "constant-fits",
			   "mem.const_size = 0x%" PRIx32 " is not between 0x40 "
			   "and 0x%" PRIx32 ", half of RAM; 0 is none",
			   cfg->const_size, most);
	else
		diag_error(dg, blame(cfg, PARAM_const_base, PARAM_const_size,
				     PARAM_ram_base), "constant-fits",
			   "mem.const_base = 0x%" PRIx32 " must be a multiple "
			   "of mem.const_size = 0x%" PRIx32 ", from 0x%" PRIx32
			   " on, where RAM begins, and constant memory end at "
			   "0x%" PRIx64 " or below", cfg->const_base,
			   cfg->const_size, cfg->ram_base, shared_end(cfg));
}

static void axi_needs_caches(const struct config *cfg, struct diag *dg)
{
	if (cfg->bus != CONFIG_bus_axi4 ||
	    (cfg->icache_size != 0 && cfg->dcache_size != 0))
		return;
	diag_error(dg, blame(cfg, PARAM_bus, PARAM_icache_size,
			     PARAM_dcache_size), "axi-needs-caches",
		   "mem.bus = \"axi4\" needs icache.size and dcache.size above "
		   "0; without caches \"simple\" is the bus");
}

static void selected_counters(const struct config *cfg, struct diag *dg)
{
	if (cfg->counters || !cfg->selected)
		return;
	diag_error(dg,
		   blame(cfg, PARAM_selected, PARAM_counters, PARAM_counters),
		   "selected-counters",
		   "counters.selected = %" PRIu32
		   " needs core.counters = true; without counters it is 0",
		   cfg->selected);
}

static void deep_fits(const struct config *cfg, struct diag *dg)
{
	bool folded = cfg->lanes_wanted && cfg->lanes_wanted < cfg->threads;

	if (!cfg->deep ||
	    (cfg->judge && cfg->forward && !cfg->timer && !folded))
		return;
	diag_error(dg,
		   blame(cfg, PARAM_deep, PARAM_judge,
			 folded ? PARAM_lanes_wanted :
			 cfg->timer ? PARAM_timer :
				      PARAM_forward),
		   "deep-fits",
		   "core.deep needs issue.judge = true, issue.forward = true, "
		   "core.timer = false and as many core.lanes as core.threads");
}

/* Several caches may hold one line. Only write-through leaves bytes that
 * another core wrote alone. */
static bool cores_overwrite(const struct config *cfg)
{
	return cfg->cores > 1 && cfg->dcache_size &&
	       cfg->dcache_write == CONFIG_dcache_write_back;
}

static void cores_share(const struct config *cfg, struct diag *dg)
{
	if (!cores_overwrite(cfg))
		return;
	diag_error(dg,
		   blame(cfg, PARAM_cores, PARAM_dcache_write, PARAM_cores),
		   "cores-share", "gpu.cores = %" PRIu32 " needs dcache.write "
		   "= \"through\"; one core may have it", cfg->cores);
}

/* Can there be a second-level cache in this memory system? */
static bool l2_may_be(const struct config *cfg)
{
	return cfg->bus == CONFIG_bus_axi4 &&
	       cfg->dcache_write == CONFIG_dcache_write_through;
}

static void l2_below(const struct config *cfg, struct diag *dg)
{
	bool axi = cfg->bus == CONFIG_bus_axi4;

	if (!cfg->l2_size || l2_may_be(cfg) || (axi && cores_overwrite(cfg)))
		return;
	diag_error(dg,
		   blame(cfg, PARAM_l2_size, axi ? PARAM_dcache_write :
			 PARAM_bus, PARAM_l2_size), "l2-below",
		   "l2.size = %" PRIu32 " needs %s; without it l2.size is 0",
		   cfg->l2_size, axi ? "dcache.write = \"through\"" :
		   "mem.bus = \"axi4\"");
}

static void l2_line(const struct config *cfg, struct diag *dg)
{
	if (!cfg->l2_size || !l2_may_be(cfg) ||
	    cfg->icache_line == cfg->dcache_line)
		return;
	diag_error(dg, blame(cfg, PARAM_icache_line, PARAM_dcache_line,
			     PARAM_l2_size), "l2-line",
		   "icache.line = %" PRIu32 " is not dcache.line = %" PRIu32
		   "; with l2.size above 0 they must be equal",
		   cfg->icache_line, cfg->dcache_line);
}

static void l2_shape(const struct config *cfg, struct diag *dg)
{
	const struct cache_shape s = l2_of(cfg);

	if (!l2_may_be(cfg))
		return;
	if (s.line >= s.least_line)
		cache_shape(cfg, &s, dg);
	if (!cfg->l2_size || cfg->l2_size / cfg->l2_ways <= cfg->ram_size / 2)
		return;
	diag_error(dg, blame(cfg, PARAM_l2_size, PARAM_ram_size,
			     PARAM_l2_ways), "l2-shape",
		   "l2.size = %" PRIu32 " is too large for mem.ram_size = 0x%"
		   PRIx32 "; %" PRIu32 " would fit", cfg->l2_size,
		   cfg->ram_size, cfg->ram_size / 2 * cfg->l2_ways);
}

/* Too small for one bank, too: that is reported by l2_shape. */
static void l2_banks(const struct config *cfg, struct diag *dg)
{
	uint32_t banks = cfg->l2_banks_wanted;
	uint32_t least = 2 * cfg->l2_ways * cfg->dcache_line;

	if (cfg->l2_size < least || cfg->l2_size / banks >= least)
		return;
	diag_error(dg, blame(cfg, PARAM_l2_banks_wanted, PARAM_l2_size,
			     PARAM_l2_ways), "l2-banks",
		   "l2.size = %" PRIu32 " does not hold two sets of %" PRIu32
		   " ways of %" PRIu32 " bytes in each of %" PRIu32
		   " banks; %" PRIu32 " would",
		   cfg->l2_size, cfg->l2_ways, cfg->dcache_line, banks,
		   banks * least);
}

/* A core takes a beat of data in a cycle, which one channel gives. */
static void channels_share(const struct config *cfg, struct diag *dg)
{
	uint32_t banks = cfg->l2_size ? cfg->l2_banks_wanted : 0;
	bool few = banks < cfg->channels;

	if (cfg->channels == 1 || (!few && cfg->cores >= cfg->channels))
		return;
	diag_error(dg, blame(cfg, PARAM_channels, few ?
			     PARAM_l2_banks_wanted : PARAM_cores,
			     PARAM_channels), "channels-share",
		   "mem.channels = %" PRIu32 " needs as many %s; there %s %"
		   PRIu32, cfg->channels, few ?
		   "banks of a second-level cache (l2.size, l2.banks)" :
		   "cores (gpu.cores): one core takes what one channel gives",
		   (few ? banks : cfg->cores) == 1 ? "is" : "are",
		   few ? banks : cfg->cores);
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
