/* blackscholes.c - what options to buy and to sell are worth
 * SPDX-License-Identifier: Apache-2.0
 *
 * The formula of Black and Scholes for N options, one per thread: logarithm,
 * root, exponential, and the normal distribution by formula 26.2.17 of
 * Abramowitz and Stegun. Nothing in it is a branch. For cores with isa.f.
 */
#include "suite.h"
#include "vx_math.h"

#ifndef N
#define N 256
#endif

#define RATE 0.02f
#define VOLATILITY 0.30f

/* The normal distribution up to D. */
static inline float normal(float d)
{
	float k = 1.0f / fmaf(0.2316419f, fabsf(d), 1.0f), p = 1.330274429f;
	float tail;

	p = fmaf(p, k, -1.821255978f);
	p = fmaf(p, k, 1.781477937f);
	p = fmaf(p, k, -0.356563782f);
	p = fmaf(p, k, 0.31938153f);
	tail = expf(-0.5f * d * d) * 0.39894228f * k * p;
	return vx_choosef(d > 0.0f, 1.0f - tail, tail);
}

/* Of an option to buy and of one to sell at STRIKE in YEARS what now costs
 * PRICE. */
static inline void worth(float price, float strike, float years, float *buy,
			 float *sell)
{
	float spread = VOLATILITY * sqrtf(years);
	float drift = fmaf(0.5f * VOLATILITY, VOLATILITY, RATE);
	float d1 = fmaf(drift, years, logf(price / strike)) / spread;
	float n1 = normal(d1), n2 = normal(d1 - spread);
	float later = strike * expf(-RATE * years);

	*buy = price * n1 - later * n2;
	*sell = later * (1.0f - n2) - price * (1.0f - n1);
}

#ifdef SUITE_HOST

static float price[N], strike[N], years[N], want[2 * N];

int main(void)
{
	for (uint32_t i = 0; i < N; i++) {
		price[i] = fmaf(suite_float(i), 12.5f, 17.5f);
		strike[i] = fmaf(suite_float(i + N), 49.5f, 50.5f);
		years[i] = fmaf(suite_float(i + 2 * N), 4.875f, 5.125f);
		worth(price[i], strike[i], years[i], &want[i], &want[N + i]);
	}
	emit_floats("price", price, N);
	emit_floats("strike", strike, N);
	emit_floats("years", years, N);
	emit_floats("want", want, 2 * N);
	return 0;
}

#else
#include "blackscholes.data.h"

static void blackscholes(uint32_t tid, uint32_t wid)
{
	float *out = vx_get_arg();
	uint32_t i = wid * ww_num_threads() + tid;

	__if(i < N) {
		worth(price[i], strike[i], years[i], &out[i], &out[N + i]);
	} __endif
}

int main(void)
{
	static float out[2 * N];
	uint32_t threads = ww_num_threads(), start = ww_cycle();

	vx_spawnWarps((N + threads - 1) / threads, threads, blackscholes, out);
	suite_cycles("blackscholes", ww_cycle() - start);
	return suite_finish("blackscholes", out, want, 2 * N);
}

#endif
