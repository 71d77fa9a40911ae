/* branches.c - if, else, && and ||, ?:, early returns
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

static int between(int x, int low, int high)
{
	return x >= low && x <= high;
}

static void kernel(uint32_t tid, uint32_t wid)
{
	uint32_t i = wid * THREADS + tid, r = 7;
	int s = (int)tid - 4;

	if (i == 13)
		return;
	if (tid & 1) {
		if (wid > 3 && tid > 2)
			r += i;
		else if (wid == 1 || i % 5 == 0)
			r *= 3;
		else
			r ^= 0x1234;
	} else if (wid & 2) {
		r = s < 0 ? 100u : (uint32_t)s;
	}
	if (between(s, -2, 2) && !(between((int)wid, 3, 5) || i % 7 == 0))
		r |= 0x80000000;
	if (wid == 6) { /* all threads of a warp agree */
		out[i] = 0xabc00000 + tid;
		return;
	}
	if (i > 40)
		r = (i & 4 ? r : i) + (i & 8 ? 1000 : 2000);
	out[i] = r;
}

int main(void)
{
	vx_spawnWarps(WARPS, THREADS, kernel, NULL);
	print_out();
	return 0;
}
