/* vt_traps.c - traps of any cause in random programs of Ventus
 * SPDX-License-Identifier: Apache-2.0
 *
 * For cores: registers are as vt_emit.h says. A trap ends the launch, and so it
 * meets what the other warps do.
 */
#include "fuzz/ventus/vt_emit.h"
#include "fuzz/ventus/vt_fields.h"

enum { OUTSIDE = 0x10000000 };  /* no memory is there */

#define ANY(p, list) list[vt_below(p, sizeof list / sizeof *list)]

/* --- illegal instructions ----------------------------------------------- */

static void unknown_word(struct program *p)
{
	const uint32_t words[] = { 0, UINT32_MAX, vt_row(VT_VFTTA_VV)->match,
				  0x0000001B };

	vt_emit(p, ANY(p, words));
}

/* A prefix leads to a register that a core has not, of one of the fields. */
static void unknown_register(struct program *p)
{
	const uint32_t field = 3 * vt_below(p, 3);
	const bool vector = p->vregs < 256 && vt_below(p, 2);
	const uint32_t least = vector ? p->vregs >> 5 : 2;

	vt_emit(p, vt_row(VT_REGEXT)->match | (least + vt_below(p, 8 - least))
						  << field << 20);
	vt_emit(p, vt_row(vector ? VT_VADD_VV : VT_ADD)->match | 0x00840400 |
		       UNMASKED * vector);
}

static void unknown_csr(struct program *p)
{
	static const uint32_t unknown[] = { 0x000, 0x004, 0x301, 0x80D, 0xC00 };
	static const uint32_t constant[] = {
		VT_CSR_TID, VT_CSR_NUMW, VT_CSR_LDS, VT_CSR_VL, VT_CSR_MHARTID
	};

	if (vt_below(p, 2))
		vt_put(p, VT_CSRRS, vt_free_x(p), 0, 0, ANY(p, unknown) << 20);
	else
		vt_put(p, VT_CSRRW, vt_free_x(p), vt_free_x(p), 0,
		       ANY(p, constant) << 20);
}

/* A rounding mode that is none, of an instruction or in frm. */
static void unknown_mode(struct program *p)
{
	const uint32_t mode = 5 + vt_below(p, 2);

	if (p->no_floats) {
		unknown_csr(p);
	} else if (vt_below(p, 2)) {
		vt_put(p, VT_FADD_S, vt_free_x(p), vt_free_x(p), vt_free_x(p),
		       mode << 12);
	} else {
		vt_put(p, VT_CSRRWI, 0, 0, 0,
		       (uint32_t)VT_CSR_FRM << 20 | mode << 15);
		vt_put(p, VT_VFADD_VV, vt_free_v(p), vt_free_v(p), vt_free_v(p),
		       UNMASKED);
	}
}

static void illegal(struct program *p)
{
	switch (vt_below(p, 4)) {
	case 0: unknown_word(p); break;
	case 1: unknown_register(p); break;
	case 2: unknown_csr(p); break;
	default: unknown_mode(p);
	}
}

/* --- accesses ----------------------------------------------------------- */

/* An address that no access of a warp may have, in a register that is
 * returned. */
static uint32_t bad_x(struct program *p, bool misaligned)
{
	const uint32_t x = vt_free_x(p);

	if (misaligned)
		vt_put(p, VT_ADDI, x, REGION, 0,
		       (1 + 2 * vt_below(p, 2)) << 20);
	else
		vt_load_imm(p, x, OUTSIDE + 4 * vt_below(p, 1024));
	return x;
}

/* The same for threads, of all or of the odd ones. */
static uint32_t bad_v(struct program *p, bool misaligned)
{
	const uint32_t v = vt_free_v(p);

	if (vt_below(p, 2)) {
		vt_put(p, VT_VMV_V_X, v, bad_x(p, misaligned), 0, 0);
	} else if (misaligned) {
		vt_put(p, VT_VADD_VV, v, BASES, ODD, UNMASKED);
	} else {
		vt_put(p, VT_VSLL_VI, v, 0, ODD, 31U << 15 | UNMASKED);
		vt_put(p, VT_VXOR_VV, v, BASES, v, UNMASKED);
	}
	return v;
}

static void bad_access(struct program *p)
{
	static const enum vt_op scalar[] = {
	    VT_LW,   VT_LH,   VT_LHU,	   VT_SW,      VT_SH,
	    VT_LR_W, VT_SC_W, VT_AMOADD_W, VT_VLE32_V, VT_VSE32_V};
	static const enum vt_op vector[] = { VT_VLW12_V, VT_VLH12_V, VT_VSW12_V,
					    VT_VSH12_V };
	const bool misaligned = vt_below(p, 2), threads = vt_below(p, 2);
	const enum vt_op op = threads ? ANY(p, vector) : ANY(p, scalar);
	const bool loads = vt_row(op)->rd == VT_FILE_V;
	const uint32_t base =
	    threads ? bad_v(p, misaligned) : bad_x(p, misaligned);

	vt_put(p, op,
	       loads ? vt_free_v(p) : vt_free_x(p), base,
	       threads ? vt_free_v(p) : vt_free_x(p),
	       vt_row(op)->maskable ? UNMASKED : 0);
}

/* --- jumps and ends ----------------------------------------------------- */

static void bad_jump(struct program *p)
{
	const uint32_t x = vt_free_x(p), offset = 4 * vt_below(p, 16) + 2;

	switch (vt_below(p, 5)) {
	case 0: vt_put(p, VT_JAL, vt_free_x(p), 0, 0, imm_j(offset)); break;
	case 1: vt_put(p, VT_BEQ, 0, x, x, imm_b(offset)); break;
	case 2: vt_put(p, VT_VBEQ, 0, 2, 2, imm_b(offset)); break;
	case 3:
		vt_put(p, VT_AUIPC, x, 0, 0, 0);
		vt_put(p, VT_JALR, vt_free_x(p), x, 0, offset << 20);
		break;
	default:
		vt_load_imm(p, x, OUTSIDE);
		vt_put(p, VT_JALR, vt_below(p, 2) ? 0 : vt_free_x(p), x, 0, 0);
	}
}

/* The threads part, and then a part of them comes to the end of the warp or to
 * a barrier. A warp of one thread goes on. */
static void part(struct program *p)
{
	const enum vt_op op = vt_below(p, 2) ? VT_ENDPRG : VT_BARRIER;

	vt_put(p, VT_AUIPC, 6, 0, 0, 0);
	vt_put(p, VT_SETRPC, 0, 6, 0, 5 * 4 << 20);
	vt_put(p, VT_VBNE, 0, 2, 8, imm_b(8));
	vt_put(p, op, 0, 0, 0, 0);
	vt_put(p, op, 0, 0, 0, 0);
	vt_emit(p, vt_row(VT_JOIN)->match);
}

/* A branch of all warps but one, whose word is returned. */
static uint32_t but_one(struct program *p)
{
	const uint32_t x = vt_free_x(p);

	vt_put(p, VT_CSRRS, x, 0, 0, (uint32_t)VT_CSR_WID << 20);
	vt_put(p, VT_ADDI, x, x, 0, -vt_below(p, 4) << 20);
	vt_put(p, VT_BNE, 0, x, 0, 0);
	return p->at - 1;
}

/* A loop in which other warps come to their barrier, or to their end. */
static void wait(struct program *p)
{
	const uint32_t top = p->at + 1;

	vt_put(p, VT_ADDI, 7, 0, 0, (1 + vt_below(p, 200)) << 20);
	vt_put(p, VT_ADDI, 7, 7, 0, 0xFFFU << 20);
	vt_put(p, VT_BNE, 0, 7, 0, imm_b((top - p->at) * 4));
}

void vt_trap(struct program *p)
{
	const bool alone = vt_below(p, 4);
	const uint32_t branch = alone ? but_one(p) : 0;

	if (alone && vt_below(p, 2))
		wait(p);
	switch (vt_below(p, 4)) {
	case 0: illegal(p); break;
	case 1: bad_jump(p); break;
	case 2:
		vt_put(p, VT_VADD_VI, 8, 0, ODD, UNMASKED);
		part(p);
		break;
	default: bad_access(p);
	}
	if (!alone)
		return;
	vt_patch(p, branch, imm_b((p->at - branch) * 4));
	if (vt_below(p, 2))
		vt_put(p, vt_below(p, 2) ? VT_BARRIER : VT_ENDPRG, 0, 0, 0, 0);
}
