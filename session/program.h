/* program.h - a program for a run that is no file
 * SPDX-License-Identifier: Apache-2.0
 *
 * A command that has compiled a program passes it to a run as a program_source.
 */
#ifndef WW_SESSION_PROGRAM_H
#define WW_SESSION_PROGRAM_H

#include <stdint.h>

#include "gen/params.h"
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

#endif
