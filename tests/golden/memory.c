/* memory.c - loads and stores: sizes, faults, console, code that changes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/golden/rig.h"

#define RAM_END (RIG_BASE + RIG_SIZE)

/* tmc THREADS, then one access: base in x7, data in x8, destination x9. */
static void emit(struct rig *r, uint32_t threads, enum isa_op op, uint32_t imm)
{
	rig_again(r);
	rig_tmc(r, threads);
	if (isa_insn(op)->format == ISA_FMT_LOAD)
		rig_op(r, op, 9, 7, 0, imm & 0xFFF);
	else
		rig_op(r, op, 0, 7, 8, imm & 0xFFF);
}

static void set_lanes(struct rig *r, uint32_t threads, uint32_t reg,
		      uint32_t first, uint32_t step)
{
	for (uint32_t lane = 0; lane < threads; lane++)
		golden_set_reg(r->core, 0, lane, reg, first + lane * step);
}

struct load {
	enum isa_op op;
	uint32_t offset, value;
};

/* Of the bytes 80 7F FE 01 02 03 04 85. */
static const struct load loads[] = {
	{ ISA_LB, 0, 0xFFFFFF80 }, { ISA_LB, 1, 0x7F },
	{ ISA_LBU, 0, 0x80 },      { ISA_LH, 0, 0x7F80 },
	{ ISA_LH, 2, 0x1FE },      { ISA_LH, 6, 0xFFFF8504 },
	{ ISA_LHU, 6, 0x8504 },    { ISA_LW, 0, 0x01FE7F80 },
	{ ISA_LW, 4, 0x85040302 },
};

/* The three ways lanes can lie: side by side, the same, and apart. */
static void load_values(uint32_t threads)
{
	static const uint8_t bytes[8] = { 0x80, 0x7F, 0xFE, 1, 2, 3, 4, 0x85 };
	static const uint32_t steps[] = { 0, 8, 64 };
	struct rig r;

	rig_open(&r, 1, threads);
	for (uint32_t at = RIG_DATA; at < RAM_END; at += 8)
		golden_write(r.g, at, bytes, 8);
	for (size_t i = 0; i < 3 * sizeof loads / sizeof loads[0]; i++) {
		const struct load *l = &loads[i / 3];
		bool good = true;
		emit(&r, threads, l->op, l->offset - 16);
		set_lanes(&r, threads, 7, RIG_DATA + 16, steps[i % 3]);
		golden_run(r.g, 3, 0, NULL);
		for (uint32_t lane = 0; lane < threads; lane++)
			good &= golden_reg(r.core, 0, lane, 9) == l->value;
		ok(good, "T=%u: %s of byte %u, lanes %u apart", threads,
		   isa_insn(l->op)->name, l->offset, steps[i % 3]);
	}
	rig_close(&r);
}

/* Side by side with the access size: every lane its own element. */
static void unit_stride(uint32_t threads, enum isa_op load, enum isa_op store,
			uint32_t size)
{
	uint32_t mask = UINT32_MAX >> (32 - 8 * size);
	bool good = true;
	struct rig r;

	rig_open(&r, 1, threads);
	emit(&r, threads, store, 0);
	rig_op(&r, load, 9, 7, 0, 0);
	set_lanes(&r, threads, 7, RIG_DATA, size);
	set_lanes(&r, threads, 8, 0x01020304, 0x01010101);
	golden_run(r.g, 4, 0, NULL);
	for (uint32_t lane = 0; lane < threads; lane++) {
		uint32_t stored = (0x01020304 + lane * 0x01010101) & mask;
		good &= golden_reg(r.core, 0, lane, 9) == stored;
	}
	ok(good, "T=%u: %s then %s side by side", threads,
	   isa_insn(store)->name, isa_insn(load)->name);
	is_u32(rig_ram(&r, RIG_DATA + threads * size), 0,
	       "nothing past the last lane");
	rig_close(&r);
}

/* Only the lanes of the mask access memory; the others may hold any address. */
static void masked(uint32_t threads)
{
	bool good = true;
	struct rig r;

	rig_open(&r, 1, threads);
	rig_tmc(&r, threads);
	rig_op(&r, ISA_SPLIT, 0, 6, 0, 0);
	rig_op(&r, ISA_SW, 0, 7, 8, 0);
	rig_op(&r, ISA_LW, 9, 7, 0, 0);
	for (uint32_t lane = 0; lane < threads; lane++) {
		golden_set_reg(r.core, 0, lane, 6, lane & 1);
		golden_set_reg(r.core, 0, lane, 7,
			       lane & 1 ? RIG_DATA + 4 * lane : lane);
		golden_set_reg(r.core, 0, lane, 8, 100 + lane);
		golden_set_reg(r.core, 0, lane, 9, 7);
	}
	golden_run(r.g, 5, 0, NULL);
	for (uint32_t lane = 0; lane < threads; lane++) {
		uint32_t want = lane & 1 ? 100 + lane : 0;
		good &= rig_ram(&r, RIG_DATA + 4 * lane) == want &&
			golden_reg(r.core, 0, lane, 9) ==
				(lane & 1 ? 100 + lane : 7);
	}
	ok(good && golden_tmask(r.core, 0) != 0, "T=%u: odd lanes alone",
	   threads);
	rig_close(&r);
}

struct fault {
	enum isa_op op;
	uint32_t addr;
	int cause;              /* -1: none */
};

static const struct fault faults[] = {
	{ ISA_LB,  RIG_BASE, -1 },         { ISA_LB,  RAM_END - 1, -1 },
	{ ISA_LW,  RAM_END - 4, -1 },      { ISA_LH,  RAM_END - 2, -1 },
	{ ISA_SW,  RAM_END - 4, -1 },      { ISA_SB,  RAM_END - 1, -1 },
	{ ISA_LB,  RAM_END, 5 },           { ISA_LBU, RIG_BASE - 1, 5 },
	{ ISA_LH,  RAM_END, 5 },           { ISA_LHU, RIG_BASE - 2, 5 },
	{ ISA_LW,  RAM_END, 5 },           { ISA_LW,  0, 5 },
	{ ISA_LW,  0xFFFFFFFC, 5 },        { ISA_SB,  RAM_END, 7 },
	{ ISA_SH,  RIG_BASE - 2, 7 },      { ISA_SW,  0xFFFFFFFC, 7 },
	{ ISA_SW,  0x00000000, 7 },        { ISA_LH,  RIG_BASE + 1, 4 },
	{ ISA_LHU, RAM_END - 1, 4 },       { ISA_LW,  RIG_BASE + 2, 4 },
	{ ISA_LW,  RAM_END - 2, 4 },       { ISA_LW,  RAM_END + 1, 4 },
	{ ISA_LW,  0xFFFFFFFE, 4 },        { ISA_SH,  RIG_BASE + 3, 6 },
	{ ISA_SW,  RIG_BASE + 1, 6 },      { ISA_SW,  0xFFFFFFFD, 6 },
	{ ISA_LB,  RIG_CONSOLE, 5 },       { ISA_LW,  RIG_CONSOLE, 5 },
	{ ISA_SB,  RIG_CONSOLE, -1 },      { ISA_SH,  RIG_CONSOLE, -1 },
	{ ISA_SW,  RIG_CONSOLE, -1 },      { ISA_SB,  RIG_CONSOLE + 1, 7 },
	{ ISA_SH,  RIG_CONSOLE + 1, 6 },   { ISA_SW,  RIG_CONSOLE + 4, 7 },
	{ ISA_SB,  RIG_CONSOLE - 1, 7 },   { ISA_LW,  0xFF000000, 5 },
};

/* The last lane has the address in question, the others a good one. */
static void fault(struct rig *r, uint32_t threads, const struct fault *f)
{
	struct golden_effect fx;
	bool good;

	emit(r, threads, f->op, (uint32_t)-3);
	set_lanes(r, threads, 7, RIG_DATA + 3, 0);
	set_lanes(r, threads, 9, 0x77, 0);
	golden_set_reg(r->core, 0, threads - 1, 7, f->addr + 3);
	fx = rig_step(r, 3);
	if (f->cause < 0)
		good = fx.kind != GOLDEN_TRAP &&
		       fx.access.addr[threads - 1] == f->addr;
	else
		good = fx.kind == GOLDEN_TRAP &&
		       fx.cause == (uint32_t)f->cause && fx.tval == f->addr &&
		       golden_reg(r->core, 0, 0, 9) == 0x77 &&
		       golden_first_trap(r->g)->pc == RIG_BASE + 8;
	ok(good, "T=%u: %s at %08x: cause %d", threads, isa_insn(f->op)->name,
	   f->addr, f->cause);
}

static void all_faults(uint32_t threads)
{
	struct rig r;

	rig_open(&r, 1, threads);
	for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++)
		fault(&r, threads, &faults[i]);
	rig_close(&r);
}

/* The lowest faulting lane counts, and no lane stores. */
static void lowest_lane(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, 8);
	emit(&r, 8, ISA_SW, 0);
	set_lanes(&r, 8, 7, RIG_DATA, 4);
	set_lanes(&r, 8, 8, 1, 0);
	golden_set_reg(r.core, 0, 3, 7, RAM_END);
	golden_set_reg(r.core, 0, 5, 7, 1);
	fx = rig_step(&r, 3);
	ok(fx.cause == 7 && fx.tval == RAM_END,
	   "the lowest faulting lane gives cause and tval");
	is_u32(rig_ram(&r, RIG_DATA), 0, "no lane stored");
	emit(&r, 8, ISA_SW, 0);
	set_lanes(&r, 8, 7, RIG_CONSOLE, 0);
	set_lanes(&r, 8, 8, 'a', 1);
	golden_set_reg(r.core, 0, 7, 7, 2);
	fx = rig_step(&r, 3);
	ok(fx.cause == 6 && r.length == 0, "nothing is printed either");
	rig_close(&r);
}

/* --- local memory ------------------------------------------------------ */

/* Of CORES cores of 2 warps of 4 threads, which have room for HARTS threads, 16
 * bytes each: word 2 of thread h is word 2 * HARTS + h. */
static void local_words(uint32_t cores, uint32_t harts)
{
	const uint32_t window = RIG_BASE + RIG_SIZE - 16 * harts;
	struct machine cfg = rig_config(2, 4);
	struct golden_effect fx;
	uint32_t first;
	bool good = true;
	struct rig r;

	cfg.cores = cores;
	cfg.local_size = 16;
	rig_open_with(&r, &cfg);
	is_u32(golden_window(&cfg, &first), 16 * harts, "the window");
	is_u32(first, window, "it ends with RAM");
	emit(&r, 4, ISA_SW, 8);
	rig_op(&r, ISA_LHU, 9, 7, 0, 10);
	rig_op(&r, ISA_LBU, 10, 7, 0, 9);
	for (uint32_t lane = 0; lane < 4; lane++) {
		golden_set_reg(r.core, 0, lane, 7, window + 16 * (lane + 1));
		golden_set_reg(r.core, 0, lane, 8, 0x11223300 + lane);
	}
	fx = rig_step(&r, 3);
	for (uint32_t lane = 0; lane < 4; lane++) {
		uint32_t home = window + 4 * (2 * harts + lane + 1);

		good &= fx.access.addr[lane] == home &&
			rig_ram(&r, home) == 0x11223300 + lane;
	}
	ok(good, "words lie by threads, and the effect says where");
	rig_step(&r, 2);
	for (uint32_t lane = 0; lane < 4; lane++)
		good &= golden_reg(r.core, 0, lane, 9) == 0x1122 &&
			golden_reg(r.core, 0, lane, 10) == 0x33;
	ok(good, "parts of them are loaded");
	rig_close(&r);
}

/* A word below the window, and one behind RAM. */
static void local_ends(void)
{
	const uint32_t window = RIG_BASE + RIG_SIZE - 16 * 8;
	struct machine cfg = rig_config(2, 4);
	struct golden_effect fx;
	struct rig r;

	cfg.local_size = 16;
	rig_open_with(&r, &cfg);
	emit(&r, 1, ISA_SW, 0);
	rig_op(&r, ISA_SW, 0, 7, 8, 2);
	golden_set_reg(r.core, 0, 0, 7, window - 4);
	golden_set_reg(r.core, 0, 0, 8, 77);
	rig_step(&r, 3);
	is_u32(rig_ram(&r, window - 4), 77, "below it nothing moves");
	golden_set_reg(r.core, 0, 0, 7, window + 16);
	fx = rig_step(&r, 1);
	ok(fx.kind == GOLDEN_TRAP && fx.tval == window + 18,
	   "a fault tells the address of the program");
	rig_close(&r);
}

/* --- constant memory --------------------------------------------------- */

enum { CONSTANT = RIG_BASE + 0xC000, CONSTANT_END = CONSTANT + 0x1000 };

static const struct fault constant_faults[] = {
	{ ISA_SW, CONSTANT - 4, -1 },     { ISA_SB, CONSTANT - 1, -1 },
	{ ISA_SW, CONSTANT_END, -1 },     { ISA_LW, CONSTANT, -1 },
	{ ISA_LB, CONSTANT_END - 1, -1 }, { ISA_SW, CONSTANT, 7 },
	{ ISA_SB, CONSTANT_END - 1, 7 },  { ISA_SH, CONSTANT_END - 2, 7 },
	{ ISA_SW, CONSTANT + 2, 6 },
};

static void constant_limits(uint32_t threads)
{
	struct machine cfg = rig_config(1, threads);
	uint32_t word = 0;
	struct rig r;

	cfg.const_base = CONSTANT;
	cfg.const_size = CONSTANT_END - CONSTANT;
	rig_open_with(&r, &cfg);
	for (size_t i = 0;
	     i < sizeof constant_faults / sizeof constant_faults[0]; i++)
		fault(&r, threads, &constant_faults[i]);
	ok(!golden_write(r.g, CONSTANT, "host", 4) &&
	   !golden_read(r.g, CONSTANT, &word, 4) && word,
	   "the host may write it");
	rig_close(&r);
}

/* --- shared memory ---------------------------------------------------- */

enum { SMEM_SIZE = 1024 };

static void open_shared(struct rig *r, uint32_t threads)
{
	struct machine cfg = rig_config(1, threads);

	cfg.smem_size = SMEM_SIZE;
	rig_open_with(r, &cfg);
}

static uint32_t shared_word(const struct rig *r, uint32_t at)
{
	const uint8_t *p = golden_smem(r->core) + at;

	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

static const struct fault shared_faults[] = {
	{ ISA_LW, GOLDEN_SMEM, -1 },
	{ ISA_SW, GOLDEN_SMEM + SMEM_SIZE - 4, -1 },
	{ ISA_SB, GOLDEN_SMEM + SMEM_SIZE - 1, -1 },
	{ ISA_LHU, GOLDEN_SMEM + SMEM_SIZE - 2, -1 },
	{ ISA_LB, GOLDEN_SMEM + SMEM_SIZE, 5 },
	{ ISA_SW, GOLDEN_SMEM + SMEM_SIZE, 7 },
	{ ISA_SB, GOLDEN_SMEM - 1, 7 },
	{ ISA_LW, GOLDEN_SMEM + 2, 4 },
	{ ISA_SH, GOLDEN_SMEM + SMEM_SIZE - 1, 6 },
};

/* Some lanes in RAM, some in shared memory: one instruction. */
static void shared_values(uint32_t threads)
{
	bool good = true;
	struct rig r;

	open_shared(&r, threads);
	emit(&r, threads, ISA_SH, 0);
	rig_op(&r, ISA_LH, 9, 7, 0, 0);
	rig_op(&r, ISA_LB, 10, 7, 0, 1);
	for (uint32_t lane = 0; lane < threads; lane++)
		golden_set_reg(r.core, 0, lane, 7, 2 * lane +
			       (lane & 1 ? GOLDEN_SMEM : RIG_DATA));
	set_lanes(&r, threads, 8, 0x118181, 1);
	golden_run(r.g, 5, 0, NULL);
	for (uint32_t lane = 0; lane < threads; lane++)
		good &= golden_reg(r.core, 0, lane, 9) == 0xFFFF8181 + lane &&
			golden_reg(r.core, 0, lane, 10) == 0xFFFFFF81;
	ok(good, "T=%u: halves and bytes of RAM and shared memory", threads);
	is_u32(shared_word(&r, 0), threads > 1 ? 0x81820000 : 0,
	       "only the bytes stored");
	golden_reset(r.g);
	is_u32(shared_word(&r, 0), 0, "reset clears shared memory");
	rig_close(&r);
}

static void shared_winner(uint32_t threads)
{
	struct rig r;

	open_shared(&r, threads);
	emit(&r, threads, ISA_SW, 0);
	set_lanes(&r, threads, 7, GOLDEN_SMEM + 8, 0);
	set_lanes(&r, threads, 8, 1, 1);
	golden_run(r.g, 3, 0, NULL);
	is_u32(shared_word(&r, 8), threads, "the highest lane wins there too");
	rig_close(&r);
}

static void shared_limits(uint32_t threads)
{
	struct rig r;

	open_shared(&r, threads);
	for (size_t i = 0;
	     i < sizeof shared_faults / sizeof shared_faults[0]; i++)
		fault(&r, threads, &shared_faults[i]);
	rig_again(&r);
	rig_li(&r, 7, GOLDEN_SMEM);
	rig_op(&r, ISA_JALR, 0, 7, 0, 0);
	golden_run(r.g, 9, 0, NULL);
	ok(golden_first_trap(r.g)->cause == 1, "no instruction comes from it");
	rig_close(&r);
}

static void same_address(uint32_t threads)
{
	struct rig r;

	rig_open(&r, 1, threads);
	emit(&r, threads, ISA_SW, 0);
	set_lanes(&r, threads, 7, RIG_DATA, 0);
	set_lanes(&r, threads, 8, 1, 1);
	golden_run(r.g, 3, 0, NULL);
	is_u32(rig_ram(&r, RIG_DATA), threads, "the highest lane wins a store");
	rig_close(&r);
}

static void console(uint32_t threads)
{
	char want[33] = "";
	struct rig r;

	rig_open(&r, 1, threads);
	emit(&r, threads, ISA_SH, 0);
	set_lanes(&r, threads, 7, RIG_CONSOLE, 0);
	set_lanes(&r, threads, 8, 0xFF00 + 'A', 1);
	if (threads > 2)
		golden_set_reg(r.core, 0, 1, 7, RIG_DATA);
	for (uint32_t lane = 0; lane < threads; lane++)
		if (threads <= 2 || lane != 1)
			want[strlen(want)] = (char)('A' + lane);
	golden_run(r.g, 3, 0, NULL);
	is_str(r.text, want, "console bytes come in lane order");
	is_u32(rig_ram(&r, RIG_DATA), threads > 2 ? 0xFF42 : 0,
	       "beside a store to RAM");
	golden_set_console(r.g, NULL, NULL);
	golden_reset(r.g);
	set_lanes(&r, threads, 7, RIG_CONSOLE, 0);
	is_u32(golden_run(r.g, 3, 0, NULL), GOLDEN_LIMIT,
	       "no console drops the bytes");
	rig_close(&r);
}

static void to_x0(uint32_t threads)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, threads);
	rig_op(&r, ISA_LW, 0, 0, 0, 4);
	fx = rig_step(&r, 1);
	ok(fx.kind == GOLDEN_TRAP && fx.cause == 5 && fx.tval == 4,
	   "a load to x0 still faults");
	rig_again(&r);
	rig_li(&r, 7, RIG_BASE);
	rig_op(&r, ISA_LW, 0, 7, 0, 0);
	fx = rig_step(&r, 3);
	ok(fx.kind == GOLDEN_LOAD && !golden_writes(&fx) &&
		   fx.access.addr[0] == RIG_BASE &&
	   golden_reg(r.core, 0, 0, 0) == 0, "and writes nothing");
	rig_close(&r);
}

/* A store changes the instruction after it, and one already executed. */
static void code_changes(uint32_t threads)
{
	uint32_t addi = enc(ISA_ADDI, 9, 9, 0, 100);
	struct rig r;

	rig_open(&r, 1, threads);
	rig_tmc(&r, threads);
	rig_op(&r, ISA_ADDI, 6, 0, 0, 2);
	rig_op(&r, ISA_ADDI, 9, 9, 0, 1);               /* +12, becomes + 100 */
	rig_op(&r, ISA_SW, 0, 7, 8, 0);                 /* +16 */
	rig_op(&r, ISA_ADDI, 9, 9, 0, 1);               /* +20, becomes + 100 */
	rig_op(&r, ISA_ADDI, 6, 6, 0, 0xFFF);
	rig_op(&r, ISA_BNE, 0, 6, 0, (uint32_t)-16);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	set_lanes(&r, threads, 7, RIG_BASE + 20, 0);
	set_lanes(&r, threads, 8, addi, 0);
	golden_set_reg(r.core, 0, threads - 1, 7, RIG_BASE + 12);
	is_u32(golden_run(r.g, 0, 0, NULL), GOLDEN_PASS,
	       "self-modifying program ends");
	is_u32(golden_reg(r.core, 0, threads - 1, 9),
	       threads == 1 ? 1 + 1 + 100 + 1 : 1 + 3 * 100,
	       "the next fetch sees each store");
	rig_close(&r);
}

/* Unit-stride stores over code, across a page: every word is decoded again. */
static void code_block(uint32_t threads)
{
	uint32_t start = RIG_BASE + 0x1000 - 8;
	uint32_t addi = enc(ISA_ADDI, 9, 9, 0, 3);
	struct rig r;

	rig_open(&r, 1, threads);
	rig_tmc(&r, threads);
	rig_op(&r, ISA_JALR, 0, 10, 0, 0);              /* +8: first pass */
	rig_op(&r, ISA_SW, 0, 7, 8, 0);                 /* +12 */
	rig_op(&r, ISA_ADDI, 11, 11, 0, 1);
	rig_op(&r, ISA_JALR, 0, 10, 0, 0);
	r.at = start;
	for (uint32_t i = 0; i < threads; i++)
		rig_op(&r, ISA_ADDI, 9, 9, 0, 1);
	rig_op(&r, ISA_BNE, 0, 11, 0, 8);
	rig_op(&r, ISA_JAL, 0, 0, 0, RIG_BASE + 12 - r.at);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	set_lanes(&r, threads, 7, start, 4);
	set_lanes(&r, threads, 8, addi, 0);
	set_lanes(&r, threads, 10, start, 0);
	is_u32(golden_run(r.g, 1000, 0, NULL), GOLDEN_PASS,
	       "overwritten block ends");
	is_u32(golden_reg(r.core, 0, 0, 9), threads + 3 * threads,
	       "all of it was seen");
	rig_close(&r);
}

/* The store begins in a page of data; its last lanes reach a page of code. */
static void into_code(uint32_t threads)
{
	uint32_t code = RIG_BASE + 0x2000;
	struct rig r;

	rig_open(&r, 1, threads);
	rig_tmc(&r, threads);
	rig_op(&r, ISA_JALR, 1, 10, 0, 0);
	rig_op(&r, ISA_SW, 0, 7, 8, 0);
	rig_op(&r, ISA_JALR, 1, 10, 0, 0);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	r.at = code;
	rig_op(&r, ISA_ADDI, 9, 9, 0, 1);
	rig_op(&r, ISA_JALR, 0, 1, 0, 0);
	set_lanes(&r, threads, 7, code - 4 * (threads - 1), 4);
	set_lanes(&r, threads, 8, enc(ISA_ADDI, 9, 9, 0, 5), 0);
	set_lanes(&r, threads, 10, code, 0);
	is_u32(golden_run(r.g, 100, 0, NULL), GOLDEN_PASS, "it ends");
	is_u32(golden_reg(r.core, 0, 0, 9), 1 + 5,
	       "the last lane's word is seen");
	rig_close(&r);
}

static void host_access(void)
{
	uint8_t byte = 1, two[2];
	struct rig r;

	rig_open(&r, 1, 1);
	is_u32((uint32_t)-golden_write(r.g, RIG_BASE - 1, &byte, 1),
	       (uint32_t)-GOLDEN_E_RANGE, "host write below RAM");
	is_u32((uint32_t)-golden_read(r.g, RAM_END - 1, two, 2),
	       (uint32_t)-GOLDEN_E_RANGE, "host read over the end");
	ok(golden_write(r.g, RAM_END - 1, &byte, 1) == 0 &&
		   golden_read(r.g, RAM_END - 1, two, 1) == 0 && two[0] == 1,
	   "the last byte");
	ok(golden_write(r.g, 0, &byte, 0) == 0, "no bytes fit anywhere");
	ok(golden_write(r.g, RIG_BASE, &byte, SIZE_MAX) == GOLDEN_E_RANGE,
	   "a huge size");
	rig_op(&r, ISA_ADDI, 1, 0, 0, 1);
	rig_step(&r, 1);
	golden_ram(r.g)[3] = 0x7F;
	golden_code_changed(r.g, RIG_BASE + 3, 1);
	golden_reset(r.g);
	rig_step(&r, 1);
	is_u32(golden_reg(r.core, 0, 0, 1), 0x7F1,
	       "golden_code_changed makes the change seen");
	rig_close(&r);
}

/* What a step tells of an access, and of the values that it reads. */
static void told(void)
{
	static const enum isa_op stores[] = { ISA_SB, ISA_SH, ISA_SW };
	struct golden_effect fx = { .kind = GOLDEN_TRAP };
	struct rig r;

	rig_open(&r, 1, 4);
	rig_tmc(&r, 4);
	for (int i = 0; i < 3; i++)
		rig_op(&r, stores[i], 0, 8, 6, 0);
	rig_op(&r, ISA_ADD, 7, 6, 8, 0);
	for (uint32_t t = 0; t < 4; t++) {
		golden_set_reg(r.core, 0, t, 8, RIG_DATA);
		golden_set_reg(r.core, 0, t, 6, 0x81828384 + t);
	}
	while (golden_step(r.core, 0, NULL, &fx) == 0 && fx.op != ISA_SB)
		;
	for (uint32_t size = 1; size <= 4; size *= 2) {
		is_u32(fx.access.size, size, "size of a store");
		for (uint32_t t = 0; t < 4; t++)
			is_u32(fx.access.data[t],
			       (0x81828384 + t) &
				       (UINT32_MAX >> (32 - 8 * size)),
			       "its data and no more");
		ok(fx.equal1 && !fx.equal2, "the same address, other data");
		ok(!fx.taken, "a store is not taken");
		golden_step(r.core, 0, NULL, &fx);
	}
	ok(!fx.equal1 && fx.equal2,
	   "the first operand differs, the second does not");
	rig_close(&r);
}

int main(void)
{
	for (uint32_t threads = 1; threads <= 32; threads *= 2) {
		load_values(threads);
		unit_stride(threads, ISA_LBU, ISA_SB, 1);
		unit_stride(threads, ISA_LHU, ISA_SH, 2);
		unit_stride(threads, ISA_LW, ISA_SW, 4);
		if (threads > 1)
			masked(threads);
		all_faults(threads);
		shared_values(threads);
		shared_winner(threads);
		shared_limits(threads);
		constant_limits(threads);
		same_address(threads);
		console(threads);
		to_x0(threads);
		code_changes(threads);
		code_block(threads);
		into_code(threads);
	}
	local_words(1, 8);
	local_words(3, 32);
	local_ends();
	lowest_lane();
	host_access();
	told();
	return tap_done();
}
