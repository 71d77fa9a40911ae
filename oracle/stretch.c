/* stretch.c - runs the active threads of a warp until they must meet
 * SPDX-License-Identifier: Apache-2.0
 *
 * The leader executes first and records the targets of its branches; the other
 * threads follow these. If one of them traps earlier, no thread may come
 * further. So the stretch is undone and repeated up to the step of the trap.
 */
#include "oracle/stretch.h"

#include <string.h>

static void save(struct oracle *o, const struct warp *w)
{
	for (uint32_t m = w->party; m; m &= m - 1)
		o->saved[lowest(m)] = w->thread[lowest(m)];
	o->decisions.count = 0;
	o->printed.count = 0;
}

/* Undoes all that was done since save. */
static void take_back(struct oracle *o, struct warp *w)
{
	for (uint32_t m = w->party; m; m &= m - 1)
		w->thread[lowest(m)] = o->saved[lowest(m)];
	memory_take_back(o);
	o->decisions.count = 0;
	o->printed.count = 0;
}

/* Executes up to MOST steps of K. */
static enum walk walk(struct walker *k, uint64_t most)
{
	enum walk how = WALK_ON;

	while (k->step < most && how == WALK_ON) {
		how = hart_step(k);
		if (++k->o->steps > k->o->most)
			oracle_stop(k->o, ORACLE_LIMIT, "it takes too long");
	}
	return k->o->status == ORACLE_END ? how : WALK_STOP;
}

/* Executes up to MOST steps of each thread of the party. *FIRST is the thread
 * that stopped after the fewest steps, the leader if all made as many. */
static enum walk walk_all(struct oracle *o, uint32_t number, uint64_t most,
			  struct walker *first)
{
	struct warp *w = &o->warp[number];
	enum walk how = WALK_ON;

	first->step = UINT32_MAX;
	for (uint32_t m = w->party; m; m &= m - 1) {
		uint32_t lane = lowest(m);
		struct walker k = { .o = o, .warp = number, .lane = lane,
				    .t = &w->thread[lane],
				    .leads = m == w->party };
		enum walk h = walk(&k, most);

		if (h == WALK_STOP)
			return h;
		if (k.leads)
			how = h;
		if (k.step < first->step) {
			*first = k;
			most = k.step;
			how = h;
		}
	}
	return how;
}

static void print_byte(struct oracle *o, uint8_t byte)
{
	if (o->console_count == o->console_room &&
	    !list_grow(&o->console, o->console_count, &o->console_room, 1)) {
		o->no_memory = true;
		return;
	}
	o->console[o->console_count++] = byte;
}

/* Sends the printed bytes to the console, in the order of steps, and of threads
 * within a step. */
static void print_all(struct oracle *o)
{
	for (size_t i = 1; i < o->printed.count; i++)
		for (size_t k = i;
		     k && o->printed.at[k - 1].step > o->printed.at[k].step;
		     k--) {
			struct printed p = o->printed.at[k];

			o->printed.at[k] = o->printed.at[k - 1];
			o->printed.at[k - 1] = p;
		}
	for (size_t i = 0; i < o->printed.count; i++)
		print_byte(o, o->printed.at[i].byte);
}

/* Adds the flags that threads raised to those of the warp. */
static void raise_flags(struct warp *w)
{
	for (uint32_t m = w->party; m; m &= m - 1) {
		w->fflags |= w->thread[lowest(m)].raised;
		w->thread[lowest(m)].raised = 0;
	}
}

static void commit(struct oracle *o, struct warp *w, uint32_t steps)
{
	memory_commit(o);
	raise_flags(w);
	print_all(o);
	for (size_t i = 0; i < o->decisions.count; i++)
		o->counts.divergent_branches += o->decisions.at[i].differs;
	o->counts.instructions += steps;
	o->counts.thread_instructions += (uint64_t)steps * count_of(w->party);
}

/* All threads are before the same instruction. Finds the lowest one that cannot
 * execute it. */
static enum walk find_trap(struct oracle *o, uint32_t number,
			   struct walker *first)
{
	struct warp *w = &o->warp[number];

	save(o, w);
	for (uint32_t m = w->party; m; m &= m - 1) {
		uint32_t lane = lowest(m);
		struct walker k = { .o = o, .warp = number, .lane = lane,
				    .t = &w->thread[lane],
				    .leads = m == w->party };
		enum walk how = walk(&k, 1);

		if (how != WALK_ON) {
			*first = k;
			take_back(o, w);
			return how;
		}
	}
	oracle_stop(o, ORACLE_BEYOND, "a trap came and went");
	return WALK_STOP;
}

enum walk stretch_run(struct oracle *o, uint32_t number, struct walker *first)
{
	struct warp *w = &o->warp[number];
	uint64_t most = UINT32_MAX;
	enum walk how;

	save(o, w);
	for (;;) {
		bool is_repeated;

		how = walk_all(o, number, most, first);
		if (how == WALK_STOP)
			return how;
		is_repeated = !first->leads;
		most = first->step;
		if (!is_repeated)
			break;
		take_back(o, w);
	}
	commit(o, w, (uint32_t)most);
	return find_trap(o, number, first);
}
