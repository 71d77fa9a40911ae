/* program.h - random programs for the tests of golden/
 * SPDX-License-Identifier: Apache-2.0
 *
 * Not structured: any mix of instructions that keeps running for a while. x5
 * holds a small number, x6 0 or 1, x7 an address of code, x8..x11 addresses of
 * data, of which x11 may be code; the rest is free. Traps, halts and deadlocks
 * end some of them early.
 */
#ifndef WW_TESTS_GOLDEN_PROGRAM_H
#define WW_TESTS_GOLDEN_PROGRAM_H

#include "tests/golden/rig.h"

enum { PROGRAM_WORDS = 700 };

static inline uint32_t program_below(uint64_t *seed, uint32_t n)
{
	return rig_random(seed) % n;
}

static inline uint32_t program_free_reg(uint64_t *seed)
{
	return 12 + program_below(seed, 20);
}

static inline uint32_t program_access(uint64_t *seed, enum isa_op op)
{
	uint32_t base =
		8 + program_below(seed, program_below(seed, 16) ? 3 : 4);
	uint32_t size = op == ISA_LW || op == ISA_SW ? 4 : 2;
	uint32_t offset = program_below(seed, 64) * size - 64;

	if (program_below(seed, 4096) == 0)
		offset = program_below(seed, 4096);
	return enc(op,
		   isa_insn(op)->format == ISA_FMT_LOAD ? program_free_reg(seed)
							: 0,
		   base,
		   isa_insn(op)->format == ISA_FMT_LOAD
			   ? 0
			   : program_free_reg(seed),
		   offset);
}

/* Mostly forward and near, so that programs end; now and then a loop. */
static inline uint32_t program_branch(uint64_t *seed, enum isa_op op)
{
	uint32_t offset = 4 * (2 + program_below(seed, 8));

	if (program_below(seed, 8) == 0)
		offset = 0 - offset;
	return enc(op, 0, program_below(seed, 32), program_below(seed, 32),
		   offset);
}

static inline uint32_t program_simt(uint64_t *seed)
{
	switch (program_below(seed, 10)) {
	case 0: return enc(ISA_TMC, 0, 5, 0, 0);
	case 1:
		return enc(ISA_WSPAWN, program_free_reg(seed), 7,
			   program_free_reg(seed), 0);
	case 2: return enc(ISA_BAR, 0, 6, 6, 0);
	case 3: return enc(ISA_BAR, 0, 6, 0, 0);
	case 4: return enc(ISA_CLONE, 0, program_below(seed, 2) ? 5 : 6, 0, 0);
	case 5: case 6: return enc(ISA_JOIN, 0, 0, 0, 0);
	default: return enc(ISA_SPLIT, 0, program_free_reg(seed), 0, 0);
	}
}

static inline uint32_t program_alu(uint64_t *seed)
{
	enum isa_op op = (enum isa_op)(
		ISA_ADDI + program_below(seed, ISA_REMU - ISA_ADDI + 1));
	uint32_t rd = program_below(seed, 64) ? program_free_reg(seed) : 0;

	switch (op) {
	case ISA_FENCE: case ISA_FENCE_I:
		return enc(op, 0, 0, 0, 0);
	case ISA_ECALL: case ISA_EBREAK:
		return program_below(seed, 16) ? enc(ISA_ADD, rd, rd, 5, 0)
					       : enc(op, 0, 0, 0, 0);
	default:
		if (isa_insn(op)->format == ISA_FMT_R)
			return enc(op, rd, program_below(seed, 32),
				   program_below(seed, 32), 0);
		return enc(op, rd, program_below(seed, 32), 0,
			   rig_random(seed) & 0xFFF);
	}
}

static inline uint32_t program_csr(uint64_t *seed)
{
	static const uint32_t csrs[] = { 0xCC0, 0xCC1, 0xCC4, 0xCC3,
					 0xFC0, 0xF14, 0xC02 };
	return enc(ISA_CSRRS, program_free_reg(seed), 0, 0,
		   csrs[program_below(seed, 7)]);
}

static inline uint32_t program_word(uint64_t *seed)
{
	uint32_t kind = program_below(seed, 100);

	if (kind < 12)
		return program_access(
			seed, (enum isa_op)(ISA_LB + program_below(seed, 5)));
	if (kind < 22)
		return program_access(
			seed, (enum isa_op)(ISA_SB + program_below(seed, 3)));
	if (kind < 30)
		return program_branch(
			seed, (enum isa_op)(ISA_BEQ + program_below(seed, 6)));
	if (kind < 31)
		return enc(ISA_JAL, program_free_reg(seed), 0, 0,
			   4 * program_below(seed, 12));
	if (kind < 32)
		return enc(ISA_JALR, 1, 7, 0, 4 * program_below(seed, 100));
	if (kind < 37)
		return program_simt(seed);
	if (kind < 40)
		return program_csr(seed);
	if (kind < 42)
		return enc(program_below(seed, 2) ? ISA_LUI : ISA_AUIPC,
			   program_free_reg(seed), 0, 0, rig_random(seed));
	return program_alu(seed);
}

static inline void program_set_regs(struct rig *r, uint64_t *seed,
				    uint32_t warps, uint32_t threads)
{
	for (uint32_t i = 0; i < warps * threads; i++) {
		uint32_t warp = i / threads, lane = i % threads;
		golden_set_reg(r->core, warp, lane, 5,
			       1 + program_below(seed, threads));
		golden_set_reg(r->core, warp, lane, 6, program_below(seed, 2));
		golden_set_reg(r->core, warp, lane, 7,
			       RIG_BASE + 4 * program_below(seed, 500));
		golden_set_reg(r->core, warp, lane, 8,
			       RIG_DATA + 1024 + 4 * lane);
		golden_set_reg(r->core, warp, lane, 9,
			       RIG_DATA + 2048 + 256 * lane);
		golden_set_reg(r->core, warp, lane, 10, RIG_DATA + 1024);
		golden_set_reg(r->core, warp, lane, 11,
			       RIG_BASE + 1024 + 4 * lane);
		for (uint32_t reg = 12; reg < 32; reg++)
			golden_set_reg(r->core, warp, lane, reg,
				       rig_random(seed) >>
					       program_below(seed, 32));
	}
}

/* Resets R and gives it program SEED. */
static inline void program_load(struct rig *r, uint64_t seed, uint32_t warps,
				uint32_t threads)
{
	rig_again(r);
	memset(golden_ram(r->g), 0, RIG_SIZE);
	golden_code_changed(r->g, RIG_BASE, RIG_SIZE);
	rig_op(r, ISA_TMC, 0, 5, 0, 0);
	while (r->at < RIG_BASE + 4 * PROGRAM_WORDS)
		rig_word(r, program_word(&seed));
	rig_op(r, ISA_EBREAK, 0, 0, 0, 0);
	program_set_regs(r, &seed, warps, threads);
}

/* What programs a test runs: COUNT from FIRST on, or the one that its command
 * names. NOWHERE is /dev/null. */
struct programs {
	uint64_t first;
	unsigned count;
	FILE *nowhere;
};

/* COUNT programs, FEW where WW_SANITIZED says that they are slow. */
static inline struct programs programs_of(int argc, char **argv,
					  unsigned count, unsigned few)
{
	struct programs p = {
		.first = argc > 1 ? strtoull(argv[1], NULL, 0) : 1,
		.count = argc > 1 ? 1 : getenv("WW_SANITIZED") ? few : count,
		.nowhere = fopen("/dev/null", "w")
	};

	if (!p.nowhere)
		skip_all("/dev/null cannot be opened");
	diag("programs %llu to %llu", (unsigned long long)p.first,
	     (unsigned long long)p.first + p.count - 1);
	return p;
}

#endif
