/* encode.c - instruction words from operands
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/isa.h"

static uint32_t bits(uint32_t value, unsigned hi, unsigned lo, unsigned to)
{
	return value << (31 - hi) >> (31 - hi + lo) << to;
}

/* The immediate bits of a word, placed as FORMAT requires. */
static uint32_t immediate(enum isa_format format, uint32_t imm)
{
	switch (format) {
	case ISA_FMT_I:
	case ISA_FMT_LOAD:
	case ISA_FMT_JALR:
	case ISA_FMT_CSR:
	case ISA_FMT_CSRI:
		return bits(imm, 11, 0, 20);
	case ISA_FMT_SHAMT:
		return bits(imm, 4, 0, 20);
	case ISA_FMT_STORE:
		return bits(imm, 11, 5, 25) | bits(imm, 4, 0, 7);
	case ISA_FMT_BRANCH:
		return bits(imm, 12, 12, 31) | bits(imm, 10, 5, 25) |
		       bits(imm, 4, 1, 8) | bits(imm, 11, 11, 7);
	case ISA_FMT_U:
		return bits(imm, 19, 0, 12);
	case ISA_FMT_J:
		return bits(imm, 20, 20, 31) | bits(imm, 10, 1, 21) |
		       bits(imm, 11, 11, 20) | bits(imm, 19, 12, 12);
	case ISA_FMT_FENCE:
		return bits(imm, 7, 0, 20);
	case ISA_FMT_ATOMIC:
		return bits(imm, 1, 0, 25);
	case ISA_FMT_R:
	case ISA_FMT_NONE:
		break;
	}
	return 0;
}

/* All ones if the field from bit FROM on is FIELD, as a small letter or a
 * capital; else 0. */
static uint32_t has(const struct isa_insn *insn, char field, unsigned from)
{
	return (insn->row[31 - from] | ('a' - 'A')) == field ? UINT32_MAX : 0;
}

uint32_t isa_encode(enum isa_op op, uint32_t rd, uint32_t rs1, uint32_t rs2,
		    uint32_t imm)
{
	const struct isa_insn *insn = isa_insn(op);
	uint32_t source = has(insn, 's', 15) | has(insn, 'z', 15);

	return insn->match | immediate(insn->format, imm) |
	       (bits(imm, 4, 0, 27) & has(insn, 'r', 27)) |
	       (bits(imm, 7, 5, 12) & has(insn, 'o', 12)) |
	       (bits(rd, 4, 0, 7) & (has(insn, 'd', 7) | has(insn, 'e', 7))) |
	       (bits(rs1, 4, 0, 15) & source) |
	       (bits(rs2, 4, 0, 20) & has(insn, 't', 20));
}
