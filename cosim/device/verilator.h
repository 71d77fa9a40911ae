/* verilator.h - the driver for Verilated models
 * SPDX-License-Identifier: Apache-2.0
 *
 * A model is a shared object, made by Verilator and cosim/device/vlt_shim.cc.
 * It is loaded into this process.
 */
#ifndef WW_COSIM_VERILATOR_H
#define WW_COSIM_VERILATOR_H

#include "cosim/device/sim.h"

/* A member of struct sim. */
int verilator_run(const struct sim_run *run);

#endif
