/* alu.c - register instructions give the manual's values in every lane and mask
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each row is executed for every number of threads and every kind of mask, in
 * place (rd = rs1) and not; lanes that are not active, and x0, must keep what
 * they have.
 */
#include "machine/has.h"
#include "tests/golden/rig.h"

struct row {
	enum isa_op op;
	uint32_t a, b, value;   /* b: x[rs2] or the immediate */
};

#define MIN UINT32_C(0x80000000)
#define MAX UINT32_C(0x7FFFFFFF)
#define ONES UINT32_MAX

static const struct row rows[] = {
	{ ISA_ADD,    1, 2, 3 },
	{ ISA_ADD,    ONES, 1, 0 },
	{ ISA_ADD,    MAX, 1, MIN },
	{ ISA_SUB,    3, 5, 0xFFFFFFFE },
	{ ISA_SUB,    MIN, 1, MAX },
	{ ISA_SUB,    0, MIN, MIN },
	{ ISA_SLL,    1, 31, MIN },
	{ ISA_SLL,    0x12345678, 32, 0x12345678 },
	{ ISA_SLL,    0x12345678, 0xFFFFFFE4, 0x23456780 },
	{ ISA_SLT,    MIN, MAX, 1 },
	{ ISA_SLT,    MAX, MIN, 0 },
	{ ISA_SLT,    ONES, 0, 1 },
	{ ISA_SLT,    7, 7, 0 },
	{ ISA_SLTU,   MIN, MAX, 0 },
	{ ISA_SLTU,   0, ONES, 1 },
	{ ISA_SLTU,   7, 7, 0 },
	{ ISA_XOR,    0xFF00FF00, 0x0FF00FF0, 0xF0F0F0F0 },
	{ ISA_SRL,    MIN, 31, 1 },
	{ ISA_SRL,    0x87654321, 0x24, 0x08765432 },
	{ ISA_SRL,    0x87654321, 0x20, 0x87654321 },
	{ ISA_SRA,    MIN, 31, ONES },
	{ ISA_SRA,    0x87654321, 4, 0xF8765432 },
	{ ISA_SRA,    0x77654321, 0xFFFFFFE4, 0x07765432 },
	{ ISA_OR,     0xFF00FF00, 0x0FF00FF0, 0xFFF0FFF0 },
	{ ISA_AND,    0xFF00FF00, 0x0FF00FF0, 0x0F000F00 },
	{ ISA_ADDI,   5, 0xFFFFF800, 0xFFFFF805 },
	{ ISA_ADDI,   ONES, 0x7FF, 0x7FE },
	{ ISA_SLTI,   0xFFFFF7FF, 0xFFFFF800, 1 },
	{ ISA_SLTI,   0, 0xFFFFF800, 0 },
	{ ISA_SLTI,   MIN, 0x7FF, 1 },
	{ ISA_SLTIU,  0, 1, 1 },
	{ ISA_SLTIU,  0xFFFFF7FF, 0xFFFFF800, 1 },
	{ ISA_SLTIU,  ONES, 0xFFFFFFFF, 0 },
	{ ISA_XORI,   0x12345678, 0xFFFFFFFF, 0xEDCBA987 },
	{ ISA_XORI,   0x12345678, 0x7FF, 0x12345187 },
	{ ISA_ORI,    0x12345678, 0xFFFFF800, 0xFFFFFE78 },
	{ ISA_ANDI,   0x12345678, 0xFFFFF800, 0x12345000 },
	{ ISA_ANDI,   0x12345678, 0x7FF, 0x678 },
	{ ISA_SLLI,   3, 31, MIN },
	{ ISA_SLLI,   3, 0, 3 },
	{ ISA_SRLI,   MIN, 31, 1 },
	{ ISA_SRLI,   MIN, 0, MIN },
	{ ISA_SRAI,   MIN, 31, ONES },
	{ ISA_SRAI,   0x40000000, 30, 1 },
	{ ISA_MUL,    7, 6, 42 },
	{ ISA_MUL,    ONES, ONES, 1 },
	{ ISA_MUL,    0x10001, 0x10001, 0x20001 },
	{ ISA_MUL,    MIN, ONES, MIN },
	{ ISA_MULH,   ONES, ONES, 0 },
	{ ISA_MULH,   MIN, MIN, 0x40000000 },
	{ ISA_MULH,   MIN, MAX, 0xC0000000 },
	{ ISA_MULH,   MAX, MAX, 0x3FFFFFFF },
	{ ISA_MULH,   ONES, 1, ONES },
	{ ISA_MULHSU, ONES, ONES, ONES },
	{ ISA_MULHSU, MIN, MIN, 0xC0000000 },
	{ ISA_MULHSU, MAX, ONES, 0x7FFFFFFE },
	{ ISA_MULHSU, ONES, 1, ONES },
	{ ISA_MULHSU, 1, ONES, 0 },
	{ ISA_MULHU,  ONES, ONES, 0xFFFFFFFE },
	{ ISA_MULHU,  MIN, MIN, 0x40000000 },
	{ ISA_MULHU,  ONES, 1, 0 },
	{ ISA_DIV,    20, 6, 3 },
	{ ISA_DIV,    0xFFFFFFEC, 6, 0xFFFFFFFD },
	{ ISA_DIV,    20, 0xFFFFFFFA, 0xFFFFFFFD },
	{ ISA_DIV,    0xFFFFFFEC, 0xFFFFFFFA, 3 },
	{ ISA_DIV,    MIN, ONES, MIN },
	{ ISA_DIV,    MIN, 1, MIN },
	{ ISA_DIV,    5, ONES, 0xFFFFFFFB },
	{ ISA_DIV,    0, 0, ONES },
	{ ISA_DIV,    MIN, 0, ONES },
	{ ISA_DIVU,   20, 6, 3 },
	{ ISA_DIVU,   0xFFFFFFEC, 6, 0x2AAAAAA7 },
	{ ISA_DIVU,   MIN, ONES, 0 },
	{ ISA_DIVU,   9, 0, ONES },
	{ ISA_REM,    20, 6, 2 },
	{ ISA_REM,    0xFFFFFFEC, 6, 0xFFFFFFFE },
	{ ISA_REM,    20, 0xFFFFFFFA, 2 },
	{ ISA_REM,    MIN, ONES, 0 },
	{ ISA_REM,    MIN, 0, MIN },
	{ ISA_REM,    7, 0, 7 },
	{ ISA_REMU,   20, 6, 2 },
	{ ISA_REMU,   0xFFFFFFEC, 6, 2 },
	{ ISA_REMU,   MIN, ONES, MIN },
	{ ISA_REMU,   7, 0, 7 },
	{ ISA_SH1ADD, 0x12345678, 1, 0x2468ACF1 },
	{ ISA_SH1ADD, ONES, 1, ONES },
	{ ISA_SH1ADD, MIN, MAX, MAX },
	{ ISA_SH2ADD, 0x12345678, 1, 0x48D159E1 },
	{ ISA_SH2ADD, 0x60000001, MIN, 4 },
	{ ISA_SH2ADD, ONES, 5, 1 },
	{ ISA_SH3ADD, 0x12345678, 1, 0x91A2B3C1 },
	{ ISA_SH3ADD, 0x30000001, MIN, 8 },
	{ ISA_SH3ADD, ONES, 9, 1 },
	{ ISA_ANDN,   0xFF00FF00, 0x0FF00FF0, 0xF000F000 },
	{ ISA_ORN,    0xFF00FF00, 0x0FF00FF0, 0xFF0FFF0F },
	{ ISA_XNOR,   0xFF00FF00, 0x0FF00FF0, 0x0F0F0F0F },
	{ ISA_CLZ,    0, 0, 32 },
	{ ISA_CLZ,    1, 0, 31 },
	{ ISA_CLZ,    0x00018000, 0, 15 },
	{ ISA_CLZ,    MIN, 0, 0 },
	{ ISA_CTZ,    0, 0, 32 },
	{ ISA_CTZ,    1, 0, 0 },
	{ ISA_CTZ,    0x00018000, 0, 15 },
	{ ISA_CTZ,    MIN, 0, 31 },
	{ ISA_CPOP,   0, 0, 0 },
	{ ISA_CPOP,   ONES, 0, 32 },
	{ ISA_CPOP,   0x80018001, 0, 4 },
	{ ISA_MAX,    MIN, MAX, MAX },
	{ ISA_MAX,    1, ONES, 1 },
	{ ISA_MAXU,   MIN, MAX, MIN },
	{ ISA_MAXU,   1, ONES, ONES },
	{ ISA_MIN,    MIN, MAX, MIN },
	{ ISA_MIN,    1, ONES, ONES },
	{ ISA_MINU,   MIN, MAX, MAX },
	{ ISA_MINU,   1, ONES, 1 },
	{ ISA_SEXT_B, 0x12345680, 0, 0xFFFFFF80 },
	{ ISA_SEXT_B, 0x87654F7F, 0, 0x7F },
	{ ISA_SEXT_H, 0x12348000, 0, 0xFFFF8000 },
	{ ISA_SEXT_H, 0x87657FFF, 0, 0x7FFF },
	{ ISA_ZEXT_H, 0x1234FFFF, 0, 0xFFFF },
	{ ISA_ROL,    0x12345678, 0, 0x12345678 },
	{ ISA_ROL,    0x12345678, 0xFFFFFFE4, 0x23456781 },
	{ ISA_ROL,    MIN, 31, 0x40000000 },
	{ ISA_ROR,    0x12345678, 32, 0x12345678 },
	{ ISA_ROR,    0x12345678, 4, 0x81234567 },
	{ ISA_ROR,    1, 31, 2 },
	{ ISA_RORI,   0x12345678, 0, 0x12345678 },
	{ ISA_RORI,   0x12345678, 12, 0x67812345 },
	{ ISA_RORI,   1, 31, 2 },
	{ ISA_ORC_B,  0, 0, 0 },
	{ ISA_ORC_B,  0x01008000, 0, 0xFF00FF00 },
	{ ISA_ORC_B,  0x00200002, 0, 0x00FF00FF },
	{ ISA_REV8,   0x12345678, 0, 0x78563412 },
	{ ISA_CZERO_EQZ, 0x12345678, 0, 0 },
	{ ISA_CZERO_EQZ, 0x12345678, MIN, 0x12345678 },
	{ ISA_CZERO_EQZ, 0x12345678, 1, 0x12345678 },
	{ ISA_CZERO_NEZ, 0x12345678, 0, 0x12345678 },
	{ ISA_CZERO_NEZ, 0x12345678, MIN, 0 },
	{ ISA_CZERO_NEZ, 0x12345678, 1, 0 },
};

enum { ROWS = sizeof rows / sizeof rows[0], FIRST = 7, SECOND = 8 };

static bool takes_imm(enum isa_op op)
{
	return isa_insn(op)->format != ISA_FMT_R;
}

/* x5 is the scratch of tmc; lanes outside the mask hold a mark. */
static void load_operands(struct golden *g, uint32_t threads,
			  const struct row *row)
{
	for (uint32_t lane = 0; lane < threads; lane++) {
		golden_set_reg(golden_core(g, 0), 0, lane, FIRST, row->a);
		golden_set_reg(golden_core(g, 0), 0, lane, SECOND, row->b);
		golden_set_reg(golden_core(g, 0), 0, lane, 9, 0xBAD0 + lane);
	}
}

/* Sets the mask to MASK with split: x6 holds the predicate. */
static void emit_mask(struct rig *r, uint32_t threads, uint32_t mask)
{
	rig_tmc(r, threads);
	for (uint32_t lane = 0; lane < threads; lane++)
		golden_set_reg(r->core, 0, lane, 6, mask >> lane & 1);
	rig_op(r, ISA_SPLIT, 0, 6, 0, 0);
}

static uint32_t wanted(const struct row *row, uint32_t rd, uint32_t lane,
		       bool active)
{
	if (active)
		return rd == 0 ? 0 : row->value;
	return rd == FIRST ? row->a
	       : rd == SECOND ? row->b
	       : rd == 0 ? 0
			      : 0xBAD0 + lane;
}

static bool try_row(struct rig *r, uint32_t threads, uint32_t mask,
		    const struct row *row, uint32_t rd)
{
	bool good = true;

	rig_again(r);
	load_operands(r->g, threads, row);
	emit_mask(r, threads, mask);
	if (takes_imm(row->op))
		rig_op(r, row->op, rd, FIRST, 0, row->b);
	else
		rig_op(r, row->op, rd, FIRST, SECOND, 0);
	golden_run(r->g, 4, 0, NULL);
	good &= golden_tmask(r->core, 0) == mask &&
		golden_pc(r->core, 0) == RIG_BASE + 16;
	for (uint32_t lane = 0; lane < threads; lane++)
		good &= golden_reg(r->core, 0, lane, rd) ==
			wanted(row, rd, lane, mask >> lane & 1);
	return good;
}

static void try_mask(struct rig *r, uint32_t threads, uint32_t mask)
{
	static const uint32_t rds[] = { 9, FIRST, SECOND, 0 };

	for (size_t i = 0; i < ROWS; i++) {
		bool good = true;
		for (size_t k = 0; k < 4; k++)
			if (!takes_imm(rows[i].op) || rds[k] != SECOND)
				good &= try_row(r, threads, mask, &rows[i],
						rds[k]);
		ok(good, "T=%u mask %x: %s %x, %x = %x", threads, mask,
		   isa_insn(rows[i].op)->name, rows[i].a, rows[i].b,
		   rows[i].value);
	}
}

static void try_threads(uint32_t threads)
{
	uint32_t all = UINT32_MAX >> (32 - threads);
	struct rig r;

	rig_open(&r, 1, threads);
	try_mask(&r, threads, all);
	if (threads > 1) {
		try_mask(&r, threads, 1);
		try_mask(&r, threads, all & 0xAAAAAAAA);
	}
	rig_close(&r);
}

static void try_upper(uint32_t threads)
{
	struct rig r;

	rig_open(&r, 1, threads);
	rig_op(&r, ISA_LUI, 7, 0, 0, 0xFFFFF000);
	rig_op(&r, ISA_AUIPC, 8, 0, 0, 0xFFFFF000);
	rig_op(&r, ISA_AUIPC, 9, 0, 0, 0);
	rig_op(&r, ISA_AUIPC, 0, 0, 0, 0);
	golden_run(r.g, 4, 0, NULL);
	is_u32(golden_reg(r.core, 0, 0, 7), 0xFFFFF000, "lui");
	is_u32(golden_reg(r.core, 0, 0, 8), RIG_BASE + 4 - 0x1000,
	       "auipc goes back a page");
	is_u32(golden_reg(r.core, 0, 0, 9), RIG_BASE + 8,
	       "auipc of zero is the pc");
	is_u32(golden_reg(r.core, 0, 0, 0), 0, "x0 stays zero");
	rig_close(&r);
}

/* Every register instruction has a row above, or in zfinx.c. */
static void all_covered(void)
{
	for (unsigned op = 0; op < ISA_OP_COUNT; op++) {
		bool found = false;

		if (!isa_computes((enum isa_op)op) ||
		    isa_insn((enum isa_op)op)->class == ISA_CLASS_FLOAT ||
		    isa_insn((enum isa_op)op)->ext == ISA_EXT_FREGS ||
		    !isa_reads((enum isa_op)op))
			continue;
		for (size_t i = 0; i < ROWS; i++)
			found |= rows[i].op == op;
		ok(found, "%s has a row", isa_insn((enum isa_op)op)->name);
	}
}

/* Without its parameter an instruction is illegal. */
static void without(void)
{
	struct machine cfg = rig_config(1, 4);
	struct rig r;

#define EXT(id, name, flag, ...) cfg.flag = false;
#include "isa/exts.def"
	rig_open_with(&r, &cfg);
	for (int op = 0; op < ISA_OP_COUNT; op++) {
		struct golden_effect fx;

		if (machine_has_insn(&cfg, (enum isa_op)op))
			continue;
		rig_again(&r);
		rig_op(&r, (enum isa_op)op, 1, 2, 3, 0);
		fx = rig_step(&r, 1);
		ok(fx.kind == GOLDEN_TRAP && fx.cause == 2 &&
			   fx.tval == fx.insn, "without %s %s is illegal",
		   isa_ext_name(isa_insn((enum isa_op)op)->ext),
		   isa_insn((enum isa_op)op)->name);
	}
	rig_close(&r);
}

int main(void)
{
	all_covered();
	for (uint32_t threads = 1; threads <= 32; threads *= 2) {
		try_threads(threads);
		try_upper(threads);
	}
	without();
	return tap_done();
}
