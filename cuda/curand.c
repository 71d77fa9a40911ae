/* curand.c - libwwcudart: random numbers for a host, as cuRAND has them
 * SPDX-License-Identifier: Apache-2.0
 *
 * Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, 2011) in the counter's order,
 * on the host; then they go to the memory of the device. A number in (0, 1] is
 * one of 2^32, or for double one of 2^53.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/rt.h"
#pragma GCC visibility push(default)
#include "sw/include/cuda/curand.h"
#pragma GCC visibility pop

enum { LARGE = 30 };            /* means of Poisson from here on go by normal
				 * numbers */

struct curandGenerator_st {
	uint64_t seed, at;      /* words from the begin */
	uint64_t block;         /* in OUTPUT, + 1 */
	uint32_t output[4];
	bool host;
};

/* --- numbers ------------------------------------------------------------ */

static void philox(uint64_t counter, uint64_t seed, uint32_t r[4])
{
	uint32_t c[4] = { (uint32_t)counter, (uint32_t)(counter >> 32), 0, 0 };
	uint32_t k[2] = { (uint32_t)seed, (uint32_t)(seed >> 32) };

	for (int round = 0; round < 10; round++) {
		uint64_t p = UINT64_C(0xD2511F53) * c[0];
		uint64_t q = UINT64_C(0xCD9E8D57) * c[2];

		c[0] = (uint32_t)(q >> 32) ^ c[1] ^ k[0];
		c[1] = (uint32_t)q;
		c[2] = (uint32_t)(p >> 32) ^ c[3] ^ k[1];
		c[3] = (uint32_t)p;
		k[0] += 0x9E3779B9;
		k[1] += 0xBB67AE85;
	}
	memcpy(r, c, sizeof c);
}

static uint32_t next(curandGenerator_t g)
{
	uint64_t block = g->at / 4;

	if (g->block != block + 1) {
		philox(block, g->seed, g->output);
		g->block = block + 1;
	}
	return g->output[g->at++ % 4];
}

static float uniform(curandGenerator_t g)
{
	return (float)next(g) * 0x1p-32f + 0x1p-33f;
}

static double uniform_double(curandGenerator_t g)
{
	uint64_t low = next(g), high = next(g);

	return (double)((high << 32 | low) >> 11) * 0x1p-53 + 0x1p-54;
}

/* Two normal numbers, by Box and Muller. */
static void pair(curandGenerator_t g, double to[2])
{
	double radius = sqrt(-2 * log(uniform_double(g)));
	double angle = 6.28318530717958647692 * uniform_double(g);

	to[0] = radius * sin(angle);
	to[1] = radius * cos(angle);
}

static uint32_t poisson(curandGenerator_t g, double mean)
{
	double left = 1, least = exp(-mean), two[2], r;
	uint32_t n = 0;

	if (mean < LARGE) {
		while ((left *= uniform_double(g)) > least)
			n++;
		return n;
	}
	pair(g, two);
	r = mean + sqrt(mean) * two[0] + 0.5;
	return r < 0 ? 0 : (uint32_t)r;
}

/* --- generators --------------------------------------------------------- */

static curandStatus_t create(curandGenerator_t *g, curandRngType_t type,
			     bool host)
{
	if (type < CURAND_RNG_PSEUDO_DEFAULT ||
	    type >= CURAND_RNG_QUASI_DEFAULT)
		return CURAND_STATUS_TYPE_ERROR;
	*g = calloc(1, sizeof **g);
	if (!*g)
		return CURAND_STATUS_ALLOCATION_FAILED;
	(*g)->host = host;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandCreateGenerator(curandGenerator_t *g,
				     curandRngType_t type)
{
	return create(g, type, false);
}

curandStatus_t curandCreateGeneratorHost(curandGenerator_t *g,
					 curandRngType_t type)
{
	return create(g, type, true);
}

static curandStatus_t known(curandGenerator_t g)
{
	return g ? CURAND_STATUS_SUCCESS : CURAND_STATUS_NOT_INITIALIZED;
}

curandStatus_t curandDestroyGenerator(curandGenerator_t g)
{
	free(g);
	return known(g);
}

curandStatus_t curandGetVersion(int *version)
{
	*version = CURAND_VERSION;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t s)
{
	UNUSED(s);
	return known(g);
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g,
						  unsigned long long seed)
{
	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	g->seed = seed;
	g->at = g->block = 0;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t g,
					unsigned long long offset)
{
	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	g->at = offset;
	return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g,
					  curandOrdering_t order)
{
	return !g ? CURAND_STATUS_NOT_INITIALIZED :
	       order >= CURAND_ORDERING_QUASI_DEFAULT ?
	       CURAND_STATUS_OUT_OF_RANGE : CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerateSeeds(curandGenerator_t g)
{
	return known(g);
}

/* --- output ------------------------------------------------------------- */

/* How numbers are distributed. */
struct law {
	double mean, deviation;
	bool log;               /* what is normal is their logarithm */
	bool wide;              /* double */
};

/* Makes numbers I and, of two, I + 1 of TO. */
typedef void fill_fn(curandGenerator_t g, void *to, size_t i,
		     const struct law *law);

/* N numbers of SIZE bytes, of which FILL makes STEP at a time. */
static curandStatus_t generate(curandGenerator_t g, void *to, size_t n,
			       size_t size, size_t step, fill_fn *fill,
			       const struct law *law)
{
	cudaError_t bad = cudaSuccess;
	void *own;

	if (!g)
		return CURAND_STATUS_NOT_INITIALIZED;
	if (n % step)
		return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
	own = g->host ? to : malloc(n * size + 1);
	if (!own)
		return CURAND_STATUS_ALLOCATION_FAILED;
	for (size_t i = 0; i < n; i += step)
		fill(g, own, i, law);
	if (g->host)
		return CURAND_STATUS_SUCCESS;
	bad = cudaMemcpy(to, own, n * size, cudaMemcpyHostToDevice);
	free(own);
	return bad ? CURAND_STATUS_LAUNCH_FAILURE : CURAND_STATUS_SUCCESS;
}

static void fill_word(curandGenerator_t g, void *to, size_t i,
		      const struct law *law)
{
	UNUSED(law);
	((uint32_t *)to)[i] = next(g);
}

static void fill_uniform(curandGenerator_t g, void *to, size_t i,
			 const struct law *law)
{
	UNUSED(law);
	((float *)to)[i] = uniform(g);
}

static void fill_uniform_double(curandGenerator_t g, void *to, size_t i,
				const struct law *law)
{
	UNUSED(law);
	((double *)to)[i] = uniform_double(g);
}

static void fill_normal(curandGenerator_t g, void *to, size_t i,
			const struct law *law)
{
	double two[2];

	pair(g, two);
	for (size_t k = 0; k < 2; k++) {
		double v = law->mean + law->deviation * two[k];

		if (law->log)
			v = exp(v);
		if (law->wide)
			((double *)to)[i + k] = v;
		else
			((float *)to)[i + k] = (float)v;
	}
}

static void fill_poisson(curandGenerator_t g, void *to, size_t i,
			 const struct law *law)
{
	((uint32_t *)to)[i] = poisson(g, law->mean);
}

curandStatus_t curandGenerate(curandGenerator_t g, unsigned *to, size_t n)
{
	return generate(g, to, n, sizeof *to, 1, fill_word, NULL);
}

curandStatus_t curandGenerateUniform(curandGenerator_t g, float *to, size_t n)
{
	return generate(g, to, n, sizeof *to, 1, fill_uniform, NULL);
}

curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *to,
					   size_t n)
{
	return generate(g, to, n, sizeof *to, 1, fill_uniform_double, NULL);
}

static curandStatus_t normal(curandGenerator_t g, void *to, size_t n,
			     struct law law)
{
	return generate(g, to, n, law.wide ? sizeof(double) : sizeof(float), 2,
			fill_normal, &law);
}

curandStatus_t curandGenerateNormal(curandGenerator_t g, float *to, size_t n,
				    float mean, float deviation)
{
	return normal(g, to, n, (struct law){ (double)mean, (double)deviation,
					      false, false });
}

curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *to,
					  size_t n, double mean,
					  double deviation)
{
	return normal(g, to, n, (struct law){ mean, deviation, false, true });
}

curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *to,
				       size_t n, float mean, float deviation)
{
	return normal(g, to, n, (struct law){ (double)mean, (double)deviation,
					      true, false });
}

curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *to,
					     size_t n, double mean,
					     double deviation)
{
	return normal(g, to, n, (struct law){ mean, deviation, true, true });
}

curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned *to,
				     size_t n, double lambda)
{
	const struct law law = { .mean = lambda };

	return !(lambda > 0) ? CURAND_STATUS_OUT_OF_RANGE :
	       generate(g, to, n, sizeof *to, 1, fill_poisson, &law);
}
