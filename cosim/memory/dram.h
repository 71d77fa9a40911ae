/* dram.h - when dynamic memory has read or written what it is asked for
 * SPDX-License-Identifier: Apache-2.0
 *
 * Channels, each with banks of which one row is open at a time, a data bus, and
 * a refresh that closes all rows. It holds no data. Accesses are served in the
 * order in which they come; those to other banks open their rows meanwhile.
 * Address bits from the lowest: byte of a burst, channel, place in the row,
 * bank, row. Rows stay open until another one of the bank is wanted or a
 * refresh comes. Times are those of dram.def (JEDEC); see doc/bus.md.
 */
#ifndef WW_COSIM_DRAM_H
#define WW_COSIM_DRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct dram_chip {
	const char *name, *doc;
	uint32_t channels, banks, row_bytes, burst_bytes;
	/* Picoseconds. */
	uint64_t burst, rcd, rp, cl, cwl, ras, rrd, faw, rtp, wr, wtr, rfc,
		 refi;
};

/* What has happened, over all channels; bursts are HITS + OPENED + REPLACED. */
struct dram_counts {
	uint64_t reads, writes;         /* bursts */
	uint64_t hits;                  /* in a row that was open */
	uint64_t opened;                /* in a bank with no row open */
	uint64_t replaced;              /* another row was open */
	uint64_t refreshes;             /* those that accesses have met */
	uint64_t busy;                  /* picoseconds of data on the buses */
};

struct dram;

/* The chip with this name, or NULL. */
const struct dram_chip *dram_find(const char *name);
/* The Nth chip, or NULL behind the last. */
const struct dram_chip *dram_chip(uint32_t n);

/* A memory of CHIP beside a clock of MHZ, all rows closed; NULL: no memory. */
struct dram *dram_new(const struct dram_chip *chip, uint32_t mhz);
void dram_free(struct dram *d);

/* Takes an access to BYTES from ADDR that comes in CYCLE, which is not before
 * that of the last call. A read: the first cycle in which its first of BEATS
 * beats may leave, so that none of them, GAP cycles apart, goes before its
 * data. A write: that in which all of it is written. */
uint64_t dram_access(struct dram *d, uint64_t cycle, bool write, uint32_t addr,
		     uint32_t bytes, uint32_t beats, uint32_t gap);

const struct dram_counts *dram_counts(const struct dram *d);
/* The share of CYCLES in which the data buses were in use, from 0 to 1. */
double dram_use(const struct dram *d, uint64_t cycles);

#endif
