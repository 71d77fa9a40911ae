/* compile.h - from a kernel's source to a program in memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * Everything is made in a temporary directory that is gone when the function
 * returns, also after an interrupt.
 */
#ifndef WW_CLI_COMPILE_H
#define WW_CLI_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "gen/gen.h"
#include "golden/elf.h"

struct compile {
	const char *kernel;     /* the file that is named first */
	/* options and further files, for the compiler */
	char **args;
	size_t count;
	bool bare, plain;       /* as ww-cc has them */
};

/* How many arguments the compiler's option at ARGV[0] takes, itself included:
 * 1 or 2; 0 if it is none that can be handed on. */
int compile_option(char **argv, int argc);

/* Compiles for the machine of CFG: 0 and *IMAGE, or an exit status after an
 * error message. What the compilers say goes to stderr as it is. */
int compile_load(const struct compile *c, const struct config *cfg,
		 struct elf_image *image);

#endif
