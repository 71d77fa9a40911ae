/* spmv_balanced.c - y = A x with a sparse matrix,
 * the elements shared out evenly
 * SPDX-License-Identifier: Apache-2.0
 *
 * The matrix is that of csr.h. Each warp takes a part of the elements, whatever
 * their rows, and forms the prefix sums of their products, tile by tile
 * (scan.h); the sum of a row is then the difference of two of them, which is
 * exact modulo 2^32. No thread ever waits for a longer row, and loads of the
 * matrix are coalesced.
 */
#include "csr.h"
#include "scan.h"

#ifndef SUITE_HOST
#include "spmv_balanced.data.h"

struct spmv {
	struct csr a;
	const uint32_t *x;
	uint32_t *y;
	uint32_t elements; /* those of A and the one behind them */
	/* a warp takes 2^log2_part elements, whole tiles */
	uint32_t warps, log2_part;
	/* [i]: the sum of the products before i, from the part's first */
	uint32_t *prefix;
	uint32_t *room;    /* SCAN_ROOM for each warp */
	/* a word per warp: the sum of its part, later of those before it */
	uint32_t *sums;
};

static void multiply_tile(const struct spmv *s, uint32_t *room, uint32_t begin,
			  uint32_t n, uint32_t tid)
{
	const uint32_t *value = s->a.value + begin,
		       *column = s->a.column + begin, *x = s->x;
	uint32_t threads = ww_num_threads(), i = tid;

	for (uint32_t end = threads; end <= n; end += threads, i += threads)
		room[SCAN_AT(i)] = value[i] * x[column[i]];
	__if(i < n) {
		room[SCAN_AT(i)] = value[i] * x[column[i]];
	} __endif
}

static void store_tile(uint32_t *prefix, const uint32_t *room, uint32_t n,
		       uint32_t tid)
{
	uint32_t threads = ww_num_threads(), i = tid;

	for (uint32_t end = threads; end <= n; end += threads, i += threads)
		prefix[i] = room[SCAN_AT(i)];
	__if(i < n) {
		prefix[i] = room[SCAN_AT(i)];
	} __endif
}

static uint32_t scan_part(const struct spmv *s, uint32_t begin, uint32_t end,
			  uint32_t *room, uint32_t tid)
{
	uint32_t tile = ww_num_threads() * SCAN_SERIAL, carry = 0;

	scan_begin(tid, room);
	for (; begin < end; begin += tile) {
		uint32_t n = end - begin < tile ? end - begin : tile;

		multiply_tile(s, room, begin, n, tid);
		carry = scan_tile(tid, room, carry);
		store_tile(s->prefix + begin, room, n, tid);
	}
	return carry;
}

/* The sum of the products before element I. */
static uint32_t sum_before(const struct spmv *s, uint32_t i)
{
	return s->prefix[i] + s->sums[i >> s->log2_part];
}

static void spmv_balanced(uint32_t tid, uint32_t wid)
{
	const struct spmv *s = vx_get_arg();
	uint32_t threads = ww_num_threads(), step = s->warps * threads;
	uint32_t *room = s->room + wid * SCAN_ROOM(threads), base = 0;
	uint32_t begin = wid << s->log2_part,
		 end = begin + (1u << s->log2_part);

	s->sums[wid] = scan_part(s, begin,
				 end < s->elements ? end : s->elements, room,
				 tid);
	suite_meet(s->warps);
	for (uint32_t w = 0; wid == 0 && w < s->warps; w++) {
		uint32_t sum = s->sums[w];

		s->sums[w] = base;
		base += sum;
	}
	suite_meet(s->warps);
	for (uint32_t first = wid * threads; first < s->a.rows; first += step) {
		uint32_t r = first + tid;

		__if(r < s->a.rows) {
			s->y[r] = sum_before(s, s->a.row[r + 1]) -
				  sum_before(s, s->a.row[r]);
		} __endif
	}
}

int main(void)
{
	static uint32_t ram[SCAN_ROOM(1024) + 32], prefix[sizeof value / 4],
		y[ROWS];
	uint32_t warps = ww_num_warps(), threads = ww_num_threads();
	uint32_t words = warps * SCAN_ROOM(threads), log2_part = 3,
		 elements = row[ROWS] + 1;
	uint32_t *room = suite_scratch((words + warps) * 4, ram),
		 start = ww_cycle();

	while (1u << log2_part < SCAN_SERIAL * threads ||
	       warps << log2_part < elements)
		log2_part++;
	struct spmv args = { { ROWS, row, column, value },
			     x,
			     y,
			     elements,
			     warps,
			     log2_part,
			     prefix,
			     room,
			     room + words };

	vx_spawnWarps(warps, threads, spmv_balanced, &args);
	suite_cycles("spmv_balanced", ww_cycle() - start);
	return suite_finish("spmv_balanced", y, want, ROWS);
}

#endif
