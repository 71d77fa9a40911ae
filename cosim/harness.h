/* harness.h - one lockstep run: core, memory and checker, cycle by cycle
 * SPDX-License-Identifier: Apache-2.0
 *
 * The harness owns no main loop: a driver calls the two functions of
 * harness_hooks in each cycle, and stops when told. In between sits whatever
 * simulates the core. A `struct harness` owns its memory and checker and
 * borrows the golden model. Nothing here prints.
 */
#ifndef WW_COSIM_HARNESS_H
#define WW_COSIM_HARNESS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "cosim/cosim.h"
#include "cosim/device/driver.h"
#include "cosim/memory/mem.h"

enum {
	HARNESS_RESET_CYCLES = 4, HARNESS_CONGEST_MOST = 90
};

/* Stalls that a core with test.congest makes (doc/congestors.md). */
struct harness_congest {
	uint32_t seed;
	/* of the cycles; at most HARNESS_CONGEST_MOST */
	uint32_t percent;
};

struct harness_config {
	struct machine machine;
	struct cosim_config checker;    /* liveness 0: from the memory */
	struct mem_config mem;          /* RAM is taken from the machine */
	struct harness_congest congest; /* percent 0: none */
	uint32_t audit;         /* a row of the core's state once in so many
				 * cycles; 0: at the end only */
	bool check;             /* false: run without records, for benchmarks */
	uint64_t max_cycles;    /* 0: no limit */
	uint64_t extra_cycles;  /* go on so long after a mismatch, for waves */
	const volatile sig_atomic_t *interrupt; /* not 0: stop; may be NULL */
};

enum harness_status {
	HARNESS_RUNNING,
	HARNESS_DONE,           /* ended, and everything agreed */
	HARNESS_MISMATCH,       /* see harness_mismatch */
	HARNESS_FAULT,          /* a trap, on which everybody agrees */
	HARNESS_LIMIT,          /* max_cycles */
	HARNESS_HANG,           /* nothing happens any more */
	HARNESS_DEADLOCK,       /* every active warp waits at a barrier */
	HARNESS_OVERFLOW,       /* of a stack, if golden watches them */
	HARNESS_INTERRUPTED
};

struct harness;

/* 0 and *OUT, or a negative GOLDEN_E code. */
int harness_new(const struct harness_config *config, struct golden *golden,
		struct harness **out);
void harness_free(struct harness *h);

/* Places part of the program in golden, mirror and memory: 0, or
 * GOLDEN_E_RANGE. */
int harness_write(struct harness *h, uint32_t addr, const void *src, size_t n);

/* Where the core's console bytes go. */
void harness_set_console(struct harness *h,
			 void (*put)(void *ctx, uint8_t byte), void *ctx);

/* From here on: gives up at MAX_CYCLES, goes on for EXTRA_CYCLES after a
 * mismatch, and writes no console. */
void harness_replay(struct harness *h, uint64_t max_cycles,
		    uint64_t extra_cycles);

/* What a driver needs to call in each cycle. */
struct cosim_hooks harness_hooks(struct harness *h);

enum harness_status harness_status(const struct harness *h);
/* Cycles since reset was released. */
uint64_t harness_cycle(const struct harness *h);
/* Those until the core was done, if it was. */
uint64_t harness_run_cycles(const struct harness *h);
/* The mismatch, or NULL. */
const struct cosim_mismatch *harness_mismatch(const struct harness *h);
/* The core's exit code; 0 until it is done. */
uint32_t harness_exit_code(const struct harness *h);
/* The trap that the core shows at the end; its insn is not known. */
const struct golden_trap *harness_trap(const struct harness *h);
/* The memory behind the core, complete when the run is done; ram_size bytes. */
const uint8_t *harness_ram(const struct harness *h);
/* Its dynamic memory, or NULL if it is none. */
const struct dram *harness_dram(const struct harness *h);
/* The performance counters of each core by number, ISA_COUNTERS for one, or
 * NULL if it has none or has not been done. */
const uint64_t *harness_counters(const struct harness *h);
/* How often each point of isa/stalls.def kept something waiting; NULL if the
 * core has no congestors. */
const uint64_t *harness_stalls(const struct harness *h);
/* The checker, for its statistics and reports. */
struct cosim *harness_cosim(const struct harness *h);

#endif
