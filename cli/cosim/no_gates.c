/* no_gates.c - cosim --gates and --placed of a build without libjansson
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/cmd.h"
#include "cli/cosim/gates.h"
#include "cli/cosim/placed.h"

const char *const gates_files[GATES_FILES] = { "", "" };

int gates_option(const struct options *o, struct job *job)
{
	(void)job;
	return options_bad(o, "--gates: built without libjansson; install it "
			      "(Debian: apt install libjansson-dev), configure "
			      "and build again");
}

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

int placed_combine(const struct options *o, const struct job *job)
{
	return job->placed ? options_bad(o, "--placed needs --gates, which is "
					    "not in this build") :
			     0;
}

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
