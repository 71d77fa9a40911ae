/* scan_shfl.c - inclusive prefix sums of rows, without and with shuffles
 * SPDX-License-Identifier: Apache-2.0
 *
 * rows.h has the ways that are compared; for cores with isa.shfl. But for the
 * plain way a row is taken in pieces of an element per thread: the threads add
 * up what is before them in the piece, then what has come before it. In the
 * plain way each thread adds up a part of the row, then all that the threads
 * before it have, and goes through its part again.
 */
#include <stdint.h>

typedef uint32_t term;

#include "rows.h"

#ifdef SUITE_HOST

/* The last piece of the last row is loaded as a whole. */
static uint32_t x[ROWS * LENGTH + 1024], want[ROWS * LENGTH];

int main(void)
{
	for (uint32_t i = 0; i < ROWS * LENGTH; i++) {
		x[i] = suite_random(i);
		want[i] = x[i] + (i % LENGTH ? want[i - 1] : 0);
	}
	emit("x", x, ROWS * LENGTH + 1024);
	emit("want", want, ROWS * LENGTH);
	return 0;
}

#else
#include "scan_shfl.data.h"
#include "vx_shuffle.h"

ROWS_INLINE uint32_t element(const uint32_t *row, uint32_t i)
{
	uint32_t value = 0;

	__if(i < LENGTH) {
		value = row[i];
	} __endif
	return value;
}

ROWS_INLINE void put(uint32_t *row, uint32_t i, uint32_t value)
{
	__if(i < LENGTH) {
		row[i] = value;
	} __endif
}

ROWS_INLINE void scan_plain(uint32_t tid, uint32_t wid, uint32_t threads,
			    uint32_t warps)
{
	const struct rows *r = vx_get_arg();
	uint32_t all = warps * threads, me = wid * threads + tid;
	uint32_t part = (LENGTH + all - 1) / all;
	uint32_t *room = r->room;

	for (uint32_t row = 0; row < ROWS; row++) {
		const uint32_t *in = r->x + row * LENGTH;
		uint32_t *out = r->out + row * LENGTH, sum = 0;

		for (uint32_t k = 0; k < part; k++)
			sum += element(in, me * part + k);
		room[me] = sum;
		suite_meet(warps);
		sum = 0;
		for (uint32_t k = 0; k < all; k++)
			sum += room[k] & (0u - (k < me));
		for (uint32_t k = 0; k < part; k++) {
			sum += element(in, me * part + k);
			put(out, me * part + k, sum);
		}
		room += row % 2 ? -all : all;
	}
}

/* Before each of the two pieces of scratch memory, which take turns, there are
 * as many zeros as threads. */
ROWS_INLINE void scan_barriers(uint32_t tid, uint32_t wid, uint32_t threads,
			       uint32_t warps)
{
	const struct rows *r = vx_get_arg();
	uint32_t all = warps * threads, me = wid * threads + tid;
	uint32_t *room = r->room + all + me;
	int32_t flip = 2 * (int32_t)all;

	for (uint32_t row = 0; row < ROWS; row++) {
		const uint32_t *in = r->x + row * LENGTH + me;
		uint32_t *out = r->out + row * LENGTH + me, carry = 0;

		for (uint32_t i = me; ww_same(i - me) < LENGTH; i += all) {
			uint32_t sum = *in;

			*room = sum;
			suite_meet(warps);
			for (uint32_t step = 1; step < all; step *= 2) {
				sum += *(room - step);
				room += flip;
				flip = -flip;
				*room = sum;
				suite_meet(warps);
			}
			sum += carry;
			__if(i < LENGTH) {
				*out = sum;
			} __endif
			carry += *(room + (all - 1 - me));
			/* Some may still read that. */
			room += flip;
			flip = -flip;
			in += all;
			out += all;
		}
	}
}

/* The sum of VALUE over the threads of a segment of WIDTH up to this one. Each
 * adds the sum that ends 1, 2, 4 ... threads before it; before the WIDTH words
 * of ROOM there are as many zeros. */
#define SCAN_STEP(step) \
	value += *(room - (step)); \
	suite_together(); \
	*room = value; \
	suite_together();
ROWS_INLINE uint32_t scan_by_memory(uint32_t tid, uint32_t value,
				    uint32_t *room, uint32_t width)
{
	room += tid;
	*room = value;
	suite_together();
	VX_STEPS(width, SCAN_STEP)
	return value;
}

/* For each row, of two that take turns: what the warps have, piece by piece,
 * behind as many zeros as warps, so that what a warp carries grows by what the
 * last WARPS before it have. */
ROWS_INLINE void scan_warps(uint32_t tid, uint32_t wid, enum rows_way way,
			    uint32_t threads, uint32_t warps)
{
	const struct rows *r = vx_get_arg();
	uint32_t all = warps * threads, me = wid * threads + tid;
	uint32_t pitch = warps * ((LENGTH + all - 1) / all + 1);
	uint32_t *own = r->room + 2 * pitch + (2 * wid + 1) * threads;

	for (uint32_t row = 0; row < ROWS; row++) {
		const uint32_t *in = r->x + row * LENGTH + me;
		uint32_t *out = r->out + row * LENGTH + me, carry = 0;
		uint32_t *sums = r->room + row % 2 * pitch + warps + wid;

		for (uint32_t i = me; ww_same(i - me) < LENGTH; i += all) {
			uint32_t sum = *in;

			if (way == ROWS_SHUFFLES) {
				sum += vx_scan(sum, threads);
				*sums = vx_shuffle(sum, threads - 1, 32);
			} else {
				sum = scan_by_memory(tid, sum, own, threads);
				*sums = own[threads - 1];
			}
			suite_meet(warps);
#pragma GCC unroll 4
			for (uint32_t w = 1; w <= warps; w++)
				carry += *(sums - w);
			sum += carry;
			__if(i < LENGTH) {
				*out = sum;
			} __endif
			sums += warps;
			in += all;
			out += all;
		}
	}
}

ROWS_INLINE void scan(uint32_t tid, uint32_t wid, enum rows_way way,
		      uint32_t threads, uint32_t warps)
{
	switch (way) {
	case ROWS_PLAIN: scan_plain(tid, wid, threads, warps); break;
	case ROWS_BARRIERS: scan_barriers(tid, wid, threads, warps); break;
	case ROWS_MEMORY:
	case ROWS_SHUFFLES: scan_warps(tid, wid, way, threads, warps); break;
	}
}

ROWS_KERNEL(plain, ROWS_PLAIN, scan)
ROWS_KERNEL(barriers, ROWS_BARRIERS, scan)
ROWS_KERNEL(memory, ROWS_MEMORY, scan)
ROWS_KERNEL(shuffles, ROWS_SHUFFLES, scan)

int main(void)
{
	static uint32_t ram[ROWS_ROOM_MOST], out[ROWS * LENGTH];
	uint32_t words = ROWS_ROOM(ww_num_warps(), ww_num_threads());
	struct rows r = { x, out, suite_scratch(words * 4, ram) };

	return rows_run("scan_plain", plain, &r, want, ROWS * LENGTH) |
	       rows_run("scan_barriers", barriers, &r, want, ROWS * LENGTH) |
	       rows_run("scan_memory", memory, &r, want, ROWS * LENGTH) |
	       rows_run("scan_shuffles", shuffles, &r, want, ROWS * LENGTH);
}

#endif
