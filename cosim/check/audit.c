/* audit.c - what must hold over time and at the end of the run
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/check/errors.h"
#include "cosim/check/mismatch.h"
#include "cosim/level/level.h"

#include <string.h>

/* The oldest instruction of W in flight, or NULL. */
static const struct slot *oldest(const struct warp *w)
{
	uint64_t n = w->next > SLOTS ? w->next - SLOTS : 0;

	for (; w->live && n < w->next; n++)
		if (slot_live(&w->slots[n % SLOTS]))
			return &w->slots[n % SLOTS];
	return NULL;
}

/* What S waits for. */
static const char *missing(const struct slot *s)
{
	if (slot_is_access(s) && s->fx.tmask & ~s->performed)
		return "its accesses have not all performed";
	if (s->control_due)
		return "its control record has not come";
	if (slot_is_access(s))
		return "its accesses performed, but it has not retired";
	return "it has not retired";
}

static bool can_issue(const struct cosim *c, uint32_t warp)
{
	const struct warp *w = &c->warps[warp];
	uint32_t ready = golden_active(c->golden) & ~golden_waiting(c->golden);

	return ready >> warp & 1 && !w->holds && !w->live && !c->exit_due;
}

static int check_alive(struct cosim *c, uint32_t warp, uint64_t cycle)
{
	const struct warp *w = &c->warps[warp];
	const struct slot *s = oldest(w);

	if (s && cycle - s->issue_cycle > c->own.liveness) {
		c->cycle = cycle;
		return fail(c, COSIM_LIVE_COMPLETE, warp, s,
			    "issued in cycle %llu; %s",
			    (unsigned long long)s->issue_cycle, missing(s));
	}
	if (can_issue(c, warp) && cycle - w->ready_cycle > c->own.liveness) {
		c->cycle = cycle;
		return fail(c, COSIM_LIVE_ISSUE, warp, NULL, "warp %u could "
			    "issue from pc 0x%08x since cycle %llu", warp,
			    golden_pc(c->golden, warp),
			    (unsigned long long)w->ready_cycle);
	}
	return 0;
}

static int check_stop(struct cosim *c, const char *when)
{
	if (c->exit_due)
		return fail(c, COSIM_LIVE_STOP, GOLDEN_MAX_WARPS, NULL,
			    "a warp wrote mexit in cycle %llu; %s",
			    (unsigned long long)c->exit_cycle, when);
	if (!c->stop_due)
		return 0;
	return fail(c, COSIM_LIVE_STOP, GOLDEN_MAX_WARPS, NULL,
		    "the memory answered with an error in cycle %llu; %s",
		    (unsigned long long)c->stop_cycle, when);
}

int cosim_liveness(struct cosim *c, uint64_t cycle)
{
	if (c->failed)
		return 1;
	for (uint32_t i = 0; i < c->cfg.warps; i++)
		if (check_alive(c, i, cycle))
			return 1;
	if ((!c->stop_due || cycle - c->stop_cycle <= c->own.liveness) &&
	    (!c->exit_due || cycle - c->exit_cycle <= c->own.liveness))
		return 0;
	c->cycle = cycle;
	return check_stop(c, "the core goes on");
}

/* --- the end ---------------------------------------------------------- */

static int check_done(struct cosim *c, bool done)
{
	uint32_t active = golden_active(c->golden);

	if (done == !active)
		return 0;
	fail(c, done ? COSIM_END_EARLY : COSIM_END_LATE, GOLDEN_MAX_WARPS, NULL,
	     done ? "warps 0x%x are active" :
	     "no warp is active (0x%x) since cycle %llu", active,
	     (unsigned long long)c->end_cycle);
	fail_row(c, "done", done, !active);
	return 1;
}

static int check_pending(struct cosim *c)
{
	for (uint32_t i = 0; i < c->cfg.warps; i++) {
		const struct slot *s = oldest(&c->warps[i]);

		if (s)
			return fail(c, COSIM_END_PENDING, i, s, "%s",
				    missing(s));
	}
	return 0;
}

static int check_exit(struct cosim *c, uint32_t code)
{
	uint32_t want = golden_exit_code(c->machine);

	if (code == want)
		return 0;
	fail(c, COSIM_END_EXIT, GOLDEN_MAX_WARPS, NULL,
	     "the core ends with exit code %u", code);
	fail_row(c, "exit code", code, want);
	return 1;
}

static int check_fault(struct cosim *c, const struct cosim_final *f)
{
	const struct golden_trap *t = golden_first_trap(c->machine);

	if (f->fault_valid == t->valid &&
	    (!t->valid ||
	     (f->fault_warp == t->warp && f->fault_pc == t->pc &&
	      f->fault_cause == t->cause && f->fault_tval == t->tval)))
		return 0;
	fail(c, COSIM_END_FAULT, GOLDEN_MAX_WARPS, NULL, t->valid ?
	     "the first trap is that of warp %u" :
	     "there was no trap (warp %u)", t->warp);
	fail_diff(c, "fault valid", f->fault_valid, t->valid);
	fail_diff(c, "fault warp", f->fault_warp, t->warp);
	fail_diff(c, "fault pc", f->fault_pc, t->pc);
	fail_diff(c, "fault cause", f->fault_cause, t->cause);
	fail_diff(c, "fault tval", f->fault_tval, t->tval);
	return 1;
}

/* Part of the flat mirror. */
struct part { size_t at, bytes; };

static uint32_t address_of(const struct cosim *c, size_t at)
{
	return at < c->cfg.ram_size ? c->cfg.ram_base + (uint32_t)at :
	       GOLDEN_SMEM + (uint32_t)(at - c->cfg.ram_size);
}

/* Bytes whose last writer is ambiguous; bytes that memory refuses. */
static bool excused(const struct cosim *c, enum cosim_check check, size_t at)
{
	if (check == COSIM_END_FLAT)
		return flat_raced(c->flat, at);
	return c->error_count &&
	       errors_at(c, COSIM_DBUS, address_of(c, at), 1);
}

static bool word_differs(const struct cosim *c, enum cosim_check check,
			 const uint8_t *a, const uint8_t *b, size_t at)
{
	for (size_t i = 0; i < 4; i++)
		if (a[i] != b[i] && !excused(c, check, at + i))
			return true;
	return false;
}

/* Compares part P of A and of B, both given from its first byte on; reports the
 * first words that differ. */
static int compare(struct cosim *c, enum cosim_check check, const uint8_t *a,
		   const uint8_t *b, struct part p)
{
	char name[24];
	int bad = 0;

	if (!memcmp(a, b, p.bytes))
		return 0;
	for (size_t i = 0; i < p.bytes && bad < 16; i += 4) {
		uint32_t addr = address_of(c, p.at + i);

		if (!word_differs(c, check, a + i, b + i, p.at + i))
			continue;
		if (!bad++)
			fail(c, check, GOLDEN_MAX_WARPS, NULL,
			     "from 0x%08x on", addr);
		snprintf(name, sizeof name, "[0x%08x]", addr);
		fail_row(c, name, load_word(a + i), load_word(b + i));
	}
	return bad != 0;
}

static int check_page(struct cosim *c, const uint8_t *ram, size_t at)
{
	struct part p = { at, 1u << PAGE_SHIFT };
	const uint8_t *last = c->mirror + at;
	const uint8_t *bus = c->level[0]->bytes + at;

	return (ram && compare(c, COSIM_END_MEMORY, ram + at, bus, p)) ||
	       compare(c, COSIM_END_VIEW, bus, last, p) ||
	       compare(c, COSIM_END_FLAT, last, golden_ram(c->machine) + at, p);
}

static int check_memory(struct cosim *c, const struct cosim_final *f)
{
	size_t pages = c->cfg.ram_size >> PAGE_SHIFT;

	for (size_t i = 0; i < pages; i++)
		if (bit_get(c->dirty, i) || (f->ram && bit_get(f->dirty, i)))
			if (check_page(c, f->ram, i << PAGE_SHIFT))
				return 1;
	return compare(c, COSIM_END_FLAT, c->mirror + c->cfg.ram_size,
		       golden_smem(c->golden),
		       (struct part){ c->cfg.ram_size, c->cfg.smem_size });
}

int cosim_finish(struct cosim *c, const struct cosim_final *final)
{
	if (c->failed)
		return 1;
	c->cycle = final->cycle;
	return check_stop(c, "the run has ended") ||
	       check_done(c, final->done) || check_pending(c) ||
	       check_fault(c, final) ||
	       check_exit(c, final->exit_code) ||
	       (c->cache && level_drained(c, c->cache)) || check_memory(c, final) ||
	       counters_check(c, final);
}

int cosim_finish_fault(struct cosim *c, const struct cosim_final *final,
		       bool settled)
{
	if (c->failed)
		return 1;
	c->cycle = final->cycle;
	return check_fault(c, final) ||
	       (settled && check_exit(c, final->exit_code));
}

/* --- what a warp waits for -------------------------------------------- */

/* The warp's last instruction is the bar it waits at. */
static void waits_at_barrier(const struct cosim *c, uint32_t warp, char *buf,
			     size_t size)
{
	const struct warp *w = &c->warps[warp];
	const struct slot *s = &w->slots[(w->next - 1) % SLOTS];
	uint32_t rs2 = s->fx.insn >> 20 & 31, here = 0;
	uint32_t need = golden_reg(c->golden, warp, lowest(s->fx.tmask), rs2);
	uint32_t waiting = golden_waiting(c->golden);

	for (uint32_t m = waiting; m; m &= m - 1) {
		const struct warp *o = &c->warps[lowest(m)];

		if (o->slots[(o->next - 1) % SLOTS].fx.aux_value ==
		    s->fx.aux_value)
			here |= m & ~(m - 1);
	}
	snprintf(buf, size, "barrier %u at pc 0x%08x needs %u warps, has 0x%x; "
		 "active elsewhere: 0x%x", s->fx.aux_value, s->fx.pc, need,
		 here, golden_active(c->golden) & ~here);
}

static void waits_for_record(const struct slot *s, char *buf, size_t size)
{
	char text[64];

	isa_disasm(s->fx.pc, s->fx.insn, text, sizeof text);
	snprintf(buf, size, "seq %u pc 0x%08x %s, issued in cycle %llu: %s",
		 (uint32_t)(s->number % SLOTS), s->fx.pc, text,
		 (unsigned long long)s->issue_cycle, missing(s));
}

void cosim_waits_for(const struct cosim *c, uint32_t warp, char *buf,
		     size_t size)
{
	const struct warp *w = &c->warps[warp];
	const struct slot *s = oldest(w);

	if (s)
		waits_for_record(s, buf, size);
	else if (!(golden_active(c->golden) >> warp & 1))
		snprintf(buf, size, "halted");
	else if (golden_waiting(c->golden) >> warp & 1)
		waits_at_barrier(c, warp, buf, size);
	else if (w->holds)
		snprintf(buf, size, "the control record of warp %u",
			 w->held_by);
	else
		snprintf(buf, size, "can issue from pc 0x%08x since cycle %llu "
			 "and does not (fetch or scheduler)",
			 golden_pc(c->golden, warp),
			 (unsigned long long)w->ready_cycle);
}
