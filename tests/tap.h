/* tap.h - the few TAP helpers that unit tests in C share
 * SPDX-License-Identifier: Apache-2.0
 *
 * A test calls ok() and friends any number of times and ends main with
 * `return tap_done();`, which prints the plan and returns 0 when all passed.
 */
#ifndef WW_TESTS_TAP_H
#define WW_TESTS_TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One count for all files of a test, whichever they are. */
__attribute__((weak)) int tap_run;
__attribute__((weak)) int tap_failed;

/* Reports one test; returns the condition. */
__attribute__((format(printf, 2, 3)))
static inline bool ok(bool cond, const char *fmt, ...)
{
	va_list ap;
	printf("%sok %d - ", cond ? "" : "not ", ++tap_run);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	tap_failed += !cond;
	return cond;
}

/* A comment line of the TAP stream. */
__attribute__((format(printf, 1, 2)))
static inline void diag(const char *fmt, ...)
{
	va_list ap;
	printf("# ");
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
}

static inline bool is_u32(unsigned long got, unsigned long want,
			  const char *name)
{
	bool same = ok(got == want, "%s", name);
	if (!same)
		diag("got 0x%lx, expected 0x%lx", got, want);
	return same;
}

static inline bool is_str(const char *got, const char *want, const char *name)
{
	bool same = ok(strcmp(got, want) == 0, "%s", name);
	if (!same)
		diag("got '%s', expected '%s'", got, want);
	return same;
}

/* The whole script is skipped; does not return. */
static inline void skip_all(const char *why)
{
	printf("1..0 # SKIP %s\n", why);
	exit(0);
}

static inline int tap_done(void)
{
	printf("1..%d\n", tap_run);
	return tap_failed != 0;
}

#endif
