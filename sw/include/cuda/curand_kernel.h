/* curand_kernel.h - random numbers in kernels, as CUDA's cuRAND names them
 * SPDX-License-Identifier: Apache-2.0
 *
 * Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, 2011) and XORWOW (Marsaglia,
 * 2003). Philox gives cuRAND's numbers. XORWOW gives them in subsequence 0;
 * other subsequences are not cuRAND's: they begin where Philox says, since to
 * skip 2^67 numbers takes tables.
 */
#ifndef WW_CURAND_KERNEL_H
#define WW_CURAND_KERNEL_H

#include "cuda_runtime.h"

#ifdef __cplusplus
#define WW_R static __inline__ __attribute__((unused)) __device__

/* What both generators keep of pairs of normal numbers. */
struct ww_curand_kept {
	float single_;
	double double_;
	int has_single, has_double;
};

struct curandStateXORWOW {
	unsigned v[5], d;
	struct ww_curand_kept kept;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;

struct curandStatePhilox4_32_10 {
	uint4 ctr, output;
	uint2 key;
	unsigned at;            /* the next number of OUTPUT */
	struct ww_curand_kept kept;
};
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;

/* --- Philox -------------------------------------------------------------- */

WW_R uint4 ww_philox(uint4 c, uint2 k)
{
	for (int round = 0; round < 10; round++) {
		unsigned long long p = 0xD2511F53ULL * c.x;
		unsigned long long q = 0xCD9E8D57ULL * c.z;

		c = make_uint4((unsigned)(q >> 32) ^ c.y ^ k.x, (unsigned)q,
			       (unsigned)(p >> 32) ^ c.w ^ k.y, (unsigned)p);
		k.x += 0x9E3779B9;
		k.y += 0xBB67AE85;
	}
	return c;
}

/* N numbers of four are skipped. */
WW_R void ww_philox_skip(curandStatePhilox4_32_10_t *s, unsigned long long n)
{
	unsigned long long low = (unsigned long long)s->ctr.y << 32 | s->ctr.x;
	unsigned long long high = (unsigned long long)s->ctr.w << 32 |
				  s->ctr.z;

	low += n;
	high += low < n;
	s->ctr = make_uint4((unsigned)low, (unsigned)(low >> 32),
			    (unsigned)high, (unsigned)(high >> 32));
	s->output = ww_philox(s->ctr, s->key);
}

WW_R void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *s)
{
	s->at += (unsigned)(n & 3);
	n = n / 4 + s->at / 4;
	s->at &= 3;
	ww_philox_skip(s, n);
}

WW_R void skipahead_sequence(unsigned long long n,
			     curandStatePhilox4_32_10_t *s)
{
	unsigned long long high = ((unsigned long long)s->ctr.w << 32 |
				   s->ctr.z) + n;

	s->ctr.z = (unsigned)high;
	s->ctr.w = (unsigned)(high >> 32);
	s->output = ww_philox(s->ctr, s->key);
}

WW_R void curand_init(unsigned long long seed, unsigned long long subsequence,
		      unsigned long long offset, curandStatePhilox4_32_10_t *s)
{
	s->ctr = make_uint4(0, 0, (unsigned)subsequence,
			    (unsigned)(subsequence >> 32));
	s->key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
	s->at = 0;
	s->kept.has_single = s->kept.has_double = 0;
	skipahead(offset, s);
}

WW_R unsigned curand(curandStatePhilox4_32_10_t *s)
{
	unsigned r = s->at == 0 ? s->output.x : s->at == 1 ? s->output.y :
		     s->at == 2 ? s->output.z : s->output.w;

	s->at = (s->at + 1) & 3;
	if (!s->at)
		ww_philox_skip(s, 1);
	return r;
}

WW_R uint4 curand4(curandStatePhilox4_32_10_t *s)
{
	unsigned r[4];

	for (int k = 0; k < 4; k++)
		r[k] = curand(s);
	return make_uint4(r[0], r[1], r[2], r[3]);
}

/* --- XORWOW -------------------------------------------------------------- */

WW_R unsigned curand(curandState_t *s)
{
	unsigned t = s->v[0] ^ s->v[0] >> 2;

	for (int k = 0; k < 4; k++)
		s->v[k] = s->v[k + 1];
	s->v[4] ^= s->v[4] << 4 ^ t ^ t << 1;
	s->d += 362437;
	return s->v[4] + s->d;
}

WW_R void skipahead(unsigned long long n, curandState_t *s)
{
	while (n--)
		curand(s);
}

WW_R void curand_init(unsigned long long seed, unsigned long long subsequence,
		      unsigned long long offset, curandState_t *s)
{
	unsigned a = ((unsigned)seed ^ 0xaad26b49) * 1099087573;
	unsigned b = ((unsigned)(seed >> 32) ^ 0xf7dcefdd) * 2591861531;
	uint2 key = make_uint2((unsigned)seed, (unsigned)(seed >> 32));
	uint4 far = make_uint4((unsigned)subsequence,
			       (unsigned)(subsequence >> 32), 0, 1);

	s->v[0] = 123456789 + a;
	s->v[1] = 362436069 ^ a;
	s->v[2] = 521288629 + b;
	s->v[3] = 88675123 ^ b;
	s->v[4] = 5783321 + a;
	s->d = 6615241 + a + b;
	s->kept.has_single = s->kept.has_double = 0;
	if (subsequence) {
		uint4 r = ww_philox(far, key);

		s->v[0] ^= r.x;
		s->v[1] ^= r.y;
		s->v[2] ^= r.z;
		s->v[3] ^= r.w;
		far.z = 1;
		r = ww_philox(far, key);
		s->v[4] = r.x | 1; /* not all are zero */
		s->d = r.y;
	}
	skipahead(offset, s);
}

/* --- distributions ------------------------------------------------------- */

/* From 0, which it is not, to 1. */
WW_R float ww_curand_float(unsigned x)
{ return (float)x * 0x1p-32f + 0x1p-33f; }
WW_R double ww_curand_double(unsigned x, unsigned y)
{
	unsigned long long z = x ^ (unsigned long long)y << 21;

	return (double)z * 0x1p-53 + 0x1p-54;
}

/* Two normal numbers of two that are evenly spread (Box and Muller). */
WW_R float2 ww_curand_pair(unsigned x, unsigned y)
{
	const float turn = 6.28318530717958647692f * 0x1p-32f;
	float size = sqrtf(-2.0f * logf(ww_curand_float(x)));
	float at = (float)y * turn + turn / 2;

	return make_float2(size * sinf(at), size * cosf(at));
}
WW_R double2 ww_curand_pair_double(double u, double v)
{
	double size = sqrt(-2.0 * log(u)), at = v * 6.28318530717958647692;

	return make_double2(size * sin(at), size * cos(at));
}

#define WW_SPREAD(state) \
WW_R float curand_uniform(state *s) { return ww_curand_float(curand(s)); } \
WW_R double curand_uniform_double(state *s) \
{ \
	unsigned x = curand(s); \
	return ww_curand_double(x, curand(s)); \
} \
WW_R float2 curand_normal2(state *s) \
{ \
	unsigned x = curand(s); \
	return ww_curand_pair(x, curand(s)); \
} \
WW_R double2 curand_normal2_double(state *s) \
{ \
	double u = curand_uniform_double(s); \
	return ww_curand_pair_double(u, curand_uniform_double(s)); \
} \
WW_R float curand_normal(state *s) \
{ \
	float2 r; \
	s->kept.has_single = !s->kept.has_single; \
	if (!s->kept.has_single) \
		return s->kept.single_; \
	r = curand_normal2(s); \
	s->kept.single_ = r.y; \
	return r.x; \
} \
WW_R double curand_normal_double(state *s) \
{ \
	double2 r; \
	s->kept.has_double = !s->kept.has_double; \
	if (!s->kept.has_double) \
		return s->kept.double_; \
	r = curand_normal2_double(s); \
	s->kept.double_ = r.y; \
	return r.x; \
} \
WW_R float curand_log_normal(state *s, float mean, float deviation) \
{ return expf(mean + deviation * curand_normal(s)); } \
WW_R double curand_log_normal_double(state *s, double mean, double deviation) \
{ return exp(mean + deviation * curand_normal_double(s)); } \
WW_R unsigned curand_poisson(state *s, double lambda) \
{ \
	double left = 1.0, least = exp(-(lambda < 30 ? lambda : 0.0)), r; \
	unsigned n = 0; \
	if (lambda < 30) { \
		while ((left *= curand_uniform_double(s)) > least) \
			n++; \
		return n; \
	} \
	r = lambda + sqrt(lambda) * curand_normal_double(s) + 0.5; \
	return r < 0 ? 0 : (unsigned)r; \
}
WW_SPREAD(curandState_t)
WW_SPREAD(curandStatePhilox4_32_10_t)
#undef WW_SPREAD

WW_R float4 curand_uniform4(curandStatePhilox4_32_10_t *s)
{
	uint4 r = curand4(s);

	return make_float4(ww_curand_float(r.x), ww_curand_float(r.y),
			   ww_curand_float(r.z), ww_curand_float(r.w));
}
WW_R double2 curand_uniform2_double(curandStatePhilox4_32_10_t *s)
{
	uint4 r = curand4(s);

	return make_double2(ww_curand_double(r.x, r.y),
			    ww_curand_double(r.z, r.w));
}
WW_R float4 curand_normal4(curandStatePhilox4_32_10_t *s)
{
	uint4 r = curand4(s);
	float2 a = ww_curand_pair(r.x, r.y), b = ww_curand_pair(r.z, r.w);

	return make_float4(a.x, a.y, b.x, b.y);
}
#undef WW_R
#endif

#endif
