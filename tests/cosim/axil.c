/* axil.c - the host of registers finds what a slave of AXI4-Lite does wrong
 * SPDX-License-Identifier: Apache-2.0
 *
 * The slave is a model of rtl-templates/blocks/host.v without launches.
 */
#include <stdlib.h>
#include <string.h>

#include "cosim/cover/coverage.h"
#include "cosim/run/harness.h"
#include "tests/cosim/pins.h"
#include "tests/tap.h"

enum fault {
	NONE, NO_WRITE, NO_READ, WITHDRAWN, CHANGED, EXOKAY, DEAF, IN_RESET,
	WRITES_ALL, REFUSES, READS_ALL, WRONG_ID, LATE_CYCLES, LOSES_ENABLE,
	EARLY_IRQ, OVERTAKEN, PAIRED, SWALLOWS, FAULTS
};

static const char *const names[FAULTS] = {
	"nothing is wrong", "BVALID without a write", "RVALID without a read",
	"BVALID is withdrawn", "read data change while they wait",
	"a response is EXOKAY", "an address is never accepted",
	"BVALID in reset", "a write to no register succeeds",
	"a good write is refused", "a read of no register succeeds",
	"ID is wrong", "CYCLES is behind", "IRQ_ENABLE loses a bit",
	"an interrupt of nothing", "the next address replaces one that waits",
	"an address gets the data of the write before",
	"a write acts while a response waits, which is lost"
};

/* What the host must do in some cycle. */
#define SEEN(X) \
	X(ADDRESS, "an address before its data", s->a && !s->d) \
	X(DATA, "data before their address", s->d && !s->a) \
	X(ADDRESSES, "addresses two writes ahead of the data", \
	  s->a && p->awvalid && !s->d && !p->wvalid) \
	X(DATAS, "data two writes ahead of the addresses", \
	  s->d && p->wvalid && !s->a && !p->awvalid) \
	X(QUEUED, "two writes behind one whose response waits", \
	  s->b && s->a && s->d && p->awvalid && p->wvalid) \
	X(BESIDE, "a read beside a write", \
	  p->arvalid && p->awvalid && p->wvalid) \
	X(B_WAITS, "the response of a write waits long", \
	  s->b_waits > 8) \
	X(R_WAITS, "the response of a read waits long", \
	  s->r_waits > 8) \
	X(ACTS, "a write acts in the cycle in which a read does", \
	  s->a && s->d && !s->b && p->arvalid && p->arready)

enum {
#define X(id, ...) SEEN_##id,
	SEEN(X)
#undef X
	SEEN_COUNT
};

static bool seen[SEEN_COUNT];

struct slave {
	enum fault fault;
	bool a, d, b, r, stopped;
	uint32_t addr, data, strb, bresp, rdata, rresp;
	uint32_t enable, select, cycle, edge;
	uint32_t late;          /* the data before DATA */
	/* cycles for which a response has waited */
	uint32_t b_waits, r_waits;
};

/* The value of a register, or false. */
static bool value_of(const struct slave *s, uint32_t at, uint32_t *value)
{
	const uint32_t words[] = {
		ISA_HOST_MAGIC, ISA_HOST_REVISION, 0x01010101, 0x00010102,
		1 << 10,        /* it has a dispatcher */
		0x80000000, 0x10000, 0, 0,
		ISA_HOST_STATUS_IDLE |
		(s->stopped ? ISA_HOST_STATUS_STOPPED : 0), 0, 0, 0, 0, 0,
		s->enable, 0, 0, 0, s->cycle, 0, s->select, 0, 0
	};

	*value = at < sizeof words ? words[at / 4] : 0;
	return at < sizeof words ||
	       (at >= ISA_HOST_SLOTS &&
		at < ISA_HOST_SLOTS + 2 * ISA_HOST_SLOT_BYTES);
}

static uint32_t merged(const struct slave *s, uint32_t old)
{
	uint32_t mask = 0;

	for (int i = 0; i < 4; i++)
		mask |= s->strb >> i & 1 ? 255u << 8 * i : 0;
	return (old & ~mask) | (s->data & mask);
}

/* A write acts; is it good? No slot is ever in use, and none is rung. */
static bool act(struct slave *s)
{
	uint32_t at = s->addr & 0xffc;

	if (!s->strb || at == ISA_HOST_ACK || at == ISA_HOST_ABORT)
		return true;
	if (at == ISA_HOST_IRQ_ENABLE)
		s->enable = merged(s, s->enable) &
			    (s->fault == LOSES_ENABLE ? ~4u : ~0u);
	else if (at == ISA_HOST_COUNTER_SELECT)
		s->select = merged(s, s->select);
	else if (at == ISA_HOST_CONTROL)
		s->stopped |= merged(s, 0) & ISA_HOST_CONTROL_STOP;
	else
		return at >= ISA_HOST_SLOTS && at % 64 < 40 && !s->stopped &&
		       at < ISA_HOST_SLOTS + 2 * ISA_HOST_SLOT_BYTES;
	return s->fault != REFUSES;
}

static void show(const struct slave *s, struct cosim_pins *p)
{
	bool reset = s->edge < COSIM_RESET_CYCLES;
	bool late = s->cycle > 60;

	p->host.awready = (!s->a || s->fault == OVERTAKEN) && s->fault != DEAF;
	p->host.wready = !s->d;
	p->host.arready = !s->r;
	p->host.bvalid = (s->b && (s->fault != WITHDRAWN || s->b_waits != 1)) ||
			 (s->fault == NO_WRITE && late) ||
			 (s->fault == IN_RESET && reset);
	p->host.bresp = s->fault == EXOKAY ? 1 : s->bresp;
	p->host.rvalid = s->r || (s->fault == NO_READ && late);
	p->host.rdata = s->rdata ^ (s->fault == CHANGED ? s->r_waits & 1 : 0);
	p->host.rresp = s->rresp;
	p->host.irq = s->fault == EARLY_IRQ && late;
	p->done = s->stopped;
}

static void edge(struct slave *s, const struct cosim_host_pins *p)
{
	bool acts = s->a && s->d && (!s->b || s->fault == SWALLOWS);

#define X(id, name, is) seen[SEEN_##id] |= is;
	SEEN(X)
#undef X
	if (s->edge++ < COSIM_RESET_CYCLES)
		return;
	s->b_waits = p->bvalid && !p->bready ? s->b_waits + 1 : 0;
	s->r_waits = p->rvalid && !p->rready ? s->r_waits + 1 : 0;
	if (s->b && p->bready)
		s->b = false;
	if (acts) {
		if (s->fault == PAIRED)
			s->data = s->late;
		s->bresp = act(s) || s->fault == WRITES_ALL ? 0 : 2;
		s->b = true;
		s->a = s->d = false;
	}
	if (p->awvalid && p->awready) {
		s->a = true;
		s->addr = p->awaddr;
	}
	if (p->wvalid && p->wready) {
		s->d = true;
		s->late = s->data;
		s->data = p->wdata;
		s->strb = p->wstrb;
	}
	if (s->r && p->rready) {
		s->r = false;
	} else if (p->arvalid && p->arready) {
		s->rresp = value_of(s, p->araddr & 0xffc, &s->rdata) ||
			   s->fault == READS_ALL ? 0 : 2;
		s->rdata ^= s->fault == WRONG_ID && p->araddr < 4;
		s->r = true;
	}
	s->cycle += s->fault != LATE_CYCLES || s->cycle != 50;
}

/* --- coverage ----------------------------------------------------------- */

static struct coverage covered;

static void cover(struct cosim *c, const struct harness_config *h)
{
	struct coverage_machine machine;
	struct coverage_set *set;

	cosim_cover_machine(&h->machine, &h->shape, &machine);
	set = coverage_set(&covered, &machine);
	if (!set || cosim_cover(c, set))
		abort();
}

static bool is_hit(enum coverage_group g, const char *bin)
{
	struct coverage_group_info info = coverage_group(g);
	char name[100];

	for (size_t n = 0; n < info.count; n++) {
		coverage_bin_name(&info, n, name, sizeof name);
		if (!strcmp(name, bin))
			return covered.sets[0].hits[info.first + n] != 0;
	}
	abort();
}

/* What the runs of a right slave hit, and what a slave without launches cannot
 * show. */
static void check_coverage(void)
{
	static const struct {
		enum coverage_group group;
		const char *bin;
		bool hit;
	} t[] = {
		{ COVERAGE_HOST_WRITE, "id some error", true },
		{ COVERAGE_HOST_WRITE, "irq_enable all okay", true },
		{ COVERAGE_HOST_WRITE, "launch-word all okay", true },
		{ COVERAGE_HOST_WRITE, "nothing all error", true },
		{ COVERAGE_HOST_WRITE, "doorbell all okay", false },
		{ COVERAGE_HOST_READ, "cycles is-idle", true },
		{ COVERAGE_HOST_READ, "nothing has-stopped", true },
		{ COVERAGE_HOST_READ, "smem_base is-idle", false },
		{ COVERAGE_HOST_READ, "done runs", false }
	};

	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		ok(is_hit(t[i].group, t[i].bin) == t[i].hit, "%s: %s",
		   t[i].bin, t[i].hit ? "covered" : "not covered");
	for (int g = COVERAGE_HOST_WRITE; g <= COVERAGE_HOST_IRQ; g++)
		ok(!coverage_sum(&covered, (enum coverage_group)g).wrong,
		   "no rule excludes what happens");
	coverage_free(&covered);
}

/* --- runs --------------------------------------------------------------- */

/* A run of a device with FAULT; the check that it breaks, or -1. */
static int run(enum fault fault, uint64_t seed)
{
	struct harness_config c = {
		.machine = {
			.cores = 1, .warps = 1, .threads = 1, .stack = 2,
			.barriers = 1, .reset_pc = 0x80000000,
			.ram_base = 0x80000000, .ram_size = 0x10000,
			.dispatch = true, .launches = 2, .blocks = 1
		},
		.shape = { .lanes = 1, .bus_bytes = 4, .launches = 2,
			   .host = true },
		.mem = { .bus_bytes = 4, .warps = 1, .requests = 2,
			 .latency = 1, .bandwidth = 1, .random = true,
			 .seed = seed },
		.check = true
	};
	struct slave s = { .fault = fault };
	struct golden *golden;
	struct harness *h;
	struct cosim_hooks hooks;
	const struct cosim_mismatch *m;
	struct pins x;
	int check;

	pins_init(&x);
	if (golden_new(&c.machine, &golden) || harness_new(&c, golden, &h))
		abort();
	if (fault == NONE)
		cover(harness_cosim(h), &c);
	hooks = harness_hooks(h);
	for (int i = 0; i < 4000; i++) {
		hooks.drive(hooks.ctx, &x.p);
		show(&s, &x.p);
		if (hooks.sample(hooks.ctx, &x.p))
			break;
		edge(&s, &x.p.host);
	}
	m = harness_mismatch(h);
	check = m ? (int)m->check : harness_status(h) == HARNESS_DONE ? -1 : -2;
	harness_free(h);
	golden_free(golden);
	return check;
}

int main(void)
{
	const int want[FAULTS] = {
		-1, COSIM_HOST_BUS, COSIM_HOST_BUS, COSIM_HOST_BUS,
		COSIM_HOST_BUS, COSIM_HOST_BUS, COSIM_HOST_BUS, COSIM_HOST_BUS,
		COSIM_HOST_RESPONSE, COSIM_HOST_RESPONSE, COSIM_HOST_RESPONSE,
		COSIM_HOST_REGISTER, COSIM_HOST_REGISTER, COSIM_HOST_REGISTER,
		COSIM_HOST_IRQ, COSIM_HOST_RESPONSE, COSIM_HOST_REGISTER,
		COSIM_HOST_BUS
	};
	static const char *const sights[] = {
#define X(id, name, ...) name,
		SEEN(X)
#undef X
	};

	coverage_init(&covered);
	for (int i = 0; i < FAULTS; i++) {
		int found = -1;

		for (uint64_t seed = 1; seed < 60 && found == -1; seed++)
			found = run((enum fault)i, seed);
		if (!ok(found == want[i], "%s", names[i]))
			diag("found %d", found);
	}
	for (int i = 0; i < SEEN_COUNT; i++)
		ok(seen[i], "%s", sights[i]);
	check_coverage();
	return tap_done();
}
