/* join.h - the netlists of parts become one of the whole design
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_FPGA_JOIN_H
#define WW_FPGA_JOIN_H

#include "fpga/netlist.h"

struct join_part {
	/* what its instances are called in other parts */
	const char *type;
	const struct netlist *netlist;
	const struct netlist_module *module;    /* of it */
	uint32_t instances;             /* join_netlists counts them */
};

/* A netlist of one module, *MODULE: the last of PARTS with everything that is
 * below it. It points into the parts, which must outlive it. NULL: no
 * memory. */
struct netlist *join_netlists(struct join_part *parts, size_t count,
			      const struct netlist_module **module);

/* The part that cells of type TYPE (a text) are instances of; COUNT: none. */
size_t join_find(const struct join_part *parts, size_t count, const char *type);

#endif
