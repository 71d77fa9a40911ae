/* slot.h - an instruction in flight: its steps, its results, its end
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Keeps the state of slots and calls the callbacks of
 * cosim.h; nothing here checks.
 */
#ifndef WW_COSIM_SLOT_H
#define WW_COSIM_SLOT_H

#include "cosim/state/state.h"

/* The newest instruction of W with the seq field SEQ. If it is gone, a slot
 * that is not live. */
struct slot *slot_of(struct warp *w, uint32_t seq);
/* Instruction NUMBER of W; NULL if it has not issued, or is gone. */
const struct slot *slot_numbered(const struct warp *w, uint64_t number);
/* Moves S, which is in flight, to a late slot, to make room for the next
 * instruction. Only accesses may be late: memory takes any time (without a data
 * cache the last record of a store waits for the response). Returns false if S
 * is no access, or if there are too many. */
bool slot_postpone(struct warp *w, struct slot *s);

/* Reports a step of S to the callback of cosim_on_step. */
void slot_step(struct core *c, const struct slot *s, enum cosim_step_kind kind,
	       uint32_t lanes);
/* Reports a request R, all of it but its effect, of S to the callback of
 * cosim_on_request. */
void slot_request(struct core *c, const struct slot *s, struct cosim_request r);
/* Describes S as the writer of its results. */
struct cosim_maker slot_maker(const struct slot *s);
/* Notes that S has written REG in LANES of WARP. */
void slot_wrote(struct core *c, struct slot *s, uint32_t warp, uint32_t reg,
		uint32_t lanes);

/* Notes that S has retired or trapped, for reports, traces and coverage. */
void slot_retired(struct core *c, uint32_t warp, struct slot *s);
/* Ends the retirement of S, which does not trap and has no more retire
 * records. */
void slot_finish(struct core *c, uint32_t warp, struct slot *s);
/* After a record of S: if no more records are to come, S is complete. */
void slot_settle(struct core *c, uint32_t warp, const struct slot *s);

#endif
