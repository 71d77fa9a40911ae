/* compare.h - do the golden model and the oracle agree about a program?
 * SPDX-License-Identifier: Apache-2.0
 *
 * The only part of oracle/ that knows the golden model, as somebody who looks
 * at it from outside.
 */
#ifndef WW_ORACLE_COMPARE_H
#define WW_ORACLE_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "golden/golden.h"
#include "oracle/oracle.h"

/* A program in memory. */
struct compare_program {
	const uint8_t *bytes;   /* COUNT of them, the first for address FIRST */
	uint32_t first;
	size_t count;
	/* instructions of the golden model; threads get 64 times that */
	uint64_t most;
	/* golden_step, warp by warp, in place of golden_run */
	bool step;
};

enum compare_what {
	COMPARE_SAME,
	COMPARE_REGISTER, COMPARE_FCSR,
	COMPARE_MEMORY, COMPARE_SMEM, COMPARE_CONSOLE,
	COMPARE_END, COMPARE_TRAP,
	COMPARE_EXIT, COMPARE_STACK, COMPARE_COUNT,
	COMPARE_RACE,           /* not a program to be compared */
	COMPARE_BEYOND,         /* nor this */
	COMPARE_NO_MEMORY
};

struct compare_result {
	enum compare_what what;
	char text[240];         /* the first difference, in a sentence */
	uint64_t instructions, thread_instructions;
};

const char *compare_name(enum compare_what what);

/* Runs P on both machines, made from CFG, and compares all that they show at
 * the end. */
void compare_run(const struct machine *cfg, const struct compare_program *p,
		 struct compare_result *r);

#endif
