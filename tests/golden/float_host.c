/* float_host.c - operations of binary32 by the host's unit, with its flags
 * SPDX-License-Identifier: Apache-2.0
 */
#include <fenv.h>
#include <math.h>

#include "tests/golden/float_ops.h"

/* UF is compared where the host, too, looks at the rounded result. */
#if defined __x86_64__ || defined __riscv
#define COMPARED (FE_ALL_EXCEPT)
#else
#define COMPARED (FE_ALL_EXCEPT & ~FE_UNDERFLOW)
#endif

/* Without the instruction it is computed in software: another test. */
static bool has_fma(void)
{
#ifdef __x86_64__
	return __builtin_cpu_supports("fma");
#else
	return true;
#endif
}

static uint32_t as_fflags(int raised)
{
	return (raised & FE_INEXACT ? FLOAT_NX : 0u) |
	       (raised & FE_UNDERFLOW ? FLOAT_UF : 0u) |
	       (raised & FE_OVERFLOW ? FLOAT_OF : 0u) |
	       (raised & FE_DIVBYZERO ? FLOAT_DZ : 0u) |
	       (raised & FE_INVALID ? FLOAT_NV : 0u);
}

uint32_t host_flags(enum float_op op, struct float_case x)
{
	uint32_t flags = as_fflags(COMPARED);

	/* The standard leaves open whether inf * 0 + NaN is invalid, and a
	 * compiler may take the comparison that is quiet. */
	if ((op == OP_fma && float_is_nan(x.c)) || op == OP_lt || op == OP_le)
		flags &= ~(uint32_t)FLOAT_NV;
	return flags;
}

static bool does(enum float_op op)
{
	switch (op) {
	case OP_add: case OP_sub: case OP_mul: case OP_div: case OP_sqrt:
	case OP_from_i32: case OP_from_u32: case OP_eq: case OP_lt: case OP_le:
		return true;
	case OP_fma: return has_fma();
	default: return false;
	}
}

/* Volatile, so that nothing moves across what sets and reads the state. */
static struct float_result host_one(enum float_op op, struct float_case x)
{
	volatile float a = float_host(x.a), b = float_host(x.b);
	volatile float c = float_host(x.c), f = 0;
	volatile uint32_t n = x.a, truth = 2;
	uint32_t bits;
	float result;

	feclearexcept(FE_ALL_EXCEPT);
	switch (op) {
	case OP_add: f = a + b; break;
	case OP_sub: f = a - b; break;
	case OP_mul: f = a * b; break;
	case OP_div: f = a / b; break;
	case OP_sqrt: f = sqrtf(a); break;
	case OP_fma: f = fmaf(a, b, c); break;
	case OP_from_i32: f = (float)(int32_t)n; break;
	case OP_from_u32: f = (float)(int64_t)n; break;
	case OP_eq: truth = a == b; break;
	case OP_lt: truth = a < b; break;
	case OP_le: truth = a <= b; break;
	default: break;
	}
	bits = as_fflags(fetestexcept(FE_ALL_EXCEPT));
	result = f;
	if (truth < 2)
		return (struct float_result){ truth, bits };
	return (struct float_result){
		isnan(result) ? FLOAT_NAN : float_bits(result), bits
	};
}

bool host_run(enum float_op op, const struct float_case *x, unsigned count,
	      uint32_t rm, struct float_result *out)
{
	static const int modes[] = { FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD,
				     FE_UPWARD };

	if (!does(op) || rm == FLOAT_RMM || fesetround(modes[rm]) != 0)
		return false;
	for (unsigned i = 0; i < count; i++)
		out[i] = host_one(op, x[i]);
	fesetround(FE_TONEAREST);
	return true;
}
