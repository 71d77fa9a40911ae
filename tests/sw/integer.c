/* integer.c - integers that the core has no instruction for:
 * the same numbers on it and on this machine
 * SPDX-License-Identifier: Apache-2.0
 *
 * Threads of a warp have unlike operands, those at the limits among them. With
 * -DHOST the operators of this machine compute what is printed; else the
 * functions that GCC calls for a core, by 64 threads and by one.
 */
#include <stdint.h>

enum { THREADS = 64, OPERATIONS = 21 };

struct pair {
	uint64_t a, b;
};

#ifdef HOST
#include <stdio.h>

#define LOW(x) ((uint32_t)(x))
#define print(x) printf("%08x", (unsigned)(x))
#define puts_(text) fputs(text, stdout)

static uint64_t ratio(uint64_t a, uint64_t b, int rest)
{
	return b == 0 ? rest ? a : ~0ull : rest ? a % b : a / b;
}

static uint64_t signed_ratio(int64_t a, int64_t b, int rest)
{
	if (b == -1)
		return rest ? 0 : 0 - (uint64_t)a;
	return b == 0 ? rest ? (uint64_t)a : ~0ull :
			(uint64_t)(rest ? a % b : a / b);
}

static uint64_t leading(uint64_t x, int bits)
{
	int n = 0;

	while (n < bits && !(x >> (bits - 1 - n) & 1))
		n++;
	return (uint64_t)n;
}

static uint64_t trailing(uint64_t x, int bits)
{
	int n = 0;

	while (n < bits && !(x >> n & 1))
		n++;
	return (uint64_t)n;
}

static uint64_t compute(int operation, uint64_t a, uint64_t b)
{
	int32_t a32 = (int32_t)a, b32 = (int32_t)b, by = b & 63;
	uint64_t sign = (uint64_t)((int64_t)a >> 63);

	switch (operation) {
	case 0: return LOW(a) * LOW(b);
	case 1: return a * b;
	case 2: return LOW(ratio(LOW(a), LOW(b), 0));
	case 3: return LOW(ratio(LOW(a), LOW(b), 1));
	case 4: return LOW(signed_ratio(a32, b32, 0));
	case 5: return LOW(signed_ratio(a32, b32, 1));
	case 6: return ratio(a, b, 0);
	case 7: return ratio(a, b, 1);
	case 8: return signed_ratio((int64_t)a, (int64_t)b, 0);
	case 9: return signed_ratio((int64_t)a, (int64_t)b, 1);
	case 10: return a << by;
	case 11: return a >> by;
	case 12: return (uint64_t)((int64_t)a >> by);
	case 13: return leading(LOW(a), 32);
	case 14: return leading(a, 64);
	case 15: return trailing(LOW(a) | 1u << 31, 32);
	case 16: return trailing(a | 1ull << 63, 64);
	case 17: return LOW(a) ? trailing(LOW(a), 32) + 1 : 0;
	case 18: return a ? trailing(a, 64) + 1 : 0;
	case 19: return leading(LOW(a) ^ LOW(a32 >> 31), 32) - 1;
	default: return leading(a ^ sign, 64) - 1;
	}
}
#else
#include "warpwright.h"

#define print ww_print_hex
#define puts_ ww_puts

uint32_t __mulsi3(uint32_t a, uint32_t b);
uint64_t __muldi3(uint64_t a, uint64_t b);
uint32_t __udivsi3(uint32_t a, uint32_t b);
uint32_t __umodsi3(uint32_t a, uint32_t b);
uint32_t __divsi3(uint32_t a, uint32_t b);
uint32_t __modsi3(uint32_t a, uint32_t b);
uint64_t __udivdi3(uint64_t a, uint64_t b);
uint64_t __umoddi3(uint64_t a, uint64_t b);
uint64_t __divdi3(uint64_t a, uint64_t b);
uint64_t __moddi3(uint64_t a, uint64_t b);
uint64_t __ashldi3(uint64_t a, int by);
uint64_t __lshrdi3(uint64_t a, int by);
uint64_t __ashrdi3(uint64_t a, int by);
int __clzsi2(uint32_t a);
int __clzdi2(uint64_t a);
int __ctzsi2(uint32_t a);
int __ctzdi2(uint64_t a);
int __ffssi2(uint32_t a);
int __ffsdi2(uint64_t a);
int __clrsbsi2(uint32_t a);
int __clrsbdi2(uint64_t a);

/* The operation is the same in all threads. */
static uint64_t compute(int operation, uint64_t a, uint64_t b)
{
	uint32_t low = (uint32_t)a, low_b = (uint32_t)b;
	int by = b & 63;

	switch (operation) {
	case 0: return __mulsi3(low, low_b);
	case 1: return __muldi3(a, b);
	case 2: return __udivsi3(low, low_b);
	case 3: return __umodsi3(low, low_b);
	case 4: return __divsi3(low, low_b);
	case 5: return __modsi3(low, low_b);
	case 6: return __udivdi3(a, b);
	case 7: return __umoddi3(a, b);
	case 8: return __divdi3(a, b);
	case 9: return __moddi3(a, b);
	case 10: return __ashldi3(a, by);
	case 11: return __lshrdi3(a, by);
	case 12: return __ashrdi3(a, by);
	case 13: return (uint32_t)__clzsi2(low);
	case 14: return (uint32_t)__clzdi2(a);
	case 15: return (uint32_t)__ctzsi2(low | 1u << 31);
	case 16: return (uint32_t)__ctzdi2(a | 1ull << 63);
	case 17: return (uint32_t)__ffssi2(low);
	case 18: return (uint32_t)__ffsdi2(a);
	case 19: return (uint32_t)__clrsbsi2(low);
	default: return (uint32_t)__clrsbdi2(a);
	}
}
#endif

static struct pair pairs[THREADS];
static uint64_t results[OPERATIONS][THREADS];

static uint32_t random_word(void)
{
	static uint32_t state = 2463534242u;

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

/* Of all lengths, with limits among them. */
static uint64_t operand(uint32_t kind)
{
	static const uint64_t limits[] = {
		0, 1, 2, 10, 0xFFFFFFFF, 0x80000000, 0x7FFFFFFF, 0x100000000,
		~0ull,
		1ull << 63, ~0ull >> 1, 0xFFFFFFFF00000000
	};
	uint64_t x = (uint64_t)random_word() << 32 | random_word();

	switch (kind & 3) {
	case 0: return limits[random_word() % 12];
	case 1: return x;
	case 2: return (uint32_t)x >> (x >> 32 & 31);
	default: return (uint64_t)((int64_t)x >> (random_word() & 63 & -2));
	}
}

static void print_results(void)
{
	for (int op = 0; op < OPERATIONS; op++)
		for (int i = 0; i < THREADS; i++) {
			print((uint32_t)op);
			puts_(" ");
			print((uint32_t)(results[op][i] >> 32));
			print((uint32_t)results[op][i]);
			puts_("\n");
		}
}

#ifndef HOST
static void kernel(uint32_t tid, uint32_t wid)
{
	(void)wid;
	for (int op = 0; op < OPERATIONS; op++)
		results[op][tid] = compute(op, pairs[tid].a, pairs[tid].b);
}
#endif

int main(void)
{
	for (int i = 0; i < THREADS; i++)
		pairs[i] = (struct pair){ operand(random_word()),
					  operand(random_word() >> 8) };
#ifndef HOST
	vx_spawnWarps(1, THREADS, kernel, 0);
	print_results();
#endif
	for (int op = 0; op < OPERATIONS; op++)
		for (int i = 0; i < THREADS; i++)
			results[op][i] = compute(op, pairs[i].a, pairs[i].b);
	print_results();
#ifdef HOST
	print_results();
#endif
	return 0;
}
