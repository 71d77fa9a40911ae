/* vx.c - the runtime kernel: software warps
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warpwright.h"

void vx_spawnWarps(uint32_t num_w, uint32_t num_t, vx_kernel kernel, void *args)
{
	ww_spawn(num_w, num_t, (ww_kernel)(void (*)(void))kernel, args);
}

void vx_barrier(uint32_t id, uint32_t count)
{
	ww_fence();
	ww_bar(id, count);
}
