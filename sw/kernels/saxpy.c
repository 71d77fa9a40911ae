/* saxpy.c - y = a x + y, in integers
 * SPDX-License-Identifier: Apache-2.0
 */
#include "suite.h"

#ifndef N
#define N 1000
#endif
#ifndef A
#define A 3
#endif

#ifdef SUITE_HOST

static uint32_t x[N], y[N], want[N];

int main(void)
{
	for (uint32_t i = 0; i < N; i++) {
		x[i] = suite_random(i);
		y[i] = suite_random(i + N);
		want[i] = A * x[i] + y[i];
	}
	emit("x", x, N);
	emit("y", y, N);
	emit("want", want, N);
	return 0;
}

#else
#include "saxpy.data.h"

struct saxpy {
	uint32_t a;
	const uint32_t *x;
	uint32_t *y;
	uint32_t n;
};

static void saxpy(uint32_t tid, uint32_t wid)
{
	const struct saxpy *s = vx_get_arg();
	uint32_t i = wid * ww_num_threads() + tid;

	__if(i < s->n) {
		s->y[i] += s->a * s->x[i];
	} __endif
}

int main(void)
{
	struct saxpy args = { A, x, y, N };
	uint32_t threads = ww_num_threads(), start = ww_cycle();

	vx_spawnWarps((N + threads - 1) / threads, threads, saxpy, &args);
	suite_cycles("saxpy", ww_cycle() - start);
	return suite_finish("saxpy", y, want, N);
}

#endif
