/* core.h - the state of the golden model, shared by its files
 * SPDX-License-Identifier: Apache-2.0
 *
 * Internal to golden/. A machine is one memory and its cores. Code that
 * executes instructions has a core, and reaches the machine through it.
 *
 * Registers of a warp are rows of T words: lane LANE of row ROW is x[ROW * T +
 * LANE], so that a loop over lanes reads memory in order. Rows are x0 to x31,
 * f0 to f31 (unused without a file f), and GOLDEN_X0_SINK, which receives
 * writes to x0. Row 0 stays zero.
 *
 * Decoded instructions are kept in a direct-mapped cache of code pages. Code
 * that changes RAM must call golden_code_changed or golden_code_touch, which
 * forget the decoded form.
 */
#ifndef WW_GOLDEN_CORE_H
#define WW_GOLDEN_CORE_H

#include <string.h>

#include "golden/blocks.h"
#include "golden/bytes.h"
#include "golden/decode.h"
#include "golden/golden.h"

enum {
	GOLDEN_ROWS = ISA_REGS + 1,
	GOLDEN_X0_SINK = ISA_REGS,
	GOLDEN_PAGE_BITS = 12,
	GOLDEN_PAGE_BYTES = 1 << GOLDEN_PAGE_BITS,
	GOLDEN_PAGE_WORDS = GOLDEN_PAGE_BYTES / 4,
	GOLDEN_PAGES = 256      /* pages in the cache of decoded code */
};

#define GOLDEN_CONSOLE UINT32_C(0xFFFFF000)

#define GOLDEN_NO_PAGE UINT32_MAX

/* Numbers of further handlers, after those of enum isa_op. */
enum {
	GOLDEN_UNDECODED = ISA_INVALID + 1,
	GOLDEN_PAGE_END,
	/* an addition to x2, while stacks are watched */
	GOLDEN_MOVE_SP,
	GOLDEN_HANDLERS
};

_Static_assert(GOLDEN_HANDLERS - 1 <= UINT8_MAX &&
	       GOLDEN_ROWS <= UINT8_MAX,
	       "numbers of operations and rows fit in struct golden_insn");

struct golden_page {
	uint32_t number; /* offset in RAM / GOLDEN_PAGE_BYTES, or GOLDEN_NO_PAGE
			  */
	struct golden_insn
		insn[GOLDEN_PAGE_WORDS + 1]; /* the last: GOLDEN_PAGE_END */
};

struct golden_entry {           /* an entry of the IPDOM stack */
	uint32_t mask;
	uint32_t pc;
	bool is_else;
};

struct golden_warp {
	uint32_t *x;
	uint32_t *live;         /* per lane: all ones if active, else 0 */
	uint32_t id;
	uint32_t pc;
	uint32_t tmask;         /* 0: halted */
	uint32_t depth;
	struct golden_entry *stack;
	uint32_t mtvec, mepc;
	uint32_t mstatus;
	uint32_t frm, fflags;
	uint32_t *reserved;     /* per lane: the reserved address | 1, or 0 */
};

/* RAM and the console, shared by all cores. */
struct golden_memory {
	uint32_t base;
	uint32_t outside; /* mask: these bits of an address in RAM equal
			   * BASE's */
	uint32_t local;         /* window of local memory: first address, */
	uint32_t local_bytes;   /* bytes (0: none), */
	uint32_t local_shift;   /* log2 of the bytes of a thread */
	uint32_t hart_shift;    /* log2 of all threads, rounded up */
	uint32_t constant;      /* constant memory: first address, */
	uint32_t constant_bytes; /* bytes; 0: none */
	uint8_t *ram;
	bool given;             /* RAM is the caller's */
	struct golden_page *page; /* GOLDEN_PAGES of them */
	uint32_t reservations;    /* valid reservations of all threads */
	void (*put)(void *ctx, uint8_t byte);   /* the console */
	void *put_ctx;
};

struct golden_core {
	struct golden *machine;
	struct golden_memory *memory;
	struct machine cfg;
	uint32_t id;
	uint32_t all;           /* the full thread mask */
	uint8_t *smem;

	struct golden_warp warp[GOLDEN_MAX_WARPS];
	uint32_t active;
	uint32_t waiting;
	uint32_t *waiters;      /* per barrier: bit per warp */
	/* with dispatch: the blocks here, and of each warp its block's place
	 * and its number in the block */
	struct golden_block block[GOLDEN_MAX_BLOCKS];
	uint32_t block_of[GOLDEN_MAX_WARPS], number[GOLDEN_MAX_WARPS];

	uint32_t period;        /* mtick */
	uint64_t next_tick;     /* at this time (golden_now) */
	uint64_t overlap;       /* instructions that took no time, because
				 * another warp executed beside them */
	uint32_t pending;       /* mask of warps with a pending interrupt */
	uint32_t event[ISA_COUNTERS];   /* per counter: its event, or 0 */
	uint64_t ahead[ISA_COUNTERS];   /* per counter: its value less the
					 * event's count */

	/* the last atomic instruction: lanes that stored, old words */
	uint32_t stored;
	uint32_t found[GOLDEN_MAX_THREADS];
	struct golden_trap last_trap;
	struct vt *vt;          /* of Ventus' instruction set: ventus_core.h */
	const uint32_t *forced; /* INSN of golden_step, or NULL */
	struct golden_stats stats;
	void (*run)(struct golden_core *c, struct golden_warp *w,
		    uint32_t left);
};

/* The turn of a warp in which a watcher holds an instruction. */
struct golden_held {
	bool valid;
	uint32_t core, warp;
	uint64_t last;          /* the turn ends when the core has retired this
				 * many instructions */
	uint64_t begin, end;    /* of the round, as in run_round */
};

struct golden {
	struct machine cfg;
	struct golden_memory memory;
	struct golden_core **core;      /* cfg.cores of them */

	struct golden_dispatcher dispatcher;
	uint32_t exit_code;
	bool exits;             /* mexit has been written */
	struct golden_trap first_trap;
	struct golden_divergence first_divergence;
	bool stop_divergent;
	const volatile sig_atomic_t *stop_when;
	uint32_t stack_bytes;   /* of a thread's stack; 0: not watched */
	uint32_t stack_stride;
	/* golden_watch_spawned: x4 of these threads, 0: not watched; the end of
	 * the stack of hart 0, and bytes of each */
	uint32_t spawn_task, spawn_top, spawn_bytes;
	struct golden_overflow overflow;
	uint64_t idle;          /* limit of golden_end_idle */
	uint64_t unchanged;     /* instructions after a trap since the last
				 * change */
	struct golden_watch *watch;     /* the first watcher, or NULL */
	struct golden_held held;
	const struct lines *trace_lines;        /* or NULL */
};

/* The outcome of an instruction that the lane loops do not handle. */
enum golden_flow {
	GOLDEN_GO,              /* retired; the warp continues at its pc */
	GOLDEN_STOP,            /* retired; the warp halted or waits */
	/* retired; an interrupt or the end may follow */
	GOLDEN_PAUSE,
	GOLDEN_TRAPPED
};

/* The leader: the lowest lane of MASK, which is not 0. */
static inline uint32_t golden_lead(uint32_t mask)
{
	return (uint32_t)__builtin_ctz(mask);
}

/* The values of register REG of W, one word per lane. */
static inline uint32_t *golden_row(const struct golden_core *c,
				   const struct golden_warp *w, uint32_t reg)
{
	return w->x + reg * c->cfg.threads;
}

static inline bool golden_in_ram(const struct golden_core *c, uint32_t addr)
{
	return ((addr ^ c->memory->base) & c->memory->outside) == 0;
}

static inline bool golden_in_smem(const struct golden_core *c, uint32_t addr)
{
	return addr - c->cfg.smem_base < c->cfg.smem_size;
}

/* Is ADDR in constant memory? */
static inline bool golden_in_constant(const struct golden_memory *m,
				      uint32_t addr)
{
	return addr - m->constant < m->constant_bytes;
}

/* The address in memory of the byte that threads address as ADDR. In the window
 * of local memory, word w of thread h is the word w * threads + h of the
 * window; any other address is its own. */
static inline uint32_t golden_home(const struct golden_memory *m, uint32_t addr)
{
	uint32_t at = addr - m->local, word, hart;

	if (at >= m->local_bytes)
		return addr;
	hart = at >> m->local_shift;
	word = (at & ((UINT32_C(1) << m->local_shift) - 1)) / 4;
	return m->local + ((word << m->hart_shift) + hart) * 4 + at % 4;
}

/* May decoded instructions be kept of the page of byte OFFSET of RAM? */
static inline bool golden_is_code(const struct golden_memory *m,
				  uint32_t offset)
{
	uint32_t number = offset >> GOLDEN_PAGE_BITS;
	return m->page[number % GOLDEN_PAGES].number == number;
}

/* Forgets the decoded form of the aligned word that holds byte OFFSET of
 * RAM. */
static inline void golden_code_touch(struct golden_memory *m, uint32_t offset)
{
	uint32_t number = offset >> GOLDEN_PAGE_BITS;
	struct golden_page *p = &m->page[number % GOLDEN_PAGES];
	if (p->number == number)
		p->insn[offset % GOLDEN_PAGE_BYTES / 4].op = GOLDEN_UNDECODED;
}

/* The word of RAM at ADDR. */
static inline uint32_t golden_word(const struct golden_core *c, uint32_t addr)
{
	return bytes_u32(c->memory->ram + (addr - c->memory->base));
}

/* core.c */
/* Counts N issued instructions, each with ACTIVE lanes. */
static inline void golden_count_lanes(struct golden_core *c, uint64_t n,
				      uint32_t active)
{
	if (active == c->cfg.threads)
		c->stats.full += n;
	if (active == 1)
		c->stats.single += n;
}
/* Sets the active lanes of W to TMASK, in both of its forms. */
void golden_set_tmask(struct golden_core *c, struct golden_warp *w,
		      uint32_t tmask);
/* Halts W, which leaves the barrier at which it waits. */
void golden_kill(struct golden_core *c, struct golden_warp *w);
/* Starts W at PC, with the threads TMASK and no interrupts; its registers keep
 * their values. */
void golden_start(struct golden_core *c, struct golden_warp *w, uint32_t pc,
		  uint32_t tmask);
/* The registers of all threads of W, and its CSRs, are as after a reset. */
void golden_clear_warp(struct golden_core *c, struct golden_warp *w);
/* Halts W; its leader's x10 becomes the exit code. */
void golden_halt(struct golden_core *c, struct golden_warp *w);
/* The instruction at w->pc traps: records the cause and halts W. */
enum golden_flow golden_trap(struct golden_core *c, struct golden_warp *w,
			     uint32_t cause, uint32_t tval);
/* Counts a divergent branch of W at PC. */
void golden_divergent(struct golden_core *c, const struct golden_warp *w,
		      uint32_t pc);

/* code.c */
/* The decoded page of PC, or NULL outside RAM. */
struct golden_page *golden_fetch(struct golden_core *c, uint32_t pc);
/* Decodes WORD, with register numbers as rows. The machine need not have the
 * instruction. */
struct golden_insn golden_decode_rows(const struct golden_core *c,
				      uint32_t word);
/* Decodes WORD for this machine: a write to x0 goes to GOLDEN_X0_SINK, and an
 * instruction or CSR that the configuration lacks is illegal. */
struct golden_insn golden_predecode(const struct golden_core *c, uint32_t word);

/* watch.c: does a watcher hold the instruction FX? Can one? */
bool golden_holds(struct golden_core *c, const struct golden_effect *fx);
bool golden_has_holder(const struct golden *g);
/* How many of the next MOST instructions of W no watcher needs to see. */
uint32_t golden_unseen(struct golden_core *c, const struct golden_warp *w,
		      uint32_t most);
/* Tells all watchers. */
void golden_tell_before(struct golden_core *c, const struct golden_effect *fx);
void golden_tell_after(struct golden_core *c, const struct golden_effect *fx);
void golden_tell_start(struct golden_core *c, uint32_t warp);
void golden_tell_ring(struct golden *g, uint32_t slot);

/* stacks.c */
/* Does D add to x2, or subtract from it? */
bool golden_moves_sp(const struct golden_insn *d);
/* Executes such an instruction at w->pc, and records an overflow of the
 * stack. */
enum golden_flow golden_move_sp(struct golden_core *c, struct golden_warp *w);

/* The time of the timer, in instructions. It is less than the number of retired
 * instructions if several warps execute: see run.c. */
static inline uint64_t golden_now(const struct golden_core *c)
{
	return c->stats.instructions - c->overlap;
}
/* Are interrupts enabled in W? */
static inline bool golden_enabled(const struct golden_warp *w)
{
	return w->depth == 0 && w->mstatus >> 3 & 1;
}
/* Will W take an interrupt now? */
static inline bool golden_interrupted(const struct golden_core *c,
				      const struct golden_warp *w)
{
	return c->pending >> w->id & 1 && golden_enabled(w);
}
/* W takes an interrupt. The pc of W must be that of the next instruction. */
void golden_take(struct golden_core *c, struct golden_warp *w);

/* csr.c: CSRs that can be written. */
enum {
	GOLDEN_CSR_FFLAGS = 0x001,
	GOLDEN_CSR_FRM = 0x002,
	GOLDEN_CSR_FCSR = 0x003,
	GOLDEN_CSR_MSTATUS = 0x300,
	GOLDEN_CSR_MTVEC = 0x305,
	GOLDEN_CSR_MEPC = 0x341,
	GOLDEN_CSR_MFLUSH = 0x7C0,
	GOLDEN_CSR_MTICK = 0x7C1,
	GOLDEN_CSR_MEXIT = 0x7C2
};
enum { GOLDEN_MIE = 1 << 3, GOLDEN_MPIE = 1 << 7 }; /* of mstatus */
/* Does a CSR that can be written exist at ADDRESS? The timer's CSRs are
 * writable without a timer too, without effect. */
bool golden_csr_writable(const struct golden_core *c, uint32_t address);
/* The value that D writes to its CSR; D is a CSR instruction of W. */
uint32_t golden_csr_result(const struct golden_core *c,
			   const struct golden_warp *w,
			   const struct golden_insn *d);
/* Writes VALUE to the CSR at ADDRESS, before its instruction is counted as
 * retired. Ignores bits and CSRs that have no effect. */
void golden_csr_write(struct golden_core *c, struct golden_warp *w,
		      uint32_t address, uint32_t value);
/* Does D, a CSR instruction, write its CSR? */
bool golden_writes_csr(const struct golden_insn *d);
/* Reads the CSR at ADDRESS for LANE into *VALUE; false if there is none. */
bool golden_csr(const struct golden_core *c, const struct golden_warp *w,
		uint32_t lane, uint32_t address, uint32_t *value);
/* Resets the performance counters: counter N counts event N from 0. */
void golden_csr_reset(struct golden_core *c);
/* Does the value of the CSR at ADDRESS depend on timing? */
bool golden_csr_volatile(const struct golden_core *c, uint32_t address);

/* --- idle.c ------------------------------------------------------------- */

/* The most instructions of a loop that golden_stuck knows. */
enum { GOLDEN_SPIN = 64 };

/* Do warps wait at a barrier for the only one that can step, while that one is
 * in a loop that it never leaves? Steps it through one turn to find out. */
bool golden_stuck(struct golden *g);

/* Counts the instruction FX of C after a trap. Must be called before FX is
 * executed. */
void golden_count_idle(struct golden_core *c, const struct golden_effect *fx);

/* memory.c: loads and stores of any mask and address. The pc is not changed. */
enum golden_flow golden_load(struct golden_core *c, struct golden_warp *w,
			     const struct golden_insn *d, uint32_t size,
			     bool sign);
enum golden_flow golden_store(struct golden_core *c, struct golden_warp *w,
			      const struct golden_insn *d, uint32_t size);

/* One access of an aligned address in RAM or shared memory; a store elsewhere
 * is one to the console. */
uint32_t golden_load_lane(const struct golden_core *c, uint32_t addr,
			  uint32_t size, bool sign);
void golden_store_lane(struct golden_core *c, uint32_t addr, uint32_t size,
		       uint32_t value);

/* Reserves WORD, an address | 1, for a thread; 0 ends its reservation. */
void golden_reserve(struct golden_core *c, struct golden_warp *w,
		    uint32_t lane, uint32_t word);
/* Ends the reservations that a store to the word at ADDR ends. ATOMIC: the
 * store is one of an atomic instruction. */
void golden_unreserve(struct golden_core *c, uint32_t addr, bool atomic);
/* warp.c and memory.c: a function for each instruction of a whole warp. It
 * executes D at w->pc. */
#define WARP(id, function, kind) \
	enum golden_flow function(struct golden_core *c, \
	struct golden_warp *w, const struct golden_insn *d);
#define ALU(id, value)
#define ALU_IMM(id, value)
#define UPPER(id, value)
#define BRANCH(id, taken)
#define LOAD(id, type)
#define STORE(id, type)
#define JUMP(id)
#include "golden/ops.def"

/* engine.c: the loop for warps of THREADS threads. It executes up to LEFT
 * instructions of W, which must be able to step. */
void (*golden_runner(uint32_t threads))(struct golden_core *,
					struct golden_warp *,
					uint32_t);

#endif
