/* queens.c - n queens: in how many ways N queens stand on N x N squares in
 * peace
 * SPDX-License-Identifier: Apache-2.0
 *
 * N (7). The first two rows are tried in all ways, N x N of them; each is a
 * thread, which counts the ways to fill the rest by depth-first search. Threads
 * are in different depths at the same time, so instead of calls each has a
 * stack of its own: for each row the squares that are still to be tried, and
 * what the queens above attack. Words of the same row lie side by side for
 * neighbouring threads. One queen is placed, or one row given up, in each turn
 * of one loop.
 */
#include "suite.h"

#ifndef N
#define N 7
#endif

enum { FULL = (1 << N) - 1, STARTS = N * N };

#ifdef SUITE_HOST

static uint32_t want[STARTS];

static uint32_t count(int row, uint32_t columns, uint32_t left, uint32_t right)
{
	uint32_t ways = 0;

	if (row == N)
		return 1;
	for (int c = 0; c < N; c++) {
		uint32_t square = 1u << c;

		if (!(square & (columns | left | right)))
			ways += count(row + 1, columns | square,
				      (left | square) << 1,
				      (right | square) >> 1);
	}
	return ways;
}

int main(void)
{
	for (uint32_t i = 0; i < STARTS; i++) {
		uint32_t p = 1u << i / N, q = 1u << i % N;

		if (N < 2)
			want[i] = 1;
		else if (!(q & (p | p << 1 | p >> 1)))
			want[i] = count(2, p | q, (p << 1 | q) << 1,
					(p >> 1 | q) >> 1);
	}
	emit("want", want, STARTS);
	return 0;
}

#else
#include "queens.data.h"

/* A row on the stacks of all threads: the squares to be tried, and what is
 * attacked in the row. */
struct row {
	uint32_t squares[STARTS], columns[STARTS], left[STARTS], right[STARTS];
};

struct queens {
	struct row *rows;
	uint32_t *ways;
};

static void push(struct row *r, uint32_t me, uint32_t columns, uint32_t left,
		 uint32_t right)
{
	r->squares[me] = FULL & ~(columns | left | right);
	r->columns[me] = columns;
	r->left[me] = left;
	r->right[me] = right;
}

/* Ways to fill the rows from the first of ROWS on, which has been pushed; LAST
 * is the number of the last one. */
static uint32_t count(struct row *rows, uint32_t me, int32_t last)
{
	int32_t depth = 0;
	uint32_t ways = 0;

	__while(depth >= 0) {
		struct row *r = rows + depth;
		uint32_t squares = r->squares[me], square = squares & -squares;

		__if(square == 0) {
			depth--;
		} __else {
			r->squares[me] = squares ^ square;
			__if(depth == last) {
				ways++;
			} __else {
				push(r + 1, me, r->columns[me] | square,
				     (r->left[me] | square) << 1,
				     (r->right[me] | square) >> 1);
				depth++;
			} __endif
		} __endif
	} __endwhile
	return ways;
}

static void queens(uint32_t tid, uint32_t wid)
{
	const struct queens *q = vx_get_arg();
	uint32_t me = wid * ww_num_threads() + tid;
	uint32_t first = 1u << me / N, second = 1u << me % N;
	uint32_t ways = N < 3;

	__if(me < STARTS) {
		__if((second & (first | first << 1 | first >> 1)) != 0) {
			ways = N == 1;
		} __else {
			if (N > 2) {
				push(q->rows, me, first | second,
				     (first << 1 | second) << 1,
				     (first >> 1 | second) >> 1);
				ways = count(q->rows, me, N - 3);
			}
		} __endif
		q->ways[me] = ways;
	} __endif
}

int main(void)
{
	static struct row rows[N < 3 ? 1 : N - 2];
	static uint32_t ways[STARTS];
	struct queens args = { rows, ways };
	uint32_t threads = ww_num_threads(), start = ww_cycle();

	vx_spawnWarps((STARTS + threads - 1) / threads, threads, queens, &args);
	suite_cycles("queens", ww_cycle() - start);
	return suite_finish("queens", ways, want, STARTS);
}

#endif
