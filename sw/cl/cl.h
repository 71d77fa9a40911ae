/* cl.h - what an OpenCL program, its launch and its host know of each other
 * SPDX-License-Identifier: Apache-2.0
 *
 * Structures of words in the memory of the core. ww-clc puts a description of
 * the kernels into the program, the variable ww_cl_program. Who launches a
 * kernel writes the variable ww_cl_launch (vx_cl.c) and the arguments before
 * the program starts, or, for a launch of blocks, a structure like it. An
 * address is a word.
 */
#ifndef WW_CL_H
#define WW_CL_H

#include <stdint.h>

enum { WW_CL_VERSION = 10 };

/* How an argument is passed: a value; the address of a buffer; bytes of local
 * memory, for which the launch hands over an offset; the address of an image;
 * the word of a sampler (images.h). */
enum {
	WW_CL_VALUE, WW_CL_GLOBAL, WW_CL_CONSTANT, WW_CL_LOCAL, WW_CL_IMAGE,
	WW_CL_SAMPLER
};

/* What an argument is made of, or the buffer that it points to. */
enum { WW_CL_OTHER, WW_CL_SIGNED, WW_CL_UNSIGNED, WW_CL_FLOAT };

enum {
	WW_CL_CONST = 1, WW_CL_RESTRICT = 2, WW_CL_VOLATILE = 4,
	/* of an image */
	WW_CL_READ_ONLY = 8, WW_CL_WRITE_ONLY = 16
};

struct ww_cl_arg {
	uint32_t kind;
	uint32_t offset, bytes;     /* in the block of arguments */
	/* Elements: of which class, bytes of each, how many in a vector. */
	uint32_t class_, element, lanes;
	uint32_t qualifiers;        /* as WW_CL_CONST, of what it points to */
	uint32_t type, name;        /* addresses of strings */
};

struct ww_cl_kernel {
	uint32_t name;              /* address of a string */
	uint32_t entry;             /* see vx_cl.c */
	uint32_t folded;            /* the entry for groups that are folded */
	uint32_t count, args;       /* arguments; address of the first */
	uint32_t arg_bytes;         /* of the block of arguments */
	uint32_t local_bytes;       /* of its variables in local memory */
	uint32_t together;          /* 1: a group shares local memory or has
				     * barriers; the entry takes an item */
	uint32_t leaves;            /* 1: items may return before a barrier */
	uint32_t required[3];       /* reqd_work_group_size; 0: none */
	uint32_t attributes;        /* address of a string: all of them */
	uint32_t most;              /* items of a group at most; 0: any */
};

struct ww_cl_program {
	uint32_t version, count, kernels; /* kernels: address of the first */
};

/* The alignment of a block of arguments, and of buffers. */
enum { WW_CL_ALIGN = 128 };

/* Rows of a launch: whole ones in groups of one dimension; one of each group;
 * as many items as a warp has threads in each; any. */
enum { WW_CL_LINE, WW_CL_ONE, WW_CL_WHOLE, WW_CL_ANY, WW_CL_KINDS };

/* An item of a group divided by D is item * ceil(2^20 / D) / 2^20: a group has
 * at most 1024. */
enum { WW_CL_BY = 20 };

struct ww_cl_launch {
	uint32_t args;              /* address; ww-clc knows the place */
	uint32_t entry;
	uint32_t dims;
	uint32_t global[3], local[3], offset[3], groups[3];
	uint32_t items;             /* of a group */
	uint32_t rows;              /* of a group, each T items */
	uint32_t all;               /* groups */
	uint32_t together;
	uint32_t deep;              /* rows of a warp, if a group has more rows
				     * than a core has warps; else 0 */
	uint32_t stacks, stack_step; /* of these rows: below the first; from
				     * row to row */
	uint32_t warps;             /* of all cores */
	uint32_t busy;              /* how many of them have rows */
	uint32_t places;            /* address of a struct ww_cl_here for each
				     * of them, if the entry takes an item; none
				     * in a launch of blocks */
	uint32_t slots;             /* groups of a core at the same time */
	uint32_t room, room_bytes;  /* local memory: of slot 0, of each */
	uint32_t room_stride;       /* from core to core: 0 in shared memory */
	/* ceil(2^20 / D): D is side 0 of a group; sides 0 and 1. 0 and 0 if
	 * sides 1 and 2 are 1. */
	uint32_t by_line, by_plane;
	/* A warp has NEAR neighbouring rows, a power of two; from behind them
	 * it is TURN + 1 rows to its next ones, none if that is where the rows
	 * of all warps end. TURN is 0 if there are not 2^N warps: FAR rows. */
	uint32_t near, turn, far;
	uint32_t by_rows;           /* ceil(2^32 / rows); 0: divide */
	/* A launch from the reset: where the program's heap is, and the bytes
	 * of it that the host has filled. */
	uint32_t heap, heap_end, taken;
	/* A launch of blocks (vx_cl_blocks.c): warps of a block; blocks; if
	 * deep, address of a struct vx_fold for each warp. Groups that a block
	 * has at the same time, and those of all blocks. */
	uint32_t block_warps, blocks, folds, pack, stride;
	/* From a group to the next one of its slot or block, in directions 0,
	 * 1, 2: where that leaves the grid it goes on in the next line. */
	uint32_t step[3];
	/* 1: items may return before a barrier, and a block has one group. */
	uint32_t leaves;
};

/* Where a group is. */
struct ww_cl_here {
	uint32_t room;              /* local memory; ww-clc knows the place */
	uint32_t slot;
	uint32_t group[3];
	uint32_t base[3];           /* global id of item 0 */
	uint32_t skip;              /* number of its first item */
};

#endif
