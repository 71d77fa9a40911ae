/* files.h - the register files
 * SPDX-License-Identifier: Apache-2.0
 *
 * ISA_REGFILES(FILE, arg) expands to FILE(arg, ...) for each file. Columns:
 * enumerator; prefix of the registers' names; the letters of insns.def for rd,
 * rs1, rs2, rs3, and for an rd that is also the third operand; number of
 * registers; whose they are, each THREAD's or the WARP's; register 0: ZERO
 * reads as zero, FULL is a register like others; the extension that a machine
 * has the file with; the file in which the operands are without it.
 *
 * Registers of all files have one number, in the order of the rows: x0 to x31,
 * f0 to f31. A list, not a table for #include, since insns.def asks for the
 * file of a letter within a row.
 */
#ifndef WW_ISA_FILES_H
#define WW_ISA_FILES_H

#define ISA_REGFILES(FILE, arg) \
	FILE(arg, X, "x", 'd', 's', 't', 'r', 'e', 32, THREAD, ZERO, I, X) \
	FILE(arg, F, "f", 'D', 'S', 'T', 'R', 'E', 32, THREAD, FULL, FREGS, X)

#endif
