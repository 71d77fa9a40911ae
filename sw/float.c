/* float.c - what a compiler calls to pass a float as a double, as vx_printf
 * takes it
 * SPDX-License-Identifier: Apache-2.0
 *
 * libgcc has this function too, but its own branches on the operand; here all
 * threads take the same way. The others that it has for doubles ww-cc refuses.
 */
#include "warpwright.h"

/* How a float comes: with registers f in one of them, else as its bits. */
#ifdef __riscv_float_abi_single
typedef float given;
#else
typedef uint32_t given;
#endif

uint64_t __extendsfdf2(given number);

static inline uint32_t bits_of(given number)
{
	uint32_t bits;

	__builtin_memcpy(&bits, &number, sizeof bits);
	return bits;
}

/* Ones, or 0. The compiler does not see where they come from, so it makes no
 * branch of them. */
static inline uint32_t ones_if(_Bool condition)
{
	uint32_t mask = 0u - condition;

	__asm__("" : "+r"(mask));
	return mask;
}

/* The bits of both are taken and given, as they are in registers. */
uint64_t __extendsfdf2(given number)
{
	uint32_t x = bits_of(number);
	const uint32_t more = 1023 - 127; /* the exponents' biases */
	uint32_t size = x << 1 >> 1;
	uint32_t below = ones_if(size < 0x800000); /* subnormal, or 0 */
	uint32_t far = ones_if(size >= 0x7f800000); /* infinite, NaN */
	uint32_t quiet = ones_if(size > 0x7f800000) & 0x80000;
	uint32_t by = below & ((uint32_t)__builtin_clz(size | 1) - 8);
	/* A subnormal one gets its leading bit, which counts as exponent 1. */
	uint32_t m = size << by;
	uint32_t high = (m >> 3) + ((more - by + (far & more)) << 20);

	high = (high & ones_if(size != 0)) | quiet | (x & 0x80000000);
	return (uint64_t)high << 32 | m << 29;
}
