/* level_access.c - checks accesses to a level of memory: line, way, value
 * SPDX-License-Identifier: Apache-2.0
 *
 * An access to the array must find its whole line in its way. A load must read
 * the value that was stored last. With caches of several cores, lines have a
 * least age instead.
 */
#include "cosim/level/level.h"
#include "cosim/state/atomic.h"
#include "cosim/state/errors.h"
#include "cosim/state/mismatch.h"

static int access_fail(enum cosim_check check, const struct level_access *a,
		       const char *why)
{
	return fail(a->core, check, a->warp, a->slot,
		    "address 0x%08x, way %u: %s", a->addr, a->way, why);
}

/* The bits of word I whose bytes MASK selects. */
static uint32_t selected_bits(const uint32_t *mask, uint32_t i)
{
	static const uint32_t bytes[16] = {
		0, 0xFF, 0xFF00, 0xFFFF, 0xFF0000, 0xFF00FF, 0xFFFF00, 0xFFFFFF,
		0xFF000000, 0xFF0000FF, 0xFF00FF00, 0xFF00FFFF, 0xFFFF0000,
		0xFFFF00FF, 0xFFFFFF00, 0xFFFFFFFF
	};

	return bytes[mask[i / 8] >> i % 8 * 4 & 15];
}

/* Has memory refused to store the word at ADDR? Above a second-level cache the
 * last value is then that of the data cache or that of memory. */
static bool is_split(const struct level_access *a, uint32_t addr)
{
	return a->core->all->l2 && errors_at(a->core, COSIM_DBUS, addr, 4);
}

/* The words that A reads must be those stored last: one cache has one value per
 * word, whatever races the program has. */
static int check_view(struct level *k,
		      const struct level_access *a, const struct level_line *l)
{
	const uint8_t *have = level_bytes_at(k, l, a->addr);

	for (uint32_t i = 0; i < k->row_bytes / 4; i++) {
		uint32_t bits = selected_bits(a->mask,
					      i), addr = a->addr + 4 * i;
		uint32_t cached = load_word(have + 4 * i) & bits, last;

		if (!bits)
			continue;
		last = mirror_word(a->core, addr) & bits;
		if (cached == last || is_split(a, addr))
			continue;
		fail(a->core, COSIM_LOAD_VIEW, a->warp, a->slot,
		     "the word at 0x%08x is not what was stored last", addr);
		fail_row(k->all, "word", cached, last);
		return 1;
	}
	return 0;
}

static void store_bytes(const struct level *k, const struct level_access *a,
			const struct level_line *l)
{
	uint8_t *to = level_bytes_at(k, l, a->addr);
	const uint8_t *data = (const uint8_t *)a->data;

	for (uint32_t i = 0; i < k->row_bytes; i++) {
		if (!(a->mask[i / 32] >> i % 32 & 1))
			continue;
		to[i] = data[i];
		if (k->by)
			level_by_at(k, l, a->addr)[i] = a->slot->order;
	}
}

/* The bytes of A go to memory. */
static int store_through(struct level *k, const struct level_access *a)
{
	uint64_t by[4 * ROW_WORDS];

	for (uint32_t i = 0; k->by && i < k->row_bytes; i++)
		by[i] = a->slot->order | (a->differs ? LEVEL_DIFFERS : 0);
	return level_expect(k, a->addr, a->mask, a->data, k->all->event, by);
}

/* The words of A in line L must be those of memory. */
static int check_memory(struct level *k, const struct level_access *a,
			const struct level_line *l)
{
	const uint8_t *have = level_bytes_at(k, l, a->addr);

	for (uint32_t i = 0; i < k->row_bytes / 4; i++) {
		uint32_t bits = selected_bits(a->mask, i);
		uint32_t cached = load_word(have + 4 * i) & bits;
		uint32_t memory = mirror_word(a->core, a->addr + 4 * i) & bits;

		if (cached == memory)
			continue;
		fail(a->core, COSIM_ATOMIC_PLACE, a->warp, a->slot,
		     "memory has another value at 0x%08x", a->addr + 4 * i);
		fail_row(k->all, "word", cached, memory);
		return 1;
	}
	return 0;
}

/* With caches of several cores, lines have a least age. An atomic instruction
 * must load from memory after its issue; with release, after all earlier stores
 * of its core. Any other load must not use a line older than its warp's last
 * acquire. */
static int check_age(struct level *k, const struct level_access *a,
		     const struct level_line *l)
{
	if (a->slot->fx.kind != GOLDEN_ATOMIC)
		return l->since >= a->slot->acquired ? 0 :
		       access_fail(COSIM_ACQUIRE, a,
				   "the line is older than an acquire");
	if (l->since <= a->slot->issue_event)
		return access_fail(COSIM_ATOMIC_PLACE, a,
				   "the line is older than the instruction");
	if (isa_releases(a->slot->fx.insn) && l->passed)
		return access_fail(COSIM_ATOMIC_RELEASE, a, "a store of its "
				   "core was on its way to memory");
	if (l->since > a->slot->read)
		a->slot->read = l->since;
	return check_memory(k, a, l);
}

static int fail_absent(const struct level *k, const struct level_access *a,
		       const struct level_line *l)
{
	if (k->all->weak && l->owed && l->addr == level_line_of(k, a->addr))
		return access_fail(COSIM_ACQUIRE, a,
				   "the line is older than an acquire");
	return access_fail(COSIM_PERFORM_WAY, a,
			   "the line is not there, or not all of it");
}

static int access_array(struct level *k,
			const struct level_access *a)
{
	struct level_line *l;

	if (!in_ram(k->all, a->addr))
		return access_fail(COSIM_PERFORM_ARRAY, a,
				   "the console is not cached");
	if (a->way >= k->shape.ways)
		return access_fail(COSIM_CACHE_SHAPE, a, "no such way");
	l = level_line_at(k, a->addr, a->way);
	if (!level_holds(k, l, a->addr) || l->valid != k->all_rows)
		return fail_absent(k, a, l);
	if (!a->store)
		return k->all->weak ? check_age(k, a, l) : check_view(k, a, l);
	store_bytes(k, a, l);
	if (!k->shape.write_back)
		return store_through(k, a);
	if (!(l->dirty & level_row_bit(k, a->addr)))
		*level_row_since(k, l, a->addr) = k->all->event;
	l->dirty |= level_row_bit(k, a->addr);
	return 0;
}

static int access_uncached(struct level *k,
			   const struct level_access *a)
{
	struct level_line *l = level_find(k, a->addr);

	if (in_ram(k->all, a->addr) && (!a->store || k->shape.write_back))
		return access_fail(COSIM_PERFORM_ARRAY, a,
				   "it must go to the array");
	if (in_ram(k->all, a->addr) && l)
		level_give_up(l);
	return store_through(k, a);
}

/* The operand of A, an atomic operation, goes to the level below. The cache
 * has forgotten its copy of the line, and reads it only when the operation has
 * been made. */
static int access_below(struct level *k, const struct level_access *a)
{
	struct level_line *l = level_find(k, a->addr);
	uint32_t line = level_line_of(k, a->addr);
	const struct level_read *r = level_reading(k, line);

	if (r && !r->fails)
		return access_fail(COSIM_ATOMIC_PLACE, a,
				   "its line is on its way to the cache");
	if (l)
		l->valid = 0;
	if (store_through(k, a))
		return 1;
	level_write_at(k, k->count - 1)->update = true;
	return 0;
}

uint64_t level_line_cycle(struct level *k, const struct level_access *a)
{
	return level_line_at(k, a->addr, a->way)->cycle;
}

/* Coverage counts the state before the access. */
static void watch_access(const struct level *k, const struct level_access *a)
{
	size_t line = NOWHERE;

	if (a->array && a->way < k->shape.ways)
		line = (size_t)(level_line_at(k, a->addr, a->way) - k->lines);
	k->watch->access(a->core, a, line);
}

int level_perform(struct level *k,
		  const struct level_access *a)
{
	if (k->watch)
		watch_access(k, a);
	if (!a->error && is_for_l2(a->core, a->slot, a->addr))
		return a->array ? access_fail(COSIM_PERFORM_ARRAY, a,
					      "the second-level cache makes "
					      "the operation") :
				  access_below(k, a);
	if (!a->error)
		return a->array ? access_array(k, a) : access_uncached(k, a);
	if (!a->array && errors_at(a->core, COSIM_DBUS,
				   level_line_of(k, a->addr),
				   k->shape.line))
		return 0;
	return access_fail(COSIM_PERFORM_ERROR, a, a->array ?
			   "an access that failed has no array access" :
			   "the memory has responded without an error");
}
