/* ideal.h - a core without faults, made from a golden model
 * SPDX-License-Identifier: Apache-2.0
 *
 * It executes a program on a golden model of its own and chooses at random,
 * but within the rules of doc/trace.md, when and in which order things issue,
 * perform, retire and take control. What it writes must pass the lockstep;
 * what a test changes in it must not. A machine of several has one memory and
 * one golden model; each core chooses for itself.
 */
#ifndef WW_TESTS_COSIM_IDEAL_H
#define WW_TESTS_COSIM_IDEAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/cosim.h"

/* Kinds beside those of doc/trace.md, of what a memory tells. FETCH: w[0] is
 * the address. READ: address, bytes. WRITE: address, bytes, four words of
 * strobe, data. ERROR: address, bytes, port, write. */
enum {
	IDEAL_FETCH = 0,
	IDEAL_READ = 16,
	IDEAL_WRITE,
	IDEAL_ERROR,
	IDEAL_WORDS = 72
};

enum { IDEAL_CORES = 2 };       /* at most */

/* Bits of the performance counters that come with a data cache. */
#define IDEAL_DCACHE_EVENTS (UINT64_C(15) << ISA_EVENT_DHITS)

struct ideal_config {
	struct machine machine;
	uint32_t lanes, bus_bytes;
	uint32_t access_bytes;        /* 0: as bus_bytes */
	struct shape_cache dcache;
	uint32_t smem_banks;
	uint32_t error_addr, error_bytes; /* what memory refuses */
	bool coalesce;
	bool prefetch;        /* a warp executes words that it fetched early */
	/* The faults that it may have. */
	bool deaf;            /* takes no interrupts */
	bool forgets;         /* loses every third tick */
	uint64_t events;      /* that its performance counters count */
	uint64_t seed;
};

/* Kind 1 .. 7 as in doc/trace.md, or one of the above, of CORE. */
struct ideal_record {
	uint64_t cycle;
	uint32_t kind, core;
	uint32_t w[IDEAL_WORDS];
};

struct ideal_stream {
	struct ideal_record *records;
	size_t count, room;
	struct cosim_final final;
	uint64_t counters[IDEAL_CORES * ISA_COUNTERS];    /* core by core */
	uint8_t *ram;
	uint64_t *dirty;
	uint64_t exit_cycle;  /* in which mexit was written; 0: not */
	bool ended;           /* false: the program did not come to its end */
};

/* Runs PROGRAM (COUNT words at the reset pc). Release with ideal_free. */
void ideal_run(const struct ideal_config *config, const uint32_t *program,
	       size_t count, struct ideal_stream *out);
void ideal_free(struct ideal_stream *s);

#endif
