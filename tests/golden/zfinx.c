/* zfinx.c - instructions of binary32 give the manual's values and flags
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each row is executed with several threads and masks, with its mode in the
 * word and in frm. Threads that are not active hold signaling NaNs: they keep
 * what they have and raise no flags.
 */
#include "tests/golden/rig.h"

enum { RNE, RTZ, RDN, RUP, RMM, DYN = 7 };
enum { NX = 1, UF = 2, OF = 4, DZ = 8, NV = 16 };
enum { FIRST = 7, SECOND = 8, THIRD = 9, OTHER = 10 };

/* Numbers, by their bits. */
#define ZERO 0x00000000
#define LEAST 0x00000001        /* 2^-149 */
#define SUBNORMAL 0x007FFFFF    /* the largest one */
#define NORMAL 0x00800000       /* the smallest one: 2^-126 */
#define TINY 0x33800000         /* 2^-24 */
#define HALF 0x3F000000
#define ONE 0x3F800000
#define ABOVE_ONE 0x3F800001
#define TWO 0x40000000
#define THREE 0x40400000
#define FOUR 0x40800000
#define MOST 0x7F7FFFFF         /* the largest number */
#define INF 0x7F800000
#define QUIET 0x7FC00000
#define SIGNALING 0x7F800001
#define MINUS(number) (0x80000000 | (number))

struct row {
	enum isa_op op;
	uint32_t mode, a, b, c, value, flags;
};

static const struct row rows[] = {
	{ ISA_SFU_RCP, 0, THREE, 0, 0, 0x3EAAAAAB, 0 },
	{ ISA_SFU_RCP, 0, ZERO, 0, 0, INF, 0 },
	{ ISA_SFU_RSQRT, 0, FOUR, 0, 0, HALF, 0 },
	{ ISA_SFU_RSQRT, 0, MINUS(ONE), 0, 0, QUIET, 0 },
	{ ISA_SFU_EXP2, 0, MINUS(TWO), 0, 0, 0x3E800000, 0 },
	{ ISA_SFU_LOG2, 0, FOUR, 0, 0, TWO, 0 },
	{ ISA_SFU_LOG2, 0, SIGNALING, 0, 0, QUIET, 0 },
	{ ISA_SFU_SIN, 0, LEAST, 0, 0, LEAST, 0 },
	{ ISA_SFU_SIN, 0, INF, 0, 0, QUIET, 0 },
	{ ISA_SFU_COS, 0, LEAST, 0, 0, ONE, 0 },
	{ ISA_SFU_EXP, 0, MINUS(INF), 0, 0, ZERO, 0 },
	{ ISA_FADD_S, RNE, ONE, TWO, 0, THREE, 0 },
	{ ISA_FADD_S, RNE, ONE, TINY, 0, ONE, NX },
	{ ISA_FADD_S, RTZ, ONE, TINY, 0, ONE, NX },
	{ ISA_FADD_S, RDN, ONE, TINY, 0, ONE, NX },
	{ ISA_FADD_S, RUP, ONE, TINY, 0, ABOVE_ONE, NX },
	{ ISA_FADD_S, RMM, ONE, TINY, 0, ABOVE_ONE, NX },
	{ ISA_FADD_S, RNE, ABOVE_ONE, TINY, 0, 0x3F800002, NX },
	{ ISA_FADD_S, RDN, MINUS(ONE), MINUS(TINY), 0, MINUS(ABOVE_ONE), NX },
	{ ISA_FADD_S, RMM, MINUS(ONE), MINUS(TINY), 0, MINUS(ABOVE_ONE), NX },
	{ ISA_FADD_S, RUP, MINUS(ONE), MINUS(TINY), 0, MINUS(ONE), NX },
	{ ISA_FADD_S, RUP, ONE, LEAST, 0, ABOVE_ONE, NX },
	{ ISA_FADD_S, RNE, ONE, MINUS(ONE), 0, ZERO, 0 },
	{ ISA_FADD_S, RDN, ONE, MINUS(ONE), 0, MINUS(ZERO), 0 },
	{ ISA_FADD_S, RNE, MINUS(ZERO), MINUS(ZERO), 0, MINUS(ZERO), 0 },
	{ ISA_FADD_S, RNE, SUBNORMAL, LEAST, 0, NORMAL, 0 },
	{ ISA_FADD_S, RNE, MOST, MOST, 0, INF, OF | NX },
	{ ISA_FADD_S, RTZ, MOST, MOST, 0, MOST, OF | NX },
	{ ISA_FADD_S, RDN, MOST, MOST, 0, MOST, OF | NX },
	{ ISA_FADD_S, RUP, MINUS(MOST), MINUS(MOST), 0, MINUS(MOST), OF | NX },
	{ ISA_FADD_S, RNE, MOST, 0x73000000, 0, INF, OF | NX },
	{ ISA_FADD_S, RNE, MOST, 0x72FFFFFF, 0, MOST, NX },
	{ ISA_FADD_S, RNE, INF, MINUS(INF), 0, QUIET, NV },
	{ ISA_FADD_S, RNE, INF, MINUS(MOST), 0, INF, 0 },
	{ ISA_FADD_S, RNE, 0xFFC12345, ONE, 0, QUIET, 0 },
	{ ISA_FADD_S, RNE, ONE, SIGNALING, 0, QUIET, NV },
	{ ISA_FSUB_S, RNE, THREE, TWO, 0, ONE, 0 },
	{ ISA_FSUB_S, RNE, ONE, TINY, 0, 0x3F7FFFFF, 0 },
	{ ISA_FSUB_S, RNE, ZERO, ZERO, 0, ZERO, 0 },
	{ ISA_FSUB_S, RDN, ZERO, ZERO, 0, MINUS(ZERO), 0 },
	{ ISA_FSUB_S, RNE, NORMAL, LEAST, 0, SUBNORMAL, 0 },
	{ ISA_FSUB_S, RNE, INF, INF, 0, QUIET, NV },
	{ ISA_FMUL_S, RNE, TWO, MINUS(THREE), 0, 0xC0C00000, 0 },
	{ ISA_FMUL_S, RNE, ABOVE_ONE, ABOVE_ONE, 0, 0x3F800002, NX },
	{ ISA_FMUL_S, RUP, ABOVE_ONE, ABOVE_ONE, 0, 0x3F800003, NX },
	{ ISA_FMUL_S, RNE, MINUS(ZERO), ONE, 0, MINUS(ZERO), 0 },
	{ ISA_FMUL_S, RNE, LEAST, HALF, 0, ZERO, UF | NX },
	{ ISA_FMUL_S, RMM, LEAST, HALF, 0, LEAST, UF | NX },
	{ ISA_FMUL_S, RUP, LEAST, LEAST, 0, LEAST, UF | NX },
	{ ISA_FMUL_S, RDN, LEAST, MINUS(LEAST), 0, MINUS(LEAST), UF | NX },
	{ ISA_FMUL_S, RNE, NORMAL, HALF, 0, 0x00400000, 0 },
	/* tiny is what is so after rounding, with any exponent */
	{ ISA_FMUL_S, RNE, SUBNORMAL, ABOVE_ONE, 0, NORMAL, NX },
	{ ISA_FMUL_S, RNE, 0x00FFFFFF, HALF, 0, NORMAL, UF | NX },
	{ ISA_FMUL_S, RTZ, SUBNORMAL, ABOVE_ONE, 0, SUBNORMAL, UF | NX },
	{ ISA_FMUL_S, RNE, MOST, TWO, 0, INF, OF | NX },
	{ ISA_FMUL_S, RUP, MOST, MINUS(TWO), 0, MINUS(MOST), OF | NX },
	{ ISA_FMUL_S, RNE, INF, ZERO, 0, QUIET, NV },
	{ ISA_FMUL_S, RNE, INF, MINUS(INF), 0, MINUS(INF), 0 },
	{ ISA_FDIV_S, RNE, ONE, TWO, 0, HALF, 0 },
	{ ISA_FDIV_S, RNE, ONE, THREE, 0, 0x3EAAAAAB, NX },
	{ ISA_FDIV_S, RTZ, ONE, THREE, 0, 0x3EAAAAAA, NX },
	{ ISA_FDIV_S, RUP, MINUS(ONE), THREE, 0, 0xBEAAAAAA, NX },
	{ ISA_FDIV_S, RNE, ONE, ZERO, 0, INF, DZ },
	{ ISA_FDIV_S, RNE, ONE, MINUS(ZERO), 0, MINUS(INF), DZ },
	{ ISA_FDIV_S, RNE, INF, ZERO, 0, INF, 0 },
	{ ISA_FDIV_S, RNE, ONE, INF, 0, ZERO, 0 },
	{ ISA_FDIV_S, RNE, ZERO, ZERO, 0, QUIET, NV },
	{ ISA_FDIV_S, RNE, INF, INF, 0, QUIET, NV },
	{ ISA_FDIV_S, RNE, QUIET, ZERO, 0, QUIET, 0 },
	{ ISA_FDIV_S, RNE, LEAST, TWO, 0, ZERO, UF | NX },
	{ ISA_FDIV_S, RMM, LEAST, TWO, 0, LEAST, UF | NX },
	{ ISA_FDIV_S, RNE, MOST, LEAST, 0, INF, OF | NX },
	{ ISA_FSQRT_S, RNE, FOUR, 0, 0, TWO, 0 },
	{ ISA_FSQRT_S, RNE, TWO, 0, 0, 0x3FB504F3, NX },
	{ ISA_FSQRT_S, RUP, TWO, 0, 0, 0x3FB504F4, NX },
	{ ISA_FSQRT_S, RNE, LEAST, 0, 0, 0x1A3504F3, NX },
	{ ISA_FSQRT_S, RNE, MINUS(ZERO), 0, 0, MINUS(ZERO), 0 },
	{ ISA_FSQRT_S, RNE, INF, 0, 0, INF, 0 },
	{ ISA_FSQRT_S, RNE, MINUS(LEAST), 0, 0, QUIET, NV },
	{ ISA_FSQRT_S, RNE, MINUS(QUIET), 0, 0, QUIET, 0 },
	{ ISA_FMADD_S, RNE, TWO, THREE, ONE, 0x40E00000, 0 },
	{ ISA_FMADD_S, RNE, ABOVE_ONE, ABOVE_ONE, 0xBF800002, 0x28800000, 0 },
	{ ISA_FMADD_S, RDN, ONE, ONE, MINUS(ONE), MINUS(ZERO), 0 },
	{ ISA_FMADD_S, RNE, MOST, TWO, MINUS(MOST), MOST, 0 },
	{ ISA_FMADD_S, RNE, INF, ZERO, QUIET, QUIET, NV },
	{ ISA_FMADD_S, RNE, INF, ONE, MINUS(INF), QUIET, NV },
	{ ISA_FMADD_S, RNE, ONE, ONE, SIGNALING, QUIET, NV },
	{ ISA_FMADD_S, RMM, LEAST, HALF, LEAST, 0x00000002, UF | NX },
	{ ISA_FMSUB_S, RNE, TWO, THREE, ONE, 0x40A00000, 0 },
	{ ISA_FMSUB_S, RNE, INF, ONE, INF, QUIET, NV },
	{ ISA_FMSUB_S, RUP, ONE, ONE, TINY, 0x3F7FFFFF, 0 },
	{ ISA_FNMSUB_S, RNE, TWO, THREE, ONE, 0xC0A00000, 0 },
	{ ISA_FNMSUB_S, RNE, ONE, ONE, ONE, ZERO, 0 },
	{ ISA_FNMSUB_S, RTZ, ONE, ONE, LEAST, 0xBF7FFFFF, NX },
	{ ISA_FNMADD_S, RNE, TWO, THREE, ONE, 0xC0E00000, 0 },
	{ ISA_FNMADD_S, RNE, ONE, ZERO, ZERO, MINUS(ZERO), 0 },
	{ ISA_FNMADD_S, RDN, ONE, ONE, TINY, MINUS(ABOVE_ONE), NX },
	{ ISA_FSGNJ_S, 0, ONE, MINUS(TWO), 0, MINUS(ONE), 0 },
	{ ISA_FSGNJ_S, 0, MINUS(SIGNALING), ZERO, 0, SIGNALING, 0 },
	{ ISA_FSGNJN_S, 0, ONE, MINUS(TWO), 0, ONE, 0 },
	{ ISA_FSGNJN_S, 0, QUIET, TWO, 0, MINUS(QUIET), 0 },
	{ ISA_FSGNJX_S, 0, MINUS(ONE), MINUS(TWO), 0, ONE, 0 },
	{ ISA_FSGNJX_S, 0, MINUS(ONE), TWO, 0, MINUS(ONE), 0 },
	{ ISA_FMIN_S, 0, ONE, MINUS(TWO), 0, MINUS(TWO), 0 },
	{ ISA_FMIN_S, 0, ZERO, MINUS(ZERO), 0, MINUS(ZERO), 0 },
	{ ISA_FMIN_S, 0, QUIET, ONE, 0, ONE, 0 },
	{ ISA_FMIN_S, 0, ONE, SIGNALING, 0, ONE, NV },
	{ ISA_FMIN_S, 0, 0xFFC00001, 0x7FC00002, 0, QUIET, 0 },
	{ ISA_FMAX_S, 0, MINUS(ONE), MINUS(TWO), 0, MINUS(ONE), 0 },
	{ ISA_FMAX_S, 0, MINUS(ZERO), ZERO, 0, ZERO, 0 },
	{ ISA_FMAX_S, 0, MINUS(INF), QUIET, 0, MINUS(INF), 0 },
	{ ISA_FMAX_S, 0, SIGNALING, QUIET, 0, QUIET, NV },
	{ ISA_FEQ_S, 0, ONE, ONE, 0, 1, 0 },
	{ ISA_FEQ_S, 0, ZERO, MINUS(ZERO), 0, 1, 0 },
	{ ISA_FEQ_S, 0, QUIET, QUIET, 0, 0, 0 },
	{ ISA_FEQ_S, 0, SIGNALING, ONE, 0, 0, NV },
	{ ISA_FLT_S, 0, MINUS(TWO), MINUS(ONE), 0, 1, 0 },
	{ ISA_FLT_S, 0, MINUS(ZERO), ZERO, 0, 0, 0 },
	{ ISA_FLT_S, 0, ONE, ONE, 0, 0, 0 },
	{ ISA_FLT_S, 0, ONE, QUIET, 0, 0, NV },
	{ ISA_FLE_S, 0, ONE, ONE, 0, 1, 0 },
	{ ISA_FLE_S, 0, ZERO, MINUS(ZERO), 0, 1, 0 },
	{ ISA_FLE_S, 0, ONE, MINUS(INF), 0, 0, 0 },
	{ ISA_FLE_S, 0, QUIET, QUIET, 0, 0, NV },
	{ ISA_FCLASS_S, 0, MINUS(INF), 0, 0, 1 << 0, 0 },
	{ ISA_FCLASS_S, 0, MINUS(NORMAL), 0, 0, 1 << 1, 0 },
	{ ISA_FCLASS_S, 0, MINUS(SUBNORMAL), 0, 0, 1 << 2, 0 },
	{ ISA_FCLASS_S, 0, MINUS(ZERO), 0, 0, 1 << 3, 0 },
	{ ISA_FCLASS_S, 0, ZERO, 0, 0, 1 << 4, 0 },
	{ ISA_FCLASS_S, 0, LEAST, 0, 0, 1 << 5, 0 },
	{ ISA_FCLASS_S, 0, MOST, 0, 0, 1 << 6, 0 },
	{ ISA_FCLASS_S, 0, INF, 0, 0, 1 << 7, 0 },
	{ ISA_FCLASS_S, 0, MINUS(SIGNALING), 0, 0, 1 << 8, 0 },
	{ ISA_FCLASS_S, 0, QUIET, 0, 0, 1 << 9, 0 },
	{ ISA_FCVT_W_S, RNE, MINUS(THREE), 0, 0, 0xFFFFFFFD, 0 },
	{ ISA_FCVT_W_S, RNE, HALF, 0, 0, 0, NX },
	{ ISA_FCVT_W_S, RNE, 0x3FC00000, 0, 0, 2, NX },
	{ ISA_FCVT_W_S, RTZ, 0x3FC00000, 0, 0, 1, NX },
	{ ISA_FCVT_W_S, RMM, HALF, 0, 0, 1, NX },
	{ ISA_FCVT_W_S, RMM, MINUS(HALF), 0, 0, 0xFFFFFFFF, NX },
	{ ISA_FCVT_W_S, RUP, LEAST, 0, 0, 1, NX },
	{ ISA_FCVT_W_S, RDN, MINUS(LEAST), 0, 0, 0xFFFFFFFF, NX },
	{ ISA_FCVT_W_S, RNE, 0x4EFFFFFF, 0, 0, 0x7FFFFF80, 0 },
	{ ISA_FCVT_W_S, RNE, 0x4F000000, 0, 0, 0x7FFFFFFF, NV },
	{ ISA_FCVT_W_S, RNE, 0xCF000000, 0, 0, 0x80000000, 0 },
	{ ISA_FCVT_W_S, RNE, 0xCF000001, 0, 0, 0x80000000, NV },
	{ ISA_FCVT_W_S, RNE, MINUS(INF), 0, 0, 0x80000000, NV },
	{ ISA_FCVT_W_S, RNE, MINUS(QUIET), 0, 0, 0x7FFFFFFF, NV },
	{ ISA_FCVT_WU_S, RNE, 0x4F7FFFFF, 0, 0, 0xFFFFFF00, 0 },
	{ ISA_FCVT_WU_S, RNE, 0x4F800000, 0, 0, 0xFFFFFFFF, NV },
	{ ISA_FCVT_WU_S, RNE, MINUS(HALF), 0, 0, 0, NX },
	{ ISA_FCVT_WU_S, RDN, MINUS(HALF), 0, 0, 0, NV },
	{ ISA_FCVT_WU_S, RTZ, 0xBF7FFFFF, 0, 0, 0, NX },
	{ ISA_FCVT_WU_S, RNE, MINUS(ONE), 0, 0, 0, NV },
	{ ISA_FCVT_WU_S, RNE, MINUS(QUIET), 0, 0, 0xFFFFFFFF, NV },
	{ ISA_FCVT_S_W, RNE, 0, 0, 0, ZERO, 0 },
	{ ISA_FCVT_S_W, RNE, 0xFFFFFFFF, 0, 0, MINUS(ONE), 0 },
	{ ISA_FCVT_S_W, RNE, 0x80000000, 0, 0, 0xCF000000, 0 },
	{ ISA_FCVT_S_W, RNE, 0x01000001, 0, 0, 0x4B800000, NX },
	{ ISA_FCVT_S_W, RMM, 0x01000001, 0, 0, 0x4B800001, NX },
	{ ISA_FCVT_S_W, RDN, 0xFEFFFFFF, 0, 0, 0xCB800001, NX },
	{ ISA_FCVT_S_W, RUP, 0x7FFFFFFF, 0, 0, 0x4F000000, NX },
	{ ISA_FCVT_S_WU, RNE, 0x80000000, 0, 0, 0x4F000000, 0 },
	{ ISA_FCVT_S_WU, RNE, 0xFFFFFFFF, 0, 0, 0x4F800000, NX },
	{ ISA_FCVT_S_WU, RTZ, 0xFFFFFFFF, 0, 0, 0x4F7FFFFF, NX },
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* --- rows ------------------------------------------------------------- */

/* Floating point has registers of its own: the numbers are in x and in f. */
static bool own_f;

static void set(struct rig *r, uint32_t lane, uint32_t reg, uint32_t value)
{
	golden_set_reg(r->core, 0, lane, reg, value);
	if (own_f)
		golden_set_reg(r->core, 0, lane, ISA_FIRST_F + reg, value);
}

static void load_operands(struct rig *r, uint32_t threads, uint32_t mask,
			  const struct row *row)
{
	const uint32_t with[] = { row->a, row->b, row->c, 0xBAD };

	for (uint32_t lane = 0; lane < threads; lane++)
		for (uint32_t i = 0; i < 4; i++)
			set(r, lane, FIRST + i,
			    mask >> lane & 1 ? with[i] : SIGNALING);
}

static uint32_t fcsr(const struct rig *r)
{
	return golden_fcsr(r->core, 0);
}

/* With RM in the word; by golden_step or golden_run. */
static bool try(struct rig *r, uint32_t threads, uint32_t mask,
		const struct row *row, uint32_t rd, uint32_t rm, bool step)
{
	uint32_t frm = rm == DYN ? row->mode : 6;
	bool to_f = own_f && isa_insn(row->op)->rd == ISA_FILE_F;
	uint32_t to = to_f ? ISA_FIRST_F + rd : rd;
	bool good = true;

	rig_again(r);
	rig_tmc(r, threads);
	rig_op(r, ISA_CSRRWI, 0, frm, 0, ISA_CSR_FRM);
	rig_op(r, ISA_SPLIT, 0, 6, 0, 0);
	rig_op(r, row->op, rd, FIRST, SECOND, rm << 5 | THIRD);
	for (uint32_t lane = 0; lane < threads; lane++)
		golden_set_reg(r->core, 0, lane, 6, mask >> lane & 1);
	load_operands(r, threads, mask, row);
	if (step)
		good &= rig_step(r, 5).flags == row->flags;
	else
		golden_run(r->g, 5, 0, NULL);
	good &= golden_pc(r->core, 0) == RIG_BASE + 20 &&
		fcsr(r) == (frm << 5 | row->flags);
	for (uint32_t lane = 0; lane < threads; lane++)
		good &= golden_reg(r->core, 0, lane, to) ==
			(!to ? 0 : mask >> lane & 1 ? row->value :
			 rd ? SIGNALING : 0);
	return good;
}

static void try_row(struct rig *r, uint32_t threads, uint32_t mask,
		    const struct row *row)
{
	static const uint32_t rds[] = { FIRST, SECOND, THIRD, OTHER, 0 };
	bool good = true, rounds = isa_insn(row->op)->rounds;

	for (size_t i = 0; i < sizeof rds / sizeof *rds; i++) {
		good &= try(r, threads, mask, row, rds[i], row->mode, i % 2);
		if (rounds)
			good &= try(r, threads, mask, row, rds[i], DYN, i % 2);
	}
	ok(good, "T=%u mask %x: %s %s %08x, %08x, %08x is %08x, flags %02x",
	   threads, mask, isa_insn(row->op)->name,
	   rounds ? isa_round_name(row->mode) : "", row->a, row->b, row->c,
	   row->value, row->flags);
}

static void try_rows(uint32_t threads, uint32_t mask)
{
	struct machine cfg = rig_config(1, threads);
	struct rig r;

	cfg.fp = own_f ? 2 : 1;
	cfg.has_sfu = true;
	rig_open_with(&r, &cfg);
	for (size_t i = 0; i < ROWS; i++)
		try_row(&r, threads, mask, &rows[i]);
	rig_close(&r);
}

static void all_covered(void)
{
	for (int op = 0; op < ISA_OP_COUNT; op++) {
		bool found = isa_insn((enum isa_op)op)->class !=
			     ISA_CLASS_FLOAT;

		for (size_t i = 0; i < ROWS; i++)
			found |= rows[i].op == (enum isa_op)op;
		if (!found)
			ok(false, "%s has a row",
			   isa_insn((enum isa_op)op)->name);
	}
}

/* --- flags and modes of warps ----------------------------------------- */

/* Each thread raises another one; they stay until they are written. */
static void flags_of_all(struct rig *r)
{
	struct golden_effect fx;

	rig_again(r);
	rig_tmc(r, 4);
	rig_op(r, ISA_FDIV_S, OTHER, FIRST, SECOND, RNE << 5);
	rig_op(r, ISA_FADD_S, OTHER, FIRST, FIRST, RNE << 5);
	rig_op(r, ISA_CSRRSI, OTHER, 2, 0, ISA_CSR_FFLAGS);
	rig_op(r, ISA_CSRRCI, OTHER, 24, 0, ISA_CSR_FFLAGS);
	for (uint32_t lane = 0; lane < 4; lane++) {
		set(r, lane, FIRST, lane ? ONE : ZERO);
		set(r, lane, SECOND, lane < 2 ? ZERO : THREE);
	}
	fx = rig_step(r, 3);
	is_u32(fx.flags, NV | DZ | NX, "flags of all threads");
	fx = rig_step(r, 1);
	is_u32(fx.flags, 0, "an instruction that raises none");
	is_u32(fcsr(r), NV | DZ | NX, "flags stay");
	rig_step(r, 1);
	is_u32(golden_reg(r->core, 0, 3, OTHER), NV | DZ | NX,
	       "what csrrsi reads");
	rig_step(r, 1);
	is_u32(fcsr(r), UF | NX, "csrrsi sets, csrrci clears");
}

/* A mode that is none traps where it is used, for all threads. */
static void no_mode(struct rig *r, enum isa_op op, uint32_t frm)
{
	struct golden_effect fx;
	bool rounds = isa_insn(op)->rounds;

	rig_again(r);
	rig_tmc(r, 4);
	rig_op(r, ISA_CSRRWI, 0, frm, 0, ISA_CSR_FRM);
	rig_op(r, op, OTHER, FIRST, SECOND, DYN << 5 | THIRD);
	fx = rig_step(r, 4);
	if (rounds)
		ok(fx.kind == GOLDEN_TRAP && fx.cause == 2 &&
			   fx.tval == fx.insn && fx.op == op &&
			   fcsr(r) == frm << 5,
		   "%s traps where frm is %u", isa_insn(op)->name, frm);
	else
		ok(fx.kind == GOLDEN_PLAIN, "%s looks at no mode",
		   isa_insn(op)->name);
	rig_again(r);
	rig_tmc(r, 4);
	rig_op(r, ISA_CSRRWI, 0, frm, 0, ISA_CSR_FRM);
	rig_word(r, fx.insn);
	golden_run(r->g, 4, 0, NULL);
	ok(golden_first_trap(r->g)->valid == rounds &&
		   (!rounds || golden_first_trap(r->g)->tval == fx.insn),
	   "golden_run does the same");
}

/* The words with a mode that is none. */
static void no_word(struct rig *r, enum isa_op op)
{
	for (uint32_t mode = 5; mode < 7; mode++) {
		struct golden_effect fx;

		rig_again(r);
		rig_op(r, op, OTHER, FIRST, SECOND, mode << 5 | THIRD);
		fx = rig_step(r, 1);
		ok(fx.kind == GOLDEN_TRAP && fx.cause == 2 &&
			   fx.op == ISA_INVALID && fx.tval == fx.insn,
		   "%s with mode %u is illegal", isa_insn(op)->name, mode);
	}
}

/* A warp that is woken again keeps its mode and its flags; another one has its
 * own. */
static void of_each_warp(struct rig *r)
{
	struct golden_effect fx;

	rig_again(r);
	rig_op(r, ISA_CSRRWI, 0, 31, 0, ISA_CSR_FCSR);
	rig_op(r, ISA_WSPAWN, 0, FIRST, 0, 0);
	rig_op(r, ISA_WSPAWN, 0, FIRST, 0, 0);
	r->at = RIG_BASE + 0x100;
	rig_op(r, ISA_CSRRS, OTHER, 0, 0, ISA_CSR_FCSR);
	rig_op(r, ISA_CSRRWI, 0, RUP, 0, ISA_CSR_FRM);
	rig_op(r, ISA_CSRRSI, 0, NV, 0, ISA_CSR_FFLAGS);
	rig_op(r, ISA_EBREAK, 0, 0, 0, 0);
	golden_set_reg(r->core, 0, 0, FIRST, RIG_BASE + 0x100);
	rig_step(r, 2);
	while (golden_step(r->core, 1, NULL, &fx) == 0)
		continue;
	is_u32(golden_reg(r->core, 1, 0, OTHER), 0, "a warp has its own fcsr");
	is_u32(golden_fcsr(r->core, 1), RUP << 5 | NV, "and writes that alone");
	is_u32(fcsr(r), 31, "not that of another one");
	rig_step(r, 1);
	golden_step(r->core, 1, NULL, &fx);
	is_u32(golden_reg(r->core, 1, 0, OTHER), RUP << 5 | NV,
	       "which wspawn lets be");
	golden_reset(r->g);
	is_u32(golden_fcsr(r->core, 1), 0, "and reset does not");
}

/* A word goes from x to f and back as it is, to memory and from there; f0 is a
 * register like others; clone takes f along. */
static void registers_f(struct rig *r)
{
	bool good = true;

	rig_again(r);
	rig_tmc(r, 4);
	rig_op(r, ISA_FMV_W_X, 0, FIRST, 0, 0);
	rig_op(r, ISA_FSW, 0, 9, 0, 4);
	rig_op(r, ISA_FLW, 31, 9, 0, 4);
	rig_op(r, ISA_FMV_X_W, OTHER, 31, 0, 0);
	rig_op(r, ISA_CLONE, 0, SECOND, 0, 0);
	for (uint32_t lane = 0; lane < 4; lane++) {
		golden_set_reg(r->core, 0, lane, FIRST, SIGNALING + lane);
		golden_set_reg(r->core, 0, lane, SECOND, 2);
		golden_set_reg(r->core, 0, lane, 9, RIG_DATA + 16 * lane);
	}
	rig_step(r, 6);
	for (uint32_t lane = 0; lane < 4; lane++)
		good &= golden_reg(r->core, 0, lane, ISA_FIRST_F) ==
				SIGNALING + lane &&
			golden_reg(r->core, 0, lane, OTHER) ==
				SIGNALING + lane;
	ok(good, "moves, loads and stores keep each bit");
	is_u32(fcsr(r), 0, "and raise nothing");
	rig_step(r, 1);
	is_u32(golden_reg(r->core, 0, 2, ISA_FIRST_F), SIGNALING,
	       "clone copies f0");
	is_u32(golden_reg(r->core, 0, 2, ISA_LAST_F), SIGNALING, "to f31");
	is_u32(golden_reg(r->core, 0, 3, ISA_FIRST_F), SIGNALING + 3,
	       "of that thread alone");
	golden_reset(r->g);
	is_u32(golden_reg(r->core, 0, 2, ISA_LAST_F), 0, "reset clears them");
}

/* A load or store of f traps as one of x does. */
static void traps_f(struct rig *r)
{
	static const enum isa_op ops[] = { ISA_FLW, ISA_FSW };

	for (int i = 0; i < 2; i++)
		for (uint32_t at = 0; at < 3; at += 2) {
			struct golden_effect fx;

			rig_again(r);
			rig_op(r, ops[i], 3, 0, 3, at);
			fx = rig_step(r, 1);
			ok(fx.kind == GOLDEN_TRAP && !fx.write[0].lanes &&
				   fx.cause == (at ? 4u : 5u) + (i ? 2u : 0u) &&
				   fx.tval == at,
			   "%s at %u traps", isa_insn(ops[i])->name,
			   (unsigned)at);
		}
}

static void try_all(void)
{
	struct machine cfg = rig_config(2, 4);
	struct rig r;

	all_covered();
	try_rows(1, 1);
	try_rows(4, 15);
	try_rows(4, 10);
	try_rows(32, 0x80000001);
	cfg.fp = own_f ? 2 : 1;
	cfg.has_sfu = true;
	rig_open_with(&r, &cfg);
	if (own_f) {
		registers_f(&r);
		traps_f(&r);
	}
	flags_of_all(&r);
	for (int op = 0; op < ISA_OP_COUNT; op++) {
		if (isa_insn((enum isa_op)op)->class != ISA_CLASS_FLOAT)
			continue;
		for (uint32_t frm = 5; frm < 8; frm++)
			no_mode(&r, (enum isa_op)op, frm);
		if (isa_insn((enum isa_op)op)->rounds)
			no_word(&r, (enum isa_op)op);
	}
	of_each_warp(&r);
	rig_close(&r);
}

int main(void)
{
	try_all();
	own_f = true;
	try_all();
	return tap_done();
}
