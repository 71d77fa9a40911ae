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
#error "vx_math.h needs isa.f, as in warpwright run -s isa.f=zfinx"
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
	static const uint32_t two_over_pi[] = {
		0, 0xa2f9836e, 0x4e441529, 0xfc2757d1, 0xf534ddc0, 0xdb629599,
		0x3c439041, 0xfe5163ab
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
