/* neighbour.c - global arrays side by side
 * SPDX-License-Identifier: Apache-2.0
 *
 * Bugs: 1 writes a[N]; 2 reads a[-1]; 3 beyond an array on the stack; 4 writes
 * a constant.
 * BUG N plants one.
 */
#include "warpwright.h"
#include "vx.h"

enum { N = 16 };
int a[N], b[N], c[N];
const int table[4] = { 1, 2, 3, 4 };

static void add(uint32_t tid, uint32_t wid)
{
	uint32_t i = wid * ww_num_threads() + tid;

#if BUG == 1
	a[i + 1] = (int)i + table[i & 3];
#elif BUG == 2
	b[i] = a[(int)i - 1] + table[i & 3];
#elif BUG == 3
	int t[4];

	for (int k = 0; k <= 4; k++)
		((volatile int *)t)[k] = k;
	a[i] = ((volatile int *)t)[i & 3];
#elif BUG == 4
	((int *)(uintptr_t)table)[i & 3] = a[i];
#else
	a[i] = b[i] + table[i & 3];
#endif
}

int main(void)
{
	c[0] = b[0] = 1;
	vx_spawnWarps(N / ww_num_threads(), ww_num_threads(), add, 0);
	return 0;
}
