/* floyd.c - Floyd and Warshall:
 * the shortest ways between all pairs of N vertices
 * SPDX-License-Identifier: Apache-2.0
 *
 * N (15). Step k allows ways through vertex k; a barrier ends it. A warp takes
 * a row per round, its threads side by side in the row. Row k and column k are
 * read by others while their owners store to them, but what is stored there is
 * what was there: the way from k to k is 0.
 */
#include "suite.h"

#ifndef N
#define N 15
#endif

#define FAR 0x3FFFFFFFu /* two of them can be added */

#ifdef SUITE_HOST

static uint32_t ways[N][N], want[N][N];

/* Bellman and Ford: all edges, until nothing changes. */
static void shortest_from(uint32_t from)
{
	int changed;

	for (uint32_t i = 0; i < N; i++)
		want[from][i] = i == from ? 0 : FAR;
	do {
		changed = 0;
		for (uint32_t i = 0; i < N; i++)
			for (uint32_t j = 0; j < N; j++)
				if (ways[i][j] < FAR && want[from][i] < FAR &&
				    want[from][i] + ways[i][j] <
					    want[from][j]) {
					want[from][j] = want[from][i] +
							ways[i][j];
					changed = 1;
				}
	} while (changed);
}

int main(void)
{
	for (uint32_t i = 0; i < N; i++)
		for (uint32_t j = 0; j < N; j++) {
			uint32_t r = suite_random(i * N + j);

			ways[i][j] = i == j ? 0 :
				     r % 8  ? FAR :
					      r / 8 % 1000 + 1;
		}
	for (uint32_t i = 0; i < N; i++)
		shortest_from(i);
	emit("ways", ways, N * N);
	emit("want", want, N * N);
	return 0;
}

#else
#include "floyd.data.h"

/* ROW = the shorter of itself and what leads through vertex k: BEGIN to k, then
 * row k. */
static void improve(uint32_t *row, const uint32_t *row_k, uint32_t begin,
		    uint32_t tid, uint32_t threads)
{
	for (uint32_t base = 0; base < N; base += threads) {
		uint32_t j = base + tid;

		__if(j < N) {
			uint32_t way = row[j], other = begin + row_k[j];

			row[j] = ww_choose(other < way, other, way);
		} __endif
	}
}

static void floyd(uint32_t tid, uint32_t wid)
{
	uint32_t *d = vx_get_arg();
	uint32_t threads = ww_num_threads(), warps = ww_num_warps();

	for (uint32_t k = 0; k < N; k++) {
		for (uint32_t i = wid; i < N; i += warps)
			improve(d + i * N, d + k * N, d[i * N + k], tid,
				threads);
		vx_barrier(0, warps);
	}
}

int main(void)
{
	uint32_t start = ww_cycle();

	vx_spawnWarps(ww_num_warps(), ww_num_threads(), floyd, ways);
	suite_cycles("floyd", ww_cycle() - start);
	return suite_finish("floyd", ways, want, N * N);
}

#endif
