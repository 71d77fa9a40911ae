/* no_synth.c - the command synth where it could not be built
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "cli/cmd.h"

int cmd_synth(int argc, char **argv)
{
	(void)argc;
	(void)argv;
	fputs("warpwright synth: error: built without libjansson; install it (Debian: apt install "
	      "libjansson-dev), configure and build again\n", stderr);
	return CMD_TOOL;
}
