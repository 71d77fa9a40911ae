/* alu.c - register instructions give the manual's values in every lane and mask
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each row of operands.def is executed for every number of threads and every
 * kind of mask, in place (rd = rs1) and not; lanes that are not active, and
 * x0, must keep their values.
 */
#include "machine/has.h"
#include "tests/golden/rig.h"

struct row {
	const char *name;
	uint32_t a, b, value; /* b: x[rs2] or the immediate */
};

#define REG(program, insn, a, b, value) \
	{ #insn, (uint32_t)(a), (uint32_t)(b), (uint32_t)(value) },
#define IMM REG
#define ONE(program, insn, a, value) REG(program, insn, a, 0, value)
static const struct row rows[] = {
#include "tests/golden/operands.def"
};

enum { ROWS = sizeof rows / sizeof rows[0], FIRST = 7, SECOND = 8 };

static bool takes_imm(const struct row *row)
{
	return isa_insn(isa_find(row->name))->format != ISA_FMT_R;
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
	enum isa_op op = isa_find(row->name);
	bool good = true;

	rig_again(r);
	load_operands(r->g, threads, row);
	emit_mask(r, threads, mask);
	if (takes_imm(row))
		rig_op(r, op, rd, FIRST, 0, row->b);
	else
		rig_op(r, op, rd, FIRST, SECOND, 0);
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
			if (!takes_imm(&rows[i]) || rds[k] != SECOND)
				good &= try_row(r, threads, mask, &rows[i],
						rds[k]);
		ok(good, "T=%u mask %x: %s %x, %x = %x", threads, mask,
		   rows[i].name, rows[i].a, rows[i].b, rows[i].value);
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

/* Every register instruction has a row, or one in zfinx.c. */
static void all_covered(void)
{
	for (size_t i = 0; i < ROWS; i++)
		ok(isa_find(rows[i].name) != ISA_INVALID, "%s is known",
		   rows[i].name);
	for (unsigned op = 0; op < ISA_OP_COUNT; op++) {
		bool found = false;

		if (!isa_computes((enum isa_op)op) ||
		    isa_insn((enum isa_op)op)->class == ISA_CLASS_FLOAT ||
		    isa_insn((enum isa_op)op)->ext == ISA_EXT_FREGS ||
		    !isa_reads((enum isa_op)op))
			continue;
		for (size_t i = 0; i < ROWS; i++)
			found |= strcmp(rows[i].name,
					isa_insn((enum isa_op)op)->name) == 0;
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
