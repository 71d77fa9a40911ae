/* flat.h - finds out which differences from a flat memory are races
 * SPDX-License-Identifier: Apache-2.0
 *
 * The golden model loads and stores in one flat memory when instructions issue.
 * The core does so when accesses perform. In a program without races both give
 * the same values. A `struct flat` keeps, per byte, the last store, and the
 * order that barriers impose on warps. With these it decides whether a load
 * that differs raced with a store. It allocates only for bytes that are stored
 * to.
 *
 * ORDER numbers instructions as they issue, EVENT numbers moments; both rise
 * and start above 0. Warps are numbered over all cores. AT is the index of a
 * byte in memory. Functions that can run out of memory return false.
 */
#ifndef WW_COSIM_FLAT_H
#define WW_COSIM_FLAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct flat;

enum { FLAT_WARP_BITS = 11, FLAT_WARPS = 1 << FLAT_WARP_BITS };

/* For BYTES of memory and WARPS warps, at most FLAT_WARPS. NULL if memory runs
 * out. Release with flat_free. */
struct flat *flat_new(size_t bytes, uint32_t warps);
void flat_free(struct flat *f);

/* A store of SIZE bytes by instruction ORDER of WARP performs at EVENT. It
 * races with an earlier performed store of a younger instruction, unless that
 * is ordered. */
bool flat_store(struct flat *f, size_t at, uint32_t size, uint32_t warp,
		uint64_t order, uint64_t event);

/* A barrier of the mask WARPS, whose bit 0 is warp FIRST. All that these warps
 * have issued before ORDER precedes all that they do from now on. */
void flat_barrier(struct flat *f, uint32_t first, uint32_t warps,
		  uint64_t order);
/* WARP starts STARTED: all that WARP has issued before ORDER, and all that
 * comes before that, comes before all of STARTED. */
void flat_spawn(struct flat *f, uint32_t warp, uint32_t started,
		uint64_t order);

/* All that any warp has issued before ORDER comes before all that WARP does
 * from now on. */
void flat_settled(struct flat *f, uint32_t warp, uint64_t order);

/* Does instruction ORDER of warp BY come before all that WARP does now? */
bool flat_ordered(const struct flat *f, uint32_t warp, uint32_t by,
		  uint64_t order);

/* Byte AT is loaded now by an instruction of WARP that issued at ISSUED. May
 * its value differ from that of the flat memory at ISSUED, because of a
 * performed store? */
bool flat_explains(const struct flat *f, size_t at, uint32_t warp,
		   uint64_t issued);

/* May the last writer of byte AT differ from that in the flat memory? */
bool flat_raced(const struct flat *f, size_t at);
/* From now on the SIZE bytes at AT count as raced. */
bool flat_give_up(struct flat *f, size_t at, uint32_t size);

/* The functions below are for data caches of several cores. Accesses perform in
 * an order of each core, and stores reach memory later.
 *
 * An instruction of a core has issued a store to SIZE bytes. */
struct flat_storer { uint32_t core, warp; uint64_t order; };
bool flat_announce(struct flat *f, size_t at, uint32_t size,
		   const struct flat_storer *s);
/* Has a core other than CORE issued a store to byte AT that may come after what
 * WARP of CORE does now, or that has raced? Then loads of WARP from it are not
 * judged here. */
bool flat_foreign(const struct flat *f, size_t at, uint32_t core,
		  uint32_t warp);
/* The store of instruction ORDER to byte AT has reached memory. The byte is
 * raced if a younger store did before, or if the value DIFFERS from
 * golden's. */
bool flat_landed(struct flat *f, size_t at, uint64_t order, bool differs);

#endif
