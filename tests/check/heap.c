/* heap.c - blocks of vx_malloc
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1 given back twice; 2 used after that; 3 a word too far; 4 a word is
 * unwritten; 5 given back not at its begin; 6 the neighbour of a block.
 * BUG N plants one.
 */
#include "warpwright.h"
#include "vx.h"

struct args { int *x, *y; };

static void twice(uint32_t tid, uint32_t wid)
{
	const struct args *p = vx_get_arg();
	uint32_t i = wid * ww_num_threads() + tid;

#if BUG == 3
	p->y[i + 1] = 2 * p->x[i];
#elif BUG == 6
	p->y[i] = 2 * p->x[i + 20];
#else
	p->y[i] = 2 * p->x[i];
#endif
}

int main(void)
{
	uint32_t n = 4 * ww_num_threads();
	struct args a = { vx_malloc(n * 4), vx_malloc(n * 4) };
	int sum = 0;

	for (uint32_t i = 0; i < n - (BUG == 4); i++)
		a.x[i] = (int)i;
	vx_spawnWarps(4, ww_num_threads(), twice, &a);
#if BUG == 2
	vx_free(a.y);
#endif
	for (uint32_t i = 0; i < n; i++)
		sum += a.y[i];
	if (sum == 77)
		ww_puts("77\n");
#if BUG == 5
	vx_free(a.x + 4);
#else
	vx_free(a.x);
#endif
#if BUG == 1
	vx_free(a.x);
#endif
	return 0;
}
