/* matvec.c - y = A x
 * SPDX-License-Identifier: Apache-2.0
 *
 * A has ROWS x COLS elements. A warp takes eight rows at a time, its threads
 * adjacent columns: what is loaded of x serves eight products, and all loads
 * are coalesced. The threads leave their sums in scratch memory, a padded row
 * of them for each row of A, and then a thread adds up a row.
 */
#include "suite.h"

#ifndef ROWS
#define ROWS 50
#endif
#ifndef COLS
#define COLS 60
#endif

#ifdef SUITE_HOST

static uint32_t a[ROWS * COLS], x[COLS], want[ROWS];

int main(void)
{
	for (uint32_t i = 0; i < COLS; i++)
		x[i] = suite_random(i);
	for (uint32_t i = 0; i < ROWS * COLS; i++) {
		a[i] = suite_random(i + COLS);
		want[i / COLS] += a[i] * x[i % COLS];
	}
	emit("a", a, ROWS * COLS);
	emit("x", x, COLS);
	emit("want", want, ROWS);
	return 0;
}

#else
#include "matvec.data.h"

enum { TOGETHER = 8 };

struct matvec {
	const uint32_t *a, *x;
	uint32_t *y;
	uint32_t warps;
	uint32_t *room; /* TOGETHER (T + 1) words for each warp */
};

/* SUMS[r] becomes this thread's part of row r of TOGETHER rows at A. */
static void multiply_rows(const uint32_t *a, const uint32_t *x, uint32_t tid,
			  uint32_t *sums, uint32_t pitch)
{
	uint32_t sum[TOGETHER] = { 0 }, threads = ww_num_threads();

	for (uint32_t i = 0; i < COLS; i += threads) {
		__if(i + tid < COLS) {
			uint32_t factor = x[i + tid];

#pragma GCC unroll 8
			for (uint32_t r = 0; r < TOGETHER; r++)
				sum[r] += factor * a[r * COLS + i + tid];
		} __endif
	}
	sums += tid;
#pragma GCC unroll 8
	for (uint32_t r = 0; r < TOGETHER; r++, sums += pitch) {
		*sums = sum[r];
		suite_anew(sums);
	}
}

/* As that, for one row. */
static void multiply_row(const uint32_t *a, const uint32_t *x, uint32_t tid,
			 uint32_t *sums)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < COLS; i += ww_num_threads()) {
		__if(i + tid < COLS) {
			sum += a[i + tid] * x[i + tid];
		} __endif
	}
	sums[tid] = sum;
}

static void add_up(uint32_t *y, uint32_t rows, const uint32_t *sums,
		   uint32_t pitch, uint32_t tid)
{
	uint32_t threads = ww_num_threads();

	for (uint32_t r = 0; r < rows; r += threads) {
		__if(r + tid < rows) {
			const uint32_t *part = sums + (r + tid) * pitch;
			uint32_t sum = 0;

			for (uint32_t t = 0; t < threads; t++)
				sum += part[t];
			y[r + tid] = sum;
		} __endif
	}
}

static void matvec(uint32_t tid, uint32_t wid)
{
	const struct matvec *m = vx_get_arg();
	uint32_t pitch = ww_num_threads() + 1;
	uint32_t *sums = m->room + wid * TOGETHER * pitch;

	for (uint32_t y = wid * TOGETHER; y < ROWS; y += m->warps * TOGETHER) {
		const uint32_t *a = m->a + y * COLS;
		uint32_t rows = ROWS - y;

		if (rows >= TOGETHER) {
			rows = TOGETHER;
			suite_anew(tid);
			suite_anew(pitch);
			multiply_rows(a, m->x, tid, sums, pitch);
		} else {
			for (uint32_t r = 0; r < rows; r++)
				multiply_row(a + r * COLS, m->x, tid,
					     sums + r * pitch);
		}
		suite_together();
		suite_anew(tid);
		suite_anew(pitch);
		add_up(m->y + y, rows, sums, pitch, tid);
		suite_together();
	}
}

int main(void)
{
	static uint32_t ram[TOGETHER * (1024 + 32)], y[ROWS];
	uint32_t warps = ww_num_warps(), threads = ww_num_threads();
	uint32_t *room = suite_scratch(warps * TOGETHER * (threads + 1) * 4,
				       ram);
	struct matvec args = { a, x, y, warps, room };
	uint32_t start = ww_cycle();

	vx_spawnWarps(warps, threads, matvec, &args);
	suite_cycles("matvec", ww_cycle() - start);
	return suite_finish("matvec", y, want, ROWS);
}

#endif
