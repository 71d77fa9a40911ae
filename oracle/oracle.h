/* oracle.h - an independent model: every thread is a scalar hart
 * SPDX-License-Identifier: Apache-2.0
 *
 * Written from the RISC-V manual and doc/machine.md alone. It shares with
 * golden/, gen/ and isa/ only the shape of the machine, and the coefficients of
 * the special functions.
 *
 * A thread executes by itself, on its own registers, up to the next instruction
 * at which the threads of its warp must meet (doc/oracle.md). So the oracle
 * agrees with a lockstep machine only about programs in which the order of
 * accesses does not matter. This is checked, not assumed. Two accesses to a
 * word without an order end the run with ORACLE_RACE. A result that depends on
 * time, or two sides of a split that join at different places, end it with
 * ORACLE_BEYOND.
 *
 * Warps of all cores have one row of numbers: W * core + warp, where W is the
 * number of warps of a core. A core orders no access of another core: their
 * accesses to one word are a race, unless all are loads, or updates of one kind
 * whose old values nobody gets.
 *
 * On a machine with dispatch a core is a block of a launch: all its warps begin
 * at reset_pc with all threads, its shared memory is the block's, its number is
 * the block's x. Blocks are in no order, as cores are.
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

/* Most warps of a core, and threads of a warp; bytes. */
enum { ORACLE_MOST = 32, ORACLE_PAGE = 4096 };

enum oracle_status {
	ORACLE_END,             /* no warp of any core is active */
	ORACLE_DEADLOCK,        /* every active warp waits at a barrier */
	ORACLE_LIMIT,           /* too many steps */
	ORACLE_RACE,            /* the order of accesses matters */
	ORACLE_BEYOND,          /* the program needs more than single threads */
	ORACLE_NO_MEMORY
};

/* The end of a warp. */
struct oracle_end {
	bool ran;               /* it was active at some time */
	bool halted;            /* halted without a trap, with EXIT_CODE */
	bool trapped;
	uint32_t exit_code;
	uint32_t pc, insn, cause, tval;         /* of the trap */
	uint32_t entries;       /* entries left on its IPDOM stack */
};

struct oracle_counts {
	/* warp instructions, without trapped ones */
	uint64_t instructions;
	uint64_t thread_instructions;
	uint64_t splits;                /* splits on which threads disagreed */
	uint64_t divergent_branches;
};

struct oracle;

/* A machine after reset with zeroed memory. NULL if the host's memory runs out.
 * Release with oracle_free. */
struct oracle *oracle_new(const struct machine *config);
void oracle_free(struct oracle *o);

/* Copies N bytes of the program to ADDR; all must be in RAM. Returns false if
 * the host's memory runs out. */
bool oracle_write(struct oracle *o, uint32_t addr, const uint8_t *from,
		  size_t n);

/* Runs to the end, or for about MOST instructions of threads. */
enum oracle_status oracle_run(struct oracle *o, uint64_t most);
/* The reason for ORACLE_RACE or ORACLE_BEYOND, as a sentence. */
const char *oracle_why(const struct oracle *o);

/* The register REG of THREAD: 0 to 31 are x0 to x31, 32 to 63 are f0 to f31. */
uint32_t oracle_reg(const struct oracle *o, uint32_t warp, uint32_t thread,
		    uint32_t reg);
/* The CSR fcsr of WARP: frm * 32 + fflags. */
uint32_t oracle_fcsr(const struct oracle *o, uint32_t warp);
/* The word at ADDR, a multiple of 4, in RAM or in shared memory of CORE. */
uint32_t oracle_word(const struct oracle *o, uint32_t core, uint32_t addr);
/* Is the page of ORACLE_PAGE bytes at ADDR certainly all zeros? */
bool oracle_untouched(const struct oracle *o, uint32_t core, uint32_t addr);
/* The end of WARP. */
const struct oracle_end *oracle_end(const struct oracle *o, uint32_t warp);
/* The counts of the whole run, over all cores. */
const struct oracle_counts *oracle_counts(const struct oracle *o);
/* Did a write of mexit end the run? *CODE is its exit code. */
bool oracle_exits(const struct oracle *o, uint32_t *code);
/* The *N bytes sent to the console, in the order of this machine. */
const uint8_t *oracle_console(const struct oracle *o, size_t *n);

#endif
