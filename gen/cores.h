/* cores.h - the ports of the module of one core, for the processor around it
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GEN_CORES_H
#define WW_GEN_CORES_H

#include <stdbool.h>
#include <stddef.h>

#include "gen/params.h"
#include "gen/tpl.h"

enum { CORE_PORTS = 256, CORE_PORT_NAME = 32, CORE_PORT_WIDTH = 64 };

struct core_port {
	char name[CORE_PORT_NAME];
	unsigned bits;
	char width[CORE_PORT_WIDTH];    /* bits, as in wires.def: BUS_BITS */
	bool output;
	/* the group of wires.def */
	bool bus, trace, host, launch, dispatcher;
	const char *heading;    /* heading of the group */
	const char *doc;
};

/* Writes the ports of top.v, without clk and rst, to OUT, group by group.
 * Returns their number, at most CORE_PORTS. (wires.c) */
size_t core_ports(const struct config *cfg, struct core_port *out);

/* The same of the processor without registers of a host, and of the top
 * module. (cores.c, host.c) */
size_t device_ports(const struct config *cfg, struct core_port *out);
size_t top_ports(const struct config *cfg, struct core_port *out);

/* Writes clk, rst and the N PORTS as those of a module. (cores.c) */
void write_ports_of(struct tpl_out *out, const struct core_port *ports,
		    size_t n);

/* The value of NAME, a parameter of wires.def. (wires.c) */
unsigned core_param(const struct config *cfg, const char *name);

#endif
