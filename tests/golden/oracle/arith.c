/* arith.c - 32 and 64-bit arithmetic with random and extreme operands
 * SPDX-License-Identifier: Apache-2.0
 */
#include "host.h"

static const uint32_t extremes[] = { 0,          1,          2,
				     0x7FFFFFFF, 0x80000000, 0x80000001,
				     0xFFFFFFFF, 0xFFFF,     0x10000 };

enum { EXTREMES = sizeof extremes / sizeof extremes[0], ROUNDS = 300 };

static uint32_t hash;

static void mix(uint32_t value)
{
	hash = (hash ^ value) * 16777619u;
	hash ^= hash >> 15;
}

static void mix_wide(uint64_t value)
{
	mix((uint32_t)value);
	mix((uint32_t)(value >> 32));
}

static uint32_t divide(uint32_t a, uint32_t b)
{
	uint32_t q, r, s, t;
	__asm__("div %0, %4, %5\n\trem %1, %4, %5\n\tdivu %2, %4, %5\n\tremu "
		"%3, %4, %5"
		: "=&r"(q), "=&r"(r), "=&r"(s), "=&r"(t)
		: "r"(a), "r"(b));
	return q ^ (r << 7 | r >> 25) ^ (s << 13 | s >> 19) ^
	       (t << 22 | t >> 10);
}

static void words(uint32_t a, uint32_t b)
{
	mix(a + b);
	mix(a - b);
	mix(a * b);
	mix(divide(a, b));
	mix((uint32_t)((int32_t)a >> (b & 31)));
	mix(a >> (b & 31));
	mix(a << (b & 31));
	mix((int32_t)a < (int32_t)b);
	mix(a < b);
	mix((uint32_t)(((int64_t)(int32_t)a * (int32_t)b) >> 32));
	mix((uint32_t)(((uint64_t)a * b) >> 32));
}

static void wides(uint64_t a, uint64_t b)
{
	mix_wide(a * b);
	mix_wide(a + b);
	mix_wide(b ? a / b : 0);
	mix_wide(b ? a % b : 0);
	mix_wide(a << (b & 63));
	mix_wide((uint64_t)((int64_t)a >> (b & 63)));
	if (b != 0 && b != UINT64_MAX)
		mix_wide((uint64_t)((int64_t)a / (int64_t)b));
}

static uint32_t operand(void)
{
	uint32_t r = next_random();
	return r % 4 == 0 ? extremes[(r >> 8) % EXTREMES]
			  : next_random() >> (r >> 8 & 31);
}

int main(void)
{
	for (int i = 0; i < EXTREMES * EXTREMES; i++)
		words(extremes[i / EXTREMES], extremes[i % EXTREMES]);
	put_line("extremes", hash);
	for (int i = 0; i < ROUNDS; i++) {
		words(operand(), operand());
		wides((uint64_t)operand() << 32 | operand(),
		      (uint64_t)operand() << 32 | operand());
		if (i % 30 == 0)
			put_line("random", hash);
	}
	put_line("random", hash);
	return 17;
}
