/* mismatch.h - the first problem of a run, and how it is told
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Whoever finds a problem calls fail and then adds rows;
 * what comes after the first one is ignored.
 */
#ifndef WW_COSIM_MISMATCH_H
#define WW_COSIM_MISMATCH_H

#include <stdarg.h>

#include "cosim/check/state.h"

/* Starts the mismatch of this run about S (NULL: no instruction) of WARP of C
 * (GOLDEN_MAX_WARPS: of no warp) and returns 1. The text is that of printf. */
int fail(struct core *c, enum cosim_check check, uint32_t warp,
	 const struct slot *s, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* The same about what all cores share. */
int fail_shared(struct cosim *c, enum cosim_check check, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Either, about no warp; C is NULL if it is shared. */
int fail_about(struct cosim *all, const struct core *c, enum cosim_check check,
	       const char *fmt, va_list ap);
/* Adds a differing field to it. */
void fail_row(struct cosim *c, const char *name, uint32_t rtl, uint32_t golden);
/* A row only if the values differ. */
void fail_diff(struct cosim *c, const char *name, uint32_t rtl,
	       uint32_t golden);
void fail_lane(struct cosim *c, const char *name, uint32_t lane, uint32_t rtl,
	       uint32_t golden);

#endif
