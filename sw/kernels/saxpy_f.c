/* saxpy_f.c - y = a x + y, in floating point
 * SPDX-License-Identifier: Apache-2.0
 *
 * As saxpy, which does it in integers; for cores with isa.f.
 */
#include "suite.h"
#include "vx_math.h"

#ifndef N
#define N 1000
#endif
#ifndef A
#define A 3.25f
#endif

#ifdef SUITE_HOST

static float x[N], y[N], want[N];

int main(void)
{
	for (uint32_t i = 0; i < N; i++) {
		x[i] = suite_float(i);
		y[i] = suite_float(i + N);
		want[i] = fmaf(A, x[i], y[i]);
	}
	emit_floats("x", x, N);
	emit_floats("y", y, N);
	emit_floats("want", want, N);
	return 0;
}

#else
#include "saxpy_f.data.h"

struct saxpy {
	float a;
	const float *x;
	float *y;
	uint32_t n;
};

static void saxpy_f(uint32_t tid, uint32_t wid)
{
	const struct saxpy *s = vx_get_arg();
	uint32_t i = wid * ww_num_threads() + tid;

	__if(i < s->n) {
		s->y[i] = fmaf(s->a, s->x[i], s->y[i]);
	} __endif
}

int main(void)
{
	struct saxpy args = { A, x, y, N };
	uint32_t threads = ww_num_threads(), start = ww_cycle();

	vx_spawnWarps((N + threads - 1) / threads, threads, saxpy_f, &args);
	suite_cycles("saxpy_f", ww_cycle() - start);
	return suite_finish("saxpy_f", y, want, N);
}

#endif
