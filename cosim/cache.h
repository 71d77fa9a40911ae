/* cache.h - mirrors of the data cache and of the memory behind it
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. A `struct cache` owns a mirror of every line of the data
 * cache (L1), a mirror of memory as the bus has it (M), copies of the lines
 * that are being read, and the writes that must still reach memory, in order.
 * Each is fed by golden's values in the places and the order that the device
 * names. Functions with a result return 0, or 1 after fail.
 */
#ifndef WW_COSIM_CACHE_H
#define WW_COSIM_CACHE_H

#include "cosim/state.h"

/* A perform record, as far as the cache is concerned. */
struct cache_access {
	uint32_t warp;
	const struct slot *slot;
	bool store;
	uint32_t addr, way;   /* of the row */
	bool array, error;
	const uint32_t *mask, *data;
};

/* The cache of C's configuration, which is possible; NULL if memory is
 * short. */
struct cache *cache_new(const struct cosim *c);
void cache_free(struct cache *k);
/* Is this geometry possible, with rows of ROW bytes? */
bool cache_possible(const struct cosim_dcache *d, uint32_t row);

/* Places part of the program; AT counts from the first byte of RAM. */
void cache_load(struct cache *k, size_t at, const void *src, size_t n);
/* The mirror of memory behind the bus, from the first byte of RAM. */
const uint8_t *cache_memory(const struct cache *k);

/* Before the access takes effect on the flat mirror. */
int cache_perform(struct cosim *c, const struct cache_access *a);
/* When the first row of the line of A came. */
uint64_t cache_line_cycle(const struct cosim *c, const struct cache_access *a);
int fill_record(struct cosim *c, const uint32_t *r);
int evict_record(struct cosim *c, const uint32_t *r);

/* What takes effect on the bus: the read of a line, a beat of a write. STRB and
 * DATA may be NULL: the write was refused. */
int cache_bus_read(struct cosim *c, uint32_t addr, uint32_t bytes);
int cache_bus_write(struct cosim *c, uint32_t addr, const uint32_t *strb,
		    const uint32_t *data, uint32_t bytes);
/* The read of this line, told before, will fail. */
void cache_read_fails(struct cosim *c, uint32_t addr);

/* Since when is the word at ADDR, in RAM, newer than memory behind the bus?
 * 0 if it is not. */
uint64_t cache_since(const struct cosim *c, uint32_t addr);

/* What is under way: writes to memory, dirty lines, reads. */
struct cache_work { uint32_t writes, dirty, reads; };
struct cache_work cache_work(const struct cosim *c);
/* Lines being read beside that of ADDR. */
uint32_t cache_reads(const struct cosim *c, uint32_t addr);

/* Has everything that WARP stored, or saw stored, before its last fence.i or
 * mflush left the cache? */
int cache_flushed(struct cosim *c, uint32_t warp);
/* Has everything? */
int cache_drained(struct cosim *c);

/* The state audit: DATA is row ROW of line number LINE, counted by sets, ways
 * first; the address of a line and its state (bit 0 valid, 1 dirty), when nothing
 * is on its way. */
int cache_audit_row(struct cosim *c, uint32_t line, uint32_t row,
		    const uint32_t *data);
int cache_audit_tag(struct cosim *c, uint32_t line, const uint32_t *data);

#endif
