/* origin.h - the last writer of each register and of each word of memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Reports read it; no check does. It is updated from the
 * records. A register has one row per writer that is the last one of some lane.
 * A page of memory is allocated when it is first stored to. A `struct origin`
 * owns all of it.
 */
#ifndef WW_COSIM_ORIGIN_H
#define WW_COSIM_ORIGIN_H

#include "cosim/cosim.h"

struct origin;

/* For WARPS warps of THREADS threads and BYTES of memory. NULL if memory runs
 * out. Release with origin_free. */
struct origin *origin_new(uint32_t warps, uint32_t threads,
			  uint32_t regs, size_t bytes);
void origin_free(struct origin *o);

/* Notes that MAKER has written REG in LANES of WARP. */
void origin_wrote(struct origin *o, uint32_t warp, uint32_t reg, uint32_t lanes,
		  const struct cosim_maker *maker);
/* The last writer of REG of LANE of WARP; NULL: none since reset. */
const struct cosim_maker *origin_of(const struct origin *o, uint32_t warp,
				    uint32_t reg, uint32_t lane);

/* Notes that STORER has stored to the word of byte AT. If memory runs out,
 * nothing is noted. */
void origin_stored(struct origin *o, size_t at,
		   const struct cosim_storer *storer);
/* The last store to the word of byte AT; NULL: none is known. */
const struct cosim_storer *origin_stored_by(const struct origin *o, size_t at);

#endif
