/* float_ops.h - the operations of binary32 as a list, for their tests
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_GOLDEN_FLOAT_OPS_H
#define WW_TESTS_GOLDEN_FLOAT_OPS_H

#include <stdbool.h>

#include "golden/float.h"

/* name, arguments; of what is rounded, and so has a float_exact_* */
#define FLOAT_ROUNDED(row) \
	row(add, (x.a, x.b, rm, &r.flags)) \
	row(sub, (x.a, x.b, rm, &r.flags)) \
	row(mul, (x.a, x.b, rm, &r.flags)) \
	row(div, (x.a, x.b, rm, &r.flags)) \
	row(sqrt, (x.a, rm, &r.flags)) \
	row(fma, (x.a, x.b, x.c, rm, &r.flags)) \
	row(to_i32, (x.a, rm, &r.flags)) \
	row(to_u32, (x.a, rm, &r.flags)) \
	row(from_i32, (x.a, rm, &r.flags)) \
	row(from_u32, (x.a, rm, &r.flags))

/* and of what is not */
#define FLOAT_PLAIN(row) \
	row(min, (x.a, x.b, &r.flags)) \
	row(max, (x.a, x.b, &r.flags)) \
	row(eq, (x.a, x.b, &r.flags)) \
	row(lt, (x.a, x.b, &r.flags)) \
	row(le, (x.a, x.b, &r.flags)) \
	row(class, (x.a)) \
	row(sgnj, (x.a, x.b)) \
	row(sgnjn, (x.a, x.b)) \
	row(sgnjx, (x.a, x.b))

enum float_op {
#define FLOAT_ENUM(op, arguments) OP_##op,
	FLOAT_ROUNDED(FLOAT_ENUM)
	FLOAT_PLAIN(FLOAT_ENUM)
	OPS,
	ROUNDED = OP_min
};

enum { MODES = 5 };

struct float_case {
	uint32_t a, b, c;
};

struct float_result {
	uint32_t value, flags;
};

/* By float_*, or by float_exact_* if EXACT and there is one. */
static inline struct float_result float_run(enum float_op op, bool exact,
					    struct float_case x, uint32_t rm)
{
	struct float_result r = { 0, 0 };

	switch (op) {
#define FLOAT_RUN(op, arguments) \
	case OP_##op: \
		r.value = exact ? float_exact_##op arguments : \
				  float_##op arguments; \
		break;
#define FLOAT_RUN_PLAIN(op, arguments) \
	case OP_##op: r.value = float_##op arguments; break;
	FLOAT_ROUNDED(FLOAT_RUN)
	FLOAT_PLAIN(FLOAT_RUN_PLAIN)
	case OPS: break;
	}
	return r;
}

static inline bool float_same(struct float_result a, struct float_result b)
{
	return a.value == b.value && a.flags == b.flags;
}

/* float_mpfr.c: X in all five modes by MPFR's arithmetic; of what is rounded,
 * comparisons, min and max. False if it is not there. */
bool mpfr_there(void);
void mpfr_run(enum float_op op, struct float_case x,
	      struct float_result out[MODES]);

/* float_host.c: COUNT cases by the host's unit in its mode for RM, which the
 * host has unless it is RMM; and what of the flags can be compared. False if
 * the host does not do OP. */
bool host_run(enum float_op op, const struct float_case *x, unsigned count,
	      uint32_t rm, struct float_result *out);
uint32_t host_flags(enum float_op op, struct float_case x);

/* float_draw.c: operands, drawn toward what is hard. */
struct float_case draw_case(uint64_t *dice);

/* float_warp.c: 32 cases as lanes, of which MASK or all are live; how many
 * results of OP, which is rounded, or flags are wrong. KIND: eight bits of what
 * else there is to vary. */
uint64_t warp_wrong(enum float_op op, const struct float_case *x, uint32_t rm,
		    uint32_t mask, uint32_t kind);

/* float_all.c: all inputs whose highest 8 bits are PART; how many results of
 * OP, which has one operand, are wrong. */
uint64_t all_of_part(enum float_op op, uint32_t part);

#endif
