/* target.h - the directory that an emitted tree is to become
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GEN_TARGET_H
#define WW_GEN_TARGET_H

#include "gen/diag.h"

struct target {
	const char *given;      /* as the user wrote it, for messages */
	const char *path;       /* links resolved; in the diag's arena */
	bool exists;            /* a tree of ours, or an empty directory */
};

/* Resolves GIVEN and judges whether a tree may go there: GEN_OK, or
 * GEN_REFUSED with the reason reported. */
int target_check(struct target *t, const char *given, struct diag *dg);

#endif
