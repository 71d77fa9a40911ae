/* ww_cuda_device.h - what kernels can call, beside clang's headers
 * SPDX-License-Identifier: Apache-2.0
 *
 * Instructions that LLVM has not are written as .insn: isa/insns.def.
 */
#ifndef WW_CUDA_DEVICE_H
#define WW_CUDA_DEVICE_H

#define WW_D static __inline__ __attribute__((always_inline)) __device__
#define WW_N extern "C" __inline__ __attribute__((always_inline)) __device__

/* --- libdevice, as far as it is no function of OpenCL C ------------------ */

WW_N int __nv_abs(int a) { return a < 0 ? -a : a; }
WW_N long long __nv_llabs(long long a) { return a < 0 ? -a : a; }
WW_N int __nv_max(int a, int b) { return a < b ? b : a; }
WW_N int __nv_min(int a, int b) { return b < a ? b : a; }
WW_N unsigned __nv_umax(unsigned a, unsigned b) { return a < b ? b : a; }
WW_N unsigned __nv_umin(unsigned a, unsigned b) { return b < a ? b : a; }
WW_N long long __nv_llmax(long long a, long long b) { return a < b ? b : a; }
WW_N long long __nv_llmin(long long a, long long b) { return b < a ? b : a; }
WW_N unsigned long long __nv_ullmax(unsigned long long a,
				    unsigned long long b)
{ return a < b ? b : a; }
WW_N unsigned long long __nv_ullmin(unsigned long long a,
				    unsigned long long b)
{ return b < a ? b : a; }
WW_N int __nv_popc(unsigned a) { return __builtin_popcount(a); }
WW_N int __nv_popcll(unsigned long long a)
{
	return __builtin_popcount((unsigned)a) +
	       __builtin_popcount((unsigned)(a >> 32));
}
WW_N int __nv_clz(int a)
{
	return __builtin_clz((unsigned)a | 1) + (a == 0);
}
WW_N int __nv_clzll(long long a)
{
	int high = __nv_clz((int)(a >> 32)), low = __nv_clz((int)a);

	return high + (low & -(high >> 5));
}
WW_N int __nv_ffs(int a) { return 32 - __nv_clz(a & -a); }
WW_N int __nv_ffsll(long long a) { return 64 - __nv_clzll(a & -a); }
WW_N int __nv_brev(int a)
{
	unsigned x = (unsigned)a;

	x = (x >> 1 & 0x55555555) | (x & 0x55555555) << 1;
	x = (x >> 2 & 0x33333333) | (x & 0x33333333) << 2;
	x = (x >> 4 & 0x0f0f0f0f) | (x & 0x0f0f0f0f) << 4;
	x = (x >> 8 & 0x00ff00ff) | (x & 0x00ff00ff) << 8;
	return (int)(x >> 16 | x << 16);
}
WW_N long long __nv_brevll(long long a)
{
	return (long long)((unsigned long long)(unsigned)__nv_brev((int)a)
			   << 32 | (unsigned)__nv_brev((int)(a >> 32)));
}
WW_N int __nv_byte_perm(int a, int b, int s)
{
	unsigned long long v = (unsigned long long)(unsigned)b << 32 |
			       (unsigned)a;
	unsigned r = 0;

	for (int k = 0; k < 4; k++)
		r |= (unsigned)(v >> ((s >> 4 * k & 7) * 8) & 255) << 8 * k;
	return (int)r;
}
WW_N int __nv_mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
WW_N unsigned __nv_umul24(unsigned a, unsigned b)
{ return (a & 0xffffff) * (b & 0xffffff); }
WW_N int __nv_mulhi(int a, int b) { return (int)((long long)a * b >> 32); }
WW_N unsigned __nv_umulhi(unsigned a, unsigned b)
{ return (unsigned)((unsigned long long)a * b >> 32); }
WW_N unsigned long long __nv_umul64hi(unsigned long long a,
				      unsigned long long b)
{
	unsigned long long al = (unsigned)a, ah = a >> 32, bl = (unsigned)b;
	unsigned long long bh = b >> 32, m = ah * bl + (al * bl >> 32);

	return ah * bh + (m >> 32) + ((al * bh + (unsigned)m) >> 32);
}
WW_N long long __nv_mul64hi(long long a, long long b)
{
	return (long long)(__nv_umul64hi((unsigned long long)a,
					 (unsigned long long)b) -
			   ((a >> 63) & b) - ((b >> 63) & a));
}
WW_N int __nv_hadd(int a, int b) { return (int)(((long long)a + b) >> 1); }
WW_N int __nv_rhadd(int a, int b) { return (int)(((long long)a + b + 1) >> 1); }
WW_N int __nv_uhadd(unsigned a, unsigned b)
{ return (int)(((unsigned long long)a + b) >> 1); }
WW_N unsigned __nv_urhadd(unsigned a, unsigned b)
{ return (unsigned)(((unsigned long long)a + b + 1) >> 1); }
WW_N int __nv_sad(int a, int b, int c) { return c + (a < b ? b - a : a - b); }
WW_N unsigned __nv_usad(unsigned a, unsigned b, unsigned c)
{ return c + (a < b ? b - a : a - b); }
WW_N float __nv_saturatef(float a)
{ return a > 0.0f ? a < 1.0f ? a : 1.0f : 0.0f; }
WW_N int __nv_float_as_int(float a)
{ int r; __builtin_memcpy(&r, &a, 4); return r; }
WW_N unsigned __nv_float_as_uint(float a)
{ unsigned r; __builtin_memcpy(&r, &a, 4); return r; }
WW_N float __nv_int_as_float(int a)
{ float r; __builtin_memcpy(&r, &a, 4); return r; }
WW_N float __nv_uint_as_float(unsigned a)
{ float r; __builtin_memcpy(&r, &a, 4); return r; }
WW_N unsigned long long __nv_double_as_longlong(double a)
{ unsigned long long r; __builtin_memcpy(&r, &a, 8); return r; }
WW_N double __nv_longlong_as_double(long long a)
{ double r; __builtin_memcpy(&r, &a, 8); return r; }
WW_N int __nv_double2hiint(double a)
{ return (int)(__nv_double_as_longlong(a) >> 32); }
WW_N int __nv_double2loint(double a) { return (int)__nv_double_as_longlong(a); }
WW_N double __nv_hiloint2double(int a, int b)
{ return __nv_longlong_as_double((long long)a << 32 | (unsigned)b); }

/* Rounded to the nearest, whatever is asked for, but for conversions. */
#define WW_ROUND(m) \
	WW_N float __nv_fadd_##m(float a, float b) { return a + b; } \
	WW_N float __nv_fsub_##m(float a, float b) { return a - b; } \
	WW_N float __nv_fmul_##m(float a, float b) { return a * b; } \
	WW_N float __nv_fdiv_##m(float a, float b) { return a / b; } \
	WW_N float __nv_frcp_##m(float a) { return 1.0f / a; } \
	WW_N float __nv_fsqrt_##m(float a) { return __builtin_sqrtf(a); } \
	WW_N float __nv_fmaf_##m(float a, float b, float c) \
	{ return __builtin_fmaf(a, b, c); } \
	WW_N double __nv_dadd_##m(double a, double b) { return a + b; } \
	WW_N double __nv_dsub_##m(double a, double b) { return a - b; } \
	WW_N double __nv_dmul_##m(double a, double b) { return a * b; } \
	WW_N double __nv_ddiv_##m(double a, double b) { return a / b; } \
	WW_N double __nv_drcp_##m(double a) { return 1.0 / a; } \
	WW_N double __nv_dsqrt_##m(double a) { return __nv_sqrt(a); } \
	WW_N double __nv_fma_##m(double a, double b, double c) \
	{ return __nv_fma(a, b, c); } \
	WW_N float __nv_double2float_##m(double a) { return (float)a; } \
	WW_N float __nv_int2float_##m(int a) { return (float)a; } \
	WW_N float __nv_uint2float_##m(unsigned a) { return (float)a; } \
	WW_N float __nv_ll2float_##m(long long a) { return (float)a; } \
	WW_N float __nv_ull2float_##m(unsigned long long a) \
	{ return (float)a; } \
	WW_N double __nv_ll2double_##m(long long a) { return (double)a; } \
	WW_N double __nv_ull2double_##m(unsigned long long a) \
	{ return (double)a; }
WW_ROUND(rn) WW_ROUND(rz) WW_ROUND(ru) WW_ROUND(rd)
WW_N double __nv_int2double_rn(int a) { return a; }
WW_N double __nv_uint2double_rn(unsigned a) { return a; }
WW_N float __nv_frsqrt_rn(float a) { return 1.0f / __builtin_sqrtf(a); }
#define WW_TO_INT(m, f, d) \
	WW_N int __nv_float2int_##m(float a) { return (int)f; } \
	WW_N unsigned __nv_float2uint_##m(float a) { return (unsigned)f; } \
	WW_N long long __nv_float2ll_##m(float a) { return (long long)f; } \
	WW_N unsigned long long __nv_float2ull_##m(float a) \
	{ return (unsigned long long)f; } \
	WW_N int __nv_double2int_##m(double a) { return (int)d; } \
	WW_N unsigned __nv_double2uint_##m(double a) { return (unsigned)d; } \
	WW_N long long __nv_double2ll_##m(double a) { return (long long)d; } \
	WW_N unsigned long long __nv_double2ull_##m(double a) \
	{ return (unsigned long long)d; }
WW_TO_INT(rz, a, a)
WW_TO_INT(rn, __nv_rintf(a), __nv_rint(a))
WW_TO_INT(ru, __nv_ceilf(a), __nv_ceil(a))
WW_TO_INT(rd, __nv_floorf(a), __nv_floor(a))
WW_N float __nv_fast_fdividef(float a, float b) { return a / b; }
WW_N int __nv_isinff(float a)
{ return (__nv_float_as_uint(a) & 0x7fffffff) == 0x7f800000; }
WW_N int __nv_isnanf(float a)
{ return (__nv_float_as_uint(a) & 0x7fffffff) > 0x7f800000; }
WW_N int __nv_finitef(float a)
{ return (__nv_float_as_uint(a) & 0x7fffffff) < 0x7f800000; }
WW_N int __nv_signbitf(float a) { return (int)(__nv_float_as_uint(a) >> 31); }
WW_N int __nv_isinfd(double a)
{ return (__nv_double_as_longlong(a) << 1) == 0xffe0000000000000ull; }
WW_N int __nv_isnand(double a)
{ return (__nv_double_as_longlong(a) << 1) > 0xffe0000000000000ull; }
WW_N int __nv_isfinited(double a)
{ return (__nv_double_as_longlong(a) << 1) < 0xffe0000000000000ull; }
WW_N int __nv_signbitd(double a)
{ return (int)(__nv_double_as_longlong(a) >> 63); }
WW_N void __nv_sincosf(float a, float *s, float *c)
{ *s = __nv_sinf(a); *c = __nv_cosf(a); }
WW_N void __nv_fast_sincosf(float a, float *s, float *c)
{ *s = __nv_sinf(a); *c = __nv_cosf(a); }
WW_N void __nv_sincos(double a, double *s, double *c)
{ *s = __nv_sin(a); *c = __nv_cos(a); }
WW_N float __nv_powif(float a, int b) { return __nv_powf(a, (float)b); }
WW_N double __nv_powi(double a, int b) { return __nv_pow(a, (double)b); }
WW_N float __nv_rhypotf(float a, float b) { return 1.0f / __nv_hypotf(a, b); }
WW_N float __nv_norm3df(float a, float b, float c)
{ return __builtin_sqrtf(a * a + b * b + c * c); }
/* By up to three factors, of which the last alone rounds. */
WW_N float __nv_ldexpf(float a, int b)
{
	for (int i = 0; i < 2; i++)
		if (b > 127) {
			a *= 0x1p127f;
			b -= 127;
		} else if (b < -126) {
			a *= 0x1p-102f;
			b += 102;
		}
	b = b > 127 ? 127 : b < -126 ? -126 : b;
	return a * __nv_uint_as_float((unsigned)(127 + b) << 23);
}
WW_N float __nv_scalbnf(float a, int b) { return __nv_ldexpf(a, b); }
WW_N float __nv_modff(float a, float *b)
{
	*b = __nv_truncf(a);
	return __builtin_copysignf(a == *b ? 0 : a - *b, a);
}
WW_N float __nv_frexpf(float a, int *b)
{
	unsigned x = __nv_float_as_uint(a), small = (x & 0x7f800000) == 0;

	*b = 0;
	if (x << 1 == 0 || (x & 0x7f800000) == 0x7f800000)
		return a;
	x = __nv_float_as_uint(small ? a * 16777216.0f : a);
	*b = (int)(x >> 23 & 255) - 126 - (small ? 24 : 0);
	return __nv_uint_as_float((x & 0x807fffff) | 0x3f000000);
}
WW_N double __nv_frexp(double a, int *b)
{
	unsigned long long x = __nv_double_as_longlong(a);
	int small = (x >> 52 & 2047) == 0;

	*b = 0;
	if (x << 1 == 0 || (x >> 52 & 2047) == 2047)
		return a;
	x = __nv_double_as_longlong(small ? a * 18014398509481984.0 : a);
	*b = (int)(x >> 52 & 2047) - 1022 - (small ? 54 : 0);
	return __nv_longlong_as_double((long long)((x & 0x800fffffffffffffull) |
						   0x3fe0000000000000ull));
}
WW_N double __nv_ldexp(double a, int b)
{
	for (int i = 0; i < 2; i++)
		if (b > 1023) {
			a *= 0x1p1023;
			b -= 1023;
		} else if (b < -1022) {
			a *= 0x1p-969;
			b += 969;
		}
	b = b > 1023 ? 1023 : b < -1022 ? -1022 : b;
	return a * __nv_longlong_as_double((long long)(1023 + b) << 52);
}
WW_N double __nv_scalbn(double a, int b) { return __nv_ldexp(a, b); }
WW_N double __nv_modf(double a, double *b)
{
	*b = __nv_trunc(a);
	return __builtin_copysign(a == *b ? 0 : a - *b, a);
}
WW_N int __nv_ilogbf(float a)
{ return a != a ? -0x7fffffff - 1 : (int)__nv_logbf(a); }
WW_N int __nv_ilogb(double a)
{ return a != a ? -0x7fffffff - 1 : (int)__nv_logb(a); }
WW_N float __nv_rcbrtf(float a) { return 1.0f / __nv_cbrtf(a); }
WW_N float __nv_rnorm3df(float a, float b, float c)
{ return 1.0f / __builtin_sqrtf(a * a + b * b + c * c); }
WW_N long long __nv_llrintf(float a) { return (long long)__nv_rintf(a); }
WW_N long long __nv_llroundf(float a) { return (long long)__nv_roundf(a); }
WW_N long long __nv_llrint(double a) { return (long long)__nv_rint(a); }
WW_N long long __nv_llround(double a) { return (long long)__nv_round(a); }
WW_N float __nv_normcdff(float a)
{ return 0.5f * __nv_erfcf(-0.70710678f * a); }

/* --- votes ------------------------------------------------------------- */

#define WW_VOTE(name, code, type) \
	WW_D type name(int c) \
	{ \
		unsigned r; \
		__asm__ volatile(".insn r 0x0b, " code ", 1, %0, %1, x0" \
				 : "=r"(r) : "r"(c != 0)); \
		return (type)r; \
	}
WW_VOTE(ww_vote_all_, "0", int) WW_VOTE(ww_vote_any_, "1", int)
WW_VOTE(ww_vote_uni_, "2", int) WW_VOTE(ww_vote_ballot_, "3", unsigned)
/* __all, __any and __ballot are clang's. */
#define __nvvm_vote_all ww_vote_all_
#define __nvvm_vote_any ww_vote_any_
#define __nvvm_vote_ballot ww_vote_ballot_

extern "C" {
__device__ int vprintf(const char *, const char *);
__device__ int printf(const char *, ...);
}
/* clang's is an instruction of NVIDIA's devices. A macro traps in the line of
 * its user. */
#define __trap ww_no_trap
#include <__clang_cuda_device_functions.h>
#undef __nvvm_vote_all
#undef __nvvm_vote_any
#undef __nvvm_vote_ballot
#undef __trap
#define __trap() __builtin_trap()
#include <__clang_cuda_math.h>
extern "C" __device__ __attribute__((noreturn)) inline void __assert_fail(
	const char *what, const char *file, unsigned line, const char *f)
{
	printf("%s:%u: %s: block: [%u,%u,%u], thread: [%u,%u,%u] Assertion "
	       "`%s` failed.\n", file, line, f, blockIdx.x, blockIdx.y,
	       blockIdx.z, threadIdx.x, threadIdx.y, threadIdx.z, what);
	__builtin_trap();
}

#define WW_PLACE(t) \
	WW_D __cuda_builtin_##t##_t::operator dim3() const \
	{ return dim3(x, y, z); } \
	WW_D __cuda_builtin_##t##_t::operator uint3() const \
	{ return uint3{ x, y, z }; }
#undef WW_PLACE
#define WW_PLACE(t) \
	__device__ inline __cuda_builtin_##t##_t::operator dim3() const \
	{ return dim3(x, y, z); } \
	__device__ inline __cuda_builtin_##t##_t::operator uint3() const \
	{ return uint3{ x, y, z }; }
WW_PLACE(threadIdx) WW_PLACE(blockIdx) WW_PLACE(blockDim) WW_PLACE(gridDim)
#undef WW_PLACE
#include <__clang_cuda_cmath.h>
/* What clang's headers only declare, and ww_cuda_math.h has. */
WW_D float remquo(float a, float b, int *quotient)
{ return __nv_remquof(a, b, quotient); }
WW_D float remainder(float a, float b) { return __nv_remainderf(a, b); }
WW_D float nextafter(float a, float b) { return __nv_nextafterf(a, b); }
WW_D float exp2(float a) { return __nv_exp2f(a); }
WW_D float erfc(float a) { return __nv_erfcf(a); }
WW_D int ilogb(float a) { return __nv_ilogbf(a); }
WW_D long lrint(float a) { return (long)__nv_llrintf(a); }
WW_D long lround(float a) { return (long)__nv_llroundf(a); }
WW_D long long llrint(float a) { return __nv_llrintf(a); }
WW_D long long llround(float a) { return __nv_llroundf(a); }
WW_D float scalbn(float a, int b) { return __nv_scalbnf(a, b); }
WW_D float scalbln(float a, long b)
{ return __nv_scalbnf(a, b > 999 ? 999 : b < -999 ? -999 : (int)b); }
#include <__clang_cuda_complex_builtins.h>

/* --- the warp ------------------------------------------------------------- */

WW_D unsigned ww_warp_threads_(void)
{
	unsigned r;

	__asm__("csrr %0, %1" : "=r"(r) : "n"(0xfc0));
	return r;
}
WW_D unsigned ww_lane_(void)
{
	unsigned r;

	__asm__("csrr %0, %1" : "=r"(r) : "n"(0xcc0));
	return r;
}
/* The width of the core's warps, which is 32 on the usual device. */
struct ww_warp_size_ {
	__device__ __inline__ __attribute__((always_inline))
	operator int() const
	{ return (int)ww_warp_threads_(); }
};
extern const __device__ __attribute__((weak)) ww_warp_size_ warpSize;

WW_D int __all_sync(unsigned, int c) { return ww_vote_all_(c); }
WW_D int __any_sync(unsigned, int c) { return ww_vote_any_(c); }
WW_D int __uni_sync(unsigned, int c) { return ww_vote_uni_(c); }
WW_D unsigned __ballot_sync(unsigned m, int c)
{ return ww_vote_ballot_(c) & m; }
WW_D unsigned __activemask(void) { return ww_vote_ballot_(1); }
WW_D void __syncwarp(unsigned = ~0u) { __asm__ volatile("" ::: "memory"); }

/* Of a thread that is there but not active, the core gives the own value; on
 * NVIDIA's devices it is 0, which programs rely on. */
#define WW_SHUFFLE(name, code, field, source) \
	WW_D unsigned name(unsigned v, unsigned b, unsigned width) \
	{ \
		unsigned r, how = (64 - width) << 12 | 63 << 6 | (field); \
		unsigned me = ww_lane_(), first = 64 - width, \
			 from = (source); \
		__asm__ volatile(".insn r 0x0b, " code ", 1, %0, %1, %2" \
				 : "=r"(r) : "r"(v), "r"(how)); \
		unsigned awake = ww_vote_ballot_(1) >> (from & 31) & 1; \
		return ((from & first) == (me & first)) & (from < 32) & \
		       (awake == 0) ? 0 : r; \
	}
WW_SHUFFLE(ww_shfl_up_, "4", b & 63, me - b)
WW_SHUFFLE(ww_shfl_down_, "5", b & 63, me + b)
WW_SHUFFLE(ww_shfl_xor_, "6", b & 63, me ^ b)
WW_SHUFFLE(ww_shfl_idx_, "7", b & (width - 1), (me & first) | (b & (width - 1)))

/* Values of any type, word by word. */
#define WW_SHFL(name, word, type) \
	template<class T> WW_D T name(unsigned, T v, type b, \
				      int width = warpSize) \
	{ \
		unsigned w[(sizeof(T) + 3) / 4] = { 0 }; \
		__builtin_memcpy(w, &v, sizeof v); \
		for (unsigned k = 0; k < sizeof w / 4; k++) \
			w[k] = word(w[k], (unsigned)b, (unsigned)width); \
		__builtin_memcpy(&v, w, sizeof v); \
		return v; \
	}
WW_SHFL(__shfl_sync, ww_shfl_idx_, int)
WW_SHFL(__shfl_up_sync, ww_shfl_up_, unsigned)
WW_SHFL(__shfl_down_sync, ww_shfl_down_, unsigned)
WW_SHFL(__shfl_xor_sync, ww_shfl_xor_, int)
template<class T> WW_D T __shfl(T v, int b, int w = warpSize)
{ return __shfl_sync(~0u, v, b, w); }
template<class T> WW_D T __shfl_up(T v, unsigned b, int w = warpSize)
{ return __shfl_up_sync(~0u, v, b, w); }
template<class T> WW_D T __shfl_down(T v, unsigned b, int w = warpSize)
{ return __shfl_down_sync(~0u, v, b, w); }
template<class T> WW_D T __shfl_xor(T v, int b, int w = warpSize)
{ return __shfl_xor_sync(~0u, v, b, w); }
/* The threads of M whose V is the same as the own; all of them, or none. */
template<class T> WW_D unsigned __match_any_sync(unsigned m, T v)
{
	unsigned r = 0;

	for (int k = 0; k < warpSize; k++) {
		T other = __shfl_sync(m, v, k);
		unsigned here = m >> k & 1;

		if (here && other == v)
			r |= 1u << k;
	}
	return r;
}
template<class T> WW_D unsigned __match_all_sync(unsigned m, T v, int *all)
{
	*all = __all_sync(m, __match_any_sync(m, v) == m);
	return *all ? m : 0;
}
#define WW_REDUCE(name, type, how) \
	WW_D type name(unsigned m, type a) \
	{ \
		for (int k = 1; k < warpSize; k *= 2) { \
			type b = __shfl_xor_sync(m, a, k); \
			a = how; \
		} \
		return a; \
	}
WW_REDUCE(__reduce_add_sync, unsigned, a + b)
WW_REDUCE(__reduce_min_sync, unsigned, a < b ? a : b)
WW_REDUCE(__reduce_max_sync, unsigned, a < b ? b : a)
WW_REDUCE(__reduce_and_sync, unsigned, a & b)
WW_REDUCE(__reduce_or_sync, unsigned, a | b)
WW_REDUCE(__reduce_xor_sync, unsigned, a ^ b)

/* --- atomic functions ----------------------------------------------------- */

#define WW_ATOMIC(name, type, op) \
	WW_D type name(type *p, type v) \
	{ return op(p, v, __ATOMIC_RELAXED); }
#define WW_ATOMICS(name, op) \
	WW_ATOMIC(name, int, op) WW_ATOMIC(name, unsigned, op)
WW_ATOMICS(atomicAdd, __atomic_fetch_add)
WW_ATOMICS(atomicSub, __atomic_fetch_sub)
WW_ATOMICS(atomicAnd, __atomic_fetch_and)
WW_ATOMICS(atomicOr, __atomic_fetch_or)
WW_ATOMICS(atomicXor, __atomic_fetch_xor)
WW_ATOMICS(atomicMin, __atomic_fetch_min)
WW_ATOMICS(atomicMax, __atomic_fetch_max)
WW_ATOMICS(atomicExch, __atomic_exchange_n)
WW_D int atomicCAS(int *p, int c, int v)
{
	__atomic_compare_exchange_n(p, &c, v, false, __ATOMIC_RELAXED,
				    __ATOMIC_RELAXED);
	return c;
}
WW_D unsigned atomicCAS(unsigned *p, unsigned c, unsigned v)
{ return (unsigned)atomicCAS((int *)p, (int)c, (int)v); }
WW_D float atomicExch(float *p, float v)
{ return __int_as_float(atomicExch((int *)p, __float_as_int(v))); }

/* What the core has no instruction for, by a loop; NEW has a, the old. */
#define WW_BY_CAS(name, type, word, to, from, new) \
	WW_D type name(type *p, type v) \
	{ \
		word old = *(volatile word *)p, seen; \
		do { \
			type a = from(old); \
			seen = old; \
			old = atomicCAS((word *)p, seen, to(new)); \
		} while (old != seen); \
		return from(old); \
	}
WW_BY_CAS(atomicAdd, float, int, __float_as_int, __int_as_float, a + v)
WW_BY_CAS(atomicInc, unsigned, unsigned, , , a >= v ? 0 : a + 1)
WW_BY_CAS(atomicDec, unsigned, unsigned, , , a == 0 || a > v ? v : a - 1)

/* Of 64 bits, under a lock: the core has no such instruction. A thread takes
 * it, works, and gives it back in one turn. */
inline __device__ int ww_atomic_lock_;
#define WW_LOCKED(type, work) \
	type old; \
	int done = 0; \
	do { \
		if (atomicExch(&ww_atomic_lock_, 1) == 0) { \
			__threadfence(); \
			old = *(volatile type *)p; \
			work; \
			__threadfence(); \
			atomicExch(&ww_atomic_lock_, 0); \
			done = 1; \
		} \
		/* So that what is done under the lock stays in the loop. */ \
		__asm__ volatile("" : "+r"(done)); \
	} while (!done); \
	return old;
#define WW_ATOMIC64(name, type, new) \
	WW_D type name(type *p, type v) \
	{ WW_LOCKED(type, *(volatile type *)p = (new)) }
typedef unsigned long long ww_ull_;
typedef long long ww_ll_;
WW_ATOMIC64(atomicAdd, ww_ull_, old + v)
WW_ATOMIC64(atomicAdd, double, old + v)
WW_ATOMIC64(atomicExch, ww_ull_, v)
WW_ATOMIC64(atomicAnd, ww_ull_, old & v)
WW_ATOMIC64(atomicOr, ww_ull_, old | v)
WW_ATOMIC64(atomicXor, ww_ull_, old ^ v)
WW_ATOMIC64(atomicMin, ww_ull_, old < v ? old : v)
WW_ATOMIC64(atomicMax, ww_ull_, old < v ? v : old)
WW_ATOMIC64(atomicMin, ww_ll_, old < v ? old : v)
WW_ATOMIC64(atomicMax, ww_ll_, old < v ? v : old)
WW_D ww_ull_ atomicCAS(ww_ull_ *p, ww_ull_ c, ww_ull_ v)
{ WW_LOCKED(ww_ull_, if (old == c) *(volatile ww_ull_ *)p = v) }
WW_D ww_ull_ atomicAdd(unsigned long *p, unsigned long v)
{ return atomicAdd((ww_ull_ *)p, (ww_ull_)v); }
/* The half of a word that P points to, by the word. */
WW_D unsigned short atomicCAS(unsigned short *p, unsigned short c,
			      unsigned short v)
{
	size_t at = (size_t)p, low = at & 2;
	unsigned *word = (unsigned *)(at - low), shift = (unsigned)low * 8;
	unsigned seen = *(volatile unsigned *)word, old;

	do {
		old = seen;
		if ((unsigned short)(old >> shift) != c)
			break;
		seen = atomicCAS(word, old, (old & ~(0xffffu << shift)) |
				 (unsigned)v << shift);
	} while (seen != old);
	return (unsigned short)(old >> shift);
}

/* All are for the whole device. */
#define WW_SCOPED(name) \
	template<class T, class V> WW_D T name##_block(T *p, V v) \
	{ return name(p, (T)v); } \
	template<class T, class V> WW_D T name##_system(T *p, V v) \
	{ return name(p, (T)v); }
WW_SCOPED(atomicAdd) WW_SCOPED(atomicSub) WW_SCOPED(atomicExch)
WW_SCOPED(atomicMin) WW_SCOPED(atomicMax) WW_SCOPED(atomicInc)
WW_SCOPED(atomicDec) WW_SCOPED(atomicAnd) WW_SCOPED(atomicOr)
WW_SCOPED(atomicXor)
template<class T, class C, class V> WW_D T atomicCAS_block(T *p, C c, V v)
{ return atomicCAS(p, (T)c, (T)v); }
template<class T, class C, class V> WW_D T atomicCAS_system(T *p, C c, V v)
{ return atomicCAS(p, (T)c, (T)v); }

/* Is P an address in shared memory? */
WW_D unsigned __isShared(const void *p)
{ return __nvvm_isspacep_shared(p); }
WW_D unsigned __isLocal(const void *p)
{ return __nvvm_isspacep_local(p); }
/* That of constants is global memory, too. */
WW_D unsigned __isGlobal(const void *p)
{ return !__isShared(p) && !__isLocal(p); }

/* --- the heap ---------------------------------------------------------------
 *
 * The host gives it memory before a launch: cuda/launch.c. A block has a head
 * of 16 bytes and a size of one of 108 classes, four in each power of two, so
 * that a block that is free serves the next request of its class. new and
 * delete, of clang's header, are malloc and free.
 */
#ifdef __CUDA_ARCH__
struct ww_heap_state_ {
	unsigned next, end;     /* what was in no block yet */
	unsigned lock;
	unsigned free[128];     /* the first block of each class */
};
inline __device__ ww_heap_state_ ww_heap_;

/* The class of SIZE bytes, which grow to those of a block. */
WW_D unsigned ww_heap_class_(unsigned *size)
{
	unsigned n = *size - 1, e = 31 - __clz((int)n);

	if (e < 6) {
		*size = (n | 15) + 1;
		return n >> 4;
	}
	*size = ((n >> (e - 2)) + 1) << (e - 2);
	return 4 * (e - 6) + (n >> (e - 2) & 3) + 4;
}

WW_D unsigned ww_heap_take_(unsigned class_, unsigned size)
{
	volatile ww_heap_state_ *h = &ww_heap_;
	unsigned block = h->free[class_];

	if (block) {
		h->free[class_] = ((volatile unsigned *)(size_t)block)[1];
	} else if (size <= h->end - h->next) {
		block = h->next;
		h->next = block + size;
	}
	if (block)
		*(volatile unsigned *)(size_t)block = class_;
	return block;
}

WW_D void ww_heap_give_(unsigned block)
{
	volatile ww_heap_state_ *h = &ww_heap_;
	volatile unsigned *head = (volatile unsigned *)(size_t)block;

	head[1] = h->free[head[0]];
	h->free[head[0]] = block;
}

/* One thread after the other. */
#define WW_HEAP_LOCKED(work) \
	int done = 0; \
	do { \
		if (atomicExch(&ww_heap_.lock, 1u) == 0) { \
			__threadfence(); \
			work; \
			__threadfence(); \
			atomicExch(&ww_heap_.lock, 0u); \
			done = 1; \
		} \
		__asm__ volatile("" : "+r"(done)); \
	} while (!done);

extern "C" __device__ __inline__ void *malloc(size_t n)
{
	unsigned size = (unsigned)n + 16, class_, block = 0;

	if (n > 0x40000000)
		return 0;
	class_ = ww_heap_class_(&size);
	WW_HEAP_LOCKED(block = ww_heap_take_(class_, size))
	return block ? (void *)(size_t)(block + 16) : 0;
}

extern "C" __device__ __inline__ void free(void *p)
{
	if (!p)
		return;
	WW_HEAP_LOCKED(ww_heap_give_((unsigned)(size_t)p - 16))
}
#endif

/* --- votes of a block ----------------------------------------------------- */

WW_D int ww_block_count_(int c)
{
	static __shared__ int sum;
	int r;

	__syncthreads();
	if (threadIdx.x + threadIdx.y + threadIdx.z == 0)
		sum = 0;
	__syncthreads();
	if (c)
		atomicAdd(&sum, 1);
	__syncthreads();
	r = sum;
	__syncthreads();
	return r;
}
#define __syncthreads_count(c) ww_block_count_((c) != 0)
#define __syncthreads_or(c) (ww_block_count_((c) != 0) != 0)
#define __syncthreads_and(c) (ww_block_count_((c) == 0) == 0)

/* --- others --------------------------------------------------------------- */

/* The bit of MASK that is set the OFFSET-th time from BASE on, downwards if
 * OFFSET is negative. */
WW_D unsigned __fns(unsigned mask, unsigned base, int offset)
{
	const int step = offset < 0 ? -1 : 1;
	int left = offset ? offset * step : 1;

	for (unsigned at = base; at < 32; at += (unsigned)step) {
		left -= mask >> at & 1;
		if (!left)
			return at;
		if (!offset)
			break;
	}
	return ~0u;
}

/* Loads and stores that say how long caches are to keep their line. */
#define WW_LOAD(name) template<class T> WW_D T name(const T *p) { return *p; }
WW_LOAD(__ldg) WW_LOAD(__ldca) WW_LOAD(__ldcg) WW_LOAD(__ldcs) WW_LOAD(__ldlu)
#undef WW_LOAD
template<class T> WW_D T __ldcv(const T *p)
{
	T r;

	for (unsigned k = 0; k < sizeof r; k += sizeof r % 4 ? 1 : 4) {
		if (sizeof r % 4)
			((char *)&r)[k] = ((const volatile char *)p)[k];
		else
			((int *)&r)[k / 4] = ((const volatile int *)p)[k / 4];
	}
	return r;
}
#define WW_STORE(name) \
template<class T> WW_D void name(T *p, T v) { *p = v; } \
template<class T, class U> WW_D void name(T *p, U v) { *p = (T)v; }
WW_STORE(__stwb) WW_STORE(__stcg) WW_STORE(__stcs) WW_STORE(__stwt)
#undef WW_STORE
WW_D void __nanosleep(unsigned) {}
WW_D unsigned __funnelshift_l(unsigned lo, unsigned hi, unsigned n)
{
	n &= 31;
	return n ? hi << n | lo >> (32 - n) : hi;
}
WW_D unsigned __funnelshift_r(unsigned lo, unsigned hi, unsigned n)
{
	n &= 31;
	return n ? lo >> n | hi << (32 - n) : lo;
}

/* The same by at most 32. */
WW_D unsigned __funnelshift_lc(unsigned lo, unsigned hi, unsigned n)
{ return n < 32 ? __funnelshift_l(lo, hi, n) : lo; }
WW_D unsigned __funnelshift_rc(unsigned lo, unsigned hi, unsigned n)
{ return n < 32 ? __funnelshift_r(lo, hi, n) : hi; }

/* C + the products of the bytes of A and B; of the halves of A and two bytes of
 * B, from BYTE on. */
#define WW_DOT(word, part, half) \
WW_D word __dp4a(word a, word b, word c) \
{ \
	for (int i = 0; i < 32; i += 8) \
		c += (word)(part)(a >> i) * (word)(part)(b >> i); \
	return c; \
} \
WW_D word ww_dp2a_(word a, word b, word c, int byte) \
{ \
	for (int i = 0; i < 2; i++) \
		c += (word)(half)(a >> 16 * i) * \
		     (word)(part)(b >> 8 * (byte + i)); \
	return c; \
} \
WW_D word __dp2a_lo(word a, word b, word c) { return ww_dp2a_(a, b, c, 0); } \
WW_D word __dp2a_hi(word a, word b, word c) { return ww_dp2a_(a, b, c, 2); }
WW_DOT(int, signed char, short)
WW_DOT(unsigned, unsigned char, unsigned short)
#undef WW_DOT

#include "ww_cuda_math.h"

#endif
