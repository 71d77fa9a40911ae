/* mem.h - a model of the memory behind the core's buses, as in doc/bus.md
 * SPDX-License-Identifier: Apache-2.0
 *
 * The model is RAM and the console, behind two simple buses or AXI4 ports. Each
 * AXI4 port has its own timing, and its own rows of dynamic memory.
 * It has a latency and a bandwidth. In random mode (seeded) it withholds ready,
 * delays responses and reorders them wherever the bus rules allow. It also
 * checks that the core obeys the bus rules, and keeps the first violation.
 *
 * Two runs with equal configurations and equal requests are equal in every
 * cycle. A `struct mem` owns its RAM.
 */
#ifndef WW_COSIM_MEM_H
#define WW_COSIM_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/cosim.h"
#include "cosim/device/driver.h"
#include "cosim/memory/dram.h"
#include "machine/shape.h"

enum {
	MEM_PAGE = 4096, MEM_CONSOLE = 0xFFFFF000, MEM_ERRORS = 16,
	MEM_EXTRA = 60        /* random mode: most extra cycles of latency */
};

/* BYTES from ADDR whose accesses get an error response from cycle SINCE on.
 * Reads, or writes, can be excepted. */
struct mem_range {
	uint32_t addr, bytes;
	uint64_t since;
	bool spare_reads, spare_writes;
};

struct mem_config {
	uint32_t ram_base, ram_size;
	uint32_t bus_bytes;   /* mem.bus_width / 8 */
	uint32_t cores;       /* cores on the buses */
	/* Bits of tags and ids below the number of the core. */
	uint32_t ibus_tag_bits, dbus_tag_bits;
	uint32_t warps;       /* word form: legal instruction tags */
	uint32_t requests;    /* word form: legal data tags, at most 64 */
	uint32_t icache_line, dcache_line;   /* bytes; 0: word form */
	uint32_t icache_mshrs, dcache_mshrs; /* legal ids of reads */
	bool whole_lines;     /* the data cache writes whole lines only */
	bool axi;             /* both line ports, through AXI4 */
	bool l2;              /* through a second-level cache: its banks are the
			       * cores, whose data side reads and writes all */
	uint32_t axi_id_bits;
	uint32_t channels;    /* AXI4 ports: bank B of the second-level cache
			       * has port B % CHANNELS. 0: one */
	uint32_t latency;     /* cycles from acceptance to response, >= 1 */
	uint32_t bandwidth;   /* a beat of data once in so many cycles, >= 1 */
	const struct dram_chip *dram;   /* adds the times of this chip; or
					 * NULL */
	uint32_t dram_mhz;    /* the core's clock, for DRAM */
	bool random;
	uint64_t seed;
	struct mem_range errors[MEM_ERRORS];
	uint32_t error_count;
};

/* Tags. With several cores, a tag of a simple bus has the core's number above
 * the core's own tag. An AXI4 id has it so below its highest bit. */
static inline uint32_t mem_tag_bits(const struct mem_config *c,
				    enum cosim_port port)
{
	return port == COSIM_IBUS ? c->ibus_tag_bits : c->dbus_tag_bits;
}

/* The core of TAG. */
static inline uint32_t mem_tag_core(const struct mem_config *c,
				    enum cosim_port port, uint32_t tag)
{
	return c->cores < 2 ? 0 : tag >> mem_tag_bits(c, port);
}

/* TAG without the number of its core. */
static inline uint32_t mem_tag_own(const struct mem_config *c,
				   enum cosim_port port, uint32_t tag)
{
	return c->cores < 2 ? tag :
	       tag & ((UINT32_C(1) << mem_tag_bits(c, port)) - 1);
}

/* Does the core of TAG exist? */
static inline bool mem_tag_valid(const struct mem_config *c,
				 enum cosim_port port, uint32_t tag)
{
	return c->cores < 2 || mem_tag_core(c, port, tag) < c->cores;
}

/* The bank of the second-level cache that has the line at ADDR; the console
 * belongs to bank 0. */
uint32_t mem_bank(const struct mem_config *c, uint32_t addr);

/* Callbacks for accesses that take effect, in order; as cosim_bus_read and its
 * neighbours. */
struct mem_events {
	void *ctx;
	void (*read)(void *ctx, enum cosim_port port, uint32_t id,
		     uint32_t addr, uint32_t bytes);
	void (*write)(void *ctx, uint32_t id, uint32_t addr,
		      const uint32_t *strb, const uint32_t *data,
		      uint32_t bytes);
	void (*error)(void *ctx, enum cosim_port port, uint32_t id, bool write,
		      uint32_t addr, uint32_t bytes);
};

struct mem_error {
	enum cosim_check check;
	uint32_t channel;       /* of AXI4 */
	char text[200];
};

struct mem;

/* The buses of such a machine; nothing of what the memory behind them is
 * like. */
struct mem_config mem_for(const struct machine *m, const struct shape *s);

/* A memory of zeros, or NULL if memory runs out. Release with mem_free. */
struct mem *mem_new(const struct mem_config *config);
void mem_free(struct mem *m);

/* Copies N bytes of the program to ADDR; the range must be in RAM. */
void mem_write(struct mem *m, uint32_t addr, const void *src, size_t n);

/* PUT receives each console byte; NULL: it is dropped. */
void mem_set_console(struct mem *m, void (*put)(void *ctx, uint8_t byte),
		     void *ctx);

/* Sets the callbacks. NULL members are not called. */
void mem_set_events(struct mem *m, const struct mem_events *events);

/* A storage in place of the model's own. mem_storage describes the storage to
 * replace, mem_set_store installs a storage (NULL: the model's own). Timing,
 * order and checks stay in the model. */
void mem_storage(struct mem *m, struct cosim_storage *out);
void mem_set_store(struct mem *m, const struct cosim_store *store);

/* Checks the core's outputs in a cycle of reset, EDGE clock edges after its
 * begin. Returns as mem_sample. */
int mem_reset(struct mem *m, uint64_t edge, const struct cosim_pins *pins);

/* Sets the core's inputs for CYCLE, before they settle. */
void mem_drive(struct mem *m, uint64_t cycle, struct cosim_pins *pins);

/* Reads the core's outputs in the same cycle, and accepts each transfer that
 * has valid and ready. Returns 0, or 1 if the core broke a rule (see
 * mem_error). */
int mem_sample(struct mem *m, uint64_t cycle, const struct cosim_pins *pins);

/* The rule that was broken, or NULL. */
const struct mem_error *mem_error(const struct mem *m);

/* Did the last mem_sample accept a request: of the instruction bus, of the data
 * bus, of any? */
bool mem_accepted_fetch(const struct mem *m);
bool mem_accepted_data(const struct mem *m);
bool mem_accepted(const struct mem *m);

/* Requests whose last response has not been taken. */
uint32_t mem_in_flight(const struct mem *m);

/* The model of the dynamic memory of port CHANNEL, or NULL if it has none. */
const struct dram *mem_dram(const struct mem *m, uint32_t channel);

/* The model's RAM: ram_size bytes. */
const uint8_t *mem_ram(const struct mem *m);
/* A bit per MEM_PAGE bytes of RAM: the core has written there. */
const uint64_t *mem_dirty(const struct mem *m);

#endif
