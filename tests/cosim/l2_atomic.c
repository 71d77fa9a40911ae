/* l2_atomic.c - atomic operations of a second-level cache
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/l2.h"

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
	rig_brings(r, LINE, 0);
	sends(r, LINE);
	rig_does(r, OP(ATOMIC), LINE, 0, 0xF0);
	is_str(rig_found(r), "nothing", "an atomic operation");
	is_u32(seen.addr, LINE + 4, "on the word in the mask");
	is_u32(load_word(level_place(r->level[0], LINE + 4)), 77,
	       "changes memory");
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	is_str(rig_found(r), "nothing", "its word is dirty");
	rig_does(r, OP(ATOMIC), LINE, 0, 0xF0);
	is_str(rig_found(r), "l2-place", "the line is gone");
	rig_stores(r, FRESH, LINE, 0, 1);
	rig_does(r, OP(ATOMIC), LINE, 0, 0xF0);
	is_str(rig_found(r), "l2-place", "a part of a line is not enough");
}

static void false_updates(struct rig *r)
{
	rig_brings(r, LINE, 0);
	rig_does(r, OP(ATOMIC), LINE, 0, 0xF0);
	is_str(rig_found(r), "write-order",
	       "an operation that nobody has sent");
	sends(r, LINE);
	rig_does(r, OP(ATOMIC), LINE, 0, 0xF);
	is_str(rig_found(r), "write-order", "one on another word");
	rig_does(r, OP(ATOMIC), LINE, 0, 0x70);
	is_str(rig_found(r), "l2-shape", "not a word");
	rig_does(r, OP(ATOMIC), LINE, 0, 0xFF);
	is_str(rig_found(r), "l2-shape", "two words");
	rig_does(r, OP(ATOMIC) | FAILED, LINE, 0, 0);
	is_str(rig_found(r), "l2-place", "the line did not fail");
	rig_spoils(r, OP(ATOMIC), LINE, 0, 0xF0, 6);
	is_str(rig_found(r), "l2-value", "another old word");
	rig_stores(r, 0, LINE, 0, 5);
	is_str(rig_found(r), "write-order", "the operand is stored as it is");
}

static void failed_updates(struct rig *r)
{
	sends(r, NEXT);
	level_write_at(r->level[1], 0)->update = false;
	rig_reads(r, LINE);
	rig_refuses(r, false, LINE);
	rig_does(r, OP(FILL) | FAILED, LINE, 0, 0);
	sends(r, LINE);
	rig_does(r, OP(ATOMIC) | FAILED, LINE, 0, 0);
	is_str(rig_found(r), "nothing", "an operation on a line that failed");
	ok(seen.fails && r->core.stop_due, "fails, and the core must stop");
	ok(seen.passes, "a store to another line is on its way");
}

void check_atomics(void)
{
	static scenario *const all[] = {
		updates, false_updates, failed_updates
	};

	RIG_RUN(all);
}
