/* isa.h - facts of the instruction set: names, encodings, syntax
 * SPDX-License-Identifier: Apache-2.0
 *
 * Everything here comes from the tables of isa/: insns.def, csrs.def,
 * events.def, causes.def and others. The effect of an instruction is defined by
 * golden/ for the model and by gen/ for the hardware. Returned pointers are to
 * constant tables. No function allocates, prints or fails.
 */
#ifndef WW_ISA_ISA_H
#define WW_ISA_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "isa/files.h"

/* ISA_EXT_I, ISA_EXT_M ...: one enumerator per row. */
enum isa_ext {
#define BASE(id, name) ISA_EXT_##id,
#define PART(id, name, ...) ISA_EXT_##id,
#define EXT(id, name, ...) ISA_EXT_##id,
#include "isa/exts.def"
};

/* Syntax of the operands and their place in the word. */
enum isa_format {
	ISA_FMT_R,      /* those of rd, rs1, rs2, rs3 in the row */
	ISA_FMT_ATOMIC, /* .aq, .rl, .aqrl; rd, rs2 if it has it, (rs1) */
	ISA_FMT_I,      /* rd, rs1, imm */
	ISA_FMT_SHAMT,  /* rd, rs1, shamt */
	ISA_FMT_LOAD,   /* rd, imm(rs1) */
	ISA_FMT_STORE,  /* rs2, imm(rs1) */
	ISA_FMT_BRANCH, /* rs1, rs2, target */
	ISA_FMT_U,      /* rd, imm20 */
	ISA_FMT_J,      /* rd, target */
	ISA_FMT_JALR,   /* rd, imm(rs1) */
	ISA_FMT_CSR,    /* rd, csr, rs1 */
	ISA_FMT_CSRI,   /* rd, csr, uimm */
	ISA_FMT_FENCE,  /* pred, succ */
	ISA_FMT_NONE    /* no operands */
};

/* The class of an instruction: the unit that executes it, as far as the
 * architecture knows units. */
enum isa_class {
	ISA_CLASS_ALU,
	ISA_CLASS_MUL,
	ISA_CLASS_DIV,
	ISA_CLASS_FLOAT,
	ISA_CLASS_LOAD,
	ISA_CLASS_STORE,
	ISA_CLASS_ATOMIC,
	ISA_CLASS_BRANCH,
	ISA_CLASS_JUMP,
	ISA_CLASS_CSR,
	ISA_CLASS_FENCE,
	ISA_CLASS_SYSTEM, /* ends, or returns from a handler */
	ISA_CLASS_SIMT    /* acts on threads or warps */
};

/* The columns `reads` and `waits` of insns.def, explained there. */
enum isa_reads {
	ISA_READS_NONE, ISA_READS_EACH, ISA_READS_LEAD, ISA_READS_EXIT
};
enum isa_waits { ISA_WAITS_NONE, ISA_WAITS_OWN, ISA_WAITS_ALL };

/* The register file of an operand. On a machine with Zfinx, operands of file f
 * are in file x. */
enum isa_file {
	ISA_FILE_NONE,
#define FILE(arg, id, ...) ISA_FILE_##id,
	ISA_REGFILES(FILE, )
#undef FILE
	ISA_FILES
};

/* Registers of all files by one number: ISA_FIRST_X to ISA_LAST_X ... */
enum {
#define FILE(arg, id, prefix, d, s, t, r, e, count, ...) \
	ISA_FIRST_##id, ISA_LAST_##id = ISA_FIRST_##id + (count) - 1,
	ISA_REGFILES(FILE, )
#undef FILE
	ISA_REGS
};

/* A set of files: the bits 1 << ISA_FILE_X ... */
typedef uint32_t isa_files;

/* File x, and f if F. */
static inline isa_files isa_files_with(bool f)
{
	return 1u << ISA_FILE_X | (isa_files)f << ISA_FILE_F;
}

/* Of a launch: ISA_LAUNCH_PC, the number of a word; ISA_LAUNCH_ORDERED, the
 * mask of a flag, and ISA_LAUNCH_LOW_ORDERED, its lowest bit;
 * ISA_LAUNCH_COMPLETE, how it ends; ISA_REFUSED_PC, why it is refused. */
enum isa_launch_word {
#define WORD(id, number, doc) ISA_LAUNCH_##id = number,
#include "isa/launch.def"
	ISA_LAUNCH_WORDS
};
/* The words of a result: ISA_RESULT_STATUS, the number of a word;
 * ISA_STATUS_END, the mask of a field of the first one, and ISA_STATUS_LOW_END,
 * its lowest bit. */
enum isa_result_word {
#define RESULT(id, number, doc) ISA_RESULT_##id = number,
#include "isa/launch.def"
	ISA_RESULT_END
};
enum isa_status_field {
#define STATUS(id, low, bits, doc) \
	ISA_STATUS_##id = (int)(((1u << (bits)) - 1) << (low)), \
	ISA_STATUS_LOW_##id = low,
#include "isa/launch.def"
};
enum isa_launch_flag {
#define FLAG(id, low, bits, doc) \
	ISA_LAUNCH_##id = ((1 << (bits)) - 1) << (low), \
	ISA_LAUNCH_LOW_##id = low,
#include "isa/launch.def"
};
enum isa_launch_end {
#define END(id, number, name) ISA_LAUNCH_##id = number,
#include "isa/launch.def"
};
enum isa_refused {
#define REASON(id, number, text) ISA_REFUSED_##id = number,
#include "isa/launch.def"
};

/* Registers of the host interface: ISA_HOST_STATUS, the offset of one;
 * ISA_HOST_STATUS_IDLE, the mask of a field, and ISA_HOST_STATUS_LOW_IDLE, its
 * lowest bit. */
enum {
	ISA_HOST_SLOTS = 0x400, ISA_HOST_SLOT_BYTES = 64, ISA_HOST_BYTES = 4096,
	ISA_HOST_MAGIC = 0x57574750, ISA_HOST_REVISION = 1,
	ISA_HOST_REVISION_MAP = 2       /* with CONST_BASE and on */
};
enum isa_host_register {
#define REG(id, name, offset, access, doc) ISA_HOST_##id = offset,
#include "isa/host.def"
};
enum isa_host_field {
#define FIELD(reg, id, low, bits, doc) \
	ISA_HOST_##reg##_##id = (int)(((1u << (bits)) - 1) << (low)), \
	ISA_HOST_##reg##_LOW_##id = low,
#include "isa/host.def"
};

/* One enumerator per row: ISA_ADD, ISA_TMC, ... in table order. */
enum isa_op {
#define INSN(id, ...) ISA_##id,
#include "isa/insns.def"
#undef INSN
	ISA_OP_COUNT,
	ISA_INVALID = ISA_OP_COUNT
};

/* ISA_CSR_THREAD_ID = 0xCC0, ... : the address of every CSR row. */
enum isa_csr_address {
#define CSR(id, name, address, doc) ISA_CSR_##id = address,
#include "isa/csrs.def"
#undef CSR
};

/* ISA_CAUSE_ILLEGAL = 2, ... : the number of every trap cause. */
enum isa_cause_number {
#define CAUSE(id, number, text) ISA_CAUSE_##id = number,
#include "isa/causes.def"
#undef CAUSE
};

/* The performance counters: mhpmcounter3 .. mhpmcounter31. */
enum { ISA_COUNTER_FIRST = 3, ISA_COUNTERS = 32 };

/* ISA_EVENT_ISSUED = 3, ... : the number of every event. Up to 31 it is the
 * number of the counter that counts the event by default. */
enum isa_event_number {
#define EVENT(number, id, name, class, doc) ISA_EVENT_##id = number,
#include "isa/events.def"
#undef EVENT
	ISA_EVENT_COUNT     /* one more than the last number */
};

/* ISA_STALL_decode = 0, ...: the points at which a core with test.congest
 * stalls. */
enum isa_stall_number {
#define STALL(name, module, doc) ISA_STALL_##name,
#include "isa/stalls.def"
#undef STALL
	ISA_STALL_COUNT
};

enum isa_event_class {
	ISA_EVENT_CYCLE,       /* each cycle counts for exactly one of these */
	ISA_EVENT_INSTRUCTION, /* depends only on the executed instructions */
	ISA_EVENT_TIMING       /* depends on timing */
};

struct isa_insn {
	const char *name;   /* assembler mnemonic, lower case */
	enum isa_ext ext;
	enum isa_format format;
	enum isa_class class;
	enum isa_reads reads;
	enum isa_waits waits;
	/* files of these fields; rs3: the third operand, see isa_regs */
	enum isa_file rd, rs1, rs2, rs3;
	bool rounds;        /* the word has a rounding mode */
	uint32_t mask;      /* bits that must match */
	uint32_t match;     /* their values */
	const char *row;    /* the manual's row: 32 characters, see insns.def */
};

struct isa_csr {
	const char *name;
	uint32_t address;   /* 12 bits */
	bool writable;
	const char *doc;
};

struct isa_cause {
	uint32_t number;
	const char *name;   /* for messages: "illegal instruction" */
};

struct isa_event {
	uint32_t number;    /* ISA_EVENT_ISSUED .. ISA_EVENT_COUNT - 1 */
	const char *name;
	enum isa_event_class kind;
	const char *doc;
};

/* Name of an extension: "I", "Zicsr". */
const char *isa_ext_name(enum isa_ext ext);
/* The setting of a machine with extension EXT, "isa.zba = true"; NULL: every
 * machine has it. */
const char *isa_ext_setting(enum isa_ext ext);
/* BUF = a hint for a trapped WORD, if it is an instruction of an extension that
 * only some machines have; else "". */
void isa_lacks(uint32_t word, char *buf, size_t size);

/* The row of OP; OP must be below ISA_OP_COUNT. */
const struct isa_insn *isa_insn(enum isa_op op);

/* Rounding modes, in the field rm of a word and in the CSR frm. */
enum isa_round {
	ISA_ROUND_RNE, ISA_ROUND_RTZ, ISA_ROUND_RDN, ISA_ROUND_RUP,
	ISA_ROUND_RMM,
	ISA_ROUND_DYN = 7       /* of a word: the mode in frm */
};

/* "rne" ... "rmm", "dyn"; NULL: MODE is illegal. */
const char *isa_round_name(uint32_t mode);

/* The operands that OP reads from registers: bit 0 rs1, bit 1 rs2, bit 2 the
 * third operand. */
uint32_t isa_reads(enum isa_op op);

/* The registers that WORD, an instruction OP, names; 0 without such a field.
 * rs3 is the third operand, which may be rd. HELD: the files of the machine. */
struct isa_regs { uint32_t rd, rs1, rs2, rs3; };
struct isa_regs isa_regs(enum isa_op op, uint32_t word, isa_files held);

struct isa_file_row {
	const char *prefix;
	uint32_t first, count;
	bool per_warp;          /* else each thread has its own */
	bool zero;              /* its register 0 reads as zero */
	enum isa_ext ext;       /* the machine has the file with it */
	enum isa_file without;  /* where its operands are on others */
};

/* The row of FILE, which is not ISA_FILE_NONE. */
const struct isa_file_row *isa_file(enum isa_file file);
/* The file of REG, below ISA_REGS. */
enum isa_file isa_reg_file(uint32_t reg);
/* The number of REG in its file. */
uint32_t isa_reg_index(uint32_t reg);
/* FILE if the machine has it, else the file where its operands are. */
enum isa_file isa_file_held(enum isa_file file, isa_files held);
/* How many registers the files HELD have; the one at place I of them. */
uint32_t isa_reg_count(isa_files held);
uint32_t isa_reg_at(isa_files held, uint32_t i);
/* Is NAME a register's, such as "f12"? REG receives its number. */
bool isa_reg_find(const char *name, uint32_t *reg);

/* "x0" ... "x31", "f0" ... "f31". */
const char *isa_reg_name(uint32_t reg);

/* Ordering of a fence, and of an instruction of ISA_CLASS_ATOMIC (aq, rl). */
/* Does fence WORD order earlier accesses before later loads or input? Its
 * successor set has r or i (unprivileged manual, 2.7). */
static inline bool isa_fence_acquires(uint32_t word)
{
	return word >> 21 & 1 || word >> 23 & 1;
}

/* Does fence WORD order earlier stores or output before later accesses? Its
 * predecessor set has w or o. */
static inline bool isa_fence_releases(uint32_t word)
{
	return word >> 24 & 1 || word >> 26 & 1;
}

static inline bool isa_acquires(uint32_t word) { return word >> 26 & 1; }
static inline bool isa_releases(uint32_t word) { return word >> 25 & 1; }

/* The condition for which WORD, an instruction OP, waits before it issues;
 * without the wait of a CSR instruction that writes. */
enum isa_waits isa_waits(enum isa_op op, uint32_t word);

/* Does OP read registers of the leader alone? */
bool isa_reads_leader(enum isa_op op);

/* Is the opcode of OP one of custom-0 to custom-3? */
bool isa_is_custom(enum isa_op op);

/* Has warpwright_isa.h an assembler macro for OP? Custom instructions, and
 * those that binutils 2.40 does not know. */
bool isa_has_macro(enum isa_op op);

/* Is the only effect of OP, besides fflags, a result that each thread computes
 * from its operands? */
bool isa_computes(enum isa_op op);

/* Is the only effect of OP a result that each active thread gets from operands
 * of all of them? */
bool isa_combines(enum isa_op op);

/* Bytes that each thread accesses; 0 unless OP is a load, a store or atomic. */
uint32_t isa_access_bytes(enum isa_op op);

/* The instruction that WORD encodes, or ISA_INVALID. A table search, for tools
 * and tests; golden/ decodes by its own switch. */
enum isa_op isa_decode(uint32_t word);

/* The word of OP, which must be below ISA_OP_COUNT; operands that OP lacks are
 * ignored. IMM is the immediate as in assembly; a distance in bytes for
 * branches and jal; the number of a CSR, with uimm in RS1; pred << 4 | succ for
 * a fence; rounding mode << 5 | rs3 for floating point; aq << 1 | rl for
 * atomics. Excess bits are dropped. */
uint32_t isa_encode(enum isa_op op, uint32_t rd, uint32_t rs1, uint32_t rs2,
		    uint32_t imm);

/* The instruction called NAME, or ISA_INVALID. */
enum isa_op isa_find(const char *name);

struct isa_stall {
	const char *name, *module, *doc;
};

/* CSR, event, stall and cause tables: row I, or NULL past the end. */
const struct isa_csr *isa_csr_row(size_t i);
const struct isa_event *isa_event_row(size_t i);
const struct isa_stall *isa_stall_row(size_t i);
const struct isa_cause *isa_cause_row(size_t i);

/* CSR at ADDRESS, or NULL. */
const struct isa_csr *isa_csr_find(uint32_t address);

/* The number of the performance counter that the CSR at ADDRESS shows, or 0;
 * the number of the counter whose event it selects, or 0. */
uint32_t isa_csr_counter(uint32_t address);
uint32_t isa_csr_selects(uint32_t address);
/* The name of END, "complete"; the reason of a refusal, "" if it is NONE. */
const char *isa_launch_end(enum isa_launch_end end);
const char *isa_launch_reason(enum isa_refused reason);

/* Is the CSR at ADDRESS one of floating point? These come first in csrs.def. */
bool isa_csr_floats(uint32_t address);
/* Is it one of blocks? These come last. */
bool isa_csr_blocks(uint32_t address);

/* Name of a trap cause, or "unknown cause". */
const char *isa_cause_name(uint32_t cause);

/* Writes the assembly of WORD at address PC into BUF, NUL-terminated and cut at
 * SIZE, in the syntax of GNU objdump -M no-aliases,numeric. An unknown word
 * gives ".word 0x...". HELD: the files of the machine; floating-point operands
 * are in x without registers f. Returns the length of the full text. */
size_t isa_disasm(uint32_t pc, uint32_t word, isa_files held, char *buf,
		  size_t size);

#endif
