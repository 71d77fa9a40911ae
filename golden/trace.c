/* trace.c - a line of text per warp instruction
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fields, separated by one space:
 *
 *   warp pc insn tmask text [reg=values] [xW:reg=values] [trap cause tval] [note]
 *
 * warp is decimal, pc, insn and tmask are hexadecimal without prefix, text is the
 * disassembly in double quotes. A register write gives its name and one value per lane, lane 0
 * first, separated by commas, "-" where the lane did not write. wspawn writes another warp's register,
 * whose number stands before a colon. Loads and stores add @ and the address per lane in the
 * same way; stores then = and the data. The notes are: "-> pc" when the next pc is not
 * pc + 4, "tmask M" when the mask changes ("halt" when it becomes zero), "wait" at a barrier, and
 * "divergent" for a branch on which the active lanes disagree.
 */
#include <inttypes.h>

#include "golden/machine.h"

static void lanes(FILE *out, uint32_t mask, const uint32_t *value)
{
	for (uint32_t lane = 0; lane == 0 || mask >> lane; lane++) {
		if (lane)
			putc(',', out);
		if (mask >> lane & 1)
			fprintf(out, "%" PRIx32, value[lane]);
		else
			putc('-', out);
		if (lane == GOLDEN_MAX_THREADS - 1)
			break;
	}
}

static void write_back(const struct golden_effect *fx, FILE *out)
{
	if (fx->wmask == 0)
		return;
	if (fx->kind == GOLDEN_CLONE) {
		fprintf(out, " clone %" PRIx32, fx->wmask);
		return;
	}
	putc(' ', out);
	if (fx->dst_warp != fx->warp)
		fprintf(out, "%" PRIu32 ":", fx->dst_warp);
	fprintf(out, "x%" PRIu32 "=", fx->rd);
	lanes(out, fx->wmask, fx->data);
}

static void access(const struct golden_effect *fx, FILE *out)
{
	if (fx->kind != GOLDEN_LOAD && fx->kind != GOLDEN_STORE)
		return;
	fputs(" @", out);
	lanes(out, fx->tmask, fx->addr);
	if (fx->kind == GOLDEN_STORE) {
		putc('=', out);
		lanes(out, fx->tmask, fx->store);
	}
}

static void control(const struct golden_effect *fx, FILE *out)
{
	if (fx->kind == GOLDEN_TRAP) {
		fprintf(out, " trap %" PRIu32 " %" PRIx32, fx->cause, fx->tval);
		return;
	}
	if (fx->next_pc != fx->pc + 4)
		fprintf(out, " -> %08" PRIx32, fx->next_pc);
	if (fx->next_tmask == 0)
		fputs(" halt", out);
	else if (fx->next_tmask != fx->tmask)
		fprintf(out, " tmask %" PRIx32, fx->next_tmask);
	if (fx->kind == GOLDEN_BAR && fx->aux_mask == 0)
		fputs(" wait", out);
	if (fx->divergent)
		fputs(" divergent", out);
}

void golden_trace(const struct golden_effect *fx, FILE *out)
{
	char text[80];

	isa_disasm(fx->pc, fx->insn, text, sizeof text);
	fprintf(out, "%" PRIu32 " %08" PRIx32 " %08" PRIx32 " %" PRIx32 " \"%s\"", fx->warp,
		fx->pc, fx->insn, fx->tmask, text);
	write_back(fx, out);
	access(fx, out);
	control(fx, out);
	putc('\n', out);
}
