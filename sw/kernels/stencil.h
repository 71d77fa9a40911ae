/* stencil.h - the grid that the stencil kernels work on,
 * and what they should find
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each point becomes nine times itself minus the sum of the 3 x 3 points around
 * it: what lies on an edge stands out. The grid has ROWS x COLS points and a
 * border of one more on each side, PITCH words a row.
 */
#ifndef STENCIL_H
#define STENCIL_H

#include "suite.h"

#ifndef ROWS
#define ROWS 40
#endif
#ifndef COLS
#define COLS 48
#endif
#define PITCH (COLS + 2)

#ifdef SUITE_HOST

static uint32_t in[(ROWS + 2) * PITCH], want[ROWS * COLS];

int main(void)
{
	for (uint32_t i = 0; i < (ROWS + 2) * PITCH; i++)
		in[i] = suite_random(i) & 0xffff;
	for (uint32_t i = 0; i < ROWS * COLS; i++) {
		const uint32_t *corner = in + i / COLS * PITCH + i % COLS;

		want[i] = 9 * corner[PITCH + 1];
		for (uint32_t k = 0; k < 9; k++)
			want[i] -= corner[k / 3 * PITCH + k % 3];
	}
	emit("in", in, (ROWS + 2) * PITCH);
	emit("want", want, ROWS * COLS);
	return 0;
}

#endif
#endif
