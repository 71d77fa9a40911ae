/* launch.c - requests that main does not wait for
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1 main reads before vx_wait; 2 writes before it; 3 a null pointer; 4
 * no launch wrote what main reads.
 * BUG N plants one.
 */
#include "warpwright.h"
#include "vx.h"

enum { N = 64 };
int x[N], y[N];
int *nowhere;

static void twice(uint32_t tid, uint32_t wid)
{
	uint32_t i = wid * ww_num_threads() + tid;

#if BUG == 3
	nowhere[i] = x[i];
#endif
	y[i] = 2 * x[i];
}

int main(void)
{
	int *block = vx_malloc(64);
	vx_handle h;

	for (int i = 0; i < N; i++)
		x[i] = i;
	h = vx_spawnWarps(N / ww_num_threads(), ww_num_threads(), twice, 0,
			  VX_ASYNC);
#if BUG == 1
	if (y[N - 1] == 5)
		ww_puts("5\n");
#elif BUG == 2
	x[N - 1] = 3;
#endif
	vx_wait(h);
	if (y[N - 1] == 9)
		ww_puts("9\n");
#if BUG == 4
	if (block[3] == 1)
		ww_puts("1\n");
#endif
	return block == 0;
}
