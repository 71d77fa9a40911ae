/* branchless.c - random code without branches
 * SPDX-License-Identifier: Apache-2.0
 */
#include "fuzz/generate.h"

enum { CONSTANT_BYTES = 64 };   /* for one load: the least that there is */

/* --- straight code ---------------------------------------------------- */

static void emit_registers(struct gen *g, enum isa_op op)
{
	uint32_t rd = destination(g), rs1 = source(g), rs2 = source(g);

	emit(g, op, rd, rs1, rs2, 0);
}

/* A shuffle. Its operand {mask, c, b} selects the source lane: mostly whole
 * segments, and a lane within the warp. The operand is the same in all threads,
 * or differs; rd may be one of the sources. */
static void shuffle(struct gen *g)
{
	enum isa_op op = pick_of(g, LIST_ACROSS);
	uint32_t mask = one_in(g, 4) ? below(g, 64)
				     : 64 - (UINT32_C(1) << below(g, 7)),
		 c = one_in(g, 3) ? below(g, 2 * g->machine->threads) : 63,
		 b = below(g, one_in(g, 4) ? 64 : g->machine->threads), rd;

	constant(g, TEMP, (mask & 63) << 12 | c << 6 | b);
	if (one_in(g, 2)) {
		emit(g, ISA_ANDI, ADDR, source(g), 0, 63);
		emit(g, ISA_XOR, TEMP, TEMP, ADDR, 0);
	}
	if (one_in(g, 4)) {
		rd = work_reg(g);
		emit(g, ISA_ADDI, rd, TEMP, 0, 0);
		emit(g, op, rd, one_in(g, 2) ? rd : source(g), rd, 0);
		return;
	}
	emit(g, op, destination(g), source(g), TEMP, 0);
}

void fuzz_alu(struct gen *g)
{
	emit_registers(g, pick_of(g, LIST_REGS));
}

void fuzz_alu_or_shuffle(struct gen *g)
{
	if (g->list[LIST_ACROSS].count && one_in(g, 6))
		shuffle(g);
	else
		fuzz_alu(g);
}

void fuzz_imm(struct gen *g)
{
	enum isa_op op = pick_of(g, LIST_IMM);
	uint32_t rd = destination(g), rs1 = source(g);

	emit(g, op, rd, rs1, 0, (int32_t)corner(g));
}

void fuzz_muldiv(struct gen *g)
{
	emit_registers(g, pick_of(g, LIST_MULDIV));
}

/* Emits an access within BYTES (a power of two, at least 16) at address
 * register BASE; its offset is a constant or follows from a register. */
void fuzz_access(struct gen *g, uint32_t base, uint32_t bytes, bool store)
{
	static const uint8_t loads[] = { ISA_LW,  ISA_LW, ISA_LB,
					 ISA_LBU, ISA_LH, ISA_LHU };
	static const uint8_t stores[] = { ISA_SW, ISA_SW, ISA_SB, ISA_SH };
	enum isa_op op = store ? PICK(g, stores) : PICK(g, loads);
	uint32_t size, at = 0;

	if (fuzz_floats(g) && fuzz_has_f(g) && one_in(g, 3))
		op = store ? ISA_FSW : ISA_FLW;
	size = isa_access_bytes(op);
	if (one_in(g, 2)) {
		at = below(g, bytes > 2048 ? 2048 : bytes) / size * size;
	} else {
		uint32_t place = base == ADDR ? TEMP : ADDR;

		emit(g, ISA_ANDI, place, source(g), 0,
		     (int32_t)(((bytes > 2048 ? 2048 : bytes) - 1) / size *
			       size));
		emit(g, ISA_ADD, ADDR, place, base, 0);
		base = ADDR;
	}
	if (store)
		emit(g, op, 0, base, source(g), (int32_t)at);
	else
		emit(g, op, destination(g), base, 0, (int32_t)at);
}

/* Selects an event of a counter, by any CSR instruction; the event may be
 * illegal. All warps see it, so an ordered program does so only on a machine of
 * one warp. */
static void select_event(struct gen *g, uint32_t rd)
{
	static const enum isa_op ops[] = {
		ISA_CSRRW, ISA_CSRRS, ISA_CSRRC, ISA_CSRRWI, ISA_CSRRSI,
		ISA_CSRRCI
	};
	uint32_t few = one_in(g, 2) ? g->machine->selected :
				      ISA_COUNTERS - ISA_COUNTER_FIRST;
	uint32_t counter = below(g, few), value = below(g, ISA_EVENT_COUNT + 4);
	uint32_t how = below(g, 6), rs1 = TEMP;

	if (how > 2)
		rs1 = value % 32;
	else if (one_in(g, 4))
		rs1 = source(g);
	else
		constant(g, TEMP,
			 value | (one_in(g, 8) ? UINT32_C(1) << below(g, 32) :
						 0));
	emit(g, ops[how], rd, rs1, 0, (int32_t)(ISA_CSR_MHPMEVENT3 + counter));
	if (one_in(g, 2) && g->class != FUZZ_ORDERED)
		read_csr(g, destination(g), ISA_CSR_MHPMCOUNTER3 + counter);
}

void fuzz_csr(struct gen *g)
{
	static const uint16_t fixed[] = {
		ISA_CSR_THREAD_ID, ISA_CSR_WARP_ID, ISA_CSR_CORE_ID,
		ISA_CSR_ACTIVE_WARPS,
		ISA_CSR_TMASK, ISA_CSR_NUM_THREADS, ISA_CSR_NUM_WARPS,
		ISA_CSR_NUM_CORES,
		ISA_CSR_SMEM_SIZE, ISA_CSR_MCYCLE, ISA_CSR_MCYCLEH,
		ISA_CSR_MINSTRET,
		ISA_CSR_CYCLE, ISA_CSR_INSTRET, ISA_CSR_MHARTID, ISA_CSR_MFLUSH
	};

	static const uint16_t timeless[] = {
		ISA_CSR_THREAD_ID, ISA_CSR_WARP_ID, ISA_CSR_CORE_ID,
		ISA_CSR_TMASK,
		ISA_CSR_NUM_THREADS, ISA_CSR_NUM_WARPS, ISA_CSR_NUM_CORES,
		ISA_CSR_SMEM_SIZE,
		ISA_CSR_MHARTID, ISA_CSR_MFLUSH, ISA_CSR_MEXIT, ISA_CSR_MTICK,
		ISA_CSR_MSTATUS,
		ISA_CSR_MTVEC, ISA_CSR_MEPC
	};
	bool alone = g->class != FUZZ_ORDERED ||
		     (g->machine->warps == 1 && !g->p->options.blocks);
	uint32_t rd = destination(g);

	if (g->machine->selected && alone && one_in(g, 3))
		select_event(g, rd);
	else if (g->class == FUZZ_ORDERED)
		read_csr(g, rd,
			 timeless[below(g,
					sizeof timeless / sizeof timeless[0])]);
	else if (one_in(g, 4))
		read_csr(g, rd, ISA_CSR_MHPMCOUNTER3 + below(g, 29));
	else
		read_csr(g, rd,
			 fixed[below(g, sizeof fixed / sizeof fixed[0])]);
}

/* RD = RD + N * x31, or - if SUBTRACT; N < 2^16. */
static void add_times(struct gen *g, uint32_t rd, uint32_t n, bool subtract)
{
	for (; n; n &= n - 1) {
		emit(g, ISA_SLLI, TEMP, SHARED, 0, (int32_t)__builtin_ctz(n));
		emit(g, subtract ? ISA_SUB : ISA_ADD, rd, rd, TEMP, 0);
	}
}

/* The same on several cores. A thread never reads memory of another core's
 * threads: behind those of a core there is memory of FURTHEST threads that do
 * not exist. Shared memory is divided among the threads of a core. */
static void find_own_of_core(struct gen *g)
{
	uint32_t threads = g->machine->warps * g->machine->threads;

	read_csr(g, SHARED, ISA_CSR_CORE_ID);
	read_csr(g, ADDR, ISA_CSR_MHARTID);
	if (!g->p->options.blocks)
		add_times(g, ADDR, threads, true);
	constant(g, OWN, g->p->data + 4 * FUZZ_TABLE + RACED_BYTES);
	add_times(g, OWN, (threads + FURTHEST) * g->own_bytes, false);
	emit(g, ISA_SLLI, TEMP, ADDR, 0, (int32_t)__builtin_ctz(g->own_bytes));
	emit(g, ISA_ADD, OWN, OWN, TEMP, 0);
	if (g->p->options.blocks && g->smem_bytes)
		read_csr(g, SHARED, ISA_CSR_BLOCK_SMEM);
	else
		constant(g, SHARED, g->smem_bytes ?
				    machine_smem(g->machine) : g->p->data);
	if (g->smem_bytes) {
		emit(g, ISA_SLLI, TEMP, ADDR, 0,
		     (int32_t)__builtin_ctz(g->smem_bytes));
		emit(g, ISA_ADD, SHARED, SHARED, TEMP, 0);
	}
	read_csr(g, ADDR, ISA_CSR_MHARTID);
}

/* x28, x31 = the thread's addresses (FUZZ_ORDERED); x27 = its mhartid. */
void fuzz_find_own(struct gen *g)
{
	uint32_t share = g->smem_bytes;

	if (g->machine->cores > 1) {
		find_own_of_core(g);
		return;
	}
	read_csr(g, ADDR, ISA_CSR_MHARTID);
	if (share)
		emit(g, ISA_SLLI, SHARED, ADDR, 0,
		     (int32_t)__builtin_ctz(share));
	constant(g, TEMP, share ? machine_smem(g->machine) : g->p->data);
	emit(g, ISA_ADD, SHARED, share ? SHARED : 0, TEMP, 0);
	constant(g, OWN, g->p->data + 4 * FUZZ_TABLE + RACED_BYTES);
	emit(g, ISA_SLLI, TEMP, ADDR, 0, (int32_t)__builtin_ctz(g->own_bytes));
	emit(g, ISA_ADD, OWN, OWN, TEMP, 0);
}

/* An access to half HALF of the memory of the thread AHEAD places further on,
 * which no other thread writes before the next barrier of all warps. */
static void access_half(struct gen *g, uint32_t ahead, uint32_t half,
			bool store)
{
	uint32_t base = OWN;

	if (g->weight[FUZZ_CLONE])
		fuzz_find_own(g);
	if (ahead || half) {
		emit(g, ISA_ADDI, ADDR, OWN, 0,
		     (int32_t)(ahead * g->own_bytes +
			       half * (g->own_bytes / 2)));
		base = ADDR;
	}
	fuzz_access(g, base, g->own_bytes / 2, store);
}

void fuzz_access_private(struct gen *g)
{
	bool store = one_in(g, 2);

	if (g->class == FUZZ_ORDERED)
		access_half(g, 0, g->half, store);
	else
		fuzz_access(g, OWN, g->own_bytes, store);
}

/* An access to local memory: at the same offset of each thread's own, as stacks
 * are, or at one address in all threads. */
static void access_window(struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t bytes = m->local_size < 64 ? m->local_size : 64,
		 at = below(g, m->local_size - bytes + 4) & ~UINT32_C(3);

	if (one_in(g, 2))
		at += below(g, g->window_bytes / m->local_size) * m->local_size;
	fuzz_wide(g, ADDR, g->window + at);
	if (!one_in(g, 4)) {
		read_csr(g, TEMP, ISA_CSR_MHARTID);
		emit(g, ISA_SLLI, TEMP, TEMP, 0,
		     (int32_t)__builtin_ctz(m->local_size));
		emit(g, ISA_XOR, ADDR, ADDR, TEMP, 0);
	}
	fuzz_access(g, ADDR, bytes, one_in(g, 2));
}

/* A load of constant memory. */
static void access_constant(struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t pieces = m->const_size / CONSTANT_BYTES;

	g->p->constant = true;
	fuzz_wide(g, ADDR,
		  m->const_base + below(g, pieces) * CONSTANT_BYTES);
	fuzz_access(g, ADDR, CONSTANT_BYTES, false);
}

/* In an ordered program, a load of data that another thread stored before the
 * last barrier of all warps. Now and then a load of constant memory. */
void fuzz_access_raced(struct gen *g)
{
	if (g->machine->const_size && g->class != FUZZ_SCALAR && one_in(g, 6))
		access_constant(g);
	else if (g->class == FUZZ_ORDERED)
		access_half(g, 1 + below(g, FURTHEST), 1 - g->half, false);
	else if (g->window_bytes && one_in(g, 3))
		access_window(g);
	else
		fuzz_access(g, RACED, RACED_BYTES, one_in(g, 2));
}

void fuzz_access_shared(struct gen *g)
{
	if (g->class == FUZZ_ORDERED && g->weight[FUZZ_CLONE])
		fuzz_find_own(g);
	fuzz_access(g, SHARED, g->smem_bytes, one_in(g, 2));
}

void fuzz_fence(struct gen *g)
{
	if (one_in(g, 3))
		emit(g, ISA_FENCE_I, 0, 0, 0, 0);
	else
		emit(g, ISA_FENCE, 0, 0, 0, (int32_t)below(g, 256));
}

void fuzz_flush(struct gen *g)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)below(g, 8));
	write_csr(g, ISA_CSR_MFLUSH, TEMP);
}

/* Some threads print; the others store to RAM, at an address with the same low
 * bits. */
static void print_some(struct gen *g, enum isa_op op)
{
	uint32_t bit = below(g, 2), data = source(g);

	fuzz_wide(g, ADDR, g->p->far.addr ^ (uint32_t)CONSOLE_HIGH << 12);
	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_SRLI, TEMP, TEMP, 0, (int32_t)bit);
	emit(g, ISA_ANDI, TEMP, TEMP, 0, 1);
	emit(g, ISA_SUB, TEMP, 0, TEMP, 0);
	emit(g, ISA_AND, ADDR, ADDR, TEMP, 0);
	emit(g, ISA_LUI, TEMP, 0, 0, CONSOLE_HIGH);
	emit(g, ISA_XOR, ADDR, ADDR, TEMP, 0);
	emit(g, op, 0, ADDR, data, 0);
}

void fuzz_console(struct gen *g)
{
	static const uint8_t stores[] = { ISA_SW, ISA_SB, ISA_SH };

	enum isa_op op = PICK(g, stores);

	if (g->class == FUZZ_ANY && one_in(g, 3)) {
		print_some(g, op);
		return;
	}
	emit(g, ISA_LUI, ADDR, 0, 0, CONSOLE_HIGH);
	emit(g, op, 0, ADDR, source(g), 0);
}

/* --- for holes of coverage -------------------------------------------- */

static uint32_t draw_extreme(struct gen *g)
{
	static const uint32_t values[] = { 0, 1, 0xffffffff, 0x80000000,
					   0x7fffffff };

	return values[below(g, sizeof values / sizeof values[0])];
}

void fuzz_corners(struct gen *g)
{
	uint32_t a = work_reg(g), b = work_reg(g), over;
	enum isa_op op = pick_of(g, LIST_PAIRS);

	if (one_in(g, 8))
		a = 0;
	else if (one_in(g, 8))
		b = 0;
	if (a)
		constant(g, a, draw_extreme(g));
	if (b && b != a)
		constant(g, b, draw_extreme(g));
	if (isa_insn(op)->class != ISA_CLASS_BRANCH) {
		fuzz_to_f(g, op, a, b);
		emit(g, op, destination(g), a, b, 0);
		return;
	}
	over = jump(g, op, a, b, 0);
	fuzz_alu(g);
	land(g, over);
}

/* An access with an extreme OFFSET; x27 compensates for it. */
static void edge_access(struct gen *g, int32_t offset)
{
	enum isa_op op = pick_of(g, LIST_ACCESS);
	uint32_t other = work_reg(g);

	emit(g, ISA_ADDI, ADDR, OWN, 0, offset == -2048 ? 2047 : -offset);
	if (offset == -2048)
		emit(g, ISA_ADDI, ADDR, ADDR, 0, 1);
	if (isa_insn(op)->class == ISA_CLASS_STORE)
		emit(g, op, 0, ADDR, other, offset);
	else
		emit(g, op, one_in(g, 2) ? ADDR : other, ADDR, 0, offset);
}

void fuzz_edge(struct gen *g)
{
	static const int32_t edges[] = { 0, 1, -1, -2048, 2047 };
	static const int32_t upper[] = { 0, 1, -1, -0x80000, 0x7ffff };
	uint32_t n = below(g, 5), rd = destination(g), rs1 = source(g);
	enum isa_op op = pick_of(g, LIST_IMM);

	if (one_in(g, 2))
		edge_access(g, edges[n]);
	else
		emit(g, op, rd, rs1, 0,
		     isa_insn(op)->format == ISA_FMT_U ? upper[n] : edges[n]);
}

/* Writes f[REG]. */
static void produce_f(struct gen *g, uint32_t reg)
{
	uint32_t a = source(g);

	if (one_in(g, 2))
		emit(g, ISA_FLW, reg, one_in(g, 2) ? TABLE : SHARED, 0,
		     (int32_t)(4 * below(g, 4)));
	else
		emit(g, ISA_FMV_W_X, reg, a, 0, 0);
}

/* Reads f[REG]. */
static void use_f(struct gen *g, uint32_t reg)
{
	uint32_t rd = work_reg(g);

	if (one_in(g, 2))
		emit(g, ISA_FSW, 0, OWN, reg, 0);
	else
		emit(g, ISA_FMV_X_W, rd, reg, 0, 0);
}

/* Writes REG by an instruction of any unit. */
static void produce(struct gen *g, uint32_t reg)
{
	uint32_t a = source(g), b = source(g);

	if (fuzz_floats(g) && fuzz_has_f(g) && one_in(g, 3)) {
		produce_f(g, reg);
		return;
	}

	switch (below(g, fuzz_floats(g) ? 8 : 7)) {
	case 0:
		emit(g, ISA_LW, reg, TABLE, 0,
		     (int32_t)(4 * below(g, FUZZ_TABLE)));
		break;
	case 1:
		emit(g, ISA_LW, reg, SHARED, 0, (int32_t)(4 * below(g, 4)));
		break;
	case 2:
		emit(g, g->machine->has_m ? ISA_MUL : ISA_ADD, reg, a, b, 0);
		break;
	case 3:
		emit(g, g->machine->has_m ? ISA_DIVU : ISA_SUB, reg, a, b, 0);
		break;
	case 4: read_csr(g, reg, ISA_CSR_TMASK); break;
	case 5: jump(g, ISA_JAL, reg, 0, here(g) + 1); break;
	case 7: emit(g, pick_of(g, LIST_FLOAT), reg, a, b, 0); break;
	default: emit(g, ISA_XOR, reg, a, b, 0); break;
	}
}

/* Reads REG by an instruction of any unit. */
static void use(struct gen *g, uint32_t reg)
{
	uint32_t a = source(g), rd = work_reg(g), over;

	if (fuzz_floats(g) && fuzz_has_f(g) && one_in(g, 3)) {
		use_f(g, reg);
		return;
	}
	switch (below(g, fuzz_floats(g) ? 7 : 6)) {
	case 0:
		emit(g, ISA_ANDI, ADDR, reg, 0, 12);
		emit(g, ISA_ADD, ADDR, ADDR, TABLE, 0);
		emit(g, ISA_LW, rd, ADDR, 0, 0);
		break;
	case 1: emit(g, ISA_SW, 0, OWN, reg, 0); break;
	case 2:
		emit(g, g->machine->has_m ? ISA_MULHU : ISA_ADD, rd, reg, a, 0);
		break;
	case 3:
		emit(g, g->machine->has_m ? ISA_REM : ISA_SUB, rd, a, reg, 0);
		break;
	case 4:
		over = jump(g, ISA_BLTU, reg, a, 0);
		fuzz_alu(g);
		land(g, over);
		break;
	case 6:
		emit(g, pick_of(g, LIST_FLOAT), rd, reg, a, (int32_t)reg);
		break;
	default: emit(g, ISA_OR, rd, reg, a, 0); break;
	}
}

/* Two instructions that access one register, at least one of them writing it;
 * up to three others stand between them. */
void fuzz_hazard(struct gen *g)
{
	uint32_t reg = work_reg(g), between = below(g, 4), how = below(g, 3);

	if (how == 2)
		use(g, reg);
	else
		produce(g, reg);
	while (between--)
		fuzz_imm(g);
	if (how == 0)
		use(g, reg);
	else
		produce(g, reg);
}

/* A jump to one of two targets, on which threads disagree; both are legal. */
void fuzz_divergent_jump(struct gen *g)
{
	uint32_t at, mask = source(g), odd = below(g, 2);
	int32_t ahead = (int32_t)below(g, 4096) - 2048;

	at = address(g, ADDR, 0);
	emit(g, ISA_ANDI, TEMP, mask, 0, 4);
	emit(g, ISA_ADD, ADDR, ADDR, TEMP, 0);
	if (ahead == -2048)
		ahead = 0;
	/* jalr clears the lowest bit of the sum. */
	emit(g, ISA_ADDI, ADDR, ADDR, 0, -ahead);
	emit(g, ISA_ORI, ADDR, ADDR, 0, (int32_t)odd & ~ahead);
	emit(g, ISA_JALR, one_in(g, 2) ? ADDR : work_reg(g), ADDR, 0, ahead);
	if (g->no_memory)
		return;
	g->p->items[at].target = g->p->items[at + 1].target = here(g);
	fuzz_alu(g);
	fuzz_alu(g);
}

/* Some threads access shared memory, others their own memory. */
void fuzz_mixed(struct gen *g)
{
	enum isa_op op = pick_of(g, LIST_ACCESS);
	uint32_t bit = below(g, 2), data = work_reg(g);

	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_SRLI, TEMP, TEMP, 0, (int32_t)bit);
	emit(g, ISA_ANDI, TEMP, TEMP, 0, 1);
	emit(g, ISA_SUB, TEMP, 0, TEMP, 0);
	emit(g, ISA_XOR, ADDR, OWN, SHARED, 0);
	emit(g, ISA_AND, ADDR, ADDR, TEMP, 0);
	emit(g, ISA_XOR, ADDR, ADDR, OWN, 0);
	if (isa_insn(op)->class == ISA_CLASS_STORE)
		emit(g, op, 0, ADDR, data, 0);
	else
		emit(g, op, data, ADDR, 0, 0);
}

/* Accesses to lines of few cache sets, so that earlier lines are evicted. */
void fuzz_walk(struct gen *g)
{
	uint32_t shift = 10 + below(g, 3), n = 2 + below(g, WALK_STEPS - 1);
	uint32_t rd = work_reg(g);

	emit(g, ISA_ADDI, ADDR, RACED, 0, 0);
	for (uint32_t i = 0; i < n; i++) {
		emit(g, ISA_LUI, TEMP, 0, 0, 1);
		emit(g, ISA_SRLI, TEMP, TEMP, 0, (int32_t)(12 - shift));
		emit(g, ISA_ADD, ADDR, ADDR, TEMP, 0);
		if (one_in(g, 2))
			emit(g, ISA_SW, 0, ADDR, rd, 0);
		else
			emit(g, ISA_LW, rd, ADDR, 0, 0);
	}
}
