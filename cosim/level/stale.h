/* stale.h - old values of fetched words of memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * A warp may fetch an instruction word before a store overwrites it, and
 * execute the old word until its next fence.i. This log keeps old values, so
 * that the checker recognizes such an instruction. Per word the last
 * STALE_DEPTH different values are kept, each with the event of its last loss.
 * A `struct stale` owns its entries.
 */
#ifndef WW_COSIM_STALE_H
#define WW_COSIM_STALE_H

#include <stdbool.h>
#include <stdint.h>

enum { STALE_DEPTH = 256 };

struct stale;

/* An empty log, or NULL if memory runs out. Release with stale_free. */
struct stale *stale_new(void);
void stale_free(struct stale *s);

/* The word at ADDR had VALUE until EVENT. Returns false if memory runs out. */
bool stale_add(struct stale *s, uint32_t addr, uint32_t value, uint64_t event);

/* Did the word at ADDR have VALUE at some time after SINCE? */
bool stale_had(const struct stale *s, uint32_t addr, uint32_t value,
	       uint64_t since);

#endif
