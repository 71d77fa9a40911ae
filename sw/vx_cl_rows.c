/* vx_cl_rows.c - the rows of a group that is folded
 * SPDX-License-Identifier: Apache-2.0
 *
 * A group of more rows than the core has warps: vx_cl.h says how it runs.
 */
#include <stddef.h>

#include "vx_cl.h"

void vx_cl_apart(void) __attribute__((noreturn));

#define AT(member, offset) \
	_Static_assert(offsetof(struct vx_fold, member) == (offset), #member)
AT(nd, VX_FOLD_ND);
AT(here, VX_FOLD_HERE);
AT(entry, VX_FOLD_ENTRY);
AT(first, VX_FOLD_FIRST);
AT(step, VX_FOLD_STEP);
AT(rows, VX_FOLD_ROWS);
AT(bottom, VX_FOLD_BOTTOM);
AT(ended, VX_FOLD_ENDED);
AT(starts, VX_FOLD_STARTS);
AT(item, VX_FOLD_ITEM);
AT(items, VX_FOLD_ITEMS);
AT(last, VX_FOLD_LAST);
AT(warps, VX_FOLD_WARPS);
AT(main, VX_FOLD_MAIN);
AT(frame, VX_FOLD_FRAME);
_Static_assert(offsetof(struct vx_warp, result) == VX_WARP_RESULT, "result");

/* Some rows of a group have ended while others are at a barrier. */
void vx_cl_apart(void)
{
	vx_fail(VX_BAD_CALL, "not all items of a group reach a barrier", 0, 0);
}

void vx_cl_fold_begin(struct vx_fold *f, const struct ww_cl_launch *nd,
		      uint32_t wid, uint32_t warp, const struct vx_warp *own)
{
	uint32_t threads = ww_num_threads(), warps = ww_num_warps();
	uint32_t top = nd->stacks + (wid + 1) * nd->deep * nd->stack_step;
	uint32_t rows = nd->rows;

	f->nd = nd;
	f->entry = (vx_cl_entry *)nd->entry;
	f->first = (struct vx_warp *)(top - VX_WARP_SIZE);
	f->step = nd->stack_step;
	f->rows = (rows - warp + warps - 1) / warps;
	f->bottom = (uint32_t)f->first - (f->rows - 1) * f->step;
	f->items = threads * warps;
	f->last = (rows - 1) % warps == warp ?
		  nd->items - (rows - 1) * threads : threads;
	f->warps = warps;
	for (uint32_t k = 0; k < f->rows; k++) {
		struct vx_warp *w =
			(struct vx_warp *)((uint32_t)f->first - k * f->step);

		*w = *own;
		w->result = (uint32_t)f;
	}
}

void vx_cl_fold_group(struct vx_fold *f, const struct ww_cl_here *here,
		      uint32_t warp)
{
	f->here = here;
	f->item = warp * ww_num_threads();
	f->ended = 0;
	f->starts = 1;
	vx_cl_fold(f);
	ww_fence();
	ww_bar(0, f->warps);
}
