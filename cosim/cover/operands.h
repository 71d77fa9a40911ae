/* operands.h - which operands of an instruction coverage counts
 * SPDX-License-Identifier: Apache-2.0
 *
 * The rules of coverage.def and what counts must agree: both ask here.
 */
#ifndef WW_COSIM_OPERANDS_H
#define WW_COSIM_OPERANDS_H

#include "isa/isa.h"

/* A value that is computed or compared with; of other instructions it is an
 * address or a number. */
static inline bool operands_first(enum isa_op op)
{
	bool branches = isa_insn(op)->class == ISA_CLASS_BRANCH;

	return op == ISA_SPLIT ||
	       (isa_reads(op) & 1 && (isa_computes(op) || branches));
}

/* Two of them. */
static inline bool operands_both(enum isa_op op)
{
	return operands_first(op) && isa_reads(op) & 2;
}

/* The second one is a value: also what is stored or given to a warp. */
static inline bool operands_second(enum isa_op op)
{
	return operands_both(op) || op == ISA_WSPAWN ||
	       isa_insn(op)->class == ISA_CLASS_STORE;
}

#endif
