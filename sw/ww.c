/* ww.c - the runtime kernel: console output and ww_spawn
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

#define CONSOLE ((volatile uint8_t *)0xFFFFF000u)

/* What the warps are at; read by spawn.S: keep the order. */
struct ww_task {
	ww_kernel kernel;
	void *arg;
	uint32_t num_warps;
	uint32_t num_threads;
	uint32_t hardware_warps; /* taking part, this one included */
	uint32_t lanes;          /* in use of each warp */
	uint32_t stack;          /* of warp 0, thread 0, set by ww_warp_run */
	uint32_t unused[4];      /* zero: no share, for vx_barrier.S */
};

struct ww_task ww_task;

void ww_warp_run(void);
void ww_warp_entry(void);

static void wake_warp(void)
{
	__asm__ volatile("wspawn zero, %0, zero"
			 : : "r"(ww_warp_entry) : "memory");
}

void ww_spawn(uint32_t num_warps, uint32_t num_threads, ww_kernel kernel,
	      void *arg)
{
	uint32_t warps = ww_num_warps(), lanes = ww_num_threads();

	if (num_warps == 0 || num_threads == 0)
		return;
	if (warps > num_warps)
		warps = num_warps;
	if (lanes > num_threads)
		lanes = num_threads;
	ww_task.kernel = kernel;
	ww_task.arg = arg;
	ww_task.num_warps = num_warps;
	ww_task.num_threads = num_threads;
	ww_task.hardware_warps = warps;
	ww_task.lanes = lanes;

	ww_fence(); /* the task, and what the caller has prepared */
	for (uint32_t i = 1; i < warps; i++)
		wake_warp();
	ww_warp_run();
	ww_fence();
	if (warps > 1) {
		ww_bar(0, warps);
		/* The others have left the barrier but may not have halted
		 * yet. */
		while (ww_active_warps() != 1)
			;
	}
}

void ww_putc(char c)
{
	*CONSOLE = (uint8_t)c;
}

void ww_puts(const char *s)
{
	while (*s)
		ww_putc(*s++);
}

void ww_print_uint(uint32_t value)
{
	char digits[10];
	int n = 0;

	do
		digits[n++] = (char)('0' + value % 10);
	while ((value /= 10) != 0);
	while (n > 0)
		ww_putc(digits[--n]);
}

void ww_print_int(int32_t value)
{
	if (value < 0)
		ww_putc('-');
	ww_print_uint(value < 0 ? 0u - (uint32_t)value : (uint32_t)value);
}

void ww_print_hex(uint32_t value)
{
	for (int shift = 28; shift >= 0; shift -= 4)
		ww_putc("0123456789abcdef"[value >> shift & 15]);
}
