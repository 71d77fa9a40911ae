/* mismatch.h - the first mismatch of a run
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. The file that finds a mismatch calls fail and then adds
 * rows. Only the first mismatch is kept; later calls of fail have no effect.
 */
#ifndef WW_COSIM_MISMATCH_H
#define WW_COSIM_MISMATCH_H

#include <stdarg.h>

#include "cosim/state/state.h"

/* Starts the mismatch of this run, and returns 1. S is its instruction (NULL:
 * none), WARP its warp of C (GOLDEN_MAX_WARPS: none). FMT is that of printf. */
int fail(struct core *c, enum cosim_check check, uint32_t warp,
	 const struct slot *s, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* The same for a mismatch of no single core. */
int fail_shared(struct cosim *c, enum cosim_check check, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* The same for a mismatch of no warp, of core C or, if C is NULL, of no single
 * core. */
int fail_about(struct cosim *all, const struct core *c, enum cosim_check check,
	       const char *fmt, va_list ap);
/* Adds a row: a field in which RTL and golden differ. */
void fail_row(struct cosim *c, const char *name, uint32_t rtl, uint32_t golden);
/* Adds a row only if the values differ; a row named "NAME lane LANE". */
void fail_diff(struct cosim *c, const char *name, uint32_t rtl,
	       uint32_t golden);
void fail_lane(struct cosim *c, const char *name, uint32_t lane, uint32_t rtl,
	       uint32_t golden);

#endif
