/* vector_add.c - z = x + y
 * SPDX-License-Identifier: Apache-2.0
 *
 * N elements. As many software warps as the hardware has; each takes every so
 * manieth row of as many elements as it has threads. Only the last row can be
 * short, so only there threads are asked.
 */
#include "suite.h"

#ifndef N
#define N 2000
#endif

#ifdef SUITE_HOST

static uint32_t x[N], y[N], want[N];

int main(void)
{
	for (uint32_t i = 0; i < N; i++) {
		x[i] = suite_random(i);
		y[i] = suite_random(i + N);
		want[i] = x[i] + y[i];
	}
	emit("x", x, N);
	emit("y", y, N);
	emit("want", want, N);
	return 0;
}

#else
#include "vector_add.data.h"

struct vectors {
	const uint32_t *x, *y;
	uint32_t *z;
	uint32_t n, warps;
};

static void vector_add(uint32_t tid, uint32_t wid)
{
	const struct vectors *v = vx_get_arg();
	const uint32_t *x = v->x, *y = v->y;
	uint32_t *z = v->z, n = v->n;
	uint32_t threads = ww_num_threads(), step = v->warps * threads;
	uint32_t row = wid * threads, i = row + tid;

	for (; row + threads <= n; row += step, i += step)
		z[i] = x[i] + y[i];
	__if(i < n) {
		z[i] = x[i] + y[i];
	} __endif
}

int main(void)
{
	static uint32_t z[N];
	uint32_t warps = ww_num_warps(), start = ww_cycle();
	struct vectors args = { x, y, z, N, warps };

	vx_spawnWarps(warps, ww_num_threads(), vector_add, &args);
	suite_cycles("vector_add", ww_cycle() - start);
	return suite_finish("vector_add", z, want, N);
}

#endif
