/* cuda_calls.c - what NVPTX and C have functions for, by those of OpenCL C
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/cuda.h"

/* --- printf --------------------------------------------------------------
 *
 * clang stores the arguments of printf into a structure on the stack and hands
 * its address to vprintf. Its members are loaded again, for printf.
 */

/* The length words of C, in those of OpenCL C: long has 64 bits in both. */
static char *rewrite(const char *s, size_t n)
{
	char *text = map_alloc((int)n + 2, 1), *to = text;
	const char *end = s + n;

	while (s < end && *s) {
		if (*s != '%') {
			*to++ = *s++;
			continue;
		}
		*to++ = *s++;
		if (s < end && *s == '%') {
			*to++ = *s++;
			continue;
		}
		while (s < end && *s && strchr("-+ #0123456789.*", *s))
			*to++ = *s++;
		if (s + 1 < end && s[0] == 'l' && s[1] == 'l')
			s++;
		if (s < end && (*s == 'z' || *s == 'j' || *s == 't')) {
			*to++ = 'l';
			s++;
		}
		if (s + 1 < end && *s == 'l' && strchr("feEgG", s[1]))
			s++;
	}
	return text;
}

static const char *text_of(LLVMValueRef v, size_t *n)
{
	LLVMValueRef text;

	while (LLVMIsAConstantExpr(v))
		v = LLVMGetOperand(v, 0);
	text = LLVMIsAGlobalVariable(v) ? LLVMGetInitializer(v) : NULL;
	if (!text || !LLVMIsAConstantDataSequential(text) ||
	    !LLVMIsConstantString(text))
		return NULL;
	return LLVMGetAsString(text, n);
}

/* The type of what P points to, which clang has made for printf; or NULL. */
static LLVMTypeRef block_of(LLVMValueRef p)
{
	if (LLVMIsAAddrSpaceCastInst(p))
		p = LLVMGetOperand(p, 0);
	return LLVMIsAAllocaInst(p) ? LLVMGetAllocatedType(p) : NULL;
}

static void replace_print(struct cuda *c, LLVMValueRef call)
{
	LLVMBuilderRef b = LLVMCreateBuilderInContext(c->context);
	LLVMTypeRef pointer = LLVMPointerTypeInContext(c->context, 0);
	LLVMTypeRef type = LLVMFunctionType(c->i32, &pointer, 1, 1);
	LLVMValueRef to = LLVMGetNamedFunction(c->module, "printf");
	LLVMValueRef from = LLVMGetOperand(call, 1), *args, r;
	LLVMTypeRef block = block_of(from);
	size_t n;
	const char *text = text_of(LLVMGetOperand(call, 0), &n);
	unsigned count = block ? LLVMCountStructElementTypes(block) : 0;

	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	args = map_alloc((int)count + 1, sizeof *args);
	if (!to)
		to = LLVMAddFunction(c->module, "printf", type);
	if (text) {
		char *format = rewrite(text, n);

		args[0] = LLVMBuildGlobalStringPtr(b, format, "");
		free(format);
	} else {
		report_refused(call, "printf: the format is no constant");
		args[0] = LLVMConstNull(pointer);
	}
	for (unsigned i = 0; i < count; i++) {
		LLVMTypeRef t = LLVMStructGetTypeAtIndex(block, i);

		args[i + 1] = LLVMBuildLoad2(
			b, t, LLVMBuildStructGEP2(b, block, from, i, ""), "");
	}
	r = LLVMBuildCall2(b, type, to, args, count + 1, "");
	LLVMReplaceAllUsesWith(call, r);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(b);
	free(args);
}

/* EACH instruction of F that is a call; the body may erase it. */
static void each_call(struct cuda *c, void (*what)(struct cuda *, LLVMValueRef))
{
	for EACH_FUNCTION(f, c->module)
		for EACH_BLOCK(b, f)
			for (LLVMValueRef i = LLVMGetFirstInstruction(b), next;
			     i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (LLVMIsACallInst(i))
					what(c, i);
			}
}

static void print_call(struct cuda *c, LLVMValueRef call)
{
	if (!strcmp(module_callee(call), "vprintf"))
		replace_print(c, call);
}

void cuda_print(struct cuda *c)
{
	each_call(c, print_call);
}

static bool is_one_of(const char *name, const char *const *names)
{
	while (*names && strcmp(name, *names))
		names++;
	return *names != NULL;
}

/* --- functions ------------------------------------------------------------ */

LLVMValueRef cuda_call(struct cuda *c, LLVMBuilderRef b, const char *name,
		       LLVMTypeRef result, LLVMValueRef *args, unsigned count)
{
	LLVMTypeRef types[8], type;
	LLVMValueRef to = LLVMGetNamedFunction(c->module, name);

	for (unsigned i = 0; i < count; i++)
		types[i] = LLVMTypeOf(args[i]);
	type = LLVMFunctionType(result, types, count, 0);
	if (!to) {
		to = LLVMAddFunction(c->module, name, type);
		module_add_attribute(to, ON_FUNCTION, "nounwind");
		if (!strcmp(name, BLOCK_BARRIER))
			module_add_attribute(to, ON_FUNCTION, "convergent");
	}
	return LLVMBuildCall2(b, type, to, args, count, "");
}

void cuda_trap(struct cuda *c, LLVMBuilderRef b)
{
	LLVMTypeRef none = LLVMVoidTypeInContext(c->context);
	LLVMTypeRef type = LLVMFunctionType(none, NULL, 0, 0);

	LLVMBuildCall2(b, type, LLVMGetInlineAsm(
		type, CUDA_TRAP, strlen(CUDA_TRAP), "", 0, 1, 0,
		LLVMInlineAsmDialectATT, 0), NULL, 0, "");
}

static const struct {
	const char *sreg, *name;
} places[] = {
	{ "tid", "_Z12get_local_idj" }, { "ntid", "_Z14get_local_sizej" },
	{ "ctaid", "_Z12get_group_idj" }, { "nctaid", "_Z14get_num_groupsj" },
};

static LLVMValueRef read_csr(struct cuda *c, LLVMBuilderRef b, const char *csr)
{
	bool changes = !strcmp(csr, "0xc00") || !strcmp(csr, "0xc80");
	char text[40];
	LLVMTypeRef type = LLVMFunctionType(c->i32, &c->i32, 1, 0);
	LLVMValueRef number = LLVMConstInt(c->i32, strtoul(csr, NULL, 0), 0);
	LLVMValueRef f;

	snprintf(text, sizeof text, "csrr $0, $1");
	f = LLVMGetInlineAsm(type, text, strlen(text), "=r,i", 4, changes, 0,
			     LLVMInlineAsmDialectATT, 0);
	return LLVMBuildCall2(b, type, f, &number, 1, "");
}

/* A cycle is a nanosecond. */
static const struct {
	const char *sreg, *csr;
} numbers[] = {
	{ "warpsize", "0xfc0" }, { "laneid", "0xcc0" }, { "warpid", "0xcc1" },
	{ "nwarpid", "0xfc1" }, { "smid", "0xcc2" }, { "nsmid", "0xfc2" },
	{ "clock", "0xc00" }, { "globaltimer.lo", "0xc00" },
	{ "clock.hi", "0xc80" }, { "globaltimer.hi", "0xc80" }
};

/* The threads of the warp that are this one, or before or behind it. */
static LLVMValueRef lane_mask(struct cuda *c, LLVMBuilderRef b,
			      const char *which)
{
	LLVMValueRef one = LLVMConstInt(c->i32, 1, 0), own, less, v;

	own = LLVMBuildShl(b, one, read_csr(c, b, "0xcc0"), "");
	less = LLVMBuildSub(b, own, one, "");
	v = which[0] == 'e' ? own : which[1] == 't' ? less :
	    LLVMBuildOr(b, less, own, "");
	if (!strcmp(which, "ge"))
		return LLVMBuildNot(b, less, "");
	return !strcmp(which, "gt") ?
	       LLVMBuildNot(b, LLVMBuildOr(b, less, own, ""), "") : v;
}

/* Cycles in 64 bits, read twice: a carry falls between two of the reads at
 * most. */
static LLVMValueRef cycles(struct cuda *c, LLVMBuilderRef b)
{
	LLVMValueRef high = read_csr(c, b, "0xc80");
	LLVMValueRef low = read_csr(c, b, "0xc00");
	LLVMValueRef again = read_csr(c, b, "0xc80");
	LLVMValueRef later = read_csr(c, b, "0xc00");
	LLVMValueRef same = LLVMBuildICmp(b, LLVMIntEQ, high, again, "");

	low = LLVMBuildSelect(b, same, low, later, "");
	high = LLVMBuildShl(b, LLVMBuildZExt(b, again, c->i64, ""),
			    LLVMConstInt(c->i64, 32, 0), "");
	return LLVMBuildOr(b, high, LLVMBuildZExt(b, low, c->i64, ""), "");
}

/* The place of NAME, tid.x, in PLACES; -1 if it is another register. */
static int place_of(const char *name)
{
	for (size_t k = 0; k < sizeof places / sizeof places[0]; k++) {
		size_t n = strlen(places[k].sreg);

		if (!strncmp(name, places[k].sreg, n) && name[n] == '.' &&
		    name[n + 1] && strchr("xyz", name[n + 1]) && !name[n + 2])
			return (int)k;
	}
	return -1;
}

static const char *csr_of(const char *name)
{
	for (size_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++)
		if (!strcmp(name, numbers[k].sreg))
			return numbers[k].csr;
	return NULL;
}

static bool is_mask(const char *name)
{
	static const char *const masks[] = {
		"lanemask.eq", "lanemask.lt", "lanemask.le", "lanemask.gt",
		"lanemask.ge", NULL
	};

	return is_one_of(name, masks);
}

bool cuda_has_special(const char *name)
{
	static const char *const others[] = { "clock64", "globaltimer",
					      "gridid", NULL };

	return place_of(name) >= 0 || csr_of(name) || is_mask(name) ||
	       is_one_of(name, others);
}

static LLVMValueRef special(struct cuda *c, LLVMBuilderRef b, const char *name)
{
	int k = place_of(name);
	LLVMValueRef d;

	if (!cuda_has_special(name))
		return NULL;
	if (k >= 0) {
		d = LLVMConstInt(c->i32, (unsigned)(strchr(name, '.')[1] - 'x'),
				 0);
		return cuda_call(c, b, places[k].name, c->i32, &d, 1);
	}
	if (csr_of(name))
		return read_csr(c, b, csr_of(name));
	if (!strcmp(name, "gridid"))
		return LLVMConstNull(c->i32);
	return is_mask(name) ? lane_mask(c, b, name + 9) : cycles(c, b);
}

/* C's functions of float and double by OpenCL's: of one, two, three. */
static const char *const one[] = {
	"acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "ceil",
	"cos", "cosh", "cospi", "erf", "erfc", "exp", "exp10", "exp2",
	"expm1", "fabs", "floor", "lgamma", "log", "log10", "log1p", "log2",
	"logb", "rint", "round", "rsqrt", "sin", "sinh", "sinpi", "sqrt",
	"tan", "tanh", "tgamma", "trunc", NULL
};
static const char *const two[] = {
	"atan2", "copysign", "fdim", "fmax", "fmin", "fmod", "hypot",
	"nextafter", "pow", "remainder", NULL
};
static const char *const three[] = { "fma", NULL };

/* The OpenCL function for NAME of C, of arguments of type T: in TO. */
static bool find_math(const char *name, LLVMTypeKind kind, char *to,
		      size_t size)
{
	char base[40];
	size_t n = strlen(name);
	bool single = kind == LLVMFloatTypeKind;
	int args;

	if (n >= sizeof base)
		return false;
	strcpy(base, name);
	if (single && n && base[n - 1] == 'f' && strcmp(base, "erf"))
		base[n - 1] = 0;
	if (!strcmp(base, "nearbyint"))
		strcpy(base, "rint");
	if (!strcmp(base, "maximumnum") || !strcmp(base, "maxnum"))
		strcpy(base, "fmax");
	if (!strcmp(base, "minimumnum") || !strcmp(base, "minnum"))
		strcpy(base, "fmin");
	args = is_one_of(base, one) ? 1 : is_one_of(base, two) ? 2 :
	       is_one_of(base, three) ? 3 : 0;
	if (!args)
		return false;
	snprintf(to, size, "_Z%zu%s%.*s", strlen(base), base, args,
		 single ? "fff" : "ddd");
	return true;
}

/* "llvm.sin.f32" is "sin"; what the core, or LLVM, has itself stays. */
static bool intrinsic_math(const char *name, char *base, size_t size)
{
	static const char *const own[] = {
		"fabs", "sqrt", "fma", "copysign", "maxnum", "minnum",
		"fmuladd", NULL
	};
	const char *dot;

	if (!module_starts(name, "llvm.") || module_starts(name, "llvm.nvvm"))
		return false;
	name += 5;
	dot = strchr(name, '.');
	if (!dot || (strcmp(dot, ".f32") && strcmp(dot, ".f64")))
		return false;
	snprintf(base, size, "%.*s", (int)(dot - name), name);
	return !is_one_of(base, own) || (!strcmp(dot, ".f64") &&
					 strcmp(base, "fabs") &&
					 strcmp(base, "copysign") &&
					 strcmp(base, "fmuladd"));
}

static LLVMValueRef math(struct cuda *c, LLVMBuilderRef b, LLVMValueRef call,
			 const char *name)
{
	LLVMTypeRef t = LLVMTypeOf(call);
	LLVMTypeKind kind = LLVMGetTypeKind(t);
	unsigned n = LLVMGetNumArgOperands(call);
	LLVMValueRef args[4];
	char base[60], to[60];

	if ((kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind) || n > 3)
		return NULL;
	if (LLVMGetFirstBasicBlock(LLVMGetCalledValue(call)))
		return NULL;
	for (unsigned i = 0; i < n; i++) {
		args[i] = LLVMGetOperand(call, i);
		if (LLVMTypeOf(args[i]) != t)
			return NULL;
	}
	if (intrinsic_math(name, base, sizeof base))
		name = base;
	else if (module_starts(name, "llvm."))
		return NULL;
	/* What clang's headers declare for NVIDIA's headers to define. */
	if (module_starts(name, "_ZL")) {
		char *rest;
		long length = strtol(name + 3, &rest, 10);

		if (length <= 0 || length >= (long)sizeof base)
			return NULL;
		snprintf(base, sizeof base, "%.*s", (int)length, rest);
		name = base;
	} else if (module_starts(name, "__nv_fast_"))
		name += 10;
	else if (module_starts(name, "__nv_"))
		name += 5;
	return find_math(name, kind, to, sizeof to) ?
	       cuda_call(c, b, to, t, args, n) : NULL;
}

/* Lengths of memcpy and its like have 32 bits. */
static LLVMValueRef copy(struct cuda *c, LLVMBuilderRef b, LLVMValueRef call,
			 const char *name)
{
	static const char *const names[] = { "llvm.memcpy.", "llvm.memmove.",
					     "llvm.memset." };
	LLVMValueRef args[4], f, r;
	LLVMTypeRef types[3];
	unsigned id, n;

	for (int k = 0; k < 3; k++) {
		size_t length = strlen(names[k]) - 1;

		if (!module_starts(name, names[k]) ||
		    LLVMTypeOf(LLVMGetOperand(call, 2)) != c->i64)
			continue;
		for (unsigned i = 0; i < 4; i++)
			args[i] = LLVMGetOperand(call, i);
		args[2] = LLVMBuildTrunc(b, args[2], c->i32, "");
		types[0] = LLVMTypeOf(args[0]);
		types[1] = k == 2 ? c->i32 : LLVMTypeOf(args[1]);
		types[2] = c->i32;
		n = k == 2 ? 2 : 3;
		id = LLVMLookupIntrinsicID(names[k], length);
		f = LLVMGetIntrinsicDeclaration(c->module, id, types, n);
		r = LLVMBuildCall2(b, LLVMGlobalGetValueType(f), f, args, 4,
				   "");
		for (unsigned i = 1; i < 3; i++) {
			LLVMAttributeRef a = LLVMGetCallSiteEnumAttribute(
				call, i, LLVMGetEnumAttributeKindForName(
					"align", 5));

			if (a)
				LLVMAddCallSiteAttribute(r, i, a);
		}
		return r;
	}
	return NULL;
}

/* Whether address P is in shared memory, which no space overlaps. */
/* The address NAME of sw/link.ld. */
static LLVMValueRef address_of(struct cuda *c, LLVMBuilderRef b,
			       const char *name)
{
	LLVMValueRef g = LLVMGetNamedGlobal(c->module, name);

	if (!g)
		g = LLVMAddGlobal(c->module, c->i8, name);
	return LLVMBuildPtrToInt(b, g, c->i64, "");
}

/* Is P one of the SIZE bytes at BASE? */
static LLVMValueRef is_among(struct cuda *c, LLVMBuilderRef b, LLVMValueRef p,
			     LLVMValueRef base, LLVMValueRef size)
{
	p = LLVMBuildSub(b, LLVMBuildPtrToInt(b, p, c->i64, ""), base, "");
	return LLVMBuildICmp(b, LLVMIntULT, p, size, "");
}

static LLVMValueRef is_shared(struct cuda *c, LLVMBuilderRef b, LLVMValueRef p)
{
	return is_among(c, b, p, address_of(c, b, "__smem_base"),
			LLVMBuildZExt(b, read_csr(c, b, "0xfc3"), c->i64, ""));
}

static LLVMValueRef is_local(struct cuda *c, LLVMBuilderRef b, LLVMValueRef p)
{
	LLVMValueRef limit = address_of(c, b, "__stack_limit");
	LLVMValueRef top = address_of(c, b, "__stack_top");

	return is_among(c, b, p, limit, LLVMBuildSub(b, top, limit, ""));
}

static LLVMValueRef nvvm(struct cuda *c, LLVMBuilderRef b, LLVMValueRef call,
			 const char *name)
{
	LLVMValueRef flags = LLVMConstInt(c->i32, 3, 0);
	LLVMTypeRef none = LLVMVoidTypeInContext(c->context);
	bool reads = module_starts(name, "read.ptx.sreg.");
	LLVMValueRef r = reads ? special(c, b, name + 14) : NULL;

	if (r)
		return r;
	if (!strcmp(name, "barrier0") || module_starts(name, "bar.sync") ||
	    module_starts(name, "barrier.sync") ||
	    module_starts(name, "barrier.n"))
		return cuda_call(c, b, BLOCK_BARRIER, none, &flags, 1);
	if (!strcmp(name, "isspacep.shared"))
		return is_shared(c, b, LLVMGetOperand(call, 0));
	if (!strcmp(name, "isspacep.local"))
		return is_local(c, b, LLVMGetOperand(call, 0));
	if (module_starts(name, "membar"))
		return cuda_call(c, b, "_Z9mem_fencej", none, &flags, 1);
	/* A texture reference has its object. */
	if (module_starts(name, "texsurf.handle"))
		return LLVMBuildLoad2(b, c->i64, LLVMGetOperand(call, 0), "");
	if (module_starts(name, "bar.warp.sync")) {
		LLVMInstructionEraseFromParent(call);
		return NULL;
	}
	report_refused(call, "llvm.nvvm.%s, which has no counterpart", name);
	return NULL;
}

static void replace_call(struct cuda *c, LLVMValueRef call)
{
	LLVMBuilderRef b;
	const char *name = module_callee(call);
	LLVMValueRef r;

	if (!*name)
		return;
	b = LLVMCreateBuilderInContext(c->context);
	LLVMPositionBuilderBefore(b, call);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(call));
	r = module_starts(name, "llvm.nvvm.") ?
	    nvvm(c, b, call, name + 10) : math(c, b, call, name);
	if (!r && module_starts(name, "llvm.mem"))
		r = copy(c, b, call, name);
	if (r) {
		LLVMReplaceAllUsesWith(call, r);
		LLVMInstructionEraseFromParent(call);
	}
	LLVMDisposeBuilder(b);
}

void cuda_calls(struct cuda *c)
{
	each_call(c, replace_call);
}

/* --- shifts ------------------------------------------------------------------
 *
 * By the width or more: C++ leaves them open, RISC-V takes the low bits of the
 * distance; NVIDIA's devices shift everything out, on which programs rely.
 */

static void widen_shift(LLVMBuilderRef b, LLVMValueRef i)
{
	LLVMValueRef n = LLVMGetOperand(i, 1), top, few, r;
	LLVMTypeRef t = LLVMTypeOf(n);
	bool sign = LLVMGetInstructionOpcode(i) == LLVMAShr;

	if (LLVMIsConstant(n) || LLVMGetTypeKind(t) != LLVMIntegerTypeKind ||
	    LLVMGetIntTypeWidth(t) < 32)
		return;
	top = LLVMConstInt(t, LLVMGetIntTypeWidth(t) - 1, 0);
	LLVMPositionBuilderBefore(b, i);
	few = LLVMBuildICmp(b, LLVMIntULE, n, top, "");
	if (sign) {
		LLVMSetOperand(i, 1, LLVMBuildSelect(b, few, n, top, ""));
		return;
	}
	LLVMSetOperand(i, 1, LLVMBuildAnd(b, n, top, ""));
	LLVMPositionBuilderBefore(b, LLVMGetNextInstruction(i));
	/* And with all ones, or with zero; its operand I is set last, so that
	 * it does not replace itself. */
	few = LLVMBuildSExt(b, few, t, "");
	r = LLVMBuildAnd(b, few, n, "");
	LLVMReplaceAllUsesWith(i, r);
	LLVMSetOperand(r, 1, i);
}

void cuda_shifts(struct cuda *c)
{
	LLVMBuilderRef build = LLVMCreateBuilderInContext(c->context);

	for EACH_FUNCTION(f, c->module)
		for EACH_BLOCK(b, f)
			for (LLVMValueRef i = LLVMGetFirstInstruction(b), next;
			     i; i = next) {
				next = LLVMGetNextInstruction(i);
				switch (LLVMGetInstructionOpcode(i)) {
				case LLVMShl: case LLVMLShr: case LLVMAShr:
					widen_shift(build, i);
					break;
				default:
					break;
				}
			}
	LLVMDisposeBuilder(build);
}
