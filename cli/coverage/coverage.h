/* coverage.h - coverage of the runs of a command, and the reports about it
 * SPDX-License-Identifier: Apache-2.0
 *
 * cosim and fuzz count into the `struct coverage` of their job; others, like
 * regress, give --coverage FILE to their runs and report what is in the file.
 * Errors are printed by the function that meets them.
 */
#ifndef WW_CLI_COVERAGE_H
#define WW_CLI_COVERAGE_H

#include "cli/cosim/cosim_job.h"
#include "cosim/cover/coverage.h"

/* Before and after a run of MODEL: what it counts goes to JOB->cover, what the
 * model counts to the file JOB->rtl_coverage, if the run ended as the golden
 * model says. 0 or an exit status. */
int coverage_begin(struct job *job);
int coverage_end(struct job *job, const char *model);

/* Adds C to the file PATH. 0 or an exit status. */
int coverage_save(const char *path, const struct coverage *c);
/* Reads the files PATHS together. 0 or an exit status. */
int coverage_load(struct coverage *c, const char *const *paths, size_t n);

/* A table of groups; what is not covered; what no configuration covers and
 * why. */
void coverage_table(FILE *out, const struct coverage *c);
void coverage_holes(FILE *out, const struct coverage *c, enum coverage_group g);
void coverage_nevers(FILE *out, const struct coverage *c,
		     enum coverage_group g);
/* All of that, for programs and as a page. 0 or an exit status. */
int coverage_json(const char *path, const struct coverage *c);
int coverage_html(const char *path, const struct coverage *c);

#endif
