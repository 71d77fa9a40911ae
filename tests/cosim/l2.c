/* l2.c - the mirror of the second-level cache
 * SPDX-License-Identifier: Apache-2.0
 *
 * Each rule is obeyed once and broken once.
 */
#include "tests/cosim/l2.h"

static void obeys(struct rig *r)
{
	rig_brings(r, LINE, 0);
	rig_does(r, OP(READ), LINE, 0, UINT32_MAX);
	ok(level_reading(r->level[1], LINE), "a read goes to the data cache");
	rig_stores(r, 0, LINE, 0, 0x11223344);
	ok(load_word(level_place(r->level[0], LINE + 4)) == 0x11223344,
	   "a write is memory for the data cache");
	rig_stores(r, FRESH, NEXT, 1, 0x55667788);
	rig_does(r, OP(EVICT) | STAYS, LINE, 0, 0xF0);
	rig_leaves(r, LINE, 0xF0);
	rig_reads(r, NEXT);
	rig_does(r, OP(FILL), NEXT, 1, ~UINT32_C(0xF0));
	rig_does(r, OP(READ) | INSN, NEXT, 1, UINT32_MAX);
	rig_does(r, OP(EVICT), NEXT, 1, 0xF0);
	rig_leaves(r, NEXT, 0xF0);
	l2_drained(&r->c);
	is_str(rig_found(r), "nothing", "a run without a fault");
}

/* A write may overtake a write to another line, not one to its own. */
static void overtakes(struct rig *r)
{
	const uint32_t mask = 0xF0, old[BEAT / 4] = { 0, 1 };

	level_expect(r->level[1], LINE, &mask, old, 1, NULL);
	rig_stores(r, FRESH, NEXT, 0, 2);
	is_str(rig_found(r), "nothing", "a write overtakes another line's");
	rig_stores(r, FRESH, LINE, 1, 3);
	is_str(rig_found(r), "write-data", "but not one of its line");
}

static void shapes(struct rig *r)
{
	rig_does(r, OP(6), LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "l2-shape", "no such operation");
	rig_does(r, OP(READ), LINE, 2, UINT32_MAX);
	is_str(rig_found(r), "l2-shape", "no such way");
	rig_does(r, OP(READ), LINE + 4, 0, UINT32_MAX);
	is_str(rig_found(r), "l2-shape", "not a line");
	rig_does(r, OP(FILL) | STAYS, LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "l2-shape", "a flag of another operation");
	rig_does(r, OP(PASS), LINE, 0, 1);
	is_str(rig_found(r), "l2-shape", "a line passes the cache");
	rig_does(r, OP(WRITE) | FRESH, LINE, 0, 0x10001);
	is_str(rig_found(r), "l2-shape", "a write of two beats");
	r->record[0] = REC_KIND_l2 | 1 << 14;
	l2_record(&r->c, r->bank, r->record);
	is_str(rig_found(r), "record-header", "no such core");
}

static void places(struct rig *r)
{
	rig_brings(r, LINE, 0);
	rig_does(r, OP(READ), LINE, 1, UINT32_MAX);
	is_str(rig_found(r), "l2-place", "a read of another way");
	rig_stores(r, 0, NEXT, 0, 1);
	is_str(rig_found(r), "l2-place", "a write to a line that is not there");
	rig_does(r, OP(EVICT), NEXT, 0, 1);
	is_str(rig_found(r), "l2-place", "an eviction of it");
	rig_again(r, 1);
	rig_stores(r, FRESH, NEXT, 1, 1);
	rig_does(r, OP(READ), NEXT, 1, UINT32_MAX);
	is_str(rig_found(r), "l2-place", "a read of a part of a line");
}

static void values(struct rig *r)
{
	rig_reads(r, LINE);
	rig_spoils(r, OP(FILL), LINE, 0, UINT32_MAX, 12);
	is_str(rig_found(r), "l2-value", "a fill of other bytes");
	rig_again(r, 1);
	rig_brings(r, LINE, 0);
	rig_spoils(r, OP(READ), LINE, 0, UINT32_MAX, 5);
	is_str(rig_found(r), "l2-value", "a read of other bytes");
	rig_stores(r, 0, LINE, 0, 1);
	rig_spoils(r, OP(EVICT), LINE, 0, 0xF0, 6);
	is_str(rig_found(r), "l2-value", "an eviction of other bytes");
}

static void losses(struct rig *r)
{
	rig_stores(r, FRESH, LINE, 0, 1);
	rig_brings(r, NEXT, 0);
	is_str(rig_found(r), "l2-lost", "a fill over dirty bytes");
	rig_stores(r, FRESH, NEXT, 0, 1);
	is_str(rig_found(r), "l2-lost", "a write over dirty bytes");
	rig_stores(r, FRESH, LINE, 1, 1);
	is_str(rig_found(r), "l2-lost", "a second dirty copy");
}

static void fills(struct rig *r)
{
	rig_does(r, OP(FILL), LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "l2-fill", "a fill without a read");
	rig_brings(r, LINE, 0);
	rig_does(r, OP(FILL), LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "l2-fill", "a second fill");
	rig_reads(r, NEXT);
	rig_does(r, OP(FILL), NEXT, 1, 1);
	is_str(rig_found(r), "l2-fill", "a fill that leaves out bytes");
	rig_again(r, 1);
	rig_stores(r, FRESH, LINE, 0, 1);
	rig_brings(r, LINE, 0);
	is_str(rig_found(r), "l2-fill", "a fill of dirty bytes");
}

static void evictions(struct rig *r)
{
	rig_stores(r, FRESH, LINE, 0, 1);
	rig_does(r, OP(EVICT), LINE, 0, 0x70);
	is_str(rig_found(r), "l2-evict", "a dirty byte stays behind");
	rig_does(r, OP(EVICT), LINE, 0, 0xFF);
	is_str(rig_found(r), "l2-evict", "a clean byte goes");
	rig_does(r, OP(EVICT) | STAYS, LINE, 0, 0xF0);
	is_str(rig_found(r), "l2-evict", "a part of a line stays");
	rig_again(r, 1);
	rig_brings(r, LINE, 0);
	rig_does(r, OP(EVICT), LINE, 0, 0);
	is_str(rig_found(r), "l2-evict", "a clean line goes");
}

static void memory(struct rig *r)
{
	rig_stores(r, FRESH, LINE, 0, 1);
	rig_leaves(r, LINE, 0xF0);
	is_str(rig_found(r), "write-order", "a write that nobody has sent");
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	rig_reads(r, LINE);
	is_str(rig_found(r), "cache-read", "a read before the line is written");
	rig_leaves(r, LINE, 0xE0);
	is_str(rig_found(r), "write-data", "a byte is left out");
	rig_leaves(r, LINE, 0xF0);
	rig_reads(r, LINE);
	is_str(rig_found(r), "nothing", "a read behind it");
	rig_reads(r, LINE);
	is_str(rig_found(r), "cache-read", "a second read");
	rig_reads(r, LINE + 4);
	is_str(rig_found(r), "cache-read", "a read of no line");
}

/* A line that memory could not read fails, and may get dirty bytes. */
static void failed_reads(struct rig *r)
{
	rig_reads(r, LINE);
	rig_refuses(r, false, LINE + BEAT);
	rig_does(r, OP(FILL) | FAILED, LINE, 0, 0);
	is_str(rig_found(r), "nothing", "a fill of a line that failed");
	ok(!r->core.stop_due, "no core has asked");
	rig_does(r, OP(READ) | FAILED, LINE, 0, 0);
	is_str(rig_found(r), "nothing", "a read of it fails");
	ok(r->core.stop_due, "the core that asked must stop");
	ok(level_is_failing(r->level[1], LINE), "its cache has no line");
	rig_brings(r, NEXT, 1);
	rig_does(r, OP(READ) | FAILED, LINE, 0, 0);
	is_str(rig_found(r), "nothing", "also when the other way is filled");
	rig_stores(r, FRESH, LINE, 0, 1);
	rig_does(r, OP(READ) | FAILED, LINE, 0, 0);
	is_str(rig_found(r), "nothing", "a store to it");
	rig_does(r, OP(READ), LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "l2-place", "it has not all its bytes");
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	rig_leaves(r, LINE, 0xF0);
	is_str(rig_found(r), "nothing", "its dirty bytes leave");
	rig_does(r, OP(READ) | FAILED, LINE, 0, 0);
	is_str(rig_found(r), "l2-place", "then it is gone");
}

static void false_reads(struct rig *r)
{
	rig_reads(r, LINE);
	rig_does(r, OP(FILL) | FAILED, LINE, 0, 0);
	is_str(rig_found(r), "l2-fill", "memory has read the line");
	rig_refuses(r, false, LINE);
	rig_does(r, OP(FILL), LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "l2-fill", "memory has not");
	rig_does(r, OP(FILL) | FAILED, LINE, 0, 1);
	is_str(rig_found(r), "l2-fill", "a byte of a line that failed");
	rig_does(r, OP(READ) | FAILED, LINE, 0, 1);
	is_str(rig_found(r), "l2-shape", "a byte of a read of it");
	rig_does(r, OP(EVICT) | FAILED, LINE, 0, 0);
	is_str(rig_found(r), "l2-shape", "an eviction cannot fail");
	rig_brings(r, NEXT, 1);
	rig_does(r, OP(READ) | FAILED, NEXT, 1, 0);
	is_str(rig_found(r), "l2-place", "a line that did not fail");
}

/* Memory refuses a write: all cores stop. The line, read again, is that of
 * memory. */
static void failed_writes(struct rig *r)
{
	uint8_t *at;

	at = level_place(r->level[0], LINE);
	rig_brings(r, LINE, 0);
	rig_stores(r, 0, LINE, 0, 0x11223344);
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	rig_refuses(r, true, NEXT);
	is_str(rig_found(r), "write-order", "memory refuses another line");
	rig_refuses(r, true, LINE);
	is_str(rig_found(r), "nothing", "memory refuses a write");
	ok(r->core.stop_due, "the core must stop");
	rig_refuses(r, true, LINE + BEAT);
	is_str(rig_found(r), "nothing",
	       "and the next beat, which has no bytes");
	ok(load_word(at + 4) == 0x11223344, "the value counts");
	rig_reads(r, LINE);
	rig_make(r, OP(FILL), LINE, 0, UINT32_MAX);
	r->record[6] = 0xF2EBE4DD;
	l2_record(&r->c, r->bank, r->record);
	is_str(rig_found(r), "nothing", "until the line is read again");
	ok(load_word(at + 4) == 0xF2EBE4DD, "then that of memory does");
}

/* A younger store of bytes that memory has refused is written back. */
static void later_writes(struct rig *r)
{
	rig_stores(r, FRESH, LINE, 0, 1);
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	rig_stores(r, FRESH, LINE, 1, 2);
	rig_refuses(r, true, LINE);
	rig_does(r, OP(EVICT), LINE, 1, 0xF0);
	rig_refuses(r, true, LINE);
	rig_reads(r, LINE);
	rig_does(r, OP(FILL), LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "l2-value", "memory has neither value");
	rig_again(r, 1);
	rig_stores(r, FRESH, LINE, 0, 1);
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	rig_refuses(r, true, LINE);
	rig_stores(r, FRESH, LINE, 1, 2);
	rig_does(r, OP(EVICT), LINE, 1, 0xF0);
	rig_leaves(r, LINE, 0xF0);
	rig_brings(r, LINE, 0);
	is_str(rig_found(r), "nothing", "the younger one reaches memory");
}

static void ends(struct rig *r)
{
	rig_stores(r, FRESH, LINE, 0, 1);
	l2_drained(&r->c);
	is_str(rig_found(r), "end-writes", "a dirty line at the end");
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	l2_drained(&r->c);
	is_str(rig_found(r), "end-writes", "a write in flight at the end");
	cosim_note_done(&r->c);
	rig_leaves(r, LINE, 0xF0);
	is_str(rig_found(r), "end-writes", "a write to memory after done");
	rig_again(r, 1);
	rig_stores(r, FRESH, LINE, 0, 1);
	cosim_note_done(&r->c);
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	is_str(rig_found(r), "end-writes", "a line that leaves after done");
}

int main(void)
{
	static scenario *const rules[] = {
		obeys, overtakes, shapes, places, values, losses, fills,
		evictions, memory, failed_reads, false_reads, failed_writes,
		later_writes, ends
	};

	RIG_RUN(rules);
	check_audits();
	check_banks();
	check_atomics();
	return tap_done();
}
