/* tool.c - the version of a tool, asked once
 * SPDX-License-Identifier: Apache-2.0
 *
 * To ask takes as long as a short run: Verilator starts by a script in Perl.
 * The file of a cached version is named by the digest of everything that could
 * change it.
 */
#define _XOPEN_SOURCE 700
#include "base/tool.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/digest.h"
#include "base/proc.h"

/* Environment variables by which a script chooses another program. */
static const char *const choices[] = { "VERILATOR_ROOT", "VERILATOR_BIN" };

static bool may_be_another(void)
{
	for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
		if (getenv(choices[i]))
			return true;
	return false;
}

static bool add_file(struct digest *d, const char *path)
{
	struct stat s;

	if (stat(path, &s))
		return false;
	digest_add_string(d, path);
	digest_add(d, &s.st_dev, sizeof s.st_dev);
	digest_add(d, &s.st_ino, sizeof s.st_ino);
	digest_add(d, &s.st_size, sizeof s.st_size);
	digest_add(d, &s.st_mtim.tv_sec, sizeof s.st_mtim.tv_sec);
	digest_add(d, &s.st_mtim.tv_nsec, sizeof s.st_mtim.tv_nsec);
	return true;
}

/* PATH = the file of the cached version; false: it cannot be cached. */
static bool place(const char *cache, const char *tool, const char *option,
		  const char *behind, char path[PATH_MAX])
{
	char program[PATH_MAX], name[DIGEST_TEXT];
	struct digest d;

	digest_start(&d);
	digest_add_string(&d, option);
	if (may_be_another() || !add_file(&d, tool))
		return false;
	if (behind && !(proc_find(behind, program, sizeof program) &&
			add_file(&d, program)))
		return false;
	digest_text(&d, name);
	return snprintf(path, PATH_MAX, "%s/version-%s", cache, name) <
	       PATH_MAX;
}

static bool kept(const char *path, char version[TOOL_VERSION])
{
	size_t size;
	char *text = proc_read_file(path, &size);
	bool good = text && size && size < TOOL_VERSION &&
		    strlen(text) == size;

	if (good)
		memcpy(version, text, size + 1);
	free(text);
	return good;
}

/* Caches VERSION, complete or not at all; ignores errors of the cache. */
static void keep(const char *path, const char *version)
{
	char work[PATH_MAX];

	if (snprintf(work, sizeof work, "%s.%ld", path, (long)getpid()) >=
	    (int)sizeof work)
		return;
	if (proc_write_file(work, version, strlen(version)) ||
	    rename(work, path))
		unlink(work);
}

int tool_version(const char *cache, const char *tool, const char *option,
		 const char *behind, char version[TOOL_VERSION])
{
	const char *const argv[] = { tool, option, NULL };
	char path[PATH_MAX];
	bool known = place(cache, tool, option, behind, path);
	int status;

	if (known && kept(path, version))
		return 0;
	status = proc_first_line(argv, version, TOOL_VERSION);
	if (known && !status && *version)
		keep(path, version);
	return status;
}

void tool_find_version(const char *cache, const char *variable,
		       const char **name, const char *option,
		       char version[TOOL_VERSION])
{
	const char *own = getenv(variable);
	char path[PATH_MAX];

	if (own && *own)
		*name = own;
	if (!proc_find(*name, path, sizeof path) ||
	    tool_version(cache, path, option, NULL, version))
		version[0] = '\0';
}
