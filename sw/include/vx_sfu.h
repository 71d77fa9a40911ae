/* vx_sfu.h - special functions by one instruction, for cores with isa.sfu
 * SPDX-License-Identifier: Apache-2.0
 *
 * The names that CUDA and OpenCL have for functions that are fast rather than
 * exact. Those of vx_math.h, which this includes, stay as they are; what has
 * the same name there is replaced. An instruction is less than 1 ulp wrong
 * (doc/sfu.md):
 *
 *	vx_rcp vx_rsqrt vx_exp2 vx_log2 vx_sin vx_cos vx_exp    one instruction
 *	__fdividef(a, b)    native_divide       a times vx_rcp(b)
 *	native_sqrt(x)                          as sqrtf, not faster
 *	__logf __log10f     native_log, _log10  vx_log2 and a multiplication
 *	__exp10f            native_exp10        a multiplication and vx_exp2
 *	__tanf              native_tan          vx_sin times vx_rcp of vx_cos
 *	__powf(x, y)        native_powr         vx_exp2 of y times vx_log2(x)
 *
 * __fdividef is 0 for b beyond 2^126 and infinite for b below 2^-128, whatever
 * a is (NaN where a is infinite or 0). The errors of __exp10f and __powf grow
 * with the exponent, as CUDA's do; x of __powf is not negative.
 */
#ifndef VX_SFU_H
#define VX_SFU_H

#ifndef __riscv
#error "vx_sfu.h is for a core with isa.sfu, not for the machine that compiles"
#endif

#ifndef __riscv_xsfu
#error "vx_sfu.h is for cores with isa.sfu = true, as in run -s isa.sfu=true"
#endif

#include "vx_math.h"

#define VX_SFU_(name) \
	static inline float vx_##name(float x) \
	{ \
		float vx_value_; \
		__asm__("sfu." #name " %0, %1" : "="VX_FLOAT_REG_(vx_value_) \
			: VX_FLOAT_REG_(x)); \
		return vx_value_; \
	}
VX_SFU_(rcp)
VX_SFU_(rsqrt)
VX_SFU_(exp2)
VX_SFU_(log2)
VX_SFU_(sin)
VX_SFU_(cos)
VX_SFU_(exp)
#undef VX_SFU_

static inline float vx_fast_divide(float a, float b)
{
	return a * vx_rcp(b);
}

static inline float vx_fast_log(float x)
{
	return vx_log2(x) * 0x1.62e43p-1f;
}

static inline float vx_fast_log10(float x)
{
	return vx_log2(x) * 0x1.344136p-2f;
}

static inline float vx_fast_exp10(float x)
{
	return vx_exp2(x * 0x1.a934f0p1f);
}

static inline float vx_fast_tan(float x)
{
	return vx_sin(x) * vx_rcp(vx_cos(x));
}

static inline float vx_fast_pow(float x, float y)
{
	return vx_exp2(y * vx_log2(x));
}

static inline void vx_fast_sincos(float x, float *sine, float *cosine)
{
	*sine = vx_sin(x);
	*cosine = vx_cos(x);
}

#undef __fdividef
#undef __expf
#undef __logf
#undef __sinf
#undef __cosf
#undef native_rsqrt
#undef native_recip
#undef native_divide
#undef native_exp
#undef native_log
#undef native_sin
#undef native_cos

/* CUDA */
#define __fdividef(a, b) vx_fast_divide(a, b)
#define __expf(x) vx_exp(x)
#define __exp10f(x) vx_fast_exp10(x)
#define __logf(x) vx_fast_log(x)
#define __log2f(x) vx_log2(x)
#define __log10f(x) vx_fast_log10(x)
#define __sinf(x) vx_sin(x)
#define __cosf(x) vx_cos(x)
#define __tanf(x) vx_fast_tan(x)
#define __powf(x, y) vx_fast_pow(x, y)
#define __sincosf(x, sine, cosine) vx_fast_sincos(x, sine, cosine)

/* OpenCL; native_sqrt is that of vx_math.h. */
#define native_recip(x) vx_rcp(x)
#define native_rsqrt(x) vx_rsqrt(x)
#define native_divide(a, b) vx_fast_divide(a, b)
#define native_exp(x) vx_exp(x)
#define native_exp2(x) vx_exp2(x)
#define native_exp10(x) vx_fast_exp10(x)
#define native_log(x) vx_fast_log(x)
#define native_log2(x) vx_log2(x)
#define native_log10(x) vx_fast_log10(x)
#define native_sin(x) vx_sin(x)
#define native_cos(x) vx_cos(x)
#define native_tan(x) vx_fast_tan(x)
#define native_powr(x, y) vx_fast_pow(x, y)

#endif
