/* spmv.c - y = A x with a sparse matrix, a row per thread
 * SPDX-License-Identifier: Apache-2.0
 *
 * The matrix is that of csr.h. Threads go through rows of different lengths:
 * each leaves the loop when its row ends, and the warp when its longest row
 * does. A software warp is T rows.
 */
#include "csr.h"

#ifndef SUITE_HOST
#include "spmv.data.h"

struct spmv {
	struct csr a;
	const uint32_t *x;
	uint32_t *y;
};

static void spmv(uint32_t tid, uint32_t wid)
{
	const struct spmv *s = vx_get_arg();
	uint32_t r = wid * ww_num_threads() + tid;

	__if(r < s->a.rows) {
		uint32_t sum = 0, i = s->a.row[r], end = s->a.row[r + 1];

		__while(i < end) {
			sum += s->a.value[i] * s->x[s->a.column[i]];
			i++;
		} __endwhile
		s->y[r] = sum;
	} __endif
}

int main(void)
{
	static uint32_t y[ROWS];
	struct spmv args = { { ROWS, row, column, value }, x, y };
	uint32_t threads = ww_num_threads(), start = ww_cycle();

	vx_spawnWarps((ROWS + threads - 1) / threads, threads, spmv, &args);
	suite_cycles("spmv", ww_cycle() - start);
	return suite_finish("spmv", y, want, ROWS);
}

#endif
