/* atomic.h - atomic accesses and reservations, and the stores that end them
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Two rules are checked. Between the load and the store of
 * an atomic access no other store to its word takes effect. A store ends the
 * reservations of its word. Stores count in the order in which they perform;
 * with data caches of several cores, in the order in which they reach memory.
 *
 * Functions with a result return 0, or 1 after fail.
 */
#ifndef WW_COSIM_ATOMIC_H
#define WW_COSIM_ATOMIC_H

#include "cosim/state/state.h"

static inline bool is_update(const struct slot *s)
{
	return s->fx.kind == GOLDEN_ATOMIC;
}

/* Does the second-level cache make the operation of S, a slot of C, at ADDR?
 * With several cores it makes those that always store, in RAM. */
static inline bool is_for_l2(const struct core *c, const struct slot *s,
			     uint32_t addr)
{
	return c->all->l2 && c->all->weak && is_update(s) &&
	       s->fx.op != ISA_LR_W && s->fx.op != ISA_SC_W &&
	       s->fx.op != ISA_AMOCAS_W && in_ram(c->all, addr);
}

/* The store of LANE of S performs in memory. LANE is no longer in S->loaded. */
int atomic_stores(struct core *c, const struct slot *s, uint32_t lane);

/* With data caches of several cores: LANE of S has loaded a word and will store
 * to it. */
void atomic_holds(struct core *c, const struct slot *s, uint32_t lane);
/* The store of instruction ORDER of C to the word at ADDR reaches memory; or
 * memory refuses it. */
int atomic_lands(struct core *c, uint32_t addr, uint64_t order);
void atomic_refused(struct core *c, uint32_t addr, uint64_t order);

#endif
