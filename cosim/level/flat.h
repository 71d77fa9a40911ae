/* flat.h - which differences from a flat memory are races
 * SPDX-License-Identifier: Apache-2.0
 *
 * The golden model loads and stores in one flat memory when instructions issue;
 * the core does so when accesses perform. For a program without races both give
 * the same values. A `struct flat` remembers of each byte who stored to it last
 * and what the barriers have put in order, and so tells whether a load that
 * differs raced with a store. Memory is taken only for what is stored to.
 *
 * Instructions are numbered in the order in which they issue (ORDER), moments
 * by EVENT; both rise and start above 0. Warps are numbered over all cores. AT
 * is the place of a byte in memory.
 */
#ifndef WW_COSIM_FLAT_H
#define WW_COSIM_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flat;

enum { FLAT_WARP_BITS = 11, FLAT_WARPS = 1 << FLAT_WARP_BITS };

/* For BYTES of memory and WARPS warps, at most FLAT_WARPS; NULL if there is not
 * enough for the books. */
struct flat *flat_new(size_t bytes, uint32_t warps);
void flat_free(struct flat *f);

/* A store of SIZE bytes by instruction ORDER of WARP performs. It races with a
 * younger one that came before it. False if memory is short. */
bool flat_store(struct flat *f, size_t at, uint32_t size, uint32_t warp,
		uint64_t order, uint64_t event);

/* Whatever the warps from FIRST on that WARPS has a bit for have issued so far
 * comes before all that they do now. */
void flat_barrier(struct flat *f, uint32_t first, uint32_t warps,
		  uint64_t order);
/* What WARP has issued so far, or knows of, comes before all of STARTED. */
void flat_spawn(struct flat *f, uint32_t warp, uint32_t started,
		uint64_t order);

/* Does instruction ORDER of warp BY come before what WARP does now? */
bool flat_ordered(const struct flat *f, uint32_t warp, uint32_t by,
		  uint64_t order);

/* May byte AT, loaded now by an instruction of WARP that issued at ISSUED,
 * differ from what the flat memory had at ISSUED, because of a store that has
 * performed? */
bool flat_explains(const struct flat *f, size_t at, uint32_t warp,
		   uint64_t issued);

/* Is the last writer of byte AT another one than in the flat memory? */
bool flat_raced(const struct flat *f, size_t at);
/* From now on it counts as such, whoever wrote it. */
bool flat_give_up(struct flat *f, size_t at, uint32_t size);

/* Data caches of several cores: the order in which accesses perform is each
 * core's own, and stores reach memory later.
 *
 * CORE has issued a store to SIZE bytes. False if memory is short. */
bool flat_announce(struct flat *f, size_t at, uint32_t size, uint32_t core);
/* Has a core other than CORE? What is read there is not explained here. */
bool flat_foreign(const struct flat *f, size_t at, uint32_t core);
/* The store of instruction ORDER to byte AT has reached memory: is the flat
 * memory's last writer another one, or has it another value (DIFFERS)? False if
 * memory is short. */
bool flat_landed(struct flat *f, size_t at, uint64_t order, bool differs);

#endif
