/* cuda_ptx_lanes.c - NVPTX's operations on the bytes or halves of a word
 * SPDX-License-Identifier: Apache-2.0
 *
 * The headers of clang have them for __vadd4 and its like.
 */
#include <string.h>

#include "clc/cuda_ptx.h"

struct lanes {
	struct ptx *p;
	const struct ptx_insn *s;
	unsigned width;         /* bits of a lane */
	const char *op;         /* without its v and the number of lanes */
};

static LLVMValueRef word(const struct lanes *l, unsigned n)
{
	return LLVMConstInt(l->p->c->i32, n, 0);
}

static LLVMValueRef select(const struct lanes *l, LLVMIntPredicate how,
			   LLVMValueRef a, LLVMValueRef b, LLVMValueRef yes,
			   LLVMValueRef no)
{
	LLVMBuilderRef b_ = l->p->b;

	return LLVMBuildSelect(b_, LLVMBuildICmp(b_, how, a, b, ""), yes, no,
			       "");
}

/* Lane K of V, as a word. */
static LLVMValueRef lane_of(const struct lanes *l, LLVMValueRef v, unsigned k)
{
	LLVMTypeRef t = LLVMIntTypeInContext(l->p->c->context, l->width);

	v = LLVMBuildLShr(l->p->b, v, word(l, k * l->width), "");
	v = LLVMBuildTrunc(l->p->b, v, t, "");
	return LLVMBuildIntCast2(l->p->b, v, l->p->c->i32, l->s->from->sign,
				 "");
}

/* Words have room for the lanes, so their order is that of signed words. */
static bool compare(const struct lanes *l, LLVMIntPredicate *how)
{
	static const struct { const char *name; LLVMIntPredicate how; } rows[] =
	{
		{ "eq", LLVMIntEQ }, { "ne", LLVMIntNE }, { "lt", LLVMIntSLT },
		{ "le", LLVMIntSLE }, { "gt", LLVMIntSGT }, { "ge", LLVMIntSGE }
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
		if (ptx_has(l->s, rows[i].name)) {
			*how = rows[i].how;
			return true;
		}
	return false;
}

static LLVMValueRef average(const struct lanes *l, LLVMValueRef a,
			    LLVMValueRef b)
{
	LLVMValueRef sum = LLVMBuildAdd(l->p->b, a, b, "");

	sum = LLVMBuildAdd(l->p->b, sum,
			   select(l, LLVMIntSGE, sum, word(l, 0), word(l, 1),
				  word(l, 0)), "");
	return LLVMBuildAShr(l->p->b, sum, word(l, 1), "");
}

static LLVMValueRef combined(const struct lanes *l, LLVMValueRef a,
			     LLVMValueRef b)
{
	LLVMIntPredicate how;
	LLVMValueRef less;

	if (strcmp(l->op, "add") == 0)
		return LLVMBuildAdd(l->p->b, a, b, "");
	if (strcmp(l->op, "avrg") == 0)
		return average(l, a, b);
	if (strcmp(l->op, "min") == 0)
		return select(l, LLVMIntSLT, a, b, a, b);
	if (strcmp(l->op, "max") == 0)
		return select(l, LLVMIntSGT, a, b, a, b);
	if (strcmp(l->op, "set") == 0)
		return compare(l, &how) ?
		       select(l, how, a, b, word(l, 1), word(l, 0)) : NULL;
	less = LLVMBuildSub(l->p->b, a, b, "");
	if (strcmp(l->op, "sub") == 0)
		return less;
	return select(l, LLVMIntSLT, a, b, LLVMBuildNeg(l->p->b, less, ""),
		      less);
}

static LLVMValueRef saturated(const struct lanes *l, LLVMValueRef v)
{
	const bool sign = l->s->type->sign;
	LLVMValueRef most = word(l, (1U << (l->width - sign)) - 1);
	LLVMValueRef least = word(l, sign ? -(1U << (l->width - 1)) : 0);

	v = select(l, LLVMIntSGT, v, most, most, v);
	return select(l, LLVMIntSLT, v, least, least, v);
}

static bool parse(struct lanes *l, char op[16])
{
	size_t n = strlen(l->s->part[0]);

	if (n < 3 || n >= 16 || !l->s->from || l->s->args != 4)
		return false;
	strcpy(op, l->s->part[0] + 1);
	l->width = op[n - 2] == '4' ? 8 : 16;
	op[n - 2] = 0;
	l->op = op;
	return true;
}

static LLVMValueRef op_lanes(struct ptx *p, const struct ptx_insn *s)
{
	struct lanes l = { .p = p, .s = s };
	LLVMValueRef a, b, r = NULL, v;
	char op[16];

	if (!parse(&l, op)) {
		p->bad = true;
		return NULL;
	}
	a = ptx_get_as(p, s->arg[1], p->c->i32);
	b = ptx_get_as(p, s->arg[2], p->c->i32);
	if (ptx_has(s, "add"))
		r = ptx_get_as(p, s->arg[3], p->c->i32);
	for (unsigned k = 0; k * l.width < 32; k++) {
		v = combined(&l, lane_of(&l, a, k), lane_of(&l, b, k));
		p->bad |= !v;
		if (p->bad)
			return NULL;
		v = ptx_has(s, "sat") ? saturated(&l, v) : v;
		if (ptx_has(s, "add")) {
			r = LLVMBuildAdd(p->b, r, v, "");
			continue;
		}
		v = LLVMBuildAnd(p->b, v, word(&l, (1U << l.width) - 1), "");
		v = LLVMBuildShl(p->b, v, word(&l, k * l.width), "");
		r = r ? LLVMBuildOr(p->b, r, v, "") : v;
	}
	return r;
}

#define LANES(op) \
	{ "v" op "2", " sat add eq ne lt le gt ge ", op_lanes, true, true }, \
	{ "v" op "4", " sat add eq ne lt le gt ge ", op_lanes, true, true }
const struct ptx_row ptx_lanes[] = {
	LANES("add"), LANES("sub"), LANES("avrg"), LANES("absdiff"),
	LANES("min"), LANES("max"), LANES("set"),
	{ NULL, NULL, NULL, false, false }
};
