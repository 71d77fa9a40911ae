/* loops.c - nested loops that threads leave by condition, break, goto, return
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

static uint32_t collatz(uint32_t x)
{
	uint32_t turns = 0;

	while (x != 1) {
		x = x & 1 ? 3 * x + 1 : x / 2;
		if (++turns > 50)
			return 1000 + x;
	}
	return turns;
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	uint32_t i = wid * THREADS + tid, s = 0, n = *(uint32_t *)arg;

	for (uint32_t a = 0; a < i; a++) {
		if (a % 13 == 5)
			continue;
		for (uint32_t b = 0; b < n; b++) {
			if (b * b > a)
				break;
			if ((a + b) % 31 == 30 && i % 3 == 0)
				goto end;
			for (uint32_t c = b; c < tid; c++) {
				if (c == 5 && a == 40)
					return;
				s += c;
			}
			s += a * b;
		}
	}
end:
	do {
		s = s * 5 + 1;
		if (s % 11 == 0)
			break;
		n--;
	} while (n > tid && s % 7);
	out[i] = s + (collatz(i + 1) << 16);
}

int main(void)
{
	uint32_t n = 20;

	ww_spawn(WARPS, THREADS, kernel, &n);
	print_out();
	return 0;
}
