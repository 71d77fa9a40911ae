/* vortex.h - what each core of a program for vortex.h tells the host
 * SPDX-License-Identifier: Apache-2.0
 *
 * lib/vortex launches main on all cores. vx_spawn_threads describes a grid here
 * and ends that launch; the host launches the grid, and then all mains again,
 * which return from vx_spawn_threads. vortex_begin.S has the entries.
 */
#ifndef WW_VORTEX_H
#define WW_VORTEX_H

/* Offsets for assembly; vortex.c compares them with the structure. */
#define WW_VORTEX_SHIFT		6
#define WW_VORTEX_STATE		0
#define WW_VORTEX_KERNEL	8
#define WW_VORTEX_ARG		12
#define WW_VORTEX_SP		40

#ifndef __ASSEMBLER__
#include <stdint.h>

enum { WW_VORTEX_RUNS, WW_VORTEX_SPAWNS, WW_VORTEX_RETURNED };

/* Of a core: ww_vortex_cores has one for each. */
struct ww_vortex {
	uint32_t state;
	uint32_t code;          /* RETURNED: of main */
	uint32_t kernel, arg;   /* SPAWNS, and while the grid runs */
	uint32_t grid[3], block[3];
	uint32_t sp;            /* of main */
	uint32_t unused;
	uint64_t cycles;        /* RETURNED: since main has begun */
	uint64_t instructions;
};
#endif

#endif
