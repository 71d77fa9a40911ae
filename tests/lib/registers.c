/* registers.c - a device behind registers in files: registers FILE RAM OFFSET
 * SPDX-License-Identifier: Apache-2.0
 *
 * The golden model runs the launches that a host rings for in FILE, with the
 * memory at OFFSET in RAM, until it is killed. A launch with the argument BAD
 * plays a memory that fails.
 */
#define _XOPEN_SOURCE 700
#define _FILE_OFFSET_BITS 64
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "golden/golden.h"

enum { RAM = 1 << 16, SLICE = 1 << 16, SECONDS = 600 };
static const uint32_t NONE = UINT32_MAX, BAD = 0xbad00000;

static const struct machine machine = {
	.cores = 1, .warps = 8, .threads = 2, .stack = 8, .barriers = 1,
	.dispatch = true, .launches = 4, .blocks = 4, .has_m = true,
	.reset_pc = 0x80000000, .ram_base = 0x80000000, .ram_size = RAM,
	.const_base = 0x80008000, .const_size = 0x2000
};

static struct golden *g;
static _Atomic uint32_t *reg;
static volatile uint8_t *ram;
static uint8_t seen[RAM];       /* what both have */

static void *map(const char *path, off_t offset, size_t bytes)
{
	int fd = open(path, O_RDWR | O_CREAT, 0666);
	void *at = MAP_FAILED;

	if (fd >= 0 && (lseek(fd, 0, SEEK_END) >= offset + (off_t)bytes ||
			ftruncate(fd, offset + (off_t)bytes) == 0))
		at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
			  offset);
	if (at == MAP_FAILED) {
		perror(path);
		exit(1);
	}
	return at;
}

static _Atomic uint32_t *at(uint32_t slot, uint32_t word)
{
	return &reg[(ISA_HOST_SLOTS + slot * ISA_HOST_SLOT_BYTES) / 4 + word];
}

static void set(uint32_t offset, uint32_t value)
{
	reg[offset / 4] = value;
}

static uint32_t take(uint32_t offset, uint32_t instead)
{
	return atomic_exchange(&reg[offset / 4], instead);
}

static void begin(void)
{
	set(ISA_HOST_ID, ISA_HOST_MAGIC);
	set(ISA_HOST_VERSION, ISA_HOST_REVISION_MAP);
	set(ISA_HOST_CONST_BASE, machine.const_base);
	set(ISA_HOST_CONST_SIZE, machine.const_size);
	set(ISA_HOST_SMEM_BASE, MACHINE_SMEM);
	set(ISA_HOST_SHAPE, 1 | 8 << 8 | 2 << 16 | 4 << 24);
	set(ISA_HOST_LIMITS, 4 | 1 << 8 | 1 << 16);
	set(ISA_HOST_ISA, 1 | 1 << 10);
	set(ISA_HOST_RAM_BASE, machine.ram_base);
	set(ISA_HOST_RAM_SIZE, RAM);
	set(ISA_HOST_DOORBELL, NONE);
}

/* --- launches ------------------------------------------------------------- */

static void ring(uint32_t slot)
{
	uint32_t word[ISA_LAUNCH_WORDS];

	for (uint32_t i = 0; i < ISA_LAUNCH_WORDS; i++)
		word[i] = *at(slot, i);
	if (reg[ISA_HOST_STATUS / 4] || golden_ring(g, slot, word))
		return;
	reg[ISA_HOST_BUSY / 4] |= 1u << slot;
	if (word[ISA_LAUNCH_ARG] == BAD) {
		golden_abort(g, slot);
		set(ISA_HOST_ERROR_ADDR, BAD);
		set(ISA_HOST_STATUS, ISA_HOST_STATUS_ERROR);
	}
}

static void obey(void)
{
	uint32_t bell = take(ISA_HOST_DOORBELL, NONE);
	uint32_t ack = take(ISA_HOST_ACK, 0) & reg[ISA_HOST_DONE / 4];
	uint32_t cut = take(ISA_HOST_ABORT, 0);

	for (uint32_t i = 0; i < machine.launches; i++) {
		if (ack >> i & 1)
			golden_acknowledge(g, i);
		if (cut >> i & 1)
			golden_abort(g, i);
	}
	reg[ISA_HOST_BUSY / 4] &= ~ack;
	reg[ISA_HOST_DONE / 4] &= ~ack;
	if (take(ISA_HOST_CONTROL, 0)) {
		golden_reset(g);
		set(ISA_HOST_DONE, 0);
		set(ISA_HOST_STATUS, 0);
		set(ISA_HOST_BUSY, 0);
	}
	if (bell < machine.launches)
		ring(bell);
}

static void publish(uint32_t slot)
{
	uint32_t done = 1u << slot;
	struct golden_result r;

	if (reg[ISA_HOST_DONE / 4] & done || !golden_done(g, slot, &r))
		return;
	*at(slot, ISA_RESULT_STATUS) =
		(uint32_t)r.end | (uint32_t)r.reason << ISA_STATUS_LOW_REASON |
		r.trap.cause << ISA_STATUS_LOW_CAUSE |
		r.trap.warp << ISA_STATUS_LOW_WARP |
		1u << ISA_STATUS_LOW_DONE;
	*at(slot, ISA_RESULT_TRAP_PC) = r.trap.pc;
	*at(slot, ISA_RESULT_TRAP_TVAL) = r.trap.tval;
	for (uint32_t i = 0; i < 3; i++)
		*at(slot, ISA_RESULT_TRAP_X + i) = r.place[i];
	reg[ISA_HOST_DONE / 4] |= done;
}

static void work(void)
{
	uint8_t *mine = golden_ram(g);

	for (uint32_t i = 0; i < RAM; i++)
		if (ram[i] != seen[i]) {
			seen[i] = ram[i];
			golden_write(g, machine.ram_base + i, &seen[i], 1);
		}
	golden_run(g, SLICE, 0, NULL);
	for (uint32_t i = 0; i < RAM; i++)
		if (mine[i] != seen[i])
			ram[i] = seen[i] = mine[i];
	for (uint32_t i = 0; i < machine.launches; i++)
		publish(i);
}

int main(int argc, char **argv)
{
	const struct timespec rest = { 0, 20000 };
	time_t end = time(NULL) + SECONDS;

	if (argc != 4 || golden_new(&machine, &g))
		return 2;
	reg = map(argv[1], 0, ISA_HOST_BYTES);
	ram = map(argv[2], (off_t)strtoull(argv[3], NULL, 0), RAM);
	begin();
	puts("ready");
	fflush(stdout);
	while (time(NULL) < end) {
		obey();
		if (reg[ISA_HOST_BUSY / 4] & ~reg[ISA_HOST_DONE / 4])
			work();
		nanosleep(&rest, NULL);
	}
	golden_free(g);
	return 0;
}
