/* scan.c - exclusive prefix sums
 * SPDX-License-Identifier: Apache-2.0
 *
 * N elements. Each warp adds up a part of the vector; behind a barrier it adds
 * up the parts before its own and goes through its part again, tile by tile,
 * with what it carries. In a tile each thread goes through eight elements, so
 * the logarithmic exchange between threads is an eighth of the additions: the
 * work grows with N alone. Tiles pass through padded scratch memory: accesses
 * are coalesced.
 */
#include "scan.h"

#ifndef N
#define N 2500
#endif

#ifdef SUITE_HOST

static uint32_t x[N], want[N];

int main(void)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < N; i++) {
		x[i] = suite_random(i);
		want[i] = sum;
		sum += x[i];
	}
	emit("x", x, N);
	emit("want", want, N);
	return 0;
}

#else
#include "scan.data.h"

struct scan {
	const uint32_t *x;
	uint32_t *out;
	uint32_t n, part, warps; /* part: elements of a warp, whole tiles */
	uint32_t *room;          /* SCAN_ROOM for each warp */
	uint32_t *sums;          /* a word per warp */
};

static uint32_t sum_of(const uint32_t *x, uint32_t n, uint32_t tid)
{
	uint32_t threads = ww_num_threads(), i = tid, sum = 0;

	for (uint32_t row = threads; row <= n; row += threads, i += threads)
		sum += x[i];
	__if(i < n) {
		sum += x[i];
	} __endif
	return sum;
}

static void load_tile(uint32_t *room, const uint32_t *x, uint32_t n,
		      uint32_t tid)
{
	uint32_t threads = ww_num_threads(), i = tid;

	for (uint32_t row = threads; row <= n; row += threads, i += threads)
		room[SCAN_AT(i)] = x[i];
	__if(i < n) {
		room[SCAN_AT(i)] = x[i];
	} __endif
}

static void store_tile(uint32_t *out, const uint32_t *room, uint32_t n,
		       uint32_t tid)
{
	uint32_t threads = ww_num_threads(), i = tid;

	for (uint32_t row = threads; row <= n; row += threads, i += threads)
		out[i] = room[SCAN_AT(i)];
	__if(i < n) {
		out[i] = room[SCAN_AT(i)];
	} __endif
}

static void scan(uint32_t tid, uint32_t wid)
{
	const struct scan *s = vx_get_arg();
	uint32_t threads = ww_num_threads(), tile = threads * SCAN_SERIAL;
	uint32_t *room = s->room + wid * SCAN_ROOM(threads);
	uint32_t begin = wid * s->part, end = begin + s->part, total, carry = 0;

	if (end > s->n)
		end = s->n;
	if (begin > end)
		begin = end;
	scan_begin(tid, room);
	scan_threads(tid, sum_of(s->x + begin, end - begin, tid), room, &total);
	s->sums[wid] = total;
	suite_meet(s->warps);
	for (uint32_t w = 0; w < wid; w++)
		carry += s->sums[w];
	for (; begin < end; begin += tile) {
		uint32_t n = end - begin < tile ? end - begin : tile;

		load_tile(room, s->x + begin, n, tid);
		carry = scan_tile(tid, room, carry);
		store_tile(s->out + begin, room, n, tid);
	}
}

int main(void)
{
	static uint32_t ram[SCAN_ROOM(1024) + 32], out[N];
	uint32_t warps = ww_num_warps(), threads = ww_num_threads();
	uint32_t words = warps * SCAN_ROOM(threads),
		 tile = threads * SCAN_SERIAL;
	uint32_t part = (N + warps * tile - 1) / (warps * tile) * tile;
	uint32_t *room = suite_scratch((words + warps) * 4, ram);
	struct scan args = { x, out, N, part, warps, room, room + words };
	uint32_t start = ww_cycle();

	vx_spawnWarps(warps, threads, scan, &args);
	suite_cycles("scan", ww_cycle() - start);
	return suite_finish("scan", out, want, N);
}

#endif
