/* matmul_tiles.c - C = A B, by tiles in shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * M x K times K x N elements. All warps work on a block of C: a warp on four
 * rows of it, a thread on a column, four elements in registers. For each
 * sixteen columns of A and rows of B, all warps load a tile of B, each one
 * loads its four rows of A, and between two barriers every word of B serves
 * four products of each warp. Threads read adjacent words of B and all the same
 * of A: no bank is asked for two words, so nothing is padded.
 */
#include "matmul.h"

#ifndef SUITE_HOST
#include "matmul_tiles.data.h"

enum { HIGH = 4, DEEP = 16 };

struct matmul {
	const uint32_t *a, *b;
	uint32_t *c;
	uint32_t warps;
	uint32_t *a_tiles; /* HIGH x DEEP for each warp */
	uint32_t *b_tile;  /* DEEP x T */
};

static uint32_t smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* DEEP rows of B from row K0 on, T columns from column X on. */
static inline void load_b(const struct matmul *m, uint32_t k0, uint32_t deep,
			  uint32_t x, uint32_t tid, uint32_t wid)
{
	uint32_t threads = ww_num_threads(), step = m->warps;

	__if(x + tid < N) {
		const uint32_t *in = m->b + (k0 + wid) * N + x + tid;
		uint32_t *out = m->b_tile + wid * threads + tid;

		uint32_t k = wid;

		for (; k + step < deep; k += 2 * step) {
			uint32_t row0 = in[0], row1 = in[step * N];

			out[0] = row0;
			out[step * threads] = row1;
			in += 2 * step * N;
			out += 2 * step * threads;
		}
		for (; k < deep; k += step) {
			*out = *in;
			in += step * N;
			out += step * threads;
		}
	} __endif
}

/* DEEP columns of A from column K0 on, HIGH rows from row Y on, or fewer if
 * there are no more. */
static inline void load_a(uint32_t *tile, const uint32_t *a, uint32_t y,
			  uint32_t k0, uint32_t deep, uint32_t tid)
{
	for (uint32_t first = 0; first < deep; first += ww_num_threads()) {
		__if(first + tid < deep) {
			const uint32_t *in = a + y * K + k0 + first + tid;
			uint32_t *out = tile + first + tid;

			if (M - y >= HIGH) {
				uint32_t row0 = in[0], row1 = in[K];
				uint32_t row2 = in[2 * K], row3 = in[3 * K];

				out[0] = row0;
				out[DEEP] = row1;
				out[2 * DEEP] = row2;
				out[3 * DEEP] = row3;
			} else {
				suite_anew(y);
				for (uint32_t r = M - y; r > 0;
				     r--, in += K, out += DEEP)
					*out = *in;
			}
		} __endif
	}
}

/* SUM grows by HIGH rows of the tile of A times the column of that of B. */
static inline void multiply(uint32_t *sum, const uint32_t *a, const uint32_t *b,
			    uint32_t deep)
{
	uint32_t threads = ww_num_threads();

	for (const uint32_t *end = a + deep; a != end; a++, b += threads) {
		uint32_t factor = *b;

#pragma GCC unroll 4
		for (uint32_t r = 0; r < HIGH; r++)
			sum[r] += a[r * DEEP] * factor;
	}
}

static inline void store(uint32_t *c, const uint32_t *sum, uint32_t y,
			 uint32_t x)
{
	__if(x < N) {
		c += y * N + x;
#pragma GCC unroll 4
		for (uint32_t r = 0; r < HIGH; r++, c += N)
			if (y + r < M)
				*c = sum[r];
	} __endif
}

static void matmul_tiles(uint32_t tid, uint32_t wid)
{
	const struct matmul *m = vx_get_arg();

	for (uint32_t y = wid * HIGH; y < M + wid * HIGH; y += m->warps * HIGH)
		for (uint32_t x = 0; x < N; x += ww_num_threads()) {
			uint32_t sum[HIGH] = { 0 };

			for (uint32_t k = 0; k < K; k += DEEP) {
				load_b(m, k, smaller(DEEP, K - k), x, tid, wid);
				suite_anew(k);
				suite_anew(y);
				suite_anew(wid);
				if (y < M)
					load_a(m->a_tiles + wid * HIGH * DEEP,
					       m->a, y, k, smaller(DEEP, K - k),
					       tid);
				suite_meet(m->warps);
				suite_anew(k);
				suite_anew(tid);
				suite_anew(wid);
				if (y < M)
					multiply(sum,
						 m->a_tiles + wid * HIGH * DEEP,
						 m->b_tile + tid,
						 smaller(DEEP, K - k));
				suite_meet(m->warps);
				suite_anew(x);
				suite_anew(y);
				suite_anew(wid);
			}
			if (y < M)
				store(m->c, sum, y, x + tid);
			suite_anew(x);
		}
}

int main(void)
{
	static uint32_t ram[32 * HIGH * DEEP + DEEP * 32], c[M * N];
	uint32_t warps = ww_num_warps(), threads = ww_num_threads();
	uint32_t a_words = warps * HIGH * DEEP;
	uint32_t *room = suite_scratch((a_words + DEEP * threads) * 4, ram);
	struct matmul args = { a, b, c, warps, room, room + a_words };
	uint32_t start = ww_cycle();

	/* By a pointer: in a loop of its own it has too few registers. */
	vx_spawnWarps(warps, threads, (matmul_tiles), &args);
	suite_cycles("matmul_tiles", ww_cycle() - start);
	return suite_finish("matmul_tiles", c, want, M * N);
}

#endif
