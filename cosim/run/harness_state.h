/* harness_state.h - the state of a lockstep run, for the files of the harness
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to harness*.c. harness.c makes a run and answers queries,
 * harness_cycle.c executes a cycle, harness_host.c makes launches,
 * harness_open.c takes launches while the run goes on,
 * harness_poll.c checks limits from time to time, harness_end.c ends the run.
 * Functions with a result return the result of `sample`: nonzero when the run
 * is over.
 */
#ifndef WW_COSIM_HARNESS_STATE_H
#define WW_COSIM_HARNESS_STATE_H

#include "cosim/run/axil.h"
#include "cosim/run/harness.h"

/* Perform records whose requests have not reached the bus yet. */
enum { TAPS = 8, TAP_WORDS = 64 };

struct tap {
	uint32_t core, words[TAP_WORDS];
};

struct taps {
	struct tap ring[TAPS];
	uint32_t head, count;
};

enum {
	RESET_PULSE = 8,        /* cycles of a reset of the device */
	HOST_SLOTS = 1 << REC_WIDTH_launch_rung,        /* at most */
	HOST_RESULTS = ISA_RESULT_END - ISA_RESULT_STATUS
};

/* What the host knows of a launch slot. */
struct host_slot {
	bool rung;              /* in use by LAUNCH */
	uint32_t valid;         /* per WORD: it is what the slot holds */
	uint32_t launch;
	uint64_t abort;         /* cycle of an abort, or UINT64_MAX */
	uint32_t word[ISA_LAUNCH_WORDS];
};

/* What a write of the host, and its read, are for. */
enum host_task {
	TASK_ENABLE, TASK_WORD, TASK_RING, TASK_ABORT, TASK_ACK, TASK_SELECT,
	TASK_STOP, TASK_RESET, TASK_NOISE
};
enum host_reading { READ_DONE, READ_RESULT, READ_NOISE };

/* The host behind AXI4-Lite. (harness_axil.c) */
struct host_axil {
	struct axil bus;
	enum host_reading reading;
	enum host_reading asked;        /* of the read that was accepted */
	uint32_t asked_at;              /* its address */
	bool lost;                      /* a reset has come since */
	uint32_t want_resp;     /* of the write that has acted */
	uint32_t want_read, want, mask; /* of the read: response, value, bits
					 * of it that are known */
	bool enabled;           /* the interrupt is */
	bool irq;               /* it was 1 in the last cycle */
	bool stopping;          /* the host has ended the run */
	bool resetting;         /* the host resets the device */
	uint64_t reset;         /* cycle of the next reset, or UINT64_MAX */
	uint32_t from, words;   /* slot of the result that is read; its words
				 * so far */
	uint32_t acks;          /* slots to be acknowledged */
	/* What registers hold. */
	uint32_t enable, select, error_addr, given, ended;
};

/* The host of a machine with dispatch. */
struct host {
	struct host_slot slot[HOST_SLOTS];
	uint32_t next;          /* the launch to be made next */
	bool reading, writing;  /* it reads a result, writes a launch */
	uint32_t at, word;      /* the slot, the next word */
	uint32_t result[HOST_RESULTS];
	uint32_t done;          /* slots that are done, a cycle ago */
	bool stopped;           /* the core has stopped for a failed access */
	struct cosim_host acts; /* in this cycle */
	struct host_axil axil;
};

struct harness {
	struct harness_config cfg;
	struct cosim *cosim;
	struct mem *mem;
	struct golden *golden;
	uint64_t edges;         /* clock edges since the last reset began */
	uint64_t reset_edges;   /* of them, those of the reset */
	uint64_t cycle;         /* since the last reset was released */
	uint64_t before;        /* cycles from the first reset to the last
				 * one; 0: there was one only */
	bool leaving;           /* the device's reset begins in this cycle */
	uint64_t next_poll;
	double end_seconds;     /* by the clock; 0: the first poll sets it */
	uint64_t hang_cycles;   /* more cycles without activity are a hang */
	uint64_t done_cycle;    /* first cycle with done, or 0 */
	uint64_t last_activity; /* unchecked: last bus activity or record */
	bool recorded;          /* unchecked: a record was seen */
	bool reported;          /* the memory reported an event in this cycle */
	uint64_t stop_at;       /* after a failure: the last cycle */
	enum harness_status status;
	uint32_t exit_code;
	struct golden_trap trap;        /* at the end, as the core reports it */
	struct host host;
	struct {                /* of an open run */
		uint32_t first;         /* number of the first of LAUNCHES */
		uint32_t room;
	} open;
	struct taps taps;       /* used without data caches */
	uint32_t counter;       /* the next performance counter to be read */
	uint64_t counter_cycle; /* cycle in which it was selected */
	uint64_t counters[COSIM_CORES * ISA_COUNTERS];  /* of each core */
	uint64_t next_audit;
	bool audits_end;        /* the final audit has begun */
	bool congested;         /* the core reports its random stalls */
	uint64_t stalls[ISA_STALL_COUNT];
};

/* Ends the run with STATUS. (harness_end.c) */
int harness_stop(struct harness *h, enum harness_status status);
/* Ends the run with a mismatch, after extra_cycles for the waves. */
int harness_failed(struct harness *h);

/* Behind that cycle: begins anew. */
int harness_restart(struct harness *h);
/* The device is done, and its reset begins with the next cycle. Returns 1 after
 * a mismatch. */
int harness_leaves(struct harness *h, const struct cosim_pins *p);

/* Ends a run whose core is done, after the final checks. */
int harness_finish(struct harness *h, const struct cosim_pins *p);
/* Ends a run after a trap while warps still execute. SETTLED: all their
 * instructions are complete, so the exit code is compared too. */
int harness_finish_fault(struct harness *h, const struct cosim_pins *p,
			 bool settled);
/* Is nothing in flight, neither instructions nor memory accesses? */
bool harness_quiet(const struct harness *h);
/* Audits a row of each core in this cycle. Returns 0, or 1 after a mismatch. */
int harness_audit(struct harness *h, const struct cosim_pins *p);
/* A cycle in which the core asserts done. */
int harness_done(struct harness *h, const struct cosim_pins *p);

/* Sets the inputs for the host of a dispatcher; then, in the same cycle, does
 * what acts, before the records are checked; at last reads the outputs. The
 * second and third return 0, or 1 after a mismatch. (harness_host.c) */
void harness_host_drive(struct harness *h, struct cosim_pins *p);
int harness_host_act(struct harness *h, const struct cosim_pins *p);
int harness_host_sample(struct harness *h, const struct cosim_pins *p);
/* The same behind AXI4-Lite. (harness_axil.c) */
void harness_axil_init(struct harness *h);
void harness_axil_drive(struct harness *h, struct cosim_host_pins *p);
int harness_axil_act(struct harness *h, const struct cosim_pins *p);
int harness_axil_sample(struct harness *h, const struct cosim_pins *p);
/* The reset of the device begins: all launches that were rung are lost. */
void harness_axil_leave(struct harness *h);

/* Chooses a free slot for the next launch; false: there is none, or no launch.
 * The next launch has been rung, in slot AT. The result of the launch in SLOT
 * is complete; returns 1 after a mismatch. (harness_host.c) */
bool host_begins(struct harness *h);
void host_rung(struct harness *h);
int host_result(struct harness *h, uint32_t slot);
/* Has the host launches to make, or does it wait for one? */
bool harness_host_waits(const struct harness *h);

/* In an open run, after harness_host_sample: notes what the host has done in
 * this cycle. (harness_open.c) */
void harness_open_note(struct harness *h);

/* Checks limits, hangs and deadlocks. (harness_poll.c) */
int harness_poll(struct harness *h, const struct cosim_pins *p);

#endif
