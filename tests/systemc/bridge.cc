/* bridge.cc - systemc/bridge.h: pins to accesses and back, TAP
 * SPDX-License-Identifier: Apache-2.0
 */
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <map>
#include <vector>

#include "systemc/bridge.h"

using warpwright::access;

namespace {

int tests, failures;

void ok(bool good, const char *what)
{
	printf("%sok %d - %s\n", good ? "" : "not ", ++tests, what);
	failures += !good;
}

/* Remembers what it was asked, and answers as it is told. */
struct asked : warpwright::access_target {
	std::vector<access> all;
	std::map<uint32_t, uint64_t> latency;   /* by address; else 1 */
	uint32_t bad = 1;                       /* this address fails */

	bool perform(access &a, uint64_t &cycles) override
	{
		if (latency.count(a.addr))
			cycles = latency[a.addr];
		for (uint32_t i = 0; !a.write && i < a.bytes / 4; i++)
			a.data[i] = a.addr + 4 * i;
		all.push_back(a);
		return a.addr != bad;
	}
};

/* A core of BEATS words to a line; 0: the word form. The bus has two words. */
cosim_model_shape shape(uint32_t lines, uint32_t axi)
{
	cosim_model_shape s = cosim_model_shape();

	s.axi = axi ? 2 : 0;
	s.channels = axi;
	s.ibus = axi ? 0 : lines ? 2 : 1;
	s.dbus = axi ? 0 : 2;
	s.ibus_line = s.dbus_line = lines;
	return s;
}

struct rig {
	asked target;
	warpwright::bridge bridge;
	cosim_pins p;
	uint64_t cycle = 0;

	rig(uint32_t lines, uint32_t axi)
		: bridge(target, shape(lines, axi)), p(cosim_pins())
	{
		p.ibus.rsp_ready = p.dbus.rsp_ready = 1;
		p.axi[0].rready = p.axi[0].bready = 1;
	}

	/* One cycle with what stands at the pins; then nothing is asked. */
	void step()
	{
		bridge.drive(cycle, p);
		bridge.sample(cycle++, p);
		p.ibus.req_valid = p.dbus.req_valid = 0;
		p.axi[0].ar.valid = p.axi[0].aw.valid = p.axi[0].wvalid = 0;
		p.axi[1].ar.valid = 0;
	}

	/* What the core sees in the next cycle. */
	const cosim_pins &look()
	{
		bridge.drive(cycle, p);
		return p;
	}

	void fetch(uint32_t tag, uint32_t addr, uint32_t len)
	{
		p.ibus.req_valid = 1;
		p.ibus.req_tag = tag;
		p.ibus.req_addr = addr;
		p.ibus.req_len = len;
		step();
	}

	void data(uint32_t tag, bool write, uint32_t addr, uint32_t len,
		  uint32_t last, uint32_t strb)
	{
		static uint32_t word[2], mask;

		word[0] = addr;
		word[1] = ~addr;
		mask = strb;
		p.dbus.req_valid = 1;
		p.dbus.req_tag = tag;
		p.dbus.req_write = write;
		p.dbus.req_addr = addr;
		p.dbus.req_len = len;
		p.dbus.req_last = last;
		p.dbus.req_strb = &mask;
		p.dbus.req_data = word;
		step();
	}

	void beat(uint32_t strb, uint32_t last, uint32_t value)
	{
		static uint32_t word[2], mask;

		word[0] = word[1] = value;
		mask = strb;
		p.axi[0].wvalid = 1;
		p.axi[0].wlast = last;
		p.axi[0].wstrb = &mask;
		p.axi[0].wdata = word;
	}

	void address(cosim_axi_address &to, uint32_t id, uint32_t addr,
		     uint32_t len, uint32_t prot)
	{
		to.valid = 1;
		to.id = id;
		to.addr = addr;
		to.len = len;
		to.prot = prot;
	}
};

void words()
{
	rig r(0, 0);

	r.fetch(3, 0x100, 0);
	ok(r.target.all.size() == 1 && r.target.all[0].fetch &&
	   r.target.all[0].bytes == 4, "a fetch is a read of four bytes");
	ok(r.look().ibus.rsp_valid && r.p.ibus.rsp_tag == 3 &&
	   *r.p.ibus.rsp_data == 0x100, "it is answered in the next cycle");
	r.step();
	ok(!r.look().ibus.rsp_valid && r.bridge.idle(), "once");
	r.data(1, false, 0x208, 0, 1, 0xF0);
	ok(r.target.all[1].addr == 0x208 && r.target.all[1].bytes == 8 &&
	   r.target.all[1].strb[0] == 0xF0, "a read has the bus's strobes");
	r.data(2, true, 0x300, 0, 1, 0x0F);
	ok(r.target.all[2].write && r.target.all[2].strb[0] == 0x0F &&
	   r.target.all[2].data[0] == 0x300, "a write has strobes and data");
	ok(!r.target.all[2].fetch, "and is no fetch");
}

void order()
{
	rig r(0, 0);

	r.target.latency[0x100] = 9;
	r.fetch(0, 0x100, 0);
	r.fetch(0, 0x104, 0);
	r.fetch(1, 0x200, 0);
	ok(r.look().ibus.rsp_valid && r.p.ibus.rsp_tag == 1,
	   "a slow answer is overtaken by that of another tag");
	r.step();
	ok(!r.look().ibus.rsp_valid, "but not by one of its own");
	while (r.cycle < 8)
		r.step();
	ok(!r.look().ibus.rsp_valid, "it does not come early");
	r.step();
	ok(r.look().ibus.rsp_valid && *r.p.ibus.rsp_data == 0x100,
	   "it comes when its latency is over");
	r.step();
	ok(r.look().ibus.rsp_valid && *r.p.ibus.rsp_data == 0x104,
	   "and the other one of its tag behind it");
}

void held()
{
	rig r(0, 0);

	r.target.latency[0x100] = 2;
	r.p.dbus.rsp_ready = 0;
	r.data(5, false, 0x100, 0, 1, 0xFF);
	r.data(6, false, 0x200, 0, 1, 0xFF);
	ok(r.look().dbus.rsp_valid && r.p.dbus.rsp_tag == 5,
	   "an answer stands");
	r.step();
	r.step();
	ok(r.look().dbus.rsp_valid && r.p.dbus.rsp_tag == 5,
	   "as long as it is not taken");
	r.p.dbus.rsp_ready = 1;
	r.step();
	ok(r.look().dbus.rsp_valid && r.p.dbus.rsp_tag == 6, "then the next");
}

void errors()
{
	rig r(0, 0);

	r.target.bad = 0x400;
	r.data(0, true, 0x400, 0, 1, 1);
	ok(r.look().dbus.rsp_error, "an access that fails is answered so");
	r.data(1, true, 0x500, 0, 1, 1);
	ok(!r.look().dbus.rsp_error, "another one is not");
}

void lines()
{
	rig r(1, 0);

	r.data(0, false, 0x80, 3, 1, 0);
	ok(r.target.all.size() == 1 && r.target.all[0].bytes == 32 &&
	   r.target.all[0].strb[0] == 0xFFFFFFFF, "a line is one read");
	for (uint32_t i = 0; i < 4; i++) {
		ok(r.look().dbus.rsp_valid &&
		   r.p.dbus.rsp_data[0] == 0x80 + 8 * i &&
		   r.p.dbus.rsp_last == (i == 3), "and comes beat by beat");
		r.step();
	}
	r.data(7, true, 0xC0, 1, 0, 0xF0);
	ok(r.target.all.size() == 1, "half a burst is no write yet");
	r.data(7, true, 0xC8, 1, 1, 0x0F);
	ok(r.target.all.size() == 2 && r.target.all[1].addr == 0xC0 &&
	   r.target.all[1].bytes == 16 && r.target.all[1].strb[0] == 0x0FF0 &&
	   r.target.all[1].data[2] == 0xC8, "a whole one is one write");
	ok(r.look().dbus.rsp_valid && r.p.dbus.rsp_tag == 7 &&
	   r.p.dbus.rsp_last, "with one answer");
}

void axi_reads()
{
	rig r(1, 1);

	r.address(r.p.axi[0].ar, 9, 0x40, 1, 4);
	r.step();
	ok(r.target.all.size() == 1 && r.target.all[0].fetch &&
	   r.target.all[0].bytes == 16, "AXI: prot says what a fetch is");
	ok(r.look().axi[0].rvalid && r.p.axi[0].rid == 9 && !r.p.axi[0].rlast &&
	   r.p.axi[0].rdata[0] == 0x40, "the first beat");
	r.step();
	ok(r.look().axi[0].rvalid && r.p.axi[0].rlast &&
	   r.p.axi[0].rdata[0] == 0x48 && r.p.axi[0].rresp == 0,
	   "the last one");
	r.step();
	r.target.bad = 0x80;
	r.address(r.p.axi[0].ar, 1, 0x80, 0, 0);
	r.step();
	ok(!r.target.all[1].fetch && r.look().axi[0].rresp == 2,
	   "a read that fails is SLVERR");
}

void axi_masters()
{
	rig r(1, 2);

	r.p.axi[1].rready = 1;
	r.address(r.p.axi[0].ar, 1, 0x40, 0, 0);
	r.address(r.p.axi[1].ar, 2, 0x80, 0, 0);
	r.step();
	ok(r.look().axi[0].rvalid && r.p.axi[0].rdata[0] == 0x40 &&
	   r.p.axi[1].rvalid && r.p.axi[1].rdata[0] == 0x80,
	   "AXI: each master has its own answer");
}

void axi_writes()
{
	rig r(1, 1);

	r.beat(0xFF, 0, 1);
	r.step();
	r.beat(0x01, 1, 2);
	r.step();
	ok(r.target.all.empty() && !r.bridge.idle(),
	   "AXI: data wait for their address");
	r.address(r.p.axi[0].aw, 3, 0x100, 1, 0);
	r.step();
	ok(r.target.all.size() == 1 && r.target.all[0].addr == 0x100 &&
	   r.target.all[0].bytes == 16 && r.target.all[0].strb[0] == 0x1FF &&
	   r.target.all[0].data[2] == 2, "then they are one write");
	ok(r.look().axi[0].bvalid && r.p.axi[0].bid == 3 &&
	   r.p.axi[0].bresp == 0,
	   "it is answered");
	r.step();
	r.target.bad = 0x200;
	r.address(r.p.axi[0].aw, 3, 0x200, 0, 0);
	r.step();
	ok(r.target.all.size() == 1, "an address waits for its data");
	r.beat(0xFF, 1, 7);
	r.step();
	ok(r.look().axi[0].bvalid && r.p.axi[0].bresp == 2,
	   "a write that fails is SLVERR");
}

void reset()
{
	rig r(1, 1);

	r.target.latency[0x40] = 5;
	r.address(r.p.axi[0].ar, 1, 0x40, 0, 0);
	r.beat(0xFF, 0, 1);
	r.step();
	r.bridge.reset();
	ok(r.bridge.idle(), "reset: nothing is on its way");
	for (int i = 0; i < 8; i++)
		r.step();
	ok(!r.look().axi[0].rvalid, "and nothing comes");
	r.address(r.p.axi[0].aw, 3, 0x100, 0, 0);
	r.beat(0x0F, 1, 9);
	r.step();
	ok(r.target.all.back().bytes == 8 && r.target.all.back().data[0] == 9 &&
	   r.target.all.back().strb[0] == 0xF, "half a burst is forgotten");
}

void full()
{
	rig r(0, 0);

	for (uint32_t i = 0; i < warpwright::MAX_ANSWERS; i++)
		r.target.latency[0x1000 + 4 * i] = 1000000;
	for (uint32_t i = 0; i < warpwright::MAX_ANSWERS; i++)
		r.fetch(i, 0x1000 + 4 * i, 0);
	ok(!r.look().ibus.req_ready, "who has too much to answer is not ready");
	r.fetch(0, 0x2000, 0);
	ok(r.target.all.size() == warpwright::MAX_ANSWERS,
	   "and takes nothing more");
}

} // namespace

int main()
{
	words();
	order();
	held();
	errors();
	lines();
	axi_reads();
	axi_masters();
	axi_writes();
	reset();
	full();
	printf("1..%d\n", tests);
	return failures != 0;
}
