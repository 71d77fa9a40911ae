/* control_rows.h - the control word of each instruction, and the numbers of the
 * names in it
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to the files gen/control*.c. Nothing here depends on derived values
 * (gen/derive.h): some of these depend on the numbers.
 */
#ifndef WW_GEN_CONTROL_ROWS_H
#define WW_GEN_CONTROL_ROWS_H

#include "gen/params.h"
#include "isa/isa.h"

/* A name of gen/control.def and its number. */
struct control_value {
	const char *name;
	unsigned number;
};

/* A row of gen/control.def. */
struct control_row {
	enum isa_op op;
	const char *unit, *a, *b, *imm, *alu, *act;
};

enum { CONTROL_TABLES = 7 };

/* The names by kind: units, operand selections, immediates, operations, trap
 * causes. A row without a name ends a table. */
extern const struct control_value *const control_tables[CONTROL_TABLES];

/* Bits of an operation of warp control. */
uint32_t control_op_bits(const struct config *cfg);

/* Bits of an operation of the ALU in CFG. */
uint32_t control_alu_bits(const struct config *cfg);

/* Bits of the choice of the first operand in CFG. */
uint32_t control_a_bits(const struct config *cfg);

/* Bits of the choice of an immediate in CFG. */
uint32_t control_imm_bits(const struct config *cfg);

/* Does the ALU of CFG make operations that no instruction of RV32I needs? */
bool control_alu_more(const struct config *cfg);

/* Has the configuration this extension? */
bool control_has_ext(const struct config *cfg, enum isa_ext ext);

/* The first row that CFG has behind AFTER (NULL: the first of all), or NULL: of
 * gen/control.def, or of Ventus' instructions. */
const struct control_row *control_next(const struct config *cfg,
				       const struct control_row *after);

/* Bits that hold every number of TABLE, one of control_tables, in CFG. */
uint32_t control_table_bits(const struct config *cfg,
			    const struct control_value *table);

#endif
