/* mem.h - the memory behind the core's buses, as doc/bus.md demands it
 * SPDX-License-Identifier: Apache-2.0
 *
 * RAM and the console, with a latency, a bandwidth, or a seeded random mode
 * that withholds ready, delays responses and lets them overtake each other
 * wherever the rules allow. It also holds the core to its side of the rules;
 * the first offence is kept. Two runs with the same configuration and the same
 * requests are the same in every cycle. A `struct mem` owns its RAM.
 */
#ifndef WW_COSIM_MEM_H
#define WW_COSIM_MEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cosim/cosim.h"
#include "cosim/driver.h"

enum { MEM_PAGE = 4096, MEM_CONSOLE = 0xFFFFF000 };

struct mem_config {
	uint32_t ram_base, ram_size;
	uint32_t bus_bytes;   /* of the data bus */
	uint32_t warps;       /* legal instruction tags */
	uint32_t requests;    /* legal data tags, at most 64 */
	uint32_t latency;     /* cycles from acceptance to response, >= 1 */
	uint32_t bandwidth;   /* a bus accepts once in so many cycles, >= 1 */
	bool random;
	uint64_t seed;
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

/* Sets the core's inputs for CYCLE, before they settle. */
void mem_drive(struct mem *m, uint64_t cycle, struct cosim_pins *pins);

/* Reads the core's outputs in the same cycle and accepts what both sides
 * agreed on. 0, or 1 if the core broke a rule (see mem_error). */
int mem_sample(struct mem *m, uint64_t cycle, const struct cosim_pins *pins);

/* The rule that was broken, or NULL. */
const struct mem_error *mem_error(const struct mem *m);

/* Did the last mem_sample accept a request of this bus? */
bool mem_accepted_fetch(const struct mem *m);
bool mem_accepted_data(const struct mem *m);

/* Responses that have not been taken. */
uint32_t mem_in_flight(const struct mem *m);

const uint8_t *mem_ram(const struct mem *m);
/* One bit per MEM_PAGE bytes of RAM that the core has written to. */
const uint64_t *mem_dirty(const struct mem *m);

#endif
