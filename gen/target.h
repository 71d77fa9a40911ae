/* target.h - checks the directory that an emitted tree will replace
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GEN_TARGET_H
#define WW_GEN_TARGET_H

#include "gen/diag.h"

struct target {
	const char *given;      /* as given by the user, for messages */
	const char *path;       /* without links; owned by the diag */
	bool exists;            /* an emitted tree, or an empty directory */
};

/* Resolves GIVEN into *T and checks that a tree may replace it. Returns GEN_OK,
 * or GEN_REFUSED after a report. */
int target_check(struct target *t, const char *given, struct diag *dg);

#endif
