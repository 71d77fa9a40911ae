/* operands.c - operands at the edges in random programs: powers of two, limits
 * of instructions, and their neighbours
 * SPDX-License-Identifier: Apache-2.0
 *
 * Hardware that ignores a bit of an operand shows the fault only where that bit
 * alone decides. So an operand that must trap is often a legal one with one
 * more bit set.
 */
#include "fuzz/generate.h"
#include "machine/has.h"

/* SHORTCUT: the divider needs fewer cycles for dividends of so few bits */
enum { SHORTCUT = 16, MOST_STRIDE = 16 };
#define SIGN UINT32_C(0x80000000)

uint32_t fuzz_beyond(struct gen *g, uint32_t limit)
{
	uint32_t good = below(g, limit + 1), bit = below(g, 32);

	if (one_in(g, 4))
		return limit + 1 + (one_in(g, 2) ? 0 : below(g, 4));
	if (one_in(g, 4))
		good = (1u << bit) - below(g, 3);
	else
		good |= 1u << bit;
	return good > limit ? good : good | 1u << (6 + below(g, 26));
}

/* --- division --------------------------------------------------------- */

/* A power of two or a neighbour of one, or the negative of it. */
static uint32_t boundary(struct gen *g)
{
	uint32_t any = below(g, 32), bit = one_in(g, 2) ? SHORTCUT :
					   one_in(g, 3) ? 31 :
							  any;
	uint32_t value = (1u << bit) + below(g, 3) - 1;

	return one_in(g, 2) ? value : -value;
}

/* All threads divide equal operands, since the slowest lane decides the time;
 * or in one of four cases dividends that differ by the thread number. */
void fuzz_divide(struct gen *g)
{
	static const uint8_t ops[] = { ISA_DIV, ISA_DIVU, ISA_REM, ISA_REMU };
	enum isa_op op = PICK(g, ops);
	uint32_t a = work_reg(g), b = work_reg(g);
	uint32_t dividend = boundary(g), divisor = below(g, 8) - 3;

	switch (below(g, 4)) {
	case 0: divisor = boundary(g); break;
	case 1: divisor = dividend; break;
	case 2: divisor = one_in(g, 2) ? -dividend : dividend + divisor; break;
	default: break;
	}
	constant(g, a, dividend);
	constant(g, b, divisor);
	if (g->class == FUZZ_ANY && one_in(g, 4)) {
		read_csr(g, TEMP, ISA_CSR_THREAD_ID);
		emit(g, ISA_ADD, a, a, TEMP, 0);
	}
	emit(g, op, destination(g), a, b, 0);
}

/* --- each bit alone --------------------------------------------------- */

/* x26 = a word around the word in register BIT: BIT, ~BIT, -BIT, or BIT ^
 * OTHER. */
static void around_bit(struct gen *g, uint32_t bit, uint32_t other)
{
	switch (below(g, 4)) {
	case 0: emit(g, ISA_ADDI, TEMP, bit, 0, 0); break;
	case 1: emit(g, ISA_XORI, TEMP, bit, 0, -1); break;
	case 2: emit(g, ISA_SUB, TEMP, 0, bit, 0); break;
	default: emit(g, ISA_XOR, TEMP, bit, other, 0); break;
	}
}

/* An instruction of two operands, one of which is made of register BIT. */
static void pair_with_bit(struct gen *g, uint32_t bit)
{
	static const uint8_t divisions[] = { ISA_DIV, ISA_DIVU, ISA_REM,
					     ISA_REMU };
	enum isa_op op = g->machine->has_m && one_in(g, 2) ?
				 PICK(g, divisions) :
				 pick_of(g, LIST_PAIRS);
	uint32_t other = work_reg(g), rd = work_reg(g), over;

	if (!g->p->options.weight[FUZZ_MULDIV] &&
	    isa_insn(op)->class != ISA_CLASS_BRANCH)
		op = ISA_SUB;
	if (one_in(g, 2))
		constant(g, other, one_in(g, 2) ? boundary(g) : corner(g));
	around_bit(g, bit, other);
	fuzz_to_f(g, op, TEMP, other);
	if (isa_insn(op)->class == ISA_CLASS_BRANCH) {
		over = jump(g, op, TEMP, other, 0);
		fuzz_alu(g);
		land(g, over);
	} else if (one_in(g, 2)) {
		emit(g, op, rd, TEMP, other, 0);
	} else {
		emit(g, op, rd, other, TEMP, 0);
	}
}

/* Divides ~BIT or -BIT by a small number: the quotient depends on each bit of
 * the dividend. */
static void divide_bit(struct gen *g, uint32_t bit)
{
	enum isa_op op = one_in(g, 4) ? ISA_REM : ISA_DIV;
	uint32_t small = 1 + below(g, 7);

	if (one_in(g, 3))
		emit(g, ISA_SUB, TEMP, 0, bit, 0);
	else
		emit(g, ISA_XORI, TEMP, bit, 0, -1);
	constant(g, ADDR, one_in(g, 2) ? small : 0 - small);
	emit(g, op, work_reg(g), TEMP, ADDR, 0);
}

/* Divides a number by BIT or -BIT; the dividend has the other sign. */
static void divide_by_bit(struct gen *g, uint32_t bit)
{
	enum isa_op op = one_in(g, 4) ? ISA_REM : ISA_DIV;
	uint32_t value = one_in(g, 2) ? boundary(g) : corner(g),
		 rd = work_reg(g);

	if (one_in(g, 4)) {
		emit(g, ISA_SUB, ADDR, 0, bit, 0);
		constant(g, TEMP, value & ~SIGN);
		emit(g, op, rd, TEMP, ADDR, 0);
		return;
	}
	constant(g, TEMP, value | SIGN);
	emit(g, ISA_SRAI, ADDR, bit, 0, 31);
	emit(g, ISA_XOR, TEMP, TEMP, ADDR, 0);
	emit(g, op, rd, TEMP, bit, 0);
}

/* Splits, and votes, on a predicate that is BIT in some threads and 0 in
 * others. */
static void split_by_bit(struct gen *g, uint32_t bit)
{
	uint32_t over;
	enum isa_op vote = ISA_VOTE_ALL + below(g, 4);

	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_ANDI, TEMP, TEMP, 0, (int32_t)(1u << below(g, 5)));
	emit(g, ISA_SLTU, TEMP, 0, TEMP, 0);
	emit(g, ISA_SUB, TEMP, 0, TEMP, 0);
	emit(g, ISA_AND, TEMP, TEMP, bit, 0);
	if (machine_has_insn(g->machine, vote))
		emit(g, vote, work_reg(g), TEMP, 0, 0);
	emit(g, ISA_SPLIT, 0, TEMP, 0, 0);
	over = jump(g, ISA_BEQ, TEMP, 0, 0);
	fuzz_alu(g);
	land(g, over);
	emit(g, ISA_JOIN, 0, 0, 0, 0);
}

/* Register BIT = the first bit of a sweep; returns the shift per turn. All
 * threads have the same bit; or each thread has a different one, which takes
 * fewer turns. */
static uint32_t first_bit(struct gen *g, uint32_t bit)
{
	uint32_t stride = g->machine->threads;

	constant(g, bit, 1);
	if (one_in(g, 2))
		return 1;
	if (stride > MOST_STRIDE)
		stride = MOST_STRIDE;
	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_ANDI, TEMP, TEMP, 0, (int32_t)stride - 1);
	emit(g, ISA_SLL, bit, bit, TEMP, 0);
	return stride;
}

void fuzz_sweep(struct gen *g)
{
	uint32_t bit = COUNTER + g->loops, top, stride;
	bool splits = fuzz_room_for(g, 2) && g->p->options.weight[FUZZ_IF],
	     divides = g->machine->has_m && g->p->options.weight[FUZZ_MULDIV] &&
		       one_in(g, 2);

	if (splits && g->depth + 2 > g->deepest)
		g->deepest = g->depth + 2;
	stride = first_bit(g, bit);
	top = here(g);
	if (divides && one_in(g, 2))
		divide_bit(g, bit);
	else if (divides)
		divide_by_bit(g, bit);
	for (uint32_t n = divides ? below(g, 2) : 1 + below(g, 2); n; n--) {
		if (splits && one_in(g, 4))
			split_by_bit(g, bit);
		else
			pair_with_bit(g, bit);
	}
	emit(g, ISA_SLLI, bit, bit, 0, (int32_t)stride);
	jump(g, ISA_BNE, bit, 0, top);
}

/* --- SIMT instructions ------------------------------------------------ */

/* x26 = a single bit in some threads, 0 in the others. */
void fuzz_single_bit(struct gen *g)
{
	uint32_t thread = below(g, 5), bit = below(g, 32);

	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_SRLI, TEMP, TEMP, 0, (int32_t)thread);
	emit(g, ISA_ANDI, TEMP, TEMP, 0, 1);
	emit(g, ISA_SLLI, TEMP, TEMP, 0, (int32_t)bit);
}

/* A barrier for no more than one warp, at which no warp waits. */
void fuzz_open_barrier(struct gen *g)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)g->free_barrier);
	emit(g, ISA_ADDI, ADDR, 0, 0, (int32_t)below(g, 2));
	emit(g, ISA_BAR, 0, TEMP, ADDR, 0);
}

void fuzz_name_barrier(struct gen *g, const struct barrier *b)
{
	emit(g, ISA_ADDI, TEMP, 0, 0, (int32_t)b->id);
	emit(g, ISA_ADDI, ADDR, 0, 0, (int32_t)b->count);
}

/* The barrier of a block; in half of the cases arrival and wait apart. */
static void wait_of_block(struct gen *g)
{
	if (one_in(g, 2)) {
		emit(g, ISA_BAR_SYNC, 0, 0, 0, 0);
		return;
	}
	emit(g, ISA_BAR_ARRIVE, TEMP, 0, 0, 0);
	for (uint32_t n = below(g, 4); n; n--) {
		uint32_t rd = work_reg(g), rs1 = source(g), rs2 = source(g);

		emit(g, ISA_XOR, rd, rs1, rs2, 0);
	}
	emit(g, ISA_BAR_WAIT, 0, TEMP, 0, 0);
}

void fuzz_wait(struct gen *g)
{
	if (g->p->options.blocks)
		wait_of_block(g);
	else
		emit(g, ISA_BAR, 0, TEMP, ADDR, 0);
}

void fuzz_wake(struct gen *g, uint32_t group)
{
	/* An ordered program discards the result of wspawn, which depends on
	 * time, in a register of no other use. */
	uint32_t rd = g->class == FUZZ_ORDERED ? EPC + below(g, 3) :
						 work_reg(g);

	if (!g->no_memory)
		g->wake[g->wakes++] = (struct wake){ here(g), group };
	address(g, TEMP, 0);
	emit(g, ISA_WSPAWN, rd, TEMP, source(g), 0);
}

/* Emits an instruction that traps by its operand; uses x26 and x27. */
void fuzz_operand_trap(struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t rd = work_reg(g);

	switch (below(g, 5)) {
	case 0:
		constant(g, TEMP, fuzz_beyond(g, m->threads));
		emit(g, ISA_TMC, 0, TEMP, 0, 0);
		break;
	case 1:
		constant(g, TEMP, fuzz_beyond(g, m->threads - 1));
		emit(g, ISA_CLONE, 0, TEMP, 0, 0);
		break;
	case 2:
		constant(g, TEMP, fuzz_beyond(g, m->barriers - 1));
		emit(g, ISA_ADDI, ADDR, 0, 0, 1);
		emit(g, ISA_BAR, 0, TEMP, ADDR, 0);
		break;
	case 3:
		constant(g, TEMP, below(g, m->barriers));
		/* A block may have half of a core's warps. */
		constant(g, ADDR, fuzz_beyond(g, m->warps *
					      (g->p->options.blocks ? 2 : 1)));
		emit(g, ISA_BAR, 0, TEMP, ADDR, 0);
		break;
	default:
		address(g, TEMP, here(g));
		emit(g, ISA_ADDI, TEMP, TEMP, 0, (int32_t)(1 + below(g, 3)));
		emit(g, ISA_WSPAWN, rd, TEMP, work_reg(g), 0);
		break;
	}
}
