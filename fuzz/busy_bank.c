/* busy_bank.c - lines of one bank that all cores access
 * SPDX-License-Identifier: Apache-2.0
 *
 * The first words of some lines that a second-level cache of 2, 4 or 8 banks
 * has in one of them. A bank is the exclusive or of the digits of a line's
 * number (doc/memory.md), of 1, 2 or 3 bits. So numbers with the same six bits
 * twice are in one bank, whatever the length of a line.
 *
 * Warps of all cores store several beats of a line at once, load lines between
 * fences, and update words. So the bank answers while responses wait, more
 * stores are in flight than it has places for, and a fence of one warp meets
 * stores of another.
 *
 * One further word has the low address bits of the console, for any size of
 * RAM: stores to the console must not end its reservation. On one core
 * atomics.c reserves it.
 */
#include "fuzz/generate.h"

enum { LANE_WORD = 2, LANE_BEAT = 4, LANE_LINE = 5 };

/* The offset of line K: twice the same bits. */
static uint32_t offset_of(uint32_t k)
{
	return k << HOT_LOW | k << HOT_HIGH;
}

static uint32_t a_line(struct gen *g)
{
	return g->hot + offset_of(below(g, one_in(g, 2) ? 2 : g->hot_lines));
}

/* TEMP = the offset of the line that each thread has. */
static void line_of_lane(struct gen *g)
{
	uint32_t high = work_reg(g);

	emit(g, ISA_ANDI, TEMP, TEMP, 0, (int32_t)g->hot_lines - 1);
	emit(g, ISA_SLLI, high, TEMP, 0, HOT_HIGH);
	emit(g, ISA_SLLI, TEMP, TEMP, 0, HOT_LOW);
	emit(g, ISA_ADD, TEMP, TEMP, high, 0);
}

/* x27 = the address of a line; lanes access words, beats or lines side by side,
 * or all the same. */
static void choose_line(struct gen *g)
{
	static const uint8_t shifts[] = { 0, LANE_WORD, LANE_WORD, LANE_BEAT,
					  LANE_LINE };
	uint32_t shift = shifts[below(g, sizeof shifts)];

	fuzz_wide(g, ADDR, shift == LANE_LINE ? g->hot : a_line(g));
	if (!shift)
		return;
	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	if (shift == LANE_LINE)
		line_of_lane(g);
	else
		emit(g, ISA_SLLI, TEMP, TEMP, 0, (int32_t)shift);
	emit(g, ISA_ADD, ADDR, ADDR, TEMP, 0);
}

static int32_t an_offset(struct gen *g)
{
	return (int32_t)(4 * below(g, HOT_BYTES / 4));
}

static void store(struct gen *g)
{
	static const uint8_t ops[] = { ISA_SW, ISA_SW, ISA_SW, ISA_SB, ISA_SH };
	enum isa_op op = PICK(g, ops);
	uint32_t data = source(g);

	emit(g, op, 0, ADDR, data, an_offset(g));
}

static void load(struct gen *g)
{
	uint32_t rd = work_reg(g);

	emit(g, ISA_LW, rd, ADDR, 0, an_offset(g));
}

static void order(struct gen *g)
{
	emit(g, ISA_FENCE, 0, 0, 0, one_in(g, 4) ? (int32_t)below(g, 256) : 51);
}

/* Several stores to a line, often behind a load of it; then a fence, and loads
 * of what other warps may have stored meanwhile. */
static void burst(struct gen *g)
{
	uint32_t stores = 2 + below(g, 7), loads = below(g, 3);

	if (one_in(g, 2))
		load(g);
	while (stores--)
		store(g);
	if (one_in(g, 2))
		order(g);
	while (loads--)
		load(g);
}

/* Loads, a fence before each. */
static void watch(struct gen *g)
{
	for (uint32_t turns = 2 + below(g, 5); turns; turns--) {
		order(g);
		load(g);
		if (one_in(g, 2))
			load(g);
	}
}

/* Stores and fences in turn. */
static void alternate(struct gen *g)
{
	for (uint32_t turns = 2 + below(g, 3); turns; turns--) {
		store(g);
		order(g);
		if (one_in(g, 2))
			load(g);
	}
}

static void print(struct gen *g)
{
	uint32_t data = source(g);

	emit(g, ISA_LUI, TEMP, 0, 0, CONSOLE_HIGH);
	emit(g, ISA_SB, 0, TEMP, data, 0);
}

/* lr.w and sc.w at the word that has the console's low bits. Of the stores to
 * the console some are another warp's or core's. */
static void reserve(struct gen *g)
{
	uint32_t rd = work_reg(g), rs2 = source(g), result = work_reg(g);

	fuzz_wide(g, ADDR, g->alias);
	if (one_in(g, 2))
		print(g);
	emit(g, ISA_LR_W, rd, ADDR, 0, (int32_t)below(g, 4));
	for (uint32_t n = below(g, 4); n; n--)
		fuzz_alu(g);
	emit(g, ISA_SC_W, result, ADDR, rs2, (int32_t)below(g, 4));
	if (one_in(g, 2))
		print(g);
}

void fuzz_hot(struct gen *g)
{
	uint32_t how = below(g, g->machine->has_a ? 10 : 7);

	if (how == 9 && g->alias) {
		reserve(g);
		return;
	}
	choose_line(g);
	if (how < 3)
		burst(g);
	else if (how < 5)
		watch(g);
	else if (how < 7)
		alternate(g);
	else
		fuzz_atomic_here(g);
}

/* The word with the console's low bits, if the program's data end before it and
 * local and constant memory are elsewhere. */
static void plan_alias(struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t at = m->ram_base + (m->ram_size - HOT_CONSOLE);

	if (!g->window_bytes && g->p->end <= at &&
	    (!m->const_size || at - m->const_base >= m->const_size))
		g->alias = at;
	g->p->alias = g->alias != 0;
}

/* A place for the lines behind the program's other data. */
void fuzz_plan_hot(struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t behind = fuzz_room(m),
		 lines = behind < 4u * HOT_LINES << HOT_HIGH ? 2 : HOT_LINES,
		 bytes = lines << HOT_HIGH,
		 first = (g->p->end + bytes - 1) & ~(bytes - 1);

	g->hot = g->alias = 0;
	g->p->alias = false;
	if (m->cores == 1 && m->has_a && g->class == FUZZ_ANY &&
	    g->p->options.weight[FUZZ_ATOMIC])
		plan_alias(g);
	if (m->cores == 1 || g->class != FUZZ_ANY ||
	    !g->p->options.weight[FUZZ_HOT] ||
	    first + bytes - m->reset_pc > behind / 2)
		return;
	g->hot = first;
	g->hot_lines = lines;
	g->p->end = first + bytes;
	plan_alias(g);
}
