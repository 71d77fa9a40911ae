/* harness.c - makes a lockstep run, passes memory events on, answers queries
 * SPDX-License-Identifier: Apache-2.0
 *
 * The memory model tells the harness each access that takes effect behind the
 * buses. The harness passes these events on to the checker.
 */
#include "cosim/run/harness_state.h"

#include <stdlib.h>

/* Most cycles to write back a line and to read another. */
static uint64_t line_cycles(const struct mem_config *m, uint32_t line)
{
	uint64_t beats = line ? line / m->bus_bytes : 1;

	return 2 * beats * m->bandwidth * (m->random ? 8 : 1) + m->latency +
	       (m->random ? MEM_EXTRA : 0);
}

/* An upper bound of the cycles for which a correct run may show no record. It
 * covers: all lanes of all warps wait for one access each, one after the other,
 * and each access needs a line if there is a cache; both levels of caches are
 * written back; registers are cleared after reset through one lane; shared
 * memory is cleared, a row of its banks a cycle; with clear both behind blocks,
 * in cycles that others leave. Congestors slow down each
 * step, and some steps have several congestors. */
static uint64_t hang_cycles_of(const struct harness_config *c)
{
	uint64_t all = (uint64_t)c->machine.warps * c->machine.threads;
	uint64_t line = line_cycles(&c->mem, c->mem.dcache_line);
	uint64_t lines = c->shape.dcache.size ?
			 (c->shape.dcache.size + c->shape.l2.size) /
			 c->shape.dcache.line : 0;
	uint64_t rows = c->shape.smem_banks ?
			c->machine.smem_size / 4 / c->shape.smem_banks : 0;

	uint64_t clear = c->machine.clear ? 4 * (64 * all + rows) : 0;
	uint64_t slower = c->congest.percent ?
			  400 / (100 - c->congest.percent) : 1;

	return slower * (20000 + rows + clear + 100 * (uint64_t)c->mem.latency +
			 2 * line_cycles(&c->mem, c->mem.icache_line) +
			 (2 * line + 32) * all + (line + 4) * lines);
}

/* --- events of the memory ---------------------------------------------- */

/* The core that sent request *ID of PORT. *ID becomes the core's own id. */
static uint32_t core_of(const struct harness *h, enum cosim_port port,
			uint32_t *id)
{
	uint32_t bits = port == COSIM_IBUS ? h->cfg.mem.ibus_tag_bits :
			h->cfg.mem.dbus_tag_bits;
	uint32_t core = *id >> bits;

	if (h->cfg.mem.cores == 1)
		return 0;
	*id &= (UINT32_C(1) << bits) - 1;
	return core;
}

/* The word of memory at ADDR, which must be in RAM. */
static uint32_t word_at(const struct harness *h, uint32_t addr)
{
	const uint8_t *p = mem_ram(h->mem) + (addr - h->cfg.machine.ram_base);

	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

/* A fetch of BYTES at ADDR may overtake a store that has performed but has not
 * yet reached the data bus. Then the old words of memory are legal
 * instructions. */
static void note_passed_store(struct harness *h, const uint32_t *record,
			      uint32_t addr, uint32_t bytes)
{
	uint32_t at = rec_perform_addr(record);

	for (uint32_t i = 0; i < h->cfg.mem.bus_bytes; i += 4, at += 4)
		if (rec_perform_store(record) && at - addr < bytes)
			cosim_note_old(h->cosim, at, word_at(h, at));
}

static void note_fetch(struct harness *h, uint32_t addr, uint32_t bytes)
{
	const struct taps *t = &h->taps;

	for (uint32_t i = 0; i < t->count; i++)
		note_passed_store(h, t->ring[(t->head + i) % TAPS].words, addr,
				  bytes);
}

/* Without a data cache, perform records describe the data accesses. */
static void on_read(void *ctx, enum cosim_port port, uint32_t id,
		    uint32_t addr, uint32_t bytes)
{
	struct harness *h = ctx;

	if (port == COSIM_DBUS && !h->cfg.mem.dcache_line)
		return;
	h->reported = true;
	cosim_bus_read(h->cosim, core_of(h, port, &id), port, id, addr, bytes);
	if (port == COSIM_IBUS)
		note_fetch(h, addr, bytes);
}

static void on_write(void *ctx, uint32_t id, uint32_t addr,
		     const uint32_t *strb, const uint32_t *data, uint32_t bytes)
{
	struct harness *h = ctx;

	if (!h->cfg.mem.dcache_line)
		return;
	h->reported = true;
	cosim_bus_write(h->cosim, core_of(h, COSIM_DBUS, &id), addr, strb, data,
			bytes);
}

static void on_error(void *ctx, enum cosim_port port, uint32_t id, bool write,
		     uint32_t addr, uint32_t bytes)
{
	struct harness *h = ctx;

	h->reported = true;
	cosim_bus_error(h->cosim, core_of(h, port, &id), port, id, write, addr,
			bytes);
}

static void connect_memory(struct harness *h)
{
	struct mem_events events = { h, on_read, on_write, on_error };

	if (h->cfg.check)
		mem_set_events(h->mem, &events);
}

/* --- make and free ----------------------------------------------------- */

int harness_new(const struct harness_config *config, struct golden *golden,
		struct harness **out)
{
	struct harness *h = calloc(1, sizeof *h);
	int error;

	*out = NULL;
	if (!h)
		return GOLDEN_E_NOMEM;
	h->cfg = *config;
	h->golden = golden;
	h->counter = ISA_COUNTER_FIRST;
	h->reset_edges = COSIM_RESET_CYCLES;
	h->cfg.mem.ram_base = config->machine.ram_base;
	h->cfg.mem.ram_size = config->machine.ram_size;
	h->hang_cycles = hang_cycles_of(config);
	h->next_audit = config->audit ? 0 : UINT64_MAX;
	if (!h->cfg.checker.liveness)
		h->cfg.checker.liveness = 2 * h->hang_cycles;
	h->mem = mem_new(&h->cfg.mem);
	error = h->mem ? cosim_new(&h->cfg.machine, &h->cfg.shape,
				 &h->cfg.checker, golden,
				   &h->cosim) : GOLDEN_E_NOMEM;
	if (error) {
		harness_free(h);
		return error;
	}
	harness_axil_init(h);
	connect_memory(h);
	*out = h;
	return 0;
}

void harness_free(struct harness *h)
{
	if (!h)
		return;
	if (h->open.room)
		free(h->cfg.launches);
	mem_free(h->mem);
	cosim_free(h->cosim);
	free(h);
}

int harness_write(struct harness *h, uint32_t addr, const void *src, size_t n)
{
	int error = cosim_write(h->cosim, addr, src, n);

	if (!error)
		mem_write(h->mem, addr, src, n);
	return error;
}

void harness_set_console(struct harness *h,
			 void (*put)(void *ctx, uint8_t byte), void *ctx)
{
	mem_set_console(h->mem, put, ctx);
}

void harness_replay(struct harness *h, uint64_t max_cycles,
		    uint64_t extra_cycles)
{
	mem_set_console(h->mem, NULL, NULL);
	h->cfg.max_cycles = max_cycles;
	h->cfg.extra_cycles = extra_cycles;
	if (max_cycles && h->next_poll > max_cycles)
		h->next_poll = max_cycles;
}

/* --- queries ---------------------------------------------------------- */

enum harness_status harness_status(const struct harness *h)
{
	return h->status;
}

uint64_t harness_cycle(const struct harness *h)
{
	return h->before + h->cycle;
}

uint64_t harness_run_cycles(const struct harness *h)
{
	return h->done_cycle ? h->done_cycle : h->cycle;
}

const struct cosim_mismatch *harness_mismatch(const struct harness *h)
{
	return cosim_mismatch(h->cosim);
}

uint32_t harness_exit_code(const struct harness *h)
{
	return h->exit_code;
}

const struct golden_trap *harness_trap(const struct harness *h)
{
	return &h->trap;
}

const struct dram *harness_dram(const struct harness *h, uint32_t channel)
{
	return mem_dram(h->mem, channel);
}

const uint8_t *harness_ram(const struct harness *h)
{
	return mem_ram(h->mem);
}

const uint64_t *harness_counters(const struct harness *h)
{
	return h->counter == ISA_COUNTERS ? h->counters : NULL;
}

const uint64_t *harness_stalls(const struct harness *h)
{
	return h->congested ? h->stalls : NULL;
}

struct cosim *harness_cosim(const struct harness *h)
{
	return h->cosim;
}
