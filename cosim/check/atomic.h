/* atomic.h - what stores do to atomic accesses and to reservations
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Between the load and the store of an atomic access no
 * other store to its word takes effect, and a store ends reservations: in the
 * order of accesses, or with data caches of several cores that of memory.
 * Functions with a result return 0, or 1 after fail.
 */
#ifndef WW_COSIM_ATOMIC_H
#define WW_COSIM_ATOMIC_H

#include "cosim/check/state.h"

static inline bool is_update(const struct slot *s)
{
	return s->fx.kind == GOLDEN_ATOMIC;
}

/* The access of LANE of S, which has not loaded any more, stores: what has
 * performed memory has. */
int atomic_stores(struct core *c, const struct slot *s, uint32_t lane);

/* Where memory has it later: LANE of S has loaded a word and will store there.
 */
void atomic_holds(struct core *c, const struct slot *s, uint32_t lane);
/* What instruction ORDER of C has stored to the word at ADDR reaches memory, or
 * is refused there. */
int atomic_lands(struct core *c, uint32_t addr, uint64_t order);
void atomic_refused(struct core *c, uint32_t addr, uint64_t order);

/* All of S, which acquires, has performed: what its warp loads later is not
 * older, nor, when it retires, what its core does. */
void atomic_acquires(struct core *c, const struct slot *s);
int atomic_retires(struct core *c, const struct slot *s);

#endif
