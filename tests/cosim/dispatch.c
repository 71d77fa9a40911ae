/* dispatch.c - the lockstep of launches and blocks, with records made by hand
 * SPDX-License-Identifier: Apache-2.0
 *
 * A scenario is a run that is right, a cycle at a time; each cycle has a name.
 * A wrong one sets a field of a record in the cycle of some name. Stopped after
 * any cycle in which something is due, liveness must say so.
 */
#include <stdlib.h>
#include <string.h>

#include "cosim/cosim.h"
#include "cosim/cover/coverage.h"
#include "tests/cosim/asm.h"
#include "tests/tap.h"

enum {
	BASE = INT32_C(-0x80000000), WARPS = 4, THREADS = 4, LIVENESS = 100,
	SYNC = 0x0, HALT = 0x4, TRAP = 0x8, EXIT = 0xC, ARRIVE = 0x10,
	WAIT = 0x14, LEAVE = 0x18, ACTIVE = 0x1C, SPIN = 0x20,
	STORE = 0x24, LINE = 32, ROW = 16, WORD = 0x1024, CORES = 2,
	CLEAN = -1, GRID = ISA_LAUNCH_GRID_X, DIM = ISA_LAUNCH_DIM_X
};

enum record {
	BLOCK, LAUNCH, ISSUE, CONTROL, RETIRE, PERFORM, SMEM, L2, NONE
};

/* What is wrong, in the cycle called AT. */
struct wrong {
	const char *at;
	enum record record;
	void (*set)(uint32_t *r, uint32_t v);   /* NULL: it is left out */
	uint32_t value;
	int check;
};

/* How the device is built. */
static struct {
	uint32_t cores, dcache, l2;
	bool clear;
} built = { 1, 0, 0, false };

struct rig {
	uint32_t on;            /* the core of the records */
	struct golden *g;
	struct cosim *c;
	uint64_t cycle;
	uint32_t has;           /* bit per record */
	uint32_t words[NONE][16];
	struct cosim_host host;
	uint32_t seq[WARPS];
	const struct wrong *wrong;
	bool met;               /* its cycle has come */
	int left;               /* cycles to go; -1: all */
	bool stopped;
};

static bool fired[COSIM_CHECK_COUNT];

static void load(struct rig *r)
{
	const uint32_t program[] = {
		asm_0(ISA_BAR_SYNC), asm_r(ISA_TMC, 0, 0, 0), asm_0(ISA_ECALL),
		asm_r(ISA_CSRRWI, 0, 7, 0) | ISA_CSR_MEXIT << 20,
		asm_0(ISA_BAR_ARRIVE) | 5 << 7,
		asm_0(ISA_BAR_WAIT) | 5 << 15, asm_r(ISA_TMC, 0, 0, 0),
		asm_csr(5, ISA_CSR_ACTIVE_WARPS), asm_0(ISA_JAL),
		asm_0(ISA_AUIPC) | 1 << 12 | 5 << 7,
		asm_r(ISA_SW, 0, 5, 0), asm_r(ISA_TMC, 0, 0, 0)
	};

	for (uint32_t i = 0; i < sizeof program / 4; i++) {
		uint32_t v = program[i];
		uint8_t b[4] = { (uint8_t)v, (uint8_t)(v >> 8),
				 (uint8_t)(v >> 16), (uint8_t)(v >> 24) };

		if (cosim_write(r->c, (uint32_t)BASE + 4 * i, b, 4))
			abort();
	}
}

static struct coverage covered;

/* All runs count coverage. */
static void cover(struct rig *r, const struct machine *m, const struct shape *s)
{
	struct coverage_machine machine;
	struct coverage_set *set;

	cosim_cover_machine(m, s, &machine);
	set = coverage_set(&covered, &machine);
	if (!set || cosim_cover(r->c, set))
		abort();
}

static void open_rig(struct rig *r)
{
	const struct machine m = {
		.cores = built.cores, .warps = WARPS, .threads = THREADS,
		.stack = 4, .barriers = 4,
#define EXT(id, name, flag, ...) .flag = true,
#include "isa/exts.def"
		.dispatch = true, .launches = 4, .blocks = 4,
		.clear = built.clear,
		.smem_size = 1024, .reset_pc = (uint32_t)BASE,
		.ram_base = (uint32_t)BASE, .ram_size = 0x10000
	};
	const struct shape s = {
		.lanes = THREADS, .bus_bytes = ROW, .smem_banks = 4,
		.dcache = { .size = built.dcache, .line = LINE, .ways = 2,
			    .mshrs = 4 },
		.l2 = { .size = built.l2, .ways = 2, .banks = built.l2 != 0 }
	};
	const struct cosim_config rules = { .liveness = LIVENESS };

	*r = (struct rig){ .left = -1 };
	if (golden_new(&m, &r->g) || cosim_new(&m, &s, &rules, r->g, &r->c))
		abort();
	cover(r, &m, &s);
	load(r);
}

static void close_rig(struct rig *r)
{
	cosim_free(r->c);
	golden_free(r->g);
}

static int found(const struct rig *r)
{
	const struct cosim_mismatch *m = cosim_mismatch(r->c);

	return m ? (int)m->check : CLEAN;
}

/* --- records ------------------------------------------------------------ */

static uint32_t *put(struct rig *r, enum record which)
{
	static const uint32_t kinds[] = {
		REC_KIND_block, REC_KIND_launch, REC_KIND_issue,
		REC_KIND_control, REC_KIND_retire, REC_KIND_perform,
		REC_KIND_smem, REC_KIND_l2
	};

	r->has |= 1u << which;
	rec_set_head_kind(r->words[which], kinds[which]);
	if (which != LAUNCH)
		rec_set_head_core(r->words[which], r->on);
	return r->words[which];
}

static void spoil(struct rig *r, const char *name)
{
	const struct wrong *w = r->wrong;

	if (!w || r->met || strcmp(w->at, name) != 0)
		return;
	r->met = true;
	if (w->set)
		w->set(put(r, w->record), w->value);
	else
		r->has &= ~(1u << w->record);
}

static uint32_t valid_of(const struct rig *r)
{
	return (r->has >> BLOCK & 1 ? COSIM_BLOCK : 0) |
	       (r->has >> ISSUE & 1 ? COSIM_ISSUE : 0) |
	       (r->has >> CONTROL & 1 ? COSIM_CONTROL : 0) |
	       (r->has >> RETIRE & 1 ? COSIM_RETIRE : 0) |
	       (r->has >> PERFORM & 1 ? COSIM_PERFORM : 0) |
	       (r->has >> SMEM & 1 ? COSIM_SMEM : 0);
}

/* The cycle NAME is over. */
static void tick(struct rig *r, const char *name)
{
	struct cosim_core_view core[CORES] = { { .valid = 0 } };
	struct cosim_view v = { .core = core };

	r->stopped |= r->left == 0;
	r->left -= r->left > 0;
	spoil(r, name);
	core[r->on] = (struct cosim_core_view){
		.valid = valid_of(r),
		.block = r->words[BLOCK], .issue = r->words[ISSUE],
		.control = r->words[CONTROL], .retire = r->words[RETIRE],
		.perform = r->words[PERFORM], .smem = r->words[SMEM]
	};
	v.part[REC_PART_l2].valid = r->has >> L2 & 1;
	v.part[REC_PART_l2].words = r->words[L2];
	v.part[REC_PART_launch].valid = r->has >> LAUNCH & 1;
	v.part[REC_PART_launch].words = r->words[LAUNCH];
	r->cycle++;
	if (!r->stopped && (r->host.ring || r->host.abort || r->host.ack))
		cosim_host(r->c, &r->host);
	if (!r->stopped)
		cosim_cycle(r->c, r->cycle, &v);
	r->has = 0;
	memset(r->words, 0, sizeof r->words);
	r->host = (struct cosim_host){ .ring = false };
}

static void issue(struct rig *r, uint32_t warp, uint32_t pc, uint32_t tmask)
{
	uint32_t *w = put(r, ISSUE), insn;

	golden_read(r->g, (uint32_t)BASE + pc, &insn, 4);
	rec_set_head_warp(w, warp);
	rec_set_head_seq(w, r->seq[warp]);
	rec_set_issue_pc(w, (uint32_t)BASE + pc);
	rec_set_issue_insn(w, insn);
	rec_set_issue_tmask(w, tmask);
}

static uint32_t *control(struct rig *r, uint32_t warp, uint32_t op, uint32_t pc,
			 uint32_t tmask)
{
	uint32_t *w = put(r, CONTROL);

	rec_set_head_warp(w, warp);
	rec_set_head_seq(w, r->seq[warp]++);
	rec_set_control_op(w, op);
	rec_set_control_next_pc(w, (uint32_t)BASE + pc);
	rec_set_control_tmask(w, tmask);
	return w;
}

/* WARP executes the instruction at PC, whose control record has OP. */
static void act(struct rig *r, uint32_t warp, uint32_t pc, uint32_t op,
		uint32_t before, uint32_t after)
{
	issue(r, warp, pc, before);
	tick(r, "issue");
	control(r, warp, op, pc + 4, after);
	tick(r, "act");
}

static void retire(struct rig *r, uint32_t warp, uint32_t value,
		   const char *name)
{
	uint32_t *w = put(r, RETIRE);

	rec_set_head_warp(w, warp);
	rec_set_head_seq(w, r->seq[warp]);
	rec_set_retire_rd(w, 5);
	rec_set_retire_wen(w, 1);
	rec_set_retire_last(w, 1);
	rec_set_retire_dst_warp(w, warp);
	rec_set_retire_lanes(w, 15);
	for (uint32_t i = 0; i < THREADS; i++)
		w[REC_WORD_retire_data + i] = value;
	tick(r, name);
}

static void halt(struct rig *r, uint32_t warp, uint32_t pc, uint32_t tmask)
{
	act(r, warp, pc, 3, tmask, 0);
	rec_set_block_ended(put(r, BLOCK), 1u << warp);
	tick(r, "ended");
}

static void give(struct rig *r, uint32_t slot, uint32_t x, uint32_t place,
		 uint32_t page, const char *name)
{
	uint32_t *w = put(r, BLOCK);

	rec_set_block_gives(w, 1);
	rec_set_block_launch(w, slot);
	rec_set_block_x(w, x);
	rec_set_block_place(w, place);
	rec_set_block_page(w, page);
	tick(r, name);
}

static void start(struct rig *r, uint32_t place, uint32_t warp, uint32_t number,
		  uint32_t mask)
{
	uint32_t *w = put(r, BLOCK);

	rec_set_block_starts(w, 1);
	rec_set_head_warp(w, warp);
	rec_set_block_start(w, place);
	rec_set_block_number(w, number);
	rec_set_block_mask(w, mask);
	tick(r, "start");
}

static void end(struct rig *r, uint32_t place, uint32_t slot, bool trapped)
{
	uint32_t *w = put(r, BLOCK);

	rec_set_block_ends(w, 1);
	rec_set_block_end(w, place);
	rec_set_block_of(w, slot);
	rec_set_block_trapped(w, trapped);
	tick(r, "end");
}

static void full(struct rig *r, uint32_t places)
{
	rec_set_block_full(put(r, BLOCK), places);
	tick(r, "full");
}

static void killed(struct rig *r, uint32_t warps)
{
	rec_set_block_killed(put(r, BLOCK), warps);
	tick(r, "killed");
	rec_set_block_ended(put(r, BLOCK), warps);
	tick(r, "ended");
}

static void ring(struct rig *r, uint32_t slot, const uint32_t *words)
{
	uint32_t *w = put(r, LAUNCH);

	r->host = (struct cosim_host){ .ring = true, .slot = slot,
				       .words = words };
	rec_set_launch_ring(w, 1);
	rec_set_launch_rung(w, slot);
	tick(r, "ring");
}

/* SLOT is read, and its acquire made. */
static void take(struct rig *r, uint32_t slot)
{
	rec_set_launch_take(put(r, LAUNCH), 1);
	rec_set_launch_taken(put(r, LAUNCH), slot);
	tick(r, "take");
	rec_set_launch_acquire(put(r, LAUNCH), 1);
	tick(r, "acquire");
	rec_set_launch_synced(put(r, LAUNCH), 1);
	tick(r, "acquired");
}

static void go(struct rig *r, uint32_t slot)
{
	take(r, slot);
	rec_set_launch_go(put(r, LAUNCH), 1);
	rec_set_launch_here(put(r, LAUNCH), slot);
	tick(r, "go");
	tick(r, "room");
}

static void skip(struct rig *r, uint32_t slot, uint32_t reason)
{
	take(r, slot);
	rec_set_launch_skip(put(r, LAUNCH), 1);
	rec_set_launch_here(put(r, LAUNCH), slot);
	rec_set_launch_reason(put(r, LAUNCH), reason);
	tick(r, "skip");
}

static void cut(struct rig *r, uint32_t slots, const char *name)
{
	rec_set_launch_cut(put(r, LAUNCH), slots);
	tick(r, name);
}

static void finish(struct rig *r, uint32_t slot, bool flush)
{
	rec_set_launch_release(put(r, LAUNCH), 1);
	rec_set_launch_released(put(r, LAUNCH), 1u << slot);
	rec_set_launch_flush(put(r, LAUNCH), flush);
	tick(r, "release");
	rec_set_launch_synced(put(r, LAUNCH), 1);
	rec_set_launch_done(put(r, LAUNCH), 1u << slot);
	tick(r, "done");
}

/* --- scenarios ---------------------------------------------------------- */

static uint32_t words[ISA_LAUNCH_WORDS];

static void launch(uint32_t grid, uint32_t dim, uint32_t pc, uint32_t flags)
{
	for (int i = 0; i < ISA_LAUNCH_WORDS; i++)
		words[i] = i >= GRID && i < DIM + 3;
	words[ISA_LAUNCH_PC] = (uint32_t)BASE + pc;
	words[GRID] = grid;
	words[DIM] = dim;
	words[ISA_LAUNCH_SMEM] = 300;
	words[ISA_LAUNCH_FLAGS] = flags;
}

/* Both warps of a block meet at its barrier and halt. */
static void meet(struct rig *r, uint32_t place, uint32_t warp)
{
	act(r, warp + 1, SYNC, 5, 3, 3);
	act(r, warp, SYNC, 5, 15, 15);
	tick(r, "before full");
	full(r, 1u << place);
	halt(r, warp + 1, HALT, 3);
	halt(r, warp, HALT, 15);
}

/* Two blocks of two warps, beside each other. */
static void plain(struct rig *r)
{
	launch(2, 6, SYNC, ISA_LAUNCH_FLUSH);
	ring(r, 1, words);
	go(r, 1);
	give(r, 1, 0, 0, 0, "give");
	start(r, 0, 0, 0, 15);
	start(r, 0, 1, 1, 3);
	give(r, 1, 1, 2, 5, "give 2");
	start(r, 2, 2, 0, 15);
	start(r, 2, 3, 1, 3);
	meet(r, 2, 2);
	end(r, 2, 1, false);
	meet(r, 0, 0);
	tick(r, "before end");
	end(r, 0, 1, false);
	finish(r, 1, true);
	r->host.ack = 2;
	tick(r, "ack");
}

/* A warp arrives and waits, another one arrives alone; warp numbers are others
 * than those of the block. */
static void phases(struct rig *r)
{
	launch(1, 8, ARRIVE, 0);
	ring(r, 0, words);
	go(r, 0);
	give(r, 0, 0, 3, 11, "give");
	start(r, 3, 2, 0, 15);
	start(r, 3, 0, 1, 15);
	issue(r, 2, ARRIVE, 15);
	tick(r, "issue");
	retire(r, 2, 0, "arrived");
	control(r, 2, 5, WAIT, 15);
	tick(r, "act");
	tick(r, "pause");
	issue(r, 2, WAIT, 15);
	tick(r, "wait");
	control(r, 2, 5, LEAVE, 15);
	tick(r, "act");
	issue(r, 0, ARRIVE, 15);
	tick(r, "issue");
	retire(r, 0, 0, "arrived");
	control(r, 0, 5, WAIT, 15);
	tick(r, "act");
	full(r, 8);
	tick(r, "pause");
	issue(r, 0, WAIT, 15);
	tick(r, "wait");
	control(r, 0, 5, LEAVE, 15);
	tick(r, "act");
	halt(r, 0, LEAVE, 15);
	halt(r, 2, LEAVE, 15);
	end(r, 3, 0, false);
	finish(r, 0, false);
}

/* A warp halts, which ends the phase for the other. */
static void leaves(struct rig *r)
{
	launch(1, 8, SYNC, 0);
	ring(r, 0, words);
	words[ISA_LAUNCH_PC] = (uint32_t)BASE + HALT;
	go(r, 0);
	give(r, 0, 0, 0, 0, "give");
	start(r, 0, 0, 0, 15);
	start(r, 0, 1, 1, 15);
	act(r, 0, SYNC, 5, 15, 15);
	act(r, 1, SYNC, 5, 15, 15);
	full(r, 1);
	act(r, 0, HALT, 3, 15, 0);
	act(r, 1, HALT, 3, 15, 0);
	rec_set_block_ended(put(r, BLOCK), 3);
	tick(r, "ended");
	end(r, 0, 0, false);
	finish(r, 0, false);
}

/* A warp traps, the other is killed; further blocks are not given. */
static void traps(struct rig *r)
{
	uint32_t *w;

	launch(3, 8, TRAP, ISA_LAUNCH_ORDERED);
	ring(r, 2, words);
	go(r, 2);
	give(r, 2, 0, 0, 0, "give");
	start(r, 0, 0, 0, 15);
	start(r, 0, 1, 1, 15);
	issue(r, 1, TRAP, 15);
	tick(r, "issue");
	w = control(r, 1, 8, TRAP, 0);
	rec_set_control_cause(w, 11);
	cut(r, 4, "trap");
	killed(r, 1);
	rec_set_block_ended(put(r, BLOCK), 2);
	tick(r, "trapped");
	end(r, 0, 2, true);
	finish(r, 2, false);
}

/* A warp writes mexit, and is killed as well; another one that has issued goes
 * on for some cycles. */
static void exits(struct rig *r)
{
	uint32_t *w;

	launch(1, 8, EXIT, 0);
	ring(r, 0, words);
	go(r, 0);
	give(r, 0, 0, 0, 0, "give");
	start(r, 0, 0, 0, 15);
	start(r, 0, 1, 1, 15);
	issue(r, 0, EXIT, 15);
	tick(r, "issue");
	w = control(r, 0, 10, ARRIVE, 15);
	rec_set_control_aux_mask(w, ISA_CSR_MEXIT);
	rec_set_control_aux_value(w, 7);
	cut(r, 1, "exit");
	killed(r, 3);
	end(r, 0, 0, true);
	finish(r, 0, false);
}

/* One is refused, one cut while it waits, one while its block starts. */
static void refuses(struct rig *r)
{
	launch(1, 17, HALT, ISA_LAUNCH_FLUSH);
	ring(r, 0, words);
	launch(1, 4, HALT, 0);
	ring(r, 3, words);
	ring(r, 1, words);
	skip(r, 0, ISA_REFUSED_THREADS);
	finish(r, 0, false);
	r->host.abort = 8;
	cut(r, 8, "abort");
	skip(r, 3, 0);
	finish(r, 3, false);
	go(r, 1);
	give(r, 1, 0, 0, 0, "give");
	r->host.abort = 2;
	cut(r, 2, "abort 2");
	end(r, 0, 1, false);
	finish(r, 1, false);
}

/* An access fails: the core stops, and all launches are cut. */
static void fails(struct rig *r)
{
	uint32_t *w;

	launch(2, 16, SPIN, 0);
	ring(r, 0, words);
	ring(r, 1, words);
	go(r, 0);
	give(r, 0, 0, 0, 0, "give");
	for (uint32_t i = 0; i < WARPS; i++)
		start(r, 0, i, i, 15);
	if (!r->stopped)
		cosim_bus_error(r->c, 0, COSIM_DBUS, 0, true,
				(uint32_t)BASE + 0x8000, 16);
	tick(r, "error");
	w = put(r, CONTROL);
	rec_set_control_op(w, 11);
	rec_set_control_cause(w, 19);
	rec_set_control_tval(w, (uint32_t)BASE + 0x8000);
	tick(r, "stop");
	cut(r, 3, "cut");
	rec_set_block_ended(put(r, BLOCK), 15);
	tick(r, "ended");
	end(r, 0, 0, false);
	finish(r, 0, false);
	skip(r, 1, 0);
	finish(r, 1, false);
}

/* A warp reads active_warps while others start and halt. */
static void counts(struct rig *r)
{
	launch(1, 8, ACTIVE, 0);
	ring(r, 0, words);
	go(r, 0);
	give(r, 0, 0, 0, 0, "give");
	start(r, 0, 3, 0, 15);
	tick(r, "pause");
	start(r, 0, 1, 1, 15);
	issue(r, 3, ACTIVE, 15);
	tick(r, "issue");
	retire(r, 3, 8, "read");
	r->seq[3]++;
	tick(r, "pause");
	tick(r, "pause");
	tick(r, "pause");
	issue(r, 1, ACTIVE, 15);
	tick(r, "issue");
	retire(r, 1, 10, "read later");
	r->seq[1]++;
	r->host.abort = 1;
	cut(r, 1, "abort");
	killed(r, 10);
	end(r, 0, 0, false);
	finish(r, 0, false);
}

/* A block has used a page of shared memory, which is four rows. */
static void clears(struct rig *r)
{
	launch(1, 4, HALT, 0);
	words[ISA_LAUNCH_SMEM] = 64;
	ring(r, 0, words);
	go(r, 0);
	give(r, 0, 0, 1, 3, "give");
	start(r, 1, 0, 0, 15);
	halt(r, 0, HALT, 15);
	for (uint32_t row = 12; row < 16; row++) {
		uint32_t *w = put(r, SMEM);

		rec_set_smem_store(w, 1);
		rec_set_smem_mask(w, 15);
		for (int bank = 0; bank < 4; bank++)
			w[REC_WORD_smem_bank + 2 * bank] = row << 4 | 15;
		tick(r, row == 12 ? "first" : row == 15 ? "last" : "row");
	}
	end(r, 1, 0, false);
	finish(r, 0, false);
}

/* --- tests -------------------------------------------------------------- */

typedef void scenario(struct rig *r);

static int run(struct rig *r, scenario *s, const struct wrong *wrong, int left)
{
	open_rig(r);
	r->wrong = wrong;
	r->left = left;
	s(r);
	return found(r);
}

static void why(const struct rig *r)
{
	const struct cosim_mismatch *m = cosim_mismatch(r->c);

	if (m)
		diag("%s: %s", m->name, m->text);
}

/* It is right; and if the device stops after any of its cycles, liveness
 * notices, but for the first and the last IDLE. */
static void right(const char *name, scenario *s, int idle)
{
	int cycles, stopped = 0;
	struct rig r;

	if (!ok(run(&r, s, NULL, -1) == CLEAN, "%s", name))
		why(&r);
	cycles = (int)r.cycle;
	cosim_liveness(r.c, r.cycle + 1);
	ok(!cosim_liveness(r.c, r.cycle + 1000), "%s: nothing is due", name);
	close_rig(&r);
	for (int i = 1; i < cycles - idle; i++) {
		run(&r, s, NULL, i);
		cosim_liveness(r.c, (uint64_t)i + 1);
		cosim_liveness(r.c, (uint64_t)i + 1 + 2 * LIVENESS);
		if (found(&r) == CLEAN)
			diag("after cycle %d", i);
		else
			fired[found(&r)] = true;
		stopped += found(&r) != CLEAN;
		close_rig(&r);
	}
	is_u32((uint32_t)stopped, (uint32_t)(cycles - idle - 1), name);
}

static void wrong(const char *name, scenario *s, const struct wrong *w,
		  size_t n)
{
	struct rig r;

	for (size_t i = 0; i < n; i++, w++) {
		int got = run(&r, s, w, -1);

		if (!ok(got == w->check && r.met, "%s, %s, %u: %s", name, w->at,
			w->value,
			cosim_check_name((enum cosim_check)w->check)))
			why(&r);
		if (got != CLEAN)
			fired[got] = true;
		close_rig(&r);
	}
}

#define SET(record, field) record, rec_set_##field
#define WRONG(name, s, w) wrong(name, s, w, sizeof w / sizeof *w)

static void plain_wrong(void)
{
	static const struct wrong w[] = {
		{ "ring", LAUNCH, NULL, 0, COSIM_LAUNCH_RING },
		{ "ring", SET(LAUNCH, launch_rung), 2, COSIM_LAUNCH_RING },
		{ "go", SET(LAUNCH, launch_ring), 1, COSIM_LAUNCH_RING },
		{ "ring", SET(LAUNCH, head_seq), 1, COSIM_HEADER },
		{ "give", SET(BLOCK, head_seq), 1, COSIM_HEADER },
		{ "give", SET(BLOCK, head_warp), 1, COSIM_HEADER },
		{ "take", SET(LAUNCH, launch_taken), 2, COSIM_LAUNCH_ORDER },
		{ "acquired", SET(LAUNCH, launch_take), 1, COSIM_LAUNCH_ORDER },
		{ "take", SET(LAUNCH, launch_go), 1, COSIM_LAUNCH_ORDER },
		{ "acquire", SET(LAUNCH, launch_release), 1,
		  COSIM_LAUNCH_SYNC },
		{ "go", SET(LAUNCH, launch_synced), 1, COSIM_LAUNCH_SYNC },
		{ "go", SET(LAUNCH, launch_acquire), 1, COSIM_LAUNCH_SYNC },
		{ "acquired", LAUNCH, NULL, 0, COSIM_LAUNCH_ORDER },
		{ "go", SET(LAUNCH, launch_skip), 1, COSIM_LAUNCH_ORDER },
		{ "go", SET(LAUNCH, launch_reason), 3, COSIM_LAUNCH_REASON },
		{ "go", LAUNCH, NULL, 0, COSIM_BLOCK_NEXT },
		{ "give", SET(BLOCK, block_x), 1, COSIM_BLOCK_NEXT },
		{ "give", SET(BLOCK, block_launch), 0, COSIM_BLOCK_NEXT },
		{ "give 2", SET(BLOCK, block_place), 0, COSIM_BLOCK_ROOM },
		{ "give 2", SET(BLOCK, block_place), 4, COSIM_BLOCK_ROOM },
		{ "give 2", SET(BLOCK, block_page), 4, COSIM_BLOCK_ROOM },
		{ "give 2", SET(BLOCK, block_page), 12, COSIM_BLOCK_ROOM },
		{ "start", SET(BLOCK, block_mask), 1, COSIM_BLOCK_START },
		{ "start", SET(BLOCK, block_number), 1, COSIM_BLOCK_START },
		{ "start", SET(BLOCK, block_start), 1, COSIM_BLOCK_START },
		{ "start", BLOCK, NULL, 0, COSIM_BLOCK_START },
		{ "full", BLOCK, NULL, 0, COSIM_ISSUE_WAITING },
		{ "full", SET(BLOCK, block_full), 1, COSIM_BLOCK_FULL },
		{ "act", SET(BLOCK, block_full), 4, COSIM_BLOCK_FULL },
		{ "act", SET(BLOCK, block_killed), 8, COSIM_BLOCK_KILL },
		{ "act", SET(BLOCK, block_ended), 8, COSIM_BLOCK_WARP },
		{ "ended", SET(BLOCK, block_ended), 1, COSIM_BLOCK_WARP },
		{ "ended", BLOCK, NULL, 0, COSIM_BLOCK_END },
		{ "end", SET(BLOCK, block_end), 1, COSIM_BLOCK_END },
		{ "end", SET(BLOCK, block_end), 0, COSIM_BLOCK_END },
		{ "end", SET(BLOCK, block_of), 2, COSIM_BLOCK_END },
		{ "end", SET(BLOCK, block_trapped), 1, COSIM_BLOCK_END },
		{ "before end", SET(LAUNCH, launch_cut), 2, COSIM_LAUNCH_CUT },
		{ "acquire", SET(LAUNCH, launch_keep), 1, COSIM_LAUNCH_SYNC },
		{ "release", SET(LAUNCH, launch_keep), 1, COSIM_LAUNCH_SYNC },
		{ "release", SET(LAUNCH, launch_flush), 0, COSIM_LAUNCH_SYNC },
		{ "release", SET(LAUNCH, launch_released), 6,
		  COSIM_LAUNCH_SYNC },
		{ "release", SET(LAUNCH, launch_released), 1,
		  COSIM_LAUNCH_SYNC },
		{ "release", LAUNCH, NULL, 0, COSIM_LAUNCH_SYNC },
		{ "done", SET(LAUNCH, launch_done), 0, COSIM_LAUNCH_DONE },
		{ "release", SET(LAUNCH, launch_done), 2, COSIM_LAUNCH_DONE }
	};

	WRONG("plain", plain, w);
}

static void set_bank(uint32_t *r, uint32_t v)
{
	r[REC_WORD_smem_bank + 2] = v;
}

static void check_clears(void)
{
	static const struct wrong w[] = {
		{ "act", SET(SMEM, smem_mask), 0, COSIM_BLOCK_CLEAR },
		{ "act", SMEM, set_bank, 0xCF, COSIM_BLOCK_CLEAR },
		{ "first", SMEM, NULL, 0, COSIM_BLOCK_CLEAR },
		{ "first", SMEM, set_bank, 0xD0, COSIM_BLOCK_CLEAR },
		{ "first", SET(SMEM, smem_mask), 7, COSIM_BLOCK_CLEAR },
		{ "row", SET(SMEM, smem_store), 0, COSIM_BLOCK_CLEAR },
		{ "row", SET(SMEM, head_seq), 1, COSIM_BLOCK_CLEAR },
		{ "last", SMEM, NULL, 0, COSIM_BLOCK_END }
	};

	built.clear = true;
	right("clears", clears, 0);
	WRONG("clears", clears, w);
	built.clear = false;
}

static void others_wrong(void)
{
	static const struct wrong p[] = {
		{ "full", BLOCK, NULL, 0, COSIM_ISSUE_WAITING },
		{ "arrived", SET(BLOCK, block_full), 8, COSIM_BLOCK_FULL }
	}, l[] = {
		{ "act", SET(BLOCK, block_ended), 1, COSIM_BLOCK_WARP }
	}, t[] = {
		{ "trap", LAUNCH, NULL, 0, COSIM_LAUNCH_CUT },
		{ "trap", SET(LAUNCH, launch_cut), 6, COSIM_LAUNCH_CUT },
		{ "killed", SET(BLOCK, block_killed), 3, COSIM_BLOCK_KILL },
		{ "trap", SET(BLOCK, block_killed), 1, COSIM_BLOCK_KILL },
		{ "end", SET(BLOCK, block_trapped), 0, COSIM_BLOCK_END },
		{ "killed", BLOCK, NULL, 0, COSIM_BLOCK_WARP },
		{ "trapped", SET(BLOCK, block_gives), 1, COSIM_BLOCK_NEXT }
	}, e[] = {
		{ "exit", LAUNCH, NULL, 0, COSIM_LAUNCH_CUT },
		{ "end", SET(BLOCK, block_trapped), 0, COSIM_BLOCK_END }
	}, f[] = {
		{ "skip", SET(LAUNCH, launch_reason), 3, COSIM_LAUNCH_REASON },
		{ "skip", SET(LAUNCH, launch_skip), 0, COSIM_LAUNCH_SYNC },
		{ "abort", LAUNCH, NULL, 0, COSIM_LAUNCH_CUT },
		{ "abort 2", SET(BLOCK, block_starts), 1, COSIM_BLOCK_START },
		{ "abort 2", SET(LAUNCH, launch_cut), 0, COSIM_LAUNCH_CUT }
	}, m[] = {
		{ "give", SET(LAUNCH, launch_cut), 1, COSIM_LAUNCH_CUT },
		{ "stop", CONTROL, NULL, 0, COSIM_BLOCK_WARP },
		{ "cut", LAUNCH, NULL, 0, COSIM_LAUNCH_SYNC }
	};

	WRONG("phases", phases, p);
	WRONG("leaves", leaves, l);
	WRONG("traps", traps, t);
	WRONG("exits", exits, e);
	WRONG("refuses", refuses, f);
	WRONG("fails", fails, m);
}

/* Values of active_warps. */
static void set_value(uint32_t *r, uint32_t v)
{
	for (uint32_t i = 0; i < THREADS; i++)
		r[REC_WORD_retire_data + i] = v;
}

static void actives(void)
{
	static const struct wrong w[] = {
		{ "read", RETIRE, set_value, 10, CLEAN },
		{ "read", RETIRE, set_value, 9, COSIM_RETIRE_CSR },
		{ "read", RETIRE, set_value, 2, COSIM_RETIRE_CSR },
		{ "read later", RETIRE, set_value, 2, COSIM_RETIRE_CSR }
	};

	for (size_t i = 0; i < sizeof w / sizeof *w; i++) {
		struct rig r;

		if (!ok(run(&r, counts, &w[i], -1) == w[i].check,
			"active_warps is %u", w[i].value))
			why(&r);
		close_rig(&r);
	}
}

/* A warp issues N cycles after its launch is cut. */
static void late_issue(int n, int want)
{
	struct rig r;

	open_rig(&r);
	launch(1, 4, SYNC, 0);
	ring(&r, 0, words);
	go(&r, 0);
	give(&r, 0, 0, 0, 0, "give");
	start(&r, 0, 0, 0, 15);
	r.host.abort = 1;
	cut(&r, 1, "abort");
	for (int i = 1; i < n; i++)
		tick(&r, "pause");
	act(&r, 0, SYNC, 5, 15, 15);
	is_u32((uint32_t)found(&r), (uint32_t)want, "it issues after a cut");
	fired[COSIM_ISSUE_CUT] |= found(&r) == COSIM_ISSUE_CUT;
	close_rig(&r);
}

static uint32_t status(enum isa_launch_end end, uint32_t reason, uint32_t cause,
		       uint32_t warp)
{
	return (uint32_t)ISA_STATUS_DONE | (uint32_t)end |
	       reason << ISA_STATUS_LOW_REASON | cause << ISA_STATUS_LOW_CAUSE |
	       warp << ISA_STATUS_LOW_WARP;
}

/* The launch in SLOT of S ends with WORD; each word that differs is noticed if
 * TRAPPED, else the first. */
static void result(scenario *s, uint32_t slot, const uint32_t *word,
		   bool trapped)
{
	struct rig r;

	run(&r, s, NULL, -1);
	ok(!cosim_check_result(r.c, slot, word), "a result: 0x%08x", word[0]);
	why(&r);
	close_rig(&r);
	for (int i = 0; i < 6; i++) {
		uint32_t other[6];

		memcpy(other, word, sizeof other);
		other[i] ^= 1;
		run(&r, s, NULL, -1);
		is_u32((uint32_t)cosim_check_result(r.c, slot, other),
		       trapped || i == 0, "another result");
		if (found(&r) != CLEAN)
			fired[found(&r)] = true;
		close_rig(&r);
	}
}

static void results(void)
{
	const uint32_t complete[6] = { status(ISA_LAUNCH_COMPLETE, 0, 3, 2) };
	const uint32_t cuts[6] = { status(ISA_LAUNCH_CUT, 0, 0, 0) };
	const uint32_t refused[6] = { status(ISA_LAUNCH_REFUSED, 4, 0, 0) };
	const uint32_t trap[6] = { status(ISA_LAUNCH_TRAPPED, 0, 11, 1),
				   (uint32_t)BASE + TRAP };
	const uint32_t exit[6] = { status(ISA_LAUNCH_TRAPPED, 0, 23, 0),
				   (uint32_t)BASE + EXIT, 7 };

	result(leaves, 0, complete, false);
	result(refuses, 3, cuts, false);
	result(refuses, 1, cuts, false);
	result(refuses, 0, refused, false);
	result(traps, 2, trap, true);
	result(exits, 0, exit, true);
}

/* The end of a run of S, cut short after LEFT cycles. */
static void final(scenario *s, int left, struct cosim_final f, int want)
{
	struct rig r;

	run(&r, s, NULL, left);
	f.cycle = r.cycle + 1;
	cosim_finish(r.c, &f);
	if (!ok(found(&r) == want, "the end of a run: %s", want == CLEAN ?
		"right" : cosim_check_name((enum cosim_check)want)))
		why(&r);
	close_rig(&r);
}

static void finals(void)
{
	const struct cosim_final good = { .done = true }, late = { 0 };
	const struct cosim_final code = { .done = true, .exit_code = 7 };
	const struct cosim_final trap = {
		.done = true, .fault_valid = true, .fault_warp = 1,
		.fault_pc = (uint32_t)BASE + TRAP, .fault_cause = 11
	};

	final(plain, -1, good, CLEAN);
	final(plain, -1, late, COSIM_END_LATE);
	final(plain, 1, good, COSIM_END_EARLY);
	final(plain, 1, late, CLEAN);
	final(plain, 7, good, COSIM_END_EARLY);
	final(exits, -1, good, CLEAN);
	final(exits, -1, code, COSIM_END_EXIT);
	final(traps, -1, good, CLEAN);
	final(traps, -1, trap, COSIM_END_FAULT);
}

/* --- several cores ------------------------------------------------------- */

/* The cores of four blocks. */
static uint32_t to[4];

/* Blocks of two warps; the third begins when the first two have started. */
static void spread(struct rig *r)
{
	uint32_t count[CORES] = { 0 };

	launch(4, 8, HALT, 0);
	ring(r, 0, words);
	go(r, 0);
	for (uint32_t i = 0; i < 4; i++) {
		uint32_t n = count[to[i]]++;

		r->on = to[i];
		give(r, 0, i, n, n * 5, "give");
		for (uint32_t w = 0; i == 1 && w < 4; w++) {
			r->on = to[w / 2];
			start(r, 0, w % 2, w % 2, 15);
		}
	}
}

/* A warp of the first two blocks ends: its core has more that are free. */
static void uneven(struct rig *r)
{
	launch(3, 4, HALT, 0);
	ring(r, 0, words);
	go(r, 0);
	for (uint32_t i = 0; i < 2; i++) {
		r->on = i;
		give(r, 0, i, 0, 0, "give");
		start(r, 0, 0, 0, 15);
	}
	r->on = 0;
	halt(r, 0, HALT, 15);
	tick(r, "pause");
	r->on = to[2];
	give(r, 0, 2, 1, 5, "give");
}

static void whole(struct rig *r)
{
	launch(2, 1, HALT, ISA_LAUNCH_WHOLE);
	ring(r, 0, words);
	go(r, 0);
	r->on = to[0];
	give(r, 0, 0, 0, 0, "give");
}

static void check_cores(void)
{
	static const struct { scenario *s; uint32_t to[4]; int check; } t[] = {
		{ spread, { 0, 1, 0, 1 }, CLEAN },
		{ spread, { 1, 0, 0, 1 }, COSIM_BLOCK_CORE },
		{ spread, { 0, 0, 0, 1 }, COSIM_BLOCK_CORE },
		{ spread, { 0, 1, 1, 0 }, COSIM_BLOCK_CORE },
		{ uneven, { 0, 1, 0, 0 }, CLEAN },
		{ uneven, { 0, 1, 1, 0 }, COSIM_BLOCK_CORE },
		{ whole, { 0, 0, 0, 0 }, CLEAN },
		{ whole, { 1, 0, 0, 0 }, COSIM_BLOCK_CORE }
	};
	struct rig r;

	built.cores = CORES;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		memcpy(to, t[i].to, sizeof to);
		if (!ok(run(&r, t[i].s, NULL, -1) == t[i].check,
			"cores of blocks, %zu", i))
			why(&r);
		fired[COSIM_BLOCK_CORE] |= found(&r) == COSIM_BLOCK_CORE;
		close_rig(&r);
	}
	built.cores = 1;
}

/* --- caches -------------------------------------------------------------- */

/* How far a store has come when its launch is released; when a line is read
 * that is not there when an acquire ends. */
enum { IN_CORE, IN_L2, LEFT_L2, IN_MEMORY, BEFORE, MEANWHILE };
static int place;

static void lands(struct rig *r)
{
	const uint32_t strobe = 0xF0, data[ROW / 4] = { 0 };

	cosim_bus_write(r->c, 0, (uint32_t)BASE + WORD - 4, &strobe, data, ROW);
	tick(r, "lands");
}

static void l2(struct rig *r, uint32_t op, bool fresh)
{
	uint32_t *w = put(r, L2);

	rec_set_l2_op(w, op);
	rec_set_l2_fresh(w, fresh);
	rec_set_l2_addr(w, (uint32_t)BASE + WORD - 4);
	w[REC_WORD_l2_rest] = 0xF0;
	tick(r, "l2");
}

/* Warp 0 stores a word. */
static void store(struct rig *r)
{
	uint32_t *w;

	issue(r, 0, STORE, 15);
	tick(r, "issue");
	retire(r, 0, (uint32_t)BASE + WORD, "address");
	r->seq[0]++;
	for (int i = 0; i < 3; i++)
		tick(r, "pause");
	issue(r, 0, STORE + 4, 15);
	tick(r, "issue");
	w = put(r, PERFORM);
	rec_set_head_seq(w, r->seq[0]);
	rec_set_perform_store(w, 1);
	rec_set_perform_size(w, 2);
	rec_set_perform_lanes(w, 15);
	rec_set_perform_addr(w, (uint32_t)BASE + WORD - 4);
	w[REC_WORD_perform_rest + 1] = 0xF0;
	w = put(r, RETIRE);
	rec_set_head_seq(w, r->seq[0]++);
	rec_set_retire_last(w, 1);
	tick(r, "store");
}

static void stores(struct rig *r)
{
	launch(1, 4, STORE, ISA_LAUNCH_FLUSH);
	ring(r, 0, words);
	go(r, 0);
	give(r, 0, 0, 0, 0, "give");
	start(r, 0, 0, 0, 15);
	store(r);
	halt(r, 0, STORE + 8, 15);
	end(r, 0, 0, false);
	if (built.l2 && place >= IN_L2)
		l2(r, 1, true);
	if (built.l2 && place >= LEFT_L2)
		l2(r, 3, false);
	if (place == IN_MEMORY)
		lands(r);
	finish(r, 0, true);
}

static void line_read(struct rig *r)
{
	cosim_bus_read(r->c, 0, COSIM_DBUS, 0, (uint32_t)BASE + WORD - 4, LINE);
	tick(r, "read");
}

/* A line is on its way when a launch begins. */
static void reads(struct rig *r)
{
	if (place == BEFORE)
		line_read(r);
	launch(1, 4, HALT, 0);
	ring(r, 0, words);
	rec_set_launch_take(put(r, LAUNCH), 1);
	tick(r, "take");
	rec_set_launch_acquire(put(r, LAUNCH), 1);
	tick(r, "acquire");
	if (place == MEANWHILE)
		line_read(r);
	rec_set_launch_synced(put(r, LAUNCH), 1);
	tick(r, "acquired");
}

static void check_caches(void)
{
	static const struct {
		scenario *s;
		int place;
		bool l2;
		int check;
	} t[] = {
		{ stores, IN_MEMORY, false, CLEAN },
		{ stores, IN_CORE, false, COSIM_LAUNCH_RELEASE },
		{ stores, IN_MEMORY, true, CLEAN },
		{ stores, IN_CORE, true, COSIM_LAUNCH_RELEASE },
		{ stores, IN_L2, true, COSIM_LAUNCH_RELEASE },
		{ stores, LEFT_L2, true, COSIM_LAUNCH_RELEASE },
		{ reads, MEANWHILE, false, CLEAN },
		{ reads, BEFORE, false, COSIM_ACQUIRE }
	};
	struct rig r;

	built.dcache = 256;
	for (size_t i = 0; i < sizeof t / sizeof *t; i++) {
		place = t[i].place;
		built.l2 = t[i].l2 ? 1024 : 0;
		if (!ok(run(&r, t[i].s, NULL, -1) == t[i].check,
			"caches of a launch, %zu", i))
			why(&r);
		if (found(&r) != CLEAN)
			fired[found(&r)] = true;
		close_rig(&r);
	}
	built.dcache = built.l2 = 0;
}

/* --- coverage ------------------------------------------------------------ */

static uint64_t hits(const char *group, const char *bin)
{
	enum coverage_group g = coverage_find_group(group);
	struct coverage_group_info info = coverage_group(g);
	uint64_t sum = 0;
	char name[100];

	for (size_t n = 0; n < info.count; n++) {
		coverage_bin_name(&info, n, name, sizeof name);
		for (size_t i = 0; !strcmp(name, bin) && i < covered.count; i++)
			sum += covered.sets[i].hits[info.first + n];
	}
	return sum;
}

/* What the scenarios hit, and what none does. */
static void check_coverage(void)
{
	static const struct { const char *group, *hit, *miss; } t[] = {
		{ "launch-refused", "threads", "grid" },
		{ "launch-cut", "queued", "read" },
		{ "launch-cut", "starts-warps", "waits-at-barrier" },
		{ "launch-cut", "runs", "releases" },
		{ "launch-beside", "grid none", "grid of-whole" },
		{ "launch-beside", "whole none", "whole of-whole" },
		{ "block-warps", "partial some", "partial one" },
		{ "block-warps", "full all", "partial all" },
		{ "block-full", "warps", "barriers" },
		{ "block-end", "one", "several" },
		{ "block-barrier", "bar.sync waits some", "bar.wait waits one" }
	};
	struct coverage_sum all;

	for (size_t i = 0; i < sizeof t / sizeof *t; i++)
		ok(hits(t[i].group, t[i].hit) && !hits(t[i].group, t[i].miss),
		   "%s: %s, but not %s", t[i].group, t[i].hit, t[i].miss);
	for (int g = COVERAGE_LAUNCH_REFUSED; g < COVERAGE_GROUPS; g++) {
		all = coverage_sum(&covered, (enum coverage_group)g);
		ok(!all.wrong, "no rule excludes what happens");
	}
	coverage_free(&covered);
}

static void every_check_fired(void)
{
	for (int i = COSIM_BLOCK_NEXT; i <= COSIM_LAUNCH_RESULT; i++)
		ok(fired[i], "%s has a test that makes it fire",
		   cosim_check_name((enum cosim_check)i));
	ok(fired[COSIM_ISSUE_CUT], "so has issue-cut");
	ok(fired[COSIM_LIVE_DISPATCH], "so has live-dispatch");
	ok(fired[COSIM_ACQUIRE], "so has acquire");
}

int main(void)
{
	coverage_init(&covered);
	right("plain", plain, 1);
	right("phases", phases, 0);
	right("leaves", leaves, 0);
	right("traps", traps, 0);
	right("exits", exits, 0);
	right("refuses", refuses, 0);
	right("fails", fails, 0);
	right("counts", counts, 0);
	plain_wrong();
	others_wrong();
	actives();
	late_issue(3, CLEAN);
	late_issue(7, COSIM_ISSUE_CUT);
	results();
	finals();
	check_cores();
	check_caches();
	check_clears();
	check_coverage();
	every_check_fired();
	return tap_done();
}
