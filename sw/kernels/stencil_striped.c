/* stencil_striped.c - a 3 x 3 stencil, down stripes of columns
 * SPDX-License-Identifier: Apache-2.0
 *
 * ROWS x COLS points (stencil.h). A software warp takes T columns of LENGTH
 * rows and goes down them; each thread keeps the sums of its three points in
 * the last two rows in registers, so a point costs three loads. There are as
 * many software warps as that makes; no memory is shared.
 */
#include "stencil.h"

#ifndef LENGTH
#define LENGTH 10
#endif

#ifndef SUITE_HOST
#include "stencil_striped.data.h"

struct stencil {
	const uint32_t *in;
	uint32_t *out;
	uint32_t stripes; /* that stand side by side */
};

static void down(const uint32_t *in, uint32_t *out, uint32_t rows)
{
	uint32_t above = in[0] + in[1] + in[2], centre, here;

	in += PITCH;
	centre = in[1];
	here = in[0] + centre + in[2];
	for (; rows > 0; rows--, out += COLS) {
		uint32_t next, below;

		in += PITCH;
		next = in[1];
		below = in[0] + next + in[2];
		*out = 9 * centre - (above + here + below);
		above = here;
		here = below;
		centre = next;
	}
}

static void stencil_striped(uint32_t tid, uint32_t wid)
{
	const struct stencil *s = vx_get_arg();
	uint32_t y = wid / s->stripes * LENGTH;
	uint32_t x = wid % s->stripes * ww_num_threads() + tid;

	__if(x < COLS) {
		down(s->in + y * PITCH + x, s->out + y * COLS + x,
		     ROWS - y < LENGTH ? ROWS - y : LENGTH);
	} __endif
}

int main(void)
{
	static uint32_t out[ROWS * COLS];
	uint32_t threads = ww_num_threads(),
		 stripes = (COLS + threads - 1) / threads;
	struct stencil args = { in, out, stripes };
	uint32_t start = ww_cycle();

	vx_spawnWarps(stripes * ((ROWS + LENGTH - 1) / LENGTH), threads,
		      stencil_striped, &args);
	suite_cycles("stencil_striped", ww_cycle() - start);
	return suite_finish("stencil_striped", out, want, ROWS * COLS);
}

#endif
