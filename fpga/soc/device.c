/* device.c - the kernels of the system's device
 * SPDX-License-Identifier: Apache-2.0
 */
#include <ww_block.h>

struct saxpy {
	int32_t k, count;
	int32_t *x, *y;
};

int main(void)
{
	return 0;
}

WW_KERNEL(saxpy, struct saxpy *a)
{
	int32_t i = (int32_t)(ww_block(0) * ww_block_size(0) + ww_thread(0));

	__if (i < a->count) {
		a->y[i] += a->k * a->x[i];
	} __endif
}

WW_KERNEL(traps, volatile int32_t *a)
{
	(void)a;
	*(volatile int32_t *)16 = 1;
}
