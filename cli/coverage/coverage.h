/* coverage.h - coverage of the runs of a command, and the reports about it
 * SPDX-License-Identifier: Apache-2.0
 *
 * cosim and fuzz collect coverage in the `struct coverage` of their job. Other
 * commands, such as regress, pass --coverage FILE to their runs and report the
 * content of the file. Each function prints its errors.
 */
#ifndef WW_CLI_COVERAGE_H
#define WW_CLI_COVERAGE_H

#include <stdio.h>

#include "cosim/cover/coverage.h"

/* Adds C to the file PATH. 0 or an exit status. */
int coverage_save(const char *path, const struct coverage *c);
/* Reads the N files PATHS and adds them up in C. 0 or an exit status. */
int coverage_load(struct coverage *c, const char *const *paths, size_t n);

/* A table of groups; the holes of group G; the bins of G that no configuration
 * can cover, with the reasons. */
void coverage_table(FILE *out, const struct coverage *c);
void coverage_holes(FILE *out, const struct coverage *c, enum coverage_group g);
void coverage_nevers(FILE *out, const struct coverage *c,
		     enum coverage_group g);
/* All of these as JSON, and as a page. 0 or an exit status. */
int coverage_json(const char *path, const struct coverage *c);
int coverage_html(const char *path, const struct coverage *c);

#endif
