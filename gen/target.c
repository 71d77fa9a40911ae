/* target.c - checks the directory that an emitted tree will replace
 * SPDX-License-Identifier: Apache-2.0
 *
 * A directory is replaced only if it contains nothing but the files that its
 * own MANIFEST lists. So generated files may be lost, but never files of the
 * user.
 */
#define _XOPEN_SOURCE 700

#include "gen/target.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "gen/manifest.h"

enum { MANIFEST_MAX_BYTES = 64 * 1024, TARGET_DEPTH = 8 };

__attribute__((format(printf, 3, 4)))
static int refuse(const struct target *t, struct diag *dg, const char *fmt, ...)
{
	char text[400];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	diag_error(dg, (struct diag_loc){ t->given, 0, 0 }, NULL, "%s", text);
	return GEN_REFUSED;
}

/* Does a line of MANIFEST end with " NAME"? */
static bool is_listed(const char *manifest, const char *name)
{
	const char *p = manifest, *eol;
	size_t n = strlen(name);

	if (strcmp(name, "MANIFEST") == 0)
		return true;
	for (; (eol = strchr(p, '\n')); p = eol + 1)
		if ((size_t)(eol - p) > n && eol[-1 - (long)n] == ' ' &&
		    memcmp(eol - n, name, n) == 0)
			return true;
	return false;
}

/* The first file in DIR that MANIFEST does not list, or NULL. */
static const char *find_foreign(const char *dir, const char *below,
				const char *manifest, int depth,
				struct arena *a)
{
	DIR *d = opendir(dir);
	const char *found = d ? NULL : *below ? below : ".";
	struct dirent *e;
	struct stat st;

	while (d && !found && (e = readdir(d))) {
		char *path, *name;
		if (strcmp(e->d_name, ".") == 0 ||
		    strcmp(e->d_name, "..") == 0)
			continue;
		path = arena_format(a, "%s/%s", dir, e->d_name);
		name = arena_format(a, "%s%s%s", below, *below ? "/" : "",
				    e->d_name);
		if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode) &&
		    depth < TARGET_DEPTH)
			found = find_foreign(path, name, manifest, depth + 1,
					     a);
		else if (!is_listed(manifest, name))
			found = name;
	}
	if (d)
		closedir(d);
	return found;
}

static int judge_contents(const struct target *t, struct diag *dg)
{
	struct arena *a = &dg->arena;
	const char *path = arena_format(a, "%s/MANIFEST", t->path);
	size_t length;
	char *manifest = file_read(path, MANIFEST_MAX_BYTES, &length, a);
	bool ours = manifest && strncmp(manifest, MANIFEST_MAGIC "\n",
					sizeof MANIFEST_MAGIC) == 0;
	const char *stranger;

	stranger = find_foreign(t->path, "", ours ? manifest : "", 0, a);
	if (!stranger)
		return GEN_OK;
	if (ours)
		return refuse(t, dg, "the directory also has '%.200s', which "
			      "warpwright did not emit; move it away or "
			      "choose another directory", stranger);
	return refuse(t, dg, "the directory is not empty and was not emitted "
		      "by warpwright; choose another one");
}

/* The current directory must not be renamed: the user's shell is in it. */
static bool is_current_directory(const char *path)
{
	struct stat a, b;
	return stat(path, &a) == 0 && stat(".", &b) == 0 &&
	       a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static const char *without_slashes(const char *given, struct arena *a)
{
	size_t n = strlen(given);
	while (n > 1 && given[n - 1] == '/')
		n--;
	return arena_copy(a, given, n);
}

int target_check(struct target *t, const char *given, struct diag *dg)
{
	struct stat st;
	char *real;

	t->given = given;
	t->path = without_slashes(given, &dg->arena);
	t->exists = stat(t->path, &st) == 0;
	if (*given == '\0')
		return refuse(t, dg, "the name of the output directory is "
			      "empty");
	if (!t->exists && errno == ENOENT && lstat(t->path, &st) < 0)
		return GEN_OK;
	if (!t->exists)
		return refuse(t, dg, "cannot use it as the output directory: "
			      "%s", strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return refuse(t, dg, "it is not a directory");
	if (is_current_directory(t->path))
		return refuse(t, dg, "the current directory cannot be "
			      "replaced; give a new name");
	real = realpath(t->path, NULL);
	if (!real)
		return refuse(t, dg, "cannot resolve it: %s", strerror(errno));
	t->path = arena_copy(&dg->arena, real, strlen(real));
	free(real);
	return judge_contents(t, dg);
}
