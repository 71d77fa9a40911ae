/* control_rows.c - the control word of each instruction, and the numbers of the
 * names in it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/control_rows.h"

#include <stddef.h>
#include <string.h>

#include "gen/ventus/ventus.h"

static const struct control_value units[] = {
	{ "U_ALU", 0 }, { "U_CONTROL", 1 }, { "U_MEMORY", 2 },
	{ "U_MULTIPLY", 3 }, { "U_DIVIDE", 4 }, { "U_FLOAT", 5 },
	{ "U_ROOT", 6 }, /* and floating-point division */
	{ NULL, 0 }
};
static const struct control_value first_operands[] = {
	{ "A_RS1", 0 }, { "A_PC", 1 },
	{ "A_IMM", 2 }, { "A_UIMM", 3 },        /* of Ventus */
	{ NULL, 0 }
};
static const struct control_value second_operands[] = {
	{ "B_IMM", 0 }, { "B_RS2", 1 }, { "B_CSR", 2 },
	{ "B_THREAD0", 3 }, { NULL, 0 }
};
static const struct control_value immediates[] = {
	{ "I_NONE", 0 }, { "I_I", 1 }, { "I_S", 2 },
	{ "I_U", 3 }, { "I_LINK", 4 }, { "I_JUMP", 5 },
	{ "I_ZERO", 6 }, { "I_BRANCH", 7 },
	/* of Ventus: immediates of vectors, and the number of the CSR that is
	 * a lane's number */
	{ "I_VI", 8 }, { "I_VU", 9 }, { "I_LANE", 10 }, { "I_LOAD11", 11 },
	{ "I_STORE11", 12 }, { NULL, 0 }
};
static const struct control_value alu_ops[] = {
#define ALU(name, code) { "ALU_" #name, code },
#define CONTROL(...)
#include "gen/control.def"
#undef CONTROL
#undef ALU
	{ NULL, 0 }
};
static const struct control_value ops[] = {
	/* units that ignore op get NONE; CSR is of warp control */
	{ "OP_NONE", 0 }, { "OP_CSR", 0 }, { "OP_BRANCH", 1 }, { "OP_JAL", 2 },
	{ "OP_JALR", 3 }, { "OP_TMC", 4 }, { "OP_WSPAWN", 5 },
	{ "OP_SPLIT", 6 }, { "OP_JOIN", 7 }, { "OP_BAR", 8 },
	{ "OP_CLONE", 9 }, { "OP_EBREAK", 10 }, { "OP_FENCE", 11 },
	{ "OP_FENCE_I", 12 }, { "OP_ECALL", 13 },
	{ "OP_FETCH_FAULT", 14 }, { "OP_ILLEGAL", 15 },
	/* of the barrier of a block */
	{ "OP_SYNC", 16 }, { "OP_ARRIVE", 17 }, { "OP_WAIT", 18 }, { NULL, 0 }
};
static const struct control_value causes[] = {
	{ "CAUSE_MISALIGNED", ISA_CAUSE_FETCH_MISALIGNED },
	{ "CAUSE_FETCH", ISA_CAUSE_FETCH_ACCESS },
	{ "CAUSE_ILLEGAL", ISA_CAUSE_ILLEGAL },
	{ "CAUSE_ECALL", ISA_CAUSE_ECALL },
	{ "CAUSE_HARDWARE", ISA_CAUSE_HARDWARE_ERROR },
	{ "CAUSE_WSPAWN", ISA_CAUSE_WSPAWN_NO_WARP },
	{ "CAUSE_TMC", ISA_CAUSE_TMC_THREADS },
	{ "CAUSE_CLONE", ISA_CAUSE_CLONE_THREAD },
	{ "CAUSE_JOIN", ISA_CAUSE_JOIN_EMPTY },
	{ "CAUSE_SPLIT", ISA_CAUSE_SPLIT_FULL },
	{ "CAUSE_BARRIER", ISA_CAUSE_BAR_ID },
	{ "CAUSE_BARRIER_COUNT", ISA_CAUSE_BAR_WARPS },
	{ "CAUSE_TWICE", ISA_CAUSE_BAR_TWICE },
	{ "CAUSE_EXIT", ISA_CAUSE_EXIT },
	{ NULL, 0 }
};

const struct control_value *const control_tables[CONTROL_TABLES] = {
	units, first_operands, second_operands, immediates, alu_ops, ops, causes
};

static const struct control_row control_rows[ISA_OP_COUNT] = {
#define ALU(name, code)
#define CONTROL(id, unit, a, b, imm, alu, act) \
	{ ISA_##id, "U_" #unit, "A_" #a, "B_" #b, "I_" #imm, "ALU_" #alu, \
	  "OP_" #act },
#include "gen/control.def"
#undef CONTROL
#undef ALU
};

enum {
	ROW_COUNT = 0
#define ALU(name, code)
#define CONTROL(...) + 1
#include "gen/control.def"
#undef CONTROL
#undef ALU
};

_Static_assert((int)ROW_COUNT == (int)ISA_OP_COUNT,
	       "gen/control.def has one row per row of isa/insns.def");

bool control_has_ext(const struct config *m, enum isa_ext ext)
{
	switch (ext) {
#include "isa/has.def"
	}
	return false;
}

const struct control_row *control_next(const struct config *cfg,
				       const struct control_row *after)
{
	const struct control_row *row = after ? after + 1 : control_rows,
				 *end = control_rows + ISA_OP_COUNT;

	if (cfg->dialect == CONFIG_dialect_ventus)
		return ventus_next(cfg, after);
	while (row < end && !control_has_ext(cfg, isa_insn(row->op)->ext))
		row++;
	return row < end ? row : NULL;
}

static unsigned number_of(const struct control_value *table, const char *name)
{
	while (strcmp(table->name, name) != 0)
		table++;
	return table->number;
}

/* Bits that hold every number of TABLE. */
static unsigned bits_of(const struct control_value *table)
{
	unsigned most = 0, bits = 1;

	for (; table->name; table++)
		most = table->number > most ? table->number : most;
	while (most >> bits)
		bits++;
	return bits;
}

/* Bits that hold the numbers in TABLE of all names that COLUMN of the rows has
 * in CFG; at least BITS, which RV32I needs. */
static uint32_t bits_in(const struct config *cfg,
			const struct control_value *table, size_t column,
			uint32_t bits)
{
	const struct control_row *row = NULL;

	while ((row = control_next(cfg, row))) {
		const char *at = (const char *)row + column;
		const char *name = *(const char *const *)(const void *)at;

		while (number_of(table, name) >> bits)
			bits++;
	}
	return bits;
}

uint32_t control_op_bits(const struct config *cfg)
{
	return bits_in(cfg, ops, offsetof(struct control_row, act), 4);
}

uint32_t control_alu_bits(const struct config *cfg)
{
	return bits_in(cfg, alu_ops, offsetof(struct control_row, alu), 4);
}

uint32_t control_a_bits(const struct config *cfg)
{
	return bits_in(cfg, first_operands, offsetof(struct control_row, a), 1);
}

uint32_t control_imm_bits(const struct config *cfg)
{
	return bits_in(cfg, immediates, offsetof(struct control_row, imm), 3);
}

/* Does an instruction of RV32I use the operation that is called ALU? */
static bool is_basic(const char *alu)
{
	for (size_t i = 0; i < ISA_OP_COUNT; i++)
		if (isa_insn(control_rows[i].op)->ext == ISA_EXT_I &&
		    strcmp(control_rows[i].alu, alu) == 0)
			return true;
	return false;
}

/* Does the ALU compute the result of ROW by itself? */
static bool in_alu(const struct control_row *row)
{
	return row->op == ISA_INVALID ? strcmp(row->unit, "U_ALU") == 0 :
	       isa_insn(row->op)->class == ISA_CLASS_ALU;
}

bool control_alu_more(const struct config *cfg)
{
	const struct control_row *row = NULL;

	while ((row = control_next(cfg, row)))
		if (in_alu(row) && !is_basic(row->alu))
			return true;
	return false;
}

uint32_t control_table_bits(const struct config *cfg,
			    const struct control_value *table)
{
	return table == alu_ops ? control_alu_bits(cfg) :
	       table == ops ? control_op_bits(cfg) :
	       table == first_operands ? control_a_bits(cfg) :
	       table == immediates ? control_imm_bits(cfg) : bits_of(table);
}
