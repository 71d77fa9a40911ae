/* image.h - write the pictures of a program from its memory to files
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program declares its pictures in the variable ww_image
 * (sw/include/ww_image.h), which are written after the run. Functions print
 * errors to stderr and return 0 or the exit status of the command.
 */
#ifndef WW_SESSION_IMAGE_H
#define WW_SESSION_IMAGE_H

#include <stdint.h>

#include "golden/elf.h"

enum image_support {
	IMAGE_WRITES,
	IMAGE_LACKS_PNG,        /* this build is without libpng */
	IMAGE_UNKNOWN           /* its extension names no known format */
};
/* Can FILE be written? */
enum image_support image_support(const char *file);

/* Before the run: checks that PROGRAM, loaded as ELF, has the variable ww_image
 * in RAM. */
int image_announced(const char *program, const struct elf_image *elf);

/* After the run: writes the pictures in RAM, an image of the machine's whole
 * RAM as described by ELF, to FILE; several pictures go to numbered files. Each
 * file appears complete or not at all. No file is written if ww_image is
 * invalid. */
int image_dump(const char *program, const struct elf_image *elf,
	       const uint8_t *ram, const char *file);

/* Reports that a run without a normal end writes no picture. */
void image_none(const char *program);

#endif
