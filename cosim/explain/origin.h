/* origin.h - who wrote each register and each word of memory last
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/: books for reports, fed from the records and read by no
 * check. A `struct origin` owns them. Of a register it keeps one row per writer
 * of which lanes are left; pages of memory have books once they are stored to.
 */
#ifndef WW_COSIM_ORIGIN_H
#define WW_COSIM_ORIGIN_H

#include "cosim/cosim.h"

struct origin;

/* For a machine of WARPS x THREADS with BYTES of memory; NULL: no memory. */
struct origin *origin_new(uint32_t warps, uint32_t threads, size_t bytes);
void origin_free(struct origin *o);

/* MAKER has written REG of LANES of WARP. */
void origin_wrote(struct origin *o, uint32_t warp, uint32_t reg, uint32_t lanes,
		  const struct cosim_maker *maker);
/* Who wrote REG of LANE last; NULL: nobody since reset. */
const struct cosim_maker *origin_of(const struct origin *o, uint32_t warp,
				    uint32_t reg, uint32_t lane);

/* STORER has stored to the word of the byte AT. Where memory is short, this is
 * forgotten. */
void origin_stored(struct origin *o, size_t at,
		   const struct cosim_storer *storer);
/* Who stored there last; NULL: nobody that is known. */
const struct cosim_storer *origin_stored_by(const struct origin *o, size_t at);

#endif
