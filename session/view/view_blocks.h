/* view_blocks.h - launches, and the blocks of warps, for a pipeline view
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_VIEW_BLOCKS_H
#define WW_SESSION_VIEW_BLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/cosim.h"

/* A launch; numbers count the doorbells from 0. TO is 0 if it has not ended. */
struct view_launch { uint64_t from, to; uint32_t pc; };

/* A warp was in a block. */
struct view_block {
	uint64_t from, to;      /* TO 0: it has not ended */
	uint32_t warp;          /* counted through all cores */
	uint32_t launch;
	uint32_t place[3];      /* of the block in the grid */
	uint32_t number;        /* of the warp in the block */
};

struct view_blocks {
	struct view_launch *launches;
	size_t launch_count, launch_room;
	struct view_block *blocks;      /* those that have ended */
	size_t block_count, block_room;
	struct view_block *open;        /* of each warp; FROM 0: none */
	uint32_t warps;
	uint32_t slot[GOLDEN_MAX_LAUNCHES];
	bool lacks;             /* memory ran out */
};

/* For WARPS warps of all cores; false without memory. */
bool view_blocks_new(struct view_blocks *b, uint32_t warps);
void view_blocks_free(struct view_blocks *b);

/* As the callback of cosim_on_launch. */
void view_blocks_launch(struct view_blocks *b, uint64_t cycle, uint32_t slot,
			enum cosim_launch_step step, uint32_t pc);
/* WARP begins its part NUMBER of block P in CYCLE; it ends. */
void view_blocks_begin(struct view_blocks *b, uint64_t cycle, uint32_t warp,
		       const struct golden_place *p, uint32_t number);
void view_blocks_end(struct view_blocks *b, uint64_t cycle, uint32_t warp);
/* The launch that WARP is in, or -1. */
int64_t view_blocks_of(const struct view_blocks *b, uint32_t warp);
/* Forgets blocks that ended before CYCLE. */
void view_blocks_drop(struct view_blocks *b, uint64_t cycle);

#endif
