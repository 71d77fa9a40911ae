/* cmd_cosim - the command cosim
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "cli/cmd.h"

int cmd_cosim(int argc, char **argv)
{
	(void)argc;
	fprintf(stderr, "warpwright %s: error: the lockstep is not built yet\n", argv[0]);
	return CMD_TOOL;
}
