/* unknown.c - checks outputs for unknown bits
 * SPDX-License-Identifier: Apache-2.0
 *
 * Valid signals are checked in each cycle, since a protocol needs them. Other
 * outputs are checked only where they have a meaning: payload while its valid
 * is 1, data where a strobe or a lane selects it.
 */
#include "cosim/check/unknown.h"

#include <stdio.h>

#include "cosim/check/records.h"
#include "cosim/device/ports.h"
#include "cosim/level/level.h"
#include "cosim/memory/mem_state.h"

struct probe {
	struct cosim *cosim;
	uint64_t cycle;
	enum cosim_check check;
};

/* VALUE in hexadecimal; a digit with an unknown bit is x. */
static void write_digits(char text[9], uint32_t value, uint32_t unknown)
{
	for (int i = 7; i >= 0; i--, value >>= 4, unknown >>= 4)
		text[i] = unknown & 15 ? 'x' : "0123456789abcdef"[value & 15];
	text[8] = '\0';
}

/* Reports PORT if a bit is unknown. WORD is its word, or negative if it has
 * one. */
static int check_bits(const struct probe *l, const char *port, int word,
		      uint32_t value, uint32_t unknown)
{
	char digits[9], place[24] = "", text[128];

	if (!unknown)
		return 0;
	write_digits(digits, value, unknown);
	if (word >= 0)
		snprintf(place, sizeof place, "word %d of ", word);
	snprintf(text, sizeof text, "%s%s is 0x%s in the simulator", place,
		 port, digits);
	return cosim_report(l->cosim, l->check, l->cycle, text);
}

static int check_words(const struct probe *l, const char *port,
		       const uint32_t *value, const uint32_t *unknown,
		       uint32_t words)
{
	uint32_t first = 0;

	while (first < words && !unknown[first])
		first++;
	return first < words &&
	       check_bits(l, port, (int)first, value[first], unknown[first]);
}

/* Write data of a line port have a meaning only where a strobe is set
 * (doc/bus.md). */
static int check_strobed(const struct probe *l, const char *port,
			 const uint32_t *value, const uint32_t *unknown,
			 const uint32_t *strb, uint32_t words)
{
	for (uint32_t i = 0; i < words; i++)
		if (check_bits(l, port, (int)i, value[i],
			       unknown[i] & mem_strobed(strb, i)))
			return 1;
	return 0;
}

#define CHECK(port, field) check_bits(&l, port, -1, p->field, u->field)

/* --- ports of one number, each while it has a meaning --------------------- */

/* In the place of a check in ports.def. */
enum { COSIM_NONE = -1 };

/* RULE is a check, or COSIM_NONE. */
static int check_port(struct cosim *c, uint64_t cycle, int rule,
		      const char *port, uint32_t value, uint32_t unknown)
{
	const struct probe l = { c, cycle, (enum cosim_check)rule };

	return rule != COSIM_NONE && check_bits(&l, port, -1, value, unknown);
}

static int check_ports(struct cosim *c, uint64_t cycle,
		       const struct cosim_pins *p)
{
	const struct cosim_pins *u = p->unknown;

#define IN(name, field, valid, unless, bit)
#define OUT(name, field, rule, valid, bit) \
	if (pin_##valid(p) && check_port(c, cycle, COSIM_##rule, #name, \
					 p->field, u->field)) \
		return 1;
#define OUT_WORDS(name, field, rule, valid, bit)
#include "cosim/device/ports.def"
	return 0;
}

/* --- the buses ---------------------------------------------------------- */

static int check_dbus(const struct probe *at, const struct cosim_pins *p,
		      const struct shape *s)
{
	const struct cosim_bus_pins *b = &p->dbus, *x = &p->unknown->dbus;
	uint32_t words = s->bus_bytes / 4;
	bool lines = s->dcache.size != 0;

	if (!b->req_valid || (lines && !b->req_write))
		return 0;
	return check_words(at, "dbus_req_strb", b->req_strb, x->req_strb,
			   (words + 7) / 8) ||
	       (lines ?
		check_strobed(at, "dbus_req_data", b->req_data, x->req_data,
			      b->req_strb, words) :
		check_words(at, "dbus_req_data", b->req_data, x->req_data,
			    words));
}

static int check_axi(const struct probe *at, const struct cosim_axi_pins *p,
		     const struct cosim_axi_pins *u, uint32_t words)
{
	return p->wvalid &&
	       (check_words(at, "m_axi_wstrb", p->wstrb, u->wstrb,
			    (words + 7) / 8) ||
		check_strobed(at, "m_axi_wdata", p->wdata, u->wdata, p->wstrb,
			      words));
}

/* --- the records -------------------------------------------------------- */

/* The data of lanes outside the mask have no meaning (doc/trace.md). */
static int check_retire(const struct probe *l, const uint32_t *value,
			const uint32_t *unknown, uint32_t lanes)
{
	const uint32_t first = REC_WORD_retire_data;

	if (check_words(l, "trace_retire", value, unknown, first))
		return 1;
	for (uint32_t i = 0; i < lanes; i++)
		if (rec_retire_lanes(value) >> i & 1 &&
		    check_bits(l, "trace_retire", (int)(first + i),
			       value[first + i], unknown[first + i]))
			return 1;
	return 0;
}

/* The data of a fill from a response with an error have no meaning
 * (doc/trace.md). */
static int check_fill(const struct probe *l, struct level *k,
		      const uint32_t *value, const uint32_t *unknown,
		      uint32_t words)
{
	if (check_words(l, "trace_fill", value, unknown, REC_WORD_fill_data))
		return 1;
	return !(k && level_is_failing(k, rec_fill_addr(value))) &&
	       check_words(l, "trace_fill", value, unknown, words);
}

/* Checks the records of the parts that belong to no core. */
static int check_parts(const struct probe *l, const struct shape *s,
		       const struct record_ports p[REC_PARTS],
		       const struct record_ports u[REC_PARTS])
{
	struct part_record at = { .words = NULL };
	char port[32];

	while (records_next(s, p, &at)) {
		snprintf(port, sizeof port, "trace_%s", at.kind);
		if (check_words(l, port, at.words,
				u[at.part].words + at.first, at.count))
			return 1;
	}
	return 0;
}

/* Checks the records of core I. */
static int check_records(const struct probe *l, uint32_t i,
			 const struct cosim_core_pins *p,
			 const struct cosim_core_pins *u,
			 const struct shape *s)
{
#define RECORD(record, number, bit, words, text, when) \
	if (REC_BIT_##record != REC_BIT_retire && \
	    REC_BIT_##record != REC_BIT_fill && \
	    p->trace_valid & REC_BIT_##record && p->trace_##record && \
	    check_words(l, "trace_" #record, p->trace_##record, \
			u->trace_##record, \
			records_words(s, number))) \
		return 1;
#include "isa/records.def"
	return (p->trace_valid & REC_BIT_fill && p->trace_fill &&
		check_fill(l, l->cosim->core[i].cache, p->trace_fill,
			   u->trace_fill, records_words(s, REC_KIND_fill))) ||
	       (p->trace_valid & REC_BIT_retire &&
		check_retire(l, p->trace_retire, u->trace_retire, s->lanes));
}

/* Checks the records of each core, and of the parts that belong to none. */
static int check_traces(const struct probe *valid, const struct probe *record,
		       const struct shape *s,
		       const struct cosim_pins *pins)
{
	const struct probe l = *valid;

	for (uint32_t i = 0; i < l.cosim->cfg.cores; i++) {
		const struct cosim_core_pins *p = &pins->core[i];
		const struct cosim_core_pins *u = &pins->unknown->core[i];

		if (CHECK("trace_valid", trace_valid) ||
		    check_records(record, i, p, u, s))
			return 1;
	}
	return check_parts(record, s, pins->part, pins->unknown->part);
}

int unknown_check(struct cosim *c, const struct shape *shape,
		  uint64_t cycle, const struct cosim_pins *p)
{
	const struct probe v = { c, cycle, COSIM_UNKNOWN_VALID };
	const struct probe r = { c, cycle, COSIM_UNKNOWN_RECORD };
	const struct probe b = { c, cycle, COSIM_UNKNOWN_BUS };

	if (check_ports(c, cycle, p) || check_traces(&v, &r, shape, p) ||
	    check_dbus(&b, p, shape))
		return 1;
	for (uint32_t i = 0; i < COSIM_CHANNELS; i++)
		if (check_axi(&b, &p->axi[i], &p->unknown->axi[i],
			      shape->bus_bytes / 4))
			return 1;
	return 0;
}

int unknown_words(struct cosim *c, uint64_t cycle, const char *port,
		  const uint32_t *value, const uint32_t *unknown,
		  uint32_t words)
{
	const struct probe l = { c, cycle, COSIM_UNKNOWN_HOST };

	return check_words(&l, port, value, unknown, words);
}
