/* dispatch.h - launches and blocks: what a device with a dispatcher does
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/check. dispatch.c has the records of the cores, launch.c the
 * record of the launches and what the host does, dispatch_core.c which core
 * gets a block, dispatch_due.c what is to come.
 */
#ifndef WW_COSIM_DISPATCH_H
#define WW_COSIM_DISPATCH_H

#include "cosim/state/state.h"

void dispatch_begin(struct cosim *c);
/* Check a record. Return 0, or 1 after fail. */
int block_record(struct core *c, const uint32_t *r);
int launch_record(struct cosim *c, const uint32_t *r);
/* Reports STEP of the launch in SLOT to the callback of cosim_on_launch. */
void dispatch_reports(struct cosim *c, uint32_t slot,
		      enum cosim_launch_step step);
/* The launch in SLOT is about to be cut: its blocks start no more. */
void dispatch_dropped(struct cosim *c, uint32_t slot);
/* Checks that the block N begins in C and in no other core. Returns
 * likewise. */
int dispatch_core(struct core *c, const struct golden_next *n);
/* A row of shared memory is cleared. Returns likewise. */
int dispatch_clear(struct core *c, const uint32_t *r);
/* Has all shared memory of the block in PLACE been cleared that is to be? */
bool dispatch_cleared(const struct core *c, uint32_t place);
/* May the device be clearing the registers of WARP? */
bool dispatch_clears(const struct core *c, uint32_t warp);
/* The end of a cycle: what cores have for the next block. */
void dispatch_offers(struct cosim *c);
/* The end of a cycle: what had to be recorded in it. Returns likewise. */
int dispatch_settle(struct cosim *c);

/* State before an instruction of a warp. */
struct dispatch_before {
	uint32_t active;
	uint32_t place;
	struct golden_place block;
};
struct dispatch_before dispatch_before(const struct core *c, uint32_t warp);
/* S has issued. */
void dispatch_issued(struct core *c, struct slot *s,
		     const struct dispatch_before *before);
/* S has acted. CUTS: it has trapped, or written mexit. */
void dispatch_control(struct core *c, const struct slot *s, bool cuts);
/* C stops: all its warps, still active in golden, halt. */
void dispatch_stopped(struct core *c);
/* Has any access to memory failed, so that all launches are to be cut? */
bool dispatch_failed(const struct cosim *c);
/* Must WARP not issue any more, since its launch is cut? */
bool dispatch_cut(const struct core *c, uint32_t warp);
/* May S of WARP have read V from active_warps? */
bool dispatch_active(const struct core *c, uint32_t warp, const struct slot *s,
		     uint32_t v);
/* Warps of C that have ended and that no block will start. */
uint32_t dispatch_free(const struct core *c);
/* The order of the oldest access to come in any core, or of the next one. */
uint64_t dispatch_performed(const struct cosim *c);
/* Have all warps of the block in PLACE ended? */
bool dispatch_ended(const struct core *c, uint32_t place);

/* Checks that what is due comes in time. Returns 0, or 1 after fail. */
int dispatch_liveness(struct cosim *c, uint64_t cycle);
/* The slot of a launch that is not done, or -1. */
int dispatch_running(const struct cosim *c);
/* As cosim_waits_for: false if WARP waits for nothing of a block. */
bool dispatch_waits(const struct core *c, uint32_t warp, char *buf,
		    size_t size);

#endif
