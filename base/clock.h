/* clock.h - read a clock in seconds
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_BASE_CLOCK_H
#define WW_BASE_CLOCK_H

#include <time.h>

/* The time of CLOCK in seconds (CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID); a
 * difference of two values is a duration. */
static inline double clock_seconds(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* A time in seconds that changes of the date do not affect. */
static inline double clock_now(void)
{
	return clock_seconds(CLOCK_MONOTONIC);
}

#endif
