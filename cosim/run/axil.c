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

void axil_write(struct axil *a, uint32_t addr, uint32_t value, uint32_t strb)
{
	a->write.busy = true;
	a->write.address = a->write.data = false;
	a->write.show_address = a->write.show_data = false;
	a->write.addr = addr;
	a->write.value = value;
	a->write.strb = strb;
}

void axil_read(struct axil *a, uint32_t addr)
{
	a->read.busy = true;
	a->read.show = false;
	a->read.addr = addr;
}

/* In random mode, in one of two cycles; else always. */
static bool now(struct axil *a)
{
	return !a->random || rnd_below(&a->rnd, 2);
}

void axil_drive(struct axil *a, struct cosim_host_pins *p)
{
	bool write = a->write.busy, read = a->read.busy;

	a->write.show_address |= now(a);
	a->write.show_data |= now(a);
	a->read.show |= now(a);
	p->awvalid = write && a->write.show_address && !a->write.address;
	p->wvalid = write && a->write.show_data && !a->write.data;
	p->arvalid = read && a->read.show;
	/* Without valid the payload is garbage. */
	p->awaddr = p->awvalid ? a->write.addr : rnd_u32(&a->rnd) & 4095;
	p->wdata = p->wvalid ? a->write.value : rnd_u32(&a->rnd);
	p->wstrb = p->wvalid ? a->write.strb : rnd_u32(&a->rnd) & 15;
	p->araddr = p->arvalid ? a->read.addr : rnd_u32(&a->rnd) & 4095;
	p->bready = now(a);
	p->rready = now(a);
}

bool axil_acts(const struct axil *a, const struct cosim_host_pins *p)
{
	return a->write.busy && a->write.address && a->write.data && !p->bvalid;
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
	a->write.busy &= !acts;
	a->read.busy &= !reads;
	a->write.address |= aw;
	a->write.data |= w;
	a->waited[0] = aw || w || acts || a->written ||
		       !(a->write.busy || a->b_due) ? 0 : a->waited[0] + 1;
	a->waited[1] = reads || a->answered || !(a->read.busy || a->r_due) ?
		       0 : a->waited[1] + 1;
	return bad;
}
