/* real.c - binary32 as the manual defines it, by the host's floating point
 * SPDX-License-Identifier: Apache-2.0
 *
 * The host rounds and reports exactness. NaNs, comparisons and integers are
 * written from the manual. The host has no mode for ties away from zero (RMM).
 * That result follows from its results in three modes: a tie has few enough
 * digits for a double, so the double is exact and halfway between two
 * neighbours.
 *
 * Operands and results are volatile, so that the compiler does not move
 * operations across the calls that set the mode and read the flags.
 */
#include "oracle/real.h"

#include <fenv.h>
#include <float.h>
#include <math.h>
#include <string.h>

enum operation { ADD, MULTIPLY, DIVIDE, ROOT, FUSE, NARROW };

struct task {
	enum operation operation;
	double x[3];            /* values of float; double for NARROW */
};

#define SIGN UINT32_C(0x80000000)
#define INFINITE UINT32_C(0x7f800000)
#define QUIET UINT32_C(0x00400000)
#define NONE (INFINITE | QUIET) /* the canonical NaN */
#define SCALE 16777216.0        /* 2^24 */

/* --- words ------------------------------------------------------------ */

static double value_of(uint32_t word)
{
	float value;

	memcpy(&value, &word, sizeof value);
	return (double)value;
}

static uint32_t word_of(float value)
{
	uint32_t word;

	memcpy(&word, &value, sizeof word);
	return word;
}

static bool is_nan(uint32_t a)
{
	return (a & ~SIGN) > INFINITE;
}

static bool is_signaling(uint32_t a)
{
	return is_nan(a) && !(a & QUIET);
}

/* --- the host --------------------------------------------------------- */

/* Computes T in MODE; *RAISED gets the host's flags. */
static float narrow(const struct task *t, int mode, int *raised)
{
	volatile double wide = t->x[0];
	volatile float x = 0, y = (float)t->x[1], z = (float)t->x[2], r = 0;
	int before = fegetround();

	if (t->operation != NARROW)
		x = (float)t->x[0];
	fesetround(mode);
	feclearexcept(FE_ALL_EXCEPT);
	switch (t->operation) {
	case ADD: r = x + y; break;
	case MULTIPLY: r = x * y; break;
	case DIVIDE: r = x / y; break;
	case ROOT: r = sqrtf(x); break;
	case FUSE: r = fmaf(x, y, z); break;
	case NARROW: r = (float)wide; break;
	}
	*raised = fetestexcept(FE_ALL_EXCEPT);
	fesetround(before);
	return r;
}

/* Computes T as a double. Returns true if the result is exact; a product of two
 * floats always is. */
static bool compute_exact(const struct task *t, double *value)
{
	volatile double x = t->x[0], y = t->x[1], z = t->x[2], r = 0;

	feclearexcept(FE_ALL_EXCEPT);
	switch (t->operation) {
	case ADD: r = x + y; break;
	case MULTIPLY: r = x * y; break;
	case DIVIDE: r = x / y; break;
	case ROOT: r = sqrt(x); break;
	case FUSE:
		r = x * y;
		r = r + z;
		break;
	case NARROW: r = x; break;
	}
	*value = r;
	return !fetestexcept(FE_INEXACT);
}

/* Rounds a tie away from zero. NEAREST is the result with ties to even. */
static float round_away(const struct task *t, float nearest)
{
	int raised;
	double low = (double)narrow(t, FE_DOWNWARD, &raised),
	       high = (double)narrow(t, FE_UPWARD, &raised), exact;

	if (low == high || isinf(low) || isinf(high) ||
	    !compute_exact(t, &exact) || exact - low != high - exact)
		return nearest;
	return (float)(exact < 0 ? low : high);
}

static float compute(const struct task *t, uint32_t mode, int *raised)
{
	switch (mode) {
	case REAL_RTZ: return narrow(t, FE_TOWARDZERO, raised);
	case REAL_RDN: return narrow(t, FE_DOWNWARD, raised);
	case REAL_RUP: return narrow(t, FE_UPWARD, raised);
	case REAL_RMM: return round_away(t, narrow(t, FE_TONEAREST, raised));
	default: return narrow(t, FE_TONEAREST, raised);
	}
}

/* T with its result scaled by 2^24. It is used where the result is close to the
 * smallest normal number and not exact, so the operands stay far from the
 * largest numbers. */
static struct task scaled(const struct task *t)
{
	struct task s = *t;

	s.x[0] *= SCALE;
	s.x[2] *= SCALE;
	return s;
}

/* Is the result tiny: rounded without a least exponent, is it less than any
 * normal number? Only if R is the smallest normal number does that differ from
 * R. */
static bool is_tiny(const struct task *t, uint32_t mode, float r)
{
	struct task more;
	int raised;

	if (fabsf(r) != FLT_MIN)
		return fabsf(r) < FLT_MIN;
	more = scaled(t);
	return fabs((double)compute(&more, mode, &raised)) < FLT_MIN * SCALE;
}

/* Computes T, whose operands are numbers or infinities, and raises flags. */
static uint32_t perform(struct real *r, const struct task *t)
{
	int raised;
	float value = compute(t, r->mode, &raised);

	if (raised & FE_INVALID) {
		r->flags |= REAL_NV;
		return NONE;
	}
	if (raised & FE_DIVBYZERO)
		r->flags |= REAL_DZ;
	if (raised & FE_OVERFLOW)
		r->flags |= REAL_OF;
	if (raised & FE_INEXACT)
		r->flags |= REAL_NX;
	if (raised & FE_INEXACT && is_tiny(t, r->mode, value))
		r->flags |= REAL_UF;
	return word_of(value);
}

/* If an operand is a NaN, the result is the canonical NaN. */
static uint32_t operate(struct real *r, enum operation op, uint32_t a,
			uint32_t b, uint32_t c)
{
	const struct task t = { op,
				{ value_of(a), value_of(b), value_of(c) } };

	if (is_signaling(a) || is_signaling(b) || is_signaling(c))
		r->flags |= REAL_NV;
	if (is_nan(a) || is_nan(b) || is_nan(c))
		return NONE;
	return perform(r, &t);
}

uint32_t real_add(struct real *r, uint32_t a, uint32_t b)
{
	return operate(r, ADD, a, b, 0);
}

uint32_t real_subtract(struct real *r, uint32_t a, uint32_t b)
{
	return operate(r, ADD, a, b ^ SIGN, 0);
}

uint32_t real_multiply(struct real *r, uint32_t a, uint32_t b)
{
	return operate(r, MULTIPLY, a, b, 0);
}

uint32_t real_divide(struct real *r, uint32_t a, uint32_t b)
{
	return operate(r, DIVIDE, a, b, 0);
}

uint32_t real_root(struct real *r, uint32_t a)
{
	return operate(r, ROOT, a, 0, 0);
}

/* Infinity times zero is invalid, even if a quiet NaN is added. */
uint32_t real_fuse(struct real *r, uint32_t a, uint32_t b, uint32_t c)
{
	if (((a & ~SIGN) == INFINITE && !(b & ~SIGN)) ||
	    (!(a & ~SIGN) && (b & ~SIGN) == INFINITE))
		r->flags |= REAL_NV;
	return operate(r, FUSE, a, b, c);
}

/* --- comparisons ------------------------------------------------------ */

/* Is A less than B? Neither is a NaN; -0 is less than +0. */
static bool is_less(uint32_t a, uint32_t b)
{
	if ((a ^ b) & SIGN)
		return (a & SIGN) != 0;
	return a & SIGN ? a > b : a < b;
}

static uint32_t choose(struct real *r, uint32_t a, uint32_t b, bool least)
{
	if (is_signaling(a) || is_signaling(b))
		r->flags |= REAL_NV;
	if (is_nan(a))
		return is_nan(b) ? NONE : b;
	if (is_nan(b))
		return a;
	return is_less(a, b) == least ? a : b;
}

uint32_t real_least(struct real *r, uint32_t a, uint32_t b)
{
	return choose(r, a, b, true);
}

uint32_t real_most(struct real *r, uint32_t a, uint32_t b)
{
	return choose(r, a, b, false);
}

bool real_equal(struct real *r, uint32_t a, uint32_t b)
{
	if (is_signaling(a) || is_signaling(b))
		r->flags |= REAL_NV;
	if (is_nan(a) || is_nan(b))
		return false;
	return a == b || !((a | b) & ~SIGN);
}

bool real_less(struct real *r, uint32_t a, uint32_t b, bool or_equal)
{
	if (is_nan(a) || is_nan(b)) {
		r->flags |= REAL_NV;
		return false;
	}
	if (a == b || !((a | b) & ~SIGN))
		return or_equal;
	return is_less(a, b);
}

uint32_t real_class(uint32_t a)
{
	uint32_t size = a & ~SIGN;
	/* 0 zero, 1 subnormal, 2 normal, 3 infinite */
	uint32_t far = (uint32_t)(size > 0) + (size > 0x7fffff) +
		       (size == INFINITE);

	if (is_nan(a))
		return UINT32_C(1) << (a & QUIET ? 9 : 8);
	return UINT32_C(1) << (a & SIGN ? 3 - far : 4 + far);
}

/* --- integers --------------------------------------------------------- */

/* Is WHOLE + REST, with REST less than 1, rounded away from zero? */
static bool rounds_up(uint32_t mode, bool minus, uint64_t whole, double rest)
{
	switch (mode) {
	case REAL_RTZ: return false;
	case REAL_RDN: return minus && rest > 0;
	case REAL_RUP: return !minus && rest > 0;
	case REAL_RMM: return rest >= 0.5;
	default: return rest > 0.5 || (rest == 0.5 && whole % 2);
	}
}

uint32_t real_to_integer(struct real *r, uint32_t a, bool is_signed)
{
	bool minus = a & SIGN && !is_nan(a);
	uint64_t whole = UINT64_C(1) << 33, most = UINT32_MAX;
	double size = is_nan(a) ? INFINITY : fabs(value_of(a)), rest = 0;

	if (is_signed)
		most = UINT64_C(0x7fffffff) + minus;
	else if (minus)
		most = 0;
	if (size < 8589934592.0) {
		whole = (uint64_t)size;
		rest = size - (double)whole;
	}
	whole += rounds_up(r->mode, minus, whole, rest);
	if (whole > most) {
		r->flags |= REAL_NV;
		whole = most;
	} else if (rest > 0) {
		r->flags |= REAL_NX;
	}
	return (uint32_t)(minus ? 0 - whole : whole);
}

uint32_t real_from_integer(struct real *r, uint32_t a, bool is_signed)
{
	double value = (double)a;
	struct task t = { NARROW, { value, 0, 0 } };

	if (is_signed && a & SIGN)
		t.x[0] = value - 4294967296.0;
	return perform(r, &t);
}
