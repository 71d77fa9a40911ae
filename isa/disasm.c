/* disasm.c - the text of an instruction word, as GNU objdump writes it
 * SPDX-License-Identifier: Apache-2.0
 *
 * objdump -M no-aliases,numeric defines the details: one blank or tab after the
 * mnemonic and none after commas; shift amounts and upper immediates in
 * hexadecimal, other immediates in signed decimal; CSRs by name if they have
 * one; an empty fence set is "unknown".
 */
#include "isa/isa.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* The output; LEN counts characters beyond SIZE, too. */
struct text {
	char *buf;
	size_t size;
	size_t len;
};

__attribute__((format(printf, 2, 3)))
static void put(struct text *t, const char *fmt, ...)
{
	size_t room = t->len < t->size ? t->size - t->len : 0;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(room ? t->buf + t->len : NULL, room, fmt, ap);
	va_end(ap);
	t->len += (size_t)n;
}

/* Bits HI..LO of WORD. */
static uint32_t field(uint32_t word, unsigned hi, unsigned lo)
{
	return word << (31 - hi) >> (31 - hi + lo);
}

static uint32_t sign_extend(uint32_t value, unsigned bits)
{
	uint32_t sign = UINT32_C(1) << (bits - 1);

	return (value ^ sign) - sign;
}

static unsigned rd(uint32_t word)  { return field(word, 11, 7); }
static unsigned rs1(uint32_t word) { return field(word, 19, 15); }
static unsigned rs2(uint32_t word) { return field(word, 24, 20); }

static int32_t imm_i(uint32_t word)
{
	return (int32_t)sign_extend(field(word, 31, 20), 12);
}

static int32_t imm_s(uint32_t word)
{
	uint32_t value = field(word, 31, 25) << 5 | field(word, 11, 7);

	return (int32_t)sign_extend(value, 12);
}

static uint32_t offset_b(uint32_t word)
{
	uint32_t value = field(word, 31, 31) << 12 | field(word, 7, 7) << 11 |
		field(word, 30, 25) << 5 | field(word, 11, 8) << 1;

	return sign_extend(value, 13);
}

static uint32_t offset_j(uint32_t word)
{
	uint32_t value = field(word, 31, 31) << 20 |
		field(word, 19, 12) << 12 |
		field(word, 20, 20) << 11 | field(word, 30, 21) << 1;

	return sign_extend(value, 21);
}

static void put_csr(struct text *t, uint32_t address)
{
	const struct isa_csr *csr = isa_csr_find(address);

	if (csr)
		put(t, "%s", csr->name);
	else
		put(t, "0x%" PRIx32, address);
}

/* A set of a fence: i, o, r, w from the high bit down. */
static void put_fence_set(struct text *t, uint32_t set)
{
	if (set == 0)
		put(t, "unknown");
	else
		put(t, "%s%s%s%s", set & 8 ? "i" : "", set & 4 ? "o" : "",
			set & 2 ? "r" : "", set & 1 ? "w" : "");
}

/* fence.tso: mode 8, rw to rw, all other fields zero. */
static int is_fence_tso(uint32_t word)
{
	return word == 0x8330000F;
}

static void put_fence(struct text *t, uint32_t word)
{
	if (is_fence_tso(word)) {
		put(t, ".tso");
		return;
	}
	put(t, " ");
	put_fence_set(t, field(word, 27, 24));
	put(t, ",");
	put_fence_set(t, field(word, 23, 20));
}

static void put_registers(struct text *t, const struct isa_insn *insn,
	const struct isa_regs *reg, uint32_t word)
{
	const char *before = " ";

	if (insn->rd != ISA_FILE_NONE) {
		put(t, "%s%s", before, isa_reg_name(reg->rd));
		before = ",";
	}
	if (insn->rs1 != ISA_FILE_NONE) {
		put(t, "%s%s", before, isa_reg_name(reg->rs1));
		before = ",";
	}
	if (insn->rs2 != ISA_FILE_NONE)
		put(t, "%s%s", before, isa_reg_name(reg->rs2));
	if (insn->rs3 != ISA_FILE_NONE)
		put(t, ",%s", isa_reg_name(reg->rs3));
	if (insn->rounds && field(word, 14, 12) != ISA_ROUND_DYN)
		put(t, ",%s", isa_round_name(field(word, 14, 12)));
}

static void put_atomic(struct text *t, const struct isa_insn *insn,
	uint32_t word)
{
	if (isa_acquires(word) || isa_releases(word))
		put(t, ".%s%s", isa_acquires(word) ? "aq" : "",
			isa_releases(word) ? "rl" : "");
	put(t, " x%u", rd(word));
	if (insn->rs2 != ISA_FILE_NONE)
		put(t, ",x%u", rs2(word));
	put(t, ",(x%u)", rs1(word));
}

static void put_operands(struct text *t, enum isa_op op, uint32_t pc,
	uint32_t word, isa_files held)
{
	const struct isa_insn *insn = isa_insn(op);
	const struct isa_regs reg = isa_regs(op, word, held);

	switch (insn->format) {
	case ISA_FMT_R:
		put_registers(t, insn, &reg, word);
		break;
	case ISA_FMT_ATOMIC:
		put_atomic(t, insn, word);
		break;
	case ISA_FMT_I:
		put(t, " x%u,x%u,%" PRId32, rd(word), rs1(word), imm_i(word));
		break;
	case ISA_FMT_SHAMT:
		put(t, " x%u,x%u,0x%x", rd(word), rs1(word), rs2(word));
		break;
	case ISA_FMT_LOAD:
	case ISA_FMT_JALR:
		put(t, " %s,%" PRId32 "(x%u)", isa_reg_name(reg.rd),
			imm_i(word), rs1(word));
		break;
	case ISA_FMT_STORE:
		put(t, " %s,%" PRId32 "(x%u)", isa_reg_name(reg.rs2),
			imm_s(word), rs1(word));
		break;
	case ISA_FMT_BRANCH:
		put(t, " x%u,x%u,0x%" PRIx32, rs1(word), rs2(word),
			pc + offset_b(word));
		break;
	case ISA_FMT_U:
		put(t, " x%u,0x%" PRIx32, rd(word), field(word, 31, 12));
		break;
	case ISA_FMT_J:
		put(t, " x%u,0x%" PRIx32, rd(word), pc + offset_j(word));
		break;
	case ISA_FMT_CSR:
		put(t, " x%u,", rd(word));
		put_csr(t, field(word, 31, 20));
		put(t, ",x%u", rs1(word));
		break;
	case ISA_FMT_CSRI:
		put(t, " x%u,", rd(word));
		put_csr(t, field(word, 31, 20));
		put(t, ",%u", rs1(word));
		break;
	case ISA_FMT_FENCE:
		put_fence(t, word);
		break;
	case ISA_FMT_NONE:
		break;
	}
}

size_t isa_disasm(uint32_t pc, uint32_t word, isa_files held, char *buf,
		  size_t size)
{
	struct text t = { buf, size, 0 };
	enum isa_op op = isa_decode(word);

	if (op == ISA_INVALID) {
		put(&t, ".word 0x%08" PRIx32, word);
		return t.len;
	}
	put(&t, "%s", isa_insn(op)->name);
	put_operands(&t, op, pc, word, held);
	return t.len;
}
