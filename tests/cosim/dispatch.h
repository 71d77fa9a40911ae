/* dispatch.h - launches and blocks in lockstep, by records made by hand
 * SPDX-License-Identifier: Apache-2.0
 *
 * A scenario is a run, a cycle at a time; each cycle has a name. A wrong one
 * sets a field of a record in the cycle of some name.
 */
#ifndef WW_TESTS_COSIM_DISPATCH_H
#define WW_TESTS_COSIM_DISPATCH_H

#include <stdlib.h>
#include <string.h>

#include "cosim/cosim.h"
#include "cosim/cover/coverage.h"
#include "tests/tap.h"

enum {
	BASE = INT32_C(-0x80000000), WARPS = 4, THREADS = 4, LIVENESS = 100,
	SYNC = 0x0, HALT = 0x4, TRAP = 0x8, EXIT = 0xC, ARRIVE = 0x10,
	WAIT = 0x14, LEAVE = 0x18, ACTIVE = 0x1C, SPIN = 0x20,
	STORE = 0x24, LINE = 32, ROW = 16, WORD = 0x1024, CORES = 2,
	CLEAN = -1, GRID = ISA_LAUNCH_GRID_X, DIM = ISA_LAUNCH_DIM_X
};

enum record {
	BLOCK, LAUNCH, ISSUE, CONTROL, RETIRE, PERFORM, SMEM, L2, NONE
};

/* What is wrong, in the cycle called AT. */
struct wrong {
	const char *at;
	enum record record;
	void (*set)(uint32_t *r, uint32_t v);   /* NULL: it is left out */
	uint32_t value;
	int check;
};

/* How the device is built. */
extern struct built {
	uint32_t cores, dcache, l2;
	bool clear;
} built;

struct rig {
	uint32_t on;            /* the core of the records */
	struct golden *g;
	struct cosim *c;
	uint64_t cycle;
	uint32_t has;           /* bit per record */
	uint32_t words[NONE][16];
	struct cosim_host host;
	uint32_t seq[WARPS];
	uint32_t launch[ISA_LAUNCH_WORDS];      /* what is rung next */
	const struct wrong *wrong;
	bool met;               /* its cycle has come */
	int left;               /* cycles to go; -1: all */
	bool stopped;
};

typedef void scenario(struct rig *r);

/* The checks that have fired, and what all runs have covered. */
extern bool fired[COSIM_CHECK_COUNT];
extern struct coverage covered;

void rig_open(struct rig *r);
void rig_close(struct rig *r);
/* The check that has failed, or CLEAN. */
int rig_found(const struct rig *r);
/* Runs S, wrong as WRONG says unless that is NULL, and stopped after LEFT
 * cycles unless that is -1; what is found. */
int rig_run(struct rig *r, scenario *s, const struct wrong *wrong, int left);
/* Tests that R has found WANT, and closes it. */
void rig_judge(struct rig *r, int want, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* A record of this cycle, which others can be set in. */
uint32_t *rig_put(struct rig *r, enum record which);
/* The cycle NAME is over; those that follow end with one. */
void rig_tick(struct rig *r, const char *name);

void rig_issue(struct rig *r, uint32_t warp, uint32_t pc, uint32_t tmask);
/* The record alone. */
uint32_t *rig_control(struct rig *r, uint32_t warp, uint32_t op, uint32_t pc,
		      uint32_t tmask);
/* WARP executes the instruction at PC, whose control record has OP. */
void rig_act(struct rig *r, uint32_t warp, uint32_t pc, uint32_t op,
	     uint32_t before, uint32_t after);
void rig_retire(struct rig *r, uint32_t warp, uint32_t value, const char *name);
/* WARP executes the instruction at PC, and ends. */
void rig_halt(struct rig *r, uint32_t warp, uint32_t pc, uint32_t tmask);

/* Of a core: block X of SLOT is given to PLACE and PAGE; a warp of it starts;
 * the block ends; its barriers are full; warps are killed, or end. */
void rig_give(struct rig *r, uint32_t slot, uint32_t x, uint32_t place,
	      uint32_t page, const char *name);
void rig_start(struct rig *r, uint32_t place, uint32_t warp, uint32_t number,
	       uint32_t mask);
void rig_end(struct rig *r, uint32_t place, uint32_t slot, bool trapped);
void rig_full(struct rig *r, uint32_t places);
void rig_killed(struct rig *r, uint32_t warps);
void rig_ended(struct rig *r, uint32_t warps);

/* The words of the launch that is rung next. */
void rig_launch(struct rig *r, uint32_t grid, uint32_t dim, uint32_t pc,
		uint32_t flags);
/* It is rung in SLOT; SLOT is read, and its acquire made; that, and it goes or
 * is skipped; slots are cut; SLOT is released and done. */
void rig_ring(struct rig *r, uint32_t slot);
void rig_take(struct rig *r, uint32_t slot);
void rig_go(struct rig *r, uint32_t slot);
void rig_skip(struct rig *r, uint32_t slot, uint32_t reason);
void rig_cut(struct rig *r, uint32_t slots, const char *name);
void rig_finish(struct rig *r, uint32_t slot, bool flush);
/* It is rung, goes, and gives its first block; the last one ends, and it is
 * done. */
void rig_enter(struct rig *r, uint32_t slot, uint32_t place, uint32_t page);
void rig_leave(struct rig *r, uint32_t place, uint32_t slot, bool trapped,
	       bool flush);

/* Runs of one core that are right. (dispatch_scenes.c) */
scenario scene_plain, scene_phases, scene_leaves, scene_traps, scene_exits,
	scene_refuses, scene_fails, scene_counts, scene_clears;

/* Blocks of several cores; caches when launches begin and end. */
void check_cores(void);
void check_caches(void);

#endif
