/* vx.h - the runtime kernel: software warps, what they share, and the matrix library
 * SPDX-License-Identifier: Apache-2.0
 *
 * warpwright.h includes this. Names that the source paper has are its names.
 *
 * A software warp is a call of a kernel by numT threads; a request is numW of them. Both may be
 * more than the hardware has: hardware warps take software warps from their run queues until these
 * are empty, and threads beyond those of a hardware warp go in rounds.
 */
#ifndef VX_H
#define VX_H

#include <stddef.h>
#include <stdint.h>

/* TID counts 0 .. numT - 1, WID 0 .. numW - 1, unless flags or an id function say else. */
typedef void (*vx_kernel)(uint32_t tid, uint32_t wid);

/* What a software warp's request has handed over for it. For kernels. */
static inline void *vx_get_arg(void)
{
	/* The runtime keeps tp: it points to the running task, whose second word this is. */
	register void *const *task __asm__("tp");

	__asm__("" : "=r"(task));
	return task[1];
}

/* Calls KERNEL for NUM_W software warps of NUM_T threads and returns when all are done
 * and their stores can be seen. To be called by thread 0 of warp 0, not from a kernel. */
void vx_spawnWarps(uint32_t num_w, uint32_t num_t, vx_kernel kernel, void *args);

/* Waits until COUNT software warps are at barrier ID. For kernels, where all threads of the
 * warp are together. */
void vx_barrier(uint32_t id, uint32_t count);

#endif
