/* fft.c - the Fourier transform of N complex numbers, N a power of two
 * SPDX-License-Identifier: Apache-2.0
 *
 * Stages of N / 2 butterflies, one per thread at a time, each from one copy of
 * the numbers to the other, in an order in which none has to be put in place
 * afterwards (Stockham); all warps meet after each. The factors are computed
 * first, by sine and cosine. For cores with isa.f.
 */
#include "suite.h"
#include "vx_math.h"

#ifndef N
#define N 256
#endif

enum { HALF = N / 2 };

struct complex {
	float re, im;
};

static inline struct complex factor(uint32_t k)
{
	float angle = (float)k * (-6.2831853f / N);

	return (struct complex){ cosf(angle), sinf(angle) };
}

/* Butterfly I of the stage whose groups have LENGTH of them. */
static inline void butterfly(const struct complex *in, struct complex *out,
			     const struct complex *factors, uint32_t i,
			     uint32_t length)
{
	uint32_t k = i & (length - 1), to = 2 * i - k;
	struct complex a = in[i], b = in[i + HALF];
	struct complex w = factors[k * (HALF / length)];
	float re = b.re * w.re, im = b.re * w.im;

	re = fmaf(-b.im, w.im, re);
	im = fmaf(b.im, w.re, im);
	out[to] = (struct complex){ a.re + re, a.im + im };
	out[to + length] = (struct complex){ a.re - re, a.im - im };
}

#ifdef SUITE_HOST

static struct complex x[2][N], factors[HALF];

int main(void)
{
	uint32_t s = 0;

	for (uint32_t i = 0; i < N; i++) {
		x[0][i].re = suite_float(i);
		x[0][i].im = suite_float(i + N);
	}
	emit_floats("x", &x[0][0].re, 2 * N);
	for (uint32_t k = 0; k < HALF; k++)
		factors[k] = factor(k);
	for (uint32_t length = 1; length < N; length *= 2, s++)
		for (uint32_t i = 0; i < HALF; i++)
			butterfly(x[s % 2], x[(s + 1) % 2], factors, i, length);
	emit_floats("want", &x[s % 2][0].re, 2 * N);
	return 0;
}

#else
#include "fft.data.h"

struct fft {
	struct complex *x[2];
	uint32_t warps, stages;
};

static struct complex factors[HALF];

static void fft(uint32_t tid, uint32_t wid)
{
	struct fft *f = vx_get_arg();
	uint32_t warps = f->warps, step = warps * ww_num_threads();
	uint32_t me = wid * ww_num_threads() + tid, stages = 0;
	struct complex *in = f->x[0], *out = f->x[1], *other;

	for (uint32_t base = 0; base < HALF; base += step) {
		uint32_t i = base + me;

		__if(i < HALF) {
			factors[i] = factor(i);
		} __endif
	}
	suite_meet(warps);
	for (uint32_t length = 1; length < N; length *= 2, stages++) {
		for (uint32_t base = 0; base < HALF; base += step) {
			uint32_t i = base + me;

			__if(i < HALF) {
				butterfly(in, out, factors, i, length);
			} __endif
		}
		suite_meet(warps);
		other = in;
		in = out;
		out = other;
	}
	f->stages = stages;
}

int main(void)
{
	static struct complex other[N];
	struct fft args = { { (struct complex *)(void *)x, other },
			    ww_num_warps(), 0 };
	uint32_t start = ww_cycle();

	vx_spawnWarps(args.warps, ww_num_threads(), fft, &args);
	suite_cycles("fft", ww_cycle() - start);
	return suite_finish("fft", args.x[args.stages % 2], want, 2 * N);
}

#endif
