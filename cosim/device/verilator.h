/* verilator.h - the driver for Verilated models
 * SPDX-License-Identifier: Apache-2.0
 *
 * A model is a shared object that cosim/device/vlt_shim.cc and Verilator make;
 * it is loaded into this process.
 */
#ifndef WW_COSIM_VERILATOR_H
#define WW_COSIM_VERILATOR_H

#include "cosim/device/sim.h"

/* As in struct sim. */
build_model verilator_build;
/* With SystemC around the model, which then has a main loop of its own. */
build_model systemc_build;
int verilator_run(const struct sim_run *run);

#endif
