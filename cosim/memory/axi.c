/* axi.c - an AXI4 slave in front of the memory
 * SPDX-License-Identifier: Apache-2.0
 *
 * A read takes effect when its address is accepted, a write when its address
 * and all its data are. In random mode each takes effect at a random cycle
 * between that and the first beat of its response. Responses of different ids
 * may overtake each other, and beats of reads then interleave. The slave
 * decides ready before it sees the master's outputs of the cycle.
 */
#include "cosim/memory/axi_check.h"
#include "cosim/memory/mem_state.h"

#include <stdlib.h>
#include <string.h>

enum { RESP_OKAY = 0, RESP_SLVERR = 2 };

struct axi *axi_new(struct mem *m)
{
	struct axi *a = calloc(1, sizeof *a);

	if (!a)
		return NULL;
	a->check = axi_check_new(&m->cfg, m->channel);
	a->first = FIRST_ANY;
	if (m->cfg.random)
		a->first = (enum first)rnd_below(&m->rnd, FIRST_COUNT + 1);
	if (a->check && !replies_init(&a->r, LINE_WORDS) &&
	    !replies_init(&a->b, 1))
		return a;
	axi_free(a);
	return NULL;
}

void axi_free(struct axi *a)
{
	if (!a)
		return;
	axi_check_free(a->check);
	replies_clean(&a->r);
	replies_clean(&a->b);
	free(a);
}

uint32_t axi_in_flight(const struct axi *a)
{
	uint32_t begun = a->addressed > a->filled ? a->addressed : a->filled;

	return a->r.count + a->b.count + begun - a->oldest +
	       (a->fill_beats != 0);
}

int axi_failed(struct mem *m)
{
	m->failed = true;
	m->error = *axi_check_error(m->axi->check);
	m->error.channel = m->channel;
	return 1;
}

static enum cosim_port port_of(const struct mem *m, uint32_t id)
{
	return id >> (m->cfg.axi_id_bits - 1) ? COSIM_IBUS : COSIM_DBUS;
}

static uint32_t number_of(const struct mem *m, uint32_t id)
{
	return id & ((UINT32_C(1) << (m->cfg.axi_id_bits - 1)) - 1);
}

/* A cycle from NOW to DUE - 1; NOW unless in random mode. */
static uint64_t random_cycle(struct mem *m, uint64_t now, uint64_t due)
{
	if (!m->cfg.random)
		return now;
	return now + rnd_below(&m->rnd, (uint32_t)(due - now));
}

/* --- drive ------------------------------------------------------------- */

static bool has_room(const struct axi *a, uint32_t count)
{
	return count - a->oldest < AXI_WRITES;
}

static void drive_ready(struct mem *m, uint64_t cycle,
			struct cosim_axi_pins *p)
{
	const struct axi *a = m->axi;
	enum first first = a->first == FIRST_COUNT ? m->random_mode.first :
			   a->first;
	bool aw = has_room(a, a->addressed), w = has_room(a, a->filled);

	if (first == FIRST_DATA)
		aw = aw && a->filled > a->addressed;
	if (first == FIRST_ADDRESS)
		w = w && a->addressed > a->filled;
	p->awready = aw && mem_willing(m, AXI_AW);
	p->wready = w && cycle >= a->next_w && mem_willing(m, AXI_W);
	p->arready = !replies_full(&a->r) && mem_willing(m, AXI_AR);
}

static void drive_r(struct mem *m, uint64_t cycle, struct cosim_axi_pins *p)
{
	struct replies *r = &m->axi->r;
	const struct reply *reply;

	if (r->count && (r->driving || mem_willing(m, AXI_R)))
		replies_choose(r, cycle, mem_random(m));
	p->rvalid = r->driving;
	if (!r->driving)
		return;
	reply = replies_driven(r);
	p->rid = reply->id;
	p->rdata = reply->data +
		   (size_t)reply->next * (m->cfg.bus_bytes / 4);
	p->rresp = reply->errors >> reply->next & 1 ? RESP_SLVERR : RESP_OKAY;
	p->rlast = reply->next + 1 == reply->beats;
}

static void drive_b(struct mem *m, uint64_t cycle, struct cosim_axi_pins *p)
{
	struct replies *b = &m->axi->b;

	if (b->count && (b->driving || mem_willing(m, AXI_B)))
		replies_choose(b, cycle, mem_random(m));
	p->bvalid = b->driving;
	if (!b->driving)
		return;
	p->bid = replies_driven(b)->id;
	p->bresp = replies_driven(b)->errors ? RESP_SLVERR : RESP_OKAY;
}

void axi_drive(struct mem *m, uint64_t cycle, struct cosim_axi_pins *p)
{
	drive_ready(m, cycle, p);
	drive_r(m, cycle, p);
	drive_b(m, cycle, p);
}

/* --- reads ------------------------------------------------------------ */

static void perform_read(struct mem *m, struct reply *r)
{
	r->errors = mem_read_line(m, port_of(m, r->id), number_of(m, r->id),
				  r->addr, m->cfg.bus_bytes, r->beats,
				  r->data);
	r->effect = UINT64_MAX;
}

static void accept_ar(struct mem *m, uint64_t cycle,
		      const struct cosim_axi_address *ar)
{
	uint64_t due = mem_due(m, cycle, false, ar->addr, m->cfg.bus_bytes,
			       ar->len + 1);
	struct reply *r = replies_add(&m->axi->r, due, ar->id, ar->addr);

	r->beats = ar->len + 1;
	r->effect = random_cycle(m, cycle, due);
}

static void perform_reads(struct mem *m, uint64_t cycle)
{
	for (uint32_t i = 0; i < m->axi->r.count; i++) {
		struct reply *r = replies_at(&m->axi->r, i);

		if (r->effect <= cycle)
			perform_read(m, r);
	}
}

/* --- writes ----------------------------------------------------------- */

static struct axi_write *write_at(struct axi *a, uint32_t i)
{
	return &a->writes[i % AXI_WRITES];
}

/* If both halves of write I, address and data, are accepted, chooses the cycle
 * in which it takes effect. */
static void complete_write(struct mem *m, uint64_t cycle, uint32_t i)
{
	struct axi_write *w = write_at(m->axi, i);

	if (i >= m->axi->addressed || i >= m->axi->filled)
		return;
	w->due = mem_due(m, cycle, true, w->addr, m->cfg.bus_bytes, w->beats);
	w->effect = random_cycle(m, cycle, w->due);
	w->met = true;
}

static void accept_aw(struct mem *m, uint64_t cycle,
		      const struct cosim_axi_address *aw)
{
	uint32_t i = m->axi->addressed++;
	struct axi_write *w = write_at(m->axi, i);

	w->id = aw->id;
	w->addr = aw->addr;
	w->beats = aw->len + 1;
	complete_write(m, cycle, i);
}

static void accept_w(struct mem *m, uint64_t cycle,
		     const struct cosim_axi_pins *p)
{
	struct axi *a = m->axi;
	struct axi_write *w = write_at(a, a->filled);
	uint32_t words = m->cfg.bus_bytes / 4, beat = a->fill_beats++;

	memcpy(w->data + (size_t)beat * words, p->wdata, words * 4);
	memcpy(w->strb + (size_t)beat * STRB_WORDS, p->wstrb,
	       (m->cfg.bus_bytes + 31) / 32 * 4);
	a->next_w = cycle + m->cfg.bandwidth;
	if (!p->wlast)
		return;
	a->fill_beats = 0;
	complete_write(m, cycle, a->filled++);
}

static void perform_write(struct mem *m, struct axi_write *w)
{
	uint32_t bytes = m->cfg.bus_bytes;
	struct reply *b = replies_add(&m->axi->b, w->due, w->id, w->addr);

	b->write = true;
	w->met = false;
	w->done = true;
	for (uint32_t i = 0; i < w->beats; i++)
		b->errors |= mem_store(m, port_of(m, w->id),
				       number_of(m, w->id),
				       w->addr + i * bytes, bytes,
				       w->strb + (size_t)i * STRB_WORDS,
				       w->data + (size_t)i * (bytes / 4));
}

/* Must write I wait for an older write of its id? */
static bool is_blocked(struct axi *a, uint32_t i)
{
	for (uint32_t k = a->oldest; k != i; k++)
		if (!write_at(a, k)->done &&
		    write_at(a, k)->id == write_at(a, i)->id)
			return true;
	return false;
}

static void perform_writes(struct mem *m, uint64_t cycle)
{
	struct axi *a = m->axi;

	for (uint32_t i = a->oldest; i < a->addressed && i < a->filled; i++) {
		struct axi_write *w = write_at(a, i);

		if (w->met && w->effect <= cycle && !is_blocked(a, i))
			perform_write(m, w);
	}
	while (write_at(a, a->oldest)->done)
		write_at(a, a->oldest++)->done = false;
}

/* --- a cycle ---------------------------------------------------------- */

static void accept(struct mem *m, uint64_t cycle,
		   const struct cosim_axi_pins *p)
{
	bool ar = p->ar.valid && p->arready, aw = p->aw.valid && p->awready;
	bool w = p->wvalid && p->wready;

	m->axi->accepted = ar | aw | w;
	if (ar)
		accept_ar(m, cycle, &p->ar);
	if (aw)
		accept_aw(m, cycle, &p->aw);
	if (w)
		accept_w(m, cycle, p);
}

/* Reads and writes that take effect in one cycle have no order: a random one is
 * chosen. */
static void take_effect(struct mem *m, uint64_t cycle)
{
	bool writes_first = m->cfg.random && rnd_below(&m->rnd, 2);

	if (writes_first)
		perform_writes(m, cycle);
	perform_reads(m, cycle);
	if (!writes_first)
		perform_writes(m, cycle);
}

int axi_sample(struct mem *m, uint64_t cycle, const struct cosim_axi_pins *p)
{
	struct axi *a = m->axi;
	bool r = a->r.driving && p->rready, b = a->b.driving && p->bready;

	if (axi_check_cycle(a->check, p))
		return axi_failed(m);
	accept(m, cycle, p);
	if (a->r.count || a->oldest != a->addressed)
		take_effect(m, cycle);
	if (r)
		replies_taken(&a->r, cycle, m->cfg.bandwidth);
	if (b)
		replies_taken(&a->b, cycle, 1);
	return 0;
}
