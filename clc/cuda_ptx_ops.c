/* cuda_ptx_ops.c - the operations of NVPTX's assembly
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each has its row: the modifiers that it may have, and a function, which
 * returns the result. Rounding other than to the nearest, saturation, carries
 * and predicates as results of two are not there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/cuda_ptx.h"

/* --- for all ------------------------------------------------------------ */

bool ptx_has(const struct ptx_insn *s, const char *part)
{
	for (unsigned i = 1; i < s->parts; i++)
		if (strcmp(s->part[i], part) == 0)
			return true;
	return false;
}

LLVMTypeRef ptx_int(const struct ptx *p, unsigned bits)
{
	return LLVMIntTypeInContext(p->c->context, bits);
}

LLVMValueRef ptx_number(const struct ptx *p, unsigned bits,
			unsigned long long n)
{
	return LLVMConstInt(ptx_int(p, bits), n, 0);
}

LLVMValueRef ptx_arg(struct ptx *p, const struct ptx_insn *s, unsigned arg)
{
	return ptx_get(p, s, arg, s->type);
}

LLVMValueRef ptx_word(struct ptx *p, const struct ptx_insn *s, unsigned arg)
{
	static const struct ptx_type u32 = { "u32", 32, false, false };

	return ptx_get(p, s, arg, &u32);
}

LLVMValueRef ptx_bad(struct ptx *p)
{
	p->bad = true;
	return NULL;
}

LLVMValueRef ptx_extended(const struct ptx *p, const struct ptx_insn *s,
			  LLVMValueRef v, unsigned bits)
{
	return s->type->sign ? LLVMBuildSExt(p->b, v, ptx_int(p, bits), "") :
			       LLVMBuildZExt(p->b, v, ptx_int(p, bits), "");
}

/* --- integers and floats ------------------------------------------------ */

/* Names of a list. */
static unsigned item_count(const char *text)
{
	unsigned n = 1;

	while (*text)
		n += *text++ == ',';
	return n;
}

/* Name K of the list {A, B, ...} or the one name TEXT, in TO. */
static bool item(const char *text, unsigned k, char to[32])
{
	size_t n;

	if (*text != '{') {
		snprintf(to, 32, "%s", text);
		return k == 0;
	}
	text++;
	for (; k; k--) {
		text = strchr(text, ',');
		if (!text++)
			return false;
	}
	text += strspn(text, " \t\n");
	n = strcspn(text, ",} \t\n");
	snprintf(to, 32, "%.*s", (int)(n < 31 ? n : 31), text);
	return n && *text != '}';
}

/* The value of the list TEXT, whose first name has the lowest bits, as a T. */
static LLVMValueRef packed(struct ptx *p, const char *text, LLVMTypeRef t,
			   unsigned bits)
{
	unsigned items = item_count(text);
	LLVMValueRef r = ptx_number(p, bits, 0), v;
	char name[32];

	for (unsigned k = 0; k < items && item(text, k, name); k++) {
		v = ptx_get_as(p, name, ptx_int(p, bits / items));
		v = LLVMBuildZExt(p->b, v, ptx_int(p, bits), "");
		v = LLVMBuildShl(p->b, v, ptx_number(p, bits, bits / items * k),
				 "");
		r = LLVMBuildOr(p->b, r, v, "");
	}
	return LLVMBuildBitCast(p->b, r, t, "");
}

/* Gives the names of the list TEXT the parts of V, of BITS. */
static void unpack(struct ptx *p, const char *text, LLVMValueRef v,
		   unsigned bits)
{
	unsigned items = item_count(text);
	LLVMValueRef part;
	char name[32];

	for (unsigned k = 0; k < items && item(text, k, name); k++) {
		part = LLVMBuildLShr(p->b, v,
				     ptx_number(p, bits, bits / items * k), "");
		ptx_set(p, name, LLVMBuildTrunc(p->b, part,
						ptx_int(p, bits / items),
						""));
	}
}

static LLVMValueRef op_mov(struct ptx *p, const struct ptx_insn *s)
{
	LLVMTypeRef t = ptx_llvm_type(p, s->type);
	bool packs = s->args == 2 && *s->arg[1] == '{';
	bool unpacks = s->args == 2 && *s->arg[0] == '{';

	if (s->args != 2 ||
	    ((packs || unpacks) && (s->type->real || packs == unpacks)))
		return ptx_bad(p);
	if (unpacks) {
		unpack(p, s->arg[0], ptx_arg(p, s, 1), s->type->bits);
		return NULL;
	}
	ptx_set(p, s->arg[0], packs ? packed(p, s->arg[1], t, s->type->bits) :
				      ptx_arg(p, s, 1));
	return NULL;
}

static LLVMValueRef op_cvta(struct ptx *p, const struct ptx_insn *s)
{
	return ptx_arg(p, s, 1);
}

static LLVMValueRef op_add(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), b = ptx_arg(p, s, 2);

	return s->type->real ? LLVMBuildFAdd(p->b, a, b, "") :
			       LLVMBuildAdd(p->b, a, b, "");
}

static LLVMValueRef op_sub(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), b = ptx_arg(p, s, 2);

	return s->type->real ? LLVMBuildFSub(p->b, a, b, "") :
			       LLVMBuildSub(p->b, a, b, "");
}

/* The low half of a product, the high one, or all of it. */
static LLVMValueRef op_mul(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), b = ptx_arg(p, s, 2), r;
	unsigned bits = s->type->bits;

	if (s->type->real)
		return LLVMBuildFMul(p->b, a, b, "");
	if (ptx_has(s, "lo"))
		return LLVMBuildMul(p->b, a, b, "");
	if (bits > 32 || (!ptx_has(s, "hi") && !ptx_has(s, "wide")))
		return ptx_bad(p);
	r = LLVMBuildMul(p->b, ptx_extended(p, s, a, 2 * bits),
			 ptx_extended(p, s, b, 2 * bits), "");
	if (ptx_has(s, "wide"))
		return r;
	r = LLVMBuildLShr(p->b, r, ptx_number(p, 2 * bits, bits), "");
	return LLVMBuildTrunc(p->b, r, ptx_int(p, bits), "");
}

static LLVMValueRef op_mad(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef r = s->type->real ? NULL : op_mul(p, s);

	if (!r || s->args != 4)
		return ptx_bad(p);
	return LLVMBuildAdd(p->b, r, ptx_get_as(p, s->arg[3], LLVMTypeOf(r)),
			    "");
}

static LLVMValueRef call_same(struct ptx *p, const struct ptx_insn *s,
			      const char *name, unsigned count)
{
	char full[40];
	LLVMValueRef args[3];

	for (unsigned i = 0; i < count; i++)
		args[i] = ptx_arg(p, s, i + 1);
	snprintf(full, sizeof full, "%s%s", name,
		 strncmp(name, "llvm.", 5) ? "f" :
		 s->type->bits == 32 ? "f32" : "f64");
	return cuda_call(p->c, p->b, full, LLVMTypeOf(args[0]), args, count);
}

static LLVMValueRef op_fma(struct ptx *p, const struct ptx_insn *s)
{
	return s->type->real ? call_same(p, s, "llvm.fma.", 3) : ptx_bad(p);
}

static LLVMValueRef op_div(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), b = ptx_arg(p, s, 2);

	return s->type->real ? LLVMBuildFDiv(p->b, a, b, "") :
	       s->type->sign ? LLVMBuildSDiv(p->b, a, b, "") :
			       LLVMBuildUDiv(p->b, a, b, "");
}

static LLVMValueRef op_rem(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), b = ptx_arg(p, s, 2);

	return s->type->sign ? LLVMBuildSRem(p->b, a, b, "") :
			       LLVMBuildURem(p->b, a, b, "");
}

static LLVMValueRef choose(struct ptx *p, const struct ptx_insn *s, bool most)
{
	LLVMValueRef a = ptx_arg(p, s, 1), b = ptx_arg(p, s, 2);
	LLVMIntPredicate signs = most ? LLVMIntSGT : LLVMIntSLT;
	LLVMIntPredicate plain = most ? LLVMIntUGT : LLVMIntULT;

	if (s->type->real)
		return call_same(p, s, most ? "llvm.maxnum." : "llvm.minnum.",
				 2);
	return LLVMBuildSelect(p->b,
			       LLVMBuildICmp(p->b, s->type->sign ? signs :
					     plain, a, b, ""), a, b, "");
}

static LLVMValueRef op_min(struct ptx *p, const struct ptx_insn *s)
{
	return choose(p, s, false);
}

static LLVMValueRef op_max(struct ptx *p, const struct ptx_insn *s)
{
	return choose(p, s, true);
}

static LLVMValueRef op_neg(struct ptx *p, const struct ptx_insn *s)
{
	return s->type->real ? LLVMBuildFNeg(p->b, ptx_arg(p, s, 1), "") :
			       LLVMBuildNeg(p->b, ptx_arg(p, s, 1), "");
}

static LLVMValueRef op_abs(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), less;

	if (s->type->real)
		return call_same(p, s, "llvm.fabs.", 1);
	less = LLVMBuildICmp(p->b, LLVMIntSLT, a,
			     LLVMConstNull(LLVMTypeOf(a)), "");
	return LLVMBuildSelect(p->b, less, LLVMBuildNeg(p->b, a, ""), a, "");
}

/* Functions of floats. */
static LLVMValueRef op_real(struct ptx *p, const struct ptx_insn *s)
{
	static const struct { const char *op, *name; } rows[] = {
		{ "sqrt", "llvm.sqrt." }, { "sin", "llvm.sin." },
		{ "cos", "llvm.cos." }, { "ex2", "llvm.exp2." },
		{ "lg2", "llvm.log2." }, { "rsqrt", "__nv_rsqrt" },
		{ "tanh", "__nv_tanh" }
	};

	for (size_t i = 0; s->type->real && i < sizeof rows / sizeof *rows; i++)
		if (strcmp(rows[i].op, s->part[0]) == 0 &&
		    (s->type->bits == 32 || rows[i].name[0] == 'l'))
			return call_same(p, s, rows[i].name, 1);
	return ptx_bad(p);
}

static LLVMValueRef op_rcp(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1);

	if (!s->type->real)
		return ptx_bad(p);
	return LLVMBuildFDiv(p->b, LLVMConstReal(LLVMTypeOf(a), 1.0), a, "");
}

/* --- conditions --------------------------------------------------------- */

static const struct compare {
	const char *name;
	LLVMIntPredicate sign, plain;
	LLVMRealPredicate real;
} compares[] = {
	{ "eq", LLVMIntEQ, LLVMIntEQ, LLVMRealOEQ },
	{ "ne", LLVMIntNE, LLVMIntNE, LLVMRealONE },
	{ "lt", LLVMIntSLT, LLVMIntULT, LLVMRealOLT },
	{ "le", LLVMIntSLE, LLVMIntULE, LLVMRealOLE },
	{ "gt", LLVMIntSGT, LLVMIntUGT, LLVMRealOGT },
	{ "ge", LLVMIntSGE, LLVMIntUGE, LLVMRealOGE },
	{ "lo", LLVMIntULT, LLVMIntULT, LLVMRealOLT },
	{ "ls", LLVMIntULE, LLVMIntULE, LLVMRealOLE },
	{ "hi", LLVMIntUGT, LLVMIntUGT, LLVMRealOGT },
	{ "hs", LLVMIntUGE, LLVMIntUGE, LLVMRealOGE },
	{ "equ", LLVMIntEQ, LLVMIntEQ, LLVMRealUEQ },
	{ "neu", LLVMIntNE, LLVMIntNE, LLVMRealUNE },
	{ "ltu", LLVMIntSLT, LLVMIntULT, LLVMRealULT },
	{ "leu", LLVMIntSLE, LLVMIntULE, LLVMRealULE },
	{ "gtu", LLVMIntSGT, LLVMIntUGT, LLVMRealUGT },
	{ "geu", LLVMIntSGE, LLVMIntUGE, LLVMRealUGE }
};

static LLVMValueRef op_setp(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), b = ptx_arg(p, s, 2);

	for (size_t i = 0; i < sizeof compares / sizeof *compares; i++) {
		const struct compare *c = &compares[i];

		if (!ptx_has(s, c->name))
			continue;
		return s->type->real ?
		       LLVMBuildFCmp(p->b, c->real, a, b, "") :
		       LLVMBuildICmp(p->b, s->type->sign ? c->sign : c->plain,
				     a, b, "");
	}
	return ptx_bad(p);
}

static LLVMValueRef op_selp(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef a = ptx_arg(p, s, 1), b = ptx_arg(p, s, 2), c;

	if (s->args != 4)
		return ptx_bad(p);
	c = ptx_get_as(p, s->arg[3], ptx_int(p, 1));
	return LLVMBuildSelect(p->b, c, a, b, "");
}

/* --- conversions -------------------------------------------------------- */

/* V rounded to a whole number, as the modifier of S says. */
static LLVMValueRef rounded(struct ptx *p, const struct ptx_insn *s,
			    LLVMValueRef v)
{
	const char *name = ptx_has(s, "rni") ? "llvm.rint." :
			   ptx_has(s, "rmi") ? "llvm.floor." :
			   ptx_has(s, "rpi") ? "llvm.ceil." :
			   ptx_has(s, "rzi") ? "llvm.trunc." : NULL;
	char full[40];

	if (!name)
		return v;
	snprintf(full, sizeof full, "%sf%u", name, s->from->bits);
	return cuda_call(p->c, p->b, full, LLVMTypeOf(v), &v, 1);
}

static LLVMValueRef op_cvt(struct ptx *p, const struct ptx_insn *s)
{
	LLVMTypeRef to = ptx_llvm_type(p, s->type);
	LLVMValueRef v = ptx_get(p, s, 1, s->from);

	if (p->bad)
		return NULL;
	if (s->from->real) {
		v = rounded(p, s, v);
		return s->type->real ? LLVMBuildFPCast(p->b, v, to, "") :
		       s->type->sign ? LLVMBuildFPToSI(p->b, v, to, "") :
				       LLVMBuildFPToUI(p->b, v, to, "");
	}
	if (s->type->real)
		return s->from->sign ? LLVMBuildSIToFP(p->b, v, to, "") :
				       LLVMBuildUIToFP(p->b, v, to, "");
	v = LLVMBuildIntCast2(p->b, v, to, s->from->sign, "");
	return s->type->sign && s->type->bits < 32 ?
	       LLVMBuildSExt(p->b, v, p->c->i32, "") : v;
}

/* --- memory ------------------------------------------------------------- */

LLVMValueRef ptx_address(struct ptx *p, const char *text, unsigned bytes)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(p->c->context, 0);
	char name[40];
	const char *plus = strchr(text, '+'), *end = strchr(text, ']');
	size_t n;
	LLVMValueRef at;

	if (*text != '[' || !end || end[1])
		return ptx_bad(p);
	text++;
	n = (size_t)((plus ? plus : end) - text);
	while (n && text[n - 1] == ' ')
		n--;
	if (n >= sizeof name)
		return ptx_bad(p);
	snprintf(name, sizeof name, "%.*s", (int)n, text);
	at = ptx_get_as(p, name, p->c->i64);
	bytes += plus ? (unsigned)strtol(plus + 1, NULL, 0) : 0;
	at = LLVMBuildAdd(p->b, at, ptx_number(p, 64, bytes), "");
	return LLVMBuildIntToPtr(p->b, at, pointer, "");
}

static unsigned items_of(const struct ptx_insn *s)
{
	return ptx_has(s, "v2") ? 2 : ptx_has(s, "v4") ? 4 : 1;
}

/* Loads into, or stores, each item of the list ITEMS. */
/* Does it go past the cache of a core? */
static bool is_fresh(const struct ptx_insn *s)
{
	return ptx_has(s, "volatile") || ptx_has(s, "relaxed") ||
	       ptx_has(s, "acquire") || ptx_has(s, "release") ||
	       ptx_has(s, "cg") || ptx_has(s, "cv") || ptx_has(s, "wt");
}

static LLVMValueRef access(struct ptx *p, const struct ptx_insn *s, bool load)
{
	const char *list = s->arg[load ? 0 : 1], *where = s->arg[load ? 1 : 0];
	LLVMTypeRef t = ptx_llvm_type(p, s->type);
	unsigned bytes = s->type->bits / 8;
	LLVMValueRef at, v;
	char name[32];

	if (s->args != 2 || !bytes || p->guard)
		return ptx_bad(p);
	for (unsigned k = 0; k < items_of(s) && !p->bad; k++) {
		at = ptx_address(p, where, k * bytes);
		if (!at || !item(list, k, name))
			return ptx_bad(p);
		if (load) {
			v = LLVMBuildLoad2(p->b, t, at, "");
			LLVMSetVolatile(v, is_fresh(s));
			if (s->type->sign && bytes < 4)
				v = LLVMBuildSExt(p->b, v, p->c->i32, "");
			ptx_set(p, name, v);
		} else {
			v = LLVMBuildStore(p->b, ptx_get_as(p, name, t), at);
			LLVMSetVolatile(v, is_fresh(s));
		}
	}
	return NULL;
}

void ptx_fence(struct ptx *p)
{
	cuda_call(p->c, p->b, "llvm.nvvm.membar.gl",
		  LLVMVoidTypeInContext(p->c->context), NULL, 0);
}

static LLVMValueRef op_ld(struct ptx *p, const struct ptx_insn *s)
{
	access(p, s, true);
	if (!p->bad && ptx_has(s, "acquire"))
		ptx_fence(p);
	return NULL;
}

static LLVMValueRef op_st(struct ptx *p, const struct ptx_insn *s)
{
	if (ptx_has(s, "release"))
		ptx_fence(p);
	return access(p, s, false);
}

/* --- of the warp and the block ------------------------------------------ */

static LLVMValueRef call_none(struct ptx *p, const char *name)
{
	if (p->guard)
		return ptx_bad(p);
	cuda_call(p->c, p->b, name, LLVMVoidTypeInContext(p->c->context), NULL,
		  0);
	return NULL;
}

static LLVMValueRef op_fence(struct ptx *p, const struct ptx_insn *s)
{
	(void)s;
	if (p->guard)
		return ptx_bad(p);
	ptx_fence(p);
	return NULL;
}

/* All threads of the block: barrier 0 without a count. */
static LLVMValueRef op_bar(struct ptx *p, const struct ptx_insn *s)
{
	if (!ptx_has(s, "sync") || s->args != 1 || strcmp(s->arg[0], "0") != 0)
		return ptx_bad(p);
	return call_none(p, "llvm.nvvm.barrier0");
}

static LLVMValueRef op_trap(struct ptx *p, const struct ptx_insn *s)
{
	(void)s;
	return call_none(p, "llvm.trap");
}

/* A hint, without effect here. */
static LLVMValueRef op_hint(struct ptx *p, const struct ptx_insn *s)
{
	(void)p;
	(void)s;
	return NULL;
}

/* --- rows --------------------------------------------------------------- */

#define CACHES " ca cg cs lu cv wb wt nc "
#define SPACES " global shared const volatile relaxed acquire release weak" \
	       " gpu cta sys v2 v4" \
	       CACHES

static const struct ptx_row rows[] = {
	{ "mov", "", op_mov, true, false },
	{ "add", " rn ftz ", op_add, true, true },
	{ "sub", " rn ftz ", op_sub, true, true },
	{ "mul", " lo hi wide rn ftz ", op_mul, true, true },
	{ "mad", " lo hi wide ", op_mad, true, true },
	{ "fma", " rn ftz ", op_fma, true, true },
	{ "div", " rn approx full ftz ", op_div, true, true },
	{ "rem", "", op_rem, true, true },
	{ "min", " ftz ", op_min, true, true },
	{ "max", " ftz ", op_max, true, true },
	{ "neg", " ftz ", op_neg, true, true },
	{ "abs", " ftz ", op_abs, true, true },
	{ "sqrt", " rn approx ftz ", op_real, true, true },
	{ "rsqrt", " approx ftz ", op_real, true, true },
	{ "sin", " approx ftz ", op_real, true, true },
	{ "cos", " approx ftz ", op_real, true, true },
	{ "ex2", " approx ftz ", op_real, true, true },
	{ "lg2", " approx ftz ", op_real, true, true },
	{ "tanh", " approx ", op_real, true, true },
	{ "rcp", " rn approx ftz ", op_rcp, true, true },
	{ "setp", " eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu ftz ",
	  op_setp, true, true },
	{ "selp", "", op_selp, true, true },
	{ "cvt", " rn rz rni rzi rmi rpi ftz ", op_cvt, true, true },
	{ "cvta", " to global shared const ", op_cvta, true, true },
	{ "ld", SPACES, op_ld, true, false },
	{ "st", SPACES, op_st, true, false },
	{ "membar", " cta gl sys ", op_fence, false, false },
	{ "fence", " sc acq_rel cta gpu sys ", op_fence, false, false },
	{ "bar", " sync cta ", op_bar, false, false },
	{ "barrier", " sync aligned cta ", op_bar, false, false },
	{ "trap", "", op_trap, false, false },
	{ "prefetch", " global L1 L2 ", op_hint, false, false },
	{ "nanosleep", "", op_hint, true, false },
	{ NULL, NULL, NULL, false, false }
};

static bool may_have(const struct ptx_row *row, const struct ptx_insn *s)
{
	char blank[40];

	for (unsigned i = 1; i < s->parts; i++) {
		snprintf(blank, sizeof blank, " %s ", s->part[i]);
		if (!strstr(row->may, blank))
			return false;
	}
	return !row->typed == !s->type;
}

static const struct ptx_row *find(const char *op)
{
	const struct ptx_row *const tables[] = { rows, ptx_bits, ptx_lanes,
						 ptx_warps, ptx_atomic };

	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		for (const struct ptx_row *r = tables[i]; r->op; r++)
			if (strcmp(r->op, op) == 0)
				return r;
	return NULL;
}

void ptx_make(struct ptx *p, const struct ptx_insn *s)
{
	const struct ptx_row *row = s->parts ? find(s->part[0]) : NULL;
	LLVMValueRef v;

	p->bad |= !row || !may_have(row, s) || (row->result && !s->args);
	if (p->bad)
		return;
	v = row->make(p, s);
	if (row->result && !p->bad)
		ptx_set(p, s->arg[0], v);
}
