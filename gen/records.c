/* records.c - emits the trace records: each field in its place
 * SPDX-License-Identifier: Apache-2.0
 *
 * A module declares a wire rec_RECORD_FIELD for each field, and assigns to it.
 * The emitted record is made of these wires. Bits without a field are zero.
 */
#include <stdio.h>
#include <string.h>

#include "gen/derive.h"
#include "gen/emitters.h"
#include "gen/list.h"
#include "isa/record.h"

enum { PLACES = 32, NAME = 64 };

static const struct row {
	const char *record, *name;
	uint32_t word, low, bits;
	bool list, fp, ventus;
} rows[] = {
#define FIELD(record, field, word, low, bits, doc) \
	{ #record, #field, word, low, bits, false, false, false },
#define FLOAT(record, field, word, low, bits, doc) \
	{ #record, #field, word, low, bits, false, true, false },
#define VENTUS(record, field, word, low, bits, doc) \
	{ #record, #field, word, low, bits, false, false, true },
#define LIST(record, field, word, count, doc) \
	{ #record, #field, word, 0, 0, true, false, false },
#include "isa/records.def"
};
enum { ROWS = sizeof rows / sizeof rows[0] };

struct place {
	const char *name;
	uint32_t low, bits;
};

/* The fields of a record, lowest first. */
struct layout {
	const char *name;
	uint32_t kind, bits;
	bool dcache, fp, ventus;
	struct place places[PLACES];
	size_t count;
};

static void add_place(struct layout *r, const char *name, uint32_t low,
		      uint32_t bits)
{
	size_t i = r->count++;

	for (; i && r->places[i - 1].low > low; i--)
		r->places[i] = r->places[i - 1];
	r->places[i] = (struct place){ name, low, bits };
}

/* The first word of the record's list, as in the table. */
static uint32_t list_word(const struct layout *r)
{
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].list && strcmp(rows[i].record, r->name) == 0)
			return rows[i].word;
	return UINT32_MAX;
}

/* Is ROW a part of the header of every record? Flags and extra bits belong to
 * each record. */
static bool in_head(const struct row *row)
{
	return strcmp(row->record, "head") == 0 &&
	       strcmp(row->name, "flags") != 0 &&
	       strcmp(row->name, "extra") != 0;
}

static void add_fields(struct layout *r)
{
	uint32_t list = list_word(r), words = 0;

	for (size_t i = 0; i < ROWS; i++) {
		const struct row *row = &rows[i];
		bool own = strcmp(row->record, r->name) == 0;
		if (row->list || (!own && !in_head(row)))
			continue;
		if ((row->word >= list && !r->dcache) ||
		    (row->fp && !r->fp) || (row->ventus && !r->ventus))
			continue;
		words = row->word >= words ? row->word + 1 : words;
		add_place(r, row->name, 32 * row->word + row->low, row->bits);
	}
	for (size_t i = 0; i < ROWS; i++)
		if (rows[i].list && strcmp(rows[i].record, r->name) == 0)
			add_place(r, rows[i].name, 32 * words,
				  r->bits - 32 * words);
}

static bool is_kind(const struct place *p)
{
	return strcmp(p->name, "kind") == 0;
}

static void put_wires(struct tpl_out *out, const struct layout *r)
{
	char width[NAME];

	for (size_t i = 0; i < r->count; i++) {
		const struct place *p = &r->places[i];
		if (is_kind(p))
			continue;
		sprintf(width, "[%u:0]", (unsigned)p->bits - 1);
		tpl_printf(out, "  wire %-6s rec_%s_%s;\n",
			   p->bits > 1 ? width : "", r->name, p->name);
	}
}

static void add_zeros(struct list *l, uint32_t bits)
{
	char text[NAME];

	sprintf(text, "%u'd0", (unsigned)bits);
	if (bits)
		list_add(l, "", text);
}

/* Writes the record from the highest bit down. */
static void put_record(struct tpl_out *out, const struct layout *r)
{
	uint32_t end = r->bits;
	char text[NAME];
	struct list l;

	sprintf(text, "  assign trace_%s = ", r->name);
	list_begin(&l, out, text);
	for (size_t i = r->count; i-- > 0;) {
		const struct place *p = &r->places[i];
		add_zeros(&l, end - p->low - p->bits);
		if (is_kind(p))
			sprintf(text, "%u'd%u", (unsigned)p->bits,
				(unsigned)r->kind);
		else
			snprintf(text, sizeof text, "rec_%s_%s", r->name,
				 p->name);
		list_add(&l, "", text);
		end = p->low;
	}
	list_end(&l, ";");
}

static void emit_layout(struct tpl_out *out, struct layout *r)
{
	add_fields(r);
	put_wires(out, r);
	tpl_printf(out, "\n");
	put_record(out, r);
	tpl_printf(out, "\n");
}

#define EMITTER(record, number) \
void emit_record_##record(struct tpl_out *out, const struct config *cfg) \
{ \
	struct derived d; \
	derive(cfg, &d); \
	struct layout r = { .name = #record, .kind = number, \
			    .bits = d.trace_##record##_bits, \
			    .dcache = d.dcache, .fp = d.floats, \
			    .ventus = d.ventus }; \
	emit_layout(out, &r); \
}
#define RECORD(record, number, bit, words, text, when) EMITTER(record, number)
#define PART(record, number, words, text, when, count) EMITTER(record, number)
#include "isa/records.def"
