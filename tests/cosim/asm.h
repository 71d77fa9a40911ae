/* asm.h - encode instructions for unit tests, from the rows of isa/
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_COSIM_ASM_H
#define WW_TESTS_COSIM_ASM_H

#include <stdint.h>

#include "isa/isa.h"

static inline uint32_t asm_r(enum isa_op op, uint32_t rd, uint32_t rs1,
			     uint32_t rs2)
{
	return isa_insn(op)->match | rd << 7 | rs1 << 15 | rs2 << 20;
}

/* Immediate, shift, load, jalr and CSR forms. */
static inline uint32_t asm_i(enum isa_op op, uint32_t rd, uint32_t rs1,
			     int32_t imm)
{
	return isa_insn(op)->match | rd << 7 | rs1 << 15 | (uint32_t)imm << 20;
}

static inline uint32_t asm_s(enum isa_op op, uint32_t rs2, int32_t imm,
			     uint32_t rs1)
{
	uint32_t v = (uint32_t)imm;

	return isa_insn(op)->match | (v & 31) << 7 | rs1 << 15 | rs2 << 20 |
	       (v >> 5 & 127) << 25;
}

static inline uint32_t asm_b(enum isa_op op, uint32_t rs1, uint32_t rs2,
			     int32_t offset)
{
	uint32_t v = (uint32_t)offset;

	return isa_insn(op)->match | (v >> 11 & 1) << 7 | (v >> 1 & 15) << 8 |
	       rs1 << 15 | rs2 << 20 | (v >> 5 & 63) << 25 |
	       (v >> 12 & 1) << 31;
}

static inline uint32_t asm_u(enum isa_op op, uint32_t rd, uint32_t upper)
{
	return isa_insn(op)->match | rd << 7 | (upper & 0xFFFFF000);
}

static inline uint32_t asm_csr(uint32_t rd, uint32_t csr)
{
	return asm_r(ISA_CSRRS, rd, 0, 0) | csr << 20;
}

static inline uint32_t asm_0(enum isa_op op)
{
	return isa_insn(op)->match;
}

#endif
