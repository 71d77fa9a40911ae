/* numbers.cu - bfloat16, complex and random numbers, against the host
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cmath>
#include <complex>
#include <cstring>

#include <cuComplex.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <curand.h>
#include <curand_kernel.h>
#include <nvtx3/nvToolsExt.h>

#include "check.h"

enum { N = 2048, RESULTS = 8 };

struct operands { unsigned short a, b, c; };
struct results { unsigned short v[RESULTS]; };

static __host__ __device__ unsigned long long whole(operands i)
{
	return i.a * 0x100000001ULL * i.b * i.c * 1234567;
}

static __host__ __device__ results compute(operands i)
{
	__nv_bfloat16 a = __ushort_as_bfloat16(i.a), b = __ushort_as_bfloat16(i.b), c = __ushort_as_bfloat16(i.c);
	const __nv_bfloat16 r[RESULTS] = {
		a + b, __hsub(a, b), a * b, a / b, __hfma(a, b, c), (int)whole(i), (long long)whole(i),
		__double2bfloat16((double)(float)a + (double)(float)b * 0.001)
	};
	results to;

	for (int k = 0; k < RESULTS; k++)
		to.v[k] = __bfloat16_as_ushort(r[k]);
	return to;
}

__global__ void compute_all(const operands *i, results *to)
{
	const int n = blockIdx.x * blockDim.x + threadIdx.x;

	to[n] = compute(i[n]);
}

static long double value(unsigned short h)
{
	const unsigned w = (unsigned)h << 16;
	float f;

	if (w << 1 == 0xff000000) /* infinity is what comes next */
		return h >> 15 ? -0x1p128L : 0x1p128L;
	memcpy(&f, &w, 4);
	return f;
}

/* The bfloat16 next to D, by bisection; the even one of two. */
static unsigned short nearest(long double d)
{
	const long double size = fabsl(d);
	unsigned low = 0, high = 0x7f80, sign = std::signbit((double)d) ? 0x8000 : 0;

	while (high - low > 1) {
		const unsigned middle = (low + high) / 2;

		(value(middle) <= size ? low : high) = middle;
	}
	const long double below = size - value(low), above = value(high) - size;

	return sign | (size >= 0x1p128L || above < below || (above == below && low & 1) ? high : low);
}

static void bfloat16(void)
{
	unsigned random = 7;
	operands *in;
	results *to;

	GOOD(cudaMallocManaged(&in, N * sizeof *in));
	GOOD(cudaMallocManaged(&to, N * sizeof *to));
	for (int n = 0; n < N; n++) {
		unsigned short *at = &in[n].a;

		/* Sizes near each other; of the sum, so near that a long double has all of its digits. */
		for (int k = 0; k < 3; k++) {
			random = random * 1664525 + 1013904223;
			at[k] = (random >> 16 & (n % 2 ? 0x87ff : 0x83ff)) | 0x3c00;
		}
	}
	compute_all<<<N / 128, 128>>>(in, to);
	GOOD(cudaDeviceSynchronize());
	for (int n = 0; n < N; n++) {
		const long double a = value(in[n].a), b = value(in[n].b), c = value(in[n].c);
		const long double want[RESULTS] = {
			a + b, a - b, a * b, a / b, a * b + c, (long double)(int)whole(in[n]),
			(long double)(long long)whole(in[n]),
			(double)a + (double)b * 0.001
		};
		const results host = compute(in[n]);

		for (int k = 0; k < RESULTS; k++)
			if ((host.v[k] != nearest(want[k]) && want[k] != 0) || to[n].v[k] != host.v[k])
				if (wrong++ < 10)
					printf("%d, %d: %04x, %04x on the host, not %04x\n", n, k, to[n].v[k],
					       host.v[k], nearest(want[k]));
	}
	CHECK(__bfloat16_as_ushort(__float2bfloat16_ru(1.001f)) == 0x3f81);
	CHECK(__bfloat16_as_ushort(__float2bfloat16_rz(-1.007f)) == 0xbf80);
	CHECK(__bfloat16_as_ushort(__float2bfloat16_rd(-1.001f)) == 0xbf81);
	CHECK(__bfloat162int_rn(__nv_bfloat16(2.5f)) == 2 && __bfloat162int_rz(__nv_bfloat16(-2.5f)) == -2);
	CHECK(__hisnan(__nv_bfloat16(NAN)) && __hisinf(__nv_bfloat16(-INFINITY)) == -1);
	CHECK(__hltu(__nv_bfloat16(NAN), __nv_bfloat16(1)));
}

__global__ void pairs(float *to, __nv_bfloat162 *sum, half *other)
{
	const __nv_bfloat162 v(0.5f * threadIdx.x, -1.0f), far = __shfl_xor_sync(~0u, v, 1);

	to[threadIdx.x] = __low2float(__hfma2(v, v, far));
	atomicAdd(sum, __nv_bfloat162(1.0f, 2.0f));
	if (threadIdx.x == 0)
		*other = __hadd(half(1.5f), half(2.0f));
}

static void bfloat162(void)
{
	__nv_bfloat162 *sum;
	float *to;
	half *other;

	GOOD(cudaMallocManaged(&to, 32 * sizeof *to));
	GOOD(cudaMallocManaged(&sum, sizeof *sum));
	GOOD(cudaMallocManaged(&other, sizeof *other));
	*sum = __nv_bfloat162(0.0f, 0.0f);
	pairs<<<1, 32>>>(to, sum, other);
	GOOD(cudaDeviceSynchronize());
	for (int n = 0; n < 32; n++)
		CHECK(to[n] == (float)__nv_bfloat16(0.25f * n * n + 0.5f * (n ^ 1)));
	CHECK(sum->x == __nv_bfloat16(32.0f) && (float)sum->y == 64 && (float)*other == 3.5f);
}

template <typename T, typename C> struct complex_results { C sum, less, product, quotient, fused; T size; };

#define COMPLEX(T, C, f) \
static __host__ __device__ complex_results<T, C> of_##C(C a, C b) \
{ \
	return { cuCadd##f(a, b), cuCsub##f(a, cuConj##f(b)), cuCmul##f(a, b), cuCdiv##f(a, b), \
		 cuCfma##f(a, b, a), cuCabs##f(a) }; \
} \
__global__ void all_##C(complex_results<T, C> *to, const C *in) \
{ \
	to[threadIdx.x] = of_##C(in[threadIdx.x], in[threadIdx.x + 1]); \
} \
static bool is_near(C a, std::complex<T> b, T part) \
{ \
	return std::abs(std::complex<T>(a.x, a.y) - b) <= part * std::abs(b); \
} \
static void complex_##C(T part) \
{ \
	complex_results<T, C> *to; \
	C *in; \
\
	GOOD(cudaMallocManaged(&to, 32 * sizeof *to)); \
	GOOD(cudaMallocManaged(&in, 33 * sizeof *in)); \
	for (int n = 0; n < 33; n++) \
		in[n] = make_##C((T)(n * 7 % 33) - (T)15.5, (T)0.25 * (n * 5 % 31) - 3); \
	all_##C<<<1, 32>>>(to, in); \
	GOOD(cudaDeviceSynchronize()); \
	for (int n = 0; n < 32; n++) { \
		const std::complex<T> a(in[n].x, in[n].y), b(in[n + 1].x, in[n + 1].y); \
\
		CHECK(is_near(to[n].sum, a + b, part) && is_near(to[n].less, a - std::conj(b), part)); \
		CHECK(is_near(to[n].product, a * b, part) && is_near(to[n].quotient, a / b, part)); \
		CHECK(is_near(to[n].fused, a * b + a, part)); \
		CHECK(std::abs(to[n].size - std::abs(a)) <= part * to[n].size); \
	} \
	CHECK(cuCabs##f(make_##C(std::numeric_limits<T>::max(), 0)) == std::numeric_limits<T>::max()); \
	CHECK(cuCabs##f(make_##C(0, 0)) == 0 && std::isinf(cuCabs##f(make_##C(-INFINITY, 1)))); \
}

COMPLEX(float, cuFloatComplex, f)
COMPLEX(double, cuDoubleComplex, )

/* The known answer of Philox for zeros, places that are skipped to, and moments. */
__global__ void known(unsigned *to)
{
	curandStatePhilox4_32_10_t p, far;
	curandState_t x, at;

	curand_init(0, 0, 0, &p);
	*(uint4 *)to = curand4(&p);
	curand_init(1234, 5, 6, &far);
	curand_init(1234, 4, 1, &p);
	skipahead_sequence(1, &p);
	skipahead(5, &p);
	curand_init(9, 2, 10, &x);
	curand_init(9, 2, 0, &at);
	skipahead(10, &at);
	to[4] = curand(&far) == curand(&p) && curand(&x) == curand(&at);
}

template <class S> __global__ void moments(double *to, int count)
{
	S s;

	curand_init(42, threadIdx.x, 0, &s);
	for (int i = 0; i < count; i++) {
		const double u = curand_uniform(&s), n = curand_normal(&s);

		atomicAdd(&to[0], u);
		atomicAdd(&to[1], u * u);
		atomicAdd(&to[2], n);
		atomicAdd(&to[3], n * n);
		atomicAdd(&to[4], curand_poisson(&s, 3.0));
	}
}

static void random_numbers(void)
{
	static const double want[5] = { 0.5, 1 / 3.0, 0, 1, 3 };
	double *sums;
	unsigned *to;

	GOOD(cudaMallocManaged(&to, 5 * sizeof *to));
	GOOD(cudaMallocManaged(&sums, 10 * sizeof *sums));
	memset(sums, 0, 10 * sizeof *sums);
	nvtxRangePush("random numbers");
	known<<<1, 1>>>(to);
	moments<curandState_t><<<1, 64>>>(sums, 30);
	moments<curandStatePhilox4_32_10_t><<<1, 64>>>(sums + 5, 30);
	GOOD(cudaDeviceSynchronize());
	nvtxRangePop();
	CHECK(to[0] == 0x6627e8d5 && to[1] == 0xe169c58d && to[2] == 0xbc57ac4c && to[3] == 0x9b00dbd8 && to[4]);
	for (int k = 0; k < 10; k++)
		CHECK(std::abs(sums[k] / 1920 - want[k % 5]) < 0.2);
}

/* --- those of the host ------------------------------------------------------ */

enum { MANY = 4000 };

/* Mean and variance of V. */
template<class T> static void moments(const T *v, double *mean, double *variance)
{
	double sum = 0, squares = 0;

	for (int i = 0; i < MANY; i++)
		sum += v[i], squares += (double)v[i] * v[i];
	*mean = sum / MANY;
	*variance = squares / MANY - *mean * *mean;
}

/* CALL fills TO, numbers whose moments are known. */
#define DISTRIBUTION(type, mean, variance, off, call) do { \
	type *to = (type *)room; \
	double m, v; \
	CHECK((call) == CURAND_STATUS_SUCCESS); \
	moments(to, &m, &v); \
	CHECK(fabs(m - (mean)) < (off) && fabs(v - (variance)) < 5 * (off)); \
} while (0)

static void host_numbers(bool host)
{
	/* Philox's known answer of key and counter 0. */
	static const unsigned known[4] = { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 };
	curandGenerator_t g, quasi;
	unsigned *words;
	void *room;

	GOOD(cudaMallocManaged(&room, MANY * 8));
	words = (unsigned *)room;
	CHECK((host ? curandCreateGeneratorHost : curandCreateGenerator)(&g, CURAND_RNG_PSEUDO_DEFAULT) ==
	      CURAND_STATUS_SUCCESS);
	CHECK(curandSetPseudoRandomGeneratorSeed(g, 0) == CURAND_STATUS_SUCCESS);
	CHECK(curandGenerate(g, words, 4) == CURAND_STATUS_SUCCESS && !memcmp(words, known, sizeof known));
	CHECK(curandSetGeneratorOffset(g, 3) == CURAND_STATUS_SUCCESS);
	CHECK(curandGenerate(g, words, 1) == CURAND_STATUS_SUCCESS && words[0] == known[3]);
	CHECK(curandSetPseudoRandomGeneratorSeed(g, 1234) == CURAND_STATUS_SUCCESS);
	DISTRIBUTION(float, 0.5, 1.0 / 12, 0.02, curandGenerateUniform(g, to, MANY));
	DISTRIBUTION(double, 0.5, 1.0 / 12, 0.02, curandGenerateUniformDouble(g, to, MANY));
	DISTRIBUTION(float, 3, 4, 0.15, curandGenerateNormal(g, to, MANY, 3, 2));
	DISTRIBUTION(double, -1, 0.25, 0.05, curandGenerateNormalDouble(g, to, MANY, -1, 0.5));
	DISTRIBUTION(float, exp(0.125), (exp(0.25) - 1) * exp(0.25), 0.05,
		     curandGenerateLogNormal(g, to, MANY, 0, 0.5f));
	DISTRIBUTION(double, exp(0.125), (exp(0.25) - 1) * exp(0.25), 0.05,
		     curandGenerateLogNormalDouble(g, to, MANY, 0, 0.5));
	DISTRIBUTION(unsigned, 4, 4, 0.2, curandGeneratePoisson(g, to, MANY, 4));
	DISTRIBUTION(unsigned, 400, 400, 4, curandGeneratePoisson(g, to, MANY, 400));
	CHECK(curandGenerateNormal(g, (float *)room, 3, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE);
	CHECK(curandGeneratePoisson(g, words, 3, 0) == CURAND_STATUS_OUT_OF_RANGE);
	CHECK(curandCreateGenerator(&quasi, CURAND_RNG_QUASI_SOBOL32) == CURAND_STATUS_TYPE_ERROR);
	CHECK(curandGenerate(nullptr, words, 1) == CURAND_STATUS_NOT_INITIALIZED);
	CHECK(curandDestroyGenerator(g) == CURAND_STATUS_SUCCESS);
	GOOD(cudaFree(room));
}

/* --- functions ------------------------------------------------------------- */

enum { FUNCTIONS = 14, STEPS = 16 };

/* What is zero, or as on the host. */
__global__ void functions(double *to)
{
	for (int i = 0; i < STEPS; i++) {
		const double p = (i + 0.5) / STEPS, v[5] = { 1, 2, 3, 4, p };
		double *r = &to[i * FUNCTIONS], s, c;
		int q;

		r[0] = erf(erfinv(2 * p - 1)) - (2 * p - 1);
		r[1] = erfc(erfcinv(2 * p)) / (2 * p) - 1;
		r[2] = normcdf(normcdfinv(p)) / p - 1;
		r[3] = erfc(erfcinv(p * 1e-200)) / (p * 1e-200) - 1;
		r[4] = erf((double)erfinvf((float)p)) - p;
		r[5] = remquo(p * 100 - 50, 1.7, &q);
		r[6] = q;
		sincospi(p * 3, &s, &c);
		r[7] = s + 2 * c;
		r[8] = norm(5, v) + norm4d(p, 2.0, 3.0, 4.0) + rhypot(p, 2.0);
		r[9] = erfcx(p * 12);
		r[10] = ldexp(ldexp(p, -1000), 1900);
		r[11] = scalbn(ldexp(p, 1000), -2060);
		r[12] = ldexpf(ldexpf((float)p, -100), 200);
		r[13] = scalbnf(ldexpf((float)p, 20), -160);
	}
}

static void check_functions(void)
{
	double *to;

	GOOD(cudaMallocManaged(&to, STEPS * FUNCTIONS * sizeof *to));
	functions<<<1, 1>>>(to);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < STEPS; i++) {
		const double p = (i + 0.5) / STEPS, *r = &to[i * FUNCTIONS];
		int q;

		CHECK(fabs(r[0]) < 1e-15 && fabs(r[1]) < 1e-15 && fabs(r[2]) < 1e-14 && fabs(r[3]) < 1e-11);
		CHECK(fabs(r[4]) < 1e-7 && r[5] == remquo(p * 100 - 50, 1.7, &q) && ((int)r[6] & 7) == (q & 7));
		CHECK(fabs(r[7] - sin(M_PI * p * 3) - 2 * cos(M_PI * p * 3)) < 1e-14);
		CHECK(fabs(r[8] - sqrt(30 + p * p) - sqrt(29 + p * p) - 1 / hypot(p, 2)) < 1e-14);
		CHECK(fabs(r[9] * exp(-144 * p * p) / erfc(12 * p) - 1) < 1e-12);
		CHECK(r[10] == ldexp(p, 900) && r[11] == ldexp(p, -1060));
		CHECK(r[12] == ldexp(p, 100) && r[13] == ldexp(p, -140));
	}
}

/* --- Bessel functions ------------------------------------------------------ */

enum { BESSEL = 10, ABSCISSAE = 128 };

__host__ __device__ static double abscissa(int i)
{
	return i < 100 ? i * 0.11 + 0.01 : i * i * 0.05 - 490;
}

__global__ void bessel(double *to, float *to_float)
{
	const int i = threadIdx.x;
	const double x = abscissa(i);
	const float f = (float)x;
	double *r = &to[i * BESSEL];
	float *s = &to_float[i * BESSEL];

	r[0] = j0(-x), r[1] = j1(-x), r[2] = jn(3, -x), r[3] = jn(40, x), r[4] = jn(2, 0.0);
	r[5] = y0(x), r[6] = y1(x), r[7] = yn(7, x);
	r[8] = cyl_bessel_i0(-x), r[9] = cyl_bessel_i1(-x);
	s[0] = j0f(-f), s[1] = j1f(-f), s[2] = jnf(3, -f), s[3] = jnf(40, f), s[4] = jnf(2, 0.0f);
	s[5] = y0f(f), s[6] = y1f(f), s[7] = ynf(7, f);
	s[8] = cyl_bessel_i0f(-f), s[9] = cyl_bessel_i1f(-f);
}

/* What they return at the ends of their domains. */
__global__ void bessel_ends(double *to)
{
	const double inf = INFINITY;
	double r[] = { j0(inf), j1(-inf), y0(inf), jn(2, inf), y0(0.0), y1(0.0), yn(3, 0.0), y0(-1.0),
		       j0(NAN), y1(NAN), jn(-1, 1.0), cyl_bessel_i0(inf), cyl_bessel_i1(-1000.0),
		       cyl_bessel_i0(713.0), j1(1e-320), y1(1e-310) };

	for (int i = 0; i < 16; i++)
		to[i] = r[i];
}

/* The error bounds are those of the CUDA Programming Guide, and the host's. */
static bool is_close(double a, double b, double ulp, double step, double size)
{
	return fabs(a - b) <= ulp * step * fabs(b) + size;
}

static void check_bessel(void)
{
	double *to;
	float *to_float;

	GOOD(cudaMallocManaged(&to, ABSCISSAE * BESSEL * sizeof *to));
	GOOD(cudaMallocManaged(&to_float, ABSCISSAE * BESSEL * sizeof *to_float));
	bessel<<<1, ABSCISSAE>>>(to, to_float);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < ABSCISSAE; i++) {
		for (int single = 0; single < 2; single++) {
			const double x = single ? (float)abscissa(i) : abscissa(i);
			const double step = single ? 0x1p-24 : 0x1p-52, size = single ? 2e-7 : 5e-16;
			const double is[BESSEL] = {
				j0(x), -j1(x), -jn(3, x), jn(40, x), 0, y0(x), y1(x), yn(7, x),
				std::cyl_bessel_i(0, x), -std::cyl_bessel_i(1, x)
			};
			for (int k = 0; k < BESSEL; k++) {
				const double r = single ? to_float[i * BESSEL + k] : to[i * BESSEL + k];
				/* Sums of the host's have errors that grow with the number. */
				const double ulp = k < 8 ? 16 : 40;

				CHECK((single && fabs(is[k]) > 3e38) ||
				      is_close(r, is[k], ulp, step, k < 8 ? size : 0));
			}
		}
	}
	bessel_ends<<<1, 1>>>(to);
	GOOD(cudaDeviceSynchronize());
	CHECK(to[0] == 0 && to[1] == 0 && to[2] == 0 && to[3] == 0);
	CHECK(to[4] == -INFINITY && to[5] == -INFINITY && to[6] == -INFINITY);
	CHECK(isnan(to[7]) && isnan(to[8]) && isnan(to[9]) && isnan(to[10]));
	CHECK(to[11] == INFINITY && to[12] == -INFINITY);
	CHECK(is_close(to[13], 6.7051282636709973e307, 6, 0x1p-52, 0));
	CHECK(to[14] == 5e-321 && to[15] == -INFINITY);
}

/* --- rests and powers with subnormal numbers -------------------------------- */

enum { PAIRS = 1024, RESTS = 7 };

template<typename real>
__global__ void rests(const real *a, const real *b, real *to)
{
	const int n = blockIdx.x * blockDim.x + threadIdx.x;
	real whole;
	int q;

	to += n * RESTS;
	to[0] = fmod(a[n], b[n]);
	to[1] = remainder(a[n], b[n]);
	to[2] = remquo(a[n], b[n], &q);
	to[3] = to[2] == to[2] ? q % 8 : 0;
	to[4] = modf(a[n], &whole);
	to[5] = whole;
	to[6] = nextafter(a[n], b[n]);
}

template<typename real>
static bool same(real a, real b)
{
	return a == b ? a != 0 || std::signbit(a) == std::signbit(b) : a != a && b != b;
}

/* One of four is subnormal, or next to that; one is zero, infinite or no number. */
template<typename real, typename word>
static real any(unsigned long long *state, word few, word infinite)
{
	word w;
	real r;

	*state = *state * 6364136223846793005 + 1442695040888963407;
	w = (word)(*state ^ *state >> 31);
	switch (*state >> 20 & 3) {
	case 0:
		w &= ~(infinite & ~(few + 1));
		break;
	case 1:
		w &= *state >> 22 & 1 ? ~(word)0 ^ infinite ^ few : *state >> 23 & 1 ? (word)~few : ~(word)0;
		w |= *state >> 24 & 1 ? infinite : 0;
		break;
	}
	memcpy(&r, &w, sizeof r);
	return r;
}

template<typename real, typename word>
static void check_rests(word few, word infinite)
{
	unsigned long long state = 5;
	real *a, *b, *to;

	GOOD(cudaMallocManaged(&a, PAIRS * sizeof *a));
	GOOD(cudaMallocManaged(&b, PAIRS * sizeof *b));
	GOOD(cudaMallocManaged(&to, PAIRS * RESTS * sizeof *to));
	for (int i = 0; i < PAIRS; i++) {
		a[i] = any<real, word>(&state, few, infinite);
		b[i] = any<real, word>(&state, few, infinite);
	}
	rests<<<PAIRS / 64, 64>>>(a, b, to);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < PAIRS; i++) {
		const real *r = &to[i * RESTS];
		real whole, rest;
		int q = 0;

		CHECK(same(r[0], std::fmod(a[i], b[i])));
		rest = std::remquo(a[i], b[i], &q);
		/* glibc's zero has the other's sign at times. */
		CHECK(same(r[1], rest == 0 ? std::copysign(rest, a[i]) : rest));
		CHECK(same(r[2], r[1]) && (r[2] != r[2] || ((int)r[3] & 7) == (q & 7)));
		CHECK(same(r[4], std::modf(a[i], &whole)) && same(r[5], whole));
		CHECK(same(r[6], std::nextafter(a[i], b[i])));
	}
	GOOD(cudaFree(a));
	GOOD(cudaFree(b));
	GOOD(cudaFree(to));
}

__global__ void powers(float *to)
{
	const int i = threadIdx.x;

	to[i] = expf(-87 - i * 0.27f);
	to[64 + i] = exp2f(-125.5f - i * 0.37f);
	to[128 + i] = erfcf(9.1f + i * 0.015f);
}

static void check_powers(void)
{
	float *to;

	GOOD(cudaMallocManaged(&to, 192 * sizeof *to));
	powers<<<1, 64>>>(to);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < 64; i++) {
		CHECK(fabs(to[i] - exp((double)(-87 - i * 0.27f))) < 0x1p-148);
		CHECK(fabs(to[64 + i] - exp2((double)(-125.5f - i * 0.37f))) < 0x1p-147);
		CHECK(fabs(to[128 + i] - erfc((double)(9.1f + i * 0.015f))) < 0x1p-146);
	}
	GOOD(cudaFree(to));
}

/* --- the same functions on the host ---------------------------------------- */

enum { BOTH = 18 };

static __host__ __device__ void both(double x, double *r)
{
	float s, c;

	r[0] = normcdf(x);
	r[1] = normcdfinv(x / 8);
	r[2] = erfinv(x / 8);
	r[3] = erfcinv(x / 4);
	r[4] = erfcx(x);
	r[5] = rcbrt(x) + rsqrt(x);
	r[6] = sinpi(x);
	r[7] = cospi(x);
	sincospi(x + 1, &r[8], &r[9]);
	r[10] = cyl_bessel_i0(x);
	r[11] = cyl_bessel_i1(-x);
	r[12] = rhypot(x, 2.0);
	r[13] = norm3d(x, 2.0, 3.0) + rnorm3d(x, 2.0, 3.0);
	r[14] = norm4d(x, 2.0, 3.0, 4.0) + rnorm4d(x, 2.0, 3.0, 4.0);
	sincospif((float)x, &s, &c);
	r[15] = s + 2 * c + sinpif((float)x) + rcbrtf((float)x) + rhypotf((float)x, 2) + norm3df((float)x, 2, 3);
	r[16] = normcdff((float)x) + erfcxf((float)x) + erfinvf((float)x / 8) + cyl_bessel_i1f((float)x / 4);
	r[17] = lrint((float)x) + llround((float)x) * 100 + scalbn((float)x, 3);
}

__global__ void both_all(double *to)
{
	both(threadIdx.x * 0.25 + 0.125, to + threadIdx.x * BOTH);
}

static void check_both(void)
{
	double *to, r[BOTH];

	GOOD(cudaMallocManaged(&to, 31 * BOTH * sizeof *to));
	both_all<<<1, 31>>>(to);
	GOOD(cudaDeviceSynchronize());
	for (int i = 0; i < 31; i++) {
		both(i * 0.25 + 0.125, r);
		for (int k = 0; k < BOTH; k++)
			CHECK(fabs(r[k] - to[i * BOTH + k]) <= fabs(r[k]) * 2e-14 + (k == 15 || k == 16) * 4e-6);
	}
	CHECK(sinpi(1e300) == 0 && cospi(-3.5) == 0 && std::isnan(sinpi(INFINITY)) && std::isnan(normcdfinv(2)));
	GOOD(cudaFree(to));
}

int main()
{
	check_both();
	check_rests<float, unsigned>(0x7fffff, 0x7f800000);
	check_rests<double, unsigned long>(0xfffffffffffff, 0x7ff0000000000000);
	check_powers();
	check_functions();
	check_bessel();
	random_numbers();
	host_numbers(false);
	host_numbers(true);
	bfloat16();
	bfloat162();
	complex_cuFloatComplex(1e-5f);
	complex_cuDoubleComplex(1e-13);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
