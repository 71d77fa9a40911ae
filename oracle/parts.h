/* parts.h - the machine of the oracle, as its files see it
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_ORACLE_PARTS_H
#define WW_ORACLE_PARTS_H

#include "oracle/oracle.h"

enum { PAGE_WORDS = 1024, LANES = ORACLE_MOST };
#define SHARED_MEMORY UINT32_C(0xff000000)
#define CONSOLE UINT32_C(0xfffff000)

/* Who touched a word last, and when by that warp's clock; 0: nobody. */
struct shadow {
	uint32_t wrote_at, read_at;
	uint16_t writer, reader;        /* 1 + 32 x warp + thread */
	uint32_t stores;                /* to the word, so far */
};

struct page {
	uint32_t word[PAGE_WORDS];
	struct shadow shadow[PAGE_WORDS];
};

struct memory {
	uint32_t base, size;
	struct page **pages;            /* NULL: zeros, untouched */
};

/* A word as it was before a step that may be taken back. */
struct undo {
	uint32_t *word;
	struct shadow *shadow;
	uint32_t value;
	struct shadow was;
};

/* Since a split. */
enum side { AGREED, FIRST_SIDE, SECOND_SIDE };

struct frame {
	uint32_t all;           /* who was at the split */
	uint32_t other;         /* who took the other side */
	enum side side;
};

struct thread {
	uint32_t x[32], f[32];  /* Zfinx: f stays zero */
	uint32_t pc;
	struct frame *frames;
	uint32_t depth;
	uint32_t raised;        /* flags of floating point, in this stretch */
	/* by lr.w: the word, 0 for none; the stores that it had seen */
	uint32_t reserved, seen;
};

/* What a branch or jump of the leader came to, by the number of its step. */
struct decision {
	uint32_t step, target;
	bool differs;           /* another thread would have gone elsewhere */
};

struct printed {
	uint32_t step;
	uint8_t byte;
};

#define LIST(type) struct { struct type *at; size_t count, room; }

enum rest { READY, WAITING, RESTING };

struct warp {
	enum rest rest;
	uint32_t party;         /* the threads that run now */
	uint32_t barrier;
	struct thread thread[LANES];
	/* what has happened before now, by warp */
	uint32_t clock[ORACLE_MOST];
	uint32_t mstatus, mtvec, mepc;
	uint32_t frm, fflags;
	struct oracle_end end;
};

struct spawned {
	uint32_t warp, clock;   /* who woke another one, and when */
};

struct oracle {
	struct machine cfg;
	struct memory ram, smem;
	struct warp warp[ORACLE_MOST];
	struct thread saved[LANES];     /* at the beginning of a stretch */
	LIST(undo) undo;
	LIST(decision) decisions;
	LIST(printed) printed;          /* in this stretch */
	LIST(spawned) spawned;
	uint8_t *console;
	size_t console_count, console_room;
	/* by performance counter: what it counts */
	uint32_t event[32];
	bool any_halted, exits, no_memory;
	uint32_t exit_code;
	uint64_t steps, most;
	struct oracle_counts counts;
	enum oracle_status status;      /* ORACLE_END while all is well */
	char why[160];
};

/* One thread on its way. */
struct walker {
	struct oracle *o;
	uint32_t warp, lane;
	struct thread *t;
	bool leads;
	uint32_t step;          /* in this stretch */
	size_t next;            /* decision of the leader to be followed */
	uint32_t cause, tval;   /* after WALK_TRAP */
};

enum walk {
	WALK_ON,
	/* an instruction of the warp as a whole: not executed */
	WALK_MEET,
	WALK_TRAP,              /* no effect */
	WALK_STOP               /* see the oracle's status */
};

/* One instruction of one thread. */
enum walk hart_step(struct walker *k);
/* What the instruction of binary32 WORD makes of integers in registers X and
 * numbers in F, where the CSR frm has FRM, and the flags that it raises; false:
 * it is none. */
bool float_insn(uint32_t word, uint32_t frm, const uint32_t *x,
		const uint32_t *f, uint32_t *value, uint32_t *flags);
/* Is what it makes an integer? */
bool float_gives_integer(uint32_t word);
/* What a CSR reads in a thread; false: there is none. */
bool hart_csr(struct walker *k, uint32_t address, uint32_t *value);
/* The number of the counter whose event the CSR at ADDRESS selects, or 0. */
uint32_t hart_selects(const struct oracle *o, uint32_t address);
/* Does CSR instruction WORD write? */
bool hart_writes(uint32_t word);
/* Is it the CSR fflags, frm or fcsr of this machine? */
bool hart_floats(const struct oracle *o, uint32_t address);

/* The threads of the party of warp NUMBER have met before an instruction for
 * all of them; or one of them, K, has found that it cannot execute it. */
void oracle_meet(struct oracle *o, uint32_t number);
void oracle_fall(struct oracle *o, uint32_t number, const struct walker *k);

bool memory_new(struct memory *m, uint32_t base, uint32_t size);
void memory_free(struct memory *m);
bool memory_has(const struct memory *m, uint32_t addr);
uint32_t memory_peek(const struct memory *m, uint32_t addr);
/* Of SIZE bytes at ADDR, aligned; they note who did it, and races. */
uint32_t memory_load(struct walker *k, struct memory *m, uint32_t addr,
		     uint32_t size);
void memory_store(struct walker *k, struct memory *m, uint32_t addr,
		  uint32_t size, uint32_t value);
/* How often the word at ADDR has been stored to. */
uint32_t memory_stores(const struct memory *m, uint32_t addr);
/* Whatever threads did to memory since the last memory_commit never was. */
void memory_take_back(struct oracle *o);
void memory_commit(struct oracle *o);
/* Without notes; NULL: no memory here. */
uint32_t *memory_place(struct memory *m, uint32_t addr);

/* Room for one more of a list. */
bool list_grow(void *list, size_t count, size_t *room, size_t size);
#define LIST_ADD(o, list, ...) \
	((o)->list.count < (o)->list.room || \
	 list_grow(&(o)->list.at, (o)->list.count, &(o)->list.room, \
		   sizeof *(o)->list.at) ? \
	 ((o)->list.at[(o)->list.count++] = __VA_ARGS__, true) : \
	 ((o)->no_memory = true, false))

/* Ends the run; the first reason stays. */
__attribute__((format(printf, 3, 4))) void oracle_stop(
	struct oracle *o, enum oracle_status status, const char *fmt, ...);

#endif
