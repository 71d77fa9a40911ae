/* ideal_core.h - the state of the ideal core, shared by its files
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to ideal*.c: ideal.c issues, retires and controls, ideal_access.c
 * performs, ideal_cache.c is the data cache and the memory behind it.
 */
#ifndef WW_TESTS_COSIM_IDEAL_CORE_H
#define WW_TESTS_COSIM_IDEAL_CORE_H

#include <strings.h>

#include "base/rnd.h"
#include "tests/cosim/ideal.h"

enum { FLIGHT = 64, LINE = 8, CONSOLE = 0xFFFFF000 };

struct flight {
	bool used;
	struct golden_effect fx;
	uint32_t seq;
	uint64_t cycle, order;
	bool control_due, retire_due, bound;
	bool bare;            /* retires with its control record */
	uint32_t performed, retired, clone_next;
	uint32_t failed;      /* lanes that memory has refused */
	/* of an atomic instruction: the one lane that has loaded and will
	 * store */
	uint32_t loaded;
	uint64_t counter;     /* the one that it reads */
	uint32_t smem_beats;  /* beats that have been to shared memory */
};

struct core {
	struct ideal_config cfg;
	uint32_t id;
	struct golden *golden;  /* of all cores */
	struct golden_core *core;
	uint64_t *counters;
	struct ideal_stream *out;
	struct rnd rnd;
	uint64_t cycle, issued, retired;
	uint64_t written[GOLDEN_MAX_WARPS]; /* cycle of a warp's last write */
	struct flight flight[FLIGHT];
	uint32_t seq[GOLDEN_MAX_WARPS];
	uint32_t line_pc[GOLDEN_MAX_WARPS], line[GOLDEN_MAX_WARPS][LINE];
	uint8_t *flat;        /* RAM, of all cores, as performed */
	uint8_t *smem;        /* shared memory, likewise */
	struct cache *cache;  /* NULL: the core has none */
	uint32_t period;      /* of the timer; 0: it does not tick */
	uint64_t next_tick;
	/* has loaded, and stores before anybody else accesses anything */
	struct flight *update;
	/* per thread: a word with bit 0 set, or 0 */
	uint32_t reserved[GOLDEN_MAX_WARPS][GOLDEN_MAX_THREADS];
	uint32_t pending;     /* interrupts, bit per warp */
	uint32_t ticks;       /* so far */
	bool *exits;          /* mexit is written, by whichever core */
	bool wrote, exited;   /* what that points to; op 12 is out */
	uint32_t held;        /* warps whose flush is not complete */
	bool failed, stopped; /* memory has refused something; op 11 is out */
	uint32_t failed_at;
};

static inline uint32_t lowest(uint32_t mask)
{
	return (uint32_t)ffs((int)mask) - 1;
}

static inline bool chance(struct core *c, uint32_t of_16)
{
	return rnd_below(&c->rnd, 16) < of_16;
}

static inline bool in_ram(const struct core *c, uint32_t addr)
{
	return addr - c->cfg.machine.ram_base < c->cfg.machine.ram_size;
}

static inline bool in_smem(const struct core *c, uint32_t addr)
{
	return addr - GOLDEN_SMEM < c->cfg.machine.smem_size;
}

static inline uint8_t *flat_at(struct core *c, uint32_t addr)
{
	return in_ram(c, addr) ? c->flat + (addr - c->cfg.machine.ram_base) :
	       c->smem + (addr - GOLDEN_SMEM);
}

/* Memory as the bus has it. */
static inline uint8_t *memory_at(struct core *c, uint32_t addr)
{
	return c->out->ram + (addr - c->cfg.machine.ram_base);
}

static inline bool is_access(const struct flight *f)
{
	return f->fx.kind == GOLDEN_LOAD || f->fx.kind == GOLDEN_STORE ||
	       f->fx.kind == GOLDEN_ATOMIC;
}

static inline bool has_access(const struct flight *f)
{
	return f->used && is_access(f) && f->performed != f->fx.tmask;
}

/* Does its next access store? */
static inline bool stores(const struct flight *f)
{
	return f->fx.kind == GOLDEN_STORE || f->loaded;
}

/* A new record; its words. */
uint32_t *ideal_emit(struct core *c, uint32_t kind, uint32_t warp,
		     uint32_t seq);

/* Does memory refuse one of the BYTES at ADDR? */
bool ideal_refuses(const struct core *c, uint32_t addr, uint32_t bytes);
/* It has, and says so. */
void ideal_refused(struct core *c, enum cosim_port port, bool write,
		   uint32_t addr, uint32_t bytes);

/* Perhaps an access performs. (ideal_access.c) */
void ideal_perform(struct core *c);

/* --- ideal_cache.c ---------------------------------------------------- */

/* One row: what an access wants. */
struct want {
	bool store;
	uint32_t addr;
	uint32_t mask[4], data[32];
};

void ideal_cache_new(struct core *c);
void ideal_cache_free(struct core *c);
/* Performs W now and gives word 5 of its record; false if it must wait. */
bool ideal_cache_access(struct core *c, const struct want *w, uint32_t *place);
/* Rows move in and out; then the bus. */
void ideal_cache_rows(struct core *c);
void ideal_cache_bus(struct core *c);
/* Write back (1), or write back and forget (3), what is there now; nothing is
 * left of it when the second returns true. */
void ideal_cache_flush(struct core *c, uint32_t what);
bool ideal_cache_flushed(struct core *c);

#endif
