/* level.c - levels of memory, one above the other
 * SPDX-License-Identifier: Apache-2.0
 *
 * Two caches over memory: a line comes up level by level, a store goes down,
 * and each level is held to what the one below has.
 */
#include <stdlib.h>
#include <string.h>

#include "cosim/check/access.h"
#include "cosim/check/acquire.h"
#include "cosim/level/flat.h"
#include "cosim/level/level.h"
#include "cosim/state/atomic.h"
#include "cosim/state/mismatch.h"
#include "cosim/state/origin.h"
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
	const struct shape_cache back = { 256, BYTES, 2, true, 2, 0, 1 };
	const struct shape_cache through = { 64, BYTES, 1, false, 2, 0, 1 };

	memset(r, 0, sizeof *r);
	r->core.all = &r->c;
	r->c.cfg.warps = 1;
	r->c.cfg.ram_base = BASE;
	r->c.cfg.ram_size = SIZE;
	r->c.own = (struct shape){
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
	struct core *c = k->core ? k->core : &r->core;
	int bad = level_bus_read(k, LINE, BYTES);

	for (uint32_t n = 0; !bad && n < BYTES / ROW; n++) {
		row(r, 5, 0, n, data);
		rec_set_head_core(r->record, c->id);
		bad = level_fill(c, k, r->record);
	}
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

	level_expect(r->high, LINE, &mask, data, r->c.event, NULL);
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

/* --- a core's cache beside others -------------------------------------- */

/* The caches of two cores over memory: what performs in one is its own. */
struct pair {
	struct rig r;
	struct core core[2];
	struct warp warp[2];
	struct slot slot;
};

static void begin_pair(struct pair *p)
{
	const struct shape_cache through = { 64, BYTES, 1, false, 2, 0, 1 };
	struct rig *r = &p->r;

	memset(p, 0, sizeof *p);
	r->c.cfg = (struct machine){
		.cores = 2, .warps = 1, .threads = 2, .has_a = true,
		.ram_base = BASE, .ram_size = SIZE
	};
	r->c.own = (struct shape){
		.bus_bytes = ROW, .access_bytes = ROW, .dcache = through
	};
	r->c.weak = true;
	r->c.mirror = r->mirror;
	r->c.core = p->core;
	r->c.flat = flat_new(SIZE, 2);
	r->c.fetched = calloc(SIZE / 4 / 64 + 1, 8);
	r->c.event = 1;
	r->memory = level_memory(&r->c, r->mirror);
	for (uint32_t i = 0; i < 2; i++) {
		p->core[i] = (struct core){
			.all = &r->c, .id = i, .warps = &p->warp[i],
			.cache = level_cache(&r->c, &through, ROW, r->memory)
		};
		p->core[i].cache->core = &p->core[i];
	}
	p->slot.order = 7;
	for (uint32_t i = 0; i < BYTES; i++)
		level_place(r->memory, LINE)[i] = (uint8_t)(i + 1);
}

static void end_pair(struct pair *p)
{
	for (uint32_t i = 0; i < 2; i++)
		level_free(p->core[i].cache);
	level_free(p->r.memory);
	flat_free(p->r.c.flat);
	free(p->r.c.fetched);
}

static void takes(struct pair *p, uint32_t core)
{
	bring(&p->r, p->core[core].cache, level_place(p->r.memory, LINE));
}

static void access(struct pair *p, uint32_t core, bool store)
{
	const uint32_t mask = 2, data[WORDS] = { 0x9900 };
	const struct level_access a = {
		.core = &p->core[core], .slot = &p->slot, .store = store,
		.addr = LINE, .array = true, .mask = &mask, .data = data
	};

	flat_announce(p->r.c.flat, LINE + 1 - BASE, 1,
		      &(struct flat_storer){ core, core, 1 });
	level_perform(p->core[core].cache, &a);
}

/* The fence of CORE acts; the warp goes on. */
static void fence(struct pair *p, uint32_t core, uint32_t what)
{
	struct warp *w = &p->warp[core];

	w->flushed = ++p->r.c.event;
	w->drained = 0;
	w->flush = what;
}

static void goes_on(struct pair *p, uint32_t core)
{
	++p->r.c.event;
	level_flushed(p->core[core].cache, &p->core[core], 0);
	p->warp[core].flushed = 0;
}

static void lands(struct pair *p, uint32_t core)
{
	const uint32_t mask = 2, data[WORDS] = { 0x9900 };

	++p->r.c.event;
	level_bus_write(p->core[core].cache, LINE, &mask, data, ROW);
}

static uint32_t sees(const struct pair *p, uint32_t core)
{
	return level_core_word(&p->core[core], LINE) >> 8 & 255;
}

static void own(struct pair *p)
{
	begin_pair(p);
	takes(p, 0);
	takes(p, 1);
	access(p, 0, true);
	is_u32(sees(p, 0), 0x99, "a core sees its own store at once");
	is_u32(sees(p, 1), 2, "another one does not");
	is_u32(level_place(p->r.memory, LINE)[1], 2, "nor does memory");
	ok(flat_foreign(p->r.c.flat, LINE + 1 - BASE, 1, 1) &&
	   !flat_foreign(p->r.c.flat, LINE + 1 - BASE, 0, 0),
	   "for the other one it is a race");
	lands(p, 0);
	is_u32(level_place(p->r.memory, LINE)[1], 0x99, "memory has it later");
	is_u32(sees(p, 1), 2, "the other's copy stays");
	access(p, 1, false);
	is_str(found(&p->r), "nothing", "and may be read");
	end_pair(p);
}

static void releases(struct pair *p)
{
	begin_pair(p);
	takes(p, 0);
	access(p, 0, true);
	fence(p, 0, FLUSH_KEEP);
	goes_on(p, 0);
	is_str(found(&p->r), "flush", "a release that a store has not reached");
	lands(p, 0);
	fence(p, 0, FLUSH_KEEP);
	goes_on(p, 0);
	is_str(found(&p->r), "nothing", "once it has, it is complete");
	access(p, 0, false);
	is_str(found(&p->r), "nothing", "and the line is still there");
	end_pair(p);
}

static void acquires(struct pair *p)
{
	begin_pair(p);
	takes(p, 0);
	fence(p, 0, FLUSH_KEEP | FLUSH_DROP);
	goes_on(p, 0);
	is_str(found(&p->r), "nothing", "an acquire");
	access(p, 0, false);
	is_str(found(&p->r), "acquire", "a line from before it");
	takes(p, 0);
	access(p, 0, false);
	is_str(found(&p->r), "nothing", "a line from behind it");
	end_pair(p);
}

/* A fence of loads alone waits for no store of the time before. */
static void neither(struct pair *p)
{
	begin_pair(p);
	takes(p, 0);
	access(p, 0, true);
	fence(p, 0, 0);
	goes_on(p, 0);
	access(p, 0, false);
	is_str(found(&p->r), "nothing", "a fence that is neither");
	fence(p, 0, FLUSH_DROP);
	++p->r.c.event;
	level_bus_read(p->core[0].cache, LINE + BYTES, BYTES);
	p->core[0].cache->reads[0].event = ++p->r.c.event;
	lands(p, 0);
	goes_on(p, 0);
	is_str(found(&p->r), "nothing",
	       "an acquire alone: lines may come before the stores land");
	end_pair(p);
}

static void under_way(struct pair *p)
{
	begin_pair(p);
	level_bus_read(p->core[0].cache, LINE, BYTES);
	fence(p, 0, FLUSH_KEEP | FLUSH_DROP);
	goes_on(p, 0);
	is_str(found(&p->r), "acquire", "a line on its way since before it");
	end_pair(p);
}

/* The stores of the time before are in memory before lines are read again. */
static void drains_first(struct pair *p)
{
	begin_pair(p);
	takes(p, 0);
	access(p, 0, true);
	fence(p, 0, FLUSH_KEEP | FLUSH_DROP);
	++p->r.c.event;
	level_bus_read(p->core[0].cache, LINE + BYTES, BYTES);
	lands(p, 0);
	goes_on(p, 0);
	is_str(found(&p->r), "acquire",
	       "a line that was read before the core's own stores landed");
	end_pair(p);
}

/* --- atomic accesses ---------------------------------------------------- */

/* An atomic instruction, with the bits for aq and rl, issues. */
static void issues(struct pair *p, uint32_t order)
{
	p->slot.fx.kind = GOLDEN_ATOMIC;
	p->slot.fx.insn = order << 25;
	p->slot.fx.access.addr[0] = LINE;
	p->slot.issue_event = ++p->r.c.event;
	++p->r.c.event;
}

static void place(struct pair *p)
{
	begin_pair(p);
	takes(p, 0);
	issues(p, 0);
	access(p, 0, false);
	is_str(found(&p->r), "atomic-place", "a line from before it issued");
	takes(p, 0);
	access(p, 0, false);
	is_str(found(&p->r), "nothing", "a line that it has brought");
	takes(p, 1);
	access(p, 1, true);
	lands(p, 1);
	access(p, 0, false);
	is_str(found(&p->r), "atomic-place", "and memory has another value");
	end_pair(p);
}

/* The line comes while a store to another line is on its way. */
static void passes(struct pair *p, uint32_t order, const char *what)
{
	begin_pair(p);
	takes(p, 0);
	access(p, 0, true);
	level_expect(p->core[0].cache, LINE + BYTES, NULL, p->r.mirror, 1,
		     p->core[0].cache->by);
	lands(p, 0);
	issues(p, order);
	takes(p, 0);
	access(p, 0, false);
	is_str(found(&p->r), what, order ? "rl, and a store is on its way" :
	       "without rl it may be");
	end_pair(p);
}

/* A store of another core reaches memory in the middle of an access. */
static void interrupts(struct pair *p)
{
	begin_pair(p);
	takes(p, 1);
	issues(p, 0);
	atomic_holds(&p->core[0], &p->slot, 0);
	access(p, 1, true);
	lands(p, 1);
	is_str(found(&p->r), "nothing", "a store that is the access's own");
	p->warp[0].reserved[1] = LINE | 1;
	atomic_holds(&p->core[0], &p->slot, 0);
	p->slot.order++;
	access(p, 1, true);
	lands(p, 1);
	is_str(found(&p->r), "perform-atomic", "one of another core");
	p->warp[0].held[0].word = 0;
	p->core[0].held = 0;
	access(p, 1, true);
	lands(p, 1);
	is_u32(p->warp[0].reserved[1], 0, "it ends a reservation");
	end_pair(p);
}

/* What a warp loads behind an instruction that acquires is not older. */
static void older(struct pair *p)
{
	begin_pair(p);
	takes(p, 0);
	p->slot.acquired = ++p->r.c.event;
	access(p, 0, false);
	is_str(found(&p->r), "acquire", "a line from before an acquire");
	++p->r.c.event;
	takes(p, 0);
	access(p, 0, false);
	is_str(found(&p->r), "nothing", "a line from behind it");
	p->core[0].warps[0].next = 1;
	issues(p, 2);
	p->slot.read = ++p->r.c.event;
	acquire_retires(&p->core[0], &p->slot);
	p->slot.fx.kind = GOLDEN_LOAD;
	access(p, 0, false);
	is_str(found(&p->r), "acquire", "nor is what the core loads then");
	end_pair(p);
}

/* --- atomic operations of a second-level cache --------------------------- */

/* Thread 0 of core 0 has an amoadd.w, with the bits for aq and rl, of 5 and the
 * first word of LINE, which is 0x04030201. There is a second-level cache. */
static void begin_below(struct pair *p, uint32_t order)
{
	struct slot *s;

	begin_pair(p);
	p->r.c.l2 = (void *)p;
	p->r.c.origin = origin_new(2, 2, ISA_REGS, SIZE);
	p->r.c.own.lanes = 2;
	p->r.c.beats = 1;
	p->r.c.update = access_update;
	flat_announce(p->r.c.flat, LINE - BASE, 4,
		      &(struct flat_storer){ 0, 0, 7 });
	s = &p->warp[0].slots[0];
	s->retire_due = true;
	s->order = 7;
	s->fx.kind = GOLDEN_ATOMIC;
	s->fx.op = ISA_AMOADD_W;
	s->fx.insn = order << 25;
	s->fx.tmask = 1;
	s->fx.access = (struct golden_access){
		.op = GOLDEN_UPDATE, .size = 4, .lanes = 1, .addr = { LINE },
		.data = { 5 }, .found = { 0x04030201 }, .stores = 1
	};
	s->addr_low = LINE;
	s->addr_high = LINE + 3;
	p->warp[0].mem_count = 1;
}

static void end_below(struct pair *p)
{
	origin_free(p->r.c.origin);
	end_pair(p);
}

/* Its operand leaves, by a record with STORE, from the ARRAY or past it. */
static void leaves(struct pair *p, bool store, bool array)
{
	const uint32_t mask = 0xF, data[WORDS] = { 5 };
	struct slot *s = &p->warp[0].slots[0];
	struct access a = { .store = store, .size = 2, .lanes = 1 };
	const struct level_access x = {
		.core = &p->core[0], .slot = s, .store = store, .addr = LINE,
		.array = array, .mask = &mask, .data = data
	};

	++p->r.c.event;
	if (!access_check(&p->core[0], &a, s) &&
	    !access_order(&p->core[0], &a, s) &&
	    !level_perform(p->core[0].cache, &x))
		access_effect(&p->core[0], &a, s);
}

static void is_made(struct pair *p)
{
	++p->r.c.event;
	level_bus_update(p->core[0].cache, LINE, false);
}

static void below(struct pair *p)
{
	begin_below(p, 0);
	takes(p, 0);
	leaves(p, false, true);
	is_str(found(&p->r), "perform-kind", "the data cache does not load");
	leaves(p, true, true);
	is_str(found(&p->r), "perform-array", "nor store");
	leaves(p, true, false);
	is_str(found(&p->r), "nothing", "the operand goes down");
	ok(!level_find(p->core[0].cache, LINE), "the copy of the line is gone");
	leaves(p, true, false);
	is_str(found(&p->r), "perform-kind", "it goes down once");
	p->warp[0].reserved[1] = LINE | 1;
	is_made(p);
	is_str(found(&p->r), "nothing", "the operation is made");
	is_u32(load_word(level_place(p->r.memory, LINE)), 0x04030206,
	       "memory has the sum");
	is_u32(p->warp[0].reserved[1], 0, "a reservation has ended");
	ok(!p->warp[0].mem_count && p->warp[0].slots[0].performed == 1,
	   "the instruction has performed");
	is_made(p);
	is_str(found(&p->r), "write-order", "it is made once");
	end_below(p);
}

static void below_late(struct pair *p)
{
	begin_below(p, 0);
	level_bus_read(p->core[0].cache, LINE, BYTES);
	leaves(p, true, false);
	is_str(found(&p->r), "atomic-place",
	       "the line is on its way to the data cache");
	end_below(p);
	begin_below(p, 1);
	level_expect(p->core[0].cache, LINE + BYTES, NULL, p->r.mirror, 1,
		     p->core[0].cache->by);
	leaves(p, true, false);
	is_made(p);
	is_str(found(&p->r), "atomic-release",
	       "rl, and a store is on its way");
	end_below(p);
}

/* Another core has stored to the word since the instruction issued. */
static void below_races(struct pair *p)
{
	begin_below(p, 0);
	leaves(p, true, false);
	level_place(p->r.memory, LINE)[0] = 9;
	is_made(p);
	is_str(found(&p->r), "load-flat", "a change that nobody has made");
	end_below(p);
	begin_below(p, 0);
	flat_announce(p->r.c.flat, LINE - BASE, 4,
		      &(struct flat_storer){ 1, 1, 6 });
	leaves(p, true, false);
	level_place(p->r.memory, LINE)[0] = 9;
	is_made(p);
	is_str(found(&p->r), "nothing", "one of another core");
	is_u32(load_word(level_place(p->r.memory, LINE)), 0x0403020E,
	       "the sum has it");
	end_below(p);
}

int main(void)
{
	static struct rig r;
	static struct pair p;

	place(&p);
	passes(&p, 0, "nothing");
	passes(&p, 1, "atomic-release");
	interrupts(&p);
	older(&p);
	below(&p);
	below_late(&p);
	below_races(&p);

	own(&p);
	releases(&p);
	acquires(&p);
	neither(&p);
	under_way(&p);
	drains_first(&p);
	up(&r);
	down(&r);
	borrowed(&r);
	return tap_done();
}
