/* one_bit_traps.c - warps that trap at once by one wrong bit: of an operand, an
 * address, a CSR number or an instruction
 * SPDX-License-Identifier: Apache-2.0
 *
 * Before anything else warp 0 starts a warp for each probe, as many at a time
 * as there are free hardware warps. A probe has an operand in x10 and executes
 * one instruction, which traps: it differs in one bit from a legal one. The
 * tables of isa/ and the machine define the legal ones. For each sort of probe
 * the inverted bit advances from program to program, so a few seeds cover all
 * bits.
 */
#include "fuzz/generate.h"
#include "machine/has.h"

enum sort {
	WORD, CSR, TMC, CLONE, BARRIER, BAR_WARPS, LOAD, STORE, PRINT, JUMP,
	LOADED, OTHERS, SORTS
};

enum { WORD_BITS = 32, CSR_BITS = 12, LOW_BITS = 6, MOST = 64, FILL = 8 };

#define CONSOLE ((uint32_t)CONSOLE_HIGH << 12)

/* --- instructions ----------------------------------------------------- */

static bool has_csr(const struct gen *g, uint32_t address)
{
	return isa_csr_find(address) &&
	       (g->machine->fp || !isa_csr_floats(address)) &&
	       (g->machine->dispatch || !isa_csr_blocks(address)) &&
	       (g->machine->selected || !isa_csr_selects(address));
}

/* Is the CSR instruction WORD legal? */
static bool is_legal_csr(const struct gen *g, enum isa_op op, uint32_t word)
{
	uint32_t address = word >> 20;
	bool writes = op == ISA_CSRRW || op == ISA_CSRRWI || word >> 15 & 31;

	return has_csr(g, address) &&
	       (!writes || isa_csr_find(address)->writable);
}

bool fuzz_is_instruction(const struct gen *g, uint32_t word)
{
	enum isa_op op = isa_decode(word);

	return op != ISA_INVALID && machine_has_insn(g->machine, op) &&
	       (isa_insn(op)->class != ISA_CLASS_CSR ||
		is_legal_csr(g, op, word));
}

/* The number of CSR rows from *FIRST on. CSRs of floating point come first,
 * those of blocks last; a machine without leaves them out. */
static uint32_t csr_rows(const struct gen *g, uint32_t *first)
{
	uint32_t rows = 0;

	*first = 0;
	while (isa_csr_row(rows) &&
	       (g->machine->dispatch ||
		!isa_csr_blocks(isa_csr_row(rows)->address)))
		rows++;
	while (!g->machine->fp && isa_csr_floats(isa_csr_row(*first)->address))
		(*first)++;
	return rows - *first;
}

/* The number of an existing CSR. There are many counters and few others, so
 * half of the results are none of the counters or their event selectors. */
static uint32_t some_csr(struct gen *g)
{
	bool any = one_in(g, 2);
	uint32_t first, rows = csr_rows(g, &first), address;

	do
		address = isa_csr_row(first + below(g, rows))->address;
	while (!has_csr(g, address) ||
	       (!any &&
		(isa_csr_counter(address) || isa_csr_selects(address))));
	return address;
}

/* A legal instruction with random operands. */
static uint32_t some_instruction(struct gen *g)
{
	enum isa_op op = pick_of(g, LIST_ALL);

	if (isa_insn(op)->class == ISA_CLASS_CSR)
		return isa_encode(op, work_reg(g), 0, 0, some_csr(g));
	return isa_insn(op)->match | (draw(g) & ~isa_insn(op)->mask);
}

/* An illegal word: a legal instruction with BIT inverted. */
uint32_t fuzz_no_instruction(struct gen *g, uint32_t bit)
{
	uint32_t word;

	do
		word = some_instruction(g) ^ 1u << bit;
	while (fuzz_is_instruction(g, word));
	return word;
}

/* A CSR instruction that is illegal by BIT of the CSR number: the CSR does not
 * exist, or is read-only. */
static uint32_t illegal_csr(struct gen *g, uint32_t bit)
{
	static const uint8_t ops[] = { ISA_CSRRW,  ISA_CSRRS,  ISA_CSRRC,
				       ISA_CSRRWI, ISA_CSRRSI, ISA_CSRRCI };
	uint32_t word;

	do {
		enum isa_op op = PICK(g, ops);
		uint32_t rd = destination(g), rs1 = one_in(g, 2) ? 0 : PROBED,
			 address = some_csr(g) ^ 1u << bit;

		word = isa_encode(op, rd, rs1, 0, address);
	} while (fuzz_is_instruction(g, word));
	return word;
}

/* --- operands --------------------------------------------------------- */

/* A value greater than LIMIT, if possible a legal one with one bit inverted;
 * often LIMIT itself with one bit inverted. The lowest bits get more turns:
 * several comparisons can be wrong in them. */
static uint32_t too_large(struct gen *g, uint32_t limit, uint32_t number)
{
	uint32_t turn = number % (WORD_BITS + 2 * LOW_BITS),
		 bit = 1u << (turn < WORD_BITS ? turn : turn % LOW_BITS),
		 good = one_in(g, 2) ? limit : below(g, limit + 1);

	if ((good ^ bit) > limit)
		return good ^ bit;
	return (limit ^ bit) > limit ? limit ^ bit : limit + 1;
}

/* The set of bits each of which, if inverted, moves all BYTES at BASE out of
 * RAM, shared memory and console. */
static uint32_t unmapped_bits(const struct gen *g, uint32_t base,
			      uint32_t bytes)
{
	const struct machine *m = g->machine;
	uint32_t bits = ~(bytes - 1), smem = machine_smem(m);

	for (uint32_t b = bits; b; b &= b - 1) {
		uint32_t at = base ^ (b & -b), last = at + (bytes - 1);

		if (at - m->ram_base < m->ram_size ||
		    m->ram_base - at < bytes ||
		    (g->smem_bytes && (at - smem < g->smem_bytes ||
				       smem - at < bytes)) ||
		    CONSOLE - at <= last - at)
			bits &= ~(b & -b);
	}
	return bits;
}

/* Bit NUMBER of the bits of SET, modulo their number. */
static uint32_t nth_bit(uint32_t set, uint32_t number)
{
	for (number %= (uint32_t)__builtin_popcount(set); number; number--)
		set &= set - 1;
	return set & -set;
}

static uint32_t illegal_address(struct gen *g, enum sort sort, uint32_t number)
{
	const struct machine *m = g->machine;
	uint32_t good = g->p->data + 4 * below(g, 32),
		 bits = unmapped_bits(g, m->ram_base, m->ram_size) |
			(sort == JUMP ? 2 : 3);

	if (sort != JUMP && g->smem_bytes && one_in(g, 2)) {
		good = machine_smem(m) + 4 * below(g, g->smem_bytes / 4);
		bits = unmapped_bits(g, machine_smem(m), g->smem_bytes) | 3;
	}
	return good ^ nth_bit(bits, number);
}

/* --- a list of them --------------------------------------------------- */

static void emit_operation(struct gen *g, enum isa_op op, uint32_t rd,
			   uint32_t rs1, uint32_t rs2)
{
	emit(g, op, rd, rs1, rs2, 0);
}

/* Fills the IPDOM stack to the trap. The first loop executes uniform splits
 * until up to three entries are free. Then divergent splits follow, until the
 * stack overflows. A warp may begin at any of these instructions. Returns the
 * number of uniform splits. */
static uint32_t fill_stack(struct gen *g, uint32_t number)
{
	uint32_t top = here(g), room = number % 4, stack = g->machine->stack;

	emit_operation(g, ISA_SPLIT, 0, 0, 0);
	emit(g, ISA_ADDI, PROBED, PROBED, 0, -1);
	jump(g, ISA_BNE, PROBED, 0, top);
	emit(g, ISA_ADDI, PROBED, 0, 0, (int32_t)g->machine->threads);
	emit_operation(g, ISA_TMC, 0, PROBED, 0);
	read_csr(g, PROBED, ISA_CSR_THREAD_ID);
	emit_operation(g, ISA_SPLIT, 0, PROBED, 0);
	jump(g, ISA_JAL, 0, 0, here(g) - 1);
	return room < stack ? stack - room : stack;
}

/* Emits probe NUMBER of SORT; returns its operand. */
static uint32_t probe(struct gen *g, enum sort sort, uint32_t number)
{
	const struct machine *m = g->machine;

	switch (sort) {
	case WORD:
		emit(g, ISA_INVALID, 0, 0, 0,
		     (int32_t)fuzz_no_instruction(g, number % WORD_BITS));
		break;
	case CSR:
		emit(g, ISA_INVALID, 0, 0, 0,
		     (int32_t)illegal_csr(g, number % CSR_BITS));
		break;
	case TMC:
		emit_operation(g, ISA_TMC, 0, PROBED, 0);
		return too_large(g, m->threads, number);
	case CLONE:
		emit_operation(g, ISA_CLONE, 0, PROBED, 0);
		return too_large(g, m->threads - 1, number);
	case BARRIER:
		emit_operation(g, ISA_BAR, 0, PROBED, 0);
		return too_large(g, m->barriers - 1, number);
	case BAR_WARPS:
		emit_operation(g, ISA_BAR, 0, 0, PROBED);
		return too_large(g, m->warps, number);
	case LOAD:
		emit_operation(g, ISA_LW, FIRST, PROBED, 0);
		return illegal_address(g, sort, number);
	case STORE:
		emit_operation(g, ISA_SW, 0, PROBED, PROBED);
		return illegal_address(g, sort, number);
	case PRINT:
		emit_operation(g, ISA_SB, 0, PROBED, PROBED);
		return CONSOLE ^
		       nth_bit(unmapped_bits(g, CONSOLE, 4) | 3, number);
	case JUMP:
		emit_operation(g, ISA_JALR, 0, PROBED, 0);
		return illegal_address(g, sort, number);
	case LOADED:
		/* The load into x10, in which the next warp here receives its
		 * operand, is still in flight when this warp traps. */
		emit_operation(g, ISA_LW, PROBED, PROBED, 0);
		emit(g, ISA_INVALID, 0, 0, 0,
		     (int32_t)fuzz_no_instruction(g, number % WORD_BITS));
		return g->p->data + 4 * below(g, FUZZ_TABLE);
	case OTHERS:
	case SORTS:
		if (number % 3 == 0 && g->p->options.weight[FUZZ_IF])
			return fill_stack(g, number / 3);
		emit_operation(g, ISA_WSPAWN, FIRST, PROBED, PROBED);
		return g->p->data + (number % 3 ? number % 3 : 1);
	}
	return corner(g);
}

/* Emits the instructions, then a tmc that ends a warp which did not trap, then
 * the operands. */
void fuzz_probes(struct gen *g)
{
	static const uint8_t order[] = {
		WORD, TMC, CSR, LOAD, BARRIER, LOADED, PRINT, WORD, CLONE,
		JUMP, WORD, BAR_WARPS, CSR, TMC, STORE, WORD, BAR_WARPS, OTHERS
	};
	uint32_t operand[MOST + FILL], made[SORTS] = { 0 }, n = 0,
		 most = g->weight[FUZZ_PROBE], first = below(g, sizeof order);

	g->probes = 0;
	if (g->class != FUZZ_ANY || g->machine->warps < 2 || !most ||
	    g->no_trap || g->p->options.blocks)
		return;
	if (most > MOST)
		most = MOST;
	g->pending = "probe";
	g->probe_start = here(g);
	while (n < most && !g->no_memory) {
		enum sort sort = order[(first + n) % sizeof order];
		uint32_t number = fuzz_turn(g, made[sort]++),
			 with = probe(g, sort, number);

		while (n < here(g) - g->probe_start)
			operand[n++] = with;
	}
	emit(g, ISA_TMC, 0, 0, 0, 0);
	g->probes = n;
	g->probe_operands = here(g);
	for (uint32_t i = 0; i < n; i++)
		emit(g, ISA_INVALID, 0, 0, 0, (int32_t)operand[i]);
}

/* Warp 0, while no other warp runs, starts a warp for each probe as soon as one
 * is free. It then waits until all have ended. */
void fuzz_use_probes(struct gen *g)
{
	uint32_t left = COUNTER, code = COUNTER + 1, operand = COUNTER + 2,
		 all = MASK, top;

	if (!g->probes)
		return;
	constant(g, left, g->probes);
	address(g, code, g->probe_start);
	address(g, operand, g->probe_operands);
	constant(g, all, UINT32_MAX >> (32 - g->machine->warps));
	top = here(g);
	read_csr(g, TEMP, ISA_CSR_ACTIVE_WARPS);
	jump(g, ISA_BEQ, TEMP, all, top);
	emit(g, ISA_LW, TEMP, operand, 0, 0);
	emit(g, ISA_WSPAWN, PROBED, code, TEMP, 0);
	emit(g, ISA_ADDI, code, code, 0, 4);
	emit(g, ISA_ADDI, operand, operand, 0, 4);
	emit(g, ISA_ADDI, left, left, 0, -1);
	jump(g, ISA_BLT, 0, left, top);
	top = here(g);
	read_csr(g, TEMP, ISA_CSR_ACTIVE_WARPS);
	emit(g, ISA_ADDI, TEMP, TEMP, 0, -1);
	jump(g, ISA_BNE, TEMP, 0, top);
}
