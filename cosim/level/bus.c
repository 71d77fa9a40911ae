/* bus.c - events of the memory behind the buses, and their effect on the levels
 * SPDX-License-Identifier: Apache-2.0
 *
 * The memory reports an event before the records of its cycle, but the event
 * follows from these records: a row that leaves the array reaches memory in the
 * same cycle at the earliest. So events wait here until the records are
 * checked.
 */
#include "cosim/level/l2.h"
#include "cosim/level/level.h"
#include "cosim/level/stale.h"
#include "cosim/state/errors.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/profile.h"

#include <stdlib.h>
#include <string.h>

/* Has any core's read of the word at ADDR failed? */
static bool has_failed(const struct cosim *c, uint32_t addr)
{
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		if (errors_at(&c->core[i], COSIM_IBUS, addr, 4))
			return true;
	return false;
}

/* An error follows its read. So a word that is read again, and has no error,
 * had a good read. Memory can fail later. */
static void note_fetch(struct core *c, uint32_t addr)
{
	struct cosim *all = c->all;
	uint64_t since = 0;
	size_t at = addr - all->cfg.ram_base;

	if (!in_ram(all, addr))
		return;
	if (bit_get(all->fetched, at >> 2) && !has_failed(all, addr))
		bit_set(all->good, at >> 2);
	bit_set(all->fetched, at >> 2);
	if (c->cache)
		since = level_since(c->cache, addr);
	if (since && !stale_add(all->stale, addr,
				load_word(level_place(all->level[0], addr)),
				since))
		all->bus_lost = true;
}

static void note_fetches(struct core *c, uint32_t addr, uint32_t bytes)
{
	for (uint32_t i = 0; i < bytes; i += 4)
		note_fetch(c, addr + i);
}

void cosim_note_fetch(struct cosim *c, uint32_t core, uint32_t addr)
{
	note_fetch(&c->core[core], addr);
}

void cosim_note_old(struct cosim *c, uint32_t addr, uint32_t value)
{
	if (!stale_add(c->stale, addr, value, c->event))
		c->bus_lost = true;
}

void cosim_note_done(struct cosim *c)
{
	c->done = true;
	if (c->l2 && c->cfg.dispatch)
		l2_flushed(c, UINT64_MAX);
}

/* --- queue of events --------------------------------------------------- */

/* A new event of this cycle, or NULL if memory runs out. */
static struct bus_event *add_event(struct cosim *c)
{
	uint32_t room = c->bus_room ? 2 * c->bus_room : 8;
	struct bus_event *more;

	if (c->bus_count == c->bus_room) {
		more = realloc(c->bus, room * sizeof *more);
		if (!more) {
			c->bus_lost = true;
			return NULL;
		}
		c->bus = more;
		c->bus_room = room;
	}
	return &c->bus[c->bus_count++];
}

void bus_moves(const struct cosim *c, struct cosim_traffic t)
{
	if (c->on_traffic)
		c->on_traffic(c->on_traffic_ctx, &t);
}

void bus_reads(struct cosim *c, uint32_t core, enum cosim_port port,
	       uint32_t addr, uint32_t bytes)
{
	struct core *reader = &c->core[core];
	struct bus_event *e;

	profile_bus_read(reader, port);
	bus_moves(c, (struct cosim_traffic){
		.core = core, .port = port, .addr = addr, .bytes = bytes
	});
	if (port == COSIM_IBUS)
		note_fetches(reader, addr, bytes);
	if (port == COSIM_IBUS && c->own.icache.size && c->on_fetch)
		c->on_fetch(c->on_fetch_ctx, core, addr, bytes);
	if (!reader->cache)
		return;
	e = add_event(c);
	if (!e)
		return;
	e->kind = BUS_READ;
	e->core = core;
	e->port = port;
	e->addr = addr;
	e->bytes = bytes;
}

static void add_write(struct cosim *c, bool l2, uint32_t core, uint32_t addr,
		      const uint32_t *strb, const uint32_t *data,
		      uint32_t bytes)
{
	struct bus_event *e = add_event(c);

	if (!e)
		return;
	e->kind = l2 ? L2_WRITE : BUS_WRITE;
	e->core = core;
	e->addr = addr;
	e->bytes = bytes;
	memcpy(e->strb, strb, (bytes + 31) / 32 * sizeof *strb);
	memcpy(e->data, data, bytes);
}

void bus_writes(struct cosim *c, uint32_t core, uint32_t addr,
		const uint32_t *strb, const uint32_t *data, uint32_t bytes)
{
	bus_moves(c, (struct cosim_traffic){
		.write = true, .core = core, .port = COSIM_DBUS, .addr = addr,
		.bytes = bytes
	});
	if (c->core[core].cache)
		add_write(c, false, core, addr, strb, data, bytes);
}

void bus_updates(struct cosim *c, uint32_t core, uint32_t addr, bool fails)
{
	struct bus_event *e = add_event(c);

	if (!e)
		return;
	e->kind = BUS_UPDATE;
	e->core = core;
	e->addr = addr;
	e->fails = fails;
}

static void add_l2_read(struct cosim *c, uint32_t addr, uint32_t bytes)
{
	struct bus_event *e = add_event(c);

	if (!e)
		return;
	e->kind = L2_READ;
	e->core = 0;
	e->addr = addr;
	e->bytes = bytes;
}

void cosim_bus_read(struct cosim *c, uint32_t core, enum cosim_port port,
		    uint32_t id, uint32_t addr, uint32_t bytes)
{
	(void)id;
	c->stats.bus_reads++;
	bus_moves(c, (struct cosim_traffic){
		.bus = true, .core = core, .port = port, .addr = addr,
		.bytes = bytes
	});
	if (c->l2)
		add_l2_read(c, addr, bytes);
	else
		bus_reads(c, core, port, addr, bytes);
}

void cosim_bus_write(struct cosim *c, uint32_t core, uint32_t addr,
		     const uint32_t *strb, const uint32_t *data, uint32_t bytes)
{
	c->stats.bus_writes++;
	bus_moves(c, (struct cosim_traffic){
		.bus = true, .write = true, .core = core, .port = COSIM_DBUS,
		.addr = addr, .bytes = bytes
	});
	if (c->l2)
		add_write(c, true, 0, addr, strb, data, bytes);
	else
		bus_writes(c, core, addr, strb, data, bytes);
}

static void add_error(struct cosim *c, bool l2, uint32_t core,
		      enum cosim_port port, bool write, uint32_t addr,
		      uint32_t bytes)
{
	struct bus_event *e = add_event(c);

	if (!e)
		return;
	e->kind = l2 ? L2_ERROR : BUS_ERROR;
	e->core = core;
	e->port = port;
	e->write = write;
	e->addr = addr;
	e->bytes = bytes;
}

void bus_fails(struct cosim *c, uint32_t core, enum cosim_port port,
	       uint32_t addr, uint32_t bytes)
{
	add_error(c, false, core, port, false, addr, bytes);
}

void cosim_bus_error(struct cosim *c, uint32_t core, enum cosim_port port,
		     uint32_t id, bool write, uint32_t addr, uint32_t bytes)
{
	(void)id;
	c->stats.bus_errors++;
	if (c->l2)
		add_error(c, true, 0, COSIM_DBUS, write, addr, bytes);
	else
		add_error(c, false, core, port, write, addr, bytes);
}

/* --- errors ----------------------------------------------------------- */

/* After an error the core must stop, unless the error is that of a fetch: a
 * fetch error traps. */
static void stop_for(struct core *c, const struct bus_event *e)
{
	if (!errors_add(c, e->port, e->addr, e->bytes)) {
		c->all->bus_lost = true;
		return;
	}
	if (e->port == COSIM_IBUS)
		return;
	if (!c->stop_due)
		c->stop_cycle = c->all->cycle;
	c->stop_due = !c->stopped;
}

/* Memory refuses the last request of cores that have no data cache. */
static int refuse_request(struct core *c, const struct bus_event *e)
{
	struct last_request *q = &c->all->request;

	if (q->core != c || q->addr != e->addr || q->store != e->write)
		return 0;
	if (c->all->refuse(c->all, q))
		return 1;
	q->core = NULL;
	return 0;
}

static int note_error(struct core *c, const struct bus_event *e)
{
	stop_for(c, e);
	if (e->port == COSIM_IBUS)
		return 0;
	if (!c->cache)
		return refuse_request(c, e);
	if (e->write)
		return level_bus_write(c->cache, e->addr, NULL, NULL, e->bytes);
	level_read_fails(c->cache, e->addr);
	return 0;
}

/* A write of the second-level cache is no core's: all must stop. */
static int note_shared(struct cosim *c, const struct bus_event *e)
{
	if (!e->write) {
		l2_bus_fails(c, e->addr);
		return 0;
	}
	for (uint32_t i = 0; i < c->cfg.cores; i++)
		stop_for(&c->core[i], e);
	return l2_bus_refuses(c, e->addr, e->bytes);
}

/* --- effect ----------------------------------------------------------- */

static int take_effect(struct core *c, const struct bus_event *e)
{
	switch (e->kind) {
	case BUS_READ:
		if (e->port == COSIM_DBUS)
			return level_bus_read(c->cache, e->addr, e->bytes);
		note_fetches(c, e->addr, e->bytes);
		return 0;
	case BUS_WRITE:
		return level_bus_write(c->cache, e->addr, e->strb, e->data,
				       e->bytes);
	case BUS_UPDATE:
		return level_bus_update(c->cache, e->addr, e->fails);
	case BUS_ERROR:
		return note_error(c, e);
	case L2_ERROR:
		return note_shared(c->all, e);
	case L2_READ:
		return l2_bus_read(c->all, e->addr, e->bytes);
	case L2_WRITE:
		return l2_bus_write(c->all, e->addr, e->strb, e->data,
				    e->bytes);
	}
	return 0;
}

int bus_events(struct cosim *c)
{
	uint32_t count = c->bus_count;

	c->bus_count = 0;
	for (uint32_t i = 0; i < count; i++) {
		const struct bus_event *e = &c->bus[i];

		c->event++;
		if (take_effect(&c->core[e->core], e))
			return 1;
	}
	if (!c->bus_lost)
		return 0;
	return fail_shared(c, COSIM_ISSUE_FETCH,
			   "out of memory for the books of the bus");
}
