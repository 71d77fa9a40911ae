/* harness.c - a run from reset to its end, with a core that is only pins
 * SPDX-License-Identifier: Apache-2.0
 */
#include <stdlib.h>

#include "cosim/run/harness.h"
#include "tests/cosim/asm.h"
#include "tests/cosim/pins.h"
#include "tests/tap.h"

/* A core that knows one program by heart: sw x0, 0(x1) is not in it, but lui,
 * sw, ebreak. Each step is what it shows in one cycle. */
enum {
	LUI = 0, SW, EBREAK, LENGTH
};

struct fake {
	struct pins x;
	struct golden *golden;
	struct harness *harness;
	struct cosim_hooks hooks;
	uint32_t program[LENGTH];
	uint32_t cycle;         /* since reset */
	/* What goes wrong. */
	bool no_record, no_request, mute, early_done, no_done, drop_done;
	uint32_t wrong_word;    /* of the perform record, plus 1 */
	bool placed;            /* there is a placed netlist, and it differs */
	volatile sig_atomic_t interrupt;
	enum { NO_TRAP, TRAP } ending;
};

static const uint32_t shadow_name[COSIM_SHADOW_WORDS] = {
	'd' << 24 | 'o' << 16 | 'n' << 8 | 'e'
};

static struct harness_config plan(struct fake *f)
{
	struct harness_config c = {
		.machine = {
			.cores = 1, .warps = 1, .threads = 1, .stack = 2,
			.barriers = 1, .reset_pc = 0x80000000,
			.ram_base = 0x80000000, .ram_size = 0x10000
		},
		.shape = { .lanes = 1, .bus_bytes = 4 },
		.mem = { .bus_bytes = 4, .warps = 1, .requests = 2,
			 .latency = 1, .bandwidth = 1 },
		.check = true, .interrupt = &f->interrupt
	};

	return c;
}

static void start(struct fake *f, const struct harness_config *c)
{
	memset(&f->x, 0, sizeof f->x);
	pins_init(&f->x);
	/* In reset it does not count. */
	f->x.p.shadow_differs = f->placed;
	f->x.p.shadow_core = 5;
	f->x.p.shadow_placed = 7;
	f->x.p.shadow_name = shadow_name;
	f->program[LUI] = asm_u(ISA_LUI, 5, 0x80001000);
	f->program[SW] = asm_s(ISA_SW, 5, 0, 5);
	f->program[EBREAK] = asm_0(f->ending == TRAP ? ISA_ECALL : ISA_EBREAK);
	if (golden_new(&c->machine, &f->golden) ||
	    harness_new(c, f->golden, &f->harness))
		abort();
	for (uint32_t i = 0; i < LENGTH; i++) {
		uint32_t v = f->program[i];
		uint8_t b[4] = { (uint8_t)v, (uint8_t)(v >> 8),
				 (uint8_t)(v >> 16), (uint8_t)(v >> 24) };

		if (harness_write(f->harness, 0x80000000 + 4 * i, b, 4))
			abort();
	}
	f->hooks = harness_hooks(f->harness);
	f->cycle = 0;
}

static void end(struct fake *f)
{
	harness_free(f->harness);
	golden_free(f->golden);
}

/* --- what the core shows ---------------------------------------------- */

static void issue(struct fake *f, uint32_t n)
{
	f->x.p.core[0].trace_valid |= COSIM_ISSUE;
	f->x.issue[0] = REC_KIND_issue;
	rec_set_head_seq(f->x.issue, n);
	rec_set_issue_pc(f->x.issue, 0x80000000 + 4 * n);
	rec_set_issue_insn(f->x.issue, f->program[n]);
	rec_set_issue_tmask(f->x.issue, 1);
}

static void retire(struct fake *f, uint32_t n)
{
	f->x.p.core[0].trace_valid |= COSIM_RETIRE;
	memset(f->x.retire, 0, sizeof f->x.retire);
	rec_set_head_kind(f->x.retire, REC_KIND_retire);
	rec_set_retire_last(f->x.retire, 1);
	rec_set_head_seq(f->x.retire, n);
	if (n != LUI)
		return;
	rec_set_retire_rd(f->x.retire, 5);
	rec_set_retire_wen(f->x.retire, 1);
	rec_set_retire_lanes(f->x.retire, 1);
	f->x.retire[REC_WORD_retire_data] = 0x80001000;
}

static void control(struct fake *f)
{
	bool trap = f->ending == TRAP;

	f->x.p.core[0].trace_valid |= COSIM_CONTROL;
	memset(f->x.control, 0, sizeof f->x.control);
	rec_set_head_kind(f->x.control, REC_KIND_control);
	rec_set_control_op(f->x.control, trap ? 8 : 6);
	rec_set_head_seq(f->x.control, EBREAK);
	rec_set_control_next_pc(f->x.control, trap ? 0x80000008 : 0x8000000C);
	rec_set_control_cause(f->x.control, trap ? 11 : 0);
	f->x.p.fault_valid = trap;
	f->x.p.fault_pc = trap ? 0x80000008 : 0;
	f->x.p.fault_cause = trap ? 11 : 0;
}

static void perform(struct fake *f)
{
	uint32_t *r = f->x.perform;

	if (!f->no_request)
		pins_data(&f->x, 0, 1, 0x80001000, 15, 0x80001000);
	if (f->no_record)
		return;
	f->x.p.core[0].trace_valid |= COSIM_PERFORM;
	memset(r, 0, sizeof f->x.perform);
	rec_set_head_kind(r, REC_KIND_perform);
	rec_set_perform_store(r, 1);
	rec_set_perform_size(r, 2);
	rec_set_head_seq(r, SW);
	rec_set_perform_lanes(r, 1);
	rec_set_perform_addr(r, 0x80001000);
	r[REC_WORD_perform_rest] = 15;
	r[REC_WORD_perform_rest + 1] = 0x80001000;
	if (f->wrong_word)
		r[f->wrong_word - 1] ^= f->wrong_word == 1 ? 1u << 22 : 4;
}

static void show(struct fake *f)
{
	struct cosim_pins *p = &f->x.p;

	p->core[0].trace_valid = 0;
	p->dbus.req_valid = 0;
	p->shadow_differs = f->placed && f->cycle >= 2;
	p->done = !f->no_done && f->cycle >= (f->early_done ? 3 : 12);
	if (f->drop_done && f->cycle > 14)
		p->done = 0;
	if (f->mute)
		return;
	switch (f->cycle) {
	case 0: issue(f, LUI); break;
	case 1: retire(f, LUI); break;
	case 3: issue(f, SW); break;
	case 4: perform(f); break;
	case 6: retire(f, SW); break;
	case 7: issue(f, EBREAK); break;
	case 8: control(f); break;
	}
}

/* Runs to the stop; false if it does not come within LIMIT cycles. */
static bool run(struct fake *f, uint32_t limit)
{
	int stop = 0;

	for (uint32_t i = 0; i < limit && !stop; i++) {
		f->hooks.drive(f->hooks.ctx, &f->x.p);
		if (!f->x.p.rst)
			show(f);
		stop = f->hooks.sample(f->hooks.ctx, &f->x.p);
		f->cycle += !f->x.p.rst;
	}
	return stop;
}

/* --- tests ------------------------------------------------------------ */

static void expect(struct fake *f, enum harness_status want, int check,
		   const char *name)
{
	struct harness_config c = plan(f);
	const struct cosim_mismatch *m;
	bool stopped;

	start(f, &c);
	stopped = run(f, 200000);
	m = harness_mismatch(f->harness);
	if (!ok(stopped && harness_status(f->harness) == want &&
		(m ? (int)m->check : -1) == check, "%s", name))
		diag("stopped %d, status %d, %s: %s", stopped,
		     (int)harness_status(f->harness), m ? m->name : "",
		     m ? m->text : "");
	end(f);
}

static void endings(void)
{
	struct fake good = { .ending = NO_TRAP };
	struct fake trap = { .ending = TRAP };
	struct fake late = { .no_done = true };
	struct fake early = { .early_done = true };
	struct fake drop = { .drop_done = true };
	struct fake mute = { .mute = true, .no_done = true };
	struct fake stop = { .no_done = true, .interrupt = 1 };

	expect(&good, HARNESS_DONE, -1, "a good run ends well");
	expect(&trap, HARNESS_FAULT, -1, "a trap is a fault");
	expect(&late, HARNESS_MISMATCH, COSIM_END_LATE, "done never comes");
	expect(&early, HARNESS_MISMATCH, COSIM_END_EARLY, "done is early");
	expect(&drop, HARNESS_MISMATCH, COSIM_END_EARLY, "done is withdrawn");
	expect(&mute, HARNESS_HANG, -1, "nothing happens: a hang");
	expect(&stop, HARNESS_INTERRUPTED, -1, "an interrupt ends the run");
}

static void taps(void)
{
	static const uint32_t words[] = { 0, 4, 5, 6 };
	struct fake record = { .no_record = true };
	struct fake request = { .no_request = true };

	expect(&record, HARNESS_MISMATCH, COSIM_BUS_RECORD,
	       "a request without a record");
	expect(&request, HARNESS_MISMATCH, COSIM_BUS_RECORD,
	       "a record without a request");
	for (size_t i = 0; i < 4; i++) {
		struct fake f = { .wrong_word = words[i] + 1 };

		expect(&f, HARNESS_MISMATCH, COSIM_BUS_RECORD,
		       "record and bus differ");
	}
}

static void placed(void)
{
	struct fake f = { .placed = true };
	struct harness_config c = plan(&f);
	const struct cosim_mismatch *m;

	expect(&f, HARNESS_MISMATCH, COSIM_PLACED_OUTPUT,
	       "the placed netlist differs");
	start(&f, &c);
	run(&f, 10000);
	m = harness_mismatch(f.harness);
	is_str(m->text, "done of the placed netlist is 0x7, of the core 0x5",
	       "which output it is");
	ok(m->row_count == 1 && m->rows[0].rtl == 7 && m->rows[0].golden == 5,
	   "and both values");
	is_u32((uint32_t)m->cycle, 2, "in its cycle, not in reset");
	end(&f);
}

static void limits(void)
{
	struct fake f = { .mute = true, .no_done = true };
	struct harness_config c = plan(&f);

	c.max_cycles = 3000;
	start(&f, &c);
	ok(run(&f, 10000) && harness_status(f.harness) == HARNESS_LIMIT,
	   "the limit ends the run");
	is_u32(harness_cycle(f.harness), 3001, "in its cycle");
	end(&f);
	f.mute = f.no_done = false;
	f.no_record = true;
	c = plan(&f);
	c.extra_cycles = 20;
	start(&f, &c);
	run(&f, 10000);
	is_u32(harness_cycle(f.harness), 4 + 21,
	       "a mismatch goes on for the extra cycles");
	end(&f);
}

static void unchecked(void)
{
	struct fake f = { .mute = true };
	struct harness_config c = plan(&f);

	c.check = false;
	start(&f, &c);
	ok(run(&f, 10000) && harness_status(f.harness) == HARNESS_DONE,
	   "without checks done is enough");
	is_u32(cosim_stats(harness_cosim(f.harness))->records, 0,
	       "and nothing was compared");
	end(&f);
}

int main(void)
{
	endings();
	taps();
	placed();
	limits();
	unchecked();
	return tap_done();
}
