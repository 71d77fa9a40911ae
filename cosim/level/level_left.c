/* level_left.c - checks rows that must have left a level, and rows that stay
 * SPDX-License-Identifier: Apache-2.0
 *
 * A flush that writes back demands that all older stores have reached memory;
 * so does the end of the run. A flush that forgets, and an acquire, demand that
 * lines read earlier serve no later loads.
 */
#include "cosim/level/level.h"

#include <string.h>

#include "cosim/state/mismatch.h"

/* A row that should have left. */
struct left { uint32_t addr; const char *why; };

/* Has L a row that is dirty since before EVENT? */
static bool dirty_since(const struct level *k, const struct level_line *l,
			uint64_t event)
{
	for (uint32_t i = 0; l->dirty && i < k->rows; i++)
		if (l->dirty >> i & 1 &&
		    *level_row_since(k, l, i * k->row_bytes) < event)
			return true;
	return false;
}

/* Have all stores older than EVENT left? If not, *FOUND is the first that has
 * not. */
static bool has_left(const struct level *k, uint64_t event, struct left *found)
{
	const struct level_line *end = k->lines + k->sets * k->shape.ways;

	for (const struct level_line *l = k->lines; l < end; l++)
		if (dirty_since(k, l, event)) {
			*found = (struct left){ l->addr, "is dirty" };
			return false;
		}
	for (uint32_t i = 0; i < k->count; i++)
		if (level_write_at(k, i)->since < event) {
			*found = (struct left){ level_write_at(k, i)->addr,
						"is on its way to memory" };
			return false;
		}
	return true;
}

/* Lines older than EVENT must not serve accesses any more. The device has
 * invalidated them, or their way is reserved for another line; if weak, records
 * of their rows may still come. */
static void forget_older(struct level *k, uint64_t event)
{
	struct level_line *end = k->lines + k->sets * k->shape.ways;

	for (struct level_line *l = k->lines; l < end; l++)
		if (l->valid && l->since < event) {
			l->leaving = k->all->weak ? l->valid : 0;
			level_give_up(l);
		}
}

int level_acquired(struct level *k, struct core *c, uint32_t warp,
		   uint64_t event)
{
	for (uint32_t i = 0; i < LEVEL_READS; i++)
		if (k->reads[i].used && !k->reads[i].fails &&
		    k->reads[i].event < event)
			return fail(c, COSIM_ACQUIRE, warp, NULL, "the line at "
				    "0x%08x, which is on its way, was read "
				    "before", k->reads[i].addr);
	forget_older(k, event);
	return 0;
}

/* Lines for later loads of WARP must have been read from memory after the
 * flush; if the warp also released, after its last write reached memory. */
static int check_acquired(struct level *k, struct core *c, uint32_t warp)
{
	const struct warp *w = &c->warps[warp];

	return level_acquired(k, c, warp, w->flush & FLUSH_KEEP &&
			      w->drained > w->flushed ? w->drained :
			      w->flushed);
}

/* Each line whose way was reserved for another line must have been replaced,
 * unless memory responded with an error. */
static int check_owed(const struct level *k)
{
	const struct level_line *end = k->lines + k->sets * k->shape.ways;

	for (const struct level_line *l = k->lines; l < end; l++)
		if (l->owed && !k->refused)
			return level_fail(k, COSIM_CACHE_LEFT,
					  "the line at 0x%08x", l->addr);
	return 0;
}

int level_flushed(struct level *k, struct core *c, uint32_t warp)
{
	const struct warp *w = &c->warps[warp];
	struct left found;

	if (w->flush & FLUSH_KEEP && !has_left(k, w->flushed, &found))
		return fail(c, COSIM_FLUSH, warp, NULL, "address 0x%08x %s",
			    found.addr, found.why);
	if (w->flush & FLUSH_DROP && k->all->weak)
		return check_acquired(k, c, warp);
	if (w->flush & FLUSH_DROP)
		forget_older(k, w->flushed);
	return 0;
}

int level_released(const struct level *k, uint64_t event)
{
	struct left found;

	return has_left(k, event, &found) ? 0 :
	       level_fail(k, COSIM_LAUNCH_RELEASE, "address 0x%08x %s",
			  found.addr, found.why);
}

int level_drained(const struct level *k)
{
	struct left found;

	if (!has_left(k, UINT64_MAX, &found))
		return level_fail(k, COSIM_END_WRITES, "address 0x%08x %s",
				  found.addr, found.why);
	return check_owed(k);
}

/* --- the device's own array and tags ----------------------------------- */

int level_audit_row(const struct level *k, uint32_t line,
		    uint32_t row, const uint32_t *data)
{
	const struct level_line *l = &k->lines[line];
	struct level_row r = { l->addr + row * k->row_bytes,
			       line % k->shape.ways, data };
	const uint8_t *want = level_bytes_at(k, l, r.addr);

	if (!(l->valid >> row & 1) || !memcmp(data, want, k->row_bytes))
		return 0;
	return level_row_differs(k, COSIM_AUDIT_LINE, &r, want);
}

int level_audit_tag(const struct level *k, uint32_t line,
		    const uint32_t *data)
{
	const struct level_line *l = &k->lines[line];
	bool valid = l->valid == k->all_rows;

	if (k->refused || ((data[1] & 1) == valid && !(data[1] & 2) &&
			       (!valid || data[0] == l->addr)))
		return 0;
	level_fail(k, COSIM_AUDIT_TAG, "way %u of set %u",
	     line % k->shape.ways, line / k->shape.ways);
	fail_diff(k->all, "valid", data[1] & 1, valid);
	fail_diff(k->all, "dirty", data[1] >> 1 & 1, 0);
	if (valid && data[1] & 1)
		fail_diff(k->all, "line", data[0], l->addr);
	return 1;
}
