/* regions.h - reads the marks of ww_profile.h for elf.c
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_GOLDEN_REGIONS_H
#define WW_GOLDEN_REGIONS_H

#include "golden/elf.h"

/* Reads the SIZE bytes of the section into IMAGE, up to a mark that is not
 * whole. -1 without memory. */
int regions_read(const uint8_t *data, size_t size, struct elf_image *image);
void regions_free(struct elf_image *image);

#endif
