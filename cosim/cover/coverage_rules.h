/* coverage_rules.h - predicates for the rules of coverage.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * Included by coverage.c only.
 */
#ifndef WW_COSIM_COVERAGE_RULES_H
#define WW_COSIM_COVERAGE_RULES_H

#include "cosim/cover/coverage.h"
#include "cosim/cover/operands.h"
#include "cosim/cover/ventus/rules.h"
#include "isa/isa.h"

/* Is V, a place on AXIS, that of the bin ID? */
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

/* --- the host --------------------------------------------------------- */

enum host_access { HOST_RO, HOST_RW, HOST_ACT, HOST_OTHER };

/* What writes to register V of the axis HOST do. */
static inline enum host_access host_access(size_t v)
{
	static const enum host_access access[] = {
#define REG(id, name, offset, access, doc) HOST_##access,
#include "isa/host.def"
		HOST_OTHER, HOST_RO, HOST_RO
	};

	return access[v];
}

/* Is V a register of the map of memory, which not every host has? */
#define IS_MAP(v) (IS(v, HOST, CONST_BASE) || IS(v, HOST, CONST_SIZE) || \
		   IS(v, HOST, SMEM_BASE))

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

/* Are registers of FILE in the register file f? */
static inline bool in_f(const struct coverage_machine *m, enum isa_file file)
{
	return m->fp == 2 && file == ISA_FILE_F;
}

/* Is source NUMBER (1 or 2) of OP in another register file than its
 * destination? */
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

/* holds_warp: does issue hold the warp while an instruction of this class is in
 * flight? is_long: does its unit have a variable latency? */
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

/* --- Ventus ----------------------------------------------------------- */

enum { AT_FRM = COVER_MODE_DYN_RNE - COVER_FIRST_MODE };

/* By the place on axis AFTER: are there such results in x, in v? */
static inline bool vt_writes_v(size_t after)
{
	return IS(after, AFTER, ALU) || IS(after, AFTER, MUL) ||
	       IS(after, AFTER, DIV) || IS(after, AFTER, FLOAT) ||
	       IS(after, AFTER, LOAD);
}

static inline bool vt_writes_x(size_t after)
{
	return vt_writes_v(after) || IS(after, AFTER, ATOMIC) ||
	       IS(after, AFTER, CSR) || IS(after, AFTER, JUMP);
}

/* By the place on axis CLASS: are there such operands in v? */
static inline bool vt_reads_v(size_t class)
{
	return !IS(class, CLASS, ATOMIC) && !IS(class, CLASS, BRANCH) &&
	       !IS(class, CLASS, JUMP) && !IS(class, CLASS, CSR) &&
	       !IS(class, CLASS, FENCE);
}

static inline uint32_t vt_csr_at(size_t v)
{
	return vt_csr_row(v)->address;
}

/* Can it be the cause of a trap there? */
static inline bool vt_traps(size_t cause)
{
	return isa_cause_row(cause)->number <= ISA_CAUSE_STORE_ACCESS;
}

/* --- numbers ---------------------------------------------------------- */

/* The bounds of the bins 1, 2, 3-4, 5-8, 9+. */
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

/* The least number of stack entries in use inside AROUND. */
static inline uint32_t used_around(size_t around)
{
	return IS(around, AROUND, NOTHING) ? 0 :
	       IS(around, AROUND, FIRST) ? 2 : 1;
}

/* The most threads in a mask of class LANES. */
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

/* Can an access with a mask of class LANES take so many requests? With shared
 * memory some threads may need none. */
static inline bool requests_possible(const struct coverage_machine *m,
				     size_t requests, size_t lanes)
{
	return least_of(requests) <= most_threads(m, lanes) &&
	       (m->smem_banks || most_of(requests) >= least_beats(m, lanes));
}

/* Can one cycle, which serves one beat, access so many banks? */
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
