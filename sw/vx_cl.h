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
#define VX_FOLD_ND	0
#define VX_FOLD_HERE	4
#define VX_FOLD_ENTRY	8
#define VX_FOLD_FIRST	12
#define VX_FOLD_STEP	16
#define VX_FOLD_ROWS	20
#define VX_FOLD_NOW	24
#define VX_FOLD_ENDED	28
#define VX_FOLD_STARTS	32
#define VX_FOLD_ITEM	36
#define VX_FOLD_ITEMS	40
#define VX_FOLD_LAST	44
#define VX_FOLD_WARPS	48
#define VX_FOLD_MAIN	52
#define VX_FOLD_SHIFT	6

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
	uint32_t rows, now;    /* of this warp; the one that runs */
	uint32_t ended;        /* how many have returned */
	uint32_t starts;       /* 1: before the first barrier */
	uint32_t item, items;  /* the first of the row; from row to row */
	uint32_t last;         /* how many items the last row has */
	uint32_t warps;        /* that meet */
	struct vx_warp *main;
	uint32_t unused[2];
};

extern struct vx_fold *vx_cl_folds;

/* vx_cl_fold.S: runs the rows of F, which are all before their start. */
void vx_cl_fold(struct vx_fold *f);
/* The barrier of a folded group; vx_cl_turn_all keeps all registers but t0,
 * through which items.c calls it. */
void vx_cl_turn(void);
#endif
#endif
