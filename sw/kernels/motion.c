/* motion.c - motion estimation:
 * where each block of a picture was in the one before
 * SPDX-License-Identifier: Apache-2.0
 *
 * Full search: for every BLOCK x BLOCK (4 x 4) block of a WIDTH x HEIGHT (22 x
 * 17) picture of bytes, the displacement of up to REACH (2) pixels each way
 * with the least sum of absolute differences (SAD). Two steps: a thread for
 * each pair of block and displacement computes a SAD, so that neighbouring
 * threads read neighbouring pixels; then a thread for each block takes the
 * least, of equal ones the first. Displacements that leave the picture do not
 * count. What is left of the picture at the right and below when blocks do not
 * fill it is in no block.
 */
#include "suite.h"

#ifndef WIDTH
#define WIDTH 22
#endif
#ifndef HEIGHT
#define HEIGHT 17
#endif
#ifndef BLOCK
#define BLOCK 4
#endif
#ifndef REACH
#define REACH 2
#endif

enum {
	PIXELS = WIDTH * HEIGHT,
	WORDS = (PIXELS + 3) / 4,
	SIDE = 2 * REACH + 1,           /* displacements in a row */
	MOVES = SIDE * SIDE,
	COLUMNS = WIDTH / BLOCK,
	BLOCKS = COLUMNS * (HEIGHT / BLOCK)
};

#ifdef SUITE_HOST

#include <stdlib.h>

static uint8_t before[PIXELS], now[PIXELS];
static uint32_t want[BLOCKS];

/* Row by row, little end first. */
static void emit_picture(const char *name, const uint8_t *pixels)
{
	uint32_t words[WORDS] = { 0 };

	for (uint32_t i = 0; i < PIXELS; i++)
		words[i / 4] |= (uint32_t)pixels[i] << 8 * (i % 4);
	emit(name, words, WORDS);
}

/* A picture with structure, and the same with each of its blocks moved and
 * noise. */
static void draw(void)
{
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			uint32_t r =
				suite_random((uint32_t)(x / 3 + y / 2 * WIDTH));

			before[y * WIDTH + x] =
				(uint8_t)(r % 200 + (uint32_t)(x + y) % 7);
		}
	for (int y = 0; y < HEIGHT; y++)
		for (int x = 0; x < WIDTH; x++) {
			uint32_t r = suite_random(
				(uint32_t)(x / BLOCK + y / BLOCK * COLUMNS));
			int fx = x + (int)(r % SIDE) - REACH;
			int fy = y + (int)(r / SIDE % SIDE) - REACH;

			fx = fx < 0 ? 0 : fx >= WIDTH ? WIDTH - 1 : fx;
			fy = fy < 0 ? 0 : fy >= HEIGHT ? HEIGHT - 1 : fy;
			now[y * WIDTH + x] =
				(uint8_t)(before[fy * WIDTH + fx] +
					  suite_random((uint32_t)(PIXELS +
								  y * WIDTH +
								  x)) %
						  3);
		}
}

static int sad_of(int bx, int by, int dx, int dy)
{
	int sum = 0;

	for (int y = by; y < by + BLOCK; y++)
		for (int x = bx; x < bx + BLOCK; x++)
			sum += abs(now[y * WIDTH + x] -
				   before[(y + dy) * WIDTH + x + dx]);
	return sum;
}

static uint32_t search(int bx, int by)
{
	int best = 0, least = 0x7FFFFFFF;

	for (int move = 0; move < MOVES; move++) {
		int dx = move % SIDE - REACH, dy = move / SIDE - REACH, sad;

		if (bx + dx < 0 || bx + dx + BLOCK > WIDTH ||
		    by + dy < 0 || by + dy + BLOCK > HEIGHT)
			continue;
		sad = sad_of(bx, by, dx, dy);
		if (sad < least) {
			least = sad;
			best = move;
		}
	}
	return (uint32_t)best;
}

int main(void)
{
	draw();
	for (int i = 0; i < BLOCKS; i++)
		want[i] = search(i % COLUMNS * BLOCK, i / COLUMNS * BLOCK);
	emit_picture("before", before);
	emit_picture("now", now);
	emit("want", want, BLOCKS);
	return 0;
}

#else
#include "motion.data.h"

struct motion {
	const uint8_t *before, *now;
	uint32_t *sad;          /* MOVES of each block */
	uint32_t *result;       /* the best move of each block */
};

static uint32_t sad_of(const uint8_t *p, const uint8_t *q)
{
	uint32_t sum = 0;

	for (int y = 0; y < BLOCK; y++, p += WIDTH, q += WIDTH)
		for (int x = 0; x < BLOCK; x++) {
			int32_t difference = p[x] - q[x],
				sign = difference >> 31;

			sum += (uint32_t)((difference ^ sign) - sign);
		}
	return sum;
}

static void compare(uint32_t tid, uint32_t wid)
{
	const struct motion *m = vx_get_arg();
	uint32_t i = wid * ww_num_threads() + tid;
	uint32_t block = i / MOVES, move = i % MOVES;
	uint32_t bx = block % COLUMNS * BLOCK, by = block / COLUMNS * BLOCK;
	uint32_t fx = bx + move % SIDE - REACH, fy = by + move / SIDE - REACH;

	__if(block < BLOCKS) {
		uint32_t sad = 0xFFFFFFFF;

		__if((fx <= WIDTH - BLOCK) & (fy <= HEIGHT - BLOCK)) {
			sad = sad_of(m->now + by * WIDTH + bx,
				     m->before + fy * WIDTH + fx);
		} __endif
		m->sad[i] = sad;
	} __endif
}

static void choose(uint32_t tid, uint32_t wid)
{
	const struct motion *m = vx_get_arg();
	uint32_t block = wid * ww_num_threads() + tid;

	__if(block < BLOCKS) {
		const uint32_t *sad = m->sad + block * MOVES;
		uint32_t best = 0, least = sad[0];

		for (uint32_t move = 1; move < MOVES; move++) {
			__if(sad[move] < least) {
				least = sad[move];
				best = move;
			} __endif
		}
		m->result[block] = best;
	} __endif
}

int main(void)
{
	static uint32_t sad[BLOCKS * MOVES], result[BLOCKS];
	struct motion args = { (const uint8_t *)before, (const uint8_t *)now,
			       sad, result };
	uint32_t threads = ww_num_threads(), start = ww_cycle();

	vx_spawnWarps((BLOCKS * MOVES + threads - 1) / threads, threads,
		      compare, &args);
	vx_spawnWarps((BLOCKS + threads - 1) / threads, threads, choose, &args);
	suite_cycles("motion", ww_cycle() - start);
	return suite_finish("motion", result, want, BLOCKS);
}

#endif
