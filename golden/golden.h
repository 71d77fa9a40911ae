/* golden.h - the golden model: a SIMT instruction-set simulator
 * SPDX-License-Identifier: Apache-2.0
 *
 * Implements doc/machine.md. A `struct golden` is a machine: it owns its memory
 * and its cores; everything it returns lives until golden_free. Functions
 * return 0 or a negative GOLDEN_E code (text: golden_strerror) and never print,
 * exit or keep globals.
 *
 * Two ways to run it. golden_run executes a whole program at full speed.
 * golden_step executes one instruction of one warp that somebody else (the
 * lockstep) has chosen and says in a golden_effect everything it did. Both use
 * the same semantics.
 */
#ifndef WW_GOLDEN_GOLDEN_H
#define WW_GOLDEN_GOLDEN_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "isa/isa.h"
#include "machine/machine.h"

enum {
	GOLDEN_MAX_CORES = 64, GOLDEN_MAX_WARPS = 32, GOLDEN_MAX_THREADS = 32
};

/* So many instructions that change nothing end a run after a trap. */
enum { GOLDEN_IDLE = 100000 };

/* The first byte of shared memory, and the most that fits there. */
#define GOLDEN_SMEM UINT32_C(0xFF000000)
#define GOLDEN_SMEM_LIMIT (UINT32_C(1) << 20)

enum golden_kind {          /* what an instruction did besides writing rd */
	GOLDEN_PLAIN,
	GOLDEN_LOAD,
	GOLDEN_STORE,
	GOLDEN_ATOMIC,          /* loads, and may store */
	GOLDEN_BRANCH,          /* branch, jal, jalr */
	GOLDEN_SPLIT,
	GOLDEN_JOIN,
	GOLDEN_TMC,
	GOLDEN_WSPAWN,
	GOLDEN_BAR,
	GOLDEN_HALT,            /* ebreak */
	GOLDEN_FENCE,
	GOLDEN_FENCE_I,
	GOLDEN_CLONE,
	GOLDEN_CSR_WRITE,       /* of the CSRs that can be written */
	GOLDEN_MRET,
	GOLDEN_INTERRUPT,       /* taken between two instructions */
	GOLDEN_TRAP             /* no effect but the halt */
};

enum { GOLDEN_WRITES = 2 };

/* Registers that an instruction writes: COUNT of them from REG on, all in the
 * same lanes; no lanes: none. Those of both files have one number, as isa.h
 * tells. */
struct golden_write {
	uint32_t warp;          /* whose they are */
	uint32_t reg, count;
	uint32_t lanes;
	uint32_t data[GOLDEN_MAX_THREADS];      /* of one register; of several
						 * see golden_reg */
};

/* What an instruction does to memory, in each of LANES. */
enum golden_operation {
	GOLDEN_NO_ACCESS, GOLDEN_READ, GOLDEN_WRITE,
	GOLDEN_UPDATE           /* reads, and then may write */
};
enum { GOLDEN_ACQUIRE = 1, GOLDEN_RELEASE = 2 }; /* order; 0: none */

struct golden_access {
	enum golden_operation op;
	uint32_t order;
	uint32_t size;          /* bytes: 1, 2, 4 */
	bool sign;              /* what is read is extended with its sign */
	uint32_t lanes;
	uint32_t addr[GOLDEN_MAX_THREADS];      /* in memory, behind the window
						 * of local memory */
	/* written: low SIZE bytes; of an update: b of golden_atomic_of */
	uint32_t data[GOLDEN_MAX_THREADS];
	uint32_t expected[GOLDEN_MAX_THREADS];  /* of an update: its c */
	uint32_t found[GOLDEN_MAX_THREADS];     /* by an update */
	uint32_t stores;        /* lanes of an update that have written */
};

struct golden_effect {
	enum golden_kind kind;
	enum isa_op op;
	uint32_t pc;
	uint32_t insn;
	uint32_t core, warp;
	uint32_t tmask;         /* active lanes when it executed */

	/* all active lanes had the same value in the register of the field
	 * rs1, rs2, rs3 */
	bool equal1, equal2, equal3;
	struct isa_regs regs;   /* that it names */
	bool f;                 /* of a machine with the file f */
	uint32_t flags;         /* of floating point that it has raised */
	bool taken;             /* a branch taken, or a jump */

	/* Timing-dependent CSR: what is written is golden's guess, to be
	 * rebound. */
	uint32_t volatile_csr;  /* its address (cycle, active_warps...) or 0 */

	/* Warp state after. */
	uint32_t next_pc;
	uint32_t next_tmask;    /* 0: halted */
	uint32_t depth;         /* IPDOM entries after */
	bool divergent;         /* active lanes disagreed on a branch or jump */
	uint32_t aux_mask;      /* as in doc/trace.md, control record */
	uint32_t aux_value;
	uint32_t cause, tval;   /* GOLDEN_TRAP */

	struct golden_write write[GOLDEN_WRITES];
	struct golden_access access;
};

/* Does FX write a register? Of x0 nothing is written. */
static inline bool golden_writes(const struct golden_effect *fx)
{
	uint32_t lanes = 0;

	for (int i = 0; i < GOLDEN_WRITES; i++)
		lanes |= fx->write[i].lanes;
	return lanes;
}

/* Does W write REG of LANE of WARP? */
static inline bool golden_write_hits(const struct golden_write *w,
				     uint32_t warp, uint32_t reg,
				     uint32_t lane)
{
	return w->lanes >> lane & 1 && w->warp == warp &&
	       reg - w->reg < w->count;
}

/* What the atomic instruction OP makes of the word A in memory, with its
 * operands B = x[rs2] and C = x[rd]; RESERVED: a thread's reservation still
 * holds. */
struct golden_atomic {
	uint32_t result;        /* of rd */
	bool stores;
	uint32_t stored;        /* if it does */
};
struct golden_atomic golden_atomic_of(enum isa_op op, uint32_t a, uint32_t b,
				      uint32_t c, bool reserved);

enum golden_status {
	GOLDEN_RUNNING,
	GOLDEN_PASS,            /* ended without a trap; see exit_code */
	GOLDEN_FAULT,           /* a trap was held (first_trap) */
	GOLDEN_DEADLOCK,        /* every active warp waits at a barrier */
	GOLDEN_LIMIT,           /* instruction or time limit reached */
	GOLDEN_CALLED_OFF,      /* golden_stop_when, and it was set */
	GOLDEN_DIVERGENT,       /* golden_stop_divergent, and there was one */
	GOLDEN_OVERFLOW         /* of a stack: golden_watch_stacks */
};

struct golden_trap {
	bool valid;
	uint32_t core, warp, pc, insn, cause, tval;
};

struct golden_overflow {    /* of the stack of one thread */
	bool valid;
	uint32_t core, warp, lane, pc;
	uint32_t sp;            /* where it has gone */
	uint32_t low;           /* the lowest byte of its stack */
};

struct golden_stats {
	uint64_t instructions;          /* of warps; retired, not trapped */
	uint64_t thread_instructions;   /* sum of their active lanes */
	uint64_t trapped;               /* instructions */
	uint64_t trapped_threads;       /* their active lanes */
	uint64_t full, single;          /* all of both: with all lanes active,
					 * with one */
	uint64_t diverged;              /* splits whose lanes disagreed */
	uint64_t divergent_branches;
	uint32_t divergent_pc;          /* pc of the first of them */
};

enum golden_error {
	GOLDEN_E_NOMEM = -1,
	GOLDEN_E_CONFIG = -2,   /* the configuration is not one of the above */
	GOLDEN_E_RANGE = -3,    /* address outside RAM */
	GOLDEN_E_INACTIVE = -4  /* the warp cannot step: halted or waiting */
};

struct golden;
struct golden_core;

const char *golden_strerror(int error);

/* The bytes of the window of local memory of CFG, at the top of RAM, and in
 * *FIRST its first address; 0: it has none, as a single thread has none. */
uint32_t golden_window(const struct machine *cfg, uint32_t *first);

/* A machine after reset with zeroed memory. */
int golden_new(const struct machine *cfg, struct golden **out);
void golden_free(struct golden *g);
/* What it was made from. */
const struct machine *golden_machine(const struct golden *g);
/* Registers, warps, stacks, barriers, counters to reset; shared memory is
 * cleared, RAM stays. */
void golden_reset(struct golden *g);

/* STOP: golden_run ends right after the first divergent branch (golden_stats
 * has its pc). */
void golden_stop_divergent(struct golden *g, bool stop);

/* golden_run ends soon after *FLAG has become other than 0, as a signal handler
 * can make it. */
void golden_stop_when(struct golden *g, const volatile sig_atomic_t *flag);

/* Watches the stacks that the runtime gives to threads: BYTES each (0: stop
 * watching), that of thread 0 ending where x4 points to, that of thread t
 * STRIDE * t below. An addition that takes x2 from within a thread's
 * stack to below it is held, and golden_run ends there. To be called before
 * anything is run. */
void golden_watch_stacks(struct golden *g, uint32_t bytes, uint32_t stride);
const struct golden_overflow *golden_overflow(const struct golden *g);

/* Have the warps, after the first trap, together executed INSTRUCTIONS without
 * changing a byte of memory or which warps are active, and without a console
 * store? Golden_run ends then. GOLDEN_IDLE unless set; 0: never. */
void golden_end_idle(struct golden *g, uint64_t instructions);
bool golden_idle(const struct golden *g);

/* Bytes written by console stores go here; NULL drops them. */
void golden_set_console(struct golden *g, void (*put)(void *ctx, uint8_t byte),
			void *ctx);

/* Host access to RAM, byte-wise; GOLDEN_E_RANGE if any byte is outside. */
int golden_write(struct golden *g, uint32_t addr, const void *src, size_t n);
int golden_read(const struct golden *g, uint32_t addr, void *dst, size_t n);
/* RAM as an array (ram_size bytes, first byte at ram_base). Writing through it
 * must be followed by golden_code_changed. */
uint8_t *golden_ram(struct golden *g);
void golden_code_changed(struct golden *g, uint32_t addr, size_t n);
/* Shared memory: smem_size bytes. */
const uint8_t *golden_smem(const struct golden_core *c);

/* Core number CORE of G. */
struct golden_core *golden_core(const struct golden *g, uint32_t core);

/* State of a core, for comparison. REG: x0 to x31, then f0 to f31. */
uint32_t golden_reg(const struct golden_core *c, uint32_t warp, uint32_t lane,
		    uint32_t reg);
void golden_set_reg(struct golden_core *c, uint32_t warp, uint32_t lane,
		    uint32_t reg, uint32_t value);
uint32_t golden_pc(const struct golden_core *c, uint32_t warp);
/* 0: halted */
uint32_t golden_tmask(const struct golden_core *c, uint32_t warp);
uint32_t golden_depth(const struct golden_core *c, uint32_t warp);
/* The CSR fcsr of WARP: rounding mode << 5 | flags. */
uint32_t golden_fcsr(const struct golden_core *c, uint32_t warp);
/* Entry PLACE of WARP's stack, 0 the oldest; false: it is not that deep. PC
 * counts in an else entry. */
struct golden_stacked { uint32_t mask, pc; bool is_else; };
bool golden_stacked(const struct golden_core *c, uint32_t warp, uint32_t place,
		    struct golden_stacked *out);
uint32_t golden_active(const struct golden_core *c); /* bit per warp */
uint32_t golden_waiting(const struct golden_core *c); /* at a barrier */
/* The barrier at which WARP waits, or -1. */
int golden_barrier(const struct golden_core *c, uint32_t warp);
/* Is some warp of some core active? Can one step? */
bool golden_any_active(const struct golden *g);
bool golden_any_ready(const struct golden *g);
uint32_t golden_exit_code(const struct golden *g);
const struct golden_trap *golden_first_trap(const struct golden *g);
const struct golden_stats *golden_stats(const struct golden_core *c);
/* Those of all cores; the pc is that of the first core that has one. */
struct golden_stats golden_total(const struct golden *g);
/* The event that performance counter COUNTER counts, or 0. */
uint32_t golden_selected(const struct golden_core *c, uint32_t counter);

/* What the performance counter of EVENT (its number in isa/events.def) has in
 * the model alone: the instruction events that golden_run counts, else 0. */
uint64_t golden_event(const struct golden_core *c, uint32_t event);

/* May WARP, if it can step, take an interrupt that is pending? Its MIE is set
 * and its IPDOM stack empty. */
bool golden_interruptible(const struct golden_core *c, uint32_t warp);

/* Executes the next instruction of WARP and describes it in FX. A load takes
 * its value from golden's memory now and a store writes it now; the lockstep
 * rebinds loads with golden_set_reg. INSN, if not NULL, is executed in place of
 * the word in memory (an instruction that was fetched before it was
 * overwritten). 0, or GOLDEN_E_INACTIVE. */
int golden_step(struct golden_core *c, uint32_t warp, const uint32_t *insn,
		struct golden_effect *fx);

/* The same for a warp whose fetch was answered with an error: it traps. */
int golden_fetch_error(struct golden_core *c, uint32_t warp,
		       struct golden_effect *fx);

/* WARP takes an interrupt, pending or not; it counts as an instruction. */
int golden_interrupt(struct golden_core *c, uint32_t warp,
		     struct golden_effect *fx);

/* Has an instruction written mexit? Golden_run ends then; golden_step goes on
 * until golden_stop, with which all warps of a core halt. */
bool golden_exits(const struct golden *g);
void golden_stop(struct golden_core *c);

/* The memory system has failed at ADDR: all warps of C halt, and a trap with
 * cause 19 is held, unless there was one before. */
void golden_hardware_error(struct golden_core *c, uint32_t addr);

/* Runs until the end, a deadlock, or MAX_INSTRUCTIONS more warp instructions
 * (0: no limit) or MAX_SECONDS of wall time (0: no limit). After the first trap
 * the other warps go on until golden_idle. If TRACE is not NULL a line per warp
 * instruction is written to it (slower). */
enum golden_status golden_run(struct golden *g, uint64_t max_instructions,
			      double max_seconds, FILE *trace);

/* Writes the line of a trace that describes FX (its fields: golden/trace.c). */
void golden_trace(const struct golden_effect *fx, FILE *out);

/* Loading of ELF files is in golden/elf.h. */

#endif
