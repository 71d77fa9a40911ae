/* icarus_pins.c - converts the pins of a core from and to icarus_link.h
 * SPDX-License-Identifier: Apache-2.0
 */
#include <string.h>

#include "cosim/device/icarus.h"
#include "cosim/device/ports.h"

/* --- inputs ------------------------------------------------------------- */

static void put(struct icarus_words *to, uint32_t value)
{
	to->value[0] = value;
}

static void put_words(struct icarus_words *to, const uint32_t *from)
{
	memcpy(to->value, from, 4 * (size_t)((to->bits + 31) / 32));
}

/* The number of cores: each has a word of trace_valid, and two of
 * perf_value. */
static uint32_t core_count(const struct icarus_link *l)
{
	uint32_t valid = l->port[ICARUS_trace_valid].bits / 32;
	uint32_t perf = l->port[ICARUS_perf_value].bits / 64;

	return valid ? valid : perf ? perf : 1;
}

void icarus_drive(struct icarus_link *l, const struct cosim_pins *p)
{
	for (uint32_t i = 0; i < core_count(l); i++)
		l->port[ICARUS_audit_select].value[i] =
			p->core[i].audit_select;
#define IN(name, field, valid, unless, bit) \
	if (pin_##valid(p)) \
		put(&l->port[ICARUS_##name], p->field);
#define IN_WORDS(name, field, valid, unless, bit) \
	if (pin_##valid(p)) \
		put_words(&l->port[ICARUS_##name], p->field);
#define OUT(name, field, check, valid, bit)
#define OUT_WORDS(name, field, check, valid, bit)
#include "cosim/device/ports.def"
}

/* --- outputs ------------------------------------------------------------ */

/* Outputs are read twice: their values, and their unknown bits. */
enum part { VALUE, UNKNOWN };

struct reader {
	const struct icarus_link *link;
	enum part part;
};

static const uint32_t *words(const struct reader *r, enum icarus_port port)
{
	const struct icarus_words *w = &r->link->port[port];

	return r->part == VALUE ? w->value : w->unknown;
}

/* An output that the core lacks keeps its value. */
static void get(const struct reader *r, enum icarus_port port, uint32_t *to)
{
	if (r->link->port[port].bits)
		*to = words(r, port)[0];
}

static const uint32_t *vector(const struct reader *r, enum icarus_port port)
{
	return r->link->port[port].bits ? words(r, port) : NULL;
}

static void get_outputs(const struct reader *r, struct cosim_pins *p)
{
#define IN(name, field, valid, unless, bit)
#define OUT(name, field, check, valid, bit) \
	get(r, ICARUS_##name, &p->field);
#define OUT_WORDS(name, field, check, valid, bit)
#include "cosim/device/ports.def"
	for (uint32_t i = 0; i < core_count(r->link); i++)
		p->core[i].trace_valid = words(r, ICARUS_trace_valid)[i];
}

void icarus_sample(struct cosim_pins *pins, struct cosim_pins *unknown,
		   const struct icarus_link *link)
{
	get_outputs(&(struct reader){ link, VALUE }, pins);
	get_outputs(&(struct reader){ link, UNKNOWN }, unknown);
}

/* --- pointers that do not change ----------------------------------------- */

/* The words of core I in a port; NULL if the port is absent. */
static const uint32_t *core_words(const struct reader *r, enum icarus_port port,
				  uint32_t i)
{
	uint32_t bits = r->link->port[port].bits;

	return bits ? words(r, port) + i * (bits / 32 / core_count(r->link)) :
	       NULL;
}

static void bind_pins(const struct reader *r, struct cosim_pins *p)
{
#define IN(name, field, valid, unless, bit)
#define OUT(name, field, check, valid, bit)
#define OUT_WORDS(name, field, check, valid, bit) \
	p->field = vector(r, ICARUS_##name);
#include "cosim/device/ports.def"
	for (uint32_t i = 0; i < core_count(r->link); i++) {
		p->core[i].perf_value = core_words(r, ICARUS_perf_value, i);
#define RECORD(record, ...) \
		p->core[i].trace_##record = \
			core_words(r, ICARUS_trace_##record, i);
#include "isa/records.def"
		p->core[i].audit_data = core_words(r, ICARUS_audit_data, i);
	}
#define PART(record, ...) p->part[REC_PART_##record].words = \
		vector(r, ICARUS_trace_##record);
#include "isa/records.def"
	p->congested = vector(r, ICARUS_congested);
}

void icarus_bind(struct cosim_pins *pins, struct cosim_pins *unknown,
		 const struct icarus_link *link)
{
	ports_begin(pins);
	bind_pins(&(struct reader){ link, VALUE }, pins);
	bind_pins(&(struct reader){ link, UNKNOWN }, unknown);
	pins->unknown = unknown;
}

#define HAS(name) (link->port[ICARUS_##name].bits ? 1U : 0U)
#define WIDTH(name) ((link->port[ICARUS_##name].bits + 31) / 32)

struct cosim_model_shape icarus_shape(const struct icarus_link *link)
{
	struct cosim_model_shape s = {
		.ibus = WIDTH(ibus_rsp_data), .dbus = WIDTH(dbus_req_data),
		.axi = WIDTH(m_axi_wdata),
		.channels = HAS(m_axi_wdata) + HAS(m1_axi_wdata) +
			    HAS(m2_axi_wdata) + HAS(m3_axi_wdata),
		.ibus_line = WIDTH(ibus_req_len),
		.dbus_line = WIDTH(dbus_req_len),
		.host = WIDTH(s_axi_rdata),
		.ibus_error = WIDTH(ibus_rsp_error),
		.dbus_error = WIDTH(dbus_rsp_error),
#define RECORD(record, ...) .record = WIDTH(trace_##record),
#define PART RECORD
#include "isa/records.def"
		.audit = WIDTH(audit_data), .congested = WIDTH(congested)
	};

	return s;
}
