/* vx_cl.c - an OpenCL program's main: groups onto warps
 * SPDX-License-Identifier: Apache-2.0
 *
 * A row is T items of a group, which one warp runs. A kernel whose items need
 * not be together has an entry that loops over rows (items.c). Else a slot is
 * as many warps of a core as a group has rows, and takes group after group. A
 * group of more rows than the core has warps is a software warp, which goes in
 * rounds.
 */
#include "vx_runtime.h"

#include "cl/cl.h"

typedef void entry(const struct ww_cl_launch *nd,
		   const struct ww_cl_here *here, uint32_t item);

typedef void rows_entry(const struct ww_cl_launch *nd, uint32_t tid,
			uint32_t wid);

/* vx_cl_call.S: calls E with the first COUNT threads of the warp. */
void vx_cl_call(const struct ww_cl_launch *nd, const struct ww_cl_here *here,
		uint32_t item, entry *e, uint32_t count);

int vx_cl_main(void);

/* Written by the host before the start. */
struct ww_cl_launch ww_cl_launch = {
	.heap = (uint32_t)_end, .heap_end = (uint32_t)__stack_limit
};

/* A place for each warp of all cores. */
static struct ww_cl_here *where;

static void set_place(struct ww_cl_here *here, uint32_t group, uint32_t slot,
		      uint32_t core)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	uint32_t g[3] = { group, 0, 0 };

	if (nd->dims > 1) {
		g[1] = group / nd->groups[0];
		g[0] = group - g[1] * nd->groups[0];
	}
	if (nd->dims > 2) {
		uint32_t y = g[1];

		g[2] = y / nd->groups[1];
		g[1] = y - g[2] * nd->groups[1];
	}
	here->slot = slot;
	here->room = nd->room + slot * nd->room_bytes +
		     core * nd->room_stride;
	for (int d = 0; d < 3; d++) {
		here->group[d] = g[d];
		here->base[d] = g[d] * nd->local[d] + nd->offset[d];
	}
}

static void run_row(uint32_t tid, const struct ww_cl_here *here, uint32_t row)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	uint32_t threads = ww_num_threads(), first = row * threads;
	uint32_t count = nd->items - first;

	if (count >= threads)
		((entry *)nd->entry)(nd, here, first + tid);
	else
		vx_cl_call(nd, here, first + tid, (entry *)nd->entry, count);
}

static void loose(uint32_t tid, uint32_t wid)
{
	((rows_entry *)ww_cl_launch.entry)(&ww_cl_launch, tid, wid);
}

static void hard(uint32_t tid, uint32_t wid)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	struct ww_cl_here *here = &where[wid];
	uint32_t core = ww_core_id(), warp = wid - core * ww_num_warps();
	uint32_t rows = nd->rows, slot = warp / rows, row = warp - slot * rows;
	uint32_t step = nd->slots * ww_num_cores();

	if (slot >= nd->slots)
		return;
	for (uint32_t g = core * nd->slots + slot; g < nd->all; g += step) {
		set_place(here, g, slot, core);
		run_row(tid, here, row);
		if (rows > 1 && g + step < nd->all) {
			ww_fence();
			ww_bar(slot, rows);
		}
	}
}

static void soft(uint32_t tid, uint32_t wid)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	struct ww_cl_here *here = &where[wid];

	for (uint32_t g = wid; g < nd->all; g += nd->slots) {
		set_place(here, g, wid, 0);
		((entry *)nd->entry)(nd, here, tid);
		vx_barrier(wid, 1);
	}
}

int vx_cl_main(void)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	if (!nd->entry)
		vx_fail(VX_BAD_CALL, "no kernel is launched: warpwright run "
			"does that", 0, 0);
	/* The host has filled the first bytes of the heap. */
	if (nd->taken && !vx_heap_take(nd->taken))
		vx_fail(VX_NO_HEAP, "no memory for %u bytes of buffers",
			nd->taken, 0);
	where = vx_heap_take(nd->warps * sizeof *where);
	if (!where)
		vx_fail(VX_NO_HEAP, "no memory for %u warps", nd->warps, 0);
	if (nd->soft)
		vx_spawnWarps(nd->slots, nd->items, soft, NULL);
	else
		vx_spawnWarps(nd->warps, ww_num_threads(),
			      nd->together ? hard : loose, NULL);
	return 0;
}
