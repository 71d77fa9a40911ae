/* placed.h - a placed and routed core, read back from its bitstream, for
 * simulation
 * SPDX-License-Identifier: Apache-2.0
 *
 * The core is placed as for `warpwright synth`, between two chains of
 * registers. icebox_vlog converts its bitstream back to Verilog. The chains are
 * found there by the sites that nextpnr gave them, and removed: the output of
 * an input's register becomes an input port, the input of an output's register
 * becomes an output port. A second module instantiates this netlist beside the
 * original core, drives both with the same inputs and compares all outputs.
 */
#ifndef WW_FPGA_PLACED_H
#define WW_FPGA_PLACED_H

#include "fpga/flow.h"

#define PLACED_MODULE "ww_placed"       /* module of the netlist */
#define PLACED_NETLIST "placed.v"
#define PLACED_TOP "ww_shadow"          /* the comparing module */
#define PLACED_SHADOW "shadow.v"
#define PLACED_CORE "core.v"            /* the original core */
#define PLACED_BITSTREAM "design.bin"

/* Can a core placed on TARGET be read back? */
bool placed_can(const struct fpga_target *target);

/* Places REQUEST's design with one seed, and writes PLACED_BITSTREAM and
 * PLACED_NETLIST to its work directory and OUT as flow_run does. Ignores APART,
 * PARTS and SEEDS of the request. 0, or a flow_error and WHY. */
int placed_write(const struct flow_request *request, struct flow_result *out,
		 char *why, size_t why_size);

/* The second half of placed_write, from its files: makes PLACED_NETLIST from
 * WORK/design.asc. */
int placed_read_back(const struct flow_request *request, char *why,
		     size_t why_size);

/* After placed_write: writes PLACED_SHADOW, PLACED_CORE and the models of the
 * chip's cells to its work directory. CORE is the design to compare with, by
 * its DIR, FILES and TOP; it has the same top and at least the same ports. DATA
 * is the directory with fpga/models. */
int placed_write_shadow(const struct flow_request *request,
			const struct flow_request *core, const char *data,
			char *why, size_t why_size);

#endif
