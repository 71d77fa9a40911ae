/* oracle.h - a second opinion: every thread is a scalar hart of its own
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written from the RISC-V manual and doc/machine.md alone; nothing of golden/,
 * gen/ or isa/ is in it, but the shape of the machine. A thread runs by itself,
 * from its own registers, up to the next instruction at which the threads of
 * its warp must meet; doc/oracle.md says what that is. So it agrees with a
 * lockstep machine only about programs in which the order of accesses does not
 * matter. Whether one is such is not assumed: two accesses to a word that
 * nothing orders end the run with ORACLE_RACE, and what depends on time, or on
 * two sides of a split that disagree about where they meet, with ORACLE_BEYOND.
 *
 * A `struct oracle` owns all of its state. Nothing here prints, exits or keeps
 * globals.
 */
#ifndef WW_ORACLE_ORACLE_H
#define WW_ORACLE_ORACLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "machine/machine.h"

enum { ORACLE_MOST = 32, ORACLE_PAGE = 4096 };  /* warps; threads */

enum oracle_status {
	ORACLE_END,             /* no warp is active */
	ORACLE_DEADLOCK,        /* every active warp waits at a barrier */
	ORACLE_LIMIT,           /* too many steps */
	ORACLE_RACE,            /* the order of accesses would matter */
	ORACLE_BEYOND,          /* it does something that is not per thread */
	ORACLE_NO_MEMORY
};

/* How a warp came to its end. */
struct oracle_end {
	bool ran;               /* it was active at some time */
	bool halted;            /* by itself, with EXIT_CODE */
	bool trapped;
	uint32_t exit_code;
	uint32_t pc, insn, cause, tval;         /* of the trap */
	uint32_t entries;       /* left on its stack */
};

struct oracle_counts {
	/* of warps, without those that trapped */
	uint64_t instructions;
	uint64_t thread_instructions;
	uint64_t splits;                /* whose threads disagreed */
	uint64_t divergent_branches;
};

struct oracle;

/* A machine after reset with memory of zeros; NULL: not enough memory here. */
struct oracle *oracle_new(const struct machine *config);
void oracle_free(struct oracle *o);

/* Places part of the program, which must be inside RAM; false: no memory
 * here. */
bool oracle_write(struct oracle *o, uint32_t addr, const uint8_t *from,
		  size_t n);

/* Runs to the end, or about MOST instructions of threads. */
enum oracle_status oracle_run(struct oracle *o, uint64_t most);
/* Why it was ORACLE_RACE or ORACLE_BEYOND. */
const char *oracle_why(const struct oracle *o);

uint32_t oracle_reg(const struct oracle *o, uint32_t warp, uint32_t thread,
		    uint32_t reg);
/* The CSR of that name: frm x 32 + fflags. */
uint32_t oracle_fcsr(const struct oracle *o, uint32_t warp);
/* The word at ADDR of RAM or shared memory, a multiple of 4. */
uint32_t oracle_word(const struct oracle *o, uint32_t addr);
/* Is the page of ORACLE_PAGE bytes from ADDR on still all zeros? False:
 * look. */
bool oracle_untouched(const struct oracle *o, uint32_t addr);
const struct oracle_end *oracle_end(const struct oracle *o, uint32_t warp);
const struct oracle_counts *oracle_counts(const struct oracle *o);
/* Did a write of mexit end the run, and with which code? */
bool oracle_exits(const struct oracle *o, uint32_t *code);
/* What the console was sent, in the order in which this machine came to it. */
const uint8_t *oracle_console(const struct oracle *o, size_t *n);

#endif
