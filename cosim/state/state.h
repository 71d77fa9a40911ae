/* state.h - the checker's state, shared by the files that implement cosim.h
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. The folders of the checker, from the lowest: state/ has
 * what all of them share, level/ the levels of memory, cover/ coverage, check/
 * the checks of the records, explain/ the reports. Each includes only folders
 * below it.
 *
 * Two clocks exist. A cycle is a clock cycle of the device. An event is the
 * number of records read so far: it orders records within a cycle. An order is
 * the number of an instruction among those of all cores, as issued.
 */
#ifndef WW_COSIM_STATE_H
#define WW_COSIM_STATE_H

#include <strings.h>

#include "cosim/cosim.h"

struct cover;   /* cover/cover.h */
struct flat;    /* level/flat.h */
struct l2;      /* level/l2.h */
struct level;   /* level/level.h */
struct origin;  /* state/origin.h */
struct update;  /* level/level.h */
struct stale;   /* level/stale.h */

enum {
	SEQS = 1 << REC_WIDTH_head_seq,
	SLOTS = 256,          /* slots for the newest instructions of a warp */
	LATES = 128,          /* slots for older accesses of it, in flight */
	RECENT = 16,          /* retirements kept per warp for the report */
	REGS = GOLDEN_REGS,
	ACTIVE_LOG = 256,     /* masks of active warps that are kept */
	PAGE_SHIFT = 12,
	OPERAND_STAGES = 2,   /* cycles from operand selection to the record */
	READ_STAGES = 3,      /* cycles from a CSR's read to the issue record */
	CYCLE_SLACK = 4,      /* tolerance of mcycle: stages around reset */
	EXIT_SLACK = 4,       /* cycles from a choice at issue to its record */
	/* cycles from a tick to the first issue record that must be the
	 * interrupt's */
	TAKE_STAGES = 6,
	RETIRE_SLACK = 2 + 2 * READ_STAGES, /* tolerance of minstret: two retire
					     * per cycle */
	CONSOLE_BYTE = 0xFFFFF000,
	ROW_WORDS = 32,       /* most data words of a perform, fill or evict
			       * record */
	ROW_MASKS = 4,        /* most words of its byte mask */
	FLUSH_KEEP = 1, FLUSH_DROP = 2 /* bits of mflush: write back, forget */
};

#define NOWHERE SIZE_MAX

/* A count that lies between two values. */
struct bounds {
	uint64_t low, high;
};

/* A performance counter. */
struct counter {
	uint32_t event;       /* the event that it counts; 0: none */
	struct bounds value;  /* its value when EVENT was selected */
	struct bounds before; /* the device's count of EVENT at that time */
	bool chosen;          /* selected by the program, after reset */
};

/* An issued instruction, and the records that are expected of it. */
struct slot {
	struct golden_effect fx;
	uint64_t number;      /* number in its warp; records show it modulo
			       * SEQS */
	uint64_t order;       /* number among those of all cores */
	uint64_t issue_cycle, issue_event;
	bool retire_due;      /* its last retire record is to come */
	bool control_due;     /* its control record is to come */
	bool bare;            /* no result: its control record retires it */
	bool bound;           /* timing-dependent CSR: the value is taken
			       * over */
	bool changes_active;  /* its control record changes the active warps */
	bool traps;
	uint32_t performed;   /* lanes whose access has performed */
	uint32_t loaded;      /* atomic: lanes that loaded and must store */
	/* atomic: lanes on their way to the second-level cache, which makes the
	 * operation */
	uint32_t sent;
	uint32_t differs;     /* atomic: lanes that differ from golden's at
			       * issue */
	/* if weak, events: READ, the newest line that an atomic instruction
	 * loaded; ACQUIRED, lines read earlier must not serve S */
	uint64_t read, acquired;
	uint32_t failed;      /* lanes whose access ended in a bus error */
	uint32_t retired[GOLDEN_WRITES]; /* lanes retired, per write */
	uint32_t raised;        /* floating-point flags of its beats so far */
	uint32_t clone_next;  /* clone: register of its next record */
	uint32_t addr_low, addr_high; /* first and last byte accessed */
	uint64_t retired_before;      /* minstret's lower bound at issue */
	uint64_t active_before;       /* index of the oldest active mask that it
				       * may see */
	/* the performance counter that it reads, as at its issue */
	struct counter counter;
	/* the device's count of the counter's event at its issue, at least */
	uint64_t counted;
	uint32_t requests;    /* requests that have performed */
	uint32_t smem;        /* accesses to shared memory that have
			       * performed */
	uint32_t smem_beats;  /* beats with such accesses */
	enum cosim_source source;
	uint64_t write_cycle; /* cycle of its last result */
	uint64_t access_cycle, line_cycle;      /* as in cosim_maker */
};

/* The seq field of the records of S. */
static inline uint32_t slot_seq(const struct slot *s)
{
	return (uint32_t)(s->number % SEQS);
}

struct failure { enum cosim_port port; uint32_t addr, bytes; };

/* A word that instruction ORDER has loaded and will store: its address | 1. */
struct held { uint32_t word; uint64_t order; };

/* What dispatch has to do for a thing, as cosim_liveness saw it first in cycle
 * SINCE. NULL: nothing, or it has done something. */
struct dispatch_due { const char *what; uint64_t since; };

/* With dispatch: a place for a block in a core. */
struct resident {
	uint32_t warps;       /* that have started in this block, and in no
			       * other since */
	/* phases of the barrier that have ended and are not shown; the warps
	 * that go on when they are; who ended the last one */
	uint32_t full, held;
	uint32_t by;
	uint64_t number;
	bool over;            /* all of its warps have ended */
	uint32_t cleared;     /* rows of its shared memory, behind its end */
	struct dispatch_due due;
};

/* With dispatch: what a core offers for the next block, as the dispatcher sees
 * it. */
struct offer {
	bool fits;            /* it has room in the next cycle; */
	bool next;            /* it had in this one, so it may get a block */
	bool starts;          /* warps of a block are to start */
	bool started, gave;   /* one has, a block begins in this cycle */
	uint32_t free;        /* free warps in the next cycle */
	uint64_t unsure;      /* the last cycle in which this is not known */
};

/* With dispatch: a launch slot. */
struct slot_launch {
	uint64_t cut_cycle;
	bool gone;            /* its blocks are given */
	uint32_t pc;          /* where its warps begin */
	struct dispatch_due due;
};

enum { DISPATCH_NEVER = 0 };    /* else cycle + 1 */

struct warp {
	/* number N is at N % SLOTS; then the late ones; the last one is never
	 * in use */
	struct slot slots[SLOTS + LATES + 1];
	uint32_t lates;       /* late slots that have been used */
	uint64_t next;        /* number of the next instruction */
	uint32_t live;        /* instructions in flight */
	/* per thread: the reserved address | 1, or 0, as memory has it */
	uint32_t reserved[GOLDEN_MAX_THREADS];
	struct held held[GOLDEN_MAX_THREADS];   /* per thread; word 0: none */
	uint32_t busy[REGS]; /* per register: lanes with a write pending */
	uint64_t written[REGS]; /* per register: cycle of its last write */
	/* places of slots with accesses to perform, oldest first */
	uint16_t mem[SLOTS + LATES];
	uint32_t mem_count;
	uint64_t synced;      /* event of the last fence.i or start */
	uint64_t flushed;     /* event of the last flush's control record */
	/* event of the last write, older than FLUSHED, that has reached
	 * memory */
	uint64_t drained;
	uint32_t flush;       /* bits FLUSH_* of that flush; 0: none */
	uint64_t acquired;    /* ACQUIRED of the slots that will issue */
	uint32_t holds;       /* control records that must come before it
			       * issues */
	uint32_t held_by;     /* warp whose control record is the last of
			       * them */
	uint64_t ready_cycle; /* cycle since which nothing keeps it from
			       * issuing */
	uint64_t mcycle;      /* last value read: must not decrease */
	uint64_t minstret;
	uint64_t counters[ISA_COUNTERS];
	bool takes;           /* its last issue could have been an interrupt */
	/* cycle of the tick that made its interrupt pending */
	uint64_t ticked;
	/* cycle in which it was last released */
	uint64_t released;
	uint64_t recent[RECENT];
	uint64_t recent_count;

	/* With dispatch: */
	bool ended;           /* it has halted, nothing of it is in flight */
	bool old_end;         /* wspawn was before this was shown; it may be */
	/* it waits until the end of the phase of its block is shown */
	bool until_full;
	/* cycle + 1 in which it became active, and inactive, last; UINT64_MAX:
	 * its control record is to come */
	uint64_t on, off;
	/* order of its arrivals at its block's barrier: in this phase, in the
	 * one before; 0: none */
	uint64_t arrival[2];
	struct dispatch_due due;
};

/* The timer of a core. */
struct timer {
	uint32_t period;      /* cycles; 0: off */
	uint32_t pending;     /* mask of warps: an interrupt is pending */
	uint64_t next;        /* cycle of the next tick */
};

/* An event that the memory reported. It takes effect after the records of its
 * cycle. */
struct bus_event {
	/* L2: below the second-level cache; else below the data caches */
	enum {
		BUS_READ, BUS_WRITE, BUS_UPDATE, BUS_ERROR,
		L2_READ, L2_WRITE, L2_ERROR
	} kind;
	uint32_t core;        /* the core of the bus */
	enum cosim_port port;
	bool write;
	bool fails;           /* of an update */
	uint32_t addr, bytes;
	uint32_t strb[ROW_MASKS], data[ROW_WORDS];
};

/* Without data caches: the last request to memory, until memory has accepted
 * it. OLD has the bytes that a store changes. */
struct last_request {
	struct core *core;    /* NULL: there is none */
	struct slot *slot;
	uint32_t threads, addr;
	bool store;
	uint32_t mask[ROW_MASKS];
	uint8_t old[4 * ROW_WORDS];
};

/* The position of the state audit (rows.c) in the memories of a core. */
struct audit {
	uint32_t kind, row, rounds;
	bool final;           /* the core is idle: compare tags, too */
};

/* One core: its instructions in flight, and the records to come. */
struct core {
	struct cosim *all;    /* the checker of all cores */
	uint32_t id;          /* as in the header of its records */
	uint32_t first;       /* number of its warp 0 among the warps of all
			       * cores */
	struct golden_core *golden;
	struct level *cache;  /* its data cache; NULL: it accesses memory */

	struct warp *warps;
	uint32_t held;        /* number of its warps' HELD words */
	uint32_t control_head, control_count;
	struct due { uint8_t warp, slot; } control[64]; /* in issue order */
	uint32_t active_log[ACTIVE_LOG]; /* masks of active warps after each
					  * change, at issue */
	uint64_t active_issued, active_confirmed;
	uint64_t end_cycle;      /* cycle in which golden's last warp halted */
	uint64_t code_synced; /* event of the last complete fence.i, or
			       * acquire of a launch */
	uint64_t acquired;    /* event of the last such acquire's begin */
	uint64_t issued, retired; /* warp instructions */

	struct failure *errors;           /* addresses with error responses */
	uint32_t error_count, error_room;
	bool stop_due, stopped;         /* it must stop for an error; it has
					 * stopped */
	uint64_t stop_cycle;            /* cycle of the error */
	bool exit_seen, exit_due;       /* mexit is written; all warps must
					 * halt */
	uint64_t exit_cycle;

	struct timer timer;
	struct audit audit;
	struct cosim_profile profile;
	/* the last cycle in which a record showed an event */
	uint64_t event_cycle[ISA_EVENT_COUNT];
	struct counter counters[ISA_COUNTERS];
	struct cover *cover;    /* NULL: coverage is not counted */
	struct resident place[GOLDEN_MAX_WARPS];        /* for blocks */
	struct offer offer;
};

/* What cores and host have asked of the dispatcher, and what it does. */
struct dispatch {
	bool host;            /* cosim_host told of this cycle */
	bool ring;            /* a launch is rung in this cycle, in SLOT */
	uint32_t slot;
	uint32_t asked, cuts; /* slots that may, must be cut in this cycle */
	bool taken, acquired; /* launch HERE is read; its acquire is complete */
	uint32_t here;
	enum dispatch_sync { SYNC_NONE, SYNC_ACQUIRE, SYNC_RELEASE } sync;
	uint32_t of;          /* slot of the release */
	bool flush;           /* it writes the second-level cache back */
	bool keep;            /* it leaves instructions in the caches */
	/* events: its begin; the last write, older than that, that has reached
	 * memory */
	uint64_t began, landed;
	/* orders: what was issued before has performed when the last one
	 * began; is released; is acquired by what starts now */
	uint64_t performed, released, settled;
	uint64_t gave, counted; /* cycle + 1 of the last begin and end of a
				 * block */
	bool changes;         /* there is a record of blocks or launches */
	uint64_t offered;     /* cycle of the last one */
	uint32_t turn;        /* the core behind that of the last block */
	struct slot_launch launch[GOLDEN_MAX_LAUNCHES];
};

/* The cores, and the memory that they share. */
struct cosim {
	struct machine cfg;
	struct shape own;       /* how it is built */
	struct cosim_config rules;
	struct golden *machine;
	uint32_t beats;
	uint32_t all_threads;
	uint32_t row_words, mask_words; /* of a perform record */
	uint32_t ports;       /* record ports of a core: COSIM_ISSUE ... */

	struct core *core;    /* cfg.cores of them */
	struct level **level; /* the first is memory, the others are the
			       * caches */
	uint32_t levels;

	struct l2 *l2;        /* NULL: there is no second-level cache */

	bool weak;            /* several cores have data caches */
	/* The second-level cache makes an atomic operation (check/access.c). */
	int (*update)(struct core *c, struct update *u);
	/* Memory refuses Q (check/access.c). */
	int (*refuse)(struct cosim *c, const struct last_request *q);
	uint8_t *mirror;      /* RAM, then each core's shared memory, as
			       * performed; if WEAK, RAM is as memory has it */
	uint64_t *dirty;      /* pages stored to, in golden or the mirror */
	uint64_t *fetched;    /* words that the device has fetched */
	uint64_t *good;       /* and that memory has not refused at once */
	struct stale *stale;
	struct flat *flat;
	struct origin *origin;

	struct bus_event *bus;          /* events of the memory in this cycle */
	uint32_t bus_count, bus_room;
	bool bus_lost;                  /* an event is lost: memory ran out */
	bool done;                      /* the device has reported it */
	struct last_request request;
	struct dispatch dispatch;

	uint64_t event;       /* number of records so far */
	uint64_t cycle;
	struct {
		bool exits;             /* mexit has been written */
		uint64_t exit_cycle;
		uint32_t exit_code;
		struct golden_trap trap;        /* the first */
	} end;                /* as instructions acted, not as they issued */
	struct cosim_stats stats;
	bool failed;
	struct cosim_mismatch mismatch;
	void (*on_retire)(void *ctx, uint64_t cycle,
			  const struct cosim_retired *r);
	void *on_retire_ctx;
	void (*on_step)(void *ctx, const struct cosim_step *step);
	void *on_step_ctx;
	void (*on_fetch)(void *ctx, uint32_t core, uint32_t addr,
			 uint32_t bytes);
	void *on_fetch_ctx;
	void (*on_request)(void *ctx, const struct cosim_request *r);
	void *on_request_ctx;
	void (*on_traffic)(void *ctx, const struct cosim_traffic *t);
	void *on_traffic_ctx;
	void (*on_warp)(void *ctx, uint64_t cycle, uint32_t core, uint32_t warp,
			bool starts, uint32_t slot);
	void *on_warp_ctx;
	void (*on_launch)(void *ctx, uint64_t cycle, uint32_t slot,
			  enum cosim_launch_step step, uint32_t pc);
	void *on_launch_ctx;
};

/* Number of the lowest set bit; MASK is not 0. */
static inline uint32_t lowest(uint32_t mask)
{
	return (uint32_t)ffs((int)mask) - 1;
}

/* Is S in flight: is a record of it to come? */
static inline bool slot_live(const struct slot *s)
{
	return s->retire_due || s->control_due;
}

/* Does nothing but fetch and the other warps of C keep WARP from issuing? */
static inline bool warp_can_issue(const struct core *c, uint32_t warp)
{
	const struct warp *w = &c->warps[warp];
	uint32_t ready = golden_active(c->golden) & ~golden_waiting(c->golden);

	return ready >> warp & 1 && !w->holds && !w->until_full && !w->live &&
	       !c->exit_due &&
	       !(c->all->cfg.dispatch && golden_warp_cut(c->golden, warp));
}

/* Does S access memory? A trapped instruction does not. */
static inline bool slot_is_access(const struct slot *s)
{
	return s->fx.access.op != GOLDEN_NO_ACCESS;
}

/* Is ADDR in RAM? */
static inline bool in_ram(const struct cosim *c, uint32_t addr)
{
	return addr - c->cfg.ram_base < c->cfg.ram_size;
}

/* Is ADDR in shared memory? */
static inline bool in_smem(const struct cosim *c, uint32_t addr)
{
	return addr - machine_smem(&c->cfg) < c->cfg.smem_size;
}

/* Is ADDR in the window of local memory, at the end of RAM? */
static inline bool in_window(const struct cosim *c, uint32_t addr)
{
	uint32_t first, bytes = golden_window(&c->cfg, &first);

	return addr - first < bytes;
}

/* Index in the mirror of the byte at ADDR, as core C addresses it. NOWHERE for
 * the console. */
static inline size_t mirror_at(const struct core *c, uint32_t addr)
{
	const struct machine *m = &c->all->cfg;

	if (in_ram(c->all, addr))
		return addr - m->ram_base;
	return in_smem(c->all, addr) ?
	       m->ram_size + (size_t)c->id * m->smem_size +
	       (addr - machine_smem(m)) : NOWHERE;
}

/* Sets bit I of MAP. */
static inline void bit_set(uint64_t *map, size_t i)
{
	map[i >> 6] |= UINT64_C(1) << (i & 63);
}

/* Bit I of MAP. */
static inline bool bit_get(const uint64_t *map, size_t i)
{
	return map[i >> 6] >> (i & 63) & 1;
}

/* The little-endian word at P. */
static inline uint32_t load_word(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
	       (uint32_t)p[3] << 24;
}

/* May a performed store to ADDR not have reached memory yet? */
static inline bool in_weak(const struct cosim *c, uint32_t addr)
{
	return c->weak && in_ram(c, addr);
}

/* The aligned word of the mirror at ADDR, as C addresses it: RAM or its shared
 * memory. */
static inline uint32_t mirror_word(const struct core *c, uint32_t addr)
{
	return load_word(c->all->mirror + mirror_at(c, addr & ~UINT32_C(3)));
}

#endif
