/* blocks.c - code that contains other code in random programs: divergence,
 * loops, calls
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/generate.h"

/* --- threads ---------------------------------------------------------- */

void fuzz_tmc(struct gen *g, uint32_t n)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)n);
	emit(g, ISA_TMC, 0, TEMP, 0, 0);
}

static void clone(struct gen *g)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)below(g, g->machine->threads));
	emit(g, ISA_CLONE, 0, TEMP, 0, 0);
}

/* x26 = a predicate: zero in some threads or in all, or in none. */
void fuzz_predicate(struct gen *g)
{
	uint32_t a = source(g), b = source(g);

	switch (below(g, 5)) {
	case 4:
		fuzz_single_bit(g);
		break;
	case 0:
		read_csr(g, TEMP, ISA_CSR_THREAD_ID);
		emit(g, ISA_ANDI, TEMP, TEMP, 0, (int32_t)(1u << below(g, 5)));
		break;
	case 1:
		emit(g, ISA_ANDI, TEMP, a, 0, (int32_t)(1 + below(g, 7)));
		break;
	case 2:
		emit(g, one_in(g, 2) ? ISA_SLT : ISA_SLTU, TEMP, a, b, 0);
		break;
	default:
		emit(g, ISA_ADDI, TEMP, a, 0, 0);
		break;
	}
}

static void push(struct gen *g, uint32_t entries)
{
	g->depth += entries;
	if (g->depth > g->deepest)
		g->deepest = g->depth;
}

/* Emits a side of a split: any threads may be active. */
static void emit_side(struct gen *g, uint32_t length)
{
	bool first = g->first;

	g->first = false;
	fuzz_block(g, length);
	g->first = first;
}

static void if_else(struct gen *g, uint32_t length)
{
	uint32_t to_second, to_end;
	bool only_one = one_in(g, 3);

	fuzz_predicate(g);
	push(g, 2);
	emit(g, ISA_SPLIT, 0, TEMP, 0, 0);
	to_second = jump(g, one_in(g, 2) ? ISA_BEQ : ISA_BNE, TEMP, 0, 0);
	emit_side(g, only_one ? length : length / 2);
	if (!only_one) {
		to_end = jump(g, ISA_JAL, 0, 0, 0);
		land(g, to_second);
		emit_side(g, length / 2);
		land(g, to_end);
	} else {
		land(g, to_second);
	}
	emit(g, ISA_JOIN, 0, 0, 0, 0);
	g->depth -= 2;
}

static void loop(struct gen *g, uint32_t length)
{
	uint32_t counter = COUNTER + g->loops, top;

	emit(g, ISA_ADDI, counter, 0, 0, (int32_t)(1 + below(g, 4)));
	top = here(g);
	g->loops++;
	fuzz_block(g, length);
	g->loops--;
	emit(g, ISA_ADDI, counter, counter, 0, -1);
	jump(g, ISA_BLT, 0, counter, top);
}

/* A loop whose last instructions are two branches backward, mostly with one
 * offset: so often both are in one block of fetch. The first one is taken in
 * every second turn, or in the first half of them. */
static void loop_of_pair(struct gen *g)
{
	uint32_t counter = COUNTER + g->loops, top,
		 turns = 2 + below(g, 12), apart = one_in(g, 4) ? 0 : 1;
	bool halves = one_in(g, 2);

	emit(g, ISA_ADDI, counter, 0, 0, (int32_t)turns);
	top = here(g);
	fuzz_alu(g);
	fuzz_alu(g);
	emit(g, ISA_ADDI, counter, counter, 0, -1);
	if (halves)
		emit(g, ISA_SLTIU, TEMP, counter, 0, (int32_t)(turns / 2));
	else
		emit(g, ISA_ANDI, TEMP, counter, 0, 1);
	for (uint32_t n = below(g, 6); n; n--)
		fuzz_alu(g);
	jump(g, halves ? ISA_BEQ : ISA_BNE, TEMP, 0, top);
	jump(g, ISA_BNE, counter, 0, top + apart);
}

/* Loads, then loads that a taken branch squashes, in a loop: in some turns a
 * load of before completes while one of these is squashed. */
static void squashed_loads(struct gen *g)
{
	uint32_t counter = COUNTER + g->loops, top, over;

	emit(g, ISA_ADDI, counter, 0, 0, (int32_t)(8 + below(g, 24)));
	top = here(g);
	for (uint32_t n = 1 + below(g, 3); n; n--)
		fuzz_access(g, TABLE, 4 * FUZZ_TABLE, false);
	for (uint32_t n = below(g, 5); n; n--)
		emit(g, ISA_ADDI, 0, 0, 0, 0);
	over = jump(g, ISA_BEQ, counter, counter, 0);
	for (uint32_t n = 1 + below(g, 4); n; n--)
		fuzz_access(g, TABLE, 4 * FUZZ_TABLE, false);
	land(g, over);
	emit(g, ISA_ADDI, counter, counter, 0, -1);
	jump(g, ISA_BLT, 0, counter, top);
}

/* May a loop begin here whose turns only a FUZZ_ANY program has? */
static bool may_loop(const struct gen *g)
{
	return g->class == FUZZ_ANY && g->loops < LOOPS && !g->in_function;
}

/* As __while of sw/include/warpwright.h: threads whose counter is 0 wait at the
 * end of the loop. */
static void while_loop(struct gen *g, uint32_t length)
{
	uint32_t counter = COUNTER + g->loops, meet, left;

	emit(g, ISA_ANDI, counter, source(g), 0, 7);
	read_csr(g, MASK, ISA_CSR_TMASK);
	emit(g, ISA_ADDI, TEMP, 0, 0, 1);
	push(g, 2);
	emit(g, ISA_SPLIT, 0, TEMP, 0, 0);
	meet = here(g);
	emit(g, ISA_JOIN, 0, 0, 0, 0);
	emit(g, ISA_SPLIT, 0, counter, 0, 0);
	left = jump(g, ISA_BEQ, counter, 0, 0);
	g->loops++;
	g->in_while = true;
	emit_side(g, length);
	g->in_while = false;
	g->loops--;
	emit(g, ISA_ADDI, counter, counter, 0, -1);
	jump(g, ISA_JAL, 0, 0, meet);
	land(g, left);
	read_csr(g, TEMP, ISA_CSR_TMASK);
	jump(g, ISA_BNE, TEMP, MASK, meet);
	emit(g, ISA_JOIN, 0, 0, 0, 0);
	g->depth -= 2;
}

/* The leader decides for all threads. In half of the cases the operands differ
 * in exactly one bit. */
static void branch(struct gen *g, uint32_t length)
{
	enum isa_op op = pick_of(g, LIST_BRANCH);
	uint32_t a = source(g), b = source(g), over;

	if (one_in(g, 2)) {
		emit(g, ISA_ADDI, TEMP, 0, 0, 1);
		emit(g, ISA_SLLI, TEMP, TEMP, 0, (int32_t)below(g, 32));
		emit(g, ISA_XOR, TEMP, TEMP, a, 0);
		b = TEMP;
	}
	over = jump(g, op, a, b, 0);
	fuzz_block(g, length);
	land(g, over);
}

/* Changes the thread mask within a split; the last join restores it. Threads
 * that tmc activates there execute no code that decides a loop. */
static void remask(struct gen *g, uint32_t length)
{
	void (*const plain[])(struct gen *g) = {
		fuzz_alu, fuzz_imm, fuzz_csr, fuzz_corners, fuzz_edge,
		fuzz_hazard, fuzz_fence, fuzz_float
	};
	uint32_t kinds = sizeof plain / sizeof *plain - !fuzz_floats(g);
	uint32_t over, threads = g->machine->threads;

	fuzz_predicate(g);
	emit(g, ISA_SPLIT, 0, TEMP, 0, 0);
	over = jump(g, ISA_BEQ, TEMP, 0, 0);
	if (one_in(g, 2))
		land(g, over);
	fuzz_tmc(g, one_in(g, 2) ? threads : 1 + below(g, threads));
	for (uint32_t i = 0; i < length; i++)
		plain[below(g, kinds)](g);
	if (one_in(g, 2))
		fuzz_tmc(g, 1 + below(g, threads));
	if (g->no_memory)
		return;
	if (g->p->items[over].target < over)
		land(g, over);
	emit(g, ISA_JOIN, 0, 0, 0, 0);
}

static bool may_call(const struct gen *g)
{
	if (g->in_function)
		return false;
	for (uint32_t i = 0; i < g->functions; i++)
		if (fuzz_room_for(g, g->function[i].stack))
			return true;
	return false;
}

static void call(struct gen *g)
{
	const struct function *f;

	do
		f = &g->function[below(g, g->functions)];
	while (!fuzz_room_for(g, f->stack));
	if (one_in(g, 2) && f->section == g->section) {
		jump(g, ISA_JAL, LINK, 0, f->start);
		return;
	}
	address(g, TEMP, f->start);
	emit(g, ISA_JALR, LINK, TEMP, 0, 0);
}

/* --- blocks ----------------------------------------------------------- */

/* Does the class of the program permit KIND here? All phases call functions, so
 * functions of an ordered program must not access a half of memory. Blocks of
 * any size have the same code, so they do not count warps at a barrier. */
static bool allowed(const struct gen *g, enum fuzz_kind kind)
{
	if (kind >= FUZZ_CORNER && g->class != FUZZ_ANY)
		return false;
	switch (g->class) {
	case FUZZ_ANY:
		return !g->p->options.blocks ||
		       (kind != FUZZ_TICK && kind != FUZZ_BAR);
	case FUZZ_ORDERED:
		if (kind == FUZZ_PATCH || kind == FUZZ_TICK ||
		    kind == FUZZ_BAR ||
		    (kind == FUZZ_FAR && g->p->options.blocks))
			return false;
		return !g->in_function ||
		       (kind != FUZZ_PRIVATE && kind != FUZZ_RACE &&
			kind != FUZZ_ATOMIC &&
			kind != FUZZ_FAR);
	case FUZZ_SCALAR:
		return kind == FUZZ_ALU || kind == FUZZ_IMM ||
		       kind == FUZZ_MULDIV || kind == FUZZ_DIVIDE ||
		       kind == FUZZ_FLOAT || kind == FUZZ_ATOMIC ||
		       kind == FUZZ_PRIVATE || kind == FUZZ_READ ||
		       kind == FUZZ_RACE || kind == FUZZ_LOOP ||
		       kind == FUZZ_CALL || kind == FUZZ_BRANCH ||
		       kind == FUZZ_FENCE;
	}
	return true;
}

/* Can KIND be emitted here, with LENGTH instructions left? */
static bool fits(const struct gen *g, enum fuzz_kind kind, uint32_t length)
{
	if (!allowed(g, kind))
		return false;
	switch (kind) {
	case FUZZ_MULDIV:
	case FUZZ_DIVIDE:
		return g->machine->has_m;
	case FUZZ_FLOAT:
		return g->machine->fp;
	case FUZZ_ATOMIC:
		return g->machine->has_a;
	case FUZZ_BAR:
		return g->free_barrier < g->machine->barriers;
	case FUZZ_PATCH:
		return g->islands != 0;
	case FUZZ_HOT:
		return g->hot != 0;
	case FUZZ_TICK:
		return g->handler != 0;
	case FUZZ_SMEM:
		return g->smem_bytes != 0;
	case FUZZ_IF:
		return length >= 6 && fuzz_room_for(g, 2);
	case FUZZ_SWEEP:
		return g->loops < LOOPS && !g->in_function;
	case FUZZ_LOOP:
		return length >= 6 && g->loops < LOOPS && !g->in_function;
	case FUZZ_WHILE:
		return length >= 12 && fuzz_room_for(g, 2) &&
		       g->loops < LOOPS && !g->in_while && !g->in_function;
	case FUZZ_CALL:
		return may_call(g);
	case FUZZ_BRANCH:
		return length >= 4;
	case FUZZ_TMC:
		return g->first && !g->in_function;
	case FUZZ_CLONE:
		return !g->in_function && (g->first || !g->loops);
	case FUZZ_MIXED:
		return g->smem_bytes && g->machine->threads > 1;
	case FUZZ_REMASK:
		return length >= 8 && fuzz_room_for(g, 2);
	case FUZZ_PROBE:
	case FUZZ_DEEP:
		return false;
	case FUZZ_CORNER:
	case FUZZ_EDGE:
	case FUZZ_HAZARD:
	case FUZZ_JUMP:
	case FUZZ_WALK:
	case FUZZ_ALU:
	case FUZZ_IMM:
	case FUZZ_PRIVATE:
	case FUZZ_READ:
	case FUZZ_RACE:
	case FUZZ_CSR:
	case FUZZ_FENCE:
	case FUZZ_FLUSH:
	case FUZZ_CONSOLE:
	case FUZZ_FAR:
	case FUZZ_KINDS:
		break;
	}
	return true;
}

static void statement(struct gen *g, enum fuzz_kind kind, uint32_t length)
{
	uint32_t inner = length > LONGEST_BLOCK ? LONGEST_BLOCK : length;

	inner = 1 + below(g, inner);
	switch (kind) {
	case FUZZ_ALU: fuzz_alu_or_shuffle(g); break;
	case FUZZ_IMM: fuzz_imm(g); break;
	case FUZZ_MULDIV: fuzz_muldiv(g); break;
	case FUZZ_FLOAT: fuzz_float(g); break;
	case FUZZ_ATOMIC: fuzz_atomic(g); break;
	case FUZZ_HOT: fuzz_hot(g); break;
	case FUZZ_PRIVATE: fuzz_access_private(g); break;
	case FUZZ_READ: fuzz_access(g, TABLE, 4 * FUZZ_TABLE, false); break;
	case FUZZ_RACE: fuzz_access_raced(g); break;
	case FUZZ_SMEM: fuzz_access_shared(g); break;
	case FUZZ_CSR: fuzz_csr(g); break;
	case FUZZ_IF: if_else(g, inner); break;
	case FUZZ_WHILE: while_loop(g, inner / 2); break;
	case FUZZ_LOOP:
		if (may_loop(g) && one_in(g, 2))
			loop_of_pair(g);
		else
			loop(g, inner / 2);
		break;
	case FUZZ_CALL: call(g); break;
	case FUZZ_BRANCH:
		if (may_loop(g) && one_in(g, 3))
			squashed_loads(g);
		else
			branch(g, inner > 8 ? 8 : inner);
		break;
	case FUZZ_TMC: fuzz_tmc(g, 1 + below(g, g->machine->threads)); break;
	case FUZZ_CLONE: clone(g); break;
	case FUZZ_FENCE: fuzz_fence(g); break;
	case FUZZ_FLUSH: fuzz_flush(g); break;
	case FUZZ_CONSOLE: fuzz_console(g); break;
	case FUZZ_FAR: fuzz_far(g); break;
	case FUZZ_DIVIDE: fuzz_divide(g); break;
	case FUZZ_BAR: fuzz_open_barrier(g); break;
	case FUZZ_PATCH: fuzz_patch(g); break;
	case FUZZ_TICK: fuzz_tick(g); break;
	case FUZZ_SWEEP: fuzz_sweep(g); break;
	case FUZZ_CORNER: fuzz_corners(g); break;
	case FUZZ_EDGE: fuzz_edge(g); break;
	case FUZZ_HAZARD: fuzz_hazard(g); break;
	case FUZZ_JUMP: fuzz_divergent_jump(g); break;
	case FUZZ_MIXED: fuzz_mixed(g); break;
	case FUZZ_WALK: fuzz_walk(g); break;
	case FUZZ_REMASK: remask(g, inner > 8 ? 8 : inner); break;
	case FUZZ_PROBE:
	case FUZZ_DEEP: break;
	case FUZZ_KINDS: break;
	}
}

static enum fuzz_kind draw_kind(struct gen *g, uint32_t length)
{
	uint32_t sum = 0, n;

	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		sum += fits(g, k, length) ? g->weight[k] : 0;
	if (!sum)
		return FUZZ_ALU;
	n = below(g, sum);
	for (uint32_t k = 0;; k++) {
		uint32_t w = fits(g, k, length) ? g->weight[k] : 0;

		if (n < w)
			return k;
		n -= w;
	}
}

/* Emits about LENGTH instructions. */
void fuzz_block(struct gen *g, uint32_t length)
{
	uint32_t end = here(g) + length;

	while (here(g) < end && !g->no_memory)
		statement(g, draw_kind(g, end - here(g)), end - here(g));
}
