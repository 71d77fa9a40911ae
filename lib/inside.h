/* inside.h - libwarpwright: what the OpenCL driver needs beside device.h
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_LIB_INSIDE_H
#define WW_LIB_INSIDE_H

#include "gen/gen.h"
#include "lib/warpwright/device.h"
#include "machine/machine.h"

/* The configuration in *CFG and the machine in *M of the device of this NAME,
 * as wwd_open would make it; nothing is built. A board or a window is not asked
 * for its own: *REAL is true then, and both are as they were. */
int wwd_describe(const char *name, struct config *cfg, struct machine *m,
		 bool *real);

/* The machine of D, which owns it. */
const struct machine *wwd_machine(const struct wwd *d);

#endif
