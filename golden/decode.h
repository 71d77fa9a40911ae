/* decode.h - the golden model's own decoder
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written from the manual as a switch, not from the tables in isa/: a test
 * compares the two over all opcodes and function fields, which is worth what
 * their independence is worth.
 */
#ifndef WW_GOLDEN_DECODE_H
#define WW_GOLDEN_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"

struct golden_insn {
	uint8_t op;             /* enum isa_op, or a handler of core.h */
	uint8_t rd, rs1, rs2;   /* zero where the format has none */
	uint32_t imm; /* sign-extended; shamt; CSR address; rounding mode << 6 |
		       * rs3; the word if invalid */
};

/* Decodes WORD. Operands of an invalid word are zero. */
struct golden_insn golden_decode(uint32_t word);

#endif
