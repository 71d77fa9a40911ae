/* acquire.h - acquires and releases of atomic instructions and launches
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. With data caches of several cores an acquire ends the
 * lines that are older than the one it has read, or that of a launch, all that
 * are older than its begin.
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

/* The acquire of a launch is complete in all cores: what starts now uses no
 * line, and no instruction, that was read before it began. The release of one
 * is: what was stored before it began has left the cores, and if it flushes the
 * second-level cache, too. Return likewise. */
int acquire_ends(struct cosim *c);
int release_ends(struct cosim *c);

#endif
