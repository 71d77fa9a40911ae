/* sources.c - the registers that an instruction reads, in which lanes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/sources.h"

#include "cosim/state.h"

static void add(struct sources *s, uint32_t reg, uint32_t lanes)
{
	s->reg[s->count] = reg;
	s->lanes[s->count++] = lanes;
}

/* Do the lanes of OP read their own registers, or is the leader's enough? */
static bool reads_leader(enum isa_op op, enum isa_format format)
{
	return format == ISA_FMT_BRANCH || format == ISA_FMT_JALR ||
	       op == ISA_WSPAWN || op == ISA_TMC || op == ISA_CLONE ||
	       op == ISA_BAR;
}

/* Also an instruction of the tables that this machine does not have. */
static bool is_illegal(const struct golden_effect *fx)
{
	return fx->kind == GOLDEN_TRAP && fx->cause == ISA_CAUSE_ILLEGAL;
}

void slot_sources(const struct golden_effect *fx, struct sources *s)
{
	uint32_t rs1 = fx->insn >> 15 & 31, rs2 = fx->insn >> 20 & 31;
	uint32_t leader = UINT32_C(1) << lowest(fx->tmask);
	uint32_t lanes = fx->tmask;
	enum isa_format format;

	s->count = 0;
	if (fx->op == ISA_INVALID || is_illegal(fx))
		return;
	format = isa_insn(fx->op)->format;
	if (reads_leader(fx->op, format))
		lanes = leader;
	switch (format) {
	case ISA_FMT_R:
	case ISA_FMT_STORE:
	case ISA_FMT_BRANCH:
	case ISA_FMT_RS1_RS2:
		add(s, rs2, lanes);
		add(s, rs1, lanes);
		break;
	case ISA_FMT_I:
	case ISA_FMT_SHAMT:
	case ISA_FMT_LOAD:
	case ISA_FMT_JALR:
	case ISA_FMT_RS1:
		add(s, rs1, lanes);
		break;
	case ISA_FMT_CSR:
		if (fx->kind == GOLDEN_CSR_WRITE)
			add(s, rs1, leader);
		break;
	case ISA_FMT_U:
	case ISA_FMT_J:
	case ISA_FMT_CSRI:
	case ISA_FMT_FENCE:
	case ISA_FMT_NONE:
		break;
	}
	if (fx->op == ISA_EBREAK || (fx->op == ISA_TMC && !fx->next_tmask))
		add(s, 10, leader);
}
