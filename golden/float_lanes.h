/* float_lanes.h - binary32 arithmetic in the lanes of a warp
 * SPDX-License-Identifier: Apache-2.0
 *
 * float_lanes_*(lanes, live, d, a, ..., rm, flags) does what float_* do in
 * every lane that is live: d[i] = op(a[i], ...), flags into *FLAGS. LIVE is
 * NULL if all are; else what is not 0 is live, and other lanes keep their d. D
 * may be an operand; LANES are 32 at most, and a constant, so that the loops
 * become vector code.
 *
 * Lanes are computed quickly first; only if one that is live is slow, all are
 * again, one by one. While *FLAGS has NX, nobody asks whether a lane is exact.
 */
#ifndef WW_GOLDEN_FLOAT_LANES_H
#define WW_GOLDEN_FLOAT_LANES_H

#include "golden/float.h"

enum { FLOAT_LANES = 32 };

/* D = GOT where it is live. */
static inline __attribute__((always_inline)) void
float_lanes_put(unsigned lanes, const uint32_t *live, uint32_t *d,
		const uint32_t *got)
{
	for (unsigned i = 0; i < lanes; i++)
		d[i] = !live || live[i] ? got[i] : d[i];
}

/* OP, by QUICK where the mode is QUICK_RM. OPERANDS as parameters, EACH as they
 * are in lane i. */
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

/* Without its parentheses. */
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
/* FLIP_A and FLIP_C: the bits of A and C that are the other way round. */
FLOAT_LANES_OF(fma, fma, FLOAT_RNE,
	       (const uint32_t *a, const uint32_t *b, const uint32_t *c,
		uint32_t flip_a, uint32_t flip_c),
	       (a[i] ^ flip_a, b[i], c[i] ^ flip_c))

/* C, and so most programs, converts toward zero. */
FLOAT_LANES_1(to_i32, trunc_i32, FLOAT_RTZ)
FLOAT_LANES_1(to_u32, trunc_u32, FLOAT_RTZ)
FLOAT_LANES_1(from_i32, from_i32, FLOAT_RNE)
FLOAT_LANES_1(from_u32, from_u32, FLOAT_RNE)

#undef FLOAT_LANES_OF
#undef FLOAT_LANES_1
#undef FLOAT_LANES_2
#undef FLOAT_SPREAD

#endif
