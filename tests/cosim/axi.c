/* axi.c - the AXI4 slave in order
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/axi.h"

#include <stdlib.h>

/* Four lines asked for in four cycles: 60 cycles of latency, then a beat of 16
 * bytes in every cycle. */
static void reads(void)
{
	struct mem_config c = axi_plain();
	bool good = true;
	struct axi_rig r;

	axi_start(&r, &c);
	for (uint32_t i = 0; i < 4; i++) {
		r.a->ar = axi_burst(i & 1 ? IBUS + i : i, 0x80000000 + LINE * i,
				BEATS - 1);
		ok(!axi_cycle(&r) && mem_accepted(r.mem),
		   "address %u is accepted", i);
	}
	for (axi_idle(&r); r.cycle < 60; axi_cycle(&r))
		good &= !r.a->rvalid;
	ok(good, "nothing before the latency is over");
	for (uint32_t i = 0; i < 4 * BEATS; i++) {
		uint32_t n = i / BEATS;

		axi_cycle(&r);
		ok(r.a->rvalid && r.a->rid == (n & 1 ? IBUS + n : n) &&
		   r.a->rlast == (i % BEATS == BEATS - 1) && !r.a->rresp,
		   "beat %u comes in its cycle", i);
		is_u32(r.a->rdata[0], 4 * i, "with its data");
	}
	axi_cycle(&r);
	ok(!r.a->rvalid && !mem_in_flight(r.mem), "and that is all");
	is_u32(r.reads, 4, "the checker is told four reads");
	mem_free(r.mem);
}

static void slow(void)
{
	struct mem_config c = axi_plain();
	uint32_t beats = 0, sent = 0;
	struct axi_rig r;

	c.latency = 1;
	c.bandwidth = 3;
	axi_start(&r, &c);
	r.a->ar = axi_burst(0, 0x80000000, BEATS - 1);
	axi_cycle(&r);
	axi_idle(&r);
	for (int i = 0; i < 3 * BEATS; i++) {
		axi_cycle(&r);
		beats += r.a->rvalid;
	}
	is_u32(beats, BEATS, "a beat once in three cycles, to the core");
	r.a->aw = axi_burst(WRITE_ID, 0x80000000, BEATS - 1);
	for (int i = 0; i < 3 * BEATS; i++) {
		axi_beat(&r, 0, sent == BEATS - 1);
		axi_cycle(&r);
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
static bool until_b(struct axi_rig *r)
{
	for (axi_idle(r); r->cycle < 200; )
		if (axi_cycle(r) || r->a->bvalid)
			break;
	return r->a->bvalid;
}

static void writes(void)
{
	struct mem_config c = axi_plain();
	struct axi_rig r;
	uint64_t end;

	axi_start(&r, &c);
	for (uint32_t i = 0; i < BEATS; i++) {
		axi_beat(&r, 0x1111 * i, i == BEATS - 1);
		ok(!axi_cycle(&r) && mem_accepted(r.mem),
		   "data without address");
	}
	axi_idle(&r);
	axi_cycle(&r);
	is_u32(mem_ram(r.mem)[0x50], 0x14, "has no effect yet");
	r.a->aw = axi_burst(WRITE_ID, 0x80000040, BEATS - 1);
	ok(!axi_cycle(&r), "the address comes after it");
	is_u32(mem_ram(r.mem)[0x50], 0x11, "then the write is done");
	end = r.cycle;
	ok(until_b(&r) && r.a->bid == WRITE_ID && !r.a->bresp,
	   "and answered");
	is_u32(r.cycle - end, 60, "a latency later");
	r.a->aw = axi_burst(WRITE_ID, 0x80000080, 0);
	ok(!axi_cycle(&r), "an address before its data");
	axi_idle(&r);
	axi_cycle(&r);
	axi_beat(&r, 0x77, true);
	ok(!axi_cycle(&r), "and the data");
	ok(until_b(&r), "are answered");
	is_u32(mem_ram(r.mem)[0x80], 0x77, "and done");
	is_u32(r.writes, BEATS + 1, "the checker is told each beat");
	is_u32(mem_in_flight(r.mem), 0, "nothing is in flight");
	mem_free(r.mem);
}

static void fails(void)
{
	struct mem_config c = axi_plain();
	uint32_t failed = 0;
	struct axi_rig r;

	c.errors[0].addr = 0x80000050;
	c.errors[0].bytes = 1;
	c.error_count = 1;
	axi_start(&r, &c);
	r.a->ar = axi_burst(0, 0x80000040, BEATS - 1);
	axi_cycle(&r);
	axi_idle(&r);
	for (int i = 0; i < 70; i++) {
		axi_cycle(&r);
		if (r.a->rvalid)
			failed = failed << 4 | r.a->rresp;
	}
	is_u32(failed, 0x0200, "the beat of the place answers SLVERR");
	r.a->aw = axi_burst(WRITE_ID, 0x80000050, 0);
	axi_beat(&r, 1, true);
	axi_cycle(&r);
	ok(until_b(&r) && r.a->bresp == 2, "a write there answers SLVERR");
	is_u32(mem_ram(r.mem)[0x50], 0x14, "and does nothing");
	is_u32(r.errors, 2, "the checker is told both errors");
	mem_free(r.mem);
}

/* Two ports: each has its own timing and rules, and both one RAM. */
static void channels(void)
{
	struct mem_config c = axi_plain();
	struct axi_rig r;
	uint32_t id = 5;        /* MSHR 1 of bank 1 */

	c.l2 = true;
	c.cores = c.channels = 2;
	c.dbus_tag_bits = 2;
	c.dcache_mshrs = 4;
	axi_start(&r, &c);
	r.p.axi[1].bready = r.p.axi[1].rready = 1;
	r.p.axi[0].ar = axi_burst(1, 0x80000000, BEATS - 1);
	r.p.axi[1].ar = axi_burst(id, 0x80000040, BEATS - 1);
	ok(!axi_cycle(&r), "both channels take a read in one cycle");
	r.p.axi[0].ar.valid = r.p.axi[1].ar.valid = 0;
	is_u32(mem_in_flight(r.mem), 2, "both are in flight");
	for (int i = 0; i < 59; i++)
		axi_cycle(&r);
	mem_drive(r.mem, r.cycle, &r.p);
	ok(r.p.axi[0].rvalid && r.p.axi[1].rvalid, "both answer at once");
	is_u32(r.p.axi[0].rdata[0], 0, "one has its line");
	is_u32(r.p.axi[1].rdata[0], 0x10, "and so does the other");
	is_u32(r.reads, 2, "the checker is told both");
	for (int i = 0; i < 10; i++)
		axi_cycle(&r);
	r.p.axi[1].ar = axi_burst(id, 0x800000C0, BEATS - 1);
	ok(axi_cycle(&r) && mem_error(r.mem)->check == COSIM_AXI_BANK &&
	   mem_error(r.mem)->channel == 1, "a rule broken on channel 1");
	mem_free(r.mem);
}

int main(void)
{
	reads();
	slow();
	writes();
	fails();
	channels();
	axi_random();
	axi_rules();
	return tap_done();
}
