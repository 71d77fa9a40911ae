/* level.c - levels of memory, one above the other
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two caches over memory: a line comes up level by level, a store goes down,
 * and each level is held to what the one below has.
 */
#include <string.h>

#include "cosim/check/mismatch.h"
#include "cosim/level/level.h"
#include "tests/tap.h"

#define BASE UINT32_C(0x80000000)
#define LINE (BASE + 0x40)

enum { SIZE = 4096, BYTES = 32, ROW = 16, WORDS = ROW / 4 };

struct rig {
	struct cosim c;
	struct core core;
	struct level *memory, *low, *high;
	uint8_t mirror[SIZE];
	uint32_t record[4 + WORDS];
};

/* A checker as far as levels need one: one warp, rows of 16 bytes. */
static void begin(struct rig *r)
{
	const struct cosim_dcache back = { 256, BYTES, 2, true, 2 };
	const struct cosim_dcache through = { 64, BYTES, 1, false, 2 };

	memset(r, 0, sizeof *r);
	r->core.all = &r->c;
	r->c.cfg.warps = 1;
	r->c.cfg.ram_base = BASE;
	r->c.cfg.ram_size = SIZE;
	r->c.own = (struct cosim_config){
		.bus_bytes = ROW, .access_bytes = ROW, .dcache = back
	};
	r->c.mirror = r->mirror;
	r->c.event = 1;
	r->memory = level_memory(&r->c, NULL);
	r->low = level_cache(&r->c, &back, ROW, r->memory);
	r->high = level_cache(&r->c, &through, ROW, r->low);
	for (uint32_t i = 0; i < BYTES; i++)
		level_place(r->memory, LINE)[i] = (uint8_t)(i + 1);
}

static void end(struct rig *r)
{
	level_free(r->high);
	level_free(r->low);
	level_free(r->memory);
}

/* A record of KIND, of row N of the line, with the bytes at DATA. */
static const uint32_t *row(struct rig *r, uint32_t kind, uint32_t extra,
			   uint32_t n, const uint8_t *data)
{
	r->record[0] = kind | extra << 22;
	r->record[1] = 0;
	r->record[2] = LINE + n * ROW;
	r->record[3] = 0;
	memcpy(r->record + 4, data + n * ROW, ROW);
	return r->record;
}

/* All of the line into way 0 of K. */
static int bring(struct rig *r, struct level *k, const uint8_t *data)
{
	int bad = level_bus_read(k, LINE, BYTES);

	for (uint32_t n = 0; !bad && n < BYTES / ROW; n++)
		bad = level_fill(&r->core, k, row(r, 5, 0, n, data));
	return bad;
}

static const char *found(struct rig *r)
{
	const char *name = r->c.failed ? r->c.mismatch.name : "nothing";

	r->c.failed = false;
	return name;
}

static void up(struct rig *r)
{
	uint8_t wrong[BYTES];

	begin(r);
	ok(r->high->lower == r->low && r->low->lower == r->memory &&
	   !r->memory->lower, "links");
	bring(r, r->high, r->memory->bytes);
	is_str(found(r), "cache-read", "a line that the level below has not");
	bring(r, r->low, level_place(r->memory, LINE));
	is_str(found(r), "nothing", "a line from memory");
	ok(!level_place(r->high, LINE) && level_place(r->low, LINE) &&
	   !memcmp(level_place(r->low, LINE), level_place(r->memory, LINE),
		   BYTES), "where it is");
	memcpy(wrong, level_place(r->low, LINE), BYTES);
	wrong[ROW + 3] ^= 1;
	bring(r, r->high, wrong);
	is_str(found(r), "fill-data", "not what the level below has");
	end(r);
}

/* Three bytes of the first row, as a store that is written through. */
static void store(struct rig *r)
{
	const uint32_t mask = 0xE, data[WORDS] = { 0x66554400 };

	level_expect(r->high, LINE, &mask, data, r->c.event);
	level_bus_write(r->high, LINE, &mask, data, ROW);
}

static void down(struct rig *r)
{
	const uint32_t all = 0xFFFF;
	const uint8_t old[4] = { 1, 2, 3, 4 }, new[4] = { 1, 0x44, 0x55, 0x66 };

	begin(r);
	store(r);
	is_str(found(r), "write-order", "a store to what is not below");
	r->high->count = 0;
	bring(r, r->low, level_place(r->memory, LINE));
	bring(r, r->high, level_place(r->low, LINE));
	store(r);
	is_str(found(r), "nothing", "a store goes down");
	ok(!memcmp(level_place(r->low, LINE), new, 4) &&
	   !memcmp(level_place(r->memory, LINE), old, 4), "one level");
	ok(!level_drained(r->high), "the upper level owes nothing");
	level_drained(r->low);
	is_str(found(r), "end-writes", "the lower one does");
	level_evict(&r->core, r->low,
		    row(r, 6, 1, 0, level_place(r->low, LINE)));
	level_bus_write(r->low, LINE, &all,
			(const uint32_t *)(const void *)
			level_place(r->low, LINE), ROW);
	is_str(found(r), "nothing", "it writes the row back");
	ok(!memcmp(level_place(r->memory, LINE), new, 4), "to memory");
	ok(!level_drained(r->low), "and owes nothing any more");
	end(r);
}

/* Without a cache memory is what accesses act on. */
static void borrowed(struct rig *r)
{
	uint8_t bytes[SIZE] = { 0 };
	struct level *k;

	begin(r);
	k = level_memory(&r->c, bytes);
	ok(level_place(k, BASE + 9) == bytes + 9, "memory that is another's");
	level_free(k);
	end(r);
}

int main(void)
{
	static struct rig r;

	up(&r);
	down(&r);
	borrowed(&r);
	return tap_done();
}
