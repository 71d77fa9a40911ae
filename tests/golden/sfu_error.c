/* sfu_error.c - how far the special functions are from the true ones
 * SPDX-License-Identifier: Apache-2.0
 *
 *	sfu-error FUNCTION [STEP]
 *
 * tries every STEP-th of the 2^32 inputs (1 unless told), and prints worst and
 * mean error in units of the last place: the distance of the result from the
 * function, which the host's double precision gives, divided by that of the
 * neighbours of binary32 in the binade of the function's value. A result that
 * must be infinite, zero or NaN and is not, or the other way round, is counted
 * as wrong.
 */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "golden/sfu.h"
#include "tests/golden/sfu_functions.h"

struct sum {
	uint64_t tried, wrong;
	double worst, total;
	uint32_t worst_at, wrong_at;
};

static void add(struct sum *s, const struct sfu_function *f, uint32_t a)
{
	double error = sfu_error(f, a, f->golden(a));

	s->tried++;
	if (error < 0) {
		s->wrong++;
		s->wrong_at = a;
		return;
	}
	s->total += error;
	if (error > s->worst) {
		s->worst = error;
		s->worst_at = a;
	}
}

static void print(const char *name, const char *where, const struct sum *s)
{
	printf("%-6s %-10s %10llu inputs: worst %.4f ulp at %08x, "
	       "mean %.4f, wrong %llu", name, where,
	       (unsigned long long)s->tried, s->worst, s->worst_at,
	       s->total / (double)(s->tried ? s->tried : 1),
	       (unsigned long long)s->wrong);
	if (s->wrong != 0)
		printf(" (%08x)", s->wrong_at);
	putchar('\n');
}

int main(int argc, char **argv)
{
	const struct sfu_function *f = argc > 1 ? sfu_function(argv[1]) : NULL;
	unsigned long step = argc > 2 ? strtoul(argv[2], NULL, 0) : 1;

	if (!f || argc > 3 || step == 0 || step > UINT32_MAX) {
		fputs("usage: sfu-error "
		      "rcp|rsqrt|exp2|log2|sin|cos|exp [STEP]\n", stderr);
		return 2;
	}
	struct sum all = { 0 }, primary = { 0 };

	for (uint64_t a = 0; a <= UINT32_MAX; a += step) {
		add(&all, f, (uint32_t)a);
		if (f->turns && (a & 0x7fffffff) <= SFU_PI)
			add(&primary, f, (uint32_t)a);
	}
	print(f->name, "all", &all);
	if (f->turns)
		print(f->name, "|x| <= pi", &primary);
	return 0;
}
