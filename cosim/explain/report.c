/* report.c - explain to a person what went wrong in a lockstep run
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/explain/report_parts.h"

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

void report_instruction(const struct report *r, uint32_t pc, uint32_t insn)
{
	char place[TEXT], text[TEXT];

	report_place(r->image, pc, place, sizeof place);
	isa_disasm(pc, insn, text, sizeof text);
	fprintf(r->out, "%s: %08x  %s", place, insn, text);
}

/* --- history ---------------------------------------------------------- */

static void values(FILE *out, const struct golden_write *w)
{
	if (!w->lanes)
		return;
	if (w->count > 1) {
		fprintf(out, "  x%u..x%u of threads 0x%x", w->reg,
			w->reg + w->count - 1, w->lanes);
		return;
	}
	fprintf(out, "  x%u =", w->reg);
	for (uint32_t lane = 0; lane < GOLDEN_MAX_THREADS; lane++)
		if (w->lanes >> lane)
			fprintf(out, w->lanes >> lane & 1 ? " %08x" : " -",
				w->data[lane]);
}

static void retired(const struct report *r, const struct cosim_retired *e)
{
	fprintf(r->out, "    #%llu ", (unsigned long long)e->number);
	report_instruction(r, e->effect->pc, e->effect->insn);
	if (e->effect->kind == GOLDEN_TRAP)
		fprintf(r->out, "  trap: %s", isa_cause_name(e->effect->cause));
	for (int i = 0; i < GOLDEN_WRITES; i++)
		values(r->out, &e->effect->write[i]);
	putc('\n', r->out);
}

void report_history(const struct report *r, uint32_t warp)
{
	struct cosim_retired e;
	uint32_t n = 0;

	while (n < HISTORY && cosim_recent(r->cosim, warp, n, &e))
		n++;
	if (!n) {
		fprintf(r->out, "  warp %u has not retired anything\n", warp);
		return;
	}
	fprintf(r->out, "  %slast %u instructions that warp %u retired%s\n",
		report_bold(r), n, warp, report_plain(r));
	while (n--)
		if (cosim_recent(r->cosim, warp, n, &e))
			retired(r, &e);
}

void report_go_on(const struct report *r)
{
	fprintf(r->out, "  repeat: %s\n", r->command);
	if (!r->waves)
		fprintf(r->out, "  waves:  the same with --waves FILE.fst (or "
			".vcd) shows the cycles around it\n");
	if (!r->view)
		fprintf(r->out, "  view:   the same with --konata FILE or "
			"--perfetto FILE draws its instructions\n");
}

/* --- the reports ------------------------------------------------------ */

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
	report_go_on(r);
}

void report_deadlock(const struct report *r)
{
	char text[256], place[TEXT];

	fprintf(r->out, "deadlock: every active warp waits at a barrier\n");
	for (uint32_t warp = 0; warp < r->warps; warp++) {
		if (!(golden_active(golden_core(r->golden, 0)) >> warp & 1))
			continue;
		cosim_waits_for(r->cosim, warp, text, sizeof text);
		report_place(r->image, golden_pc(golden_core(r->golden, 0), warp), place,
			     sizeof place);
		fprintf(r->out, "  warp %u: %s; its next pc is %s\n", warp, text,
			place);
	}
	report_go_on(r);
}

void report_unfinished(const struct report *r, const char *why)
{
	char place[TEXT];
	int barrier;

	fprintf(r->out, "%s: the program has not ended; where its warps "
		"are:\n", why);
	for (uint32_t warp = 0; warp < r->warps; warp++) {
		report_place(r->image, golden_pc(golden_core(r->golden, 0), warp), place,
			     sizeof place);
		barrier = golden_barrier(golden_core(r->golden, 0), warp);
		if (!(golden_active(golden_core(r->golden, 0)) >> warp & 1))
			fprintf(r->out, "  warp %u: halted\n", warp);
		else if (barrier >= 0)
			fprintf(r->out, "  warp %u: waits at barrier %d, its "
				"next pc is %s\n", warp, barrier, place);
		else
			fprintf(r->out, "  warp %u: %s, threads 0x%x\n", warp,
				place, golden_tmask(golden_core(r->golden, 0), warp));
	}
}

void report_trap(const struct report *r, const struct golden_trap *t)
{
	fprintf(r->out, "fault: %s (cause %u, tval 0x%08x)\n  warp %u, ",
		isa_cause_name(t->cause), t->cause, t->tval, t->warp);
	report_instruction(r, t->pc, t->insn);
	putc('\n', r->out);
	report_history(r, t->warp);
}

enum report_cut report_cut(const struct golden *g)
{
	const struct golden_core *c = golden_core(g, 0);

	if (!golden_active(c))
		return REPORT_ENDED;
	if (!(golden_active(c) & ~golden_waiting(c)))
		return REPORT_WAITING;
	return golden_idle(g) ? REPORT_IDLE : REPORT_LIMIT;
}

const char *report_cut_word(enum report_cut cut)
{
	switch (cut) {
	case REPORT_ENDED: return "halt";
	case REPORT_WAITING: return "barrier";
	case REPORT_IDLE: return "idle";
	case REPORT_LIMIT: return "limit";
	}
	return "halt";
}

void report_cut_text(enum report_cut cut, const char *option, char *buf,
		     size_t size)
{
	switch (cut) {
	case REPORT_ENDED:
		snprintf(buf, size, "after the trap all warps have halted");
		break;
	case REPORT_WAITING:
		snprintf(buf, size, "after the trap the others wait at "
			 "barriers");
		break;
	case REPORT_IDLE:
		snprintf(buf, size, "after the trap the others have changed "
			 "nothing in %d instructions; with %s N they go on",
			 GOLDEN_IDLE, option);
		break;
	case REPORT_LIMIT:
		snprintf(buf, size, "after the trap the others went on until "
			 "the limit");
		break;
	}
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
