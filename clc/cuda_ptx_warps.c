/* cuda_ptx_warps.c - NVPTX's operations of a warp: shuffles, votes, exit
 * SPDX-License-Identifier: Apache-2.0
 *
 * They become the core's instructions, which cuda_warps refuses on narrower
 * warps. The mask of a shuffle's members is not looked at.
 */
#include <string.h>

#include "clc/cuda_ptx.h"

/* An instruction of the core, as the headers write it. */
static LLVMValueRef core_insn(struct ptx *p, const char *text,
			      const char *constraints, LLVMValueRef *args,
			      unsigned count)
{
	LLVMTypeRef i32 = p->c->i32, types[2] = { i32, i32 };
	LLVMTypeRef type = LLVMFunctionType(i32, types, count, 0);
	LLVMValueRef f = LLVMGetInlineAsm(
		type, text, strlen(text), constraints, strlen(constraints), 1,
		0, LLVMInlineAsmDialectATT, 0);
	unsigned kind = LLVMGetEnumAttributeKindForName("convergent", 10);
	LLVMValueRef call = LLVMBuildCall2(p->b, type, f, args, count, "");

	LLVMAddCallSiteAttribute(call, ON_FUNCTION,
				 LLVMCreateEnumAttribute(p->c->context, kind,
							 0));
	return call;
}

static LLVMValueRef word(const struct ptx *p, unsigned long long n)
{
	return ptx_number(p, 32, n);
}

/* --- shuffles ----------------------------------------------------------- */

struct shuffle {
	LLVMValueRef lane, by, first, last;
};

/* Where a thread reads, and whether that is in its part of the warp: by the
 * rules of NVPTX's manual. */
static LLVMValueRef source(struct ptx *p, const struct ptx_insn *s,
			   const struct shuffle *f, LLVMValueRef part,
			   LLVMValueRef *inside)
{
	LLVMIntPredicate how = ptx_has(s, "up") ? LLVMIntSGE : LLVMIntSLE;
	LLVMValueRef from;

	if (ptx_has(s, "up"))
		from = LLVMBuildSub(p->b, f->lane, f->by, "");
	else if (ptx_has(s, "down"))
		from = LLVMBuildAdd(p->b, f->lane, f->by, "");
	else if (ptx_has(s, "bfly"))
		from = LLVMBuildXor(p->b, f->lane, f->by, "");
	else
		from = LLVMBuildOr(p->b, f->first,
				   LLVMBuildAnd(p->b, f->by, LLVMBuildNot(
						p->b, part, ""), ""), "");
	*inside = LLVMBuildICmp(p->b, how, from, f->last, "");
	return LLVMBuildSelect(p->b, *inside, from, f->lane, "");
}

/* shfl.sync.up.b32 d|p, a, b, c, members: d is a of another thread, p whether
 * there is one. */
static LLVMValueRef op_shfl(struct ptx *p, const struct ptx_insn *s)
{
	char *second = s->args > 3 ? strchr(s->arg[0], '|') : NULL;
	LLVMValueRef part, bound, inside, how[2];
	struct shuffle f;

	if (s->args < 4 || s->type->bits != 32 ||
	    ptx_has(s, "up") + ptx_has(s, "down") + ptx_has(s, "bfly") +
	    ptx_has(s, "idx") != 1)
		return ptx_bad(p);
	if (second)
		*second++ = 0;
	bound = ptx_word(p, s, 3);
	part = LLVMBuildAnd(p->b, LLVMBuildLShr(p->b, bound, word(p, 8), ""),
			    word(p, 31), "");
	bound = LLVMBuildAnd(p->b, bound, word(p, 31), "");
	f.lane = cuda_call(p->c, p->b, "llvm.nvvm.read.ptx.sreg.laneid",
			   p->c->i32, NULL, 0);
	f.by = LLVMBuildAnd(p->b, ptx_word(p, s, 2), word(p, 31), "");
	f.first = LLVMBuildAnd(p->b, f.lane, part, "");
	f.last = LLVMBuildOr(p->b, f.first, LLVMBuildAnd(
		p->b, bound, LLVMBuildNot(p->b, part, ""), ""), "");
	/* shfl.idx of the whole warp, bound 63. */
	how[0] = ptx_word(p, s, 1);
	how[1] = LLVMBuildOr(p->b, source(p, s, &f, part, &inside),
			     word(p, 63 << 6), "");
	if (p->bad)
		return NULL;
	how[0] = core_insn(p, ".insn r 0x0b, 7, 1, $0, $1, $2", "=r,r,r", how,
			   2);
	if (second)
		ptx_set(p, second, inside);
	ptx_set(p, s->arg[0], how[0]);
	return NULL;
}

/* --- votes -------------------------------------------------------------- */

/* vote.sync.ballot.b32 d, p, members; all, any and uni have a predicate d. */
static LLVMValueRef op_vote(struct ptx *p, const struct ptx_insn *s)
{
	bool ballot = ptx_has(s, "ballot");
	const char *text = ballot ? ".insn r 0x0b, 3, 1, $0, $1, x0" :
		ptx_has(s, "all") ? ".insn r 0x0b, 0, 1, $0, $1, x0" :
		ptx_has(s, "any") ? ".insn r 0x0b, 1, 1, $0, $1, x0" :
		ptx_has(s, "uni") ? ".insn r 0x0b, 2, 1, $0, $1, x0" : NULL;
	bool not = s->args > 1 && *s->arg[1] == '!';
	LLVMValueRef c, r;

	if (!text || s->args < 2 || s->type->bits != (ballot ? 32 : 1))
		return ptx_bad(p);
	c = ptx_get_as(p, s->arg[1] + not, ptx_int(p, 1));
	if (p->bad)
		return NULL;
	c = not ? LLVMBuildNot(p->b, c, "") : c;
	c = LLVMBuildZExt(p->b, c, p->c->i32, "");
	r = core_insn(p, text, "=r,r", &c, 1);
	if (ballot)
		return s->args > 2 ? LLVMBuildAnd(p->b, r, ptx_get_as(
			p, s->arg[2], p->c->i32), "") : r;
	return LLVMBuildICmp(p->b, LLVMIntNE, r, word(p, 0), "");
}

static LLVMValueRef op_activemask(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef one = word(p, 1);

	return s->type->bits != 32 ? ptx_bad(p) :
	       core_insn(p, ".insn r 0x0b, 3, 1, $0, $1, x0", "=r,r", &one, 1);
}

/* --- exit --------------------------------------------------------------- */

static const char EXIT[] = "ww_cuda_exit";

/* A call that does not return, of which cuda_ptx_end makes one that does. */
static LLVMValueRef op_exit(struct ptx *p, const struct ptx_insn *s)
{
	LLVMValueRef f;

	(void)s;
	if (p->guard)
		return ptx_bad(p);
	cuda_call(p->c, p->b, EXIT, LLVMVoidTypeInContext(p->c->context), NULL,
		  0);
	f = LLVMGetNamedFunction(p->c->module, EXIT);
	module_add_attribute(f, ON_FUNCTION, "noreturn");
	return NULL;
}

/* Behind call I nothing executes; the kernel returns there instead. */
static void end_at(LLVMValueRef i)
{
	LLVMContextRef context = LLVMGetModuleContext(LLVMGetGlobalParent(
		LLVMGetCalledValue(i)));
	LLVMBuilderRef b = LLVMCreateBuilderInContext(context);
	LLVMValueRef next = LLVMGetNextInstruction(i);

	if (next && LLVMIsAUnreachableInst(next)) {
		LLVMPositionBuilderBefore(b, i);
		LLVMBuildRetVoid(b);
		LLVMInstructionEraseFromParent(next);
		LLVMInstructionEraseFromParent(i);
	}
	LLVMDisposeBuilder(b);
}

void cuda_ptx_end(struct cuda *c)
{
	LLVMValueRef exit = LLVMGetNamedFunction(c->module, EXIT);

	for (LLVMUseRef u = exit ? LLVMGetFirstUse(exit) : NULL, next; u;
	     u = next) {
		next = LLVMGetNextUse(u);
		end_at(LLVMGetUser(u));
	}
}

const struct ptx_row ptx_warps[] = {
	{ "shfl", " sync up down bfly idx ", op_shfl, true, false },
	{ "vote", " sync all any uni ballot ", op_vote, true, true },
	{ "activemask", "", op_activemask, true, true },
	{ "exit", "", op_exit, false, false },
	{ NULL, NULL, NULL, false, false }
};
