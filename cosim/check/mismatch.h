/* mismatch.h - the first problem of a run, and how it is told
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Whoever finds a problem calls fail and then adds rows;
 * what comes after the first one is ignored.
 */
#ifndef WW_COSIM_MISMATCH_H
#define WW_COSIM_MISMATCH_H

#include "cosim/check/state.h"

/* Starts the mismatch of this run about S (NULL: no instruction) of WARP and
 * returns 1. The text is that of printf. */
int fail(struct cosim *c, enum cosim_check check, uint32_t warp,
	 const struct slot *s, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* Adds a differing field to it. */
void fail_row(struct cosim *c, const char *name, uint32_t rtl, uint32_t golden);
/* A row only if the values differ. */
void fail_diff(struct cosim *c, const char *name, uint32_t rtl,
	       uint32_t golden);
void fail_lane(struct cosim *c, const char *name, uint32_t lane, uint32_t rtl,
	       uint32_t golden);

#endif
