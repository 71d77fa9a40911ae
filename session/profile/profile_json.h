/* profile_json.h - parts of a profile as JSON
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_SESSION_PROFILE_JSON_H
#define WW_SESSION_PROFILE_JSON_H

#include "session/profile/profile.h"

/* profile_sources.c: writes the member "sources", the text of each file of the
 * COUNT LINES that can be read, and a comma. */
void profile_json_sources(const struct profile_line *lines, size_t count,
			  FILE *out);

#endif
