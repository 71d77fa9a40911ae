/* report.c - explain to a person what went wrong in a lockstep run
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/report.h"

#include <string.h>

enum { HISTORY = 16, TEXT = 160 };

static int put_symbol(const struct elf_image *image, uint32_t pc, char *buf,
		      size_t size)
{
	const struct elf_symbol *s = image ? elf_symbol_at(image, pc) : NULL;

	if (!s)
		return snprintf(buf, size, "0x%08x", pc);
	if (pc == s->addr)
		return snprintf(buf, size, "0x%08x <%s>", pc, s->name);
	return snprintf(buf, size, "0x%08x <%s+0x%x>", pc, s->name,
			pc - s->addr);
}

void report_place(const struct elf_image *image, uint32_t pc, char *buf,
		  size_t size)
{
	const struct lines_row *line = image ? lines_at(&image->lines, pc) :
				       NULL;
	int n = put_symbol(image, pc, buf, size);
	const char *slash;

	if (!line || n < 0 || (size_t)n >= size)
		return;
	slash = strrchr(line->file, '/');
	snprintf(buf + n, size - (size_t)n, " %s:%u",
		 slash ? slash + 1 : line->file, line->line);
}

static void instruction(const struct report *r, uint32_t pc, uint32_t insn)
{
	char place[TEXT], text[TEXT];

	report_place(r->image, pc, place, sizeof place);
	isa_disasm(pc, insn, text, sizeof text);
	fprintf(r->out, "%s: %08x  %s", place, insn, text);
}

/* --- differences ------------------------------------------------------ */

static void row(FILE *out, const struct cosim_row *f)
{
	fprintf(out, "    %-18s  RTL         0x%08x\n", f->name, f->rtl);
	fprintf(out, "    %-18s  golden      0x%08x\n", "", f->golden);
	fprintf(out, "    %-18s  difference  0x%08x\n", "", f->rtl ^ f->golden);
}

static void about(const struct report *r, const struct cosim_mismatch *m)
{
	if (!m->has_warp)
		return;
	fprintf(r->out, "  warp %u", m->warp);
	if (m->has_insn) {
		fprintf(r->out, ", seq %u, ", m->seq);
		instruction(r, m->pc, m->insn);
	}
	putc('\n', r->out);
}

/* --- history ---------------------------------------------------------- */

static void values(FILE *out, const struct golden_effect *fx)
{
	if (!fx->wmask)
		return;
	if (fx->kind == GOLDEN_CLONE) {
		fprintf(out, "  x1..x31 of threads 0x%x", fx->wmask);
		return;
	}
	fprintf(out, "  x%u =", fx->rd);
	for (uint32_t lane = 0; lane < GOLDEN_MAX_THREADS; lane++)
		if (fx->wmask >> lane)
			fprintf(out, fx->wmask >> lane & 1 ? " %08x" : " -",
				fx->data[lane]);
}

static void retired(const struct report *r, const struct cosim_retired *e)
{
	fprintf(r->out, "    #%llu ", (unsigned long long)e->number);
	instruction(r, e->effect->pc, e->effect->insn);
	if (e->effect->kind == GOLDEN_TRAP)
		fprintf(r->out, "  trap: %s", isa_cause_name(e->effect->cause));
	values(r->out, e->effect);
	putc('\n', r->out);
}

static void history(const struct report *r, uint32_t warp)
{
	struct cosim_retired e;
	uint32_t n = 0;

	while (n < HISTORY && cosim_recent(r->cosim, warp, n, &e))
		n++;
	if (!n) {
		fprintf(r->out, "  warp %u has not retired anything\n", warp);
		return;
	}
	fprintf(r->out, "  last %u instructions that warp %u retired:\n", n,
		warp);
	while (n--)
		if (cosim_recent(r->cosim, warp, n, &e))
			retired(r, &e);
}

static void how_to_go_on(const struct report *r)
{
	fprintf(r->out, "  repeat: %s\n", r->command);
	if (!r->waves)
		fprintf(r->out, "  waves:  the same with --waves FILE.fst (or "
			".vcd) shows the cycles around it\n");
}

/* --- the reports ------------------------------------------------------ */

void report_mismatch(const struct report *r, const struct cosim_mismatch *m)
{
	fprintf(r->out, "mismatch in cycle %llu: %s\n",
		(unsigned long long)m->cycle, m->name);
	fprintf(r->out, "  %s\n  %s\n", m->doc, m->text);
	about(r, m);
	for (size_t i = 0; i < m->row_count; i++)
		row(r->out, &m->rows[i]);
	if (m->has_warp)
		history(r, m->warp);
	how_to_go_on(r);
}

void report_hang(const struct report *r, uint64_t cycle)
{
	char text[256];

	fprintf(r->out, "hang: nothing has happened since cycle %llu "
		"(now %llu)\n",
		(unsigned long long)cosim_stats(r->cosim)->last_cycle,
		(unsigned long long)cycle);
	for (uint32_t warp = 0; warp < r->warps; warp++) {
		cosim_waits_for(r->cosim, warp, text, sizeof text);
		fprintf(r->out, "  warp %u: %s\n", warp, text);
	}
	how_to_go_on(r);
}

void report_deadlock(const struct report *r)
{
	char text[256], place[TEXT];

	fprintf(r->out, "deadlock: every active warp waits at a barrier\n");
	for (uint32_t warp = 0; warp < r->warps; warp++) {
		if (!(golden_active(r->golden) >> warp & 1))
			continue;
		cosim_waits_for(r->cosim, warp, text, sizeof text);
		report_place(r->image, golden_pc(r->golden, warp), place,
			     sizeof place);
		fprintf(r->out, "  warp %u: %s; its next pc is %s\n", warp, text,
			place);
	}
	how_to_go_on(r);
}

void report_unfinished(const struct report *r, const char *why)
{
	char place[TEXT];
	int barrier;

	fprintf(r->out, "%s: the program has not ended; where its warps "
		"are:\n", why);
	for (uint32_t warp = 0; warp < r->warps; warp++) {
		report_place(r->image, golden_pc(r->golden, warp), place,
			     sizeof place);
		barrier = golden_barrier(r->golden, warp);
		if (!(golden_active(r->golden) >> warp & 1))
			fprintf(r->out, "  warp %u: halted\n", warp);
		else if (barrier >= 0)
			fprintf(r->out, "  warp %u: waits at barrier %d, its "
				"next pc is %s\n", warp, barrier, place);
		else
			fprintf(r->out, "  warp %u: %s, threads 0x%x\n", warp,
				place, golden_tmask(r->golden, warp));
	}
}

void report_trap(const struct report *r, const struct golden_trap *t)
{
	fprintf(r->out, "fault: %s (cause %u, tval 0x%08x)\n  warp %u, ",
		isa_cause_name(t->cause), t->cause, t->tval, t->warp);
	instruction(r, t->pc, t->insn);
	putc('\n', r->out);
	history(r, t->warp);
}

void report_overflow(FILE *out, const struct elf_image *image,
		     const struct golden_overflow *o)
{
	char place[TEXT];
	uint32_t shift = 0;

	while (image->stack_bytes >> shift > 1)
		shift++;
	report_place(image, o->pc, place, sizeof place);
	fprintf(out, "stack overflow: warp %u, thread %u goes %u bytes below "
		"its stack of %u, at %s\n    Put large arrays elsewhere "
		"(vx_sm_malloc, static), or double the stacks:\n"
		"    -Wl,--defsym=__stack_shift=%u\n", o->warp, o->lane,
		o->low - o->sp, image->stack_bytes, place, shift + 1);
}
