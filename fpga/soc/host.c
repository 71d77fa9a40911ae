/* host.c - the program of the system's host: it launches kernels on the device
 * SPDX-License-Identifier: Apache-2.0
 *
 * The device's program is in memory already; SAXPY and TRAPS are where its
 * kernels begin.
 */
#include "warpwright.h"
#include "warpwright_host.h"

enum { COUNT = 1000, THREADS = 16 };

static volatile uint32_t *const regs = (volatile uint32_t *)0x80fff000;

/* In a part of memory that no program has. */
struct saxpy {
	int32_t k, count;
	int32_t *x, *y;
};
static struct saxpy *const data = (struct saxpy *)0x80200000;
static int32_t *const x = (int32_t *)0x80210000;
static int32_t *const y = (int32_t *)0x80220000;

static void print(const char *text)
{
	while (*text)
		ww_putc(*text++);
}

/* Launches the kernel at PC in SLOT, waits, and returns its status. */
static uint32_t launch(unsigned slot, uint32_t pc, uint32_t blocks)
{
	const uint32_t words[] = {
		pc, (uint32_t)data, blocks, 1, 1, THREADS, 1, 1, 0,
		1u << WW_FLAGS_FLUSH_LOW
	};
	volatile uint32_t *at = regs + (WW_HOST_SLOTS +
					slot * WW_HOST_SLOT_BYTES) / 4;
	uint32_t status;

	for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
		at[i] = words[i];
	regs[WW_HOST_DOORBELL / 4] = slot;
	while (!(regs[WW_HOST_DONE / 4] >> slot & 1))
		;
	status = at[WW_LAUNCH_STATUS];
	regs[WW_HOST_ACK / 4] = 1u << slot;
	return status & 15;
}

static int wrong(int32_t times)
{
	int bad = 0;

	for (int32_t i = 0; i < COUNT; i++)
		bad += y[i] != 1 + times * (data->k * i);
	return bad;
}

int main(void)
{
	const uint32_t blocks = (COUNT + THREADS - 1) / THREADS;

	if (regs[WW_HOST_ID / 4] != 0x57574750)
		return 1;
	*data = (struct saxpy){ .k = 3, .count = COUNT, .x = x, .y = y };
	for (int32_t i = 0; i < COUNT; i++) {
		x[i] = i;
		y[i] = 1;
	}
	if (launch(0, SAXPY, blocks) != WW_END_COMPLETE || wrong(1))
		return 2;
	print("saxpy\n");
	if (launch(1, TRAPS, 4) != WW_END_TRAPPED)
		return 3;
	print("a block traps\n");
	if (launch(2, SAXPY + 2, blocks) != WW_END_REFUSED)
		return 4;
	print("a launch is refused\n");
	/* What the device has cached is stale. */
	for (int32_t i = 0; i < COUNT; i++)
		y[i] = 1;
	if (launch(3, SAXPY, blocks) != WW_END_COMPLETE ||
	    launch(3, SAXPY, blocks) != WW_END_COMPLETE || wrong(2))
		return 5;
	print("saxpy, twice\n");
	regs[WW_HOST_CONTROL / 4] = 1u << WW_HOST_CONTROL_RESET_LOW;
	while (regs[WW_HOST_STATUS / 4] >> WW_HOST_STATUS_RESETTING_LOW & 1)
		;
	if (launch(0, SAXPY, blocks) != WW_END_COMPLETE || wrong(3))
		return 6;
	print("saxpy after a reset\n");
	return 0;
}
