/* harness_state.h - a lockstep run under way, for the files of the harness
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to harness*.c. harness.c begins a run and answers questions about it,
 * harness_cycle.c is a cycle, harness_poll.c what is looked at now and then,
 * harness_end.c the end. Functions with a result return what sample does: not 0
 * when no more cycles are wanted.
 */
#ifndef WW_COSIM_HARNESS_STATE_H
#define WW_COSIM_HARNESS_STATE_H

#include "cosim/harness.h"

/* Records of accesses on their way to the bus of all cores. */
enum { TAPS = 8, TAP_WORDS = 64 };

struct tap {
	uint32_t core, words[TAP_WORDS];
};

struct taps {
	struct tap ring[TAPS];
	uint32_t head, count;
};

struct harness {
	struct harness_config cfg;
	struct cosim *cosim;
	struct mem *mem;
	struct golden *golden;
	uint64_t edges;         /* clock edges, reset included */
	uint64_t cycle;         /* since reset was released */
	uint64_t next_poll;
	uint64_t patience;      /* cycles without a record: a hang */
	uint64_t done_cycle;    /* first cycle with done, or 0 */
	uint64_t quiet_since;   /* unchecked: last bus activity or record */
	bool recorded;          /* unchecked: a record was seen */
	bool told;              /* the memory told the checker something */
	uint64_t stop_at;       /* after a failure: the last cycle */
	enum harness_status status;
	uint32_t exit_code;
	struct golden_trap trap;        /* at the end, as the core says */
	struct taps taps;       /* without data caches */
	uint32_t counter;       /* the next performance counter to be read */
	uint64_t counter_cycle; /* since when it is selected */
	uint64_t counters[COSIM_CORES * ISA_COUNTERS];  /* of each core */
	uint64_t next_audit;
	bool audits_end;        /* the last round */
	bool congested;         /* the core can say where it stalls */
	uint64_t stalls[ISA_STALL_COUNT];
};

/* No more cycles: how it has ended. (harness_end.c) */
int harness_stop(struct harness *h, enum harness_status status);
/* A failure: some more cycles for the waves, if they are wanted. */
int harness_failed(struct harness *h);

/* The core has ended: is all as it should be? */
int harness_finish(struct harness *h, const struct cosim_pins *p);
/* A trap, and warps that go on; SETTLED: what they have done has arrived. */
int harness_finish_fault(struct harness *h, const struct cosim_pins *p,
			 bool settled);
/* Is everything that was begun complete? */
bool harness_quiet(const struct harness *h);
/* The state audit of this cycle; 0, or 1 after a mismatch. */
int harness_audit(struct harness *h, const struct cosim_pins *p);
/* A cycle in which the core says done. */
int harness_done(struct harness *h, const struct cosim_pins *p);

/* Clocks and limits. (harness_poll.c) */
int harness_poll(struct harness *h, const struct cosim_pins *p);

#endif
