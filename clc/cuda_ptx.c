/* cuda_ptx.c - assembly of NVPTX in CUDA programs, as instructions of LLVM
 * SPDX-License-Identifier: Apache-2.0
 *
 * Programs use it for special registers, for operations on bits that C has not,
 * and for loads and stores with hints. Each instruction of a text is looked up
 * by its operation (cuda_ptx_ops.c); its modifiers must all be known. What is
 * not known is refused with its line. Names that the text declares (.reg) hold
 * values like operands.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/cuda_ptx.h"

static const struct ptx_type types[] = {
	{ "u8", 8, false, false }, { "s8", 8, true, false },
	{ "b8", 8, false, false }, { "u16", 16, false, false },
	{ "s16", 16, true, false }, { "b16", 16, false, false },
	{ "u32", 32, false, false }, { "s32", 32, true, false },
	{ "b32", 32, false, false }, { "u64", 64, false, false },
	{ "s64", 64, true, false }, { "b64", 64, false, false },
	{ "f32", 32, false, true }, { "f64", 64, false, true },
	{ "pred", 1, false, false }
};

static const struct ptx_type *type_named(const char *name)
{
	for (size_t i = 0; i < sizeof types / sizeof *types; i++)
		if (strcmp(types[i].name, name) == 0)
			return &types[i];
	return NULL;
}

/* --- values ------------------------------------------------------------- */

LLVMTypeRef ptx_llvm_type(const struct ptx *p, const struct ptx_type *t)
{
	if (!t->real)
		return LLVMIntTypeInContext(p->c->context, t->bits);
	return t->bits == 32 ? LLVMFloatTypeInContext(p->c->context) :
			       LLVMDoubleTypeInContext(p->c->context);
}

static unsigned bits_of(LLVMTypeRef t)
{
	switch (LLVMGetTypeKind(t)) {
	case LLVMIntegerTypeKind: return LLVMGetIntTypeWidth(t);
	case LLVMFloatTypeKind: return 32;
	case LLVMDoubleTypeKind: return 64;
	default: return 0;
	}
}

/* V as the bits of a T, extended by zeros or cut. */
static LLVMValueRef with_type(const struct ptx *p, LLVMValueRef v,
			      LLVMTypeRef t)
{
	LLVMTypeRef from = LLVMTypeOf(v), whole;
	unsigned bits, wanted = bits_of(t);

	if (LLVMGetTypeKind(from) == LLVMPointerTypeKind)
		v = LLVMBuildPtrToInt(p->b, v, p->c->i64, "");
	from = LLVMTypeOf(v);
	bits = bits_of(from);
	if (from == t)
		return v;
	if (!bits || !wanted)
		return NULL;
	whole = LLVMIntTypeInContext(p->c->context, bits);
	v = LLVMBuildBitCast(p->b, v, whole, "");
	whole = LLVMIntTypeInContext(p->c->context, wanted);
	v = bits < wanted ? LLVMBuildZExt(p->b, v, whole, "") :
	    bits > wanted ? LLVMBuildTrunc(p->b, v, whole, "") : v;
	return LLVMBuildBitCast(p->b, v, t, "");
}

static LLVMValueRef *place_of(struct ptx *p, const char *name)
{
	char *end;
	unsigned long n;

	if (*name == '$') {
		n = strtoul(name + 1, &end, 10);
		return end > name + 1 && !*end && n < p->operands ?
		       &p->operand[n] : NULL;
	}
	for (unsigned i = 0; i < p->locals; i++)
		if (strcmp(p->local[i].name, name) == 0)
			return &p->local[i].value;
	return NULL;
}

/* The constant TEXT: an integer, or the bits of a float as 0f or 0d. */
static LLVMValueRef constant(const struct ptx *p, const char *text,
			     LLVMTypeRef t)
{
	bool bits = text[0] == '0' && text[1] && strchr("fFdD", text[1]);
	unsigned width = bits ? (tolower(text[1]) == 'f' ? 32 : 64) :
			 LLVMGetTypeKind(t) == LLVMIntegerTypeKind ?
			 bits_of(t) : 0;
	unsigned long long n;
	char *end;

	if (!isdigit((unsigned char)text[text[0] == '-']) || !width)
		return NULL;
	n = strtoull(bits ? text + 2 : text, &end, bits ? 16 : 0);
	if (*end && strcmp(end, "U") != 0)
		return NULL;
	return with_type(p, LLVMConstInt(LLVMIntTypeInContext(p->c->context,
							      width), n, 1),
			 t);
}

/* The special register NAME, without its %: an intrinsic of clang, whose name
 * has dots for underscores. */
static LLVMValueRef special(const struct ptx *p, const char *name,
			    LLVMTypeRef t)
{
	char intrinsic[80];
	bool wide = strcmp(name, "clock64") == 0 ||
		    strcmp(name, "globaltimer") == 0;
	LLVMValueRef v;

	if (snprintf(intrinsic, sizeof intrinsic, "llvm.nvvm.read.ptx.sreg.%s",
		     name) >= (int)sizeof intrinsic)
		return NULL;
	for (char *s = intrinsic; *s; s++)
		if (*s == '_')
			*s = '.';
	if (!cuda_has_special(strstr(intrinsic, "sreg.") + 5))
		return NULL;
	v = cuda_call(p->c, p->b, intrinsic, wide ? p->c->i64 : p->c->i32,
		      NULL, 0);
	return with_type(p, v, t);
}

LLVMValueRef ptx_get_as(struct ptx *p, const char *text, LLVMTypeRef t)
{
	LLVMValueRef *at = place_of(p, text), v;

	v = at ? (*at ? with_type(p, *at, t) : NULL) :
	    *text == '%' ? special(p, text + 1, t) : constant(p, text, t);
	if (v)
		return v;
	p->bad = true;
	return LLVMGetUndef(t);
}

LLVMValueRef ptx_get(struct ptx *p, const struct ptx_insn *s, unsigned arg,
		     const struct ptx_type *t)
{
	if (arg >= s->args || !t) {
		p->bad = true;
		return LLVMGetUndef(p->c->i32);
	}
	return ptx_get_as(p, s->arg[arg], ptx_llvm_type(p, t));
}

void ptx_set(struct ptx *p, const char *name, LLVMValueRef v)
{
	LLVMValueRef *at = place_of(p, name), old;

	if (strcmp(name, "_") == 0)
		return;
	if (!at || (*name == '$' && at >= p->operand + p->outputs)) {
		p->bad = true;
		return;
	}
	if (*name == '$')
		v = with_type(p, v, p->output[at - p->operand]);
	if (v && p->guard) {
		old = *at ? with_type(p, *at, LLVMTypeOf(v)) :
			    LLVMGetUndef(LLVMTypeOf(v));
		v = old ? LLVMBuildSelect(p->b, p->guard, v, old, "") : NULL;
	}
	p->bad |= !v;
	if (v)
		*at = v;
}

/* --- the text ----------------------------------------------------------- */

static char *trimmed(char *s)
{
	char *end;

	while (isspace((unsigned char)*s))
		s++;
	end = s + strlen(s);
	while (end > s && isspace((unsigned char)end[-1]))
		*--end = 0;
	return s;
}

/* Blanks in place of comments. */
static void drop_comments(char *s)
{
	while (*s) {
		char *end = NULL;

		if (s[0] == '/' && s[1] == '/')
			end = s + strcspn(s, "\n");
		else if (s[0] == '/' && s[1] == '*')
			end = strstr(s, "*/") ? strstr(s, "*/") + 2 :
						s + strlen(s);
		if (!end)
			s++;
		for (; end && s < end; s++)
			*s = ' ';
	}
}

/* Splits S at commas that are in no braces. */
static void split_args(struct ptx *p, struct ptx_insn *s, char *text)
{
	int depth = 0;

	s->args = 0;
	text = trimmed(text);
	while (*text) {
		char *end = text;

		for (; *end && (*end != ',' || depth); end++)
			depth += (*end == '{') - (*end == '}');
		if (s->args == PTX_ARGS) {
			p->bad = true;
			return;
		}
		s->arg[s->args++] = text;
		if (!*end)
			break;
		*end = 0;
		text = end + 1;
	}
	for (unsigned i = 0; i < s->args; i++)
		s->arg[i] = trimmed(s->arg[i]);
}

/* Splits the operation at its dots: modifiers, and up to two types. */
static void split_name(struct ptx *p, struct ptx_insn *s, char *name)
{
	s->parts = 0;
	s->type = s->from = NULL;
	for (char *part = strtok(name, "."); part; part = strtok(NULL, ".")) {
		const struct ptx_type *t = s->parts ? type_named(part) : NULL;

		if (t && s->type)
			s->from = t;
		else if (t)
			s->type = t;
		else if (s->parts < PTX_PARTS)
			s->part[s->parts++] = part;
		else
			p->bad = true;
	}
}

/* .reg TYPE NAME, NAME...: names without a value. */
static void declare(struct ptx *p, char *text)
{
	struct ptx_insn s;

	text += strcspn(text, " \t\n");
	text = trimmed(text);
	text += strcspn(text, " \t\n");
	split_args(p, &s, text);
	for (unsigned i = 0; i < s.args; i++) {
		struct ptx_local *l = &p->local[p->locals];

		if (p->locals == PTX_LOCALS ||
		    strlen(s.arg[i]) >= sizeof l->name ||
		    strchr(s.arg[i], '<')) {
			p->bad = true;
			return;
		}
		*l = (struct ptx_local){ .value = NULL };
		strcpy(l->name, s.arg[i]);
		p->locals++;
	}
}

/* @NAME and @!NAME in front of an instruction: returns what is behind. */
static char *take_guard(struct ptx *p, char *text)
{
	LLVMTypeRef one = LLVMInt1TypeInContext(p->c->context);
	char *end = text + strcspn(text, " \t\n");
	bool not = text[1] == '!';

	p->guard = NULL;
	if (*text != '@')
		return text;
	if (*end)
		*end++ = 0;
	p->guard = ptx_get_as(p, text + 1 + not, one);
	if (not)
		p->guard = LLVMBuildNot(p->b, p->guard, "");
	return trimmed(end);
}

static void statement(struct ptx *p, char *text)
{
	struct ptx_insn s;
	char *args;

	text = trimmed(text);
	while (*text == '{' || *text == '}')
		text = trimmed(text + 1);
	if (!*text)
		return;
	if (strncmp(text, ".reg", 4) == 0) {
		declare(p, text);
		return;
	}
	text = take_guard(p, text);
	args = text + strcspn(text, " \t\n");
	if (*args)
		*args++ = 0;
	split_args(p, &s, args);
	split_name(p, &s, text);
	if (!p->bad)
		ptx_make(p, &s);
}

/* --- the call ----------------------------------------------------------- */

/* Operands of CALL: those that its constraints name, outputs first. An input
 * that has the place of an output is what that holds before. */
static void take_operands(struct ptx *p, LLVMValueRef call)
{
	size_t n;
	const char *s = LLVMGetInlineAsmConstraintString(
		LLVMGetCalledValue(call), &n);
	LLVMTypeRef result = LLVMTypeOf(call);
	unsigned given = 0;

	for (const char *end = s + n; s < end;) {
		const char *next = memchr(s, ',', (size_t)(end - s));
		unsigned k = p->operands;

		next = next ? next : end;
		if (*s == '~' || k == PTX_OPERANDS) {
			p->bad |= *s != '~';
		} else if (*s == '=') {
			p->output[k] = LLVMGetTypeKind(result) ==
				LLVMStructTypeKind ?
				LLVMStructGetTypeAtIndex(result, k) : result;
			p->operand[p->operands++] = NULL;
			p->outputs++;
		} else {
			p->operand[p->operands++] =
				LLVMGetOperand(call, given++);
			if (isdigit((unsigned char)*s) &&
			    (unsigned)(*s - '0') < p->outputs)
				p->operand[*s - '0'] = p->operand[k];
		}
		s = next + 1;
	}
}

static void give_results(struct ptx *p, LLVMValueRef call)
{
	LLVMTypeRef t = LLVMTypeOf(call);
	LLVMValueRef r = p->outputs ? LLVMGetUndef(t) : NULL, v;

	for (unsigned i = 0; i < p->outputs; i++) {
		v = p->operand[i] ? with_type(p, p->operand[i], p->output[i]) :
				    LLVMGetUndef(p->output[i]);
		if (!v)
			v = LLVMGetUndef(p->output[i]);
		r = LLVMGetTypeKind(t) == LLVMStructTypeKind ?
		    LLVMBuildInsertValue(p->b, r, v, i, "") : v;
	}
	if (r)
		LLVMReplaceAllUsesWith(call, r);
}

/* The text without tabs and ends of lines, for a message. */
static void flatten(char *s)
{
	for (; *s; s++)
		if (isspace((unsigned char)*s))
			*s = ' ';
}

static void replace(struct cuda *c, LLVMValueRef call)
{
	struct ptx p = { .c = c, .b = LLVMCreateBuilderInContext(c->context) };
	char *text = map_alloc((int)strlen(module_asm(call)) + 1, 1);
	char *rest, *end;

	LLVMPositionBuilderBefore(p.b, call);
	LLVMSetCurrentDebugLocation2(p.b, LLVMInstructionGetDebugLoc(call));
	take_operands(&p, call);
	strcpy(text, module_asm(call));
	drop_comments(text);
	for (rest = text; rest && !p.bad; rest = end) {
		end = strchr(rest, ';');
		if (end)
			*end++ = 0;
		statement(&p, rest);
	}
	if (p.bad) {
		strcpy(text, module_asm(call));
		flatten(text);
		report_refused(call, "assembly of NVPTX that has no "
			       "counterpart: %s", trimmed(text));
	}
	give_results(&p, call);
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(p.b);
	free(text);
}

/* Is the text for the core, by the headers? */
static bool is_own(const char *text)
{
	return !*text || strncmp(text, "csr", 3) == 0 ||
	       strncmp(text, ".insn", 5) == 0 || strcmp(text, CUDA_TRAP) == 0;
}

void cuda_ptx(struct cuda *c)
{
	for EACH_FUNCTION(f, c->module)
		for EACH_BLOCK(b, f)
			for (LLVMValueRef i = LLVMGetFirstInstruction(b), next;
			     i; i = next) {
				next = LLVMGetNextInstruction(i);
				if (LLVMIsACallInst(i) &&
				    LLVMIsAInlineAsm(LLVMGetCalledValue(i)) &&
				    !is_own(module_asm(i)))
					replace(c, i);
			}
}
