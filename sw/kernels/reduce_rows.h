/* reduce_rows.h - the sums of rows, in four ways
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each thread adds up its elements of a row; then the threads' sums are added
 * in one of the ways of rows.h. Rows take turns with two pieces of scratch
 * memory, so that what is behind a row's last barrier overlaps the next row;
 * and warps take turns with that.
 */
#include "rows.h"
#include "vx_shuffle.h"

/* The sum of VALUE over the threads of a segment of WIDTH. ROOM has a word for
 * each. */
#define SUM_STEP(step) \
	room[tid] = value; \
	suite_together(); \
	value += room[tid ^ (step)]; \
	suite_together();
ROWS_INLINE term sum_by_memory(uint32_t tid, term value, term *room,
			       uint32_t width)
{
	VX_STEPS(width, SUM_STEP)
	return value;
}

ROWS_INLINE term my_sum(const term *x, uint32_t me, uint32_t all)
{
	uint32_t i = me, end = all;
	term sum = 0;

	for (; end + 3 * all <= LENGTH; end += 4 * all, i += 4 * all)
		sum += (x[i] + x[i + all]) +
		       (x[i + 2 * all] + x[i + 3 * all]);
	for (; end <= LENGTH; end += all, i += all)
		sum += x[i];
	__if(i < LENGTH) {
		sum += x[i];
	} __endif
	return sum;
}

/* The sum of COUNT words at ROOM, by all threads. */
ROWS_INLINE term one_by_one(const term *room, uint32_t count)
{
	term sum = 0;

	for (uint32_t k = 0; k < count; k++)
		sum += room[k];
	return sum;
}

/* Adds up ALL words of ROOM, where no thread has been yet, into the first. */
ROWS_INLINE void tree(term *room, uint32_t me, uint32_t all, uint32_t warps)
{
	for (uint32_t n = all, half; n > 1; n = half) {
		half = (n + 1) / 2;
		suite_meet(warps);
		__if(me + half < n) {
			room[me] += room[me + half];
		} __endif
	}
}

ROWS_INLINE term sum_of(uint32_t tid, term value, term *room,
			enum rows_way way, uint32_t width)
{
	return way == ROWS_SHUFFLES ? vx_sum(value, width) :
		sum_by_memory(tid, value, room, width);
}

ROWS_INLINE void reduce(uint32_t tid, uint32_t wid, enum rows_way way,
			uint32_t threads, uint32_t warps)
{
	const struct rows *r = vx_get_arg();
	uint32_t all = warps * threads, me = wid * threads + tid, turn = 0;
	uint32_t words = way < ROWS_MEMORY ? all : warps + threads;
	term *own = r->room + 2 * words + wid * threads, *room = r->room;

	for (uint32_t row = 0; row < ROWS; row++) {
		term sum = my_sum(r->x + row * LENGTH, me, all);

		if (way < ROWS_MEMORY) {
			room[me] = sum;
		} else {
			room[wid] = sum_of(tid, sum, own, way, threads);
		}
		if (way == ROWS_BARRIERS)
			tree(room, me, all, warps);
		else
			suite_meet(warps);
		if (wid == turn) {
			if (way == ROWS_BARRIERS) {
				sum = room[0];
			} else if (way == ROWS_PLAIN) {
				sum = one_by_one(room, all);
			} else {
				sum = 0;
				for (uint32_t k = 0; k < warps; k += threads)
					sum += room[k + tid];
				sum = sum_of(tid, sum, own, way, threads);
			}
			r->out[row] = sum;
		}
		/* With barriers it is warp 0 that has the sum. */
		turn = way == ROWS_BARRIERS || turn + 1 == warps ? 0 : turn + 1;
		room += row % 2 ? -words : words;
	}
}

ROWS_KERNEL(plain, ROWS_PLAIN, reduce)
ROWS_KERNEL(barriers, ROWS_BARRIERS, reduce)
ROWS_KERNEL(memory, ROWS_MEMORY, reduce)
ROWS_KERNEL(shuffles, ROWS_SHUFFLES, reduce)

int main(void)
{
	static term ram[ROWS_ROOM_MOST], out[ROWS];
	uint32_t words = ROWS_ROOM(ww_num_warps(), ww_num_threads());
	struct rows r = { x, out, suite_scratch(words * 4, ram) };

	return rows_run(ROWS_NAME "_plain", plain, &r, want, ROWS) |
	       rows_run(ROWS_NAME "_barriers", barriers, &r, want, ROWS) |
	       rows_run(ROWS_NAME "_memory", memory, &r, want, ROWS) |
	       rows_run(ROWS_NAME "_shuffles", shuffles, &r, want, ROWS);
}
