/* profile_attach.h - a profile gets what a checker or a golden model reports
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_PROFILE_ATTACH_H
#define WW_SESSION_PROFILE_ATTACH_H

#include "session/profile/profile.h"

/* P gets all that C reports but steps, which its owner may hand on. */
void profile_attach(struct profile *p, struct cosim *c);

/* A profile of counts, which watches a golden model. */
struct profile_watch {
	struct golden_watch watch;
	struct profile *profile;
	const struct golden *golden;
};
/* P counts what G executes; W must outlive G or its golden_unwatch. */
void profile_watch(struct profile_watch *w, struct profile *p,
		   struct golden *g);

#endif
