/* diverge_bench.c - 1024 elements, of which every other one divides
 * SPDX-License-Identifier: Apache-2.0
 *
 * Made to be measured: prints nothing, exits with 0 if the sums of the results
 * are right. Neighbouring threads take different sides, so that every warp
 * diverges for every element.
 */
#include "warpwright.h"

#define ELEMENT(i)  8 * (i) + 3
#define FOUR(i)     ELEMENT(i), ELEMENT(i + 1), ELEMENT(i + 2), ELEMENT(i + 3)
#define SIXTEEN(i)  FOUR(i), FOUR(i + 4), FOUR(i + 8), FOUR(i + 12)
#define SIXTY4(i) \
	SIXTEEN(i), SIXTEEN(i + 16), SIXTEEN(i + 32), SIXTEEN(i + 48)
#define TWO56(i)    SIXTY4(i), SIXTY4(i + 64), SIXTY4(i + 128), SIXTY4(i + 192)

enum { COUNT = 1024 };

/* Behind the elements is room for what is loaded ahead of the last ones. */
static uint32_t data[2 * COUNT] __attribute__((aligned(64))) = {
	TWO56(0), TWO56(256), TWO56(512), TWO56(768)
};
static uint32_t eight = 8, wrong;

/* Elements FIRST, FIRST + STEP ... are this thread's; the sum of their results.
 * The next one is loaded while this one is worked on. */
static uint32_t diverge(uint32_t first, uint32_t step, uint32_t divisor)
{
	uint32_t *p = data + first, value = *p, sum = 0;

	while (p < data + COUNT) {
		uint32_t *q = p + step, next = *q;

		__if(value & 8) {
			value = value / divisor;
		} __else {
			value = (value >> 3) + 5;
		} __endif
		*p = value;
		sum += value;
		p = q;
		value = next;
	}
	return sum;
}

/* Of i over the elements, and 5 for each that is even. */
static uint32_t right_sum(uint32_t first, uint32_t step)
{
	uint32_t n = COUNT / step;
	uint32_t even = step == 1 ? n / 2 : n * (~first & 1);

	return n * first + step * (n * (n - 1) / 2) + 5 * even;
}

static void kernel(uint32_t tid, uint32_t wid, void *arg)
{
	uint32_t threads = ww_num_threads();
	uint32_t first = wid * threads + tid, step = ww_num_warps() * threads;

	__if(diverge(first, step, *(uint32_t *)arg) != right_sum(first, step)) {
		wrong = 1;
	} __endif
}

int main(void)
{
	ww_spawn(ww_num_warps(), ww_num_threads(), kernel, &eight);
	return (int)wrong;
}
