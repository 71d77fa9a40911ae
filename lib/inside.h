/* inside.h - libwarpwright: what the OpenCL driver needs beside device.h
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_LIB_INSIDE_H
#define WW_LIB_INSIDE_H

#include "gen/gen.h"
#include "lib/warpwright/device.h"
#include "machine/machine.h"

/* Do the N bytes of KIND, in front of the name of a device, mean a board or a
 * window, which tells its shape only when it is open? */
bool wwd_is_real(const char *kind, size_t n);
/* The configuration in *CFG and the machine in *M of the device of this NAME,
 * which is not real, as wwd_open would make it; nothing is built. */
int wwd_describe(const char *name, struct config *cfg, struct machine *m);

/* The machine of D, which owns it. */
const struct machine *wwd_machine(const struct wwd *d);

#endif
