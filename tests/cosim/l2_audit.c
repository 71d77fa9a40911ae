/* l2_audit.c - what the audit shows of a second-level cache, and flushes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/l2.h"

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

	shows(r, LINE, 0, 1, 0xFFFF, 0);
	is_str(rig_found(r), "nothing", "what an empty way holds");
	rig_brings(r, LINE, 0);
	shows(r, LINE, 0, 1, 0xFFFF, NONE);
	is_str(rig_found(r), "nothing", "dirty bits of a clean line");
	shows(r, LINE, 0, 1, 0, 3);
	is_str(rig_found(r), "audit-l2", "a byte");
	rig_stores(r, 0, LINE, 0, 1);
	shows(r, LINE, 0, 0, 0xF0, NONE);
	shows(r, LINE, 0, 1, 0, NONE);
	is_str(rig_found(r), "nothing", "both beats of a dirty line");
	shows(r, LINE, 0, 1, 0x100, NONE);
	is_str(rig_found(r), "audit-l2", "a dirty bit too many");
	shows(r, LINE, 0, 0, 0x70, NONE);
	is_str(rig_found(r), "audit-l2", "one that is missing");
	rig_stores(r, FRESH, NEXT, 1, 1);
	shows(r, NEXT, 1, 0, 0xF0, 2);
	is_str(rig_found(r), "nothing", "bytes that a partial line has not");
	shows(r, NEXT, 1, 0, 0xF0, 1);
	is_str(rig_found(r), "audit-l2", "one that it has");
	is_u32((uint32_t)l2_audit(&r->c), 0, "a row is compared once");
}

static const char *tag(struct rig *r, uint32_t way, uint32_t addr,
		       uint32_t state)
{
	const uint32_t data[2] = { addr, state };

	l2_audit_tag(&r->c, (LINE / BYTES % SETS) * 2 + way, data);
	return rig_found(r);
}

static void tags(struct rig *r)
{
	rig_brings(r, LINE, 0);
	is_str(tag(r, 0, LINE, 5), "nothing", "the tag of a full line");
	is_str(tag(r, 0, LINE, 4), "audit-l2", "not valid");
	is_str(tag(r, 0, LINE, 1), "audit-l2", "not full");
	is_str(tag(r, 0, LINE, 7), "audit-l2", "dirty");
	is_str(tag(r, 0, NEXT, 5), "audit-l2", "another line's");
	is_str(tag(r, 1, LINE, 2), "nothing", "the tag of no line");
	is_str(tag(r, 1, LINE, 5), "audit-l2", "a line that is not there");
}

static void flushes(struct rig *r)
{
	rig_brings(r, LINE, 0);
	l2_flushed(&r->c, r->c.event + 1);
	is_str(tag(r, 0, LINE, 5), "audit-l2", "a line that a flush leaves");
	rig_does(r, OP(READ), LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "l2-place", "a read of it");
	rig_brings(r, LINE, 0);
	l2_flushed(&r->c, 0);
	rig_does(r, OP(READ), LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "nothing", "a line that came during the flush");
	is_str(tag(r, 0, LINE, 4), "nothing", "may have left again");
	l2_written(&r->c, LINE - 4, 4);
	is_str(tag(r, 0, LINE, 5), "nothing", "or not");
	l2_written(&r->c, LINE + 4, 4);
	is_str(tag(r, 0, LINE, 5), "audit-l2", "a line that the host wrote to");
}

void check_audits(void)
{
	static scenario *const all[] = { beats, tags, flushes };

	RIG_RUN(all);
}
