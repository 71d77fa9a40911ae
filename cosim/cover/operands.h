/* operands.h - the operands of an instruction that coverage counts
 * SPDX-License-Identifier: Apache-2.0
 *
 * The rules of coverage.def and the counting functions must agree, so both use
 * these predicates.
 */
#ifndef WW_COSIM_OPERANDS_H
#define WW_COSIM_OPERANDS_H

#include "isa/isa.h"

/* Is rs1 a value, which is computed with or compared? In other instructions it
 * is an address or a number. */
static inline bool operands_first(enum isa_op op)
{
	bool branches = isa_insn(op)->class == ISA_CLASS_BRANCH;

	return op == ISA_SPLIT ||
	       (isa_reads(op) & 1 && (isa_computes(op) || branches));
}

/* Are both rs1 and rs2 such values? */
static inline bool operands_both(enum isa_op op)
{
	return operands_first(op) && isa_reads(op) & 2;
}

/* Is rs2 a value? That includes the data of a store and the argument of
 * wspawn. */
static inline bool operands_second(enum isa_op op)
{
	return operands_both(op) || op == ISA_WSPAWN ||
	       isa_insn(op)->class == ISA_CLASS_STORE;
}

/* Is operand PLACE (0 to 2) of OP a binary32 number? */
static inline bool operands_float(enum isa_op op, uint32_t place)
{
	return isa_insn(op)->class == ISA_CLASS_FLOAT &&
	       op != ISA_FCVT_S_W && op != ISA_FCVT_S_WU &&
	       isa_reads(op) >> place & 1;
}

/* The flags that OP can raise, as in fflags. */
static inline uint32_t operands_flags(enum isa_op op)
{
	enum { NX = 1, UF = 2, OF = 4, DZ = 8, NV = 16 };

	switch (op) {
	case ISA_FDIV_S: return NX | UF | OF | DZ | NV;
	case ISA_FMADD_S: case ISA_FMSUB_S: case ISA_FNMSUB_S:
	case ISA_FNMADD_S: case ISA_FMUL_S: return NX | UF | OF | NV;
	/* A tiny sum is exact, so UF is never raised. */
	case ISA_FADD_S: case ISA_FSUB_S: return NX | OF | NV;
	case ISA_FSQRT_S: case ISA_FCVT_W_S: case ISA_FCVT_WU_S:
		return NX | NV;
	case ISA_FCVT_S_W: case ISA_FCVT_S_WU: return NX;
	case ISA_FMIN_S: case ISA_FMAX_S:
	case ISA_FEQ_S: case ISA_FLT_S: case ISA_FLE_S: return NV;
	default: return 0;
	}
}

#endif
