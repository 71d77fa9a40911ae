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

struct mem *mem_new(const struct mem_config *config)
{
	struct mem *m = calloc(1, sizeof *m);

	if (!m)
		return NULL;
	m->cfg = *config;
	rnd_seed(&m->rnd, config->seed);
	mem_set_store(m, NULL);
	m->ram = calloc(config->ram_size, 1);
	m->dirty = calloc(config->ram_size / MEM_PAGE / 64 + 1, 8);
	if (m->ram && m->dirty && !ports_init(m))
		return m;
	mem_free(m);
	return NULL;
}

void mem_free(struct mem *m)
{
	if (!m)
		return;
	axi_free(m->axi);
	dram_free(m->dram);
	replies_clean(&m->ibus.replies);
	replies_clean(&m->dbus.replies);
	free(m->ram);
	free(m->dirty);
	free(m);
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

void mem_drive(struct mem *m, uint64_t cycle, struct cosim_pins *p)
{
	if (m->cfg.random && cycle >= m->random_mode.until)
		choose_random_mode(m, cycle);
	if (m->axi) {
		axi_drive(m, cycle, &p->axi);
		return;
	}
	port_drive(m, &m->ibus, cycle, &p->ibus);
	port_drive(m, &m->dbus, cycle, &p->dbus);
}

int mem_sample(struct mem *m, uint64_t cycle, const struct cosim_pins *p)
{
	if (m->failed)
		return 1;
	if (m->axi)
		return axi_sample(m, cycle, &p->axi);
	return port_sample(m, &m->ibus, cycle, &p->ibus) ||
	       port_sample(m, &m->dbus, cycle, &p->dbus);
}

/* Outputs are defined from the first clock edge in reset on. */
int mem_reset(struct mem *m, uint64_t edge, const struct cosim_pins *p)
{
	if (!m->axi || !edge || !axi_check_reset(m->axi->check, &p->axi))
		return 0;
	return axi_failed(m);
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
	return m->axi ? m->axi->accepted : m->ibus.accepted | m->dbus.accepted;
}

uint32_t mem_in_flight(const struct mem *m)
{
	return m->axi ? axi_in_flight(m->axi) :
	       m->ibus.replies.count + m->dbus.replies.count;
}
