/* vt_access.c - loads, stores and atomics of Ventus
 * SPDX-License-Identifier: Apache-2.0
 *
 * The address of an access, by format:
 *   LOAD, STORE          x[rs1] + imm, once for the warp
 *   ATOMIC               x[rs1], once for the warp
 *   LOAD12, STORE12      vs1 + imm
 *   VLOAD, VSTORE        x[rs1] + 4 * lane
 *   VLOAD_S, VSTORE_S    x[rs1] + x[rs2] * lane
 *   VLOAD_X, VSTORE_X    x[rs1] + vs2
 *   LOAD11, STORE11      private memory: byte vs1 + imm of the thread. The
 *                        words of all threads of the work-group alternate.
 */
#include "golden/ventus/vt_core.h"

static uint32_t private_address(const struct vt_warp *w, uint32_t byte,
				uint32_t lane)
{
	uint32_t threads = w->group.warps * w->group.threads;
	uint32_t thread = w->id * w->group.threads + lane;

	return w->group.pds + (byte & ~UINT32_C(3)) * threads + thread * 4 +
	       (byte & 3);
}

static uint32_t address_of(const struct vt_warp *w, const struct vt_insn *d,
			   uint32_t lane)
{
	uint32_t base = vt_reg(w, d->row->rs1, d->rs1, lane);

	switch ((unsigned)d->row->format) {
	case VT_FMT_LOAD11:
	case VT_FMT_STORE11:
		return private_address(w, base + d->imm, lane);
	case VT_FMT_VLOAD:
	case VT_FMT_VSTORE:
		return base + 4 * lane;
	case VT_FMT_VLOAD_S:
	case VT_FMT_VSTORE_S:
		return base + w->x[d->rs2] * lane;
	case VT_FMT_VLOAD_X:
	case VT_FMT_VSTORE_X:
		return base + w->v[d->rs2][lane];
	}
	return base + d->imm;
}

/* The datum of a store: field vs3 of those of V, else rs2. */
static uint32_t datum_of(const struct vt_warp *w, const struct vt_insn *d,
			 uint32_t lane)
{
	if (d->row->reads_rd)
		return w->v[d->rd][lane];
	return vt_reg(w, d->row->rs2, d->rs2, lane);
}

static uint32_t extended(enum vt_op op, uint32_t size, uint32_t value)
{
	uint32_t sign = UINT32_C(1) << (8 * size - 1);

	return size < 4 && vt_extends_sign(op) ? (value ^ sign) - sign : value;
}

static void load(const struct vt *m, struct vt_effect *fx, uint32_t lane)
{
	fx->value[lane] = extended(fx->op, fx->size,
				   vt_load(m, fx->addr[lane], fx->size));
}

static void atomic(const struct vt *m, const struct vt_warp *w,
		   const struct vt_insn *d, struct vt_effect *fx)
{
	uint32_t old = vt_load(m, fx->addr[0], 4), stored = 0;
	bool reserved = w->reserved == (fx->addr[0] | 1);

	fx->accesses = vt_atomic(fx->op, old, w->x[d->rs2], reserved, &stored);
	fx->data[0] = stored;
	fx->old = old;
	vt_result(fx, d->rd, fx->op == VT_SC_W ? !reserved : old);
}

/* May the instruction OP access the word that contains ADDR? */
static bool allows(struct vt *m, uint32_t addr, enum vt_op op)
{
	if (m->is_core && vt_may_store(op) &&
	    !m->port.allows(m->port.ctx, addr, true))
		return false;
	return (m->is_core && vt_row(op)->class == VT_CLASS_STORE) ||
	       vt_mapped(m, addr);
}

/* Forms the address of each active thread. Returns false after a trap: of the
 * first thread whose address is misaligned or not mapped. */
static bool form_addresses(struct vt *m, const struct vt_warp *w,
			   const struct vt_insn *d, struct vt_effect *fx)
{
	for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++) {
		uint32_t addr;

		if (!(d->active >> lane & 1))
			continue;
		addr = fx->addr[lane] = address_of(w, d, lane);
		if (addr & (fx->size - 1))
			fx->trap = VT_TRAP_MISALIGNED;
		else if (!allows(m, addr, fx->op))
			fx->trap = VT_TRAP_FAULT;
		if (fx->trap != VT_NO_TRAP) {
			fx->trap_value = addr;
			return false;
		}
	}
	return true;
}

static void load_all(const struct vt *m, const struct vt_insn *d,
		     struct vt_effect *fx)
{
	for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++)
		if (d->active >> lane & 1)
			load(m, fx, lane);
	fx->file = d->rd || d->row->threads ? d->row->rd : VT_FILE_NONE;
	fx->reg = d->rd;
	fx->lanes = fx->file ? d->active : 0;
}

void vt_access(struct vt *m, const struct vt_warp *w,
	       const struct vt_insn *d, struct vt_effect *fx)
{
	fx->size = vt_access_bytes(fx->op);
	if (!form_addresses(m, w, d, fx))
		return;
	fx->accesses = d->active;
	if (d->row->class == VT_CLASS_ATOMIC) {
		fx->access = VT_UPDATE;
		atomic(m, w, d, fx);
	} else if (d->row->class == VT_CLASS_LOAD) {
		fx->access = VT_READ;
		load_all(m, d, fx);
	} else {
		fx->access = VT_WRITE;
		for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++)
			if (d->active >> lane & 1)
				fx->data[lane] = datum_of(w, d, lane);
	}
}

/* Ends each reservation on the word at ADDR. */
static void end_reservations(struct vt *m, uint32_t addr)
{
	for (uint32_t i = 0; i < VT_MAX_WARPS; i++)
		if (m->warp[i].reserved == ((addr & ~UINT32_C(3)) | 1))
			m->warp[i].reserved = 0;
}

void vt_perform(struct vt *m, struct vt_warp *w, const struct vt_effect *fx)
{
	if (fx->op == VT_LR_W)
		w->reserved = fx->addr[0] | 1;
	if (fx->op == VT_SC_W)
		w->reserved = 0;
	if (fx->access != VT_WRITE && fx->access != VT_UPDATE)
		return;
	for (uint32_t lane = 0; lane < VT_MAX_THREADS; lane++) {
		if (!(fx->accesses >> lane & 1))
			continue;
		vt_store(m, fx->addr[lane], fx->size, fx->data[lane]);
		end_reservations(m, fx->addr[lane]);
	}
}

static bool in_lds(uint32_t addr)
{
	return addr - VT_LDS_BASE < VT_LDS_BYTES;
}

bool vt_mapped(struct vt *m, uint32_t addr)
{
	if (m->is_core)
		return m->port.allows(m->port.ctx, addr, false);
	if (in_lds(addr))
		return addr - VT_LDS_BASE < m->group.lds_bytes;
	return vt_memory_mapped(m->memory, addr);
}

int vt_map(struct vt *m, uint32_t addr, uint32_t bytes)
{
	return vt_memory_map(m->memory, addr, bytes);
}

bool vt_short(const struct vt *m)
{
	return vt_memory_short(m->memory);
}

static uint8_t byte_at(const struct vt *m, uint32_t addr)
{
	return in_lds(addr) ? m->lds[addr - VT_LDS_BASE] :
			      vt_memory_get(m->memory, addr);
}

uint32_t vt_load(const struct vt *m, uint32_t addr, uint32_t size)
{
	uint32_t value = 0;

	if (m->is_core)
		return m->port.load(m->port.ctx, addr, size);
	for (uint32_t i = 0; i < size; i++)
		value |= (uint32_t)byte_at(m, addr + i) << (8 * i);
	return value;
}

void vt_store(struct vt *m, uint32_t addr, uint32_t size, uint32_t value)
{
	if (m->is_core)
		m->port.store(m->port.ctx, addr, size, value);
	for (uint32_t i = 0; !m->is_core && i < size; i++) {
		uint8_t byte = (uint8_t)(value >> (8 * i));

		if (in_lds(addr + i))
			m->lds[addr + i - VT_LDS_BASE] = byte;
		else
			vt_memory_put(m->memory, addr + i, byte);
	}
}
