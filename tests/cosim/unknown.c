/* unknown.c - every output of a core that must not be unknown, one by one
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "cosim/check/records.h"
#include "cosim/check/unknown.h"
#include "tests/tap.h"

enum { WORDS = 64 };

/* Outputs, all of them valid, and which bits are unknown: none. */
struct rig {
	struct cosim_pins p, u;
	uint32_t value[13][WORDS], unknown[13][WORDS];
};

static struct shape shape = {
	.lanes = 4, .bus_bytes = 16, .access_bytes = 16, .smem_banks = 4,
	.dcache = { .size = 1024, .line = 64, .ways = 1 }
};

static const struct cosim_config rules = { .strict = false };

static const struct machine machine = {
	.cores = 1, .warps = 1, .threads = 4, .stack = 2, .barriers = 1,
	.reset_pc = 0x80000000, .ram_base = 0x80000000, .ram_size = 0x10000,
	.smem_size = 1024
};

static void bind(struct cosim_pins *p, uint32_t words[13][WORDS])
{
	p->dbus.req_strb = words[0];
	p->dbus.req_data = words[1];
	p->axi[0].wstrb = words[2];
	p->axi[0].wdata = words[3];
	p->core[0].perf_value = words[4];
	p->core[0].trace_issue = words[5];
	p->core[0].trace_evict = words[6];
	p->core[0].trace_fill = words[7];
	p->core[0].trace_perform = words[8];
	p->core[0].trace_smem = words[9];
	p->core[0].trace_retire = words[10];
	p->core[0].trace_control = words[11];
	p->part[REC_PART_l2].words = words[12];
}

static void start(struct rig *r)
{
	memset(r, 0, sizeof *r);
	bind(&r->p, r->value);
	bind(&r->u, r->unknown);
	r->p.unknown = &r->u;
	r->p.core[0].trace_valid = 0x7f;
	r->p.done = r->p.fault_valid = 1;
	r->p.ibus.req_valid = r->p.dbus.req_valid = r->p.dbus.req_write = 1;
	r->p.ibus.rsp_valid = r->p.dbus.rsp_valid = 1;
	r->p.axi[0].bvalid = r->p.axi[0].rvalid = 1;
	r->p.axi[0].aw.valid = r->p.axi[0].ar.valid = r->p.axi[0].wvalid = 1;
	r->value[0][0] = 0x0ff0;        /* strobes */
	r->value[2][0] = 0x00ff;
	r->value[10][4] = 0x5;          /* lanes that retire */
}

/* What the check says of R: its name, or "". */
static const char *verdict(const struct rig *r)
{
	struct golden *g;
	struct cosim *c;
	const char *name = "";
	int bad;

	if (golden_new(&machine, &g) ||
	    cosim_new(&machine, &shape, &rules, g, &c))
		abort();
	bad = unknown_check(c, &shape, 7, &r->p);
	if (bad && cosim_mismatch(c)->cycle == 7)
		name = cosim_mismatch(c)->name;
	cosim_free(c);
	golden_free(g);
	return name;
}

/* In the rig, with UNKNOWN set besides. */
#define SAYS(want, change, what) do { \
	struct rig r; \
\
	start(&r); \
	change; \
	is_str(verdict(&r), want, what); \
} while (0)
#define VALID(field) \
	SAYS("unknown-valid", r.u.field = 1, #field " is unknown")
#define BUS(field) SAYS("unknown-bus", r.u.field = 2, #field " is unknown")
#define HOST(field) SAYS("unknown-host", r.u.field = 4, #field " is unknown")

static void valid(void)
{
	VALID(done);
	VALID(fault_valid);
	VALID(ibus.req_valid);
	VALID(dbus.req_valid);
	VALID(ibus.rsp_ready);
	VALID(dbus.rsp_ready);
	VALID(axi[0].aw.valid);
	VALID(axi[0].ar.valid);
	VALID(axi[0].wvalid);
	VALID(axi[0].bready);
	VALID(axi[0].rready);
	for (uint32_t i = 0; i < 32; i += 6)
		SAYS("unknown-valid", r.u.core[0].trace_valid = 1u << i,
		     "a bit of trace_valid");
	SAYS("", r.p.axi[0].bvalid = 0; r.u.axi[0].bready = 1,
	     "ready for no response may be unknown");
}

static void address(void)
{
	BUS(axi[0].aw.id);
	BUS(axi[0].aw.addr);
	BUS(axi[0].aw.len);
	BUS(axi[0].aw.size);
	BUS(axi[0].ar.burst);
	BUS(axi[0].ar.lock);
	BUS(axi[0].ar.cache);
	BUS(axi[0].ar.prot);
	BUS(axi[0].ar.qos);
	SAYS("", r.p.axi[0].ar.valid = 0; r.u.axi[0].ar.addr = 1,
	     "an address that is not valid may be unknown");
}

static void buses(void)
{
	BUS(ibus.req_tag);
	BUS(ibus.req_addr);
	BUS(ibus.req_len);
	BUS(dbus.req_tag);
	BUS(dbus.req_write);
	BUS(dbus.req_addr);
	BUS(dbus.req_len);
	BUS(dbus.req_last);
	BUS(axi[0].wlast);
	address();
	SAYS("unknown-bus", r.unknown[0][0] = 1, "a strobe");
	SAYS("unknown-bus", r.unknown[2][0] = 1 << 15, "a strobe of AXI4");
	SAYS("unknown-bus", r.unknown[1][1] = 1, "data with a strobe");
	SAYS("", r.unknown[1][3] = ~0u, "data without a strobe");
	SAYS("unknown-bus", r.unknown[3][1] = 1u << 31, "data of AXI4");
	SAYS("", r.unknown[3][2] = 1, "data of AXI4 without a strobe");
	SAYS("", r.p.dbus.req_write = 0; r.unknown[1][1] = 1, "data of a read");
	shape.dcache.size = 0;
	SAYS("unknown-bus", r.p.dbus.req_write = 0; r.unknown[1][3] = 1,
	     "the word form has no data that mean nothing");
	shape.dcache.size = 1024;
}

/* The ports of the rig by their valid bits. */
static void records(void)
{
	static const int at[] = { 5, 6, 7, 8, 9, 10, 11 };
	static const enum record_kind kinds[] = {
		REC_KIND_issue, REC_KIND_evict, REC_KIND_fill, REC_KIND_perform,
		REC_KIND_smem, REC_KIND_retire, REC_KIND_control
	};

	for (uint32_t i = 0; i < 7; i++) {
		uint32_t words = records_words(&shape, kinds[i]);
		uint32_t last = words - 1;

		last -= 1u << i == COSIM_RETIRE;        /* lane 3 is not in */
		SAYS("unknown-record", r.unknown[at[i]][0] = 1u << 31,
		     "the first word of a record");
		SAYS("unknown-record", r.unknown[at[i]][last] = 1,
		     "the last word of a record");
		SAYS("", r.p.core[0].trace_valid = 0x7f & ~(1u << i);
		     r.unknown[at[i]][0] = 1, "a record that is none");
		SAYS("", r.unknown[at[i]][words] = 1,
		     "what is behind a record");
	}
	SAYS("", r.unknown[10][5 + 1] = ~0u, "a lane that does not retire");
}

/* Both banks of a second-level cache have a record. */
static void banks(void)
{
	const struct shape before = shape;
	uint32_t words;

	shape.dcache.write_back = false;
	shape.l2 = (struct shape_cache){ .size = 4096, .ways = 2, .banks = 2 };
	words = records_words(&shape, REC_KIND_l2);
	for (uint32_t i = 0; i < 2; i++) {
		SAYS("unknown-record", r.p.part[REC_PART_l2].valid = 1u << i;
		     r.unknown[12][i * words] = 1, "a record of a bank");
		SAYS("unknown-record", r.p.part[REC_PART_l2].valid = 1u << i;
		     r.unknown[12][i * words + words - 1] = 1, "its last word");
		SAYS("", r.p.part[REC_PART_l2].valid = 1u << i;
		     r.unknown[12][(1 - i) * words] = 1, "the other one");
		SAYS("unknown-valid", r.u.part[REC_PART_l2].valid = 1u << i,
		     "a valid bit of a bank");
	}
	shape = before;
}

static void host(void)
{
	HOST(exit_code);
	HOST(fault_warp);
	HOST(fault_pc);
	HOST(fault_cause);
	HOST(fault_tval);
	SAYS("", r.p.done = 0; r.u.exit_code = 1, "an exit code before done");
	SAYS("", r.p.fault_valid = 0; r.u.fault_pc = 1, "no trap");
}

int main(void)
{
	SAYS("", r.u.core[0].trace_valid = 0, "everything is known");
	valid();
	buses();
	records();
	banks();
	host();
	return tap_done();
}
