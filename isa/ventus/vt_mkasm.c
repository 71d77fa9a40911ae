/* vt_mkasm.c - build tool: write ventus_isa.h to stdout
 * SPDX-License-Identifier: Apache-2.0
 */
#include <errno.h>
#include <string.h>

#include "isa/ventus/vt_asm.h"

int main(void)
{
	if (vt_asm_write(stdout) == 0)
		return 0;
	fprintf(stderr, "vt_mkasm: error: standard output: %s\n",
		strerror(errno));
	return 4;
}
