/* mandelbrot.c - the Mandelbrot set in fixed point, as a picture
 * SPDX-License-Identifier: Apache-2.0
 *
 * WIDTH x HEIGHT pixels (27 x 17), one thread each; threads leave the loop at
 * different times, at the latest after LIMIT (24) steps. Numbers have 12 bits
 * behind the point. `--dump-image FILE` writes the picture.
 */
#include "suite.h"

#ifndef WIDTH
#define WIDTH 27
#endif
#ifndef HEIGHT
#define HEIGHT 17
#endif
#ifndef LIMIT
#define LIMIT 24
#endif

enum {
	ONE = 1 << 12,
	PIXELS = WIDTH * HEIGHT,
	/* The window: from LEFT, about the real axis, STEP between pixels. */
	LEFT = -9 * ONE / 4,
	/* in sixteenths of the last place */
	STEP_X = 3 * ONE * 16 / WIDTH,
	STEP_Y = 5 * ONE * 16 / (2 * HEIGHT),
	TOP = -5 * ONE / 4
};

#ifdef SUITE_HOST

static uint32_t want[PIXELS];

static uint32_t steps_at(int32_t x, int32_t y)
{
	int64_t re = 0, im = 0;

	for (uint32_t n = 0; n < LIMIT; n++) {
		int64_t re2 = re * re >> 12, im2 = im * im >> 12;

		if (re2 + im2 >= 4 * ONE)
			return n;
		im = (re * im >> 11) + y;
		re = re2 - im2 + x;
	}
	return LIMIT;
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* From dark blue by way of light blue to white; the set itself is black. */
static uint32_t colour_of(uint32_t steps)
{
	uint32_t shade = 1024 * steps / LIMIT;

	if (steps == LIMIT)
		return 0;
	return least(255, shade / 2) << 16 | least(255, 10 + shade) << 8 |
	       least(255, 60 + 2 * shade);
}

int main(void)
{
	uint32_t palette[LIMIT + 1];

	for (uint32_t i = 0; i <= LIMIT; i++)
		palette[i] = colour_of(i);
	for (int32_t i = 0; i < PIXELS; i++) {
		int32_t x = LEFT + (i % WIDTH) * STEP_X / 16;
		int32_t y = TOP + (i / WIDTH) * STEP_Y / 16;

		want[i] = palette[steps_at(x, y)];
	}
	emit("palette", palette, LIMIT + 1);
	emit("want", want, PIXELS);
	return 0;
}

#else
#include "mandelbrot.data.h"
#include "ww_image.h"

static uint32_t pixels[PIXELS];

struct ww_image ww_image = { WIDTH, HEIGHT, WW_IMAGE_RGB, 1, pixels };

static uint32_t steps_at(int32_t x, int32_t y)
{
	int32_t re = 0, im = 0, re2 = 0, im2 = 0;
	uint32_t steps = 0;

	__while((re2 + im2 < 4 * ONE) & (steps < LIMIT)) {
		im = (re * im >> 11) + y;
		re = re2 - im2 + x;
		re2 = re * re >> 12;
		im2 = im * im >> 12;
		steps++;
	} __endwhile
	return steps;
}

static void mandelbrot(uint32_t tid, uint32_t wid)
{
	const uint32_t *colours = vx_get_arg();
	uint32_t i = wid * ww_num_threads() + tid;

	__if(i < PIXELS) {
		int32_t x = LEFT + (int32_t)(i % WIDTH) * STEP_X / 16;
		int32_t y = TOP + (int32_t)(i / WIDTH) * STEP_Y / 16;

		pixels[i] = colours[steps_at(x, y)];
	} __endif
}

int main(void)
{
	uint32_t threads = ww_num_threads(), start = ww_cycle();

	vx_spawnWarps((PIXELS + threads - 1) / threads, threads, mandelbrot,
		      palette);
	suite_cycles("mandelbrot", ww_cycle() - start);
	return suite_finish("mandelbrot", pixels, want, PIXELS);
}

#endif
