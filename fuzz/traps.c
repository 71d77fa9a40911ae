/* traps.c - traps of any cause in random programs
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/generate.h"

/* An illegal word: the start of an instruction of 80 bits or more, or one bit
 * from a legal instruction. */
static uint32_t no_instruction(struct gen *g)
{
	uint32_t any = draw(g), bit = below(g, 32);

	return any % 4 ? fuzz_no_instruction(g, bit) : any | 0x7f;
}

/* A store to constant memory, in all threads or in the first one or two; then
 * the others store where all threads do. */
static void constant_trap(struct gen *g)
{
	static const uint8_t stores[] = { ISA_SW, ISA_SW, ISA_SH, ISA_SB };
	const struct machine *m = g->machine;
	uint32_t words = m->const_size / 4, how = below(g, 4),
		 at = how == 3 ? below(g, 2) * (words - 1) : below(g, words),
		 to = m->const_base + 4 * at, data = source(g),
		 raced = g->p->data + 4 * FUZZ_TABLE, rd = destination(g);
	bool mixed = g->class == FUZZ_ANY && how == 0;

	g->p->constant = true;
	fuzz_wide(g, ADDR, mixed ? raced : to);
	if (mixed)
		fuzz_mix_addresses(g, to, raced);
	if (m->has_a && one_in(g, 3))
		emit(g, one_in(g, 3) ? ISA_SC_W : pick_of(g, LIST_ATOMIC), rd,
		     mixed ? TEMP : ADDR, data, (int32_t)below(g, 4));
	else
		emit(g, PICK(g, stores), 0, mixed ? TEMP : ADDR, data, 0);
}

void fuzz_trap(struct gen *g)
{
	uint32_t rd = work_reg(g);

	if (g->machine->const_size && one_in(g, 4)) {
		constant_trap(g);
		return;
	}
	if (g->machine->has_a && one_in(g, 5)) {
		fuzz_atomic_trap(g);
		return;
	}
	if (one_in(g, 10)) {
		/* The target is not a multiple of 4. */
		emit(g, ISA_INVALID, 0, 0, 0,
		     (int32_t)(one_in(g, 2) ?
				       isa_encode(ISA_JAL, rd, 0, 0, 10) :
				       isa_encode(ISA_BEQ, 0, 0, 0, 10)));
		return;
	}
	switch (below(g, fuzz_floats(g) ? 12 : 9)) {
	case 0:
		emit(g, ISA_INVALID, 0, 0, 0, (int32_t)no_instruction(g));
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
	case 9:
	case 10:
	case 11:
		fuzz_float_trap(g);
		return;
	default:
		fuzz_operand_trap(g);
		return;
	}
}
