/* head.c - checks the header words of a trace record
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/state/head.h"

#include "cosim/state/mismatch.h"

/* The set bits of the first header word that no field of KIND has. */
static uint32_t strange_bits(const uint32_t *r, enum record_kind kind,
			     uint32_t never)
{
	uint32_t own = record_head_bits(kind, 0) & ~never, other[1] = { r[0] };

	rec_set_head_kind(other, 0);
	rec_set_head_warp(other, 0);
	rec_set_head_core(other, 0);
	return other[0] & ~own;
}

/* The bits beside seq that the records of C's kind of machine have. */
static uint32_t beside_seq(const struct machine *m, enum record_kind kind)
{
	uint32_t word[REC_WORD_head_seq + 1] = { 0 };
	uint32_t *seq = &word[REC_WORD_head_seq];

	*seq = record_head_bits(kind, REC_WORD_head_seq);
	if (kind == REC_KIND_retire && !m->fp)
		rec_set_retire_fflags(word, 0);
	if (kind == REC_KIND_retire && m->dialect != MACHINE_VENTUS)
		rec_set_retire_rd_high(word, 0);
	return *seq;
}

int head_check(struct core *c, const uint32_t *r, enum record_kind kind,
	       uint32_t never)
{
	uint32_t seq = r[REC_WORD_head_seq] & ~beside_seq(&c->all->cfg, kind);
	uint32_t warp = rec_head_warp(r);
	uint32_t strange = strange_bits(r, kind, never);

	c->all->event++;
	c->all->stats.records++;
	if (rec_head_kind(r) == kind && rec_head_core(r) == c->id &&
	    warp < c->all->cfg.warps && !strange && seq < SEQS)
		return 0;
	fail(c, COSIM_HEADER, GOLDEN_MAX_WARPS, NULL,
	     "header 0x%08x, seq word 0x%08x, in the place of record kind %u",
	     r[0], seq, kind);
	fail_diff(c->all, "kind", rec_head_kind(r), kind);
	fail_diff(c->all, "core", rec_head_core(r), c->id);
	if (warp >= c->all->cfg.warps)
		fail_row(c->all, "warp (at most)", warp, c->all->cfg.warps - 1);
	fail_diff(c->all, "flags", rec_head_flags(r),
		  rec_head_flags(r) & ~rec_head_flags(&strange));
	fail_diff(c->all, "header[31:22]", rec_head_extra(r),
		  rec_head_extra(r) & ~rec_head_extra(&strange));
	fail_diff(c->all, "seq", seq, rec_head_seq(r));
	return 1;
}
