/* derive.c - values computed from the parameters, from derive.def
 * SPDX-License-Identifier: Apache-2.0
 */
#include "gen/derive.h"

#include "gen/control_csr.h"
#include "gen/control_rows.h"
#include "gen/word.h"
#include "isa/record.h"

/* Bits to count from 0 to N - 1; 0 for N = 1. */
static uint32_t clog2(uint32_t n)
{
	uint32_t bits = 0;
	while (bits < 32 && (UINT32_C(1) << bits) < n)
		bits++;
	return bits;
}

/* Width of a signal that holds 0 .. N - 1; at least 1. */
static uint32_t index_bits(uint32_t n)
{
	return n > 2 ? clog2(n) : 1;
}

static uint32_t most(uint32_t a, uint32_t b)
{
	return a > b ? a : b;
}

/* Width in bits of the trace records of KIND. */
static uint32_t trace_bits(const struct derived *d, uint32_t kind)
{
	const struct record_shape shape = {
		.lanes = d->lanes, .row = d->access_words,
		.mask = (d->access_bytes + 31) / 32, .banks = d->smem_banks,
		.cache = d->dcache, .line_mask = d->trace_l2_mask_words,
		.line = (UINT32_C(1) << d->dcache_line_bits) / 4
	};

	return 32 * record_words(&shape, kind);
}

/* What a board says of its core's extensions. */
static uint32_t extensions(const struct config *c)
{
	uint32_t word = 0;

#define PLACE(at, bits, flag) word |= (uint32_t)c->flag << at;
#include "isa/exts.def"
	return word;
}

void derive(const struct config *c, struct derived *d)
{
#define DERIVED(name, type, value, doc) d->name = (value);
#include "gen/derive.def"
#undef DERIVED
}

enum { NUMBER, FLAG };

static const struct derive_row rows[] = {
#define DERIVED(name, type, value, doc) \
	{ #name, doc, type == FLAG, offsetof(struct derived, name) },
#include "gen/derive.def"
#undef DERIVED
};

const struct derive_row *derive_row(size_t i)
{
	return i < sizeof rows / sizeof rows[0] ? &rows[i] : NULL;
}

uint32_t derive_get(const struct derived *d, const struct derive_row *row)
{
	const char *field = (const char *)d + row->offset;
	if (row->is_flag)
		return *(const bool *)field;
	return *(const uint32_t *)(const void *)field;
}
