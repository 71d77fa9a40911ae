/* harness_poll.c - checks of a run from time to time: limits, hangs, deadlocks
 * SPDX-License-Identifier: Apache-2.0
 *
 * A poll comes once in POLL cycles, so that it costs little. A hang or an
 * interrupt is found up to POLL cycles late; the limit of cycles is exact.
 */
#define _XOPEN_SOURCE 700
#include "base/clock.h"
#include "cosim/run/harness_state.h"

enum { POLL = 1024 };           /* cycles between two polls */

static int end_hang(struct harness *h, const struct cosim_pins *p)
{
	if (h->cfg.check && !golden_any_active(h->golden) &&
	    !harness_host_waits(h))
		return harness_finish(h, p);    /* reports end-late or
						 * end-pending */
	return harness_stop(h, HARNESS_HANG);
}

/* The last cycle with activity. Without records, a core that runs from its
 * instruction cache shows none, so the present cycle is returned. */
static uint64_t last_sign(const struct harness *h)
{
	if (h->cfg.check)
		return cosim_stats(h->cosim)->last_cycle;
	return h->cfg.mem.icache_line && !h->recorded ? h->cycle :
	       h->last_activity;
}

/* Ends the run at the user's limit. After a trap the status is that of the
 * trap. */
static int end_limit(struct harness *h, const struct cosim_pins *p)
{
	return h->cfg.check && p->fault_valid && !h->cfg.machine.dispatch ?
	       harness_finish_fault(h, p, false) :
	       harness_stop(h, HARNESS_LIMIT);
}

/* Is all work complete, while every active warp waits at a barrier? */
static bool is_deadlocked(const struct harness *h)
{
	return h->cfg.check && golden_any_active(h->golden) &&
	       !golden_any_ready(h->golden) && harness_quiet(h);
}

static int end_deadlock(struct harness *h, const struct cosim_pins *p)
{
	return golden_first_trap(h->golden)->valid && !h->cfg.machine.dispatch ?
	       harness_finish_fault(h, p, true) :
	       harness_stop(h, HARNESS_DEADLOCK);
}

/* Has the run taken longer than the user allows? */
static bool is_late(struct harness *h)
{
	double now;

	if (h->cfg.max_seconds <= 0)
		return false;
	now = clock_now();
	if (h->end_seconds <= 0)
		h->end_seconds = now + h->cfg.max_seconds;
	return now >= h->end_seconds;
}

int harness_poll(struct harness *h, const struct cosim_pins *p)
{
	h->next_poll = h->cycle + POLL;
	if (h->cfg.max_cycles && h->before + h->next_poll > h->cfg.max_cycles)
		h->next_poll = h->cfg.max_cycles - h->before;
	if (h->cfg.interrupt && *h->cfg.interrupt)
		return harness_stop(h, HARNESS_INTERRUPTED);
	if (h->cfg.check && cosim_liveness(h->cosim, h->cycle))
		return harness_failed(h);
	if (h->cycle > last_sign(h) + h->hang_cycles)
		return end_hang(h, p);
	if (is_deadlocked(h) && h->cycle > last_sign(h) + POLL)
		return end_deadlock(h, p);
	if (is_late(h) ||
	    (h->cfg.max_cycles && h->before + h->cycle >= h->cfg.max_cycles))
		return end_limit(h, p);
	if (h->cfg.check && !h->cfg.machine.dispatch && golden_idle(h->golden))
		return harness_finish_fault(h, p, true);
	return 0;
}
