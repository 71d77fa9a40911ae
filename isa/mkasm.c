/* mkasm.c - build tool: write warpwright_isa.h to stdout
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "isa/asm.h"

int main(int argc, char **argv)
{
	(void)argv;
	if (argc != 1) {
		fputs("mkasm: error: takes no argument; usage: mkasm > FILE\n",
			stderr);
		return 2;
	}
	if (isa_asm_write(stdout) != 0) {
		fprintf(stderr, "mkasm: error: standard output: %s\n",
			strerror(errno));
		return 4;
	}
	return 0;
}
