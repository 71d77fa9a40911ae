/* png.h - write a picture as PNG
 * SPDX-License-Identifier: Apache-2.0
 *
 * A small encoder of its own, good at plain areas and at rows that repeat: it
 * needs no library, and the same picture gives the same bytes everywhere.
 */
#ifndef WW_CLI_PNG_H
#define WW_CLI_PNG_H

#include <stdint.h>
#include <stdio.h>

/* Rows from the top, without gaps; CHANNELS bytes for each pixel: 1 (grey) or
 * 3 (red, green, blue). WIDTH and HEIGHT are at most 16384. 0, or -1 if there
 * is not enough memory; errors of OUT stay with OUT. */
int png_write(FILE *out, uint32_t width, uint32_t height, uint32_t channels,
	      const uint8_t *pixels);

#endif
