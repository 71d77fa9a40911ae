/* cuda_ptx.h - an instruction of NVPTX, while it becomes one of LLVM
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_CLC_CUDA_PTX_H
#define WW_CLC_CUDA_PTX_H

#include "clc/cuda.h"

enum { PTX_OPERANDS = 32, PTX_LOCALS = 32, PTX_ARGS = 8, PTX_PARTS = 10 };

struct ptx_type { const char *name; unsigned bits; bool sign, real; };

/* A name that the text declares; VALUE is NULL until it has one. */
struct ptx_local { char name[32]; LLVMValueRef value; };

struct ptx {
	struct cuda *c;
	LLVMBuilderRef b;
	/* $0 and on: outputs, then inputs. An output is NULL until set. */
	LLVMValueRef operand[PTX_OPERANDS];
	LLVMTypeRef output[PTX_OPERANDS];       /* their types */
	unsigned outputs, operands;
	struct ptx_local local[PTX_LOCALS];
	unsigned locals;
	LLVMValueRef guard;     /* of the instruction, or NULL */
	bool bad;               /* something of the text is not known */
};

/* mul.hi.u32 d, a, b: parts mul, hi; type u32; arguments d, a, b. Of two types,
 * as cvt has them, TYPE is the first. */
struct ptx_insn {
	const char *part[PTX_PARTS];
	unsigned parts;
	const struct ptx_type *type, *from;
	char *arg[PTX_ARGS];
	unsigned args;
};

LLVMTypeRef ptx_llvm_type(const struct ptx *p, const struct ptx_type *t);
/* The value of TEXT, an operand, a name, a special register or a constant, as
 * a T; of argument ARG of S. What is not known sets P->bad. */
LLVMValueRef ptx_get_as(struct ptx *p, const char *text, LLVMTypeRef t);
LLVMValueRef ptx_get(struct ptx *p, const struct ptx_insn *s, unsigned arg,
		     const struct ptx_type *t);
/* Gives NAME, an output or a declared name, the value V. */
void ptx_set(struct ptx *p, const char *name, LLVMValueRef v);

/* Has S this modifier? */
bool ptx_has(const struct ptx_insn *s, const char *part);

/* Argument ARG of S, of its type; as a word without a sign. */
LLVMValueRef ptx_arg(struct ptx *p, const struct ptx_insn *s, unsigned arg);
LLVMValueRef ptx_word(struct ptx *p, const struct ptx_insn *s, unsigned arg);
LLVMTypeRef ptx_int(const struct ptx *p, unsigned bits);
LLVMValueRef ptx_number(const struct ptx *p, unsigned bits,
			unsigned long long n);
/* V as an integer of BITS, with the sign that the type of S has. */
LLVMValueRef ptx_extended(const struct ptx *p, const struct ptx_insn *s,
			  LLVMValueRef v, unsigned bits);
/* Sets P->bad and returns NULL. */
LLVMValueRef ptx_bad(struct ptx *p);

/* The pointer that [NAME+NUMBER] is, moved by BYTES. */
LLVMValueRef ptx_address(struct ptx *p, const char *text, unsigned bytes);
void ptx_fence(struct ptx *p);

/* An operation: modifiers that it may have, a blank around each; is it of a
 * type; does MAKE return what the first argument gets? */
struct ptx_row {
	const char *op, *may;
	LLVMValueRef (*make)(struct ptx *p, const struct ptx_insn *s);
	bool typed, result;
};

/* Of bits, vadd4 and its like, of warps, and atomic ones. A row without a name
 * ends them. */
extern const struct ptx_row ptx_bits[], ptx_lanes[], ptx_warps[], ptx_atomic[];
/* Makes S, or sets P->bad. */
void ptx_make(struct ptx *p, const struct ptx_insn *s);

#endif
