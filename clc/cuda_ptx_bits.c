/* cuda_ptx_bits.c - NVPTX's operations on bits
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdint.h>
#include <stdio.h>

#include "clc/cuda_ptx.h"

static LLVMValueRef op_and(struct ptx *p, const struct ptx_insn *s)
{
	return LLVMBuildAnd(p->b, ptx_arg(p, s, 1), ptx_arg(p, s, 2), "");
}

static LLVMValueRef op_or(struct ptx *p, const struct ptx_insn *s)
{
	return LLVMBuildOr(p->b, ptx_arg(p, s, 1), ptx_arg(p, s, 2), "");
}

static LLVMValueRef op_xor(struct ptx *p, const struct ptx_insn *s)
{
	return LLVMBuildXor(p->b, ptx_arg(p, s, 1), ptx_arg(p, s, 2), "");
}

static LLVMValueRef op_not(struct ptx *p, const struct ptx_insn *s)
{
	return LLVMBuildNot(p->b, ptx_arg(p, s, 1), "");
}

/* The distance of a shift, of the width of A; cuda_shifts cares for those that
 * are too far. */
static LLVMValueRef distance(struct ptx *p, const struct ptx_insn *s,
			     LLVMValueRef a)
{
	return LLVMBuildZExtOrBitCast(p->b, ptx_word(p, s, 2), LLVMTypeOf(a),
				      "");
}

static LLVMValueRef op_shl(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1);

	return s->type->bits < 32 ? ptx_bad(p) :
	       LLVMBuildShl(p->b, a, distance(p, s, a), "");
}

static LLVMValueRef op_shr(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1);

	if (s->type->bits < 32)
		return ptx_bad(p);
	return s->type->sign ? LLVMBuildAShr(p->b, a, distance(p, s, a), "") :
			       LLVMBuildLShr(p->b, a, distance(p, s, a), "");
}

/* Functions of the headers that clang knows as those of bits: a word, of B. */
static LLVMValueRef count(struct ptx *p, const struct ptx_insn *s,
			  const char *name, LLVMValueRef a, bool zero)
{
	LLVMValueRef args[2] = { a, LLVMConstInt(ptx_int(p, 1), 0, 0) };
	char full[40];

	snprintf(full, sizeof full, "llvm.%s.i%u", name, s->type->bits);
	return cuda_call(p->c, p->b, full, LLVMTypeOf(a), args, 1 + zero);
}

static LLVMValueRef op_popc(struct ptx *p, const struct ptx_insn *s)
{
	return count(p, s, "ctpop", ptx_arg(p, s, 1), false);
}

static LLVMValueRef op_clz(struct ptx *p, const struct ptx_insn *s)
{
	return count(p, s, "ctlz", ptx_arg(p, s, 1), true);
}

static LLVMValueRef op_brev(struct ptx *p, const struct ptx_insn *s)
{
	return count(p, s, "bitreverse", ptx_arg(p, s, 1), false);
}

/* The place of the highest bit that is not the sign; all ones without one. */
static LLVMValueRef op_bfind(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), top = ptx_number(p, s->type->bits,
						    s->type->bits - 1);

	if (s->type->sign)
		a = LLVMBuildXor(p->b, a, LLVMBuildAShr(p->b, a, top, ""), "");
	return LLVMBuildSub(p->b, top, count(p, s, "ctlz", a, true), "");
}

/* V shifted by N, 0 to 255, in 64 bits, so that nothing is too far. */
static LLVMValueRef far_shift(struct ptx *p, LLVMOpcode op, LLVMValueRef v,
			      LLVMValueRef n)
{
	LLVMValueRef most = ptx_number(p, 64, 63), low;

	n = LLVMBuildZExt(p->b, n, p->c->i64, "");
	low = LLVMBuildICmp(p->b, LLVMIntULT, n, most, "");
	return LLVMBuildBinOp(p->b, op, v,
			      LLVMBuildSelect(p->b, low, n, most, ""), "");
}

/* LENGTH ones, at most 32, in 64 bits. */
static LLVMValueRef ones(struct ptx *p, LLVMValueRef length)
{
	LLVMValueRef one = ptx_number(p, 64, 1);

	return LLVMBuildSub(p->b, far_shift(p, LLVMShl, one, length), one, "");
}

static LLVMValueRef byte_of(struct ptx *p, const struct ptx_insn *s,
			    unsigned arg)
{
	return LLVMBuildAnd(p->b, ptx_word(p, s, arg), ptx_number(p, 32, 255),
			    "");
}

static LLVMValueRef low_word(struct ptx *p, LLVMValueRef v)
{
	return LLVMBuildTrunc(p->b, v, p->c->i32, "");
}

/* The field at bit B, of C bits. Bits above the word are zero, or its sign. */
static LLVMValueRef op_bfe(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), at = byte_of(p, s, 2);
	LLVMValueRef length = byte_of(p, s, 3), most = ptx_number(p, 32, 32);
	LLVMValueRef left, v;

	if (s->type->bits != 32)
		return ptx_bad(p);
	v = far_shift(p, s->type->sign ? LLVMAShr : LLVMLShr,
		      ptx_extended(p, s, a, 64), at);
	if (!s->type->sign)
		return low_word(p, LLVMBuildAnd(p->b, v, ones(p, length), ""));
	left = LLVMBuildICmp(p->b, LLVMIntULT, length, most, "");
	left = LLVMBuildSub(p->b, ptx_number(p, 32, 64),
			    LLVMBuildSelect(p->b, left, length, most, ""), "");
	v = far_shift(p, LLVMAShr, far_shift(p, LLVMShl, v, left), left);
	return LLVMBuildSelect(p->b,
			       LLVMBuildICmp(p->b, LLVMIntEQ, length,
					     ptx_number(p, 32, 0), ""),
			       ptx_number(p, 32, 0), low_word(p, v), "");
}

/* A's low D bits at bit C of B. */
static LLVMValueRef op_bfi(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), b = ptx_arg(p, s, 2), mask, v;
	LLVMValueRef at = byte_of(p, s, 3);

	if (s->type->bits != 32)
		return ptx_bad(p);
	mask = far_shift(p, LLVMShl, ones(p, byte_of(p, s, 4)), at);
	mask = low_word(p, mask);
	v = far_shift(p, LLVMShl, LLVMBuildZExt(p->b, a, p->c->i64, ""), at);
	v = LLVMBuildAnd(p->b, low_word(p, v), mask, "");
	b = LLVMBuildAnd(p->b, b, LLVMBuildNot(p->b, mask, ""), "");
	return LLVMBuildOr(p->b, b, v, "");
}

/* B above A, in 64 bits. */
static LLVMValueRef both(struct ptx *p, LLVMValueRef b, LLVMValueRef a)
{
	b = LLVMBuildShl(p->b, LLVMBuildZExt(p->b, b, p->c->i64, ""),
			 ptx_number(p, 64, 32), "");
	return LLVMBuildOr(p->b, b, LLVMBuildZExt(p->b, a, p->c->i64, ""), "");
}

/* Each half byte of C chooses a byte of A and B, or its sign. */
static LLVMValueRef op_prmt(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef all = both(p, ptx_arg(p, s, 2), ptx_arg(p, s, 1));
	LLVMValueRef c = ptx_arg(p, s, 3), r = ptx_number(p, 32, 0);
	LLVMValueRef n, v, sign, by;

	for (unsigned i = 0; i < 4; i++) {
		n = LLVMBuildLShr(p->b, c, ptx_number(p, 32, 4 * i), "");
		by = LLVMBuildAnd(p->b, n, ptx_number(p, 32, 7), "");
		by = LLVMBuildMul(p->b, by, ptx_number(p, 32, 8), "");
		v = low_word(p, far_shift(p, LLVMLShr, all, by));
		v = LLVMBuildTrunc(p->b, v, p->c->i8, "");
		sign = LLVMBuildAShr(p->b, v, ptx_number(p, 8, 7), "");
		by = LLVMBuildAnd(p->b, n, ptx_number(p, 32, 8), "");
		by = LLVMBuildICmp(p->b, LLVMIntNE, by, ptx_number(p, 32, 0),
				   "");
		v = LLVMBuildSelect(p->b, by, sign, v, "");
		v = LLVMBuildZExt(p->b, v, p->c->i32, "");
		v = LLVMBuildShl(p->b, v, ptx_number(p, 32, 8 * i), "");
		r = LLVMBuildOr(p->b, r, v, "");
	}
	return r;
}

/* The function of three bits that the last argument is the table of. */
static LLVMValueRef op_lop3(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef in[3], r = ptx_number(p, 32, 0), table, term;
	unsigned long long rows;

	for (unsigned i = 0; i < 3; i++)
		in[i] = ptx_arg(p, s, i + 1);
	table = ptx_word(p, s, 4);
	if (p->bad || !LLVMIsAConstantInt(table))
		return ptx_bad(p);
	rows = LLVMConstIntGetZExtValue(table);
	for (unsigned k = 0; k < 8; k++) {
		if (!(rows >> k & 1))
			continue;
		term = ptx_number(p, 32, UINT32_MAX);
		for (unsigned i = 0; i < 3; i++)
			term = LLVMBuildAnd(p->b, term, k >> (2 - i) & 1 ?
					    in[i] : LLVMBuildNot(p->b, in[i],
								 ""), "");
		r = LLVMBuildOr(p->b, r, term, "");
	}
	return r;
}

/* A shift of B above A. */
static LLVMValueRef op_shf(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef all = both(p, ptx_arg(p, s, 2), ptx_arg(p, s, 1));
	LLVMValueRef n = ptx_word(p, s, 3), most = ptx_number(p, 32, 32), low;

	if (ptx_has(s, "l") == ptx_has(s, "r") ||
	    ptx_has(s, "wrap") == ptx_has(s, "clamp"))
		return ptx_bad(p);
	low = LLVMBuildICmp(p->b, LLVMIntULT, n, most, "");
	n = ptx_has(s, "wrap") ?
	    LLVMBuildAnd(p->b, n, ptx_number(p, 32, 31), "") :
	    LLVMBuildSelect(p->b, low, n, most, "");
	if (ptx_has(s, "r"))
		return low_word(p, far_shift(p, LLVMLShr, all, n));
	all = far_shift(p, LLVMShl, all, n);
	return low_word(p, LLVMBuildLShr(p->b, all, ptx_number(p, 64, 32), ""));
}

const struct ptx_row ptx_bits[] = {
	{ "and", "", op_and, true, true },
	{ "or", "", op_or, true, true },
	{ "xor", "", op_xor, true, true },
	{ "not", "", op_not, true, true },
	{ "shl", "", op_shl, true, true },
	{ "shr", "", op_shr, true, true },
	{ "popc", "", op_popc, true, true },
	{ "clz", "", op_clz, true, true },
	{ "brev", "", op_brev, true, true },
	{ "bfind", "", op_bfind, true, true },
	{ "bfe", "", op_bfe, true, true },
	{ "bfi", "", op_bfi, true, true },
	{ "prmt", "", op_prmt, true, true },
	{ "lop3", "", op_lop3, true, true },
	{ "shf", " l r wrap clamp ", op_shf, true, true },
	{ NULL, NULL, NULL, false, false }
};
