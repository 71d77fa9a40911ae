/* ww_image.h - how a program hands pictures to whoever runs it
 * SPDX-License-Identifier: Apache-2.0
 *
 * A program that has a variable `ww_image` announces pictures: when it has
 * ended, `warpwright iss --dump-image FILE`, and cosim and run likewise, read
 * this variable and the pixels it points to from the memory of the machine, and
 * write them to files.
 *
 *	static uint32_t pixels[HEIGHT][WIDTH];
 *	struct ww_image ww_image = { WIDTH, HEIGHT, WW_IMAGE_RGB, 1, pixels };
 *
 * Rows follow each other from the top, pixels of a row from the left, without
 * gaps; so do frames.
 */
#ifndef WW_IMAGE_H
#define WW_IMAGE_H

#include <stdint.h>

enum ww_image_format {
	WW_IMAGE_GREY = 1,      /* a byte for each pixel, 255 is white */
	WW_IMAGE_RGB = 2        /* a word for each pixel, 0x00RRGGBB */
};

struct ww_image {
	uint32_t width, height;         /* pixels, 1 .. 16384 each */
	uint32_t format;                /* one of enum ww_image_format */
	uint32_t frames;                /* 1 .. 9999 pictures of this size */
	const void *pixels;             /* of the first, in RAM */
};

/* Defined, not static, by the program. */
extern struct ww_image ww_image;

#endif
