/* axi_rules.c - the rules of AXI4, each broken once
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/axi.h"

#include <stdlib.h>

#include "cosim/memory/axi_check.h"

struct watch {
	struct axi_check *k;
	struct axi_rig r;
};

static void watch_channel(struct watch *w, const struct mem_config *c,
			  uint32_t channel)
{
	memset(w, 0, sizeof *w);
	w->k = axi_check_new(c, channel);
	if (!w->k)
		abort();
	axi_pins(&w->r);
	w->r.a->rdata = w->r.rdata;
	w->r.a->awready = w->r.a->wready = w->r.a->arready = 1;
	if (axi_check_reset(w->k, w->r.a) || axi_check_cycle(w->k, w->r.a))
		abort();
}

static void watch_config(struct watch *w, const struct mem_config *c)
{
	watch_channel(w, c, 0);
}

static void watch(struct watch *w)
{
	struct mem_config c = axi_plain();

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
	axi_idle(&w->r);
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
	struct mem_config c = axi_plain();

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
		w.k = axi_check_new(&c, 0);
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

/* Four banks of a second-level cache, two channels, whose ids are those of the
 * data side. */
static struct mem_config banks(void)
{
	struct mem_config c = axi_plain();

	c.l2 = true;
	c.cores = 4;
	c.channels = 2;
	c.dbus_tag_bits = 2;
	c.axi_id_bits = 5;
	return c;
}

/* The bank of line N is N % 4 ^ N / 4 % 4 ... */
static void bank_rules(void)
{
	static const struct {
		uint32_t channel, id, line;
		bool write;
		enum cosim_check check;
		const char *name;
	} bad[] = {
		{ 0, 0, 1, false, COSIM_AXI_BANK, "a read of bank 1's line" },
		{ 0, 4, 1, false, COSIM_AXI_BANK, "bank 1 is on channel 1" },
		{ 1, 8, 2, false, COSIM_AXI_BANK, "bank 2 is on channel 0" },
		{ 0, 0, 4, true, COSIM_AXI_BANK, "a write of bank 1's line" },
		{ 1, 0, 0, true, COSIM_AXI_BANK, "a write on channel 1" },
	};
	struct mem_config c = banks();

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		struct cosim_axi_address a = axi_burst(
			bad[i].id, 0x80000000 + bad[i].line * LINE, BEATS - 1);
		struct watch w;

		watch_channel(&w, &c, bad[i].channel);
		a.prot = 0;
		*(bad[i].write ? &w.r.a->aw : &w.r.a->ar) = a;
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
		struct mem_config c = axi_plain();
		struct watch w;

		c.whole_lines = bad[i].whole_lines;
		watch_config(&w, &c);
		w.r.a->aw = axi_burst(bad[i].id, bad[i].addr, bad[i].len);
		wrong(&w, bad[i].check, bad[i].name);
	}
}

static void id_in_flight(void)
{
	struct watch w;

	watch(&w);
	w.r.a->ar = axi_burst(2, 0x80000000, BEATS - 1);
	right(&w);
	w.r.a->ar = axi_burst(2, 0x80000040, BEATS - 1);
	wrong(&w, COSIM_AXI_ID, "a read with an id in flight");
}

/* Address and data of a write of one beat, with this strobe. */
static void single(struct watch *w, uint32_t addr, uint32_t strb)
{
	w->r.a->aw = axi_burst(WRITE_ID, addr, 0);
	axi_beat(&w->r, 0, true);
	w->r.strb[0] = strb;
}

static void data_rules(void)
{
	struct mem_config c = axi_plain();
	struct watch w;

	watch(&w);
	single(&w, 0x80000000, 0x1FFFF);
	wrong(&w, COSIM_AXI_STROBE, "bytes that the bus has not");
	watch(&w);
	single(&w, 0xFFFFF000, 2);
	wrong(&w, COSIM_AXI_STROBE, "console, second byte");
	c.whole_lines = true;
	watch_config(&w, &c);
	w.r.a->aw = axi_burst(WRITE_ID, 0x80000000, BEATS - 1);
	for (int i = 0; i < BEATS - 1; i++) {
		axi_beat(&w.r, 0, false);
		w.r.strb[0] ^= i == 1;
		right(&w);
	}
	axi_beat(&w.r, 0, true);
	wrong(&w, COSIM_AXI_STROBE, "a write-back without a byte");
	watch(&w);
	w.r.a->aw = axi_burst(WRITE_ID, 0x80000000, 1);
	axi_beat(&w.r, 0, true);
	wrong(&w, COSIM_AXI_LAST, "wlast a beat early");
	watch(&w);
	w.r.a->aw = axi_burst(WRITE_ID, 0x80000000, 0);
	axi_beat(&w.r, 0, false);
	wrong(&w, COSIM_AXI_LAST, "no wlast");
	watch(&w);
	axi_beat(&w.r, 0, true);
	right(&w);
	w.r.a->aw = axi_burst(WRITE_ID, 0x80000000, 1);
	wrong(&w, COSIM_AXI_LAST, "the address comes after too few data");
	watch(&w);
	for (int i = 0; i < BEATS - 1; i++) {
		axi_beat(&w.r, 0, false);
		right(&w);
	}
	axi_beat(&w.r, 0, false);
	wrong(&w, COSIM_AXI_LAST, "more data than a line, without address");
}

static void hazard_rules(void)
{
	struct watch w;

	watch(&w);
	single(&w, 0x80000010, 0xF);
	w.r.a->ar = axi_burst(1, 0x80000000, BEATS - 1);
	wrong(&w, COSIM_BUS_HAZARD, "a read and a write of a line at once");
	watch(&w);
	single(&w, 0x80000010, 0xF);
	right(&w);
	w.r.a->ar = axi_burst(1, 0x80000040, BEATS - 1);
	right(&w);
	w.r.a->ar = axi_burst(2, 0x80000000, BEATS - 1);
	wrong(&w, COSIM_BUS_HAZARD, "a read of a line being written");
	watch(&w);
	single(&w, 0x80000010, 0xF);
	right(&w);
	w.r.a->bvalid = 1;
	w.r.a->bid = WRITE_ID;
	right(&w);
	w.r.a->ar = axi_burst(2, 0x80000000, BEATS - 1);
	ok(!axi_check_cycle(w.k, w.r.a), "a read after the answer is right");
	axi_check_free(w.k);
}

/* Three cores, whose number is in two bits above a number of three. */
enum { NUMBER_BITS = 3 };

static struct cosim_axi_address of_core(uint32_t core, uint32_t number)
{
	struct cosim_axi_address a = axi_burst(core << NUMBER_BITS | number,
					       0x80000040, BEATS - 1);

	a.prot = 0;
	return a;
}

static void watch_cores(struct watch *w)
{
	struct mem_config c = axi_plain();

	c.cores = 3;
	c.ibus_tag_bits = c.dbus_tag_bits = NUMBER_BITS;
	c.axi_id_bits = 1 + 2 + NUMBER_BITS;
	watch_config(w, &c);
}

static void core_rules(void)
{
	struct watch w;

	watch_cores(&w);
	w.r.a->aw = of_core(1, WRITE_ID);
	right(&w);
	w.r.a->ar = of_core(2, 1);
	right(&w);
	w.r.a->ar = of_core(1, 1);
	wrong(&w, COSIM_BUS_HAZARD,
	      "a core may read what another one writes, not what it writes");
	watch_cores(&w);
	w.r.a->ar = of_core(3, 1);
	wrong(&w, COSIM_AXI_ID, "a read of a core that is not there");
	watch_cores(&w);
	w.r.a->ar = of_core(2, WRITE_ID);
	wrong(&w, COSIM_AXI_ID, "a read of a core with the number of writes");
	watch_cores(&w);
	w.r.a->aw = of_core(3, WRITE_ID);
	wrong(&w, COSIM_AXI_ID, "a write of a core that is not there");
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
	w.r.a->aw = axi_burst(WRITE_ID, 0x80000000, 0);
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
	w.r.a->ar = axi_burst(0, 0x80000000, BEATS - 1);
	right(&w);
	answer_r(&w, 1, false);
	wrong(&w, COSIM_AXI_RESPONSE, "R of another id");
	watch(&w);
	w.r.a->ar = axi_burst(0, 0x80000000, BEATS - 1);
	right(&w);
	answer_r(&w, 0, true);
	wrong(&w, COSIM_AXI_LAST, "rlast early");
	watch(&w);
	w.r.a->ar = axi_burst(0, 0x80000000, BEATS - 1);
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
	a->ar = axi_burst(0, 0x80000040, BEATS - 1);
	right(w);
	a->awready = a->wready = a->arready = a->rready = a->bready = 0;
	single(w, 0x80000080, 0xF);
	a->ar = axi_burst(1, 0x80000100, BEATS - 1);
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
	struct mem_config c = axi_plain();
	struct axi_rig r;

	axi_start(&r, &c);
	r.a->ar = axi_burst(0, 0x80000010, BEATS - 1);
	ok(axi_cycle(&r) && mem_error(r.mem) &&
	   mem_error(r.mem)->check == COSIM_AXI_ADDRESS,
	   "the memory reports what its rules find");
	mem_free(r.mem);
	axi_start(&r, &c);
	r.a->wvalid = 1;
	ok(!mem_reset(r.mem, 0, &r.p), "before the first edge nothing counts");
	ok(mem_reset(r.mem, 1, &r.p) &&
	   mem_error(r.mem)->check == COSIM_AXI_RESET, "after it, all does");
	mem_free(r.mem);
}

void axi_rules(void)
{
	reset_rules();
	read_rules();
	bank_rules();
	write_rules();
	id_in_flight();
	data_rules();
	hazard_rules();
	core_rules();
	answer_rules();
	stable_rules();
	watched();
}
