/* l2_memory.c - what goes from the second-level cache to memory, and comes back
 * SPDX-License-Identifier: Apache-2.0
 *
 * A line that memory could not read is filled without bytes. Reads of the line
 * fail then, until it has another way or is evicted. A write that memory
 * refuses leaves bytes in memory that are older than what was stored last.
 * Other caches may have the newer ones. They are stored last again when the
 * line is read.
 *
 * Writes of one bank reach memory in their order.
 */
#include "cosim/level/l2_state.h"

#include <stdlib.h>
#include <string.h>

#include "cosim/level/flat.h"
#include "cosim/state/mismatch.h"

/* --- what memory has refused -------------------------------------------- */

static struct l2_lost *find_lost(const struct l2 *k, uint32_t addr)
{
	for (uint32_t i = 0; i < k->lost_count; i++)
		if (k->lost[i].addr == addr)
			return &k->lost[i];
	return NULL;
}

/* Memory has VALUE at byte I of the line at ADDR. */
static void lose(struct cosim *c, uint32_t addr, uint32_t i, uint8_t value)
{
	struct l2 *k = c->l2;
	uint32_t room = k->lost_room ? 2 * k->lost_room : 8;
	struct l2_lost *l = find_lost(k, addr), *more;

	if (!l && k->lost_count == k->lost_room) {
		more = realloc(k->lost, room * sizeof *more);
		if (!more) {
			c->bus_lost = true;
			return;
		}
		k->lost = more;
		k->lost_room = room;
	}
	if (!l) {
		l = &k->lost[k->lost_count++];
		*l = (struct l2_lost){ .addr = addr };
	}
	l2_set(l->mask, i, true);
	l->data[i] = value;
}

uint8_t l2_below(const struct cosim *c, uint32_t addr, uint32_t i)
{
	const struct l2_lost *l = find_lost(c->l2, addr);

	return l && l2_bit(l->mask, i) ? l->data[i] :
	       level_place(c->level[0], addr)[i];
}

void l2_restore(struct cosim *c, uint32_t addr, const uint32_t *mask)
{
	struct l2_lost *l = find_lost(c->l2, addr);
	size_t ram = addr - c->cfg.ram_base;

	for (uint32_t i = 0; l && i < c->l2->line; i++) {
		if (!l2_bit(l->mask, i) || !l2_bit(mask, i))
			continue;
		l2_set(l->mask, i, false);
		level_place(c->level[0], addr)[i] = l->data[i];
		if (!flat_give_up(c->flat, ram + i, 1))
			c->bus_lost = true;
	}
}

/* --- what must reach memory --------------------------------------------- */

static struct l2_write *write_at(struct l2_queue *f, uint32_t i)
{
	return &f->writes[(f->head + i) % WRITES];
}

/* The writes of the bank of ADDR. */
static struct l2_queue *queue_of(struct cosim *c, uint32_t addr)
{
	return &c->l2->queues[l2_bank_of(c->l2, addr)];
}

int l2_expect(struct cosim *c, const struct l2_request *q)
{
	struct l2_queue *f = queue_of(c, q->addr);
	struct l2_write *w = write_at(f, f->count);

	if (f->count == WRITES)
		return l2_fail(c, COSIM_L2_SHAPE, q,
			       "more writes are in flight than possible");
	f->count++;
	*w = (struct l2_write){
		.addr = q->addr, .since = q->op == OP_PASS ? c->event :
		l2_line_at(c->l2, q->addr, q->way)->since
	};
	memcpy(w->mask, q->mask, c->l2->masks * sizeof *w->mask);
	memcpy(w->data, q->data, c->l2->line);
	memcpy(w->old, l2_line_at(c->l2, q->addr, q->way)->old, c->l2->line);
	return 0;
}

uint32_t l2_older(struct cosim *c, uint64_t event)
{
	for (uint32_t b = 0; b < c->l2->banks; b++) {
		struct l2_queue *f = &c->l2->queues[b];

		for (uint32_t i = 0; i < f->count; i++)
			if (write_at(f, i)->since < event)
				return write_at(f, i)->addr;
	}
	return 0;
}

/* The offset of the next beat of W with a byte to write. */
static uint32_t next_beat(const struct cosim *c, const struct l2_write *w)
{
	uint32_t at = w->next;

	while (at < c->l2->line && !l2_any_byte(w->mask, at, c->own.bus_bytes))
		at += c->own.bus_bytes;
	return at;
}

/* Is ADDR the beat that must come next? */
static int check_order(struct cosim *c, uint32_t addr)
{
	struct l2_queue *f = queue_of(c, addr);
	const struct l2_write *w = write_at(f, 0);

	if (f->count && w->addr + next_beat(c, w) == addr)
		return 0;
	return fail_shared(c, COSIM_WRITE_ORDER, "the bus writes to 0x%08x; %u "
			   "writes of %s are in flight", addr, f->count,
			   c->l2->banks > 1 ? "its bank" :
			   "the second-level cache");
}

/* The beat of the oldest write of F that ends AT has come. */
static void end_beat(struct cosim *c, struct l2_queue *f, uint32_t at)
{
	struct l2_write *w = write_at(f, 0);

	w->next = at;
	if (next_beat(c, w) < c->l2->line)
		return;
	f->last = w->addr;
	f->head = (f->head + 1) % WRITES;
	f->count--;
}

int l2_bus_write(struct cosim *c, uint32_t addr, const uint32_t *strb,
		 const uint32_t *data, uint32_t bytes)
{
	struct l2_queue *f = queue_of(c, addr);
	const struct l2_write *w = write_at(f, 0);
	struct l2_lost *lost = find_lost(c->l2, w->addr);
	const uint8_t *got = (const uint8_t *)data;
	uint32_t at = addr - w->addr;

	if (c->done)
		return fail_shared(c, COSIM_END_WRITES, "the second-level "
				   "cache writes to 0x%08x after done", addr);
	if (!l2_any_byte(strb, 0, bytes))
		return 0;
	if (check_order(c, addr))
		return 1;
	for (uint32_t i = 0; i < bytes; i++)
		if (l2_bit(strb, i) != l2_bit(w->mask, at + i) ||
		    (l2_bit(strb, i) && got[i] != w->data[at + i]))
			return fail_shared(c, COSIM_WRITE_DATA, "byte 0x%08x, "
					   "which the second-level cache has "
					   "evicted", addr + i);
	for (uint32_t i = at; lost && i < at + bytes; i++)
		if (l2_bit(w->mask, i))
			l2_set(lost->mask, i, false);
	end_beat(c, f, at + bytes);
	return 0;
}

/* Memory keeps byte I of the oldest write of F as it was. A younger write or
 * dirty byte takes its place later, and else memory has an old byte. */
static void refuse_byte(struct cosim *c, struct l2_queue *f, uint32_t i)
{
	const struct l2_write *w = write_at(f, 0);

	for (uint32_t n = 1; n < f->count; n++) {
		struct l2_write *next = write_at(f, n);

		if (next->addr != w->addr || !l2_bit(next->mask, i))
			continue;
		next->old[i] = w->old[i];
		return;
	}
	for (uint32_t way = 0; way < c->l2->ways; way++) {
		struct l2_line *l = l2_line_at(c->l2, w->addr, way);

		if (l->addr != w->addr || !l2_bit(l->dirty, i))
			continue;
		l->old[i] = w->old[i];
		return;
	}
	lose(c, w->addr, i, w->old[i]);
}

int l2_bus_refuses(struct cosim *c, uint32_t addr, uint32_t bytes)
{
	struct l2_queue *f = queue_of(c, addr);
	const struct l2_write *w = write_at(f, 0);
	uint32_t line = addr & ~(c->l2->line - 1), at = addr - w->addr;

	if (f->count && w->addr == line && !l2_any_byte(w->mask, at, bytes))
		return 0;
	if (line == f->last && (!f->count || w->addr != line))
		return 0;
	if (check_order(c, addr))
		return 1;
	for (uint32_t i = at; in_ram(c, addr) && i < at + bytes; i++)
		if (l2_bit(w->mask, i))
			refuse_byte(c, f, i);
	end_beat(c, f, at + bytes);
	return 0;
}

/* --- lines from memory -------------------------------------------------- */

struct l2_read *l2_reading(struct l2 *k, bool used, uint32_t addr)
{
	for (uint32_t i = 0; i < READS; i++)
		if (k->reads[i].used == used &&
		    (!used || k->reads[i].addr == addr))
			return &k->reads[i];
	return NULL;
}

static int read_fail(struct cosim *c, uint32_t addr, const char *why)
{
	return fail_shared(c, COSIM_CACHE_READ, "the second-level cache reads "
			   "0x%08x: %s", addr, why);
}

int l2_bus_read(struct cosim *c, uint32_t addr, uint32_t bytes)
{
	struct l2_read *r = l2_reading(c->l2, false, 0);
	struct l2_queue *f = queue_of(c, addr);

	if (bytes != c->l2->line || addr % bytes || !in_ram(c, addr))
		return read_fail(c, addr, "not a line of RAM");
	if (l2_reading(c->l2, true, addr))
		return read_fail(c, addr, "it is being read already");
	for (uint32_t i = 0; i < f->count; i++)
		if (write_at(f, i)->addr == addr)
			return read_fail(c, addr, "a write of it is in flight");
	if (!r)
		return read_fail(c, addr, "too many lines are in flight");
	*r = (struct l2_read){ .used = true, .addr = addr };
	return 0;
}

void l2_bus_fails(struct cosim *c, uint32_t addr)
{
	struct l2_read *r = l2_reading(c->l2, true, addr & ~(c->l2->line - 1));

	if (r)
		r->fails = true;
}
