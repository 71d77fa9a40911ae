/* steer.h - random programs for what has not been covered
 * SPDX-License-Identifier: Apache-2.0
 *
 * fuzz/steer.def says which kinds of instructions fill the holes of which
 * group. What comes out follows from the coverage, the machine and the options
 * alone.
 */
#ifndef WW_CLI_STEER_H
#define WW_CLI_STEER_H

#include "cosim/cover/coverage.h"
#include "fuzz/fuzz.h"

/* Shifts the weights and the length of O towards the holes that C has on a core
 * like M. */
void steer(const struct coverage *c, const struct coverage_machine *m,
	   struct fuzz_options *o);

/* Bins that no configuration of C has covered and M can. */
size_t steer_worth(const struct coverage *c, const struct coverage_machine *m);

/* The options that O is, to be repeated: --length N --weights ... */
void steer_options(const struct fuzz_options *o, char *buf, size_t size);

#endif
