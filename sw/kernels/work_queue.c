/* work_queue.c - tasks of unequal length, taken from a common counter
 * SPDX-License-Identifier: Apache-2.0
 *
 * TASKS (200) numbers; of each the steps to 1 by Collatz' rule, a few or more
 * than a hundred. Each thread takes the next number by an atomic addition as
 * soon as it has done the one before, so that no warp waits for a plan. What is
 * more than LIMIT steps goes to a second list, in a place that another atomic
 * addition gives.
 */
#include "suite.h"

#ifndef TASKS
#define TASKS 200
#endif
#ifndef LIMIT
#define LIMIT 60
#endif

static inline uint32_t next_number(uint32_t n)
{
	uint32_t odd = 0u - (n & 1), up = n + n + n + 1;

	/* clang would make a branch of it, on which threads disagree. */
	__asm__("" : "+r"(odd));
	return (up & odd) | (n >> 1 & ~odd);
}

#ifdef SUITE_HOST

static uint32_t x[TASKS], want[TASKS + 2];

int main(void)
{
	for (uint32_t i = 0; i < TASKS; i++) {
		x[i] = 1 + suite_random(i) % 1000;
		for (uint32_t n = x[i]; n != 1; n = next_number(n))
			want[i]++;
		want[TASKS] += want[i] > LIMIT;
		want[TASKS + 1] += want[i] > LIMIT ? i * i : 0;
	}
	emit("x", x, TASKS);
	emit("want", want, TASKS + 2);
	return 0;
}

#else
#include "work_queue.data.h"
#include "vx_atomic.h"

struct work {
	const uint32_t *x;
	volatile uint32_t *next, *longs;
	uint32_t *steps;
	volatile uint32_t *list;
};

static void work(uint32_t tid, uint32_t wid)
{
	const struct work *w = vx_get_arg();
	uint32_t task = atomicAdd(w->next, 1);

	(void)tid;
	(void)wid;
	__while(task < TASKS) {
		uint32_t n = w->x[task], steps = 0;

		__while(n != 1) {
			n = next_number(n);
			steps++;
		} __endwhile
		w->steps[task] = steps;
		__if(steps > LIMIT) {
			uint32_t place = atomicAdd(w->longs, 1);

			w->list[place] = task;
		} __endif
		task = atomicAdd(w->next, 1);
	} __endwhile
}

int main(void)
{
	static uint32_t next, longs, steps[TASKS + 2], list[TASKS];
	struct work args = { x, &next, &longs, steps, list };
	uint32_t start = ww_cycle();

	vx_spawnWarps(ww_num_warps(), ww_num_threads(), work, &args);
	suite_cycles("work_queue", ww_cycle() - start);
	steps[TASKS] = longs;
	for (uint32_t i = 0; i < longs; i++)
		steps[TASKS + 1] += list[i] * list[i];
	return suite_finish("work_queue", steps, want, TASKS + 2);
}

#endif
