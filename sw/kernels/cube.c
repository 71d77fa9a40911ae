/* cube.c - a rotating wireframe cube in perspective, in fixed point,
 * as pictures
 * SPDX-License-Identifier: Apache-2.0
 *
 * FRAMES (4) pictures of WIDTH x HEIGHT (40 x 32) grey pixels; from one to the
 * next the cube turns by TURN (3) 64ths of a circle about one axis and half of
 * that about another. Two steps:
 *   vertices  a thread for each vertex of each frame turns it and divides by
 *             its depth;
 *   edges     a thread for each edge of each frame draws it as a fixed number
 *             of points, which are less than a pixel apart, so that all threads
 *             take equally long.
 * Edges that meet in a pixel store the same value there. `--dump-image FILE`
 * writes the pictures.
 *
 * With -DCOMPARE the program does it all once more with a single thread and
 * prints how long each took: what parallel vertex processing is worth.
 */
#include "suite.h"

#ifndef WIDTH
#define WIDTH 40
#endif
#ifndef HEIGHT
#define HEIGHT 32
#endif
#ifndef FRAMES
#define FRAMES 4
#endif
#ifndef TURN
#define TURN 3
#endif

enum {
	ONE = 1 << 12,          /* half an edge */
	DISTANCE = 4 * ONE,     /* from the eye to the centre */
	/* entries of the table of sines, which are in 2^-14 */
	CIRCLE = 64,
	CORNERS = 8,
	EDGES = 12,
	VERTICES = FRAMES * CORNERS,
	LINES = FRAMES * EDGES,
	PIXELS = WIDTH * HEIGHT,
	WORDS = (FRAMES * PIXELS + 3) / 4,
	SIZE = WIDTH < HEIGHT ? WIDTH : HEIGHT, /* what the cube fits in */
	POINTS_LOG2 = SIZE <= 32 ? 5 : SIZE <= 64 ? 6 : SIZE <= 128 ? 7 :
		SIZE <= 256 ? 8 :
		      SIZE <= 512 ? 9 : SIZE <= 1024 ? 10 : 11,
	POINTS = 1 << POINTS_LOG2,
	WHITE = 255
};

#ifdef SUITE_HOST

static const int32_t quarter[CIRCLE / 4 + 1] = {
	0, 1606, 3196, 4756, 6270, 7723, 9102, 10394, 11585,
	12665, 13623, 14449, 15137, 15679, 16069, 16305, 16384
};
static int32_t sine[CIRCLE];
static uint8_t pixels[FRAMES][HEIGHT][WIDTH];

struct point {
	int32_t x, y;
};

static int32_t cosine(int angle)
{
	return sine[(angle + CIRCLE / 4) % CIRCLE];
}

static void fill_table(void)
{
	for (int i = 0; i < CIRCLE / 4; i++) {
		sine[i] = quarter[i];
		sine[i + CIRCLE / 4] = quarter[CIRCLE / 4 - i];
		sine[i + CIRCLE / 2] = -quarter[i];
		sine[i + 3 * CIRCLE / 4] = -quarter[CIRCLE / 4 - i];
	}
}

static struct point project(int frame, int corner)
{
	int a = frame * TURN % CIRCLE,
	    b = (frame * TURN / 2 + CIRCLE / 16) % CIRCLE;
	int32_t x = corner & 1 ? ONE : -ONE;
	int32_t y = corner & 2 ? ONE : -ONE;
	int32_t z = corner & 4 ? ONE : -ONE;
	int32_t turned_x = (x * cosine(a) + z * sine[a]) >> 14;
	int32_t turned_z = (z * cosine(a) - x * sine[a]) >> 14;
	int32_t turned_y = (y * cosine(b) - turned_z * sine[b]) >> 14;
	int32_t depth = DISTANCE + ((y * sine[b] + turned_z * cosine(b)) >> 14);

	return (struct point){ WIDTH / 2 + turned_x * SIZE / depth,
			       HEIGHT / 2 + turned_y * SIZE / depth };
}

static void draw(int frame, struct point from, struct point to)
{
	for (int i = 0; i < POINTS; i++) {
		int x = from.x + ((to.x - from.x) * i >> POINTS_LOG2);
		int y = from.y + ((to.y - from.y) * i >> POINTS_LOG2);

		pixels[frame][y][x] = WHITE;
	}
}

/* Corners that differ in one coordinate have an edge between them. */
static void draw_frame(int frame)
{
	for (int from = 0; from < CORNERS; from++)
		for (int axis = 1; axis < CORNERS; axis *= 2)
			if (!(from & axis))
				draw(frame, project(frame, from),
				     project(frame, from | axis));
}

int main(void)
{
	static uint32_t want[WORDS];
	const uint8_t *p = &pixels[0][0][0];

	fill_table();
	for (int frame = 0; frame < FRAMES; frame++)
		draw_frame(frame);
	for (uint32_t i = 0; i < FRAMES * PIXELS; i++)
		want[i / 4] |= (uint32_t)p[i] << 8 * (i % 4);
	emit("sine", sine, CIRCLE);
	emit("want", want, WORDS);
	return 0;
}

#else
#include "cube.data.h"
#include "ww_image.h"

struct cube {
	const int32_t *sine;
	int32_t *x, *y;         /* of the vertices, on the screen */
	uint8_t *pixels;
	/* of a warp, and in all warps, that work on it */
	uint32_t threads, all;
};

static uint32_t pixels[WORDS];

struct ww_image ww_image = { WIDTH, HEIGHT, WW_IMAGE_GREY, FRAMES, pixels };

static void project(const struct cube *c, uint32_t i)
{
	uint32_t frame = i / CORNERS, corner = i % CORNERS;
	uint32_t a = frame * TURN % CIRCLE,
		 b = (frame * TURN / 2 + CIRCLE / 16) % CIRCLE;
	int32_t sin_a = c->sine[a], cos_a = c->sine[(a + CIRCLE / 4) % CIRCLE];
	int32_t sin_b = c->sine[b], cos_b = c->sine[(b + CIRCLE / 4) % CIRCLE];
	int32_t x = (int32_t)(corner & 1) * (2 * ONE) - ONE;
	int32_t y = (int32_t)(corner >> 1 & 1) * (2 * ONE) - ONE;
	int32_t z = (int32_t)(corner >> 2) * (2 * ONE) - ONE;
	int32_t turned_x = (x * cos_a + z * sin_a) >> 14;
	int32_t turned_z = (z * cos_a - x * sin_a) >> 14;
	int32_t turned_y = (y * cos_b - turned_z * sin_b) >> 14;
	int32_t depth = DISTANCE + ((y * sin_b + turned_z * cos_b) >> 14);

	c->x[i] = WIDTH / 2 + turned_x * SIZE / depth;
	c->y[i] = HEIGHT / 2 + turned_y * SIZE / depth;
}

static void vertices(uint32_t tid, uint32_t wid)
{
	const struct cube *c = vx_get_arg();

	for (uint32_t base = wid * c->threads; base < VERTICES;
	     base += c->all) {
		uint32_t i = base + tid;

		__if(i < VERTICES) {
			project(c, i);
		} __endif
	}
}

/* Edge 4 A + K of a frame leads along axis A, from the corner whose number is K
 * with a zero inserted at bit A. */
static void draw(const struct cube *c, uint32_t i)
{
	uint32_t frame = i / EDGES, edge = i % EDGES, axis = edge >> 2;
	uint32_t low = edge & ((1u << axis) - 1);
	uint32_t from = frame * CORNERS + (edge & 3) * 2 - low;
	uint32_t to = from + (1u << axis);
	int32_t x = c->x[from] << POINTS_LOG2, step_x = c->x[to] - c->x[from];
	int32_t y = c->y[from] << POINTS_LOG2, step_y = c->y[to] - c->y[from];
	uint8_t *picture = c->pixels + frame * PIXELS;

	for (uint32_t n = 0; n < POINTS; n++, x += step_x, y += step_y)
		picture[(y >> POINTS_LOG2) * WIDTH + (x >> POINTS_LOG2)] =
			WHITE;
}

static void edges(uint32_t tid, uint32_t wid)
{
	const struct cube *c = vx_get_arg();

	for (uint32_t base = wid * c->threads; base < LINES; base += c->all) {
		uint32_t i = base + tid;

		__if(i < LINES) {
			draw(c, i);
		} __endif
	}
}

static void render(uint32_t warps, uint32_t threads)
{
	static int32_t x[VERTICES], y[VERTICES];
	struct cube args = { (const int32_t *)sine, x, y, (uint8_t *)pixels,
			     threads, warps * threads };
	uint32_t start = ww_cycle(), middle, end;

	vx_spawnWarps(warps, threads, vertices, &args);
	middle = ww_cycle();
	vx_spawnWarps(warps, threads, edges, &args);
	end = ww_cycle();
	suite_cycles("cube", end - start);
#ifdef COMPARE
	suite_cycles("cube, vertices", middle - start);
	suite_cycles("cube, edges", end - middle);
#else
	(void)middle;
#endif
}

int main(void)
{
	int wrong;

	render(ww_num_warps(), ww_num_threads());
	wrong = suite_finish("cube", pixels, want, WORDS);
#ifdef COMPARE
	for (uint32_t i = 0; i < WORDS; i++)
		pixels[i] = 0;
	ww_puts("one thread\n");
	render(1, 1);
	wrong |= suite_finish("cube, one thread", pixels, want, WORDS);
#endif
	return wrong;
}

#endif
