/* memory.c - the memory keeps the rules of doc/bus.md and demands them
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "base/rnd.h"
#include "cosim/memory/mem.h"
#include "tests/cosim/pins.h"
#include "tests/tap.h"

enum { BASE = (int)0x80000000, TAGS = 8, WARPS = 4 };

struct rig {
	struct mem *mem;
	struct pins x;
	uint64_t cycle;
};

static struct mem_config plain(void)
{
	struct mem_config c = {
		.ram_base = 0x80000000, .ram_size = 0x10000, .bus_bytes = 16,
		.warps = WARPS, .requests = TAGS, .latency = 1, .bandwidth = 1
	};

	return c;
}

static void start(struct rig *r, struct mem_config c)
{
	r->mem = mem_new(&c);
	if (!r->mem)
		abort();
	pins_init(&r->x);
	r->cycle = 0;
}

static void idle(struct rig *r)
{
	r->x.p.ibus.req_valid = r->x.p.dbus.req_valid = 0;
}

/* One cycle with the requests that stand at the pins. */
static int cycle(struct rig *r)
{
	mem_drive(r->mem, r->cycle, &r->x.p);
	return mem_sample(r->mem, r->cycle++, &r->x.p);
}

/* --- what it does ----------------------------------------------------- */

static void stores_and_loads(void)
{
	struct rig r;

	start(&r, plain());
	pins_data(&r.x, 0, 1, 0x80000100, 0x6, 0x00ABCD00);
	ok(!cycle(&r) && mem_accepted_data(r.mem), "a write is accepted");
	ok(mem_ram(r.mem)[0x101] == 0xCD && mem_ram(r.mem)[0x102] == 0xAB &&
	   mem_ram(r.mem)[0x100] == 0, "only strobed bytes are written");
	is_u32(mem_dirty(r.mem)[0], 1, "its page is dirty");
	pins_data(&r.x, 1, 0, 0x80000100, 0xF, 0);
	ok(!cycle(&r), "a read is accepted");
	is_u32(r.x.p.dbus.rsp_tag, 0, "meanwhile the write is answered");
	idle(&r);
	cycle(&r);
	ok(r.x.p.dbus.rsp_valid && r.x.p.dbus.rsp_tag == 1,
	   "the read is answered");
	is_u32(r.x.p.dbus.rsp_data[0], 0x00ABCD00, "with what was written");
	ok(r.x.p.dbus.rsp_data[1] != 0, "other bytes are junk");
	is_u32(mem_in_flight(r.mem), 0, "nothing is in flight");
	mem_free(r.mem);
}

static void fetches(void)
{
	static const uint8_t word[4] = { 0x13, 0x05, 0xA0, 0x02 };
	struct rig r;

	start(&r, plain());
	mem_write(r.mem, 0x80000040, word, 4);
	pins_fetch(&r.x, 3, 0x80000040);
	ok(!cycle(&r) && mem_accepted_fetch(r.mem), "a fetch is accepted");
	idle(&r);
	cycle(&r);
	ok(r.x.p.ibus.rsp_valid && r.x.p.ibus.rsp_tag == 3,
	   "it is answered to its warp");
	is_u32(*r.x.p.ibus.rsp_data, 0x02A00513, "with the word");
	is_u32(mem_dirty(r.mem)[0], 0, "loading a program makes no page dirty");
	mem_free(r.mem);
}

static void held_response(void)
{
	struct rig r;

	start(&r, plain());
	pins_data(&r.x, 2, 0, 0x80000000, 1, 0);
	cycle(&r);
	pins_data(&r.x, 3, 0, 0x80000010, 1, 0);
	r.x.p.dbus.rsp_ready = 0;
	for (int i = 0; i < 3; i++) {
		cycle(&r);
		idle(&r);
		ok(r.x.p.dbus.rsp_valid && r.x.p.dbus.rsp_tag == 2,
		   "a response stays until it is taken");
	}
	r.x.p.dbus.rsp_ready = 1;
	cycle(&r);
	cycle(&r);
	is_u32(r.x.p.dbus.rsp_tag, 3, "then the next one comes");
	mem_free(r.mem);
}

static char console[8];

static void put(void *ctx, uint8_t byte)
{
	size_t *n = ctx;

	console[(*n)++] = (char)byte;
}

static void prints(void)
{
	struct rig r;
	size_t n = 0;

	start(&r, plain());
	mem_set_console(r.mem, put, &n);
	pins_data(&r.x, 0, 1, 0xFFFFF000, 1, 'o');
	ok(!cycle(&r), "a byte for the console");
	pins_data(&r.x, 1, 1, 0xFFFFF000, 15, 0x12345600 | 'k');
	ok(!cycle(&r), "a word for the console");
	ok(n == 2 && !memcmp(console, "ok", 2), "the low bytes are printed");
	mem_free(r.mem);
}

static void timing(void)
{
	struct mem_config c = plain();
	struct rig r;
	int first = 0, accepted = 0;

	c.latency = 7;
	c.bandwidth = 3;
	start(&r, c);
	for (int i = 0; i < 12; i++) {
		pins_data(&r.x, (uint32_t)accepted % TAGS, 0, 0x80000000, 1, 0);
		cycle(&r);
		accepted += mem_accepted_data(r.mem);
		if (r.x.p.dbus.rsp_valid && !first)
			first = i;
	}
	is_u32((unsigned long)first, 7, "the latency is kept");
	is_u32((unsigned long)accepted, 4, "one request in three cycles");
	mem_free(r.mem);
}

/* --- what it demands -------------------------------------------------- */

static void broke(struct rig *r, int bad, enum cosim_check want,
		  const char *name)
{
	const struct mem_error *e = mem_error(r->mem);

	if (!ok(bad && e && e->check == want && *e->text, "%s: %s", name,
		cosim_check_name(want)))
		diag("got %s", e ? e->text : "nothing");
	mem_free(r->mem);
}

static void data_rule(uint32_t tag, uint32_t write, uint32_t addr,
		      uint32_t strb, uint32_t data, enum cosim_check want,
		      const char *name)
{
	struct rig r;

	start(&r, plain());
	pins_data(&r.x, tag, write, addr, strb, data);
	broke(&r, cycle(&r), want, name);
}

static void fetch_rule(uint32_t tag, uint32_t addr, enum cosim_check want,
		       const char *name)
{
	struct rig r;

	start(&r, plain());
	pins_fetch(&r.x, tag, addr);
	broke(&r, cycle(&r), want, name);
}

static void request_rules(void)
{
	fetch_rule(0, 0x80000002, COSIM_BUS_ADDRESS, "fetch in between words");
	fetch_rule(0, 0x80010000, COSIM_BUS_ADDRESS, "fetch behind RAM");
	fetch_rule(0, 0x7FFFFFFC, COSIM_BUS_ADDRESS, "fetch before RAM");
	fetch_rule(WARPS, 0x80000000, COSIM_BUS_TAG, "fetch of no warp");
	data_rule(0, 0, 0x80000004, 1, 0, COSIM_BUS_ADDRESS,
		  "address in between bus words");
	data_rule(0, 0, 0x80010000, 1, 0, COSIM_BUS_ADDRESS, "read behind RAM");
	data_rule(0, 1, 0x70000000, 1, 1, COSIM_BUS_ADDRESS, "write elsewhere");
	data_rule(0, 0, 0xFFFFF000, 1, 0, COSIM_BUS_ADDRESS,
		  "read of the console");
	data_rule(TAGS, 0, 0x80000000, 1, 0, COSIM_BUS_TAG, "tag too large");
	data_rule(0, 0, 0x80000000, 0, 0, COSIM_BUS_STROBE, "no byte");
	data_rule(0, 0, 0x80000000, 0x10001, 0, COSIM_BUS_STROBE,
		  "a byte that the bus has not");
	data_rule(0, 1, 0x80000000, 1, 0x101, COSIM_BUS_STROBE,
		  "data outside the strobe");
	data_rule(0, 0, 0x80000000, 1, 1, COSIM_BUS_STROBE, "data of a read");
	data_rule(0, 1, 0xFFFFF000, 2, 0x100, COSIM_BUS_STROBE,
		  "console, second byte");
	data_rule(0, 1, 0xFFFFF000, 0x11, 1, COSIM_BUS_STROBE,
		  "console, two lanes");
}

static void tag_in_flight(void)
{
	struct mem_config c = plain();
	struct rig r;

	c.latency = 5;
	start(&r, c);
	pins_data(&r.x, 4, 0, 0x80000000, 1, 0);
	cycle(&r);
	broke(&r, cycle(&r), COSIM_BUS_TAG, "tag in flight");
}

/* A memory that accepted one of each and now refuses for a while. */
static void refused(struct rig *r)
{
	struct mem_config c = plain();

	c.bandwidth = 10;
	start(r, c);
	pins_fetch(&r->x, 0, 0x80000000);
	pins_data(&r->x, 0, 1, 0x80000000, 1, 1);
	cycle(r);
	pins_fetch(&r->x, 1, 0x80000004);
	pins_data(&r->x, 1, 1, 0x80000010, 3, 0x102);
	cycle(r);
}

static void stable_rules(void)
{
	struct rig r;
	int bad;

	refused(&r);
	ok(!cycle(&r), "a request may wait");
	r.x.p.ibus.req_valid = 0;
	broke(&r, cycle(&r), COSIM_BUS_STABLE, "fetch withdrawn");
	refused(&r);
	r.x.p.ibus.req_addr += 4;
	broke(&r, cycle(&r), COSIM_BUS_STABLE, "fetch changed its address");
	refused(&r);
	r.x.p.ibus.req_tag = 2;
	broke(&r, cycle(&r), COSIM_BUS_STABLE, "fetch changed its warp");
	refused(&r);
	r.x.p.dbus.req_valid = 0;
	broke(&r, cycle(&r), COSIM_BUS_STABLE, "access withdrawn");
	for (int i = 0; i < 5; i++) {
		refused(&r);
		r.x.p.dbus.req_tag += i == 0;
		r.x.p.dbus.req_write ^= i == 1;
		r.x.p.dbus.req_addr += i == 2 ? 16 : 0;
		r.x.strb[0] |= i == 3 ? 4 : 0;
		r.x.data[0] ^= i == 4;
		bad = cycle(&r);
		broke(&r, bad, COSIM_BUS_STABLE, "access changed");
	}
}

/* --- random mode ------------------------------------------------------ */

struct sums {
	uint64_t digest;        /* of everything that the memory did */
	uint32_t overtaken;     /* data responses out of order */
	uint32_t refused, answered;
	bool rules;
};

/* What is in flight: order of acceptance per data tag, queues of fetches. */
struct flight {
	uint64_t accepted[TAGS];
	uint32_t sent[WARPS], taken[WARPS];
	uint64_t count;
};

static void see(struct rig *r, struct sums *s, struct flight *f)
{
	const struct cosim_pins *p = &r->x.p;
	uint64_t what = p->ibus.req_ready | p->dbus.req_ready << 1 |
			p->ibus.rsp_valid << 2 | p->dbus.rsp_valid << 3;

	if (p->dbus.rsp_valid)
		what |= p->dbus.rsp_tag << 4;
	if (p->ibus.rsp_valid)
		what |= p->ibus.rsp_tag << 8;
	s->digest = s->digest * UINT64_C(6364136223846793005) + what;
	if (p->ibus.rsp_valid) {
		uint32_t n = f->taken[p->ibus.rsp_tag]++;

		s->rules &= n < f->sent[p->ibus.rsp_tag] &&
			    *p->ibus.rsp_data == p->ibus.rsp_tag * 64 + n % 64;
	}
	if (p->dbus.rsp_valid && p->dbus.rsp_ready) {
		s->rules &= f->accepted[p->dbus.rsp_tag] != 0;
		for (int t = 0; t < TAGS; t++)
			s->overtaken += f->accepted[t] && f->accepted[t] <
					f->accepted[p->dbus.rsp_tag];
		f->accepted[p->dbus.rsp_tag] = 0;
		s->answered++;
	}
}

/* Word N % 64 of warp W's part holds W * 64 + N % 64. */
static void fill(struct mem *m)
{
	for (uint32_t i = 0; i < WARPS * 64; i++) {
		uint8_t b[4] = { (uint8_t)i, (uint8_t)(i >> 8), 0, 0 };

		mem_write(m, 0x80000000 + 4 * i, b, 4);
	}
}

static void request(struct rig *r, struct flight *f, struct rnd *rnd)
{
	struct cosim_pins *p = &r->x.p;
	uint32_t w = rnd_below(rnd, WARPS), t = rnd_below(rnd, TAGS);

	if (!p->ibus.req_valid && rnd_below(rnd, 2))
		pins_fetch(&r->x, w, 0x80000000 + 256 * w +
			   4 * (f->sent[w] % 64));
	if (!p->dbus.req_valid && !f->accepted[t] && rnd_below(rnd, 2))
		pins_data(&r->x, t, 0, 0x80000000 + 16 * t, 1, 0);
	p->dbus.rsp_ready = rnd_below(rnd, 4) != 0;
}

static struct sums storm(uint64_t seed, int cycles)
{
	struct mem_config c = plain();
	struct sums s = { .rules = true };
	struct flight f = { .count = 0 };
	struct rnd rnd;
	struct rig r;

	c.random = true;
	c.seed = seed;
	start(&r, c);
	fill(r.mem);
	rnd_seed(&rnd, 99);
	for (int i = 0; i < cycles && s.rules; i++) {
		request(&r, &f, &rnd);
		s.rules &= !cycle(&r);
		see(&r, &s, &f);
		s.refused += r.x.p.ibus.req_valid &&
			     !mem_accepted_fetch(r.mem);
		if (mem_accepted_fetch(r.mem)) {
			f.sent[r.x.p.ibus.req_tag]++;
			r.x.p.ibus.req_valid = 0;
		}
		if (mem_accepted_data(r.mem)) {
			f.accepted[r.x.p.dbus.req_tag] = ++f.count;
			r.x.p.dbus.req_valid = 0;
		}
	}
	mem_free(r.mem);
	return s;
}

static void random_mode(void)
{
	struct sums a = storm(1, 20000), b = storm(1, 20000);
	struct sums c = storm(2, 20000);

	ok(a.rules, "random mode keeps the rules");
	ok(a.overtaken > 100, "responses overtake each other");
	ok(a.refused > 100, "requests are refused");
	ok(a.answered > 1000, "but not all of the time");
	ok(a.digest == b.digest, "the same seed gives the same cycles");
	ok(a.digest != c.digest, "another seed gives others");
}

/* The generator's numbers are part of the contract: a seed printed on one
 * machine must mean the same on another. */
static void generator(void)
{
	struct rnd r;
	uint32_t sum = 0, above = 0;

	rnd_seed(&r, 0);
	is_u32(rnd_u32(&r), 0x7bbcb40d, "first number of seed 0");
	rnd_seed(&r, 12345);
	for (int i = 0; i < 1000; i++)
		sum += rnd_u32(&r);
	is_u32(sum, 0x235872db, "sum of a thousand of seed 12345");
	for (int i = 0; i < 1000; i++)
		above += rnd_below(&r, 6) >= 6;
	is_u32(above, 0, "below 6 there is nothing above 5");
	ok(rnd_below(&r, 1) == 0, "below 1 there is only 0");
}

int main(void)
{
	stores_and_loads();
	fetches();
	held_response();
	prints();
	timing();
	request_rules();
	tag_in_flight();
	stable_rules();
	random_mode();
	generator();
	return tap_done();
}
