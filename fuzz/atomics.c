/* atomics.c - atomic instructions in random programs
 * SPDX-License-Identifier: Apache-2.0
 *
 * Atomic instructions access the same memory as loads and stores. An ordered
 * program updates only the thread's own memory, and on several cores words of
 * all cores, each by one operation whose results nobody gets. It reserves
 * nothing in shared memory, where any store of any thread ends reservations. A
 * scalar program has no access between lr.w and sc.w: on some other simulators
 * sc.w succeeds if the value is unchanged.
 */
#include "fuzz/generate.h"

/* x27 = the address of a word that this program may update. */
static void choose_address(struct gen *g, bool reserves)
{
	uint32_t base = OWN, bytes = g->own_bytes, which = below(g, 8), at;
	uint32_t first;

	if (g->class == FUZZ_ORDERED) {
		bytes /= 2;
		if (g->weight[FUZZ_CLONE])
			fuzz_find_own(g);
	} else if (which < 4) {
		base = RACED;
		bytes = RACED_BYTES;
	}
	if (which > 5 && g->smem_bytes &&
	    !(reserves && g->class == FUZZ_ORDERED)) {
		base = SHARED;
		bytes = g->smem_bytes;
	}
	bytes = bytes > 2048 ? 2048 : bytes;
	if (one_in(g, 2))
		bytes = bytes < 16 ? bytes : 16;
	at = below(g, bytes) & ~UINT32_C(3);
	first = g->class == FUZZ_ORDERED && base == OWN ?
		g->half * (g->own_bytes / 2) : 0;
	if (one_in(g, 2)) {
		emit(g, ISA_ADDI, ADDR, base, 0, (int32_t)(first + at));
		return;
	}
	emit(g, ISA_ANDI, ADDR, source(g), 0, (int32_t)((bytes - 1) & ~3u));
	emit(g, ISA_ADD, ADDR, ADDR, base, 0);
	if (first)
		emit(g, ISA_ADDI, ADDR, ADDR, 0, (int32_t)first);
}

/* The bits aq and rl, mostly 0. */
static int32_t draw_order(struct gen *g)
{
	return one_in(g, 4) ? (int32_t)below(g, 4) : 0;
}

static void update(struct gen *g)
{
	enum isa_op op = pick_of(g, LIST_ATOMIC);
	uint32_t rd = destination(g), rs2 = source(g);

	if (op == ISA_AMOCAS_W && one_in(g, 2)) {
		rd = work_reg(g);
		emit(g, ISA_LW, rd, ADDR, 0, 0);
	}
	emit(g, op, rd, ADDR, rs2, draw_order(g));
}

/* Emits an instruction, or none, between lr.w and sc.w. */
static void emit_between(struct gen *g)
{
	static const uint8_t stores[] = { ISA_SW, ISA_SB, ISA_SH };
	enum isa_op op = PICK(g, stores);

	switch (below(g, 6)) {
	case 0: update(g); break;
	case 1: emit(g, op, 0, ADDR, source(g), 0); break;
	case 2:
		emit(g, ISA_XORI, TEMP, ADDR, 0, 4);
		emit(g, op, 0, TEMP, source(g), 0);
		break;
	case 3: fuzz_alu(g); break;
	case 4:
		emit(g, ISA_LR_W, destination(g), ADDR, 0, draw_order(g));
		break;
	default: break;
	}
}

static void reserve(struct gen *g)
{
	uint32_t rd = destination(g), rs2 = source(g), result = destination(g);
	bool elsewhere = one_in(g, 8);

	emit(g, ISA_LR_W, rd, ADDR, 0, draw_order(g));
	if (g->class != FUZZ_SCALAR)
		emit_between(g);
	if (elsewhere)
		emit(g, ISA_XORI, ADDR, ADDR, 0, 4);
	emit(g, ISA_SC_W, result, ADDR, rs2, draw_order(g));
	if (elsewhere)
		emit(g, ISA_XORI, ADDR, ADDR, 0, 4);
	if (elsewhere || one_in(g, 6))
		emit(g, ISA_SC_W, destination(g), ADDR, source(g),
		     draw_order(g));
}

/* An atomic instruction with aq, and a load that must wait for it. The load
 * would overtake most easily where no warp waits: in the other memory, or in
 * the same line. */
static void emit_acquire(struct gen *g)
{
	enum isa_op op = pick_of(g, LIST_ATOMIC);
	uint32_t rd = destination(g), rs2 = source(g), next = work_reg(g);

	emit(g, op, rd, ADDR, rs2, 2 | (int32_t)below(g, 2));
	if (g->class != FUZZ_ANY || one_in(g, 2))
		emit(g, ISA_LW, next, TABLE, 0,
		     (int32_t)(4 * below(g, FUZZ_TABLE)));
	else
		emit(g, ISA_LW, next, SHARED, 0, (int32_t)(4 * below(g, 4)));
}

/* An atomic instruction with aq or rl, between a store and a load of words that
 * all cores access. */
static void emit_ordered(struct gen *g)
{
	enum isa_op op = pick_of(g, LIST_ATOMIC);
	uint32_t rd = destination(g), rs2 = source(g), next = work_reg(g);

	emit(g, ISA_SW, 0, RACED, source(g),
	     (int32_t)(4 * below(g, RACED_BYTES / 4)));
	emit(g, op, rd, ADDR, rs2, 1 + (int32_t)below(g, 3));
	emit(g, ISA_LW, next, RACED, 0,
	     (int32_t)(4 * below(g, RACED_BYTES / 4)));
}

void fuzz_atomic_here(struct gen *g)
{
	uint32_t rd = destination(g), rs2 = source(g);

	switch (below(g, 4)) {
	case 0: emit(g, ISA_LR_W, rd, ADDR, 0, draw_order(g)); break;
	case 1: emit(g, ISA_SC_W, rd, ADDR, rs2, draw_order(g)); break;
	default: update(g); break;
	}
}

void fuzz_mix_addresses(struct gen *g, uint32_t other, uint32_t addr)
{
	uint32_t apart = work_reg(g);

	constant(g, apart, other - addr);
	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_SLTIU, TEMP, TEMP, 0, 1 + (int32_t)below(g, 2));
	emit(g, ISA_SUB, TEMP, 0, TEMP, 0);
	emit(g, ISA_AND, TEMP, TEMP, apart, 0);
	emit(g, ISA_ADD, TEMP, TEMP, ADDR, 0);
}

/* Between lr.w and sc.w, stores to the other memory (shared memory or RAM) or
 * to the console, at an address with the same low bits: 12, or all that choose
 * a word of RAM. Where shared memory is, RAM has the program: then what is
 * stored there is what is there. Or some threads store to the reserved word. */
static void reserve_other_memory(struct gen *g)
{
	bool shared = g->smem_bytes >= 16 && !one_in(g, 3),
	     first = shared && one_in(g, 2), code = shared && one_in(g, 2),
	     mixed = shared && !code && one_in(g, 2);
	bool alias = !shared && g->alias && !one_in(g, 4);
	uint32_t at = shared ? 4 * below(g, 4) : 0,
		 ram = (code  ? g->machine->reset_pc :
			alias ? g->alias :
				g->p->far.addr) + at,
		 other = shared ? machine_smem(g->machine) +
					  (ram & (g->smem_bytes - 4)) :
				  (uint32_t)CONSOLE_HIGH << 12;
	uint32_t rd = work_reg(g), rs2 = code ? rd : source(g),
		 result = destination(g);

	fuzz_wide(g, ADDR, first ? other : ram);
	if (mixed)
		fuzz_mix_addresses(g, first ? ram : other, first ? other : ram);
	emit(g, ISA_LR_W, rd, ADDR, 0, draw_order(g));
	if (!mixed)
		fuzz_wide(g, TEMP, first ? ram : other);
	if (code && first)
		emit(g, ISA_LW, rd, TEMP, 0, 0);
	emit(g, ISA_SW, 0, TEMP, rs2, 0);
	emit(g, ISA_SC_W, result, ADDR, rs2, draw_order(g));
}

/* Changes a word of all cores. Each word has its operation, so the order of the
 * changes does not matter. */
static void emit_blind(struct gen *g)
{
	static const uint8_t ops[] = {
		ISA_AMOADD_W, ISA_AMOXOR_W, ISA_AMOOR_W, ISA_AMOAND_W,
		ISA_AMOMIN_W, ISA_AMOMAX_W, ISA_AMOMINU_W, ISA_AMOMAXU_W
	};
	uint32_t word = below(g, RACED_BYTES / 4);

	emit(g, ISA_ADDI, ADDR, RACED, 0, (int32_t)(4 * word));
	emit(g, (enum isa_op)ops[word % 8], 0, ADDR, source(g), draw_order(g));
}

void fuzz_atomic(struct gen *g)
{
	bool reserves;

	if (g->machine->cores > 1 && g->class == FUZZ_ORDERED && one_in(g, 3)) {
		emit_blind(g);
		return;
	}
	reserves = one_in(g, 3);
	if (g->class == FUZZ_ANY && one_in(g, 8)) {
		reserve_other_memory(g);
		return;
	}
	choose_address(g, reserves);
	if (reserves)
		reserve(g);
	else if (g->machine->cores > 1 && g->class == FUZZ_ANY && one_in(g, 4))
		emit_ordered(g);
	else if (one_in(g, 6))
		emit_acquire(g);
	else
		update(g);
}

/* Emits the end of a warp: an atomic access that is misaligned or hits the
 * console. */
void fuzz_atomic_trap(struct gen *g)
{
	enum isa_op op = one_in(g, 4) ? ISA_LR_W : pick_of(g, LIST_ATOMIC);
	uint32_t rd = work_reg(g), rs2 = source(g), how = below(g, 3);

	if (how == 1)
		emit(g, ISA_ADDI, ADDR, RACED, 0, (int32_t)(1 + below(g, 3)));
	else
		emit(g, ISA_LUI, ADDR, 0, 0, CONSOLE_HIGH);
	if (how == 2)
		emit(g, ISA_ADDI, ADDR, ADDR, 0, (int32_t)(4 * below(g, 64)));
	emit(g, op, rd, ADDR, op == ISA_LR_W ? 0 : rs2, draw_order(g));
}
