/* address_bits.c - random accesses and code anywhere in RAM, at
 * addresses that differ in one bit
 * SPDX-License-Identifier: Apache-2.0
 *
 * A window of memory lies anywhere in RAM; for each bit of an address there may
 * be another window, at the address with this bit inverted. Hardware that
 * leaves a bit out of a comparison takes two of these windows for one. Threads
 * of one instruction, and successive instructions, access two windows.
 *
 * Functions and the code of warps also stand anywhere, often one address bit
 * from other code.
 *
 * The addresses have a random generator of their own, and the code that loads
 * them has a constant length. So the end of the program's own data may change
 * the addresses without changing other code.
 */
#include "fuzz/generate.h"

enum { FAR_BYTES = 256, LEAST_BYTES = 128, TRIES = 64, ORDERED_BITS = 18 };

#define CONSOLE ((uint32_t)CONSOLE_HIGH << 12)

static uint32_t far_below(struct gen *g, uint32_t n)
{
	return (uint32_t)((uint64_t)next_random(&g->far_random) * n >> 32);
}

/* N must not be 0. */
static uint32_t log2_of(uint32_t n)
{
	return 31 - (uint32_t)__builtin_clz(n);
}

/* A mask of one of the bits of SET; 0 if SET is empty. */
static uint32_t pick_bit(uint32_t set, uint32_t random)
{
	uint32_t n = (uint32_t)__builtin_popcount(set);

	for (n = n ? random % n : 0; n; n--)
		set &= set - 1;
	return set & -set;
}

/* --- windows ---------------------------------------------------------- */

static bool overlap(uint32_t a, uint32_t a_bytes, uint32_t b, uint32_t b_bytes)
{
	return a - b < b_bytes || b - a < a_bytes;
}

/* Are the BYTES at offset AT from ram_base in RAM, outside constant memory and
 * the program's own code and data? */
static bool is_outside_program(const struct gen *g, uint32_t at, uint32_t bytes)
{
	const struct machine *m = g->machine;
	uint32_t first = m->reset_pc - m->ram_base,
		 end = g->p->end - m->ram_base;

	if (g->alias && overlap(at + m->ram_base, bytes, g->alias, 4))
		return false;
	if (m->const_size && overlap(at + m->ram_base, bytes, m->const_base,
				     m->const_size))
		return false;
	return at < m->ram_size && bytes <= m->ram_size - at &&
	       (at + bytes <= first || at >= end);
}

/* The set of address bits that lead from a window at AT to another free
 * window. */
static uint32_t bits_of(const struct gen *g, uint32_t at, uint32_t bytes,
			uint32_t bits)
{
	uint32_t set = 0;

	for (uint32_t b = log2_of(bytes); b < bits; b++)
		if (is_outside_program(g, at ^ 1u << b, bytes))
			set |= 1u << b;
	return set;
}

/* A window of BYTES one bit from constant memory, below offset 1 << BITS; bytes
 * = 0: it is not free. */
static struct fuzz_window beside_constant(struct gen *g, uint32_t bytes,
					  uint32_t bits)
{
	const struct machine *m = g->machine;
	uint32_t low = log2_of(m->const_size > bytes ? m->const_size : bytes),
		 in = m->const_base - m->ram_base, at;

	if (low >= bits || in >> bits)
		return (struct fuzz_window){ 0 };
	in += far_below(g, (m->const_size + bytes - 1) / bytes) * bytes;
	at = (in ^ 1u << (low + far_below(g, bits - low))) & ~(bytes - 1);
	if (!is_outside_program(g, at, bytes))
		return (struct fuzz_window){ 0 };
	return (struct fuzz_window){ m->ram_base + at, bytes,
				     bits_of(g, at, bytes, bits) };
}

/* The window of BYTES below offset 1 << BITS with the largest set of such bits,
 * of up to TRIES tried at random, or one beside constant memory; bytes = 0:
 * none is free. */
static struct fuzz_window search_window(struct gen *g, uint32_t bytes,
					uint32_t bits)
{
	const struct machine *m = g->machine;
	struct fuzz_window best = { 0 };
	int most = -1;

	if (m->const_size && far_below(g, 4) == 0)
		best = beside_constant(g, bytes, bits);
	if (best.bytes)
		return best;
	for (uint32_t i = 0; i < TRIES && bits > log2_of(bytes); i++) {
		uint32_t windows = (1u << bits) / bytes,
			 at = far_below(g, windows) * bytes, set;

		if (far_below(g, 8) == 0)
			at = (windows - 1) * bytes;
		if (g->window_bytes >= bytes && far_below(g, 2))
			at = (windows - g->window_bytes / bytes +
			      far_below(g, g->window_bytes / bytes)) * bytes;
		set = bits_of(g, at, bytes, bits);
		if (!is_outside_program(g, at, bytes) ||
		    __builtin_popcount(set) <= most)
			continue;
		most = __builtin_popcount(set);
		best = (struct fuzz_window){ m->ram_base + at, bytes, set };
		if (most == (int)(bits - log2_of(bytes)))
			break;
	}
	return best;
}

static uint32_t power_of_two(uint32_t n)
{
	uint32_t power = 4;

	while (power < n)
		power *= 2;
	return power;
}

/* In an ordered program each thread has its own memory in a window. The oracle
 * compares all of RAM up to there, so most ordered programs use only
 * 2^ORDERED_BITS bytes. */
void fuzz_plan_far(struct gen *g)
{
	const struct machine *m = g->machine;
	uint32_t raced = g->p->data + 4 * FUZZ_TABLE,
		 bits = log2_of(m->ram_size);
	uint32_t bytes = FAR_BYTES;

	g->p->far = (struct fuzz_window){ raced, 0, 0 };
	if (g->class == FUZZ_SCALAR || g->p->options.blocks ||
	    !g->p->options.weight[FUZZ_FAR])
		return;
	if (g->class == FUZZ_ORDERED) {
		bytes = power_of_two((m->warps * m->threads + FURTHEST) *
				     m->cores * g->own_bytes);
		if (bits > ORDERED_BITS && far_below(g, 16))
			bits = ORDERED_BITS;
	}
	g->p->far = search_window(g, bytes, bits);
	if (g->p->far.bytes)
		return;
	/* No room: use the program's own memory. */
	g->p->far.bytes = g->class == FUZZ_ORDERED ? 0 : LEAST_BYTES;
	g->p->far.addr = g->class == FUZZ_ORDERED ? raced + RACED_BYTES :
			 (raced + LEAST_BYTES - 1) / LEAST_BYTES * LEAST_BYTES;
}

/* --- code ------------------------------------------------------------- */

void fuzz_go_far(struct gen *g)
{
	if (g->far_code && one_in(g, 2) && g->p->sections < FUZZ_SECTIONS)
		g->section = g->p->sections++;
}

void fuzz_come_back(struct gen *g)
{
	g->section = 0;
}

/* Is AT a free place for section N, once the windows and sections 1..N-1 have
 * theirs? */
static bool is_free_for_code(const struct gen *g, uint32_t at,
			     const uint32_t *bytes, uint32_t n)
{
	const struct fuzz_window *far = &g->p->far;

	if (!is_outside_program(g, at - g->machine->ram_base, bytes[n]) ||
	    overlap(at, bytes[n], far->addr, far->bytes))
		return false;
	for (uint32_t bits = far->bits; bits; bits &= bits - 1)
		if (overlap(at, bytes[n], far->addr ^ (bits & -bits),
			    far->bytes))
			return false;
	for (uint32_t s = 1; s < n; s++)
		if (overlap(at, bytes[n], g->p->section[s], bytes[s]))
			return false;
	return true;
}

/* A random address for section N: one bit from other code, anywhere, or at the
 * end of RAM. */
static uint32_t draw_section_address(struct gen *g, const uint32_t *bytes,
				     uint32_t n)
{
	const struct machine *m = g->machine;
	uint32_t how = far_below(g, 8), other = far_below(g, n);
	uint32_t at = g->p->section[other] + far_below(g, bytes[other] / 4) * 4,
		 bits = log2_of(m->ram_size) - 2, any = far_below(g, bits);

	if (how < 3)
		return at ^ 4u << fuzz_turn(g, n) % bits;
	if (how < 5)
		return at ^ 4u << any;
	if (how < 7)
		return m->ram_base + far_below(g, m->ram_size / 4) * 4;
	return m->ram_base + m->ram_size - bytes[n];
}

bool fuzz_place_sections(struct gen *g)
{
	uint32_t bytes[FUZZ_SECTIONS] = { 0 };

	for (size_t i = 0; i < g->p->count; i++)
		bytes[g->p->items[i].section] += 4;
	for (uint32_t s = 1; s < g->p->sections; s++) {
		uint32_t left = TRIES, at;

		do
			at = draw_section_address(g, bytes, s);
		while (!is_free_for_code(g, at, bytes, s) && --left);
		if (!left)
			return false;
		g->p->section[s] = at;
	}
	return true;
}

/* --- accesses --------------------------------------------------------- */

/* x26 <<= log2(BIT), for x26 = 0 or 1; 0 if BIT is 0. */
static void shift_to(struct gen *g, uint32_t bit)
{
	if (!bit)
		emit(g, ISA_ADDI, TEMP, 0, 0, 0);
	else
		emit(g, ISA_SLLI, TEMP, TEMP, 0, (int32_t)log2_of(bit));
}

/* Inverts BIT of x27 in some threads. */
static void spread(struct gen *g, uint32_t bit)
{
	uint32_t which = below(g, 32), reg = source(g);

	if (one_in(g, 6)) {
		emit(g, ISA_SRLI, TEMP, reg, 0, (int32_t)which);
	} else {
		read_csr(g, TEMP, ISA_CSR_THREAD_ID);
		which %= log2_of(g->machine->threads) + 1;
		emit(g, ISA_SRLI, TEMP, TEMP, 0, (int32_t)which);
	}
	emit(g, ISA_ANDI, TEMP, TEMP, 0, 1);
	shift_to(g, bit);
	emit(g, ISA_XOR, ADDR, ADDR, TEMP, 0);
}

/* Each thread inverts another bit of x27: BIT, or one below it, all in BITS. */
static void fan(struct gen *g, uint32_t bit, uint32_t bits)
{
	uint32_t other = work_reg(g), hole = ~(bits | 3);

	hole &= -hole;
	if (hole && bit > hole)
		bit = hole / 2;
	emit(g, ISA_ADDI, TEMP, 0, 0, 1);
	shift_to(g, bit);
	read_csr(g, other, ISA_CSR_THREAD_ID);
	emit(g, ISA_SRL, TEMP, TEMP, other, 0);
	emit(g, ISA_ANDI, TEMP, TEMP, 0, -4);
	emit(g, ISA_XOR, ADDR, ADDR, TEMP, 0);
}

static void access(struct gen *g)
{
	static const uint8_t loads[] = { ISA_LW, ISA_LW, ISA_LW, ISA_LHU,
					 ISA_LB };
	static const uint8_t stores[] = { ISA_SW, ISA_SW, ISA_SW, ISA_SH,
					  ISA_SB };
	uint32_t data = source(g), rd = destination(g);

	if (g->weight[FUZZ_ATOMIC] && one_in(g, 4))
		fuzz_atomic_here(g);
	/* Store the address itself often: its value differs for sure. */
	else if (one_in(g, 2))
		emit(g, PICK(g, stores), 0, ADDR, one_in(g, 2) ? ADDR : data,
		     0);
	else
		emit(g, PICK(g, loads), rd, ADDR, 0, 0);
}

/* Emits two to four accesses, to the address x27 and to the one BIT away from
 * it. */
static void accesses(struct gen *g, uint32_t bit)
{
	uint32_t n = 2 + below(g, 3);

	emit(g, ISA_ADDI, TEMP, 0, 0, 1);
	shift_to(g, bit);
	for (uint32_t i = 0; i < n; i++) {
		if (i && !one_in(g, 3))
			emit(g, ISA_XOR, ADDR, ADDR, TEMP, 0);
		access(g);
	}
}

static void far_raced(struct gen *g, const struct fuzz_window *w)
{
	uint32_t bits = w->bits | (w->bytes - 4), bit = pick_bit(bits, draw(g));
	uint32_t at = 4 * below(g, w->bytes / 4), how = below(g, 8);

	fuzz_wide(g, ADDR, w->addr + at);
	if (how < 4) {
		/* Inverting a second bit could lead out of the windows. */
		fan(g, bit, bits);
		access(g);
		access(g);
		return;
	}
	if (how < 7)
		spread(g, bit);
	accesses(g, bit);
}

/* Accesses the half of a thread's memory that g->half permits, in a window that
 * one bit chooses. */
static void far_ordered(struct gen *g)
{
	const struct fuzz_window *w = &g->p->far;
	uint32_t own = g->p->data + 4 * FUZZ_TABLE + RACED_BYTES;
	uint32_t bit = pick_bit(w->bits, draw(g)), store = one_in(g, 2),
		 ahead = below(g, FURTHEST + 1);
	uint32_t half = store || !ahead ? g->half : 1 - g->half;
	uint32_t at = half * (g->own_bytes / 2) +
		      (store ? 0 : ahead * g->own_bytes);

	if (g->weight[FUZZ_CLONE])
		fuzz_find_own(g);
	fuzz_wide(g, ADDR, w->addr - own + at);
	emit(g, ISA_ADD, ADDR, ADDR, OWN, 0);
	spread(g, bit);
	at = 4 * below(g, g->own_bytes / 8);
	if (store)
		emit(g, ISA_SW, 0, ADDR, one_in(g, 2) ? ADDR : work_reg(g),
		     (int32_t)at);
	else
		emit(g, ISA_LW, work_reg(g), ADDR, 0, (int32_t)at);
}

void fuzz_far(struct gen *g)
{
	const struct fuzz_window shared = {
		machine_smem(g->machine), g->smem_bytes, 0
	};

	if (g->class == FUZZ_ORDERED)
		far_ordered(g);
	else
		far_raced(g, g->smem_bytes >= 8 && one_in(g, 4) ? &shared :
								  &g->p->far);
}

/* --- traps ------------------------------------------------------------ */

static bool in_ram(const struct gen *g, uint32_t addr)
{
	return addr - g->machine->ram_base < g->machine->ram_size;
}

/* Inverts BIT of x27 in one thread. */
static void spread_one(struct gen *g, uint32_t bit)
{
	uint32_t thread = below(g, g->machine->threads);

	read_csr(g, TEMP, ISA_CSR_THREAD_ID);
	emit(g, ISA_XORI, TEMP, TEMP, 0, (int32_t)thread);
	emit(g, ISA_SLTIU, TEMP, TEMP, 0, 1);
	shift_to(g, bit);
	emit(g, ISA_XOR, ADDR, ADDR, TEMP, 0);
}

/* The address is legal: in the window of far data, the console's, or in shared
 * memory. One inverted bit makes it illegal, except that some addresses near
 * the console and shared memory lie in RAM: the program only loads from
 * these. */
void fuzz_far_trap(struct gen *g)
{
	uint32_t where = below(g, 4) % (g->smem_bytes ? 3 : 2),
		 how = below(g, 3), rd = work_reg(g);
	uint32_t good = where == 0 ?
				g->p->far.addr + 4 * below(g, LEAST_BYTES / 4) :
			where == 1 ?
				CONSOLE :
				machine_smem(g->machine) +
				4 * below(g, g->smem_bytes / 4);
	uint32_t inside = where == 0 ? g->machine->ram_size :
			  where == 1 ? 4 : g->smem_bytes;
	uint32_t bit = pick_bit(~(inside - 1) | (how == 2 ? 2 : 3), draw(g));

	/* A load from the console traps in any case, and so does a jump outside
	 * RAM: both would test nothing. */
	if (where == 1)
		how = 1;
	else if (where && how == 2)
		how = 0;
	if (where && in_ram(g, good ^ bit))
		how = 0;
	fuzz_wide(g, ADDR, good);
	if (how != 2) {
		spread_one(g, bit);
	} else {
		emit(g, ISA_ADDI, TEMP, 0, 0, 1);
		shift_to(g, bit);
		emit(g, ISA_XOR, ADDR, ADDR, TEMP, 0);
	}
	if (how == 2)
		emit(g, ISA_JALR, rd, ADDR, 0, 0);
	else
		emit(g, how == 1 ? ISA_SW : ISA_LW, how == 1 ? 0 : rd, ADDR,
		     how == 1 ? rd : 0, 0);
}
