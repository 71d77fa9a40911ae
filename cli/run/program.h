/* program.h - iss and cosim with a program that another command provides
 * SPDX-License-Identifier: Apache-2.0
 *
 * `run` passes its compiled program to iss_main and cosim_main as a
 * program_source. The word PROG.elf in their arguments is then only a name for
 * messages.
 */
#ifndef WW_CLI_PROGRAM_H
#define WW_CLI_PROGRAM_H

#include "cli/options.h"
#include "golden/elf.h"

struct san;

struct program_source {
	/* Loads the program: 0 and *IMAGE, which the caller frees; or an exit
	 * status after an error message. CFG defines the location of RAM. */
	int (*load)(void *ctx, const struct config *cfg,
		    struct elf_image *image);
	/* Names the buffers that the host has made. May be NULL. */
	void (*buffers)(void *ctx, struct san *san);
	/* After the run: takes the results from RAM, which is NULL if the run
	 * did not pass. 0 or an exit status. May be NULL. */
	int (*finish)(void *ctx, const uint8_t *ram);
	void *ctx;
	int argc;               /* the original command line */
	char **argv;
};

extern const struct option_row iss_options[], cosim_options[], fuzz_options[];

/* As cmd_iss and cmd_cosim. FROM may be NULL: PROG.elf is a file. */
int iss_main(int argc, char **argv, const struct program_source *from);
int cosim_main(int argc, char **argv, const struct program_source *from);

#endif
