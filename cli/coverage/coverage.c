/* coverage.c - coverage of the runs of a command: files
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/coverage/coverage.h"

#include <stdio.h>

#include "cli/cmd.h"

enum { WHY = 2048 };

static int error(int status, const char *text)
{
	fprintf(stderr, "warpwright: error: %s\n", text);
	return status;
}

int coverage_save(const char *path, const struct coverage *c)
{
	char why[WHY];

	return c->count && coverage_merge(path, c, why, sizeof why) ?
	       error(CMD_TOOL, why) : 0;
}

int coverage_load(struct coverage *c, const char *const *paths, size_t n)
{
	char why[WHY];

	for (size_t i = 0; i < n; i++)
		if (coverage_read(c, paths[i], why, sizeof why))
			return error(CMD_REFUSED, why);
	return 0;
}
