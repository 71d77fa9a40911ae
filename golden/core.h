/* core.h - the state of the golden model, shared by its files
 * SPDX-License-Identifier: Apache-2.0
 *
 * Internal to golden/. A machine is one memory and its cores; what executes
 * sees its core, and the machine through that. The registers of a warp stand as
 * x[reg * T + lane], so that a lane loop walks memory in order: x0 to x31, f0
 * to f31, which without a file f nobody names, and a row that takes what is
 * written to x0; row 0 stays zero. Instructions are kept decoded
 * in a direct-mapped cache of code pages; whoever changes RAM calls
 * golden_code_changed (or golden_code_touch), which makes the word undecoded
 * again.
 */
#ifndef WW_GOLDEN_CORE_H
#define WW_GOLDEN_CORE_H

#include <string.h>

#include "golden/bytes.h"
#include "golden/decode.h"
#include "golden/golden.h"

enum {
	GOLDEN_ROWS = ISA_REGS + 1,
	GOLDEN_X0_SINK = ISA_REGS,
	GOLDEN_PAGE_BITS = 12,
	GOLDEN_PAGE_BYTES = 1 << GOLDEN_PAGE_BITS,
	GOLDEN_PAGE_WORDS = GOLDEN_PAGE_BYTES / 4,
	GOLDEN_PAGES = 256      /* in the cache of decoded code */
};

#define GOLDEN_CONSOLE UINT32_C(0xFFFFF000)

#define GOLDEN_NO_PAGE UINT32_MAX

/* Handlers beyond the instructions themselves. */
enum {
	GOLDEN_UNDECODED = ISA_INVALID + 1,
	GOLDEN_PAGE_END,
	/* an addition to x2, while stacks are watched */
	GOLDEN_MOVE_SP,
	GOLDEN_HANDLERS
};

struct golden_page {
	uint32_t number; /* offset in RAM / GOLDEN_PAGE_BYTES, or GOLDEN_NO_PAGE
			  */
	struct golden_insn
		insn[GOLDEN_PAGE_WORDS + 1]; /* the last: GOLDEN_PAGE_END */
};

struct golden_entry {           /* of the IPDOM stack */
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
	uint32_t *reserved;     /* per lane: a word, with bit 0 set, or 0 */
};

/* What all cores load from and store to. */
struct golden_memory {
	uint32_t base;
	uint32_t outside; /* address bits that equal base's inside RAM */
	uint32_t local;         /* the window of local memory: its address, */
	uint32_t local_bytes;   /* its size, 0 if there is none, */
	uint32_t local_shift;   /* log2 of a thread's part, and of the threads
				 * for which it has room */
	uint32_t hart_shift;
	uint8_t *ram;
	struct golden_page *page; /* GOLDEN_PAGES of them */
	uint32_t reservations;    /* of all threads, shared memory's too */
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

	uint32_t period;        /* mtick */
	uint64_t next_tick;     /* when this many instructions have retired */
	uint32_t pending;       /* bit per warp: an interrupt */
	uint32_t event[ISA_COUNTERS];   /* that each counter counts; 0: none */
	uint64_t ahead[ISA_COUNTERS];   /* of that event's count */

	/* the last atomic instruction: lanes that stored, words before */
	uint32_t stored;
	uint32_t found[GOLDEN_MAX_THREADS];
	struct golden_trap last_trap;
	const uint32_t *forced; /* the instruction of golden_step, if given */
	struct golden_stats stats;
	void (*run)(struct golden_core *c, struct golden_warp *w,
		    uint32_t left);
};

struct golden {
	struct machine cfg;
	struct golden_memory memory;
	struct golden_core **core;      /* cfg.cores of them */

	uint32_t exit_code;
	bool exits;             /* mexit has been written */
	struct golden_trap first_trap;
	bool stop_divergent;
	const volatile sig_atomic_t *stop_when;
	uint32_t stack_bytes;   /* of a thread, if stacks are watched */
	uint32_t stack_stride;
	struct golden_overflow overflow;
	uint64_t idle;          /* golden_end_idle */
	uint64_t unchanged;     /* instructions after a trap since something
				 * has changed */
};

/* What became of an instruction that the lane loops do not handle. */
enum golden_flow {
	GOLDEN_GO,              /* retired; the warp goes on at its pc */
	GOLDEN_STOP,            /* retired; the warp halted or waits */
	/* retired; an interrupt or the end may follow */
	GOLDEN_PAUSE,
	GOLDEN_TRAPPED
};

static inline uint32_t golden_lead(uint32_t mask)
{
	return (uint32_t)__builtin_ctz(mask);
}

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
	return addr - GOLDEN_SMEM < c->cfg.smem_size;
}

/* Where in memory the byte is that threads know by ADDR: word w of thread h
 * of the window of local memory is the word w * threads + h there. */
static inline uint32_t golden_home(const struct golden_memory *m, uint32_t addr)
{
	uint32_t at = addr - m->local, word, hart;

	if (at >= m->local_bytes)
		return addr;
	hart = at >> m->local_shift;
	word = (at & ((UINT32_C(1) << m->local_shift) - 1)) / 4;
	return m->local + ((word << m->hart_shift) + hart) * 4 + at % 4;
}

/* Decoded instructions of the page of byte OFFSET of RAM may be kept. */
static inline bool golden_is_code(const struct golden_memory *m,
				  uint32_t offset)
{
	uint32_t number = offset >> GOLDEN_PAGE_BITS;
	return m->page[number % GOLDEN_PAGES].number == number;
}

/* A store went to the aligned word that holds byte OFFSET of RAM. */
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
/* N instructions have issued with ACTIVE lanes each. */
static inline void golden_count_lanes(struct golden_core *c, uint64_t n,
				      uint32_t active)
{
	if (active == c->cfg.threads)
		c->stats.full += n;
	if (active == 1)
		c->stats.single += n;
}
void golden_set_tmask(struct golden_core *c, struct golden_warp *w,
		      uint32_t tmask);
/* Halts W; its leader's x10 becomes the exit code. */
void golden_halt(struct golden_core *c, struct golden_warp *w);
/* The instruction at w->pc traps: holds the cause and halts W. */
enum golden_flow golden_trap(struct golden_core *c, struct golden_warp *w,
			     uint32_t cause, uint32_t tval);
/* A branch at PC on which the active lanes disagree. */
void golden_divergent(struct golden_core *c, uint32_t pc);

/* code.c */
/* The decoded page of PC, or NULL outside RAM. */
struct golden_page *golden_fetch(struct golden_core *c, uint32_t pc);
/* WORD with the registers of both files in their rows, whether this machine has
 * the instruction or not. */
struct golden_insn golden_decode_rows(const struct golden_core *c,
				      uint32_t word);
/* WORD as this machine executes it: writes to x0 go to their row, and what its
 * configuration lacks is illegal. */
struct golden_insn golden_predecode(const struct golden_core *c, uint32_t word);

/* stacks.c */
/* Is D an addition to x2? */
bool golden_moves_sp(const struct golden_insn *d);
/* Executes such an instruction, at w->pc, and looks where x2 has gone. */
enum golden_flow golden_move_sp(struct golden_core *c, struct golden_warp *w);

/* May W, which can step, take an interrupt? */
static inline bool golden_enabled(const struct golden_warp *w)
{
	return w->depth == 0 && w->mstatus >> 3 & 1;
}
/* One is pending, too. */
static inline bool golden_interrupted(const struct golden_core *c,
				      const struct golden_warp *w)
{
	return c->pending >> w->id & 1 && golden_enabled(w);
}
/* W, whose pc is that of the next instruction, takes it. */
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
bool golden_csr_writable(const struct golden_core *c, uint32_t address);
/* What D, a CSR instruction of W that writes, writes. */
uint32_t golden_csr_result(const struct golden_core *c,
			   const struct golden_warp *w,
			   const struct golden_insn *d);
void golden_csr_write(struct golden_core *c, struct golden_warp *w,
		      uint32_t address, uint32_t value);
/* Does D, a CSR instruction, write its CSR? */
bool golden_writes_csr(const struct golden_insn *d);
/* false if there is no CSR at ADDRESS. */
bool golden_csr(const struct golden_core *c, const struct golden_warp *w,
		uint32_t lane, uint32_t address, uint32_t *value);
/* As after reset: counter N counts event N. */
void golden_csr_reset(struct golden_core *c);
/* Its value depends on timing. */
bool golden_csr_volatile(const struct golden_core *c, uint32_t address);

/* idle.c: counts the instruction FX of C, which has not been executed yet. */
void golden_count_idle(struct golden_core *c, const struct golden_effect *fx);

/* memory.c: the general load and store; any mask, any address. */
enum golden_flow golden_load(struct golden_core *c, struct golden_warp *w,
			     const struct golden_insn *d, uint32_t size,
			     bool sign);
enum golden_flow golden_store(struct golden_core *c, struct golden_warp *w,
			      const struct golden_insn *d, uint32_t size);

/* A store to the word at ADDR, while there are reservations; ATOMIC: it is an
 * atomic instruction's. */
void golden_unreserve(struct golden_core *c, uint32_t addr, bool atomic);
/* warp.c, and memory.c: one function per instruction of the warp as a whole. */
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

/* run.c: executes up to LEFT instructions of W, which must be able to step. */
void (*golden_runner(uint32_t threads))(struct golden_core *,
					struct golden_warp *,
					uint32_t);

#endif
