/* mem.h - the memory behind the core's buses, as doc/bus.md demands it
 * SPDX-License-Identifier: Apache-2.0
 *
 * RAM and the console behind two simple buses or one AXI4 port, with a latency,
 * a bandwidth, or a seeded random mode that withholds ready, delays responses
 * and lets them overtake each other wherever the rules allow. It also holds the
 * core to its side of the rules; the first offence is kept. Two runs with the
 * same configuration and the same requests are the same in every cycle. A
 * `struct mem` owns its RAM.
 */
#ifndef WW_COSIM_MEM_H
#define WW_COSIM_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/cosim.h"
#include "cosim/device/driver.h"
#include "cosim/memory/dram.h"

enum {
	MEM_PAGE = 4096, MEM_CONSOLE = 0xFFFFF000, MEM_ERRORS = 16,
	MEM_EXTRA = 60        /* random mode: latency up to so much longer */
};

/* BYTES from ADDR whose reads and writes are answered with an error, but for
 * those that it spares. */
struct mem_range {
	uint32_t addr, bytes;
	bool spare_reads, spare_writes;
};

struct mem_config {
	uint32_t ram_base, ram_size;
	uint32_t bus_bytes;   /* mem.bus_width / 8 */
	uint32_t cores;       /* that share the buses */
	/* Below the number of the core in tags and ids; one core: all. */
	uint32_t ibus_tag_bits, dbus_tag_bits;
	uint32_t warps;       /* word form: legal instruction tags */
	uint32_t requests;    /* word form: legal data tags, at most 64 */
	uint32_t icache_line, dcache_line;   /* bytes; 0: word form */
	uint32_t icache_mshrs, dcache_mshrs; /* legal ids of reads */
	bool whole_lines;     /* the data cache writes whole lines only */
	bool axi;             /* both line ports, through AXI4 */
	uint32_t axi_id_bits;
	uint32_t latency;     /* cycles from acceptance to response, >= 1 */
	uint32_t bandwidth;   /* a beat of data once in so many cycles, >= 1 */
	const struct dram_chip *dram;   /* whose times are added; or NULL */
	uint32_t dram_mhz;    /* the core's clock beside it */
	bool random;
	uint64_t seed;
	struct mem_range errors[MEM_ERRORS];
	uint32_t error_count;
};

/* What takes effect in the memory, in order; see cosim_bus_read and so on. */
/* With several cores the ids of a simple bus, and the numbers below the highest
 * bit of those of AXI4, have a core's number above what is its own. */
static inline uint32_t mem_tag_bits(const struct mem_config *c,
				    enum cosim_port port)
{
	return port == COSIM_IBUS ? c->ibus_tag_bits : c->dbus_tag_bits;
}

static inline uint32_t mem_tag_core(const struct mem_config *c,
				    enum cosim_port port, uint32_t tag)
{
	return c->cores < 2 ? 0 : tag >> mem_tag_bits(c, port);
}

static inline uint32_t mem_tag_own(const struct mem_config *c,
				   enum cosim_port port, uint32_t tag)
{
	return c->cores < 2 ? tag :
	       tag & ((UINT32_C(1) << mem_tag_bits(c, port)) - 1);
}

/* Is there the core whose TAG it is? */
static inline bool mem_tag_valid(const struct mem_config *c,
				 enum cosim_port port, uint32_t tag)
{
	return c->cores < 2 || mem_tag_core(c, port, tag) < c->cores;
}

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
	char text[200];
};

struct mem;

/* A memory of zeros, or NULL if there is not enough. */
struct mem *mem_new(const struct mem_config *config);
void mem_free(struct mem *m);

/* Places part of the program; the range must be inside RAM. */
void mem_write(struct mem *m, uint32_t addr, const void *src, size_t n);

/* Where console bytes go; without it they are dropped. */
void mem_set_console(struct mem *m, void (*put)(void *ctx, uint8_t byte),
		     void *ctx);

/* Who is told what takes effect; NULL members are not called. */
void mem_set_events(struct mem *m, const struct mem_events *events);

/* What another storage has to be, and who is it from now on; NULL: the memory's
 * own. Timing, order and books stay here. */
void mem_storage(struct mem *m, struct cosim_storage *out);
void mem_set_store(struct mem *m, const struct cosim_store *store);

/* Looks at the core's outputs in a cycle of reset, EDGE clock edges after its
 * beginning. Returns as mem_sample. */
int mem_reset(struct mem *m, uint64_t edge, const struct cosim_pins *pins);

/* Sets the core's inputs for CYCLE, before they settle. */
void mem_drive(struct mem *m, uint64_t cycle, struct cosim_pins *pins);

/* Reads the core's outputs in the same cycle and accepts what both sides
 * agreed on. 0, or 1 if the core broke a rule (see mem_error). */
int mem_sample(struct mem *m, uint64_t cycle, const struct cosim_pins *pins);

/* The rule that was broken, or NULL. */
const struct mem_error *mem_error(const struct mem *m);

/* Did the last mem_sample accept a request (of this simple bus; of any)? */
bool mem_accepted_fetch(const struct mem *m);
bool mem_accepted_data(const struct mem *m);
bool mem_accepted(const struct mem *m);

/* Requests whose last response has not been taken. */
uint32_t mem_in_flight(const struct mem *m);

/* Its dynamic memory, or NULL if it is none. */
const struct dram *mem_dram(const struct mem *m);

const uint8_t *mem_ram(const struct mem *m);
/* One bit per MEM_PAGE bytes of RAM that the core has written to. */
const uint64_t *mem_dirty(const struct mem *m);

#endif
