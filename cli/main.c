/* main.c - the warpwright command: dispatch to the subcommands
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cli/cmd.h"

int main(void)
{
	return 2;
}
