/* records.c - writes trace records as text, for any simulator
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/check/records.h"

#include <inttypes.h>

uint32_t records_words(const struct cosim_config *c, uint32_t bit)
{
	uint32_t row = c->access_bytes ? c->access_bytes : c->bus_bytes;
	const struct record_shape shape = {
		.lanes = c->lanes, .row = row / 4, .mask = (row + 31) / 32,
		.banks = c->smem_banks, .cache = c->dcache.size != 0,
		.line = c->dcache.line / 4,
		.line_mask = (c->dcache.line + 31) / 32
	};

	return record_words(&shape, bit);
}

/* Is word I the data of a lane that a retire record does not write? */
static bool is_meaningless(uint32_t bit, const uint32_t *words, uint32_t i)
{
	return bit == COSIM_RETIRE && i >= REC_WORD_retire_data &&
	       !(rec_retire_lanes(words) >> (i - REC_WORD_retire_data) & 1);
}

static void write_line(FILE *out, uint64_t cycle, const char *kind,
		       uint32_t bit, const uint32_t *words, uint32_t count)
{
	fprintf(out, "%" PRIu64 " %s", cycle, kind);
	for (uint32_t i = 0; i < count; i++)
		if (is_meaningless(bit, words, i))
			fputs(" -", out);
		else
			fprintf(out, " %08" PRIx32, words[i]);
	fputc('\n', out);
}

static void core_records(FILE *out, const struct cosim_config *c,
			 uint64_t cycle, const struct cosim_core_pins *p)
{
	const struct {
		const char *kind;
		uint32_t bit;
		const uint32_t *words;
	} ports[] = {
#define RECORD(record, number, bit, words, text, when) \
		{ #record, REC_BIT_##record, p->trace_##record },
#include "isa/records.def"
	};

	for (uint32_t i = 0; i < sizeof ports / sizeof *ports; i++)
		if (p->trace_valid & ports[i].bit && ports[i].words)
			write_line(out, cycle, ports[i].kind, ports[i].bit,
				   ports[i].words,
				   records_words(c, ports[i].bit));
}

/* Those of the banks of the second-level cache behind bank 0. */
static void bank_records(FILE *out, const struct cosim_config *c,
			 uint64_t cycle, const struct cosim_core_pins *p)
{
	uint32_t words = records_words(c, COSIM_L2);

	for (uint32_t i = 1; p->trace_l2 && i < c->l2.banks; i++)
		if (p->trace_valid & (uint32_t)COSIM_L2 << i)
			write_line(out, cycle, "l2", COSIM_L2,
				   p->trace_l2 + i * words, words);
}

void records_write(FILE *out, const struct cosim_config *c, uint64_t cycle,
		   const struct cosim_pins *p)
{
	for (uint32_t i = 0; i < COSIM_CORES; i++)
		core_records(out, c, cycle, &p->core[i]);
	bank_records(out, c, cycle, &p->core[0]);
}
