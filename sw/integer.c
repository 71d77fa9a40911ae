/* integer.c - what GCC calls for integers that the core has no instruction for
 * SPDX-License-Identifier: Apache-2.0
 *
 * libgcc has these functions too, but its own branch on their operands, and a
 * warp follows the branches of one thread. Here all threads take the same way,
 * whatever their operands: steps are counted, and choices are made by masks.
 * Only a thread that is alone may stop early. Functions of libgcc that do not
 * branch (popcount, parity, bswap) are left to it; ww-cc refuses the others.
 */
#include "warpwright.h"

struct halves {
	uint32_t low, high;
};

struct divided {
	uint32_t quotient, rest;
};

struct divided64 {
	uint64_t quotient, rest;
};

/* Not 0 if other threads are active: the same in all of them. */
static inline uint32_t others(void)
{
	uint32_t mask = ww_tmask();

	return mask & (mask - 1);
}

/* Ones, or 0. The compiler does not see where they come from, so it makes no
 * branch of them. */
static inline uint32_t ones_if(_Bool condition)
{
	uint32_t mask = 0u - condition;

	__asm__("" : "+r"(mask));
	return mask;
}

static inline struct halves halves(uint64_t x)
{
	return (struct halves){ (uint32_t)x, (uint32_t)(x >> 32) };
}

static inline uint64_t whole(uint32_t low, uint32_t high)
{
	return (uint64_t)high << 32 | low;
}

/* MASK in both halves, lest the compiler make a multiplication of it, which
 * would call us. */
static inline uint64_t both(uint32_t mask)
{
	uint32_t high = mask;

	__asm__("" : "+r"(high));
	return whole(mask, high);
}

/* X, or -X if SIGN is -1 and not 0. */
static inline uint32_t signed_as(uint32_t x, uint32_t sign)
{
	return (x ^ sign) - sign;
}

static inline uint64_t signed_as64(uint64_t x, uint32_t sign)
{
	uint64_t all = both(sign);

	return (x ^ all) - all;
}

static inline uint32_t sign_of(uint32_t x)
{
	return ones_if(x >> 31);
}

/* --- multiplication ----------------------------------------------------- */

uint32_t __mulsi3(uint32_t a, uint32_t b)
{
	uint32_t product = 0, more = others(), steps = 32;

	do {
		product += a & ones_if(b & 1);
		a <<= 1;
		b >>= 1;
	} while (--steps && (b | more));
	return product;
}

uint64_t __muldi3(uint64_t a, uint64_t b)
{
	struct halves h = halves(b);
	uint32_t more = others(), steps = 32,
		 beyond = __mulsi3((uint32_t)a, h.high);
	uint64_t product = 0;

	do {
		product += a & both(ones_if(h.low & 1));
		a <<= 1;
		h.low >>= 1;
	} while (--steps && (h.low | more));
	return product + whole(0, beyond);
}

/* --- division, by 0 as the instructions do it --------------------------- */

static struct divided divide(uint32_t n, uint32_t by)
{
	uint32_t rest = 0, steps = 32;

	if (ones_if(!others()) & by)
		for (; steps > 8 && !(n >> 24); steps -= 8)
			n <<= 8;
	do {
		uint32_t out = rest >> 31, taken;

		rest = rest << 1 | n >> 31;
		taken = ones_if(out | (rest >= by));
		rest -= by & taken;
		n = n << 1 | (taken & 1);
	} while (--steps);
	return (struct divided){ n, rest };
}

uint32_t __udivsi3(uint32_t n, uint32_t by)
{
	return divide(n, by).quotient;
}

uint32_t __umodsi3(uint32_t n, uint32_t by)
{
	return divide(n, by).rest;
}

uint32_t __divsi3(uint32_t n, uint32_t by)
{
	uint32_t s = sign_of(n), t = sign_of(by);

	return signed_as(divide(signed_as(n, s), signed_as(by, t)).quotient,
			 s ^ t) |
	       ones_if(by == 0);
}

uint32_t __modsi3(uint32_t n, uint32_t by)
{
	uint32_t s = sign_of(n);

	return signed_as(divide(signed_as(n, s), signed_as(by, sign_of(by)))
				 .rest,
			 s);
}

static struct divided64 divide_far(struct halves n, struct halves by)
{
	struct halves rest = { 0, 0 };
	uint32_t steps = 64;

	if (ones_if(!others()) & (by.low | by.high))
		for (; steps > 8 && !(n.high >> 24); steps -= 8)
			n = (struct halves){ n.low << 8,
					     n.high << 8 | n.low >> 24 };
	do {
		uint32_t out = rest.high >> 31, borrow, taken;

		rest.high = rest.high << 1 | rest.low >> 31;
		rest.low = rest.low << 1 | n.high >> 31;
		borrow = rest.low < by.low;
		taken = ones_if(out | (rest.high > by.high) |
				((rest.high == by.high) & !borrow));
		rest.low -= by.low & taken;
		rest.high -= (by.high + borrow) & taken;
		n.high = n.high << 1 | n.low >> 31;
		n.low = n.low << 1 | (taken & 1);
	} while (--steps);
	return (struct divided64){ whole(n.low, n.high),
				   whole(rest.low, rest.high) };
}

static struct divided64 divide64(uint64_t n, uint64_t by)
{
	struct halves m = halves(n), b = halves(by);

	if (!(others() | m.high | b.high))
		return (struct divided64){ b.low ? m.low / b.low : ~(uint64_t)0,
			b.low ? m.low % b.low : m.low };
	return divide_far(m, b);
}

uint64_t __udivdi3(uint64_t n, uint64_t by)
{
	return divide64(n, by).quotient;
}

uint64_t __umoddi3(uint64_t n, uint64_t by)
{
	return divide64(n, by).rest;
}

uint64_t __divdi3(uint64_t n, uint64_t by)
{
	uint32_t s = sign_of(halves(n).high), t = sign_of(halves(by).high);
	struct halves b = halves(by);
	uint64_t q = divide64(signed_as64(n, s), signed_as64(by, t)).quotient;

	return signed_as64(q, s ^ t) | both(ones_if((b.low | b.high) == 0));
}

uint64_t __moddi3(uint64_t n, uint64_t by)
{
	uint32_t s = sign_of(halves(n).high), t = sign_of(halves(by).high);

	return signed_as64(divide64(signed_as64(n, s), signed_as64(by, t)).rest,
			   s);
}

/* --- shifts by 0 to 63 -------------------------------------------------- */

static inline uint32_t choose(uint32_t mask, uint32_t a, uint32_t b)
{
	return b ^ ((a ^ b) & mask);
}

uint64_t __ashldi3(uint64_t x, int by)
{
	uint32_t far = ones_if(by >> 5 & 1), n = (uint32_t)by & 31;
	struct halves h = halves(x);
	uint32_t low = h.low << n, high = h.high << n | h.low >> 1 >> (31 - n);

	return whole(low & ~far, choose(far, low, high));
}

static inline uint64_t shift_right(struct halves h, int by, uint32_t sign)
{
	uint32_t far = ones_if(by >> 5 & 1), n = (uint32_t)by & 31;
	uint32_t fill = sign << 1 << (31 - n), high = h.high >> n | fill;
	uint32_t low = h.low >> n | h.high << 1 << (31 - n);

	return whole(choose(far, high, low), choose(far, sign, high));
}

uint64_t __lshrdi3(uint64_t x, int by)
{
	return shift_right(halves(x), by, 0);
}

uint64_t __ashrdi3(uint64_t x, int by)
{
	return shift_right(halves(x), by, sign_of(halves(x).high));
}

/* --- the first bit from either end -------------------------------------- */

/* If the upper STEP bits of *X are 0 they go, and are counted. */
static inline uint32_t skip(uint32_t *x, uint32_t step)
{
	uint32_t skipped = step & ones_if(*x >> (32 - step) == 0);

	*x <<= skipped;
	return skipped;
}

/* 32 of 0. */
int __clzsi2(uint32_t x)
{
	uint32_t n = skip(&x, 16);

	n += skip(&x, 8);
	n += skip(&x, 4);
	n += skip(&x, 2);
	n += skip(&x, 1);
	return (int)(n + !(x >> 31));
}

int __clzdi2(uint64_t x)
{
	struct halves h = halves(x);
	uint32_t far = ones_if(h.high == 0);

	return (int)(far & 32) + __clzsi2(choose(far, h.low, h.high));
}

int __ctzsi2(uint32_t x)
{
	return 31 - __clzsi2(x & -x);
}

int __ctzdi2(uint64_t x)
{
	return 63 - __clzdi2(x & -x);
}

int __ffssi2(uint32_t x)
{
	return 32 - __clzsi2(x & -x);
}

int __ffsdi2(uint64_t x)
{
	return 64 - __clzdi2(x & -x);
}

int __clrsbsi2(uint32_t x)
{
	return __clzsi2(x ^ sign_of(x)) - 1;
}

int __clrsbdi2(uint64_t x)
{
	return __clzdi2(x ^ both(sign_of(halves(x).high))) - 1;
}
