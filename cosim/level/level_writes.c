/* level_writes.c - writes in flight from a level of memory to the next
 * SPDX-License-Identifier: Apache-2.0
 *
 * A store that passes a level, or a row that a level writes back, joins a
 * queue. Writes on the bus must match the queue: in order, with the bytes and
 * strobes expected. A write that memory accepts changes the next level when it
 * comes on the bus. A second-level cache orders the writes to one line only.
 */
#include "cosim/level/level.h"

#include <stdlib.h>
#include <string.h>

#include "cosim/level/flat.h"
#include "cosim/level/stale.h"
#include "cosim/state/atomic.h"
#include "cosim/state/mismatch.h"

static bool grow(struct level *k)
{
	struct level_write *more = calloc(2 * k->room, sizeof *more);

	if (!more)
		return false;
	for (uint32_t i = 0; i < k->count; i++)
		more[i] = *level_write_at(k, i);
	free(k->writes);
	k->writes = more;
	k->room *= 2;
	k->head = 0;
	return true;
}

static int out_of_memory(const struct level *k)
{
	return level_fail(k, COSIM_WRITE_ORDER,
			  "out of memory for the books of this check");
}

int level_expect(struct level *k, uint32_t addr,
		 const uint32_t *mask, const void *data, uint64_t since,
		 const uint64_t *by)
{
	struct level_write *w;

	if (k->count == k->room && !grow(k))
		return out_of_memory(k);
	w = level_write_at(k, k->count++);
	memset(w, 0, sizeof *w);
	w->addr = addr;
	w->since = since;
	memcpy(w->data, data, k->row_bytes);
	if (k->by)
		memcpy(w->by, by, k->row_bytes * sizeof *by);
	if (mask)
		memcpy(w->mask, mask, (k->row_bytes + 31) / 32 * sizeof *mask);
	else
		for (uint32_t i = 0; i < k->row_bytes; i++)
			w->mask[i / 32] |= UINT32_C(1) << i % 32;
	return 0;
}

/* COUNT bits of a strobe from byte FIRST on, at most 32. */
static uint32_t strobe(const uint32_t *mask, uint32_t first, uint32_t count)
{
	uint32_t n = count < 32 ? count : 32;

	return mask[first / 32] >> first % 32 & UINT32_MAX >> (32 - n);
}

static bool any_strobe(const uint32_t *mask, uint32_t first, uint32_t count)
{
	for (uint32_t i = 0; i < count; i += 32)
		if (strobe(mask, first + i, count - i))
			return true;
	return false;
}

/* The offset in the row of the next beat of W; past the row if there is
 * none. */
static uint32_t next_beat(const struct level *k,
			  const struct level_write *w)
{
	uint32_t at = w->next;

	while (at < k->row_bytes &&
	       !any_strobe(w->mask, at, k->all->own.bus_bytes))
		at += k->all->own.bus_bytes;
	return at;
}

static int check_beat(const struct level *k, const struct level_write *w,
		      uint32_t at, const uint32_t *strb, const uint32_t *data,
		      uint32_t bytes)
{
	const uint8_t *want = (const uint8_t *)w->data + at;
	const uint8_t *got = (const uint8_t *)data;

	for (uint32_t i = 0; i < bytes; i++) {
		bool on = strb[i / 32] >> i % 32 & 1;
		bool should = w->mask[(at + i) / 32] >> (at + i) % 32 & 1;

		if (on == should && (!on || got[i] == want[i]))
			continue;
		level_fail(k, COSIM_WRITE_DATA, "byte 0x%08x",
			   w->addr + at + i);
		fail_diff(k->all, "strobe", on, should);
		fail_diff(k->all, "data", got[i], want[i]);
		return 1;
	}
	return 0;
}

static int fail_unexpected(const struct level *k, uint32_t addr)
{

	level_fail(k, COSIM_WRITE_ORDER,
		   "the bus writes to 0x%08x; %u writes are on their way", addr,
		   k->count);
	if (k->count)
		fail_row(k->all, "address", addr, level_write_at(k, 0)->addr +
			 next_beat(k, level_write_at(k, 0)));
	return 1;
}

/* The row of W becomes dirty in K, if K is a cache that writes back. */
static void mark_dirty(struct level *k, const struct level_write *w)
{
	struct level_line *l = k->lower ? level_find(k, w->addr) : NULL;

	if (!l || !k->shape.write_back)
		return;
	if (!(l->dirty & level_row_bit(k, w->addr)))
		*level_row_since(k, l, w->addr) = k->all->event;
	l->dirty |= level_row_bit(k, w->addr);
}

/* Byte I of W, with the value V, reaches memory. If the word was fetched, its
 * old value is remembered. */
static int store_byte(const struct level *k, const struct level_write *w,
		      uint32_t i, uint8_t v)
{
	struct cosim *all = k->all;
	uint32_t addr = w->addr + i, word = addr & ~UINT32_C(3);
	size_t at = addr - all->cfg.ram_base;

	if (all->mirror[at] != v && bit_get(all->fetched, at >> 2) &&
	    !stale_add(all->stale, word,
		       load_word(all->mirror + (word - all->cfg.ram_base)),
		       all->event))
		return out_of_memory(k);
	all->mirror[at] = v;
	return !w->by[i] || flat_landed(all->flat, at,
					w->by[i] & ~LEVEL_DIFFERS,
					w->by[i] & LEVEL_DIFFERS) ? 0 :
	       out_of_memory(k);
}

/* Ends atomic accesses to the word of byte I of W, if W has bytes of it. LANDS:
 * the bytes reach memory; else memory refuses them. */
static int end_atomics(const struct level *k, const struct level_write *w,
		       uint32_t i, bool lands)
{
	uint32_t from = i & ~UINT32_C(3);

	for (i = from; i < from + 4; i++) {
		uint64_t order = w->by[i] & ~LEVEL_DIFFERS;

		if (!(w->mask[i / 32] >> i % 32 & 1))
			continue;
		if (lands)
			return atomic_lands(k->core, w->addr + from, order);
		atomic_refused(k->core, w->addr + from, order);
		return 0;
	}
	return 0;
}

static int write_memory(struct level *k, const struct level_write *w,
			uint32_t at, uint32_t bytes)
{
	for (uint32_t i = at; i < at + bytes; i++)
		if ((i % 4 == 0 && end_atomics(k, w, i, true)) ||
		    (w->mask[i / 32] >> i % 32 & 1 &&
		     store_byte(k, w, i, ((const uint8_t *)w->data)[i])))
			return 1;
	return 0;
}

static int write_lower(struct level *k,
		       const struct level_write *w, uint32_t at, uint32_t bytes)
{
	uint8_t *to;

	if (!in_ram(k->all, w->addr))
		return 0;
	if (k->all->weak && !k->lower->lower)
		return write_memory(k, w, at, bytes);
	to = level_place(k->lower, w->addr);
	if (!to)
		return level_fail(
			k, COSIM_WRITE_ORDER,
			"the row at 0x%08x is not there to be written",
			w->addr);
	for (uint32_t i = at; i < at + bytes; i++)
		if (w->mask[i / 32] >> i % 32 & 1)
			to[i] = ((const uint8_t *)w->data)[i];
	mark_dirty(k->lower, w);
	return 0;
}

/* Is the byte at ADDR, of the row of W, in the cache, or in a later write? */
static bool is_held_above(const struct level *k, const struct level_write *w,
			  uint32_t addr)
{
	const struct level_line *l = level_find(k, addr);
	uint32_t i = addr - w->addr;

	if (l && l->valid & level_row_bit(k, addr))
		return true;
	for (uint32_t n = 1; n < k->count; n++)
		if (level_write_at(k, n)->addr == w->addr &&
		    level_write_at(k, n)->mask[i / 32] >> i % 32 & 1)
			return true;
	return false;
}

/* Memory refused a beat of W. Bytes that neither the cache nor a later write
 * holds are lost: loads before the core stops get the value of memory. */
static int lose_bytes(struct level *k, const struct level_write *w,
		      uint32_t at, uint32_t bytes)
{
	for (uint32_t i = at; i < at + bytes; i++) {
		uint32_t ram = w->addr + i - k->all->cfg.ram_base;
		const uint8_t *below;

		if (k->all->weak && i % 4 == 0 && in_ram(k->all, w->addr))
			end_atomics(k, w, i, false);
		if (!in_ram(k->all, w->addr) ||
		    !(w->mask[i / 32] >> i % 32 & 1) ||
		    is_held_above(k, w, w->addr + i))
			continue;
		below = level_place(k->lower, w->addr + i);
		if (below)
			k->all->mirror[ram] = *below;
		if (!flat_give_up(k->all->flat, ram, 1))
			return out_of_memory(k);
	}
	return 0;
}

/* W has reached memory: notes it for warps whose flush waits for it. */
static void note_drained(struct level *k, const struct level_write *w)
{
	if (w->since < k->all->dispatch.began)
		k->all->dispatch.landed = k->all->event;
	for (uint32_t i = 0; k->all->weak && i < k->all->cfg.warps; i++)
		if (w->since < k->core->warps[i].flushed)
			k->core->warps[i].drained = k->all->event;
}

/* The place in the queue of the write to ADDR: the oldest, or above a
 * second-level cache the oldest of its line. */
static uint32_t place_of(const struct level *k, uint32_t addr)
{
	uint32_t line = level_line_of(k, addr);

	for (uint32_t i = 0; k->all->l2 && i < k->count; i++)
		if (level_line_of(k, level_write_at(k, i)->addr) == line)
			return i;
	return 0;
}

/* Removes the write at place I. */
static void remove_write(struct level *k, uint32_t i)
{
	for (; i; i--)
		*level_write_at(k, i) = *level_write_at(k, i - 1);
	k->head = (k->head + 1) % k->room;
	k->count--;
}

int level_bus_write(struct level *k, uint32_t addr,
		    const uint32_t *strb, const uint32_t *data, uint32_t bytes)
{
	uint32_t at, i = place_of(k, addr);
	struct level_write *w = level_write_at(k, i);

	if (strb && !any_strobe(strb, 0, bytes))
		return 0;
	at = k->count ? next_beat(k, w) : 0;
	if (!k->count || w->addr + at != addr || w->update)
		return fail_unexpected(k, addr);
	if (strb) {
		if (check_beat(k, w, at, strb, data, bytes) ||
		    write_lower(k, w, at, bytes))
			return 1;
	} else {
		k->refused = true;
		if (lose_bytes(k, w, at, bytes))
			return 1;
	}
	w->next = at + bytes;
	if (next_beat(k, w) >= k->row_bytes) {
		note_drained(k, w);
		remove_write(k, i);
	}
	return 0;
}

/* --- atomic operations ------------------------------------------------- */

/* The offset of the word of W, an operand, in its row. */
static uint32_t word_of(const struct level_write *w)
{
	uint32_t at = 0;

	while (!strobe(w->mask, at, 4))
		at += 4;
	return at;
}

int level_bus_update(struct level *k, uint32_t addr, bool fails)
{
	uint32_t at, i = place_of(k, addr);
	struct level_write *w = level_write_at(k, i);
	struct update u = { .fails = fails };

	if (!k->count || !w->update ||
	    (fails ? level_line_of(k, w->addr) : w->addr + word_of(w)) != addr)
		return fail_unexpected(k, addr);
	at = word_of(w);
	u.addr = w->addr + at;
	u.order = w->by[at];
	for (uint32_t n = 0; n < i; n++)
		u.passes |= !level_write_at(k, n)->update;
	k->refused |= fails;
	if (k->all->update(k->core, &u))
		return 1;
	memcpy((uint8_t *)w->data + at, &u.made, 4);
	for (uint32_t b = at; u.differs && b < at + 4; b++)
		w->by[b] |= LEVEL_DIFFERS;
	if (!fails && write_lower(k, w, at, 4))
		return 1;
	note_drained(k, w);
	remove_write(k, i);
	return 0;
}
