/* cosim.h - the lockstep checker: compares traces with the golden model
 * SPDX-License-Identifier: Apache-2.0
 *
 * The device under test supplies order and routing, never values. The checker
 * reads the records of doc/trace.md, lets the golden model execute each
 * instruction when it issues, and demands that every later record of it says
 * what golden computed. Memory is followed in mirrors of each level, written
 * when a store performs and read when a load performs, so programs with races
 * need no exceptions; where a program has no race, a load must also give what
 * one flat memory gives. Timing-dependent CSRs are the only values taken from
 * the device, each after a plausibility check.
 *
 * A `struct cosim` owns the mirrors and its books; it borrows the golden model,
 * which nobody else may step while the checker lives. The first problem found
 * is kept as a `struct cosim_mismatch`, and from then on the checker does
 * nothing. Nothing here prints, exits or keeps globals. Checks are listed in
 * checks.def.
 */
#ifndef WW_COSIM_COSIM_H
#define WW_COSIM_COSIM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "golden/golden.h"
#include "isa/record.h"
#include "machine/shape.h"

enum cosim_check {
#define CHECK(id, name, doc) COSIM_##id,
#include "cosim/checks.def"
#undef CHECK
	COSIM_CHECK_COUNT
};

/* What the checker must know beyond the golden configuration and the shape. */
struct cosim_config {
	bool strict;          /* a divergent branch is an error */
	uint64_t liveness;    /* cycles within which things must go on */
	uint64_t events;      /* bit N: event N can happen and is counted */
};

/* The trace ports of a core in one cycle. The vectors are looked at only where
 * VALID has their bit; their layout is that of doc/trace.md. */
enum {
	COSIM_ISSUE = REC_BIT_issue,
	COSIM_EVICT = REC_BIT_evict,
	COSIM_FILL = REC_BIT_fill,
	COSIM_PERFORM = REC_BIT_perform,
	COSIM_SMEM = REC_BIT_smem,
	COSIM_RETIRE = REC_BIT_retire,
	COSIM_CONTROL = REC_BIT_control,
	COSIM_BLOCK = REC_BIT_block
};

struct cosim_core_view {
	uint32_t valid;
#define RECORD(record, ...) const uint32_t *record;
#include "isa/records.def"
};

/* Those of each core, at the place of its number, and of the parts that belong
 * to no core. */
struct cosim_view {
	const struct cosim_core_view *core;
	struct record_ports part[REC_PARTS];
};

enum cosim_port { COSIM_IBUS, COSIM_DBUS };

/* A field in which device and golden model differ. */
struct cosim_row {
	char name[24];
	uint32_t rtl, golden;
};

enum { COSIM_ROWS = 72 };

struct cosim_mismatch {
	enum cosim_check check;
	const char *name;     /* of the check, as in checks.def */
	const char *doc;      /* its sentence */
	uint64_t cycle;
	bool has_core;        /* core says something */
	uint32_t core;
	bool has_warp;        /* warp and seq say something */
	uint32_t warp, seq;
	bool has_insn;        /* pc and insn say something */
	uint32_t pc, insn, prefix;
	bool issued;          /* so do these: the instruction had issued */
	uint64_t number;      /* in its warp, from 0 */
	uint64_t issue_cycle;
	uint32_t tmask;
	uint32_t compared;    /* threads whose values have been: rows
				 "xN lane L" */
	bool has_addr;        /* ADDR is that of the rows "word N" */
	uint32_t addr;
	struct cosim_row rows[COSIM_ROWS];
	size_t row_count;
	char text[256];       /* what exactly, in one sentence */
};

/* What the device shows at the end of the run. */
struct cosim_final {
	uint64_t cycle;
	bool done;            /* it says that the run has ended */
	uint32_t exit_code;
	bool fault_valid;
	uint32_t fault_core, fault_warp, fault_pc, fault_cause, fault_tval;
	const uint8_t *ram;     /* its memory; NULL: do not compare */
	const uint64_t *dirty;  /* bit per 4 KiB page that it wrote */
	const uint64_t *counters; /* performance counters, those of each core by
				   * number; NULL: not known */
	uint64_t counted;       /* cycles from the end of reset until done */
};

struct cosim_stats {
	uint64_t records;             /* compared, all kinds */
	uint64_t issued, retired;     /* warp instructions; not traps */
	uint64_t thread_instructions; /* active lanes of the retired ones */
	uint64_t performed;           /* bus accesses */
	uint64_t bus_reads, bus_writes, bus_errors; /* of cosim_bus_* */
	uint64_t stale_fetches;       /* legal, of overwritten words */
	uint64_t audited;             /* rows of the core's state */
	uint64_t last_cycle;          /* cycle of the last record */
};

/* Instructions by what they do, for the profile. */
enum cosim_class {
	COSIM_CLASS_ALU,
	COSIM_CLASS_MULTIPLY, /* and divide */
	COSIM_CLASS_FLOAT,
	COSIM_CLASS_LOAD,
	COSIM_CLASS_STORE,
	COSIM_CLASS_ATOMIC,
	COSIM_CLASS_BRANCH,   /* and jumps */
	COSIM_CLASS_WARP,     /* SIMT and the rest */
	COSIM_CLASSES
};

/* Instructions that read registers while two lanes or more were active, and
 * those of them whose operands were the same in all active lanes. */
struct cosim_uniform {
	uint64_t reading;
	uint64_t rs1, rs2;    /* this one */
	uint64_t all;         /* every register that it reads */
};

/* What the program did, as the checker saw it; every instruction that issued
 * counts. */
struct cosim_profile {
	uint64_t events[ISA_EVENT_COUNT]; /* counted from the records, as in
					   * isa/events.def; else 0 */
	uint64_t lanes[GOLDEN_MAX_THREADS + 1]; /* instructions, by active
						 * lanes */
	struct cosim_uniform uniform[COSIM_CLASSES];
	uint64_t loads[GOLDEN_MAX_THREADS + 1];  /* complete, by requests */
	uint64_t stores[GOLDEN_MAX_THREADS + 1];
	uint64_t smem[GOLDEN_MAX_THREADS + 1];   /* both, by accesses to
						  * shared memory */
};

/* Where a value that was written to a register came from. */
enum cosim_source {
	COSIM_FROM_ALU,
	COSIM_FROM_MULTIPLIER,
	COSIM_FROM_DIVIDER,
	COSIM_FROM_FLOAT,
	COSIM_FROM_CSR,
	COSIM_FROM_CONTROL,   /* wspawn, clone */
	COSIM_FROM_MEMORY,    /* behind the data bus */
	COSIM_FROM_CACHE,     /* whose line was there when the load issued */
	COSIM_FROM_MISS,      /* the cache, whose line came for it or later */
	COSIM_FROM_SMEM,
	COSIM_SOURCES
};

/* Who wrote a register. */
struct cosim_maker {
	uint32_t core, warp, pc, insn, prefix;
	enum cosim_source source;
	uint64_t number;      /* in its warp, from 0 */
	uint64_t issue_cycle, write_cycle;
	uint64_t access_cycle;  /* of a load: its last access */
	uint64_t line_cycle;    /* with a cache: the line began to come */
	bool is_load;
	uint32_t addr;          /* of a load, this lane's, if that is known */
	bool has_addr;
};

/* Who stored to a word. */
struct cosim_storer {
	uint32_t core, warp, lane, pc, insn, prefix;
	uint64_t number, cycle;
};

/* An instruction that a wrong value may come from: it wrote a register, or a
 * word of memory, and nobody has written that since. */
struct cosim_cause {
	bool memory;
	uint32_t reg;         /* of WARP's, else */
	uint32_t addr;        /* of the word */
	uint32_t core, warp, pc, insn, prefix;
	uint64_t number;      /* in its warp, from 0 */
	uint64_t first, last; /* cycles from its issue to its write; of a store
				 both are the cycle in which it performed */
};

enum { COSIM_CAUSES = 8 };

/* A register that an instruction reads. */
struct cosim_operand {
	uint32_t reg;
	uint32_t lanes;       /* that read it */
	uint32_t known;       /* lanes that have a VALUE */
	uint32_t value[GOLDEN_MAX_THREADS];
};

enum { COSIM_OPERANDS = GOLDEN_SOURCES };

/* What a record says about an instruction, for views. */
enum cosim_step_kind {
	COSIM_STEP_ISSUE,
	COSIM_STEP_PERFORM,   /* an access, at the data bus or cache */
	COSIM_STEP_SMEM,      /* the same in shared memory */
	COSIM_STEP_WRITE,     /* lanes of its result; LANES 0: it has none */
	COSIM_STEP_CONTROL,   /* it acts on its warp */
	COSIM_STEP_DONE       /* nothing more will come */
};

struct cosim_step {
	enum cosim_step_kind kind;
	uint64_t cycle;
	uint64_t number;      /* of the instruction, in its warp, from 0 */
	uint32_t lanes;       /* threads served or written */
	bool miss;            /* a load waited for a line of the cache */
	enum cosim_source source;       /* of its result, as known so far */
	const struct golden_effect *effect;
};

/* A request of a load, a store or an atomic instruction, at its perform or smem
 * record. */
struct cosim_request {
	const struct golden_effect *effect;
	uint32_t threads;     /* that it serves */
	bool smem;            /* an access to shared memory */
	bool conflict;        /* of that: not the first one of its beat, which
			       * another row of a bank needs */
	bool missed;          /* its line came into the data cache after the
			       * instruction had issued */
	uint32_t addr;        /* of its row, unless SMEM */
};

/* Bytes that move in a cycle: whole beats, also of a write of fewer bytes. */
struct cosim_traffic {
	bool bus;             /* on the bus; else between the first level of
			       * CORE and what is behind it */
	bool write;
	uint32_t core;
	enum cosim_port port;
	uint32_t addr, bytes;
};

/* One retired (or trapped) instruction, for reports. */
struct cosim_retired {
	const struct golden_effect *effect; /* with the values that retired */
	uint64_t number;                    /* in its warp, from 0 */
	uint64_t issue_cycle;
};

struct cosim;
struct coverage_machine;       /* cosim/cover/coverage.h */
struct coverage_set;

/* Name and sentence of a check. */
const char *cosim_check_name(enum cosim_check check);
const char *cosim_check_doc(enum cosim_check check);

/* A checker for a device that was just reset, beside GOLDEN, which must have
 * been made from CONFIG, just been reset, and have its console dropped. The
 * mirror starts as zeros; see cosim_write. 0 and *OUT, or GOLDEN_E_NOMEM, or
 * GOLDEN_E_CONFIG if LANES or BUS_BYTES is not possible. */
int cosim_new(const struct machine *config,
	      const struct shape *shape,
	      const struct cosim_config *cosim_config, struct golden *golden,
	      struct cosim **out);

/* Releases the checker; the golden model stays. NULL is allowed. */
void cosim_free(struct cosim *c);

/* The device has been reset while nothing was in flight: begins anew, with RAM
 * (of ram_size bytes) as memory. Golden is reset, too. Coverage, callbacks and
 * statistics stay. Returns 0, or GOLDEN_E_NOMEM; then C must be freed. */
int cosim_restart(struct cosim *c, const uint8_t *ram);

/* Places bytes in golden's memory and in the mirror: part of the program before
 * the first cycle, or what the host writes between two cycles where no
 * instruction in flight reads or writes. 0 or GOLDEN_E_RANGE. */
int cosim_write(struct cosim *c, uint32_t addr, const void *src, size_t n);

/* Tells the checker that CORE has asked for the word at ADDR on its
 * instruction bus. The values that such words lose later are remembered, since
 * the warp may still execute them until its next fence.i. Without this call
 * only the present value of a word is a legal instruction. */
void cosim_note_fetch(struct cosim *c, uint32_t core, uint32_t addr);

/* What has been asked for at ADDR was VALUE: a store there has performed and
 * not yet reached the memory that fetches read. */
void cosim_note_old(struct cosim *c, uint32_t addr, uint32_t value);

/* The device has reported done: from here on its second-level cache must not
 * write. */
void cosim_note_done(struct cosim *c);

/* Tell a checker of a device with caches what happens in the memory behind the
 * buses of CORE, in the order in which it takes effect there and before the
 * records of the same cycle. Read: BYTES from ADDR, as memory has them now,
 * will be the response to request ID of PORT. */
void cosim_bus_read(struct cosim *c, uint32_t core, enum cosim_port port,
		    uint32_t id, uint32_t addr, uint32_t bytes);
/* One beat of a write has reached memory: of the BYTES at ADDR those that STRB
 * has a bit for, from DATA, both in the layout of doc/bus.md. Addresses outside
 * RAM are the console's. */
void cosim_bus_write(struct cosim *c, uint32_t core, uint32_t addr,
		     const uint32_t *strb, const uint32_t *data,
		     uint32_t bytes);
/* BYTES at ADDR get an error response: a beat of a read that is known
 * by cosim_bus_read, or of a write (WRITE), which then leaves memory as it is
 * and is known from nothing else. */
void cosim_bus_error(struct cosim *c, uint32_t core, enum cosim_port port,
		     uint32_t id, bool write, uint32_t addr, uint32_t bytes);

/* Compares the records of one cycle: those of each core, in the order of their
 * valid bits, and those of the parts that belong to no core; then what the
 * memory has announced takes effect. CYCLE counts clock edges since reset
 * was released and must not decrease. To be called in every cycle that has
 * either. Returns 0, or 1 if a mismatch has been found now or earlier. */
int cosim_cycle(struct cosim *c, uint64_t cycle, const struct cosim_view *v);

/* What the host does in a cycle, on a machine with dispatch: it rings for the
 * launch of these WORDS in SLOT; it cuts launches, and frees slots that are
 * done. */
struct cosim_host {
	bool ring;
	uint32_t slot;
	const uint32_t *words;
	uint32_t abort, ack;    /* masks of slots */
};

/* The host does H. To be called before cosim_cycle, which must follow for this
 * cycle, even without records. */
void cosim_host(struct cosim *c, const struct cosim_host *h);

/* Compares the words RESULT of isa/launch.def, from STATUS on, of the launch in
 * SLOT, which the device shows done. Returns as cosim_cycle. */
int cosim_check_result(struct cosim *c, uint32_t slot,
		       const uint32_t *words);
/* The same as golden has it; false: it is not done. */
bool cosim_launch_result(const struct cosim *c, uint32_t slot,
			 struct golden_result *result);

/* Checks that everything issued completes and every warp that can issue does,
 * within the configured number of cycles. To be called now and then (every few
 * thousand cycles). Returns as cosim_cycle. */
int cosim_liveness(struct cosim *c, uint64_t cycle);

/* The state audit, a scan of CORE's own memories (doc/trace.md): compares
 * the next ROWS rows with golden. READ gives the words of the row that SELECT
 * names, as they are in CYCLE and before its records have been compared; NULL:
 * not now, the scan goes on there the next time. To be called before
 * cosim_cycle, as often as one likes. Returns as cosim_cycle. */
int cosim_audit(struct cosim *c, uint32_t core, uint64_t cycle, uint32_t rows,
		const uint32_t *(*read)(void *ctx, uint32_t select), void *ctx);
/* The row that READ will be asked for next. */
uint32_t cosim_audit_select(const struct cosim *c, uint32_t core);
/* How often the scan has come round since it began. */
uint32_t cosim_audit_rounds(const struct cosim *c, uint32_t core);
/* The scan begins anew, on a device in which nothing changes any more: so tags
 * and dirty bits are compared as well. */
void cosim_audit_final(struct cosim *c, uint32_t core);

/* The end-of-run audit: the device says done exactly when no warp is active
 * (with dispatch: all launches are done), nothing is pending, exit code and
 * held trap are golden's, and its memory equals the mirror, which equals
 * golden's memory except where two warps raced. Only pages that were written
 * are looked at. Returns as cosim_cycle. */
int cosim_finish(struct cosim *c, const struct cosim_final *final);

/* Compares N bytes at ADDR of the device's memory RAM, in CYCLE, with the
 * mirror, and that with golden's memory except where two warps raced. All that
 * the device has stored there must have reached memory. Returns as
 * cosim_cycle. */
int cosim_check_memory(struct cosim *c, uint64_t cycle, const uint8_t *ram,
		       uint32_t addr, size_t n);

/* The trap held for the host and, if what the warps have done is SETTLED, the
 * exit code, for a run that is cut short after a trap. Returns as
 * cosim_cycle. */
int cosim_finish_fault(struct cosim *c, const struct cosim_final *final,
		       bool settled);

/* The trap that the host should see: the first that has acted. */
const struct golden_trap *cosim_trap(const struct cosim *c);

/* Reports a problem that someone else saw (the bus model, the harness) as the
 * mismatch of this run, unless there is one already. Always returns 1. */
int cosim_report(struct cosim *c, enum cosim_check check, uint64_t cycle,
		 const char *text);
/* The same of a line of the data cache that is read at ADDR: names the access
 * that waits for it, and who has stored to it last. */
int cosim_report_line(struct cosim *c, enum cosim_check check, uint64_t cycle,
		      uint32_t addr, const char *text);
/* Adds a row to a mismatch reported just now. */
void cosim_report_row(struct cosim *c, const char *name, uint32_t rtl,
		      uint32_t golden);

/* The mismatch, or NULL. Valid until cosim_free. */
const struct cosim_mismatch *cosim_mismatch(const struct cosim *c);

/* How many cores it has. */
uint32_t cosim_cores(const struct cosim *c);

/* Number of instructions issued but not complete. */
uint32_t cosim_pending(const struct cosim *c);

const struct cosim_stats *cosim_stats(const struct cosim *c);

/* That of all cores. */
struct cosim_profile cosim_profile(const struct cosim *c);
/* What the second-level cache has done, by its records: READS of lines for data
 * and for instructions, WRITES of beats, those that passed it (the console),
 * lines FILLED from memory and EVICTED to it; requests of each bank. */
struct cosim_level2 {
	uint64_t data_reads, insn_reads, writes, passed, filled, evicted,
		 atomics;
	uint32_t banks;
	uint64_t of_bank[8];
};

/* False if there is none. */
bool cosim_level2(const struct cosim *c, struct cosim_level2 *out);
/* The event that performance counter COUNTER of CORE counts, or 0; ALWAYS:
 * since reset. */
uint32_t cosim_counter(const struct cosim *c, uint32_t core, uint32_t counter,
		       bool *always);
/* Name of a class of instructions. */
const char *cosim_class_name(enum cosim_class class);

/* Writes into BUF what WARP of CORE waits for: a barrier and who is missing
 * there, an access or retirement that has not come, its next issue, or nothing
 * because it has halted. Always terminated, cut at SIZE. */
void cosim_waits_for(const struct cosim *c, uint32_t core, uint32_t warp,
		     char *buf, size_t size);

/* The Nth last instruction that WARP of CORE retired (0 is the last), for N
 * below 16; false if there is none. OUT's effect lives until the next cycle. */
bool cosim_recent(const struct cosim *c, uint32_t core, uint32_t warp,
		  uint32_t n, struct cosim_retired *out);

/* The registers that the instruction of mismatch M reads, and golden's values
 * when it issued; how many. */
uint32_t cosim_operands(const struct cosim *c, const struct cosim_mismatch *m,
			struct cosim_operand out[COSIM_OPERANDS]);
/* Who wrote REG of LANE of WARP of CORE for its instruction NUMBER to read;
 * false if nobody has since reset. */
bool cosim_made(const struct cosim *c, uint32_t core, uint32_t warp,
		uint64_t number, uint32_t reg, uint32_t lane,
		struct cosim_maker *out);
/* Who stored to the word that CORE has at ADDR last; false if that is not
 * known. */
bool cosim_stored(const struct cosim *c, uint32_t core, uint32_t addr,
		  struct cosim_storer *out);
/* What the instruction of mismatch M has done, if it had issued, else NULL. */
const struct golden_effect *cosim_effect(const struct cosim *c,
					 const struct cosim_mismatch *m);
/* Where the value that the instruction of M loads comes from, as far as that
 * has happened; false if it is no load. */
bool cosim_loading(const struct cosim *c, const struct cosim_mismatch *m,
		   uint32_t lane, struct cosim_maker *out);
/* Writes into BUF what the wrong values of M look like ("what or x6,x5,x5
 * gives"); false if they look like nothing known. */
bool cosim_guess(const struct cosim *c, const struct cosim_mismatch *m,
		 char *buf, size_t size);
/* Who wrote what mismatch M shows wrong (registers and memory of the state
 * audit), or what the instruction of M reads in its wrong threads, the
 * likeliest first; how many. */
uint32_t cosim_causes(const struct cosim *c, const struct cosim_mismatch *m,
		      struct cosim_cause out[COSIM_CAUSES]);
/* "the ALU", "memory", ... */
const char *cosim_source_name(enum cosim_source source);

/* Calls FN with each step of each instruction, in the order of the records.
 * NULL switches it off. */
void cosim_on_step(struct cosim *c,
		   void (*fn)(void *ctx, const struct cosim_step *step),
		   void *ctx);
/* Calls FN with each read of an instruction cache: CORE has asked for BYTES at
 * ADDR. NULL switches it off. */
void cosim_on_fetch(struct cosim *c,
		    void (*fn)(void *ctx, uint32_t core, uint32_t addr,
			       uint32_t bytes), void *ctx);
/* Calls FN with each request. NULL switches it off. */
void cosim_on_request(struct cosim *c,
		      void (*fn)(void *ctx, const struct cosim_request *r),
		      void *ctx);
/* Calls FN with what moves behind the first level, and on the bus. Without a
 * second-level cache that is the same, and FN is called for both. NULL switches
 * it off. */
void cosim_on_traffic(struct cosim *c,
		      void (*fn)(void *ctx, const struct cosim_traffic *t),
		      void *ctx);
/* With dispatch: calls FN in the CYCLE in which a block STARTS a warp, or in
 * which the warp is killed, of a launch that is cut. SLOT is that of the
 * launch. NULL switches it off. */
void cosim_on_warp(struct cosim *c,
		   void (*fn)(void *ctx, uint64_t cycle, uint32_t core,
			      uint32_t warp, bool starts, uint32_t slot),
		   void *ctx);
/* The same of launches: the doorbell of the launch in SLOT has been rung, whose
 * warps begin at PC; one of its blocks has been given; it is done. */
enum cosim_launch_step {
	COSIM_LAUNCH_RUNG, COSIM_LAUNCH_GIVEN, COSIM_LAUNCH_ENDED
};
void cosim_on_launch(struct cosim *c,
		     void (*fn)(void *ctx, uint64_t cycle, uint32_t slot,
				enum cosim_launch_step step, uint32_t pc),
		     void *ctx);

/* What a device is for the rules of coverage. */
void cosim_cover_machine(const struct machine *config,
			 const struct shape *shape, struct coverage_machine *m);
/* Counts coverage into SET, which is for such a machine and outlives C, from
 * now on; to be called before the first cycle. 0 or GOLDEN_E_NOMEM. */
int cosim_cover(struct cosim *c, struct coverage_set *set);

/* What coverage counts of a host with registers; nothing if it is not counted.
 * The state of its device, as far as launches do not say it: a reset goes on,
 * an access to memory has failed, the host has stopped it. */
struct cosim_device {
	bool resets, failed, stopped;
};
/* The host writes the bytes STRB at ADDR, which is GOOD or an error; it reads
 * ADDR, or begins a reset, while the device is D. */
void cosim_cover_write(struct cosim *c, uint32_t addr, uint32_t strb,
		       bool good);
void cosim_cover_read(struct cosim *c, uint32_t addr,
		      const struct cosim_device *d);
void cosim_cover_reset(struct cosim *c, const struct cosim_device *d);
/* In each cycle: the launches that are DONE, a bit for each slot, whether an
 * access to memory has failed, and the register IRQ_ENABLE. */
void cosim_cover_irq(struct cosim *c, uint32_t done, bool error,
		     uint32_t enable);

/* Calls FN after each instruction that retires or traps, in that order.
 * For traces; NULL switches it off. */
void cosim_on_retire(struct cosim *c,
		     void (*fn)(void *ctx, uint64_t cycle,
				const struct cosim_retired *r),
		     void *ctx);

#endif
