/* expect.c - computes what the kernels of tests/ventus leave in memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * usage: expect KERNEL GROUPS WARPS THREADS < MEMORY
 *
 * MEMORY is what `warpwright iss --dump-memory` wrote. Compares OUT[i] for each
 * thread i, and private memory. Exit 0: all equal.
 */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define IN UINT32_C(0x90000000)
#define OUT UINT32_C(0x90001000)
#define PDS UINT32_C(0x90010000)

enum { WORDS = 1 << 16 };

static uint32_t groups, warps, threads;
static uint32_t memory[WORDS];          /* from IN on */

static uint32_t *at(uint32_t addr)
{
	return &memory[(addr - IN) / 4 % WORDS];
}

static uint32_t vecadd(uint32_t i)
{
	return i * 0x00FDFBF9 + (i + 256) * 0x11 + (i * 0x00FDFBF9 >> 24);
}

static uint32_t loop(uint32_t i)
{
	uint32_t steps = 0;

	for (uint32_t n = i + 1; n != 1; steps++)
		n = n % 2 ? 3 * n + 1 : n / 2;
	return steps;
}

static uint32_t barrier(uint32_t i)
{
	uint32_t size = warps * threads, base = i / size * size;

	return 3 * (base + size - 1 - i % size);
}

static uint32_t private_word(uint32_t i, uint32_t k)
{
	uint32_t word = 100 * i + k;

	return k == 1 ? (word & 0xFFFF00FF) | 0xEE00 : word;
}

static uint32_t private_sum(uint32_t i)
{
	uint32_t sum = 0xEE;

	for (uint32_t k = 0; k < 8; k++)
		sum += private_word(i, k);
	return sum;
}

static uint32_t prefix(uint32_t i)
{
	return 7 * i + 1000 - 3 + 5;
}

static uint32_t floats(uint32_t i)
{
	float a = (float)(i + 1), b = (float)((i + 256) * 37 % 101);
	volatile float quotient = 1.5F / a;
	float root = sqrtf(fmaf(a, b, quotient));
	uint32_t bits;

	memcpy(&bits, &root, sizeof bits);
	return i % 2 ? bits | UINT32_C(1) << 31 : bits;
}

/* A step of masks.S in thread I, whose mask is BIT. */
static uint32_t masked(uint32_t i, uint32_t sum, uint32_t bit)
{
	uint32_t a = bit ? 3 * i + 1 : 7, b = bit ? 6 * i + 1 : 5;
	uint32_t c = bit ? 3 * i + 1 : 3;

	return (bit ? (sum + a * b) * c + a : sum) + a + b + c;
}

static uint32_t masks(uint32_t i)
{
	uint32_t sum = masked(i, i, i & 1), out = i & 1 ? sum : 0;

	sum = masked(i, masked(i, sum, 0), 1);
	sum = masked(i, sum, i >> 1 & 1);
	out = i >> 1 & 1 ? sum : out;
	sum = masked(i, sum, i >> 2 & 1);
	out = i >> 2 & 1 ? sum : out;
	if (!(i & 1))
		sum += i >> 2 & 1 ? (3 * i + 1) * (6 * i + 1) : 7 * 5;
	return sum + out;
}

static const struct kernel {
	const char *name;
	uint32_t (*result)(uint32_t i);
} kernels[] = {
	{ "vecadd", vecadd }, { "loop", loop }, { "barrier", barrier },
	{ "private", private_sum }, { "prefix", prefix }, { "floats", floats },
	{ "masks", masks }
};

static unsigned wrong;

static void compare(uint32_t addr, uint32_t want)
{
	if (*at(addr) != want && wrong++ < 5)
		printf("%08" PRIx32 ": %08" PRIx32 ", the host has %08" PRIx32
		       "\n", addr, *at(addr), want);
}

/* The words of the threads of a work-group alternate. */
static void compare_private(void)
{
	uint32_t size = warps * threads;

	for (uint32_t i = 0; i < groups * size; i++)
		for (uint32_t k = 0; k < 8; k++)
			compare(PDS + 4 * (i / size * size * 8 + k * size +
					   i % size), private_word(i, k));
}

int main(int argc, char **argv)
{
	const struct kernel *k = kernels;
	uint32_t addr, word;

	if (argc != 5)
		return 2;
	while (strcmp(k->name, argv[1]) != 0)
		if (++k == kernels + sizeof kernels / sizeof *kernels)
			return 2;
	groups = (uint32_t)strtoul(argv[2], NULL, 0);
	warps = (uint32_t)strtoul(argv[3], NULL, 0);
	threads = (uint32_t)strtoul(argv[4], NULL, 0);
	while (scanf("%" SCNx32 "%" SCNx32, &addr, &word) == 2)
		if (addr >= IN)
			*at(addr) = word;
	for (uint32_t i = 0; i < groups * warps * threads; i++)
		compare(OUT + 4 * i, k->result(i));
	if (strcmp(k->name, "private") == 0)
		compare_private();
	printf("%s: %u words differ\n", k->name, wrong);
	return wrong != 0;
}
