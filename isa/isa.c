/* isa.c - the tables of the instruction set and the searches in them
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/isa.h"

#include <stdio.h>
#include <string.h>

/* The bits of row R for which the comparison TEST holds. R is a string literal
 * of 32 characters; the first one is bit 31. A constant expression, so the
 * tables need no code to fill them. */
#define BIT(r, i, test)  ((uint32_t)((r)[i] test) << (31 - (i)))
#define NIBBLE(r, i, test) \
	(BIT(r, i, test) | BIT(r, (i) + 1, test) | \
	 BIT(r, (i) + 2, test) | BIT(r, (i) + 3, test))
#define BITS(r, test) \
	(NIBBLE(r, 0, test) | NIBBLE(r, 4, test) | \
	 NIBBLE(r, 8, test) | NIBBLE(r, 12, test) | \
	 NIBBLE(r, 16, test) | NIBBLE(r, 20, test) | \
	 NIBBLE(r, 24, test) | NIBBLE(r, 28, test))

/* The file of the register field with letter X (file x) or F (file f). */
#define FILE_OF(r, x, f) (BITS(r, == x) ? ISA_FILE_X : \
			  BITS(r, == f) ? ISA_FILE_F : ISA_FILE_NONE)

static const struct isa_insn insns[ISA_OP_COUNT] = {
#define INSN(id, name, ext, format, class, reads, waits, row) \
	{ name, ISA_EXT_##ext, ISA_FMT_##format, ISA_CLASS_##class, \
	  ISA_READS_##reads, ISA_WAITS_##waits, \
	  FILE_OF(row, 'd', 'D') | FILE_OF(row, 'e', 'e'), \
	  FILE_OF(row, 's', 'S'), FILE_OF(row, 't', 'T'), \
	  FILE_OF(row, 'r', 'R') | FILE_OF(row, 'e', 'e'), \
	  BITS(row, == 'o') != 0, \
	  BITS(row, <= '1'), BITS(row, == '1'), row },
#include "isa/insns.def"
#undef INSN
};

#define INSN(id, name, ext, format, class, reads, waits, row) \
	_Static_assert(sizeof(row) == 33, "row of " name " has 32 characters");
#include "isa/insns.def"
#undef INSN

static const struct isa_csr csrs[] = {
#define CSR(id, name, address, doc) { name, address, false, doc },
#define CSR_RW(id, name, address, doc) { name, address, true, doc },
#include "isa/csrs.def"
#undef CSR
};

static const struct isa_event events[] = {
#define EVENT(number, id, name, class, doc) \
	{ number, name, ISA_EVENT_##class, doc },
#include "isa/events.def"
#undef EVENT
};

static const struct isa_stall stalls[] = {
#define STALL(name, module, doc) { #name, #module, doc },
#include "isa/stalls.def"
#undef STALL
};

static const struct isa_cause causes[] = {
#define CAUSE(id, number, text) { number, text },
#include "isa/causes.def"
#undef CAUSE
};

static const char *const ext_names[] = {
#define BASE(id, name) name,
#define PART(id, name, ...) name,
#define EXT(id, name, ...) name,
#include "isa/exts.def"
};

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

const char *isa_ext_name(enum isa_ext ext)
{
	return ext_names[ext];
}

const char *isa_ext_setting(enum isa_ext ext)
{
	switch (ext) {
#define BASE(id, name) case ISA_EXT_##id: return NULL;
#define PART(id, name, flag, parameter, value, march) \
	case ISA_EXT_##id: return parameter " = " value;
#define EXT(id, name, flag, key, ...) \
	case ISA_EXT_##id: return "isa." #key " = true";
#include "isa/exts.def"
	}
	return NULL;
}

void isa_lacks(uint32_t word, char *buf, size_t size)
{
	enum isa_op op = isa_decode(word);
	const char *setting = op == ISA_INVALID ? NULL :
			      isa_ext_setting(insns[op].ext);

	snprintf(buf, size, "%s%s%s", setting ? insns[op].name : "",
		 setting ? " is an instruction of machines with " : "",
		 setting ? setting : "");
}

const struct isa_insn *isa_insn(enum isa_op op)
{
	return &insns[op];
}

uint32_t isa_reads(enum isa_op op)
{
	const struct isa_insn *insn = &insns[op];

	return (insn->rs1 != ISA_FILE_NONE) |
	       (uint32_t)(insn->rs2 != ISA_FILE_NONE) << 1 |
	       (uint32_t)(insn->rs3 != ISA_FILE_NONE) << 2;
}

enum isa_waits isa_waits(enum isa_op op, uint32_t word)
{
	if (insns[op].class == ISA_CLASS_ATOMIC && isa_releases(word))
		return ISA_WAITS_OWN;
	return insns[op].waits;
}

/* The register in the field of WORD from bit LOW on, of FILE. */
static uint32_t reg_in(enum isa_file file, uint32_t word, unsigned low, bool f)
{
	uint32_t number = word >> low & 31;

	switch (file) {
	case ISA_FILE_NONE: return 0;
	case ISA_FILE_X: break;
	case ISA_FILE_F: number += f ? ISA_F0 : 0; break;
	}
	return number;
}

struct isa_regs isa_regs(enum isa_op op, uint32_t word, bool f)
{
	const struct isa_insn *insn = &insns[op];
	unsigned third = insn->row[31 - 7] == 'e' ? 7 : 27;

	return (struct isa_regs){ .rd = reg_in(insn->rd, word, 7, f),
				  .rs1 = reg_in(insn->rs1, word, 15, f),
				  .rs2 = reg_in(insn->rs2, word, 20, f),
				  .rs3 = reg_in(insn->rs3, word, third, f) };
}

const char *isa_reg_name(uint32_t reg)
{
#define EIGHT(f, a, b, c, d, e, g, h, i) \
	#f #a, #f #b, #f #c, #f #d, #f #e, #f #g, #f #h, #f #i
#define FILE_NAMES(f) \
	EIGHT(f, 0, 1, 2, 3, 4, 5, 6, 7), \
	EIGHT(f, 8, 9, 10, 11, 12, 13, 14, 15), \
	EIGHT(f, 16, 17, 18, 19, 20, 21, 22, 23), \
	EIGHT(f, 24, 25, 26, 27, 28, 29, 30, 31)
	static const char *const names[ISA_REGS] = { FILE_NAMES(x),
						     FILE_NAMES(f) };

	return names[reg % ISA_REGS];
}

bool isa_reads_leader(enum isa_op op)
{
	enum isa_reads reads = insns[op].reads;

	return reads == ISA_READS_LEAD || reads == ISA_READS_EXIT;
}

bool isa_is_custom(enum isa_op op)
{
	uint32_t opcode = insns[op].match & 0x7F;

	return opcode == 0x0B || opcode == 0x2B || opcode == 0x5B ||
	       opcode == 0x7B;
}

bool isa_has_macro(enum isa_op op)
{
	return isa_is_custom(op) || insns[op].ext == ISA_EXT_ZICOND ||
	       op == ISA_AMOCAS_W;
}

bool isa_computes(enum isa_op op)
{
	enum isa_class class = insns[op].class;

	return class == ISA_CLASS_ALU || class == ISA_CLASS_MUL ||
	       class == ISA_CLASS_DIV || class == ISA_CLASS_FLOAT;
}

bool isa_combines(enum isa_op op)
{
	const struct isa_insn *insn = &insns[op];

	return insn->class == ISA_CLASS_SIMT &&
	       insn->reads == ISA_READS_EACH && insn->rd != ISA_FILE_NONE;
}

uint32_t isa_access_bytes(enum isa_op op)
{
	enum isa_class class = insns[op].class;

	if (class != ISA_CLASS_LOAD && class != ISA_CLASS_STORE &&
	    class != ISA_CLASS_ATOMIC)
		return 0;
	return 1U << (insns[op].match >> 12 & 3);
}

const char *isa_round_name(uint32_t mode)
{
	static const char *const names[8] = { "rne", "rtz", "rdn", "rup",
					      "rmm", NULL, NULL, "dyn" };

	return names[mode & 7];
}

enum isa_op isa_decode(uint32_t word)
{
	unsigned op;

	for (op = 0; op < ISA_OP_COUNT; op++)
		if ((word & insns[op].mask) == insns[op].match)
			break;
	if (op < ISA_OP_COUNT && insns[op].rounds &&
	    !isa_round_name(word >> 12))
		return ISA_INVALID;
	return (enum isa_op)op;
}

enum isa_op isa_find(const char *name)
{
	unsigned op;

	for (op = 0; op < ISA_OP_COUNT; op++)
		if (strcmp(name, insns[op].name) == 0)
			break;
	return (enum isa_op)op;
}

const struct isa_csr *isa_csr_row(size_t i)
{
	return i < COUNT(csrs) ? &csrs[i] : NULL;
}

const struct isa_event *isa_event_row(size_t i)
{
	return i < COUNT(events) ? &events[i] : NULL;
}

const struct isa_stall *isa_stall_row(size_t i)
{
	return i < COUNT(stalls) ? &stalls[i] : NULL;
}

const struct isa_cause *isa_cause_row(size_t i)
{
	return i < COUNT(causes) ? &causes[i] : NULL;
}

const struct isa_csr *isa_csr_find(uint32_t address)
{
	size_t i;

	for (i = 0; i < COUNT(csrs); i++)
		if (csrs[i].address == address)
			return &csrs[i];
	return NULL;
}

uint32_t isa_csr_counter(uint32_t address)
{
	uint32_t block = address & 0xF60, number = address & 31;

	if ((block != 0xB00 && block != 0xC00) || number < ISA_COUNTER_FIRST)
		return 0;
	return number;
}

uint32_t isa_csr_selects(uint32_t address)
{
	uint32_t number = address - 0x320;

	return number < ISA_COUNTERS && number >= ISA_COUNTER_FIRST ? number :
								      0;
}

bool isa_csr_floats(uint32_t address)
{
	return address >= ISA_CSR_FFLAGS && address <= ISA_CSR_FCSR;
}

const char *isa_cause_name(uint32_t cause)
{
	size_t i;

	for (i = 0; i < COUNT(causes); i++)
		if (causes[i].number == cause)
			return causes[i].name;
	return "unknown cause";
}
