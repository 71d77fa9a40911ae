/* shared.c - __shared__ variables become places in the block's shared memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * A variable has one place, whatever kernel uses it. Variables share a place if
 * no kernel uses both. Arrays whose size the launch decides (extern) all begin
 * behind the variables of the kernels that use one.
 */
#include "clc/clc.h"

#include <llvm-c/Target.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "isa/isa.h"

#define SECTION ".ww_shared"

enum {
	LEAST = 4,      /* alignment of variables, in bytes */
	DYNAMIC = 16,   /* of extern arrays */
	MOST = 64       /* that of the least page of shared memory */
};

/* A kernel that a launch names. */
struct kernel {
	LLVMValueRef f;
	struct map reach;       /* the functions that it calls, and itself */
	uint32_t bytes;         /* of its variables */
	bool dynamic;           /* uses an extern array */
};

struct layout {
	LLVMModuleRef m;
	struct kernel *kernels;
	int count;
	struct map others;      /* functions that no kernel reaches but main */
	struct map offset;      /* of variables, plus 1 */
	uint32_t dynamic;       /* offset of extern arrays */
};

static bool is_shared(LLVMValueRef v)
{
	const char *section = LLVMGetSection(v);

	return section && !strcmp(section, SECTION);
}

static bool is_dynamic(LLVMValueRef v)
{
	return LLVMGetInitializer(v) == NULL;
}

static bool is_static(LLVMValueRef v)
{
	return is_shared(v) && !is_dynamic(v);
}

static uint32_t offset_of(void *ctx, LLVMValueRef v)
{
	const struct layout *l = ctx;

	return is_dynamic(v) ? l->dynamic :
	       (uint32_t)map_get(&l->offset, v, 1) - 1;
}

/* --- kernels ---------------------------------------------------------- */

/* The length of the kernel's name if F is what its entry calls (ww_block.h,
 * sw/cl/blocks.h), else 0. */
static size_t kernel_name(LLVMValueRef f, const char **name)
{
	static const char *const endings[] = { ".threads", "__threads" };
	size_t n;

	*name = module_name(f);
	*name += **name == '\1';        /* LLVM's mark of a name in asm */
	n = strlen(*name);
	for (int k = 0; k < 2; k++) {
		size_t m = strlen(endings[k]);

		if (n > m && !strcmp(*name + n - m, endings[k]))
			return n - m;
	}
	return 0;
}

static void reach(LLVMModuleRef m, struct map *all, LLVMValueRef f);

/* What call I reaches: by a pointer, any function whose address is taken. */
static void reach_call(LLVMModuleRef m, struct map *all, LLVMValueRef i)
{
	LLVMValueRef to = LLVMGetCalledValue(i);
	const char *name;

	if (LLVMIsAFunction(to)) {
		reach(m, all, to);
		return;
	}
	if (LLVMIsAInlineAsm(to))
		return;
	for EACH_FUNCTION(f, m)
		if (kernels_is_address_taken(f) && !kernel_name(f, &name))
			reach(m, all, f);
}

static void reach(LLVMModuleRef m, struct map *all, LLVMValueRef f)
{
	if (map_get(all, f, 0))
		return;
	map_set(all, f, 1);
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b)
			if (LLVMIsACallInst(i))
				reach_call(m, all, i);
}

static void find_kernels(struct layout *l)
{
	const char *name;

	for EACH_FUNCTION(f, l->m) {
		if (!kernel_name(f, &name))
			continue;
		l->kernels = map_grow(l->kernels, l->count + 1,
				      sizeof *l->kernels);
		l->kernels[l->count] = (struct kernel){ .f = f };
		reach(l->m, &l->kernels[l->count++].reach, f);
	}
}

/* Marks F as one that no kernel reaches. */
static void add_other(struct layout *l, LLVMValueRef f)
{
	bool reached = false;

	for (int k = 0; k < l->count; k++)
		reached |= map_get(&l->kernels[k].reach, f, 0);
	if (!reached)
		reach(l->m, &l->others, f);
}

/* Main, functions whose address is taken, such as those of vx_spawn, and what
 * they call. */
static void find_others(struct layout *l)
{
	for EACH_FUNCTION(f, l->m)
		if (!strcmp(module_name(f), "main") ||
		    kernels_is_address_taken(f))
			add_other(l, f);
	for (int k = 0; k < l->count; k++)
		for EACH_FUNCTION(f, l->m)
			if (map_get(&l->kernels[k].reach, f, 0))
				map_set(&l->others, f, 0);
}

/* --- places ----------------------------------------------------------- */

/* Whether a function of REACH uses V. */
static bool is_used(LLVMValueRef v, const struct map *reached)
{
	for (LLVMUseRef u = LLVMGetFirstUse(v); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef i = LLVMGetUser(u);

		if (LLVMIsAInstruction(i) ?
		    map_get(reached, LLVMGetBasicBlockParent(
				    LLVMGetInstructionParent(i)), 0) :
		    is_used(i, reached))
			return true;
	}
	return false;
}

static uint32_t align_of(LLVMValueRef v)
{
	uint32_t align = LLVMGetAlignment(v);

	if (align > MOST)
		report_fatal(CLC_REFUSED, "__shared__ variable '%s' is aligned "
			     "to %u bytes; %d are the most", module_name(v),
			     align, MOST);
	return align < LEAST ? LEAST : align;
}

static void place_variable(struct layout *l, LLVMValueRef v)
{
	uint32_t align = align_of(v), at = 0;
	unsigned long long bytes = LLVMABISizeOfType(
		LLVMGetModuleDataLayout(l->m), LLVMGlobalGetValueType(v));

	for (int k = 0; k < l->count; k++)
		if (l->kernels[k].bytes > at &&
		    is_used(v, &l->kernels[k].reach))
			at = l->kernels[k].bytes;
	at = (at + align - 1) / align * align;
	if (bytes > INT32_MAX - at)
		report_fatal(CLC_REFUSED, "__shared__ variable '%s' has %llu "
			     "bytes", module_name(v), bytes);
	map_set(&l->offset, v, (int)at + 1);
	for (int k = 0; k < l->count; k++)
		if (is_used(v, &l->kernels[k].reach))
			l->kernels[k].bytes = at + (uint32_t)bytes;
}

static void place_variables(struct layout *l)
{
	for (LLVMValueRef v = LLVMGetFirstGlobal(l->m); v;
	     v = LLVMGetNextGlobal(v)) {
		if (!is_shared(v))
			continue;
		if (!is_dynamic(v))
			place_variable(l, v);
		else if (align_of(v))
			for (int k = 0; k < l->count; k++)
				l->kernels[k].dynamic |= is_used(
					v, &l->kernels[k].reach);
	}
	for (int k = 0; k < l->count; k++)
		if (l->kernels[k].dynamic &&
		    l->kernels[k].bytes > l->dynamic)
			l->dynamic = l->kernels[k].bytes;
	l->dynamic = (l->dynamic + DYNAMIC - 1) / DYNAMIC * DYNAMIC;
}

/* Symbols of the program, which tell the size to who launches the kernel. */
static void define_sizes(const struct layout *l)
{
	char text[1024];

	for (int k = 0; k < l->count; k++) {
		const struct kernel *at = &l->kernels[k];
		uint32_t bytes = at->dynamic ? l->dynamic : at->bytes;
		const char *name;
		int n = (int)kernel_name(at->f, &name);

		snprintf(text, sizeof text, "\t.globl %.*s.shared\n"
			 "\t.type %.*s.shared, @object\n"
			 "\t.set %.*s.shared, %u\n", n, name, n, name, n, name,
			 bytes);
		if (bytes)
			LLVMAppendModuleInlineAsm(l->m, text, strlen(text));
	}
}

/* --- uses ------------------------------------------------------------- */

/* The address of the block's shared memory, at the begin of F. */
static LLVMValueRef build_room(LLVMBuilderRef b, LLVMValueRef f)
{
	static const char *const attributes[] = { "nounwind", "memory",
						  "willreturn" };
	static const char text[] = "csrr $0, $1", constraints[] = "=r,i";
	LLVMContextRef c = LLVMGetModuleContext(LLVMGetGlobalParent(f));
	LLVMTypeRef word = LLVMInt32TypeInContext(c);
	LLVMTypeRef type = LLVMFunctionType(LLVMPointerTypeInContext(c, 0),
					    &word, 1, 0);
	LLVMValueRef csr = LLVMConstInt(word, ISA_CSR_BLOCK_SMEM, 0), call;

	LLVMPositionBuilderBefore(
		b, LLVMGetFirstInstruction(LLVMGetFirstBasicBlock(f)));
	call = LLVMBuildCall2(b, type, LLVMGetInlineAsm(
		type, text, sizeof text - 1, constraints,
		sizeof constraints - 1, 0, 0, LLVMInlineAsmDialectATT, 0),
		&csr, 1, "");
	for (int i = 0; i < 3; i++) {
		unsigned kind = LLVMGetEnumAttributeKindForName(
			attributes[i], strlen(attributes[i]));

		LLVMAddCallSiteAttribute(
			call, ON_FUNCTION,
			LLVMCreateEnumAttribute(c, kind, 0));
	}
	return call;
}

static bool has_shared(const struct placing *p, LLVMValueRef i)
{
	for (int k = 0; k < LLVMGetNumOperands(i); k++)
		if (place_has(p, LLVMGetOperand(i, (unsigned)k)))
			return true;
	return false;
}

/* Variables exist only in blocks; the memory behind them is that of ww_shared,
 * which a program with a main may have. */
static void check_use(const struct layout *l, LLVMValueRef f, LLVMValueRef i)
{
	const struct placing only = { .is_placed = is_static };

	if (map_get(&l->others, f, 0) && has_shared(&only, i))
		report_refused(i, "a __shared__ variable in a function that "
			       "no kernel of blocks calls");
}

static void place_uses(struct placing *p, LLVMValueRef f)
{
	p->room = NULL;
	for EACH_BLOCK(b, f)
		for EACH_INSTRUCTION(i, b) {
			if (!has_shared(p, i))
				continue;
			if (!p->room)
				p->room = build_room(p->b, f);
			check_use(p->ctx, f, i);
			place_operands(p, i);
		}
}

/* Whether U, which uses a variable, is part of the program. */
static bool is_kept(LLVMValueRef u)
{
	if (LLVMIsAGlobalVariable(u) || LLVMIsAInstruction(u))
		return true;
	for (LLVMUseRef more = LLVMGetFirstUse(u); more;
	     more = LLVMGetNextUse(more))
		if (is_kept(LLVMGetUser(more)))
			return true;
	return false;
}

static void remove_variables(const struct layout *l)
{
	LLVMValueRef v = LLVMGetFirstGlobal(l->m), next;

	for (; v; v = next) {
		next = LLVMGetNextGlobal(v);
		if (!is_shared(v))
			continue;
		for (LLVMUseRef u = LLVMGetFirstUse(v); u;
		     u = LLVMGetNextUse(u))
			if (is_kept(LLVMGetUser(u)))
				report_fatal(
					CLC_REFUSED, "the address of "
					"__shared__ variable '%s' as the "
					"initial value of another one: assign "
					"it in the kernel", module_name(v));
		LLVMReplaceAllUsesWith(v, LLVMGetUndef(LLVMTypeOf(v)));
		LLVMDeleteGlobal(v);
	}
}

void shared_place(LLVMModuleRef m)
{
	struct layout l = { .m = m };
	struct placing p = { .is_placed = is_shared, .offset = offset_of,
			     .ctx = &l, .kind = "__shared__" };

	find_kernels(&l);
	find_others(&l);
	place_variables(&l);
	define_sizes(&l);
	p.b = LLVMCreateBuilderInContext(LLVMGetModuleContext(m));
	for EACH_FUNCTION(f, m)
		place_uses(&p, f);
	LLVMDisposeBuilder(p.b);
	remove_variables(&l);
	for (int k = 0; k < l.count; k++)
		map_free(&l.kernels[k].reach);
	free(l.kernels);
	map_free(&l.others);
	map_free(&l.offset);
	report_end_phase();
}
