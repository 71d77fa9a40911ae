/* join.h - join the netlists of parts into one netlist of the whole design
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_FPGA_JOIN_H
#define WW_FPGA_JOIN_H

#include "fpga/netlist.h"

struct join_part {
	/* type of its instances in other parts */
	const char *type;
	const struct netlist *netlist;
	const struct netlist_module *module;    /* module of the netlist */
	uint32_t instances;             /* set by join_netlists */
};

/* A netlist of one module, *MODULE: the last of PARTS with all instances inside
 * it, flattened. It points into PARTS, which must outlive it. NULL: out of
 * memory. */
struct netlist *join_netlists(struct join_part *parts, size_t count,
			      const struct netlist_module **module);

/* The index of the part of which cells of type TYPE are instances; COUNT:
 * none. */
size_t join_find(const struct join_part *parts, size_t count, const char *type);

#endif
