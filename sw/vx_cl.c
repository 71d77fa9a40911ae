/* vx_cl.c - an OpenCL program's main: groups onto warps
 * SPDX-License-Identifier: Apache-2.0
 *
 * A row is T items of a group, which one warp runs. A kernel whose items need
 * not be together has an entry that loops over rows (items.c). Else a slot is
 * as many warps of a core as a group has rows, and takes group after group. A
 * group of more rows than the core has warps is folded (vx_cl_rows.c).
 */
#include <stddef.h>

#include "vx_cl.h"

/* vx_cl_call.S: WARPS warps of the only core call vx_cl_run. */
void vx_cl_start(uint32_t warps);
void vx_cl_run(uint32_t tid, uint32_t wid);
int vx_cl_main(void);

/* Written by the host before the start. */
struct ww_cl_launch ww_cl_launch = {
	.heap = (uint32_t)_end, .heap_end = (uint32_t)__heap_limit
};

static struct vx_fold *folds;

static struct ww_cl_here *place_of(uint32_t wid)
{
	return (struct ww_cl_here *)ww_cl_launch.places + wid;
}

/* The local memory of slot SLOT of CORE. */
VX_CL_INLINE uint32_t room_of(uint32_t slot, uint32_t core)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;

	return nd->room + slot * nd->room_bytes + core * nd->room_stride;
}

VX_CL_INLINE void loose(uint32_t tid, uint32_t wid)
{
	((vx_cl_rows *)ww_cl_launch.entry)(&ww_cl_launch, tid, wid);
}

/* The groups from the one at HERE on, each STEP-th, of LEFT; the warp has row
 * ROW of each. */
static __attribute__((noinline)) void several(uint32_t tid,
					      struct ww_cl_here *here,
					      uint32_t left, uint32_t step,
					      uint32_t row)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;

	for (;;) {
		vx_cl_row(nd, tid, here, row);
		if (left <= step)
			return;
		left -= step;
		if (nd->rows > 1) {
			ww_fence();
			ww_bar(here->slot, nd->rows);
		}
		vx_cl_next(nd, here);
	}
}

/* A warp with one group keeps nothing on its threads' stacks meanwhile: each
 * word there is a line of the cache for each thread. */
VX_CL_INLINE void hard(uint32_t tid, uint32_t wid)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	struct ww_cl_here *here = place_of(wid);
	uint32_t core = ww_core_id(), warp = wid - core * ww_num_warps();
	uint32_t rows = nd->rows, slot = warp / rows, row = warp - slot * rows;
	uint32_t step = nd->slots * ww_num_cores();
	uint32_t g = core * nd->slots + slot;

	if (slot >= nd->slots || g >= nd->all)
		return;
	vx_cl_place(nd, here, g, slot, room_of(slot, core));
	if (nd->all - g > step)
		several(tid, here, nd->all - g, step, row);
	else
		vx_cl_row(nd, tid, here, row);
}

static struct vx_warp *this_warp(void)
{
	struct vx_warp *w;

	__asm__("mv %0, tp" : "=r"(w));
	return w;
}

static void folded(uint32_t tid, uint32_t wid)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	uint32_t core = ww_core_id(), warp = wid - core * ww_num_warps();
	struct ww_cl_here *here = place_of(wid);
	struct vx_fold *f = &folds[wid];

	(void)tid;
	vx_cl_fold_begin(f, nd, wid, warp, this_warp());
	vx_cl_place(nd, here, core, 0, room_of(0, core));
	for (uint32_t g = core; g < nd->all; g += ww_num_cores()) {
		if (g != core)
			vx_cl_next(nd, here);
		vx_cl_fold_group(f, here, warp);
	}
}

void vx_cl_run(uint32_t tid, uint32_t wid)
{
	if (ww_cl_launch.together)
		hard(tid, wid);
	else
		loose(tid, wid);
}

int vx_cl_main(void)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;

	if (!nd->entry)
		vx_fail(VX_BAD_CALL, "no kernel is launched: warpwright run "
			"does that", 0, 0);
	vx_heap_skip(nd->taken);
	if (nd->deep)
		folds = vx_heap_take(nd->warps * sizeof *folds);
	if (nd->deep && !folds)
		vx_fail(VX_NO_HEAP, "no memory for %u warps", nd->warps, 0);
	if (!nd->deep && ww_num_cores() == 1)
		vx_cl_start(nd->busy);
	else
		vx_spawnWarps(nd->warps, ww_num_threads(),
			      nd->deep ? folded : vx_cl_run, NULL);
	return 0;
}
