/* stale.h - values that fetched words of memory have had and lost
 * SPDX-License-Identifier: Apache-2.0
 *
 * A warp may execute an instruction word that was overwritten after the warp
 * fetched it, until its next fence.i. This is the log that makes such an
 * instruction recognisable. Per word the last STALE_DEPTH different values are
 * kept, each with the time of its last loss. A `struct stale` owns its entries.
 */
#ifndef WW_COSIM_STALE_H
#define WW_COSIM_STALE_H

#include <stdbool.h>
#include <stdint.h>

enum { STALE_DEPTH = 256 };

struct stale;

/* An empty log, or NULL if memory is short. */
struct stale *stale_new(void);
void stale_free(struct stale *s);

/* The word at ADDR had VALUE until EVENT. False if memory is short. */
bool stale_add(struct stale *s, uint32_t addr, uint32_t value, uint64_t event);

/* Did the word at ADDR have VALUE at some time after SINCE? */
bool stale_had(const struct stale *s, uint32_t addr, uint32_t value,
	       uint64_t since);

#endif
