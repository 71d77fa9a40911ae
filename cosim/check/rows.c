/* rows.c - the state audit: the core's own memories against golden
 * SPDX-License-Identifier: Apache-2.0
 *
 * A scan over the rows of doc/trace.md, one at a time and round and round. A row
 * is compared as far as golden knows at this moment what is in it: what has a
 * record to come is left for the next round.
 */
#include "cosim/check/mismatch.h"
#include "cosim/level/level.h"

/* Kinds of rows, as in audit_select[31:28]. */
enum { REGISTER = 1, WARP, STACK, TAG, LINE, SMEM, KINDS };

/* Cycles from the end of reset until shared memory has been cleared, beyond one
 * for each row. */
enum { CLEAR_SLACK = 4 };

static uint32_t smem_row_bytes(const struct cosim *c)
{
	return 4 * c->own.smem_banks;
}

static uint32_t lines(const struct cosim *c)
{
	return c->cache ? c->own.dcache.size / c->own.dcache.line : 0;
}

/* Rows of a line of the data cache. */
static uint32_t line_rows(const struct cosim *c)
{
	return c->own.dcache.line / c->own.access_bytes;
}

static uint32_t rows_of(const struct cosim *c, uint32_t kind)
{
	switch (kind) {
	case REGISTER: return c->cfg.warps * c->beats * 32;
	case WARP: return c->cfg.warps;
	case STACK: return c->cfg.warps * c->cfg.stack;
	case TAG: return lines(c);
	case LINE: return c->cache ? lines(c) * line_rows(c) : 0;
	case SMEM: return c->cfg.smem_size ?
			  c->cfg.smem_size / smem_row_bytes(c) : 0;
	}
	return 0;
}

/* --- which one -------------------------------------------------------- */

/* Line number I counts ways first, then sets. */
static uint32_t line_place(const struct cosim *c, uint32_t i)
{
	return i / c->own.dcache.ways << 10 | i % c->own.dcache.ways << 6;
}

uint32_t cosim_audit_select(const struct cosim *c)
{
	uint32_t kind = c->audit_kind, i = c->audit_row, at = i;

	switch (kind) {
	case REGISTER:
		at = i % 32 | i / 32 % c->beats << 5 | i / 32 / c->beats << 10;
		break;
	case WARP:
		at = i << 10;
		break;
	case STACK:
		at = i / c->cfg.stack << 10 | i % c->cfg.stack;
		break;
	case TAG:
		at = line_place(c, i);
		break;
	case LINE:
		at = line_place(c, i / line_rows(c)) | i % line_rows(c);
		break;
	}
	return kind << 28 | at;
}

static void advance(struct cosim *c)
{
	c->audit_row++;
	while (c->audit_row >= rows_of(c, c->audit_kind)) {
		c->audit_row = 0;
		c->audit_kind++;
		if (c->audit_kind < KINDS)
			continue;
		c->audit_kind = REGISTER;
		c->audit_rounds++;
	}
}

/* --- what is in it ---------------------------------------------------- */

/* A register of the lanes of a beat. What a failed load would have written only
 * golden has. */
static int check_register(struct cosim *c, const uint32_t *data)
{
	uint32_t reg = c->audit_row % 32;
	uint32_t beat = c->audit_row / 32 % c->beats;
	uint32_t warp = c->audit_row / 32 / c->beats;
	uint32_t busy = c->warps[warp].busy[reg];
	char name[8];
	int wrong = 0;

	if (!c->stats.issued || c->error_count)
		return 0;
	for (uint32_t lane = 0; lane < c->own.lanes; lane++) {
		uint32_t thread = beat * c->own.lanes + lane;
		uint32_t want = golden_reg(c->golden, warp, thread, reg);

		if (busy >> thread & 1 || data[lane] == want)
			continue;
		snprintf(name, sizeof name, "x%u", reg);
		if (!wrong++)
			fail(c, COSIM_AUDIT_REGISTER, warp, NULL, "x%u of warp "
			     "%u, and nobody writes it", reg, warp);
		fail_lane(c, name, thread, data[lane], want);
	}
	return wrong != 0;
}

/* The table of the warps changes with control records alone. */
static int check_warp(struct cosim *c, const uint32_t *data)
{
	uint32_t warp = c->audit_row;
	uint32_t active = golden_active(c->golden) >> warp & 1;
	uint32_t tmask = golden_tmask(c->golden, warp);
	uint32_t depth = golden_depth(c->golden, warp);

	if (!c->stats.issued || c->control_count ||
	    (data[0] == active &&
	     (!active || (data[1] == tmask && data[2] == depth))))
		return 0;
	fail(c, COSIM_AUDIT_WARP, warp, NULL, "warp %u, which has no control "
	     "record to come", warp);
	fail_diff(c, "active", data[0], active);
	if (active) {
		fail_diff(c, "tmask", data[1], tmask);
		fail_diff(c, "depth", data[2], depth);
	}
	return 1;
}

/* An else entry holds a pc, too, in place of bits 31 to 2. */
static int check_entry(struct cosim *c, const uint32_t *data)
{
	uint32_t warp = c->audit_row / c->cfg.stack;
	uint32_t place = c->audit_row % c->cfg.stack;
	struct golden_stacked want;

	if (c->control_count ||
	    !golden_stacked(c->golden, warp, place, &want) ||
	    !(golden_active(c->golden) >> warp & 1))
		return 0;
	if (data[0] == want.mask && (data[1] & 1) == want.is_else &&
	    (!want.is_else || (data[1] & ~UINT32_C(3)) == want.pc))
		return 0;
	fail(c, COSIM_AUDIT_STACK, warp, NULL, "entry %u of warp %u's stack",
	     place, warp);
	fail_diff(c, "mask", data[0], want.mask);
	fail_diff(c, "else", data[1] & 1, want.is_else);
	if (want.is_else)
		fail_diff(c, "pc", data[1] & ~UINT32_C(3), want.pc);
	return 1;
}

/* After reset the rows are cleared one by one. */
static int check_smem(struct cosim *c, const uint32_t *data)
{
	uint32_t row = c->audit_row, bytes = smem_row_bytes(c);
	const uint8_t *want = c->mirror + c->cfg.ram_size + row * bytes;
	char name[24];
	int wrong = 0;

	if (c->cycle < rows_of(c, SMEM) + CLEAR_SLACK)
		return 0;
	for (uint32_t bank = 0; bank < c->own.smem_banks; bank++) {
		uint32_t word = load_word(want + 4 * bank);

		if (data[bank] == word)
			continue;
		if (!wrong++)
			fail(c, COSIM_AUDIT_SMEM, GOLDEN_MAX_WARPS, NULL,
			     "row %u of the banks", row);
		snprintf(name, sizeof name, "[0x%08x]",
			 (uint32_t)GOLDEN_SMEM + row * bytes + 4 * bank);
		fail_row(c, name, data[bank], word);
	}
	return wrong != 0;
}

static int check_row(struct cosim *c, const uint32_t *data)
{
	uint32_t row = c->audit_row;

	switch (c->audit_kind) {
	case REGISTER: return check_register(c, data);
	case WARP: return check_warp(c, data);
	case STACK: return check_entry(c, data);
	case TAG: return c->audit_final ? level_audit_tag(c, c->cache, row, data) : 0;
	case LINE:
		return level_audit_row(c, c->cache, row / line_rows(c),
				       row % line_rows(c), data);
	case SMEM: return check_smem(c, data);
	}
	return 0;
}

int cosim_audit(struct cosim *c, uint64_t cycle, uint32_t rows,
		const uint32_t *(*read)(void *ctx, uint32_t select), void *ctx)
{
	for (; rows && !c->failed; rows--) {
		const uint32_t *data = read(ctx, cosim_audit_select(c));

		if (!data)
			return 0;
		c->cycle = cycle;
		if (check_row(c, data))
			return 1;
		c->stats.audited++;
		advance(c);
	}
	return c->failed;
}

uint32_t cosim_audit_rounds(const struct cosim *c)
{
	return c->audit_rounds;
}

void cosim_audit_final(struct cosim *c)
{
	c->audit_kind = REGISTER;
	c->audit_row = 0;
	c->audit_rounds = 0;
	c->audit_final = true;
}
