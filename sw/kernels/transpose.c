/* transpose.c - the transpose of a matrix
 * SPDX-License-Identifier: Apache-2.0
 *
 * ROWS x COLS elements. With T threads, a warp reads a tile of R rows of T
 * elements, a row at a time, into shared memory and writes it as T rows of R
 * elements, T / R of them at a time. R is T if there is room for such a tile
 * for each warp, else less. A row of the tile is padded by T / R words, so that
 * T elements that leave together lie in different banks. Without shared memory
 * elements go straight from their place to the other; that reads in order, and
 * writes all over the matrix.
 */
#include "suite.h"

#ifndef ROWS
#define ROWS 40
#endif
#ifndef COLS
#define COLS 56
#endif

#ifdef SUITE_HOST

static uint32_t in[ROWS * COLS], want[COLS * ROWS];

int main(void)
{
	for (uint32_t i = 0; i < ROWS * COLS; i++) {
		in[i] = suite_random(i);
		want[i % COLS * ROWS + i / COLS] = in[i];
	}
	emit("in", in, ROWS * COLS);
	emit("want", want, COLS * ROWS);
	return 0;
}

#else
#include "transpose.data.h"

struct transpose {
	const uint32_t *in;
	uint32_t *out;
	uint32_t rows, cols;
	uint32_t warps;     /* that take part */
	uint32_t tile_rows; /* power of two, at most T */
	uint32_t *tiles;    /* tile_bytes() for each warp */
};

static uint32_t smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static uint32_t tile_bytes(uint32_t rows, uint32_t threads)
{
	return rows * (threads + threads / rows) * 4;
}

/* TILE, whose rows are PITCH apart, from ROWS rows of COLS elements of IN. */
static void load_tile(uint32_t *tile, uint32_t pitch, const uint32_t *in,
		      uint32_t in_pitch, uint32_t rows, uint32_t cols,
		      uint32_t tid)
{
	__if(tid < cols) {
		tile += tid;
		in += tid;
		for (uint32_t r = 0; r < rows;
		     r++, tile += pitch, in += in_pitch)
			*tile = *in;
	} __endif
}

/* COLS rows of ROWS elements of OUT, from the tile. Thread t takes row t mod R;
 * with it go COLUMNS - 1 others that take other columns of the tile. */
static void store_tile(const uint32_t *tile, uint32_t pitch, uint32_t *out,
		       uint32_t out_pitch, uint32_t rows, uint32_t cols,
		       uint32_t row, uint32_t col, uint32_t columns)
{
	tile += row * pitch + col;
	out += col * out_pitch + row;
	__if(row < rows) {
		uint32_t c = columns;

		for (; c <= cols;
		     c += columns, tile += columns, out += columns * out_pitch)
			*out = *tile;
		__if(c - columns + col < cols) {
			*out = *tile;
		} __endif
	} __endif
}

static void by_tiles(uint32_t tid, uint32_t wid)
{
	const struct transpose *t = vx_get_arg();
	uint32_t threads = ww_num_threads(), height = t->tile_rows,
		 columns = threads / height;
	uint32_t pitch = threads + columns, row = tid & (height - 1),
		 col = tid / height;
	uint32_t *tile = t->tiles + wid * height * pitch;

	for (uint32_t y = wid * height; y < t->rows; y += t->warps * height) {
		uint32_t rows = smaller(height, t->rows - y);

		for (uint32_t x = 0; x < t->cols; x += threads) {
			uint32_t cols = smaller(threads, t->cols - x);

			load_tile(tile, pitch, t->in + y * t->cols + x, t->cols,
				  rows, cols, tid);
			store_tile(tile, pitch, t->out + x * t->rows + y,
				   t->rows, rows, cols, row, col, columns);
		}
	}
}

static void direct(uint32_t tid, uint32_t wid)
{
	const struct transpose *t = vx_get_arg();
	uint32_t rows = t->rows, cols = t->cols;

	for (uint32_t y = wid; y < rows; y += t->warps) {
		const uint32_t *in = t->in + y * cols;
		uint32_t *out = t->out + y;

		for (uint32_t x = 0; x < cols; x += ww_num_threads()) {
			__if(x + tid < cols) {
				out[(x + tid) * rows] = in[x + tid];
			} __endif
		}
	}
}

static int has_tiles(struct transpose *t, uint32_t warps, uint32_t rows)
{
	t->warps = warps;
	t->tile_rows = rows;
	t->tiles = suite_scratch(warps * tile_bytes(rows, ww_num_threads()),
				 NULL);
	return t->tiles != NULL;
}

/* Tiles for all warps, of as few as 8 rows if there is not room enough; else
 * for fewer warps. */
static vx_kernel prepare(struct transpose *t)
{
	uint32_t warps = ww_num_warps(), rows = ww_num_threads();

	for (; rows > 8; rows /= 2)
		if (has_tiles(t, warps, rows))
			return by_tiles;
	for (; warps > 0; warps /= 2)
		if (has_tiles(t, warps, rows))
			return by_tiles;
	t->warps = ww_num_warps();
	return direct;
}

int main(void)
{
	static uint32_t out[COLS * ROWS];
	struct transpose args = { in, out, ROWS, COLS, 0, 0, NULL };
	vx_kernel kernel = prepare(&args);
	uint32_t start = ww_cycle();

	vx_spawnWarps(args.warps, ww_num_threads(), kernel, &args);
	suite_cycles("transpose", ww_cycle() - start);
	return suite_finish("transpose", out, want, COLS * ROWS);
}

#endif
