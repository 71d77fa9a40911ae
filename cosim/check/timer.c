/* timer.c - the timer interrupt: no warp takes one too early, too often or late
 * SPDX-License-Identifier: Apache-2.0
 *
 * The checker has its own ticks: a write of mtick acts in the cycle of its
 * control record, and the first tick comes as many cycles later as it says. In
 * the cycle behind a tick an interrupt is pending in every warp; the control
 * record of the one that a warp takes ends that, but for a tick in that cycle.
 * Where a warp may take it, it does so before anything else that issue has not
 * chosen yet. These cycles are exact, there is no slack: a tick that is lost
 * shows at the first instruction that it should have displaced.
 */
#include "cosim/check/mismatch.h"
#include "cosim/check/state.h"

/* The ticks before CYCLE. */
static void advance(struct core *c, uint64_t cycle)
{
	struct timer *t = &c->timer;
	uint64_t last;

	if (!t->period || t->next >= cycle)
		return;
	for (uint32_t w = 0; w < c->all->cfg.warps; w++)
		if (!(t->pending >> w & 1))
			c->warps[w].ticked = t->next;
	t->pending = UINT32_MAX;
	last = cycle - 1 - (cycle - 1 - t->next) % t->period;
	t->next = last + t->period;
}

static int taken(struct core *c, uint32_t warp, bool pending)
{
	const struct timer *t = &c->timer;

	if (!golden_interruptible(c->golden, warp))
		return fail(c, COSIM_INTERRUPT_OFF, warp, NULL,
			    "warp %u is interrupted at 0x%08x with %u entries "
			    "on its IPDOM stack%s",
			    warp, golden_pc(c->golden, warp),
			    golden_depth(c->golden, warp),
			    golden_depth(c->golden, warp) ? "" :
							    " and MIE clear");
	if (pending)
		return 0;
	return fail(c, COSIM_INTERRUPT_NONE, warp, NULL, t->period ?
		    "warp %u is interrupted at 0x%08x, though its next tick "
		    "comes in cycle %llu" :
		    "warp %u is interrupted at 0x%08x, though nothing ticks "
		    "(%llu)", warp, golden_pc(c->golden, warp),
		    (unsigned long long)(t->period ? t->next : 0));
}

/* Was the interrupt known when issue chose an instruction of W instead? Behind
 * a control record of the warp it is known as late as behind a tick. */
static bool late(const struct core *c, const struct warp *w)
{
	return c->all->cycle >= w->ticked + TAKE_STAGES &&
	       (!w->released || c->all->cycle >= w->released + TAKE_STAGES);
}

int timer_issue(struct core *c, uint32_t warp, bool interrupt)
{
	struct warp *w = &c->warps[warp];
	bool pending;

	advance(c, c->all->cycle);
	pending = c->timer.pending >> warp & 1;
	w->takes = golden_interruptible(c->golden, warp);
	if (interrupt)
		return taken(c, warp, pending);
	if (!pending || !w->takes || !late(c, w))
		return 0;
	return fail(c, COSIM_INTERRUPT_LATE, warp, NULL, "warp %u issues at "
		    "0x%08x; an interrupt is pending since the tick in cycle "
		    "%llu", warp, golden_pc(c->golden, warp),
		    (unsigned long long)w->ticked);
}

void timer_control(struct core *c, const struct slot *s)
{
	struct timer *t = &c->timer;

	if (s->fx.kind == GOLDEN_INTERRUPT) {
		advance(c, c->all->cycle);
		t->pending &= ~(UINT32_C(1) << s->fx.warp);
		return;
	}
	if (!c->all->cfg.timer || s->fx.kind != GOLDEN_CSR_WRITE ||
	    s->fx.aux_mask != ISA_CSR_MTICK)
		return;
	advance(c, c->all->cycle + 1);
	t->period = s->fx.aux_value;
	t->next = c->all->cycle + t->period;
}
