/* life.c - the game of life on a torus, four generations, a cell a thread
 * SPDX-License-Identifier: Apache-2.0
 */
#include "plain.h"

#ifndef N
#define N 64
#endif

enum { GENERATIONS = 4 };

static uint8_t cells[2][N * N], want[2][N * N];

static uint8_t lives(const uint8_t *from, uint32_t row, uint32_t col)
{
	uint32_t up = (row + N - 1) % N * N, at = row * N;
	uint32_t down = (row + 1) % N * N;
	uint32_t left = (col + N - 1) % N, right = (col + 1) % N;
	uint32_t n = from[up + left] + from[up + col] + from[up + right] +
		     from[at + left] + from[at + right] +
		     from[down + left] + from[down + col] + from[down + right];

	return (n == 3) | ((n == 2) & from[at + col]);
}

static void step(uint32_t tid, uint32_t wid)
{
	uint32_t i = plain_thread(tid, wid);
	uint8_t *to = vx_get_arg();

	to[i] = lives(to == cells[0] ? cells[1] : cells[0], i / N, i % N);
}

int main(void)
{
	uint32_t state = 1, wrong = 0, t = ww_num_threads(), alive = 0;

	for (uint32_t i = 0; i < N * N; i++)
		want[0][i] = cells[0][i] = plain_random(&state) >> 9 & 1;
	plain_begin();
	for (uint32_t g = 1; g <= GENERATIONS; g++)
		vx_spawnWarps(N * N / t, t, step, cells[g % 2]);
	plain_end();
	for (uint32_t g = 1; g <= GENERATIONS; g++)
		for (uint32_t i = 0; i < N * N; i++)
			want[g % 2][i] = lives(want[1 - g % 2], i / N, i % N);
	for (uint32_t i = 0; i < N * N; i++) {
		wrong += cells[GENERATIONS % 2][i] != want[GENERATIONS % 2][i];
		alive += cells[GENERATIONS % 2][i];
	}
	return plain_result("life", wrong + (alive == 0));
}
