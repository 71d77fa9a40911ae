/* machine.c - makes, resets and frees a machine: its memory and its cores
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "golden/core.h"
#include "golden/ventus_core.h"

/* RAM ends below this address; shared memory and devices begin here. */
#define RAM_LIMIT GOLDEN_SMEM

const char *golden_strerror(int error)
{
	switch (error) {
	case 0: return "no error";
	case GOLDEN_E_NOMEM: return "out of memory";
	case GOLDEN_E_CONFIG: return "configuration outside its limits";
	case GOLDEN_E_RANGE: return "address outside RAM";
	case GOLDEN_E_INACTIVE:
		return "the warp is halted or waits at a barrier";
	case GOLDEN_E_BUSY: return "the launch slot is not free";
	case GOLDEN_E_HELD: return "a watcher holds the instruction";
	default: return "unknown error";
	}
}

static bool power_of_two(uint32_t n)
{
	return n != 0 && (n & (n - 1)) == 0;
}

static bool size_ok(uint32_t n, uint32_t most)
{
	return power_of_two(n) && n <= most;
}

static uint32_t log2_harts(const struct machine *c)
{
	uint32_t harts = c->cores * c->warps * c->threads, bits = 0;

	while (UINT32_C(1) << bits < harts)
		bits++;
	return bits;
}

static bool local_ok(const struct machine *c)
{
	return !c->local_size ||
	       (power_of_two(c->local_size) && c->local_size >= 8 &&
		(uint64_t)c->local_size << log2_harts(c) <= c->ram_size / 2);
}

static bool constant_ok(const struct machine *c)
{
	uint32_t local, bytes = golden_window(c, &local);

	return !c->const_size ||
	       (power_of_two(c->const_size) && c->const_size >= 64 &&
		c->const_size <= c->ram_size / 2 &&
		c->const_base % c->const_size == 0 &&
		c->const_base - c->ram_base <=
		c->ram_size - bytes - c->const_size);
}

static bool smem_ok(const struct machine *c)
{
	uint32_t first = machine_smem(c), size = c->smem_size;

	return !size || (size_ok(size, GOLDEN_SMEM_LIMIT) && size % 4 == 0 &&
			 first % size == 0 &&
			 first + (size - 1) < GOLDEN_CONSOLE &&
			 first - c->ram_base >= c->ram_size &&
			 c->ram_base - first >= size);
}

/* Warps of Ventus start by a launch alone; their stacks never overflow. */
static bool ventus_ok(const struct machine *c)
{
	return c->dialect == MACHINE_VORTEX ||
	       (c->dialect == MACHINE_VENTUS && c->dispatch && !c->timer &&
		!c->local_size && c->stack >= 2 * c->threads);
}

static bool config_ok(const struct machine *c)
{
	return c->cores >= 1 && c->cores <= GOLDEN_MAX_CORES &&
	       size_ok(c->warps, GOLDEN_MAX_WARPS) &&
	       size_ok(c->threads, GOLDEN_MAX_THREADS) &&
	       c->stack >= 1 && c->stack <= 65536 &&
	       c->barriers >= 1 && c->barriers <= 65536 &&
	       power_of_two(c->ram_size) && c->ram_size >= GOLDEN_PAGE_BYTES &&
	       c->ram_base % c->ram_size == 0 &&
	       c->ram_base + (c->ram_size - 1) < RAM_LIMIT &&
	       smem_ok(c) && local_ok(c) && constant_ok(c) &&
	       c->reset_pc % 4 == 0 && ventus_ok(c) &&
	       (!c->dispatch || (size_ok(c->launches, GOLDEN_MAX_LAUNCHES) &&
				 size_ok(c->blocks, GOLDEN_MAX_BLOCKS)));
}

static uint32_t lowest_lanes(uint32_t n)
{
	return UINT32_MAX >> (32 - n);
}

/* --- memory ------------------------------------------------------------ */

uint32_t golden_window(const struct machine *cfg, uint32_t *first)
{
	uint32_t bits = log2_harts(cfg);
	uint32_t bytes = bits ? cfg->local_size << bits : 0;

	*first = cfg->ram_base + (cfg->ram_size - bytes);
	return bytes;
}

static bool memory_new(struct golden_memory *m, const struct machine *cfg)
{
	m->base = cfg->ram_base;
	m->outside = ~(cfg->ram_size - 1);
	m->hart_shift = log2_harts(cfg);
	m->local_bytes = golden_window(cfg, &m->local);
	while (cfg->local_size >> m->local_shift > 1)
		m->local_shift++;
	m->constant = cfg->const_base;
	m->constant_bytes = cfg->const_size;
	if (!m->given)
		m->ram = calloc(cfg->ram_size, 1);
	m->page = malloc(GOLDEN_PAGES * sizeof *m->page);
	if (!m->ram || !m->page)
		return false;
	for (uint32_t i = 0; i < GOLDEN_PAGES; i++)
		m->page[i].number = GOLDEN_NO_PAGE;
	return true;
}

/* --- cores ------------------------------------------------------------- */

static bool warps_new(struct golden_core *c)
{
	size_t row = c->cfg.threads * sizeof(uint32_t);

	for (uint32_t i = 0; i < c->cfg.warps; i++) {
		struct golden_warp *w = &c->warp[i];

		w->id = i;
		w->x = malloc(GOLDEN_ROWS * row);
		w->live = malloc(row);
		w->stack = malloc(c->cfg.stack * sizeof *w->stack);
		w->reserved = calloc(c->cfg.threads, sizeof *w->reserved);
		if (!w->x || !w->live || !w->stack || !w->reserved)
			return false;
	}
	return true;
}

static void core_free(struct golden_core *c)
{
	if (!c)
		return;
	for (uint32_t i = 0; i < c->cfg.warps; i++) {
		free(c->warp[i].x);
		free(c->warp[i].live);
		free(c->warp[i].stack);
		free(c->warp[i].reserved);
	}
	ventus_core_free(c->vt);
	free(c->waiters);
	free(c->smem);
	free(c);
}

/* Makes the model of C if its instruction set is Ventus'; false if memory runs
 * out. */
static bool ventus_ready(struct golden_core *c)
{
	if (c->cfg.dialect != MACHINE_VENTUS)
		return true;
	c->run = ventus_core_run;
	c->vt = ventus_core_new(c);
	return c->vt;
}

/* Makes core ID of G; NULL if memory runs out. */
static struct golden_core *core_new(struct golden *g, uint32_t id)
{
	struct golden_core *c = calloc(1, sizeof *c);

	if (!c)
		return NULL;
	c->machine = g;
	c->memory = &g->memory;
	c->cfg = g->cfg;
	c->id = id;
	c->all = lowest_lanes(c->cfg.threads);
	c->run = golden_runner(c->cfg.threads);
	c->smem = calloc(c->cfg.smem_size + 1, 1);
	c->waiters = calloc(c->cfg.barriers, sizeof *c->waiters);
	if (c->smem && c->waiters && warps_new(c) && ventus_ready(c))
		return c;
	core_free(c);
	return NULL;
}

void golden_clear_warp(struct golden_core *c, struct golden_warp *w)
{
	memset(w->x, 0, GOLDEN_ROWS * c->cfg.threads * sizeof *w->x);
	w->mtvec = w->mepc = w->mstatus = 0;
	w->frm = w->fflags = 0;
	if (c->vt)
		ventus_core_clear(c, w);
}

static void reset_warp(struct golden_core *c, struct golden_warp *w)
{
	golden_clear_warp(c, w);
	w->pc = c->cfg.reset_pc;
	w->depth = 0;
	for (uint32_t t = 0; t < c->cfg.threads; t++) {
		c->memory->reservations -= w->reserved[t] & 1;
		w->reserved[t] = 0;
	}
	golden_set_tmask(c, w, w->id == 0 && !c->cfg.dispatch);
}

static void core_reset(struct golden_core *c)
{
	for (uint32_t i = 0; i < c->cfg.warps; i++)
		reset_warp(c, &c->warp[i]);
	memset(c->waiters, 0, c->cfg.barriers * sizeof *c->waiters);
	memset(c->smem, 0, c->cfg.smem_size);
	c->active = !c->cfg.dispatch;
	c->waiting = 0;
	c->period = 0;
	c->overlap = 0;
	c->pending = 0;
	golden_csr_reset(c);
	c->last_trap = (struct golden_trap){ 0 };
	c->stats = (struct golden_stats){ 0 };
}

/* --- the machine ------------------------------------------------------- */

static bool allocate(struct golden *g)
{
	g->core = calloc(g->cfg.cores, sizeof *g->core);
	if (!g->core || !memory_new(&g->memory, &g->cfg))
		return false;
	for (uint32_t i = 0; i < g->cfg.cores; i++) {
		g->core[i] = core_new(g, i);
		if (!g->core[i])
			return false;
	}
	return true;
}

int golden_new(const struct machine *cfg, struct golden **out)
{
	return golden_new_in(cfg, NULL, out);
}

int golden_new_in(const struct machine *cfg, void *ram, struct golden **out)
{
	struct golden *g;

	if (!config_ok(cfg))
		return GOLDEN_E_CONFIG;
	g = calloc(1, sizeof *g);
	if (!g)
		return GOLDEN_E_NOMEM;
	g->cfg = *cfg;
	g->cfg.smem_base = machine_smem(cfg);
	g->idle = GOLDEN_IDLE;
	g->memory.ram = ram;
	g->memory.given = ram;
	if (!allocate(g)) {
		golden_free(g);
		return GOLDEN_E_NOMEM;
	}
	golden_reset(g);
	*out = g;
	return 0;
}

const struct machine *golden_machine(const struct golden *g)
{
	return &g->cfg;
}

void golden_free(struct golden *g)
{
	if (!g)
		return;
	for (uint32_t i = 0; g->core && i < g->cfg.cores; i++)
		core_free(g->core[i]);
	free(g->core);
	free(g->memory.page);
	if (!g->memory.given)
		free(g->memory.ram);
	free(g);
}

void golden_reset(struct golden *g)
{
	for (uint32_t i = 0; i < g->cfg.cores; i++)
		core_reset(g->core[i]);
	golden_dispatcher_reset(g);
	g->exit_code = 0;
	g->exits = false;
	g->first_trap = (struct golden_trap){ 0 };
	g->first_divergence = (struct golden_divergence){ 0 };
	g->unchanged = 0;
	g->overflow = (struct golden_overflow){ 0 };
	g->held.valid = false;
}

struct golden_core *golden_core(const struct golden *g, uint32_t core)
{
	return g->core[core];
}

static void add_stats(struct golden_stats *sum, const struct golden_stats *s)
{
	sum->instructions += s->instructions;
	sum->thread_instructions += s->thread_instructions;
	sum->trapped += s->trapped;
	sum->trapped_threads += s->trapped_threads;
	sum->full += s->full;
	sum->single += s->single;
	sum->diverged += s->diverged;
	sum->divergent_branches += s->divergent_branches;
}

struct golden_stats golden_total(const struct golden *g)
{
	struct golden_stats sum = *golden_stats(g->core[0]);

	for (uint32_t i = 1; i < g->cfg.cores; i++)
		add_stats(&sum, golden_stats(g->core[i]));
	return sum;
}

bool golden_exits(const struct golden *g)
{
	return g->exits;
}

void golden_set_console(struct golden *g, void (*put)(void *ctx, uint8_t byte),
			void *ctx)
{
	g->memory.put = put;
	g->memory.put_ctx = ctx;
}

void golden_stop_when(struct golden *g, const volatile sig_atomic_t *flag)
{
	g->stop_when = flag;
}

void golden_trace_lines(struct golden *g, const struct lines *lines)
{
	g->trace_lines = lines;
}

void golden_stop_divergent(struct golden *g, bool stop)
{
	g->stop_divergent = stop;
}

uint32_t golden_exit_code(const struct golden *g)
{
	return g->exit_code;
}

const struct golden_trap *golden_first_trap(const struct golden *g)
{
	return &g->first_trap;
}

const struct golden_divergence *golden_first_divergence(const struct golden *g)
{
	return &g->first_divergence;
}

void golden_watch_stacks(struct golden *g, uint32_t bytes, uint32_t stride)
{
	g->stack_bytes = bytes;
	g->stack_stride = stride;
}

void golden_watch_spawned(struct golden *g, uint32_t task, uint32_t top)
{
	bool gap = (g->stack_stride & (g->stack_stride - 1)) != 0;

	g->spawn_task = task;
	g->spawn_top = top;
	g->spawn_bytes = gap ? g->stack_bytes : g->stack_stride;
}

const struct golden_overflow *golden_overflow(const struct golden *g)
{
	return &g->overflow;
}
