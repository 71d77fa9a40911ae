/* program.h - the kernels of a compiled OpenCL program
 * SPDX-License-Identifier: Apache-2.0
 *
 * ww-cc --opencl makes an ELF file that describes its kernels in the variable
 * ww_cl_program (sw/cl/cl.h). cl_program_read checks that description before
 * use. Strings belong to the image.
 */
#ifndef WW_CL_PROGRAM_H
#define WW_CL_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "golden/elf.h"
#include "sw/cl/cl.h"

/* Return codes of this library. */
enum cl_error {
	CL_OK = 0,
	CL_E_NOMEM = -1,        /* the host has no memory */
	CL_E_NO_PROGRAM = -2,   /* not made by ww-cc --opencl */
	CL_E_VERSION = -3,      /* made by another version of it */
	CL_E_DAMAGED = -4,      /* the description is wrong */
	CL_E_RANGE = -5,        /* the sizes do not fit together */
	CL_E_GROUP = -6,        /* a group is too large */
	CL_E_RAM = -7           /* RAM is too small */
};

struct cl_arg {
	uint32_t kind;          /* WW_CL_VALUE and its like */
	uint32_t offset, bytes; /* in the block of arguments */
	uint32_t class_, element, lanes, qualifiers;
	const char *type, *name;
};

struct cl_kernel {
	const char *name, *attributes;
	uint32_t entry, folded, count, arg_bytes, local_bytes;
	bool together;          /* a group shares local memory or meets */
	bool leaves;            /* items may return before a barrier */
	uint32_t required[3];   /* reqd_work_group_size; 0: none */
	uint32_t most;          /* items of a group at most; 0: any number */
	struct cl_arg *args;
};

struct cl_program {
	struct cl_kernel *kernels;
	uint32_t count;
};

/* Reads the description of IMAGE into *P, which cl_program_free releases: CL_OK
 * or an error code, with *P empty. */
int cl_program_read(const struct elf_image *image, struct cl_program *p);
void cl_program_free(struct cl_program *p);

/* The kernel of that name, or NULL. */
const struct cl_kernel *cl_program_find(const struct cl_program *p,
					const char *name);

/* The bytes of stack that a thread of IMAGE should have for the kernel that
 * needs most, of those that need up to MOST, if it was linked for fewer; else
 * 0. */
uint32_t cl_program_lacks(const struct elf_image *image, uint32_t most);

/* The bytes of its stack that an item of K needs, at most; K is of IMAGE. */
uint32_t cl_program_stack(const struct elf_image *image,
			  const struct cl_kernel *k);

#endif
