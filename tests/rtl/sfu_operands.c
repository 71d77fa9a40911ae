/* sfu_operands.c - operands for which each coefficient of isa/sfu.def matters
 * SPDX-License-Identifier: Apache-2.0
 *
 * Writes assembly: for each table and row three words at most, for which the
 * result is another one if c0, c1 or c2 of this row is 1 more. A list for each
 * table, filled with zeros to a multiple of 32 words.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "golden/float_bits.h"
#include "golden/sfu.h"

/* The table of the golden model, to be written. */
#define const
#include "golden/sfu.c"
#undef const

enum { TRIES = 1 << 16, ALIGN = 32 };

static uint32_t bits_of(float value)
{
	uint32_t bits;

	memcpy(&bits, &value, sizeof bits);
	return bits;
}

/* The Nth operand that looks up ROW. */
static uint32_t operand(enum table table, uint32_t row, uint32_t n)
{
	uint32_t low = n * 40503 & 0xffff, digits = row << 16 | low;

	switch (table) {
	case RSQRT_ODD: return UINT32_C(128) << 23 | digits;
	/* Where nothing is added to the product. */
	case LOG2: return (127 - (row >> 6)) << 23 | digits;
	case SIN:
		return bits_of((float)digits / 0x800000 * 1.57079633f);
	case RCP:
	case RSQRT_EVEN:
	case EXP2:
	case TABLES:
		break;
	}
	return UINT32_C(127) << 23 | digits;
}

static uint32_t result(enum table table, uint32_t a)
{
	switch (table) {
	case RCP: return sfu_rcp(a);
	case RSQRT_EVEN:
	case RSQRT_ODD: return sfu_rsqrt(a);
	case EXP2: return sfu_exp2(a);
	case LOG2: return sfu_log2(a);
	case SIN:
	case TABLES:
		break;
	}
	return sfu_sin(a);
}

/* One that tells whether *COEFFICIENT of the row is 1 more; 0: there is none.
 */
static uint32_t telling(enum table table, uint32_t row, int32_t *coefficient)
{
	for (uint32_t n = 1; n <= TRIES; n++) {
		uint32_t a = operand(table, row, n);
		uint32_t right = result(table, a), wrong;

		++*coefficient;
		wrong = result(table, a);
		--*coefficient;
		if (wrong != right)
			return a;
	}
	return 0;
}

static void word(uint32_t a, uint32_t *count)
{
	if (a) {
		printf("\t.word\t0x%08x\n", (unsigned)a);
		++*count;
	}
}

static void list(enum table table, const char *name)
{
	uint32_t count = 0;

	printf("%s:\n", name);
	for (uint32_t i = 0; i < 128; i++) {
		struct row *r = &rows[table][i];

		word(telling(table, i, &r->c0), &count);
		word(telling(table, i, &r->c1), &count);
		word(telling(table, i, &r->c2), &count);
	}
	while (count++ % ALIGN)
		puts("\t.word\t0");
}

int main(void)
{
	list(RCP, "rcp");
	list(RSQRT_EVEN, "rsqrt_even");
	list(RSQRT_ODD, "rsqrt_odd");
	list(EXP2, "exp2");
	list(LOG2, "log2");
	list(SIN, "sin");
	puts("end:");
	return 0;
}
