/* access.h - what perform and smem records have in common
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. An access serves some lanes of a load or store at once. A
 * lane of an atomic instruction has two, its load and then its store.
 */
#ifndef WW_COSIM_ACCESS_H
#define WW_COSIM_ACCESS_H

#include "cosim/check/state.h"

struct access {
	uint32_t warp, seq;
	bool store;
	uint32_t size;        /* log2 */
	uint32_t beat, lanes;
	uint32_t threads;     /* the lanes, as threads of the warp */
};

/* The fields that the two records share. */
struct access access_of(const uint32_t *r);

/* Is it an access that S still asks for, and do no older ones of the warp, or
 * lower lanes of a store, have to come first? 0, or 1 after fail. */
int access_check(struct core *c, struct access *a, const struct slot *s);
int access_order(struct core *c, const struct access *a,
		 const struct slot *s);

/* Loads bind the value that memory has in the order of performing, stores
 * change it. 0, or 1 after fail. */
int access_effect(struct core *c, const struct access *a, struct slot *s);
/* The lanes are served, but nothing was read or written. */
int access_failed(struct core *c, const struct access *a, struct slot *s);

/* Without a data cache records do not tell errors. Loads of S, an atomic
 * instruction, that ended in one will not store; true: then none is to come, or
 * fail has been called. */
bool access_unanswered(struct core *c, struct slot *s);

/* Bits of a word that an access of SIZE bytes at ADDR touches. */
static inline uint32_t access_bits(uint32_t addr, uint32_t size)
{
	return (UINT32_MAX >> (32 - 8 * size)) << (addr & 3) * 8;
}

#endif
