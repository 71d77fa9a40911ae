/* gates.h - an emitted core as a netlist of a chip's cells, for simulation
 * SPDX-License-Identifier: Apache-2.0
 *
 * The core is synthesized as for `warpwright synth`, and written as Verilog
 * that contains only cells of the chip and wires. The models of the cells come
 * from yosys's share directory; fpga/models has models of the cells for which
 * yosys has only the ports.
 */
#ifndef WW_FPGA_GATES_H
#define WW_FPGA_GATES_H

#include "fpga/flow.h"

#define GATES_NETLIST "gates.v"
#define GATES_MODELS "models.v"

/* Can the cells of TARGET be simulated? */
bool gates_has_models(const struct fpga_target *target);

/* Adds to D the inputs on which netlist and models depend; DATA is the
 * directory with fpga/models. 0, or -1: a file cannot be read. */
int gates_digest(const struct fpga_target *target, const char *data,
		 struct digest *d);

/* Writes GATES_NETLIST and GATES_MODELS to the request's work directory;
 * ignores APART, SEEDS and MHZ of the request. LOOSE is an output port that is
 * removed, with all logic that only it needs, or NULL. 0, or a flow_error and
 * WHY. */
int gates_write(const struct flow_request *request, const char *data,
		const char *loose, char *why, size_t why_size);

#endif
