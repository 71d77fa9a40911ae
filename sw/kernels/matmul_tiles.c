/* matmul_tiles.c - C = A B, by tiles in shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * M x K times K x N elements. All warps work on a block of C: a warp on four rows of it, a thread on one
 * column, or two unless warps are wide, with the elements in registers. For each sixteen columns of A and rows of B,
 * all warps load a tile of B, each one loads its four rows of A, and between two barriers every word of B serves
 * four products of each warp, every word of A one or two. Threads read adjacent words of B and all
 * the same of A: no bank is asked for two words, so nothing is padded.
 */
#include "suite.h"

#ifndef M
#define M 32
#endif
#ifndef K
#define K 32
#endif
#ifndef N
#define N 32
#endif

#ifdef SUITE_HOST

static uint32_t a[M * K], b[K * N], want[M * N];

int main(void)
{
	for (uint32_t i = 0; i < M * K; i++)
		a[i] = suite_random(i);
	for (uint32_t i = 0; i < K * N; i++)
		b[i] = suite_random(i + M * K);
	for (uint32_t i = 0; i < M * N; i++)
		for (uint32_t k = 0; k < K; k++)
			want[i] += a[i / N * K + k] * b[k * N + i % N];
	emit("a", a, M * K);
	emit("b", b, K * N);
	emit("want", want, M * N);
	return 0;
}

#else
#include "matmul_tiles.data.h"

enum { HIGH = 4, WIDEST = 2, DEEP = 16 };

struct matmul {
	const uint32_t *a, *b;
	uint32_t *c;
	uint32_t warps, wide;
	uint32_t *a_tiles; /* HIGH x DEEP for each warp */
	uint32_t *b_tile;  /* DEEP x (wide T) */
};

static uint32_t smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* DEEP rows of B from row K0 on, WIDE T columns from column X on. */
static void load_b(const struct matmul *m, uint32_t k0, uint32_t deep, uint32_t x, uint32_t tid,
		   uint32_t wid)
{
	uint32_t threads = ww_num_threads(), width = m->wide * threads, step = m->warps;

	for (uint32_t c = tid; c < tid + width; c += threads) {
		__if(x + c < N) {
			const uint32_t *in = m->b + (k0 + wid) * N + x + c;
			uint32_t *out = m->b_tile + wid * width + c;

			for (uint32_t k = wid; k < deep; k += step) {
				*out = *in;
				in += step * N;
				out += step * width;
			}
		} __endif
	}
}

/* DEEP columns of A from column K0 on, HIGH rows from row Y on, or fewer if there are no more. */
static void load_a(uint32_t *tile, const uint32_t *a, uint32_t y, uint32_t k0, uint32_t deep,
		   uint32_t tid)
{
	for (uint32_t first = 0; first < deep; first += ww_num_threads()) {
		__if(first + tid < deep) {
			const uint32_t *in = a + y * K + k0 + first + tid;
			uint32_t *out = tile + first + tid;

			for (uint32_t r = smaller(HIGH, M - y); r > 0; r--, in += K, out += DEEP)
				*out = *in;
		} __endif
	}
}

/* SUM grows by HIGH rows of the tile of A times WIDE columns of that of B. */
static inline __attribute__((always_inline)) void
multiply(uint32_t *sum, const uint32_t *a, const uint32_t *b, uint32_t deep, const uint32_t wide)
{
	uint32_t threads = ww_num_threads();

	for (uint32_t k = 0; k < deep; k++, a++) {
#pragma GCC unroll 2
		for (uint32_t c = 0; c < wide; c++, b += threads) {
			uint32_t factor = *b;

#pragma GCC unroll 4
			for (uint32_t r = 0; r < HIGH; r++)
				sum[c * HIGH + r] += a[r * DEEP] * factor;
		}
	}
}

/* HIGH x WIDE elements of C for each thread; the first of thread 0 is in row Y, column X. */
static inline __attribute__((always_inline)) void
block(const struct matmul *m, uint32_t y, uint32_t x, uint32_t tid, uint32_t wid,
      const uint32_t wide)
{
	uint32_t *a_tile = m->a_tiles + wid * HIGH * DEEP, sum[HIGH * WIDEST] = { 0 };

	for (uint32_t k0 = 0; k0 < K; k0 += DEEP) {
		uint32_t deep = smaller(DEEP, K - k0);

		load_b(m, k0, deep, x, tid, wid);
		if (y < M)
			load_a(a_tile, m->a, y, k0, deep, tid);
		suite_meet(m->warps);
		if (y < M)
			multiply(sum, a_tile, m->b_tile + tid, deep, wide);
		suite_meet(m->warps);
	}
#pragma GCC unroll 2
	for (uint32_t c = 0; c < wide; c++) {
		uint32_t column = x + c * ww_num_threads() + tid;

		__if(column < N) {
#pragma GCC unroll 4
			for (uint32_t r = 0; r < HIGH; r++)
				if (y + r < M)
					m->c[(y + r) * N + column] = sum[c * HIGH + r];
		} __endif
	}
}

static void matmul_tiles(uint32_t tid, uint32_t wid)
{
	const struct matmul *m = vx_get_arg();
	uint32_t y = wid * HIGH;

	for (uint32_t above = 0; above < M; above += m->warps * HIGH)
		for (uint32_t x = 0; x < N; x += m->wide * ww_num_threads())
			if (m->wide == 2)
				block(m, above + y, x, tid, wid, 2);
			else
				block(m, above + y, x, tid, wid, 1);
}

int main(void)
{
	static uint32_t ram[32 * HIGH * DEEP + DEEP * 32], c[M * N];
	uint32_t warps = ww_num_warps(), threads = ww_num_threads();
	uint32_t wide = threads < 32 ? WIDEST : 1;
	uint32_t a_words = warps * HIGH * DEEP, b_words = DEEP * wide * threads;
	uint32_t *room = suite_scratch((a_words + b_words) * 4, ram);
	struct matmul args = { a, b, c, warps, wide, room, room + a_words };
	uint32_t start = ww_cycle();

	vx_spawnWarps(warps, threads, matmul_tiles, &args);
	suite_cycles("matmul_tiles", ww_cycle() - start);
	return suite_finish("matmul_tiles", c, want, M * N);
}

#endif
