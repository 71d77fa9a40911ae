/* asm.h - the SIMT instructions and CSRs for a stock GNU assembler
 * SPDX-License-Identifier: Apache-2.0
 *
 * A stock toolchain does not know our instructions. The header written here
 * defines an assembler macro per instruction and a #define per CSR. It is for
 * .S files and for C, whose inline assembly can then use the mnemonics.
 */
#ifndef WW_ISA_ASM_H
#define WW_ISA_ASM_H

#include <stdio.h>

/* Writes the header warpwright_isa.h to OUT. Returns 0, or -1 if a write
 * failed. The text depends only on the tables. */
int isa_asm_write(FILE *out);

#endif
