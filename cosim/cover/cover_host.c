/* cover_host.c - coverage of the host: registers, resets, interrupts
 * SPDX-License-Identifier: Apache-2.0
 *
 * The harness, which plays the host, calls these functions. Core 0 counts.
 */
#include "cosim/cover/cover.h"

static size_t register_at(const struct cosim *c, uint32_t addr)
{
	if (addr >= ISA_HOST_CONST_BASE && !machine_is_mapped(&c->cfg))
		return AT(HOST, NOTHING);
	switch (addr) {
#define REG(id, name, offset, access, doc) case offset: return AT(HOST, id);
#include "isa/host.def"
	default: return AT(HOST, NOTHING);
	}
}

/* What the host reaches at ADDR. */
static size_t place_of(const struct cosim *c, uint32_t addr)
{
	uint32_t slot = (addr - ISA_HOST_SLOTS) / ISA_HOST_SLOT_BYTES;
	uint32_t word = addr % ISA_HOST_SLOT_BYTES / 4;

	if (addr < ISA_HOST_SLOTS)
		return register_at(c, addr);
	if (slot >= c->cfg.launches)
		return AT(HOST, NOTHING);
	return word < ISA_LAUNCH_WORDS ? AT(HOST, WORD) : AT(HOST, RESULT);
}

static bool any_slot(const struct cosim *c, enum golden_launch_state state)
{
	for (uint32_t i = 0; i < c->cfg.launches; i++)
		if (golden_slot(c->machine, i).state == state)
			return true;
	return false;
}

static size_t device_of(const struct cosim *c, const struct cosim_device *d)
{
	return d->resets ? AT(DEVICE, RESETS) :
	       d->failed ? AT(DEVICE, FAILED) :
	       d->stopped ? AT(DEVICE, STOPPED) :
	       any_slot(c, GOLDEN_LAUNCH_RUNNING) ? AT(DEVICE, RUNS) :
	       any_slot(c, GOLDEN_LAUNCH_QUEUED) ? AT(DEVICE, QUEUED) :
	       any_slot(c, GOLDEN_LAUNCH_DONE) ? AT(DEVICE, DONE) :
	       AT(DEVICE, IDLE);
}

void cosim_cover_write(struct cosim *c, uint32_t addr, uint32_t strb, bool good)
{
	if (c->core->cover)
		cover_hit(c->core, COVERAGE_HOST_WRITE, place_of(c, addr),
			  !strb ? AT(BYTES, NONE) : strb == 15 ?
			  AT(BYTES, ALL) : AT(BYTES, SOME),
			  good ? AT(ANSWER, OKAY) : AT(ANSWER, ERROR));
}

void cosim_cover_read(struct cosim *c, uint32_t addr,
		      const struct cosim_device *d)
{
	if (c->core->cover)
		cover_hit(c->core, COVERAGE_HOST_READ, place_of(c, addr),
			  device_of(c, d), 0);
}

void cosim_cover_reset(struct cosim *c, const struct cosim_device *d)
{
	if (c->core->cover)
		cover_hit(c->core, COVERAGE_HOST_RESET, device_of(c, d), 0, 0);
}

static size_t enabled(uint32_t bits)
{
	return bits ? AT(ENABLED, YES) : AT(ENABLED, NO);
}

void cosim_cover_irq(struct cosim *c, uint32_t done, bool error,
		     uint32_t enable)
{
	uint32_t bits = done | (uint32_t)error << 31, begin;

	if (!c->core->cover)
		return;
	begin = bits & ~c->core->cover->interrupts;
	c->core->cover->interrupts = bits;
	if (begin << 1)
		cover_hit(c->core, COVERAGE_HOST_IRQ, done & (done - 1) ?
			  AT(IRQ, SEVERAL) : AT(IRQ, DONE),
			  enabled(enable & begin << 1 >> 1), 0);
	if (begin >> 31)
		cover_hit(c->core, COVERAGE_HOST_IRQ, AT(IRQ, ERROR),
			  enabled(enable >> 31), 0);
}
