/* dispatch_clear.c - what a device clears behind its blocks
 * SPDX-License-Identifier: Apache-2.0
 *
 * With machine.clear. A warp has ended when its registers are clear: golden's
 * are from the record of its end on, and the state audit compares them. Each
 * row of shared memory that is cleared has a record of its own, a store without
 * lanes.
 */
#include "cosim/check/dispatch.h"
#include "cosim/level/flat.h"
#include "cosim/state/mismatch.h"

#include <string.h>

enum { WORD_BYTES = 4, ENABLES = 15, NO_PLACE = GOLDEN_MAX_WARPS };

/* Bytes of shared memory. */
struct span { uint32_t first, end; };

static struct span span_of(const struct core *c, uint32_t place)
{
	const struct golden_place p = golden_place(c->golden, place);
	uint32_t page = golden_page_bytes(&c->all->cfg);

	return (struct span){ p.page * page, (p.page + p.pages) * page };
}

static uint32_t row_bytes(const struct core *c)
{
	return WORD_BYTES * c->all->own.smem_banks;
}

/* The rows in which S has bytes. */
static uint32_t count_rows(const struct core *c, struct span s)
{
	uint32_t row = row_bytes(c);

	return s.first == s.end ? 0 : (s.end - 1) / row - s.first / row + 1;
}

bool dispatch_cleared(const struct core *c, uint32_t place)
{
	return !c->all->cfg.clear || !c->all->cfg.smem_size ||
	       c->place[place].cleared == count_rows(c, span_of(c, place));
}

bool dispatch_clears(const struct core *c, uint32_t warp)
{
	return c->all->cfg.clear && !(golden_active(c->golden) >> warp & 1) &&
	       (!c->warps[warp].ended ||
		dispatch_ended(c, golden_place_of(c->golden, warp)));
}

/* The place of the block that has byte AT, or NO_PLACE. */
static uint32_t place_at(const struct core *c, uint32_t at)
{
	for (uint32_t i = 0; i < c->all->cfg.blocks; i++) {
		struct span s = span_of(c, i);

		if (golden_place(c->golden, i).busy && at >= s.first &&
		    at < s.end)
			return i;
	}
	return NO_PLACE;
}

static int clear_fail(struct core *c, uint32_t row, const char *why)
{
	return fail(c, COSIM_BLOCK_CLEAR, GOLDEN_MAX_WARPS, NULL,
		    "row %u of shared memory is cleared: %s", row, why);
}

/* The banks of ROW that have bytes of S. */
static uint32_t banks_of(const struct core *c, uint32_t row, struct span s)
{
	uint32_t banks = 0;

	for (uint32_t i = 0; i < c->all->own.smem_banks; i++) {
		uint32_t at = row * row_bytes(c) + WORD_BYTES * i;

		banks |= at >= s.first && at < s.end ? UINT32_C(1) << i : 0;
	}
	return banks;
}

/* Are the ports those that clear BANKS of ROW? */
static bool clears_ports(const struct core *c, const uint32_t *r, uint32_t row,
			 uint32_t banks)
{
	for (uint32_t i = 0; i < c->all->own.smem_banks; i++) {
		const uint32_t *port = r + REC_WORD_smem_bank + 2 * i;
		uint32_t want = banks >> i & 1 ? row << 4 | ENABLES : 0;

		if (port[0] != want || port[1])
			return false;
	}
	return rec_smem_mask(r) == banks && rec_smem_store(r) &&
	       !rec_smem_size(r) && !rec_smem_beat(r) && !rec_head_warp(r) &&
	       !rec_head_seq(r);
}

/* The clearing comes after all that golden has executed. It is no warp's: the
 * number behind the last warp has it. */
static int clear_row(struct core *c, uint32_t row, struct span s)
{
	struct cosim *all = c->all;
	uint32_t bytes = row_bytes(c), first = row * bytes, end = first + bytes;
	size_t at;

	first = first < s.first ? s.first : first;
	end = end > s.end ? s.end : end;
	at = mirror_at(c, machine_smem(&all->cfg) + first);
	memset(all->mirror + at, 0, end - first);
	golden_clear_smem(c->golden, first, end - first);
	if (flat_store(all->flat, at, end - first,
		       all->cfg.cores * all->cfg.warps, all->stats.issued + 1,
		       all->event))
		return 0;
	return clear_fail(c, row, "out of memory for the books of this check");
}

int dispatch_clear(struct core *c, const uint32_t *r)
{
	uint32_t mask = rec_smem_mask(r), bank = mask ? lowest(mask) : 0;
	uint32_t row = r[REC_WORD_smem_bank + 2 * bank] >> 4;
	uint32_t place = place_at(c, row * row_bytes(c) + WORD_BYTES * bank);
	struct span s;

	if (place == NO_PLACE)
		return clear_fail(c, row, "no block has it");
	s = span_of(c, place);
	if (!dispatch_ended(c, place))
		return clear_fail(c, row, "its block has not ended");
	if (row != s.first / row_bytes(c) + c->place[place].cleared)
		return clear_fail(c, row, "it is not the next one");
	if (!clears_ports(c, r, row, banks_of(c, row, s)))
		return clear_fail(c, row, "not all of it, or not with zeros");
	c->place[place].cleared++;
	return clear_row(c, row, s);
}
