/* no_gates.c - netlists of a build without libjansson: there are none
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/cmd_status.h"
#include "session/cosim/gates.h"
#include "session/cosim/placed.h"

const char *const gates_files[GATES_FILES] = { "", "" };

const char *gates_target(const struct job *job)
{
	(void)job;
	return "";
}

int gates_find(const struct job *job, const char *const *files,
	       size_t file_count, const char *top, char *dir)
{
	(void)job;
	(void)files;
	(void)file_count;
	(void)top;
	(void)dir;
	return CMD_TOOL;
}

const char *const placed_files[PLACED_FILES] = { "", "", "", "" };
const char placed_top[] = "";

int placed_find(struct job *job, const char *const *files, size_t file_count,
		const char *top, char *dir)
{
	(void)job;
	(void)files;
	(void)file_count;
	(void)top;
	(void)dir;
	return CMD_TOOL;
}
