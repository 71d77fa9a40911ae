/* timing.h - how long the longest path of a mapped netlist is, about
 * SPDX-License-Identifier: Apache-2.0
 *
 * Static timing from register to register: what cells cost is in delays.def, a
 * general wire costs the target's HOP whatever its length and fan-out. Paths
 * from and to the ports are not looked at. Good for comparing designs with each
 * other (measured against place and route of ECP5: 0.98 of it, give or take 13
 * %); no substitute for place and route.
 */
#ifndef WW_FPGA_TIMING_H
#define WW_FPGA_TIMING_H

#include <stddef.h>
#include <stdint.h>

#include "fpga/family.h"
#include "fpga/netlist.h"

/* One cell that a path goes through. */
struct timing_step {
	uint32_t cell;          /* type, a name of the netlist */
	uint32_t from, to;      /* ports; NETLIST_CONSTANT: the clock */
	/* that it drives; of the last step: of what its register drives */
	uint32_t net;
	/* when that net has its value; of the last step: with setup */
	uint32_t ps;
};

/* The longest path that ends at one register. */
struct timing_end {
	uint32_t ps;
	/* nets that the registers at its two ends drive */
	uint32_t from, to;
};

struct timing {
	uint32_t period;        /* ps; 0: there is no path */
	struct timing_step *steps;
	/* first: the register that begins; last: the one that ends */
	size_t step_count;
	struct timing_end *ends;        /* in no order */
	size_t end_count;
	/* nets in or behind combinational loops: not timed */
	size_t loops;
	size_t untimed;         /* cells that no row of delays.def fits */
};

/* The longest paths of M for TARGET: 0 and *OUT, or -1: no memory; to be
 * released with timing_free in any case. */
int timing_estimate(const struct netlist *n, const struct netlist_module *m,
		    const struct fpga_target *target, struct timing *out);
void timing_free(struct timing *t);

#endif
