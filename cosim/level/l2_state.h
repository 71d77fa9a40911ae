/* l2_state.h - the state of the mirror of the second-level cache
 * SPDX-License-Identifier: Apache-2.0
 *
 * Private to l2*.c. l2.c has the records, l2_lines.c the lines and the state
 * audit, l2_memory.c what goes to memory and comes from it, l2_fair.c the turns
 * of the cores. Functions with a result int return 0, or 1 after fail.
 */
#ifndef WW_COSIM_L2_STATE_H
#define WW_COSIM_L2_STATE_H

#include "cosim/level/l2.h"
#include "cosim/level/level.h"

enum {
	MASKS = LEVEL_LINE / 32, READS = 128, WRITES = 64, BANKS = 8,
	/* l2-ops */
	OP_READ = 0, OP_WRITE, OP_PASS, OP_EVICT, OP_FILL, OP_ATOMIC, OPS
};

struct l2_line {
	uint32_t addr;
	uint32_t valid[MASKS], dirty[MASKS];    /* bit per byte */
	uint8_t old[LEVEL_LINE];        /* of dirty bytes: those of memory */
	uint64_t since;                 /* event of the oldest dirty byte */
	bool failed;                    /* memory could not read it */
	uint64_t began;                 /* event of its fill or first store */
	bool flushed;                   /* a flush may have dropped it */
};

/* A line that memory reads. */
struct l2_read { bool used, fails; uint32_t addr; };

/* Bytes of a line that must reach memory. */
struct l2_write {
	uint32_t addr;
	uint32_t mask[MASKS];
	uint8_t data[LEVEL_LINE];
	uint8_t old[LEVEL_LINE];        /* in memory before the write */
	uint64_t since;                 /* event of the oldest byte */
	uint32_t next;          /* offset of the next beat */
};

/* Bytes of a line that memory has refused: it has DATA. */
struct l2_lost {
	uint32_t addr;
	uint32_t mask[MASKS];
	uint8_t data[LEVEL_LINE];
};

/* The writes of a bank in flight. */
struct l2_queue {
	struct l2_write writes[WRITES]; /* a ring */
	uint32_t head, count;
	uint32_t last;                  /* line of the last one that ended */
};

/* Something of a core that waits for its bank, and the requests of other cores
 * that the bank has performed meanwhile. */
enum l2_waiting { L2_WAIT_WRITE, L2_WAIT_READ, L2_WAIT_FETCH, L2_WAITS };

struct l2_wait {
	uint64_t since;         /* tells apart waits at ADDR */
	uint32_t addr, next, served;
};

struct l2 {
	uint32_t line, ways, masks;
	uint32_t banks, sets;           /* sets of a bank */
	uint32_t ram_base, ram_lines;
	struct l2_line *lines;          /* [bank][set][way] */
	struct l2_read reads[READS];
	struct l2_queue queues[BANKS];
	struct l2_lost *lost;
	uint32_t lost_count, lost_room;
	void (*watch)(struct core *c, const struct l2_event *e);
	uint64_t counts[BANKS][OPS], insns;     /* records; reads for fetch */
	struct l2_wait *waits;          /* [core][enum l2_waiting] */
	uint32_t acting;                /* banks with a record in this cycle */
	bool audits;                    /* BEAT is to be compared */
	uint32_t beat;
	uint32_t shown[ROW_WORDS + ROW_MASKS];
};

/* The fields of a record. */
struct l2_request {
	uint32_t op, addr, way, core;
	const uint32_t *mask;
	const uint8_t *data;
};

/* --- l2_lines.c: a mask has a bit per byte of a line ---------------------- */

bool l2_bit(const uint32_t *mask, uint32_t i);
void l2_set(uint32_t *mask, uint32_t i, bool on);
void l2_clear(uint32_t *mask);
bool l2_any(const struct l2 *k, const uint32_t *mask);
bool l2_all(const struct l2 *k, const uint32_t *mask);
/* Is any of COUNT bytes from FIRST in MASK? */
bool l2_any_byte(const uint32_t *mask, uint32_t first, uint32_t count);

/* The bank of the line at ADDR; the console belongs to bank 0. */
uint32_t l2_bank_of(const struct l2 *k, uint32_t addr);
struct l2_line *l2_line_at(const struct l2 *k, uint32_t addr, uint32_t way);
/* Has L a byte of the line at ADDR? */
bool l2_holds(const struct l2 *k, const struct l2_line *l, uint32_t addr);

/* Reports CHECK for Q. Returns 1. */
int l2_fail(struct cosim *c, enum cosim_check check,
	    const struct l2_request *q, const char *why);
/* The bytes of Q in its mask must be those stored last. */
int l2_check_bytes(struct cosim *c, const struct l2_request *q);

/* --- l2_memory.c --------------------------------------------------------- */

/* What memory has at byte I of the line at ADDR, if the writes in flight reach
 * memory. */
uint8_t l2_below(const struct cosim *c, uint32_t addr, uint32_t i);
/* A fill brings the bytes of MASK of the line at ADDR from memory. */
void l2_restore(struct cosim *c, uint32_t addr, const uint32_t *mask);
/* The bytes of Q must reach memory. */
int l2_expect(struct cosim *c, const struct l2_request *q);
/* The line of a write in flight that is older than EVENT; 0: there is none. */
uint32_t l2_older(struct cosim *c, uint64_t event);
/* The read of the line at ADDR; or an unused one, if not USED. */
struct l2_read *l2_reading(struct l2 *k, bool used, uint32_t addr);

/* --- l2_fair.c ------------------------------------------------------------ */

/* BANK has performed Q, while other cores wait for the bank. */
int l2_count_waits(struct cosim *c, const struct l2_request *q, uint32_t bank);

#endif
