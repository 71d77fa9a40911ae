/* vx_cl.c - an OpenCL program's main: groups onto warps
 * SPDX-License-Identifier: Apache-2.0
 *
 * A row is T items of a group, which one warp runs. A kernel whose items need
 * not be together has an entry that loops over rows (items.c). Else a slot is
 * as many warps of a core as a group has rows, and takes group after group. A
 * group of more rows than the core has warps is folded (vx_cl.h).
 */
#include <stddef.h>

#include "vx_cl.h"

#define INLINE static inline __attribute__((always_inline))

typedef void rows_entry(const struct ww_cl_launch *nd, uint32_t tid,
			uint32_t wid);

/* vx_cl_call.S: calls E with the first COUNT threads of the warp. */
void vx_cl_call(const struct ww_cl_launch *nd, const struct ww_cl_here *here,
		uint32_t item, vx_cl_entry *e, uint32_t count);

/* The same file: WARPS warps of the only core call vx_cl_run. */
void vx_cl_start(uint32_t warps);
void vx_cl_run(uint32_t tid, uint32_t wid);
int vx_cl_main(void);
void vx_cl_apart(void) __attribute__((noreturn));

/* Written by the host before the start. */
struct ww_cl_launch ww_cl_launch = {
	.heap = (uint32_t)_end, .heap_end = (uint32_t)__stack_limit
};

struct vx_fold *vx_cl_folds;

static struct ww_cl_here *place_of(uint32_t wid)
{
	return (struct ww_cl_here *)ww_cl_launch.places + wid;
}

INLINE void set_side(struct ww_cl_here *here, int d, uint32_t group)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;

	here->group[d] = group;
	here->base[d] = group * nd->local[d] + nd->offset[d];
}

INLINE void set_place(struct ww_cl_here *here, uint32_t group, uint32_t slot,
		      uint32_t core)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	uint32_t y = 0, z = 0;

	if (nd->dims > 1) {
		y = group / nd->groups[0];
		group -= y * nd->groups[0];
	}
	if (nd->dims > 2) {
		z = y / nd->groups[1];
		y -= z * nd->groups[1];
	}
	here->slot = slot;
	here->skip = 0;
	here->room = nd->room + slot * nd->room_bytes +
		     core * nd->room_stride;
	set_side(here, 0, group);
	set_side(here, 1, y);
	set_side(here, 2, z);
}

INLINE void run_row(uint32_t tid, const struct ww_cl_here *here, uint32_t row)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	uint32_t threads = ww_num_threads(), first = row * threads;
	uint32_t count = nd->items - first;

	if (count >= threads)
		((vx_cl_entry *)nd->entry)(nd, here, first + tid);
	else
		vx_cl_call(nd, here, first + tid, (vx_cl_entry *)nd->entry,
			   count);
}

INLINE void loose(uint32_t tid, uint32_t wid)
{
	((rows_entry *)ww_cl_launch.entry)(&ww_cl_launch, tid, wid);
}

/* Groups G, G + STEP and so on; the warp has row ROW of each. */
static __attribute__((noinline)) void several(uint32_t tid,
					      struct ww_cl_here *here,
					      uint32_t g, uint32_t step,
					      uint32_t core, uint32_t row)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;

	for (;;) {
		set_place(here, g, here->slot, core);
		run_row(tid, here, row);
		g += step;
		if (g >= nd->all)
			return;
		if (nd->rows > 1) {
			ww_fence();
			ww_bar(here->slot, nd->rows);
		}
	}
}

/* A warp with one group keeps nothing on its threads' stacks meanwhile: each
 * word there is a line of the cache for each thread. */
INLINE void hard(uint32_t tid, uint32_t wid)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	struct ww_cl_here *here = place_of(wid);
	uint32_t core = ww_core_id(), warp = wid - core * ww_num_warps();
	uint32_t rows = nd->rows, slot = warp / rows, row = warp - slot * rows;
	uint32_t step = nd->slots * ww_num_cores();
	uint32_t g = core * nd->slots + slot;

	if (slot >= nd->slots || g >= nd->all)
		return;
	here->slot = slot;
	if (g + step < nd->all) {
		several(tid, here, g, step, core, row);
	} else {
		set_place(here, g, slot, core);
		run_row(tid, here, row);
	}
}

#define AT(member, offset) \
	_Static_assert(offsetof(struct vx_fold, member) == (offset), #member)
AT(nd, VX_FOLD_ND);
AT(here, VX_FOLD_HERE);
AT(entry, VX_FOLD_ENTRY);
AT(first, VX_FOLD_FIRST);
AT(step, VX_FOLD_STEP);
AT(rows, VX_FOLD_ROWS);
AT(now, VX_FOLD_NOW);
AT(ended, VX_FOLD_ENDED);
AT(starts, VX_FOLD_STARTS);
AT(item, VX_FOLD_ITEM);
AT(items, VX_FOLD_ITEMS);
AT(last, VX_FOLD_LAST);
AT(warps, VX_FOLD_WARPS);
AT(main, VX_FOLD_MAIN);
_Static_assert(sizeof(struct vx_fold) == 1 << VX_FOLD_SHIFT, "its size");

/* Some rows of a group have ended while others are at a barrier. */
void vx_cl_apart(void)
{
	vx_fail(VX_BAD_CALL, "not all items of a group reach a barrier", 0, 0);
}

static struct vx_warp *this_warp(void)
{
	struct vx_warp *w;

	__asm__("mv %0, tp" : "=r"(w));
	return w;
}

/* The rows of warp NUMBER of its core, and what stays from group to group. */
static void begin_fold(struct vx_fold *f, uint32_t wid, uint32_t number)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	uint32_t threads = ww_num_threads(), warps = ww_num_warps();
	uint32_t top = nd->stacks + (wid + 1) * nd->deep * nd->stack_step;
	uint32_t rows = nd->rows;

	f->nd = nd;
	f->entry = (vx_cl_entry *)nd->entry;
	f->first = (struct vx_warp *)(top - VX_WARP_SIZE);
	f->step = nd->stack_step;
	f->rows = (rows - number + warps - 1) / warps;
	f->items = threads * warps;
	f->last = (rows - 1) % warps == number ?
		  nd->items - (rows - 1) * threads : threads;
	f->warps = warps;
	for (uint32_t k = 0; k < f->rows; k++)
		*(struct vx_warp *)((uint32_t)f->first - k * f->step) =
			*this_warp();
}

static void folded(uint32_t tid, uint32_t wid)
{
	const struct ww_cl_launch *nd = &ww_cl_launch;
	struct vx_fold *f = &vx_cl_folds[wid];
	uint32_t core = ww_core_id(), warps = ww_num_warps();
	uint32_t number = wid - core * warps;

	(void)tid;
	begin_fold(f, wid, number);
	for (uint32_t g = core; g < nd->all; g += ww_num_cores()) {
		set_place(place_of(wid), g, 0, core);
		f->here = place_of(wid);
		f->item = number * ww_num_threads();
		f->now = f->ended = 0;
		f->starts = 1;
		vx_cl_fold(f);
		ww_fence();
		ww_bar(0, warps);
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
		vx_cl_folds = vx_heap_take(nd->warps * sizeof *vx_cl_folds);
	if (nd->deep && !vx_cl_folds)
		vx_fail(VX_NO_HEAP, "no memory for %u warps", nd->warps, 0);
	if (!nd->deep && ww_num_cores() == 1)
		vx_cl_start(nd->busy);
	else
		vx_spawnWarps(nd->warps, ww_num_threads(),
			      nd->deep ? folded : vx_cl_run, NULL);
	return 0;
}
