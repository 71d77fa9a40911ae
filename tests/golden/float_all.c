/* float_all.c - every input of the operations of binary32 with one operand
 * SPDX-License-Identifier: Apache-2.0
 *
 * Results are judged by what they are defined to be, in integers: a root by the
 * squares of its neighbours, an integer by what is left of the number.
 */
#include <math.h>

#include "tests/golden/float_ops.h"

/* Whether the integer KEPT, of which REST of UNIT was cut, goes up. */
static bool goes_up(bool minus, uint64_t kept, uint64_t rest, uint64_t unit,
		    uint32_t rm)
{
	switch (rm) {
	case FLOAT_RNE:
		return 2 * rest > unit || (2 * rest == unit && kept % 2);
	case FLOAT_RMM: return 2 * rest >= unit;
	case FLOAT_RDN: return minus && rest;
	case FLOAT_RUP: return !minus && rest;
	default: return false;
	}
}

/* --- roots -------------------------------------------------------------- */

/* Of A > 0: A = m * 2^e in integers. */
static uint64_t significand(uint32_t a, int *e)
{
	uint32_t field = a >> 23;

	*e = (int)(field ? field : 1) - 150;
	return (a & 0x7FFFFF) | (field ? 0x800000 : 0);
}

/* SQUARE lies where (4 m)^2 is rounded to, with m at least 2^23; below that an
 * ulp is half as wide. */
static bool is_root(uint64_t m, uint64_t square, uint32_t rm)
{
	uint64_t r = 4 * m, down = m == 0x800000 ? 2 : 4;

	if (rm == FLOAT_RTZ || rm == FLOAT_RDN)
		return r * r <= square && square < (r + 4) * (r + 4);
	if (rm == FLOAT_RUP)
		return (r - down) * (r - down) < square && square <= r * r;
	return (r - down / 2) * (r - down / 2) < square &&
	       square < (r + 2) * (r + 2);
}

static bool sqrt_right(uint32_t a, uint32_t rm, struct float_result r)
{
	int e, re;
	uint64_t m, rm_, square;

	if (float_is_nan(a))
		return r.value == FLOAT_NAN &&
		       r.flags == (float_is_signaling(a) ? FLOAT_NV : 0u);
	if (float_is_zero(a) || a == FLOAT_INF)
		return r.value == a && r.flags == 0;
	if (a >> 31)
		return r.value == FLOAT_NAN && r.flags == FLOAT_NV;
	m = significand(a, &e);
	rm_ = significand(r.value, &re);
	if (r.value >= FLOAT_INF || rm_ < 0x800000 || e - 2 * re < 0 ||
	    e - 2 * re > 48)
		return false;
	square = m << (e - 2 * re + 4);
	return is_root(rm_, square, rm) &&
	       r.flags == (square != 16 * rm_ * rm_);
}

/* --- conversions -------------------------------------------------------- */

static bool integer_right(uint32_t a, bool is_signed, uint32_t rm,
			  struct float_result r)
{
	const double x = (double)float_host(a);
	const int64_t least = is_signed ? INT32_MIN : 0;
	const int64_t most = is_signed ? INT32_MAX : UINT32_MAX;
	const double size = fabs(x);
	uint64_t kept;
	double rest;
	int64_t value;

	if (float_is_nan(a) || x >= 0x1p40)
		return r.value == (uint32_t)most && r.flags == FLOAT_NV;
	if (x <= -0x1p40)
		return r.value == (uint32_t)least && r.flags == FLOAT_NV;
	kept = (uint64_t)size;
	rest = size - (double)kept;
	value = (int64_t)(kept + goes_up(a >> 31, kept,
					 rest == 0 ? 0 : rest < 0.5 ? 1 :
					 rest == 0.5 ? 2 : 3, 4, rm));
	value = a >> 31 ? -value : value;
	if (value < least || value > most)
		return r.value == (uint32_t)(value < least ? least : most) &&
		       r.flags == FLOAT_NV;
	return r.value == (uint32_t)value && r.flags == (rest != 0);
}

static bool float_right(uint32_t a, bool is_signed, uint32_t rm,
			struct float_result r)
{
	bool minus = is_signed && a >> 31;
	uint64_t size = minus ? 0 - a : a, unit = 1, rounded;
	double value = (double)float_host(r.value);

	while (size / unit >= 0x1000000)
		unit *= 2;
	rounded = size / unit +
		  goes_up(minus, size / unit, size % unit, unit, rm);
	return value == (minus ? -1 : 1) * (double)(rounded * unit) &&
	       !!signbit(value) == minus && r.flags == (size % unit != 0);
}

/* --- all of them -------------------------------------------------------- */

static bool class_right(uint32_t a, struct float_result r)
{
	const float x = float_host(a);
	const bool minus = signbit(x);
	uint32_t bit;

	switch (fpclassify(x)) {
	case FP_INFINITE: bit = minus ? 0 : 7; break;
	case FP_NORMAL: bit = minus ? 1 : 6; break;
	case FP_SUBNORMAL: bit = minus ? 2 : 5; break;
	case FP_ZERO: bit = minus ? 3 : 4; break;
	default: bit = a >> 22 & 1 ? 9 : 8; break;
	}
	return r.value == 1u << bit && r.flags == 0;
}

static bool right(enum float_op op, uint32_t a, uint32_t rm,
		  struct float_result r)
{
	switch (op) {
	case OP_sqrt: return sqrt_right(a, rm, r);
	case OP_to_i32: return integer_right(a, true, rm, r);
	case OP_to_u32: return integer_right(a, false, rm, r);
	case OP_from_i32: return float_right(a, true, rm, r);
	case OP_from_u32: return float_right(a, false, rm, r);
	default: return class_right(a, r);
	}
}

/* What is not exact has been tried if it is not the same code. */
uint64_t all_of_part(enum float_op op, uint32_t part)
{
	const uint32_t modes = op < ROUNDED ? MODES : 1;
	uint64_t wrong = 0;

	for (uint32_t low = 0; low < UINT32_C(1) << 24; low++) {
		struct float_case x = { part << 24 | low, 0, 0 };

		for (uint32_t rm = 0; rm < modes; rm++) {
			struct float_result r = float_run(op, false, x, rm);

			wrong += !right(op, x.a, rm, r);
			if (rm == FLOAT_RNE || rm == FLOAT_RTZ)
				wrong += !float_same(
					r, float_run(op, true, x, rm));
		}
	}
	return wrong;
}
