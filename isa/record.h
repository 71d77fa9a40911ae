/* record.h - fields of trace records, from records.def
 * SPDX-License-Identifier: Apache-2.0
 *
 * A record is an array of 32-bit words. For field pc of record issue:
 *   rec_issue_pc(r)         reads the field
 *   rec_set_issue_pc(r, v)  writes it; other bits are kept
 *   REC_KIND_issue          kind in the header
 *   REC_WORD_issue_pc       word of the field
 *   REC_LOW_issue_pc        its lowest bit
 *   REC_WIDTH_issue_pc      its number of bits
 *   REC_WORD_retire_data    first word of a list
 */
#ifndef WW_ISA_RECORD_H
#define WW_ISA_RECORD_H

#include <stdbool.h>
#include <stdint.h>

enum record_kind {
#define RECORD(record, number, bit, words, text, when) \
	REC_KIND_##record = number,
#define PART(record, number, words, text, when, count) \
	REC_KIND_##record = number,
#include "isa/records.def"
};

/* The bits of trace_valid. */
enum record_bit {
#define RECORD(record, number, bit, words, text, when) \
	REC_BIT_##record = 1 << bit,
#include "isa/records.def"
};

/* The parts that belong to no core and have records. */
enum record_part {
#define PART(record, number, words, text, when, count) REC_PART_##record,
#include "isa/records.def"
	REC_PARTS
};

/* The ports of the parts of one kind: a bit of VALID for each part; their
 * records are side by side in WORDS. 0 and NULL if absent. */
struct record_ports {
	uint32_t valid;
	const uint32_t *words;
};

enum record_word {
#define FIELD(record, field, word, low, bits, doc) \
	REC_WORD_##record##_##field = word,
#define LIST(record, field, word, count, doc) \
	REC_WORD_##record##_##field = word,
#include "isa/records.def"
};

enum record_width {
#define FIELD(record, field, word, low, bits, doc) \
	REC_WIDTH_##record##_##field = bits,
#include "isa/records.def"
};

enum record_low {
#define FIELD(record, field, word, low, bits, doc) \
	REC_LOW_##record##_##field = low,
#include "isa/records.def"
};

/* Parameters of the sizes of records, in words; cache: there is a data
 * cache. */
struct record_shape {
	uint32_t lanes, row, mask, banks;
	uint32_t line, line_mask;       /* of a line, and of its byte mask */
	bool cache;
};

/* Words of a record of KIND; 0: there is no such kind. */
static inline uint32_t record_words(const struct record_shape *s, uint32_t kind)
{
	const uint32_t lanes = s->lanes, row = s->row, mask = s->mask;
	const uint32_t banks = s->banks, cache = s->cache;
	const uint32_t line = s->line, line_mask = s->line_mask;

	switch ((enum record_kind)kind) {
#define RECORD(record, number, bit, words, text, when) \
	case number: return words;
#define PART(record, number, words, text, when, count) \
	case number: return words;
#include "isa/records.def"
	}
	return 0;
}

/* A mask of BITS bits from bit LOW on. */
static inline uint32_t rec_mask(uint32_t low, uint32_t bits)
{
	return UINT32_MAX >> (32 - bits) << low;
}

#define FIELD(record, field, word, low, bits, doc) \
static inline uint32_t rec_##record##_##field(const uint32_t *r) \
{ \
	return (r[word] & rec_mask(low, bits)) >> low; \
} \
static inline void rec_set_##record##_##field(uint32_t *r, uint32_t v) \
{ \
	r[word] = (r[word] & ~rec_mask(low, bits)) | v << low; \
}
#include "isa/records.def"

/* The bits of header word AT, 0 or 1, that belong to KIND alone. */
static inline uint32_t record_head_bits(enum record_kind kind, uint32_t at)
{
#define RECORD(record, number, bit, words, text, when) \
	const uint32_t in_##record = kind == number ? UINT32_MAX : 0;
#define PART(record, number, words, text, when, count) \
	const uint32_t in_##record = kind == number ? UINT32_MAX : 0;
#include "isa/records.def"
	const uint32_t in_head = 0;
#define FIELD(record, field, word, low, bits, doc) \
	| (word == at ? rec_mask(low, bits) & in_##record : 0)
	return 0
#include "isa/records.def"
	;
}

#endif
