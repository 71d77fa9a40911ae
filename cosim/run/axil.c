/* axil.c - a master of AXI4-Lite that checks the slave
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/run/axil.h"

enum { PATIENCE = 256 };        /* cycles for a step of the slave */

void axil_init(struct axil *a, uint64_t seed)
{
	*a = (struct axil){ .random = seed != 0 };
	rnd_seed(&a->rnd, seed);
}

const struct axil_write *axil_queued(const struct axil *a, uint32_t i)
{
	return i < a->made - a->acted ?
	       &a->queue[(a->acted + i) % AXIL_QUEUE] : NULL;
}

bool axil_room(const struct axil *a)
{
	return a->made - a->acted < (a->random ? AXIL_QUEUE : 1);
}

void axil_write(struct axil *a, const struct axil_write *w)
{
	a->queue[a->made++ % AXIL_QUEUE] = *w;
}

void axil_read(struct axil *a, uint32_t addr)
{
	a->read.busy = true;
	a->read.show = false;
	a->read.addr = addr;
}

/* Has the time of something come? In random mode it is late, sometimes by so
 * many cycles that the other channel is far ahead. */
static bool now(struct axil *a, uint32_t *late)
{
	if (*late) {
		--*late;
		return false;
	}
	if (a->random)
		*late = rnd_below(&a->rnd, rnd_below(&a->rnd, 8) ? 3 : 24);
	return true;
}

/* The write that the channel shows, or NULL. */
static const struct axil_write *shown(struct axil *a, struct axil_channel *c)
{
	if (c->sent == a->made)
		return NULL;
	c->show = c->show || now(a, &c->late);
	return c->show ? &a->queue[c->sent % AXIL_QUEUE] : NULL;
}

void axil_drive(struct axil *a, struct cosim_host_pins *p)
{
	const struct axil_write *aw = shown(a, &a->address);
	const struct axil_write *w = shown(a, &a->data);

	a->read.show = a->read.busy &&
		       (a->read.show || now(a, &a->read.late));
	p->awvalid = aw != NULL;
	p->wvalid = w != NULL;
	p->arvalid = a->read.show;
	/* Without valid the payload is garbage. */
	p->awaddr = aw ? aw->addr : rnd_u32(&a->rnd) & 4095;
	p->wdata = w ? w->value : rnd_u32(&a->rnd);
	p->wstrb = w ? w->strb : rnd_u32(&a->rnd) & 15;
	p->araddr = p->arvalid ? a->read.addr : rnd_u32(&a->rnd) & 4095;
	p->bready = now(a, &a->b_late);
	p->rready = now(a, &a->r_late);
}

bool axil_acts(const struct axil *a, const struct cosim_host_pins *p)
{
	return a->acted != a->address.sent && a->acted != a->data.sent &&
	       !p->bvalid;
}

bool axil_reads(const struct axil *a, const struct cosim_host_pins *p)
{
	(void)a;
	return p->arvalid && p->arready;
}

/* Has a response been changed or withdrawn that was not taken? */
static bool unstable(struct axil_response *s, bool valid, bool ready,
		     uint32_t first, uint32_t second)
{
	bool bad = s->waits && (!valid || s->payload[0] != first ||
				s->payload[1] != second);

	*s = (struct axil_response){ valid && !ready, { first, second } };
	return bad;
}

static const char *broken(struct axil *a, const struct cosim_host_pins *p)
{
	if (p->bvalid && !a->b_due)
		return "BVALID without a write";
	if (p->rvalid && !a->r_due)
		return "RVALID without a read";
	if (unstable(&a->b, p->bvalid, p->bready, p->bresp, 0))
		return "the response of a write was changed or withdrawn";
	if (unstable(&a->r, p->rvalid, p->rready, p->rdata, p->rresp))
		return "the response of a read was changed or withdrawn";
	if ((p->bvalid && p->bresp != AXIL_OKAY && p->bresp != AXIL_SLVERR) ||
	    (p->rvalid && p->rresp != AXIL_OKAY && p->rresp != AXIL_SLVERR))
		return "a response is neither OKAY nor SLVERR";
	return a->waited[0] > PATIENCE || a->waited[1] > PATIENCE ?
	       "a request waits for ever" : NULL;
}

static void accept(struct axil_channel *c, bool accepted)
{
	c->sent += accepted;
	c->show &= !accepted;
}

const char *axil_sample(struct axil *a, const struct cosim_host_pins *p)
{
	const char *bad = broken(a, p);
	bool acts = axil_acts(a, p), reads = axil_reads(a, p);
	bool aw = p->awvalid && p->awready, w = p->wvalid && p->wready;

	a->written = p->bvalid && p->bready;
	a->answered = p->rvalid && p->rready;
	a->resp[0] = p->bresp;
	a->resp[1] = p->rresp;
	a->value = p->rdata;
	a->b_due = acts || (a->b_due && !a->written);
	a->r_due = reads || (a->r_due && !a->answered);
	a->acted += acts;
	a->read.busy &= !reads;
	accept(&a->address, aw);
	accept(&a->data, w);
	a->waited[0] = aw || w || acts || a->written ||
		       !(axil_queued(a, 0) || a->b_due) ? 0 : a->waited[0] + 1;
	a->waited[1] = reads || a->answered || !(a->read.busy || a->r_due) ?
		       0 : a->waited[1] + 1;
	return bad;
}
