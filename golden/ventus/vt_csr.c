/* vt_csr.c - the CSRs of a warp
 * SPDX-License-Identifier: Apache-2.0
 */
#include "golden/ventus/vt_core.h"

static bool is_of_floats(uint32_t address)
{
	return address == VT_CSR_FFLAGS || address == VT_CSR_FRM ||
	       address == VT_CSR_FCSR;
}

bool vt_csr_read(const struct vt *m, const struct vt_warp *w,
		 uint32_t address, uint32_t *value)
{
	const struct vt_group *g = &w->group;

	if (m->is_core && is_of_floats(address) && !m->port.floats)
		return false;
	switch (address) {
	case VT_CSR_FFLAGS:   *value = w->fflags; break;
	case VT_CSR_FRM:      *value = w->frm; break;
	case VT_CSR_FCSR:     *value = w->frm << 5 | w->fflags; break;
	case VT_CSR_MSTATUS:  *value = w->mstatus; break;
	case VT_CSR_MTVEC:    *value = w->mtvec; break;
	case VT_CSR_MSCRATCH: *value = w->mscratch; break;
	case VT_CSR_TID:      *value = w->id * g->threads; break;
	case VT_CSR_NUMW:     *value = g->warps; break;
	case VT_CSR_NUMT:     *value = g->threads; break;
	case VT_CSR_KNL:      *value = g->knl; break;
	case VT_CSR_WGID:     *value = g->wgid; break;
	case VT_CSR_WID:      *value = w->id; break;
	case VT_CSR_LDS:      *value = g->lds; break;
	case VT_CSR_PDS:      *value = g->pds; break;
	case VT_CSR_GIDX:     *value = g->gid[0]; break;
	case VT_CSR_GIDY:     *value = g->gid[1]; break;
	case VT_CSR_GIDZ:     *value = g->gid[2]; break;
	case VT_CSR_PRINT:    *value = w->print; break;
	case VT_CSR_RPC:      *value = w->rpc; break;
	case VT_CSR_VL:       *value = w->vl; break;
	case VT_CSR_VTYPE:    *value = w->vtype; break;
	case VT_CSR_VLENB:    *value = 4 * g->threads; break;
	case VT_CSR_MHARTID:  *value = w->id; break;
	default: return false;
	}
	return true;
}

void vt_csr_write(struct vt_warp *w, uint32_t address, uint32_t value)
{
	switch (address) {
	case VT_CSR_FFLAGS:   w->fflags = value; break;
	case VT_CSR_FRM:      w->frm = value; break;
	case VT_CSR_FCSR:
		w->fflags = value & 31;
		w->frm = value >> 5;
		break;
	case VT_CSR_MSTATUS:  w->mstatus = value; break;
	case VT_CSR_MTVEC:    w->mtvec = value; break;
	case VT_CSR_MSCRATCH: w->mscratch = value; break;
	case VT_CSR_PRINT:    w->print = value; break;
	case VT_CSR_RPC:      w->rpc = value; break;
	}
}

/* The bits of the CSR at ADDRESS that can be written. */
static uint32_t writable_bits(uint32_t address)
{
	return address == VT_CSR_FFLAGS ? 31 :
	       address == VT_CSR_FRM ? 7 :
	       address == VT_CSR_FCSR ? 255 : UINT32_MAX;
}

/* The value that the instruction of FX writes to its CSR, which reads OLD; or
 * none. */
static bool new_value(const struct vt_warp *w, const struct vt_insn *d,
		      const struct vt_effect *fx, uint32_t old,
		      uint32_t *value)
{
	uint32_t field = fx->word >> 15 & 31, kind = fx->word >> 12 & 3;
	uint32_t with = d->row->rs1 ? w->x[d->rs1] : field;

	*value = kind == 1 ? with : kind == 2 ? old | with : old & ~with;
	return kind == 1 || field != 0;
}

void vt_csr_access(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
		   struct vt_effect *fx)
{
	uint32_t old, value;

	if (!vt_csr_read(m, w, d->imm, &old)) {
		fx->trap = VT_TRAP_ILLEGAL;
		return;
	}
	if (new_value(w, d, fx, old, &value)) {
		if (!vt_csr_find(d->imm)->writable) {
			fx->trap = VT_TRAP_ILLEGAL;
			return;
		}
		fx->csr = d->imm;
		fx->csr_given = value;
		fx->csr_value = value & writable_bits(d->imm);
	}
	vt_result(fx, d->rd, old);
}

/* setrpc: the reconvergence pc is a CSR. */
void vt_set_rpc(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
		struct vt_effect *fx)
{
	(void)m;
	fx->csr = VT_CSR_RPC;
	fx->csr_given = fx->csr_value = w->x[d->rs1] + d->imm;
	vt_result(fx, d->rd, fx->csr_value);
}

/* The elements that vset* asks for: all of a warp if rs1 is x0 and rd is not;
 * as many as before if both are x0. */
static uint32_t elements(const struct vt_warp *w, const struct vt_insn *d,
			 uint32_t field)
{
	if (!d->row->rs1)
		return field;
	if (field != 0)
		return w->x[d->rs1];
	return d->rd ? w->group.threads : w->vl;
}

/* vset*: the length is fixed; rd gets the elements that one pass does. */
void vt_set_vl(struct vt *m, const struct vt_warp *w, struct vt_insn *d,
	       struct vt_effect *fx)
{
	uint32_t want = elements(w, d, fx->word >> 15 & 31);

	(void)m;
	d->vtype = d->row->rs2 ? w->x[d->rs2] : d->imm;
	fx->csr = VT_CSR_VL;
	fx->csr_value = want < w->group.threads ? want : w->group.threads;
	vt_result(fx, d->rd, fx->csr_value);
}
