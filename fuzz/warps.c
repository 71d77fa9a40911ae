/* warps.c - the code of a warp in random programs, from its first instruction
 * to its last
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/generate.h"

#include <string.h>

/* --- warps ------------------------------------------------------------ */

/* x28, x31 of a FUZZ_ANY program; RAM stands in for absent shared memory. */
static void find_places(struct gen *g, uint32_t raced)
{
	constant(g, SHARED, g->smem_bytes ? machine_smem(g->machine) : raced);
	read_csr(g, ADDR, ISA_CSR_MHARTID);
	constant(g, OWN, raced + RACED_BYTES);
	for (uint32_t bit = g->own_bytes; bit; bit &= bit - 1) {
		emit(g, ISA_SLLI, TEMP, ADDR, 0, (int32_t)__builtin_ctz(bit));
		emit(g, ISA_ADD, OWN, OWN, TEMP, 0);
	}
}

/* Is there something in registers and shared memory that others have left? */
static bool finds_old(const struct gen *g)
{
	return g->p->options.blocks && !g->machine->clear;
}

/* The first instructions of a warp: x28..x31, and a value in every working
 * register; in some of a block that finds zeros there is none. */
static void begin_warp(struct gen *g)
{
	const struct fuzz_program *p = g->p;
	uint32_t raced = p->data + 4 * FUZZ_TABLE;
	bool zeros = p->options.blocks && !finds_old(g);

	if (g->class == FUZZ_SCALAR || finds_old(g))
		for (uint32_t r = 1; r < 32; r++)
			constant(g, r, 0);
	else if (!zeros)
		fuzz_tmc(g, g->machine->threads);
	if (g->machine->fp && finds_old(g))
		write_csr(g, ISA_CSR_FCSR, 0);
	if (g->machine->fp)
		fuzz_float_mode(g, 0);
	constant(g, TABLE, p->data);
	constant(g, RACED, raced);
	if (g->class == FUZZ_ANY)
		find_places(g, raced);
	else if (g->class == FUZZ_ORDERED)
		fuzz_find_own(g);
	else
		constant(g, OWN, raced + RACED_BYTES);
	for (uint32_t at = 0; finds_old(g) && at < g->smem_bytes; at += 4)
		emit(g, ISA_SW, 0, SHARED, 0, (int32_t)at);
	for (uint32_t r = FIRST; r <= LAST; r++) {
		if (zeros && one_in(g, 3))
			continue;
		constant(g, r, fuzz_value(g));
		if (one_in(g, 3))
			continue;
		emit(g, ISA_SLLI, TEMP, ADDR, 0, (int32_t)below(g, 28));
		emit(g, one_in(g, 2) ? ISA_ADD : ISA_XOR, r, r, TEMP, 0);
	}
	for (uint32_t r = zeros ? 16 : 0; fuzz_has_f(g) && r < 32; r++)
		emit(g, ISA_FMV_W_X, r,
		     p->options.blocks && r == SHARED ? 0 : r, 0, 0);
}

/* One thread executes the wspawn; the others are on the other side of a
 * split. */
static void wake_by_one(struct gen *g, uint32_t group)
{
	uint32_t over, thread = below(g, g->machine->threads);

	fuzz_tmc(g, thread + 1 + below(g, g->machine->threads - thread));
	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_XORI, TEMP, TEMP, 0, (int32_t)thread);
	emit(g, ISA_SLTIU, TEMP, TEMP, 0, 1);
	emit(g, ISA_SPLIT, 0, TEMP, 0, 0);
	over = jump(g, ISA_BEQ, TEMP, 0, 0);
	fuzz_wake(g, group);
	land(g, over);
	emit(g, ISA_JOIN, 0, 0, 0, 0);
}

/* Wakes TIMES warps of GROUP, up to BETWEEN instructions before each. */
static void spawn(struct gen *g, uint32_t group, uint32_t times,
		  uint32_t between)
{
	bool may_split = g->class == FUZZ_ANY && fuzz_room_for(g, 2) &&
			 g->p->options.weight[FUZZ_IF];

	for (uint32_t n = 0; n < times; n++) {
		fuzz_block(g, below(g, between + 1));
		if (may_split && one_in(g, 4))
			wake_by_one(g, group);
		else
			fuzz_wake(g, group);
	}
}

static void spawn_all(struct gen *g, uint32_t length)
{
	uint32_t warps = 0;

	for (uint32_t i = 1; i < g->groups; i++)
		warps += g->group[i].by_warp0;
	for (uint32_t i = 1; i < g->groups; i++)
		spawn(g, i, g->group[i].by_warp0, 2 * length / (warps + 1));
}

/* Stores the registers at the end of the data: x0..x31, without x27, and fcsr
 * in place of x26; then f0..f31. */
static void store_registers(struct gen *g)
{
	constant(g, ADDR, g->p->end - fuzz_dump_bytes(g->machine));
	if (g->machine->fp)
		read_csr(g, TEMP, ISA_CSR_FCSR);
	for (uint32_t r = 0; r < 32; r++)
		if (r != ADDR)
			emit(g, ISA_SW, 0, ADDR, r, (int32_t)(4 * r));
	for (uint32_t r = 0; fuzz_has_f(g) && r < 32; r++)
		emit(g, ISA_FSW, 0, ADDR, r, (int32_t)(4 * (ISA_FIRST_F + r)));
}

/* Traps of causes that fuzz_trap does not emit. */
static void rare_trap(struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t rd = work_reg(g), how = below(g, 5);

	if (how == 0)
		emit(g, ISA_LW, rd, 0, 0, 0);
	else if (how == 1)
		emit(g, ISA_SW, 0, 0, rd, 0);
	else if (how == 2)
		emit(g, ISA_JALR, rd, 0, 0, 0);
	else if (how == 3)
		for (uint32_t i = 0; i <= m->stack; i++)
			emit(g, ISA_SPLIT, 0, 0, 0, 0);
	else {
		emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)(m->warps + 1));
		emit(g, ISA_BAR, 0, 0, TEMP, 0);
	}
}

/* Prepares an end with another thread mask, or inside up to two splits that the
 * warp never leaves, on any side; it may trap there. */
static void deep_end(struct gen *g)
{
	uint32_t splits = below(g, 3), over;

	if (one_in(g, 2))
		fuzz_tmc(g, 1 + below(g, g->machine->threads));
	for (uint32_t i = 0; i < splits && fuzz_room_for(g, 2 * i + 2); i++) {
		fuzz_predicate(g);
		emit(g, ISA_SPLIT, 0, TEMP, 0, 0);
		over = jump(g, ISA_BEQ, TEMP, 0, 0);
		if (one_in(g, 2))
			emit(g, ISA_JOIN, 0, 0, 0, 0);
		land(g, over);
	}
	if (one_in(g, 2))
		rare_trap(g);
	else if (one_in(g, 2))
		fuzz_trap(g);
}

/* Leaves a sum of the working registers in the thread's own memory. */
static void store_sum(struct gen *g)
{
	if (g->weight[FUZZ_CLONE])
		fuzz_find_own(g);
	emit(g, ISA_ADDI, TEMP, 0, 0, 0);
	for (uint32_t r = FIRST; r <= LAST; r++) {
		emit(g, ISA_SLLI, ADDR, TEMP, 0, 1);
		emit(g, ISA_SLTU, TEMP, ADDR, TEMP, 0);
		emit(g, ISA_ADD, TEMP, TEMP, ADDR, 0);
		emit(g, ISA_ADD, TEMP, TEMP, r, 0);
	}
	emit(g, ISA_SW, 0, OWN, TEMP, (int32_t)(g->half * (g->own_bytes / 2)));
}

/* May a warp end with a trap? One of a block ends others at some time. */
static bool may_trap(const struct gen *g)
{
	return !g->p->options.blocks || g->class == FUZZ_ANY;
}

static void end_plainly(struct gen *g, bool alone)
{
	uint32_t how = below(g, 16);

	if (g->p->options.blocks)
		store_sum(g);
	if (g->class == FUZZ_SCALAR)
		store_registers(g);
	else if (how < 3 && may_trap(g))
		fuzz_trap(g);
	else if (how < 6)
		emit(g, ISA_TMC, 0, 0, 0, 0);
	else if (how == 6 && (alone || (g->p->options.blocks && may_trap(g))))
		write_csr(g, ISA_CSR_MEXIT, source(g));
	else if (how < 14 && g->class == FUZZ_ANY &&
		 g->p->options.weight[FUZZ_FAR])
		fuzz_far_trap(g);
	/* Instructions behind the end: a warp executes them only if it has not
	 * ended. */
	for (uint32_t n = g->class == FUZZ_ANY ? below(g, 4) : 0; n; n--)
		fuzz_alu(g);
	emit(g, ISA_EBREAK, 0, 0, 0, 0);
}

static void end_warp(struct gen *g, bool alone, bool wakes)
{
	bool first = wakes && one_in(g, 2);

	if (first)
		fuzz_wake(g, LATE);
	if (g->class == FUZZ_ANY && g->p->options.weight[FUZZ_DEEP] &&
	    !one_in(g, 4))
		deep_end(g);
	if (wakes && !first)
		fuzz_wake(g, LATE);
	end_plainly(g, alone);
}

void fuzz_warp(struct gen *g, uint32_t number, uint32_t length, uint32_t phases,
	       const struct barrier *barrier)
{
	static const char *const names[GROUPS + 1] = { "warp0", "group1",
						       "group2", "group3",
						       "late" };
	const struct group *own = &g->group[number];

	g->pending = names[number];
	g->group[number].start = here(g);
	g->first = true;
	g->half = 0;
	if (number == 0)
		fuzz_flush_first(g);
	begin_warp(g);
	if (number == 0) {
		fuzz_use_probes(g);
		fuzz_copy_islands(g);
		fuzz_start_ticks(g);
	}
	fuzz_enable_ticks(g);
	if (number == 0)
		spawn_all(g, length / phases);
	else
		spawn(g, own->wakes, own->times, length / phases);
	if (g->thrashes && phases == 1)
		fuzz_thrash(g);
	for (uint32_t phase = 0; phase < phases; phase++) {
		fuzz_block(g, length / phases);
		if (phase + 1 < phases && barrier[phase].groups >> number & 1)
			fuzz_meeting(g, &g->meeting[phase], &barrier[phase]);
		if (g->clash && phase + 2 == phases)
			return;
		if (g->thrashes && phase == 0 && phases > 1)
			fuzz_thrash(g);
		g->half ^= phase + 1 < phases &&
			   barrier[phase].groups == (1u << g->groups) - 1;
	}
	end_warp(g, number == 0 && (g->class == FUZZ_ANY ||
				    (g->groups == 1 && g->machine->cores == 1)),
		 g->late && number != LATE && !one_in(g, 3));
}

/* The first barrier from ID on at which no group or all groups have met; ID if
 * none is. */
static uint32_t find_barrier_for_all(const uint32_t *used, uint32_t ids,
				     uint32_t all, uint32_t id)
{
	for (uint32_t k = 0; k < ids; k++)
		if (!used[(id + k) % ids] || used[(id + k) % ids] == all)
			return (id + k) % ids;
	return id;
}

static void plan_free_barrier(struct gen *g, uint32_t phases,
			      const struct barrier *barrier, uint32_t ids)
{
	uint32_t taken = 0;

	for (uint32_t i = 0; i + 1 < phases; i++)
		taken |= 1u << barrier[i].id;
	g->free_barrier = g->machine->barriers;
	for (uint32_t id = 0; id < ids; id++)
		if (!(taken >> id & 1))
			g->free_barrier = id;
}

/* A barrier is used again only by the groups that met there before, or after a
 * barrier of all groups. */
uint32_t fuzz_plan_barriers(struct gen *g, struct barrier *barrier)
{
	uint32_t phases = 1 + below(g, PHASES), used[MOST_WARPS] = { 0 };
	uint32_t all = (1u << g->groups) - 1, ids = g->machine->barriers;

	if (ids > MOST_WARPS)
		ids = MOST_WARPS;
	/* No warp may end before all have been woken. */
	if (g->class == FUZZ_ORDERED && phases == 1)
		phases = 2;
	if (g->class == FUZZ_SCALAR)
		phases = 1;
	fuzz_plan_meetings(g, phases);
	for (uint32_t i = 0; i + 1 < phases; i++) {
		struct barrier *b = &barrier[i];

		b->id = below(g, ids);
		b->groups = one_in(g, 2) ? all : 1 + below(g, all);
		if (g->class == FUZZ_ORDERED && i == 0)
			b->groups = all;
		if (g->clash && i + 2 == phases) {
			b->id = find_barrier_for_all(used, ids, all, b->id);
			b->groups = all;
		}
		if (used[b->id] && (b->groups & ~used[b->id]))
			b->groups = used[b->id];
		used[b->id] = b->groups;
		if (b->groups == all)
			for (uint32_t id = 0; id < ids; id++)
				if (id != b->id)
					used[id] = 0;
		b->count = 0;
		for (uint32_t k = 0; k < g->groups; k++)
			b->count += b->groups >> k & 1 ? g->group[k].warps : 0;
	}
	plan_free_barrier(g, phases, barrier, ids);
	/* If no barrier is free for all groups, no clash is possible. */
	if (g->clash && barrier[phases - 2].groups != all)
		fuzz_plan_no_clash(g);
	return phases;
}

/* Chooses the warps that each group wakes; warp 0 wakes all others. */
static void plan_wakes(struct gen *g)
{
	for (uint32_t i = 1; i < g->groups; i++)
		g->group[i].by_warp0 = g->group[i].warps;
	g->late = g->class == FUZZ_ANY && one_in(g, 2);
	for (uint32_t i = 1; i + 1 < g->groups && g->class == FUZZ_ANY; i++) {
		struct group *a = &g->group[i], *b;

		a->wakes = i + 1 + below(g, g->groups - i - 1);
		b = &g->group[a->wakes];
		a->times = below(g, b->by_warp0 / a->warps + 1);
		b->by_warp0 -= a->times * a->warps;
	}
}

void fuzz_plan_groups(struct gen *g)
{
	uint32_t left = g->machine->warps - 1;

	memset(g->group, 0, sizeof g->group);
	g->group[0].warps = g->p->options.blocks ? g->machine->warps : 1;
	left = g->p->options.blocks ? 0 : left;
	g->groups = 1;
	g->wakes = 0;
	if (one_in(g, 8))
		left = below(g, left + 1);
	while (left && g->groups < GROUPS) {
		uint32_t n = g->groups + 1 == GROUPS ? left :
						       1 + below(g, left);

		g->group[g->groups++].warps = n;
		left -= n;
	}
	plan_wakes(g);
}
