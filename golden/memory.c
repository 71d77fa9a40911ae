/* memory.c - loads and stores of any mask and address, and host access to RAM
 * SPDX-License-Identifier: Apache-2.0
 *
 * The lane loops of run_ops.h handle most accesses whose mask is full, or lane
 * 0 alone, and which lie wholly in RAM. All other accesses are executed here:
 * other masks, shared memory, the window of local memory, the console, stores
 * to constant memory, atomic instructions, and traps. Memory is little-endian
 * on every host.
 *
 * A function of this file first checks all active lanes: an access traps as a
 * whole, before a lane has loaded or stored.
 */
#include "golden/core.h"

enum access { LOAD_ACCESS, STORE_ACCESS, ATOMIC_ACCESS };

/* Returns whether the access of SIZE bytes at ADDR is allowed; if not,
 * traps. */
static bool check_access(struct golden_core *c, struct golden_warp *w,
			 uint32_t addr, uint32_t size, enum access access)
{
	uint32_t store = access == LOAD_ACCESS ? 0 : 2;

	if (access == STORE_ACCESS && addr == GOLDEN_CONSOLE)
		return true;
	if (addr % size == 0 &&
	    (access == LOAD_ACCESS || !golden_in_constant(c->memory, addr)) &&
	    (golden_in_ram(c, addr) || golden_in_smem(c, addr)))
		return true;
	golden_trap(c, w, (addr % size != 0 ? 4 : 5) + store, addr);
	return false;
}

static bool check_accesses(struct golden_core *c, struct golden_warp *w,
			   const struct golden_insn *d, uint32_t size,
			   enum access access)
{
	const uint32_t *base = golden_row(c, w, d->rs1);

	for (uint32_t m = w->tmask; m; m &= m - 1)
		if (!check_access(c, w, base[golden_lead(m)] + d->imm, size,
				  access))
			return false;
	return true;
}

/* The byte of memory at ADDR, which must be in RAM or shared memory. */
static uint8_t *byte_at(const struct golden_core *c, uint32_t addr)
{
	return golden_in_ram(c, addr) ?
	       c->memory->ram + (addr - c->memory->base) :
	       c->smem + (addr - c->cfg.smem_base);
}

static uint32_t read_bytes(const uint8_t *at, uint32_t size, bool sign)
{
	if (size == 4)
		return bytes_u32(at);
	if (size == 2)
		return sign ? (uint32_t)(int16_t)bytes_u16(at) : bytes_u16(at);
	return sign ? (uint32_t)(int8_t)*at : *at;
}

static void write_bytes(uint8_t *at, uint32_t size, uint32_t value)
{
	if (size == 4)
		bytes_put_u32(at, value);
	else if (size == 2)
		bytes_put_u16(at, (uint16_t)value);
	else
		*at = (uint8_t)value;
}

enum golden_flow golden_load(struct golden_core *c, struct golden_warp *w,
			     const struct golden_insn *d, uint32_t size,
			     bool sign)
{
	const uint32_t *base = golden_row(c, w, d->rs1);
	uint32_t *rd = golden_row(c, w, d->rd);

	if (!check_accesses(c, w, d, size, LOAD_ACCESS))
		return GOLDEN_TRAPPED;
	for (uint32_t m = w->tmask; m; m &= m - 1) {
		uint32_t lane = golden_lead(m);
		uint32_t addr = golden_home(c->memory, base[lane] + d->imm);
		rd[lane] = read_bytes(byte_at(c, addr), size, sign);
	}
	return GOLDEN_GO;
}

uint32_t golden_load_lane(const struct golden_core *c, uint32_t addr,
			  uint32_t size, bool sign)
{
	return read_bytes(byte_at(c, addr), size, sign);
}

void golden_store_lane(struct golden_core *c, uint32_t addr, uint32_t size,
		       uint32_t value)
{
	if (golden_in_ram(c, addr)) {
		write_bytes(byte_at(c, addr), size, value);
		golden_code_touch(c->memory, addr - c->memory->base);
	} else if (golden_in_smem(c, addr)) {
		write_bytes(byte_at(c, addr), size, value);
	} else if (c->memory->put) {
		c->memory->put(c->memory->put_ctx, (uint8_t)value);
	}
}

enum golden_flow golden_store(struct golden_core *c, struct golden_warp *w,
			      const struct golden_insn *d, uint32_t size)
{
	const uint32_t *base = golden_row(c, w, d->rs1);
	const uint32_t *data = golden_row(c, w, d->rs2);

	if (!check_accesses(c, w, d, size, STORE_ACCESS))
		return GOLDEN_TRAPPED;
	for (uint32_t m = w->tmask; m; m &= m - 1) {
		uint32_t lane = golden_lead(m);
		uint32_t addr = golden_home(c->memory, base[lane] + d->imm);

		golden_store_lane(c, addr, size, data[lane]);
		if (c->memory->reservations)
			golden_unreserve(c, addr, false);
	}
	return GOLDEN_GO;
}

/* --- atomic instructions ---------------------------------------------- */

struct golden_atomic golden_atomic_of(enum isa_op op, uint32_t a, uint32_t b,
				      uint32_t c, bool reserved)
{
	struct golden_atomic it = { .result = a };

	switch ((unsigned)op) {
#define s(x) ((int32_t)(x))
#define ATOMIC(id, does, value) \
	case ISA_##id: \
		it.stores = (does); \
		it.stored = (value); \
		break;
#define ALU(id, value)
#define ALU_IMM(id, value)
#define UPPER(id, value)
#define BRANCH(id, taken)
#define LOAD(id, type)
#define STORE(id, type)
#define JUMP(id)
#define WARP(id, function, kind)
#include "golden/ops.def"
#undef s
	}
	if (op == ISA_SC_W)
		it.result = !it.stores;
	return it;
}

/* Does a store at ADDR end the reservation of address RESERVED? A plain store
 * to shared memory ends all reservations in shared memory of its core. */
static bool ends_reservation(const struct golden_core *c, uint32_t reserved,
			     uint32_t addr, bool atomic)
{
	if ((reserved ^ addr) >> 2 == 0)
		return true;
	return !atomic && golden_in_smem(c, addr) &&
	       golden_in_smem(c, reserved);
}

void golden_reserve(struct golden_core *c, struct golden_warp *w,
		    uint32_t lane, uint32_t word)
{
	c->memory->reservations -= w->reserved[lane] & 1;
	c->memory->reservations += word & 1;
	w->reserved[lane] = word;
}

/* Each core has its own shared memory; RAM is shared by all cores. */
void golden_unreserve(struct golden_core *c, uint32_t addr, bool atomic)
{
	bool own = golden_in_smem(c, addr);

	for (uint32_t n = 0; n < c->cfg.cores; n++) {
		struct golden_core *k = c->machine->core[n];

		for (uint32_t i = 0; (!own || k == c) && i < c->cfg.warps; i++)
			for (uint32_t t = 0; t < c->cfg.threads; t++)
				if (k->warp[i].reserved[t] &&
				    ends_reservation(c, k->warp[i].reserved[t],
						     addr, atomic))
					golden_reserve(k, &k->warp[i], t, 0);
	}
}

/* Computes the atomic instruction D of lane LANE of W on the word at ADDR. */
static struct golden_atomic compute_atomic(const struct golden_core *c,
					   const struct golden_warp *w,
					   const struct golden_insn *d,
					   uint32_t lane, uint32_t addr)
{
	uint32_t rd = d->rd == GOLDEN_X0_SINK ? 0 : d->rd;

	return golden_atomic_of(d->op, read_bytes(byte_at(c, addr), 4, false),
				golden_row(c, w, d->rs2)[lane],
				golden_row(c, w, rd)[lane],
				w->reserved[lane] == (addr | 1));
}

static void update_lane(struct golden_core *c, struct golden_warp *w,
			const struct golden_insn *d, uint32_t lane)
{
	uint32_t addr = golden_home(c->memory, golden_row(c, w, d->rs1)[lane]);
	struct golden_atomic it = compute_atomic(c, w, d, lane, addr);

	c->found[lane] = read_bytes(byte_at(c, addr), 4, false);
	if (it.stores) {
		golden_store_lane(c, addr, 4, it.stored);
		golden_unreserve(c, addr, true);
		c->stored |= UINT32_C(1) << lane;
	}
	if (d->op == ISA_SC_W || d->op == ISA_LR_W)
		golden_reserve(c, w, lane, d->op == ISA_LR_W ? addr | 1 : 0);
	golden_row(c, w, d->rd)[lane] = it.result;
}

enum golden_flow golden_atomic(struct golden_core *c, struct golden_warp *w,
			       const struct golden_insn *d)
{
	c->stored = 0;
	if (!check_accesses(c, w, d, 4,
			    d->op == ISA_LR_W ? LOAD_ACCESS : ATOMIC_ACCESS))
		return GOLDEN_TRAPPED;
	for (uint32_t m = w->tmask; m; m &= m - 1)
		update_lane(c, w, d, golden_lead(m));
	w->pc += 4;
	return GOLDEN_GO;
}

/* --- the host --------------------------------------------------------- */

static bool range_in_ram(const struct golden *g, uint32_t addr, size_t n)
{
	size_t at = addr - g->cfg.ram_base;

	return n == 0 || (at < g->cfg.ram_size && n <= g->cfg.ram_size - at);
}

int golden_write(struct golden *g, uint32_t addr, const void *src, size_t n)
{
	if (!range_in_ram(g, addr, n))
		return GOLDEN_E_RANGE;
	if (n == 0)
		return 0;
	memcpy(g->memory.ram + (addr - g->cfg.ram_base), src, n);
	golden_code_changed(g, addr, n);
	return 0;
}

int golden_read(const struct golden *g, uint32_t addr, void *dst, size_t n)
{
	if (!range_in_ram(g, addr, n))
		return GOLDEN_E_RANGE;
	if (n != 0)
		memcpy(dst, g->memory.ram + (addr - g->cfg.ram_base), n);
	return 0;
}

uint8_t *golden_ram(struct golden *g)
{
	return g->memory.ram;
}

const uint8_t *golden_smem(const struct golden_core *c)
{
	return c->smem;
}

void golden_code_changed(struct golden *g, uint32_t addr, size_t n)
{
	uint32_t first, last;

	if (n == 0 || !range_in_ram(g, addr, n))
		return;
	first = addr - g->cfg.ram_base;
	last = first + (uint32_t)(n - 1);
	for (uint32_t i = 0; i < GOLDEN_PAGES; i++) {
		struct golden_page *p = &g->memory.page[i];
		if (p->number >= first >> GOLDEN_PAGE_BITS &&
		    p->number <= last >> GOLDEN_PAGE_BITS)
			p->number = GOLDEN_NO_PAGE;
	}
}
