/* axi.c - the AXI4 slave, and the rules of AXI4, each broken once
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "base/rnd.h"
#include "cosim/memory/axi_check.h"
#include "tests/cosim/pins.h"
#include "tests/tap.h"

enum {
	LINE = 64, BUS = 16, BEATS = LINE / BUS, WORDS = LINE / 4,
	MSHRS = 4, ID_BITS = 4, IBUS = 8, WRITE_ID = MSHRS, RAM_WORDS = 0x1000
};

struct rig {
	struct mem *mem;
	struct cosim_pins p;
	struct cosim_axi_pins *a;
	uint32_t strb[4], data[COSIM_BUS_WORDS], rdata[COSIM_BUS_WORDS];
	uint64_t cycle;
	/* Memory as the events say it is, and how many there were. */
	uint32_t told[RAM_WORDS];
	uint32_t reads, writes, errors;
};

static struct mem_config plain(void)
{
	struct mem_config c = {
		.ram_base = 0x80000000, .ram_size = 4 * RAM_WORDS,
		.bus_bytes = BUS, .icache_line = LINE, .dcache_line = LINE,
		.icache_mshrs = MSHRS, .dcache_mshrs = MSHRS, .axi = true,
		.axi_id_bits = ID_BITS, .latency = 60, .bandwidth = 1
	};

	return c;
}

static void on_read(void *ctx, enum cosim_port port, uint32_t id,
		    uint32_t addr, uint32_t bytes)
{
	struct rig *r = ctx;

	(void)port;
	(void)id;
	r->reads += bytes == LINE && !(addr & (LINE - 1));
}

static void on_write(void *ctx, uint32_t addr, const uint32_t *strb,
		     const uint32_t *data, uint32_t bytes)
{
	struct rig *r = ctx;

	if (addr - 0x80000000 < 4 * RAM_WORDS && *strb == 0xFFFF)
		memcpy(r->told + (addr & 0xFFFF) / 4, data, bytes);
	r->writes++;
}

static void on_error(void *ctx, enum cosim_port port, uint32_t id, bool write,
		     uint32_t addr, uint32_t bytes)
{
	struct rig *r = ctx;

	(void)port;
	(void)id;
	(void)write;
	(void)addr;
	r->errors += bytes == BUS;
}

static void pins(struct rig *r)
{
	r->a = &r->p.axi;
	r->a->wstrb = r->strb;
	r->a->wdata = r->data;
	r->a->bready = r->a->rready = 1;
}

static int cycle(struct rig *r)
{
	mem_drive(r->mem, r->cycle, &r->p);
	return mem_sample(r->mem, r->cycle++, &r->p);
}

/* Word N of memory holds N. The first cycle after reset is over. */
static void start(struct rig *r, const struct mem_config *c)
{
	struct mem_events e = { r, on_read, on_write, on_error };

	memset(r, 0, sizeof *r);
	r->mem = mem_new(c);
	if (!r->mem)
		abort();
	mem_set_events(r->mem, &e);
	for (uint32_t i = 0; i < RAM_WORDS; i++) {
		uint8_t b[4] = { (uint8_t)i, (uint8_t)(i >> 8), 0, 0 };

		mem_write(r->mem, 0x80000000 + 4 * i, b, 4);
		r->told[i] = i;
	}
	pins(r);
	if (cycle(r))
		abort();
	r->cycle = 0;
}

static struct cosim_axi_address burst(uint32_t id, uint32_t addr, uint32_t len)
{
	struct cosim_axi_address a = {
		.valid = 1, .id = id, .addr = addr, .len = len, .size = 4,
		.burst = 1, .prot = id & IBUS ? 4 : 0
	};

	return a;
}

static void idle(struct rig *r)
{
	r->a->aw.valid = r->a->ar.valid = r->a->wvalid = 0;
}

static void beat(struct rig *r, uint32_t value, bool last)
{
	r->a->wvalid = 1;
	r->a->wlast = last;
	memset(r->strb, 0, sizeof r->strb);
	r->strb[0] = 0xFFFF;
	for (uint32_t i = 0; i < 4; i++)
		r->data[i] = value;
}

/* --- the slave in order ----------------------------------------------- */

/* Four lines asked for in four cycles: 60 cycles of latency, then a beat of 16
 * bytes in every cycle. */
static void reads(void)
{
	struct mem_config c = plain();
	bool good = true;
	struct rig r;

	start(&r, &c);
	for (uint32_t i = 0; i < 4; i++) {
		r.a->ar = burst(i & 1 ? IBUS + i : i, 0x80000000 + LINE * i,
				BEATS - 1);
		ok(!cycle(&r) && mem_accepted(r.mem), "address %u is accepted",
		   i);
	}
	for (idle(&r); r.cycle < 60; cycle(&r))
		good &= !r.a->rvalid;
	ok(good, "nothing before the latency is over");
	for (uint32_t i = 0; i < 4 * BEATS; i++) {
		uint32_t n = i / BEATS;

		cycle(&r);
		ok(r.a->rvalid && r.a->rid == (n & 1 ? IBUS + n : n) &&
		   r.a->rlast == (i % BEATS == BEATS - 1) && !r.a->rresp,
		   "beat %u comes in its cycle", i);
		is_u32(r.a->rdata[0], 4 * i, "with its data");
	}
	cycle(&r);
	ok(!r.a->rvalid && !mem_in_flight(r.mem), "and that is all");
	is_u32(r.reads, 4, "the checker is told four reads");
	mem_free(r.mem);
}

static void slow(void)
{
	struct mem_config c = plain();
	uint32_t beats = 0, sent = 0;
	struct rig r;

	c.latency = 1;
	c.bandwidth = 3;
	start(&r, &c);
	r.a->ar = burst(0, 0x80000000, BEATS - 1);
	cycle(&r);
	idle(&r);
	for (int i = 0; i < 3 * BEATS; i++) {
		cycle(&r);
		beats += r.a->rvalid;
	}
	is_u32(beats, BEATS, "a beat once in three cycles, to the core");
	r.a->aw = burst(WRITE_ID, 0x80000000, BEATS - 1);
	for (int i = 0; i < 3 * BEATS; i++) {
		beat(&r, 0, sent == BEATS - 1);
		cycle(&r);
		r.a->aw.valid = 0;
		sent += r.a->wready;
		if (sent == BEATS)
			break;
	}
	is_u32(r.cycle, 1 + 3 * BEATS + 3 * (BEATS - 1) + 1,
	       "and from it");
	mem_free(r.mem);
}

/* Until B; false if it does not come. */
static bool until_b(struct rig *r)
{
	for (idle(r); r->cycle < 200; )
		if (cycle(r) || r->a->bvalid)
			break;
	return r->a->bvalid;
}

static void writes(void)
{
	struct mem_config c = plain();
	struct rig r;
	uint64_t end;

	start(&r, &c);
	for (uint32_t i = 0; i < BEATS; i++) {
		beat(&r, 0x1111 * i, i == BEATS - 1);
		ok(!cycle(&r) && mem_accepted(r.mem), "data without address");
	}
	idle(&r);
	cycle(&r);
	is_u32(mem_ram(r.mem)[0x50], 0x14, "has no effect yet");
	r.a->aw = burst(WRITE_ID, 0x80000040, BEATS - 1);
	ok(!cycle(&r), "the address comes after it");
	is_u32(mem_ram(r.mem)[0x50], 0x11, "then the write is done");
	end = r.cycle;
	ok(until_b(&r) && r.a->bid == WRITE_ID && !r.a->bresp,
	   "and answered");
	is_u32(r.cycle - end, 60, "a latency later");
	r.a->aw = burst(WRITE_ID, 0x80000080, 0);
	ok(!cycle(&r), "an address before its data");
	idle(&r);
	cycle(&r);
	beat(&r, 0x77, true);
	ok(!cycle(&r), "and the data");
	ok(until_b(&r), "are answered");
	is_u32(mem_ram(r.mem)[0x80], 0x77, "and done");
	is_u32(r.writes, BEATS + 1, "the checker is told each beat");
	is_u32(mem_in_flight(r.mem), 0, "nothing is in flight");
	mem_free(r.mem);
}

static void fails(void)
{
	struct mem_config c = plain();
	uint32_t failed = 0;
	struct rig r;

	c.errors[0].addr = 0x80000050;
	c.errors[0].bytes = 1;
	c.error_count = 1;
	start(&r, &c);
	r.a->ar = burst(0, 0x80000040, BEATS - 1);
	cycle(&r);
	idle(&r);
	for (int i = 0; i < 70; i++) {
		cycle(&r);
		if (r.a->rvalid)
			failed = failed << 4 | r.a->rresp;
	}
	is_u32(failed, 0x0200, "the beat of the place answers SLVERR");
	r.a->aw = burst(WRITE_ID, 0x80000050, 0);
	beat(&r, 1, true);
	cycle(&r);
	ok(until_b(&r) && r.a->bresp == 2, "a write there answers SLVERR");
	is_u32(mem_ram(r.mem)[0x50], 0x14, "and does nothing");
	is_u32(r.errors, 2, "the checker is told both errors");
	mem_free(r.mem);
}

/* --- the slave at random ---------------------------------------------- */

struct storm {
	struct rig r;
	struct rnd rnd;
	uint32_t shadow[RAM_WORDS];
	bool busy[16];
	uint32_t at[16], line[16], order[16];
	/* Rings of writes by number: addressed, filled, answered. */
	uint32_t planned, addressed, filled, answered, target[64], value[64];
	uint32_t left;
	uint32_t count;
	int last;
	/* What was seen. */
	uint32_t lines, overtaken, mixed, data_first, address_first, refused[5];
	bool good;
};

static bool writing(const struct storm *s, uint32_t line)
{
	for (uint32_t i = s->answered; i != s->planned; i++)
		if (s->target[i % 64] == line)
			return true;
	return false;
}

static bool reading(const struct storm *s, uint32_t line)
{
	if (s->r.a->ar.valid && s->r.a->ar.addr == 0x80000000 + line)
		return true;
	for (uint32_t i = 0; i < 16; i++)
		if (s->busy[i] && s->line[i] == line)
			return true;
	return false;
}

static void plan_write(struct storm *s)
{
	uint32_t line = rnd_below(&s->rnd, 40) * LINE;

	if (s->planned - s->answered >= 8 || reading(s, line))
		return;
	s->target[s->planned % 64] = line;
	s->value[s->planned++ % 64] = rnd_u32(&s->rnd);
}

static void offer(struct storm *s)
{
	struct cosim_axi_pins *a = s->r.a;
	uint32_t id = rnd_below(&s->rnd, 2) * IBUS + rnd_below(&s->rnd, MSHRS);
	uint32_t line = rnd_below(&s->rnd, 40) * LINE;

	if (!rnd_below(&s->rnd, 4))
		plan_write(s);
	if (!a->ar.valid && !s->busy[id] && !writing(s, line) &&
	    rnd_below(&s->rnd, 2)) {
		a->ar = burst(id, 0x80000000 + line, BEATS - 1);
		s->line[id] = line;
	}
	if (!a->aw.valid && s->addressed != s->planned)
		a->aw = burst(WRITE_ID,
			      0x80000000 + s->target[s->addressed % 64],
			      BEATS - 1);
	if (!a->wvalid && s->filled != s->planned)
		beat(&s->r, s->value[s->filled % 64], s->left == 1);
	a->bready = rnd_below(&s->rnd, 4) != 0;
	a->rready = rnd_below(&s->rnd, 4) != 0;
}

static void took_ar(struct storm *s)
{
	uint32_t id = s->r.a->ar.id;

	s->busy[id] = true;
	s->at[id] = 0;
	s->order[id] = ++s->count;
	s->r.a->ar.valid = 0;
}

/* Both halves of write I are there: nobody reads its line now. */
static void met(struct storm *s, uint32_t i)
{
	uint32_t *at = s->shadow + s->target[i % 64] / 4;

	if (i >= s->addressed || i >= s->filled)
		return;
	for (uint32_t k = 0; k < WORDS; k++)
		at[k] = s->value[i % 64];
}

static void took_writes(struct storm *s)
{
	struct cosim_axi_pins *a = s->r.a;
	bool aw = a->aw.valid && a->awready, w = a->wvalid && a->wready;

	if (aw) {
		s->data_first += s->filled > s->addressed;
		a->aw.valid = 0;
		met(s, s->addressed++);
	}
	if (!w)
		return;
	s->address_first += s->left == BEATS && s->addressed > s->filled;
	a->wvalid = 0;
	if (--s->left)
		return;
	s->left = BEATS;
	met(s, s->filled++);
}

static void took_r(struct storm *s)
{
	const struct cosim_axi_pins *a = s->r.a;
	uint32_t id = a->rid, *n = &s->at[id];
	uint32_t word = (s->line[id] + *n * BUS) / 4;

	s->good &= s->busy[id] && !a->rresp &&
		   !memcmp(a->rdata, s->shadow + word, BUS);
	for (uint32_t i = 0; i < 16 && !*n; i++)
		s->overtaken += s->busy[i] && s->order[i] < s->order[id];
	s->mixed += *n && s->last != (int)id;
	s->last = (int)id;
	s->good &= a->rlast == (++*n == BEATS);
	if (*n < BEATS)
		return;
	s->busy[id] = false;
	s->lines++;
}

static void storm_cycle(struct storm *s)
{
	struct cosim_axi_pins *a = s->r.a;

	offer(s);
	s->good &= !cycle(&s->r);
	s->refused[0] += a->aw.valid && !a->awready;
	s->refused[1] += a->wvalid && !a->wready;
	s->refused[2] += a->ar.valid && !a->arready;
	if (a->rvalid && a->rready)
		took_r(s);
	if (a->bvalid && a->bready)
		s->answered++;
	took_writes(s);
	if (a->ar.valid && a->arready)
		took_ar(s);
}

static void run(struct storm *s, uint64_t seed)
{
	struct mem_config c = plain();

	memset(s, 0, sizeof *s);
	c.random = true;
	c.seed = seed;
	c.latency = 4;
	start(&s->r, &c);
	rnd_seed(&s->rnd, seed);
	memcpy(s->shadow, s->r.told, sizeof s->shadow);
	s->left = BEATS;
	s->good = true;
	for (int i = 0; i < 20000 && s->good; i++)
		storm_cycle(s);
	if (mem_error(s->r.mem))
		diag("%s", mem_error(s->r.mem)->text);
}

static void random_mode(void)
{
	static struct storm s;
	uint32_t data_first = 0, address_first = 0;

	for (uint64_t seed = 1; seed <= 8; seed++) {
		const uint8_t *ram;
		uint32_t different = 0;

		run(&s, seed);
		ram = mem_ram(s.r.mem);
		for (uint32_t i = 0; i < RAM_WORDS; i++)
			different += (s.r.told[i] & 255) != ram[4 * i];
		ok(s.good, "seed %u: all data are right", (unsigned)seed);
		is_u32(different, 0, "memory is what the events say");
		ok(s.lines > 500 && s.answered > 100, "much is answered");
		ok(s.overtaken > 50, "reads overtake each other");
		ok(s.mixed > 50, "beats of reads interleave");
		ok(s.refused[0] > 50 && s.refused[1] > 50 && s.refused[2] > 50,
		   "every channel is held up");
		data_first += s.data_first;
		address_first += s.address_first;
		mem_free(s.r.mem);
	}
	ok(data_first > 100, "data are taken before their address");
	ok(address_first > 100, "and after it");
}

/* --- the rules, on bare pins ------------------------------------------ */

struct watch {
	struct axi_check *k;
	struct rig r;
};

static void watch_config(struct watch *w, const struct mem_config *c)
{
	memset(w, 0, sizeof *w);
	w->k = axi_check_new(c);
	if (!w->k)
		abort();
	pins(&w->r);
	w->r.a->rdata = w->r.rdata;
	w->r.a->awready = w->r.a->wready = w->r.a->arready = 1;
	if (axi_check_reset(w->k, w->r.a) || axi_check_cycle(w->k, w->r.a))
		abort();
}

static void watch(struct watch *w)
{
	struct mem_config c = plain();

	watch_config(w, &c);
}

/* A cycle that is right, after which all channels are silent. */
static void right(struct watch *w)
{
	struct cosim_axi_pins *a = w->r.a;

	if (axi_check_cycle(w->k, a)) {
		diag("%s", axi_check_error(w->k)->text);
		ok(false, "what comes before is right");
	}
	idle(&w->r);
	a->rvalid = a->bvalid = 0;
}

static void wrong(struct watch *w, enum cosim_check want, const char *name)
{
	const struct mem_error *e;
	int bad = axi_check_cycle(w->k, w->r.a);

	e = axi_check_error(w->k);
	if (!ok(bad && e && e->check == want && *e->text, "%s: %s",
		cosim_check_name(want), name))
		diag("got %s", e ? e->text : "nothing");
	axi_check_free(w->k);
}

static void reset_rules(void)
{
	struct mem_config c = plain();

	for (int i = 0; i < 3; i++) {
		struct watch w;

		watch(&w);
		w.r.a->aw.valid = i == 0;
		w.r.a->ar.valid = i == 1;
		w.r.a->wvalid = i == 2;
		ok(axi_check_reset(w.k, w.r.a) &&
		   axi_check_error(w.k)->check == COSIM_AXI_RESET,
		   "axi-reset: a valid in reset");
		axi_check_free(w.k);
		w.k = axi_check_new(&c);
		wrong(&w, COSIM_AXI_RESET, "a valid right after reset");
	}
}

static void read_rules(void)
{
	static const struct {
		struct cosim_axi_address a;
		enum cosim_check check;
		const char *name;
	} bad[] = {
		{ { 1, 0, 0x80000000, 3, 4, 0, 0, 0, 0, 0 }, COSIM_AXI_BURST,
		  "FIXED" },
		{ { 1, 0, 0x80000000, 3, 4, 2, 0, 0, 0, 0 }, COSIM_AXI_BURST,
		  "WRAP" },
		{ { 1, 0, 0x80000000, 3, 3, 1, 0, 0, 0, 0 }, COSIM_AXI_BURST,
		  "narrow beats" },
		{ { 1, 0, 0x80000000, 3, 4, 1, 1, 0, 0, 0 }, COSIM_AXI_BURST,
		  "exclusive" },
		{ { 1, 0, 0x80000000, 3, 4, 1, 0, 0, 1, 0 },
		  COSIM_AXI_ATTRIBUTE, "privileged" },
		{ { 1, 0, 0x80000000, 3, 4, 1, 0, 0, 4, 0 },
		  COSIM_AXI_ATTRIBUTE, "data as instructions" },
		{ { 1, 0, 0x80000000, 3, 4, 1, 0, 0, 0, 1 },
		  COSIM_AXI_ATTRIBUTE, "with a quality of service" },
		{ { 1, 0, 0x80000000, 2, 4, 1, 0, 0, 0, 0 }, COSIM_AXI_BURST,
		  "a beat too few" },
		{ { 1, 0, 0x80000000, 4, 4, 1, 0, 0, 0, 0 }, COSIM_AXI_BURST,
		  "a beat too many" },
		{ { 1, 0, 0x80000FD0, 3, 4, 1, 0, 0, 0, 0 },
		  COSIM_AXI_BOUNDARY, "over 4 KiB" },
		{ { 1, 0, 0x80000008, 3, 4, 1, 0, 0, 0, 0 }, COSIM_AXI_ADDRESS,
		  "not aligned to the bus" },
		{ { 1, 0, 0x80000010, 3, 4, 1, 0, 0, 0, 0 }, COSIM_AXI_ADDRESS,
		  "not aligned to the line" },
		{ { 1, 0, 0x80004000, 3, 4, 1, 0, 0, 0, 0 }, COSIM_AXI_ADDRESS,
		  "behind RAM" },
		{ { 1, 4, 0x80000000, 3, 4, 1, 0, 0, 0, 0 }, COSIM_AXI_ID,
		  "the id of writes" },
		{ { 1, 12, 0x80000000, 3, 4, 1, 0, 0, 0, 0 }, COSIM_AXI_ID,
		  "an id that no fetch has" },
		{ { 1, 16, 0x80000000, 3, 4, 1, 0, 0, 0, 0 }, COSIM_AXI_ID,
		  "an id of too many bits" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct watch w;

		watch(&w);
		w.r.a->ar = bad[i].a;
		wrong(&w, bad[i].check, bad[i].name);
	}
}

static void write_rules(void)
{
	static const struct {
		uint32_t id, addr, len;
		bool whole_lines;
		enum cosim_check check;
		const char *name;
	} bad[] = {
		{ 0, 0x80000000, 3, false, COSIM_AXI_ID, "the id of a read" },
		{ 12, 0x80000000, 3, false, COSIM_AXI_ID, "a fetch's id" },
		{ 4, 0x80000030, 1, false, COSIM_AXI_BURST,
		  "leaves the line" },
		{ 4, 0x80000FF0, 1, false, COSIM_AXI_BOUNDARY, "over 4 KiB" },
		{ 4, 0x80000004, 0, false, COSIM_AXI_ADDRESS, "not aligned" },
		{ 4, 0x70000000, 0, false, COSIM_AXI_ADDRESS, "elsewhere" },
		{ 4, 0xFFFFF000, 1, false, COSIM_AXI_ADDRESS,
		  "two beats for the console" },
		{ 4, 0x80000000, 1, true, COSIM_AXI_BURST, "half a line" },
	};

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct mem_config c = plain();
		struct watch w;

		c.whole_lines = bad[i].whole_lines;
		watch_config(&w, &c);
		w.r.a->aw = burst(bad[i].id, bad[i].addr, bad[i].len);
		wrong(&w, bad[i].check, bad[i].name);
	}
}

static void id_in_flight(void)
{
	struct watch w;

	watch(&w);
	w.r.a->ar = burst(2, 0x80000000, BEATS - 1);
	right(&w);
	w.r.a->ar = burst(2, 0x80000040, BEATS - 1);
	wrong(&w, COSIM_AXI_ID, "a read with an id in flight");
}

/* Address and data of a write of one beat, with this strobe. */
static void single(struct watch *w, uint32_t addr, uint32_t strb)
{
	w->r.a->aw = burst(WRITE_ID, addr, 0);
	beat(&w->r, 0, true);
	w->r.strb[0] = strb;
}

static void data_rules(void)
{
	struct mem_config c = plain();
	struct watch w;

	watch(&w);
	single(&w, 0x80000000, 0x1FFFF);
	wrong(&w, COSIM_AXI_STROBE, "bytes that the bus has not");
	watch(&w);
	single(&w, 0xFFFFF000, 2);
	wrong(&w, COSIM_AXI_STROBE, "console, second byte");
	c.whole_lines = true;
	watch_config(&w, &c);
	w.r.a->aw = burst(WRITE_ID, 0x80000000, BEATS - 1);
	for (int i = 0; i < BEATS - 1; i++) {
		beat(&w.r, 0, false);
		w.r.strb[0] ^= i == 1;
		right(&w);
	}
	beat(&w.r, 0, true);
	wrong(&w, COSIM_AXI_STROBE, "a write-back without a byte");
	watch(&w);
	w.r.a->aw = burst(WRITE_ID, 0x80000000, 1);
	beat(&w.r, 0, true);
	wrong(&w, COSIM_AXI_LAST, "wlast a beat early");
	watch(&w);
	w.r.a->aw = burst(WRITE_ID, 0x80000000, 0);
	beat(&w.r, 0, false);
	wrong(&w, COSIM_AXI_LAST, "no wlast");
	watch(&w);
	beat(&w.r, 0, true);
	right(&w);
	w.r.a->aw = burst(WRITE_ID, 0x80000000, 1);
	wrong(&w, COSIM_AXI_LAST, "the address comes after too few data");
	watch(&w);
	for (int i = 0; i < BEATS - 1; i++) {
		beat(&w.r, 0, false);
		right(&w);
	}
	beat(&w.r, 0, false);
	wrong(&w, COSIM_AXI_LAST, "more data than a line, without address");
}

static void hazard_rules(void)
{
	struct watch w;

	watch(&w);
	single(&w, 0x80000010, 0xF);
	w.r.a->ar = burst(1, 0x80000000, BEATS - 1);
	wrong(&w, COSIM_BUS_HAZARD, "a read and a write of a line at once");
	watch(&w);
	single(&w, 0x80000010, 0xF);
	right(&w);
	w.r.a->ar = burst(1, 0x80000040, BEATS - 1);
	right(&w);
	w.r.a->ar = burst(2, 0x80000000, BEATS - 1);
	wrong(&w, COSIM_BUS_HAZARD, "a read of a line being written");
	watch(&w);
	single(&w, 0x80000010, 0xF);
	right(&w);
	w.r.a->bvalid = 1;
	w.r.a->bid = WRITE_ID;
	right(&w);
	w.r.a->ar = burst(2, 0x80000000, BEATS - 1);
	ok(!axi_check_cycle(w.k, w.r.a), "a read after the answer is right");
	axi_check_free(w.k);
}

static void answer_r(struct watch *w, uint32_t id, bool last)
{
	w->r.a->rvalid = 1;
	w->r.a->rid = id;
	w->r.a->rlast = last;
}

static void answer_rules(void)
{
	struct watch w;

	watch(&w);
	w.r.a->bvalid = 1;
	w.r.a->bid = WRITE_ID;
	wrong(&w, COSIM_AXI_RESPONSE, "B of nothing");
	watch(&w);
	single(&w, 0x80000000, 1);
	w.r.a->bvalid = 1;
	w.r.a->bid = WRITE_ID;
	wrong(&w, COSIM_AXI_RESPONSE, "B in the cycle of the last data");
	watch(&w);
	w.r.a->aw = burst(WRITE_ID, 0x80000000, 0);
	right(&w);
	w.r.a->bvalid = 1;
	w.r.a->bid = WRITE_ID;
	wrong(&w, COSIM_AXI_RESPONSE, "B before the data");
	watch(&w);
	single(&w, 0x80000000, 1);
	right(&w);
	for (int i = 0; i < 2; i++) {
		w.r.a->bvalid = 1;
		w.r.a->bid = WRITE_ID;
		if (!i)
			right(&w);
	}
	wrong(&w, COSIM_AXI_RESPONSE, "a second B");
	watch(&w);
	answer_r(&w, 0, true);
	wrong(&w, COSIM_AXI_RESPONSE, "R of nothing");
	watch(&w);
	w.r.a->ar = burst(0, 0x80000000, BEATS - 1);
	right(&w);
	answer_r(&w, 1, false);
	wrong(&w, COSIM_AXI_RESPONSE, "R of another id");
	watch(&w);
	w.r.a->ar = burst(0, 0x80000000, BEATS - 1);
	right(&w);
	answer_r(&w, 0, true);
	wrong(&w, COSIM_AXI_LAST, "rlast early");
	watch(&w);
	w.r.a->ar = burst(0, 0x80000000, BEATS - 1);
	right(&w);
	for (int i = 0; i < BEATS - 1; i++) {
		answer_r(&w, 0, false);
		right(&w);
	}
	answer_r(&w, 0, false);
	wrong(&w, COSIM_AXI_LAST, "no rlast");
}

/* Everything is shown and refused once. */
static void refused(struct watch *w)
{
	struct cosim_axi_pins *a;

	watch(w);
	a = w->r.a;
	single(w, 0x80000000, 0xF);
	a->ar = burst(0, 0x80000040, BEATS - 1);
	right(w);
	a->awready = a->wready = a->arready = a->rready = a->bready = 0;
	single(w, 0x80000080, 0xF);
	a->ar = burst(1, 0x80000100, BEATS - 1);
	answer_r(w, 0, false);
	a->bvalid = 1;
	a->bid = WRITE_ID;
	if (axi_check_cycle(w->k, a))
		abort();
}

static void change(struct watch *w, int i)
{
	struct cosim_axi_pins *a = w->r.a;
	uint32_t *fields[] = {
		&a->aw.valid, &a->ar.valid, &a->wvalid, &a->rvalid, &a->bvalid,
		&a->aw.id, &a->aw.addr, &a->aw.len, &a->aw.size, &a->aw.burst,
		&a->aw.lock, &a->aw.cache, &a->aw.prot, &a->aw.qos,
		&a->ar.id, &a->ar.addr, &a->ar.cache, &a->ar.prot, &a->ar.qos,
		&a->wlast, &w->r.strb[0], &w->r.data[3],
		&a->rid, &a->rresp, &a->rlast, &w->r.rdata[3],
		&a->bid, &a->bresp
	};

	*fields[i] ^= 1;
}

static void stable_rules(void)
{
	struct watch w;

	refused(&w);
	ok(!axi_check_cycle(w.k, w.r.a), "what is refused may wait");
	axi_check_free(w.k);
	for (int i = 0; i < 28; i++) {
		refused(&w);
		change(&w, i);
		wrong(&w, COSIM_AXI_STABLE, i < 5 ? "valid was withdrawn" :
		      "a field changed");
	}
}

/* The memory watches its own port. */
static void watched(void)
{
	struct mem_config c = plain();
	struct rig r;

	start(&r, &c);
	r.a->ar = burst(0, 0x80000010, BEATS - 1);
	ok(cycle(&r) && mem_error(r.mem) &&
	   mem_error(r.mem)->check == COSIM_AXI_ADDRESS,
	   "the memory reports what its rules find");
	mem_free(r.mem);
	start(&r, &c);
	r.a->wvalid = 1;
	ok(!mem_reset(r.mem, 0, &r.p), "before the first edge nothing counts");
	ok(mem_reset(r.mem, 1, &r.p) &&
	   mem_error(r.mem)->check == COSIM_AXI_RESET, "after it, all does");
	mem_free(r.mem);
}

int main(void)
{
	reads();
	slow();
	writes();
	fails();
	random_mode();
	reset_rules();
	read_rules();
	write_rules();
	id_in_flight();
	data_rules();
	hazard_rules();
	answer_rules();
	stable_rules();
	watched();
	return tap_done();
}
