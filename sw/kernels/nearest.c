/* nearest.c - for each of QUERIES points the nearest of POINTS others
 * SPDX-License-Identifier: Apache-2.0
 *
 * In the plane, by squared distances; of points equally far the first counts.
 * One thread for each query looks at all points: those of a warp read the same
 * one at the same time. 90 queries, 60 points, coordinates below RANGE (1000;
 * at most 32768).
 */
#include "suite.h"

#ifndef QUERIES
#define QUERIES 90
#endif
#ifndef POINTS
#define POINTS 60
#endif
#ifndef RANGE
#define RANGE 1000
#endif

#ifdef SUITE_HOST

static uint32_t px[POINTS], py[POINTS], qx[QUERIES], qy[QUERIES], want[QUERIES];

static int64_t distance(uint32_t q, uint32_t p)
{
	int64_t dx = (int64_t)qx[q] - px[p], dy = (int64_t)qy[q] - py[p];

	return dx * dx + dy * dy;
}

static void place(uint32_t *x, uint32_t *y, uint32_t count, uint32_t seed)
{
	for (uint32_t i = 0; i < count; i++) {
		x[i] = suite_random(seed + 2 * i) % RANGE;
		y[i] = suite_random(seed + 2 * i + 1) % RANGE;
	}
}

int main(void)
{
	place(px, py, POINTS, 0);
	place(qx, qy, QUERIES, 2 * POINTS);
	for (uint32_t q = 0; q < QUERIES; q++)
		for (uint32_t p = 1; p < POINTS; p++)
			if (distance(q, p) < distance(q, want[q]))
				want[q] = p;
	emit("px", px, POINTS);
	emit("py", py, POINTS);
	emit("qx", qx, QUERIES);
	emit("qy", qy, QUERIES);
	emit("want", want, QUERIES);
	return 0;
}

#else
#include "nearest.data.h"

struct nearest {
	const uint32_t *px, *py, *qx, *qy;
	uint32_t *result;
	uint32_t points, queries;
};

static uint32_t nearest_of(const struct nearest *n, uint32_t x, uint32_t y)
{
	uint32_t best = 0, least = 0xFFFFFFFF;

	for (uint32_t p = 0; p < n->points; p++) {
		uint32_t dx = x - n->px[p], dy = y - n->py[p];
		uint32_t distance = dx * dx + dy * dy;

		__if(distance < least) {
			least = distance;
			best = p;
		} __endif
	}
	return best;
}

static void nearest(uint32_t tid, uint32_t wid)
{
	const struct nearest *n = vx_get_arg();
	uint32_t q = wid * ww_num_threads() + tid;

	__if(q < n->queries) {
		n->result[q] = nearest_of(n, n->qx[q], n->qy[q]);
	} __endif
}

int main(void)
{
	static uint32_t result[QUERIES];
	struct nearest args = { px, py, qx, qy, result, POINTS, QUERIES };
	uint32_t threads = ww_num_threads(), start = ww_cycle();

	vx_spawnWarps((QUERIES + threads - 1) / threads, threads, nearest,
		      &args);
	suite_cycles("nearest", ww_cycle() - start);
	return suite_finish("nearest", result, want, QUERIES);
}

#endif
