/* head.c - the header words of a trace record
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/check/head.h"

#include "cosim/check/mismatch.h"

int head_check(struct cosim *c, const uint32_t *r, uint32_t kind,
	       uint32_t extra_mask, uint32_t flag_mask)
{
	uint32_t warp = head_warp(r);

	c->event++;
	c->stats.records++;
	if (head_kind(r) == kind && head_core(r) == 0 && warp < c->cfg.warps &&
	    !(head_extra(r) & ~extra_mask) && !(head_flags(r) & ~flag_mask) &&
	    r[1] < SLOTS)
		return 0;
	fail(c, COSIM_HEADER, GOLDEN_MAX_WARPS, NULL,
	     "header 0x%08x, seq word 0x%08x, in the place of record kind %u",
	     r[0], r[1], kind);
	fail_diff(c, "kind", head_kind(r), kind);
	fail_diff(c, "core", head_core(r), 0);
	if (warp >= c->cfg.warps)
		fail_row(c, "warp (at most)", warp, c->cfg.warps - 1);
	fail_diff(c, "flags", head_flags(r), head_flags(r) & flag_mask);
	fail_diff(c, "header[31:22]", head_extra(r),
		  head_extra(r) & extra_mask);
	fail_diff(c, "seq", r[1], r[1] % SLOTS);
	return 1;
}
