/* audit.c - checks that instructions complete, and the end of the run
 * SPDX-License-Identifier: Apache-2.0
 *
 * The liveness check fails if an instruction does not complete, or a warp that
 * can issue does not issue, within a limit of cycles. At the end of the run, no
 * instruction may be in flight. Exit code, first trap, memory and performance
 * counters must be golden's.
 */
#include "cosim/check/dispatch.h"
#include "cosim/check/rules.h"
#include "cosim/check/slot.h"
#include "cosim/level/flat.h"
#include "cosim/level/l2.h"
#include "cosim/level/level.h"
#include "cosim/state/errors.h"
#include "cosim/state/mismatch.h"

#include <string.h>

/* The oldest instruction of W in flight, or NULL. */
static const struct slot *oldest(const struct warp *w)
{
	uint64_t n = w->next > SLOTS ? w->next - SLOTS : 0;
	const struct slot *s, *first = NULL;

	for (s = w->slots + SLOTS; s < w->slots + SLOTS + w->lates; s++)
		if (slot_live(s) && (!first || s->number < first->number))
			first = s;
	for (; !first && w->live && n < w->next; n++)
		if (slot_live(&w->slots[n % SLOTS]))
			first = &w->slots[n % SLOTS];
	return first;
}

/* The step that S waits for. */
static const char *missing_step(const struct slot *s)
{
	if (slot_is_access(s) && s->fx.access.lanes & ~s->performed)
		return "its accesses have not all performed";
	if (s->control_due)
		return "its control record has not come";
	if (slot_is_access(s))
		return "its accesses performed, but it has not retired";
	return "it has not retired";
}

static int check_alive(struct core *c, uint32_t warp, uint64_t cycle)
{
	const struct warp *w = &c->warps[warp];
	const struct slot *s = oldest(w);

	if (s && cycle - s->issue_cycle > c->all->rules.liveness) {
		c->all->cycle = cycle;
		return fail(c, COSIM_LIVE_COMPLETE, warp, s,
			    "issued in cycle %llu; %s",
			    (unsigned long long)s->issue_cycle,
			    missing_step(s));
	}
	if (warp_can_issue(c, warp) &&
	    cycle - w->ready_cycle > c->all->rules.liveness) {
		c->all->cycle = cycle;
		return fail(c, COSIM_LIVE_ISSUE, warp, NULL, "warp %u could "
			    "issue from pc 0x%08x since cycle %llu", warp,
			    golden_pc(c->golden, warp),
			    (unsigned long long)w->ready_cycle);
	}
	return 0;
}

static int check_stop(struct core *c, const char *when)
{
	if (c->exit_due)
		return fail(c, COSIM_LIVE_STOP, GOLDEN_MAX_WARPS, NULL,
			    "a warp wrote mexit in cycle %llu; %s",
			    (unsigned long long)c->exit_cycle, when);
	if (!c->stop_due)
		return 0;
	return fail(c, COSIM_LIVE_STOP, GOLDEN_MAX_WARPS, NULL,
		    "the memory responded with an error in cycle %llu; %s",
		    (unsigned long long)c->stop_cycle, when);
}

static int check_core_alive(struct core *c, uint64_t cycle)
{
	for (uint32_t i = 0; i < c->all->cfg.warps; i++)
		if (check_alive(c, i, cycle))
			return 1;
	if ((!c->stop_due || cycle - c->stop_cycle <= c->all->rules.liveness) &&
	    (!c->exit_due || cycle - c->exit_cycle <= c->all->rules.liveness))
		return 0;
	c->all->cycle = cycle;
	return check_stop(c, "the core goes on");
}

int cosim_liveness(struct cosim *c, uint64_t cycle)
{
	for (uint32_t i = 0; i < c->cfg.cores && !c->failed; i++)
		check_core_alive(&c->core[i], cycle);
	if (c->cfg.dispatch && !c->failed)
		dispatch_liveness(c, cycle);
	return c->failed;
}

/* --- the end ---------------------------------------------------------- */

static int each_core(struct cosim *c, int (*check)(struct core *c))
{
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (check(&c->core[i]))
			return 1;
	return 0;
}

/* A core with an active warp, or NULL. */
static struct core *active_core(const struct cosim *c)
{
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (golden_active(c->core[i].golden))
			return &c->core[i];
	return NULL;
}

/* The cycle in which the last core halted. */
static uint64_t end_cycle(const struct cosim *c)
{
	uint64_t last = 0;

	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (c->core[i].end_cycle > last)
			last = c->core[i].end_cycle;
	return last;
}

/* With dispatch: all launches must be done, too. */
static int check_launches(struct cosim *c, bool done)
{
	int slot = dispatch_running(c);

	if (done == (slot < 0))
		return 0;
	if (slot >= 0)
		fail_shared(c, COSIM_END_EARLY, "the launch in slot %d is not "
			    "done", slot);
	else
		fail_shared(c, COSIM_END_LATE, "all launches are done");
	fail_row(c, "done", done, slot < 0);
	return 1;
}

static int check_done(struct cosim *c, bool done)
{
	struct core *k = active_core(c);

	if (c->cfg.dispatch && (!k || !done))
		return check_launches(c, done);
	if (done == !k)
		return 0;
	if (k)
		fail(k, COSIM_END_EARLY, GOLDEN_MAX_WARPS, NULL,
		     "warps 0x%x are active", golden_active(k->golden));
	else
		fail_shared(c, COSIM_END_LATE,
			    "no warp is active since cycle %llu",
			    (unsigned long long)end_cycle(c));
	fail_row(c, "done", done, !k);
	return 1;
}

static int check_pending(struct core *c)
{
	for (uint32_t i = 0; i < c->all->cfg.warps; i++) {
		const struct slot *s = oldest(&c->warps[i]);

		if (s)
			return fail(c, COSIM_END_PENDING, i, s, "%s",
				    missing_step(s));
	}
	return 0;
}

const struct golden_trap *cosim_trap(const struct cosim *c)
{
	return c->cfg.cores > 1 ? &c->end.trap : golden_first_trap(c->machine);
}

static int check_exit(struct cosim *c, uint32_t code)
{
	uint32_t want = c->cfg.cores > 1 ? c->end.exit_code :
			golden_exit_code(c->machine);

	if (c->cfg.dispatch)
		want = 0;
	if (code == want)
		return 0;
	fail_shared(c, COSIM_END_EXIT, "the core ends with exit code %u", code);
	fail_row(c, "exit code", code, want);
	return 1;
}

static int check_fault(struct cosim *c, const struct cosim_final *f)
{
	const struct golden_trap *t = cosim_trap(c);

	if (f->fault_valid == t->valid &&
	    (!t->valid ||
	     (f->fault_core == t->core && f->fault_warp == t->warp &&
	      f->fault_pc == t->pc && f->fault_cause == t->cause &&
	      f->fault_tval == t->tval)))
		return 0;
	fail_shared(c, COSIM_END_FAULT, t->valid ?
		    "the first trap is that of warp %u" :
		    "there was no trap (warp %u)", t->warp);
	fail_diff(c, "fault valid", f->fault_valid, t->valid);
	fail_diff(c, "fault core", f->fault_core, t->core);
	fail_diff(c, "fault warp", f->fault_warp, t->warp);
	fail_diff(c, "fault pc", f->fault_pc, t->pc);
	fail_diff(c, "fault cause", f->fault_cause, t->cause);
	fail_diff(c, "fault tval", f->fault_tval, t->tval);
	return 1;
}

/* A part of the mirror: a page of RAM, or the shared memory of a core. */
struct part {
	struct core *core;    /* NULL: RAM */
	size_t at, bytes;
	uint32_t addr;
};

static bool is_refused(const struct cosim *c, uint32_t addr)
{
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (c->core[i].error_count &&
		    errors_at(&c->core[i], COSIM_DBUS, addr, 1))
			return true;
	return false;
}

/* May this byte differ? Yes, if its last writer is ambiguous, or if memory
 * refuses its address. */
static bool is_excused(const struct cosim *c, enum cosim_check check,
		       const struct part *p, size_t i)
{
	if (check == COSIM_END_FLAT)
		return flat_raced(c->flat, p->at + i);
	return is_refused(c, p->addr + (uint32_t)i);
}

static bool word_differs(const struct cosim *c, enum cosim_check check,
			 const uint8_t *a, const uint8_t *b,
			 const struct part *p, size_t at)
{
	for (size_t i = at; i < at + 4; i++)
		if (a[i] != b[i] && !is_excused(c, check, p, i))
			return true;
	return false;
}

static int part_fail(struct cosim *c, enum cosim_check check,
		     const struct part *p, uint32_t addr)
{
	return p->core ? fail(p->core, check, GOLDEN_MAX_WARPS, NULL,
			      "from 0x%08x on", addr) :
			 fail_shared(c, check, "from 0x%08x on", addr);
}

/* Compares A and B, which both begin with the first byte of P. Reports the
 * first words that differ. */
static int compare_part(struct cosim *c, enum cosim_check check,
			const uint8_t *a, const uint8_t *b,
			const struct part *p)
{
	char name[24];
	int bad = 0;

	if (!memcmp(a, b, p->bytes))
		return 0;
	for (size_t i = 0; i < p->bytes && bad < 16; i += 4) {
		uint32_t addr = p->addr + (uint32_t)i;

		if (!word_differs(c, check, a, b, p, i))
			continue;
		if (!bad++)
			part_fail(c, check, p, addr);
		snprintf(name, sizeof name, "[0x%08x]", addr);
		fail_row(c, name, load_word(a + i), load_word(b + i));
	}
	return bad != 0;
}

static int check_bytes(struct cosim *c, const uint8_t *ram, size_t at, size_t n)
{
	const struct part p = { NULL, at, n, c->cfg.ram_base + (uint32_t)at };
	const uint8_t *last = c->mirror + at;
	const uint8_t *bus = c->level[0]->bytes + at;

	return (ram && compare_part(c, COSIM_END_MEMORY, ram + at, bus, &p)) ||
	       compare_part(c, COSIM_END_VIEW, bus, last, &p) ||
	       compare_part(c, COSIM_END_FLAT, last,
			    golden_ram(c->machine) + at, &p);
}

static int check_smem(struct core *c)
{
	const uint32_t first = machine_smem(&c->all->cfg);
	const struct part p = { c, mirror_at(c, first),
				c->all->cfg.smem_size, first };

	return p.bytes && compare_part(c->all, COSIM_END_FLAT,
				       c->all->mirror + p.at,
				       golden_smem(c->golden), &p);
}

static int check_memory(struct cosim *c, const struct cosim_final *f)
{
	size_t pages = c->cfg.ram_size >> PAGE_SHIFT;

	for (size_t i = 0; i < pages; i++)
		if (bit_get(c->dirty, i) || (f->ram && bit_get(f->dirty, i)))
			if (check_bytes(c, f->ram, i << PAGE_SHIFT,
					1u << PAGE_SHIFT))
				return 1;
	return each_core(c, check_smem);
}

static int check_drained(struct cosim *c)
{
	for (uint32_t i = 0; i < c->levels; i++)
		if (c->level[i]->lower && level_drained(c->level[i]))
			return 1;
	return c->l2 ? l2_drained(c) : 0;
}

static int check_counters(struct cosim *c, const struct cosim_final *f)
{
	for (uint32_t i = 0; f->counters && i < c->cfg.cores; i++)
		if (counters_check(&c->core[i],
				   f->counters + i * ISA_COUNTERS,
				   f->counted))
			return 1;
	return 0;
}

static int check_stopped(struct core *c)
{
	return check_stop(c, "the run has ended");
}

int cosim_finish(struct cosim *c, const struct cosim_final *final)
{
	if (c->failed)
		return 1;
	c->cycle = final->cycle;
	return each_core(c, check_stopped) || check_done(c, final->done) ||
	       each_core(c, check_pending) || check_fault(c, final) ||
	       check_exit(c, final->exit_code) || check_drained(c) ||
	       check_memory(c, final) || check_counters(c, final);
}

/* Whole words are compared. */
int cosim_check_memory(struct cosim *c, uint64_t cycle, const uint8_t *ram,
		       uint32_t addr, size_t n)
{
	size_t at = addr - c->cfg.ram_base, first = at & ~(size_t)3;

	if (c->failed)
		return 1;
	c->cycle = cycle;
	return check_bytes(c, ram, first, ((at + n + 3) & ~(size_t)3) - first);
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

/* --- reasons for which a warp waits ------------------------------------ */

/* The last instruction of the warp is the bar at which it waits. */
static void waits_at_barrier(const struct core *c, uint32_t warp, char *buf,
			     size_t size)
{
	const struct warp *w = &c->warps[warp];
	const struct slot *s = &w->slots[(w->next - 1) % SLOTS];
	uint32_t here = 0, need = golden_reg(c->golden, warp,
					     lowest(s->fx.tmask),
					     s->fx.regs.rs2);
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

static void waits_for_record(const struct cosim *c, const struct slot *s,
			     char *buf, size_t size)
{
	char text[GOLDEN_TEXT];

	golden_disasm(&c->cfg, s->fx.pc, s->fx.insn, s->fx.foreign.prefix, text,
		      sizeof text);
	snprintf(buf, size, "seq %u pc 0x%08x %s, issued in cycle %llu: %s",
		 slot_seq(s), s->fx.pc, text,
		 (unsigned long long)s->issue_cycle, missing_step(s));
}

void cosim_waits_for(const struct cosim *c, uint32_t core, uint32_t warp,
		     char *buf, size_t size)
{
	const struct core *k = &c->core[core];
	const struct warp *w = &k->warps[warp];
	const struct slot *s = oldest(w);

	if (s)
		waits_for_record(c, s, buf, size);
	else if (!(golden_active(k->golden) >> warp & 1))
		snprintf(buf, size, "halted");
	else if (c->cfg.dispatch && dispatch_waits(k, warp, buf, size))
		return;
	else if (golden_waiting(k->golden) >> warp & 1)
		waits_at_barrier(k, warp, buf, size);
	else if (w->holds)
		snprintf(buf, size, "the control record of warp %u",
			 w->held_by);
	else
		snprintf(buf, size, "can issue from pc 0x%08x since cycle %llu "
			 "and does not (fetch or scheduler)",
			 golden_pc(k->golden, warp),
			 (unsigned long long)w->ready_cycle);
}
