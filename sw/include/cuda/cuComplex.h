/* cuComplex.h - complex numbers of CUDA, of float and double, on both sides
 * SPDX-License-Identifier: Apache-2.0
 *
 * cuCabs and cuCdiv scale their arguments, so that no step overflows unless the
 * result does.
 */
#ifndef WW_CUCOMPLEX_H
#define WW_CUCOMPLEX_H

#include "cuda_runtime.h"
#include <math.h>

#define WW_C static __inline__ __attribute__((always_inline, unused)) \
	__host__ __device__

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

/* The functions of one precision: F is the end of its names. */
#define WW_COMPLEX(type, real, f, F) \
WW_C type make_##type(real x, real y) { type r; r.x = x; r.y = y; return r; } \
WW_C real cuCreal##f(type a) { return a.x; } \
WW_C real cuCimag##f(type a) { return a.y; } \
WW_C type cuConj##f(type a) { return make_##type(a.x, -a.y); } \
WW_C type cuCadd##f(type a, type b) \
{ return make_##type(a.x + b.x, a.y + b.y); } \
WW_C type cuCsub##f(type a, type b) \
{ return make_##type(a.x - b.x, a.y - b.y); } \
WW_C type cuCmul##f(type a, type b) \
{ return make_##type(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); } \
WW_C type cuCdiv##f(type a, type b) \
{ \
	real size = fabs##F(b.x) + fabs##F(b.y), one = 1 / size; \
	real ax = a.x * one, ay = a.y * one, bx = b.x * one, by = b.y * one; \
	real square = 1 / (bx * bx + by * by); \
	return make_##type((ax * bx + ay * by) * square, \
			   (ay * bx - ax * by) * square); \
} \
WW_C real cuCabs##f(type a) \
{ \
	real x = fabs##F(a.x), y = fabs##F(a.y); \
	real most = x > y ? x : y, least = x > y ? y : x, part; \
	if (most == 0 || most > (real)0x1p127 * 2 || least != least) \
		return x + y; \
	part = least / most; \
	return most * sqrt##F(1 + part * part); \
} \
WW_C type cuCfma##f(type a, type b, type c) \
{ \
	return make_##type(a.x * b.x + c.x - a.y * b.y, \
			   a.x * b.y + c.y + a.y * b.x); \
}

WW_COMPLEX(cuFloatComplex, float, f, f)
WW_COMPLEX(cuDoubleComplex, double, , )
#undef WW_COMPLEX

WW_C cuComplex make_cuComplex(float x, float y)
{ return make_cuFloatComplex(x, y); }
WW_C cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex a)
{ return make_cuFloatComplex((float)a.x, (float)a.y); }
WW_C cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex a)
{ return make_cuDoubleComplex(a.x, a.y); }
#undef WW_C

#endif
