/* trace.c - a line of text per warp instruction
 * SPDX-License-Identifier: Apache-2.0
 *
 * Fields, separated by one space:
 *
 *     WARP PC INSN TMASK "TEXT" [WRITE] [ACCESS] [NOTE]... [; FILE:LINE]
 *
 * WARP is decimal, CORE:WARP in a core other than 0. PC, INSN and TMASK are
 * hexadecimal without prefix. TEXT is the disassembly, or `interrupt` if the
 * warp takes an interrupt at PC; INSN is then 0. VALUES, ADDRESSES and DATA are
 * lists of hexadecimal numbers per lane, from lane 0 to the last lane that
 * takes part, with commas between; - stands for a lane that does not.
 *
 * WRITE   xN=VALUES, the register written; W:xN=VALUES for a register of warp W
 *         (wspawn); clone MASK for the thread that received the registers of
 *         thread 0
 * ACCESS  @ADDRESSES of a load, @ADDRESSES=DATA of a store, @ADDRESSES:DATA of
 *         an atomic instruction with the words that it read
 * NOTE    -> PC        the next pc, if it is not pc + 4
 *         tmask MASK   the new mask, if it changed
 *         halt         the warp halted
 *         wait         the warp waits at a barrier
 *         csr ADDRESS=VALUE  the CSR write, both hexadecimal
 *         divergent    active lanes disagreed on this branch
 *         trap CAUSE TVAL   decimal and hexadecimal; no other effect
 * FILE:LINE  the source line, as lines_user has it, if it is known and asked
 *         for
 */
#include <inttypes.h>
#include <string.h>

#include "golden/core.h"
#include "golden/lines.h"
#include "golden/ventus_core.h"
#include "machine/has.h"

/* Writes VALUE for each lane of MASK, which is not zero. */
static void put_lanes(FILE *out, uint32_t mask, const uint32_t *value)
{
	uint32_t last = 31 - (uint32_t)__builtin_clz(mask);

	for (uint32_t lane = 0; lane <= last; lane++) {
		if (lane)
			putc(',', out);
		if (mask >> lane & 1)
			fprintf(out, "%" PRIx32, value[lane]);
		else
			putc('-', out);
	}
}

static void put_writes(const struct golden_effect *fx, FILE *out)
{
	for (int i = 0; i < GOLDEN_WRITES; i++) {
		const struct golden_write *w = &fx->write[i];

		if (!w->lanes)
			continue;
		if (w->count > 1) {
			fprintf(out, " clone %" PRIx32, w->lanes);
			continue;
		}
		putc(' ', out);
		if (w->warp != fx->warp)
			fprintf(out, "%" PRIu32 ":", w->warp);
		fprintf(out, "%s=", fx->foreign.valid ?
			ventus_core_reg_name(w->reg) : isa_reg_name(w->reg));
		put_lanes(out, w->lanes, w->data);
	}
}

static void put_access(const struct golden_effect *fx, FILE *out)
{
	const struct golden_access *a = &fx->access;

	if (a->op == GOLDEN_NO_ACCESS)
		return;
	fputs(" @", out);
	put_lanes(out, a->lanes, a->addr);
	if (a->op == GOLDEN_WRITE) {
		putc('=', out);
		put_lanes(out, a->lanes, a->data);
	}
	if (a->op == GOLDEN_UPDATE) {
		putc(':', out);
		put_lanes(out, a->lanes, a->found);
	}
}

static void put_control(const struct golden_effect *fx, FILE *out)
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
	if (fx->waits)
		fputs(" wait", out);
	if (fx->kind == GOLDEN_CSR_WRITE)
		fprintf(out, " csr %" PRIx32 "=%" PRIx32, fx->aux_mask,
			fx->aux_value);
	if (fx->divergent)
		fputs(" divergent", out);
}

/* The source line of PC without its folder, if it is known. */
static void put_line(uint32_t pc, const struct lines *lines, FILE *out)
{
	struct lines_row row;
	const char *slash;

	if (lines_user(lines, pc, &row))
		return;
	slash = strrchr(row.file, '/');
	fprintf(out, " ; %s:%" PRIu32, slash ? slash + 1 : row.file, row.line);
}

uint32_t golden_reg_count(const struct machine *m)
{
	return m->dialect == MACHINE_VENTUS ? ventus_core_reg_count(m) :
					      ISA_REGS;
}

const char *golden_reg_name(const struct machine *m, uint32_t reg)
{
	return m->dialect == MACHINE_VENTUS ? ventus_core_reg_name(reg) :
					      isa_reg_name(reg);
}

void golden_disasm(const struct machine *m, uint32_t pc, uint32_t insn,
		   uint32_t prefix, char *buf, size_t size)
{
	if (m->dialect == MACHINE_VENTUS)
		ventus_core_disasm(pc, insn, prefix, buf, size);
	else
		isa_disasm(pc, insn, machine_files(m), buf, size);
}

struct golden_code golden_code(const struct golden_effect *fx)
{
	return (struct golden_code){
		fx->insn, fx->foreign.prefix, fx->held, fx->foreign.valid
	};
}

void golden_code_text(const struct golden_code *code, uint32_t pc, char *buf,
		      size_t size)
{
	if (code->foreign)
		ventus_core_disasm(pc, code->insn, code->prefix, buf, size);
	else
		isa_disasm(pc, code->insn, code->held, buf, size);
}

static void add_read(uint32_t *regs, uint32_t *count, uint32_t reg)
{
	for (uint32_t i = 0; i < *count; i++)
		if (regs[i] == reg)
			return;
	if (reg)
		regs[(*count)++] = reg;
}

uint32_t golden_reads(const struct golden_effect *fx,
		      uint32_t reg[GOLDEN_SOURCES])
{
	const uint32_t named[] = { fx->regs.rs1, fx->regs.rs2, fx->regs.rs3 };
	const struct golden_foreign *f = &fx->foreign;
	uint32_t count = 0;

	if (fx->kind == GOLDEN_INTERRUPT)
		return 0;
	for (uint32_t i = f->sources; i--; )
		add_read(reg, &count, f->source[i].reg);
	for (int i = 0; !f->valid && fx->op != ISA_INVALID && i < 3; i++)
		if (isa_reads(fx->op) >> i & 1)
			add_read(reg, &count, named[i]);
	return count;
}

void golden_trace(const struct golden_effect *fx, const struct lines *lines,
		  FILE *out)
{
	const struct golden_code code = golden_code(fx);
	char text[GOLDEN_TEXT];

	if (fx->kind == GOLDEN_INTERRUPT)
		strcpy(text, "interrupt");
	else
		golden_code_text(&code, fx->pc, text, sizeof text);
	if (fx->core)
		fprintf(out, "%" PRIu32 ":", fx->core);
	fprintf(out,
		"%" PRIu32 " %08" PRIx32 " %08" PRIx32 " %" PRIx32 " \"%s\"",
		fx->warp, fx->pc, fx->insn, fx->tmask, text);
	put_writes(fx, out);
	put_access(fx, out);
	put_control(fx, out);
	if (lines)
		put_line(fx->pc, lines, out);
	putc('\n', out);
}
