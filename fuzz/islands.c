/* islands.c - code that the program writes itself,
 * in places that share a set of the caches
 * SPDX-License-Identifier: Apache-2.0
 *
 * An island is a few instructions and a return. Warp 0 copies the first one to
 * all of them, each with other immediates, so that a cache that mixes lines up
 * is seen. They are a power of two apart, which is a way's size in many caches,
 * often in its first set or in its last one. Then whoever likes to calls them,
 * one after another, or stores another instruction into one, with a flush of
 * some kind behind it or without. An instruction is one that computes, in every
 * version, so whatever a warp finds there does no harm.
 */
#include "fuzz/gen.h"

enum {
	WORDS = 7,
	MOST_STEPS = 8,
	MOST_TURNS = 8,
	MOST_STAY = 8,
	MOST_DANCE = 32,
	LEAST_LINE = 32,
	MOST_IMM = 1024
};

/* Where the first one is, behind what the program has: in the first set of a
 * cache, in the last one or in any. */
static uint32_t first_island(struct gen *g)
{
	uint32_t apart = 1u << g->island_shift,
		 at = (g->p->end + apart - 1) & -apart;

	switch (below(g, 4)) {
	case 0: return at;
	case 1: return at + apart - LEAST_LINE;
	default: return g->p->end;
	}
}

/* How many, how far apart, and where. */
void gen_plan_islands(struct gen *g, uint32_t room)
{
	uint32_t shift = one_in(g, 2) ? 12 : 9 + below(g, 5),
		 n = 5 + below(g, 4);

	g->islands = 0;
	if (g->class != FUZZ_ANY || !g->p->options.weight[FUZZ_PATCH] ||
	    one_in(g, 4))
		return;
	while (shift > 8 && (n + 2) << shift > room)
		shift--;
	if ((n + 2) << shift > room)
		return;
	g->islands = n;
	g->island_shift = shift;
	g->dances = one_in(g, 4);
	g->island = first_island(g);
	g->p->end += (n + 2) << shift;
}

static uint32_t island(const struct gen *g, uint32_t n)
{
	return g->island + (n << g->island_shift);
}

static const uint8_t harmless_ops[] = { ISA_ADDI, ISA_XORI, ISA_ORI, ISA_ANDI,
					ISA_SLTIU };

static uint32_t harmless(struct gen *g)
{
	enum isa_op op = PICK(g, harmless_ops);
	uint32_t rd = destination(g), rs1 = work_reg(g), imm = below(g, 2048);

	return isa_encode(op, rd, rs1, 0, imm);
}

/* What is copied; a few more still are immediates. */
void gen_island(struct gen *g)
{
	if (!g->islands)
		return;
	g->pending = "island";
	g->island_start = here(g);
	for (uint32_t i = 0; i + 1 < WORDS; i++) {
		enum isa_op op = PICK(g, harmless_ops);
		uint32_t rd = destination(g), rs1 = work_reg(g);

		emit(g, op, rd, rs1, 0, (int32_t)below(g, MOST_IMM));
	}
	emit(g, ISA_JALR, 0, RETURN, 0, 0);
}

void gen_copy_islands(struct gen *g)
{
	uint32_t to = COUNTER, left = COUNTER + 1, apart = COUNTER + 2,
		 more = MASK, one = RETURN, top;

	if (!g->islands)
		return;
	address(g, ADDR, g->island_start);
	gen_wide(g, to, island(g, 0));
	constant(g, left, g->islands);
	constant(g, apart, 1u << g->island_shift);
	constant(g, more, 0);
	constant(g, one, 1u << 20);
	top = here(g);
	for (int32_t i = 0; i < WORDS; i++) {
		emit(g, ISA_LW, TEMP, ADDR, 0, 4 * i);
		if (i + 1 < WORDS)
			emit(g, ISA_ADD, TEMP, TEMP, more, 0);
		emit(g, ISA_SW, 0, to, TEMP, 4 * i);
	}
	emit(g, ISA_ADD, to, to, apart, 0);
	emit(g, ISA_ADD, more, more, one, 0);
	emit(g, ISA_ADDI, left, left, 0, -1);
	jump(g, ISA_BLT, 0, left, top);
	emit(g, ISA_FENCE_I, 0, 0, 0, 0);
}

static void call(struct gen *g, uint32_t n, uint32_t word)
{
	gen_wide(g, ADDR, island(g, n) + 4 * word);
	emit(g, ISA_JALR, RETURN, ADDR, 0, 0);
}

/* What makes later fetches see what was stored, and what does not. */
static void make_visible(struct gen *g)
{
	switch (below(g, 6)) {
	case 0:
		emit(g, ISA_CSRRWI, 0, 4 + below(g, 4), 0, ISA_CSR_MFLUSH);
		break;
	case 1:
		emit(g, ISA_FENCE, 0, 0, 0, 0xff);
		break;
	case 2:
		break;
	default:
		emit(g, ISA_FENCE_I, 0, 0, 0, 0);
		break;
	}
}

static void patch(struct gen *g, uint32_t n)
{
	uint32_t word = below(g, WORDS - 1);

	gen_wide(g, ADDR, island(g, n) + 4 * word);
	constant(g, TEMP, harmless(g));
	emit(g, ISA_SW, 0, ADDR, TEMP, 0);
	make_visible(g);
	call(g, n, below(g, word + 1));
}

/* Calls, all of lines of one set; the first ones may miss together with other
 * warps'. */
static void tour(struct gen *g)
{
	if (one_in(g, 3))
		emit(g, ISA_CSRRWI, 0, 4, 0, ISA_CSR_MFLUSH);
	for (uint32_t n = 2 + below(g, MOST_STEPS - 1); n; n--) {
		uint32_t to = below(g, g->islands);

		call(g, to, WORDS - 1 - below(g, 3));
	}
}

/* The first thing in a program, when caches may still be clearing their
 * tags. */
void gen_flush_first(struct gen *g)
{
	if (!g->islands || !one_in(g, 2))
		return;
	for (uint32_t n = 1 + below(g, 3); n; n--) {
		gen_wide(g, ADDR,
			 g->p->data + 4 * FUZZ_TABLE +
				 4 * below(g, RACED_BYTES / 4));
		emit(g, ISA_SW, 0, ADDR, ADDR, 0);
	}
	emit(g, ISA_CSRRWI, 0, 1 + below(g, 7), 0, ISA_CSR_MFLUSH);
}

/* Each of four warps stays in a line of its own for a while and then goes on to
 * one where nobody is: a line that is on its way is then the one whose last use
 * is longest ago. */
void gen_dance(struct gen *g)
{
	uint32_t steps = COUNTER, turns = COUNTER + 1, at = COUNTER + 2,
		 top, again, n = g->islands;

	read_csr(g, at, ISA_CSR_WARP_ID);
	emit(g, ISA_ANDI, at, at, 0, 3);
	constant(g, steps, 2 + below(g, MOST_DANCE));
	top = here(g);
	gen_wide(g, ADDR, island(g, 0) + 4 * (WORDS - 1 - below(g, 2)));
	emit(g, ISA_SLLI, TEMP, at, 0, (int32_t)g->island_shift);
	emit(g, ISA_ADD, ADDR, ADDR, TEMP, 0);
	constant(g, turns, 1 + below(g, MOST_STAY));
	again = here(g);
	emit(g, ISA_JALR, RETURN, ADDR, 0, 0);
	emit(g, ISA_ADDI, turns, turns, 0, -1);
	jump(g, ISA_BLT, 0, turns, again);
	emit(g, ISA_ADDI, at, at, 0, 4);        /* modulo N */
	emit(g, ISA_SLTI, TEMP, at, 0, (int32_t)n);
	emit(g, ISA_ADDI, TEMP, TEMP, 0, -1);
	emit(g, ISA_ANDI, TEMP, TEMP, 0, -(int32_t)n);
	emit(g, ISA_ADD, at, at, TEMP, 0);
	emit(g, ISA_ADDI, steps, steps, 0, -1);
	jump(g, ISA_BLT, 0, steps, top);
}

/* A warp that does so while others do wants more lines of a set than there are
 * ways. */
void gen_contend(struct gen *g)
{
	uint32_t counter = COUNTER, top;

	if (one_in(g, 2)) {
		gen_dance(g);
		return;
	}
	constant(g, counter, 2 + below(g, MOST_TURNS));
	top = here(g);
	tour(g);
	if (one_in(g, 2))
		patch(g, below(g, g->islands));
	emit(g, ISA_ADDI, counter, counter, 0, -1);
	jump(g, ISA_BLT, 0, counter, top);
}

void gen_patch(struct gen *g)
{
	if (one_in(g, 2))
		patch(g, one_in(g, 2) ? 0 : below(g, g->islands));
	else
		tour(g);
}
