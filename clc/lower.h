/* lower.h - what choose.c has for lower.c
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef LOWER_H
#define LOWER_H

#include <llvm-c/Target.h>

#include "clc/clc.h"

struct lowering {
	const struct target *t;
	LLVMContextRef context;
	LLVMBuilderRef b;
	LLVMTypeRef i1, i32, i64, f32;
	LLVMTargetDataRef layout;
};

typedef LLVMValueRef value;

/* Instructions where the builder stands. */
value op(struct lowering *l, LLVMOpcode o, value x, value y);
value k32(struct lowering *l, uint32_t x);
value k64(struct lowering *l, uint64_t x);
value compare(struct lowering *l, LLVMIntPredicate p, value x, value y);
value asm_of(struct lowering *l, const char *text, const char *constraints,
	     LLVMTypeRef result, int count, value *args, bool effects);
/* Halves of 64 bits, and 64 bits of halves. */
value low(struct lowering *l, value x);
value high(struct lowering *l, value x);
value wide(struct lowering *l, value lo, value hi);
bool is_wide(value v);
/* X where C, a bit, is set, else Y. */
value choose(struct lowering *l, value c, value x, value y);

#endif
