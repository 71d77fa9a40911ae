/* harness_poll.c - what a run is looked at for now and then: limits, hangs
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/harness_state.h"

enum { POLL = 1024 };           /* cycles between looks at clocks and limits */

static int hang(struct harness *h, const struct cosim_pins *p)
{
	if (h->cfg.check && !golden_any_active(h->golden))
		return harness_finish(h, p);    /* end-late or end-pending */
	return harness_stop(h, HARNESS_HANG);
}

/* The last cycle in which something happened. A core that runs from its caches
 * shows nothing without records. */
static uint64_t last_sign(const struct harness *h)
{
	if (h->cfg.check)
		return cosim_stats(h->cosim)->last_cycle;
	return h->cfg.mem.icache_line && !h->recorded ? h->cycle :
	       h->quiet_since;
}

/* The user's limit; of a run in which a warp has trapped, the trap is what
 * there is to say. */
static int limit(struct harness *h, const struct cosim_pins *p)
{
	return h->cfg.check && p->fault_valid ?
	       harness_finish_fault(h, p, false) :
	       harness_stop(h, HARNESS_LIMIT);
}

/* All that the warps have begun is complete, and they wait for each other: they
 * or, after a trap, for one that does not come. */
static bool deadlocked(const struct harness *h)
{
	return h->cfg.check && golden_any_active(h->golden) &&
	       !golden_any_ready(h->golden) && harness_quiet(h);
}

static int deadlock(struct harness *h, const struct cosim_pins *p)
{
	return golden_first_trap(h->golden)->valid ?
	       harness_finish_fault(h, p, true) :
	       harness_stop(h, HARNESS_DEADLOCK);
}

int harness_poll(struct harness *h, const struct cosim_pins *p)
{
	h->next_poll = h->cycle + POLL;
	if (h->cfg.max_cycles && h->next_poll > h->cfg.max_cycles)
		h->next_poll = h->cfg.max_cycles;
	if (h->cfg.interrupt && *h->cfg.interrupt)
		return harness_stop(h, HARNESS_INTERRUPTED);
	if (h->cfg.check && cosim_liveness(h->cosim, h->cycle))
		return harness_failed(h);
	if (h->cycle > last_sign(h) + h->patience)
		return hang(h, p);
	if (deadlocked(h) && h->cycle > last_sign(h) + POLL)
		return deadlock(h, p);
	if (h->cfg.max_cycles && h->cycle >= h->cfg.max_cycles)
		return limit(h, p);
	if (h->cfg.check && golden_idle(h->golden))
		return harness_finish_fault(h, p, true);
	return 0;
}
