/* spawn_bench.c - what requests and software warps cost,
 * in cycles and warp instructions
 * SPDX-License-Identifier: Apache-2.0
 *
 * For 1024 software warps of an empty kernel, by vx_spawnWarps and by ww_spawn;
 * and of one that gives way once.
 */
#include "warpwright.h"

enum { WARPS = 1024 };

static volatile uint32_t began;

static void first(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
	began = ww_cycle();
}

static void empty(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
}

static void empty_ww(uint32_t tid, uint32_t wid, void *arg)
{
	(void)tid;
	(void)wid;
	(void)arg;
}

static void gives_way(uint32_t tid, uint32_t wid)
{
	(void)tid;
	(void)wid;
	vx_yield();
}

/* In tenths, for one software warp. */
static void report(const char *what, uint32_t cycles, uint32_t instructions)
{
	uint32_t c = cycles * 10 / WARPS, i = instructions * 10 / WARPS;

	vx_printf("%-32s %4u.%u cycles  %4u.%u instructions\n", what, c / 10,
		  c % 10, i / 10, i % 10);
}

int main(void)
{
	uint32_t threads = ww_num_threads(), cycles, instructions;

	for (uint32_t turn = 0; turn < 2; turn++) {
		cycles = ww_cycle();
		vx_spawnWarps(1, threads, first, NULL);
		vx_printf("%-32s %4u   cycles\n",
			  turn ? "to the kernel" :
				 "to the kernel, the first time",
			  began - cycles);
	}
	cycles = ww_cycle();
	instructions = ww_instret();
	vx_spawnWarps(WARPS, threads, empty, NULL);
	report("software warp", ww_cycle() - cycles,
	       ww_instret() - instructions);
	cycles = ww_cycle();
	instructions = ww_instret();
	vx_spawnWarps(WARPS, threads, gives_way, NULL);
	report("software warp that gives way", ww_cycle() - cycles,
	       ww_instret() - instructions);
	cycles = ww_cycle();
	instructions = ww_instret();
	ww_spawn(WARPS, threads, empty_ww, NULL);
	report("the same by ww_spawn", ww_cycle() - cycles,
	       ww_instret() - instructions);
	return 0;
}
