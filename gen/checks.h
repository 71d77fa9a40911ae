/* checks.h - named checks of a configuration, from checks.def
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GEN_CHECKS_H
#define WW_GEN_CHECKS_H

#include "gen/params.h"

struct check_row {
	const char *name;
	const char *doc;
	void (*run)(const struct config *cfg, struct diag *dg); /* or NULL */
};

/* Row I of checks.def, or NULL after the last. */
const struct check_row *check_row(size_t i);

/* Runs every check on CFG and reports violations to DG. Returns 0, or -1 if a
 * check failed. */
int checks_run(const struct config *cfg, struct diag *dg);

#endif
