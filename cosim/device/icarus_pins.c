/* icarus_pins.c - converts the pins of a core from and to icarus_link.h
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdbool.h>
#include <string.h>

#include "cosim/device/icarus.h"

/* --- inputs ------------------------------------------------------------- */

#define PUT(name, from) (l->port[ICARUS_##name].value[0] = (from))

static void put_vector(struct icarus_words *to, const uint32_t *from)
{
	memcpy(to->value, from, 4 * (size_t)((to->bits + 31) / 32));
}

static void put_ibus(struct icarus_link *l, const struct cosim_bus_pins *b)
{
	PUT(ibus_req_ready, b->req_ready);
	PUT(ibus_rsp_valid, b->rsp_valid);
	if (!b->rsp_valid)
		return;
	PUT(ibus_rsp_tag, b->rsp_tag);
	PUT(ibus_rsp_id, b->rsp_tag);
	PUT(ibus_rsp_last, b->rsp_last);
	PUT(ibus_rsp_error, b->rsp_error);
	put_vector(&l->port[ICARUS_ibus_rsp_data], b->rsp_data);
}

static void put_dbus(struct icarus_link *l, const struct cosim_bus_pins *b)
{
	PUT(dbus_req_ready, b->req_ready);
	PUT(dbus_rsp_valid, b->rsp_valid);
	if (!b->rsp_valid)
		return;
	PUT(dbus_rsp_tag, b->rsp_tag);
	PUT(dbus_rsp_id, b->rsp_tag);
	PUT(dbus_rsp_last, b->rsp_last);
	PUT(dbus_rsp_error, b->rsp_error);
	put_vector(&l->port[ICARUS_dbus_rsp_data], b->rsp_data);
}

/* Port NAME of the AXI4 master of channel I. */
#define AXI(name, i) \
	((enum icarus_port)(ICARUS_m_axi_##name + (i) * AXI_PORTS))

enum { AXI_PORTS = ICARUS_m1_axi_awready - ICARUS_m_axi_awready };

static void put_axi(struct icarus_link *l, const struct cosim_axi_pins *a,
		    uint32_t i)
{
	l->port[AXI(awready, i)].value[0] = a->awready;
	l->port[AXI(wready, i)].value[0] = a->wready;
	l->port[AXI(arready, i)].value[0] = a->arready;
	l->port[AXI(bvalid, i)].value[0] = a->bvalid;
	l->port[AXI(bid, i)].value[0] = a->bid;
	l->port[AXI(bresp, i)].value[0] = a->bresp;
	l->port[AXI(rvalid, i)].value[0] = a->rvalid;
	if (!a->rvalid)
		return;
	l->port[AXI(rid, i)].value[0] = a->rid;
	l->port[AXI(rresp, i)].value[0] = a->rresp;
	l->port[AXI(rlast, i)].value[0] = a->rlast;
	put_vector(&l->port[AXI(rdata, i)], a->rdata);
}

/* Has channel I an AXI4 master? */
static bool has_axi(const struct icarus_link *l, uint32_t i)
{
	return l->port[AXI(rdata, i)].bits != 0;
}

/* The number of cores: each has a word of trace_valid, and two of
 * perf_value. */
static uint32_t core_count(const struct icarus_link *l)
{
	uint32_t valid = l->port[ICARUS_trace_valid].bits / 32;
	uint32_t perf = l->port[ICARUS_perf_value].bits / 64;

	return valid ? valid : perf ? perf : 1;
}

static void put_launch(struct icarus_link *l, const struct cosim_launch_pins *p)
{
	PUT(launch_more, p->more);
	PUT(launch_ring, p->ring);
	PUT(launch_slot, p->slot);
	PUT(launch_abort, p->abort);
	PUT(launch_ack, p->ack);
	PUT(launch_write, p->write);
	PUT(launch_where, p->where);
	PUT(launch_strb, p->strb);
	PUT(launch_data, p->data);
	PUT(launch_read, p->read);
}

static void put_host(struct icarus_link *l, const struct cosim_host_pins *p)
{
	PUT(s_axi_awvalid, p->awvalid);
	PUT(s_axi_awaddr, p->awaddr);
	PUT(s_axi_wvalid, p->wvalid);
	PUT(s_axi_wdata, p->wdata);
	PUT(s_axi_wstrb, p->wstrb);
	PUT(s_axi_bready, p->bready);
	PUT(s_axi_arvalid, p->arvalid);
	PUT(s_axi_araddr, p->araddr);
	PUT(s_axi_rready, p->rready);
}

void icarus_drive(struct icarus_link *l, const struct cosim_pins *p)
{
	PUT(rst, p->rst);
	PUT(perf_select, p->perf_select);
	for (uint32_t i = 0; i < core_count(l); i++)
		l->port[ICARUS_audit_select].value[i] =
			p->core[i].audit_select;
	PUT(congest_seed, p->congest_seed);
	PUT(congest_rate, p->congest_rate);
	if (l->port[ICARUS_ibus_rsp_data].bits)
		put_ibus(l, &p->ibus);
	if (l->port[ICARUS_dbus_rsp_data].bits)
		put_dbus(l, &p->dbus);
	for (uint32_t i = 0; i < COSIM_CHANNELS && has_axi(l, i); i++)
		put_axi(l, &p->axi[i], i);
	put_launch(l, &p->launch);
	put_host(l, &p->host);
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

static uint32_t get(const struct reader *r, enum icarus_port port)
{
	return words(r, port)[0];
}

/* An output that some cores lack; it is 1 then. */
static uint32_t get_or_1(const struct reader *r, enum icarus_port port)
{
	return r->link->port[port].bits ? get(r, port) : r->part == VALUE;
}

static const uint32_t *vector(const struct reader *r, enum icarus_port port)
{
	return r->link->port[port].bits ? words(r, port) : NULL;
}

static void get_ibus(const struct reader *r, struct cosim_bus_pins *b)
{
	b->rsp_ready = get_or_1(r, ICARUS_ibus_rsp_ready);
	b->req_valid = get(r, ICARUS_ibus_req_valid);
	b->req_tag = get(r, ICARUS_ibus_req_tag) |
		     get(r, ICARUS_ibus_req_id);
	b->req_addr = get(r, ICARUS_ibus_req_addr);
	b->req_len = get(r, ICARUS_ibus_req_len);
}

static void get_dbus(const struct reader *r, struct cosim_bus_pins *b)
{
	b->rsp_ready = get_or_1(r, ICARUS_dbus_rsp_ready);
	b->req_valid = get(r, ICARUS_dbus_req_valid);
	b->req_tag = get(r, ICARUS_dbus_req_tag) |
		     get(r, ICARUS_dbus_req_id);
	b->req_write = get(r, ICARUS_dbus_req_write);
	b->req_addr = get(r, ICARUS_dbus_req_addr);
	b->req_len = get(r, ICARUS_dbus_req_len);
	b->req_last = get_or_1(r, ICARUS_dbus_req_last);
}

/* Reads the fields of an address channel of channel I; X is aw or ar. */
#define ADDRESS(to, x, i) do { \
	(to)->valid = get(r, AXI(x##valid, i)); \
	(to)->id = get(r, AXI(x##id, i)); \
	(to)->addr = get(r, AXI(x##addr, i)); \
	(to)->len = get(r, AXI(x##len, i)); \
	(to)->size = get(r, AXI(x##size, i)); \
	(to)->burst = get(r, AXI(x##burst, i)); \
	(to)->lock = get(r, AXI(x##lock, i)); \
	(to)->cache = get(r, AXI(x##cache, i)); \
	(to)->prot = get(r, AXI(x##prot, i)); \
	(to)->qos = get(r, AXI(x##qos, i)); \
} while (0)

static void get_axi(const struct reader *r, struct cosim_axi_pins *a,
		    uint32_t i)
{
	a->bready = get(r, AXI(bready, i));
	a->rready = get(r, AXI(rready, i));
	ADDRESS(&a->aw, aw, i);
	ADDRESS(&a->ar, ar, i);
	a->wvalid = get(r, AXI(wvalid, i));
	a->wlast = get(r, AXI(wlast, i));
}

static void get_host(const struct reader *r, struct cosim_host_pins *p)
{
	p->awready = get(r, ICARUS_s_axi_awready);
	p->wready = get(r, ICARUS_s_axi_wready);
	p->bvalid = get(r, ICARUS_s_axi_bvalid);
	p->bresp = get(r, ICARUS_s_axi_bresp);
	p->arready = get(r, ICARUS_s_axi_arready);
	p->rvalid = get(r, ICARUS_s_axi_rvalid);
	p->rdata = get(r, ICARUS_s_axi_rdata);
	p->rresp = get(r, ICARUS_s_axi_rresp);
	p->irq = get(r, ICARUS_irq);
}

static void get_outputs(const struct reader *r, struct cosim_pins *p)
{
	get_ibus(r, &p->ibus);
	get_dbus(r, &p->dbus);
	for (uint32_t i = 0; i < COSIM_CHANNELS && has_axi(r->link, i); i++)
		get_axi(r, &p->axi[i], i);
	p->launch.word = get(r, ICARUS_launch_word);
	p->launch.busy = get(r, ICARUS_launch_busy);
	p->launch.done = get(r, ICARUS_launch_done);
	get_host(r, &p->host);
	p->done = get(r, ICARUS_done);
	p->exit_code = get(r, ICARUS_exit_code);
	p->fault_valid = get(r, ICARUS_fault_valid);
	p->fault_core = get(r, ICARUS_fault_core);
	p->fault_warp = get(r, ICARUS_fault_warp);
	p->fault_pc = get(r, ICARUS_fault_pc);
	p->fault_cause = get(r, ICARUS_fault_cause);
	p->fault_tval = get(r, ICARUS_fault_tval);
	for (uint32_t i = 0; i < core_count(r->link); i++)
		p->core[i].trace_valid = words(r, ICARUS_trace_valid)[i];
#define PART(record, ...) p->part[REC_PART_##record].valid = \
		get(r, ICARUS_trace_##record##_valid);
#include "isa/records.def"
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
	p->dbus.req_strb = vector(r, ICARUS_dbus_req_strb);
	p->dbus.req_data = vector(r, ICARUS_dbus_req_data);
	for (uint32_t i = 0; i < COSIM_CHANNELS; i++) {
		p->axi[i].wstrb = vector(r, AXI(wstrb, i));
		p->axi[i].wdata = vector(r, AXI(wdata, i));
	}
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
	bind_pins(&(struct reader){ link, VALUE }, pins);
	bind_pins(&(struct reader){ link, UNKNOWN }, unknown);
	pins->unknown = unknown;
}

#define WIDTH(name) ((link->port[ICARUS_##name].bits + 31) / 32)

static uint32_t channel_count(const struct icarus_link *link)
{
	uint32_t n = 0;

	while (n < COSIM_CHANNELS && has_axi(link, n))
		n++;
	return n;
}

struct cosim_model_shape icarus_shape(const struct icarus_link *link)
{
	struct cosim_model_shape s = {
		.ibus = WIDTH(ibus_rsp_data), .dbus = WIDTH(dbus_req_data),
		.axi = WIDTH(m_axi_wdata), .channels = channel_count(link),
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
