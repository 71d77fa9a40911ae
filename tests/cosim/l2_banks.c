/* l2_banks.c - banks of a second-level cache, and what coverage counts of it
 * SPDX-License-Identifier: Apache-2.0
 */
#include "tests/cosim/l2.h"

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

	rig_again(r, 2);
	count_in(r, COVERAGE_L2_BANKS);
	l2_begin(r->c.l2, 2);
	rig_stores(r, FRESH, NEXT, 1, 1);
	r->bank = 1;
	rig_stores(r, FRESH, LINE, 1, 1);
	is_str(rig_found(r), "nothing", "banks that act at once");
	ok(r->core.cover->hits[two] == 2, "are counted");
}

static void covers(struct rig *r)
{
	count_in(r, COVERAGE_L2);
	rig_reads(r, NEXT);
	rig_brings(r, LINE, 0);
	ok(hits(r, AT(L2_OP, FILL), AT(L2_LINE, ABSENT), AT(READS, ONE)) == 1,
	   "a fill beside another read is counted");
	rig_stores(r, 0, LINE, 0, 1);
	ok(hits(r, AT(L2_OP, WRITE), AT(L2_LINE, CLEAN), AT(READS, ONE)) == 1,
	   "a write to a clean line");
	rig_does(r, OP(READ) | INSN, LINE, 0, UINT32_MAX);
	ok(hits(r, AT(L2_OP, FETCH), AT(L2_LINE, DIRTY), AT(READS, ONE)) == 1,
	   "a fetch from a dirty line");
	rig_refuses(r, false, NEXT);
	rig_does(r, OP(FILL) | FAILED, NEXT, 1, 0);
	ok(!hits(r, AT(L2_OP, FILL), AT(L2_LINE, ABSENT), AT(READS, NONE)),
	   "a line that failed is not");
	rig_stores(r, FRESH, NEXT, 1, 1);
	ok(hits(r, AT(L2_OP, FRESH), AT(L2_LINE, ABSENT), AT(READS, NONE)) == 1,
	   "a write of a partial line");
	rig_does(r, OP(EVICT), NEXT, 1, 0xF0);
	ok(hits(r, AT(L2_OP, EVICT), AT(L2_LINE, PARTIAL), AT(READS, NONE)) ==
	   1, "a partial line that leaves");
	is_str(rig_found(r), "nothing", "coverage of a run without a fault");
}

/* What the run of banks has done. */
static void counts(struct rig *r)
{
	struct cosim_level2 n = { 0 };

	r->bank = 0;
	rig_brings(r, BASE, 0);
	rig_does(r, OP(READ) | INSN, BASE, 0, UINT32_MAX);
	is_str(rig_found(r), "nothing", "a fetch");
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

	rig_again(r, 2);
	rig_brings(r, LINE, 0);
	is_str(rig_found(r), "l2-bank", "a bank fills a line of another one");
	r->bank = 1;
	rig_does(r, OP(FILL), LINE, 0, UINT32_MAX);
	rig_does(r, OP(READ), LINE, 0, UINT32_MAX);
	is_str(rig_found(r), "nothing", "its own bank reads the line");
	rig_does(r, OP(PASS), (uint32_t)CONSOLE_BYTE, 0, 1);
	is_str(rig_found(r), "l2-bank", "the console belongs to bank 0");
	rig_stores(r, 0, LINE, 0, 1);
	rig_stores(r, FRESH, odd, 0, 2);
	r->bank = 0;
	rig_stores(r, FRESH, NEXT, 0, 3);
	is_str(rig_found(r), "nothing", "lines of both banks");
	rig_does(r, OP(EVICT), NEXT, 0, 0xF0);
	r->bank = 1;
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	rig_does(r, OP(EVICT), odd, 0, 0xF0);
	rig_leaves(r, LINE, 0xF0);
	is_str(rig_found(r), "nothing", "banks write in any order");
	rig_reads(r, NEXT);
	is_str(rig_found(r), "cache-read", "a write of the line is in flight");
	rig_leaves(r, NEXT, 0xF0);
	rig_leaves(r, odd, 0xF0);
	is_str(rig_found(r), "nothing", "and each bank in its own");
	counts(r);
	rig_again(r, 2);
	r->bank = 1;
	rig_stores(r, FRESH, LINE, 0, 1);
	rig_stores(r, FRESH, odd, 0, 2);
	rig_does(r, OP(EVICT), LINE, 0, 0xF0);
	rig_does(r, OP(EVICT), odd, 0, 0xF0);
	rig_leaves(r, odd, 0xF0);
	is_str(rig_found(r), "write-order", "writes of a bank change places");
	l2_drained(&r->c);
	is_str(rig_found(r), "end-writes", "writes of a bank at the end");
	rig_again(r, 2);
	r->bank = 1;
	rig_stores(r, FRESH, LINE, 0, 1);
	l2_drained(&r->c);
	is_str(rig_found(r), "end-writes", "a dirty line of bank 1 at the end");
	l2_audit_tag(&r->c, 2 * (2 + 1), (const uint32_t[]){ LINE, 5 });
	is_str(rig_found(r), "audit-l2", "the tag of bank 1 is that of a line");
	ok(strstr(r->c.mismatch.text, "way 0 of set 1 of bank 1") != NULL,
	   "the mismatch names the bank");
}

void check_banks(void)
{
	static scenario *const all[] = { covers, covers_banks, banks };

	RIG_RUN(all);
}
