/* no_synth.c - the commands synth and sweep of a build without libjansson
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "cli/cmd.h"

static int refuse(const char *command)
{
	fprintf(stderr,
		"warpwright %s: error: built without libjansson; install it "
		"(Debian: apt install libjansson-dev), configure and build "
		"again\n",
		command);
	return CMD_TOOL;
}

int cmd_synth(int argc, char **argv)
{
	(void)argc;
	return refuse(argv[0]);
}

int cmd_sweep(int argc, char **argv)
{
	(void)argc;
	return refuse(argv[0]);
}
