/* records.c - writes trace records as text, for any simulator
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/check/records.h"

#include <inttypes.h>

uint32_t records_words(const struct shape *shape, uint32_t kind)
{
	uint32_t row = shape->access_bytes ? shape->access_bytes :
					     shape->bus_bytes;
	const struct record_shape record = {
		.lanes = shape->lanes, .row = row / 4, .mask = (row + 31) / 32,
		.banks = shape->smem_banks, .cache = shape->dcache.size != 0,
		.line = shape->dcache.line / 4,
		.line_mask = (shape->dcache.line + 31) / 32
	};

	return record_words(&record, kind);
}

bool records_next(const struct shape *shape,
		  const struct record_ports ports[REC_PARTS],
		  struct part_record *at)
{
	static const struct { uint32_t kind; const char *name; } parts[] = {
#define PART(record, number, words, text, when, count) { number, #record },
#include "isa/records.def"
	};
	uint32_t next = at->words ? at->number + 1 : 0;

	for (uint32_t p = at->part; p < REC_PARTS; p++, next = 0) {
		uint32_t count = records_words(shape, parts[p].kind);

		for (; next < 32 && ports[p].words; next++) {
			if (!(ports[p].valid >> next & 1))
				continue;
			*at = (struct part_record){
				(enum record_part)p, next, next * count, count,
				ports[p].words + next * count, parts[p].name
			};
			return true;
		}
	}
	return false;
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

static void core_records(FILE *out, const struct shape *shape,
			 uint64_t cycle, const struct cosim_core_pins *p)
{
	const struct {
		const char *name;
		uint32_t bit, kind;
		const uint32_t *words;
	} ports[] = {
#define RECORD(record, number, bit, words, text, when) \
		{ #record, REC_BIT_##record, number, p->trace_##record },
#include "isa/records.def"
	};

	for (uint32_t i = 0; i < sizeof ports / sizeof *ports; i++)
		if (p->trace_valid & ports[i].bit && ports[i].words)
			write_line(out, cycle, ports[i].name, ports[i].bit,
				   ports[i].words,
				   records_words(shape, ports[i].kind));
}

void records_write(FILE *out, const struct shape *shape, uint64_t cycle,
		   const struct cosim_pins *p)
{
	struct part_record at = { .words = NULL };

	for (uint32_t i = 0; i < COSIM_CORES; i++)
		core_records(out, shape, cycle, &p->core[i]);
	while (records_next(shape, p->part, &at))
		write_line(out, cycle, at.kind, 0, at.words, at.count);
}
