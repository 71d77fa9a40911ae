/* float.h - binary32 arithmetic as the RISC-V manual defines it
 * SPDX-License-Identifier: Apache-2.0
 *
 * Pure functions on the bits of binary32 numbers: the instructions of extension
 * F with 32-bit registers, and of Zfinx (unprivileged manual, chapter F). RM
 * must be one of enum float_rm. An operation ORs the flags that it raises
 * (FLOAT_NX ...) into *FLAGS. A NaN result is always FLOAT_NAN. Subnormal
 * numbers are supported; UF means inexact and tiny after rounding.
 *
 * float_exact_* compute with integers alone and are the reference. float_*
 * return the same values and flags, but use the host's arithmetic where
 * float_quick.h proves it right. The host must round to nearest, as it does at
 * the start of a program.
 */
#ifndef WW_GOLDEN_FLOAT_H
#define WW_GOLDEN_FLOAT_H

#include "golden/float_bits.h"
#include "golden/float_quick.h"

uint32_t float_exact_add(uint32_t a, uint32_t b, uint32_t rm, uint32_t *flags);
uint32_t float_exact_sub(uint32_t a, uint32_t b, uint32_t rm, uint32_t *flags);
uint32_t float_exact_mul(uint32_t a, uint32_t b, uint32_t rm, uint32_t *flags);
uint32_t float_exact_div(uint32_t a, uint32_t b, uint32_t rm, uint32_t *flags);
uint32_t float_exact_sqrt(uint32_t a, uint32_t rm, uint32_t *flags);

/* a * b + c, rounded once. */
uint32_t float_exact_fma(uint32_t a, uint32_t b, uint32_t c, uint32_t rm,
			 uint32_t *flags);

/* An operand out of range gives the nearest integer and NV. A NaN gives the
 * greatest integer and NV. */
uint32_t float_exact_to_i32(uint32_t a, uint32_t rm, uint32_t *flags);
uint32_t float_exact_to_u32(uint32_t a, uint32_t rm, uint32_t *flags);

/* A is an int32_t; a uint32_t. */
uint32_t float_exact_from_i32(uint32_t a, uint32_t rm, uint32_t *flags);
uint32_t float_exact_from_u32(uint32_t a, uint32_t rm, uint32_t *flags);

/* Is Q, which is rounded by QUICK_RM, the result for RM? Then raises its
 * flag. */
static inline uint32_t float_take(struct float_quick q, uint32_t quick_rm,
				  uint32_t rm, uint32_t *flags)
{
	uint32_t take = (rm == quick_rm) & ~(q.slow >> 31);

	*flags |= take & (q.nx != 0);
	return take;
}

static inline uint32_t float_add(uint32_t a, uint32_t b, uint32_t rm,
				 uint32_t *flags)
{
	struct float_quick q = float_quick_add(a, b);

	return float_take(q, FLOAT_RNE, rm, flags) ?
		       q.value :
		       float_exact_add(a, b, rm, flags);
}

static inline uint32_t float_sub(uint32_t a, uint32_t b, uint32_t rm,
				 uint32_t *flags)
{
	struct float_quick q = float_quick_sub(a, b);

	return float_take(q, FLOAT_RNE, rm, flags) ?
		       q.value :
		       float_exact_sub(a, b, rm, flags);
}

static inline uint32_t float_mul(uint32_t a, uint32_t b, uint32_t rm,
				 uint32_t *flags)
{
	struct float_quick q = float_quick_mul(a, b);

	return float_take(q, FLOAT_RNE, rm, flags) ?
		       q.value :
		       float_exact_mul(a, b, rm, flags);
}

static inline uint32_t float_div(uint32_t a, uint32_t b, uint32_t rm,
				 uint32_t *flags)
{
	struct float_quick q = float_quick_div(a, b);

	return float_take(q, FLOAT_RNE, rm, flags) ?
		       q.value :
		       float_exact_div(a, b, rm, flags);
}

static inline uint32_t float_sqrt(uint32_t a, uint32_t rm, uint32_t *flags)
{
	struct float_quick q = float_quick_sqrt(a);

	return float_take(q, FLOAT_RNE, rm, flags) ?
		       q.value :
		       float_exact_sqrt(a, rm, flags);
}

/* a * b + c, rounded once. For fmsub, fnmsub and fnmadd the caller negates
 * operands. */
static inline uint32_t float_fma(uint32_t a, uint32_t b, uint32_t c,
				 uint32_t rm, uint32_t *flags)
{
	struct float_quick q = float_quick_fma(a, b, c);

	return float_take(q, FLOAT_RNE, rm, flags) ?
		       q.value :
		       float_exact_fma(a, b, c, rm, flags);
}

static inline uint32_t float_to_i32(uint32_t a, uint32_t rm, uint32_t *flags)
{
	struct float_quick near = float_quick_near_i32(a),
			   trunc = float_quick_trunc_i32(a);

	if (float_take(near, FLOAT_RNE, rm, flags))
		return near.value;
	if (float_take(trunc, FLOAT_RTZ, rm, flags))
		return trunc.value;
	return float_exact_to_i32(a, rm, flags);
}

static inline uint32_t float_to_u32(uint32_t a, uint32_t rm, uint32_t *flags)
{
	struct float_quick near = float_quick_near_u32(a),
			   trunc = float_quick_trunc_u32(a);

	if (float_take(near, FLOAT_RNE, rm, flags))
		return near.value;
	if (float_take(trunc, FLOAT_RTZ, rm, flags))
		return trunc.value;
	return float_exact_to_u32(a, rm, flags);
}

static inline uint32_t float_from_i32(uint32_t a, uint32_t rm, uint32_t *flags)
{
	struct float_quick q = float_quick_from_i32(a);

	return float_take(q, FLOAT_RNE, rm, flags) ?
		       q.value :
		       float_exact_from_i32(a, rm, flags);
}

static inline uint32_t float_from_u32(uint32_t a, uint32_t rm, uint32_t *flags)
{
	struct float_quick q = float_quick_from_u32(a);

	return float_take(q, FLOAT_RNE, rm, flags) ?
		       q.value :
		       float_exact_from_u32(a, rm, flags);
}

#endif
