/* meet.c - executes the instructions of a warp as a whole
 * SPDX-License-Identifier: Apache-2.0
 *
 * These are the instructions at which the threads of a warp must meet. Each
 * function is one row of the table in doc/oracle.md: the meaning of the
 * instruction for each thread.
 */
#include "oracle/stretch.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct meeting {
	struct oracle *o;
	struct warp *w;
	uint32_t number;        /* number of the warp */
	struct warp *core_warp; /* the first warp of its core */
	uint32_t word, pc;
	struct thread *leader;
	uint32_t a, b;          /* values of rs1, rs2 of the leader */
};

static void set_party(struct warp *w, uint32_t threads, uint32_t pc)
{
	for (uint32_t m = threads; m; m &= m - 1)
		w->thread[lowest(m)].pc = pc;
	w->party = threads;
}

static void count(struct meeting *m)
{
	m->o->counts.instructions++;
	m->o->counts.thread_instructions += count_of(m->w->party);
}

/* The IPDOM entries of a thread. The first side of a split counts two, since
 * the other side is to come. */
static uint32_t stack_entries(const struct thread *t)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < t->depth; i++)
		n += t->frames[i].side == FIRST_SIDE ? 2 : 1;
	return n;
}

/* --- the end of a warp ------------------------------------------------ */

/* Would an earlier end of this warp have changed the warp that a wspawn of its
 * core woke? Then the order of warps matters. */
static void check_spawned(struct oracle *o, uint32_t number)
{
	const struct warp *w = &o->warp[number];
	const struct core *core = core_of(o, number);

	for (size_t i = 0; i < o->spawned.count; i++) {
		const struct spawned *s = &o->spawned.at[i];

		if (s->warp != number && core_of(o, s->warp) == core &&
		    s->clock > w->clock[s->warp % o->cfg.warps])
			oracle_stop(o, ORACLE_RACE,
				    "warp %" PRIu32
				    " may end before warp %" PRIu32
				    " wakes another one",
				    number, s->warp);
	}
}

/* Warp TO now comes after all that CLOCK covers. */
static void merge_clock(const struct oracle *o, struct warp *to,
			const uint32_t *clock)
{
	for (uint32_t i = 0; i < o->cfg.warps; i++)
		if (to->clock[i] < clock[i])
			to->clock[i] = clock[i];
}

/* The number in place of a barrier's at which a warp waits for its block. */
enum { BLOCK_BARRIER = 0x10000 };

/* If all warps of the block of warp NUMBER that have not ended have arrived,
 * the phase ends. */
static void end_phase(struct oracle *o, uint32_t number)
{
	struct warp *first = &o->warp[first_of_core(o, number)];
	struct core *block = core_of(o, number);
	bool any = false;

	for (uint32_t i = 0; i < o->cfg.warps; i++) {
		if (first[i].rest != RESTING && !first[i].arrived)
			return;
		any |= first[i].rest != RESTING;
	}
	if (!any)
		return;
	block->phase++;
	for (uint32_t i = 0; i < o->cfg.warps; i++)
		for (uint32_t k = 0; k < o->cfg.warps; k++)
			if (block->known[k] < first[i].clock[k])
				block->known[k] = first[i].clock[k];
	for (uint32_t i = 0; i < o->cfg.warps; i++) {
		first[i].arrived = false;
		if (first[i].rest != WAITING ||
		    first[i].barrier != BLOCK_BARRIER)
			continue;
		merge_clock(o, &first[i], block->known);
		first[i].clock[i]++;
		first[i].rest = READY;
	}
}

static void end_warp(struct oracle *o, uint32_t number)
{
	struct warp *w = &o->warp[number];

	w->end.entries = stack_entries(&w->thread[lowest(w->party)]);
	w->rest = RESTING;
	core_of(o, number)->any_halted = true;
	if (o->cfg.dispatch)
		end_phase(o, number);
	check_spawned(o, number);
}

static void halt(struct meeting *m)
{
	m->w->end.halted = true;
	m->w->end.exit_code = m->leader->x[10];
	count(m);
	end_warp(m->o, m->number);
}

static void trap(struct meeting *m, uint32_t cause, uint32_t tval)
{
	m->w->end.trapped = true;
	m->w->end.pc = m->pc;
	m->w->end.insn = m->word;
	m->w->end.cause = cause;
	m->w->end.tval = tval;
	end_warp(m->o, m->number);
}

/* --- active threads ---------------------------------------------------- */

static void tmc(struct meeting *m)
{
	uint32_t n = m->a;

	if (n > m->o->cfg.threads) {
		trap(m, 25, n);
		return;
	}
	if (n == 0) {
		halt(m);
		return;
	}
	if (m->leader->depth) {
		oracle_stop(m->o, ORACLE_BEYOND,
			    "tmc at 0x%08" PRIx32 " within a split", m->pc);
		return;
	}
	count(m);
	set_party(m->w, UINT32_MAX >> (32 - n), m->pc + 4);
}

static void push(struct thread *t, uint32_t all, uint32_t other, enum side side)
{
	t->frames[t->depth++] = (struct frame){ all, other, side };
}

/* Each thread records the threads at the split and those of the other side. */
static void split(struct meeting *m)
{
	struct warp *w = m->w;
	uint32_t all = w->party, yes = 0, no, reg = m->word >> 15 & 31;
	uint32_t room = m->o->cfg.stack - stack_entries(m->leader);

	for (uint32_t s = all; s; s &= s - 1)
		if (w->thread[lowest(s)].x[reg])
			yes |= s & (0 - s);
	no = all & ~yes;
	if (room < (yes && no ? 2 : 1)) {
		trap(m, 28, 0);
		return;
	}
	count(m);
	for (uint32_t s = all; s; s &= s - 1) {
		bool is_yes = (yes & s & (0 - s)) != 0;

		push(&w->thread[lowest(s)], all, is_yes ? no : yes,
		     !yes || !no ? AGREED : is_yes ? FIRST_SIDE : SECOND_SIDE);
	}
	m->o->counts.splits += yes && no;
	set_party(w, all, m->pc + 4);
	if (yes)
		w->party = yes;
}

/* At join, the first side waits, and the second side continues from the split.
 * When that joins, all continue. */
static void join(struct meeting *m)
{
	struct warp *w = m->w;
	struct frame f;

	if (!m->leader->depth) {
		trap(m, 27, 0);
		return;
	}
	f = m->leader->frames[m->leader->depth - 1];
	count(m);
	if (f.side == FIRST_SIDE) {
		for (uint32_t s = w->party; s; s &= s - 1)
			w->thread[lowest(s)].pc = m->pc;
		w->party = f.other;
		return;
	}
	if (f.side == SECOND_SIDE)
		for (uint32_t s = f.all & ~w->party; s; s &= s - 1)
			if (w->thread[lowest(s)].pc != m->pc)
				oracle_stop(m->o, ORACLE_BEYOND,
					    "the sides of a split meet at two "
					    "places, one is 0x%08" PRIx32,
					    m->pc);
	for (uint32_t s = f.all; s; s &= s - 1)
		w->thread[lowest(s)].depth--;
	set_party(w, f.all, m->pc + 4);
}

static void clone(struct meeting *m)
{
	if (m->a >= m->o->cfg.threads) {
		trap(m, 26, m->a);
		return;
	}
	count(m);
	memcpy(m->w->thread[m->a].x, m->w->thread[0].x,
	       sizeof m->w->thread[0].x);
	memcpy(m->w->thread[m->a].f, m->w->thread[0].f,
	       sizeof m->w->thread[0].f);
	set_party(m->w, m->w->party, m->pc + 4);
}

/* Votes on the active threads whose rs1 is not zero. */
static void vote(struct meeting *m)
{
	struct warp *w = m->w;
	uint32_t kind = m->word >> 12 & 7, rd = m->word >> 7 & 31;
	uint32_t all = w->party, yes = 0, answer;

	if (kind > 3 || m->word >> 20 & 31) {
		trap(m, 2, m->word);
		return;
	}
	for (uint32_t t = 0; t < m->o->cfg.threads; t++)
		if (all >> t & 1 && w->thread[t].x[m->word >> 15 & 31])
			yes += UINT32_C(1) << t;
	answer = kind == 3 ? yes : kind == 1 ? yes > 0 :
		 !(all - yes) || (kind == 2 && !yes);
	count(m);
	for (uint32_t s = all; s && rd; s &= s - 1)
		w->thread[lowest(s)].x[rd] = answer;
	set_party(w, all, m->pc + 4);
}

/* --- warps ------------------------------------------------------------ */

/* WARP is the first one of a core. */
static struct warp *find_resting(const struct oracle *o, struct warp *warp)
{
	for (uint32_t i = 0; i < o->cfg.warps; i++)
		if (warp[i].rest == RESTING)
			return &warp[i];
	return NULL;
}

static void wspawn(struct meeting *m)
{
	struct oracle *o = m->o;
	struct warp *w = find_resting(o, m->core_warp);
	uint32_t rd = m->word >> 7 & 31;

	if (m->a % 4) {
		trap(m, 0, m->a);
		return;
	}
	if (core_of(o, m->number)->any_halted) {
		oracle_stop(o, ORACLE_BEYOND,
			    "which warp wspawn at 0x%08" PRIx32
			    " wakes depends on who has ended",
			    m->pc);
		return;
	}
	if (!w) {
		trap(m, 24, m->a);
		return;
	}
	count(m);
	LIST_ADD(o, spawned,
		 (struct spawned){ m->number, *clock_of(o, m->number) });
	merge_clock(o, w, m->w->clock);
	w->rest = READY;
	w->end.ran = true;
	w->mstatus &= ~UINT32_C(8);
	w->thread[0].depth = 0;
	if (rd)
		w->thread[0].x[rd] = m->b;
	set_party(w, 1, m->a);
	set_party(m->w, m->w->party, m->pc + 4);
}

/* The warps that wait at barrier ID of the core whose first warp is WARP: a
 * bit for each warp of the core. */
static uint32_t find_waiters(const struct oracle *o, const struct warp *warp,
			     uint32_t id)
{
	uint32_t set = 0;

	for (uint32_t i = 0; i < o->cfg.warps; i++)
		if (warp[i].rest == WAITING && warp[i].barrier == id)
			set |= UINT32_C(1) << i;
	return set;
}

static void bar(struct meeting *m)
{
	struct oracle *o = m->o;
	struct warp *warp = m->core_warp;
	uint32_t known[ORACLE_MOST] = { 0 }, set;

	if (m->a >= o->cfg.barriers || m->b > o->cfg.warps) {
		trap(m, m->a >= o->cfg.barriers ? 29 : 30,
		     m->a >= o->cfg.barriers ? m->a : m->b);
		return;
	}
	count(m);
	set_party(m->w, m->w->party, m->pc + 4);
	m->w->rest = WAITING;
	m->w->barrier = m->a;
	set = find_waiters(o, warp, m->a);
	if (count_of(set) < m->b)
		return;
	for (uint32_t s = set; s; s &= s - 1)
		for (uint32_t i = 0; i < o->cfg.warps; i++)
			if (known[i] < warp[lowest(s)].clock[i])
				known[i] = warp[lowest(s)].clock[i];
	for (uint32_t s = set; s; s &= s - 1) {
		merge_clock(o, &warp[lowest(s)], known);
		warp[lowest(s)].clock[lowest(s)]++;
		warp[lowest(s)].rest = READY;
	}
}

/* bar.sync, bar.arrive, bar.wait: selected by rs2. A phase that has ended
 * before a wait orders the warp behind it. */
static void block_bar(struct meeting *m)
{
	struct core *block = core_of(m->o, m->number);
	uint32_t how = m->word >> 20 & 31, rd = m->word >> 7 & 31;
	bool waits = how == 0 ||
		     (how == 2 && (m->a - block->phase) % 2 == 0);

	if (how < 2 && m->w->arrived) {
		trap(m, 31, 0);
		return;
	}
	count(m);
	for (uint32_t s = m->w->party; s && how == 1 && rd; s &= s - 1)
		m->w->thread[lowest(s)].x[rd] = block->phase % 256;
	set_party(m->w, m->w->party, m->pc + 4);
	m->w->arrived |= how < 2;
	if (waits) {
		m->w->rest = WAITING;
		m->w->barrier = BLOCK_BARRIER;
	} else if (how == 2) {
		merge_clock(m->o, m->w, block->known);
	}
	end_phase(m->o, m->number);
}

/* --- system ----------------------------------------------------------- */

static bool is_writable(const struct oracle *o, uint32_t address)
{
	return hart_selects(o, address) || hart_floats(o, address) ||
	       (address >= 0x7c0 && address <= 0x7c2) || address == 0x300 ||
	       address == 0x305 || address == 0x341;
}

static void end_run(struct meeting *m, uint32_t value)
{
	struct oracle *o = m->o;

	for (uint32_t i = 0; i < warps_of(o); i++)
		if (i != m->number && o->warp[i].end.ran &&
		    (o->cfg.cores > 1 || o->warp[i].rest != RESTING))
			oracle_stop(o, ORACLE_BEYOND,
				    "mexit ends other warps at some time");
	o->exits = true;
	o->exit_code = value;
	end_warp(o, m->number);
}

/* Selects an event for the counters of all warps of the core. If another of
 * them runs, the time of the change matters. */
static void select_event(struct meeting *m, uint32_t counter, uint32_t value)
{
	struct oracle *o = m->o;

	for (uint32_t i = 0; i < o->cfg.warps; i++)
		if (&m->core_warp[i] != m->w && m->core_warp[i].rest != RESTING)
			oracle_stop(o, ORACLE_BEYOND,
				    "events are selected at some time");
	if (counter < 3 + o->cfg.selected)
		core_of(o, m->number)->event[counter] =
			value >= 3 && value <= 32 ? value : 0;
}

static void write_csr(struct meeting *m, uint32_t address, uint32_t value)
{
	bool timer = m->o->cfg.timer;

	if (hart_selects(m->o, address))
		select_event(m, hart_selects(m->o, address), value);
	if (hart_floats(m->o, address) && address != 0x002)
		m->w->fflags = value % 32;
	if (hart_floats(m->o, address) && address != 0x001)
		m->w->frm = value / (address == 0x003 ? 32 : 1) % 8;
	if (address == 0x7c2)
		end_run(m, value);
	else if (address == 0x7c1 && timer && value)
		oracle_stop(m->o, ORACLE_BEYOND,
			    "interrupts come at some time");
	else if (address == 0x300 && timer)
		m->w->mstatus = value & 0x88;
	else if (address == 0x305 && timer)
		m->w->mtvec = value & ~UINT32_C(3);
	else if (address == 0x341 && timer)
		m->w->mepc = value & ~UINT32_C(3);
}

/* Executes a CSR instruction that writes: every thread reads, the leader's
 * operand is written. */
static void csr(struct meeting *m)
{
	uint32_t address = m->word >> 20, kind = m->word >> 12 & 7,
		 rd = m->word >> 7 & 31;
	uint32_t uimm = m->word >> 15 & 31, operand = kind >= 4 ? uimm : m->a,
		 old = 0;
	struct walker k = { .o = m->o, .warp = m->number };

	if (kind == 4 || !is_writable(m->o, address) ||
	    !hart_csr(&k, address, &old)) {
		trap(m, 2, m->word);
		return;
	}
	count(m);
	for (uint32_t s = m->w->party; s && rd; s &= s - 1)
		m->w->thread[lowest(s)].x[rd] = old;
	set_party(m->w, m->w->party, m->pc + 4);
	write_csr(m, address,
		  kind % 4 == 1 ? operand :
		  kind % 4 == 2 ? old | operand :
				  old & ~operand);
}

static void mret(struct meeting *m)
{
	struct warp *w = m->w;

	count(m);
	set_party(w, w->party, w->mepc);
	w->mstatus = 0x80 | (w->mstatus >> 4 & 8);
}

static void privileged(struct meeting *m)
{
	if (m->word >> 12 & 7)
		csr(m);
	else if (m->word == 0x00000073)
		trap(m, 11, 0);
	else if (m->word == 0x00100073)
		halt(m);
	else if (m->word == 0x30200073 && m->o->cfg.timer)
		mret(m);
	else
		trap(m, 2, m->word);
}

/* Finds the source thread of thread I by walking the bits of its segment.
 * Returns false if there is none. */
static bool find_source(uint32_t kind, uint32_t from, uint32_t i,
			uint32_t *source)
{
	uint32_t first = 0, last = 0, b = from % 64;

	for (uint32_t bit = 1; bit < 64; bit *= 2) {
		bool shared = from & bit << 12;

		first += shared ? i & bit : 0;
		last += shared ? i & bit : from >> 6 & bit;
	}
	switch (kind) {
	case 4:
		*source = i - b;
		return b <= i && i - b >= first;
	case 5: *source = i + b; break;
	case 6: *source = i ^ b; break;
	default:
		*source = first;
		for (uint32_t bit = 1; bit < 64; bit *= 2)
			*source += from & bit << 12 ? 0 : b & bit;
	}
	return *source <= last;
}

static void shuffle(struct meeting *m)
{
	struct warp *w = m->w;
	uint32_t rd = m->word >> 7 & 31, all = w->party, result[32];

	for (uint32_t s = all; s; s &= s - 1) {
		uint32_t i = lowest(s), source;
		uint32_t from = w->thread[i].x[m->word >> 20 & 31];

		if (!find_source(m->word >> 12 & 7, from, i, &source) ||
		    source >= m->o->cfg.threads || !(all >> source & 1))
			source = i;
		result[i] = w->thread[source].x[m->word >> 15 & 31];
	}
	count(m);
	for (uint32_t s = all; s && rd; s &= s - 1)
		w->thread[lowest(s)].x[rd] = result[lowest(s)];
	set_party(w, all, m->pc + 4);
}

/* --- dispatch ------------------------------------------------------------ */

/* Are the unused fields of custom-0, rd, rs1 and rs2, zero? By funct3. */
static bool simt_legal(uint32_t word)
{
	static const uint32_t zero[8] = {
		0x01f00f80, 0, 0x01f00f80, 0x01ff8f80, 0x00000f80, UINT32_MAX,
		0x01f00f80,
		UINT32_MAX
	};

	return !(word >> 25) && !(word & zero[word >> 12 & 7]);
}

/* funct3 = 5; of rd and rs1 only bar.arrive has the first, bar.wait the
 * second. */
static bool block_bar_legal(uint32_t word)
{
	uint32_t how = word >> 20 & 31;

	return !(word >> 25) && (word >> 12 & 7) == 5 && how < 3 &&
	       (how == 1 || !(word >> 7 & 31)) &&
	       (how == 2 || !(word >> 15 & 31));
}

static void execute_simt(struct meeting *m)
{
	static void (*const execute[8])(struct meeting *) = {
		tmc, wspawn, split, join, bar, NULL, clone, NULL
	};

	if (m->word >> 25 == 1 && m->word >> 14 & 1 && m->o->cfg.has_shfl)
		shuffle(m);
	else if (m->word >> 25 == 1 && m->o->cfg.has_vote)
		vote(m);
	else if (m->o->cfg.dispatch && block_bar_legal(m->word))
		block_bar(m);
	else if (simt_legal(m->word))
		execute[m->word >> 12 & 7](m);
	else
		trap(m, 2, m->word);
}

void oracle_meet(struct oracle *o, uint32_t number)
{
	struct warp *w = &o->warp[number];
	struct thread *leader = &w->thread[lowest(w->party)];
	uint32_t word = memory_peek(&o->ram, leader->pc);
	struct meeting m = {
		.o = o, .w = w, .number = number, .word = word,
		.core_warp = &o->warp[first_of_core(o, number)],
		.pc = leader->pc,
		.leader = leader, .a = leader->x[word >> 15 & 31],
		.b = leader->x[word >> 20 & 31]
	};

	if ((word & 0x7f) == 0x0b)
		execute_simt(&m);
	else
		privileged(&m);
	++*clock_of(o, number);
}

void oracle_fall(struct oracle *o, uint32_t number, const struct walker *k)
{
	struct warp *w = &o->warp[number];
	struct thread *leader = &w->thread[lowest(w->party)];
	struct meeting m = {
		.o = o, .w = w, .number = number, .pc = leader->pc,
		.leader = leader,
		.word = k->cause == 1 ? 0 : memory_peek(&o->ram, leader->pc)
	};

	trap(&m, k->cause, k->tval);
}
