/* harness.h - one lockstep run: core, memory and checker, cycle by cycle
 * SPDX-License-Identifier: Apache-2.0
 *
 * The harness connects three parts: a simulated core, a model of the memory
 * behind its buses, and the checker of cosim.h. It has no main loop: a driver
 * calls the hooks of harness_hooks in each cycle, and stops when `sample`
 * returns nonzero. So one harness serves every simulator.
 *
 * A `struct harness` owns its memory and checker; it borrows the golden model.
 * Nothing here prints.
 */
#ifndef WW_COSIM_HARNESS_H
#define WW_COSIM_HARNESS_H

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

#include "cosim/cosim.h"
#include "cosim/device/driver.h"
#include "cosim/memory/mem.h"

enum { HARNESS_CONGEST_MOST = 90 };

/* Random stalls of a core with test.congest (doc/congestors.md). */
struct harness_congest {
	uint32_t seed;
	/* share of cycles that stall; at most HARNESS_CONGEST_MOST */
	uint32_t percent;
};

/* A launch that the host makes (machines with dispatch). */
struct harness_launch {
	uint32_t word[ISA_LAUNCH_WORDS];
	/* cycles from its doorbell to an abort by the host; 0: none */
	uint32_t abort;
	/* the same to a reset of the device by the host, which needs gpu.host;
	 * 0: none */
	uint32_t reset;
	bool done;
	struct golden_result result;
	/* an open run: cycles of the doorbell, and of the end */
	uint64_t rung, ended;
};

struct harness_config {
	struct machine machine;
	struct shape shape;
	struct cosim_config checker;    /* liveness 0: computed from MEM */
	struct mem_config mem;          /* its RAM is that of MACHINE */
	struct harness_congest congest; /* percent 0: none */
	uint32_t audit;         /* cycles per audited row of the core's state;
				 * 0: audit at the end only */
	bool check;             /* false: run without the checker, for
				 * benchmarks */
	uint64_t max_cycles;    /* 0: no limit */
	double max_seconds;     /* 0: no limit */
	/* Rung in this order, as slots are free; the harness sets DONE and
	 * RESULT. They must outlive the run. */
	struct harness_launch *launches;
	uint32_t launch_count;
	/* The host makes no launch before this cycle. */
	uint64_t first_launch;
	/* The run is open: LAUNCHES is NULL, and launches come by
	 * harness_launch. DONE, which may be NULL, is called within `sample`
	 * when one is done and its slot is free. */
	bool open;
	void (*done)(void *ctx, uint32_t number,
		     const struct harness_launch *l);
	void *done_ctx;
	uint64_t extra_cycles;  /* continue so long after a mismatch, for
				 * waves */
	const volatile sig_atomic_t *interrupt; /* nonzero: stop; may be NULL */
};

enum harness_status {
	HARNESS_RUNNING,
	HARNESS_DONE,           /* ended without a mismatch */
	HARNESS_MISMATCH,       /* see harness_mismatch */
	HARNESS_FAULT,          /* a trap, and no mismatch */
	HARNESS_LIMIT,          /* max_cycles or max_seconds reached */
	HARNESS_HANG,           /* no activity any more */
	HARNESS_DEADLOCK,       /* every active warp waits at a barrier */
	HARNESS_OVERFLOW,       /* a stack overflowed (golden_watch_stacks) */
	HARNESS_INTERRUPTED
};

struct harness;

/* Makes a run in *OUT (release with harness_free) for a core in reset. GOLDEN
 * must be made from CONFIG's machine, reset, and outlive the run; so must the
 * flag CONFIG->interrupt. Returns 0, or a negative GOLDEN_E code; then *OUT is
 * NULL. */
int harness_new(const struct harness_config *config, struct golden *golden,
		struct harness **out);
void harness_free(struct harness *h);

/* Copies N bytes to ADDR of golden, mirror and memory: of the program before
 * the first cycle, or of the host of an open run between two cycles, where no
 * launch in flight uses them. Returns 0, or GOLDEN_E_RANGE. */
int harness_write(struct harness *h, uint32_t addr, const void *src, size_t n);

/* For an open run, between two cycles. The launch of these WORDS comes next;
 * *NUMBER counts launches from 0. Returns 0, or GOLDEN_E_NOMEM. */
int harness_launch(struct harness *h, const uint32_t word[ISA_LAUNCH_WORDS],
		   uint32_t *number);
/* The host aborts the launch of that number, which is not done. */
void harness_abort(struct harness *h, uint32_t number);
/* No more launches come: the run ends when all are done. */
void harness_shut(struct harness *h);
/* A run that was stopped by a limit or a deadlock goes on, if its driver
 * does. */
void harness_resume(struct harness *h);
/* Copies N bytes of memory, in RAM, that no launch in flight uses, and compares
 * them with the checker and with golden. Returns 0, or 1 after a mismatch. */
int harness_read(struct harness *h, uint32_t addr, void *to, size_t n);

/* PUT receives each byte that the core writes to its console. */
void harness_set_console(struct harness *h,
			 void (*put)(void *ctx, uint8_t byte), void *ctx);

/* Changes the limits of a run: it ends at MAX_CYCLES (0: no limit), continues
 * for EXTRA_CYCLES after a mismatch, and writes no console. */
void harness_replay(struct harness *h, uint64_t max_cycles,
		    uint64_t extra_cycles);

/* The functions that a driver calls in each cycle. */
struct cosim_hooks harness_hooks(struct harness *h);

enum harness_status harness_status(const struct harness *h);
/* Cycles since the first reset was released. */
uint64_t harness_cycle(const struct harness *h);
/* Cycles since the last reset until the core was done, or until now. */
uint64_t harness_run_cycles(const struct harness *h);
/* The mismatch, or NULL. */
const struct cosim_mismatch *harness_mismatch(const struct harness *h);
/* The core's exit code; 0 until it is done. */
uint32_t harness_exit_code(const struct harness *h);
/* The trap that the core reports at the end; its insn is not known. */
const struct golden_trap *harness_trap(const struct harness *h);
/* The memory behind the core: ram_size bytes, complete when the run is done. */
const uint8_t *harness_ram(const struct harness *h);
/* The model of the dynamic memory of AXI4 master CHANNEL, or NULL if there is
 * none. */
const struct dram *harness_dram(const struct harness *h, uint32_t channel);
/* The performance counters after the run: number N of core C is element C *
 * ISA_COUNTERS + N. NULL if the core has none, or was not done. */
const uint64_t *harness_counters(const struct harness *h);
/* Per point of isa/stalls.def: cycles in which it stalled a request. NULL if
 * the core has no congestors. */
const uint64_t *harness_stalls(const struct harness *h);
/* The checker, for its statistics and reports. */
struct cosim *harness_cosim(const struct harness *h);

#endif
