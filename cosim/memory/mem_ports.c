/* mem_ports.c - makes, drives and samples the ports of the memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/memory/axi_check.h"
#include "cosim/memory/mem_state.h"

#include <stdlib.h>

static int ports_init(struct mem *m)
{
	if (m->cfg.dram) {
		m->dram = dram_new(m->cfg.dram, m->cfg.dram_mhz);
		if (!m->dram)
			return -1;
	}
	if (m->cfg.axi) {
		m->axi = axi_new(m);
		return m->axi ? 0 : -1;
	}
	if (port_init(m, &m->ibus, COSIM_IBUS))
		return -1;
	return port_init(m, &m->dbus, COSIM_DBUS);
}

/* A port that has no RAM yet. */
static struct mem *port_new(const struct mem_config *config, uint32_t channel)
{
	struct mem *m = calloc(1, sizeof *m);

	if (!m)
		return NULL;
	m->cfg = *config;
	m->channel = channel;
	rnd_seed(&m->rnd, config->seed + channel);
	return m;
}

/* Makes the ports behind M. Returns 0, or -1 if memory runs out. */
static int add_ports(struct mem *m)
{
	for (uint32_t i = 1; i < m->cfg.channels; i++, m = m->next) {
		m->next = port_new(&m->cfg, i);
		if (!m->next || ports_init(m->next))
			return -1;
		m->next->ram = m->ram;
		m->next->dirty = m->dirty;
	}
	return 0;
}

struct mem *mem_new(const struct mem_config *config)
{
	struct mem *m = port_new(config, 0);

	if (!m)
		return NULL;
	m->ram = calloc(config->ram_size, 1);
	m->dirty = calloc(config->ram_size / MEM_PAGE / 64 + 1, 8);
	if (m->ram && m->dirty && !ports_init(m) && !add_ports(m)) {
		mem_set_store(m, NULL);
		return m;
	}
	mem_free(m);
	return NULL;
}

void mem_free(struct mem *m)
{
	struct mem *next;

	if (m) {
		free(m->ram);
		free(m->dirty);
	}
	for (; m; m = next) {
		next = m->next;
		axi_free(m->axi);
		dram_free(m->dram);
		replies_clean(&m->ibus.replies);
		replies_clean(&m->dbus.replies);
		free(m);
	}
}

/* --- cycles ----------------------------------------------------------- */

static void choose_random_mode(struct mem *m, uint64_t cycle)
{
	static const uint8_t chance[] = { 16, 16, 12, 8, 4, 2, 1 };
	static const uint8_t extra[] = { 0, 0, 3, 15, MEM_EXTRA };
	struct random_mode *mode = &m->random_mode;

	mode->until = cycle + 50 + rnd_below(&m->rnd, 400);
	for (uint32_t i = 0; i < CHANNELS; i++)
		mode->chance[i] = chance[rnd_below(&m->rnd, sizeof chance)];
	mode->extra = extra[rnd_below(&m->rnd, sizeof extra)];
	mode->first = (enum first)rnd_below(&m->rnd, FIRST_COUNT);
}

static void drive(struct mem *m, uint64_t cycle, struct cosim_pins *p)
{
	if (m->cfg.random && cycle >= m->random_mode.until)
		choose_random_mode(m, cycle);
	if (m->axi) {
		axi_drive(m, cycle, &p->axi[m->channel]);
		return;
	}
	port_drive(m, &m->ibus, cycle, &p->ibus);
	port_drive(m, &m->dbus, cycle, &p->dbus);
}

void mem_drive(struct mem *m, uint64_t cycle, struct cosim_pins *p)
{
	for (; m; m = m->next) {
		m->now = cycle;
		drive(m, cycle, p);
	}
}

static int sample(struct mem *m, uint64_t cycle, const struct cosim_pins *p)
{
	if (m->failed)
		return 1;
	if (m->axi)
		return axi_sample(m, cycle, &p->axi[m->channel]);
	return port_sample(m, &m->ibus, cycle, &p->ibus) ||
	       port_sample(m, &m->dbus, cycle, &p->dbus);
}

int mem_sample(struct mem *m, uint64_t cycle, const struct cosim_pins *p)
{
	for (; m; m = m->next)
		if (sample(m, cycle, p))
			return 1;
	return 0;
}

/* Outputs are defined from the first clock edge in reset on. */
int mem_reset(struct mem *m, uint64_t edge, const struct cosim_pins *p)
{
	for (; m; m = m->next)
		if (m->axi && edge &&
		    axi_check_reset(m->axi->check, &p->axi[m->channel]))
			return axi_failed(m);
	return 0;
}

/* --- queries ---------------------------------------------------------- */

bool mem_accepted_fetch(const struct mem *m)
{
	return m->ibus.accepted;
}

bool mem_accepted_data(const struct mem *m)
{
	return m->dbus.accepted;
}

bool mem_accepted(const struct mem *m)
{
	bool any = m->ibus.accepted | m->dbus.accepted;

	for (; m; m = m->next)
		any |= m->axi && m->axi->accepted;
	return any;
}

uint32_t mem_in_flight(const struct mem *m)
{
	uint32_t n = m->ibus.replies.count + m->dbus.replies.count;

	for (; m; m = m->next)
		n += m->axi ? axi_in_flight(m->axi) : 0;
	return n;
}
