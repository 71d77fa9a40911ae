/* l2.c - the mirror of the second-level cache
 * SPDX-License-Identifier: Apache-2.0
 *
 * A data cache that writes through, above a second-level cache of two ways,
 * above memory. Each rule is obeyed once and broken once.
 */
#include <stdlib.h>
#include <string.h>

#include "cosim/cover/cover.h"
#include "cosim/level/flat.h"
#include "cosim/level/l2.h"
#include "cosim/level/level.h"
#include "cosim/state/mismatch.h"
#include "tests/tap.h"

#define BASE UINT32_C(0x80000000)
#define LINE (BASE + 0x40)
#define NEXT (LINE + SETS * BYTES)      /* another line of the same set */

enum {
	SIZE = 4096, BYTES = 32, BEAT = 16, SETS = 4,
	READ = 0, WRITE, PASS, EVICT, FILL, ATOMIC,
	INSN = 1 << 4, FRESH = 1 << 5, STAYS = 1 << 6, FAILED = 1 << 7
};

struct rig {
	struct cosim c;
	struct core core;
	struct level *level[2];         /* memory, the data cache */
	struct warp warp;
	uint8_t mirror[SIZE];
	uint32_t bank;                  /* of the records */
	uint32_t record[4 + 1 + BYTES / 4];
};

static void begin_banks(struct rig *r, uint32_t banks)
{
	const struct shape_cache through = { 64, BYTES, 1, false, 2, 0, 1 };

	memset(r, 0, sizeof *r);
	r->c.cfg = (struct machine){
		.cores = 1, .warps = 1, .threads = 1, .ram_base = BASE,
		.ram_size = SIZE
	};
	r->c.own = (struct shape){
		.bus_bytes = BEAT, .access_bytes = BEAT, .dcache = through,
		.l2 = {
			.size = 2 * SETS * BYTES, .ways = 2, .banks = banks
		}
	};
	r->c.mirror = r->mirror;
	r->c.fetched = calloc(SIZE / 4 / 64 + 1, 8);
	r->c.good = calloc(SIZE / 4 / 64 + 1, 8);
	r->c.event = 1;
	r->c.core = &r->core;
	r->core.all = &r->c;
	r->core.warps = &r->warp;
	r->level[0] = level_memory(&r->c, NULL);
	r->level[1] = level_cache(&r->c, &through, BEAT, r->level[0]);
	r->core.cache = r->level[1];
	r->level[1]->core = &r->core;
	r->c.level = r->level;
	r->c.levels = 2;
	r->c.l2 = l2_new(&r->c);
	r->c.flat = flat_new(SIZE, 1);
	for (uint32_t i = 0; i < SIZE; i++)
		r->level[0]->bytes[i] = (uint8_t)(i * 7 + 1);
}

static void begin(struct rig *r)
{
	begin_banks(r, 1);
}

static void end(struct rig *r)
{
	l2_free(r->c.l2);
	flat_free(r->c.flat);
	free(r->core.errors);
	level_free(r->level[1]);
	level_free(r->level[0]);
	free(r->c.fetched);
	free(r->c.good);
	free(r->c.bus);
}

static const char *found(struct rig *r)
{
	const char *name = r->c.failed ? r->c.mismatch.name : "nothing";

	r->c.failed = false;
	return name;
}

/* A record of OP and FLAGS, of the line at ADDR in WAY, with the bytes of MASK
 * as memory has them. */
static uint32_t *make(struct rig *r, uint32_t op, uint32_t addr, uint32_t way,
		      uint32_t mask)
{
	uint32_t *w = r->record;
	uint8_t *data = (uint8_t *)(w + 5);

	memset(w, 0, sizeof r->record);
	w[0] = REC_KIND_l2 | (op & 0xFF) | (op >> 8) << 22;
	w[2] = addr;
	w[3] = way;
	w[4] = mask;
	for (uint32_t i = 0; addr - BASE < SIZE && i < BYTES; i++)
		if (mask >> i & 1)
			data[i] = level_place(r->level[0], addr)[i];
	return w;
}

/* The same, and the events of its cycle. OP is an operation << 8 and flags. */
static void does(struct rig *r, uint32_t op, uint32_t addr, uint32_t way,
		 uint32_t mask)
{
	if (!l2_record(&r->c, r->bank, make(r, op, addr, way, mask)))
		bus_events(&r->c);
}

#define OP(op) ((uint32_t)(op) << 8)

static void reads(struct rig *r, uint32_t addr)
{
	cosim_bus_read(&r->c, 0, COSIM_DBUS, 0, addr, BYTES);
	bus_events(&r->c);
}

static void refuses(struct rig *r, bool write, uint32_t addr)
{
	cosim_bus_error(&r->c, 0, COSIM_DBUS, 0, write, addr, BEAT);
	bus_events(&r->c);
}

static void brings(struct rig *r, uint32_t addr, uint32_t way)
{
	reads(r, addr);
	does(r, OP(FILL), addr, way, UINT32_MAX);
}

/* The data cache stores four bytes at ADDR + 4, and the second-level cache
 * performs the write with FLAGS in WAY. */
static void stores(struct rig *r, uint32_t flags, uint32_t addr, uint32_t way,
		   uint32_t value)
{
	const uint32_t mask = 0xF0, data[BEAT / 4] = { 0, value };
	uint32_t *w = make(r, OP(WRITE) | flags, addr, way, mask);

	level_expect(r->level[1], addr, &mask, data, r->c.event, NULL);
	w[6] = value;
	if (!l2_record(&r->c, r->bank, w))
		bus_events(&r->c);
}

/* Memory takes the beats of the line at ADDR that MASK has. */
static void leaves(struct rig *r, uint32_t addr, uint32_t mask)
{
	uint32_t data[BEAT / 4];

	for (uint32_t i = 0; i < BYTES; i += BEAT) {
		uint32_t strb = mask >> i & 0xFFFF;

		memcpy(data, level_place(r->level[0], addr + i), BEAT);
		cosim_bus_write(&r->c, 0, addr + i, &strb, data, BEAT);
	}
	bus_events(&r->c);
}

static void obeys(struct rig *r)
{
	begin(r);
	brings(r, LINE, 0);
	does(r, OP(READ), LINE, 0, UINT32_MAX);
	ok(level_reading(r->level[1], LINE), "a read goes to the data cache");
	stores(r, 0, LINE, 0, 0x11223344);
	ok(load_word(level_place(r->level[0], LINE + 4)) == 0x11223344,
	   "a write is memory for the data cache");
	stores(r, FRESH, NEXT, 1, 0x55667788);
	does(r, OP(EVICT) | STAYS, LINE, 0, 0xF0);
	leaves(r, LINE, 0xF0);
	reads(r, NEXT);
	does(r, OP(FILL), NEXT, 1, ~UINT32_C(0xF0));
	does(r, OP(READ) | INSN, NEXT, 1, UINT32_MAX);
	does(r, OP(EVICT), NEXT, 1, 0xF0);
	leaves(r, NEXT, 0xF0);
	l2_drained(&r->c);
	is_str(found(r), "nothing", "a run without a fault");
	end(r);
}

/* A write may overtake a write to another line, not one to its own. */
static void overtakes(struct rig *r)
{
	const uint32_t mask = 0xF0, old[BEAT / 4] = { 0, 1 };

	begin(r);
	level_expect(r->level[1], LINE, &mask, old, 1, NULL);
	stores(r, FRESH, NEXT, 0, 2);
	is_str(found(r), "nothing", "a write overtakes another line's");
	stores(r, FRESH, LINE, 1, 3);
	is_str(found(r), "write-data", "but not one of its line");
	end(r);
}

static void shapes(struct rig *r)
{
	begin(r);
	does(r, OP(6), LINE, 0, UINT32_MAX);
	is_str(found(r), "l2-shape", "no such operation");
	does(r, OP(READ), LINE, 2, UINT32_MAX);
	is_str(found(r), "l2-shape", "no such way");
	does(r, OP(READ), LINE + 4, 0, UINT32_MAX);
	is_str(found(r), "l2-shape", "not a line");
	does(r, OP(FILL) | STAYS, LINE, 0, UINT32_MAX);
	is_str(found(r), "l2-shape", "a flag of another operation");
	does(r, OP(PASS), LINE, 0, 1);
	is_str(found(r), "l2-shape", "a line passes the cache");
	does(r, OP(WRITE) | FRESH, LINE, 0, 0x10001);
	is_str(found(r), "l2-shape", "a write of two beats");
	r->record[0] = REC_KIND_l2 | 1 << 14;
	l2_record(&r->c, r->bank, r->record);
	is_str(found(r), "record-header", "no such core");
	end(r);
}

static void places(struct rig *r)
{
	begin(r);
	brings(r, LINE, 0);
	does(r, OP(READ), LINE, 1, UINT32_MAX);
	is_str(found(r), "l2-place", "a read of another way");
	stores(r, 0, NEXT, 0, 1);
	is_str(found(r), "l2-place", "a write to a line that is not there");
	does(r, OP(EVICT), NEXT, 0, 1);
	is_str(found(r), "l2-place", "an eviction of it");
	end(r);
	begin(r);
	stores(r, FRESH, NEXT, 1, 1);
	does(r, OP(READ), NEXT, 1, UINT32_MAX);
	is_str(found(r), "l2-place", "a read of a part of a line");
	end(r);
}

static void values(struct rig *r)
{
	begin(r);
	reads(r, LINE);
	make(r, OP(FILL), LINE, 0, UINT32_MAX)[12] ^= 1;
	l2_record(&r->c, r->bank, r->record);
	is_str(found(r), "l2-value", "a fill of other bytes");
	end(r);
	begin(r);
	brings(r, LINE, 0);
	make(r, OP(READ), LINE, 0, UINT32_MAX)[5] ^= 1;
	l2_record(&r->c, r->bank, r->record);
	is_str(found(r), "l2-value", "a read of other bytes");
	stores(r, 0, LINE, 0, 1);
	make(r, OP(EVICT), LINE, 0, 0xF0)[6] ^= 1;
	l2_record(&r->c, r->bank, r->record);
	is_str(found(r), "l2-value", "an eviction of other bytes");
	end(r);
}

static void losses(struct rig *r)
{
	begin(r);
	stores(r, FRESH, LINE, 0, 1);
	brings(r, NEXT, 0);
	is_str(found(r), "l2-lost", "a fill over dirty bytes");
	stores(r, FRESH, NEXT, 0, 1);
	is_str(found(r), "l2-lost", "a write over dirty bytes");
	stores(r, FRESH, LINE, 1, 1);
	is_str(found(r), "l2-lost", "a second dirty copy");
	end(r);
}

static void fills(struct rig *r)
{
	begin(r);
	does(r, OP(FILL), LINE, 0, UINT32_MAX);
	is_str(found(r), "l2-fill", "a fill without a read");
	brings(r, LINE, 0);
	does(r, OP(FILL), LINE, 0, UINT32_MAX);
	is_str(found(r), "l2-fill", "a second fill");
	reads(r, NEXT);
	does(r, OP(FILL), NEXT, 1, 1);
	is_str(found(r), "l2-fill", "a fill that leaves out bytes");
	end(r);
	begin(r);
	stores(r, FRESH, LINE, 0, 1);
	brings(r, LINE, 0);
	is_str(found(r), "l2-fill", "a fill of dirty bytes");
	end(r);
}

static void evictions(struct rig *r)
{
	begin(r);
	stores(r, FRESH, LINE, 0, 1);
	does(r, OP(EVICT), LINE, 0, 0x70);
	is_str(found(r), "l2-evict", "a dirty byte stays behind");
	does(r, OP(EVICT), LINE, 0, 0xFF);
	is_str(found(r), "l2-evict", "a clean byte goes");
	does(r, OP(EVICT) | STAYS, LINE, 0, 0xF0);
	is_str(found(r), "l2-evict", "a part of a line stays");
	end(r);
	begin(r);
	brings(r, LINE, 0);
	does(r, OP(EVICT), LINE, 0, 0);
	is_str(found(r), "l2-evict", "a clean line goes");
	end(r);
}

static void memory(struct rig *r)
{
	begin(r);
	stores(r, FRESH, LINE, 0, 1);
	leaves(r, LINE, 0xF0);
	is_str(found(r), "write-order", "a write that nobody has sent");
	does(r, OP(EVICT), LINE, 0, 0xF0);
	reads(r, LINE);
	is_str(found(r), "cache-read", "a read before the line is written");
	leaves(r, LINE, 0xE0);
	is_str(found(r), "write-data", "a byte is left out");
	leaves(r, LINE, 0xF0);
	reads(r, LINE);
	is_str(found(r), "nothing", "a read behind it");
	reads(r, LINE);
	is_str(found(r), "cache-read", "a second read");
	reads(r, LINE + 4);
	is_str(found(r), "cache-read", "a read of no line");
	end(r);
}

/* A line that memory could not read fails, and may get dirty bytes. */
static void failed_reads(struct rig *r)
{
	begin(r);
	reads(r, LINE);
	refuses(r, false, LINE + BEAT);
	does(r, OP(FILL) | FAILED, LINE, 0, 0);
	is_str(found(r), "nothing", "a fill of a line that failed");
	ok(!r->core.stop_due, "no core has asked");
	does(r, OP(READ) | FAILED, LINE, 0, 0);
	is_str(found(r), "nothing", "a read of it fails");
	ok(r->core.stop_due, "the core that asked must stop");
	ok(level_is_failing(r->level[1], LINE), "its cache has no line");
	brings(r, NEXT, 1);
	does(r, OP(READ) | FAILED, LINE, 0, 0);
	is_str(found(r), "nothing", "also when the other way is filled");
	stores(r, FRESH, LINE, 0, 1);
	does(r, OP(READ) | FAILED, LINE, 0, 0);
	is_str(found(r), "nothing", "a store to it");
	does(r, OP(READ), LINE, 0, UINT32_MAX);
	is_str(found(r), "l2-place", "it has not all its bytes");
	does(r, OP(EVICT), LINE, 0, 0xF0);
	leaves(r, LINE, 0xF0);
	is_str(found(r), "nothing", "its dirty bytes leave");
	does(r, OP(READ) | FAILED, LINE, 0, 0);
	is_str(found(r), "l2-place", "then it is gone");
	end(r);
}

static void false_reads(struct rig *r)
{
	begin(r);
	reads(r, LINE);
	does(r, OP(FILL) | FAILED, LINE, 0, 0);
	is_str(found(r), "l2-fill", "memory has read the line");
	refuses(r, false, LINE);
	does(r, OP(FILL), LINE, 0, UINT32_MAX);
	is_str(found(r), "l2-fill", "memory has not");
	does(r, OP(FILL) | FAILED, LINE, 0, 1);
	is_str(found(r), "l2-fill", "a byte of a line that failed");
	does(r, OP(READ) | FAILED, LINE, 0, 1);
	is_str(found(r), "l2-shape", "a byte of a read of it");
	does(r, OP(EVICT) | FAILED, LINE, 0, 0);
	is_str(found(r), "l2-shape", "an eviction cannot fail");
	brings(r, NEXT, 1);
	does(r, OP(READ) | FAILED, NEXT, 1, 0);
	is_str(found(r), "l2-place", "a line that did not fail");
	end(r);
}

/* Memory refuses a write: all cores stop. The line, read again, is that of
 * memory. */
static void failed_writes(struct rig *r)
{
	uint8_t *at;

	begin(r);
	at = level_place(r->level[0], LINE);
	brings(r, LINE, 0);
	stores(r, 0, LINE, 0, 0x11223344);
	does(r, OP(EVICT), LINE, 0, 0xF0);
	refuses(r, true, NEXT);
	is_str(found(r), "write-order", "memory refuses another line");
	refuses(r, true, LINE);
	is_str(found(r), "nothing", "memory refuses a write");
	ok(r->core.stop_due, "the core must stop");
	refuses(r, true, LINE + BEAT);
	is_str(found(r), "nothing", "and the next beat, which has no bytes");
	ok(load_word(at + 4) == 0x11223344, "the value counts");
	reads(r, LINE);
	make(r, OP(FILL), LINE, 0, UINT32_MAX);
	r->record[6] = 0xF2EBE4DD;
	l2_record(&r->c, r->bank, r->record);
	is_str(found(r), "nothing", "until the line is read again");
	ok(load_word(at + 4) == 0xF2EBE4DD, "then that of memory does");
	end(r);
}

/* A younger store of bytes that memory has refused is written back. */
static void later_writes(struct rig *r)
{
	begin(r);
	stores(r, FRESH, LINE, 0, 1);
	does(r, OP(EVICT), LINE, 0, 0xF0);
	stores(r, FRESH, LINE, 1, 2);
	refuses(r, true, LINE);
	does(r, OP(EVICT), LINE, 1, 0xF0);
	refuses(r, true, LINE);
	reads(r, LINE);
	does(r, OP(FILL), LINE, 0, UINT32_MAX);
	is_str(found(r), "l2-value", "memory has neither value");
	end(r);
	begin(r);
	stores(r, FRESH, LINE, 0, 1);
	does(r, OP(EVICT), LINE, 0, 0xF0);
	refuses(r, true, LINE);
	stores(r, FRESH, LINE, 1, 2);
	does(r, OP(EVICT), LINE, 1, 0xF0);
	leaves(r, LINE, 0xF0);
	brings(r, LINE, 0);
	is_str(found(r), "nothing", "the younger one reaches memory");
	end(r);
}

/* --- atomic operations --------------------------------------------------- */

static struct update seen;

/* In place of the instruction: the new word is 77. */
static int makes(struct core *c, struct update *u)
{
	(void)c;
	u->made = 77;
	seen = *u;
	return 0;
}

/* The data cache sends the operand for the second word of the line at ADDR. */
static void sends(struct rig *r, uint32_t addr)
{
	const uint32_t mask = 0xF0, data[BEAT / 4] = { 0, 5 };

	level_expect(r->level[1], addr, &mask, data, r->c.event, NULL);
	level_write_at(r->level[1], r->level[1]->count - 1)->update = true;
	r->c.update = makes;
	seen = (struct update){ 0 };
}

static void updates(struct rig *r)
{
	begin(r);
	brings(r, LINE, 0);
	sends(r, LINE);
	does(r, OP(ATOMIC), LINE, 0, 0xF0);
	is_str(found(r), "nothing", "an atomic operation");
	is_u32(seen.addr, LINE + 4, "on the word in the mask");
	is_u32(load_word(level_place(r->level[0], LINE + 4)), 77,
	       "changes memory");
	does(r, OP(EVICT), LINE, 0, 0xF0);
	is_str(found(r), "nothing", "its word is dirty");
	does(r, OP(ATOMIC), LINE, 0, 0xF0);
	is_str(found(r), "l2-place", "the line is gone");
	stores(r, FRESH, LINE, 0, 1);
	does(r, OP(ATOMIC), LINE, 0, 0xF0);
	is_str(found(r), "l2-place", "a part of a line is not enough");
	end(r);
}

static void false_updates(struct rig *r)
{
	begin(r);
	brings(r, LINE, 0);
	does(r, OP(ATOMIC), LINE, 0, 0xF0);
	is_str(found(r), "write-order", "an operation that nobody has sent");
	sends(r, LINE);
	does(r, OP(ATOMIC), LINE, 0, 0xF);
	is_str(found(r), "write-order", "one on another word");
	does(r, OP(ATOMIC), LINE, 0, 0x70);
	is_str(found(r), "l2-shape", "not a word");
	does(r, OP(ATOMIC), LINE, 0, 0xFF);
	is_str(found(r), "l2-shape", "two words");
	does(r, OP(ATOMIC) | FAILED, LINE, 0, 0);
	is_str(found(r), "l2-place", "the line did not fail");
	make(r, OP(ATOMIC), LINE, 0, 0xF0)[6] ^= 1;
	l2_record(&r->c, r->bank, r->record);
	is_str(found(r), "l2-value", "another old word");
	stores(r, 0, LINE, 0, 5);
	is_str(found(r), "write-order", "the operand is stored as it is");
	end(r);
}

static void failed_updates(struct rig *r)
{
	begin(r);
	sends(r, NEXT);
	level_write_at(r->level[1], 0)->update = false;
	reads(r, LINE);
	refuses(r, false, LINE);
	does(r, OP(FILL) | FAILED, LINE, 0, 0);
	sends(r, LINE);
	does(r, OP(ATOMIC) | FAILED, LINE, 0, 0);
	is_str(found(r), "nothing", "an operation on a line that failed");
	ok(seen.fails && r->core.stop_due, "fails, and the core must stop");
	ok(seen.passes, "a store to another line is on its way");
	end(r);
}

/* Beat NUMBER of the line at ADDR in WAY, as the array has it. A bit
 * of word WORD is turned over, if WORD is one. */
static void shows(struct rig *r, uint32_t addr, uint32_t way, uint32_t number,
		  uint32_t dirty, uint32_t word)
{
	uint32_t line = (addr / BYTES % SETS) * 2 + way;
	uint32_t data[BEAT / 4 + 1];

	memcpy(data, level_place(r->level[0], addr) + number * BEAT, BEAT);
	data[BEAT / 4] = dirty;
	if (word <= BEAT / 4)
		data[word] ^= 1u << 5;
	l2_audit_beat(&r->c, line * (BYTES / BEAT) + number, data);
	l2_audit(&r->c);
}

static void beats(struct rig *r)
{
	enum { NONE = 9 };

	begin(r);
	shows(r, LINE, 0, 1, 0xFFFF, 0);
	is_str(found(r), "nothing", "what an empty way holds");
	brings(r, LINE, 0);
	shows(r, LINE, 0, 1, 0xFFFF, NONE);
	is_str(found(r), "nothing", "dirty bits of a clean line");
	shows(r, LINE, 0, 1, 0, 3);
	is_str(found(r), "audit-l2", "a byte");
	stores(r, 0, LINE, 0, 1);
	shows(r, LINE, 0, 0, 0xF0, NONE);
	shows(r, LINE, 0, 1, 0, NONE);
	is_str(found(r), "nothing", "both beats of a dirty line");
	shows(r, LINE, 0, 1, 0x100, NONE);
	is_str(found(r), "audit-l2", "a dirty bit too many");
	shows(r, LINE, 0, 0, 0x70, NONE);
	is_str(found(r), "audit-l2", "one that is missing");
	stores(r, FRESH, NEXT, 1, 1);
	shows(r, NEXT, 1, 0, 0xF0, 2);
	is_str(found(r), "nothing", "bytes that a partial line has not");
	shows(r, NEXT, 1, 0, 0xF0, 1);
	is_str(found(r), "audit-l2", "one that it has");
	is_u32((uint32_t)l2_audit(&r->c), 0, "a row is compared once");
	end(r);
}

static const char *tag(struct rig *r, uint32_t way, uint32_t addr,
		       uint32_t state)
{
	const uint32_t data[2] = { addr, state };

	l2_audit_tag(&r->c, (LINE / BYTES % SETS) * 2 + way, data);
	return found(r);
}

static void tags(struct rig *r)
{
	begin(r);
	brings(r, LINE, 0);
	is_str(tag(r, 0, LINE, 5), "nothing", "the tag of a full line");
	is_str(tag(r, 0, LINE, 4), "audit-l2", "not valid");
	is_str(tag(r, 0, LINE, 1), "audit-l2", "not full");
	is_str(tag(r, 0, LINE, 7), "audit-l2", "dirty");
	is_str(tag(r, 0, NEXT, 5), "audit-l2", "another line's");
	is_str(tag(r, 1, LINE, 2), "nothing", "the tag of no line");
	is_str(tag(r, 1, LINE, 5), "audit-l2", "a line that is not there");
	end(r);
}

static void flushes(struct rig *r)
{
	begin(r);
	brings(r, LINE, 0);
	l2_flushed(&r->c, r->c.event + 1);
	is_str(tag(r, 0, LINE, 5), "audit-l2", "a line that a flush leaves");
	does(r, OP(READ), LINE, 0, UINT32_MAX);
	is_str(found(r), "l2-place", "a read of it");
	brings(r, LINE, 0);
	l2_flushed(&r->c, 0);
	does(r, OP(READ), LINE, 0, UINT32_MAX);
	is_str(found(r), "nothing", "a line that came during the flush");
	is_str(tag(r, 0, LINE, 4), "nothing", "may have left again");
	l2_written(&r->c, LINE - 4, 4);
	is_str(tag(r, 0, LINE, 5), "nothing", "or not");
	l2_written(&r->c, LINE + 4, 4);
	is_str(tag(r, 0, LINE, 5), "audit-l2", "a line that the host wrote to");
	end(r);
}

/* Hits of a bin of the group of this cache. */
static uint64_t hits(const struct rig *r, size_t op, size_t line, size_t reads)
{
	const struct coverage_group_info *g =
		&r->core.cover->group[COVERAGE_L2];

	return r->core.cover->hits[(op * g->size[1] + line) * g->size[2] +
				   reads];
}

/* Makes room for the bins of group NO at the beginning of BINS. */
static void count_in(struct rig *r, enum coverage_group no)
{
	static uint64_t bins[128];
	static struct cover cover;

	memset(bins, 0, sizeof bins);
	cover.hits = bins;
	cover.group[COVERAGE_L2] = coverage_group(COVERAGE_L2);
	cover.group[COVERAGE_L2].first = no == COVERAGE_L2 ? 0 : 64;
	cover.group[COVERAGE_L2_BANKS] = coverage_group(COVERAGE_L2_BANKS);
	cover.group[COVERAGE_L2_BANKS].first = no == COVERAGE_L2 ? 64 : 0;
	cover.counts[COVERAGE_L2] = cover.counts[COVERAGE_L2_BANKS] = true;
	r->core.cover = &cover;
	l2_watch(r->c.l2, cover_l2);
}

static void covers_banks(struct rig *r)
{
	uint32_t two = AT(L2_OP, FRESH) * 3 + AT(L2_AT_ONCE, TWO);

	begin_banks(r, 2);
	count_in(r, COVERAGE_L2_BANKS);
	l2_begin(r->c.l2, 2);
	stores(r, FRESH, NEXT, 1, 1);
	r->bank = 1;
	stores(r, FRESH, LINE, 1, 1);
	is_str(found(r), "nothing", "banks that act at once");
	ok(r->core.cover->hits[two] == 2, "are counted");
	end(r);
}

static void covers(struct rig *r)
{

	begin(r);
	count_in(r, COVERAGE_L2);
	reads(r, NEXT);
	brings(r, LINE, 0);
	ok(hits(r, AT(L2_OP, FILL), AT(L2_LINE, ABSENT), AT(READS, ONE)) == 1,
	   "a fill beside another read is counted");
	stores(r, 0, LINE, 0, 1);
	ok(hits(r, AT(L2_OP, WRITE), AT(L2_LINE, CLEAN), AT(READS, ONE)) == 1,
	   "a write to a clean line");
	does(r, OP(READ) | INSN, LINE, 0, UINT32_MAX);
	ok(hits(r, AT(L2_OP, FETCH), AT(L2_LINE, DIRTY), AT(READS, ONE)) == 1,
	   "a fetch from a dirty line");
	refuses(r, false, NEXT);
	does(r, OP(FILL) | FAILED, NEXT, 1, 0);
	ok(!hits(r, AT(L2_OP, FILL), AT(L2_LINE, ABSENT), AT(READS, NONE)),
	   "a line that failed is not");
	stores(r, FRESH, NEXT, 1, 1);
	ok(hits(r, AT(L2_OP, FRESH), AT(L2_LINE, ABSENT), AT(READS, NONE)) == 1,
	   "a write of a partial line");
	does(r, OP(EVICT), NEXT, 1, 0xF0);
	ok(hits(r, AT(L2_OP, EVICT), AT(L2_LINE, PARTIAL), AT(READS, NONE)) ==
	   1, "a partial line that leaves");
	is_str(found(r), "nothing", "coverage of a run without a fault");
	end(r);
}

/* What the run of banks has done. */
static void counts(struct rig *r)
{
	struct cosim_level2 n = { 0 };

	r->bank = 0;
	brings(r, BASE, 0);
	does(r, OP(READ) | INSN, BASE, 0, UINT32_MAX);
	is_str(found(r), "nothing", "a fetch");
	ok(cosim_level2(&r->c, &n) && n.data_reads == 1 &&
	   n.insn_reads == 1 && n.writes == 3 && !n.passed &&
	   n.filled == 2 && n.evicted == 3, "all records are counted");
	ok(n.banks == 2 && n.of_bank[0] == 2 && n.of_bank[1] == 3,
	   "for each bank");
}

/* Two banks: LINE and ODD belong to bank 1, BASE and NEXT to bank 0. */
static void banks(struct rig *r)
{
	const uint32_t odd = BASE + BYTES;

	begin_banks(r, 2);
	brings(r, LINE, 0);
	is_str(found(r), "l2-bank", "a bank fills a line of another one");
	r->bank = 1;
	does(r, OP(FILL), LINE, 0, UINT32_MAX);
	does(r, OP(READ), LINE, 0, UINT32_MAX);
	is_str(found(r), "nothing", "its own bank reads the line");
	does(r, OP(PASS), (uint32_t)CONSOLE_BYTE, 0, 1);
	is_str(found(r), "l2-bank", "the console belongs to bank 0");
	stores(r, 0, LINE, 0, 1);
	stores(r, FRESH, odd, 0, 2);
	r->bank = 0;
	stores(r, FRESH, NEXT, 0, 3);
	is_str(found(r), "nothing", "lines of both banks");
	does(r, OP(EVICT), NEXT, 0, 0xF0);
	r->bank = 1;
	does(r, OP(EVICT), LINE, 0, 0xF0);
	does(r, OP(EVICT), odd, 0, 0xF0);
	leaves(r, LINE, 0xF0);
	is_str(found(r), "nothing", "banks write in any order");
	reads(r, NEXT);
	is_str(found(r), "cache-read", "a write of the line is in flight");
	leaves(r, NEXT, 0xF0);
	leaves(r, odd, 0xF0);
	is_str(found(r), "nothing", "and each bank in its own");
	counts(r);
	end(r);
	begin_banks(r, 2);
	r->bank = 1;
	stores(r, FRESH, LINE, 0, 1);
	stores(r, FRESH, odd, 0, 2);
	does(r, OP(EVICT), LINE, 0, 0xF0);
	does(r, OP(EVICT), odd, 0, 0xF0);
	leaves(r, odd, 0xF0);
	is_str(found(r), "write-order", "writes of a bank change places");
	l2_drained(&r->c);
	is_str(found(r), "end-writes", "writes of a bank at the end");
	end(r);
	begin_banks(r, 2);
	r->bank = 1;
	stores(r, FRESH, LINE, 0, 1);
	l2_drained(&r->c);
	is_str(found(r), "end-writes", "a dirty line of bank 1 at the end");
	l2_audit_tag(&r->c, 2 * (2 + 1), (const uint32_t[]){ LINE, 5 });
	is_str(found(r), "audit-l2", "the tag of bank 1 is that of a line");
	ok(strstr(r->c.mismatch.text, "way 0 of set 1 of bank 1") != NULL,
	   "the mismatch names the bank");
	end(r);
}

static void ends(struct rig *r)
{
	begin(r);
	stores(r, FRESH, LINE, 0, 1);
	l2_drained(&r->c);
	is_str(found(r), "end-writes", "a dirty line at the end");
	does(r, OP(EVICT), LINE, 0, 0xF0);
	l2_drained(&r->c);
	is_str(found(r), "end-writes", "a write in flight at the end");
	cosim_note_done(&r->c);
	leaves(r, LINE, 0xF0);
	is_str(found(r), "end-writes", "a write to memory after done");
	end(r);
	begin(r);
	stores(r, FRESH, LINE, 0, 1);
	cosim_note_done(&r->c);
	does(r, OP(EVICT), LINE, 0, 0xF0);
	is_str(found(r), "end-writes", "a line that leaves after done");
	end(r);
}

int main(void)
{
	static struct rig r;

	obeys(&r);
	overtakes(&r);
	shapes(&r);
	places(&r);
	values(&r);
	losses(&r);
	fills(&r);
	evictions(&r);
	memory(&r);
	failed_reads(&r);
	false_reads(&r);
	failed_writes(&r);
	later_writes(&r);
	beats(&r);
	tags(&r);
	flushes(&r);
	covers(&r);
	covers_banks(&r);
	banks(&r);
	updates(&r);
	false_updates(&r);
	failed_updates(&r);
	ends(&r);
	return tap_done();
}
