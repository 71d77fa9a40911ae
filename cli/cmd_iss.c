/* cmd_iss - the command iss
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdio.h>

#include "cli/cmd.h"

int cmd_iss(int argc, char **argv)
{
	(void)argc;
	fprintf(stderr, "warpwright %s: error: the golden model is not built yet\n", argv[0]);
	return CMD_TOOL;
}
