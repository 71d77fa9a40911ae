/* rows.c - the state audit: compares the core's memories with golden
 * SPDX-License-Identifier: Apache-2.0
 *
 * The audit scans the rows of doc/trace.md, one at a time, in an endless loop.
 * A row is compared only as far as golden knows its contents now. A row with a
 * record to come is left for the next round.
 */
#include "cosim/check/dispatch.h"
#include "cosim/level/l2.h"
#include "cosim/level/level.h"
#include "cosim/state/mismatch.h"
#include "machine/has.h"

enum { REGISTER = 1, WARP, STACK, TAG, LINE, SMEM, L2_TAG, L2_BEAT, KINDS };

/* Cycles until shared memory is cleared after reset, beyond one for each
 * row. */
enum { CLEAR_SLACK = 4 };

static uint32_t smem_row_bytes(const struct core *c)
{
	return 4 * c->all->own.smem_banks;
}

static uint32_t count_lines(const struct core *c)
{
	return c->cache ? c->all->own.dcache.size / c->all->own.dcache.line : 0;
}

/* The rows of a line of the data cache. */
static uint32_t line_rows(const struct core *c)
{
	return c->all->own.dcache.line / c->all->own.access_bytes;
}

/* The lines of the second-level cache, which core 0 shows. */
static uint32_t count_shared(const struct core *c)
{
	return c->all->l2 && !c->id ?
	       c->all->own.l2.size / c->all->own.dcache.line : 0;
}

/* The beats of its lines. */
static uint32_t line_beats(const struct core *c)
{
	return c->all->own.dcache.line / c->all->own.bus_bytes;
}

/* The registers of a thread, in all files. */
static uint32_t count_registers(const struct core *c)
{
	const struct machine *m = &c->all->cfg;

	return m->dialect == MACHINE_VENTUS ? golden_reg_count(m) :
					      isa_reg_count(machine_files(m));
}

static uint32_t rows_of(const struct core *c, uint32_t kind)
{
	switch (kind) {
	case REGISTER:
		return c->all->cfg.warps * c->all->beats * count_registers(c);
	case WARP: return c->all->cfg.warps;
	case STACK: return c->all->cfg.warps * c->all->cfg.stack;
	case TAG: return count_lines(c);
	case LINE: return c->cache ? count_lines(c) * line_rows(c) : 0;
	case SMEM: return c->all->cfg.smem_size ?
			  c->all->cfg.smem_size / smem_row_bytes(c) : 0;
	case L2_TAG: return count_shared(c);
	case L2_BEAT: return c->all->l2 ? count_shared(c) * line_beats(c) : 0;
	}
	return 0;
}

/* --- the selected row -------------------------------------------------- */

/* Set and way of line I of WAYS, as in audit_select. Lines count ways first. */
static uint32_t line_place(uint32_t ways, uint32_t i)
{
	return i / ways << 10 | i % ways << 6;
}

/* File and number of register I of a thread, as in audit_select. */
static uint32_t register_place(const struct core *c, uint32_t i)
{
	const struct machine *m = &c->all->cfg;
	uint32_t reg;

	if (m->dialect == MACHINE_VENTUS)
		return (i < GOLDEN_V ? i : i - GOLDEN_V + m->vregs) / 32
		       << 15 | i % 32;
	reg = isa_reg_at(machine_files(m), i);
	return (isa_reg_file(reg) - ISA_FILE_X) << 15 | isa_reg_index(reg);
}

static uint32_t selected_row(const struct core *c)
{
	uint32_t kind = c->audit.kind, i = c->audit.row, at = i;
	uint32_t row = i / count_registers(c);
	uint32_t ways = c->all->own.dcache.ways, shared = c->all->own.l2.ways;

	switch (kind) {
	case REGISTER:
		at = register_place(c, i % count_registers(c)) |
		     row % c->all->beats << 5 | row / c->all->beats << 10;
		break;
	case WARP:
		at = i << 10;
		break;
	case STACK:
		at = i / c->all->cfg.stack << 10 | i % c->all->cfg.stack;
		break;
	case TAG:
		at = line_place(ways, i);
		break;
	case LINE:
		at = line_place(ways, i / line_rows(c)) | i % line_rows(c);
		break;
	case L2_TAG:
		at = line_place(shared, i);
		break;
	case L2_BEAT:
		at = line_place(shared, i / line_beats(c)) | i % line_beats(c);
		break;
	}
	return kind << 28 | at;
}

static void next_row(struct core *c)
{
	c->audit.row++;
	while (c->audit.row >= rows_of(c, c->audit.kind)) {
		c->audit.row = 0;
		c->audit.kind++;
		if (c->audit.kind < KINDS)
			continue;
		c->audit.kind = REGISTER;
		c->audit.rounds++;
	}
}

/* --- the contents of a row --------------------------------------------- */

/* A row is a register of the lanes of one beat. After a bus error registers are
 * not compared: golden has the result of the failed load, the device does
 * not. */
static int check_register(struct core *c, const uint32_t *data)
{
	uint32_t reg = c->audit.row % count_registers(c);
	uint32_t beat = c->audit.row / count_registers(c) % c->all->beats;
	uint32_t warp = c->audit.row / count_registers(c) / c->all->beats;
	uint32_t busy = c->warps[warp].busy[reg];
	char name[8];
	int wrong = 0;

	if (!c->issued || c->error_count || dispatch_clears(c, warp))
		return 0;
	for (uint32_t lane = 0; lane < c->all->own.lanes; lane++) {
		uint32_t thread = beat * c->all->own.lanes + lane;
		uint32_t want = golden_reg(c->golden, warp, thread, reg);

		if (busy >> thread & 1 || data[lane] == want)
			continue;
		snprintf(name, sizeof name, "%s",
			 golden_reg_name(&c->all->cfg, reg));
		if (!wrong++)
			fail(c, COSIM_AUDIT_REGISTER, warp, NULL, "%s of warp "
			     "%u, and no instruction writes it", name, warp);
		fail_lane(c->all, name, thread, data[lane], want);
	}
	return wrong != 0;
}

/* The device adds flags when results are written, before the retire record. So
 * fcsr is compared only if the warp has nothing in flight. */
static int check_fcsr(struct core *c, uint32_t warp, uint32_t data)
{
	uint32_t want = golden_fcsr(c->golden, warp);

	if (data == want || !c->issued || c->control_count || c->error_count ||
	    c->warps[warp].live || dispatch_clears(c, warp))
		return 0;
	fail(c, COSIM_AUDIT_FCSR, warp, NULL, "fcsr of warp %u, of which "
	     "nothing is on its way", warp);
	fail_diff(c->all, "fcsr", data, want);
	return 1;
}

/* The state of a warp changes with control records only. */
static int check_warp(struct core *c, const uint32_t *data)
{
	uint32_t warp = c->audit.row;
	uint32_t active = golden_active(c->golden) >> warp & 1;
	uint32_t tmask = golden_tmask(c->golden, warp);
	uint32_t depth = golden_depth(c->golden, warp);

	if (check_fcsr(c, warp, data[3]))
		return 1;
	if (!c->issued || c->control_count ||
	    (data[0] == active &&
	     (!active || (data[1] == tmask && data[2] == depth))))
		return 0;
	fail(c, COSIM_AUDIT_WARP, warp, NULL, "warp %u, which has no control "
	     "record to come", warp);
	fail_diff(c->all, "active", data[0], active);
	if (active) {
		fail_diff(c->all, "tmask", data[1], tmask);
		fail_diff(c->all, "depth", data[2], depth);
	}
	return 1;
}

/* An else entry has a pc in bits 31 to 2 of its second word. */
static int check_entry(struct core *c, const uint32_t *data)
{
	uint32_t warp = c->audit.row / c->all->cfg.stack;
	uint32_t place = c->audit.row % c->all->cfg.stack;
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
	fail_diff(c->all, "mask", data[0], want.mask);
	fail_diff(c->all, "else", data[1] & 1, want.is_else);
	if (want.is_else)
		fail_diff(c->all, "pc", data[1] & ~UINT32_C(3), want.pc);
	return 1;
}

/* After reset the rows are cleared one by one, and then compared. */
static int check_smem(struct core *c, const uint32_t *data)
{
	uint32_t row = c->audit.row, bytes = smem_row_bytes(c);
	uint32_t first = machine_smem(&c->all->cfg) + row * bytes;
	const uint8_t *want = c->all->mirror + mirror_at(c, first);
	char name[24];
	int wrong = 0;

	if (c->all->cycle < rows_of(c, SMEM) + CLEAR_SLACK)
		return 0;
	for (uint32_t bank = 0; bank < c->all->own.smem_banks; bank++) {
		uint32_t word = load_word(want + 4 * bank);

		if (data[bank] == word)
			continue;
		if (!wrong++)
			fail(c, COSIM_AUDIT_SMEM, GOLDEN_MAX_WARPS, NULL,
			     "row %u of the banks", row);
		snprintf(name, sizeof name, "[0x%08x]", first + 4 * bank);
		fail_row(c->all, name, data[bank], word);
	}
	return wrong != 0;
}

static int check_row(struct core *c, const uint32_t *data)
{
	uint32_t row = c->audit.row;

	switch (c->audit.kind) {
	case REGISTER: return check_register(c, data);
	case WARP: return check_warp(c, data);
	case STACK: return check_entry(c, data);
	case TAG:
		return c->audit.final && level_audit_tag(c->cache, row, data);
	case LINE:
		return level_audit_row(c->cache, row / line_rows(c),
				       row % line_rows(c), data);
	case SMEM: return check_smem(c, data);
	case L2_TAG:
		return c->audit.final && l2_audit_tag(c->all, row, data);
	case L2_BEAT:
		l2_audit_beat(c->all, row, data);
		return 0;
	}
	return 0;
}

int cosim_audit(struct cosim *c, uint32_t core, uint64_t cycle, uint32_t rows,
		const uint32_t *(*read)(void *ctx, uint32_t select), void *ctx)
{
	struct core *k = &c->core[core];

	for (; rows && !c->failed; rows--) {
		const uint32_t *data = read(ctx, selected_row(k));

		if (!data)
			return 0;
		c->cycle = cycle;
		if (check_row(k, data))
			return 1;
		c->stats.audited++;
		next_row(k);
	}
	return c->failed;
}

uint32_t cosim_audit_select(const struct cosim *c, uint32_t core)
{
	return selected_row(&c->core[core]);
}

uint32_t cosim_audit_rounds(const struct cosim *c, uint32_t core)
{
	return c->core[core].audit.rounds;
}

void cosim_audit_final(struct cosim *c, uint32_t core)
{
	c->core[core].audit = (struct audit){ REGISTER, 0, 0, true };
}
