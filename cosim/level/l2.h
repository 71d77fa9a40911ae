/* l2.h - the second-level cache, mirrored
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. The second-level cache is the place where all cores meet:
 * what it has performed is memory for the levels above, level[0]. So the mirror
 * has no bytes. It knows which bytes of a line are valid and which are dirty,
 * which lines are being read, and what must still reach memory, in order. The
 * device names the way and the order; the bytes must be those of level[0].
 *
 * Functions with a result return 0, or 1 after fail.
 */
#ifndef WW_COSIM_L2_H
#define WW_COSIM_L2_H

#include "cosim/state/state.h"

struct l2;

/* What the cache has done: OP and flags of its record; BEFORE, what its way
 * held of the line; READS, other lines in flight; BANKS that act in this
 * cycle. */
struct l2_event {
	uint32_t op;            /* l2-ops */
	bool insn, fresh, stays;
	enum { L2_ABSENT, L2_PARTIAL, L2_CLEAN, L2_DIRTY } before;
	uint32_t reads, banks;
};

/* A mirror for the shape in C->own. NULL if memory runs out. */
struct l2 *l2_new(struct cosim *c);
void l2_free(struct l2 *k);
/* Is this geometry possible? */
bool l2_possible(const struct shape *own);

/* Calls WATCH with core 0 for each event, but not for lines that memory could
 * not read. */
void l2_watch(struct l2 *k, void (*watch)(struct core *c,
					  const struct l2_event *e));

/* BANKS of the cache have a record in this cycle. */
void l2_begin(struct l2 *k, uint32_t banks);
/* A record of BANK. Its requests reach the levels above as events of this
 * cycle. */
int l2_record(struct cosim *c, uint32_t bank, const uint32_t *r);

/* Memory reads BYTES at ADDR for the cache. */
int l2_bus_read(struct cosim *c, uint32_t addr, uint32_t bytes);
/* Memory could not read a part at ADDR of the line that it reads. */
void l2_bus_fails(struct cosim *c, uint32_t addr);
/* A beat of a write reaches memory. */
int l2_bus_write(struct cosim *c, uint32_t addr, const uint32_t *strb,
		 const uint32_t *data, uint32_t bytes);
/* Memory refuses the beat of BYTES at ADDR. */
int l2_bus_refuses(struct cosim *c, uint32_t addr, uint32_t bytes);

/* The state audit: the tag of line number LINE, counted by banks and sets, ways
 * first, when nothing is in flight. */
int l2_audit_tag(struct cosim *c, uint32_t line, const uint32_t *data);
/* Beat number BEAT of all lines, before the records of the cycle, whose effects
 * it has. Compares the beat behind these. */
void l2_audit_beat(struct cosim *c, uint32_t beat, const uint32_t *data);
int l2_audit(struct cosim *c);

/* Has everything that the cache got before EVENT reached memory? */
int l2_released(struct cosim *c, uint64_t event);
/* A flush of a machine with dispatch that began at EVENT is complete: what the
 * cache got before is gone, what it got since may be. */
void l2_flushed(struct cosim *c, uint64_t event);
/* The host has written N bytes of memory, at ADDR. What the cache may hold of
 * them behind a flush must be gone. */
void l2_written(struct cosim *c, uint32_t addr, size_t n);
/* Has everything left the cache? */
int l2_drained(struct cosim *c);

#endif
