/* cuda_runtime.h - CUDA for warpwright, as clang takes it
 * SPDX-License-Identifier: Apache-2.0
 *
 * ww-nvcc includes this before each .cu. Functions of C that clang has headers
 * for come from clang's resource directory; what those call of libdevice is in
 * ww_cuda_device.h, or ww-cuda replaces it by OpenCL C's.
 */
#ifndef WW_CUDA_RUNTIME_H
#define WW_CUDA_RUNTIME_H
/* Programs ask by these whether it was included. */
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__

#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#ifdef __CUDA__
#ifndef __CUDACC__
#define __CUDACC__
#endif
#ifndef __NVCC__
#define __NVCC__
#endif
#endif

#include "ww_cuda_types.h"
#include "cuda_runtime_api.h"

#if defined __CUDA__ && defined __cplusplus
#define __USE_FAST_MATH__ 0
extern "C" {
__device__ void *malloc(size_t) __attribute__((nothrow));
__device__ void free(void *) __attribute__((nothrow));
}
#include <__clang_cuda_math_forward_declares.h>
#include <cmath>
#include <cstdlib>
#include <new>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#include <limits.h>
#include <time.h>
#define warpSize ww_never_warpSize
#include <__clang_cuda_builtin_vars.h>
#undef warpSize
#include <__clang_cuda_libdevice_declares.h>
#include "ww_cuda_device.h"
#include "ww_cuda_texture.h"
#elif defined __cplusplus
#include <cmath>
#include <cstdlib>
#include <math.h>
#include <string.h>
#include <stdio.h>
#include <time.h>
#endif

#ifdef __cplusplus
/* CUDA's. Those of int are in clang's header for the device: they must not be
 * the only ones there, or max of floats would be theirs. */
#define WW_LEAST(where, type) \
	static inline where type max(type a, type b) { return a < b ? b : a; } \
	static inline where type min(type a, type b) { return b < a ? b : a; }
#define WW_EITHER __host__ __device__
WW_LEAST(__host__, int) WW_LEAST(WW_EITHER, unsigned) WW_LEAST(WW_EITHER, long)
WW_LEAST(WW_EITHER, unsigned long) WW_LEAST(WW_EITHER, long long)
WW_LEAST(WW_EITHER, unsigned long long)
#define WW_LEAST_OF(type, a, b) \
	static inline WW_EITHER type max(a x, b y) \
	{ return (type)x < (type)y ? (type)y : (type)x; } \
	static inline WW_EITHER type min(a x, b y) \
	{ return (type)y < (type)x ? (type)y : (type)x; }
static inline WW_EITHER float max(float a, float b)
{ return __builtin_fmaxf(a, b); }
static inline WW_EITHER float min(float a, float b)
{ return __builtin_fminf(a, b); }
static inline WW_EITHER double max(double a, double b) { return a < b ? b : a; }
static inline WW_EITHER double min(double a, double b) { return b < a ? b : a; }
WW_LEAST_OF(double, double, float) WW_LEAST_OF(double, float, double)
WW_LEAST_OF(unsigned, int, unsigned) WW_LEAST_OF(unsigned, unsigned, int)
#undef WW_LEAST
#undef WW_LEAST_OF
#include "ww_cuda_host_math.h"
static inline int __float_as_int(float x)
{ int r; memcpy(&r, &x, 4); return r; }
static inline float __int_as_float(int x)
{ float r; memcpy(&r, &x, 4); return r; }
#endif

#endif
