/* decode.h - the golden model's own decoder
 * SPDX-License-Identifier: Apache-2.0
 *
 * The decoder is written as a switch after the manual, independently of the
 * tables in isa/. A test compares both decoders over all opcodes and function
 * fields.
 */
#ifndef WW_GOLDEN_DECODE_H
#define WW_GOLDEN_DECODE_H

#include <stdbool.h>
#include <stdint.h>

#include "isa/isa.h"

struct golden_insn {
	uint8_t op;             /* enum isa_op, or a handler's number of
				 * core.h */
	uint8_t rd, rs1, rs2;   /* 0 where the format has no such field */
	uint32_t imm; /* sign-extended; shamt; CSR address; rounding mode << 6 |
		       * rs3; the word if invalid */
};

/* Decodes WORD. The operands of an invalid word are zero. */
struct golden_insn golden_decode(uint32_t word);

#endif
