/* cuda_frames.c - functions of CUDA that call themselves become loops
 * SPDX-License-Identifier: Apache-2.0
 *
 * A call stores the arguments into slots, pushes a frame with the number of
 * the place behind the call, and goes to the head of the loop; a return pops
 * it. The head goes on where each thread has to: at the first block, behind a
 * call, or at the end. So threads of a warp may be at any depth, and meet at
 * the head.
 *
 *     head: switch next: 0 body, 1 leave, 2 behind the first call, ...
 *
 * A frame has what lives on over a call: reg2mem makes slots of all values that
 * more than one block needs, and what reaches the block behind a call is found
 * here. The other slots become registers again.
 *
 * Preconditions: all else is inlined into these functions; the data layout is
 * that of NVPTX.
 */
#include <stdlib.h>
#include <string.h>

#include "clc/cuda.h"

enum { BODY, LEAVE, BEHIND };   /* values of next */
enum { WORD = 4, PLAIN_ALIGN = 8 };

struct frames {
	struct cuda *c;
	LLVMValueRef f;
	LLVMBuilderRef b;
	LLVMBasicBlockRef begin, body, head, full;
	LLVMValueRef *parameter;        /* slots */
	LLVMValueRef result;            /* slot; NULL: returns nothing */
	LLVMValueRef next, frame, stack;        /* slots; the frames */
	LLVMValueRef *call;             /* each at the end of its block */
	LLVMBasicBlockRef *behind;
	int calls;
	LLVMValueRef *slot;
	int *field;                     /* in a frame; 0: not there */
	int slots;
	LLVMBasicBlockRef *block;
	int blocks;
	struct map slot_number, block_number;   /* from 1 on */
	char *live;                     /* slots at the begin of each block */
	LLVMTypeRef type;               /* of a frame */
	unsigned align;
};

static bool is_whole(LLVMValueRef f)
{
	return module_starts(module_name(f), CUDA_RECURSION);
}

static LLVMBasicBlockRef add_block(const struct frames *r)
{
	return LLVMAppendBasicBlockInContext(r->c->context, r->f, "");
}

/* --- blocks that end with calls ------------------------------------------- *
 *
 * There are no phis: reg2mem has run before, and runs again behind it.
 */

/* What is behind CALL goes to a block of its own. */
static LLVMBasicBlockRef split_behind(const struct frames *r,
				      LLVMValueRef call)
{
	LLVMBasicBlockRef to = add_block(r);
	LLVMValueRef i = LLVMGetNextInstruction(call), next;

	LLVMMoveBasicBlockAfter(to, LLVMGetInstructionParent(call));
	LLVMPositionBuilderAtEnd(r->b, to);
	LLVMSetCurrentDebugLocation2(r->b, NULL);
	for (; i; i = next) {
		next = LLVMGetNextInstruction(i);
		LLVMInstructionRemoveFromParent(i);
		LLVMInsertIntoBuilder(r->b, i);
	}
	LLVMPositionBuilderAtEnd(r->b, LLVMGetInstructionParent(call));
	LLVMBuildBr(r->b, to);
	return to;
}

/* The result of CALL is read from its slot at the begin of block B. */
static void read_result(const struct frames *r, LLVMValueRef call,
			LLVMBasicBlockRef b)
{
	if (!r->result)
		return;
	LLVMPositionBuilderBefore(r->b, LLVMGetFirstInstruction(b));
	LLVMReplaceAllUsesWith(call, LLVMBuildLoad2(
		r->b, LLVMTypeOf(call), r->result, ""));
}

static void split_calls(struct frames *r)
{
	for EACH_BLOCK(b, r->f)
		for EACH_INSTRUCTION(i, b) {
			if (!LLVMIsACallInst(i) ||
			    LLVMGetCalledValue(i) != r->f)
				continue;
			r->call = map_grow(r->call, r->calls + 1,
					   sizeof *r->call);
			r->behind = map_grow(r->behind, r->calls + 1,
					     sizeof *r->behind);
			r->behind[r->calls] = split_behind(r, i);
			read_result(r, i, r->behind[r->calls]);
			r->call[r->calls++] = i;
			break;
		}
}

/* --- slots ---------------------------------------------------------------- */

static void refuse_sized(LLVMValueRef i)
{
	report_refused(i, "an array on the stack whose size is not known, in a "
		       "function that calls itself");
}

/* All allocas stand in the block in front of the body. */
static void move_allocas(const struct frames *r)
{
	LLVMPositionBuilderBefore(r->b, LLVMGetBasicBlockTerminator(r->begin));
	for EACH_BLOCK(b, r->f) {
		LLVMValueRef i = LLVMGetFirstInstruction(b), next;

		for (; i && b != r->begin; i = next) {
			next = LLVMGetNextInstruction(i);
			if (!LLVMIsAAllocaInst(i))
				continue;
			if (!LLVMIsAConstantInt(LLVMGetOperand(i, 0)) ||
			    b != r->body)
				refuse_sized(i);
			LLVMInstructionRemoveFromParent(i);
			LLVMInsertIntoBuilder(r->b, i);
		}
	}
}

/* The places where a variable begins and ends do not hold for frames. */
static void drop_lifetimes(const struct frames *r)
{
	for EACH_BLOCK(b, r->f) {
		LLVMValueRef i = LLVMGetFirstInstruction(b), next;

		for (; i; i = next) {
			next = LLVMGetNextInstruction(i);
			if (LLVMIsACallInst(i) &&
			    module_starts(module_callee(i), "llvm.lifetime."))
				LLVMInstructionEraseFromParent(i);
		}
	}
}

/* A block in front of the body, in which parameters get slots. */
static void add_begin(struct frames *r)
{
	unsigned n = LLVMCountParams(r->f);
	LLVMTypeRef type = LLVMGetReturnType(LLVMGlobalGetValueType(r->f));

	r->body = LLVMGetEntryBasicBlock(r->f);
	r->begin = LLVMInsertBasicBlockInContext(r->c->context, r->body, "");
	r->parameter = map_alloc((int)n, sizeof *r->parameter);
	for (unsigned i = 0; i < n; i++) {
		LLVMValueRef p = LLVMGetParam(r->f, i), now;

		LLVMPositionBuilderAtEnd(r->b, r->begin);
		r->parameter[i] = LLVMBuildAlloca(r->b, LLVMTypeOf(p), "");
		LLVMPositionBuilderBefore(r->b,
					  LLVMGetFirstInstruction(r->body));
		now = LLVMBuildLoad2(r->b, LLVMTypeOf(p), r->parameter[i], "");
		LLVMReplaceAllUsesWith(p, now);
		LLVMPositionBuilderAtEnd(r->b, r->begin);
		LLVMBuildStore(r->b, p, r->parameter[i]);
	}
	if (LLVMGetTypeKind(type) != LLVMVoidTypeKind)
		r->result = LLVMBuildAlloca(r->b, type, "");
	LLVMBuildBr(r->b, r->body);
}

/* Is I a load or store of all of slot S? */
static bool is_plain_access(LLVMValueRef i, LLVMValueRef s)
{
	LLVMTypeRef type = LLVMGetAllocatedType(s);

	if (LLVMIsALoadInst(i))
		return LLVMTypeOf(i) == type && !LLVMGetVolatile(i);
	return LLVMIsAStoreInst(i) && LLVMGetOperand(i, 0) != s &&
	       LLVMTypeOf(LLVMGetOperand(i, 0)) == type && !LLVMGetVolatile(i);
}

/* Is slot S nothing but a register? */
static bool is_register(LLVMValueRef s)
{
	for (LLVMUseRef u = LLVMGetFirstUse(s); u; u = LLVMGetNextUse(u))
		if (!is_plain_access(LLVMGetUser(u), s))
			return false;
	return true;
}

static void find_slots(struct frames *r)
{
	for EACH_BLOCK(b, r->f) {
		r->block = map_grow(r->block, r->blocks + 1,
				    sizeof *r->block);
		r->block[r->blocks++] = b;
		map_set(&r->block_number, b, r->blocks);
	}
	for EACH_INSTRUCTION(i, r->begin) {
		if (!LLVMIsAAllocaInst(i))
			continue;
		r->slot = map_grow(r->slot, r->slots + 1, sizeof *r->slot);
		r->slot[r->slots++] = i;
		map_set(&r->slot_number, i, is_register(i) ? r->slots : 0);
	}
	r->field = map_alloc(r->slots, sizeof *r->field);
}

/* --- what lives on over calls --------------------------------------------- */

/* LIVE has the slots that are live behind block K; then those in front. */
static void go_back(const struct frames *r, int k, char *live)
{
	LLVMValueRef i = LLVMGetLastInstruction(r->block[k]);

	for (; i; i = LLVMGetPreviousInstruction(i)) {
		int load = LLVMIsALoadInst(i) != NULL, n;

		if (!load && !LLVMIsAStoreInst(i))
			continue;
		n = map_get(&r->slot_number, LLVMGetOperand(i, load ? 0 : 1),
			    0);
		if (n)
			live[n - 1] = (char)load;
	}
}

/* Whether something is new in front of block K. */
static bool flow(const struct frames *r, int k, char *live)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(r->block[k]);
	char *mine = r->live + (size_t)k * (size_t)r->slots;

	memset(live, 0, (size_t)r->slots);
	for (unsigned i = 0; i < LLVMGetNumSuccessors(end); i++) {
		int to = map_get(&r->block_number, LLVMGetSuccessor(end, i), 1);
		const char *theirs = r->live +
				     (size_t)(to - 1) * (size_t)r->slots;

		for (int s = 0; s < r->slots; s++)
			live[s] |= theirs[s];
	}
	go_back(r, k, live);
	if (!memcmp(mine, live, (size_t)r->slots))
		return false;
	memcpy(mine, live, (size_t)r->slots);
	return true;
}

static void find_live(struct frames *r)
{
	char *live = map_alloc(r->slots, 1);
	bool more = true;

	r->live = map_alloc(r->blocks * r->slots, 1);
	while (more) {
		more = false;
		for (int k = r->blocks; k-- > 0;)
			more |= flow(r, k, live);
	}
	free(live);
}

/* Has slot S a place in each frame? That of the result is read by the caller.
 */
static bool is_in_frame(const struct frames *r, int s)
{
	if (r->slot[s] == r->result)
		return false;
	if (!map_get(&r->slot_number, r->slot[s], 0))
		return true;
	for (int k = 0; k < r->calls; k++) {
		int b = map_get(&r->block_number, r->behind[k], 1) - 1;

		if (r->live[(size_t)b * (size_t)r->slots + (size_t)s])
			return true;
	}
	return false;
}

/* --- the frame ------------------------------------------------------------ */

struct fields {
	LLVMTypeRef *type;
	unsigned count;
	unsigned long long bytes;
};

static void add_field(struct fields *f, LLVMTypeRef t, unsigned long long size)
{
	f->type = map_grow(f->type, (int)f->count + 1, sizeof *f->type);
	f->type[f->count++] = t;
	f->bytes += size;
}

/* The next field of F is aligned to ALIGN bytes. */
static void pad(const struct frames *r, struct fields *f, unsigned align)
{
	unsigned long long over = f->bytes % align;

	if (over)
		add_field(f, LLVMArrayType2(r->c->i8, align - over),
			  align - over);
}

/* The type that slot S has in memory. */
static LLVMTypeRef slot_type(LLVMValueRef s)
{
	unsigned long long n = LLVMConstIntGetZExtValue(LLVMGetOperand(s, 0));
	LLVMTypeRef type = LLVMGetAllocatedType(s);

	return n == 1 ? type : LLVMArrayType2(type, n);
}

static void lay_out(struct frames *r)
{
	struct fields f = { 0 };

	r->align = PLAIN_ALIGN;
	add_field(&f, r->c->i32, WORD);
	for (int s = 0; s < r->slots; s++) {
		LLVMTypeRef type = slot_type(r->slot[s]);
		unsigned align = LLVMABIAlignmentOfType(r->c->layout, type);

		if (!is_in_frame(r, s))
			continue;
		if (align < LLVMGetAlignment(r->slot[s]))
			align = LLVMGetAlignment(r->slot[s]);
		r->align = align > r->align ? align : r->align;
		pad(r, &f, align);
		r->field[s] = (int)f.count;
		add_field(&f, type, LLVMABISizeOfType(r->c->layout, type));
	}
	pad(r, &f, r->align);
	r->type = LLVMStructTypeInContext(r->c->context, f.type, f.count, 0);
	free(f.type);
}

/* The address of field K of the thread's frame; 0: the place where its caller
 * goes on. */
static LLVMValueRef field_of(const struct frames *r, unsigned k)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(r->c->context, 0);

	return LLVMBuildStructGEP2(r->b, r->type, LLVMBuildLoad2(
		r->b, pointer, r->frame, ""), k, "");
}

/* The frame that is N further than the thread's. */
static LLVMValueRef frame_at(const struct frames *r, int n)
{
	LLVMTypeRef pointer = LLVMPointerTypeInContext(r->c->context, 0);
	LLVMValueRef by = LLVMConstInt(r->c->i64, (unsigned long long)n, 1);

	return LLVMBuildGEP2(r->b, r->type, LLVMBuildLoad2(
		r->b, pointer, r->frame, ""), &by, 1, "");
}

/* Slot S is a field of the frame. */
static void use_field(const struct frames *r, int s)
{
	LLVMValueRef slot = r->slot[s];
	LLVMUseRef u;

	while ((u = LLVMGetFirstUse(slot))) {
		LLVMValueRef i = LLVMGetUser(u), now;

		LLVMPositionBuilderBefore(r->b, i);
		now = field_of(r, (unsigned)r->field[s]);
		for (int k = 0; k < LLVMGetNumOperands(i); k++)
			if (LLVMGetOperand(i, (unsigned)k) == slot)
				LLVMSetOperand(i, (unsigned)k, now);
	}
	LLVMInstructionEraseFromParent(slot);
}

/* --- the loop ------------------------------------------------------------- */

static LLVMValueRef number(const struct frames *r, int n)
{
	return LLVMConstInt(r->c->i32, (unsigned)n, 0);
}

static void add_stack(struct frames *r, unsigned bytes)
{
	unsigned long long size = LLVMABISizeOfType(r->c->layout, r->type);
	unsigned long long count = bytes / size < 2 ? 2 : bytes / size;
	LLVMTypeRef pointer = LLVMPointerTypeInContext(r->c->context, 0);

	LLVMPositionBuilderBefore(r->b, LLVMGetFirstInstruction(r->begin));
	r->stack = LLVMBuildAlloca(r->b, LLVMArrayType2(r->type, count), "");
	LLVMSetAlignment(r->stack, r->align);
	r->frame = LLVMBuildAlloca(r->b, pointer, "");
	r->next = LLVMBuildAlloca(r->b, r->c->i32, "");
	LLVMPositionBuilderBefore(r->b,
				  LLVMGetBasicBlockTerminator(r->begin));
	LLVMBuildStore(r->b, r->stack, r->frame);
	LLVMBuildStore(r->b, number(r, BODY), r->next);
	LLVMBuildStore(r->b, number(r, LEAVE), field_of(r, 0));
}

/* Where the last frame of the stack begins. */
static LLVMValueRef last_frame(const struct frames *r)
{
	LLVMTypeRef type = LLVMGetAllocatedType(r->stack);
	LLVMValueRef at[2] = { LLVMConstInt(r->c->i64, 0, 0) };

	at[1] = LLVMConstInt(r->c->i64, LLVMGetArrayLength2(type) - 1, 0);
	return LLVMBuildGEP2(r->b, type, r->stack, at, 2, "");
}

static void end_full(const struct frames *r, LLVMValueRef call)
{
	LLVMTypeRef none = LLVMVoidTypeInContext(r->c->context);

	LLVMPositionBuilderAtEnd(r->b, r->full);
	LLVMSetCurrentDebugLocation2(r->b, LLVMInstructionGetDebugLoc(call));
	cuda_call(r->c, r->b, CUDA_FULL, none, NULL, 0);
	cuda_trap(r->c, r->b);
	LLVMBuildStore(r->b, number(r, LEAVE), r->next);
	LLVMBuildBr(r->b, r->head);
}

/* Call K pushes a frame and goes to the head, if there is room. */
static void push(struct frames *r, int k)
{
	LLVMValueRef call = r->call[k], full;
	LLVMBasicBlockRef to = add_block(r);

	r->full = add_block(r);
	LLVMInstructionEraseFromParent(LLVMGetNextInstruction(call));
	LLVMPositionBuilderAtEnd(r->b, LLVMGetInstructionParent(call));
	LLVMSetCurrentDebugLocation2(r->b, LLVMInstructionGetDebugLoc(call));
	for (unsigned i = 0; i < LLVMCountParams(r->f); i++)
		if (!LLVMIsPoison(LLVMGetOperand(call, i)))
			LLVMBuildStore(r->b, LLVMGetOperand(call, i),
				       r->parameter[i]);
	full = LLVMBuildICmp(r->b, LLVMIntEQ, frame_at(r, 0), last_frame(r),
			     "");
	LLVMBuildCondBr(r->b, full, r->full, to);
	LLVMPositionBuilderAtEnd(r->b, to);
	LLVMBuildStore(r->b, frame_at(r, 1), r->frame);
	LLVMBuildStore(r->b, number(r, BEHIND + k), field_of(r, 0));
	LLVMBuildStore(r->b, number(r, BODY), r->next);
	LLVMBuildBr(r->b, r->head);
	end_full(r, call);
	LLVMInstructionEraseFromParent(call);
}

/* The return I pops a frame and goes to the head. */
static void pop(const struct frames *r, LLVMValueRef i)
{
	LLVMPositionBuilderBefore(r->b, i);
	LLVMSetCurrentDebugLocation2(r->b, LLVMInstructionGetDebugLoc(i));
	if (r->result)
		LLVMBuildStore(r->b, LLVMGetOperand(i, 0), r->result);
	LLVMBuildStore(r->b, LLVMBuildLoad2(r->b, r->c->i32, field_of(r, 0),
					    ""), r->next);
	LLVMBuildStore(r->b, frame_at(r, -1), r->frame);
	LLVMBuildBr(r->b, r->head);
	LLVMInstructionEraseFromParent(i);
}

static void pop_all(const struct frames *r)
{
	for EACH_BLOCK(b, r->f) {
		LLVMValueRef end = LLVMGetBasicBlockTerminator(b);

		if (end && LLVMIsAReturnInst(end))
			pop(r, end);
	}
}

static void add_head(const struct frames *r)
{
	LLVMBasicBlockRef leave = add_block(r);
	LLVMValueRef to;

	LLVMSetSuccessor(LLVMGetBasicBlockTerminator(r->begin), 0, r->head);
	LLVMPositionBuilderAtEnd(r->b, leave);
	LLVMSetCurrentDebugLocation2(r->b, NULL);
	if (r->result)
		LLVMBuildRet(r->b, LLVMBuildLoad2(
			r->b, LLVMGetAllocatedType(r->result), r->result, ""));
	else
		LLVMBuildRetVoid(r->b);
	LLVMPositionBuilderAtEnd(r->b, r->head);
	to = LLVMBuildSwitch(r->b, LLVMBuildLoad2(r->b, r->c->i32, r->next,
						  ""), leave,
			     (unsigned)r->calls + 1);
	LLVMAddCase(to, number(r, BODY), r->body);
	for (int k = 0; k < r->calls; k++)
		LLVMAddCase(to, number(r, BEHIND + k), r->behind[k]);
}

static void make_loop(struct frames *r, unsigned bytes)
{
	add_stack(r, bytes);
	r->head = add_block(r);
	for (int s = 0; s < r->slots; s++)
		if (r->field[s])
			use_field(r, s);
	pop_all(r);
	for (int k = 0; k < r->calls; k++)
		push(r, k);
	add_head(r);
	cuda_make_part(r->f);
}

/* --- all of them ---------------------------------------------------------- */

static void split(struct frames *r)
{
	r->b = LLVMCreateBuilderInContext(r->c->context);
	drop_lifetimes(r);
	add_begin(r);
	move_allocas(r);
	split_calls(r);
}

static void finish(struct frames *r, unsigned bytes)
{
	find_slots(r);
	find_live(r);
	lay_out(r);
	make_loop(r, bytes);
	LLVMDisposeBuilder(r->b);
	map_free(&r->slot_number);
	map_free(&r->block_number);
	free(r->parameter);
	free(r->call);
	free(r->behind);
	free(r->slot);
	free(r->field);
	free(r->block);
	free(r->live);
}

bool cuda_frames(struct cuda *c, unsigned bytes)
{
	LLVMValueRef full = LLVMGetNamedFunction(c->module, CUDA_FULL);
	struct frames *all = NULL;
	int count = 0;

	if (!full)
		return false;
	cuda_make_part(full);

	cuda_run(c, "function(tailcallelim,reg2mem)");
	for EACH_FUNCTION(f, c->module)
		if (is_whole(f)) {
			all = map_grow(all, count + 1, sizeof *all);
			all[count++] = (struct frames){ .c = c, .f = f };
		}
	for (int i = 0; i < count; i++)
		split(&all[i]);
	report_end_phase();
	cuda_run(c, "function(reg2mem)");
	for (int i = 0; i < count; i++)
		finish(&all[i], bytes);
	free(all);
	return true;
}
