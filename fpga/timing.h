/* timing.h - an estimate of the longest path of a mapped netlist
 * SPDX-License-Identifier: Apache-2.0
 *
 * Static timing from register to register. Delays of cells are in delays.def; a
 * general wire costs the target's HOP, whatever its length and fan-out. Paths
 * from and to ports are ignored. The estimate is for comparing designs with
 * each other: 0.98 of place and route on ECP5, give or take 13 %. It is no
 * substitute for place and route.
 */
#ifndef WW_FPGA_TIMING_H
#define WW_FPGA_TIMING_H

#include <stddef.h>
#include <stdint.h>

#include "fpga/family.h"
#include "fpga/netlist.h"

/* A cell on a path. */
struct timing_step {
	uint32_t cell;          /* name of its type in the netlist */
	uint32_t from, to;      /* ports; NETLIST_CONSTANT: the clock */
	/* net that the cell drives; last step: net that its register drives */
	uint32_t net;
	/* time at which the net has its value; last step: with setup */
	uint32_t ps;
};

/* The longest path that ends at one register. */
struct timing_end {
	uint32_t ps;
	/* nets driven by the registers at its two ends */
	uint32_t from, to;
};

struct timing {
	uint32_t period;        /* ps; 0: no path */
	struct timing_step *steps;
	/* first: the starting register; last: the ending register */
	size_t step_count;
	struct timing_end *ends;        /* unsorted */
	size_t end_count;
	/* nets in or behind combinational loops, not timed */
	size_t loops;
	size_t untimed;         /* cells without a matching row of delays.def */
};

/* Estimates the longest paths of M for TARGET: 0 and *OUT, or -1: out of
 * memory. The caller releases OUT with timing_free in either case. */
int timing_estimate(const struct netlist *n, const struct netlist_module *m,
		    const struct fpga_target *target, struct timing *out);
void timing_free(struct timing *t);

#endif
