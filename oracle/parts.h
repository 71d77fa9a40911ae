/* parts.h - the state of the oracle, shared by its files
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to oracle/. A run alternates between stretches and meetings. In a
 * stretch (stretch.c) each active thread of a warp executes alone, up to an
 * instruction of the whole warp or a trap. A meeting (meet.c) executes that
 * instruction. The active threads of a warp are its party; the lowest one is
 * the leader.
 */
#ifndef WW_ORACLE_PARTS_H
#define WW_ORACLE_PARTS_H

#include "oracle/oracle.h"

enum { PAGE_WORDS = 1024, LANES = ORACLE_MOST };
#define CONSOLE UINT32_C(0xfffff000)

/* The last accesses to a word: thread, and time by the clock of its warp.
 * Thread 0: none. */
struct shadow {
	uint32_t wrote_at, read_at;
	uint16_t writer, reader;        /* 1 + 32 x warp + thread */
	uint32_t update;                /* kind of the last store, see
					 * memory_update; 0: a plain one */
	uint32_t stores;                /* number of stores to the word */
};

struct page {
	uint32_t word[PAGE_WORDS];
	struct shadow shadow[PAGE_WORDS];
};

struct memory {
	uint32_t base, size;
	struct page **pages;            /* NULL: not accessed, all zeros */
};

/* A word before an access that may be undone. */
struct undo {
	uint32_t *word;
	struct shadow *shadow;
	uint32_t value;
	struct shadow was;
};

/* The side of a thread since a split. */
enum side { AGREED, FIRST_SIDE, SECOND_SIDE };

struct frame {
	uint32_t all;           /* threads at the split */
	uint32_t other;         /* threads of the other side */
	enum side side;
};

struct thread {
	uint32_t x[32], f[32];  /* Zfinx: f stays zero */
	uint32_t pc;
	struct frame *frames;
	uint32_t depth;
	uint32_t raised;        /* floating-point flags of this stretch */
	/* the word reserved by lr.w, or 0; the count of its stores then */
	uint32_t reserved, seen;
};

/* The target of a branch or jump of the leader, by the number of its step. */
struct decision {
	uint32_t step, target;
	bool differs;           /* a thread would have gone to another target */
};

struct printed {
	uint32_t step;
	uint8_t byte;
};

#define LIST(type) struct { struct type *at; size_t count, room; }

enum rest { READY, WAITING, RESTING };

struct warp {
	enum rest rest;
	uint32_t party;         /* mask of the active threads */
	uint32_t barrier;
	struct thread thread[LANES];
	/* by warp of the same core, from its first one on: time up to which
	 * its accesses come before now */
	uint32_t clock[ORACLE_MOST];
	uint32_t mstatus, mtvec, mepc;
	uint32_t frm, fflags;
	bool arrived;           /* at the barrier of its block */
	struct oracle_end end;
};

struct spawned {
	uint32_t warp, clock;   /* the warp that executed wspawn, and its clock
				 * then */
};

/* What the warps of a core share, but RAM. */
struct core {
	struct memory smem;
	/* by performance counter: its event */
	uint32_t event[32];
	bool any_halted;
	/* of a block: phases of its barrier that have ended; what the last one
	 * ordered */
	uint32_t phase;
	uint32_t known[ORACLE_MOST];
};

struct oracle {
	struct machine cfg;
	struct memory ram;
	struct core *core;              /* cfg.cores of them */
	struct warp *warp;              /* of all cores */
	struct thread saved[LANES];     /* threads at the start of the
					 * stretch */
	LIST(undo) undo;
	LIST(decision) decisions;
	LIST(printed) printed;          /* bytes of this stretch */
	LIST(spawned) spawned;
	uint8_t *console;
	size_t console_count, console_room;
	bool exits, no_memory;
	uint32_t exit_code;
	uint64_t steps, most;
	struct oracle_counts counts;
	enum oracle_status status;      /* ORACLE_END unless the run was
					 * stopped */
	char why[160];
};

/* The number of warps of all cores. */
static inline uint32_t warps_of(const struct oracle *o)
{
	return o->cfg.cores * o->cfg.warps;
}

/* The number of the first warp of the core of warp NUMBER. */
static inline uint32_t first_of_core(const struct oracle *o, uint32_t number)
{
	return number - number % o->cfg.warps;
}

static inline struct core *core_of(const struct oracle *o, uint32_t number)
{
	return &o->core[number / o->cfg.warps];
}

/* The clock of warp NUMBER itself. */
static inline uint32_t *clock_of(const struct oracle *o, uint32_t number)
{
	return &o->warp[number].clock[number % o->cfg.warps];
}

/* A thread in a stretch. */
struct walker {
	struct oracle *o;
	uint32_t warp, lane;
	struct thread *t;
	bool leads;
	uint32_t step;          /* steps of this stretch */
	size_t next;            /* index of the leader's next decision */
	uint32_t cause, tval;   /* after WALK_TRAP */
};

enum walk {
	WALK_ON,
	/* an instruction of the whole warp: not executed */
	WALK_MEET,
	WALK_TRAP,              /* trapped, without effect */
	WALK_STOP               /* stopped: see the oracle's status */
};

/* Executes one instruction of thread K. */
enum walk hart_step(struct walker *k);
/* Executes the binary32 instruction WORD on registers X (integers) and F
 * (numbers), with the CSR frm equal to FRM. Returns the result in *VALUE and
 * the raised flags in *FLAGS; false if WORD is no such instruction. */
bool float_insn(uint32_t word, uint32_t frm, const uint32_t *x,
		const uint32_t *f, uint32_t *value, uint32_t *flags);
/* Is the result of WORD an integer? */
bool float_gives_integer(uint32_t word);
/* Reads the CSR at ADDRESS in thread K. Returns false if there is none. */
bool hart_csr(struct walker *k, uint32_t address, uint32_t *value);
/* The number of the counter whose event the CSR at ADDRESS selects, or 0. */
uint32_t hart_selects(const struct oracle *o, uint32_t address);
/* Does the CSR instruction WORD write? */
bool hart_writes(uint32_t word);
/* Is ADDRESS the CSR fflags, frm or fcsr of this machine? */
bool hart_floats(const struct oracle *o, uint32_t address);

/* oracle_meet: the party of warp NUMBER has met before an instruction of the
 * whole warp, which is executed. oracle_fall: thread K of the party has
 * trapped. */
void oracle_meet(struct oracle *o, uint32_t number);
void oracle_fall(struct oracle *o, uint32_t number, const struct walker *k);

/* Makes M, SIZE bytes of zeros from BASE. Returns false if the host's memory
 * runs out. Release with memory_free. */
bool memory_new(struct memory *m, uint32_t base, uint32_t size);
void memory_free(struct memory *m);
/* Is ADDR in M? */
bool memory_has(const struct memory *m, uint32_t addr);
/* The word that holds the byte ADDR, without recording an access. */
uint32_t memory_peek(const struct memory *m, uint32_t addr);
/* Load and store SIZE bytes at ADDR, aligned. Both record the access and detect
 * races. */
uint32_t memory_load(struct walker *k, struct memory *m, uint32_t addr,
		     uint32_t size);
void memory_store(struct walker *k, struct memory *m, uint32_t addr,
		  uint32_t size, uint32_t value);
/* The word at ADDR, for a change of kind UPDATE, not 0, whose old value nobody
 * gets: changes of one kind need no order. Records a store. NULL if the host's
 * memory runs out. */
uint32_t *memory_update(struct walker *k, struct memory *m, uint32_t addr,
			uint32_t update);
/* The number of stores to the word at ADDR. */
uint32_t memory_stores(const struct memory *m, uint32_t addr);
/* memory_take_back undoes all accesses since the last memory_commit. */
void memory_take_back(struct oracle *o);
void memory_commit(struct oracle *o);
/* The word at ADDR, without recording an access. NULL if the host's memory runs
 * out. */
uint32_t *memory_place(struct memory *m, uint32_t addr);

/* Makes room for one more entry of a list. Returns false if memory runs out. */
bool list_grow(void *list, size_t count, size_t *room, size_t size);
#define LIST_ADD(o, list, ...) \
	((o)->list.count < (o)->list.room || \
	 list_grow(&(o)->list.at, (o)->list.count, &(o)->list.room, \
		   sizeof *(o)->list.at) ? \
	 ((o)->list.at[(o)->list.count++] = __VA_ARGS__, true) : \
	 ((o)->no_memory = true, false))

/* Ends the run with STATUS. Only the first reason is kept. */
__attribute__((format(printf, 3, 4))) void oracle_stop(
	struct oracle *o, enum oracle_status status, const char *fmt, ...);

#endif
