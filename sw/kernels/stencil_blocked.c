/* stencil_blocked.c - a 3 x 3 stencil, by blocks in shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * ROWS x COLS points (stencil.h). A warp brings a block of HIGH rows and T
 * columns, and the points around it, to shared memory: each is loaded once for
 * the block, in rows. Then each thread goes down a column of the block. A row
 * of it is T + 2 words; threads read adjacent ones.
 */
#include "stencil.h"

#ifndef HIGH
#define HIGH 8
#endif

#ifndef SUITE_HOST
#include "stencil_blocked.data.h"

struct stencil {
	const uint32_t *in;
	uint32_t *out;
	uint32_t warps;
	uint32_t *room; /* (HIGH + 2) (T + 2) words for each warp */
};

/* HIGH + 2 rows of T + 2 words, or fewer of both if there are no more. */
static void load_block(uint32_t *block, const uint32_t *in, uint32_t rows,
		       uint32_t cols, uint32_t tid)
{
	uint32_t threads = ww_num_threads();

	for (uint32_t first = 0; first < threads + 2; first += threads) {
		__if((first + tid < threads + 2) & (first + tid < cols)) {
			uint32_t *to = block + first + tid;
			const uint32_t *from = in + first + tid;

			for (uint32_t r = 0; r < rows;
			     r++, to += threads + 2, from += PITCH)
				*to = *from;
		} __endif
	}
}

static void compute(uint32_t *out, const uint32_t *block, uint32_t rows)
{
	uint32_t pitch = ww_num_threads() + 2;
	uint32_t above = block[0] + block[1] + block[2], centre, here;

	block += pitch;
	centre = block[1];
	here = block[0] + centre + block[2];
	for (; rows > 0; rows--, out += COLS) {
		uint32_t next, below;

		block += pitch;
		next = block[1];
		below = block[0] + next + block[2];
		*out = 9 * centre - (above + here + below);
		above = here;
		here = below;
		centre = next;
	}
}

static void stencil_blocked(uint32_t tid, uint32_t wid)
{
	const struct stencil *s = vx_get_arg();
	uint32_t threads = ww_num_threads();
	uint32_t *block = s->room + wid * (HIGH + 2) * (threads + 2);

	for (uint32_t y = wid * HIGH; y < ROWS; y += s->warps * HIGH) {
		uint32_t rows = ROWS - y < HIGH ? ROWS - y : HIGH;

		for (uint32_t x = 0; x < COLS; x += threads) {
			load_block(block, s->in + y * PITCH + x, rows + 2,
				   PITCH - x, tid);
			__if(x + tid < COLS) {
				compute(s->out + y * COLS + x + tid,
					block + tid, rows);
			} __endif
		}
	}
}

int main(void)
{
	static uint32_t ram[(HIGH + 2) * (1024 + 64)], out[ROWS * COLS];
	uint32_t warps = ww_num_warps(), threads = ww_num_threads();
	uint32_t *room = suite_scratch(warps * (HIGH + 2) * (threads + 2) * 4,
				       ram);
	struct stencil args = { in, out, warps, room };
	uint32_t start = ww_cycle();

	/* By a pointer: in a loop of its own it has too few registers. */
	vx_spawnWarps(warps, threads, (stencil_blocked), &args);
	suite_cycles("stencil_blocked", ww_cycle() - start);
	return suite_finish("stencil_blocked", out, want, ROWS * COLS);
}

#endif
