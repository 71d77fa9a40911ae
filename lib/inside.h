/* inside.h - libwarpwright: what the OpenCL driver needs beside device.h
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_LIB_INSIDE_H
#define WW_LIB_INSIDE_H

#include <signal.h>

#include "gen/gen.h"
#include "lib/warpwright/device.h"
#include "machine/machine.h"

/* Do the N bytes of KIND, in front of the name of a device, mean a board or a
 * window, which tells its shape only when it is open? */
bool wwd_is_real(const char *kind, size_t n);
/* The configuration in *CFG and the machine in *M of the device of this NAME,
 * which is not real, as wwd_open would make it; nothing is built. */
int wwd_describe(const char *name, struct config *cfg, struct machine *m);

/* As wwd_open, for the golden model alone: its memory is the WWD_RAM_SIZE bytes
 * at RAM, which stay the caller's. They are as they were; while no call for the
 * device lasts and no launch is in flight the caller may read and write them,
 * but not code. */
int wwd_open_in(const char *name, void *ram, struct wwd **out);

/* For each wwd_open from now on that builds a model: when *STOP becomes nonzero
 * the tools are ended and wwd_open fails; NOTE is called before a step that
 * takes long, SECONDS is 0, and at times while it lasts. Each may be NULL. */
void wwd_watch_build(const volatile sig_atomic_t *stop,
		     void (*note)(void *ctx, const char *step, double seconds));

/* D, which has been opened and not used, has a profile. wwd_close writes it to
 * PATH, whose ending says what it is, as for --profile. */
int wwd_profile(struct wwd *d, const char *path);

/* The file NAME of P, which has just been loaded, has this TEXT. */
void wwd_profile_source(const struct wwd_program *p, const char *name,
			const char *text);

/* The machine of D, which owns it. */
const struct machine *wwd_machine(const struct wwd *d);

/* For a device that is checked: the N bytes at ADDR have no contents, whatever
 * the host has written there. */
void wwd_check_blank(struct wwd *d, uint32_t addr, size_t n);
/* The same: they are stacks of threads. */
void wwd_check_stacks(struct wwd *d, uint32_t addr, size_t n);
/* For a device that is checked: a launch has the memory at ADDR as argument
 * NAME. READ_ONLY: it is not to write there. */
void wwd_check_name(struct wwd *d, uint32_t addr, const char *name,
		    bool read_only);

#endif
