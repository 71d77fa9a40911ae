/* state.h - the checker's books, shared by the files that implement cosim.h
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Each record kind has its own file (issue.c, perform.c,
 * smem.c, retire.c, control.c; level_rows.c has two), and checker.c hands the
 * records out; this header holds what they all see.
 */
#ifndef WW_COSIM_STATE_H
#define WW_COSIM_STATE_H

#include <strings.h>

#include "cosim/cosim.h"
#include "cosim/explain/origin.h"
#include "cosim/level/flat.h"
#include "cosim/level/stale.h"

enum {
	SEQS = 1 << REC_WIDTH_head_seq,
	SLOTS = 256,          /* the newest instructions of a warp */
	LATES = 128,          /* accesses of it older than those, in flight */
	RECENT = 16,          /* retirements kept per warp for the report */
	ACTIVE_LOG = 256,     /* masks of active warps remembered */
	PAGE_SHIFT = 12,
	OPERAND_STAGES = 2,   /* cycles from operand selection to the record */
	READ_STAGES = 3,      /* cycles from a CSR's read to the issue record */
	CYCLE_SLACK = 4,      /* mcycle: stages around reset */
	EXIT_SLACK = 4,       /* cycles from a choice at issue to its record */
	/* cycles from a tick to the first issue record that can no longer be
	 * another than the interrupt's */
	TAKE_STAGES = 6,
	RETIRE_SLACK = 2 + 2 * READ_STAGES, /* minstret: two retire in each */
	CONSOLE_BYTE = 0xFFFFF000,
	ROW_WORDS = 32,       /* of a perform, fill or evict record */
	ROW_MASKS = 4,        /* words of its byte mask */
	FLUSH_KEEP = 1, FLUSH_DROP = 2 /* bits of mflush: write back, forget */
};

#define NOWHERE SIZE_MAX

/* A performance counter. */
struct counter {
	uint32_t event;       /* that it counts; 0: none */
	uint64_t known;       /* what it had when that was selected, but for */
	bool guessed;         /* events that the checker cannot count exactly */
	uint64_t before;      /* how often the event had been then */
	bool chosen;          /* by the program: not the same since reset */
};

/* Everything expected of one issued instruction. */
struct slot {
	struct golden_effect fx;
	uint64_t number;      /* in its warp; the records show it modulo SEQS */
	uint64_t order;       /* of all cores */
	uint64_t issue_cycle, issue_event;
	bool retire_due;      /* its last retire record has not come */
	bool control_due;
	bool bare;            /* no result: retires with its control record */
	bool bound;           /* timing-dependent CSR: value taken */
	bool changes_active;  /* its control record changes the active warps */
	bool traps;
	uint32_t performed;   /* lanes whose access performed */
	uint32_t loaded;      /* of an atomic one: lanes about to store */
	uint32_t differs;     /* and of golden's, when it issued */
	/* events, where caches of several cores are: of the newest line that
	 * an atomic one loaded; no line read before this serves it */
	uint64_t read, acquired;
	uint32_t failed;      /* lanes whose access ended in a bus error */
	uint32_t retired[GOLDEN_WRITES]; /* lanes written */
	uint32_t raised;        /* flags, in its beats so far */
	uint32_t clone_next;  /* register of clone's next record */
	uint32_t addr_low, addr_high; /* first and last byte accessed */
	uint64_t retired_before;      /* minstret's lower bound at issue */
	uint64_t active_before;       /* first active mask to be seen */
	/* the one that it reads, at its issue */
	struct counter counter;
	uint64_t counted;     /* how often its event had been then */
	uint32_t requests;    /* that performed */
	uint32_t smem;        /* accesses to shared memory that performed */
	uint32_t smem_beats;  /* its beats with such accesses */
	enum cosim_source source;
	uint64_t write_cycle; /* of its last result */
	uint64_t access_cycle, line_cycle;      /* as in cosim_maker */
};

/* The number of S as records show it. */
static inline uint32_t slot_seq(const struct slot *s)
{
	return (uint32_t)(s->number % SEQS);
}

struct failure { enum cosim_port port; uint32_t addr, bytes; };

/* A word that is loaded and will be stored by instruction ORDER: bit 0 set. */
struct held { uint32_t word; uint64_t order; };

struct warp {
	/* that of number N at N % SLOTS; those that are late; one that is none
	 */
	struct slot slots[SLOTS + LATES + 1];
	uint32_t lates;       /* places behind SLOTS that have been taken */
	uint64_t next;        /* number of the next instruction */
	uint32_t live;        /* instructions in flight */
	/* per thread: a word with bit 0 set, or 0: as memory has it */
	uint32_t reserved[GOLDEN_MAX_THREADS];
	struct held held[GOLDEN_MAX_THREADS];   /* per thread; no word: none */
	uint32_t busy[ISA_REGS]; /* per register: lanes with a write pending */
	uint64_t written[ISA_REGS]; /* per register: cycle of its last write */
	/* places of slots with accesses to perform, oldest first */
	uint16_t mem[SLOTS + LATES];
	uint32_t mem_count;
	uint64_t synced;      /* event of the last fence.i or start */
	uint64_t flushed;     /* event of the last flush's control record */
	/* event of the last write older than that which has reached memory */
	uint64_t drained;
	uint32_t flush;       /* what it does to the data cache; 0: none */
	uint64_t acquired;    /* as in struct slot, of those that will issue */
	uint32_t holds;       /* control records to come before it may issue */
	uint32_t held_by;     /* the warp of the last of them */
	uint64_t ready_cycle; /* since when nothing keeps it from issuing */
	uint64_t mcycle;      /* last value read, for monotony */
	uint64_t minstret;
	uint64_t counters[ISA_COUNTERS];
	bool takes;           /* where it issued last it could be interrupted */
	/* cycle of the tick that made its interrupt pending */
	uint64_t ticked;
	/* cycle in which what had held it last let it go */
	uint64_t released;
	uint64_t recent[RECENT];
	uint64_t recent_count;
};

/* What ticks: the interrupts pending, bit per warp; the next tick. */
struct timer {
	uint32_t period;      /* 0: nothing */
	uint32_t pending;
	uint64_t next;
};

/* What the memory has told, to take effect after the records of its cycle. */
struct bus_event {
	enum { BUS_READ, BUS_WRITE, BUS_ERROR } kind;
	uint32_t core;        /* whose bus it is */
	enum cosim_port port;
	bool write;
	uint32_t addr, bytes;
	uint32_t strb[ROW_MASKS], data[ROW_WORDS];
};

/* The scan of rows.c over the memories of one core. */
struct audit {
	uint32_t kind, row, rounds;
	bool final;           /* nothing changes any more */
};

/* One core: what it has in flight, and what its records have to come. */
struct core {
	struct cosim *all;    /* the checker of all cores */
	uint32_t id;          /* as in the header of its records */
	uint32_t first;       /* number of its warp 0 among those of all */
	struct golden_core *golden;
	struct level *cache;  /* what it accesses; NULL: memory */

	struct warp *warps;
	uint32_t held;        /* words of its threads that are */
	uint32_t control_head, control_count;
	struct due { uint8_t warp, slot; } control[64]; /* in issue order */
	uint32_t active_log[ACTIVE_LOG]; /* masks after each change, at issue */
	uint64_t active_issued, active_confirmed;
	uint64_t end_cycle;      /* when golden's last warp halted */
	uint64_t code_synced; /* event of the last fence.i that is complete */
	uint64_t issued, retired; /* warp instructions */

	struct failure *errors;           /* answered with an error */
	uint32_t error_count, error_room;
	bool stop_due, stopped;         /* it must stop for one; it has */
	uint64_t stop_cycle;            /* when that was told */
	bool exit_seen, exit_due;       /* mexit written; all must halt */
	uint64_t exit_cycle;

	struct timer timer;
	struct audit audit;
	struct cosim_profile profile;
	struct counter counters[ISA_COUNTERS];
	struct cover *cover;    /* NULL: nobody counts */
};

/* The cores, and the memory that they share. */
struct cosim {
	struct machine cfg;
	struct cosim_config own;
	struct golden *machine;
	uint32_t beats;
	uint32_t all_threads;
	uint32_t row_words, mask_words; /* of a perform record */
	uint32_t ports;       /* COSIM_ISSUE ... that a core has */

	struct core *core;    /* cfg.cores of them */
	struct level **level; /* the first is memory, the others are above it */
	uint32_t levels;

	bool weak;            /* several cores have data caches */
	uint8_t *mirror;      /* P: RAM, then each core's shared memory, as
				 performed; if weak RAM is as memory has it */
	uint64_t *dirty;      /* pages stored to, in golden or the mirror */
	uint64_t *fetched;    /* words the device has asked for */
	struct stale *stale;
	struct flat *flat;
	struct origin *origin;

	struct bus_event *bus;          /* told in this cycle */
	uint32_t bus_count, bus_room;
	bool bus_lost;                  /* memory was short */

	uint64_t event;       /* records so far: the checker's time */
	uint64_t cycle;
	struct {
		bool exits;             /* mexit has been written */
		uint64_t exit_cycle;
		uint32_t exit_code;
		struct golden_trap trap;        /* the first */
	} end;                /* in the order in which it acted */
	struct cosim_stats stats;
	bool failed;
	struct cosim_mismatch mismatch;
	void (*on_retire)(void *ctx, uint64_t cycle,
			  const struct cosim_retired *r);
	void *on_retire_ctx;
	void (*on_step)(void *ctx, const struct cosim_step *step);
	void *on_step_ctx;
};

/* Number of the lowest set bit; MASK is not 0. */
static inline uint32_t lowest(uint32_t mask)
{
	return (uint32_t)ffs((int)mask) - 1;
}

static inline bool slot_live(const struct slot *s)
{
	return s->retire_due || s->control_due;
}

/* Does S access memory? Traps do not. */
static inline bool slot_is_access(const struct slot *s)
{
	return s->fx.access.op != GOLDEN_NO_ACCESS;
}

static inline bool in_ram(const struct cosim *c, uint32_t addr)
{
	return addr - c->cfg.ram_base < c->cfg.ram_size;
}

static inline bool in_smem(const struct cosim *c, uint32_t addr)
{
	return addr - GOLDEN_SMEM < c->cfg.smem_size;
}

/* In the window of local memory, which ends with RAM. */
static inline bool in_window(const struct cosim *c, uint32_t addr)
{
	uint32_t first, bytes = golden_window(&c->cfg, &first);

	return addr - first < bytes;
}

/* Place of the byte that C has at ADDR in the flat mirror; NOWHERE: the
 * console. */
static inline size_t mirror_at(const struct core *c, uint32_t addr)
{
	const struct machine *m = &c->all->cfg;

	if (in_ram(c->all, addr))
		return addr - m->ram_base;
	return in_smem(c->all, addr) ?
	       m->ram_size + (size_t)c->id * m->smem_size +
	       (addr - GOLDEN_SMEM) : NOWHERE;
}

static inline void bit_set(uint64_t *map, size_t i)
{
	map[i >> 6] |= UINT64_C(1) << (i & 63);
}

static inline bool bit_get(const uint64_t *map, size_t i)
{
	return map[i >> 6] >> (i & 63) & 1;
}

static inline uint32_t load_word(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

/* Is ADDR where what a core has performed is not what memory has? */
static inline bool in_weak(const struct cosim *c, uint32_t addr)
{
	return c->weak && in_ram(c, addr);
}

/* The aligned word of the mirror that C has at ADDR, in RAM or its shared
 * memory. */
static inline uint32_t mirror_word(const struct core *c, uint32_t addr)
{
	return load_word(c->all->mirror + mirror_at(c, addr & ~UINT32_C(3)));
}

/* Records of C by kind, those of a cache are in level.h; 0, or 1 after fail. */
int issue_record(struct core *c, const uint32_t *r);
int perform_record(struct core *c, const uint32_t *r);
int smem_record(struct core *c, const uint32_t *r);
int retire_record(struct core *c, const uint32_t *r);
int control_record(struct core *c, const uint32_t *r);

/* Counts S, which has just issued (profile.c). */
void profile_issued(struct core *c, struct slot *s);
/* A request of S has performed, or an access of its beat to shared memory; S is
 * complete. */
void profile_request(struct core *c, struct slot *s);
void profile_smem(struct core *c, struct slot *s, uint32_t beat);
/* The bus has accepted a read; the data cache has written a row back. */
void profile_bus_read(struct core *c, enum cosim_port port);
void profile_row_back(struct core *c, uint32_t addr);
void profile_retired(struct core *c, const struct slot *s);

/* What the performance counters count, after reset. (counters.c) */
void counters_begin(struct core *c);
/* S has just issued, and is not counted yet; it is. */
void counters_issued(struct core *c, struct slot *s);
void counters_select(struct core *c, const struct slot *s);
/* The values that the counter that S reads can have; S has issued. */
void counters_range(const struct core *c, const struct slot *s, uint64_t *low,
		    uint64_t *high);
/* What the counters of C say at the end of the run, N by number, after so many
 * COUNTED cycles; 0, or 1 after fail. */
int counters_check(struct core *c, const uint64_t *n, uint64_t counted);
/* What the memory has told in this cycle takes effect; 0, or 1 after fail. */
int bus_events(struct cosim *c);

/* WARP issues, an interrupt or an instruction; 0, or 1 after fail. Control
 * record of S, after its checks. (timer.c) */
int timer_issue(struct core *c, uint32_t warp, bool interrupt);
void timer_control(struct core *c, const struct slot *s);
/* What counts coverage; NULL is allowed. (cover.c) */
void cover_free(struct cover *k);
/* Is V possible for the CSR that S reads, now? (csr.c) */
int csr_bind(struct core *c, uint32_t warp, struct slot *s, uint32_t v);

#endif
