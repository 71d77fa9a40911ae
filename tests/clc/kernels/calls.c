/* calls.c - functions that are not inlined, recursion, pointers that agree
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

struct pair {
	uint32_t a, b;
};

typedef uint32_t operation(uint32_t);

uint32_t elsewhere(uint32_t x); /* of calls_more.c */

static __attribute__((noinline)) struct pair divide(uint32_t a, uint32_t b)
{
	struct pair p = { 0, a };

	while (p.b >= b) {
		p.b -= b;
		p.a++;
	}
	return p;
}

static uint32_t weight(uint32_t x)
{
	if (x < 2)
		return x + 1;
	return weight(x / 2) + (x % 3 ? weight(x - 2) : 5);
}

static __attribute__((noinline)) void sort(uint8_t *x, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = i; k && x[k - 1] > x[k]; k--) {
			uint8_t t = x[k];

			x[k] = x[k - 1];
			x[k - 1] = t;
		}
}

static uint32_t low(uint32_t x) { return x > 30 ? x - 30 : x; }
static uint32_t high(uint32_t x) { while (x < 50) x += 9; return x; }
static operation *const operations[] = { low, high, elsewhere };

static void kernel(uint32_t tid, uint32_t wid)
{
	uint32_t i = wid * THREADS + tid;
	struct pair p = divide(i * 3, tid + 2);
	uint8_t x[16];

	for (uint32_t k = 0; k < 16; k++)
		x[k] = (uint8_t)(i * (k + 3) * 37);
	sort(x, tid + 8);
	out[i] = p.a + 256 * p.b + 65536 * x[tid + 2];
	out[i] += operations[wid % 3](i) << 8;
	if (tid & 2)
		out[i] ^= weight(tid + wid) + elsewhere(tid);
}

int main(void)
{
	vx_spawnWarps(WARPS, THREADS, kernel, NULL);
	print_out();
	return 0;
}
