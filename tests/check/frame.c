/* frame.c - frame.h in plain C
 * SPDX-License-Identifier: Apache-2.0
 */
#define WW_PLAIN
#include "warpwright.h"
#include "vx.h"

#define DEVICE static
#define RECURSION
#include "frame.h"

enum { N = 64 };
int y[N];

static void fill(uint32_t tid, uint32_t wid)
{
	uint32_t i = wid * ww_num_threads() + tid;

	y[i] = all((int)i);
}

int main(void)
{
	vx_spawnWarps(N / ww_num_threads(), ww_num_threads(), fill, 0);
	return 0;
}
