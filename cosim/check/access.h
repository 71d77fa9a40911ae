/* access.h - checks that perform and smem records have in common
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. An access serves some lanes of a load or store at once. A
 * lane of an atomic instruction has two accesses, its load and then its
 * store.
 */
#ifndef WW_COSIM_ACCESS_H
#define WW_COSIM_ACCESS_H

#include "cosim/state/state.h"

struct access {
	uint32_t warp, seq;
	bool store;
	uint32_t size;        /* log2 */
	uint32_t beat, lanes;
	uint32_t threads;     /* the lanes, as threads of the warp */
};

/* The fields that both kinds of record share. */
struct access access_of(const uint32_t *r);

/* access_check: does S still need this access? access_order: have all older
 * accesses of the warp, and lower lanes of a store, performed that touch the
 * same bytes? Return 0, or 1 after fail. */
int access_check(struct core *c, struct access *a, const struct slot *s);
int access_order(struct core *c, const struct access *a,
		 const struct slot *s);

/* Performs the access: loads take the value that memory has now, stores change
 * it. Returns 0, or 1 after fail. */
int access_effect(struct core *c, const struct access *a, struct slot *s);
/* Performs an access that ended in a bus error: nothing is read or written.
 * Returns 0, or 1 after fail. */
int access_failed(struct core *c, const struct access *a, struct slot *s);

/* Without a data cache: memory has refused the request Q. Lanes of a load are
 * not written. Returns 0, or 1 after fail. */
int access_refused(struct cosim *c, const struct last_request *q);

/* The second-level cache makes the operation U of C, or fails to. Fills the
 * results in. Returns 0, or 1 after fail. */
int access_update(struct core *c, struct update *u);

/* Without a data cache, records do not show errors. A lane of S, an atomic
 * instruction, whose load had an error will not store. Returns true if no lane
 * of S has to store any more, or after fail. */
bool access_load_failed(struct core *c, struct slot *s);

/* Bits of a word that an access of SIZE bytes at ADDR touches. */
static inline uint32_t access_bits(uint32_t addr, uint32_t size)
{
	return (UINT32_MAX >> (32 - 8 * size)) << (addr & 3) * 8;
}

#endif
