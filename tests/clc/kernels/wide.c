/* wide.c - 64 bits, choices, memory whose length differs between threads
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

long long llabs(long long);

static uint8_t bytes[ALL][32], others[ALL][32];

static uint64_t mix(uint64_t x, uint32_t by)
{
	x ^= x << (by & 63);
	x = x > 0x8000000012345678 ? x >> (by & 31) : x * 5;
	return (int64_t)x < -77 ? x / (by + 1) : x % (by + 3);
}

static uint32_t least(int a, int b, int c)
{
	int d = a < b ? a : b;

	return (uint32_t)(d < c ? d : c);
}

/* Of zero, too. */
static uint32_t zeros(uint32_t x, uint64_t y)
{
	uint32_t n = x ? (uint32_t)__builtin_clz(x) : 32;

	n = 37 * n + (x ? (uint32_t)__builtin_ctz(x) : 32);
	n = 37 * n + (y ? (uint32_t)__builtin_clzll(y) : 64);
	n += (uint32_t)(llabs((long long)(y * x) - 99) >> 3);
	return 37 * n + (y ? (uint32_t)__builtin_ctzll(y) : 64);
}

static void kernel(uint32_t tid, uint32_t wid)
{
	uint32_t i = wid * THREADS + tid, n = i % 23;
	uint64_t x = mix(0x123456789abcdefull * (i + 1), i);

	memset(bytes[i], (int)i + 1, n);
	if (i & 1)
		memcpy(others[i], bytes[i], n / 2);
	else
		memmove(bytes[i] + tid, bytes[i], n / 3);
	if (memcmp(bytes[i], others[i], n) > 0)
		x += least((int)tid - 3, (int)wid - 5, -1);
	for (uint32_t k = 0; k < 32; k++)
		x = x * 31 + bytes[i][k] + others[i][k];
	if (x)
		x += (uint32_t)__builtin_clzll(x) + __builtin_ctzll(x);
	x += zeros(tid * tid % 5 << 4 * wid, (uint64_t)(tid / 3) << 7 * wid);
	out[i] = (uint32_t)(x ^ x >> 32);
}

int main(void)
{
	vx_spawnWarps(WARPS, THREADS, kernel, NULL);
	print_out();
	return 0;
}
