/* l2_rig.c - what happens to a second-level cache, record by record
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/l2.h"

#include <stdlib.h>

static void begin(struct rig *r, uint32_t banks)
{
	const struct shape_cache through = { 64, BYTES, 1, false, 2, 0, 1 };

	memset(r, 0, sizeof *r);
	r->c.cfg = (struct machine){
		.cores = 1, .warps = 1, .threads = 1, .ram_base = BASE,
		.ram_size = SIZE
	};
	r->c.own = (struct shape){
		.bus_bytes = BEAT, .access_bytes = BEAT, .dcache = through,
		.l2 = {
			.size = 2 * SETS * BYTES, .ways = 2, .banks = banks
		}
	};
	r->c.mirror = r->mirror;
	r->c.fetched = calloc(SIZE / 4 / 64 + 1, 8);
	r->c.good = calloc(SIZE / 4 / 64 + 1, 8);
	r->c.event = 1;
	r->c.core = &r->core;
	r->core.all = &r->c;
	r->core.warps = &r->warp;
	r->level[0] = level_memory(&r->c, NULL);
	r->level[1] = level_cache(&r->c, &through, BEAT, r->level[0]);
	r->core.cache = r->level[1];
	r->level[1]->core = &r->core;
	r->c.level = r->level;
	r->c.levels = 2;
	r->c.l2 = l2_new(&r->c);
	r->c.flat = flat_new(SIZE, 1);
	for (uint32_t i = 0; i < SIZE; i++)
		r->level[0]->bytes[i] = (uint8_t)(i * 7 + 1);
}

static void end(struct rig *r)
{
	l2_free(r->c.l2);
	flat_free(r->c.flat);
	free(r->core.errors);
	level_free(r->level[1]);
	level_free(r->level[0]);
	free(r->c.fetched);
	free(r->c.good);
	free(r->c.bus);
}

void rig_again(struct rig *r, uint32_t banks)
{
	end(r);
	begin(r, banks);
}

void rig_run(scenario *const *s, size_t n)
{
	static struct rig r;

	for (size_t i = 0; i < n; i++) {
		begin(&r, 1);
		s[i](&r);
		end(&r);
	}
}

const char *rig_found(struct rig *r)
{
	const char *name = r->c.failed ? r->c.mismatch.name : "nothing";

	r->c.failed = false;
	return name;
}

uint32_t *rig_make(struct rig *r, uint32_t op, uint32_t addr, uint32_t way,
		   uint32_t mask)
{
	uint32_t *w = r->record;
	uint8_t *data = (uint8_t *)(w + 5);

	memset(w, 0, sizeof r->record);
	w[0] = REC_KIND_l2 | (op & 0xFF) | (op >> 8) << 22;
	w[2] = addr;
	w[3] = way;
	w[4] = mask;
	for (uint32_t i = 0; addr - BASE < SIZE && i < BYTES; i++)
		if (mask >> i & 1)
			data[i] = level_place(r->level[0], addr)[i];
	return w;
}

void rig_does(struct rig *r, uint32_t op, uint32_t addr, uint32_t way,
	      uint32_t mask)
{
	if (!l2_record(&r->c, r->bank, rig_make(r, op, addr, way, mask)))
		bus_events(&r->c);
}

void rig_spoils(struct rig *r, uint32_t op, uint32_t addr, uint32_t way,
		uint32_t mask, uint32_t word)
{
	rig_make(r, op, addr, way, mask)[word] ^= 1;
	l2_record(&r->c, r->bank, r->record);
}

void rig_reads(struct rig *r, uint32_t addr)
{
	cosim_bus_read(&r->c, 0, COSIM_DBUS, 0, addr, BYTES);
	bus_events(&r->c);
}

void rig_refuses(struct rig *r, bool write, uint32_t addr)
{
	cosim_bus_error(&r->c, 0, COSIM_DBUS, 0, write, addr, BEAT);
	bus_events(&r->c);
}

void rig_brings(struct rig *r, uint32_t addr, uint32_t way)
{
	rig_reads(r, addr);
	rig_does(r, OP(FILL), addr, way, UINT32_MAX);
}

void rig_stores(struct rig *r, uint32_t flags, uint32_t addr, uint32_t way,
		uint32_t value)
{
	const uint32_t mask = 0xF0, data[BEAT / 4] = { 0, value };
	uint32_t *w = rig_make(r, OP(WRITE) | flags, addr, way, mask);

	level_expect(r->level[1], addr, &mask, data, r->c.event, NULL);
	w[6] = value;
	if (!l2_record(&r->c, r->bank, w))
		bus_events(&r->c);
}

void rig_leaves(struct rig *r, uint32_t addr, uint32_t mask)
{
	uint32_t data[BEAT / 4];

	for (uint32_t i = 0; i < BYTES; i += BEAT) {
		uint32_t strb = mask >> i & 0xFFFF;

		memcpy(data, level_place(r->level[0], addr + i), BEAT);
		cosim_bus_write(&r->c, 0, addr + i, &strb, data, BEAT);
	}
	bus_events(&r->c);
}
