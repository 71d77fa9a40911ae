/* level.h - a level of memory: a cache, mirrored, or memory itself
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to cosim/. Levels are linked: below a cache is another one or memory,
 * the lowest, which has nothing below. A cache owns a mirror of each of its
 * lines, copies of the lines that it is reading from below, and the writes that
 * must still get there, in order; memory is an array of bytes, as the bus has
 * it. Each is fed by golden's values in the places and the order that the
 * device names. Functions with a result return 0, or 1 after fail.
 *
 * level.c holds the books, level_writes.c what is on its way down,
 * level_rows.c what comes up and goes into and out of the array, level_access.c
 * the accesses from above, level_left.c what flushes, the end and the state
 * audit demand. bus.c gives them the events of the memory.
 */
#ifndef WW_COSIM_LEVEL_H
#define WW_COSIM_LEVEL_H

#include "cosim/state/state.h"

enum { LEVEL_LINE = 256, LEVEL_ROWS = 64, LEVEL_READS = 64 };

/* What one way of a set holds. A row is there if its bit in VALID is set; the
 * line serves accesses if all are. */
struct level_line {
	uint32_t addr;
	uint64_t valid, dirty;  /* bit per row */
	uint64_t since;         /* event of its first row; weak: of its read */
	uint64_t cycle;         /* the same as a cycle */
	uint64_t leaving;       /* rows of a line that an acquire has ended */
	bool owed;              /* it has given its way to one to come */
	bool passed;            /* by its read, a write on its way */
};

/* A line on its way from below. */
struct level_read {
	bool used, fails;
	bool passed;            /* a write of its core was on its way */
	uint32_t addr, way;
	uint64_t filled;        /* rows written into the array */
	uint64_t event;         /* when DATA was in memory */
	uint8_t data[LEVEL_LINE];
};

/* Bytes on their way down, all of one row. */
struct level_write {
	uint32_t addr;
	uint32_t mask[ROW_MASKS], data[ROW_WORDS];
	uint32_t next;          /* first beat that has not come */
	bool update;            /* an operand: the level below makes an atomic
				 * operation */
	uint64_t since;         /* event of the oldest store in it */
	/* if weak, per byte: order of the instruction that stored it; with
	 * LEVEL_DIFFERS: another value than golden's */
	uint64_t by[4 * ROW_WORDS];
};

#define LEVEL_DIFFERS (UINT64_C(1) << 63)

/* An atomic operation that the level below makes on the word at ADDR, for
 * instruction ORDER. If it FAILS, it has not been made. */
struct update {
	uint64_t order;
	uint32_t addr;
	bool fails;
	bool passes;            /* older stores of its core are in flight */
	uint32_t made;          /* result: the word to store; */
	bool differs;           /* not golden's */
};

/* A perform record, as far as the cache is concerned. */
struct level_access {
	struct core *core;
	uint32_t warp;
	struct slot *slot;
	bool store;
	bool differs;           /* what is stored, from golden's */
	uint32_t addr, way;   /* of the row */
	bool array, error;
	const uint32_t *mask, *data;
};

/* Functions that a data cache calls for what it does. LINE is the number of the
 * line in the array; NOWHERE: past the array. */
struct level_watch {
	/* Line LINE serves A, which has not taken effect yet. */
	void (*access)(struct core *c, const struct level_access *a,
		       size_t line);
	/* The first row of a refill is written into LINE, which held clean
	 * data if CLEAN; the last row is. */
	void (*fill)(struct core *c, size_t line, uint32_t addr, bool clean);
	void (*filled)(struct core *c, size_t line);
	/* A row leaves LINE by an evict record with OP. */
	void (*evict)(struct core *c, size_t line, uint32_t op, uint32_t addr);
};

struct level {
	struct cosim *all;      /* the checker */
	struct core *core;      /* the only one that it serves; NULL: all */
	struct level *lower;    /* NULL: there is none */

	/* Memory. */
	uint8_t *bytes;
	bool borrowed;          /* they are another's */

	/* A cache. */
	struct shape_cache shape;
	uint32_t sets, rows, row_bytes;
	uint64_t all_rows;
	struct level_line *lines;       /* [set][way] */
	uint8_t *data;          /* [set][way][byte of the line] */
	uint64_t *row_since;    /* [set][way][row]: of its first store */
	uint64_t *by;           /* [set][way][byte]: order of its last store;
				   NULL: not weak */
	struct level_read reads[LEVEL_READS];
	struct level_write *writes;     /* a ring */
	uint32_t head, count, room;
	bool refused;           /* below has responded with an error */
	const struct level_watch *watch;        /* NULL: none */
};

/* A row in a record, or in the array. */
struct level_row {
	uint32_t addr, way;
	const uint32_t *data;
};

/* --- places ----------------------------------------------------------- */

static inline uint32_t level_line_of(const struct level *k, uint32_t addr)
{
	return addr & ~(k->shape.line - 1);
}

static inline uint32_t level_row_of(const struct level *k, uint32_t addr)
{
	return (addr & (k->shape.line - 1)) / k->row_bytes;
}

static inline uint64_t level_row_bit(const struct level *k, uint32_t addr)
{
	return UINT64_C(1) << level_row_of(k, addr);
}

/* The set of ADDR: the low bits of the number of its line; if it is hashed,
 * with the digits of the tag added without carry, the lowest times the
 * generator of GF(4), two bits at a time. */
static inline uint32_t level_set_of(const struct level *k, uint32_t addr)
{
	uint32_t line = addr / k->shape.line, set = line % k->sets, tag, low;
	uint32_t even = 0x55555555 & (k->sets - 1);

	if (!k->shape.hashed)
		return set;
	tag = line / k->sets & (UINT32_MAX >> (32 - k->shape.hashed));
	low = tag % k->sets;
	even &= (k->sets - 1) >> 1; /* an odd bit is above it */
	set ^= (low & even) << 1 | ((low ^ low >> 1) & even) |
	       (low & (k->sets - 1) & ~(even | even << 1));
	for (tag /= k->sets; tag; tag /= k->sets)
		set ^= tag % k->sets;
	return set;
}

static inline struct level_line *level_line_at(const struct level *k,
					       uint32_t addr, uint32_t way)
{
	uint32_t set = level_set_of(k, addr);

	return &k->lines[set * k->shape.ways + way];
}

static inline uint8_t *level_bytes_at(const struct level *k,
				      const struct level_line *l,
				      uint32_t addr)
{
	size_t index = (size_t)(l - k->lines);

	return k->data + index * k->shape.line + (addr & (k->shape.line - 1));
}

static inline uint64_t *level_row_since(const struct level *k,
					const struct level_line *l,
					uint32_t addr)
{
	size_t index = (size_t)(l - k->lines);

	return &k->row_since[index * k->rows + level_row_of(k, addr)];
}

static inline uint64_t *level_by_at(const struct level *k,
				    const struct level_line *l, uint32_t addr)
{
	return k->by + (level_bytes_at(k, l, addr) - k->data);
}

static inline bool level_holds(const struct level *k,
			       const struct level_line *l, uint32_t addr)
{
	return l->valid && l->addr == level_line_of(k, addr);
}

/* The device goes on as if L, which is clean, were not there. It may have given
 * its way to a line on its way; then it serves nobody again, and that must
 * come. */
static inline void level_give_up(struct level_line *l)
{
	l->valid = 0;
	l->owed = true;
}

static inline struct level_write *level_write_at(const struct level *k,
						 uint32_t i)
{
	return &k->writes[(k->head + i) % k->room];
}

/* --- life and books (level.c) ----------------------------------------- */

/* The memory of ALL: BYTES, which stay the caller's, or NULL: its own, of
 * zeros. A cache above LOWER, of a shape that is possible with rows of ROW
 * bytes. NULL if there is no memory for either. */
struct level *level_memory(struct cosim *all, uint8_t *bytes);
struct level *level_cache(struct cosim *all, const struct shape_cache *shape,
			  uint32_t row, struct level *lower);
void level_free(struct level *k);
/* Is this geometry possible, with rows of ROW bytes? */
bool level_possible(const struct shape_cache *d, uint32_t row);

/* Starts the mismatch of this run about K, and returns 1. */
int level_fail(const struct level *k, enum cosim_check check, const char *fmt,
	       ...) __attribute__((format(printf, 3, 4)));

/* Where K has the byte at ADDR of RAM, and the others of its line; NULL: a
 * cache that does not hold all of the line. */
uint8_t *level_place(const struct level *k, uint32_t addr);

/* The aligned word that C reads at ADDR, in RAM or its shared memory. */
uint32_t level_core_word(const struct core *c, uint32_t addr);

/* The way that holds some of the line of ADDR, or NULL. */
struct level_line *level_find(const struct level *k, uint32_t addr);
/* The read of the line at ADDR, or NULL. */
struct level_read *level_reading(struct level *k, uint32_t addr);

/* Since when is the word at ADDR, in RAM, newer than the level below has it?
 * 0 if it is not. */
uint64_t level_since(const struct level *k, uint32_t addr);

/* What is under way: writes to memory, dirty lines, reads. */
struct level_work { uint32_t writes, dirty, reads; };
struct level_work level_work(const struct level *k);
/* Lines being read beside that of ADDR. */
uint32_t level_reads(const struct level *k, uint32_t addr);

/* --- on its way down (level_writes.c) --------------------------------- */

/* A row's bytes of MASK, NULL: all, are to reach memory next; the oldest store
 * in them is of the event SINCE. BY, if weak: per byte the order of who stored
 * it. */
int level_expect(struct level *k, uint32_t addr,
		 const uint32_t *mask, const void *data, uint64_t since,
		 const uint64_t *by);
/* A beat of a write takes effect on the bus. STRB and DATA may be NULL: it was
 * refused. */
int level_bus_write(struct level *k, uint32_t addr,
		    const uint32_t *strb, const uint32_t *data, uint32_t bytes);
/* The level below makes the atomic operation on the word at ADDR that K has
 * sent; or it FAILS to read the line at ADDR. */
int level_bus_update(struct level *k, uint32_t addr, bool fails);

/* --- rows (level_rows.c) ---------------------------------------------- */

/* The read of a line takes effect on the bus. */
int level_bus_read(struct level *k, uint32_t addr,
		   uint32_t bytes);
/* The read of this line, announced before, will fail. Records of C about it. */
void level_read_fails(struct level *k, uint32_t addr);
/* Is the line of ADDR being read, and has memory responded with an error? */
bool level_is_failing(struct level *k, uint32_t addr);
int level_fill(struct core *c, struct level *k, const uint32_t *r);
int level_evict(struct core *c, struct level *k, const uint32_t *r);
/* Row R has other data than WANT: fails with CHECK. */
int level_row_differs(const struct level *k, enum cosim_check check,
		      const struct level_row *r, const void *want);

/* --- accesses (level_access.c) ---------------------------------------- */

/* Before the access takes effect on the flat mirror. */
int level_perform(struct level *k,
		  const struct level_access *a);
/* When the first row of the line of A came. */
uint64_t level_line_cycle(struct level *k, const struct level_access *a);

/* --- events of the memory (bus.c) ------------------------------------- */

/* Lets the memory's events of this cycle take effect. Returns 0, or 1 after
 * fail. */
int bus_events(struct cosim *c);
/* What takes effect below the data cache of CORE in this cycle: a read of BYTES
 * at ADDR for PORT, or a beat of a write. */
/* Tells who asks for it what moves. */
void bus_moves(const struct cosim *c, struct cosim_traffic t);
void bus_reads(struct cosim *c, uint32_t core, enum cosim_port port,
	       uint32_t addr, uint32_t bytes);
/* ... with an error for all BYTES, from the second-level cache. */
void bus_fails(struct cosim *c, uint32_t core, enum cosim_port port,
	       uint32_t addr, uint32_t bytes);
void bus_writes(struct cosim *c, uint32_t core, uint32_t addr,
		const uint32_t *strb, const uint32_t *data, uint32_t bytes);
/* The second-level cache makes the atomic operation of CORE on the word at
 * ADDR; or it FAILS: it could not read the line at ADDR. */
void bus_updates(struct cosim *c, uint32_t core, uint32_t addr, bool fails);

/* --- what has left (level_left.c) ------------------------------------- */

/* Has everything that WARP of C stored, or saw stored, before its last fence.i
 * or mflush left the cache? */
int level_flushed(struct level *k, struct core *c, uint32_t warp);
/* WARP of C, or a launch, has acquired: K has nothing, nor gets it, that is
 * older than EVENT. */
int level_acquired(struct level *k, struct core *c, uint32_t warp,
		   uint64_t event);
/* Has everything that was stored before EVENT, as a launch's release demands?
 */
int level_released(const struct level *k, uint64_t event);
/* Has everything? */
int level_drained(const struct level *k);

/* The state audit: DATA is row ROW of line number LINE, counted by sets, ways
 * first; the address of a line and its state (bit 0 valid, 1 dirty), when
 * nothing is on its way. */
int level_audit_row(const struct level *k, uint32_t line,
		    uint32_t row, const uint32_t *data);
int level_audit_tag(const struct level *k, uint32_t line,
		    const uint32_t *data);

#endif
