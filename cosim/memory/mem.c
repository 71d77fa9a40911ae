/* mem.c - the memory behind the core's buses: storage and accesses
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/memory/mem_state.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { JUNK = (int)0xDEADBEEF };        /* data of a response with an error */

struct mem_config mem_for(const struct machine *m, const struct shape *s)
{
	bool l2 = s->l2.size != 0;

	return (struct mem_config){
		.ram_base = m->ram_base, .ram_size = m->ram_size,
		.bus_bytes = s->bus_bytes,
		.cores = l2 ? s->l2.banks : m->cores,
		.ibus_tag_bits = s->ibus_tag_bits,
		.dbus_tag_bits = s->dbus_tag_bits,
		.warps = m->warps, .requests = s->requests,
		.icache_line = s->icache.size ? s->icache.line : 0,
		.dcache_line = s->dcache.size ? s->dcache.line : 0,
		.icache_mshrs = s->icache.mshrs,
		.dcache_mshrs = l2 ? s->l2.mshrs : s->dcache.mshrs,
		.whole_lines = s->dcache.write_back,
		/* without a bit for the side: all is of the data side */
		.axi = s->axi, .axi_id_bits = s->axi_id_bits + l2,
		.l2 = l2, .channels = s->channels
	};
}

void mem_write(struct mem *m, uint32_t addr, const void *src, size_t n)
{
	if (n)
		memcpy(m->ram + (addr - m->cfg.ram_base), src, n);
}

void mem_set_console(struct mem *m, void (*put)(void *ctx, uint8_t byte),
		     void *ctx)
{
	for (; m; m = m->next) {
		m->put = put;
		m->put_ctx = ctx;
	}
}

void mem_set_events(struct mem *m, const struct mem_events *events)
{
	for (; m; m = m->next)
		m->events = *events;
}

int mem_broken(struct mem *m, enum cosim_check check, const char *fmt, ...)
{
	va_list ap;

	if (m->failed)
		return 1;
	m->failed = true;
	m->error.check = check;
	va_start(ap, fmt);
	vsnprintf(m->error.text, sizeof m->error.text, fmt, ap);
	va_end(ap);
	return 1;
}

/* --- its own storage -------------------------------------------------- */

/* Must an access to these bytes get an error response? */
static bool must_fail(const struct mem *m, bool write, uint32_t addr,
		      uint32_t bytes)
{
	for (uint32_t i = 0; i < m->cfg.error_count; i++) {
		const struct mem_range *r = &m->cfg.errors[i];

		if (m->now >= r->since &&
		    (r->addr - addr < bytes || addr - r->addr < r->bytes) &&
		    !(write ? r->spare_writes : r->spare_reads))
			return true;
	}
	return false;
}

static uint32_t word(const struct mem *m, uint32_t addr)
{
	const uint8_t *p = m->ram + (addr - m->cfg.ram_base);

	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

static int own_read(void *ctx, uint32_t addr, uint32_t bytes, uint32_t *data)
{
	const struct mem *m = ctx;

	if (must_fail(m, false, addr, bytes))
		return 1;
	for (uint32_t i = 0; i < bytes / 4; i++)
		data[i] = word(m, addr + 4 * i);
	return 0;
}

static void write_ram(struct mem *m, uint32_t addr, uint32_t bytes,
		      const uint32_t *strb, const uint32_t *data)
{
	size_t at = addr - m->cfg.ram_base;

	for (uint32_t i = 0; i < bytes; i++)
		if (strb[i >> 5] >> (i & 31) & 1)
			m->ram[at + i] = (uint8_t)(data[i >> 2] >> (i & 3) * 8);
}

static int own_write(void *ctx, uint32_t addr, uint32_t bytes,
		     const uint32_t *strb, const uint32_t *data)
{
	struct mem *m = ctx;

	if (must_fail(m, true, addr, bytes))
		return 1;
	if (mem_in_ram(m, addr))
		write_ram(m, addr, bytes, strb, data);
	else if (m->put)
		m->put(m->put_ctx, (uint8_t)data[0]);
	return 0;
}

/* --- another storage --------------------------------------------------- */

/* A write is refused by whole bus words, since a write may leave out the ends
 * of a bus word. */
static int check_refused(void *ctx, int write, uint32_t addr, uint32_t bytes)
{
	const struct mem *m = ctx;
	uint32_t bus = m->cfg.bus_bytes;

	return write ? must_fail(m, true, addr & ~(bus - 1), bus) :
	       must_fail(m, false, addr, bytes);
}

static void put_byte(void *ctx, uint8_t byte)
{
	struct mem *m = ctx;

	if (m->put)
		m->put(m->put_ctx, byte);
}

void mem_storage(struct mem *m, struct cosim_storage *out)
{
	struct cosim_storage s = {
		m->cfg.ram_base, m->cfg.ram_size, (uint32_t)MEM_CONSOLE,
		m->ram, m, check_refused, put_byte
	};

	*out = s;
}

void mem_set_store(struct mem *m, const struct cosim_store *store)
{
	struct cosim_store own = { m, own_read, own_write };

	for (; m; m = m->next)
		m->store = store ? *store : own;
}

/* --- accesses --------------------------------------------------------- */

uint32_t mem_bank(const struct mem_config *c, uint32_t addr)
{
	uint32_t num = (addr - c->ram_base) / c->dcache_line, bank = 0;

	if (addr - c->ram_base >= c->ram_size || c->cores < 2)
		return 0;
	for (; num; num /= c->cores)
		bank ^= num % c->cores;
	return bank;
}

/* The place of ADDR in the dynamic memory of its port: the lines of a port
 * stand together. */
static uint32_t place(const struct mem *m, uint32_t addr)
{
	uint32_t at = addr - m->cfg.ram_base, line = m->cfg.dcache_line;

	if (m->cfg.channels < 2)
		return at;
	return at / line / m->cfg.channels * line + at % line;
}

uint64_t mem_due(struct mem *m, uint64_t cycle, bool write, uint32_t addr,
		 uint32_t bytes, uint32_t beats)
{
	uint64_t ready = cycle;

	if (m->dram && mem_in_ram(m, addr))
		ready = dram_access(m->dram, cycle, write, place(m, addr),
				    bytes * beats, beats, m->cfg.bandwidth);
	return ready + m->cfg.latency + mem_extra(m);
}

uint32_t mem_strobed(const uint32_t *strb, uint32_t i)
{
	uint32_t four = strb[i >> 3] >> (i & 7) * 4 & 15;

	return (four & 1 ? 0xFFu : 0) | (four & 2 ? 0xFF00u : 0) |
	       (four & 4 ? 0xFF0000u : 0) | (four & 8 ? 0xFF000000u : 0);
}

uint64_t mem_read_line(struct mem *m, enum cosim_port port, uint32_t id,
		       uint32_t addr, uint32_t bytes, uint32_t beats,
		       uint32_t *data)
{
	uint32_t words = bytes / 4;
	uint64_t errors = 0;

	if (m->events.read)
		m->events.read(m->events.ctx, port, id, addr, bytes * beats);
	for (uint32_t b = 0; b < beats; b++, addr += bytes, data += words) {
		if (!m->store.read(m->store.ctx, addr, bytes, data))
			continue;
		for (uint32_t i = 0; i < words; i++)
			data[i] = (uint32_t)JUNK;
		errors |= UINT64_C(1) << b;
		if (m->events.error)
			m->events.error(m->events.ctx, port, id, false, addr,
					bytes);
	}
	return errors;
}

bool mem_store(struct mem *m, enum cosim_port port, uint32_t id, uint32_t addr,
	       uint32_t bytes, const uint32_t *strb, const uint32_t *data)
{
	size_t page = (addr - m->cfg.ram_base) / MEM_PAGE;

	if (m->store.write(m->store.ctx, addr, bytes, strb, data)) {
		if (m->events.error)
			m->events.error(m->events.ctx, port, id, true, addr,
					bytes);
		return true;
	}
	if (mem_in_ram(m, addr))
		m->dirty[page / 64] |= UINT64_C(1) << (page & 63);
	if (m->events.write)
		m->events.write(m->events.ctx, id, addr, strb, data, bytes);
	return false;
}

/* --- queries ---------------------------------------------------------- */

const struct mem_error *mem_error(const struct mem *m)
{
	for (; m; m = m->next)
		if (m->failed)
			return &m->error;
	return NULL;
}

const struct dram *mem_dram(const struct mem *m, uint32_t channel)
{
	while (m && m->channel != channel)
		m = m->next;
	return m ? m->dram : NULL;
}

const uint8_t *mem_ram(const struct mem *m)
{
	return m->ram;
}

const uint64_t *mem_dirty(const struct mem *m)
{
	return m->dirty;
}
