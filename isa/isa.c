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

/* The files of the register fields of row R: the first one whose letter is in
 * it. */
#define IF_RD(row, id, prefix, d, s, t, r, e, ...) \
	BITS(row, == d) | BITS(row, == e) ? ISA_FILE_##id :
#define IF_RS1(row, id, prefix, d, s, ...) BITS(row, == s) ? ISA_FILE_##id :
#define IF_RS2(row, id, prefix, d, s, t, ...) BITS(row, == t) ? ISA_FILE_##id :
#define IF_RS3(row, id, prefix, d, s, t, r, e, ...) \
	BITS(row, == r) | BITS(row, == e) ? ISA_FILE_##id :
#define FILE_OF(field, row) (ISA_REGFILES(IF_##field, row) ISA_FILE_NONE)

static const struct isa_insn insns[ISA_OP_COUNT] = {
#define INSN(id, name, ext, format, class, reads, waits, row) \
	{ name, ISA_EXT_##ext, ISA_FMT_##format, ISA_CLASS_##class, \
	  ISA_READS_##reads, ISA_WAITS_##waits, \
	  FILE_OF(RD, row), FILE_OF(RS1, row), FILE_OF(RS2, row), \
	  FILE_OF(RS3, row), \
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

static const struct isa_file_row files[ISA_FILES] = {
	{ NULL, 0, 0, false, false, ISA_EXT_I, ISA_FILE_NONE },
#define IS_WARP true
#define IS_THREAD false
#define IS_ZERO true
#define IS_FULL false
#define FILE(arg, id, prefix, d, s, t, r, e, count, owner, first, ext, other) \
	{ prefix, ISA_FIRST_##id, count, IS_##owner, IS_##first, \
	  ISA_EXT_##ext, ISA_FILE_##other },
	ISA_REGFILES(FILE, )
#undef FILE
};

const struct isa_file_row *isa_file(enum isa_file file)
{
	return &files[file];
}

enum isa_file isa_reg_file(uint32_t reg)
{
	enum isa_file file = ISA_FILES - 1;

	while (reg < files[file].first)
		file--;
	return file;
}

uint32_t isa_reg_index(uint32_t reg)
{
	return reg - files[isa_reg_file(reg)].first;
}

enum isa_file isa_file_held(enum isa_file file, isa_files held)
{
	return held >> file & 1 ? file : files[file].without;
}

uint32_t isa_reg_count(isa_files held)
{
	uint32_t n = 0;

	for (unsigned f = 1; f < ISA_FILES; f++)
		n += held >> f & 1 ? files[f].count : 0;
	return n;
}

uint32_t isa_reg_at(isa_files held, uint32_t i)
{
	for (unsigned f = 1; f < ISA_FILES; f++) {
		if (!(held >> f & 1))
			continue;
		if (i < files[f].count)
			return files[f].first + i;
		i -= files[f].count;
	}
	return 0;
}

bool isa_reg_find(const char *name, uint32_t *reg)
{
	for (uint32_t i = 0; i < ISA_REGS; i++)
		if (strcmp(name, isa_reg_name(i)) == 0) {
			*reg = i;
			return true;
		}
	return false;
}

/* The register in the field of WORD from bit LOW on, of FILE. */
static uint32_t reg_in(enum isa_file file, uint32_t word, unsigned low,
		       isa_files held)
{
	return file == ISA_FILE_NONE ? 0 :
	       files[isa_file_held(file, held)].first + (word >> low & 31);
}

struct isa_regs isa_regs(enum isa_op op, uint32_t word, isa_files held)
{
	const struct isa_insn *insn = &insns[op];
	unsigned third = insn->row[31 - 7] == 'e' ? 7 : 27;

	return (struct isa_regs){ .rd = reg_in(insn->rd, word, 7, held),
				  .rs1 = reg_in(insn->rs1, word, 15, held),
				  .rs2 = reg_in(insn->rs2, word, 20, held),
				  .rs3 = reg_in(insn->rs3, word, third,
						held) };
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

bool isa_csr_blocks(uint32_t address)
{
	return address >= ISA_CSR_LAUNCH_PC && address <= ISA_CSR_BLOCK_Z;
}

const char *isa_cause_name(uint32_t cause)
{
	size_t i;

	for (i = 0; i < COUNT(causes); i++)
		if (causes[i].number == cause)
			return causes[i].name;
	return "unknown cause";
}

const char *isa_launch_end(enum isa_launch_end end)
{
	switch (end) {
#define END(id, number, name) case ISA_LAUNCH_##id: return name;
#include "isa/launch.def"
	}
	return "?";
}

const char *isa_launch_reason(enum isa_refused reason)
{
	switch (reason) {
#define REASON(id, number, text) case ISA_REFUSED_##id: return text;
#include "isa/launch.def"
	}
	return "?";
}
