/* level_left.c - what must have left a level of memory, and what it holds
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/level/level.h"

#include <string.h>

#include "cosim/check/mismatch.h"

static int flush_fail(struct cosim *c, enum cosim_check check, uint32_t warp,
		      uint32_t addr, const char *why)
{
	return fail(c, check, warp, NULL, "address 0x%08x %s", addr, why);
}

/* Rows of L that are dirty since before EVENT. */
static bool dirty_since(const struct level *k, const struct level_line *l,
			uint64_t event)
{
	for (uint32_t i = 0; l->dirty && i < k->rows; i++)
		if (l->dirty >> i & 1 &&
		    *level_row_since(k, l, i * k->row_bytes) < event)
			return true;
	return false;
}

static int check_left(struct cosim *c, const struct level *k,
		      enum cosim_check check, uint32_t warp, uint64_t event)
{
	const struct level_line *end = k->lines + k->sets * k->shape.ways;

	for (const struct level_line *l = k->lines; l < end; l++)
		if (dirty_since(k, l, event))
			return flush_fail(c, check, warp, l->addr, "is dirty");
	for (uint32_t i = 0; i < k->count; i++)
		if (level_write_at(k, i)->since < event)
			return flush_fail(c, check, warp,
					  level_write_at(k, i)->addr,
					  "is on its way to memory");
	return 0;
}

/* What was there before EVENT and still is can only have given its way. */
static void forget(struct level *k, uint64_t event)
{
	struct level_line *end = k->lines + k->sets * k->shape.ways;

	for (struct level_line *l = k->lines; l < end; l++)
		if (l->valid && l->since < event)
			level_give_up(l);
}

/* Each line that gave its way has been replaced, if memory answered. */
static int check_owed(struct cosim *c, const struct level *k)
{
	const struct level_line *end = k->lines + k->sets * k->shape.ways;

	for (const struct level_line *l = k->lines; l < end; l++)
		if (l->owed && !c->error_count)
			return fail(c, COSIM_CACHE_LEFT, GOLDEN_MAX_WARPS, NULL,
				    "the line at 0x%08x", l->addr);
	return 0;
}

int level_flushed(struct cosim *c, struct level *k, uint32_t warp)
{
	const struct warp *w = &c->warps[warp];

	if (check_left(c, k, COSIM_FLUSH, warp, w->flushed))
		return 1;
	if (w->flush & FLUSH_DROP)
		forget(k, w->flushed);
	return 0;
}

int level_drained(struct cosim *c, struct level *k)
{
	return check_left(c, k, COSIM_END_WRITES, GOLDEN_MAX_WARPS,
			  UINT64_MAX) ||
	       check_owed(c, k);
}

/* --- the device's own array and tags ----------------------------------- */

int level_audit_row(struct cosim *c, const struct level *k, uint32_t line,
		    uint32_t row, const uint32_t *data)
{
	const struct level_line *l = &k->lines[line];
	struct level_row r = { l->addr + row * k->row_bytes,
			       line % k->shape.ways, data };
	const uint8_t *want = level_bytes_at(k, l, r.addr);

	if (!(l->valid >> row & 1) || !memcmp(data, want, k->row_bytes))
		return 0;
	return level_row_differs(c, COSIM_AUDIT_LINE, &r, want);
}

int level_audit_tag(struct cosim *c, const struct level *k, uint32_t line,
		    const uint32_t *data)
{
	const struct level_line *l = &k->lines[line];
	bool valid = l->valid == k->all_rows;

	if (c->error_count || ((data[1] & 1) == valid && !(data[1] & 2) &&
			       (!valid || data[0] == l->addr)))
		return 0;
	fail(c, COSIM_AUDIT_TAG, GOLDEN_MAX_WARPS, NULL, "way %u of set %u",
	     line % k->shape.ways, line / k->shape.ways);
	fail_diff(c, "valid", data[1] & 1, valid);
	fail_diff(c, "dirty", data[1] >> 1 & 1, 0);
	if (valid && data[1] & 1)
		fail_diff(c, "line", data[0], l->addr);
	return 1;
}
