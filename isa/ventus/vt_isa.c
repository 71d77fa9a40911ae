/* vt_isa.c - the tables of the instruction set of Ventus, searches in them
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/ventus/vt_isa.h"

#include <string.h>

/* The bits of row R for which the comparison TEST holds; the first character
 * is bit 31. A constant expression. */
#define BIT(r, i, test)  ((uint32_t)((r)[i] test) << (31 - (i)))
#define NIBBLE(r, i, test) \
	(BIT(r, i, test) | BIT(r, (i) + 1, test) | \
	 BIT(r, (i) + 2, test) | BIT(r, (i) + 3, test))
#define BITS(r, test) \
	(NIBBLE(r, 0, test) | NIBBLE(r, 4, test) | \
	 NIBBLE(r, 8, test) | NIBBLE(r, 12, test) | \
	 NIBBLE(r, 16, test) | NIBBLE(r, 20, test) | \
	 NIBBLE(r, 24, test) | NIBBLE(r, 28, test))
#define HAS(r, letter) (BITS(r, == letter) != 0)

/* The file of a field: letter X of registers x, V of registers v. */
#define FILE_OF(r, x, v) (HAS(r, x) ? VT_FILE_X : \
			  HAS(r, v) ? VT_FILE_V : VT_FILE_NONE)
#define RD_FILE(r) (HAS(r, 'd') ? VT_FILE_X : \
		    HAS(r, 'D') || HAS(r, 'E') || HAS(r, 'R') ? VT_FILE_V : \
		    VT_FILE_NONE)

static const struct vt_row rows[VT_OP_COUNT] = {
#define INSN(id, name, ext, format, class, row) \
	{ name, VT_EXT_##ext, VT_FMT_##format, VT_CLASS_##class, \
	  RD_FILE(row), FILE_OF(row, 's', 'S'), FILE_OF(row, 't', 'T'), \
	  FILE_OF(row, 'r', 'r'), \
	  HAS(row, 'E') || HAS(row, 'R'), \
	  HAS(row, 'd') || HAS(row, 'D') || HAS(row, 'E'), \
	  HAS(row, 'D') || HAS(row, 'E') || HAS(row, 'R') || \
	  HAS(row, 'S') || HAS(row, 'T'), \
	  HAS(row, 'm'), HAS(row, 'o'), \
	  BITS(row, <= '1'), BITS(row, == '1'), row },
#include "isa/ventus/vt_insns.def"
#undef INSN
};

#define INSN(id, name, ext, format, class, row) \
	_Static_assert(sizeof(row) == 33, "row of " name " has 32 characters");
#include "isa/ventus/vt_insns.def"
#undef INSN

static const struct vt_csr csrs[] = {
#define CSR(id, name, address, doc) { name, address, false, doc },
#define CSR_RW(id, name, address, doc) { name, address, true, doc },
#include "isa/ventus/vt_csrs.def"
};

enum { CSR_COUNT = sizeof csrs / sizeof *csrs };

const struct vt_row *vt_row(enum vt_op op)
{
	return &rows[op];
}

static uint32_t field(uint32_t word, unsigned low, unsigned bits)
{
	return word >> low & ((UINT32_C(1) << bits) - 1);
}

static uint32_t extend(uint32_t value, unsigned bits)
{
	uint32_t sign = UINT32_C(1) << (bits - 1);

	return (value ^ sign) - sign;
}

enum vt_op vt_decode(uint32_t word)
{
	unsigned op;

	for (op = 0; op < VT_OP_COUNT; op++)
		if ((word & rows[op].mask) == rows[op].match)
			break;
	if (op < VT_OP_COUNT && rows[op].rounds &&
	    (field(word, 12, 3) == 5 || field(word, 12, 3) == 6))
		return VT_INVALID;
	return (enum vt_op)op;
}

enum vt_op vt_find(const char *name)
{
	unsigned op;

	for (op = 0; op < VT_OP_COUNT; op++)
		if (strcmp(name, rows[op].name) == 0)
			break;
	return (enum vt_op)op;
}

/* The size of stores by funct3 is that of loads, but for vsw12, vsh12, vsb12,
 * which have 6, 3, 7. */
uint32_t vt_access_bytes(enum vt_op op)
{
	uint32_t funct3 = field(rows[op].match, 12, 3);

	switch (rows[op].class) {
	case VT_CLASS_LOAD:
	case VT_CLASS_STORE:
		break;
	case VT_CLASS_ATOMIC:
		return 4;
	case VT_CLASS_ALU:
	case VT_CLASS_MUL:
	case VT_CLASS_DIV:
	case VT_CLASS_FLOAT:
	case VT_CLASS_BRANCH:
	case VT_CLASS_JUMP:
	case VT_CLASS_CSR:
	case VT_CLASS_FENCE:
	case VT_CLASS_VSET:
	case VT_CLASS_VBRANCH:
	case VT_CLASS_PREFIX:
	case VT_CLASS_WARP:
		return 0;
	}
	if (rows[op].format == VT_FMT_STORE12)
		return funct3 == 6 ? 4 : funct3 == 3 ? 2 : 1;
	return 1U << (funct3 & 3);
}

const struct vt_csr *vt_csr_row(size_t i)
{
	return i < CSR_COUNT ? &csrs[i] : NULL;
}

const struct vt_csr *vt_csr_find(uint32_t address)
{
	for (size_t i = 0; i < CSR_COUNT; i++)
		if (csrs[i].address == address)
			return &csrs[i];
	return NULL;
}

/* Does the prefix lead to a register that a core with VREGS vector registers
 * has? HIGH is bits 7 to 5. */
static bool core_reaches(enum vt_file file, uint32_t high, uint32_t vregs)
{
	return file == VT_FILE_NONE ||
	       high << 5 < (file == VT_FILE_X ? VT_CORE_X : vregs);
}

bool vt_core_has(enum vt_op op, struct vt_prefix prefix, uint32_t vregs)
{
	static const bool lacks[VT_OP_COUNT] = {
#define LACKS(id) [VT_##id] = true,
#include "isa/ventus/vt_core.def"
	};
	const struct vt_row *row;

	if (op >= VT_OP_COUNT || lacks[op])
		return false;
	row = &rows[op];
	return core_reaches(row->rd, prefix.rd, vregs) &&
	       core_reaches(row->rs1, prefix.rs1, vregs) &&
	       core_reaches(row->rs2, prefix.rs2, vregs);
}

struct vt_prefix vt_prefix_of(enum vt_op op, uint32_t word)
{
	struct vt_prefix none = { 0 };

	if (op == VT_REGEXT)
		return (struct vt_prefix){
			.rd = (uint8_t)field(word, 20, 3),
			.rs1 = (uint8_t)field(word, 23, 3),
			.rs2 = (uint8_t)field(word, 26, 3)
		};
	if (op == VT_REGEXTI)
		return (struct vt_prefix){
			.rd = (uint8_t)field(word, 20, 3),
			.rs2 = (uint8_t)field(word, 23, 3),
			.has_imm = true,
			.imm = (uint8_t)field(word, 26, 6)
		};
	return none;
}

static uint32_t imm_b(uint32_t w)
{
	return extend(field(w, 31, 1) << 12 | field(w, 7, 1) << 11 |
		      field(w, 25, 6) << 5 | field(w, 8, 4) << 1, 13);
}

static uint32_t imm_j(uint32_t w)
{
	return extend(field(w, 31, 1) << 20 | field(w, 12, 8) << 12 |
		      field(w, 20, 1) << 11 | field(w, 21, 10) << 1, 21);
}

static uint32_t imm_vi(uint32_t w, struct vt_prefix p)
{
	if (p.has_imm)
		return extend((uint32_t)p.imm << 5 | field(w, 15, 5), 11);
	return extend(field(w, 15, 5), 5);
}

uint32_t vt_imm(enum vt_op op, uint32_t w, struct vt_prefix prefix)
{
	switch (rows[op].format) {
	case VT_FMT_I:
	case VT_FMT_LOAD:
	case VT_FMT_JALR:
	case VT_FMT_LOAD12:
	case VT_FMT_VI12:
		return extend(field(w, 20, 12), 12);
	case VT_FMT_STORE:
	case VT_FMT_STORE12:
		return extend(field(w, 25, 7) << 5 | field(w, 7, 5), 12);
	case VT_FMT_LOAD11:
		return extend(field(w, 20, 11), 11);
	case VT_FMT_STORE11:
		return extend(field(w, 25, 6) << 5 | field(w, 7, 5), 11);
	case VT_FMT_BRANCH:
	case VT_FMT_VBRANCH:
		return imm_b(w);
	case VT_FMT_J:
		return imm_j(w);
	case VT_FMT_U:
		return w & UINT32_C(0xFFFFF000);
	case VT_FMT_SHAMT:
		return field(w, 20, 5);
	case VT_FMT_VU:
	case VT_FMT_BARRIER:
		return field(w, 15, 5);
	case VT_FMT_VI:
	case VT_FMT_V_I:
	case VT_FMT_MERGE_VI:
		return imm_vi(w, prefix);
	case VT_FMT_CSR:
	case VT_FMT_CSRI:
	case VT_FMT_PREFIX:
		return field(w, 20, 12);
	case VT_FMT_VSETVLI:
		return field(w, 20, 11);
	case VT_FMT_VSETIVLI:
		return field(w, 20, 10);
	case VT_FMT_R:
	case VT_FMT_FENCE:
	case VT_FMT_ATOMIC:
	case VT_FMT_VV:
	case VT_FMT_VX:
	case VT_FMT_V1:
	case VT_FMT_V0:
	case VT_FMT_ACC_VV:
	case VT_FMT_ACC_VX:
	case VT_FMT_MERGE_VV:
	case VT_FMT_MERGE_VX:
	case VT_FMT_VLOAD:
	case VT_FMT_VLOAD_S:
	case VT_FMT_VLOAD_X:
	case VT_FMT_VSTORE:
	case VT_FMT_VSTORE_S:
	case VT_FMT_VSTORE_X:
	case VT_FMT_END:
	case VT_FMT_JOIN:
		break;
	}
	return 0;
}
