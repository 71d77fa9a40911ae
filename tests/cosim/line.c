/* line.c - the line form of the simple bus: what the memory does and demands
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "base/rnd.h"
#include "cosim/memory/mem.h"
#include "tests/cosim/pins.h"
#include "tests/tap.h"

enum {
	RAM = (int)0x80000000, LINE = 64, BUS = 16, BEATS = LINE / BUS,
	MSHRS = 4, WRITE_ID = MSHRS
};

struct rig {
	struct mem *mem;
	struct pins x;
	uint64_t cycle;
	/* What the memory told. */
	char told[400];
	size_t length;
};

static struct mem_config plain(void)
{
	struct mem_config c = {
		.ram_base = 0x80000000, .ram_size = 0x10000, .bus_bytes = BUS,
		.warps = 4, .requests = 8, .icache_line = LINE,
		.dcache_line = LINE, .icache_mshrs = MSHRS,
		.dcache_mshrs = MSHRS, .latency = 5, .bandwidth = 1
	};

	return c;
}

static void tell(struct rig *r, const char *fmt, char port, uint32_t id,
		 uint32_t addr, uint32_t bytes)
{
	int n = snprintf(r->told + r->length, sizeof r->told - r->length, fmt,
			 port, id, addr, bytes);

	if (n > 0 && r->length + (size_t)n < sizeof r->told)
		r->length += (size_t)n;
}

static void on_read(void *ctx, enum cosim_port port, uint32_t id,
		    uint32_t addr, uint32_t bytes)
{
	tell(ctx, "r%c%u:%x+%u ", port == COSIM_IBUS ? 'i' : 'd', id, addr,
	     bytes);
}

static void on_write(void *ctx, uint32_t id, uint32_t addr,
		     const uint32_t *strb, const uint32_t *data, uint32_t bytes)
{
	(void)id;
	tell(ctx, "w%c%x:%x+%u ", data[0] == 0xDDDDDDDD ? 'D' : '-', strb[0],
	     addr, bytes);
}

static void on_error(void *ctx, enum cosim_port port, uint32_t id, bool write,
		     uint32_t addr, uint32_t bytes)
{
	tell(ctx, write ? "ew%c%u:%x+%u " : "er%c%u:%x+%u ",
	     port == COSIM_IBUS ? 'i' : 'd', id, addr, bytes);
}

/* Word N of memory holds N. */
static void start(struct rig *r, const struct mem_config *c)
{
	struct mem_events e = { r, on_read, on_write, on_error };

	memset(r, 0, sizeof *r);
	r->mem = mem_new(c);
	if (!r->mem)
		abort();
	mem_set_events(r->mem, &e);
	for (uint32_t i = 0; i < 0x1000; i++) {
		uint8_t b[4] = { (uint8_t)i, (uint8_t)(i >> 8), 0, 0 };

		mem_write(r->mem, 0x80000000 + 4 * i, b, 4);
	}
	pins_init(&r->x);
}

static int cycle(struct rig *r)
{
	mem_drive(r->mem, r->cycle, &r->x.p);
	return mem_sample(r->mem, r->cycle++, &r->x.p);
}

static void idle(struct rig *r)
{
	r->x.p.ibus.req_valid = r->x.p.dbus.req_valid = 0;
}

static void read_line(struct rig *r, uint32_t id, uint32_t addr)
{
	pins_data(&r->x, id, 0, addr, 0, 0);
	r->x.p.dbus.req_len = BEATS - 1;
	r->x.p.dbus.req_last = 1;
}

/* One beat of a write of LEN + 1, all bytes 0xDD. */
static void write_beat(struct rig *r, uint32_t addr, uint32_t len, bool last)
{
	pins_data(&r->x, WRITE_ID, 1, addr, 0xFFFF, 0);
	memset(r->x.data, 0xDD, BUS);
	r->x.p.dbus.req_len = len;
	r->x.p.dbus.req_last = last;
}

/* All beats of a line. */
static int write_line(struct rig *r, uint32_t addr)
{
	int bad = 0;

	for (uint32_t i = 0; i < BEATS && !bad; i++) {
		write_beat(r, addr + i * BUS, BEATS - 1, i == BEATS - 1);
		bad = cycle(r);
	}
	idle(r);
	return bad;
}

/* --- what it does ----------------------------------------------------- */

static void reads(void)
{
	struct mem_config c = plain();
	const struct cosim_bus_pins *d;
	struct rig r;

	c.bandwidth = 2;
	start(&r, &c);
	d = &r.x.p.dbus;
	read_line(&r, 2, 0x80000040);
	ok(!cycle(&r) && mem_accepted_data(r.mem), "a read is accepted");
	read_line(&r, 0, 0x80000080);
	ok(!cycle(&r) && mem_accepted_data(r.mem), "and the next in the next "
	   "cycle");
	for (idle(&r); r.cycle < 5; cycle(&r))
		ok(!d->rsp_valid, "nothing before the latency is over");
	for (uint32_t i = 0; i < 2 * BEATS; i++) {
		cycle(&r);
		ok(d->rsp_valid && d->rsp_tag == (i < BEATS ? 2 : 0) &&
		   d->rsp_last == (i % BEATS == BEATS - 1) && !d->rsp_error,
		   "beat %u has its id and place", i);
		is_u32(d->rsp_data[0], 0x10 + 4 * i, "and its data");
		cycle(&r);
		ok(!d->rsp_valid, "one beat in two cycles");
	}
	is_u32(mem_in_flight(r.mem), 0, "nothing is in flight");
	is_str(r.told, "rd2:80000040+64 rd0:80000080+64 ",
	       "the checker is told both reads");
	mem_free(r.mem);
}

static void writes(void)
{
	struct mem_config c = plain();
	const struct cosim_bus_pins *d;
	struct rig r;

	start(&r, &c);
	d = &r.x.p.dbus;
	read_line(&r, 1, 0x80000000);
	cycle(&r);
	ok(!write_line(&r, 0x80000000), "a line is written");
	is_u32(mem_ram(r.mem)[63], 0xDD, "at once");
	for (int i = 0; !d->rsp_valid && i < 9; i++)
		cycle(&r);
	is_u32(d->rsp_data[0], 0, "a read has the data of its acceptance");
	while (d->rsp_tag == 1)
		cycle(&r);
	ok(d->rsp_valid && d->rsp_tag == WRITE_ID && d->rsp_last,
	   "the write has one answer");
	is_u32((unsigned long)r.cycle, 1 + BEATS - 1 + 5 + 1,
	       "a latency after its last beat");
	cycle(&r);
	ok(!d->rsp_valid, "and no more");
	is_str(r.told, "rd1:80000000+64 wDffff:80000000+16 wDffff:80000010+16 "
	       "wDffff:80000020+16 wDffff:80000030+16 ",
	       "the checker is told the beats");
	mem_free(r.mem);
}

static void fetches(void)
{
	struct mem_config c = plain();
	const struct cosim_bus_pins *b;
	struct rig r;

	start(&r, &c);
	b = &r.x.p.ibus;
	pins_fetch(&r.x, 3, 0x80000100);
	r.x.p.ibus.req_len = BEATS - 1;
	cycle(&r);
	for (idle(&r); r.cycle < 5; )
		cycle(&r);
	for (uint32_t i = 0; i < BEATS; i++) {
		cycle(&r);
		ok(b->rsp_valid && b->rsp_tag == 3 &&
		   b->rsp_last == (i == BEATS - 1), "beat %u of a fetch", i);
		is_u32(b->rsp_data[3], 0x43 + 4 * i, "with its data");
	}
	is_str(r.told, "ri3:80000100+64 ", "the checker is told");
	mem_free(r.mem);
}

/* Where only writes fail, or only reads. */
static void one_way(struct mem_config *c)
{
	const struct cosim_bus_pins *d;
	struct rig r;

	for (uint32_t i = 2; i < 4; i++) {
		c->errors[0] = c->errors[i];
		c->error_count = 1;
		start(&r, c);
		d = &r.x.p.dbus;
		write_line(&r, 0x80000800);
		while (!d->rsp_valid && r.cycle < 20)
			cycle(&r);
		is_u32(d->rsp_error, i == 2, i == 2 ? "writes fail" :
		       "writes are spared");
		read_line(&r, 0, 0x80000800);
		cycle(&r);
		for (idle(&r); !d->rsp_valid && r.cycle < 40; )
			cycle(&r);
		is_u32(d->rsp_error, i == 3, i == 3 ? "reads fail" :
		       "reads are spared");
		mem_free(r.mem);
	}
}

static void errors(void)
{
	struct mem_config c = plain();
	const struct cosim_bus_pins *d;
	struct rig r;

	c.errors[0].addr = 0x80000068;
	c.errors[0].bytes = 4;
	c.errors[1].addr = 0x80000400;
	c.errors[1].bytes = 16;
	c.errors[2].addr = c.errors[3].addr = 0x80000800;
	c.errors[2].bytes = c.errors[3].bytes = LINE;
	c.errors[2].spare_reads = c.errors[3].spare_writes = true;
	c.error_count = 3;
	start(&r, &c);
	d = &r.x.p.dbus;
	read_line(&r, 0, 0x80000040);
	cycle(&r);
	for (idle(&r); r.cycle < 5; )
		cycle(&r);
	for (uint32_t i = 0; i < BEATS; i++) {
		cycle(&r);
		is_u32(d->rsp_error, i == 2, "the beat of the place fails");
	}
	write_line(&r, 0x80000400);
	for (int i = 0; !d->rsp_valid && i < 9; i++)
		cycle(&r);
	ok(d->rsp_valid && d->rsp_error, "a write there fails");
	is_u32(mem_ram(r.mem)[0x400], 0, "and does nothing there");
	is_u32(mem_ram(r.mem)[0x410], 0xDD, "but elsewhere");
	is_str(r.told, "rd0:80000040+64 erd0:80000060+16 ewd4:80000400+16 "
	       "wDffff:80000410+16 wDffff:80000420+16 wDffff:80000430+16 ",
	       "the checker is told");
	mem_free(r.mem);
	one_way(&c);
}

/* --- what it demands -------------------------------------------------- */

static void broke(struct rig *r, enum cosim_check want, const char *name)
{
	const struct mem_error *e;
	int bad = cycle(r);

	e = mem_error(r->mem);
	if (!ok(bad && e && e->check == want && *e->text, "%s: %s",
		cosim_check_name(want), name))
		diag("got %s", e ? e->text : "nothing");
	mem_free(r->mem);
}

static void read_rules(void)
{
	struct mem_config c = plain();
	struct rig r;

	start(&r, &c);
	read_line(&r, 0, 0x80000010);
	broke(&r, COSIM_BUS_BURST, "a read within a line");
	start(&r, &c);
	read_line(&r, 0, 0x80000000);
	r.x.p.dbus.req_len--;
	broke(&r, COSIM_BUS_BURST, "a read of less than a line");
	start(&r, &c);
	read_line(&r, 0, 0x80000000);
	r.x.p.dbus.req_last = 0;
	broke(&r, COSIM_BUS_BURST, "a read that is not last");
	start(&r, &c);
	read_line(&r, MSHRS, 0x80000000);
	broke(&r, COSIM_BUS_TAG, "a read with the id of writes");
	start(&r, &c);
	read_line(&r, 0, 0x80010000);
	broke(&r, COSIM_BUS_ADDRESS, "a read outside RAM");
	start(&r, &c);
	read_line(&r, 0, 0x80000004);
	broke(&r, COSIM_BUS_ADDRESS, "a read between bus words");
	start(&r, &c);
	read_line(&r, 1, 0x80000000);
	cycle(&r);
	read_line(&r, 1, 0x80000040);
	broke(&r, COSIM_BUS_TAG, "a read with an id in flight");
	start(&r, &c);
	write_line(&r, 0x80000000);
	read_line(&r, 0, 0x80000040);
	ok(!cycle(&r), "a read of another line than is written");
	read_line(&r, 1, 0x80000000);
	broke(&r, COSIM_BUS_HAZARD, "a read of a line that is being written");
	start(&r, &c);
	pins_fetch(&r.x, 0, 0x80000000);
	r.x.p.ibus.req_len = 0;
	broke(&r, COSIM_BUS_BURST, "a fetch of less than a line");
	start(&r, &c);
	pins_fetch(&r.x, MSHRS, 0x80000000);
	r.x.p.ibus.req_len = BEATS - 1;
	broke(&r, COSIM_BUS_TAG, "a fetch with an id that is none");
}

static void write_rules(void)
{
	struct mem_config c = plain();
	struct rig r;

	start(&r, &c);
	write_beat(&r, 0x80000030, 1, false);
	broke(&r, COSIM_BUS_BURST, "a write that leaves its line");
	start(&r, &c);
	write_beat(&r, 0x80000000, 1, true);
	broke(&r, COSIM_BUS_BURST, "a write that ends early");
	start(&r, &c);
	write_beat(&r, 0x80000000, 0, false);
	broke(&r, COSIM_BUS_BURST, "a write that does not end");
	start(&r, &c);
	write_beat(&r, 0x80000000, 1, false);
	r.x.p.dbus.req_tag = 0;
	broke(&r, COSIM_BUS_TAG, "a write with the id of a read");
	start(&r, &c);
	write_beat(&r, 0x80000000, 1, false);
	r.x.strb[0] = 0x1FFFF;
	broke(&r, COSIM_BUS_STROBE, "bytes that the bus has not");
	start(&r, &c);
	write_beat(&r, 0x80000000, 0, true);
	r.x.strb[0] = 0;
	broke(&r, COSIM_BUS_STROBE, "a write of nothing");
	start(&r, &c);
	write_beat(&r, 0xFFFFF000, 1, false);
	broke(&r, COSIM_BUS_BURST, "two beats for the console");
	start(&r, &c);
	write_beat(&r, 0xFFFFF000, 0, true);
	broke(&r, COSIM_BUS_STROBE, "sixteen bytes for the console");
	c.whole_lines = true;
	start(&r, &c);
	write_beat(&r, 0x80000000, 1, false);
	broke(&r, COSIM_BUS_BURST, "a write-back of half a line");
	start(&r, &c);
	write_beat(&r, 0x80000000, 3, false);
	r.x.strb[0] = 0x7FFF;
	broke(&r, COSIM_BUS_STROBE, "a write-back without a byte");
}

/* In the middle of a write of two beats. */
static void middle(struct rig *r)
{
	struct mem_config c = plain();

	start(r, &c);
	write_beat(r, 0x80000000, 1, false);
	r->x.strb[0] = 0;
	if (cycle(r))
		abort();
	write_beat(r, 0x80000010, 1, true);
}

static void middle_rules(void)
{
	struct rig r;

	middle(&r);
	ok(!cycle(&r), "a beat may be empty if another is not");
	mem_free(r.mem);
	middle(&r);
	r.x.strb[0] = 0;
	broke(&r, COSIM_BUS_STROBE, "all beats are empty");
	middle(&r);
	r.x.p.dbus.req_addr += BUS;
	broke(&r, COSIM_BUS_BURST, "a beat in the wrong place");
	middle(&r);
	r.x.p.dbus.req_len = 2;
	broke(&r, COSIM_BUS_BURST, "a length that changes");
	middle(&r);
	r.x.p.dbus.req_last = 0;
	broke(&r, COSIM_BUS_BURST, "a last beat that is not marked");
	middle(&r);
	read_line(&r, 0, 0x80000100);
	broke(&r, COSIM_BUS_BURST, "a read between beats");
}

static void stable_rules(void)
{
	struct mem_config c = plain();
	struct rig r;

	c.bandwidth = 10;
	for (int i = 0; i < 2; i++) {
		start(&r, &c);
		write_beat(&r, 0x80000000, 0, true);
		cycle(&r);
		write_beat(&r, 0x80000040, 1, false);
		cycle(&r);
		r.x.p.dbus.req_len += i == 0;
		r.x.p.dbus.req_last ^= i == 1;
		broke(&r, COSIM_BUS_STABLE, i ? "last changed" :
		      "len changed");
	}
}

/* --- random mode ------------------------------------------------------ */

struct storm {
	struct rig r;
	struct rnd rnd;
	uint32_t shadow[0x1000];
	bool busy[MSHRS];
	uint32_t want[MSHRS][LINE / 4], at[MSHRS];
	uint32_t line[MSHRS];           /* being read; of reads only */
	uint32_t written, answered;     /* writes begun, answered */
	uint32_t pending[64];           /* lines of writes, a ring */
	uint32_t left, next;            /* of the write under way */
	int last;                       /* id of the last read beat */
	uint32_t beats, mixed;          /* ones from another burst in between */
	bool good;
};

/* Is a write to this line not answered? */
static bool writing(const struct storm *s, uint32_t line)
{
	for (uint32_t i = s->answered; i != s->written; i++)
		if (s->pending[i % 64] == line)
			return true;
	return false;
}

static void next_beat(struct storm *s)
{
	write_beat(&s->r, 0x80000000 + s->next, BEATS - 1, s->left == 1);
	for (uint32_t i = 0; i < 4; i++)
		s->r.x.data[i] = rnd_u32(&s->rnd);
}

static void ask(struct storm *s)
{
	uint32_t id = rnd_below(&s->rnd, MSHRS);
	uint32_t line = rnd_below(&s->rnd, 32) * LINE;

	if (s->left) {
		if (rnd_below(&s->rnd, 2))
			next_beat(s);
	} else if (!rnd_below(&s->rnd, 3) && s->written - s->answered < 60) {
		s->pending[s->written++ % 64] = line;
		s->left = BEATS;
		s->next = line;
		next_beat(s);
	} else if (!s->busy[id] && !writing(s, line)) {
		read_line(&s->r, id, 0x80000000 + line);
	}
}

static void accepted(struct storm *s)
{
	const struct cosim_bus_pins *d = &s->r.x.p.dbus;
	uint32_t at = (d->req_addr & 0xFFFF) / 4;

	if (d->req_write) {
		memcpy(s->shadow + at, d->req_data, BUS);
		s->next += BUS;
		s->left--;
	} else {
		s->busy[d->req_tag] = true;
		s->at[d->req_tag] = 0;
		memcpy(s->want[d->req_tag], s->shadow + at, LINE);
	}
	idle(&s->r);
}

static void answered(struct storm *s)
{
	const struct cosim_bus_pins *d = &s->r.x.p.dbus;
	uint32_t id = d->rsp_tag;

	if (id == WRITE_ID) {
		s->good &= d->rsp_last && s->answered != s->written;
		s->answered++;
		return;
	}
	s->good &= s->busy[id] && !memcmp(d->rsp_data, s->want[id] + s->at[id],
					  BUS);
	s->mixed += s->at[id] && s->last != (int)id;
	s->last = (int)id;
	s->beats++;
	s->at[id] += BUS / 4;
	s->good &= d->rsp_last == (s->at[id] == LINE / 4);
	s->busy[id] &= s->at[id] != LINE / 4;
}

static void run(struct storm *s, uint64_t seed)
{
	struct mem_config c = plain();

	memset(s, 0, sizeof *s);
	s->good = true;
	c.random = true;
	c.seed = seed;
	start(&s->r, &c);
	rnd_seed(&s->rnd, seed);
	for (uint32_t i = 0; i < 0x1000; i++)
		s->shadow[i] = i;
	for (int i = 0; i < 20000 && s->good; i++) {
		struct cosim_bus_pins *d = &s->r.x.p.dbus;

		if (!d->req_valid && rnd_below(&s->rnd, 2))
			ask(s);
		d->rsp_ready = rnd_below(&s->rnd, 4) != 0;
		s->good &= !cycle(&s->r);
		if (d->rsp_valid && d->rsp_ready)
			answered(s);
		if (mem_accepted_data(s->r.mem))
			accepted(s);
	}
	if (!s->good && mem_error(s->r.mem))
		diag("%s", mem_error(s->r.mem)->text);
	mem_free(s->r.mem);
}

static void random_mode(void)
{
	static struct storm s;

	for (uint64_t seed = 1; seed <= 4; seed++) {
		run(&s, seed);
		ok(s.good, "seed %u: every beat has the data of its request",
		   (unsigned)seed);
		ok(s.beats > 1000 && s.answered > 100, "many are answered");
		ok(s.mixed > 100, "beats of bursts interleave");
	}
}

int main(void)
{
	reads();
	writes();
	fetches();
	errors();
	read_rules();
	write_rules();
	middle_rules();
	stable_rules();
	random_mode();
	return tap_done();
}
