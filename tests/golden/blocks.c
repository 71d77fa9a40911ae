/* blocks.c - launches and blocks of the golden model
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/golden/rig.h"

enum { GRID = ISA_LAUNCH_GRID_X, DIM = ISA_LAUNCH_DIM_X };

/* WARPS x 4, with CORES and 1 KiB of shared memory in 16 pages. */
static void open_blocks(struct rig *r, uint32_t cores, uint32_t warps,
			bool clear)
{
	struct machine m = rig_config(warps, 4);

	m.cores = cores;
	m.smem_size = 1024;
	m.timer = m.dispatch = true;
	m.clear = clear;
	m.launches = 2;
	m.blocks = 4;
	rig_open_with(r, &m);
}

/* The words of a launch of GRID blocks of DIM threads at the rig's program. */
static void words_of(uint32_t *word, uint32_t grid, uint32_t dim)
{
	for (int i = 0; i < ISA_LAUNCH_WORDS; i++)
		word[i] = i >= GRID && i < DIM + 3;
	word[ISA_LAUNCH_PC] = RIG_BASE;
	word[ISA_LAUNCH_ARG] = RIG_DATA;
	word[GRID] = grid;
	word[DIM] = dim;
}

static void csr(struct rig *r, uint32_t rd, uint32_t address)
{
	rig_op(r, ISA_CSRRS, rd, 0, 0, address);
}

static void end(struct rig *r)
{
	rig_op(r, ISA_TMC, 0, 0, 0, 0);
}

/* x7 = the word of this thread: argument + 4 * (block_x * 16 + thread). */
static void place(struct rig *r)
{
	csr(r, 5, ISA_CSR_BLOCK_X);
	csr(r, 6, ISA_CSR_BLOCK_THREAD);
	csr(r, 7, ISA_CSR_LAUNCH_ARG);
	rig_op(r, ISA_SLLI, 8, 5, 0, 6);
	rig_op(r, ISA_ADD, 7, 7, 8, 0);
	rig_op(r, ISA_SLLI, 8, 6, 0, 2);
	rig_op(r, ISA_ADD, 7, 7, 8, 0);
}

static enum golden_status go(struct rig *r, const uint32_t *word)
{
	golden_acknowledge(r->g, 0);
	ok(golden_ring(r->g, 0, word) == 0, "a free slot");
	ok(golden_ring(r->g, 0, word) == GOLDEN_E_BUSY, "a slot in use");
	return golden_run(r->g, 100000, 0, NULL);
}

static void ends_as(struct rig *r, uint32_t slot, enum isa_launch_end want,
		    const char *what)
{
	struct golden_result got = { ISA_LAUNCH_CUT, 0, { 0 }, { 0 } };

	ok(golden_done(r->g, slot, &got) && got.end == want, "%s: %s", what,
	   isa_launch_end(got.end));
}

/* Every thread of every block once, with what it reads of itself. */
static void threads(uint32_t cores, uint32_t grid, uint32_t dim)
{
	uint32_t word[ISA_LAUNCH_WORDS], wrong = 0;
	struct rig r;

	open_blocks(&r, cores, 4, false);
	words_of(word, grid, dim);
	place(&r);
	rig_op(&r, ISA_SLLI, 9, 5, 0, 8);
	rig_op(&r, ISA_ADD, 9, 9, 6, 0);
	csr(&r, 10, ISA_CSR_BLOCK_WARP);
	rig_op(&r, ISA_SLLI, 10, 10, 0, 16);
	rig_op(&r, ISA_ADD, 9, 9, 10, 0);
	csr(&r, 10, ISA_CSR_BLOCK_DIM_X);
	rig_op(&r, ISA_SLLI, 10, 10, 0, 24);
	rig_op(&r, ISA_ADD, 9, 9, 10, 0);
	rig_op(&r, ISA_LW, 11, 7, 0, 0);
	rig_op(&r, ISA_ADD, 9, 9, 11, 0);
	rig_op(&r, ISA_SW, 0, 7, 9, 0);
	end(&r);
	is_u32(go(&r, word), GOLDEN_PASS, "the run ends");
	ends_as(&r, 0, ISA_LAUNCH_COMPLETE, "a launch");
	for (uint32_t b = 0; b < grid; b++)
		for (uint32_t t = 0; t < 16; t++) {
			uint32_t want = dim << 24 | (t / 4) << 16 | b << 8 | t;

			wrong += rig_ram(&r, RIG_DATA + 64 * b + 4 * t) !=
				 (t < dim ? want : 0);
		}
	is_u32(wrong, 0, "each thread of each block once, and no other");
	rig_close(&r);
}

/* Blocks in two and three directions are given x first. */
static void directions(void)
{
	uint32_t word[ISA_LAUNCH_WORDS], wrong = 0;
	struct rig r;

	open_blocks(&r, 1, 1, false);
	words_of(word, 3, 1);
	word[GRID + 1] = 2;
	word[GRID + 2] = 2;
	rig_li(&r, 20, RIG_DATA);
	rig_op(&r, ISA_LW, 21, 20, 0, 0);       /* how many came before */
	rig_op(&r, ISA_ADDI, 21, 21, 0, 4);
	rig_op(&r, ISA_SW, 0, 20, 21, 0);
	rig_op(&r, ISA_ADD, 20, 20, 21, 0);
	csr(&r, 5, ISA_CSR_BLOCK_X);
	csr(&r, 6, ISA_CSR_BLOCK_Y);
	csr(&r, 7, ISA_CSR_BLOCK_Z);
	rig_op(&r, ISA_SLLI, 6, 6, 0, 8);
	rig_op(&r, ISA_SLLI, 7, 7, 0, 16);
	rig_op(&r, ISA_ADD, 5, 5, 6, 0);
	rig_op(&r, ISA_ADD, 5, 5, 7, 0);
	rig_op(&r, ISA_SW, 0, 20, 5, 0);
	end(&r);
	is_u32(go(&r, word), GOLDEN_PASS, "three directions");
	for (uint32_t i = 0; i < 12; i++)
		wrong += rig_ram(&r, RIG_DATA + 4 + 4 * i) !=
			 (i % 3 | i / 3 % 2 << 8 | i / 6 << 16);
	is_u32(wrong, 0, "x first, then y, then z");
	rig_close(&r);
}

/* Each thread gives its number to its neighbour of another warp. */
static void barrier(enum isa_op op)
{
	uint32_t word[ISA_LAUNCH_WORDS], wrong = 0;
	struct rig r;

	open_blocks(&r, 2, 4, false);
	words_of(word, 8, 8);
	word[ISA_LAUNCH_SMEM] = 32;
	place(&r);
	csr(&r, 9, ISA_CSR_BLOCK_SMEM);
	rig_op(&r, ISA_ADD, 10, 9, 8, 0);
	rig_op(&r, ISA_SLLI, 11, 5, 0, 8);
	rig_op(&r, ISA_ADD, 11, 11, 6, 0);
	rig_op(&r, ISA_SW, 0, 10, 11, 0);
	rig_op(&r, op, op == ISA_BAR_SYNC ? 0 : 12, 0, 0, 0);
	if (op == ISA_BAR_ARRIVE)
		rig_op(&r, ISA_BAR_WAIT, 0, 12, 0, 0);
	rig_op(&r, ISA_XORI, 8, 8, 0, 16);
	rig_op(&r, ISA_ADD, 10, 9, 8, 0);
	rig_op(&r, ISA_LW, 11, 10, 0, 0);
	rig_op(&r, ISA_SW, 0, 7, 11, 0);
	end(&r);
	is_u32(go(&r, word), GOLDEN_PASS, "a barrier");
	for (uint32_t b = 0; b < 8; b++)
		for (uint32_t t = 0; t < 8; t++)
			wrong += rig_ram(&r, RIG_DATA + 64 * b + 4 * t) !=
				 (b << 8 | (t ^ 4));
	is_u32(wrong, 0, "a barrier orders shared memory within its block");
	rig_close(&r);
}

static void refused(void)
{
	static const struct { uint32_t at, value, reason; } bad[] = {
		{ ISA_LAUNCH_PC, RIG_BASE + 2, ISA_REFUSED_PC },
		{ GRID + 1, 0, ISA_REFUSED_GRID },
		{ DIM + 2, 0, ISA_REFUSED_SIDE },
		{ DIM, 1025, ISA_REFUSED_SIDE },
		{ DIM + 1, 5, ISA_REFUSED_THREADS },
		{ ISA_LAUNCH_SMEM, 1025, ISA_REFUSED_SMEM },
		{ ISA_LAUNCH_FLAGS, 3 << 8, ISA_REFUSED_BARRIERS },
		{ GRID, 2, ISA_REFUSED_WHOLE }
	};
	uint32_t word[ISA_LAUNCH_WORDS];
	struct golden_result got;
	struct rig r;

	open_blocks(&r, 1, 4, false);
	end(&r);
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		words_of(word, 1, 4);
		if (bad[i].reason == ISA_REFUSED_WHOLE)
			word[ISA_LAUNCH_FLAGS] = ISA_LAUNCH_WHOLE;
		word[bad[i].at] = bad[i].value;
		go(&r, word);
		ok(golden_done(r.g, 0, &got) &&
		   got.end == ISA_LAUNCH_REFUSED && got.reason == bad[i].reason,
		   "refused: %s", isa_launch_reason(bad[i].reason));
	}
	words_of(word, 1, 16);
	word[ISA_LAUNCH_SMEM] = 1024;
	word[ISA_LAUNCH_FLAGS] = 2 << 8;
	go(&r, word);
	ends_as(&r, 0, ISA_LAUNCH_COMPLETE, "all that a core has");
	rig_close(&r);
}

/* Warp 1 of block 2 does OP; the others loop for ever. */
static void ends_alone(uint32_t cause, enum isa_op op, uint32_t rs1,
		       uint32_t imm)
{
	uint32_t word[ISA_LAUNCH_WORDS], good[ISA_LAUNCH_WORDS];
	struct golden_result got = { ISA_LAUNCH_CUT, 0, { 0 }, { 0 } };
	struct rig r;

	open_blocks(&r, 2, 4, false);
	words_of(word, 9, 8);
	csr(&r, 5, ISA_CSR_BLOCK_X);
	csr(&r, 6, ISA_CSR_BLOCK_WARP);
	rig_op(&r, ISA_SLLI, 6, 6, 0, 2);
	rig_op(&r, ISA_ADD, 5, 5, 6, 0);
	rig_op(&r, ISA_ADDI, 6, 0, 0, 2 + 4);
	rig_op(&r, ISA_BNE, 0, 5, 6, 0);        /* loops here */
	rig_op(&r, op, 0, rs1, rs1, imm);
	rig_op(&r, op, 0, rs1, rs1, imm);
	words_of(good, 1, 4);
	good[ISA_LAUNCH_PC] = r.at;
	rig_op(&r, ISA_SW, 0, 0, 0, 0);
	place(&r);
	good[ISA_LAUNCH_PC] = r.at;
	end(&r);
	ok(golden_ring(r.g, 1, word) == 0 && golden_ring(r.g, 0, good) == 0,
	   "two launches");
	golden_run(r.g, 100000, 0, NULL);
	ok(golden_done(r.g, 1, &got) && got.end == ISA_LAUNCH_TRAPPED &&
	   got.trap.cause == cause && got.place[0] == 2 &&
	   got.place[1] == 0, "a launch ends by cause %u, %u", cause,
	   got.trap.cause);
	ends_as(&r, 0, ISA_LAUNCH_COMPLETE, "the other one goes on");
	is_u32(golden_active(r.core) | golden_waiting(r.core), 0, "all halted");
	rig_close(&r);
}

/* A program that knows nothing of launches. */
static void whole(void)
{
	uint32_t word[ISA_LAUNCH_WORDS], at;
	struct rig r;

	open_blocks(&r, 1, 4, false);
	words_of(word, 1, 1);
	word[ISA_LAUNCH_FLAGS] = ISA_LAUNCH_WHOLE;
	rig_li(&r, 5, RIG_BASE + 11 * 4);
	rig_op(&r, ISA_WSPAWN, 0, 5, 0, 0);
	rig_op(&r, ISA_WSPAWN, 0, 5, 0, 0);
	rig_op(&r, ISA_ADDI, 6, 0, 0, 1);
	rig_op(&r, ISA_ADDI, 7, 0, 0, 3);
	rig_op(&r, ISA_BAR, 0, 6, 7, 0);
	rig_op(&r, ISA_ADDI, 10, 0, 0, 42);
	rig_op(&r, ISA_CSRRWI, 0, 0, 0, ISA_CSR_MTICK);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	rig_op(&r, ISA_EBREAK, 0, 0, 0, 0);
	at = r.at;
	is_u32(at, RIG_BASE + 11 * 4, "the other warps' code");
	rig_op(&r, ISA_ADDI, 6, 0, 0, 1);
	rig_op(&r, ISA_ADDI, 7, 0, 0, 3);
	rig_op(&r, ISA_BAR, 0, 6, 7, 0);
	rig_op(&r, ISA_ADDI, 10, 0, 0, 42);     /* one of them halts last */
	end(&r);
	is_u32(go(&r, word), GOLDEN_PASS, "a program of a whole core");
	ends_as(&r, 0, ISA_LAUNCH_COMPLETE, "whole");
	is_u32(golden_exit_code(r.g), 42, "its exit code");
	rig_close(&r);
}

/* An ordered launch sees what the one in front has stored; another need not. */
static void ordered(uint32_t flags, uint32_t want)
{
	uint32_t first[ISA_LAUNCH_WORDS], word[ISA_LAUNCH_WORDS];
	struct rig r;

	open_blocks(&r, 1, 4, false);
	words_of(first, 1, 1);
	rig_li(&r, 6, RIG_DATA);
	rig_op(&r, ISA_ADDI, 5, 0, 0, 2000);
	rig_op(&r, ISA_ADDI, 5, 5, 0, (uint32_t)-1);
	rig_op(&r, ISA_BNE, 0, 5, 0, (uint32_t)-4);
	rig_op(&r, ISA_ADDI, 5, 0, 0, 7);
	rig_op(&r, ISA_SW, 0, 6, 5, 0);
	end(&r);
	words_of(word, 1, 1);
	word[ISA_LAUNCH_PC] = r.at;
	word[ISA_LAUNCH_FLAGS] = flags;
	rig_li(&r, 6, RIG_DATA);
	rig_op(&r, ISA_LW, 5, 6, 0, 0);
	rig_op(&r, ISA_SW, 0, 6, 5, 4);
	end(&r);
	ok(golden_ring(r.g, 1, first) == 0 && golden_ring(r.g, 0, word) == 0,
	   "rung");
	is_u32(golden_run(r.g, 100000, 0, NULL), GOLDEN_PASS, "both end");
	is_u32(rig_ram(&r, RIG_DATA + 4), want, "what it read");
	rig_close(&r);
}

static void aborted(void)
{
	uint32_t word[ISA_LAUNCH_WORDS];
	struct rig r;

	open_blocks(&r, 1, 4, false);
	words_of(word, 100, 4);
	rig_op(&r, ISA_JAL, 0, 0, 0, 0);
	is_u32(go(&r, word), GOLDEN_LIMIT, "a launch that hangs");
	golden_abort(r.g, 0);
	is_u32(golden_run(r.g, 1000, 0, NULL), GOLDEN_PASS, "cut");
	ends_as(&r, 0, ISA_LAUNCH_CUT, "it ends");
	is_u32(golden_active(r.core), 0, "no warp runs");
	golden_reset(r.g);
	ok(!golden_done(r.g, 0, NULL), "a reset forgets it");
	rig_close(&r);
}

/* --- random launches ------------------------------------------------------ */

enum { LAUNCHES = 2, TICKET = 0, FIRST = 16, ROW = 16 };

/* Each warp takes a ticket and leaves there: launch slot and block's place in
 * the core, number of the block, address of shared memory, tmask and number. */
static void leave_row(struct rig *r)
{
	rig_li(r, 20, RIG_DATA);
	csr(r, 5, ISA_CSR_TMASK);
	rig_op(r, ISA_ADDI, 6, 0, 0, 1);
	rig_op(r, ISA_TMC, 0, 6, 0, 0);
	rig_op(r, ISA_AMOADD_W, 21, 20, 6, 0);
	rig_op(r, ISA_SLLI, 21, 21, 0, 4);
	rig_op(r, ISA_ADD, 20, 20, 21, 0);
	csr(r, 7, ISA_CSR_BLOCK_SLOT);
	rig_op(r, ISA_SW, 0, 20, 7, FIRST);
	csr(r, 7, ISA_CSR_GRID_X);
	csr(r, 8, ISA_CSR_BLOCK_Y);
	rig_op(r, ISA_MUL, 7, 7, 8, 0);
	csr(r, 8, ISA_CSR_BLOCK_X);
	rig_op(r, ISA_ADD, 7, 7, 8, 0);
	rig_op(r, ISA_SW, 0, 20, 7, FIRST + 4);
	csr(r, 7, ISA_CSR_BLOCK_SMEM);
	rig_op(r, ISA_SW, 0, 20, 7, FIRST + 8);
	csr(r, 7, ISA_CSR_BLOCK_WARP);
	rig_op(r, ISA_SLLI, 7, 7, 0, 8);
	rig_op(r, ISA_ADD, 7, 7, 5, 0);
	rig_op(r, ISA_SW, 0, 20, 7, FIRST + 12);
	rig_op(r, ISA_BAR_SYNC, 0, 0, 0, 0);
	end(r);
}

static void random_words(uint32_t *word, uint64_t *seed)
{
	words_of(word, 1 + rig_random(seed) % 9, 1 + rig_random(seed) % 18);
	word[GRID + 1] = 1 + rig_random(seed) % 3;
	word[DIM + 1] = 1 + rig_random(seed) % 8 / 7;
	word[ISA_LAUNCH_SMEM] = rig_random(seed) % 3 ? rig_random(seed) % 400 :
				0;
	word[ISA_LAUNCH_FLAGS] = rig_random(seed) % 3 << 8 |
				 (rig_random(seed) % 2 ? ISA_LAUNCH_ORDERED :
				  0);
}

/* Of launch SLOT with WORD, the rows of (block, warp) that are wrong. */
static uint32_t wrong_rows(const struct rig *r, uint32_t slot,
			   const uint32_t *word, uint32_t *rows)
{
	uint32_t threads = word[DIM] * word[DIM + 1], wrong = 0;
	uint32_t warps = (threads + 3) / 4, seen[27 * 4] = { 0 };
	uint32_t blocks = word[GRID] * word[GRID + 1];
	uint32_t count = rig_ram(r, RIG_DATA + TICKET);

	for (uint32_t i = 0; i < count; i++) {
		uint32_t at = RIG_DATA + FIRST + ROW * i;
		uint32_t block = rig_ram(r, at + 4), last = rig_ram(r, at + 12);
		uint32_t warp = last >> 8, n = threads - 4 * warp;
		uint32_t page = rig_ram(r, at + 8) - GOLDEN_SMEM;

		if ((rig_ram(r, at) & 0xFFFF) != slot)
			continue;
		++*rows;
		wrong += block >= blocks || warp >= warps ||
			 (last & 255) != (n < 4 ? (1u << n) - 1 : 15) ||
			 page % 64 || page + word[ISA_LAUNCH_SMEM] > 1024 ||
			 seen[block % 27 * 4 + warp % 4]++;
	}
	for (uint32_t b = 0; b < blocks; b++)
		for (uint32_t w = 0; w < warps; w++)
			wrong += seen[b * 4 + w] != 1;
	return wrong;
}

static void random_launches(uint64_t seed)
{
	uint32_t word[LAUNCHES][ISA_LAUNCH_WORDS], wrong = 0, rows = 0;
	struct golden_result got = { ISA_LAUNCH_CUT, 0, { 0 }, { 0 } };
	struct rig r;

	open_blocks(&r, 1 + rig_random(&seed) % 3, 4, false);
	leave_row(&r);
	for (uint32_t i = 0; i < LAUNCHES; i++) {
		random_words(word[i], &seed);
		golden_ring(r.g, i, word[i]);
	}
	wrong += golden_run(r.g, 1000000, 0, NULL) != GOLDEN_PASS;
	for (uint32_t i = 0; i < LAUNCHES; i++) {
		bool large = word[i][DIM] * word[i][DIM + 1] > 16;

		wrong += !golden_done(r.g, i, &got) ||
			 got.reason != (large ? ISA_REFUSED_THREADS :
					ISA_REFUSED_NONE);
		wrong += large ? 0 : wrong_rows(&r, i, word[i], &rows);
	}
	wrong += rows != rig_ram(&r, RIG_DATA + TICKET);
	is_u32(wrong, 0, "two random launches");
	rig_close(&r);
}

/* --- launches that a device runs ------------------------------------------ */

/* Two launches that wait, the first one with FLAGS. */
static void open_followed(struct rig *r, uint32_t flags)
{
	uint32_t word[ISA_LAUNCH_WORDS];

	open_blocks(r, 1, 4, false);
	golden_follow(r->g);
	rig_op(r, ISA_BAR_SYNC, 0, 0, 0, 0);
	rig_op(r, ISA_ECALL, 0, 0, 0, 0);
	words_of(word, flags & ISA_LAUNCH_WHOLE ? 1 : 2, 6);
	word[ISA_LAUNCH_SMEM] = 65;
	word[ISA_LAUNCH_FLAGS] = flags;
	golden_ring(r->g, 1, word);
	words_of(word, 2, 6);
	golden_ring(r->g, 0, word);
}

static void refuses_steps(void)
{
	struct rig r;

	open_followed(&r, 1 << 8);
	ok(!golden_goes(r.g, 0) && golden_oldest(r.g) == 1, "not in order");
	ok(!golden_skips(r.g, 1, ISA_REFUSED_PC) &&
	   !golden_skips(r.g, 1, ISA_REFUSED_NONE), "it can run");
	ok(!golden_gives(r.core, 0, 0, 0), "nothing to give");
	ok(golden_goes(r.g, 1) && !golden_goes(r.g, 0), "one gives at a time");
	ok(!golden_gives(r.core, 4, 0, 0) && !golden_gives(r.core, 0, 15, 0) &&
	   !golden_gives(r.core, 0, 0, 2), "no such place, page, barrier");
	ok(golden_gives(r.core, 2, 14, 1), "any that is free");
	ok(!golden_gives(r.core, 2, 0, 0) && !golden_gives(r.core, 0, 13, 0) &&
	   !golden_gives(r.core, 0, 0, 1), "not one that is in use");
	ok(golden_starts(r.core, 3, 2) && !golden_starts(r.core, 3, 2) &&
	   !golden_starts(r.core, 1, 0), "a warp starts once, in a block");
	is_u32(golden_place(r.core, 2).mask, 3, "the next one's threads");
	ok(golden_starts(r.core, 0, 2) && !golden_starts(r.core, 1, 2),
	   "so many and no more");
	ok(!golden_killed(r.core, 3) && !golden_ends(r.core, 2) &&
	   !golden_finishes(r.g, 1), "it runs");
	rig_close(&r);
}

/* Warp 1 traps: the rest goes on until the device says otherwise. */
static void follows_trap(void)
{
	struct golden_result got = { ISA_LAUNCH_CUT, 0, { 0 }, { 0 } };
	struct golden_effect fx;
	struct rig r;

	open_followed(&r, 0);
	golden_goes(r.g, 1);
	golden_gives(r.core, 1, 4, 0);
	golden_starts(r.core, 2, 1);
	golden_starts(r.core, 1, 1);
	golden_step(r.core, 1, NULL, &fx);
	ok(fx.kind == GOLDEN_BAR && fx.waits && !fx.aux_mask && !fx.aux_value,
	   "it waits");
	golden_step(r.core, 2, NULL, &fx);
	ok(!fx.waits && !fx.aux_mask && golden_place(r.core, 1).phase == 1,
	   "a phase ends");
	golden_step(r.core, 1, NULL, &fx);
	is_u32(golden_active(r.core), 4, "a trap halts its warp alone");
	ok(golden_launch_cut(r.g, 1) && !golden_launch_cut(r.g, 1), "cut once");
	ok(!golden_gives(r.core, 0, 0, 0), "no block any more");
	ok(golden_killed(r.core, 2) && !golden_killed(r.core, 2), "killed");
	ok(golden_place(r.core, 1).trapped && golden_ends(r.core, 1) &&
	   golden_finishes(r.g, 1), "it ends");
	ok(golden_done(r.g, 1, &got) && got.end == ISA_LAUNCH_TRAPPED &&
	   got.trap.cause == ISA_CAUSE_ECALL, "with the trap");
	rig_close(&r);
}

/* A block that has the whole core shares it with none, whatever that needs. */
static void follows_whole(void)
{
	struct rig r;

	open_followed(&r, ISA_LAUNCH_WHOLE);
	golden_goes(r.g, 1);
	ok(golden_gives(r.core, 0, 0, 0) && !golden_starts(r.core, 1, 0) &&
	   golden_starts(r.core, 0, 0), "warp 0 starts");
	ok(golden_goes(r.g, 0) && !golden_has_warps(r.core) &&
	   !golden_gives(r.core, 1, 0, 0), "no other block beside it");
	rig_close(&r);
}

/* Blocks beside one of a whole core wait for its end. */
static void whole_alone(void)
{
	uint32_t word[ISA_LAUNCH_WORDS];
	struct rig r;

	open_blocks(&r, 1, 4, false);
	rig_op(&r, ISA_JAL, 0, 0, 0, 0);
	words_of(word, 1, 1);
	word[ISA_LAUNCH_FLAGS] = ISA_LAUNCH_WHOLE;
	golden_ring(r.g, 0, word);
	word[ISA_LAUNCH_FLAGS] = 0;
	golden_ring(r.g, 1, word);
	golden_run(r.g, 1000, 0, NULL);
	is_u32(golden_active(r.core), 1, "a whole core is one block's");
	rig_close(&r);
}

/* Blocks that add up what they find in a register, a CSR and shared memory, and
 * leave something there. How many threads, of two launches, find no zero? */
static uint32_t find_old(bool clear, uint32_t flags)
{
	uint32_t word[ISA_LAUNCH_WORDS], old = 0, sum[8 * 16];
	struct rig r;

	open_blocks(&r, 1, 4, clear);
	csr(&r, 9, ISA_CSR_MTVEC);
	csr(&r, 10, ISA_CSR_BLOCK_SMEM);
	rig_op(&r, ISA_LW, 11, 10, 0, 0);
	rig_op(&r, ISA_ADD, 9, 9, 11, 0);
	rig_op(&r, ISA_ADD, 9, 9, 12, 0);
	place(&r);
	rig_op(&r, ISA_LW, 8, 7, 0, 0);
	rig_op(&r, ISA_ADD, 9, 9, 8, 0);
	rig_op(&r, ISA_SW, 0, 7, 9, 0);
	rig_op(&r, ISA_ADDI, 12, 0, 0, 4);
	rig_op(&r, ISA_SW, 0, 10, 12, 0);
	rig_op(&r, ISA_CSRRWI, 0, 4, 0, ISA_CSR_MTVEC);
	end(&r);
	words_of(word, flags ? 1 : 8, 4);
	word[ISA_LAUNCH_SMEM] = 64;
	word[ISA_LAUNCH_FLAGS] = flags;
	go(&r, word);
	go(&r, word);
	golden_read(r.g, RIG_DATA, sum, sizeof sum);
	for (uint32_t i = 0; i < 8 * 16; i++)
		old += sum[i] != 0;
	rig_close(&r);
	return old;
}

static void clears(void)
{
	is_u32(find_old(false, 0), 32, "blocks find what others have left");
	is_u32(find_old(true, 0), 0, "with clear they find zeros");
	is_u32(find_old(false, ISA_LAUNCH_WHOLE), 1, "so does a whole core");
	is_u32(find_old(true, ISA_LAUNCH_WHOLE), 0, "and with clear zeros");
}

/* Without dispatch there are no such CSRs and instructions. */
static void absent(void)
{
	struct golden_effect fx;
	struct rig r;

	rig_open(&r, 1, 4);
	csr(&r, 5, ISA_CSR_BLOCK_X);
	fx = rig_step(&r, 1);
	is_u32(fx.cause, ISA_CAUSE_ILLEGAL, "a CSR of blocks");
	rig_again(&r);
	rig_op(&r, ISA_BAR_SYNC, 0, 0, 0, 0);
	fx = rig_step(&r, 1);
	is_u32(fx.cause, ISA_CAUSE_ILLEGAL, "an instruction of blocks");
	rig_close(&r);
}

int main(void)
{
	threads(1, 20, 16);
	threads(1, 7, 5);
	threads(3, 33, 1);
	directions();
	barrier(ISA_BAR_SYNC);
	barrier(ISA_BAR_ARRIVE);
	refused();
	ends_alone(ISA_CAUSE_STORE_ACCESS, ISA_SW, 0, 0);
	ends_alone(ISA_CAUSE_WSPAWN_NO_WARP, ISA_WSPAWN, 0, 0);
	ends_alone(ISA_CAUSE_BAR_ID, ISA_BAR, 0, 0);
	ends_alone(ISA_CAUSE_BAR_TWICE, ISA_BAR_ARRIVE, 0, 0);
	ends_alone(ISA_CAUSE_ILLEGAL, ISA_CSRRWI, 1, ISA_CSR_MTICK);
	ends_alone(ISA_CAUSE_EXIT, ISA_CSRRWI, 1, ISA_CSR_MEXIT);
	whole();
	ordered(0, 0);
	ordered(ISA_LAUNCH_ORDERED, 7);
	aborted();
	for (uint64_t seed = 1; seed <= 100; seed++)
		random_launches(seed);
	refuses_steps();
	follows_trap();
	follows_whole();
	whole_alone();
	clears();
	absent();
	return tap_done();
}
