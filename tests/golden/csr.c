/* csr.c - every CSR reads its value, and some are written
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/golden/rig.h"

enum { WARPS = 4, THREADS = 8, WARP = 1 };

static bool is_counter(uint32_t address)
{
	return (address >> 8 == 0xB || address >> 8 == 0xC) &&
	       (address & 0x7F) >= 3 && (address & 0x7F) < 32;
}

/* The value in LANE of warp 1, whose mask is 0xF0, after 5 instructions. */
static uint32_t wanted(uint32_t address, uint32_t lane)
{
	switch (address) {
	case 0xCC0: return lane;
	case 0xCC1: return WARP;
	case 0xCC2: return 0;
	case 0xCC3: return 3;
	case 0xCC4: return 0xF0;
	case 0xFC0: return THREADS;
	case 0xFC1: return WARPS;
	case 0xFC2: return 1;
	case 0xFC3: return 0x400;
	case 0xF14: return WARP * THREADS + lane;
	case 0xB00: case 0xB02: case 0xC00: case 0xC02: return 4;
	default: return 0;
	}
}

static const uint32_t written[] = { 0x001, 0x002, 0x003, 0x300, 0x305, 0x341,
				    0x7C0, 0x7C1, 0x7C2 };

static bool is_written(uint32_t address)
{
	for (size_t i = 0; i < sizeof written / sizeof *written; i++)
		if (written[i] == address)
			return true;
	return false;
}

static bool is_volatile(uint32_t address)
{
	return address == 0xCC3 || (!is_counter(address) &&
				    (address >> 8 == 0xB ||
				     (address >> 8 == 0xC && address < 0xCC0)));
}

/* Warp 1 at +0x100 has made its lanes 4..7 active; the next word is WORD. */
static struct golden_effect in_warp_1(struct rig *r, uint32_t word)
{
	struct golden_effect fx = { 0 };

	rig_again(r);
	rig_op(r, ISA_WSPAWN, 0, 7, 0, 0);
	r->at = RIG_BASE + 0x100;
	rig_tmc(r, THREADS);
	rig_op(r, ISA_SPLIT, 0, 6, 0, 0);
	rig_word(r, word);
	golden_set_reg(r->core, 0, 0, 7, RIG_BASE + 0x100);
	for (uint32_t lane = 4; lane < THREADS; lane++)
		golden_set_reg(r->core, WARP, lane, 6, 1);
	rig_step(r, 1);
	for (unsigned i = 0; i < 4; i++)
		golden_step(r->core, WARP, NULL, &fx);
	return fx;
}

static void reads(struct rig *r, const struct isa_csr *row, enum isa_op op)
{
	struct golden_effect fx = in_warp_1(r, enc(op, 9, 0, 0, row->address));
	bool good = fx.kind == GOLDEN_PLAIN && fx.write[0].lanes == 0xF0 &&
		    fx.write[0].reg == 9;

	for (uint32_t lane = 4; lane < THREADS; lane++)
		good &= fx.write[0].data[lane] == wanted(row->address, lane) &&
			golden_reg(r->core, WARP, lane, 9) ==
				fx.write[0].data[lane];
	good &= golden_reg(r->core, WARP, 0, 9) == 0;
	ok(good, "%s x9, %s, 0", isa_insn(op)->name, row->name);
	is_u32(fx.volatile_csr, is_volatile(row->address) ? row->address : 0,
	       "timing-dependent or not");
}

static void illegal(struct rig *r, enum isa_op op, uint32_t rs1,
		    uint32_t address)
{
	struct golden_effect fx = in_warp_1(r, enc(op, 9, rs1, 0, address));

	ok(fx.kind == GOLDEN_TRAP && fx.cause == 2 && fx.tval == fx.insn &&
		   fx.op == op,
	   "%s 0x%03x, x%u is illegal", isa_insn(op)->name, address, rs1);
}

static void writes(struct rig *r, uint32_t address)
{
	static const enum isa_op ops[] = { ISA_CSRRS, ISA_CSRRC, ISA_CSRRSI,
					   ISA_CSRRCI };

	illegal(r, ISA_CSRRW, 0, address);
	illegal(r, ISA_CSRRW, 3, address);
	illegal(r, ISA_CSRRWI, 0, address);
	illegal(r, ISA_CSRRWI, 1, address);
	for (size_t i = 0; i < 4; i++)
		illegal(r, ops[i], 1, address);
}

/* VALUE goes into a CSR that reads zero before. */
static void writes_zero(struct rig *r, uint32_t csr, enum isa_op op,
			uint32_t rs1, uint32_t value)
{
	uint32_t word = enc(op, 9, rs1, 0, csr);
	struct golden_effect fx = in_warp_1(r, word);
	bool good = fx.kind == GOLDEN_CSR_WRITE && fx.aux_value == value &&
		    fx.aux_mask == csr &&
		    fx.next_pc == fx.pc + 4 && fx.next_tmask == 0xF0 &&
		    fx.write[0].reg == 9 && fx.write[0].lanes == 0xF0;

	for (uint32_t lane = 4; lane < THREADS; lane++)
		good &= fx.write[0].data[lane] == 0;
	ok(good, "%s 0x%x, %u writes %u", isa_insn(op)->name, csr, rs1, value);
}

/* x6 of the leader is 1, x7 is not set. */
static void write_all(struct rig *r, uint32_t csr)
{
	writes_zero(r, csr, ISA_CSRRW, 6, 1);
	writes_zero(r, csr, ISA_CSRRW, 0, 0);
	writes_zero(r, csr, ISA_CSRRS, 6, 1);
	writes_zero(r, csr, ISA_CSRRS, 7, 0);
	writes_zero(r, csr, ISA_CSRRC, 6, 0);
	writes_zero(r, csr, ISA_CSRRWI, 5, 5);
	writes_zero(r, csr, ISA_CSRRWI, 0, 0);
	writes_zero(r, csr, ISA_CSRRSI, 7, 7);
	writes_zero(r, csr, ISA_CSRRCI, 7, 0);
}

/* All warps halt; the first cause of the end is held. */
static void hardware_error(struct rig *r)
{
	const struct golden_trap *t = golden_first_trap(r->g);

	in_warp_1(r, enc(ISA_CSRRS, 9, 0, 0, 0xCC0));
	golden_hardware_error(r->core, 0x80001230);
	is_u32(golden_active(r->core), 0, "hardware error: no warp is active");
	is_u32(golden_tmask(r->core, WARP), 0, "hardware error: no lane is");
	ok(t->valid && t->warp == 0 && t->pc == 0 && t->cause == 19 &&
	   t->tval == 0x80001230, "hardware error: held for the host");
	in_warp_1(r, enc(ISA_ECALL, 0, 0, 0, 0));
	golden_hardware_error(r->core, 0x80001230);
	ok(t->cause == 11 && t->warp == WARP, "a trap before it stays");
}

static bool exists(const struct machine *cfg, uint32_t address)
{
	if (!isa_csr_find(address))
		return false;
	if (isa_csr_blocks(address))
		return cfg->dispatch;
	if (isa_csr_floats(address))
		return cfg->fp;
	return cfg->selected || !isa_csr_selects(address);
}

/* Those of the table read; every other address is illegal. */
static void every_address(struct rig *r, const struct machine *cfg)
{
	unsigned wrong = 0;

	for (uint32_t address = 0; address < 4096; address++) {
		struct golden_effect fx;
		uint32_t word = enc(ISA_CSRRS, 9, 0, 0, address);
		bool traps;

		golden_reset(r->g);
		golden_step(r->core, 0, &word, &fx);
		traps = fx.kind == GOLDEN_TRAP && fx.cause == 2;
		wrong += traps == exists(cfg, address);
	}
	ok(wrong == 0, "exactly the CSRs of the table exist%s%s",
	   cfg->selected ? ", where events are selected" : "",
	   cfg->fp ? ", with floating point" : "");
}

/* Writes VALUE to mhpmevent NUMBER, and reads it. */
static uint32_t write_event(struct rig *r, uint32_t number, uint32_t value)
{
	uint32_t write = enc(ISA_CSRRW, 0, 5, 0, 0x320 + number);
	uint32_t read = enc(ISA_CSRRS, 6, 0, 0, 0x320 + number);
	struct golden_effect fx;

	golden_reset(r->g);
	golden_set_reg(r->core, 0, 0, 5, value);
	golden_step(r->core, 0, &write, &fx);
	golden_step(r->core, 0, &read, &fx);
	ok(fx.kind == GOLDEN_PLAIN && fx.volatile_csr == 0,
	   "mhpmevent%u: what it reads depends on nothing else", number);
	return golden_reg(r->core, 0, 0, 6);
}

/* With two counters, 3 and 4, whose events are selected. */
static void selects(void)
{
	static const uint32_t none[] = { 0, 1, 2, 33, 35, 0x103, 0x80000004 };
	uint32_t tmc = enc(ISA_TMC, 0, 7, 0, 0),
		 read = enc(ISA_CSRRS, 8, 0, 0, 0xB03);
	uint32_t select = enc(ISA_CSRRWI, 0, ISA_EVENT_THREADS, 0, 0x323);
	struct machine cfg = rig_config(WARPS, THREADS);
	struct golden_effect fx;
	struct rig r;

	cfg.counters = true;
	cfg.selected = 2;
	rig_open_with(&r, &cfg);
	every_address(&r, &cfg);
	for (uint32_t n = 3; n < 32; n++) {
		golden_reset(r.g);
		is_u32(golden_selected(r.core, n), n < 5 ? n : 0,
		       "after reset");
		is_u32(write_event(&r, 3, n), n, "an event is kept");
		is_u32(write_event(&r, n, 32), n < 5 ? 32 : 0,
		       "by two counters");
		read = enc(ISA_CSRRS, 8, 0, 0, 0xC80 + n);
		golden_step(r.core, 0, &read, &fx);
		is_u32(fx.volatile_csr, n < 5 ? 0xC80 + n : 0,
		       "the others are 0");
	}
	for (size_t i = 0; i < sizeof none / sizeof *none; i++)
		is_u32(write_event(&r, 4, none[i]), 0,
		       "what is none is not kept");
	golden_reset(r.g);
	golden_set_reg(r.core, 0, 0, 7, THREADS);
	read = enc(ISA_CSRRS, 8, 0, 0, 0xB03);
	golden_step(r.core, 0, &tmc, &fx);
	golden_step(r.core, 0, &select, &fx);
	golden_step(r.core, 0, &read, &fx);
	is_u32(golden_reg(r.core, 0, 0, 8), 2,
	       "who selects counts for the event before");
	golden_step(r.core, 0, &read, &fx);
	is_u32(golden_reg(r.core, 0, 0, 8), 2 + THREADS,
	       "and then the new one counts");
	rig_close(&r);
}

/* What the counters have after the program of in_warp_1: three instructions of
 * one lane, a split of all eight, and one of four that traps. */
static void counters(void)
{
	static const struct { uint32_t number, value; } rows[] = {
		{ ISA_EVENT_ISSUED, 5 }, { ISA_EVENT_THREADS, 3 + 8 + 4 },
		{ ISA_EVENT_FULL, 1 }, { ISA_EVENT_SINGLE, 3 },
		{ ISA_EVENT_DIVERGED, 1 }, { ISA_EVENT_TAKEN, 0 },
		{ ISA_EVENT_IDLE, 0 }
	};
	struct machine cfg = rig_config(WARPS, THREADS);
	struct golden_effect fx;
	struct rig r;

	cfg.counters = true;
	rig_open_with(&r, &cfg);
	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		uint32_t csr = 0xB00 + rows[i].number;

		fx = in_warp_1(&r, 0);
		ok(fx.kind == GOLDEN_TRAP, "counters: a trap");
		golden_set_reg(r.core, 0, 0, 7, 0);
		r.at = RIG_BASE + 4;
		rig_word(&r, enc(ISA_CSRRS, 9, 0, 0, csr));
		rig_word(&r, enc(ISA_CSRRS, 10, 0, 0, csr + 0x180));
		golden_step(r.core, 0, NULL, &fx);
		is_u32(golden_reg(r.core, 0, 0, 9), rows[i].value,
		       isa_event_row(rows[i].number - 3)->name);
		is_u32(fx.volatile_csr, csr, "may differ in the core");
		golden_step(r.core, 0, NULL, &fx);
		is_u32(golden_reg(r.core, 0, 0, 10), 0, "the user's high word");
		is_u32(fx.volatile_csr, csr + 0x180, "may differ, too");
	}
	rig_close(&r);
}

/* Writes ONES to FROM, then reads TO. */
static uint32_t write_float(struct rig *r, uint32_t from, uint32_t to)
{
	uint32_t write = enc(ISA_CSRRW, 0, 5, 0, from);
	uint32_t read = enc(ISA_CSRRS, 6, 0, 0, to);
	struct golden_effect fx;

	golden_reset(r->g);
	golden_set_reg(r->core, 0, 0, 5, UINT32_MAX);
	golden_step(r->core, 0, &write, &fx);
	golden_step(r->core, 0, &read, &fx);
	return golden_reg(r->core, 0, 0, 6);
}

/* fcsr is the two others; what has no meaning is not kept. */
static void floats(struct rig *r)
{
	static const uint32_t want[3][3] = { { 31, 0, 31 }, { 0, 7, 7 << 5 },
					     { 31, 7, 255 } };
	uint32_t clear = enc(ISA_CSRRCI, 7, 9, 0, ISA_CSR_FCSR);
	struct golden_effect fx;

	for (uint32_t from = 1; from <= 3; from++)
		for (uint32_t to = 1; to <= 3; to++)
			ok(write_float(r, from, to) == want[from - 1][to - 1],
			   "ones written to 0x%03x, 0x%03x is 0x%x", from, to,
			   want[from - 1][to - 1]);
	golden_step(r->core, 0, &clear, &fx);
	is_u32(golden_reg(r->core, 0, 0, 7), 255, "csrrci reads what was");
	is_u32(golden_fcsr(r->core, 0), 255 & ~9, "and clears");
}

int main(void)
{
	struct machine cfg = rig_config(WARPS, THREADS);
	struct rig r;

	counters();
	selects();
	cfg.smem_size = 0x400;
	rig_open_with(&r, &cfg);
	every_address(&r, &cfg);
	for (uint32_t csr = 1; csr <= 3; csr++) {
		illegal(&r, ISA_CSRRS, 0, csr);
		writes(&r, csr);
	}
	rig_close(&r);
	cfg.fp = 1;
	rig_open_with(&r, &cfg);
	for (size_t i = 0; isa_csr_row(i); i++) {
		if (isa_csr_selects(isa_csr_row(i)->address) ||
		    isa_csr_blocks(isa_csr_row(i)->address))
			continue;
		reads(&r, isa_csr_row(i), ISA_CSRRS);
		reads(&r, isa_csr_row(i), ISA_CSRRC);
		reads(&r, isa_csr_row(i), ISA_CSRRSI);
		reads(&r, isa_csr_row(i), ISA_CSRRCI);
		if (!is_written(isa_csr_row(i)->address))
			writes(&r, isa_csr_row(i)->address);
	}
	for (size_t i = 0; i < sizeof written / sizeof *written; i++)
		write_all(&r, written[i]);
	hardware_error(&r);
	every_address(&r, &cfg);
	floats(&r);
	rig_close(&r);
	return tap_done();
}
