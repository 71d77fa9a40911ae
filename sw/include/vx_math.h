/* vx_math.h - functions of floating-point numbers, for cores with isa.f
 * SPDX-License-Identifier: Apache-2.0
 *
 * All threads of a warp take the same way through these, whatever their
 * arguments, so that they may be called where threads are apart. NaN, infinity,
 * subnormal numbers and what is out of range give what C says, but for the sign
 * of sinf(-0). Their names are those of C, and of CUDA and OpenCL where these
 * have their own:
 *
 *	sqrtf fmaf fminf fmaxf fabsf copysignf          one instruction
 *	floorf ceilf truncf roundf rintf                exact
 *	rsqrtf                                          at most 1.50 ulp wrong
 *	expf                                            1.01 ulp
 *	logf                                            0.87 ulp
 *	sinf cosf                                       1.55 ulp
 *	exp2f                                           0.90 ulp
 *	log2f                                           1.05 ulp
 *	tanhf                                           1.35 ulp
 *	powf                                            0.95 ulp
 *	fmodf                                           exact
 *
 * (tests/sw/float.bats measures that.) A program that includes this for the
 * machine that compiles, as kernels of the suite do, computes the same to the
 * last bit.
 */
#ifndef VX_MATH_H
#define VX_MATH_H

#include <stdint.h>

#ifdef __riscv
#ifdef __riscv_flen
#define VX_FLOAT_REG_ "f"
#elif defined __riscv_zfinx
#define VX_FLOAT_REG_ "r"
#else
#error "vx_math.h needs isa.f = f, as in warpwright run -s isa.f=f"
/* So that nothing else is an error. */
#define VX_FLOAT_REG_ "r"
#endif

#include "warpwright.h"

#define VX_ANY_(c) ww_any(c)
#define VX_CHOOSE_BITS_(c, a, b) ww_choose(c, a, b)

#define sqrtf(x) __builtin_sqrtf(x)
#define fmaf(a, b, c) __builtin_fmaf(a, b, c)
#ifdef __clang__
#define fminf(a, b) __builtin_fminf(a, b)
#define fmaxf(a, b) __builtin_fmaxf(a, b)
#else
/* GCC 12 makes calls of them. */
#define VX_PICK_(name, insn) \
	static inline float name(float a, float b) \
	{ \
		float vx_value_; \
		__asm__(insn " %0, %1, %2" : "="VX_FLOAT_REG_(vx_value_) \
			: VX_FLOAT_REG_(a), VX_FLOAT_REG_(b)); \
		return vx_value_; \
	}
VX_PICK_(vx_minf, "fmin.s")
VX_PICK_(vx_maxf, "fmax.s")
#undef VX_PICK_
#define fminf(a, b) vx_minf(a, b)
#define fmaxf(a, b) vx_maxf(a, b)
#endif
#define fabsf(x) __builtin_fabsf(x)
#define copysignf(a, b) __builtin_copysignf(a, b)

#else

#include <math.h>

#define VX_ANY_(c) (c)
#define VX_CHOOSE_BITS_(c, a, b) ((c) ? (a) : (b))

#endif

static inline uint32_t vx_float_bits(float x)
{
	uint32_t bits;

	__builtin_memcpy(&bits, &x, sizeof bits);
	return bits;
}

static inline float vx_bits_float(uint32_t bits)
{
	float x;

	__builtin_memcpy(&x, &bits, sizeof x);
	return x;
}

/* A if C holds, else B, in each thread for itself. c ? a : b may branch. */
static inline float vx_choosef(_Bool c, float a, float b)
{
	return vx_bits_float(VX_CHOOSE_BITS_(c, vx_float_bits(a),
					     vx_float_bits(b)));
}

/* --- whole numbers ------------------------------------------------------ */

#ifdef __riscv

/* From 2^23 on all numbers are whole, and an integer may have no room. */
#define VX_WHOLE_(name, mode) \
	static inline float name(float x) \
	{ \
		int32_t vx_n_; \
		float vx_whole_; \
		__asm__("fcvt.w.s %0, %1, " mode \
			: "=r"(vx_n_) : VX_FLOAT_REG_(x)); \
		vx_whole_ = copysignf((float)vx_n_, x); \
		return vx_choosef(fabsf(x) < 0x1p23f, vx_whole_, x); \
	}
VX_WHOLE_(vx_floorf, "rdn")
VX_WHOLE_(vx_ceilf, "rup")
VX_WHOLE_(vx_truncf, "rtz")
VX_WHOLE_(vx_roundf, "rmm")
VX_WHOLE_(vx_rintf, "rne")
#undef VX_WHOLE_

#define floorf(x) vx_floorf(x)
#define ceilf(x) vx_ceilf(x)
#define truncf(x) vx_truncf(x)
#define roundf(x) vx_roundf(x)
#define rintf(x) vx_rintf(x)

#endif

/* --- exponential, logarithm --------------------------------------------- */

/* X rounded to an integer, which is in the low bits too, if |X| < 2^22. */
#define VX_ROUND_ 0x1.8p23f

/* ln 2 = VX_LN2_ + VX_LN2_LOW_ */
#define VX_LN2_ 0x1.62e43p-1f
#define VX_LN2_LOW_ -0x1.05c61p-29f

/* e^x = 2^n e^r, |r| <= ln 2 / 2; e^r = 1 + r + r^2 p(r) */
static inline float vx_expf(float x)
{
	float in = fminf(fmaxf(x, -104.0f), 89.0f);
	float t = fmaf(in, 0x1.715476p0f, VX_ROUND_), n = t - VX_ROUND_;
	float r = fmaf(n, -VX_LN2_LOW_, fmaf(n, -VX_LN2_, in));
	float p = 0x1.6a5198p-10f, square = r * r;
	int32_t twos = (int32_t)(vx_float_bits(t) - vx_float_bits(VX_ROUND_));
	int32_t half = twos >> 1;

	p = fmaf(p, r, 0x1.12397cp-7f);
	p = fmaf(p, r, 0x1.5558acp-5f);
	p = fmaf(p, r, 0x1.555492p-3f);
	p = fmaf(p, r, 0x1.fffffcp-2f);
	p = 1.0f + fmaf(p, square, r);
	/* In two steps, as 2^n itself may be out of range. */
	p *= vx_bits_float((uint32_t)(half + 127) << 23);
	p *= vx_bits_float((uint32_t)(twos - half + 127) << 23);
	return vx_choosef(x == x, p, x);
}

/* log x = n log 2 + log(1 + f), 1 + f between the roots of 1/2 and 2;
 * log(1 + f) = f - f^2/2 + f^3 p(f) */
static inline float vx_logf(float x)
{
	const uint32_t root = 0x3f3504f3; /* of 1/2 */
	_Bool small = x < 0x1p-126f;
	uint32_t bits = vx_float_bits(vx_choosef(small, x * 0x1p23f, x)) - root;
	float f = vx_bits_float((bits & 0x7fffff) + root) - 1.0f;
	float n = (float)((int32_t)bits >> 23) -
		  vx_choosef(small, 23.0f, 0.0f);
	float p = -0x1.38cf2p-4f, square = f * f;

	p = fmaf(p, f, 0x1.05602ep-3f);
	p = fmaf(p, f, -0x1.0d81f2p-3f);
	p = fmaf(p, f, 0x1.22d8f8p-3f);
	p = fmaf(p, f, -0x1.54728cp-3f);
	p = fmaf(p, f, 0x1.99a01ep-3f);
	p = fmaf(p, f, -0x1.000226p-2f);
	p = fmaf(p, f, 0x1.555554p-2f);
	p *= f;
	p = fmaf(p, square, n * VX_LN2_LOW_);
	p = f + fmaf(-0.5f, square, p);
	p = fmaf(n, VX_LN2_, p);
	/* infinity and NaN; 0; below 0 */
	p = vx_choosef(x < __builtin_inff(), p, x);
	p = vx_choosef(x == 0.0f, -__builtin_inff(), p);
	return vx_choosef(x < 0.0f, __builtin_nanf(""), p);
}

/* --- powers of two, logarithm to base 2, powers -------------------------- */

/* 2^(n + r), n an integer from -160 to 160, T being n + VX_ROUND_; |r| <= 1/2.
 * 2^r = 1 + r p(r) */
static inline float vx_two_to_(float t, float r)
{
	float p = 0x1.445fc8p-13f;
	int32_t twos = (int32_t)(vx_float_bits(t) - vx_float_bits(VX_ROUND_));
	int32_t half = twos >> 1;

	p = fmaf(p, r, 0x1.5f0d46p-10f);
	p = fmaf(p, r, 0x1.3b29eep-7f);
	p = fmaf(p, r, 0x1.c6af72p-5f);
	p = fmaf(p, r, 0x1.ebfbe0p-3f);
	p = fmaf(p, r, VX_LN2_);
	p = fmaf(p, r, 1.0f);
	/* In two steps, as 2^n itself may be out of range. */
	p *= vx_bits_float((uint32_t)(half + 127) << 23);
	return p * vx_bits_float((uint32_t)(twos - half + 127) << 23);
}

static inline float vx_exp2f(float x)
{
	float in = fminf(fmaxf(x, -160.0f), 160.0f), t = in + VX_ROUND_;
	float p = vx_two_to_(t, in - (t - VX_ROUND_));

	return vx_choosef(x == x, p, x);
}

/* |x| = 2^n (1 + f), 1 + f between the roots of 1/2 and 2. */
static inline float vx_split_(float x, float *n)
{
	const uint32_t root = 0x3f3504f3; /* of 1/2 */
	_Bool small = x < 0x1p-126f;
	uint32_t bits = vx_float_bits(vx_choosef(small, x * 0x1p23f, x)) - root;

	*n = (float)((int32_t)bits >> 23) - vx_choosef(small, 23.0f, 0.0f);
	return vx_bits_float((bits & 0x7fffff) + root) - 1.0f;
}

/* 1 / ln 2 = VX_LOG2E_ + VX_LOG2E_LOW_ */
#define VX_LOG2E_ 0x1.715476p0f
#define VX_LOG2E_LOW_ 0x1.4ae0cp-26f

/* log2 x = n + f / ln 2 + f^2 p(f), the first two with what their rounding has
 * left. */
static inline float vx_log2f(float x)
{
	float n, f = vx_split_(x, &n), p = -0x1.c35268p-4f;
	float t = f * VX_LOG2E_, low = fmaf(f, VX_LOG2E_, -t), sum = n + t;

	p = fmaf(p, f, 0x1.7d8c76p-3f);
	p = fmaf(p, f, -0x1.87396ep-3f);
	p = fmaf(p, f, 0x1.a2f95cp-3f);
	p = fmaf(p, f, -0x1.eabd54p-3f);
	p = fmaf(p, f, 0x1.277e92p-2f);
	p = fmaf(p, f, -0x1.715a76p-2f);
	p = fmaf(p, f, 0x1.ec7094p-2f);
	p = fmaf(p, f, -0x1.71547p-1f);
	p = fmaf(p * f, f, fmaf(f, VX_LOG2E_LOW_, low));
	p = sum + ((n - sum) + t + p);
	/* infinity and NaN; 0; below 0 */
	p = vx_choosef(x < __builtin_inff(), p, x);
	p = vx_choosef(x == 0.0f, -__builtin_inff(), p);
	return vx_choosef(x < 0.0f, __builtin_nanf(""), p);
}

/* log2 x with twice the digits: what is returned and *LOW. x is neither 0,
 * below 0, infinite nor NaN. s = f / (2 + f); log2(1 + f) =
 * s (C1 + s^2 (C1 / 3 + s^2 q(s^2))), C1 = 2 / ln 2. */
static inline float vx_long_log2_(float x, float *low)
{
	const float c1 = 2 * VX_LOG2E_, c1_low = 2 * VX_LOG2E_LOW_;
	const float c3 = 0x1.ec709ep-1f, c3_low = -0x1.e2fe02p-28f;
	float n, f = vx_split_(x, &n);
	/* 2 + f, s, s^2 */
	float d = 2.0f + f, d_low = (2.0f - d) + f;
	float s = f / d;
	float s_low = fmaf(-s, d_low, fmaf(-s, d, f)) / d;
	float square = s * s;
	float square_low = fmaf(2 * s, s_low, fmaf(s, s, -square));
	/* what is in the parentheses */
	float t = c3 * square, sum = c1 + t, sum_low;
	float q = fmaf(0x1.1f944cp-2f, square, 0x1.47beb8p-2f);
	float product, whole;

	q = fmaf(q, square, 0x1.a61910p-2f);
	q = fmaf(q, square, 0x1.2776c4p-1f);
	q = fmaf(square * square, q, fmaf(c3, square_low, c3_low * square));
	q += fmaf(c3, square, -t);
	sum_low = ((c1 - sum) + t) + (c1_low + q);
	/* times s, and n */
	product = s * sum;
	q = fmaf(s, sum_low, fmaf(s_low, sum, fmaf(s, sum, -product)));
	whole = n + product;
	q += (n - whole) + product;
	sum = whole + q;
	*low = (whole - sum) + q;
	return sum;
}

/* What C says of powf where |x|, |y| are 0, 1, infinite or NaN, or x is below
 * 0; else P. */
static inline float vx_special_power_(float x, float y, float p)
{
	const float infinity = __builtin_inff();
	float size = fabsf(x), exponent = fabsf(y);
	_Bool small = exponent < 0x1p24f;
	int32_t n = (int32_t)vx_choosef(small, y, 0.0f);
	_Bool whole = ((float)n == y) | !small, odd = small & whole & n;
	_Bool grows = (size > 1.0f) == (y > 0.0f);

	p = vx_choosef((exponent == infinity) | (size == 0.0f) |
		       (size == infinity),
		       vx_choosef(grows, infinity, 0.0f), p);
	p = vx_choosef(odd, copysignf(p, x), p);
	p = vx_choosef((x < 0.0f) & (size < infinity) & !whole,
		       __builtin_nanf(""), p);
	p = vx_choosef((x == x) & (y == y), p, x + y);
	return vx_choosef((x == 1.0f) | (y == 0.0f) |
			  ((size == 1.0f) & (exponent == infinity)),
			  1.0f, p);
}

/* |x|^y = 2^(y log2 |x|) */
static inline float vx_powf(float x, float y)
{
	float size = fabsf(x), low, log, e, t, in, n;

	/* 1 in place of what has no logarithm */
	size = vx_choosef((size > 0.0f) & (size < __builtin_inff()), size,
			  1.0f);
	log = vx_long_log2_(size, &low);
	e = y * log;
	in = fminf(fmaxf(e, -160.0f), 160.0f);
	low = vx_choosef(in == e, fmaf(y, low, fmaf(y, log, -e)), 0.0f);
	t = in + VX_ROUND_;
	n = t - VX_ROUND_;
	return vx_special_power_(x, y, vx_two_to_(t, (in - n) + low));
}

/* --- hyperbolic tangent --------------------------------------------------- */

/* tanh x = x + x^3 p(x^2) for |x| < 5/8; else 1 - 2 / (e^2x + 1), e^2x as in
 * vx_expf */
static inline float vx_tanhf(float x)
{
	float size = fabsf(x), in = 2 * fminf(size, 10.0f);
	float t = fmaf(in, VX_LOG2E_, VX_ROUND_), n = t - VX_ROUND_;
	float r = fmaf(n, -VX_LN2_LOW_, fmaf(n, -VX_LN2_, in));
	float p = 0x1.6a5198p-10f, q = -0x1.779c44p-8f, square = x * x;
	float power = vx_bits_float(
		(vx_float_bits(t) - vx_float_bits(VX_ROUND_) + 127) << 23);

	p = fmaf(p, r, 0x1.12397cp-7f);
	p = fmaf(p, r, 0x1.5558acp-5f);
	p = fmaf(p, r, 0x1.555492p-3f);
	p = fmaf(p, r, 0x1.fffffcp-2f);
	p = 1.0f + fmaf(p * r, r, r);
	p = 1.0f - 2.0f / fmaf(power, p, 1.0f);
	q = fmaf(q, square, 0x1.5292d2p-6f);
	q = fmaf(q, square, -0x1.b84ec6p-5f);
	q = fmaf(q, square, 0x1.1107c8p-3f);
	q = fmaf(q, square, -0x1.555536p-2f);
	q = fmaf(q * square, size, size);
	p = copysignf(vx_choosef(size < 0.625f, q, p), x);
	return vx_choosef(x == x, p, x);
}

/* --- remainder ------------------------------------------------------------ */

/* Exact. The mantissas as integers, x's moved on by eight bits at a time. */
static inline float vx_fmodf(float x, float y)
{
	uint32_t a = vx_float_bits(x) & 0x7fffffff;
	uint32_t b = vx_float_bits(y) & 0x7fffffff;
	/* No number, or the answer is x: then the rest is of 0 by 1. */
	_Bool none = (a >= 0x7f800000) | (b > 0x7f800000) | (b == 0);
	uint32_t is_rest = 0u - (!none & (a >= b));
	uint32_t a_power = a >> 23, b_power = b >> 23, rest, by, left;

	a_power += a_power == 0;
	b_power += b_power == 0;
	rest = ((a & 0x7fffff) | (uint32_t)(a >= 0x800000) << 23) & is_rest;
	by = ((b & 0x7fffff) | (uint32_t)(b >= 0x800000) << 23) & is_rest;
	by |= ~is_rest & 1;
	left = (a_power - b_power) & is_rest;
	rest %= by;
	while (VX_ANY_(left != 0)) {
		uint32_t step = VX_CHOOSE_BITS_(left < 8, left, 8);

		rest = (rest << step) % by;
		left -= step;
	}
	/* 2^(b_power - 150) in two steps, as it may be out of range */
	by = (b_power + 104) >> 1;
	y = (float)rest * vx_bits_float(by << 23);
	y *= vx_bits_float((b_power + 104 - by) << 23);
	y = vx_choosef(is_rest != 0, copysignf(y, x), x);
	return vx_choosef(none, __builtin_nanf(""), y);
}

/* --- sine, cosine ------------------------------------------------------- */

/* pi / 2 is the sum of these. */
#define VX_QUARTER_ 0x1.921fb6p0f
#define VX_QUARTER_LOW_ -0x1.777a5cp-25f
#define VX_QUARTER_LOWER_ -0x1.ee59dap-50f

/* The upper 32 bits of A times B. */
static inline uint32_t vx_high_(uint32_t a, uint32_t b)
{
	return (uint32_t)((uint64_t)a * b >> 32);
}

/* As vx_quarters_, for |x| from 2^15 on. x is an integer of 24 bits times 2^e.
 * Of 2 / pi those bits are taken that make, with this, quarters below four and
 * 62 bits behind the point. */
static inline uint32_t vx_far_quarters_(float x, float *rest)
{
	/* The zeros are for lanes whose x is small, which go along. */
	static const uint32_t two_over_pi[] = {
		0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,
		0x3c439041, 0xfe5163ab, 0, 0, 0
	};
	uint32_t bits = vx_float_bits(x), m = (bits & 0x7fffff) | 0x800000;
	uint32_t from = (bits >> 23 & 255) - 120, by = from & 31;
	const uint32_t *w = two_over_pi + (from >> 5 & 7);
	uint32_t first = w[0] << by | w[1] >> 1 >> (31 - by);
	uint32_t second = w[1] << by | w[2] >> 1 >> (31 - by);
	uint32_t third = w[2] << by | w[3] >> 1 >> (31 - by);
	uint32_t low = m * second + vx_high_(m, third);
	uint32_t high = m * first + vx_high_(m, second) + (low < m * second);
	uint32_t n = (high + (1u << 29)) >> 30;
	int32_t part = (int32_t)(high - (n << 30));
	float upper = (float)part;
	float lower = fmaf((float)low, 0x1p-32f,
			   (float)(part - (int32_t)upper));
	float r = fmaf(lower, VX_QUARTER_ * 0x1p-30f,
		       upper * (VX_QUARTER_LOW_ * 0x1p-30f));

	r = fmaf(upper, VX_QUARTER_ * 0x1p-30f, r) + (x - x);
	*rest = copysignf(1.0f, x) * r;
	return VX_CHOOSE_BITS_(bits >> 31, 0u - n, n);
}

/* x = n pi / 2 + *REST; returns n modulo 4, in the low bits. */
static inline uint32_t vx_quarters_(float x, float *rest)
{
	float t = fmaf(x, 0x1.45f306p-1f, VX_ROUND_), n = t - VX_ROUND_;
	float r = fmaf(n, -VX_QUARTER_LOW_, fmaf(n, -VX_QUARTER_, x));
	uint32_t quarters = vx_float_bits(t);
	_Bool is_far = fabsf(x) >= 0x1p15f;

	*rest = fmaf(n, -VX_QUARTER_LOWER_, r);
	if (VX_ANY_(is_far)) {
		float far_rest;
		uint32_t far_quarters = vx_far_quarters_(x, &far_rest);

		*rest = vx_choosef(is_far, far_rest, *rest);
		quarters = VX_CHOOSE_BITS_(is_far, far_quarters, quarters);
	}
	return quarters;
}

/* The sine of n quarters and r, |r| <= pi / 4. */
static inline float vx_sine_(uint32_t n, float r)
{
	float square = r * r, s = -0x1.9951f8p-13f, c = 0x1.99e816p-16f;

	s = fmaf(s, square, 0x1.110774p-7f);
	s = fmaf(s, square, -0x1.555546p-3f);
	s = fmaf(s * square, r, r);
	c = fmaf(c, square, -0x1.6c0c28p-10f);
	c = fmaf(c, square, 0x1.55554ap-5f);
	c = 1.0f + fmaf(c * square, square, -0.5f * square);
	return vx_bits_float(vx_float_bits(vx_choosef(n & 1, c, s)) ^
			     (n & 2) << 30);
}

static inline float vx_sinf(float x)
{
	float r;
	uint32_t n = vx_quarters_(x, &r);

	return vx_sine_(n, r);
}

static inline float vx_cosf(float x)
{
	float r;
	uint32_t n = vx_quarters_(x, &r);

	return vx_sine_(n + 1, r);
}

static inline float vx_rsqrtf(float x) { return 1.0f / sqrtf(x); }

/* --- the names ---------------------------------------------------------- */

#define expf(x) vx_expf(x)
#define logf(x) vx_logf(x)
#define exp2f(x) vx_exp2f(x)
#define log2f(x) vx_log2f(x)
#define powf(x, y) vx_powf(x, y)
#define tanhf(x) vx_tanhf(x)
#define fmodf(x, y) vx_fmodf(x, y)
#define sinf(x) vx_sinf(x)
#define cosf(x) vx_cosf(x)
#define rsqrtf(x) vx_rsqrtf(x)

#define __fmaf_rn(a, b, c) fmaf(a, b, c)
#define __fsqrt_rn(x) sqrtf(x)
#define __frsqrt_rn(x) rsqrtf(x)
#define __frcp_rn(x) (1.0f / (x))
#define __fdividef(a, b) ((a) / (b))
#define __expf(x) expf(x)
#define __logf(x) logf(x)
#define __sinf(x) sinf(x)
#define __cosf(x) cosf(x)
#define native_sqrt(x) sqrtf(x)
#define native_rsqrt(x) rsqrtf(x)
#define native_recip(x) (1.0f / (x))
#define native_divide(a, b) ((a) / (b))
#define native_exp(x) expf(x)
#define native_log(x) logf(x)
#define native_sin(x) sinf(x)
#define native_cos(x) cosf(x)

#endif
