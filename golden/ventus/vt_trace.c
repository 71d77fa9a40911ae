/* vt_trace.c - a line of text per warp instruction of Ventus
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fields, separated by one space, as in golden/trace.c:
 *
 *     WARP PC INSN TMASK "TEXT" [WRITE] [ACCESS] [NOTE]...
 *
 * WARP is decimal, GROUP:WARP in a work-group other than 0. PC, INSN and TMASK
 * are hexadecimal without prefix. TEXT is the disassembly; the numbers of its
 * registers are those with the prefix that precedes it. VALUES, ADDRESSES and
 * DATA are lists of hexadecimal numbers per lane, from lane 0 to the last lane
 * that takes part, with commas between; - stands for a lane that does not.
 *
 * WRITE   xN=VALUE or vN=VALUES, the register written
 * ACCESS  @ADDRESSES of a load, @ADDRESSES=DATA of a store, @ADDRESS:OLD=DATA
 *         of an atomic instruction, without =DATA if it stored nothing
 * NOTE    -> PC        the next pc, if it is not pc + 4
 *         tmask MASK   the new mask, if it changed
 *         depth N      entries of the divergence stack, if N is not 0
 *         csr ADDRESS=VALUE  the CSR write, both hexadecimal
 *         halt         the warp ended
 *         wait         the warp waits at a barrier
 *         trap "NAME" VALUE  the trap; no other effect
 */
#include <inttypes.h>

#include "golden/ventus/vt_core.h"

/* Writes VALUE for each lane of MASK. */
static void put_lanes(FILE *out, uint32_t mask, const uint32_t *value)
{
	for (uint32_t lane = 0; lane < VT_MAX_THREADS && mask >> lane; lane++) {
		if (lane)
			putc(',', out);
		if (mask >> lane & 1)
			fprintf(out, "%" PRIx32, value[lane]);
		else
			putc('-', out);
	}
}

static void put_write(const struct vt_effect *fx, FILE *out)
{
	if (fx->file == VT_FILE_NONE || !fx->lanes)
		return;
	fprintf(out, " %c%" PRIu32 "=", fx->file == VT_FILE_V ? 'v' : 'x',
		fx->reg);
	put_lanes(out, fx->lanes, fx->value);
}

static void put_access(const struct vt_effect *fx, FILE *out)
{
	uint32_t lanes = fx->access == VT_UPDATE ? 1 : fx->accesses;

	if (fx->access == VT_NO_ACCESS || !lanes)
		return;
	fputs(" @", out);
	put_lanes(out, lanes, fx->addr);
	if (fx->access == VT_UPDATE)
		fprintf(out, ":%" PRIx32, fx->old);
	if (fx->access != VT_READ && fx->accesses) {
		putc('=', out);
		put_lanes(out, fx->accesses, fx->data);
	}
}

static void put_control(const struct vt_effect *fx, FILE *out)
{
	if (fx->next_pc != fx->pc + 4)
		fprintf(out, " -> %08" PRIx32, fx->next_pc);
	if (fx->next_mask != fx->mask)
		fprintf(out, " tmask %" PRIx32, fx->next_mask);
	if (fx->depth)
		fprintf(out, " depth %" PRIu32, fx->depth);
	if (fx->csr)
		fprintf(out, " csr %" PRIx32 "=%" PRIx32, fx->csr,
			fx->csr_value);
	if (fx->ends)
		fputs(" halt", out);
	if (fx->waits)
		fputs(" wait", out);
}

void vt_trace(const struct vt_effect *fx, uint32_t group, FILE *out)
{
	char text[VT_TEXT];

	vt_disasm(fx->pc, fx->word, fx->prefix, text, sizeof text);
	if (group)
		fprintf(out, "%" PRIu32 ":", group);
	fprintf(out, "%" PRIu32 " %08" PRIx32 " %08" PRIx32 " %" PRIx32
		" \"%s\"", fx->warp, fx->pc, fx->word, fx->mask, text);
	if (fx->trap != VT_NO_TRAP) {
		fprintf(out, " trap \"%s\" %" PRIx32 "\n",
			vt_trap_name(fx->trap), fx->trap_value);
		return;
	}
	put_write(fx, out);
	put_access(fx, out);
	put_control(fx, out);
	putc('\n', out);
}
