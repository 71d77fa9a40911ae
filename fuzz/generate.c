/* generate.c - a random program from a seed
 * SPDX-License-Identifier: Apache-2.0
 *
 * Warp 0 has code of its own; it wakes the others, which share the code of up to three groups.
 * All go through the same phases; between two phases some groups, or all, meet at a barrier.
 *
 * Registers: x5 .. x20 are worked with, everything else may be read. x1 is the link; x2, x3 are
 * the interrupt handler's; x21 .. x23 count the turns of loops by depth, x24 holds a mask;
 * x26, x27 are for an instruction or two; x28 points to what is the thread's own, x29 to the
 * table, x30 to what all threads write, x31 to shared memory.
 *
 * In a FUZZ_ORDERED program a thread stores only to its own memory, to one half of it, and loads the other half
 * of others'; the halves change places at barriers to which all come. There a clone takes x28 and x31 along, so
 * that they are made anew before they are used. In a FUZZ_SCALAR program one thread does all.
 *
 * Where the mask is not that of the first threads (a side of a split) nothing happens that gives
 * the leader other counters: no tmc, and no clone where loops or functions are left by them.
 */
#include "fuzz/fuzz.h"

#include <stdlib.h>

enum {
	LINK = 1, EPC = 2, TICKS = 3, FIRST = 5, LAST = 20, COUNTER = 21, MASK = 24,
	TEMP = 26, ADDR = 27, OWN = 28, TABLE = 29, RACED = 30, SHARED = 31,
	LOOPS = 3, GROUPS = 4, PHASES = 4, FUNCTIONS = 3, MOST_WARPS = 32,
	RACED_BYTES = 256, LONGEST_BLOCK = 120, SLACK = 128, DUMP_BYTES = 128,
	WALK_STEPS = 5, WALK_BYTES = (WALK_STEPS + 1) << 12
};

#define CONSOLE_HIGH 0xfffff
#define SMEM_HIGH 0xff000

struct group {
	uint32_t warps;
	uint32_t start;                 /* item */
};

struct function {
	uint32_t start;
	uint32_t stack;                 /* entries */
};

struct gen {
	uint64_t random;
	const struct fuzz_machine *machine;
	struct fuzz_program *p;
	uint32_t weight[FUZZ_KINDS];
	struct fuzz_item nowhere;       /* what there is no memory for */
	const char *pending;            /* name of the next item */
	bool no_memory;

	/* Where we are. */
	uint32_t depth;                 /* stack entries taken */
	uint32_t deepest;
	uint32_t loops;                 /* around us */
	bool first;                     /* the mask is that of the first threads */
	bool in_while, in_function;

	struct group group[GROUPS];
	uint32_t groups;
	struct function function[FUNCTIONS];
	uint32_t functions;
	uint32_t own_bytes;             /* of a thread */
	uint32_t smem_bytes;
	uint32_t handler;
	enum fuzz_class class;
	uint32_t half;                  /* of a thread's memory that it stores to now */
};

/* --- chance ----------------------------------------------------------- */

/* splitmix64. Where two numbers are drawn their order is told by statements or declarations: that of
 * arguments is the compiler's. */
static uint32_t draw(struct gen *g)
{
	uint64_t z = g->random += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return (uint32_t)(z >> 32) ^ (uint32_t)(z >> 1);
}

static uint32_t below(struct gen *g, uint32_t n)
{
	return (uint32_t)((uint64_t)draw(g) * n >> 32);
}

static bool one_in(struct gen *g, uint32_t n)
{
	return below(g, n) == 0;
}

static uint32_t work_reg(struct gen *g)
{
	return FIRST + below(g, LAST - FIRST + 1);
}

/* To be written: sometimes x0. */
static uint32_t destination(struct gen *g)
{
	return one_in(g, 24) ? 0 : work_reg(g);
}

static uint32_t source(struct gen *g)
{
	return one_in(g, 12) ? below(g, 32) : work_reg(g);
}

static uint32_t corner(struct gen *g)
{
	static const uint32_t corners[] = {
		0, 1, 2, 3, 4, 7, 31, 32, 33, 0x7f, 0x80, 0xff, 0x7ff, 0x800, 0x7fff, 0x8000,
		0xffff, 0x10000, 0x55555555, 0xaaaaaaaa, 0x7fffffff, 0x80000000, 0x80000001,
		0xfffffffe, 0xffffffff
	};

	uint32_t value;

	if (one_in(g, 2))
		return corners[below(g, sizeof corners / sizeof corners[0])];
	value = draw(g);
	return value >> below(g, 32);
}

/* --- instructions ----------------------------------------------------- */

static struct fuzz_item *item(struct gen *g)
{
	struct fuzz_program *p = g->p;

	if (p->count == p->room) {
		size_t room = 2 * p->room + 256;
		struct fuzz_item *more = realloc(p->items, room * sizeof *more);

		if (!more) {
			g->no_memory = true;
			return &g->nowhere;
		}
		p->items = more;
		p->room = room;
	}
	p->items[p->count] = (struct fuzz_item){ .op = ISA_INVALID, .name = g->pending };
	g->pending = NULL;
	return &p->items[p->count++];
}

static uint32_t here(const struct gen *g)
{
	return (uint32_t)g->p->count;
}

static struct fuzz_item *emit(struct gen *g, enum isa_op op, uint32_t rd, uint32_t rs1,
			      uint32_t rs2, int32_t imm)
{
	struct fuzz_item *i = item(g);

	i->op = op;
	i->rd = (uint8_t)rd;
	i->rs1 = (uint8_t)rs1;
	i->rs2 = (uint8_t)rs2;
	i->imm = imm;
	return i;
}

static void relocate(struct fuzz_item *i, enum fuzz_reloc reloc, uint32_t target)
{
	i->reloc = reloc;
	i->target = target;
}

/* To item TARGET, or to where land comes to be; returns the item. */
static uint32_t jump(struct gen *g, enum isa_op op, uint32_t a, uint32_t b, uint32_t target)
{
	bool jal = op == ISA_JAL;

	relocate(emit(g, op, jal ? a : 0, jal ? 0 : a, jal ? 0 : b, 0), FUZZ_RELATIVE, target);
	return here(g) - 1;
}

static void land(struct gen *g, uint32_t from)
{
	if (!g->no_memory)
		g->p->items[from].target = here(g);
}

static void constant(struct gen *g, uint32_t rd, uint32_t value)
{
	uint32_t high = (value + 0x800) >> 12, low = value & 0xfff;

	if (high)
		emit(g, ISA_LUI, rd, 0, 0, (int32_t)high);
	if (low || !high)
		emit(g, ISA_ADDI, rd, high ? rd : 0, 0, (int32_t)low);
}

/* The address of an item, in two instructions; returns the first. */
static uint32_t address(struct gen *g, uint32_t rd, uint32_t target)
{
	relocate(emit(g, ISA_LUI, rd, 0, 0, 0), FUZZ_HIGH, target);
	relocate(emit(g, ISA_ADDI, rd, rd, 0, 0), FUZZ_LOW, target);
	return here(g) - 2;
}

static void read_csr(struct gen *g, uint32_t rd, uint32_t csr)
{
	emit(g, ISA_CSRRS, rd, 0, 0, (int32_t)csr);
}

static void write_csr(struct gen *g, uint32_t csr, uint32_t rs1)
{
	emit(g, ISA_CSRRW, 0, rs1, 0, (int32_t)csr);
}

/* --- straight code ---------------------------------------------------- */

static enum isa_op pick(struct gen *g, const uint8_t *ops, size_t n)
{
	return ops[below(g, (uint32_t)n)];
}

#define PICK(g, ops) pick(g, ops, sizeof ops)

static void registers(struct gen *g, enum isa_op op)
{
	uint32_t rd = destination(g), rs1 = source(g), rs2 = source(g);

	emit(g, op, rd, rs1, rs2, 0);
}

static void alu(struct gen *g)
{
	static const uint8_t ops[] = {
		ISA_ADD, ISA_SUB, ISA_SLL, ISA_SLT, ISA_SLTU, ISA_XOR, ISA_SRL, ISA_SRA, ISA_OR,
		ISA_AND
	};

	registers(g, PICK(g, ops));
}

static void imm(struct gen *g)
{
	static const uint8_t ops[] = {
		ISA_ADDI, ISA_SLTI, ISA_SLTIU, ISA_XORI, ISA_ORI, ISA_ANDI, ISA_SLLI, ISA_SRLI,
		ISA_SRAI, ISA_LUI, ISA_AUIPC
	};

	enum isa_op op = PICK(g, ops);
	uint32_t rd = destination(g), rs1 = source(g);

	emit(g, op, rd, rs1, 0, (int32_t)corner(g));
}

static void muldiv(struct gen *g)
{
	static const uint8_t ops[] = {
		ISA_MUL, ISA_MULH, ISA_MULHSU, ISA_MULHU, ISA_DIV, ISA_DIVU, ISA_REM, ISA_REMU
	};

	registers(g, PICK(g, ops));
}

/* An access within BYTES, a power of two of 16 or more, at BASE; the place is a constant or follows
 * from a register. */
static void access(struct gen *g, uint32_t base, uint32_t bytes, bool store)
{
	static const uint8_t loads[] = { ISA_LW, ISA_LW, ISA_LB, ISA_LBU, ISA_LH, ISA_LHU };
	static const uint8_t stores[] = { ISA_SW, ISA_SW, ISA_SB, ISA_SH };
	enum isa_op op = store ? PICK(g, stores) : PICK(g, loads);
	uint32_t size = op == ISA_LW || op == ISA_SW ? 4 :
			op == ISA_LH || op == ISA_LHU || op == ISA_SH ? 2 : 1;
	uint32_t at = 0;

	if (one_in(g, 2)) {
		at = below(g, bytes > 2048 ? 2048 : bytes) / size * size;
	} else {
		uint32_t place = base == ADDR ? TEMP : ADDR;

		emit(g, ISA_ANDI, place, source(g), 0,
		     (int32_t)(((bytes > 2048 ? 2048 : bytes) - 1) / size * size));
		emit(g, ISA_ADD, ADDR, place, base, 0);
		base = ADDR;
	}
	if (store)
		emit(g, op, 0, base, source(g), (int32_t)at);
	else
		emit(g, op, destination(g), base, 0, (int32_t)at);
}

static void csr(struct gen *g)
{
	static const uint16_t fixed[] = {
		ISA_CSR_THREAD_ID, ISA_CSR_WARP_ID, ISA_CSR_CORE_ID, ISA_CSR_ACTIVE_WARPS,
		ISA_CSR_TMASK, ISA_CSR_NUM_THREADS, ISA_CSR_NUM_WARPS, ISA_CSR_NUM_CORES,
		ISA_CSR_SMEM_SIZE, ISA_CSR_MCYCLE, ISA_CSR_MCYCLEH, ISA_CSR_MINSTRET,
		ISA_CSR_CYCLE, ISA_CSR_INSTRET, ISA_CSR_MHARTID, ISA_CSR_MFLUSH
	};

	static const uint16_t timeless[] = {
		ISA_CSR_THREAD_ID, ISA_CSR_WARP_ID, ISA_CSR_CORE_ID, ISA_CSR_TMASK,
		ISA_CSR_NUM_THREADS, ISA_CSR_NUM_WARPS, ISA_CSR_NUM_CORES, ISA_CSR_SMEM_SIZE,
		ISA_CSR_MHARTID, ISA_CSR_MFLUSH, ISA_CSR_MEXIT, ISA_CSR_MTICK, ISA_CSR_MSTATUS,
		ISA_CSR_MTVEC, ISA_CSR_MEPC
	};
	uint32_t rd = destination(g);

	if (g->class == FUZZ_ORDERED)
		read_csr(g, rd, timeless[below(g, sizeof timeless / sizeof timeless[0])]);
	else if (one_in(g, 4))
		read_csr(g, rd, ISA_CSR_MHPMCOUNTER3 + below(g, 29));
	else
		read_csr(g, rd, fixed[below(g, sizeof fixed / sizeof fixed[0])]);
}

/* x28 and x31 for the thread, whose number is put into x27. */
static void find_own(struct gen *g)
{
	uint32_t share = g->smem_bytes;

	read_csr(g, ADDR, ISA_CSR_MHARTID);
	if (share)
		emit(g, ISA_SLLI, SHARED, ADDR, 0, (int32_t)__builtin_ctz(share));
	constant(g, TEMP, share ? (uint32_t)SMEM_HIGH << 12 : g->p->data);
	emit(g, ISA_ADD, SHARED, share ? SHARED : 0, TEMP, 0);
	constant(g, OWN, g->p->data + 4 * FUZZ_TABLE + RACED_BYTES);
	emit(g, ISA_SLLI, TEMP, ADDR, 0, (int32_t)__builtin_ctz(g->own_bytes));
	emit(g, ISA_ADD, OWN, OWN, TEMP, 0);
}

/* What nobody else touches before the next barrier of all: half of the thread's memory. */
static void access_half(struct gen *g, uint32_t ahead, uint32_t half, bool store)
{
	uint32_t base = OWN;

	if (g->weight[FUZZ_CLONE])
		find_own(g);
	if (ahead || half) {
		emit(g, ISA_ADDI, ADDR, OWN, 0,
		     (int32_t)(ahead * g->own_bytes + half * (g->own_bytes / 2)));
		base = ADDR;
	}
	access(g, base, g->own_bytes / 2, store);
}

static void access_private(struct gen *g)
{
	bool store = one_in(g, 2);

	if (g->class == FUZZ_ORDERED)
		access_half(g, 0, g->half, store);
	else
		access(g, OWN, g->own_bytes, store);
}

/* In an ordered program what another thread stored before the last barrier of all. */
static void access_raced(struct gen *g)
{
	if (g->class == FUZZ_ORDERED)
		access_half(g, 1 + below(g, 3), 1 - g->half, false);
	else
		access(g, RACED, RACED_BYTES, one_in(g, 2));
}

static void access_shared(struct gen *g)
{
	if (g->class == FUZZ_ORDERED && g->weight[FUZZ_CLONE])
		find_own(g);
	access(g, SHARED, g->smem_bytes, one_in(g, 2));
}

static void fence(struct gen *g)
{
	if (one_in(g, 3))
		emit(g, ISA_FENCE_I, 0, 0, 0, 0);
	else
		emit(g, ISA_FENCE, 0, 0, 0, (int32_t)below(g, 256));
}

static void flush(struct gen *g)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)below(g, 8));
	write_csr(g, ISA_CSR_MFLUSH, TEMP);
}

static void console(struct gen *g)
{
	static const uint8_t stores[] = { ISA_SW, ISA_SB, ISA_SH };

	enum isa_op op = PICK(g, stores);

	emit(g, ISA_LUI, ADDR, 0, 0, CONSOLE_HIGH);
	emit(g, op, 0, ADDR, source(g), 0);
}

/* --- threads ---------------------------------------------------------- */

static void tmc(struct gen *g, uint32_t n)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)n);
	emit(g, ISA_TMC, 0, TEMP, 0, 0);
}

static void clone(struct gen *g)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)below(g, g->machine->threads));
	emit(g, ISA_CLONE, 0, TEMP, 0, 0);
}

/* x26 = something that is 0 in some threads and not in others, or the same in all. */
static void predicate(struct gen *g)
{
	uint32_t a = source(g), b = source(g);

	switch (below(g, 4)) {
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

static void block(struct gen *g, uint32_t length);

static void push(struct gen *g, uint32_t entries)
{
	g->depth += entries;
	if (g->depth > g->deepest)
		g->deepest = g->depth;
}

/* Code for threads that may be any. */
static void side(struct gen *g, uint32_t length)
{
	bool first = g->first;

	g->first = false;
	block(g, length);
	g->first = first;
}

static void if_else(struct gen *g, uint32_t length)
{
	uint32_t to_second, to_end;
	bool only_one = one_in(g, 3);

	predicate(g);
	push(g, 2);
	emit(g, ISA_SPLIT, 0, TEMP, 0, 0);
	to_second = jump(g, one_in(g, 2) ? ISA_BEQ : ISA_BNE, TEMP, 0, 0);
	side(g, only_one ? length : length / 2);
	if (!only_one) {
		to_end = jump(g, ISA_JAL, 0, 0, 0);
		land(g, to_second);
		side(g, length / 2);
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
	block(g, length);
	g->loops--;
	emit(g, ISA_ADDI, counter, counter, 0, -1);
	jump(g, ISA_BLT, 0, counter, top);
}

/* As __while of sw/include/warpwright.h: threads whose counter is 0 wait at the end. */
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
	side(g, length);
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

/* The leader decides for all. */
static void branch(struct gen *g, uint32_t length)
{
	static const uint8_t ops[] = { ISA_BEQ, ISA_BNE, ISA_BLT, ISA_BGE, ISA_BLTU, ISA_BGEU };
	enum isa_op op = PICK(g, ops);
	uint32_t a = source(g), b = source(g), over = jump(g, op, a, b, 0);

	block(g, length);
	land(g, over);
}

/* --- for holes of coverage -------------------------------------------- */

static uint32_t extreme(struct gen *g)
{
	static const uint32_t values[] = { 0, 1, 0xffffffff, 0x80000000, 0x7fffffff };

	return values[below(g, sizeof values / sizeof values[0])];
}

static void corners(struct gen *g)
{
	static const uint8_t ops[] = {
		ISA_ADD, ISA_SUB, ISA_SLL, ISA_SLT, ISA_SLTU, ISA_XOR, ISA_SRL, ISA_SRA, ISA_OR,
		ISA_AND, ISA_BEQ, ISA_BNE, ISA_BLT, ISA_BGE, ISA_BLTU, ISA_BGEU, ISA_MUL, ISA_MULH,
		ISA_MULHSU, ISA_MULHU, ISA_DIV, ISA_DIVU, ISA_REM, ISA_REMU
	};
	uint32_t a = work_reg(g), b = work_reg(g), over;
	enum isa_op op = ops[below(g, g->machine->has_m ? sizeof ops : sizeof ops - 8)];

	if (one_in(g, 8))
		a = 0;
	else if (one_in(g, 8))
		b = 0;
	if (a)
		constant(g, a, extreme(g));
	if (b && b != a)
		constant(g, b, extreme(g));
	if (isa_insn(op)->format != ISA_FMT_BRANCH) {
		emit(g, op, destination(g), a, b, 0);
		return;
	}
	over = jump(g, op, a, b, 0);
	alu(g);
	land(g, over);
}

/* An access with an offset at the edge; ADDR makes up for it. */
static void edge_access(struct gen *g, int32_t offset)
{
	static const uint8_t ops[] = {
		ISA_LB, ISA_LH, ISA_LW, ISA_LBU, ISA_LHU, ISA_SB, ISA_SH, ISA_SW
	};
	enum isa_op op = PICK(g, ops);
	uint32_t other = work_reg(g);

	emit(g, ISA_ADDI, ADDR, OWN, 0, offset == -2048 ? 2047 : -offset);
	if (offset == -2048)
		emit(g, ISA_ADDI, ADDR, ADDR, 0, 1);
	if (isa_insn(op)->format == ISA_FMT_STORE)
		emit(g, op, 0, ADDR, other, offset);
	else
		emit(g, op, one_in(g, 2) ? ADDR : other, ADDR, 0, offset);
}

static void edge(struct gen *g)
{
	static const uint8_t ops[] = {
		ISA_ADDI, ISA_SLTI, ISA_SLTIU, ISA_XORI, ISA_ORI, ISA_ANDI, ISA_SLLI, ISA_SRLI,
		ISA_SRAI, ISA_LUI, ISA_AUIPC
	};
	static const int32_t edges[] = { 0, 1, -1, -2048, 2047 };
	static const int32_t upper[] = { 0, 1, -1, -0x80000, 0x7ffff };
	uint32_t n = below(g, 5), rd = destination(g), rs1 = source(g);
	enum isa_op op = PICK(g, ops);

	if (one_in(g, 2))
		edge_access(g, edges[n]);
	else
		emit(g, op, rd, rs1, 0, isa_insn(op)->format == ISA_FMT_U ? upper[n] : edges[n]);
}

/* Writes REG by one of the units. */
static void produce(struct gen *g, uint32_t reg)
{
	uint32_t a = source(g), b = source(g);

	switch (below(g, 7)) {
	case 0: emit(g, ISA_LW, reg, TABLE, 0, (int32_t)(4 * below(g, FUZZ_TABLE))); break;
	case 1: emit(g, ISA_LW, reg, SHARED, 0, (int32_t)(4 * below(g, 4))); break;
	case 2: emit(g, g->machine->has_m ? ISA_MUL : ISA_ADD, reg, a, b, 0); break;
	case 3: emit(g, g->machine->has_m ? ISA_DIVU : ISA_SUB, reg, a, b, 0); break;
	case 4: read_csr(g, reg, ISA_CSR_TMASK); break;
	case 5: jump(g, ISA_JAL, reg, 0, here(g) + 1); break;
	default: emit(g, ISA_XOR, reg, a, b, 0); break;
	}
}

/* Reads REG in one of the ways. */
static void use(struct gen *g, uint32_t reg)
{
	uint32_t a = source(g), rd = work_reg(g), over;

	switch (below(g, 6)) {
	case 0:
		emit(g, ISA_ANDI, ADDR, reg, 0, 12);
		emit(g, ISA_ADD, ADDR, ADDR, TABLE, 0);
		emit(g, ISA_LW, rd, ADDR, 0, 0);
		break;
	case 1: emit(g, ISA_SW, 0, OWN, reg, 0); break;
	case 2: emit(g, g->machine->has_m ? ISA_MULHU : ISA_ADD, rd, reg, a, 0); break;
	case 3: emit(g, g->machine->has_m ? ISA_REM : ISA_SUB, rd, a, reg, 0); break;
	case 4:
		over = jump(g, ISA_BLTU, reg, a, 0);
		alu(g);
		land(g, over);
		break;
	default: emit(g, ISA_OR, rd, reg, a, 0); break;
	}
}

/* Two instructions with one register, and up to three between them. */
static void hazard(struct gen *g)
{
	uint32_t reg = work_reg(g), between = below(g, 4), how = below(g, 3);

	if (how == 2)
		use(g, reg);
	else
		produce(g, reg);
	while (between--)
		imm(g);
	if (how == 0)
		use(g, reg);
	else
		produce(g, reg);
}

/* To one of two places, which threads disagree about; both are right. */
static void divergent_jump(struct gen *g)
{
	uint32_t at, mask = source(g);

	at = address(g, ADDR, 0);
	emit(g, ISA_ANDI, TEMP, mask, 0, 4);
	emit(g, ISA_ADD, ADDR, ADDR, TEMP, 0);
	emit(g, ISA_JALR, one_in(g, 2) ? ADDR : work_reg(g), ADDR, 0, 0);
	if (g->no_memory)
		return;
	g->p->items[at].target = g->p->items[at + 1].target = here(g);
	alu(g);
	alu(g);
}

/* Some threads access shared memory, the others their own. */
static void mixed(struct gen *g)
{
	static const uint8_t ops[] = {
		ISA_LB, ISA_LH, ISA_LW, ISA_LBU, ISA_LHU, ISA_SB, ISA_SH, ISA_SW
	};
	enum isa_op op = PICK(g, ops);
	uint32_t bit = below(g, 2), data = work_reg(g);

	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_SRLI, TEMP, TEMP, 0, (int32_t)bit);
	emit(g, ISA_ANDI, TEMP, TEMP, 0, 1);
	emit(g, ISA_SUB, TEMP, 0, TEMP, 0);
	emit(g, ISA_XOR, ADDR, OWN, SHARED, 0);
	emit(g, ISA_AND, ADDR, ADDR, TEMP, 0);
	emit(g, ISA_XOR, ADDR, ADDR, OWN, 0);
	if (isa_insn(op)->format == ISA_FMT_STORE)
		emit(g, op, 0, ADDR, data, 0);
	else
		emit(g, op, data, ADDR, 0, 0);
}

/* Loads of lines that share few sets: what was there must go. */
static void walk(struct gen *g)
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

/* Another mask, or copies of registers, within a split; the last join gives back what
 * was. Threads that wake up there do nothing that decides a loop. */
static void remask(struct gen *g, uint32_t length)
{
	void (*const plain[])(struct gen *g) = { alu, imm, csr, corners, edge, hazard, fence };
	uint32_t over, threads = g->machine->threads;

	predicate(g);
	emit(g, ISA_SPLIT, 0, TEMP, 0, 0);
	over = jump(g, ISA_BEQ, TEMP, 0, 0);
	if (one_in(g, 2))
		land(g, over);
	tmc(g, one_in(g, 2) ? threads : 1 + below(g, threads));
	for (uint32_t i = 0; i < length; i++)
		plain[below(g, sizeof plain / sizeof *plain)](g);
	if (one_in(g, 2))
		tmc(g, 1 + below(g, threads));
	if (g->no_memory)
		return;
	if (g->p->items[over].target < over)
		land(g, over);
	emit(g, ISA_JOIN, 0, 0, 0, 0);
}

static bool room_for(const struct gen *g, uint32_t entries)
{
	return g->depth + entries <= g->machine->stack;
}

static bool may_call(const struct gen *g)
{
	if (g->in_function)
		return false;
	for (uint32_t i = 0; i < g->functions; i++)
		if (room_for(g, g->function[i].stack))
			return true;
	return false;
}

static void call(struct gen *g)
{
	const struct function *f;

	do
		f = &g->function[below(g, g->functions)];
	while (!room_for(g, f->stack));
	if (one_in(g, 2)) {
		jump(g, ISA_JAL, LINK, 0, f->start);
		return;
	}
	address(g, TEMP, f->start);
	emit(g, ISA_JALR, LINK, TEMP, 0, 0);
}

/* --- blocks ----------------------------------------------------------- */

/* What class of programs has KIND, and where? Functions are called in all phases. */
static bool allowed(const struct gen *g, enum fuzz_kind kind)
{
	if (kind >= FUZZ_CORNER && g->class != FUZZ_ANY)
		return false;
	switch (g->class) {
	case FUZZ_ANY:
		return true;
	case FUZZ_ORDERED:
		return !g->in_function || (kind != FUZZ_PRIVATE && kind != FUZZ_RACE);
	case FUZZ_SCALAR:
		return kind == FUZZ_ALU || kind == FUZZ_IMM || kind == FUZZ_MULDIV ||
		       kind == FUZZ_PRIVATE || kind == FUZZ_READ || kind == FUZZ_RACE ||
		       kind == FUZZ_LOOP || kind == FUZZ_CALL || kind == FUZZ_BRANCH ||
		       kind == FUZZ_FENCE;
	}
	return true;
}

/* May KIND stand here, with LENGTH instructions left? */
static bool fits(const struct gen *g, enum fuzz_kind kind, uint32_t length)
{
	if (!allowed(g, kind))
		return false;
	switch (kind) {
	case FUZZ_MULDIV:
		return g->machine->has_m;
	case FUZZ_SMEM:
		return g->smem_bytes != 0;
	case FUZZ_IF:
		return length >= 6 && room_for(g, 2);
	case FUZZ_LOOP:
		return length >= 6 && g->loops < LOOPS && !g->in_function;
	case FUZZ_WHILE:
		return length >= 12 && room_for(g, 2) && g->loops < LOOPS && !g->in_while &&
		       !g->in_function;
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
		return length >= 8 && room_for(g, 2);
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
	case FUZZ_ALU: alu(g); break;
	case FUZZ_IMM: imm(g); break;
	case FUZZ_MULDIV: muldiv(g); break;
	case FUZZ_PRIVATE: access_private(g); break;
	case FUZZ_READ: access(g, TABLE, 4 * FUZZ_TABLE, false); break;
	case FUZZ_RACE: access_raced(g); break;
	case FUZZ_SMEM: access_shared(g); break;
	case FUZZ_CSR: csr(g); break;
	case FUZZ_IF: if_else(g, inner); break;
	case FUZZ_WHILE: while_loop(g, inner / 2); break;
	case FUZZ_LOOP: loop(g, inner / 2); break;
	case FUZZ_CALL: call(g); break;
	case FUZZ_BRANCH: branch(g, inner > 8 ? 8 : inner); break;
	case FUZZ_TMC: tmc(g, 1 + below(g, g->machine->threads)); break;
	case FUZZ_CLONE: clone(g); break;
	case FUZZ_FENCE: fence(g); break;
	case FUZZ_FLUSH: flush(g); break;
	case FUZZ_CONSOLE: console(g); break;
	case FUZZ_CORNER: corners(g); break;
	case FUZZ_EDGE: edge(g); break;
	case FUZZ_HAZARD: hazard(g); break;
	case FUZZ_JUMP: divergent_jump(g); break;
	case FUZZ_MIXED: mixed(g); break;
	case FUZZ_WALK: walk(g); break;
	case FUZZ_REMASK: remask(g, inner > 8 ? 8 : inner); break;
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

/* About LENGTH instructions. */
static void block(struct gen *g, uint32_t length)
{
	uint32_t end = here(g) + length;

	while (here(g) < end && !g->no_memory)
		statement(g, draw_kind(g, end - here(g)), end - here(g));
}

/* --- warps ------------------------------------------------------------ */

static void find_places(struct gen *g, uint32_t raced)
{
	constant(g, SHARED, g->smem_bytes ? (uint32_t)SMEM_HIGH << 12 : raced);
	read_csr(g, ADDR, ISA_CSR_MHARTID);
	constant(g, OWN, raced + RACED_BYTES);
	for (uint32_t bit = g->own_bytes; bit; bit &= bit - 1) {
		emit(g, ISA_SLLI, TEMP, ADDR, 0, (int32_t)__builtin_ctz(bit));
		emit(g, ISA_ADD, OWN, OWN, TEMP, 0);
	}
}

/* x28 .. x31, and something in every register that is worked with. */
static void begin(struct gen *g)
{
	const struct fuzz_program *p = g->p;
	uint32_t raced = p->data + 4 * FUZZ_TABLE;

	if (g->class == FUZZ_SCALAR)
		for (uint32_t r = 1; r < 32; r++)
			constant(g, r, 0);
	else
		tmc(g, g->machine->threads);
	constant(g, TABLE, p->data);
	constant(g, RACED, raced);
	if (g->class == FUZZ_ANY)
		find_places(g, raced);
	else if (g->class == FUZZ_ORDERED)
		find_own(g);
	else
		constant(g, OWN, raced + RACED_BYTES);
	for (uint32_t r = FIRST; r <= LAST; r++) {
		constant(g, r, corner(g));
		if (one_in(g, 3))
			continue;
		emit(g, ISA_SLLI, TEMP, ADDR, 0, (int32_t)below(g, 28));
		emit(g, one_in(g, 2) ? ISA_ADD : ISA_XOR, r, r, TEMP, 0);
	}
}

static void enable_interrupts(struct gen *g)
{
	if (!g->handler)
		return;
	address(g, TEMP, g->handler);
	write_csr(g, ISA_CSR_MTVEC, TEMP);
	emit(g, ISA_CSRRSI, 0, 8, 0, ISA_CSR_MSTATUS);
}

/* Wakes a warp for each of the others, between other things. */
static void spawn(struct gen *g, uint32_t length, uint32_t *from)
{
	uint32_t warps = 0, done = 0, rd;

	for (uint32_t i = 1; i < g->groups; i++)
		warps += g->group[i].warps;
	for (uint32_t i = 1; i < g->groups; i++)
		for (uint32_t n = 0; n < g->group[i].warps; n++, done++) {
			block(g, below(g, 2 * length / (warps + 1) + 1));
			from[done] = address(g, TEMP, 0);
			/* Where nothing else writes, if nothing else sees it. */
			rd = g->class == FUZZ_ORDERED ? EPC + below(g, 3) : work_reg(g);
			emit(g, ISA_WSPAWN, rd, TEMP, source(g), 0);
		}
}

struct barrier {
	uint32_t id, count, groups;     /* a bit for each group */
};

static void meet(struct gen *g, const struct barrier *b)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)b->id);
	emit(g, ISA_ADDI, ADDR, 0, 0, (int32_t)b->count);
	emit(g, ISA_BAR, 0, TEMP, ADDR, 0);
}

static void trap(struct gen *g)
{
	const struct fuzz_machine *m = g->machine;
	uint32_t rd = work_reg(g);

	switch (below(g, 9)) {
	case 0:
		emit(g, ISA_INVALID, 0, 0, 0, (int32_t)(draw(g) | 0x7f)); /* 48 bits or more */
		return;
	case 1:
		emit(g, ISA_ECALL, 0, 0, 0, 0);
		return;
	case 2:
		emit(g, ISA_JOIN, 0, 0, 0, 0);
		return;
	case 3:
		emit(g, ISA_LW, rd, RACED, 0, (int32_t)(1 + below(g, 3)));
		return;
	case 4:
		emit(g, ISA_SH, 0, RACED, work_reg(g), 1);
		return;
	case 5:
		emit(g, ISA_ADDI, ADDR, RACED, 0, 2);
		emit(g, ISA_JALR, LINK, ADDR, 0, 0);
		return;
	case 6:
		tmc(g, m->threads + 1 + below(g, 5));
		return;
	case 7:
		emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)(m->threads + below(g, 5)));
		emit(g, ISA_CLONE, 0, TEMP, 0, 0);
		return;
	default:
		emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)m->barriers);
		emit(g, ISA_BAR, 0, TEMP, TEMP, 0);
		return;
	}
}

/* All but x27, behind everything else. */
static void store_registers(struct gen *g)
{
	constant(g, ADDR, g->p->end - DUMP_BYTES);
	for (uint32_t r = 0; r < 32; r++)
		if (r != ADDR)
			emit(g, ISA_SW, 0, ADDR, r, (int32_t)(4 * r));
}

/* Causes that trap() leaves out. */
static void rare_trap(struct gen *g)
{
	const struct fuzz_machine *m = g->machine;
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

/* The warp ends with another mask, or in up to two splits that it never leaves, on any
 * side. */
static void deep_end(struct gen *g)
{
	uint32_t splits = below(g, 3), over;

	if (one_in(g, 2))
		tmc(g, 1 + below(g, g->machine->threads));
	for (uint32_t i = 0; i < splits && room_for(g, 2 * i + 2); i++) {
		predicate(g);
		emit(g, ISA_SPLIT, 0, TEMP, 0, 0);
		over = jump(g, ISA_BEQ, TEMP, 0, 0);
		if (one_in(g, 2))
			emit(g, ISA_JOIN, 0, 0, 0, 0);
		land(g, over);
	}
	if (one_in(g, 2))
		rare_trap(g);
	else if (one_in(g, 2))
		trap(g);
}

static void end_plainly(struct gen *g, bool alone)
{
	uint32_t how = below(g, 16);

	if (g->class == FUZZ_SCALAR)
		store_registers(g);
	else if (how < 3)
		trap(g);
	else if (how < 6)
		emit(g, ISA_TMC, 0, 0, 0, 0);
	else if (how == 6 && alone)
		write_csr(g, ISA_CSR_MEXIT, source(g));
	/* Behind what may not have ended it, too. */
	emit(g, ISA_EBREAK, 0, 0, 0, 0);
}

static void end(struct gen *g, bool alone)
{
	if (g->class == FUZZ_ANY && g->p->options.weight[FUZZ_DEEP] && !one_in(g, 4))
		deep_end(g);
	end_plainly(g, alone);
}

/* Of the timer. All warps go through the handler in less, a thread at a time and with slow
 * memory; else nothing but the handler is executed. */
static uint32_t period(struct gen *g)
{
	const struct fuzz_machine *m = g->machine;

	return 400 + m->warps * (48 + 8 * m->threads) + below(g, 2000);
}

static void warp(struct gen *g, uint32_t number, uint32_t length, uint32_t phases,
		 const struct barrier *barrier, uint32_t *from)
{
	static const char *const names[GROUPS] = { "warp0", "group1", "group2", "group3" };

	g->pending = names[number];
	g->group[number].start = here(g);
	g->first = true;
	g->half = 0;
	begin(g);
	if (number == 0 && g->handler) {
		constant(g, TEMP, period(g));
		write_csr(g, ISA_CSR_MTICK, TEMP);
	}
	enable_interrupts(g);
	if (number == 0)
		spawn(g, length / phases, from);
	for (uint32_t phase = 0; phase < phases; phase++) {
		block(g, length / phases);
		if (phase + 1 < phases && barrier[phase].groups >> number & 1)
			meet(g, &barrier[phase]);
		g->half ^= phase + 1 < phases && barrier[phase].groups == (1u << g->groups) - 1;
	}
	end(g, number == 0 && (g->class == FUZZ_ANY || g->groups == 1));
}

/* The same barrier again only for those that were there, or after one for all. */
static uint32_t plan_barriers(struct gen *g, struct barrier *barrier)
{
	uint32_t phases = 1 + below(g, PHASES), used[MOST_WARPS] = { 0 };
	uint32_t all = (1u << g->groups) - 1, ids = g->machine->barriers;

	if (ids > MOST_WARPS)
		ids = MOST_WARPS;
	/* No warp ends before all have been woken. */
	if (g->class == FUZZ_ORDERED && phases == 1)
		phases = 2;
	if (g->class == FUZZ_SCALAR)
		phases = 1;
	for (uint32_t i = 0; i + 1 < phases; i++) {
		struct barrier *b = &barrier[i];

		b->id = below(g, ids);
		b->groups = one_in(g, 2) ? all : 1 + below(g, all);
		if (g->class == FUZZ_ORDERED && i == 0)
			b->groups = all;
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
	return phases;
}

static void plan_groups(struct gen *g)
{
	uint32_t left = g->machine->warps - 1;

	g->group[0].warps = 1;
	g->groups = 1;
	if (one_in(g, 8))
		left = below(g, left + 1);
	while (left && g->groups < GROUPS) {
		uint32_t n = g->groups + 1 == GROUPS ? left : 1 + below(g, left);

		g->group[g->groups++].warps = n;
		left -= n;
	}
}

/* --- the rest --------------------------------------------------------- */

static void functions(struct gen *g)
{
	static const char *const names[FUNCTIONS] = { "function0", "function1", "function2" };
	uint32_t n = below(g, FUNCTIONS + 1);

	g->in_function = true;
	for (uint32_t i = 0; i < n; i++) {
		struct function *f = &g->function[i];

		g->pending = names[i];
		f->start = here(g);
		g->deepest = 0;
		block(g, 1 + below(g, 16));
		emit(g, ISA_JALR, 0, LINK, 0, 0);
		f->stack = g->deepest;
	}
	g->functions = n;
	g->in_function = false;
}

static void handler(struct gen *g)
{
	if (g->class != FUZZ_ANY || !g->machine->timer || one_in(g, 4))
		return;
	g->pending = "tick";
	g->handler = here(g);
	read_csr(g, EPC, ISA_CSR_MEPC);
	emit(g, ISA_ADDI, TICKS, TICKS, 0, 1);
	if (one_in(g, 2))
		read_csr(g, EPC, ISA_CSR_TMASK);
	emit(g, ISA_MRET, 0, 0, 0, 0);
}

/* Each program likes some kinds more than others, and some not at all. */
static void plan_weights(struct gen *g)
{
	static const uint32_t times[] = { 0, 1, 1, 2, 4 };

	for (uint32_t k = 0; k < FUZZ_KINDS; k++)
		if (k < FUZZ_CORNER || g->p->options.weight[k])
			g->weight[k] = g->p->options.weight[k] *
				       times[below(g, sizeof times / sizeof times[0])];
		else
			g->weight[k] = 0;
}

static void code(struct gen *g)
{
	struct barrier barrier[PHASES];
	uint32_t from[MOST_WARPS], n = 0, phases, start;
	uint32_t length = g->p->options.length;

	plan_weights(g);
	plan_groups(g);
	phases = plan_barriers(g, barrier);
	start = jump(g, ISA_JAL, 0, 0, 0);
	handler(g);
	functions(g);
	land(g, start);
	for (uint32_t i = 0; i < g->groups && !g->no_memory; i++)
		warp(g, i, length, phases, barrier, from);
	for (uint32_t i = 1; i < g->groups && !g->no_memory; i++)
		for (uint32_t k = 0; k < g->group[i].warps; k++, n++) {
			g->p->items[from[n]].target = g->group[i].start;
			g->p->items[from[n] + 1].target = g->group[i].start;
		}
}

/* An ordered program looks at the memory of up to three threads behind the last one, too. */
static uint32_t end_of_data(const struct gen *g)
{
	const struct fuzz_machine *m = g->machine;
	uint32_t end = g->p->data + 4 * FUZZ_TABLE + RACED_BYTES +
		       m->warps * m->threads * g->own_bytes;

	if (g->p->options.weight[FUZZ_WALK])
		end += WALK_BYTES;
	if (g->class == FUZZ_ORDERED)
		end += 3 * g->own_bytes;
	return end + (g->class == FUZZ_SCALAR ? DUMP_BYTES : 0);
}

/* Shared memory for each thread of an ordered program; 0: not enough. */
static uint32_t share_of_smem(const struct gen *g)
{
	uint32_t share = g->machine->smem_size / (g->machine->warps * g->machine->threads);

	if (g->class == FUZZ_ANY)
		return g->machine->smem_size;
	return share < 16 || g->class == FUZZ_SCALAR ? 0 : share;
}

static void generate(struct gen *g, uint32_t data)
{
	static const uint32_t own[] = { 16, 16, 32, 64, 68, 128, 144, 256 };
	static const uint32_t halved[] = { 32, 32, 32, 64, 64, 128, 128, 256 };
	const struct fuzz_machine *m = g->machine;
	uint32_t behind = m->ram_size - (m->reset_pc - m->ram_base), size;

	g->random = g->p->options.seed;
	g->p->count = 0;
	g->p->data = data;
	g->handler = 0;
	g->class = g->p->options.class;
	g->smem_bytes = share_of_smem(g);
	size = below(g, sizeof own / sizeof own[0]);
	if (m->warps * m->threads * own[size] > behind / 2)
		size = 0;
	g->own_bytes = g->class == FUZZ_ORDERED ? halved[size] : own[size];
	g->p->end = end_of_data(g);
	for (uint32_t i = 0; i < FUZZ_TABLE; i++)
		g->p->table[i] = corner(g);
	code(g);
}

/* Memory begins behind the code. How long that is depends on the addresses of memory by a few
 * instructions, which make constants; where these are many the first address takes the most of them. */
int fuzz_generate(const struct fuzz_options *options, const struct fuzz_machine *machine,
		  struct fuzz_program **out, uint32_t *needed)
{
	struct fuzz_program *p = calloc(1, sizeof *p);
	struct gen g = { .machine = machine, .p = p };
	uint32_t code_bytes;
	int bad = 0;

	if (!p)
		return -1;
	p->options = *options;
	p->machine = *machine;
	generate(&g, machine->reset_pc + (options->class == FUZZ_ANY ? 0x10000 : 0x10004));
	code_bytes = ((uint32_t)p->count * 4 + 2 * SLACK) / SLACK * SLACK;
	generate(&g, machine->reset_pc + code_bytes);
	*needed = p->end - machine->reset_pc;
	if (g.no_memory)
		bad = -1;
	else if (*needed > machine->ram_size - (machine->reset_pc - machine->ram_base))
		bad = -2;
	if (bad)
		fuzz_free(p);
	else
		*out = p;
	return bad;
}

/* --- kinds ------------------------------------------------------------ */

static const struct {
	const char *name, *doc;
	uint32_t weight;
} kinds[] = {
#define KIND(id, name, weight, doc) { name, doc, weight },
#include "fuzz/kinds.def"
#undef KIND
};

const char *fuzz_kind_name(enum fuzz_kind kind)
{
	return kinds[kind].name;
}

const char *fuzz_kind_doc(enum fuzz_kind kind)
{
	return kinds[kind].doc;
}

uint32_t fuzz_kind_weight(enum fuzz_kind kind)
{
	return kinds[kind].weight;
}
