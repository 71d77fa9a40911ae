/* axil.h - a master of AXI4-Lite that checks the slave
 * SPDX-License-Identifier: Apache-2.0
 *
 * Writes are queued, and act in their order; one read goes on beside them. The
 * next one may be shown while the response of the one before waits. In random
 * mode the addresses and the data of writes are late independently, so that one
 * channel may be some writes ahead of the other, and responses wait.
 *
 * In each cycle: axil_drive, then the core settles, axil_acts and axil_reads,
 * then axil_sample.
 */
#ifndef WW_COSIM_AXIL_H
#define WW_COSIM_AXIL_H

#include <stdbool.h>
#include <stdint.h>

#include "base/rnd.h"
#include "cosim/device/driver.h"

enum { AXIL_OKAY = 0, AXIL_SLVERR = 2 };

enum { AXIL_QUEUE = 4 };        /* writes that have not acted, at most */

struct axil_write {
	uint32_t addr, value, strb;
	int task;               /* of the caller */
};

/* Of the addresses, or the data, of writes. */
struct axil_channel {
	uint32_t sent;          /* of so many writes it is accepted */
	bool show;              /* that of the next one is valid */
	uint32_t late;          /* cycles until it is */
};

/* A valid of the slave, and its payload. */
struct axil_response {
	bool waits;             /* it was valid in the last cycle, not taken */
	uint32_t payload[2];
};

struct axil {
	bool random;
	struct rnd rnd;
	struct axil_write queue[AXIL_QUEUE];    /* write N modulo its size */
	uint32_t made, acted;   /* writes */
	struct axil_channel address, data;
	struct {
		bool busy;              /* it is not accepted */
		bool show;
		uint32_t late;
		uint32_t addr;
	} read;
	uint32_t b_late, r_late;        /* cycles until responses are taken */
	bool b_due, r_due;      /* a response is to come */
	struct axil_response b, r;
	uint32_t waited[2];     /* cycles without progress: write, read */
	/* Of this cycle, set by axil_sample. */
	bool written, answered;
	uint32_t resp[2];       /* of the write; of the read */
	uint32_t value;         /* that was read */
};

/* SEED: random mode; 0: as fast as it can. */
void axil_init(struct axil *a, uint64_t seed);

/* May a write be queued? Without random mode, one at a time. */
bool axil_room(const struct axil *a);
/* Queues a write, for which there must be room. Begins a read; none must be
 * busy. The lowest two bits of an address have no meaning. */
void axil_write(struct axil *a, const struct axil_write *w);
void axil_read(struct axil *a, uint32_t addr);
/* Write I of those that have not acted, from 0, or NULL. */
const struct axil_write *axil_queued(const struct axil *a, uint32_t i);

void axil_drive(struct axil *a, struct cosim_host_pins *p);
/* Does the first queued write act in this cycle? Is the read's address
 * accepted? */
bool axil_acts(const struct axil *a, const struct cosim_host_pins *p);
bool axil_reads(const struct axil *a, const struct cosim_host_pins *p);
/* Returns the rule that the slave breaks, or NULL. */
const char *axil_sample(struct axil *a, const struct cosim_host_pins *p);

#endif
