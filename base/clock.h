/* clock.h - seconds of a clock
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_BASE_CLOCK_H
#define WW_BASE_CLOCK_H

#include <time.h>

/* Seconds of CLOCK (CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID); a difference
 * of two is a time. */
static inline double clock_seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Seconds that go on whatever the date is set to. */
static inline double clock_now(void)
{
	return clock_seconds(CLOCK_MONOTONIC);
}

#endif
