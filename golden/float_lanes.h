/* float_lanes.h - binary32 arithmetic in the lanes of a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * float_lanes_OP(lanes, live, d, a, ..., rm, flags) does float_OP in each live
 * lane: d[i] = OP(a[i], ...). It ORs the flags of live lanes into *FLAGS. Lane
 * i is live if LIVE is NULL or live[i] is not 0; other lanes keep their d[i]. D
 * may be an operand. LANES is a constant of at most 32, so that the loops can
 * be vectorized.
 *
 * All lanes are first computed by float_quick_*. If a live lane is slow, or RM
 * is another mode, each live lane is computed again, one by one. If *FLAGS
 * already has NX, exactness is not computed.
 */
#ifndef WW_GOLDEN_FLOAT_LANES_H
#define WW_GOLDEN_FLOAT_LANES_H

#include "golden/float.h"

enum { FLOAT_LANES = 32 };

/* D = GOT in live lanes. */
static inline __attribute__((always_inline)) void
float_lanes_put(unsigned lanes, const uint32_t *live, uint32_t *d,
		const uint32_t *got)
{
	for (unsigned i = 0; i < lanes; i++)
		d[i] = !live || live[i] ? got[i] : d[i];
}

/* Defines float_lanes_OP, which uses float_quick_QUICK if the mode is QUICK_RM.
 * OPERANDS are its parameters, EACH the arguments in lane i. */
#define FLOAT_LANES_OF(op, quick, quick_rm, operands, each) \
	static inline __attribute__((always_inline)) void \
	float_lanes_##op(unsigned lanes, const uint32_t *live, uint32_t *d, \
			 FLOAT_SPREAD operands, uint32_t rm, uint32_t *flags) \
	{ \
		uint32_t got[FLOAT_LANES], nx = 0, slow = 0, fl; \
\
		if (*flags & FLOAT_NX) { \
			for (unsigned i = 0; i < lanes; i++) { \
				struct float_quick q = \
					float_quick_##quick each; \
				got[i] = q.value; \
				slow |= !live || live[i] ? q.slow : 0; \
			} \
		} else { \
			for (unsigned i = 0; i < lanes; i++) { \
				struct float_quick q = \
					float_quick_##quick each; \
				got[i] = q.value; \
				slow |= !live || live[i] ? q.slow : 0; \
				nx |= !live || live[i] ? q.nx : 0; \
			} \
		} \
		fl = nx != 0; \
		if (rm != quick_rm || slow >> 31) { \
			fl = 0; \
			for (unsigned i = 0; i < lanes; i++) \
				if (!live || live[i]) \
					got[i] = float_##op( \
						FLOAT_SPREAD each, rm, &fl); \
		} \
		float_lanes_put(lanes, live, d, got); \
		*flags |= fl; \
	}

/* Removes the parentheses of a list. */
#define FLOAT_SPREAD(...) __VA_ARGS__

#define FLOAT_LANES_1(op, quick, quick_rm) \
	FLOAT_LANES_OF(op, quick, quick_rm, (const uint32_t *a), (a[i]))
#define FLOAT_LANES_2(op) \
	FLOAT_LANES_OF(op, op, FLOAT_RNE, \
		       (const uint32_t *a, const uint32_t *b), (a[i], b[i]))

FLOAT_LANES_2(add)
FLOAT_LANES_2(sub)
FLOAT_LANES_2(mul)
FLOAT_LANES_2(div)
FLOAT_LANES_1(sqrt, sqrt, FLOAT_RNE)
/* FLIP_A and FLIP_C are the bits to flip in A and C. */
FLOAT_LANES_OF(fma, fma, FLOAT_RNE,
	       (const uint32_t *a, const uint32_t *b, const uint32_t *c,
		uint32_t flip_a, uint32_t flip_c),
	       (a[i] ^ flip_a, b[i], c[i] ^ flip_c))

/* The quick mode is toward zero, as C and so most programs convert. */
FLOAT_LANES_1(to_i32, trunc_i32, FLOAT_RTZ)
FLOAT_LANES_1(to_u32, trunc_u32, FLOAT_RTZ)
FLOAT_LANES_1(from_i32, from_i32, FLOAT_RNE)
FLOAT_LANES_1(from_u32, from_u32, FLOAT_RNE)

#undef FLOAT_LANES_OF
#undef FLOAT_LANES_1
#undef FLOAT_LANES_2
#undef FLOAT_SPREAD

#endif
