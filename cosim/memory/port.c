/* port.c - one simple bus of the core, in word or line form
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each cycle the port drives ready and a response, then samples the request.
 * Every rule of doc/bus.md has a check_ function; the first broken rule ends
 * the run.
 */
#include "cosim/memory/mem_state.h"

#include <string.h>

enum { JUNK = (int)0xDEADBEEF };        /* data outside the strobe of a read */

static const char *name(const struct port *p)
{
	return p->which == COSIM_IBUS ? "ibus" : "dbus";
}

int port_init(struct mem *m, struct port *p, enum cosim_port which)
{
	const struct mem_config *c = &m->cfg;
	bool ibus = which == COSIM_IBUS;

	p->which = which;
	p->req = ibus ? IBUS_REQ : DBUS_REQ;
	p->rsp = ibus ? IBUS_RSP : DBUS_RSP;
	p->line = ibus ? c->icache_line : c->dcache_line;
	p->bytes = ibus && !p->line ? 4 : c->bus_bytes;
	p->words = p->bytes / 4;
	p->strb_words = (p->bytes + 31) / 32;
	if (p->line)
		p->ids = ibus ? c->icache_mshrs : c->dcache_mshrs;
	else
		p->ids = ibus ? c->warps : c->requests;
	return replies_init(&p->replies, p->line ? p->line / 4 : p->words);
}

/* --- the request stays ------------------------------------------------ */

static void hold_request(struct port *p, const struct cosim_bus_pins *b)
{
	struct request *r = &p->held;

	r->tag = b->req_tag;
	r->write = b->req_write;
	r->addr = b->req_addr;
	r->len = b->req_len;
	r->last = b->req_last;
	if (p->which == COSIM_IBUS)
		return;
	memcpy(r->strb, b->req_strb, p->strb_words * 4);
	memcpy(r->data, b->req_data, p->words * 4);
}

static int fail_withdrawn(struct mem *m, const struct port *p)
{
	return mem_broken(m, COSIM_BUS_STABLE, "%s: the request of %u at "
			  "0x%08x was withdrawn", name(p), p->held.tag,
			  p->held.addr);
}

static bool same_payload(const struct port *p, const struct cosim_bus_pins *b)
{
	const struct request *r = &p->held;

	return p->which == COSIM_IBUS ||
	       (b->req_write == r->write && b->req_last == r->last &&
		!memcmp(b->req_strb, r->strb, p->strb_words * 4) &&
		!memcmp(b->req_data, r->data, p->words * 4));
}

static int check_held(struct mem *m, const struct port *p,
		      const struct cosim_bus_pins *b)
{
	const struct request *r = &p->held;

	if (b->req_tag == r->tag && b->req_addr == r->addr &&
	    b->req_len == r->len && same_payload(p, b))
		return 0;
	return mem_broken(m, COSIM_BUS_STABLE, "%s: the %s of %u at 0x%08x, "
			  "strobe 0x%x changed to a %s of %u at 0x%08x before "
			  "it was accepted", name(p),
			  r->write ? "write" : "read", r->tag, r->addr,
			  r->strb[0], b->req_write ? "write" : "read",
			  b->req_tag, b->req_addr);
}

/* --- rules of both forms ---------------------------------------------- */

static int fail_address(struct mem *m, const struct port *p,
			const struct cosim_bus_pins *b, const char *why)
{
	return mem_broken(m, COSIM_BUS_ADDRESS, "%s: the %s at 0x%08x %s",
			  name(p), b->req_write ? "write" : "read",
			  b->req_addr, why);
}

static int check_place(struct mem *m, const struct port *p,
		       const struct cosim_bus_pins *b)
{
	if (b->req_addr & (p->bytes - 1))
		return fail_address(m, p, b, "is not aligned to the bus");
	if (mem_in_ram(m, b->req_addr))
		return 0;
	if (p->which == COSIM_IBUS)
		return fail_address(m, p, b, "is not in RAM");
	if (!b->req_write || b->req_addr != (uint32_t)MEM_CONSOLE)
		return fail_address(m, p, b, "is neither in RAM nor for the "
				    "console");
	return 0;
}

static int check_strobe(struct mem *m, const struct port *p,
			const struct cosim_bus_pins *b)
{
	uint32_t strb = b->req_strb[0];

	if (p->bytes < 32 && strb >> p->bytes)
		return mem_broken(m, COSIM_BUS_STROBE, "dbus: strobe 0x%x at "
				  "0x%08x selects bytes that the bus does not "
				  "have", strb, b->req_addr);
	return 0;
}

static int check_console(struct mem *m, const struct port *p,
			 const struct cosim_bus_pins *b)
{
	uint32_t strb = b->req_strb[0], more = 0;

	if (mem_in_ram(m, b->req_addr))
		return 0;
	for (uint32_t i = 1; i < p->strb_words; i++)
		more |= b->req_strb[i];
	if (more || (strb != 1 && strb != 3 && strb != 15))
		return mem_broken(m, COSIM_BUS_STROBE, "dbus: a console write "
				  "has strobe 0x%x; it must be 0x1, 0x3 or "
				  "0xf", strb);
	return 0;
}

static bool any_strobe(const struct port *p, const struct cosim_bus_pins *b)
{
	uint32_t any = 0;

	for (uint32_t i = 0; i < p->strb_words; i++)
		any |= b->req_strb[i];
	return any;
}

static int fail_strobe(struct mem *m, const struct cosim_bus_pins *b)
{
	return mem_broken(m, COSIM_BUS_STROBE, "dbus: the strobe at 0x%08x "
			  "selects nothing", b->req_addr);
}

static bool tag_exists(const struct mem *m, const struct port *p, uint32_t tag)
{
	return mem_tag_valid(&m->cfg, p->which, tag) &&
	       mem_tag_own(&m->cfg, p->which, tag) < p->ids;
}

static bool is_in_flight(const struct port *p, uint32_t tag)
{
	return p->in_flight[tag / 64] >> tag % 64 & 1;
}

static int fail_tag(struct mem *m, const struct port *p,
		    const struct cosim_bus_pins *b, const char *why)
{
	return mem_broken(m, COSIM_BUS_TAG, "%s: the %s at 0x%08x has tag %u, "
			  "%s (of %u)", name(p),
			  b->req_write ? "write" : "read", b->req_addr,
			  b->req_tag, why, p->ids);
}

/* --- rules of the word form ------------------------------------------- */

static int check_clean(struct mem *m, const struct port *p,
		       const struct cosim_bus_pins *b)
{
	uint32_t junk = 0;

	for (uint32_t i = 0; i < p->words; i++)
		junk |= b->req_data[i] &
			~(b->req_write ? mem_strobed(b->req_strb, i) : 0);
	if (junk)
		return mem_broken(m, COSIM_BUS_STROBE, "dbus: data at 0x%08x "
				  "are not zero outside the strobe",
				  b->req_addr);
	return 0;
}

static int check_word(struct mem *m, const struct port *p,
		      const struct cosim_bus_pins *b)
{
	if (!tag_exists(m, p, b->req_tag))
		return fail_tag(m, p, b, "which does not exist");
	if (p->which == COSIM_IBUS)
		return check_place(m, p, b);
	if (is_in_flight(p, b->req_tag))
		return fail_tag(m, p, b, "which is in flight");
	if (check_place(m, p, b) || check_console(m, p, b) ||
	    check_strobe(m, p, b))
		return 1;
	return any_strobe(p, b) ? check_clean(m, p, b) : fail_strobe(m, b);
}

/* --- rules of the line form ------------------------------------------- */

static int fail_burst(struct mem *m, const struct port *p,
		      const struct cosim_bus_pins *b, const char *why)
{
	return mem_broken(m, COSIM_BUS_BURST, "%s: the %s of %u at 0x%08x, "
			  "len %u, %s", name(p),
			  b->req_write ? "write" : "read", b->req_tag,
			  b->req_addr, b->req_len, why);
}

/* Does B read a line to which a write of the same core is in flight? Writes of
 * other cores are ordered by software. */
static bool has_hazard(const struct mem *m, const struct port *p,
		       const struct cosim_bus_pins *b)
{
	for (uint32_t i = 0; i < p->replies.count; i++) {
		const struct reply *r = replies_at(&p->replies, i);

		if (r->write && mem_tag_core(&m->cfg, p->which, r->id) ==
			mem_tag_core(&m->cfg, p->which, b->req_tag) &&
		    !((r->addr ^ b->req_addr) & ~(p->line - 1)))
			return true;
	}
	return false;
}

static int check_read(struct mem *m, const struct port *p,
		      const struct cosim_bus_pins *b)
{
	if (!tag_exists(m, p, b->req_tag))
		return fail_tag(m, p, b, "which no read has");
	if (is_in_flight(p, b->req_tag))
		return fail_tag(m, p, b, "which is in flight");
	if (b->req_addr & (p->line - 1) ||
	    b->req_len != p->line / p->bytes - 1)
		return fail_burst(m, p, b, "is not a line");
	if (p->which == COSIM_DBUS && !b->req_last)
		return fail_burst(m, p, b, "is not marked last");
	if (has_hazard(m, p, b))
		return mem_broken(m, COSIM_BUS_HAZARD, "%s: the line at "
				  "0x%08x is read while a write to it has no "
				  "response", name(p), b->req_addr);
	return 0;
}

/* Every beat of a written line must have all strobes. */
static int check_whole(struct mem *m, const struct port *p,
		       const struct cosim_bus_pins *b)
{
	uint32_t missing = 0;

	for (uint32_t i = 0; i < p->words; i++)
		missing |= ~mem_strobed(b->req_strb, i);
	if (missing)
		return mem_broken(m, COSIM_BUS_STROBE, "dbus: strobe 0x%x at "
				  "0x%08x leaves out bytes of a line",
				  b->req_strb[0], b->req_addr);
	return 0;
}

static int check_first_beat(struct mem *m, const struct port *p,
			    const struct cosim_bus_pins *b)
{
	uint32_t bytes = (b->req_len + 1) * p->bytes;
	uint32_t offset = b->req_addr & (p->line - 1);

	if (!mem_in_ram(m, b->req_addr))
		return b->req_len ? fail_burst(m, p, b, "is more than a beat "
					       "for the console") : 0;
	if (offset + bytes > p->line)
		return fail_burst(m, p, b, "leaves the line");
	if (m->cfg.whole_lines && bytes != p->line)
		return fail_burst(m, p, b, "is not a line");
	return 0;
}

static int check_next_beat(struct mem *m, const struct port *p,
			   const struct cosim_bus_pins *b)
{
	if (!b->req_write || b->req_addr != p->next_addr ||
	    b->req_len != p->burst_len || b->req_tag != p->burst_tag)
		return fail_burst(m, p, b, "stands where a write goes on");
	return 0;
}

static int check_write(struct mem *m, const struct port *p,
		       const struct cosim_bus_pins *b)
{
	uint32_t left = p->beats_left ? p->beats_left : b->req_len + 1;

	if (mem_tag_own(&m->cfg, p->which, b->req_tag) != p->ids ||
	    !mem_tag_valid(&m->cfg, p->which, b->req_tag))
		return fail_tag(m, p, b, "which is not that of writes");
	if (!p->beats_left && check_first_beat(m, p, b))
		return 1;
	if (b->req_last != (left == 1))
		return fail_burst(m, p, b, b->req_last ? "ends early" :
				  "does not end with its last beat");
	if (left == 1 && !p->burst_strobed && !any_strobe(p, b))
		return fail_strobe(m, b);
	if (check_strobe(m, p, b) || check_console(m, p, b))
		return 1;
	return m->cfg.whole_lines && mem_in_ram(m, b->req_addr) ?
	       check_whole(m, p, b) : 0;
}

static int check_line(struct mem *m, const struct port *p,
		      const struct cosim_bus_pins *b)
{
	if (check_place(m, p, b) ||
	    (p->beats_left && check_next_beat(m, p, b)))
		return 1;
	return b->req_write ? check_write(m, p, b) : check_read(m, p, b);
}

/* --- accept ------------------------------------------------------------ */

/* Adds the response to request B, which is accepted in CYCLE; BEATS is the
 * length of its burst. */
static struct reply *add_reply(struct mem *m, struct port *p, uint64_t cycle,
			       const struct cosim_bus_pins *b, uint32_t beats)
{
	uint32_t addr = b->req_addr;
	struct reply *r;

	if (b->req_write)
		addr -= (beats - 1) * p->bytes;
	r = replies_add(&p->replies, mem_due(m, cycle, b->req_write, addr,
					     p->bytes, beats), b->req_tag,
			b->req_addr);
	r->write = b->req_write;
	return r;
}

static void accept_read(struct mem *m, struct port *p, uint64_t cycle,
			const struct cosim_bus_pins *b)
{
	uint32_t beats = p->line ? p->line / p->bytes : 1;
	struct reply *r = add_reply(m, p, cycle, b, beats);

	r->beats = beats;
	r->errors = mem_read_line(m, p->which, b->req_tag, b->req_addr,
				  p->bytes, r->beats, r->data);
	if (p->line || p->which == COSIM_IBUS)
		return;
	for (uint32_t i = 0; i < p->words; i++) {
		uint32_t bits = mem_strobed(b->req_strb, i);

		r->data[i] = (r->data[i] & bits) | ((uint32_t)JUNK & ~bits);
	}
}

static void accept_write(struct mem *m, struct port *p, uint64_t cycle,
			 const struct cosim_bus_pins *b)
{
	if (!p->beats_left) {
		p->beats_left = b->req_len + 1;
		p->burst_len = b->req_len;
		p->burst_tag = b->req_tag;
		p->burst_error = p->burst_strobed = false;
	}
	p->burst_strobed |= any_strobe(p, b);
	p->burst_error |= mem_store(m, p->which, b->req_tag, b->req_addr,
				    p->bytes, b->req_strb, b->req_data);
	p->next_addr = b->req_addr + p->bytes;
	if (--p->beats_left == 0)
		add_reply(m, p, cycle, b, p->burst_len + 1)->errors =
			p->burst_error;
}

static void accept(struct mem *m, struct port *p, uint64_t cycle,
		   const struct cosim_bus_pins *b)
{
	if (p->which == COSIM_DBUS && b->req_write)
		accept_write(m, p, cycle, b);
	else
		accept_read(m, p, cycle, b);
	if (!p->line || !b->req_write)
		p->in_flight[b->req_tag / 64] |= UINT64_C(1) << b->req_tag % 64;
	if (!p->line || b->req_write)
		p->next_accept = cycle + m->cfg.bandwidth;
}

static int sample_request(struct mem *m, struct port *p, uint64_t cycle,
			  const struct cosim_bus_pins *b)
{
	p->accepted = false;
	if (!b->req_valid)
		return p->waiting ? fail_withdrawn(m, p) : 0;
	if (p->waiting && check_held(m, p, b))
		return 1;
	if (p->line ? check_line(m, p, b) : check_word(m, p, b))
		return 1;
	p->waiting = !p->ready;
	p->accepted = p->ready;
	if (p->ready)
		accept(m, p, cycle, b);
	else
		hold_request(p, b);
	return 0;
}

/* --- a cycle ---------------------------------------------------------- */

void port_drive(struct mem *m, struct port *p, uint64_t cycle,
		struct cosim_bus_pins *b)
{
	const struct reply *r;

	p->ready = cycle >= p->next_accept && !replies_full(&p->replies) &&
		   mem_willing(m, p->req);
	b->req_ready = p->ready;
	if (p->replies.count &&
	    (p->replies.driving || mem_willing(m, p->rsp)))
		replies_choose(&p->replies, cycle, mem_random(m));
	b->rsp_valid = p->replies.driving;
	if (!b->rsp_valid)
		return;
	r = replies_driven(&p->replies);
	b->rsp_tag = r->id;
	b->rsp_data = r->data + (size_t)r->next * p->words;
	b->rsp_error = r->errors >> r->next & 1;
	b->rsp_last = r->next + 1 == r->beats;
}

/* In the line form beats are at least BANDWIDTH cycles apart. */
static void sample_response(struct mem *m, struct port *p, uint64_t cycle,
			    const struct cosim_bus_pins *b)
{
	const struct reply *r = replies_driven(&p->replies);
	bool read = !r->write;
	uint32_t id = r->id;

	if (!b->rsp_ready)
		return;
	if (replies_taken(&p->replies, cycle, p->line ? m->cfg.bandwidth : 1) &&
	    (read || !p->line))
		p->in_flight[id / 64] &= ~(UINT64_C(1) << id % 64);
}

int port_sample(struct mem *m, struct port *p, uint64_t cycle,
		const struct cosim_bus_pins *b)
{
	bool driven = p->replies.driving;

	if (sample_request(m, p, cycle, b))
		return 1;
	if (driven)
		sample_response(m, p, cycle, b);
	return 0;
}
