/* timer.c - timer interrupts: none is taken too early, too often or too late
 * SPDX-License-Identifier: Apache-2.0
 *
 * The checker computes the ticks itself. A write of mtick acts in the cycle of
 * its control record. The first tick comes so many cycles later as mtick says,
 * and the next ones at this distance.
 *
 * In the cycle after a tick an interrupt becomes pending in every warp. The
 * control record of a taken interrupt clears it for the warp, unless a tick
 * comes in the same cycle. A warp that may take a pending interrupt takes it
 * before any instruction that issue has not chosen yet. These cycles are exact,
 * without tolerance: a lost tick shows at the first instruction that it should
 * have displaced.
 */
#include "cosim/check/rules.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/state.h"

/* Executes the ticks before CYCLE. */
static void advance_ticks(struct core *c, uint64_t cycle)
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

static int check_taken(struct core *c, uint32_t warp, bool pending)
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

/* Was the interrupt known when issue chose an instruction of W? After a control
 * record of the warp, issue knows it as late as after a tick. */
static bool is_late(const struct core *c, const struct warp *w)
{
	return c->all->cycle >= w->ticked + TAKE_STAGES &&
	       (!w->released || c->all->cycle >= w->released + TAKE_STAGES);
}

int timer_issue(struct core *c, uint32_t warp, bool interrupt)
{
	struct warp *w = &c->warps[warp];
	bool pending;

	advance_ticks(c, c->all->cycle);
	pending = c->timer.pending >> warp & 1;
	w->takes = golden_interruptible(c->golden, warp);
	if (interrupt)
		return check_taken(c, warp, pending);
	if (!pending || !w->takes || !is_late(c, w))
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
		advance_ticks(c, c->all->cycle);
		t->pending &= ~(UINT32_C(1) << s->fx.warp);
		return;
	}
	if (!c->all->cfg.timer || s->fx.kind != GOLDEN_CSR_WRITE ||
	    s->fx.aux_mask != ISA_CSR_MTICK)
		return;
	advance_ticks(c, c->all->cycle + 1);
	t->period = s->fx.aux_value;
	t->next = c->all->cycle + t->period;
}
