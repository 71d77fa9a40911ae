/* profile_files.h - the files that a profile is written to
 * SPDX-License-Identifier: Apache-2.0
 *
 * The ending of a name says what is written. The functions print their errors
 * to stderr and return an exit status.
 */
#ifndef WW_SESSION_PROFILE_FILES_H
#define WW_SESSION_PROFILE_FILES_H

#include "session/outfile.h"
#include "session/profile/profile.h"

enum { PROFILE_FILES = 8 };

enum profile_form {
	PROFILE_TABLE, PROFILE_JSON, PROFILE_CALLGRIND, PROFILE_PAGE
};

struct profile_files {
	struct profile_out {
		const char *path;       /* borrowed */
		enum profile_form form;
		struct outfile file;
	} list[PROFILE_FILES];
	size_t count;
	char *page;             /* text of the page, or NULL; owned */
};

/* What is written to PATH; false: its name does not say. */
bool profile_form_of(const char *path, enum profile_form *form);
/* The names that say it, for errors. */
extern const char profile_names[];

/* Opens the files. */
int profile_files_open(struct profile_files *f);
/* Writes P to all of them. */
int profile_files_write(struct profile_files *f, const struct profile *p,
			const struct profile_about *a);
/* Drops what has not been written. */
void profile_files_drop(struct profile_files *f);

#endif
