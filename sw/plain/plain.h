/* plain.h - what the plain kernels have in common: inputs, cycles, the verdict
 * SPDX-License-Identifier: Apache-2.0
 *
 * A plain kernel is what somebody writes first: one element a thread, no shared
 * memory, no thought about lines, banks or warps. `make bench-plain` measures
 * them; nobody tunes them. Main computes what it compares with by itself.
 */
#ifndef PLAIN_H
#define PLAIN_H

#define SUITE_FUSES
#include "../kernels/suite.h"

static uint32_t plain_start, plain_cycles;

/* The measured part begins. */
static inline void plain_begin(void) { plain_start = ww_cycle(); }

/* The measured part has ended. */
static inline void plain_end(void) { plain_cycles = ww_cycle() - plain_start; }

/* Runs KERNEL in N threads or some more: as many as fill software warps. */
#define plain_run(n, kernel) \
	vx_spawnWarps(((n) + ww_num_threads() - 1) / ww_num_threads(), \
		      ww_num_threads(), kernel, NULL)

/* Prints the cycles of the measured part. Returns how the program ends: 0 if
 * nothing is WRONG. */
static inline int plain_result(const char *name, uint32_t wrong)
{
	suite_cycles(name, plain_cycles);
	if (wrong)
		vx_printf("%s: %u wrong\n", name, wrong);
	return wrong != 0;
}

/* The number of this thread of a kernel started by plain_run. */
static inline uint32_t plain_thread(uint32_t tid, uint32_t wid)
{
	return wid * ww_num_threads() + tid;
}

/* The next word of a sequence that looks random, of 24 bits. */
static inline uint32_t plain_random(uint32_t *state)
{
	*state = *state * 1664525 + 1013904223;
	return *state >> 8;
}

/* A number from -1 to 1. */
static inline float plain_float(uint32_t *state)
{
	return (float)((int32_t)plain_random(state) - (1 << 23)) * 0x1p-23f;
}

/* True if A and B differ by more than rounding explains. */
static inline _Bool plain_differ(float a, float b)
{
	float d = a - b, m = b < 0 ? -b : b;

	return !(d <= 1e-4f * m + 1e-4f && -d <= 1e-4f * m + 1e-4f);
}

#endif
