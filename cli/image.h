/* image.h - the pictures that a program has made, from its memory to files
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program announces pictures by its variable ww_image
 * (sw/include/ww_image.h); --dump-image of iss and cosim writes them when it
 * has ended. Errors are printed to stderr; functions return 0 or the exit
 * status of the command.
 */
#ifndef WW_CLI_IMAGE_H
#define WW_CLI_IMAGE_H

#include <stdint.h>

#include "cli/options.h"
#include "golden/elf.h"

/* The value of --dump-image, into *FILE: 0, or OPTIONS_BAD if its ending is
 * that of no format. */
int image_option(struct options *o, const char **file);

/* Before the run: PROGRAM, loaded as ELF, has pictures to write. */
int image_announced(const char *program, const struct elf_image *elf);

/* After the run: writes the pictures that RAM has then (all of the machine's,
 * as long and where ELF says) to FILE, or, several of them, to files with
 * numbers. Each file appears complete or not at all, and none if the
 * announcement makes no sense. */
int image_dump(const char *program, const struct elf_image *elf,
	       const uint8_t *ram, const char *file);

/* The same for a run that came to no end. */
void image_none(const char *program);

#endif
