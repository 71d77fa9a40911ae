/* items.c - the place of a work-item, and barriers
 * SPDX-License-Identifier: Apache-2.0
 *
 * ww-clc makes of a call get_global_id(d) one of __ww_Z13get_global_idj(nd,
 * here, item, d), with the parameters of the kernel's entry in front: the
 * launch, the place of the group, the number of the item in it. It inlines
 * these functions. A function here may call only functions of this file and of
 * the runtime.
 */
#include "warpwright.h"

#include "cl.h"

typedef const struct ww_cl_launch *nd_p;
typedef const struct ww_cl_here *here_p;

#define PLACE(name) name(nd_p nd, here_p here, uint32_t item, uint32_t d)
#define UNUSED (void)nd, (void)here, (void)item, (void)d

uint32_t PLACE(__ww_Z12get_local_idj)
{
	UNUSED;
	if (nd->shape == WW_CL_FLAT)
		return d == 0 ? item : 0;
	if (nd->shape == WW_CL_POWERS)
		switch (d) {
		case 0: return item & (nd->local[0] - 1);
		case 1: return item >> nd->log[0] & (nd->local[1] - 1);
		case 2: return item >> (nd->log[0] + nd->log[1]);
		default: return 0;
		}
	switch (d) {
	case 0: return item % nd->local[0];
	case 1: return item / nd->local[0] % nd->local[1];
	case 2: return item / nd->local[0] / nd->local[1];
	default: return 0;
	}
}

uint32_t PLACE(__ww_Z13get_global_idj)
{
	return d > 2 ? 0 : here->base[d] +
			       __ww_Z12get_local_idj(nd, here, item, d);
}

uint32_t PLACE(__ww_Z12get_group_idj)
{
	UNUSED;
	return d > 2 ? 0 : here->group[d];
}

uint32_t PLACE(__ww_Z15get_global_sizej)
{
	UNUSED;
	return d > 2 ? 1 : nd->global[d];
}

uint32_t PLACE(__ww_Z14get_local_sizej)
{
	UNUSED;
	return d > 2 ? 1 : nd->local[d];
}

uint32_t PLACE(__ww_Z14get_num_groupsj)
{
	UNUSED;
	return d > 2 ? 1 : nd->groups[d];
}

uint32_t PLACE(__ww_Z17get_global_offsetj)
{
	UNUSED;
	return d > 2 ? 0 : nd->offset[d];
}

uint32_t __ww_Z12get_work_dimv(nd_p nd, here_p here, uint32_t item)
{
	(void)here, (void)item;
	return nd->dims;
}

void vx_cl_turn(void);

void PLACE(__ww_Z7barrierj)
{
	UNUSED;
	__asm__ volatile("" ::: "memory");
	if (nd->deep) {
		vx_cl_turn();
	} else if (nd->rows > 1) {
		ww_fence();
		ww_bar(here->slot, nd->rows);
	}
}

void PLACE(__ww_Z9mem_fencej)
{
	UNUSED;
	ww_fence();
}

void PLACE(__ww_Z14read_mem_fencej)
{
	UNUSED;
	ww_fence();
}

void PLACE(__ww_Z15write_mem_fencej)
{
	UNUSED;
	ww_fence();
}

typedef void body(nd_p nd, here_p here, uint32_t item);

/* Row after row of a kernel whose items need not be together: those of warp
 * WID of all cores, every nd->warps-th. What does not change from row to row
 * the compiler takes out of the loop. No division in it: the group's place is
 * counted. */
void __ww_rows(const struct ww_cl_launch *restrict nd, uint32_t tid,
	       uint32_t wid, body *run)
{
	uint32_t threads = ww_num_threads(), rows = nd->rows;
	uint32_t warps = nd->warps;
	uint32_t step = warps / rows, more = warps - step * rows;
	uint32_t group = wid / rows, row = wid - group * rows;
	uint32_t x = group, y = 0, z = 0;

	while (group < nd->all) {
		struct ww_cl_here here;
		uint32_t item = row * threads + tid, by = step;

		if (nd->dims > 1)
			for (; x >= nd->groups[0]; x -= nd->groups[0])
				y++;
		if (nd->dims > 2)
			for (; y >= nd->groups[1]; y -= nd->groups[1])
				z++;
		here.group[0] = x, here.group[1] = y, here.group[2] = z;
		for (int d = 0; d < 3; d++)
			here.base[d] = here.group[d] * nd->local[d] +
				       nd->offset[d];
		if (item < nd->items)
			run(nd, &here, item);
		row += more;
		if (row >= rows) {
			row -= rows;
			by++;
		}
		group += by;
		x += by;
	}
}

/* The same where groups have one dimension and no row has fewer items than a
 * warp has threads. */
static inline void run_line(const struct ww_cl_launch *restrict nd,
			    uint32_t tid, uint32_t wid, body *run)
{
	uint32_t threads = ww_num_threads(), rows = nd->rows;
	uint32_t warps = nd->warps, step = warps / rows;
	uint32_t more = warps - step * rows, group = wid / rows;
	uint32_t row = wid - group * rows;

	while (group < nd->all) {
		struct ww_cl_here here = { .group = { group, 0, 0 } };

		here.base[0] = group * nd->local[0] + nd->offset[0];
		here.base[1] = nd->offset[1];
		here.base[2] = nd->offset[2];
		run(nd, &here, row * threads + tid);
		row += more;
		group += step;
		if (row >= rows) {
			row -= rows;
			group++;
		}
	}
}

/* For kernels that are short enough to be there twice. */
void __ww_rows_short(const struct ww_cl_launch *restrict nd, uint32_t tid,
		     uint32_t wid, body *run)
{
	if (nd->dims == 1 && nd->shape == WW_CL_FLAT &&
	    nd->rows * ww_num_threads() == nd->items)
		run_line(nd, tid, wid, run);
	else
		__ww_rows(nd, tid, wid, run);
}
