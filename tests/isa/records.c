/* records.c - the table of the trace records against itself and its page
 * SPDX-License-Identifier: Apache-2.0
 */
#include "isa/record.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

enum { WORDS = 64, LINE = 256, LINES = 128 };

struct field {
	const char *record, *name;
	uint32_t word, low, bits;
};

static const struct field fields[] = {
#define FIELD(record, field, word, low, bits, doc) \
	{ #record, #field, word, low, bits },
#include "isa/records.def"
};

enum { FIELDS = sizeof fields / sizeof fields[0] };

static uint32_t mask_of(const struct field *f)
{
	return f->bits == 32 ? UINT32_MAX :
	       ((UINT32_C(1) << f->bits) - 1) << f->low;
}

static bool meets(const struct field *f, const struct field *g)
{
	return f->word == g->word && mask_of(f) & mask_of(g);
}

/* Flags and extra are what the fields of one kind share out. */
static bool is_room(const struct field *f)
{
	return !strcmp(f->record, "head") &&
	       (!strcmp(f->name, "flags") || !strcmp(f->name, "extra"));
}

static void test_places(void)
{
	uint32_t together = 0;

	for (int i = 0; i < FIELDS; i++)
		for (int j = i + 1; j < FIELDS; j++) {
			const struct field *f = &fields[i], *g = &fields[j];
			bool head = !strcmp(f->record, "head");

			if (head ? is_room(f) || is_room(g) :
				   strcmp(f->record, g->record) != 0)
				continue;
			together += meets(f, g);
		}
	is_u32(together, 0, "no two fields of a record share a bit");
	for (int i = 0; i < FIELDS; i++)
		ok(fields[i].bits && fields[i].low + fields[i].bits <= 32,
		   "%s %s: within a word", fields[i].record, fields[i].name);
}

/* perform and smem are read as one, and so are fill and evict. */
static void test_twins(void)
{
	static const struct { const char *a, *b; uint32_t fields; } twins[] = {
		{ "perform", "smem", 4 }, { "fill", "evict", 2 }
	};

	for (int t = 0; t < 2; t++) {
		uint32_t same = 0;

		for (int i = 0; i < FIELDS; i++)
			for (int j = 0; j < FIELDS; j++)
				same += !strcmp(fields[i].record, twins[t].a) &&
					!strcmp(fields[j].record, twins[t].b) &&
					!strcmp(fields[i].name,
						fields[j].name) &&
					fields[i].word == fields[j].word &&
					mask_of(&fields[i]) ==
					mask_of(&fields[j]);
		is_u32(same, twins[t].fields, twins[t].a);
	}
	is_u32(REC_WORD_fill_data, REC_WORD_evict_data, "fill and evict: data");
}

/* What is written is read, and nothing else changes. */
static void test_access(void)
{
#define FIELD(record, field, at, low, bits, doc) do { \
	uint32_t r[WORDS], other = 0; \
	memset(r, 0xFF, sizeof r); \
	rec_set_##record##_##field(r, 0); \
	for (uint32_t i = 0; i < WORDS; i++) \
		other |= ~(r[i] | (i == at ? rec_mask(low, bits) : 0)); \
	ok(!rec_##record##_##field(r) && !other, \
	   "%s %s: zero alone", #record, #field); \
	memset(r, 0, sizeof r); \
	rec_set_##record##_##field(r, 1); \
	ok(rec_##record##_##field(r) == 1 && \
	   r[at] == UINT32_C(1) << low, "%s %s: one", #record, #field); \
} while (0);
#include "isa/records.def"
	is_u32(record_head_bits(REC_KIND_retire, 0), 0x7FC00000,
	       "retire: header");
	is_u32(record_head_bits(REC_KIND_issue, 0), 0x30, "issue: header");
	is_u32(record_head_bits(REC_KIND_fill, 0), 0, "fill: header");
	is_u32(record_head_bits(REC_KIND_retire, 1), 0xFF000000,
	       "retire: beside the number");
	is_u32(record_head_bits(REC_KIND_issue, 1), 0, "issue: nothing there");
}

static void test_sizes(void)
{
	const struct record_shape s = { .lanes = 8, .row = 16, .mask = 2,
					.banks = 4, .line = 16, .line_mask = 2,
					.cache = true };

	is_u32(record_words(&s, REC_KIND_perform), 6 + 2 + 16, "perform");
	is_u32(record_words(&s, REC_KIND_smem), 13, "smem");
	is_u32(record_words(&s, REC_KIND_retire), 13, "retire");
	is_u32(record_words(&s, REC_KIND_l2), 4 + 2 + 16, "l2");
	is_u32(record_words(&s, 15), 0, "no such record");
}

/* --- doc/trace.md ----------------------------------------------------- */

struct lines {
	char text[LINES][LINE];
	uint32_t count;
};

__attribute__((format(printf, 2, 3)))
static void add(struct lines *l, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	if (l->count < LINES)
		vsnprintf(l->text[l->count++], LINE, fmt, ap);
	va_end(ap);
}

static void want_ports(struct lines *l)
{
	static const char always[] = "always";
	static const char dcache[] = "with a data cache";
	static const char smem[] = "with shared memory";
	static const char dispatch[] = "with a dispatcher";

#define RECORD(record, number, bit, words, text, when) \
	add(l, "| %d | `trace_%s` | %d | %s | %s |", bit, #record, number, \
	    text, when);
#include "isa/records.def"
}

static void want_parts(struct lines *l)
{
	static const char l2[] = "with a second-level cache";
	static const char dispatch[] = "with a dispatcher";

#define PART(record, number, words, text, when, count) \
	add(l, "| `trace_%s` | %d | %s | %s |", #record, number, text, when);
#include "isa/records.def"
}

static void want_field(struct lines *l, const char *record, const char *name,
		       uint32_t word, uint32_t low, uint32_t bits,
		       const char *doc)
{
	if (bits == 1)
		add(l, "| %s | %u | %u | %s | %s |", record, word, low, name,
		    doc);
	else
		add(l, "| %s | %u | %u:%u | %s | %s |", record, word,
		    low + bits - 1, low, name, doc);
}

static void want_fields(struct lines *l)
{
#define FIELD(record, field, word, low, bits, doc) \
	want_field(l, #record, #field, word, low, bits, doc);
#define LIST(record, field, word, count, doc) \
	add(l, "| %s | %u ... | %s words | %s | %s |", #record, word, count, \
	    #field, doc);
#include "isa/records.def"
}

/* The rows of the first table of PAGE behind the line HEADING. */
static bool find_table(FILE *page, const char *heading)
{
	char line[LINE];

	while (fgets(line, sizeof line, page))
		if (!strncmp(line, heading, strlen(heading)))
			return fgets(line, sizeof line, page) != NULL;
	return false;
}

static void compare(FILE *page, const char *heading, const struct lines *want)
{
	char line[LINE];
	uint32_t rows = 0;

	ok(find_table(page, heading), "doc: %s", heading);
	while (fgets(line, sizeof line, page) && line[0] == '|') {
		line[strcspn(line, "\n")] = '\0';
		if (rows < want->count)
			is_str(line, want->text[rows], "doc: a row");
		rows++;
	}
	is_u32(rows, want->count, "doc: rows");
}

static void test_page(void)
{
	const char *source = getenv("WW_SRCDIR");
	struct lines ports = { .count = 0 }, parts = ports, all = ports;
	char path[4200];
	FILE *page;

	snprintf(path, sizeof path, "%.4000s/doc/trace.md",
		 source ? source : ".");
	want_ports(&ports);
	want_parts(&parts);
	want_fields(&all);
	page = fopen(path, "r");
	if (!ok(page != NULL, "%s can be read", path))
		return;
	compare(page, "| bit | port |", &ports);
	compare(page, "| port of parts |", &parts);
	compare(page, "| record | word |", &all);
	fclose(page);
}

int main(void)
{
	test_places();
	test_twins();
	test_access();
	test_sizes();
	test_page();
	return tap_done();
}
