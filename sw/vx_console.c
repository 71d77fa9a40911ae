/* vx_console.c - the lock of the console in launches of blocks
 * SPDX-License-Identifier: Apache-2.0
 *
 * No main has made a struct vx_core there. Cores have lines of the cache of
 * their own.
 */
#include "vx_runtime.h"

static struct {
	struct vx_lock lock;
} __attribute__((aligned(64))) of_core[VX_CORES], of_all;

void vx_console_take(void)
{
	vx_lock_take(&of_core[ww_core_id()].lock, ww_warp_id(), ww_num_warps(),
		     0);
	if (ww_num_cores() > 1)
		vx_lock_take(&of_all.lock, ww_core_id(), ww_num_cores(), 1);
}

void vx_console_leave(void)
{
	if (ww_num_cores() > 1)
		vx_lock_leave(&of_all.lock, ww_core_id(), 1);
	vx_lock_leave(&of_core[ww_core_id()].lock, ww_warp_id(), 0);
}
