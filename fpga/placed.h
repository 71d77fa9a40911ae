/* placed.h - a placed and routed core, read back from its bitstream,
 * to be simulated
 * SPDX-License-Identifier: Apache-2.0
 *
 * The core is placed as for `warpwright synth`, between two chains of
 * registers. Its bitstream becomes Verilog again (icebox_vlog); the chains are
 * found there by the sites that nextpnr gave them, and taken out: what an
 * input's register drives is an input, what goes into an output's register is
 * an output. A second module has this netlist beside the core that it was made
 * from, gives both the same inputs and compares all outputs.
 */
#ifndef WW_FPGA_PLACED_H
#define WW_FPGA_PLACED_H

#include "fpga/flow.h"

#define PLACED_MODULE "ww_placed"       /* of the netlist */
#define PLACED_NETLIST "placed.v"
#define PLACED_TOP "ww_shadow"          /* the module that compares */
#define PLACED_SHADOW "shadow.v"
#define PLACED_CORE "core.v"            /* the core beside it */
#define PLACED_BITSTREAM "design.bin"

/* Can a core placed on TARGET be read back? */
bool placed_can(const struct fpga_target *target);

/* Places REQUEST's design with one seed, leaves PLACED_BITSTREAM and
 * PLACED_NETLIST in its work directory and OUT as flow_run does; of the request
 * APART, PARTS and SEEDS do not count. 0, or a flow_error and WHY. */
int placed_write(const struct flow_request *request, struct flow_result *out,
		 char *why, size_t why_size);

/* The second half of that, from what it left: PLACED_NETLIST out of
 * WORK/design.asc. */
int placed_read_back(const struct flow_request *request, char *why,
		     size_t why_size);

/* After placed_write: leaves PLACED_SHADOW, PLACED_CORE and the models of the
 * chip's cells in its work directory. CORE is what the netlist is compared
 * with, a design with the same top and at least the same ports; of it DIR,
 * FILES and TOP count. DATA is where fpga/models is. */
int placed_write_shadow(const struct flow_request *request,
			const struct flow_request *core, const char *data,
			char *why, size_t why_size);

#endif
