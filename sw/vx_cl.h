/* vx_cl.h - a warp with several rows of a group: what C and assembly share
 * SPDX-License-Identifier: Apache-2.0
 *
 * A group of more rows than the core has warps is folded: each warp has some of
 * its rows, one after the other up to the next barrier. Each row has stacks of
 * its own, with a copy of the software warp's struct above them, to which tp
 * points meanwhile.
 */
#ifndef VX_CL_H
#define VX_CL_H

/* Offsets for assembly; vx_cl.c compares them with the structure. */
/* Places in struct ww_cl_launch. */
#define VX_ND_ENTRY	4
#define VX_ND_TOGETHER	72
#define VX_ND_BLOCK_WARPS	152

#define VX_FOLD_ND	0
#define VX_FOLD_HERE	4
#define VX_FOLD_ENTRY	8
#define VX_FOLD_FIRST	12
#define VX_FOLD_STEP	16
#define VX_FOLD_ROWS	20
#define VX_FOLD_BOTTOM	24
#define VX_FOLD_ENDED	28
#define VX_FOLD_STARTS	32
#define VX_FOLD_ITEM	36
#define VX_FOLD_ITEMS	40
#define VX_FOLD_LAST	44
#define VX_FOLD_WARPS	48
#define VX_FOLD_MAIN	52
#define VX_FOLD_FRAME	60

/* In a launch of blocks: the bytes above the struct vx_warp of a warp that its
 * struct ww_cl_here has. */
#define VX_HERE_SIZE	64

#ifndef __ASSEMBLER__
#include "cl/cl.h"
#include "vx_runtime.h"

typedef void vx_cl_entry(const struct ww_cl_launch *nd,
			 const struct ww_cl_here *here, uint32_t item);

/* Of each warp. */
struct vx_fold {
	const struct ww_cl_launch *nd;
	const struct ww_cl_here *here;
	vx_cl_entry *entry;
	struct vx_warp *first; /* above the stacks of row 0 */
	uint32_t step;         /* bytes from row to row, downwards */
	uint32_t rows;         /* of this warp */
	uint32_t bottom;       /* above the stacks of the last one */
	uint32_t ended;        /* how many have returned */
	uint32_t starts;       /* 1: before the first barrier */
	uint32_t item, items;  /* the first of the row; from row to row */
	uint32_t last;         /* how many items the last row has */
	uint32_t warps;        /* that meet */
	struct vx_warp *main;
	struct vx_warp *current; /* a launch of blocks has no struct vx_hw */
	uint32_t frame;        /* bytes of a stack at a barrier */
};

/* What stays from group to group: the rows of the warp that is number WARP of
 * its core or block, and number WID of all; each gets a copy of OWN. */
void vx_cl_fold_begin(struct vx_fold *f, const struct ww_cl_launch *nd,
		      uint32_t wid, uint32_t warp, const struct vx_warp *own);
/* Runs the rows of the group at HERE. */
void vx_cl_fold_group(struct vx_fold *f, const struct ww_cl_here *here,
		      uint32_t warp);
/* vx_cl_fold.S: runs the rows of F, which are all before their start. */
void vx_cl_fold(struct vx_fold *f);

/* vx_cl_call.S: calls E with the first COUNT threads of the warp. */
void vx_cl_call(const struct ww_cl_launch *nd, const struct ww_cl_here *here,
		uint32_t item, vx_cl_entry *e, uint32_t count);

typedef void vx_cl_rows(const struct ww_cl_launch *nd, uint32_t tid,
			uint32_t wid);

#define VX_CL_INLINE static inline __attribute__((always_inline))

VX_CL_INLINE void vx_cl_side(const struct ww_cl_launch *nd,
			     struct ww_cl_here *here, int d, uint32_t group)
{
	here->group[d] = group;
	here->base[d] = group * nd->local[d] + nd->offset[d];
}

/* HERE becomes the place of group GROUP, whose local memory is ROOM. */
VX_CL_INLINE void vx_cl_place(const struct ww_cl_launch *nd,
			      struct ww_cl_here *here, uint32_t group,
			      uint32_t slot, uint32_t room)
{
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
	here->room = room;
	vx_cl_side(nd, here, 0, group);
	vx_cl_side(nd, here, 1, y);
	vx_cl_side(nd, here, 2, z);
}

/* HERE goes on by nd->step groups. */
VX_CL_INLINE void vx_cl_next(const struct ww_cl_launch *nd,
			     struct ww_cl_here *here)
{
	uint32_t x = here->group[0] + nd->step[0], y = nd->step[1];

	if (nd->dims > 1 && x >= nd->groups[0]) {
		x -= nd->groups[0];
		y++;
	}
	vx_cl_side(nd, here, 0, x);
	if (!(y | nd->step[2]))
		return;
	y += here->group[1];
	if (nd->dims > 2) {
		uint32_t z = here->group[2] + nd->step[2];

		if (y >= nd->groups[1]) {
			y -= nd->groups[1];
			z++;
		}
		vx_cl_side(nd, here, 2, z);
	}
	vx_cl_side(nd, here, 1, y);
}

/* Row ROW of the group at HERE. */
VX_CL_INLINE void vx_cl_row(const struct ww_cl_launch *nd, uint32_t tid,
			    const struct ww_cl_here *here, uint32_t row)
{
	uint32_t threads = ww_num_threads(), first = row * threads;
	uint32_t count = nd->items - first;

	if (count >= threads)
		((vx_cl_entry *)nd->entry)(nd, here, first + tid);
	else
		vx_cl_call(nd, here, first + tid, (vx_cl_entry *)nd->entry,
			   count);
}
#endif
#endif
