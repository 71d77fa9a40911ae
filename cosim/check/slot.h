/* slot.h - an instruction in flight: its steps, its results, its end
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Books and those who listen to them; nothing here checks.
 */
#ifndef WW_COSIM_SLOT_H
#define WW_COSIM_SLOT_H

#include "cosim/check/state.h"

/* The instruction of W that a record with SEQ is about, the newest with it; one
 * that is not live if it is gone. */
struct slot *slot_of(struct warp *w, uint32_t seq);
/* Instruction NUMBER of W; NULL: none, or gone. */
const struct slot *slot_numbered(const struct warp *w, uint64_t number);
/* S, in flight, makes room for the next instruction: an access may be late, for
 * memory takes any time (without a data cache a store's last record waits for
 * the answer). False: it is none, or too many are. */
bool slot_postpone(struct warp *w, struct slot *s);

/* Tells whoever listens of a step of S. */
void slot_step(struct core *c, const struct slot *s, enum cosim_step_kind kind,
	       uint32_t lanes);
/* The maker of what S writes. */
struct cosim_maker slot_maker(const struct slot *s);
/* S has written REG of LANES of WARP. */
void slot_wrote(struct core *c, struct slot *s, uint32_t warp, uint32_t reg,
		uint32_t lanes);
/* Lanes of S that are not written: memory has answered their load with an
 * error. */
uint32_t slot_failed(const struct core *c, const struct slot *s);

/* The results of S are architectural: a retirement for reports and traces. */
void slot_retired(struct core *c, uint32_t warp, struct slot *s);
/* S does not trap and has no record to come that retires it. */
void slot_finish(struct core *c, uint32_t warp, struct slot *s);
/* S got a record: is it complete now? */
void slot_settle(struct core *c, uint32_t warp, const struct slot *s);

#endif
