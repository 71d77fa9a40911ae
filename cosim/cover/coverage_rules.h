/* coverage_rules.h - what the rules of coverage.def ask
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by coverage.c alone.
 */
#ifndef WW_COSIM_COVERAGE_RULES_H
#define WW_COSIM_COVERAGE_RULES_H

#include "cosim/cover/coverage.h"
#include "cosim/cover/operands.h"
#include "isa/isa.h"

/* Is V, a place on AXIS, the bin ID? */
#define IS(v, axis, id) ((v) == COVER_##axis##_##id - COVER_FIRST_##axis)

static inline enum isa_format format_of(size_t op)
{
	return isa_insn((enum isa_op)op)->format;
}

static inline enum isa_ext extension(size_t op)
{
	return isa_insn((enum isa_op)op)->ext;
}

static inline bool diverges(const struct coverage_machine *m)
{
	return m->threads > 1 && m->stack > 1;
}

/* --- operands --------------------------------------------------------- */

static inline bool is_unsigned(size_t op)
{
	return format_of(op) == ISA_FMT_SHAMT || format_of(op) == ISA_FMT_CSRI;
}

static inline bool has_constant(size_t op)
{
	enum isa_format f = format_of(op);

	return is_unsigned(op) || f == ISA_FMT_I || f == ISA_FMT_U ||
	       f == ISA_FMT_LOAD || f == ISA_FMT_STORE || f == ISA_FMT_JALR;
}

static inline bool branches(size_t op)
{
	enum isa_class class = isa_insn((enum isa_op)op)->class;

	return class == ISA_CLASS_BRANCH || op == ISA_JALR;
}

static inline bool loads(size_t op)
{
	return isa_insn((enum isa_op)op)->class == ISA_CLASS_LOAD;
}

static inline bool is_atomic(size_t op)
{
	return isa_insn((enum isa_op)op)->class == ISA_CLASS_ATOMIC;
}

static inline bool is_float(size_t op)
{
	return isa_insn((enum isa_op)op)->class == ISA_CLASS_FLOAT;
}

/* Is what is of FILE in a register f? */
static inline bool in_f(const struct coverage_machine *m, enum isa_file file)
{
	return m->fp == 2 && file == ISA_FILE_F;
}

/* Is source NUMBER of OP, 1 or 2, no register that OP can write? */
static inline bool other_file(const struct coverage_machine *m, size_t op,
			      int number)
{
	const struct isa_insn *insn = isa_insn((enum isa_op)op);
	enum isa_file source = number == 1 ? insn->rs1 : insn->rs2;

	return m->fp == 2 && source != ISA_FILE_NONE && source != insn->rd;
}

static inline bool writable(size_t csr)
{
	return isa_csr_row(csr)->writable;
}

/* Of the classes, on either axis: is the warp held while such an instruction is
 * on its way? Has it a unit whose time varies? */
static inline bool holds_warp(size_t class)
{
	return IS(class, CLASS, WARP) || IS(class, CLASS, FENCE);
}

static inline bool is_long(size_t class)
{
	return IS(class, CLASS, MUL) || IS(class, CLASS, DIV) ||
	       IS(class, CLASS, FLOAT) || IS(class, CLASS, LOAD) ||
	       IS(class, CLASS, STORE) || IS(class, CLASS, ATOMIC);
}

/* --- numbers ---------------------------------------------------------- */

/* Of the bins 1, 2, 3-4, 5-8, 9+: bounds. */
static inline uint32_t least_of(size_t v)
{
	static const uint32_t least[] = { 1, 2, 3, 5, 9 };

	return least[v];
}

static inline uint32_t most_of(size_t v)
{
	static const uint32_t most[] = { 1, 2, 4, 8, UINT32_MAX };

	return most[v];
}

/* Stack entries taken at least inside AROUND. */
static inline uint32_t used_around(size_t around)
{
	return IS(around, AROUND, NOTHING) ? 0 :
	       IS(around, AROUND, FIRST) ? 2 : 1;
}

/* The most threads that a mask of this class has. */
static inline uint32_t most_threads(const struct coverage_machine *m,
				    size_t lanes)
{
	return IS(lanes, LANES, ONE) ? 1 :
	       IS(lanes, LANES, SOME) ? m->threads - 1 :
	       IS(lanes, LANES, PARTIAL) ? m->threads - m->lanes : m->threads;
}

static inline uint32_t least_beats(const struct coverage_machine *m,
				   size_t lanes)
{
	uint32_t beats = m->threads / m->lanes;

	return IS(lanes, LANES, ONE) ? 1 :
	       IS(lanes, LANES, PARTIAL) ? (m->lanes > 1 ? 1 : 2) : beats;
}

/* Unless others access shared memory. */
static inline bool requests_possible(const struct coverage_machine *m,
				     size_t requests, size_t lanes)
{
	return least_of(requests) <= most_threads(m, lanes) &&
	       (m->smem_banks || most_of(requests) >= least_beats(m, lanes));
}

/* In one cycle, which serves one beat. */
static inline bool banks_possible(const struct coverage_machine *m,
				  size_t banks, size_t lanes)
{
	uint32_t most = most_threads(m, lanes);

	if (most > m->lanes)
		most = m->lanes;
	return IS(banks, BANKS, ONE) ||
	       most >= (IS(banks, BANKS, ALL) ? m->smem_banks : 2);
}

#endif
