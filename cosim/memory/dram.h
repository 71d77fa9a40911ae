/* dram.h - timing of a dynamic memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * A dynamic memory has channels. Each has a data bus, banks with one open row
 * at a time, and a refresh that closes all rows. This model has no data, only
 * times: those of dram.def (JEDEC); see doc/bus.md. Accesses are served in the
 * order in which they come, but an access may open its row while another bank
 * is in use. A row stays open until another row of its bank is accessed, or
 * until a refresh.
 *
 * Address bits from the lowest: byte of a burst, channel, place in the row,
 * bank, row.
 */
#ifndef WW_COSIM_DRAM_H
#define WW_COSIM_DRAM_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct dram_chip {
	const char *name, *doc;
	uint32_t channels, banks, row_bytes, burst_bytes;
	/* times in picoseconds */
	uint64_t burst, rcd, rp, cl, cwl, ras, rrd, faw, rtp, wr, wtr, rfc,
		 refi;
};

/* Counts over all channels. The bursts are HITS + OPENED + REPLACED. */
struct dram_counts {
	uint64_t reads, writes;         /* bursts */
	uint64_t hits;                  /* in a row that was open */
	uint64_t opened;                /* in a bank with no row open */
	uint64_t replaced;              /* another row was open */
	uint64_t refreshes;             /* refreshes before an access */
	uint64_t busy;                  /* picoseconds of data on the buses */
};

struct dram;

/* The chip of that name, or NULL. */
const struct dram_chip *dram_find(const char *name);
/* Chip number N of dram.def, or NULL after the last. */
const struct dram_chip *dram_chip(uint32_t n);

/* A memory of CHIP beside a core at MHZ, all rows closed. NULL if memory runs
 * out. Release with dram_free. */
struct dram *dram_new(const struct dram_chip *chip, uint32_t mhz);
void dram_free(struct dram *d);

/* Serves an access to BYTES from ADDR that begins in CYCLE; CYCLE must not
 * decrease between calls. For a read, returns the first cycle in which the
 * first of its BEATS beats may leave. Beats leave GAP cycles apart, none before
 * its data. For a write, returns the cycle in which all of it is written. */
uint64_t dram_access(struct dram *d, uint64_t cycle, bool write, uint32_t addr,
		     uint32_t bytes, uint32_t beats, uint32_t gap);

/* The counts of D since it was made. */
const struct dram_counts *dram_counts(const struct dram *d);
/* The share of CYCLES in which the data buses were in use, from 0 to 1. */
double dram_use(const struct dram *d, uint64_t cycles);

#endif
