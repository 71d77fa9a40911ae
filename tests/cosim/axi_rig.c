/* axi_rig.c - an AXI4 slave with a master that is only pins
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/axi.h"

#include <stdlib.h>

struct mem_config axi_plain(void)
{
	struct mem_config c = {
		.ram_base = 0x80000000, .ram_size = 4 * RAM_WORDS,
		.bus_bytes = BUS, .icache_line = LINE, .dcache_line = LINE,
		.icache_mshrs = MSHRS, .dcache_mshrs = MSHRS, .axi = true,
		.axi_id_bits = ID_BITS, .latency = 60, .bandwidth = 1
	};

	return c;
}

static void on_read(void *ctx, enum cosim_port port, uint32_t id,
		    uint32_t addr, uint32_t bytes)
{
	struct axi_rig *r = ctx;

	(void)port;
	(void)id;
	r->reads += bytes == LINE && !(addr & (LINE - 1));
}

static void on_write(void *ctx, uint32_t id, uint32_t addr,
		     const uint32_t *strb, const uint32_t *data, uint32_t bytes)
{
	struct axi_rig *r = ctx;

	(void)id;
	if (addr - 0x80000000 < 4 * RAM_WORDS && *strb == 0xFFFF)
		memcpy(r->told + (addr & 0xFFFF) / 4, data, bytes);
	r->writes++;
}

static void on_error(void *ctx, enum cosim_port port, uint32_t id, bool write,
		     uint32_t addr, uint32_t bytes)
{
	struct axi_rig *r = ctx;

	(void)port;
	(void)id;
	(void)write;
	(void)addr;
	r->errors += bytes == BUS;
}

void axi_pins(struct axi_rig *r)
{
	r->a = &r->p.axi[0];
	r->a->wstrb = r->strb;
	r->a->wdata = r->data;
	r->a->bready = r->a->rready = 1;
}

int axi_cycle(struct axi_rig *r)
{
	mem_drive(r->mem, r->cycle, &r->p);
	return mem_sample(r->mem, r->cycle++, &r->p);
}

void axi_start(struct axi_rig *r, const struct mem_config *c)
{
	struct mem_events e = { r, on_read, on_write, on_error };

	memset(r, 0, sizeof *r);
	r->mem = mem_new(c);
	if (!r->mem)
		abort();
	mem_set_events(r->mem, &e);
	for (uint32_t i = 0; i < RAM_WORDS; i++) {
		uint8_t b[4] = { (uint8_t)i, (uint8_t)(i >> 8), 0, 0 };

		mem_write(r->mem, 0x80000000 + 4 * i, b, 4);
		r->told[i] = i;
	}
	axi_pins(r);
	if (axi_cycle(r))
		abort();
	r->cycle = 0;
}

struct cosim_axi_address axi_burst(uint32_t id, uint32_t addr, uint32_t len)
{
	struct cosim_axi_address a = {
		.valid = 1, .id = id, .addr = addr, .len = len, .size = 4,
		.burst = 1, .prot = id & IBUS ? 4 : 0
	};

	return a;
}

void axi_idle(struct axi_rig *r)
{
	r->a->aw.valid = r->a->ar.valid = r->a->wvalid = 0;
}

void axi_beat(struct axi_rig *r, uint32_t value, bool last)
{
	r->a->wvalid = 1;
	r->a->wlast = last;
	memset(r->strb, 0, sizeof r->strb);
	r->strb[0] = 0xFFFF;
	for (uint32_t i = 0; i < 4; i++)
		r->data[i] = value;
}
