/* vt_compute.c - the value that an instruction computes in one lane
 * SPDX-License-Identifier: Apache-2.0
 *
 * The arithmetic of binary32 and of the special functions is that of
 * warpwright's own golden model: golden/float.h, golden/sfu.h.
 */
#include "golden/ventus/vt_core.h"

#include "golden/float.h"
#include "golden/sfu.h"

#define SIGN FLOAT_SIGN

static int32_t s(uint32_t a)
{
	return (int32_t)a;
}

static uint32_t mulh(uint32_t a, uint32_t b)
{
	return (uint32_t)((uint64_t)((int64_t)s(a) * s(b)) >> 32);
}

static uint32_t mulhsu(uint32_t a, uint32_t b)
{
	return (uint32_t)((uint64_t)((int64_t)s(a) * (int64_t)b) >> 32);
}

static uint32_t mulhu(uint32_t a, uint32_t b)
{
	return (uint32_t)((uint64_t)a * b >> 32);
}

static uint32_t div_signed(uint32_t a, uint32_t b)
{
	if (b == 0)
		return UINT32_MAX;
	return b == UINT32_MAX ? 0 - a : (uint32_t)(s(a) / s(b));
}

static uint32_t rem_signed(uint32_t a, uint32_t b)
{
	if (b == 0)
		return a;
	return b == UINT32_MAX ? 0 : (uint32_t)(s(a) % s(b));
}

uint32_t vt_compute(enum vt_op op, const struct vt_operands *in,
		    uint32_t *raised)
{
	const uint32_t a = in->a, b = in->b, c = in->c, pc = in->pc,
		       lane = in->lane, rm = in->rm;
	const bool take = in->take;
	uint32_t flags = 0, value = 0;

	switch ((unsigned)op) {
#define ALU(id, val)     case VT_##id: value = (uint32_t)(val); break;
#define FLOAT(id, val)   ALU(id, val)
#define FLOAT1(id, op)   ALU(id, float_##op(a, rm, &flags))
#define FLOAT2(id, op)   ALU(id, float_##op(a, b, rm, &flags))
#define TOZERO(id, op)   ALU(id, float_##op(a, FLOAT_RTZ, &flags))
#define FUSED(id, fp, p, q, fr, r) \
	ALU(id, float_fma((p) ^ (fp), q, (r) ^ (fr), rm, &flags))
#include "golden/ventus/vt_ops.def"
	}
	*raised |= flags;
	return value;
}

bool vt_taken(enum vt_op op, uint32_t a, uint32_t b)
{
	switch ((unsigned)op) {
#define BRANCH(id, taken) case VT_##id: return taken;
#include "golden/ventus/vt_ops.def"
	}
	return false;
}

bool vt_atomic(enum vt_op op, uint32_t a, uint32_t b, bool reserved,
	       uint32_t *stored)
{
	switch ((unsigned)op) {
#define ATOMIC(id, stores, value) \
	case VT_##id: *stored = value; return stores;
#include "golden/ventus/vt_ops.def"
	}
	(void)reserved;
	return false;
}

bool vt_may_store(enum vt_op op)
{
	switch ((unsigned)op) {
#define STORE(id, type)           case VT_##id:
#define ATOMIC(id, stores, value) case VT_##id:
#include "golden/ventus/vt_ops.def"
		return op != VT_LR_W;
	}
	return false;
}

bool vt_extends_sign(enum vt_op op)
{
	switch ((unsigned)op) {
#define LOAD(id, type) case VT_##id: return (type)-1 < (type)1;
#include "golden/ventus/vt_ops.def"
	}
	return false;
}
