/* place.c - where the parts of warpwright are, found from where one of them is
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "base/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Cuts the last component off; "" if there is none. */
static void cut(char *path)
{
	char *slash = strrchr(path, '/');

	*(slash ? slash : path) = '\0';
}

/* Are the last components of PATH, N bytes, and of OTHER, M bytes, equal? Then
 * *LENGTH is that of one, with its slash. */
static bool ends_equal(const char *path, size_t n, const char *other, size_t m,
		       size_t *length)
{
	size_t i = 0;

	while (i < n && i < m && path[n - 1 - i] == other[m - 1 - i] &&
	       path[n - 1 - i] != '/')
		i++;
	*length = i + 1;
	return i && i < n && i < m && path[n - 1 - i] == '/' &&
	       other[m - 1 - i] == '/';
}

void place_moved(const char *from, const char *at, const char *to,
		 char path[PATH_MAX])
{
	size_t n = strlen(from), m = strlen(at), length;
	bool inside;

	while (ends_equal(from, n, at, m, &length)) {
		n -= length;
		m -= length;
	}
	inside = strncmp(to, from, n) == 0 && (to[n] == '/' || !to[n]);
	snprintf(path, PATH_MAX, "%.*s%s", inside ? (int)m : 0, at,
		 inside ? to + n : to);
}

void place_of(struct place *p, const char *file, unsigned depth,
	      const char *installed)
{
	char mark[PATH_MAX + 16];

	if (!realpath(file, p->dir))
		p->dir[0] = '\0';
	cut(p->dir);
	strcpy(p->top, p->dir);
	while (depth--)
		cut(p->top);
	snprintf(mark, sizeof mark, "%s/config.status", p->top);
	p->built = access(mark, F_OK) == 0;
	p->installed = installed;
}

void place_part(const struct place *p, const char *built, const char *installed,
		char path[PATH_MAX])
{
	const char *part = p->built ? built : installed;

	if (p->built)
		place_moved(WW_BUILDDIR, p->top, part, path);
	else
		place_moved(p->installed, p->dir, part, path);
	if (access(path, F_OK))
		snprintf(path, PATH_MAX, "%s", part);
}
