/* vt_asm.h - the instructions and CSRs of Ventus for a stock GNU assembler
 * SPDX-License-Identifier: Apache-2.0
 *
 * GNU as knows RV32IMA, Zicsr, Zfinx and V. The header written here defines an
 * assembler macro for each instruction that it does not know, and a #define per
 * CSR, for .S files.
 */
#ifndef WW_VT_ASM_H
#define WW_VT_ASM_H

#include <stdbool.h>
#include <stdio.h>

#include "isa/ventus/vt_isa.h"

/* Is OP none of RISC-V? */
bool vt_has_macro(enum vt_op op);
/* Writes the header ventus_isa.h to OUT. Returns 0, or -1 if a write failed.
 * The text depends only on the tables. */
int vt_asm_write(FILE *out);

#endif
