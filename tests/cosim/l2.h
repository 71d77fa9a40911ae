/* l2.h - a second-level cache to be told what happens, for its tests
 * SPDX-License-Identifier: Apache-2.0
 *
 * A data cache that writes through, above a second-level cache of two ways,
 * above memory.
 */
#ifndef WW_TESTS_COSIM_L2_H
#define WW_TESTS_COSIM_L2_H

#include <string.h>

#include "cosim/cover/cover.h"
#include "cosim/level/flat.h"
#include "cosim/level/l2.h"
#include "cosim/level/level.h"
#include "cosim/state/mismatch.h"
#include "tests/tap.h"

#define BASE UINT32_C(0x80000000)
#define LINE (BASE + 0x40)
#define NEXT (LINE + SETS * BYTES)      /* another line of the same set */

enum {
	SIZE = 4096, BYTES = 32, BEAT = 16, SETS = 4,
	READ = 0, WRITE, PASS, EVICT, FILL, ATOMIC,
	INSN = 1 << 4, FRESH = 1 << 5, STAYS = 1 << 6, FAILED = 1 << 7
};

struct rig {
	struct cosim c;
	struct core core;
	struct level *level[2];         /* memory, the data cache */
	struct warp warp;
	uint8_t mirror[SIZE];
	uint32_t bank;                  /* of the records */
	uint32_t record[4 + 1 + BYTES / 4];
};

#define OP(op) ((uint32_t)(op) << 8)

typedef void scenario(struct rig *r);

/* Runs N scenarios, each with caches that are empty. */
void rig_run(scenario *const *s, size_t n);
#define RIG_RUN(s) rig_run(s, sizeof s / sizeof *s)
/* The caches are empty again, and there are BANKS. */
void rig_again(struct rig *r, uint32_t banks);
/* The mismatch since the last call, or "nothing". */
const char *rig_found(struct rig *r);

/* A record of OP, an operation << 8 and flags, of the line at ADDR in WAY, with
 * the bytes of MASK as memory has them. */
uint32_t *rig_make(struct rig *r, uint32_t op, uint32_t addr, uint32_t way,
		   uint32_t mask);
/* The same, and the events of its cycle. */
void rig_does(struct rig *r, uint32_t op, uint32_t addr, uint32_t way,
	      uint32_t mask);
/* The record, but for a bit of WORD. */
void rig_spoils(struct rig *r, uint32_t op, uint32_t addr, uint32_t way,
		uint32_t mask, uint32_t word);
/* The line at ADDR is read from memory; memory refuses the access; the line
 * is read, and WAY has it. */
void rig_reads(struct rig *r, uint32_t addr);
void rig_refuses(struct rig *r, bool write, uint32_t addr);
void rig_brings(struct rig *r, uint32_t addr, uint32_t way);
/* The data cache stores four bytes at ADDR + 4, and the second-level cache
 * performs the write with FLAGS in WAY. */
void rig_stores(struct rig *r, uint32_t flags, uint32_t addr, uint32_t way,
		uint32_t value);
/* Memory takes the beats of the line at ADDR that MASK has. */
void rig_leaves(struct rig *r, uint32_t addr, uint32_t mask);

/* The parts of the test: what the audit shows, and flushes; banks, and
 * coverage; atomic operations. */
void check_audits(void);
void check_banks(void);
void check_atomics(void);

#endif
