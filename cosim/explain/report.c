/* report.c - explains the result of a lockstep run to the user
 * SPDX-License-Identifier: Apache-2.0
 */
#include "cosim/explain/report_parts.h"

#include <inttypes.h>
#include <string.h>

#include "machine/has.h"

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

void report_instruction(const struct report *r, uint32_t pc, uint32_t insn,
			uint32_t prefix)
{
	char place[TEXT], text[TEXT];

	report_place(r->image, pc, place, sizeof place);
	golden_disasm(golden_machine(r->golden), pc, insn, prefix, text,
		      sizeof text);
	fprintf(r->out, "%s: %08x  %s", place, insn, text);
}

/* --- history ---------------------------------------------------------- */

static void put_values(const struct report *r, const struct golden_write *w)
{
	const struct machine *m = golden_machine(r->golden);
	FILE *out = r->out;

	if (!w->lanes)
		return;
	if (w->count > 1) {
		fprintf(out, "  %s..%s of threads 0x%x",
			golden_reg_name(m, w->reg),
			golden_reg_name(m, w->reg + w->count - 1), w->lanes);
		return;
	}
	fprintf(out, "  %s =", golden_reg_name(m, w->reg));
	for (uint32_t lane = 0; lane < GOLDEN_MAX_THREADS; lane++)
		if (w->lanes >> lane)
			fprintf(out, w->lanes >> lane & 1 ? " %08x" : " -",
				w->data[lane]);
}

static void put_retired(const struct report *r, const struct cosim_retired *e)
{
	fprintf(r->out, "    #%llu ", (unsigned long long)e->number);
	report_instruction(r, e->effect->pc, e->effect->insn,
			   e->effect->foreign.prefix);
	if (e->effect->kind == GOLDEN_TRAP)
		fprintf(r->out, "  trap: %s", isa_cause_name(e->effect->cause));
	for (int i = 0; i < GOLDEN_WRITES; i++)
		put_values(r, &e->effect->write[i]);
	putc('\n', r->out);
}

struct report_core report_core(const struct golden *g, uint32_t core)
{
	struct report_core name = { "" };

	if (golden_machine(g)->cores > 1)
		snprintf(name.text, sizeof name.text, "core %u, ", core);
	return name;
}

void report_history(const struct report *r, uint32_t core, uint32_t warp)
{
	struct report_core name = report_core(r->golden, core);
	struct cosim_retired e;
	uint32_t n = 0;

	while (n < HISTORY && cosim_recent(r->cosim, core, warp, n, &e))
		n++;
	if (!n) {
		fprintf(r->out, "  %swarp %u has not retired anything\n",
			name.text, warp);
		return;
	}
	fprintf(r->out, "  %slast %u instructions that %swarp %u retired%s\n",
		report_bold(r), n, name.text, warp, report_plain(r));
	while (n--)
		if (cosim_recent(r->cosim, core, warp, n, &e))
			put_retired(r, &e);
}

void report_go_on(const struct report *r)
{
	if (r->command)
		fprintf(r->out, "  repeat: %s\n", r->command);
	if (!r->waves)
		fprintf(r->out, "  waves:  the same with --waves FILE.fst (or "
			".vcd) shows the cycles around it\n");
	if (!r->view)
		fprintf(r->out, "  view:   the same with --konata FILE or "
			"--perfetto FILE draws its instructions\n");
}

/* --- the reports ------------------------------------------------------ */

/* Calls FN for each warp of each core. */
static void each_warp(const struct report *r,
		      void (*fn)(const struct report *r, uint32_t core,
				 uint32_t warp))
{
	for (uint32_t core = 0; core < r->cores; core++)
		for (uint32_t warp = 0; warp < r->warps; warp++)
			fn(r, core, warp);
}

static void put_hanging(const struct report *r, uint32_t core, uint32_t warp)
{
	char text[256];

	cosim_waits_for(r->cosim, core, warp, text, sizeof text);
	fprintf(r->out, "  %swarp %u: %s\n",
		report_core(r->golden, core).text, warp, text);
}

void report_hang(const struct report *r, uint64_t cycle)
{
	fprintf(r->out, "hang: nothing has happened since cycle %llu "
		"(now %llu)\n",
		(unsigned long long)cosim_stats(r->cosim)->last_cycle,
		(unsigned long long)cycle);
	each_warp(r, put_hanging);
	report_go_on(r);
}

static void put_deadlocked(const struct report *r, uint32_t core, uint32_t warp)
{
	const struct golden_core *c = golden_core(r->golden, core);
	char text[256], place[TEXT];

	if (!(golden_active(c) >> warp & 1))
		return;
	cosim_waits_for(r->cosim, core, warp, text, sizeof text);
	report_place(r->image, golden_pc(c, warp), place, sizeof place);
	fprintf(r->out, "  %swarp %u: %s; its next pc is %s\n",
		report_core(r->golden, core).text, warp, text, place);
}

void report_deadlock(const struct report *r)
{
	fprintf(r->out, "deadlock: every active warp waits at a barrier\n");
	each_warp(r, put_deadlocked);
	report_go_on(r);
}

static void put_unfinished(const struct report *r, uint32_t core, uint32_t warp)
{
	const struct golden_core *c = golden_core(r->golden, core);
	int barrier = golden_barrier(c, warp);
	char place[TEXT];

	report_place(r->image, golden_pc(c, warp), place, sizeof place);
	fprintf(r->out, "  %swarp %u: ", report_core(r->golden, core).text,
		warp);
	if (!(golden_active(c) >> warp & 1))
		fprintf(r->out, "halted\n");
	else if (barrier >= 0)
		fprintf(r->out, "waits at barrier %d, its next pc is %s\n",
			barrier, place);
	else
		fprintf(r->out, "%s, threads 0x%x\n", place,
			golden_tmask(c, warp));
}

void report_unfinished(const struct report *r, const char *why)
{
	fprintf(r->out, "%s: the program has not ended; where its warps "
		"are:\n", why);
	each_warp(r, put_unfinished);
}

void report_remedy(FILE *out, const char *indent, const struct golden *g,
		   const struct golden_trap *t)
{
	enum { MOST = 256 };
	const struct machine *m = golden_machine(g);
	uint32_t more = m->stack < MOST / 2 ? 2 * m->stack : MOST;
	char text[TEXT] = "";

	if (t->cause == ISA_CAUSE_ILLEGAL)
		machine_lacks(m, t->insn, text, sizeof text);
	else if (t->cause == ISA_CAUSE_SPLIT_FULL && more > m->stack)
		snprintf(text, sizeof text, "the core's stacks have %" PRIu32
			 " entries; -s simt.stack=%" PRIu32 " has more",
			 m->stack, more);
	if (text[0])
		fprintf(out, "%s%s\n", indent, text);
}

void report_trap(const struct report *r, const struct golden_trap *t)
{

	fprintf(r->out, "fault: %s (cause %u, tval 0x%08x)\n  %swarp %u, ",
		isa_cause_name(t->cause), t->cause, t->tval,
		report_core(r->golden, t->core).text, t->warp);
	report_instruction(r, t->pc, t->insn, 0);
	putc('\n', r->out);
	report_remedy(r->out, "  ", r->golden, t);
	report_history(r, t->core, t->warp);
}

enum report_cut report_cut(const struct golden *g)
{
	if (!golden_any_active(g))
		return REPORT_ENDED;
	if (!golden_any_ready(g))
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
		     const struct golden *g)
{
	const struct golden_overflow *o = golden_overflow(g);
	char place[TEXT];
	uint32_t shift = 0;

	while ((image->stack_bytes + (o->low - o->sp)) >> shift)
		shift++;
	report_place(image, o->pc, place, sizeof place);
	fprintf(out, "stack overflow: %swarp %u, thread %u goes %u bytes "
		"below its stack of %u, at %s\n",
		report_core(g, o->core).text, o->warp, o->lane,
		o->low - o->sp, image->stack_bytes, place);
	if (elf_variable(image, "ww_cl_program"))
		fprintf(out, "    The private variables of an item are on its "
			"stack, and all stacks have a quarter of RAM:\n    a "
			"larger mem.ram_size\n");
	else
		fprintf(out, "    Put large arrays elsewhere (vx_sm_malloc, "
			"static), or have larger stacks:\n"
			"    -Wl,--defsym=__stack_shift=%u\n", shift);
}

void report_divergence(FILE *out, const char *program,
		       const struct elf_image *image, const struct golden *g)
{
	const struct golden_divergence *d = golden_first_divergence(g);
	uint64_t n = golden_total(g).divergent_branches;
	char place[TEXT];

	if (!d->valid)
		return;
	report_place(image, d->pc, place, sizeof place);
	fprintf(out, "%s: warning: active lanes disagreed on %llu branch%s, "
		"first at %s in %swarp %u; --strict stops there\n", program,
		(unsigned long long)n, n == 1 ? "" : "es", place,
		report_core(g, d->core).text, d->warp);
}
