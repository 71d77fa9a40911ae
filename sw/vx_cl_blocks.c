/* vx_cl_blocks.c - an OpenCL kernel as a launch of blocks
 * SPDX-License-Identifier: Apache-2.0
 *
 * On a machine with gpu.dispatch hardware starts the warps of a kernel, at
 * vx_cl_blocks; the argument of the launch is the address of a structure of the
 * host. A kernel whose items need not be together has blocks of any warps,
 * which share its rows. Else a block has a group, or several at the same time,
 * and takes group after group (a block for each takes longer: it has to be
 * started); a group of more rows than the core has warps has all warps of a
 * core.
 */
#include <stddef.h>

#include "vx_cl.h"
#include "ww_block.h"

/* The launch of a main; no kernel in launches of blocks. */
extern struct ww_cl_launch ww_cl_launch;

#define AT(member, offset) \
	_Static_assert(offsetof(struct ww_cl_launch, member) == (offset), \
		       #member)
AT(entry, VX_ND_ENTRY);
AT(together, VX_ND_TOGETHER);
AT(block_warps, VX_ND_BLOCK_WARPS);

/* What vx_cl_blocks (vx_cl_begin.S) calls, on the stacks of the warp. */
__attribute__((used)) void vx_cl_block(const struct ww_cl_launch *nd);

/* The local memory of group SLOT of those at the same time, the PART-th of its
 * block. */
VX_CL_INLINE uint32_t room_of(const struct ww_cl_launch *nd, uint32_t slot,
			      uint32_t part)
{
	return nd->room_stride ?
	       nd->room + slot * nd->room_stride :
	       ww_csr_constant(WW_CSR_BLOCK_SMEM) + part * nd->room_bytes;
}

/* Groups SLOT, SLOT + stride and so on; the warp has row ROW of each. */
static __attribute__((noinline)) void
several(const struct ww_cl_launch *nd, uint32_t tid, struct ww_cl_here *here,
	uint32_t slot, uint32_t row)
{
	uint32_t left = nd->all - slot, stride = nd->stride, part = 0;

	for (; row >= nd->rows; row -= nd->rows)
		part++;
	if (part >= left)
		return;
	left -= part;
	vx_cl_place(nd, here, slot + part, part,
		    room_of(nd, slot + part, part));
	for (;;) {
		vx_cl_row(nd, tid, here, row);
		if (left <= stride)
			return;
		left -= stride;
		if (nd->rows > 1) {
			ww_fence();
			ww_bar(part, nd->rows);
		}
		vx_cl_next(nd, here);
	}
}

static __attribute__((noinline)) void folded(const struct ww_cl_launch *nd,
					     struct ww_cl_here *here,
					     struct vx_warp *own,
					     uint32_t block, uint32_t warp)
{
	uint32_t wid = block * nd->block_warps + warp;
	struct vx_fold *f = (struct vx_fold *)nd->folds + wid;

	own->hw = (struct vx_hw *)&f->current;
	vx_cl_fold_begin(f, nd, wid, warp, own);
	vx_cl_place(nd, here, block, 0, room_of(nd, block, 0));
	for (uint32_t g = block; g < nd->all; g += nd->blocks) {
		if (g != block)
			vx_cl_next(nd, here);
		vx_cl_fold_group(f, here, warp);
	}
}

_Static_assert(sizeof(struct ww_cl_here) <= VX_HERE_SIZE, "vx_cl_begin.S");

void vx_cl_block(const struct ww_cl_launch *nd)
{
	uint32_t tid = ww_thread_id(), block = ww_block(0);
	uint32_t warp = ww_csr_constant(WW_CSR_BLOCK_WARP);
	struct vx_warp *own;
	struct ww_cl_here *here;

	__asm__("mv %0, tp" : "=r"(own));
	here = (struct ww_cl_here *)(own + 1);
	if (!nd->together)
		((vx_cl_rows *)nd->entry)(nd, tid,
					  block * nd->block_warps + warp);
	else if (nd->deep)
		folded(nd, here, own, block, warp);
	else
		several(nd, tid, here, block * nd->pack, warp);
}

/* Locks of the console do not nest, and only a main has lists of shared
 * memory, whose lock is held while a block of the heap is taken. */
void vx_lock(enum vx_lock_id id)
{
	if (ww_cl_launch.entry || id == VX_LOCK_SHARED)
		vx_lock_main(id);
	else
		vx_console_take();
}

void vx_unlock(enum vx_lock_id id)
{
	if (ww_cl_launch.entry || id == VX_LOCK_SHARED)
		vx_unlock_main(id);
	else
		vx_console_leave();
}
