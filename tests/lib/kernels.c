/* kernels.c - launches of the test of libwarpwright
 * SPDX-License-Identifier: Apache-2.0
 */
#include <ww_block.h>

struct add { uint32_t by, *data; };
uint32_t runs;

WW_KERNEL(add, struct add *a)
{
	uint32_t i = ww_block(0) * ww_block_size(0) + ww_thread(0);

	a->data[i] += a->by;
}

WW_KERNEL(spin, volatile uint32_t *go)
{
	while (!*go)
		;
}

WW_KERNEL(stuck, uint32_t none)
{
	(void)none;
	ww_bar(0, 2);
}

WW_KERNEL(trap, volatile uint32_t *bad)
{
	*bad = 1;
}

WW_KERNEL(speak, uint32_t byte)
{
	ww_putc((char)byte);
}

/* More than a stack. */
WW_KERNEL(deep, uint32_t n)
{
	volatile char frame[8192];

	frame[n] = 1;
}

/* A launch of whole cores. */
int main(void)
{
	__asm__ volatile("csrw %0, %1" : : "i"(WW_CSR_MEXIT), "r"(40 + ++runs));
	return 0;
}
