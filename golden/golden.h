/* golden.h - the golden model: a SIMT instruction-set simulator
 * SPDX-License-Identifier: Apache-2.0
 *
 * The golden model executes the machine of doc/machine.md, one instruction
 * after another. It knows no cycles and no caches. The lockstep compares each
 * instruction that the RTL retires with it; `warpwright run` executes programs
 * on it.
 *
 * A `struct golden` is a machine. It owns its memory and its cores; every
 * pointer that a function returns is valid until golden_free. Functions that
 * can fail return 0 or a negative GOLDEN_E code (text: golden_strerror). None
 * prints, exits or keeps globals.
 *
 * A machine can be driven in two ways, which share one implementation of each
 * instruction. golden_run executes a whole program at full speed. golden_step
 * executes one instruction of the warp that its caller has chosen, and
 * describes all its effects in a golden_effect.
 *
 * Masks of threads (lanes) have a bit per thread, masks of warps a bit per
 * warp. WARP, LANE, REG and CORE arguments must be in range.
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

/* The default of golden_end_idle. */
enum { GOLDEN_IDLE = 100000 };

/* The usual first address of shared memory, and its largest size in bytes. */
#define GOLDEN_SMEM MACHINE_SMEM
#define GOLDEN_SMEM_LIMIT (UINT32_C(1) << 20)

enum golden_kind {          /* effect of an instruction besides rd */
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
	GOLDEN_CSR_WRITE,       /* an instruction that writes its CSR */
	GOLDEN_MRET,
	GOLDEN_INTERRUPT,       /* taken between two instructions */
	GOLDEN_TRAP             /* its only effect: the warp halts */
};

enum { GOLDEN_WRITES = 2 };

/* A write of registers: COUNT registers from REG on, all in LANES of WARP.
 * LANES of 0: no register is written. Numbers 32 and above are f0 and up
 * (isa.h). */
struct golden_write {
	uint32_t warp;
	uint32_t reg, count;
	uint32_t lanes;
	uint32_t data[GOLDEN_MAX_THREADS];      /* value per lane, if COUNT is
						 * 1; else read golden_reg */
};

/* An access to memory, made by each of LANES. */
enum golden_operation {
	GOLDEN_NO_ACCESS, GOLDEN_READ, GOLDEN_WRITE,
	GOLDEN_UPDATE           /* atomic: reads, and may write */
};
enum { GOLDEN_ACQUIRE = 1, GOLDEN_RELEASE = 2 }; /* bits of ORDER */

struct golden_access {
	enum golden_operation op;
	uint32_t order;
	uint32_t size;          /* bytes: 1, 2, 4 */
	bool sign;              /* a load extends the sign */
	uint32_t lanes;
	uint32_t addr[GOLDEN_MAX_THREADS];      /* in RAM or shared memory: an
						 * address in the window of
						 * local memory is already
						 * translated */
	/* a write: the low SIZE bytes; an update: b of golden_atomic_of */
	uint32_t data[GOLDEN_MAX_THREADS];
	uint32_t expected[GOLDEN_MAX_THREADS];  /* an update: c of
						 * golden_atomic_of */
	uint32_t found[GOLDEN_MAX_THREADS];     /* an update: the word before
						 * it */
	uint32_t stores;        /* an update: the lanes that wrote */
};

enum { GOLDEN_SOURCES = 4 };

/* An instruction that isa/insns.def does not have. */
struct golden_foreign {
	bool valid;             /* it is one; OP is ISA_INVALID, or the atomic
				 * instruction that it is */
	enum isa_class class;   /* as those of isa/insns.def */
	bool scalar;            /* one operation for the warp */
	bool fused;             /* a product and a sum */
	enum isa_waits waits;
	uint32_t prefix;        /* of the instruction before it, for
				 * golden_disasm; 0: none */
	uint32_t sources;       /* registers that it reads */
	struct golden_source {
		uint32_t reg, lanes;
	} source[GOLDEN_SOURCES];
};

struct golden_effect {
	enum golden_kind kind;
	enum isa_op op;
	uint32_t pc;
	uint32_t insn;
	uint32_t core, warp;
	uint32_t tmask;         /* active lanes when it executed; of a scalar
				 * instruction: those that execute it */

	/* the register of field rs1, rs2, rs3 had one value in all active
	 * lanes */
	bool equal1, equal2, equal3;
	struct isa_regs regs;   /* registers that INSN names */
	isa_files held;         /* the register files of the machine */
	uint32_t flags;         /* floating-point flags it raised, as fflags */
	bool taken;             /* the leader's branch is taken, or a jump */
	struct golden_foreign foreign;

	/* A CSR whose value depends on timing (cycle, active_warps ...) has its
	 * address here, else 0. The value in WRITE is then golden's own; the
	 * lockstep replaces it. */
	uint32_t volatile_csr;

	/* State of the warp after the instruction. */
	uint32_t next_pc;
	uint32_t next_tmask;    /* 0: halted */
	uint32_t depth;         /* entries of the IPDOM stack */
	bool waits;             /* it waits at a barrier */
	bool divergent;         /* active lanes disagree on a branch or jump */
	uint32_t aux_mask;      /* as the control record of doc/trace.md */
	uint32_t aux_value;
	uint32_t cause, tval;   /* GOLDEN_TRAP */

	struct golden_write write[GOLDEN_WRITES];
	struct golden_access access;
};

/* The class of FX; that of no instruction is ISA_CLASS_SYSTEM. */
static inline enum isa_class golden_class(const struct golden_effect *fx)
{
	if (fx->foreign.valid)
		return fx->foreign.class;
	return fx->op == ISA_INVALID ? ISA_CLASS_SYSTEM :
				       isa_insn(fx->op)->class;
}

/* Writes the registers that FX reads, each once and without x0, into REG, in
 * the order of its operands. Returns their number. */
uint32_t golden_reads(const struct golden_effect *fx,
		      uint32_t reg[GOLDEN_SOURCES]);

/* What the text of an instruction needs, beside its pc. */
struct golden_code {
	uint32_t insn, prefix;
	isa_files held;
	bool foreign;           /* as golden_foreign.valid */
};
struct golden_code golden_code(const struct golden_effect *fx);
void golden_code_text(const struct golden_code *code, uint32_t pc, char *buf,
		      size_t size);

/* Does FX write a register? x0 is never written. With a mask it may be one of
 * no lane. */
static inline bool golden_writes(const struct golden_effect *fx)
{
	uint32_t lanes = 0;

	for (int i = 0; i < GOLDEN_WRITES; i++)
		lanes |= fx->write[i].lanes;
	return lanes || (fx->foreign.valid && fx->write[0].count);
}

/* Does W write register REG of lane LANE of WARP? */
static inline bool golden_write_hits(const struct golden_write *w,
				     uint32_t warp, uint32_t reg,
				     uint32_t lane)
{
	return w->lanes >> lane & 1 && w->warp == warp &&
	       reg - w->reg < w->count;
}

/* Computes the atomic instruction OP on the word A in memory, with its operands
 * B = x[rs2] and C = x[rd] (amocas.w compares C). RESERVED: the thread's
 * reservation of the word is valid (sc.w). */
struct golden_atomic {
	uint32_t result;        /* for rd */
	bool stores;
	uint32_t stored;        /* the new word, if STORES */
};
struct golden_atomic golden_atomic_of(enum isa_op op, uint32_t a, uint32_t b,
				      uint32_t c, bool reserved);

enum golden_status {
	GOLDEN_RUNNING,
	GOLDEN_PASS,            /* ended without a trap; see golden_exit_code */
	GOLDEN_FAULT,           /* a trap occurred; see golden_first_trap */
	/* Every active warp waits at a barrier, or all but one that loops
	 * without end and without an effect (golden_stuck). */
	GOLDEN_DEADLOCK,
	GOLDEN_LIMIT,           /* instruction or time limit reached */
	GOLDEN_CALLED_OFF,      /* the flag of golden_stop_when is set */
	GOLDEN_DIVERGENT,       /* a branch diverged (golden_stop_divergent) */
	GOLDEN_OVERFLOW         /* of a stack (golden_watch_stacks) */
};

struct golden_trap {
	bool valid;
	uint32_t core, warp, pc, insn, cause, tval;
};

/* How a launch has ended. */
struct golden_result {
	enum isa_launch_end end;
	enum isa_refused reason;        /* refused */
	struct golden_trap trap;        /* trapped: of the first block whose end
					 * was counted; cause 23: a write of
					 * mexit, its value is the tval */
	uint32_t place[3];              /* of that block */
};

struct golden_overflow {    /* of the stack of one thread */
	bool valid;
	uint32_t core, warp, lane, pc;
	uint32_t sp;            /* x2 after the addition */
	uint32_t low;           /* the lowest address of the stack */
};

struct golden_stats {
	uint64_t instructions;          /* warp instructions retired, without
					 * trapped */
	uint64_t thread_instructions;   /* sum of their active lanes */
	uint64_t trapped;               /* trapped instructions */
	uint64_t trapped_threads;       /* their active lanes */
	uint64_t full, single;          /* retired or trapped with all lanes
					 * active, with one */
	uint64_t diverged;              /* splits on which lanes disagreed */
	uint64_t divergent_branches;
};

struct golden_divergence {      /* the first divergent branch of all cores */
	bool valid;
	uint32_t core, warp, pc;
};

enum golden_error {
	GOLDEN_E_NOMEM = -1,
	GOLDEN_E_CONFIG = -2,   /* a parameter is outside its limits */
	GOLDEN_E_RANGE = -3,    /* address outside RAM */
	GOLDEN_E_INACTIVE = -4, /* the warp cannot step: halted or waiting */
	GOLDEN_E_BUSY = -5,     /* the launch slot is not free */
	GOLDEN_E_HELD = -6      /* a watcher holds the instruction */
};

struct golden;
struct golden_core;

/* The text of ERROR, 0 or a GOLDEN_E code. The string is static. */
const char *golden_strerror(int error);

/* The size in bytes of the window of local memory at the top of RAM; *FIRST is
 * its first address. 0: CFG has no window, as always if it has a single
 * thread. */
uint32_t golden_window(const struct machine *cfg, uint32_t *first);

/* Makes a machine in *OUT (release with golden_free): RAM is zero, the cores
 * are reset. Copies CFG. GOLDEN_E_CONFIG or GOLDEN_E_NOMEM; then *OUT is
 * unchanged. */
int golden_new(const struct machine *cfg, struct golden **out);
/* The same with the cfg->ram_size bytes at RAM, which stay the caller's and as
 * they are. The caller may read and write them between runs, but code by
 * golden_write. */
int golden_new_in(const struct machine *cfg, void *ram, struct golden **out);
/* Releases G with its cores and memory. G may be NULL. */
void golden_free(struct golden *g);
/* The configuration that golden_new was given. */
const struct machine *golden_machine(const struct golden *g);
/* Resets the cores: registers, warps, stacks, barriers and counters. Shared
 * memory is cleared; RAM keeps its contents. */
void golden_reset(struct golden *g);

/* STOP: golden_run ends right after the first divergent branch. */
void golden_stop_divergent(struct golden *g, bool stop);

/* A watcher sees each instruction of all cores. BEFORE gets it when it is
 * decoded and not yet executed: OP, REGS, KIND, TMASK and ACCESS (without FOUND
 * and STORES) of FX are set. AFTER gets what has been executed. STARTS: WARP,
 * which was halted, begins at its pc. RINGS: a launch waits in SLOT. Each may
 * be NULL. While there are watchers golden_run executes by golden_step.
 *
 * SKIPS, if not NULL and if there is no other watcher, is asked by golden_run
 * first: how many instructions of WARP from its pc on, at most MOST, need
 * neither BEFORE nor AFTER? They must follow one another, with at most jal
 * among them; only the last may be another branch, split or join; none may
 * trap, write a CSR or access anything but RAM and shared memory. They execute
 * at full speed then. SKIPS may treat them as seen, since all of them will
 * execute. It is not asked after a trap.
 *
 * HOLDS gets what BEFORE gets, and is asked before any BEFORE is called. If it
 * returns true, the instruction is not executed: golden_step returns
 * GOLDEN_E_HELD, golden_run returns GOLDEN_RUNNING. The next golden_run
 * continues with that instruction; the order of execution is that of a run
 * without holds. */
struct golden_watch {
	bool (*holds)(void *ctx, struct golden_core *c,
		      const struct golden_effect *fx);
	void (*before)(void *ctx, struct golden_core *c,
		       const struct golden_effect *fx);
	void (*after)(void *ctx, struct golden_core *c,
		      const struct golden_effect *fx);
	uint32_t (*skips)(void *ctx, struct golden_core *c, uint32_t warp,
			  uint32_t most);
	void (*starts)(void *ctx, struct golden_core *c, uint32_t warp);
	void (*rings)(void *ctx, uint32_t slot);
	void *ctx;
	struct golden_watch *next;      /* of golden_watch */
};
/* Adds WATCH, which must outlive G or its golden_unwatch, behind those that are
 * there. */
void golden_watch(struct golden *g, struct golden_watch *watch);
void golden_unwatch(struct golden *g, struct golden_watch *watch);

/* golden_run ends soon after *FLAG becomes nonzero. A signal handler may set
 * it. *FLAG must outlive G; NULL: no flag. */
void golden_stop_when(struct golden *g, const volatile sig_atomic_t *flag);

/* Watches the stacks of threads, each of BYTES (0: none is watched). The stack
 * of thread 0 ends at the address in x4; that of thread t lies STRIDE * t bytes
 * lower. golden_run ends after an addition that takes x2 from inside a thread's
 * stack to below it. Must be called before anything is executed, unless BYTES
 * is 0. */
void golden_watch_stacks(struct golden *g, uint32_t bytes, uint32_t stride);
/* Watches the threads of ww_spawn, too: those with TASK in x4 (0: none), but
 * not hart 0, which runs on main's stack. Stacks of harts lie one below the
 * other; that of hart 0 ends at TOP. Must be called after
 * golden_watch_stacks. */
void golden_watch_spawned(struct golden *g, uint32_t task, uint32_t top);
/* The first overflow of a watched stack; VALID is false if there is none. */
const struct golden_overflow *golden_overflow(const struct golden *g);

/* golden_idle: since the first trap, have the warps together executed
 * INSTRUCTIONS in a row without a change of memory, of the set of active warps
 * or of the console? golden_run then ends. INSTRUCTIONS is GOLDEN_IDLE unless
 * set; 0: never. */
void golden_end_idle(struct golden *g, uint64_t instructions);
bool golden_idle(const struct golden *g);

/* PUT receives each byte that a store writes to the console; NULL: it is
 * dropped. */
void golden_set_console(struct golden *g, void (*put)(void *ctx, uint8_t byte),
			void *ctx);

/* Host access to N bytes of RAM. GOLDEN_E_RANGE if a byte is outside RAM; then
 * nothing is copied. */
int golden_write(struct golden *g, uint32_t addr, const void *src, size_t n);
int golden_read(const struct golden *g, uint32_t addr, void *dst, size_t n);
/* RAM as an array of ram_size bytes; byte 0 is at ram_base. A caller that
 * writes to it must then call golden_code_changed for these bytes. */
uint8_t *golden_ram(struct golden *g);
void golden_code_changed(struct golden *g, uint32_t addr, size_t n);
/* The shared memory of C: smem_size bytes. */
const uint8_t *golden_smem(const struct golden_core *c);

/* Core number CORE of G, from 0. G owns the core. */
struct golden_core *golden_core(const struct golden *g, uint32_t core);
/* The number of C. */
uint32_t golden_id(const struct golden_core *c);

/* The register REG of LANE. 0 to 31 are x0 to x31, 32 to 63 are f0 to f31. A
 * write to x0 has no effect. */
uint32_t golden_reg(const struct golden_core *c, uint32_t warp, uint32_t lane,
		    uint32_t reg);
void golden_set_reg(struct golden_core *c, uint32_t warp, uint32_t lane,
		    uint32_t reg, uint32_t value);
/* The same for all lanes: a word of each. */
const uint32_t *golden_lanes(const struct golden_core *c, uint32_t warp,
			     uint32_t reg);
/* The CSR at ADDRESS as LANE reads it; false if there is none. */
bool golden_csr_value(const struct golden_core *c, uint32_t warp,
		      uint32_t lane, uint32_t address, uint32_t *value);
/* The address in memory of the byte that threads address as ADDR: another one
 * in the window of local memory. */
uint32_t golden_address(const struct golden *g, uint32_t addr);
/* WARP continues at PC. */
void golden_set_pc(struct golden_core *c, uint32_t warp, uint32_t pc);
/* Host access to the shared memory of C, as golden_write. */
int golden_write_smem(struct golden_core *c, uint32_t addr, const void *src,
		      size_t n);
/* The pc of the next instruction of WARP. */
uint32_t golden_pc(const struct golden_core *c, uint32_t warp);
/* 0: halted */
/* The active lanes of WARP; 0: WARP is halted. */
uint32_t golden_tmask(const struct golden_core *c, uint32_t warp);
/* The number of entries on the IPDOM stack of WARP. */
uint32_t golden_depth(const struct golden_core *c, uint32_t warp);
/* The CSR fcsr of WARP: rounding mode << 5 | flags. */
uint32_t golden_fcsr(const struct golden_core *c, uint32_t warp);
/* Entry PLACE of WARP's IPDOM stack; 0 is the oldest. Returns false if the
 * stack is not so deep. PC is valid in an else entry only. */
struct golden_stacked { uint32_t mask, pc; bool is_else; };
bool golden_stacked(const struct golden_core *c, uint32_t warp, uint32_t place,
		    struct golden_stacked *out);
uint32_t golden_active(const struct golden_core *c); /* mask of warps */
/* mask of warps at a barrier */
uint32_t golden_waiting(const struct golden_core *c);
/* The barrier at which WARP waits, or -1. */
int golden_barrier(const struct golden_core *c, uint32_t warp);
/* Is some warp of some core active? Is some active warp not at a barrier? */
bool golden_any_active(const struct golden *g);
bool golden_any_ready(const struct golden *g);
/* The exit code: the first value written to mexit. Without such a write, the
 * leader's x10 of the warp of core 0 that halted last, or 0. */
uint32_t golden_exit_code(const struct golden *g);
/* The first trap of all cores; VALID is false if there is none. Traps after a
 * write of mexit do not count, nor do traps of launches: they are in the
 * results. */
const struct golden_trap *golden_first_trap(const struct golden *g);
/* The counts of C since its reset. */
const struct golden_stats *golden_stats(const struct golden_core *c);
/* The sum over all cores. */
struct golden_stats golden_total(const struct golden *g);
/* The first branch, in the order of execution, on which active lanes disagreed;
 * VALID is false if there is none. */
const struct golden_divergence *golden_first_divergence(const struct golden *g);
/* The event that performance counter COUNTER counts, or 0. */
uint32_t golden_selected(const struct golden_core *c, uint32_t counter);

/* The golden model's count of EVENT (a number of isa/events.def): events of
 * instructions are counted. Other events, which need cycles, are 0, and all are
 * 0 without performance counters. */
uint64_t golden_event(const struct golden_core *c, uint32_t event);

/* Are interrupts enabled in WARP? Its MIE is set and its IPDOM stack is
 * empty. */
bool golden_interruptible(const struct golden_core *c, uint32_t warp);

/* Executes the next instruction of WARP and describes it in *FX. Loads read
 * golden's memory at once, stores write it at once; the lockstep then replaces
 * loaded values by golden_set_reg. INSN, if not NULL, is executed instead of
 * the word in memory: the RTL may have fetched it before a store changed it.
 * Returns 0, GOLDEN_E_INACTIVE, or GOLDEN_E_HELD (golden_watch). */
int golden_step(struct golden_core *c, uint32_t warp, const uint32_t *insn,
		struct golden_effect *fx);

/* As golden_step, for a warp whose fetch had a bus error: WARP traps with cause
 * 1. */
int golden_fetch_error(struct golden_core *c, uint32_t warp,
		       struct golden_effect *fx);

/* WARP takes an interrupt, pending or not. The interrupt counts as an
 * instruction. Returns 0, or GOLDEN_E_INACTIVE. */
int golden_interrupt(struct golden_core *c, uint32_t warp,
		     struct golden_effect *fx);

/* Has an instruction written mexit? golden_run then ends; golden_step continues
 * until its caller calls golden_stop, which halts all warps of C. */
bool golden_exits(const struct golden *g);
void golden_stop(struct golden_core *c);

/* The memory system failed at ADDR: all warps of C halt. The error becomes the
 * first trap, of cause 19, unless a trap occurred before. */
void golden_hardware_error(struct golden_core *c, uint32_t addr);

/* Runs until the program ends or deadlocks, or for MAX_INSTRUCTIONS more warp
 * instructions (0: no limit), or for MAX_SECONDS of wall time (0: no limit).
 * After the first trap the other warps continue until golden_idle. If TRACE is
 * not NULL, a line per warp instruction is written to it, and the run is
 * slower. GOLDEN_RUNNING: a watcher holds an instruction. */
enum golden_status golden_run(struct golden *g, uint64_t max_instructions,
			      double max_seconds, FILE *trace);

/* --- launches ----------------------------------------------------------- */

/* A machine with dispatch runs nothing but launches. golden_run gives their
 * blocks to cores and returns when all launches are done: GOLDEN_FAULT if a
 * warp has trapped, else GOLDEN_PASS. A trap ends its launch alone. */

/* Rings: the launch of these words waits in SLOT, below the launches of the
 * machine. GOLDEN_E_BUSY if the slot is not free. */
int golden_ring(struct golden *g, uint32_t slot,
		const uint32_t word[ISA_LAUNCH_WORDS]);
/* Why a launch of these words is refused. */
enum isa_refused golden_refuses(const struct machine *m,
				const uint32_t word[ISA_LAUNCH_WORDS]);
/* Is the launch in SLOT done? RESULT, which may be NULL, receives how. */
bool golden_done(const struct golden *g, uint32_t slot,
		 struct golden_result *result);
/* Frees SLOT, whose launch is done. */
void golden_acknowledge(struct golden *g, uint32_t slot);
/* Cuts the launch in SLOT: its warps halt, no further block is given. A launch
 * whose blocks have all ended stays complete. */
void golden_abort(struct golden *g, uint32_t slot);
/* DONE is called, within golden_run, when a launch is done; it may acknowledge
 * and ring. NULL: nothing is. */
void golden_when_done(struct golden *g, void (*done)(void *ctx, uint32_t slot),
		      void *ctx);

/* --- launches, as a device runs them ------------------------------------ */

/* From now on the functions below say what the device has done: G starts, ends
 * and cuts nothing by itself. To be called after a reset; golden_run must not
 * be. */
void golden_follow(struct golden *g);

/* Each returns false, and changes nothing, if that is not possible now.
 * The launch in SLOT, which has waited longest, begins: it gets no blocks for
 * REASON or since it is cut; or its blocks are given from now on. */
bool golden_skips(struct golden *g, uint32_t slot, enum isa_refused reason);
bool golden_goes(struct golden *g, uint32_t slot);
/* The next block begins in PLACE of C, with pages of shared memory from PAGE on
 * and barriers from BAR on. */
bool golden_gives(struct golden_core *c, uint32_t place, uint32_t page,
		  uint32_t bar);
/* The next warp of the block in PLACE is WARP, and starts. */
bool golden_starts(struct golden_core *c, uint32_t warp, uint32_t place);
/* The launch in SLOT is cut: for a trap, or by the host. */
bool golden_launch_cut(struct golden *g, uint32_t slot);
/* WARP, whose launch is cut, halts. */
bool golden_killed(struct golden_core *c, uint32_t warp);
/* WARP, which has halted, has nothing in flight any more. */
void golden_rests(struct golden_core *c, uint32_t warp);
/* The bytes of a page of shared memory. */
uint32_t golden_page_bytes(const struct machine *m);
/* BYTES of shared memory from its byte AT on are zero. */
void golden_clear_smem(struct golden_core *c, uint32_t at, uint32_t bytes);
/* The end of the block in PLACE is counted. */
bool golden_ends(struct golden_core *c, uint32_t place);
/* The launch in SLOT is done. */
bool golden_finishes(struct golden *g, uint32_t slot);

enum golden_launch_state {
	GOLDEN_LAUNCH_FREE, GOLDEN_LAUNCH_QUEUED, GOLDEN_LAUNCH_RUNNING,
	GOLDEN_LAUNCH_DONE
};

enum { GOLDEN_MAX_LAUNCHES = 16 };

/* A launch slot. */
struct golden_slot {
	enum golden_launch_state state;
	uint32_t flags;         /* word FLAGS of the launch */
	const uint32_t *word;   /* all of them; golden's own */
	uint64_t order;         /* of its doorbell among all */
	bool cut;
	bool out;               /* it has no block to give (any more) */
	enum isa_refused reason;        /* for which it gets no blocks */
	uint32_t resident;      /* blocks in cores */
};
struct golden_slot golden_slot(const struct golden *g, uint32_t slot);
/* The slot of the launch that has waited longest, or -1. */
int golden_oldest(const struct golden *g);

/* The block to be given next; false: there is none. */
struct golden_next {
	uint32_t slot, place[3];
	bool whole;
	uint32_t warps, pages, bars;
};
bool golden_next(const struct golden *g, struct golden_next *out);
/* Has C the warps for it? And a place, pages and barriers, too? */
bool golden_has_warps(const struct golden_core *c);
bool golden_has_room(const struct golden_core *c);
/* What C lacks for it. */
enum {
	GOLDEN_LACKS_WARPS = 1, GOLDEN_LACKS_PLACES = 2, GOLDEN_LACKS_PAGES = 4,
	GOLDEN_LACKS_BARRIERS = 8
};
uint32_t golden_lacks(const struct golden_core *c);

/* A place for a block in a core. */
struct golden_place {
	bool busy;
	uint32_t launch;        /* slot */
	uint32_t place[3];      /* of the block in the grid */
	uint32_t page, pages, bar, bars;
	uint32_t warps;         /* that have not been started yet */
	uint32_t number, mask;  /* the next of them, and its threads */
	/* warps that have started and not halted; of them: those that have
	 * arrived, and those that wait, at the block's barrier */
	uint32_t members, arrived, waiting;
	uint32_t phase;
	bool trapped;
};
struct golden_place golden_place(const struct golden_core *c, uint32_t place);
/* The place of WARP's block, the last one if it has halted. */
uint32_t golden_place_of(const struct golden_core *c, uint32_t warp);
/* The number of WARP in that block. */
uint32_t golden_number(const struct golden_core *c, uint32_t warp);
/* Is the launch of WARP, which has not ended, cut? */
bool golden_warp_cut(const struct golden_core *c, uint32_t warp);

/* --- of both instruction sets -------------------------------------------- */

enum {
	GOLDEN_REGS = 320,      /* most registers of a thread */
	GOLDEN_V = 64           /* the first vector register of Ventus */
};
/* The registers of a thread are numbered 0 to golden_reg_count - 1. Those of
 * Ventus: x0 to x63, then v0 and on. */
uint32_t golden_reg_count(const struct machine *m);
const char *golden_reg_name(const struct machine *m, uint32_t reg);
/* Writes the assembly of INSN at PC, behind PREFIX, into BUF, cut at SIZE. */
enum { GOLDEN_TEXT = 96 };      /* room for the longest one */
void golden_disasm(const struct machine *m, uint32_t pc, uint32_t insn,
		   uint32_t prefix, char *buf, size_t size);

struct lines;
/* Writes the line of a trace that describes FX (format: golden/trace.c). With
 * LINES, those of the program, it ends with the source line. */
void golden_trace(const struct golden_effect *fx, const struct lines *lines,
		  FILE *out);
/* The trace of golden_run has the source lines LINES, which must outlive G;
 * NULL: none. */
void golden_trace_lines(struct golden *g, const struct lines *lines);


#endif
