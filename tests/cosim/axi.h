/* axi.h - what the tests of the AXI4 slave share, and their parts
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_TESTS_COSIM_AXI_H
#define WW_TESTS_COSIM_AXI_H

#include "base/rnd.h"
#include "cosim/memory/mem.h"
#include "tests/cosim/pins.h"
#include "tests/tap.h"

enum {
	LINE = 64, BUS = 16, BEATS = LINE / BUS, WORDS = LINE / 4,
	MSHRS = 4, ID_BITS = 4, IBUS = 8, WRITE_ID = MSHRS, RAM_WORDS = 0x1000
};

struct axi_rig {
	struct mem *mem;
	struct cosim_pins p;
	struct cosim_axi_pins *a;
	uint32_t strb[4], data[COSIM_BUS_WORDS], rdata[COSIM_BUS_WORDS];
	uint64_t cycle;
	/* Memory as the events say it is, and how many there were. */
	uint32_t told[RAM_WORDS];
	uint32_t reads, writes, errors;
};

/* A memory of RAM_WORDS, with lines and 60 cycles of latency. */
struct mem_config axi_plain(void);
/* The pins of R have their vectors; the master takes every answer. */
void axi_pins(struct axi_rig *r);
/* Word N of memory holds N. The first cycle after reset is over. */
void axi_start(struct axi_rig *r, const struct mem_config *c);
/* Not 0 when a rule is broken. */
int axi_cycle(struct axi_rig *r);

/* A burst of LEN + 1 beats. */
struct cosim_axi_address axi_burst(uint32_t id, uint32_t addr, uint32_t len);
/* The master asks for nothing, and writes nothing. */
void axi_idle(struct axi_rig *r);
/* It writes a beat of words with VALUE. */
void axi_beat(struct axi_rig *r, uint32_t value, bool last);

/* The slave at random; the rules, each broken once. */
void axi_random(void);
void axi_rules(void);

#endif
