/* mem.c - the memory behind the core's buses
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/mem.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/rnd.h"

enum { QUEUE = 1024, MAX_TAGS = 64 };

/* A response that waits for its time, oldest first in a queue. */
struct response {
	uint64_t due;
	uint32_t tag, data;   /* data: instruction bus only */
};

/* One bus: its responses and the request that it must see again. */
struct bus {
	struct response queue[QUEUE];
	uint32_t head, count;
	uint32_t chosen;      /* place in the queue of what is driven now */
	bool driving;
	uint64_t next_accept;
	bool ready, accepted;
	bool waiting;         /* a request was refused and must stay */
};

/* Random mode changes its mood now and then. */
struct mood {
	uint64_t until;
	uint32_t ready;       /* of 16 */
	uint32_t respond;     /* of 16 */
	uint32_t extra;       /* latency up to */
};

struct request {
	uint32_t tag, write, addr;
	uint32_t strb[4], data[COSIM_BUS_WORDS];
};

struct mem {
	struct mem_config cfg;
	uint8_t *ram;
	uint64_t *dirty;
	struct bus ibus, dbus;
	uint32_t held_tag, held_addr;  /* refused instruction request */
	struct request held;           /* refused data request */
	uint64_t tags;                 /* data tags in flight */
	uint32_t fetched;              /* what ibus answers with */
	uint32_t data[MAX_TAGS][COSIM_BUS_WORDS];
	uint32_t strb_words, bus_words;
	struct rnd rnd;
	struct mood mood;
	void (*put)(void *ctx, uint8_t byte);
	void *put_ctx;
	bool failed;
	struct mem_error error;
};

struct mem *mem_new(const struct mem_config *config)
{
	struct mem *m = calloc(1, sizeof *m);

	if (!m)
		return NULL;
	m->cfg = *config;
	m->ram = calloc(config->ram_size, 1);
	m->dirty = calloc(config->ram_size / MEM_PAGE / 64 + 1, 8);
	m->strb_words = (config->bus_bytes + 31) / 32;
	m->bus_words = config->bus_bytes / 4;
	rnd_seed(&m->rnd, config->seed);
	if (m->ram && m->dirty)
		return m;
	mem_free(m);
	return NULL;
}

void mem_free(struct mem *m)
{
	if (!m)
		return;
	free(m->ram);
	free(m->dirty);
	free(m);
}

void mem_write(struct mem *m, uint32_t addr, const void *src, size_t n)
{
	if (n)
		memcpy(m->ram + (addr - m->cfg.ram_base), src, n);
}

void mem_set_console(struct mem *m, void (*put)(void *ctx, uint8_t byte),
		     void *ctx)
{
	m->put = put;
	m->put_ctx = ctx;
}

/* --- rules ------------------------------------------------------------ */

__attribute__((format(printf, 3, 4)))
static int broken(struct mem *m, enum cosim_check check, const char *fmt, ...)
{
	va_list ap;

	m->failed = true;
	m->error.check = check;
	va_start(ap, fmt);
	vsnprintf(m->error.text, sizeof m->error.text, fmt, ap);
	va_end(ap);
	return 1;
}

static bool in_ram(const struct mem *m, uint32_t addr)
{
	return addr - m->cfg.ram_base < m->cfg.ram_size;
}

static int check_fetch(struct mem *m, const struct cosim_pins *p)
{
	if (m->ibus.waiting &&
	    (p->ibus.req_tag != m->held_tag ||
	     p->ibus.req_addr != m->held_addr))
		return broken(m, COSIM_BUS_STABLE, "ibus: the request for warp "
			      "%u at 0x%08x became warp %u at 0x%08x",
			      m->held_tag, m->held_addr, p->ibus.req_tag,
			      p->ibus.req_addr);
	if (p->ibus.req_tag >= m->cfg.warps)
		return broken(m, COSIM_BUS_TAG, "ibus: tag %u, there are %u "
			      "warps", p->ibus.req_tag, m->cfg.warps);
	if (p->ibus.req_addr & 3 || !in_ram(m, p->ibus.req_addr))
		return broken(m, COSIM_BUS_ADDRESS, "ibus: address 0x%08x is "
			      "not a word in RAM", p->ibus.req_addr);
	if (m->ibus.count == QUEUE)
		return broken(m, COSIM_BUS_TAG, "ibus: more than %d requests "
			      "in flight", QUEUE);
	return 0;
}

static void copy_request(const struct mem *m, const struct cosim_pins *p,
			 struct request *r)
{
	r->tag = p->dbus.req_tag;
	r->write = p->dbus.req_write;
	r->addr = p->dbus.req_addr;
	memcpy(r->strb, p->dbus.req_strb, m->strb_words * 4);
	memcpy(r->data, p->dbus.req_data, m->bus_words * 4);
}

static int check_held(struct mem *m, const struct cosim_pins *p)
{
	const struct request *h = &m->held;

	if (p->dbus.req_tag == h->tag && p->dbus.req_write == h->write &&
	    p->dbus.req_addr == h->addr &&
	    !memcmp(p->dbus.req_strb, h->strb, m->strb_words * 4) &&
	    !memcmp(p->dbus.req_data, h->data, m->bus_words * 4))
		return 0;
	return broken(m, COSIM_BUS_STABLE, "dbus: the %s of tag %u at 0x%08x, "
		      "strobe 0x%x changed to a %s of tag %u at 0x%08x, "
		      "strobe 0x%x before it was accepted",
		      h->write ? "write" : "read", h->tag, h->addr, h->strb[0],
		      p->dbus.req_write ? "write" : "read", p->dbus.req_tag,
		      p->dbus.req_addr, p->dbus.req_strb[0]);
}

/* The bytes of word I that the strobe selects, as a bit mask. */
static uint32_t strobed(const uint32_t *strb, uint32_t i)
{
	uint32_t four = strb[i >> 3] >> (i & 7) * 4 & 15;

	return (four & 1 ? 0xFFu : 0) | (four & 2 ? 0xFF00u : 0) |
	       (four & 4 ? 0xFF0000u : 0) | (four & 8 ? 0xFF000000u : 0);
}

static int check_strobe(struct mem *m, const struct cosim_pins *p)
{
	uint32_t any = 0, junk = 0, beyond;

	for (uint32_t i = 0; i < m->strb_words; i++)
		any |= p->dbus.req_strb[i];
	for (uint32_t i = 0; i < m->bus_words; i++)
		junk |= p->dbus.req_data[i] & ~(p->dbus.req_write ?
			strobed(p->dbus.req_strb, i) : 0);
	beyond = m->cfg.bus_bytes < 32 ?
		 p->dbus.req_strb[0] >> m->cfg.bus_bytes : 0;
	if (!any || beyond)
		return broken(m, COSIM_BUS_STROBE, "dbus: strobe 0x%x at "
			      "0x%08x selects %s", p->dbus.req_strb[0],
			      p->dbus.req_addr, any ? "bytes that the bus does "
			      "not have" : "nothing");
	if (junk)
		return broken(m, COSIM_BUS_STROBE, "dbus: data at 0x%08x are "
			      "not zero outside the strobe", p->dbus.req_addr);
	return 0;
}

static int check_console(struct mem *m, const struct cosim_pins *p)
{
	uint32_t strb = p->dbus.req_strb[0], more = 0;

	for (uint32_t i = 1; i < m->strb_words; i++)
		more |= p->dbus.req_strb[i];
	if (!p->dbus.req_write || p->dbus.req_addr != MEM_CONSOLE)
		return broken(m, COSIM_BUS_ADDRESS, "dbus: %s at 0x%08x is "
			      "neither RAM nor the console",
			      p->dbus.req_write ? "write" : "read",
			      p->dbus.req_addr);
	if (more || (strb != 1 && strb != 3 && strb != 15))
		return broken(m, COSIM_BUS_STROBE, "dbus: a console write has "
			      "strobe 0x%x; it must be 0x1, 0x3 or 0xf", strb);
	return 0;
}

static int check_data(struct mem *m, const struct cosim_pins *p)
{
	uint32_t tag = p->dbus.req_tag, addr = p->dbus.req_addr;

	if (m->dbus.waiting && check_held(m, p))
		return 1;
	if (tag >= m->cfg.requests || m->tags >> tag & 1)
		return broken(m, COSIM_BUS_TAG, tag >= m->cfg.requests ?
			      "dbus: tag %u, there are %u" :
			      "dbus: tag %u is in flight (of %u)", tag,
			      m->cfg.requests);
	if (addr & (m->cfg.bus_bytes - 1))
		return broken(m, COSIM_BUS_ADDRESS, "dbus: address 0x%08x is "
			      "not a multiple of %u", addr, m->cfg.bus_bytes);
	if (!in_ram(m, addr) && check_console(m, p))
		return 1;
	return check_strobe(m, p);
}

/* --- accepting -------------------------------------------------------- */

static uint64_t due(struct mem *m, uint64_t cycle)
{
	uint32_t extra = 0;

	if (m->cfg.random && m->mood.extra)
		extra = rnd_below(&m->rnd, m->mood.extra + 1);
	return cycle + m->cfg.latency + extra;
}

static void push(struct bus *b, uint64_t when, uint32_t tag, uint32_t data)
{
	struct response *r = &b->queue[(b->head + b->count++) % QUEUE];

	r->due = when;
	r->tag = tag;
	r->data = data;
}

static uint32_t load_word(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

static void accept_fetch(struct mem *m, uint64_t cycle,
			 const struct cosim_pins *p)
{
	uint32_t at = p->ibus.req_addr - m->cfg.ram_base;

	push(&m->ibus, due(m, cycle), p->ibus.req_tag, load_word(m->ram + at));
}

static void write_ram(struct mem *m, const struct cosim_pins *p)
{
	size_t at = p->dbus.req_addr - m->cfg.ram_base;

	m->dirty[at / MEM_PAGE / 64] |= UINT64_C(1) << (at / MEM_PAGE & 63);
	for (uint32_t i = 0; i < m->cfg.bus_bytes; i++)
		if (p->dbus.req_strb[i >> 5] >> (i & 31) & 1)
			m->ram[at + i] = (uint8_t)(p->dbus.req_data[i >> 2] >>
						   (i & 3) * 8);
}

/* Bytes that were not asked for come back as junk: nobody may use them. */
static void read_ram(struct mem *m, const struct cosim_pins *p)
{
	size_t at = p->dbus.req_addr - m->cfg.ram_base;
	uint32_t *data = m->data[p->dbus.req_tag];

	for (uint32_t i = 0; i < m->bus_words; i++) {
		uint32_t bits = strobed(p->dbus.req_strb, i);

		data[i] = (load_word(m->ram + at + 4 * i) & bits) |
			  (0xDEADBEEF & ~bits);
	}
}

static void accept_data(struct mem *m, uint64_t cycle,
			const struct cosim_pins *p)
{
	uint32_t tag = p->dbus.req_tag;

	if (!p->dbus.req_write)
		read_ram(m, p);
	else if (in_ram(m, p->dbus.req_addr))
		write_ram(m, p);
	else if (m->put)
		m->put(m->put_ctx, (uint8_t)p->dbus.req_data[0]);
	m->tags |= UINT64_C(1) << tag;
	push(&m->dbus, due(m, cycle), tag, 0);
}

/* What both buses share in a cycle; true if the request is accepted. */
static bool handshake(struct mem *m, struct bus *b, uint64_t cycle)
{
	b->waiting = !b->ready;
	b->accepted = b->ready;
	if (b->ready)
		b->next_accept = cycle + m->cfg.bandwidth;
	return b->ready;
}

static int sample_fetch(struct mem *m, uint64_t cycle,
			const struct cosim_pins *p)
{
	if (!p->ibus.req_valid) {
		if (m->ibus.waiting)
			return broken(m, COSIM_BUS_STABLE, "ibus: the request "
				      "for warp %u at 0x%08x was withdrawn",
				      m->held_tag, m->held_addr);
		return 0;
	}
	if (check_fetch(m, p))
		return 1;
	if (handshake(m, &m->ibus, cycle))
		accept_fetch(m, cycle, p);
	m->held_tag = p->ibus.req_tag;
	m->held_addr = p->ibus.req_addr;
	return 0;
}

static int sample_data(struct mem *m, uint64_t cycle,
		       const struct cosim_pins *p)
{
	if (!p->dbus.req_valid) {
		if (m->dbus.waiting)
			return broken(m, COSIM_BUS_STABLE, "dbus: the request "
				      "of tag %u at 0x%08x was withdrawn",
				      m->held.tag, m->held.addr);
		return 0;
	}
	if (check_data(m, p))
		return 1;
	if (handshake(m, &m->dbus, cycle))
		accept_data(m, cycle, p);
	else
		copy_request(m, p, &m->held);
	return 0;
}

/* --- responding ------------------------------------------------------- */

/* Has an older response in the queue the same tag? */
static bool overtakes(const struct bus *b, uint32_t place)
{
	uint32_t tag = b->queue[(b->head + place) % QUEUE].tag;

	for (uint32_t i = 0; i < place; i++)
		if (b->queue[(b->head + i) % QUEUE].tag == tag)
			return true;
	return false;
}

/* Chooses among all that are due; false if none is. */
static bool choose_random(struct mem *m, struct bus *b, uint64_t cycle)
{
	uint32_t seen = 0;

	if (!b->count || rnd_below(&m->rnd, 16) >= m->mood.respond)
		return false;
	for (uint32_t i = 0; i < b->count; i++) {
		if (b->queue[(b->head + i) % QUEUE].due > cycle ||
		    overtakes(b, i))
			continue;
		if (!rnd_below(&m->rnd, ++seen))
			b->chosen = i;
	}
	return seen != 0;
}

static void choose(struct mem *m, struct bus *b, uint64_t cycle)
{
	if (b->driving)
		return;
	b->chosen = 0;
	if (m->cfg.random)
		b->driving = choose_random(m, b, cycle);
	else
		b->driving = b->count && b->queue[b->head].due <= cycle;
}

static void taken(struct bus *b)
{
	for (uint32_t i = b->chosen; i; i--)
		b->queue[(b->head + i) % QUEUE] =
			b->queue[(b->head + i - 1) % QUEUE];
	b->head = (b->head + 1) % QUEUE;
	b->count--;
	b->driving = false;
}

static void new_mood(struct mem *m, uint64_t cycle)
{
	static const uint8_t chance[] = { 16, 16, 12, 8, 4, 2, 1 };
	static const uint8_t extra[] = { 0, 0, 3, 15, 60 };

	m->mood.until = cycle + 50 + rnd_below(&m->rnd, 400);
	m->mood.ready = chance[rnd_below(&m->rnd, sizeof chance)];
	m->mood.respond = chance[rnd_below(&m->rnd, sizeof chance)];
	m->mood.extra = extra[rnd_below(&m->rnd, sizeof extra)];
}

static bool ready(struct mem *m, const struct bus *b, uint64_t cycle)
{
	if (cycle < b->next_accept)
		return false;
	return !m->cfg.random || rnd_below(&m->rnd, 16) < m->mood.ready;
}

void mem_drive(struct mem *m, uint64_t cycle, struct cosim_pins *p)
{
	const struct response *r;

	if (m->cfg.random && cycle >= m->mood.until)
		new_mood(m, cycle);
	m->ibus.ready = ready(m, &m->ibus, cycle);
	m->dbus.ready = ready(m, &m->dbus, cycle);
	p->ibus.req_ready = m->ibus.ready;
	p->dbus.req_ready = m->dbus.ready;
	choose(m, &m->ibus, cycle);
	choose(m, &m->dbus, cycle);
	p->ibus.rsp_valid = m->ibus.driving;
	p->dbus.rsp_valid = m->dbus.driving;
	if (m->ibus.driving) {
		r = &m->ibus.queue[(m->ibus.head + m->ibus.chosen) % QUEUE];
		p->ibus.rsp_tag = r->tag;
		m->fetched = r->data;
		p->ibus.rsp_data = &m->fetched;
	}
	if (m->dbus.driving) {
		r = &m->dbus.queue[(m->dbus.head + m->dbus.chosen) % QUEUE];
		p->dbus.rsp_tag = r->tag;
		p->dbus.rsp_data = m->data[r->tag];
	}
}

int mem_sample(struct mem *m, uint64_t cycle, const struct cosim_pins *p)
{
	if (m->failed)
		return 1;
	m->ibus.accepted = m->dbus.accepted = false;
	if (m->ibus.driving)
		taken(&m->ibus);
	if (sample_fetch(m, cycle, p) || sample_data(m, cycle, p))
		return 1;
	if (m->dbus.driving && p->dbus.rsp_ready) {
		m->tags &= ~(UINT64_C(1) << p->dbus.rsp_tag);
		taken(&m->dbus);
	}
	return 0;
}

/* --- queries ---------------------------------------------------------- */

const struct mem_error *mem_error(const struct mem *m)
{
	return m->failed ? &m->error : NULL;
}

bool mem_accepted_fetch(const struct mem *m)
{
	return m->ibus.accepted;
}

bool mem_accepted_data(const struct mem *m)
{
	return m->dbus.accepted;
}

uint32_t mem_in_flight(const struct mem *m)
{
	return m->ibus.count + m->dbus.count;
}

const uint8_t *mem_ram(const struct mem *m)
{
	return m->ram;
}

const uint64_t *mem_dirty(const struct mem *m)
{
	return m->dirty;
}
