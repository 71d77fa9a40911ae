/* print.c - printf of OpenCL C becomes vx_printf of the runtime
 * SPDX-License-Identifier: Apache-2.0
 *
 * vx_printf has C's conversions for words, with ll for 64 bits, and takes
 * floats as doubles; if that is not enough, vx_printf_all has the others. The
 * format, a constant, is rewritten: OpenCL C's l means 64 bits, and a vector is
 * printed as its elements with commas between them.
 */
#define _XOPEN_SOURCE 700
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clc/opencl.h"

/* One conversion of a format. */
struct field {
	const char *flags;      /* flags, width and precision */
	int flags_length;
	unsigned lanes;         /* 0: no vector */
	int size;               /* bits that h and its like name, or 0 */
	char conversion;
};

struct printing {
	LLVMModuleRef module;
	LLVMContextRef context;
	LLVMBuilderRef b;
	LLVMValueRef call;
	unsigned next;          /* the next argument of CALL */
	char *format;           /* the new one */
	size_t size;
	FILE *stream;           /* writes it */
	LLVMValueRef *args;
	unsigned count;
	bool all;               /* vx_printf_all is needed */
	bool bad;
};

static void refuse(struct printing *p, const char *what)
{
	if (!p->bad)
		report_refused(p->call, "printf: %s", what);
	p->bad = true;
}

/* --- the format ------------------------------------------------------- */

/* The text of a constant string, or NULL. */
static const char *format_of(LLVMValueRef v, size_t *length)
{
	LLVMValueRef text = LLVMIsAGlobalVariable(v) ?
			    LLVMGetInitializer(v) : NULL;

	if (!text || !LLVMIsAConstantDataSequential(text) ||
	    !LLVMIsConstantString(text))
		return NULL;
	return LLVMGetAsString(text, length);
}

static const char *read_length(struct field *f, const char *s)
{
	static const struct {
		const char *word;
		int bits;
	} sizes[] = { { "hh", 8 }, { "hl", 32 }, { "h", 16 }, { "l", 64 } };

	for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
		if (module_starts(s, sizes[k].word)) {
			f->size = sizes[k].bits;
			return s + strlen(sizes[k].word);
		}
	return s;
}

/* Reads what stands behind %. */
static const char *read_field(struct field *f, const char *s)
{
	char *end;

	*f = (struct field){ .flags = s };
	s += strspn(s, "-+ #0123456789.*");
	f->flags_length = (int)(s - f->flags);
	if (*s == 'v') {
		f->lanes = (unsigned)strtoul(s + 1, &end, 10);
		s = end;
	}
	s = read_length(f, s);
	f->conversion = *s;
	return s + (*s != '\0');
}

static void check_field(struct printing *p, const struct field *f)
{
	bool word = f->conversion && strchr("diuoxXs", f->conversion);

	if (!f->conversion || !strchr("diuoxXcspfeEgGF", f->conversion))
		refuse(p, "of conversions there are d i u o x X c s p f e E g "
		       "G F %, and vectors of these");
	else if (strchr("cp", f->conversion) &&
		 strcspn(f->flags, "+ #.") < (size_t)f->flags_length)
		refuse(p, "flags of c and p are - and 0");
	p->all |= memchr(f->flags, '*', (size_t)f->flags_length) ||
		  (f->conversion && strchr("oX", f->conversion)) ||
		  (word && strcspn(f->flags, "+ #.") <
			   (size_t)f->flags_length);
}

/* --- arguments -------------------------------------------------------- */

static LLVMValueRef next_argument(struct printing *p)
{
	if (p->next < LLVMGetNumArgOperands(p->call))
		return LLVMGetOperand(p->call, p->next++);
	refuse(p, "a conversion has no argument");
	return LLVMConstInt(LLVMInt32TypeInContext(p->context), 0, 0);
}

/* An integer, of BITS bits if that is not 0, as a word or two. */
static LLVMValueRef widen(struct printing *p, LLVMValueRef v, int bits,
			  bool sign)
{
	LLVMTypeRef word = LLVMInt32TypeInContext(p->context);
	unsigned width = LLVMGetIntTypeWidth(LLVMTypeOf(v));

	if (bits && (unsigned)bits < width)
		v = LLVMBuildTrunc(p->b, v,
				   LLVMIntTypeInContext(p->context,
							(unsigned)bits), "");
	if (LLVMGetIntTypeWidth(LLVMTypeOf(v)) >= 32)
		return v;
	return sign ? LLVMBuildSExt(p->b, v, word, "") :
	       LLVMBuildZExt(p->b, v, word, "");
}

/* A width or precision that is an argument. */
static void put_counts(struct printing *p, const struct field *f)
{
	for (int k = 0; k < f->flags_length; k++) {
		LLVMValueRef v;

		if (f->flags[k] != '*')
			continue;
		v = next_argument(p);
		if (LLVMGetTypeKind(LLVMTypeOf(v)) != LLVMIntegerTypeKind)
			refuse(p, "an argument does not suit its conversion");
		else
			p->args[p->count++] = widen(p, v, 32, true);
	}
}

static void put_argument(struct printing *p, const struct field *f,
			 LLVMValueRef v)
{
	LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(v));
	bool floats = kind == LLVMFloatTypeKind || kind == LLVMDoubleTypeKind;
	bool sign = f->conversion == 'd' || f->conversion == 'i';
	bool far = false;

	if (kind == LLVMFloatTypeKind)
		v = LLVMBuildFPExt(p->b, v, LLVMDoubleTypeInContext(
					   p->context), "");
	if (kind == LLVMIntegerTypeKind) {
		v = widen(p, v, f->size, sign);
		far = LLVMGetIntTypeWidth(LLVMTypeOf(v)) == 64;
	}
	if ((strchr("feEgGF", f->conversion) != NULL) !=
		    floats ||
	    (strchr("sp", f->conversion) != NULL) !=
		    (kind == LLVMPointerTypeKind))
		refuse(p, "an argument does not suit its conversion");
	fprintf(p->stream, "%%%.*s%s%c", f->flags_length, f->flags,
		far ? "ll" : "", f->conversion);
	p->args[p->count++] = v;
}

static void put_vector(struct printing *p, const struct field *f)
{
	LLVMValueRef v = next_argument(p), at;
	LLVMTypeRef type = LLVMTypeOf(v);

	if (LLVMGetTypeKind(type) != LLVMVectorTypeKind ||
	    LLVMGetVectorSize(type) != f->lanes) {
		refuse(p, "an argument does not suit its conversion");
		return;
	}
	for (unsigned k = 0; k < f->lanes; k++) {
		if (k)
			fputc(',', p->stream);
		at = LLVMConstInt(LLVMInt32TypeInContext(p->context), k, 0);
		put_argument(p, f, LLVMBuildExtractElement(p->b, v, at, ""));
	}
}

static void rewrite(struct printing *p, const char *s)
{
	struct field f;

	while (*s) {
		if (*s != '%' || s[1] == '%') {
			fputc(*s, p->stream);
			if (*s++ == '%')
				fputc(*s++, p->stream);
			continue;
		}
		s = read_field(&f, s + 1);
		check_field(p, &f);
		if (p->bad)
			return;
		put_counts(p, &f);
		if (f.lanes)
			put_vector(p, &f);
		else
			put_argument(p, &f, next_argument(p));
	}
}

/* --- the call --------------------------------------------------------- */

static void build_call(struct printing *p)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(p->context, 0);
	LLVMTypeRef type = LLVMFunctionType(
		LLVMVoidTypeInContext(p->context), &pointer, 1, 1);
	const char *name = p->all ? "vx_printf_all" : "vx_printf";
	LLVMValueRef to = LLVMGetNamedFunction(p->module, name);

	if (!to)
		to = LLVMAddFunction(p->module, name, type);
	p->args[0] = LLVMBuildGlobalStringPtr(p->b, p->format, "");
	LLVMBuildCall2(p->b, type, to, p->args, p->count, "");
}

void print_replace(LLVMModuleRef m, LLVMValueRef call)
{
	struct printing p = {
		.module = m, .context = LLVMGetModuleContext(m), .call = call,
		.next = 1, .count = 1
	};
	size_t length;
	const char *format = format_of(LLVMGetOperand(call, 0), &length);

	p.b = LLVMCreateBuilderInContext(p.context);
	LLVMPositionBuilderBefore(p.b, call);
	/* A vector has at most 16 elements. */
	p.args = map_alloc(16 * (int)LLVMGetNumArgOperands(call),
			   sizeof *p.args);
	p.stream = open_memstream(&p.format, &p.size);
	if (!p.stream)
		report_fatal(CLC_TOOL, "out of memory");
	if (format)
		rewrite(&p, format);
	else
		refuse(&p, "the format is no constant");
	fclose(p.stream);
	if (!p.bad)
		build_call(&p);
	LLVMReplaceAllUsesWith(call, LLVMConstNull(LLVMTypeOf(call)));
	LLVMInstructionEraseFromParent(call);
	LLVMDisposeBuilder(p.b);
	free(p.format);
	free(p.args);
}
