/* events.c - what warps do to each other, and traps, an instruction or a few
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/gen.h"

void gen_wake(struct gen *g, uint32_t group)
{
	/* Where nothing else writes, if nothing else sees it. */
	uint32_t rd = g->class == FUZZ_ORDERED ? EPC + below(g, 3) :
						 work_reg(g);

	if (!g->no_memory)
		g->wake[g->wakes++] = (struct wake){ here(g), group };
	address(g, TEMP, 0);
	emit(g, ISA_WSPAWN, rd, TEMP, source(g), 0);
}

void gen_arrive(struct gen *g, const struct barrier *b)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)b->id);
	emit(g, ISA_ADDI, ADDR, 0, 0, (int32_t)b->count);
	emit(g, ISA_BAR, 0, TEMP, ADDR, 0);
}

void gen_trap(struct gen *g)
{
	uint32_t rd = work_reg(g);

	switch (below(g, 9)) {
	case 0:
		/* 48 bits or more */
		emit(g, ISA_INVALID, 0, 0, 0, (int32_t)(draw(g) | 0x7f));
		return;
	case 1:
		emit(g, ISA_ECALL, 0, 0, 0, 0);
		return;
	case 2:
		emit(g, ISA_JOIN, 0, 0, 0, 0);
		return;
	case 3:
		emit(g, ISA_LW, rd, RACED, 0, (int32_t)(1 + below(g, 3)));
		return;
	case 4:
		emit(g, ISA_SH, 0, RACED, work_reg(g), 1);
		return;
	case 5:
		emit(g, ISA_ADDI, ADDR, RACED, 0, 2);
		emit(g, ISA_JALR, LINK, ADDR, 0, 0);
		return;
	default:
		gen_operand_trap(g);
		return;
	}
}
