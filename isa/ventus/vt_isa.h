/* vt_isa.h - facts of the instruction set of Ventus: names, encodings, syntax
 * SPDX-License-Identifier: Apache-2.0
 *
 * Everything here comes from vt_insns.def and vt_csrs.def. Returned pointers
 * are to constant tables. No function allocates, prints or fails.
 */
#ifndef WW_VT_ISA_H
#define WW_VT_ISA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum vt_ext {
	VT_EXT_I, VT_EXT_M, VT_EXT_A, VT_EXT_ZICSR, VT_EXT_ZFINX,
	VT_EXT_OLD,     /* of F alone; in old binaries, on registers x */
	VT_EXT_V,       /* integers, moves, loads and stores of V */
	VT_EXT_VF,      /* binary32 of V */
	VT_EXT_MEM12,   /* loads and stores at vs1 + 12 bits */
	VT_EXT_PRIVATE, /* loads and stores of private memory */
	VT_EXT_CUSTOM,  /* divergence, prefixes, barriers, vadd12 */
	VT_EXT_EXP, VT_EXT_TENSOR
};

/* Syntax of the operands and their place in the word. */
enum vt_format {
	VT_FMT_R,       /* those of rd, rs1, rs2, rs3 that the row has */
	VT_FMT_I,       /* rd, rs1, imm */
	VT_FMT_SHAMT,   /* rd, rs1, shamt */
	VT_FMT_LOAD,    /* rd, imm(rs1) */
	VT_FMT_STORE,   /* rs2, imm(rs1) */
	VT_FMT_BRANCH,  /* rs1, rs2, target */
	VT_FMT_U,       /* rd, imm20 */
	VT_FMT_J,       /* rd, target */
	VT_FMT_JALR,    /* rd, imm(rs1) */
	VT_FMT_CSR,     /* rd, csr, rs1 */
	VT_FMT_CSRI,    /* rd, csr, uimm */
	VT_FMT_FENCE,   /* pred, succ */
	VT_FMT_ATOMIC,  /* .aq, .rl; rd, rs2 if it has it, (rs1) */
	VT_FMT_VSETVLI, /* rd, rs1, vtype */
	VT_FMT_VSETIVLI,        /* rd, uimm, vtype */
	VT_FMT_VV,      /* vd, vs2, vs1 */
	VT_FMT_VX,      /* vd, vs2, rs1 */
	VT_FMT_VI,      /* vd, vs2, simm5 */
	VT_FMT_VU,      /* vd, vs2, uimm5 */
	VT_FMT_V1,      /* vd, vs2 */
	VT_FMT_V0,      /* vd */
	VT_FMT_V_I,     /* vd, simm5 */
	VT_FMT_ACC_VV,  /* vd, vs1, vs2 */
	VT_FMT_ACC_VX,  /* vd, rs1, vs2 */
	VT_FMT_MERGE_VV,        /* vd, vs2, vs1, v0 */
	VT_FMT_MERGE_VX,        /* vd, vs2, rs1, v0 */
	VT_FMT_MERGE_VI,        /* vd, vs2, simm5, v0 */
	VT_FMT_VLOAD,   /* vd, (rs1): consecutive words */
	VT_FMT_VLOAD_S, /* vd, (rs1), rs2: with a stride */
	VT_FMT_VLOAD_X, /* vd, (rs1), vs2: with an offset per thread */
	VT_FMT_VSTORE, VT_FMT_VSTORE_S, VT_FMT_VSTORE_X,
	VT_FMT_LOAD12,  /* vd, imm12(vs1) */
	VT_FMT_STORE12, /* vs2, imm12(vs1) */
	VT_FMT_LOAD11,  /* vd, imm11(vs1) */
	VT_FMT_STORE11, /* vs2, imm11(vs1) */
	VT_FMT_VI12,    /* vd, vs1, imm12 */
	VT_FMT_PREFIX,  /* x0, x0, imm */
	VT_FMT_BARRIER, /* x0, x0, uimm5 */
	VT_FMT_END,     /* x0, x0, x0 */
	VT_FMT_VBRANCH, /* vs2, vs1, target */
	VT_FMT_JOIN     /* zero, zero, 0 */
};

enum vt_class {
	VT_CLASS_ALU, VT_CLASS_MUL, VT_CLASS_DIV, VT_CLASS_FLOAT,
	VT_CLASS_LOAD, VT_CLASS_STORE, VT_CLASS_ATOMIC,
	VT_CLASS_BRANCH, VT_CLASS_JUMP, VT_CLASS_CSR, VT_CLASS_FENCE,
	VT_CLASS_VSET,
	VT_CLASS_VBRANCH,       /* acts on the thread mask and its stack */
	VT_CLASS_PREFIX,        /* acts on the next instruction */
	VT_CLASS_WARP           /* ends the warp or stops it */
};

/* One enumerator per row: VT_ADD, VT_VBEQ, ... in table order. */
enum vt_op {
#define INSN(id, ...) VT_##id,
#include "isa/ventus/vt_insns.def"
#undef INSN
	VT_OP_COUNT,
	VT_INVALID = VT_OP_COUNT
};

/* VT_CSR_TID = 0x800, ... : the address of every CSR row. */
enum vt_csr_address {
#define CSR(id, name, address, doc) VT_CSR_##id = address,
#define CSR_RW(id, name, address, doc) VT_CSR_##id = address,
#include "isa/ventus/vt_csrs.def"
};

/* A field of a word that names a register. */
enum vt_file { VT_FILE_NONE, VT_FILE_X, VT_FILE_V };

struct vt_row {
	const char *name;       /* assembler mnemonic, lower case */
	enum vt_ext ext;
	enum vt_format format;
	enum vt_class class;
	/* The files of the fields at bits 7, 15, 20 and 27. */
	enum vt_file rd, rs1, rs2, rs3;
	bool reads_rd;          /* the register at bit 7 is an operand */
	bool writes;            /* and is written */
	bool threads;           /* acts in each active thread */
	bool maskable;          /* has a field m */
	bool rounds;            /* has a rounding mode */
	uint32_t mask, match;   /* bits that must match, their values */
	const char *row;        /* 32 characters, see vt_insns.def */
};

struct vt_csr {
	const char *name;
	uint32_t address;
	bool writable;
	const char *doc;
};

/* Registers of a core. In records, and wherever registers of both files are
 * counted, x0 to x63 are 0 to 63, v0 and on 64 and on. A core has 64 to 256 of
 * v, a power of two. */
enum {
	VT_CORE_X = 64, VT_CORE_V = VT_CORE_X, VT_CORE_FEWEST_V = 64,
	VT_CORE_REGS = VT_CORE_V + 256
};

/* The row of OP, which must be below VT_OP_COUNT. */
const struct vt_row *vt_row(enum vt_op op);
/* The instruction that WORD encodes, or VT_INVALID. */
enum vt_op vt_decode(uint32_t word);
/* The instruction called NAME, or VT_INVALID. */
enum vt_op vt_find(const char *name);
/* Bytes of an access of each thread; 0 unless OP loads or stores. */
uint32_t vt_access_bytes(enum vt_op op);

/* CSR table: row I, or NULL past the end; the CSR at ADDRESS, or NULL. */
const struct vt_csr *vt_csr_row(size_t i);
const struct vt_csr *vt_csr_find(uint32_t address);

/* What a regext or regexti adds to the next instruction. */
struct vt_prefix {
	uint8_t rd, rs1, rs2;   /* bits 7 to 5 of register numbers */
	bool has_imm;
	uint8_t imm;            /* bits 10 to 5 of the immediate */
};
/* The prefix that WORD, of OP, sets; that of no instruction is zero. */
struct vt_prefix vt_prefix_of(enum vt_op op, uint32_t word);
/* Does a core with VREGS vector registers have the instruction OP behind PREFIX
 * (vt_core.def)? */
bool vt_core_has(enum vt_op op, struct vt_prefix prefix, uint32_t vregs);

/* The immediate of WORD in the format of OP, sign-extended where it is signed;
 * for U shifted left by 12; the address of a CSR; the 5 bits of uimm are not
 * in it. PREFIX extends that of VI. */
uint32_t vt_imm(enum vt_op op, uint32_t word, struct vt_prefix prefix);

/* Room for the longest text of vt_disasm. */
enum { VT_TEXT = 96 };

/* Writes the assembly of WORD at PC into BUF, NUL-terminated and cut at SIZE,
 * in the syntax of LLVM's objdump -M no-aliases,numeric, without blanks after
 * commas. PREFIX extends the numbers. Returns the length of the full text. */
size_t vt_disasm(uint32_t pc, uint32_t word, struct vt_prefix prefix,
		 char *buf, size_t size);

#endif
