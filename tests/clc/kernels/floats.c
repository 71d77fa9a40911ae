/* floats.c - comparisons, choices, rounding and conversion of floats
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

static float bend(float x)
{
	float y = 0.5f;

	for (int k = 0; k < 20 && y < 1000.0f; k++) {
		if (y > x)
			y -= x;
		else if (y * y < x + 2.0f || x != x)
			y = y * 1.5f + 0.25f;
		else
			return y;
	}
	return -y;
}

static void kernel(uint32_t tid, uint32_t wid)
{
	uint32_t i = wid * THREADS + tid;
	float x = (float)(int)(i * 37 % 101) * 0.125f - 3.0f;
	float y = x > 1.0f ? bend(x) : __builtin_floorf(x);

	y += x < y ? __builtin_truncf(x * 3.0f) : 2.0f;
	if (y > 0.0f && y < 100.0f)
		y = y * 8.0f;
	memcpy(&out[i], &y, sizeof y);
}

int main(void)
{
	vx_spawnWarps(WARPS, THREADS, kernel, NULL);
	print_out();
	return 0;
}
