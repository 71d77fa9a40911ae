/* reference.c - instructions of the floating-point unit by the golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/fpu/reference.h"

#include "tests/golden/float_ops.h"

/* What is fused is a * b + c with signs inverted: SIGN_P of the product,
 * SIGN_C of what is added. A move is what no row of float_ops.h gives. */
static const struct row {
	enum float_op op;
	uint32_t fop, funct3, is_unsigned;
	uint32_t sign_p, sign_c;
	uint32_t weight;
} rows[] = {
	{ OP_div,      0x03, 0, 0, 0, 0, 3 },
	{ OP_sqrt,     0x0B, 0, 0, 0, 0, 1 },
	{ OP_add,      0x00, 0, 0, 0, 0, 5 },
	{ OP_sub,      0x01, 0, 0, 0, 0, 5 },
	{ OP_mul,      0x02, 0, 0, 0, 0, 5 },
	{ OP_fma,      0x0C, 0, 0, 0, 0, 7 },
	{ OP_fma,      0x0D, 0, 0, 0, FLOAT_SIGN, 7 },
	{ OP_fma,      0x0E, 0, 0, FLOAT_SIGN, 0, 7 },
	{ OP_fma,      0x0F, 0, 0, FLOAT_SIGN, FLOAT_SIGN, 7 },
	{ OP_to_i32,   0x18, 0, 0, 0, 0, 3 },
	{ OP_to_u32,   0x18, 0, 1, 0, 0, 3 },
	{ OP_from_i32, 0x1A, 0, 0, 0, 0, 3 },
	{ OP_from_u32, 0x1A, 0, 1, 0, 0, 3 },
	{ OP_sgnj,     0x04, 0, 0, 0, 0, 1 },
	{ OP_sgnjn,    0x04, 1, 0, 0, 0, 1 },
	{ OP_sgnjx,    0x04, 2, 0, 0, 0, 1 },
	{ OP_min,      0x05, 0, 0, 0, 0, 2 },
	{ OP_max,      0x05, 1, 0, 0, 0, 2 },
	{ OP_le,       0x14, 0, 0, 0, 0, 2 },
	{ OP_lt,       0x14, 1, 0, 0, 0, 2 },
	{ OP_eq,       0x14, 2, 0, 0, 0, 2 },
	{ OPS,         0x1C, 0, 0, 0, 0, 1 },
	{ OP_class,    0x1C, 1, 0, 0, 0, 1 },
	{ OPS,         0x1E, 0, 0, 0, 0, 1 },
};

enum { ROWS = sizeof rows / sizeof rows[0], DIVISIONS = 2 };

static uint32_t roll(uint64_t *dice)
{
	*dice ^= *dice << 13;
	*dice ^= *dice >> 7;
	*dice ^= *dice << 17;
	return (uint32_t)(*dice * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

struct fpu_insn fpu_draw_insn(uint64_t *dice, bool divides)
{
	uint32_t first = divides ? 0 : DIVISIONS, sum = 0, i = first;
	uint32_t end = divides ? DIVISIONS : ROWS, left;

	for (uint32_t r = first; r < end; r++)
		sum += rows[r].weight;
	for (left = roll(dice) % sum; left >= rows[i].weight; i++)
		left -= rows[i].weight;
	return (struct fpu_insn){ i, rows[i].fop, rows[i].funct3,
				  rows[i].is_unsigned, roll(dice) % MODES,
				  divides };
}

struct fpu_case fpu_draw_case(uint64_t *dice)
{
	struct float_case x = draw_case(dice);

	return (struct fpu_case){ x.a, x.b, x.c };
}

uint32_t fpu_reference(const struct fpu_insn *insn, struct fpu_case x,
		       uint32_t *flags)
{
	const struct row *row = &rows[insn->op];
	struct float_case y = { x.a ^ row->sign_p, x.b, x.c ^ row->sign_c };
	struct float_result r;

	if (row->op == OPS)
		return x.a;
	r = float_run(row->op, false, y, insn->rm);
	*flags |= r.flags;
	return r.value;
}
