/* acquire.h - atomic instructions that acquire, and the lines of their cache
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. With data caches of several cores an acquire ends the
 * lines that are older than the one it has read.
 */
#ifndef WW_COSIM_ACQUIRE_H
#define WW_COSIM_ACQUIRE_H

#include "cosim/state/state.h"

/* All accesses of S have performed. If S acquires, later loads of its warp must
 * not use lines older than those it read. */
void acquire_performed(struct core *c, const struct slot *s);
/* If S, which retires, acquires: its core's cache must not hold older lines.
 * Returns 0, or 1 after fail. */
int acquire_retires(struct core *c, const struct slot *s);

#endif
