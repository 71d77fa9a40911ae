/* reference.h - instructions of the floating-point unit, and what they give
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_FPU_REFERENCE_H
#define WW_TESTS_FPU_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

/* As the ports of the unit: x_fop, x_funct3, x_unsigned, x_rm. */
struct fpu_insn {
	uint32_t op;    /* of the reference */
	uint32_t fop, funct3, is_unsigned, rm;
	bool divides;
};

struct fpu_case {
	uint32_t a, b, c;
};

/* A division or root if DIVIDES, else any other. */
struct fpu_insn fpu_draw_insn(uint64_t *dice, bool divides);

/* Operands, many of them at borders. */
struct fpu_case fpu_draw_case(uint64_t *dice);

/* The result of INSN; its flags are added to FLAGS. */
uint32_t fpu_reference(const struct fpu_insn *insn, struct fpu_case x,
		       uint32_t *flags);

#endif
