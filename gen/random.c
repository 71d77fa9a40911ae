/* random.c - makes random configurations for tests
 * SPDX-License-Identifier: Apache-2.0
 */
#include <assert.h>

#include "gen/gen.h"

/* Memory of Ventus' launches, and the least local memory of a thread. */
enum { VENTUS_LOCAL = 0x70000000, VENTUS_THREAD_BYTES = 16 };
static const uint32_t VENTUS_RAM = 0x80000000, VENTUS_RAM_SIZE = 0x20000000;

/* splitmix64; every seed is usable. */
static uint64_t draw(uint64_t *state)
{
	uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static uint32_t below(uint64_t *state, uint64_t n)
{
	return (uint32_t)(draw(state) % n);
}

static uint32_t random_power(uint64_t *state, const struct param *p)
{
	uint32_t values[33], n = 0;

	for (unsigned bit = 0; bit < 32; bit++)
		if (param_allows(p, UINT32_C(1) << bit))
			values[n++] = UINT32_C(1) << bit;
	if (p->shape == PARAM_POW2_OR_0 && param_allows(p, 0))
		values[n++] = 0;
	assert(n > 0);
	return values[below(state, n)];
}

static uint32_t random_value(uint64_t *state, const struct param *p)
{
	uint32_t words = 0;

	switch (p->kind) {
	case PARAM_NUMBER:
	case PARAM_ADDRESS:
		if (p->shape == PARAM_POW2 || p->shape == PARAM_POW2_OR_0)
			return random_power(state, p);
		return p->lo + below(state, (uint64_t)p->hi - p->lo + 1);
	case PARAM_FLAG:
		return below(state, 2);
	case PARAM_CHOICE:
		while (p->words[words])
			words++;
		return below(state, words);
	case PARAM_NAME:
		break;
	}
	return 0;
}

/* Places RAM below the devices, with the reset pc inside. */
static void place_ram(struct config *cfg, uint64_t *state)
{
	uint32_t places = UINT32_C(0xff000000) / cfg->ram_size;

	cfg->ram_base = below(state, places) * cfg->ram_size;
	cfg->reset_pc = cfg->ram_base + below(state, cfg->ram_size / 4) * 4;
}

static uint32_t lanes_of(const struct config *cfg)
{
	return cfg->lanes_wanted ? cfg->lanes_wanted : cfg->threads;
}

/* Reduces the numbers of lanes until they divide the threads and the lanes. */
static void fit_lanes(struct config *cfg)
{
	while (cfg->lanes_wanted && cfg->threads % cfg->lanes_wanted)
		cfg->lanes_wanted /= 2;
	while (cfg->fpu_lanes_wanted > lanes_of(cfg))
		cfg->fpu_lanes_wanted /= 2;
	while (cfg->sfu_lanes > lanes_of(cfg))
		cfg->sfu_lanes /= 2;
	if (cfg->fp == CONFIG_fp_none)
		cfg->has_sfu = false;
}

static void fit_deep(struct config *cfg)
{
	if (!cfg->deep)
		return;
	cfg->judge = cfg->forward = true;
	cfg->timer = false;
	cfg->lanes_wanted = 0;
}

static void fit_cache(uint32_t *size, uint32_t *line, uint32_t ways,
		      uint32_t bus_bytes)
{
	if (*line < bus_bytes)
		*line = bus_bytes;
	if (*size && *size < 2 * ways * *line)
		*size = 2 * ways * *line;
}

/* Makes the caches of a core large enough. */
static void fit_caches(struct config *cfg)
{
#define SHARED_CACHE(name, line_of, back, hashed, banks, doc)
#define CACHE(name, line_of, back, hashed, banks, doc) \
	fit_cache(&cfg->name##_size, &cfg->line_of##_line, cfg->name##_ways, \
		  cfg->bus_width / 8);
#include "machine/cache.def"
}

/* Changes the memory system until the rules allow it. */
static void fit_memory(struct config *cfg)
{
	uint32_t lanes = lanes_of(cfg);
	uint32_t banks = cfg->smem_banks_wanted ? cfg->smem_banks_wanted :
			 lanes;

	fit_caches(cfg);
	if (cfg->dcache_banks_wanted &&
	    cfg->dcache_banks_wanted < cfg->bus_width / 32)
		cfg->dcache_banks_wanted = cfg->bus_width / 32;
	if (cfg->dcache_banks_wanted > cfg->dcache_line / 4)
		cfg->dcache_banks_wanted = cfg->dcache_line / 4;
	if (cfg->smem_size && cfg->smem_size < 8 * banks)
		cfg->smem_size = 8 * banks;
	if (!cfg->icache_size || !cfg->dcache_size)
		cfg->bus = CONFIG_bus_simple;
}

/* Makes the other caches fit the second-level cache, or removes it. */
static void fit_l2(struct config *cfg)
{
	if (cfg->bus != CONFIG_bus_axi4 ||
	    cfg->dcache_write != CONFIG_dcache_write_through)
		cfg->l2_size = 0;
	while (cfg->l2_size / cfg->l2_ways > cfg->ram_size / 2)
		cfg->l2_size /= 2;
	if (cfg->l2_size < 2 * cfg->l2_ways * cfg->dcache_line)
		cfg->l2_size = 0;
	if (!cfg->l2_size)
		return;
	while (cfg->l2_size / cfg->l2_banks_wanted <
	       2 * cfg->l2_ways * cfg->dcache_line)
		cfg->l2_banks_wanted /= 2;
	cfg->icache_line = cfg->dcache_line;
	fit_caches(cfg);
}

static void fit_local(struct config *cfg)
{
	while (cfg->local_size > cfg->ram_size / 2 / config_harts(cfg))
		cfg->local_size /= 2;
	if (cfg->local_size < 8)
		cfg->local_size = 0;
}

/* Gives several cores data caches that write through, and a second-level cache
 * if there is room for it. */
static void give_l2(struct config *cfg, uint64_t *state)
{
	cfg->bus = CONFIG_bus_axi4;
	cfg->dcache_write = CONFIG_dcache_write_through;
	if (!cfg->icache_size)
		cfg->icache_size = 1024;
	if (!cfg->dcache_size)
		cfg->dcache_size = 1024;
	cfg->l2_size = 2048U << below(state, 5);
	fit_memory(cfg);
	fit_l2(cfg);
}

/* One configuration in eight gets several cores, and half of these a
 * second-level cache. They have data caches only above one. */
static void fit_cores(struct config *cfg, uint64_t *state)
{
	if (below(state, 8) != 0)
		return;
	cfg->cores = 2 + below(state, cfg->warps * cfg->threads > 64 ? 1 : 3);
	if (!cfg->l2_size && below(state, 2))
		give_l2(cfg, state);
	if (cfg->l2_size)
		return;
	cfg->dcache_size = 0;
	cfg->bus = CONFIG_bus_simple;
}

static void fit_channels(struct config *cfg)
{
	if (!cfg->l2_size)
		cfg->channels = 1;
	while (cfg->channels > cfg->l2_banks_wanted ||
	       cfg->channels > cfg->cores)
		cfg->channels /= 2;
}

/* One of four has a dispatcher of blocks, and half of these registers of a
 * host. */
static void fit_dispatch(struct config *cfg, uint64_t *state)
{
	cfg->dispatch = below(state, 4) == 0;
	if (!cfg->dispatch)
		return;
	cfg->launches = UINT32_C(1) << below(state, 5);
	cfg->blocks = UINT32_C(1) << below(state, 6);
	cfg->host = below(state, 2);
	cfg->clear = below(state, 2);
}

/* Gives one of four constant memory, behind the first quarter of RAM: programs
 * begin there. It is not where the reset pc or local memory is. */
static void fit_constant(struct config *cfg, uint64_t *state)
{
	uint32_t all = cfg->local_size * config_harts(cfg), bytes, end, at;

	cfg->const_size = 0;
	if (below(state, 4))
		return;
	end = cfg->ram_size - (all > cfg->local_size ? all : 0);
	bytes = cfg->ram_size >> (2 + below(state, 6));
	bytes = bytes < 64 ? 64 : bytes;
	for (int tries = 0; tries < 8; tries++) {
		at = (below(state, cfg->ram_size / bytes)) * bytes;
		if (at < cfg->ram_size / 4 || at + bytes > end ||
		    cfg->reset_pc - cfg->ram_base - at < bytes)
			continue;
		cfg->const_base = cfg->ram_base + at;
		cfg->const_size = bytes;
		return;
	}
}

/* One of four has shared memory elsewhere, outside RAM: often beside it, or one
 * address bit from it. */
static void fit_smem_base(struct config *cfg, uint64_t *state)
{
	uint32_t size = cfg->smem_size, at;

	if (!size || below(state, 4))
		return;
	at = cfg->ram_base ^ (cfg->ram_size << below(state, 4));
	if (below(state, 2))
		at = below(state, UINT32_C(0xff000000) / size) * size;
	at &= ~(size - 1);
	if (at >= 0x1000 && at < UINT32_C(0xff000000) &&
	    (at - cfg->ram_base >= cfg->ram_size &&
	     cfg->ram_base - at >= size))
		cfg->smem_base = at;
}

static void assert_checked(const struct config *cfg)
{
	struct diag dg;
	bool good;

	diag_init(&dg, NULL);
	good = config_check(cfg, &dg) == GEN_OK;
	assert(good);
	(void)good;
	diag_free(&dg);
}

void config_random(struct config *cfg, uint64_t seed, bool move_ram)
{
	uint64_t state = seed;

	config_init(cfg);
	for (unsigned i = 0; i < PARAM_COUNT; i++) {
		const struct param *p = param_row((enum param_id)i);
		uint32_t v;
		if ((i >= PARAM_dispatch && i <= PARAM_host) ||
		    i == PARAM_dialect || i == PARAM_vregs)
			continue;
		if (i == PARAM_const_base || i == PARAM_const_size ||
		    i == PARAM_smem_base)
			continue;
		v = i == PARAM_cores ? 1 : random_value(&state, p);
		if (i != PARAM_ram_base && i != PARAM_reset_pc &&
		    p->kind != PARAM_NAME)
			config_put(cfg, p, v);
	}
	if (!cfg->counters || below(&state, 2))
		cfg->selected = 0;
	fit_lanes(cfg);
	fit_deep(cfg);
	fit_memory(cfg);
	fit_l2(cfg);
	if (move_ram)
		place_ram(cfg, &state);
	fit_cores(cfg, &state);
	fit_channels(cfg);
	fit_local(cfg);
	fit_dispatch(cfg, &state);
	fit_constant(cfg, &state);
	fit_smem_base(cfg, &state);
	assert_checked(cfg);
}

void config_random_ventus(struct config *cfg, uint64_t seed)
{
	uint64_t state = ~seed;
	uint32_t least;

	config_random(cfg, seed, false);
	config_fit_ventus(cfg);
	cfg->selected = 0;
	cfg->vregs = UINT32_C(64) << below(&state, 3);
	cfg->launches = UINT32_C(1) << below(&state, 5);
	cfg->blocks = UINT32_C(1) << below(&state, 6);
	cfg->ram_base = cfg->reset_pc = VENTUS_RAM;
	cfg->ram_size = VENTUS_RAM_SIZE;
	cfg->smem_base = VENTUS_LOCAL;
	least = VENTUS_THREAD_BYTES * cfg->threads << below(&state, 4);
	if (cfg->smem_size < least)
		cfg->smem_size = least;
	fit_memory(cfg);
	assert_checked(cfg);
}
