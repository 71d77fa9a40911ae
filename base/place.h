/* place.h - where the parts of warpwright are, found from where one of them is
 * SPDX-License-Identifier: Apache-2.0
 *
 * A build tree, or the prefix of an installation, may have been moved or copied
 * since it was made. Its parts still lie as before relative to each other.
 */
#ifndef WW_BASE_PLACE_H
#define WW_BASE_PLACE_H

#include <limits.h>
#include <stdbool.h>

struct place {
	char dir[PATH_MAX];     /* directory of the file */
	char top[PATH_MAX];     /* of its build tree, if BUILT */
	bool built;             /* in a build tree; else installed */
	const char *installed;  /* DIR at the time of the installation */
};

/* P = the place of FILE, which INSTALLED, a directory, has after an
 * installation, and DEPTH directories below its top a build tree. */
void place_of(struct place *p, const char *file, unsigned depth,
	      const char *installed);

/* PATH = where a part is now that was at BUILT in the build tree, or at
 * INSTALLED after the installation. If nothing is there, PATH is where it was
 * at that time. */
void place_part(const struct place *p, const char *built, const char *installed,
		char path[PATH_MAX]);

/* PATH = TO as seen from AT, which was FROM before a tree was moved. Components
 * at the ends of FROM and AT that are equal have moved along. What TO does not
 * share with the rest of FROM has not moved. */
void place_moved(const char *from, const char *at, const char *to,
		 char path[PATH_MAX]);

#endif
