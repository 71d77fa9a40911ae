/* icarus.h - the driver for Icarus Verilog
 * SPDX-License-Identifier: Apache-2.0
 *
 * The core runs in a process of its own, vvp, with four states; see
 * icarus_link.h. A model is a directory with the compiled core, model.vvp, and
 * the VPI module, model.vpi.
 */
#ifndef WW_COSIM_ICARUS_H
#define WW_COSIM_ICARUS_H

#include "cosim/device/icarus_link.h"
#include "cosim/device/sim.h"

/* A member of struct sim. */
int icarus_run(const struct sim_run *run);

/* Connect the pins and the shared words: pointers that do not change; the shape
 * of the core; the inputs of a cycle; its outputs, with the UNKNOWN bits of
 * each. */
void icarus_bind(struct cosim_pins *pins, struct cosim_pins *unknown,
		 const struct icarus_link *link);
struct cosim_model_shape icarus_shape(const struct icarus_link *link);
void icarus_drive(struct icarus_link *link, const struct cosim_pins *pins);
void icarus_sample(struct cosim_pins *pins, struct cosim_pins *unknown,
		   const struct icarus_link *link);

#endif
