/* compare.h - runs a program on golden model and oracle, and compares them
 * SPDX-License-Identifier: Apache-2.0
 *
 * The only part of oracle/ that uses the golden model, and only through
 * golden.h.
 */
#ifndef WW_ORACLE_COMPARE_H
#define WW_ORACLE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "golden/golden.h"
#include "oracle/oracle.h"

/* A program: COUNT bytes at address FIRST, and how to run it. */
struct compare_program {
	const uint8_t *bytes;   /* the bytes at FIRST */
	uint32_t first;
	size_t count;
	/* limit of warp instructions of golden; the oracle's threads get 64
	 * times as many */
	uint64_t most;
	/* use golden_step, a few instructions per warp, not golden_run */
	bool step;
};

enum compare_what {
	COMPARE_SAME,
	COMPARE_REGISTER, COMPARE_FCSR,
	COMPARE_MEMORY, COMPARE_SMEM, COMPARE_CONSOLE,
	COMPARE_END, COMPARE_TRAP,
	COMPARE_EXIT, COMPARE_STACK, COMPARE_COUNT,
	COMPARE_RACE,           /* the program has a race: not comparable */
	COMPARE_BEYOND,         /* the program is beyond the oracle */
	COMPARE_NO_MEMORY
};

struct compare_result {
	enum compare_what what;
	char text[240];         /* the first difference, as a sentence */
	uint64_t instructions, thread_instructions;
};

const char *compare_name(enum compare_what what);

/* Runs P on both machines, which are made from CFG. Compares registers, memory,
 * console, end, trap, exit code, stacks and counts into *R. */
void compare_run(const struct machine *cfg, const struct compare_program *p,
		 struct compare_result *r);

/* The same for the blocks of a launch. BLOCKS is what the oracle runs: a
 * machine whose cores are the blocks, with a block's warps and shared memory.
 * The golden model is made from CFG, a machine with dispatch in which such a
 * block fits. Registers and shared memory are not compared: which warp has a
 * block, and which block comes last there, is left open. */
void compare_blocks(const struct machine *cfg, const struct machine *blocks,
		    const struct compare_program *p, struct compare_result *r);

#endif
