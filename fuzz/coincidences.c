/* coincidences.c - warps that leave a barrier together and then do two
 * things at nearly the same time
 * SPDX-License-Identifier: Apache-2.0
 *
 * A meeting has two events: any pair, or the same event twice. Behind the
 * barrier each warp takes one of a few paths, selected by its warp number. A
 * path is some ALU instructions, fewer than the meeting's spread, and then one
 * of the two events; it may repeat. So the distance of the two events varies
 * from meeting to meeting and from program to program. Events that end a warp,
 * or the program, occur only behind the last barrier.
 */
#include "fuzz/generate.h"

enum { PATHS = 3, ENDS = 6, TIMES = 3, LONG_SHIFT = 19 };

enum event {
	FENCE_I, MFLUSH, FLUSHES, MSTATUS, MTICK, SPLIT, TMC, JUMP, ACCESS,
	CLONE, CSR, DIVIDE, PRODUCTS, PATCH, CONTEND,
	/* Each of these is the last action of a warp. */
	TRAP, HALT, EBREAK, MEXIT, ERROR, WAKE,
	FLOAT,                  /* if the machine has floating point */
	EVENTS
};

static uint32_t draw_event(struct gen *g, bool last)
{
	if (last)
		return TRAP + below(g, ENDS);
	if (g->machine->fp && one_in(g, 4))
		return FLOAT;
	if (one_in(g, 4))
		return one_in(g, 2) ? CONTEND : FLUSHES;
	return below(g, TRAP);
}

/* At least half of the last meetings contain mexit, which ends the program. It
 * should meet every other end: mostly a trap, which then must be the program's
 * first trap, or a failing access. */
static void plan_last(struct gen *g, struct meeting *m)
{
	static const uint8_t others[] = { TRAP, TRAP,  TRAP,
					  ERROR, HALT, EBREAK };

	if (one_in(g, 2))
		m->event[0] = MEXIT;
	if (m->event[1] == MEXIT)
		m->event[1] = TRAP;
	else if (m->event[0] == MEXIT && !one_in(g, 4))
		m->event[1] = PICK(g, others);
	g->no_trap = m->event[0] == MEXIT && m->event[1] == TRAP;
}

/* Chooses the barriers with a meeting, and their events. Behind the last one
 * some programs end all their warps (clash). */
void fuzz_plan_meetings(struct gen *g, uint32_t phases)
{
	static const uint8_t spread[] = { 1, 1, 2, 2, 4, 4, 8, 16 };

	g->clash = g->class == FUZZ_ANY && phases > 1 && g->groups > 1 &&
		   !one_in(g, 3);
	g->no_trap = false;
	for (uint32_t i = 0; i < PHASES; i++) {
		struct meeting *m = &g->meeting[i];
		bool last = g->clash && i + 2 == phases;

		m->on = last ||
			(g->class == FUZZ_ANY && g->groups > 1 && one_in(g, 2));
		m->last = last;
		m->event[0] = (uint8_t)draw_event(g, last);
		m->event[1] = (uint8_t)draw_event(g, last && !one_in(g, 4));
		if (last)
			plan_last(g, m);
		else if (m->event[0] == CLONE && one_in(g, 2))
			m->event[1] = PRODUCTS;
		else if (one_in(g, 3))
			m->event[1] = m->event[0];
		m->spread = PICK(g, spread);
		/* A trap counts only if it is in the few cycles before
		 * mexit. */
		if (last && g->no_trap)
			m->spread = 2;
		m->inside = !one_in(g, 4);
	}
	g->p->fails = g->clash && (g->meeting[phases - 2].event[0] == ERROR ||
				   g->meeting[phases - 2].event[1] == ERROR);
}

/* Withdraws the meeting at which all warps end. */
void fuzz_plan_no_clash(struct gen *g)
{
	g->clash = g->no_trap = g->p->fails = false;
	for (uint32_t i = 0; i < PHASES; i++)
		g->meeting[i].on &= !g->meeting[i].last;
}

static void uniform_split(struct gen *g)
{
	emit(g, ISA_SPLIT, 0, 0, 0, 0);
	emit(g, ISA_JOIN, 0, 0, 0, 0);
}

/* A taken branch, which decode mispredicts, or an indirect jump. */
static void emit_taken_jump(struct gen *g)
{
	uint32_t over;

	if (one_in(g, 2)) {
		over = jump(g, ISA_BEQ, 0, 0, 0);
		fuzz_alu(g);
		land(g, over);
		return;
	}
	over = address(g, TEMP, 0);
	emit(g, ISA_JALR, 0, TEMP, 0, 0);
	fuzz_alu(g);
	land(g, over);
	land(g, over + 1);
}

/* Behind a store that fails late a load fails at once. */
static void failing_access(struct gen *g)
{
	uint32_t rd = work_reg(g);
	bool load = one_in(g, 2);

	constant(g, ADDR, g->p->failing);
	if (!load)
		emit(g, ISA_SW, 0, ADDR, rd, 0);
	if (load || g->p->options.late_errors)
		emit(g, ISA_LW, rd, ADDR, 0, 0);
}

/* A trap; mostly one that needs no operands, since these take time. */
static void short_trap(struct gen *g)
{
	if (!g->no_trap && g->p->options.weight[FUZZ_FAR] && one_in(g, 2))
		fuzz_far_trap(g);
	else if (one_in(g, 4))
		fuzz_trap(g);
	else if (one_in(g, 2))
		emit(g, ISA_ECALL, 0, 0, 0, 0);
	else
		emit(g, ISA_JOIN, 0, 0, 0, 0);
}

static void halt(struct gen *g, enum event e)
{
	if (e == HALT)
		emit(g, ISA_TMC, 0, 0, 0, 0);
	else
		emit(g, ISA_EBREAK, 0, 0, 0, 0);
}

/* Flushes in a row, half of them with nothing to flush: these arrive while the
 * core serves other flushes. */
static void emit_flushes(struct gen *g)
{
	for (uint32_t n = 2 + below(g, 4); n; n--) {
		emit(g, ISA_CSRRWI, 0, one_in(g, 2) ? 0 : below(g, 8), 0,
		     ISA_CSR_MFLUSH);
		if (one_in(g, 4))
			fuzz_alu(g);
	}
}

/* Independent multiplications, one per cycle. */
static void emit_products(struct gen *g)
{
	for (uint32_t n = 4 + below(g, 8); n; n--) {
		uint32_t rd = work_reg(g), rs1 = source(g), rs2 = source(g);

		emit(g, one_in(g, 2) ? ISA_MUL : ISA_MULHU, rd, rs1, rs2, 0);
	}
}

static void emit_event(struct gen *g, enum event e)
{
	uint32_t threads = g->machine->threads;

	switch (e) {
	case FENCE_I: emit(g, ISA_FENCE_I, 0, 0, 0, 0); break;
	case MFLUSH:
		emit(g, ISA_CSRRWI, 0, below(g, 8), 0, ISA_CSR_MFLUSH);
		break;
	case FLUSHES: emit_flushes(g); break;
	case MSTATUS:
	case MTICK:
		if (g->handler)
			fuzz_tick(g);
		break;
	case SPLIT:
		if (g->p->options.weight[FUZZ_IF])
			uniform_split(g);
		break;
	case TMC:
		fuzz_tmc(g, 1 + below(g, threads));
		fuzz_tmc(g, threads);
		break;
	case JUMP: emit_taken_jump(g); break;
	case ACCESS: fuzz_access_raced(g); break;
	case CLONE:
		emit(g, ISA_CLONE, 0, 0, 0, 0);
		break;
	case CSR: fuzz_csr(g); break;
	case DIVIDE:
		if (g->machine->has_m && g->weight[FUZZ_DIVIDE])
			fuzz_divide(g);
		break;
	case PRODUCTS:
		if (g->machine->has_m)
			emit_products(g);
		break;
	case PATCH:
		if (g->islands)
			fuzz_patch(g);
		break;
	case CONTEND:
		if (g->islands)
			fuzz_contend(g);
		break;
	case TRAP: short_trap(g); break;
	case HALT:
	case EBREAK: halt(g, e); break;
	case MEXIT: write_csr(g, ISA_CSR_MEXIT, source(g)); break;
	case ERROR:
		if (g->p->fails)
			failing_access(g);
		break;
	case WAKE:
		if (g->late)
			fuzz_wake(g, LATE);
		break;
	case FLOAT:
		if (fuzz_floats(g) && one_in(g, 3))
			fuzz_float_flags(g);
		else if (fuzz_floats(g))
			fuzz_float_op(g);
		break;
	case EVENTS:
		break;
	}
}

/* A failed access ends the program. It must do so even if the other paths never
 * end in time: the warp loops 2^LONG_SHIFT times. */
static void emit_end(struct gen *g, enum event e)
{
	uint32_t top;

	if (e == ERROR && g->p->fails && !one_in(g, 8)) {
		constant(g, COUNTER, 1u << LONG_SHIFT);
		top = here(g);
		emit(g, ISA_ADDI, COUNTER, COUNTER, 0, -1);
		jump(g, ISA_BNE, COUNTER, 0, top);
	}
	emit(g, ISA_EBREAK, 0, 0, 0, 0);
}

/* Emits path NUMBER. In the last meeting, paths 0 and 1 have one event each,
 * path 2 has either. */
static void emit_path(struct gen *g, const struct meeting *m, uint32_t number)
{
	uint32_t times = m->last ? 1 : 1 + below(g, TIMES);
	enum event e = EVENTS;

	while (times--) {
		e = m->event[m->last && number < 2 ? number : below(g, 2)];
		for (uint32_t n = below(g, m->spread); n; n--)
			fuzz_alu(g);
		emit_event(g, e);
	}
	if (m->last)
		emit_end(g, e);
}

/* x21 = the address of the warp's path, selected by one or two bits of its
 * number. AT[i] receives the items that load the address of path i. Returns
 * x21. */
static uint32_t choose_path(struct gen *g, uint32_t *at)
{
	uint32_t number = COUNTER + 1, bit = COUNTER + 2,
		 bits = 31 - (uint32_t)__builtin_clz(g->machine->warps);

	read_csr(g, number, ISA_CSR_WARP_ID);
	at[0] = address(g, COUNTER, 0);
	for (uint32_t i = 1; i < PATHS; i++) {
		uint32_t over;

		emit(g, ISA_ANDI, bit, number, 0,
		     (int32_t)(1u << below(g, bits)));
		over = jump(g, ISA_BEQ, bit, 0, 0);
		at[i] = address(g, COUNTER, 0);
		land(g, over);
	}
	return COUNTER;
}

void fuzz_meeting(struct gen *g, const struct meeting *m,
		  const struct barrier *b)
{
	uint32_t at[PATHS], out[PATHS], to;

	if (!m->on) {
		fuzz_name_barrier(g, b);
		fuzz_wait(g);
		return;
	}
	to = choose_path(g, at);
	fuzz_name_barrier(g, b);
	if (!m->inside)
		fuzz_wait(g);
	emit(g, ISA_JALR, 0, to, 0, 0);
	for (uint32_t i = 0; i < PATHS; i++) {
		land(g, at[i]);
		land(g, at[i] + 1);
		if (m->inside)
			fuzz_wait(g);
		emit_path(g, m, i);
		out[i] = jump(g, ISA_JAL, 0, 0, 0);
	}
	/* Behind an end the jump is never executed, and the next item may be
	 * too far away for a jump. */
	for (uint32_t i = 0; i < PATHS && !g->no_memory; i++)
		g->p->items[out[i]].target = m->last ? out[i] : here(g);
}
