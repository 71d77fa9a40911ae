/* axi_random.c - the AXI4 slave at random
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/axi.h"

#include <stdlib.h>

struct storm {
	struct axi_rig r;
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
		a->ar = axi_burst(id, 0x80000000 + line, BEATS - 1);
		s->line[id] = line;
	}
	if (!a->aw.valid && s->addressed != s->planned)
		a->aw = axi_burst(WRITE_ID,
			      0x80000000 + s->target[s->addressed % 64],
			      BEATS - 1);
	if (!a->wvalid && s->filled != s->planned)
		axi_beat(&s->r, s->value[s->filled % 64], s->left == 1);
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
	s->good &= !axi_cycle(&s->r);
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
	struct mem_config c = axi_plain();

	memset(s, 0, sizeof *s);
	c.random = true;
	c.seed = seed;
	c.latency = 4;
	axi_start(&s->r, &c);
	rnd_seed(&s->rnd, seed);
	memcpy(s->shadow, s->r.told, sizeof s->shadow);
	s->left = BEATS;
	s->good = true;
	for (int i = 0; i < 20000 && s->good; i++)
		storm_cycle(s);
	if (mem_error(s->r.mem))
		diag("%s", mem_error(s->r.mem)->text);
}

void axi_random(void)
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
