/* steer.h - weights of random programs for the holes of coverage
 * SPDX-License-Identifier: Apache-2.0
 *
 * fuzz/steer.def lists the kinds of code that fill the holes of each group. The
 * result depends only on the coverage, the machine and the options.
 */
#ifndef WW_CLI_STEER_H
#define WW_CLI_STEER_H

#include "cosim/cover/coverage.h"
#include "fuzz/fuzz.h"

/* Shifts the weights and the length of O towards the holes of C on a core like
 * M. */
void steer(const struct coverage *c, const struct coverage_machine *m,
	   struct fuzz_options *o);

/* The number of bins that M can cover and no configuration of C has covered. */
size_t steer_worth(const struct coverage *c, const struct coverage_machine *m);

/* Writes the options that give O: --length N --weights ... */
void steer_options(const struct fuzz_options *o, char *buf, size_t size);

#endif
