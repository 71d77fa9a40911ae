/* rtl_coverage.h - lines and toggles of the Verilog, in the format of
 * verilator_coverage
 * SPDX-License-Identifier: Apache-2.0
 *
 * A point is a line of such a file without its count. File names are made
 * relative to the emitted tree. A further field, w, holds the design, so one
 * file can contain points of several runs and designs.
 */
#ifndef WW_SESSION_RTL_COVERAGE_H
#define WW_SESSION_RTL_COVERAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct rtl_point {
	char *key;              /* as in the file, between the quotes */
	uint64_t count;
};

/* Sorted by key. */
struct rtl_coverage {
	struct rtl_point *points;
	size_t count, room;
};

void rtl_coverage_free(struct rtl_coverage *c);

/* Adds the points of the file PATH; points without a design get DESIGN. 0 or an
 * exit status, after an error message. */
int rtl_coverage_read(struct rtl_coverage *c, const char *path,
		      const char *design);
/* Adds C to the file PATH, as coverage_merge does. 0 or an exit status. */
int rtl_coverage_merge(const char *path, const struct rtl_coverage *c);

/* A table of modules; file and line of each point that was never hit. Points of
 * the trace ports do not count. */
void rtl_coverage_table(FILE *out, const struct rtl_coverage *c);
void rtl_coverage_holes(FILE *out, const struct rtl_coverage *c);
/* The points that were hit, in percent of all. */
double rtl_coverage_percent(const struct rtl_coverage *c);

#endif
