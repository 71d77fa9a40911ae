/* asm.h - the SIMT instructions and CSRs for a stock GNU assembler
 * SPDX-License-Identifier: Apache-2.0
 *
 * A stock toolchain does not know our instructions. The text written here
 * teaches it: one assembler macro per SIMT row and one #define per CSR row, in
 * one header for .S files and for C, whose inline assembly can then use the
 * mnemonics.
 */
#ifndef WW_ISA_ASM_H
#define WW_ISA_ASM_H

#include <stdio.h>

/* Writes the header warpwright_isa.h to OUT. Returns 0, or -1 when a write
 * failed. The text depends on nothing but the tables. */
int isa_asm_write(FILE *out);

#endif
