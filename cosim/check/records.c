/* records.c - the trace records of a cycle as they are, for any simulator
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/check/records.h"

#include <inttypes.h>

enum { ISSUE_WORDS = 5, CONTROL_WORDS = 9, RETIRE_DATA = 5, RETIRE_MASK = 4 };

static uint32_t row_bytes(const struct cosim_config *c)
{
	return c->access_bytes ? c->access_bytes : c->bus_bytes;
}

uint32_t records_words(const struct cosim_config *c, uint32_t bit)
{
	uint32_t row = row_bytes(c) / 4, mask = (row_bytes(c) + 31) / 32;

	switch (bit) {
	case COSIM_ISSUE: return ISSUE_WORDS;
	case COSIM_EVICT:
	case COSIM_FILL: return 4 + row;
	case COSIM_PERFORM: return (c->dcache.size ? 6 : 5) + mask + row;
	case COSIM_SMEM: return 5 + 2 * c->smem_banks;
	case COSIM_RETIRE: return RETIRE_DATA + c->lanes;
	case COSIM_CONTROL: return CONTROL_WORDS;
	}
	return 0;
}

/* The data of lanes that are not in the mask of a retire record. */
static bool meaningless(uint32_t bit, const uint32_t *words, uint32_t i)
{
	return bit == COSIM_RETIRE && i >= RETIRE_DATA &&
	       !(words[RETIRE_MASK] >> (i - RETIRE_DATA) & 1);
}

static void line(FILE *out, uint64_t cycle, const char *kind, uint32_t bit,
		 const uint32_t *words, uint32_t count)
{
	fprintf(out, "%" PRIu64 " %s", cycle, kind);
	for (uint32_t i = 0; i < count; i++)
		if (meaningless(bit, words, i))
			fputs(" -", out);
		else
			fprintf(out, " %08" PRIx32, words[i]);
	fputc('\n', out);
}

void records_write(FILE *out, const struct cosim_config *c, uint64_t cycle,
		   const struct cosim_pins *p)
{
	const struct { const char *kind; const uint32_t *words; } ports[] = {
		{ "issue", p->trace_issue }, { "evict", p->trace_evict },
		{ "fill", p->trace_fill }, { "perform", p->trace_perform },
		{ "smem", p->trace_smem }, { "retire", p->trace_retire },
		{ "control", p->trace_control }
	};

	for (uint32_t i = 0; i < sizeof ports / sizeof *ports; i++)
		if (p->trace_valid >> i & 1 && ports[i].words)
			line(out, cycle, ports[i].kind, 1u << i,
			     ports[i].words, records_words(c, 1u << i));
}
