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

/* --- valid and ready ------------------------------------------------------ */

/* Checked only with a response, since ready may depend on it. */
static int check_ready(const struct probe *at, const struct cosim_pins *p)
{
	const struct cosim_pins *u = p->unknown;
	const struct probe l = *at;

	return (p->ibus.rsp_valid && CHECK("ibus_rsp_ready", ibus.rsp_ready)) ||
	       (p->dbus.rsp_valid && CHECK("dbus_rsp_ready", dbus.rsp_ready));
}

/* Valid and ready of the AXI4 master of channel I, in the names of channel
 * 0. */
static int check_axi_valid(const struct probe *at, const struct cosim_pins *all,
			   uint32_t i)
{
	const struct cosim_axi_pins *p = &all->axi[i];
	const struct cosim_axi_pins *u = &all->unknown->axi[i];
	const struct probe l = *at;

	return CHECK("m_axi_arvalid", ar.valid) ||
	       CHECK("m_axi_awvalid", aw.valid) ||
	       CHECK("m_axi_wvalid", wvalid) ||
	       (p->bvalid && CHECK("m_axi_bready", bready)) ||
	       (p->rvalid && CHECK("m_axi_rready", rready));
}

static int check_valid(const struct probe *at, const struct cosim_pins *p)
{
	const struct cosim_pins *u = p->unknown;
	const struct probe l = *at;

	return CHECK("done", done) || CHECK("fault_valid", fault_valid) ||
	       CHECK("ibus_req_valid", ibus.req_valid) ||
	       CHECK("dbus_req_valid", dbus.req_valid) || check_ready(at, p);
}

/* --- the buses ---------------------------------------------------------- */

static int check_ibus(const struct probe *at, const struct cosim_pins *p)
{
	const struct cosim_pins *u = p->unknown;
	const struct probe l = *at;

	return p->ibus.req_valid &&
	       (CHECK("ibus_req_tag", ibus.req_tag) ||
		CHECK("ibus_req_addr", ibus.req_addr) ||
		CHECK("ibus_req_len", ibus.req_len));
}

static int check_dbus(const struct probe *at, const struct cosim_pins *p,
		      const struct shape *s)
{
	const struct cosim_bus_pins *b = &p->dbus, *x = &p->unknown->dbus;
	const struct cosim_pins *u = p->unknown;
	const struct probe l = *at;
	uint32_t words = s->bus_bytes / 4;
	bool lines = s->dcache.size != 0;

	if (!b->req_valid)
		return 0;
	if (CHECK("dbus_req_tag", dbus.req_tag) ||
	    CHECK("dbus_req_write", dbus.req_write) ||
	    CHECK("dbus_req_addr", dbus.req_addr) ||
	    CHECK("dbus_req_len", dbus.req_len) ||
	    CHECK("dbus_req_last", dbus.req_last))
		return 1;
	if (lines && !b->req_write)
		return 0;
	return check_words(at, "dbus_req_strb", b->req_strb, x->req_strb,
			   (words + 7) / 8) ||
	       (lines ?
		check_strobed(at, "dbus_req_data", b->req_data, x->req_data,
			      b->req_strb, words) :
		check_words(at, "dbus_req_data", b->req_data, x->req_data,
			    words));
}

static int axi_address(const struct probe *at, const char *port,
		       const struct cosim_axi_address *p,
		       const struct cosim_axi_address *u)
{
	const struct probe l = *at;

	return p->valid &&
	       (CHECK(port, id) || CHECK(port, addr) || CHECK(port, len) ||
		CHECK(port, size) || CHECK(port, burst) || CHECK(port, lock) ||
		CHECK(port, cache) || CHECK(port, prot) || CHECK(port, qos));
}

static int check_axi(const struct probe *at, const struct cosim_axi_pins *p,
		     const struct cosim_axi_pins *u, uint32_t words)
{
	const struct probe l = *at;

	return axi_address(at, "a field of m_axi_ar", &p->ar, &u->ar) ||
	       axi_address(at, "a field of m_axi_aw", &p->aw, &u->aw) ||
	       (p->wvalid &&
		(CHECK("m_axi_wlast", wlast) ||
		 check_words(at, "m_axi_wstrb", p->wstrb, u->wstrb,
			     (words + 7) / 8) ||
		 check_strobed(at, "m_axi_wdata", p->wdata, u->wdata, p->wstrb,
			       words)));
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

/* Are the valid bits of these parts known? */
static int check_part_valid(const struct probe *at, const struct cosim_pins *p)
{
	const struct cosim_pins *u = p->unknown;
	const struct probe l = *at;

#define PART(record, ...) \
	if (CHECK("trace_" #record "_valid", part[REC_PART_##record].valid)) \
		return 1;
#include "isa/records.def"
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
	return check_part_valid(valid, pins) ||
	       check_parts(record, s, pins->part, pins->unknown->part);
}

/* --- outputs for the host --------------------------------------------- */

static int check_host(const struct probe *at, const struct cosim_pins *p)
{
	const struct cosim_pins *u = p->unknown;
	const struct probe l = *at;

	return (p->done && CHECK("exit_code", exit_code)) ||
	       (p->fault_valid &&
		(CHECK("fault_core", fault_core) ||
		 CHECK("fault_warp", fault_warp) ||
		 CHECK("fault_pc", fault_pc) ||
		 CHECK("fault_cause", fault_cause) ||
		 CHECK("fault_tval", fault_tval)));
}

/* The ports for the host of a dispatcher. */
static int check_launch(const struct probe *at, const struct cosim_pins *p)
{
	const struct cosim_pins *u = p->unknown;
	const struct probe l = *at;

	return CHECK("launch_busy", launch.busy) ||
	       CHECK("launch_done", launch.done) ||
	       CHECK("s_axi_awready", host.awready) ||
	       CHECK("s_axi_wready", host.wready) ||
	       CHECK("s_axi_arready", host.arready) ||
	       CHECK("s_axi_bvalid", host.bvalid) ||
	       CHECK("s_axi_rvalid", host.rvalid) || CHECK("irq", host.irq) ||
	       (p->host.bvalid && CHECK("s_axi_bresp", host.bresp)) ||
	       (p->host.rvalid && CHECK("s_axi_rresp", host.rresp));
}

static int check_channels(const struct probe *valid, const struct probe *bus,
			  const struct cosim_pins *p, uint32_t words)
{
	for (uint32_t i = 0; i < COSIM_CHANNELS; i++)
		if (check_axi_valid(valid, p, i) ||
		    check_axi(bus, &p->axi[i], &p->unknown->axi[i], words))
			return 1;
	return 0;
}

int unknown_check(struct cosim *c, const struct shape *shape,
		  uint64_t cycle, const struct cosim_pins *p)
{
	const struct probe v = { c, cycle, COSIM_UNKNOWN_VALID };
	const struct probe r = { c, cycle, COSIM_UNKNOWN_RECORD };
	const struct probe b = { c, cycle, COSIM_UNKNOWN_BUS };
	const struct probe h = { c, cycle, COSIM_UNKNOWN_HOST };

	return check_valid(&v, p) || check_launch(&v, p) ||
	       check_traces(&v, &r, shape, p) ||
	       check_ibus(&b, p) || check_dbus(&b, p, shape) ||
	       check_channels(&v, &b, p, shape->bus_bytes / 4) ||
	       check_host(&h, p);
}

int unknown_words(struct cosim *c, uint64_t cycle, const char *port,
		  const uint32_t *value, const uint32_t *unknown,
		  uint32_t words)
{
	const struct probe l = { c, cycle, COSIM_UNKNOWN_HOST };

	return check_words(&l, port, value, unknown, words);
}
