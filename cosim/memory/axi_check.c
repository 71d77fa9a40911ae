/* axi_check.c - checks the rules of AXI4 on the pins
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each cycle is checked in this order: held transfers are stable, requests are
 * legal, responses belong to a request, accepted transfers change the state.
 * Each function check_ or stable_ has one group of rules. Only the first
 * violation is kept.
 */
#include "cosim/memory/axi_check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	IDS = 2048,             /* two ports of at most 33 ids, of 16 cores */
	PROT_INSN = 4,
	WRITES = 256,           /* most addresses, or bursts of data, without a
				 * response */
	STRB_WORDS = 4,
	BOUNDARY = 4096,
	INCR = 1
};

/* The last transfer of a channel, if it was not accepted. It must not
 * change. */
struct held {
	bool waiting;
	struct cosim_axi_address a;
};

struct held_w {
	bool waiting;
	uint32_t last, strb[STRB_WORDS], data[COSIM_BUS_WORDS];
};

struct held_r {
	bool waiting;
	uint32_t id, resp, last, data[COSIM_BUS_WORDS];
};

struct read {
	bool open;
	uint32_t beats, seen;
};

/* A write of which the address, the data or both are accepted. */
struct write {
	bool responded;
	uint32_t id, addr, len; /* if addressed */
	uint32_t beats;         /* if filled */
	uint32_t strb[STRB_WORDS];      /* of the first beat */
	bool whole;             /* every beat drove all bytes */
};

struct axi_check {
	struct mem_config cfg;
	uint32_t channel;       /* of the port */
	uint32_t size;          /* log2 of the bus bytes */
	uint32_t words, strb_words;
	bool started;           /* reset was over in an earlier cycle */
	struct held aw, ar;
	struct held_w w;
	struct held_r r;
	bool b_waiting;
	uint32_t b_id, b_resp;
	struct read reads[IDS];
	/* A ring. ADDRESSED and FILLED count accepted addresses and complete
	 * bursts of data; OLDEST counts the writes before the first without a
	 * response. */
	struct write writes[WRITES];
	uint32_t addressed, filled, oldest;
	bool failed;
	struct mem_error error;
};

struct axi_check *axi_check_new(const struct mem_config *config,
				uint32_t channel)
{
	struct axi_check *k = calloc(1, sizeof *k);

	if (!k)
		return NULL;
	k->cfg = *config;
	k->channel = channel;
	while (UINT32_C(1) << k->size < config->bus_bytes)
		k->size++;
	k->words = config->bus_bytes / 4;
	k->strb_words = (config->bus_bytes + 31) / 32;
	return k;
}

void axi_check_free(struct axi_check *k)
{
	free(k);
}

const struct mem_error *axi_check_error(const struct axi_check *k)
{
	return k->failed ? &k->error : NULL;
}

__attribute__((format(printf, 3, 4)))
static int report(struct axi_check *k, enum cosim_check check, const char *fmt,
		  ...)
{
	va_list ap;

	k->failed = true;
	k->error.check = check;
	va_start(ap, fmt);
	vsnprintf(k->error.text, sizeof k->error.text, fmt, ap);
	va_end(ap);
	return 1;
}

/* --- reset ------------------------------------------------------------ */

int axi_check_reset(struct axi_check *k, const struct cosim_axi_pins *a)
{
	if (k->failed)
		return 1;
	if (!a->aw.valid && !a->ar.valid && !a->wvalid)
		return 0;
	return report(k, COSIM_AXI_RESET, "%s is high in reset",
		      a->aw.valid ? "awvalid" : a->ar.valid ? "arvalid" :
		      "wvalid");
}

/* --- a transfer must stay until it is accepted ------------------------- */

static int fail_withdrawn(struct axi_check *k, const char *channel)
{
	return report(k, COSIM_AXI_STABLE, "%svalid was withdrawn before "
		      "%sready", channel, channel);
}

static int fail_changed(struct axi_check *k, const char *channel)
{
	return report(k, COSIM_AXI_STABLE, "channel %s changed before it was "
		      "accepted", channel);
}

static int stable_address(struct axi_check *k, const char *channel,
			  struct held *h, const struct cosim_axi_address *a,
			  uint32_t ready)
{
	if (h->waiting && !a->valid)
		return fail_withdrawn(k, channel);
	if (h->waiting && memcmp(&h->a, a, sizeof *a))
		return report(k, COSIM_AXI_STABLE, "channel %s changed before "
			      "it was accepted: 0x%08x of id %u, len %u to "
			      "0x%08x of id %u, len %u", channel, h->a.addr,
			      h->a.id, h->a.len, a->addr, a->id, a->len);
	h->waiting = a->valid && !ready;
	if (h->waiting)
		h->a = *a;
	return 0;
}

static int stable_w(struct axi_check *k, const struct cosim_axi_pins *a)
{
	struct held_w *h = &k->w;

	if (h->waiting && !a->wvalid)
		return fail_withdrawn(k, "w");
	if (h->waiting &&
	    (a->wlast != h->last ||
	     memcmp(h->strb, a->wstrb, k->strb_words * 4) ||
	     memcmp(h->data, a->wdata, k->words * 4)))
		return fail_changed(k, "w");
	h->waiting = a->wvalid && !a->wready;
	if (!h->waiting)
		return 0;
	h->last = a->wlast;
	memcpy(h->strb, a->wstrb, k->strb_words * 4);
	memcpy(h->data, a->wdata, k->words * 4);
	return 0;
}

static int stable_r(struct axi_check *k, const struct cosim_axi_pins *a)
{
	struct held_r *h = &k->r;

	if (h->waiting && !a->rvalid)
		return fail_withdrawn(k, "r");
	if (h->waiting && (a->rid != h->id || a->rresp != h->resp ||
			   a->rlast != h->last ||
			   memcmp(h->data, a->rdata, k->words * 4)))
		return fail_changed(k, "r");
	h->waiting = a->rvalid && !a->rready;
	if (!h->waiting)
		return 0;
	h->id = a->rid;
	h->resp = a->rresp;
	h->last = a->rlast;
	memcpy(h->data, a->rdata, k->words * 4);
	return 0;
}

static int stable_b(struct axi_check *k, const struct cosim_axi_pins *a)
{
	if (k->b_waiting && !a->bvalid)
		return fail_withdrawn(k, "b");
	if (k->b_waiting && (a->bid != k->b_id || a->bresp != k->b_resp))
		return fail_changed(k, "b");
	k->b_waiting = a->bvalid && !a->bready;
	k->b_id = a->bid;
	k->b_resp = a->bresp;
	return 0;
}

static int check_stable(struct axi_check *k, const struct cosim_axi_pins *a)
{
	return stable_address(k, "aw", &k->aw, &a->aw, a->awready) ||
	       stable_address(k, "ar", &k->ar, &a->ar, a->arready) ||
	       stable_w(k, a) || stable_r(k, a) || stable_b(k, a);
}

/* --- addresses -------------------------------------------------------- */

static bool in_ram(const struct axi_check *k, uint32_t addr)
{
	return addr - k->cfg.ram_base < k->cfg.ram_size;
}

/* The port of an id, and the number of the id at this port. */
static enum cosim_port port_of(const struct axi_check *k, uint32_t id)
{
	return id >> (k->cfg.axi_id_bits - 1) ? COSIM_IBUS : COSIM_DBUS;
}

static uint32_t number_of(const struct axi_check *k, uint32_t id)
{
	return id & ((UINT32_C(1) << (k->cfg.axi_id_bits - 1)) - 1);
}

/* The part of that number that is the core's own id, and the part that is the
 * core. */
static uint32_t own_of(const struct axi_check *k, uint32_t id)
{
	return mem_tag_own(&k->cfg, port_of(k, id), number_of(k, id));
}

static uint32_t core_of(const struct axi_check *k, uint32_t id)
{
	return mem_tag_core(&k->cfg, port_of(k, id), number_of(k, id));
}

static bool id_exists(const struct axi_check *k, uint32_t id)
{
	return !(id >> k->cfg.axi_id_bits) &&
	       mem_tag_valid(&k->cfg, port_of(k, id), number_of(k, id));
}

static int fail_burst(struct axi_check *k, const char *channel,
		      const struct cosim_axi_address *a, const char *why)
{
	return report(k, COSIM_AXI_BURST, "%s of id %u at 0x%08x: len %u, size "
		      "%u, burst %u, lock %u: %s", channel, a->id, a->addr,
		      a->len, a->size, a->burst, a->lock, why);
}

/* Checks the rules of AXI4 for any burst, and the narrower ones of
 * doc/bus.md. */
static int check_burst(struct axi_check *k, const char *channel,
		       const struct cosim_axi_address *a)
{
	uint32_t bytes = (a->len + 1) << k->size;

	if (a->burst != INCR)
		return fail_burst(k, channel, a, "not INCR");
	if (a->size != k->size)
		return fail_burst(k, channel, a, "beats are not as wide as the "
				  "bus");
	if (a->lock)
		return fail_burst(k, channel, a, "exclusive");
	if (a->prot != (port_of(k, a->id) == COSIM_IBUS ? PROT_INSN : 0) ||
	    a->qos)
		return report(k, COSIM_AXI_ATTRIBUTE, "%s of id %u has prot %u "
			      "and qos %u", channel, a->id, a->prot, a->qos);
	if ((a->addr & (BOUNDARY - 1)) + bytes > BOUNDARY)
		return report(k, COSIM_AXI_BOUNDARY, "%s of id %u at 0x%08x, "
			      "%u bytes, crosses 4 KiB", channel, a->id,
			      a->addr, bytes);
	if (a->addr & (k->cfg.bus_bytes - 1))
		return report(k, COSIM_AXI_ADDRESS, "%s at 0x%08x is not "
			      "aligned to the bus", channel, a->addr);
	return 0;
}

/* A line belongs to one bank of the second-level cache, and a bank to one
 * channel. */
static int check_bank(struct axi_check *k, const char *channel,
		      const struct cosim_axi_address *a)
{
	uint32_t bank = core_of(k, a->id), home = mem_bank(&k->cfg, a->addr);
	uint32_t channels = k->cfg.channels ? k->cfg.channels : 1;

	if (!k->cfg.l2)
		return 0;
	if (bank != home)
		return report(k, COSIM_AXI_BANK, "%s of id %u is of bank %u; "
			      "0x%08x belongs to bank %u", channel, a->id, bank,
			      a->addr, home);
	if (bank % channels != k->channel)
		return report(k, COSIM_AXI_BANK, "%s of id %u is of bank %u, "
			      "which has channel %u, not %u", channel, a->id,
			      bank, bank % channels, k->channel);
	return 0;
}

static int fail_hazard(struct axi_check *k, uint32_t line, uint32_t write)
{
	return report(k, COSIM_BUS_HAZARD, "the line at 0x%08x is read while "
		      "the write to 0x%08x has no response", line, write);
}

/* A core must not read a line while a write of its own to the line is in
 * flight. */
static int check_hazard(struct axi_check *k, const struct cosim_axi_pins *a,
			uint32_t line)
{
	uint32_t addr = a->ar.addr, core = core_of(k, a->ar.id);

	if (a->aw.valid && core_of(k, a->aw.id) == core &&
	    a->aw.addr - addr < line)
		return fail_hazard(k, addr, a->aw.addr);
	for (uint32_t i = k->oldest; i != k->addressed; i++) {
		const struct write *w = &k->writes[i % WRITES];

		if (!w->responded && core_of(k, w->id) == core &&
		    w->addr - addr < line)
			return fail_hazard(k, addr, w->addr);
	}
	return 0;
}

static int check_ar(struct axi_check *k, const struct cosim_axi_pins *pins)
{
	const struct cosim_axi_address *a = &pins->ar;
	const struct mem_config *c = &k->cfg;
	bool ibus = port_of(k, a->id) == COSIM_IBUS;
	uint32_t line = ibus ? c->icache_line : c->dcache_line;

	if (!id_exists(k, a->id) || own_of(k, a->id) >=
	    (ibus ? c->icache_mshrs : c->dcache_mshrs))
		return report(k, COSIM_AXI_ID, "a read has id %u", a->id);
	if (k->reads[a->id].open)
		return report(k, COSIM_AXI_ID, "a read has id %u, which is in "
			      "flight", a->id);
	if (check_burst(k, "ar", a))
		return 1;
	if (!in_ram(k, a->addr) || a->addr & (line - 1))
		return report(k, COSIM_AXI_ADDRESS, "the read at 0x%08x is not "
			      "of a line in RAM", a->addr);
	if (a->len + 1 != line / c->bus_bytes)
		return fail_burst(k, "ar", a, "not a line");
	if (check_bank(k, "ar", a))
		return 1;
	return ibus ? 0 : check_hazard(k, pins, line);
}

static int check_aw(struct axi_check *k, const struct cosim_axi_address *a)
{
	const struct mem_config *c = &k->cfg;
	uint32_t line = c->dcache_line, bytes = (a->len + 1) << k->size;

	if (!id_exists(k, a->id) || port_of(k, a->id) != COSIM_DBUS ||
	    own_of(k, a->id) != (c->l2 ? 0 : c->dcache_mshrs))
		return report(k, COSIM_AXI_ID, "a write has id %u", a->id);
	if (check_burst(k, "aw", a))
		return 1;
	if (!in_ram(k, a->addr) &&
	    (a->addr != (uint32_t)MEM_CONSOLE || a->len))
		return report(k, COSIM_AXI_ADDRESS, "the write at 0x%08x, len "
			      "%u, is neither in RAM nor for the console",
			      a->addr, a->len);
	if ((a->addr & (line - 1)) + bytes > line)
		return fail_burst(k, "aw", a, "leaves the line");
	if (c->whole_lines && in_ram(k, a->addr) && bytes != line)
		return fail_burst(k, "aw", a, "not a line");
	return check_bank(k, "aw", a);
}

/* --- writes: address and data ------------------------------------------ */

/* Is COUNT, which only increases, greater than I? Both are modulo 2^32. */
static bool has_passed(uint32_t count, uint32_t i)
{
	return count - i - 1 < WRITES;
}

static int check_strobe(struct axi_check *k, const struct write *w)
{
	uint32_t strb = w->strb[0];

	if (in_ram(k, w->addr))
		return k->cfg.whole_lines && !w->whole ?
		       report(k, COSIM_AXI_STROBE, "the write of the line at "
			      "0x%08x leaves out bytes", w->addr) : 0;
	for (uint32_t i = 1; i < k->strb_words; i++)
		strb |= w->strb[i] ? 2 : 0;
	if (strb != 1 && strb != 3 && strb != 15)
		return report(k, COSIM_AXI_STROBE, "a console write has strobe "
			      "0x%x; it must be 0x1, 0x3 or 0xf", w->strb[0]);
	return 0;
}

/* Checks W when both its halves are accepted. */
static int check_complete(struct axi_check *k, const struct write *w)
{
	if (w->beats != w->len + 1)
		return report(k, COSIM_AXI_LAST, "wlast came with beat %u of a "
			      "write of %u", w->beats, w->len + 1);
	return check_strobe(k, w);
}

static int accept_aw(struct axi_check *k, const struct cosim_axi_address *a)
{
	struct write *w = &k->writes[k->addressed % WRITES];

	if (k->addressed - k->oldest >= WRITES)
		return report(k, COSIM_AXI_ID, "more than %d writes in flight",
			      WRITES);
	w->id = a->id;
	w->addr = a->addr;
	w->len = a->len;
	w->responded = false;
	return has_passed(k->filled, k->addressed++) ? check_complete(k, w) : 0;
}

/* Does STRB select all bytes of the bus? */
static bool is_whole(const struct axi_check *k, const uint32_t *strb)
{
	uint32_t missing = 0;

	for (uint32_t i = 0; i < k->strb_words; i++)
		missing |= ~strb[i];
	return k->cfg.bus_bytes < 32 ?
	       strb[0] == (UINT32_C(1) << k->cfg.bus_bytes) - 1 : !missing;
}

static int check_beat(struct axi_check *k, const struct cosim_axi_pins *a,
		      const struct write *w)
{
	uint32_t longest = k->cfg.dcache_line / k->cfg.bus_bytes;

	if (k->cfg.bus_bytes < 32 && a->wstrb[0] >> k->cfg.bus_bytes)
		return report(k, COSIM_AXI_STROBE, "strobe 0x%x selects bytes "
			      "that the bus does not have", a->wstrb[0]);
	if (has_passed(k->addressed, k->filled))
		longest = w->len + 1;
	if (w->beats > longest || (w->beats == longest && !a->wlast))
		return report(k, COSIM_AXI_LAST, "beat %u of a write is the "
			      "last, but has no wlast", longest);
	return 0;
}

static int accept_w(struct axi_check *k, const struct cosim_axi_pins *a)
{
	struct write *w = &k->writes[k->filled % WRITES];

	if (k->filled - k->oldest >= WRITES)
		return report(k, COSIM_AXI_ID, "more than %d bursts of data "
			      "without an address", WRITES);
	if (w->beats++ == 0) {
		memcpy(w->strb, a->wstrb, k->strb_words * 4);
		w->whole = true;
	}
	w->whole &= is_whole(k, a->wstrb);
	if (check_beat(k, a, w))
		return 1;
	if (!a->wlast)
		return 0;
	return has_passed(k->addressed, k->filled++) ? check_complete(k, w) : 0;
}

/* --- responses --------------------------------------------------------- */

/* The oldest complete write of ID without a response, or NULL. */
static struct write *find_open_write(struct axi_check *k, uint32_t id)
{
	for (uint32_t i = k->oldest; i != k->addressed && i != k->filled; i++) {
		struct write *w = &k->writes[i % WRITES];

		if (!w->responded && w->id == id)
			return w;
	}
	return NULL;
}

static int check_b(struct axi_check *k, const struct cosim_axi_pins *a)
{
	struct write *w = find_open_write(k, a->bid);

	if (!w)
		return report(k, COSIM_AXI_RESPONSE, "bvalid of id %u, which "
			      "has no complete write", a->bid);
	if (!a->bready)
		return 0;
	w->responded = true;
	while (k->oldest != k->addressed && k->oldest != k->filled &&
	       k->writes[k->oldest % WRITES].responded)
		k->writes[k->oldest++ % WRITES].beats = 0;
	return 0;
}

static int check_r(struct axi_check *k, const struct cosim_axi_pins *a)
{
	struct read *r = &k->reads[a->rid % IDS];
	bool last = r->seen + 1 == r->beats;

	if (a->rid >= IDS || !r->open)
		return report(k, COSIM_AXI_RESPONSE, "rvalid of id %u, which "
			      "has no read", a->rid);
	if (a->rlast != last)
		return report(k, COSIM_AXI_LAST, "rlast is %u with beat %u of "
			      "%u", a->rlast, r->seen + 1, r->beats);
	if (!a->rready)
		return 0;
	r->seen++;
	r->open = !last;
	return 0;
}

/* --- a cycle ---------------------------------------------------------- */

static int check_requests(struct axi_check *k, const struct cosim_axi_pins *a)
{
	return (a->ar.valid && check_ar(k, a)) ||
	       (a->aw.valid && check_aw(k, &a->aw));
}

static int check_responses(struct axi_check *k, const struct cosim_axi_pins *a)
{
	return (a->bvalid && check_b(k, a)) || (a->rvalid && check_r(k, a));
}

static int accept(struct axi_check *k, const struct cosim_axi_pins *a)
{
	struct read *r = &k->reads[a->ar.id % IDS];

	if (a->ar.valid && a->arready) {
		r->open = true;
		r->beats = a->ar.len + 1;
		r->seen = 0;
	}
	return (a->aw.valid && a->awready && accept_aw(k, &a->aw)) ||
	       (a->wvalid && a->wready && accept_w(k, a));
}

static bool is_idle(const struct axi_check *k, const struct cosim_axi_pins *a)
{
	return !(a->aw.valid | a->ar.valid | a->wvalid | a->rvalid | a->bvalid |
		 k->aw.waiting | k->ar.waiting | k->w.waiting | k->r.waiting |
		 k->b_waiting);
}

/* Responses are checked before requests are accepted: the response to a request
 * comes a cycle after its acceptance at the earliest. */
int axi_check_cycle(struct axi_check *k, const struct cosim_axi_pins *a)
{
	if (k->failed)
		return 1;
	if (!k->started && axi_check_reset(k, a))
		return 1;
	k->started = true;
	return !is_idle(k, a) &&
	       (check_stable(k, a) || check_requests(k, a) ||
		check_responses(k, a) || accept(k, a));
}
