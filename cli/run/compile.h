/* compile.h - compile the source of a kernel into a program in memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * All files but KEEP are made in a temporary directory, which is removed when
 * the function returns, also after an interrupt.
 */
#ifndef WW_CLI_COMPILE_H
#define WW_CLI_COMPILE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "gen/gen.h"
#include "golden/elf.h"

struct compile {
	const char *kernel;     /* the source file that was named first */
	/* options and further files for the compiler */
	char **args;
	size_t count;
	/* options --bare, --plain and --opencl of ww-cc */
	bool bare, plain, opencl, cuda;
	/* kernels without a main, which a launch gives out in blocks: the
	 * program describes them as one in OpenCL C does */
	bool blocks;
	bool debug;             /* GDB is to see the variables of kernels */
	const char *keep;       /* a file for the program, or NULL */
};

/* The number of arguments of the compiler option at ARGV[0], itself included: 1
 * or 2; 0 if it must not be passed on. */
int compile_option(char **argv, int argc);

/* The path of ww-cc, in ARENA: of this build tree, beside the installed
 * command, or from $PATH. NULL if it is nowhere. */
const char *compile_wrapper(struct arena *arena);

/* Compiles for the machine of CFG: 0 and *IMAGE, or an exit status after an
 * error message. Messages of the compilers go to stderr unchanged. */
int compile_load(const struct compile *c, const struct config *cfg,
		 struct elf_image *image);

#endif
