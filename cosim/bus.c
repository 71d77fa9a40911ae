/* bus.c - what the memory behind the buses tells the checker
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/state.h"

void cosim_bus_read(struct cosim *c, enum cosim_port port, uint32_t id,
		    uint32_t addr, uint32_t bytes)
{
	(void)id;
	c->stats.bus_reads++;
	if (port == COSIM_IBUS)
		for (uint32_t i = 0; i < bytes; i += 4)
			cosim_note_fetch(c, addr + i);
}

void cosim_bus_write(struct cosim *c, uint32_t addr, const uint32_t *strb,
		     const uint32_t *data, uint32_t bytes)
{
	(void)addr;
	(void)strb;
	(void)data;
	(void)bytes;
	c->stats.bus_writes++;
}

void cosim_bus_error(struct cosim *c, enum cosim_port port, uint32_t id,
		     bool write, uint32_t addr, uint32_t bytes)
{
	(void)port;
	(void)id;
	(void)write;
	(void)addr;
	(void)bytes;
	c->stats.bus_errors++;
}
