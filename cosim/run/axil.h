/* axil.h - a master of AXI4-Lite that checks the slave
 * SPDX-License-Identifier: Apache-2.0
 *
 * It sends a write and a read at most, beside each other. The next one may be
 * shown while the response of the one before waits. In random mode address and
 * data of a write come in any order, and responses wait.
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

/* A valid of the slave, and its payload. */
struct axil_response {
	bool waits;             /* it was valid in the last cycle, not taken */
	uint32_t payload[2];
};

struct axil {
	bool random;
	struct rnd rnd;
	struct {
		bool busy;              /* it has not acted */
		bool address, data;     /* accepted */
		bool show_address, show_data;   /* valid */
		uint32_t addr, value, strb;
	} write;
	struct {
		bool busy;              /* it is not accepted */
		bool show;
		uint32_t addr;
	} read;
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

/* Begins a write of the bytes STRB of VALUE, or a read. None must be busy. ADDR
 * is a byte address; its lowest two bits have no meaning. */
void axil_write(struct axil *a, uint32_t addr, uint32_t value, uint32_t strb);
void axil_read(struct axil *a, uint32_t addr);

void axil_drive(struct axil *a, struct cosim_host_pins *p);
/* Does the write act in this cycle? Is the read's address accepted? */
bool axil_acts(const struct axil *a, const struct cosim_host_pins *p);
bool axil_reads(const struct axil *a, const struct cosim_host_pins *p);
/* Returns the rule that the slave breaks, or NULL. */
const char *axil_sample(struct axil *a, const struct cosim_host_pins *p);

#endif
