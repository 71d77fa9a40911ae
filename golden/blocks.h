/* blocks.h - launches, blocks, and the dispatcher that gives them to cores
 * SPDX-License-Identifier: Apache-2.0
 *
 * Internal to golden/; golden.h has what a host does. A launch is a grid of
 * blocks; a block is a number of warps of one core with a run of barriers, a
 * run of pages of shared memory and a barrier of its own with phases.
 */
#ifndef WW_GOLDEN_BLOCKS_H
#define WW_GOLDEN_BLOCKS_H

#include "golden/golden.h"

enum { GOLDEN_MAX_BLOCKS = 32 };

/* A block that a core holds; all zero: the place is free. */
struct golden_block {
	bool busy;
	uint32_t launch;        /* slot */
	uint32_t place[3];      /* x, y, z in the grid */
	uint32_t page, pages;   /* of shared memory */
	uint32_t bar, bars;     /* barriers for the instruction bar */
	uint32_t warps;         /* that have not been started yet */
	uint32_t members;       /* warps that have started and not ended */
	uint32_t arrived;       /* of them: in this phase */
	uint32_t waiting;       /* of them: for the end of the phase */
	uint32_t phase;         /* 0 to 255 */
	struct golden_trap trap;        /* its first one */
};

struct golden_launch {
	enum golden_launch_state state;
	uint32_t word[ISA_LAUNCH_WORDS];
	uint64_t order;         /* of the doorbell */
	uint32_t next[3];       /* the block to be given next */
	bool out;               /* all blocks are given, or it is cut */
	bool cut;
	bool missed;            /* it was cut before all had ended */
	uint32_t resident;      /* blocks in cores */
	struct golden_shape {   /* of a block */
		uint32_t starts;        /* warps that start by themselves */
		uint32_t warps, pages, bars;
		uint32_t last;  /* threads of the last warp */
	} shape;
	struct golden_result result;
};

struct golden_dispatcher {
	struct golden_launch launch[GOLDEN_MAX_LAUNCHES];
	uint64_t orders;
	bool exited;            /* the exit code is that of a mexit */
	bool follows;           /* the device says what begins and ends */
	uint32_t turn;          /* the core that got the last block */
	void (*done)(void *ctx, uint32_t slot);
	void *done_ctx;
};

struct golden_core;
struct golden_warp;

/* Reads the CSR at ADDRESS, which is one of blocks; false: there is none. */
bool golden_block_csr(const struct golden_core *c, const struct golden_warp *w,
		      uint32_t lane, uint32_t address, uint32_t *value);
/* The block of W. */
struct golden_block *golden_block_of(const struct golden_core *c,
				     const struct golden_warp *w);
/* Has the block of W the whole core? */
bool golden_whole(const struct golden_core *c, const struct golden_warp *w);
/* With machine.clear: W of a block has halted. Its registers are as after a
 * reset; those of a block with a whole core at the end of the block. */
void golden_member_clear(struct golden_core *c, struct golden_warp *w);
/* W has halted. */
void golden_block_left(struct golden_core *c, struct golden_warp *w);
/* W has trapped, or written mexit: its launch is cut. */
void golden_block_trap(struct golden_core *c, const struct golden_trap *t);
/* wspawn has started W in the block of BY. */
void golden_block_spawned(struct golden_core *c, const struct golden_warp *by,
			  const struct golden_warp *w);

/* --- steps of the dispatcher, by itself or as the device says ------------ */

struct golden_launch *golden_launch_of(const struct golden_core *c,
				       const struct golden_block *b);
bool golden_launch_whole(const struct golden_launch *l);
/* The launch in STATE that was rung first, or NULL; of those that run, one that
 * has blocks to give. */
const struct golden_launch *golden_first_in(const struct golden *g,
					    enum golden_launch_state state);
/* Is L the first that waits, and nothing in its way? */
bool golden_may_begin(const struct golden *g, const struct golden_launch *l);
void golden_launch_begin(struct golden *g, struct golden_launch *l);
/* Has C the warps for the next block of L? And a place, pages and barriers? Are
 * the runs free that begin at PAGE and BAR, for a block of shape S? */
bool golden_warps_free(const struct golden_core *c,
		       const struct golden_launch *l);
uint32_t golden_block_lacks(const struct golden_core *c,
			    const struct golden_launch *l);
bool golden_block_fits(const struct golden_core *c,
		       const struct golden_launch *l);
bool golden_runs_free(const struct golden_core *c, const struct golden_shape *s,
		      uint32_t page, uint32_t bar);
/* The next block of L begins in place AT of C. */
void golden_block_give(struct golden_core *c, struct golden_launch *l,
		       uint32_t at, uint32_t page, uint32_t bar);
/* W is the next warp of B that starts, with the threads golden_next_mask. */
void golden_block_start(struct golden_core *c, struct golden_block *b,
			struct golden_warp *w);
uint32_t golden_next_mask(const struct golden_core *c,
			  const struct golden_block *b);
/* Have all warps of B ended? Counts its end. */
bool golden_block_ended(const struct golden_block *b);
void golden_block_end(struct golden_core *c, struct golden_block *b);
/* L, which has nothing to give and no block in a core, is done. */
void golden_launch_end(struct golden *g, struct golden_launch *l);
/* Counts ends, and gives blocks to cores until none has room. */
void golden_dispatch(struct golden *g);
/* Does a launch wait or run? */
bool golden_launched(const struct golden *g);
/* After a reset no launch is there. */
void golden_dispatcher_reset(struct golden *g);

#endif
