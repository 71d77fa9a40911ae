/* gates.h - an emitted core as a netlist of a chip's cells, to be simulated
 * SPDX-License-Identifier: Apache-2.0
 *
 * The core is synthesized as for `warpwright synth` and written as Verilog that
 * has nothing but cells of the chip and wires. The models of the cells are
 * yosys's own, out of its share directory, but for those that it has only ports
 * of.
 */
#ifndef WW_FPGA_GATES_H
#define WW_FPGA_GATES_H

#include "fpga/flow.h"

#define GATES_NETLIST "gates.v"
#define GATES_MODELS "models.v"

/* Can the cells of TARGET be simulated? */
bool gates_has_models(const struct fpga_target *target);

/* Adds to D what the netlist and the models follow from here; DATA is where
 * fpga/models is. 0, or -1: a file cannot be read. */
int gates_digest(const struct fpga_target *target, const char *data,
		 struct digest *d);

/* Leaves GATES_NETLIST and GATES_MODELS in the request's work directory; of the
 * request APART, SEEDS and MHZ do not count. LOOSE is an output port that is
 * left out of the netlist with all that only it needs, or NULL. 0, or a
 * flow_error and WHY. */
int gates_write(const struct flow_request *request, const char *data,
		const char *loose, char *why, size_t why_size);

#endif
