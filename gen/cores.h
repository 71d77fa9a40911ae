/* cores.h - the ports of the module that is one core, for what holds several
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GEN_CORES_H
#define WW_GEN_CORES_H

#include <stdbool.h>
#include <stddef.h>

#include "gen/params.h"

enum { CORE_PORTS = 128, CORE_PORT_NAME = 32 };

struct core_port {
	char name[CORE_PORT_NAME];
	unsigned bits;
	bool output;
	bool bus, trace, host;  /* one of those groups of wires.def */
	const char *heading;    /* of its group */
	const char *doc;
};

/* The ports of top.v but clk and rst, group by group, into OUT; how many, at
 * most CORE_PORTS. (wires.c) */
size_t core_ports(const struct config *cfg, struct core_port *out);

#endif
