/* launch.h - a launch of an OpenCL kernel, written into a program's memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * The memory image of a program that ww-cc --opencl has made gets buffers, the
 * block of arguments and the description of the launch; the program then runs
 * the kernel once, from its reset on:
 *
 *     cl_memory_open(image, machine, &memory);
 *     addr = cl_memory_take(&memory, bytes);           for each buffer
 *     bad = cl_launch_plan(machine, kernel, &range, locals, &nd);
 *     bad = cl_launch_write(&memory, kernel, args, &nd);
 *
 * Buffers lie in the heap of the program, whose first block it then takes. They
 * are where cl_memory_take has said, after the run too.
 */
#ifndef WW_CL_LAUNCH_H
#define WW_CL_LAUNCH_H

#include "cl/program.h"
#include "machine/machine.h"

enum { CL_GROUP_MAX = 1024 };   /* items of a group */

struct cl_memory {
	struct elf_image *image;        /* NULL: only addresses are taken */
	uint32_t heap;          /* where the first block begins */
	uint32_t next, end;
};

struct cl_range {
	uint32_t dims;          /* 1 .. 3; further sides are 1 */
	uint32_t global[3], local[3], offset[3];
};

/* Finds the memory for buffers in IMAGE, leaving what the runtime needs on a
 * machine M. */
int cl_memory_open(struct elf_image *image, const struct machine *m,
		   struct cl_memory *memory);
/* The address of BYTES new bytes, which are zero; 0 if there is no room. */
uint32_t cl_memory_take(struct cl_memory *memory, uint64_t bytes);
/* The host's copy of what is at ADDR. */
uint8_t *cl_memory_at(const struct cl_memory *memory, uint32_t addr);

/* A local[] for RANGE: what K requires, else as many items as a warp of M has
 * threads, or fewer, so that they divide the global size; or more, if fewer
 * threads of the last warp of a group then have no item. */
void cl_launch_choose_local(const struct machine *m, const struct cl_kernel *k,
			    struct cl_range *range);
/* Checks RANGE: CL_OK, CL_E_RANGE, CL_E_GROUP, with the reason in WHY. */
int cl_launch_check(const struct cl_kernel *k, const struct cl_range *range,
		    char *why, size_t size);
/* How the groups of RANGE, which is right, go onto the warps of M; LOCALS are
 * the bytes of local memory of the arguments. */
int cl_launch_plan(const struct machine *m, const struct cl_kernel *k,
		   const struct cl_range *range, uint32_t locals,
		   struct cl_memory *memory, struct ww_cl_launch *nd);
/* Writes ARGS, a block of K->arg_bytes bytes, and ND, into the image. */
int cl_launch_write(struct cl_memory *memory, const struct cl_kernel *k,
		    const uint8_t *args, struct ww_cl_launch *nd);

/* A launch of blocks: threads of a block, in one direction; bytes of shared
 * memory; barriers. */
struct cl_blocks {
	uint32_t blocks, threads, smem, barriers;
};

/* As cl_launch_plan, for a machine with dispatch: ND->blocks blocks, *B. The
 * addresses that MEMORY gives need no image. */
int cl_launch_blocks(const struct machine *m, const struct cl_kernel *k,
		     const struct cl_range *range, uint32_t locals,
		     uint32_t stack_stride, struct cl_memory *memory,
		     struct ww_cl_launch *nd, struct cl_blocks *b);

/* Are all groups of a launch that cl_launch_blocks has planned on the cores at
 * once? A kernel without barriers has no groups. */
bool cl_launch_together(const struct machine *m, const struct ww_cl_launch *nd,
			const struct cl_blocks *b);

/* Writes ND as words of the core to TO, which has room for it. */
void cl_launch_words(const struct ww_cl_launch *nd, uint8_t *to);

/* Where an argument in local memory goes: its offset. *LOCALS, the bytes so far
 * of a kernel's arguments, grows. */
uint32_t cl_launch_local(const struct cl_kernel *k, uint32_t bytes,
			 uint32_t *locals);

#endif
