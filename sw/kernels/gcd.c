/* gcd.c - the greatest common divisors of N pairs, by Euclid
 * SPDX-License-Identifier: Apache-2.0
 *
 * One thread for each pair. How often it divides depends on its numbers, so
 * threads of a warp leave the loop at different times and wait for the slowest.
 * N (500) pairs of up to BITS (20) bits.
 */
#include "suite.h"

#ifndef N
#define N 500
#endif
#ifndef BITS
#define BITS 20
#endif

#ifdef SUITE_HOST

static uint32_t a[N], b[N], want[N];

/* Without division, unlike the kernel. */
static uint32_t gcd(uint32_t x, uint32_t y)
{
	uint32_t twos = 0;

	if (x == 0 || y == 0)
		return x | y;
	for (; ((x | y) & 1) == 0; twos++) {
		x >>= 1;
		y >>= 1;
	}
	while (x != y)
		if ((x & 1) == 0)
			x >>= 1;
		else if ((y & 1) == 0)
			y >>= 1;
		else if (x > y)
			x -= y;
		else
			y -= x;
	return x << twos;
}

int main(void)
{
	for (uint32_t i = 0; i < N; i++) {
		uint32_t common = suite_random(i) % 30;

		a[i] = suite_random(N + i) % ((1u << BITS) / 30) * common;
		b[i] = suite_random(2 * N + i) % ((1u << BITS) / 30) * common;
		want[i] = gcd(a[i], b[i]);
	}
	emit("a", a, N);
	emit("b", b, N);
	emit("want", want, N);
	return 0;
}

#else
#include "gcd.data.h"

struct gcd {
	const uint32_t *a, *b;
	uint32_t *result;
	uint32_t n;
};

static void gcd(uint32_t tid, uint32_t wid)
{
	const struct gcd *g = vx_get_arg();
	uint32_t i = wid * ww_num_threads() + tid;

	__if(i < g->n) {
		uint32_t x = g->a[i], y = g->b[i];

		__while(y != 0) {
			uint32_t rest = x % y;

			x = y;
			y = rest;
		} __endwhile
		g->result[i] = x;
	} __endif
}

int main(void)
{
	static uint32_t result[N];
	struct gcd args = { a, b, result, N };
	uint32_t threads = ww_num_threads(), start = ww_cycle();

	vx_spawnWarps((N + threads - 1) / threads, threads, gcd, &args);
	suite_cycles("gcd", ww_cycle() - start);
	return suite_finish("gcd", result, want, N);
}

#endif
