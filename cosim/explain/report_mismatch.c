/* report_mismatch.c - explains a mismatch: cause, differences, writers
 * SPDX-License-Identifier: Apache-2.0
 *
 * The report has these parts, in order: the instruction and its place in the
 * program, a guess at the fault, the table of differences, the operands with
 * their writers, and the history of the warp.
 */
#include "cosim/explain/report_parts.h"

#include <string.h>
#include <strings.h>

#include "cosim/explain/explain.h"
#include "machine/has.h"

enum {
	TEXT = 160, GUESS = 300,
	FEW = 8,                /* so few threads are all shown */
	GROUPS = 4              /* shown writers of one register */
};

struct operands {
	struct cosim_operand at[COSIM_OPERANDS];
	uint32_t count;
};

static const char *reg_name(const struct report *r, uint32_t reg)
{
	return golden_reg_name(golden_machine(r->golden), reg);
}

/* --- differences ------------------------------------------------------ */

static const char *red(const struct report *r)
{
	return report_paint(r, "\033[1;31m");
}

static const char *green(const struct report *r)
{
	return report_paint(r, "\033[32m");
}

static void put_heading(const struct report *r, const char *text)
{
	fprintf(r->out, "  %s%s%s\n", report_bold(r), text, report_plain(r));
}

/* Writes V in hexadecimal; digits that differ from OTHER are in COLOUR. */
static void put_digits(const struct report *r, uint32_t v, uint32_t other,
		       const char *colour)
{
	for (int shift = 28; shift >= 0; shift -= 4) {
		bool differs = (v ^ other) >> shift & 15;

		fprintf(r->out, "%s%x%s", differs ? colour : "",
			v >> shift & 15, differs ? report_plain(r) : "");
	}
}

/* The thread of a row "x5 lane 3", or -1. */
static int row_thread(const struct cosim_row *row)
{
	uint32_t reg, lane;

	return explain_row(row, &reg, &lane) ? (int)lane : -1;
}

/* Writes MASK as "threads 0-3, 7"; ONE is the singular. */
static void put_lanes(FILE *out, const char *one, uint32_t mask)
{
	fprintf(out, "%s%s ", one, mask & (mask - 1) ? "s" : "");
	for (uint32_t lane = 0, n = 0; lane < 32; lane++) {
		uint32_t last = lane;

		if (!(mask >> lane & 1))
			continue;
		while (last < 31 && mask >> (last + 1) & 1)
			last++;
		fprintf(out, n++ ? ", %u" : "%u", lane);
		if (last > lane)
			fprintf(out, last > lane + 1 ? "-%u" : ", %u", last);
		lane = last;
	}
}

static bool is_mask(const char *name)
{
	return strstr(name, "mask") || strstr(name, "lanes") ||
	       strncmp(name, "threads", 7) == 0 || strcmp(name, "banks") == 0;
}

static void put_operand_values(const struct report *r, const struct operands *o,
			       int thread)
{
	for (uint32_t i = 0; thread >= 0 && i < o->count; i++)
		if (o->at[i].known >> thread & 1)
			fprintf(r->out, "    %08x", o->at[i].value[thread]);
		else
			fprintf(r->out, "    -       ");
}

static void put_row(const struct report *r, const struct cosim_row *f,
		    const struct operands *o)
{
	int thread = row_thread(f);

	if (thread >= 0)
		fprintf(r->out, "    thread %-9d", thread);
	else
		fprintf(r->out, "    %-15s ", f->name);
	put_digits(r, f->rtl, f->golden, red(r));
	fputs("    ", r->out);
	put_digits(r, f->golden, f->rtl, green(r));
	fprintf(r->out, "    %08x", f->rtl ^ f->golden);
	put_operand_values(r, o, thread);
	if (is_mask(f->name)) {
		fputs("    ", r->out);
		put_lanes(r->out, "bit", f->rtl ^ f->golden);
	}
	putc('\n', r->out);
}

/* Writes the row of a thread whose value is right. */
static void put_right(const struct report *r, const struct golden_effect *fx,
		      uint32_t thread, const struct operands *o)
{
	fprintf(r->out, "    thread %-9u%08x    %08x    -       ", thread,
		fx->write[0].data[thread], fx->write[0].data[thread]);
	put_operand_values(r, o, (int)thread);
	putc('\n', r->out);
}

static const struct cosim_row *row_of(const struct cosim_mismatch *m,
				      uint32_t thread)
{
	for (size_t i = 0; i < m->row_count; i++)
		if (row_thread(&m->rows[i]) == (int)thread)
			return &m->rows[i];
	return NULL;
}

static uint32_t wrong_threads(const struct cosim_mismatch *m)
{
	uint32_t mask = 0;

	for (size_t i = 0; i < m->row_count; i++)
		if (row_thread(&m->rows[i]) >= 0)
			mask |= UINT32_C(1) << row_thread(&m->rows[i]);
	return mask;
}

static uint32_t count(uint32_t mask)
{
	uint32_t n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

/* Writes the rows of the threads that differ; of all compared ones if they are
 * few. */
static void put_thread_rows(const struct report *r,
			    const struct cosim_mismatch *m,
			    const struct operands *o)
{
	const struct golden_effect *fx = cosim_effect(r->cosim, m);
	bool all = fx && fx->kind != GOLDEN_CLONE && count(m->compared) <= FEW;

	for (uint32_t t = 0; t < GOLDEN_MAX_THREADS; t++) {
		const struct cosim_row *f = row_of(m, t);

		if (f)
			put_row(r, f, o);
		else if (all && m->compared >> t & 1)
			put_right(r, fx, t, o);
	}
}

static void put_table(const struct report *r, const struct cosim_mismatch *m,
		      const struct operands *o)
{
	uint32_t wrong = wrong_threads(m);
	int gap = 2;            /* the heading before is two columns longer */

	if (!m->row_count)
		return;
	fprintf(r->out,
		"\n    %-16.*s%sRTL%s         %sgolden%s      difference",
		wrong ? (int)strcspn(m->rows[0].name, " ") : 0, m->rows[0].name,
		red(r), report_plain(r), green(r), report_plain(r));
	for (uint32_t i = 0; wrong && i < o->count; i++)
		gap = 12 + gap -
		      fprintf(r->out, "%*s%s", gap, "",
			      reg_name(r, o->at[i].reg));
	putc('\n', r->out);
	for (size_t i = 0; i < m->row_count; i++)
		if (row_thread(&m->rows[i]) < 0)
			put_row(r, &m->rows[i], o);
	put_thread_rows(r, m, o);
}

/* --- writers of the operands ------------------------------------------- */

static void put_storer(const struct report *r, uint32_t core, uint32_t addr,
		       uint64_t before)
{
	struct cosim_storer s;

	if (!cosim_stored(r->cosim, core, addr, &s)) {
		fprintf(r->out, "\n           the word at 0x%08x has not been "
			"stored to", addr);
		return;
	}
	if (s.cycle > before) {
		fprintf(r->out, "\n           the word at 0x%08x has been "
			"overwritten since, in cycle %llu", addr,
			(unsigned long long)s.cycle);
		return;
	}
	fprintf(r->out, "\n           the word at 0x%08x was stored in cycle "
		"%llu by %swarp %u, thread %u, #%llu ", addr,
		(unsigned long long)s.cycle,
		report_core(r->golden, s.core).text, s.warp, s.lane,
		(unsigned long long)s.number);
	report_instruction(r, s.pc, s.insn, s.prefix);
}

static void put_loaded(const struct report *r, const struct cosim_maker *m)
{
	if (m->access_cycle)
		fprintf(r->out, ", read in cycle %llu",
			(unsigned long long)m->access_cycle);
	if (m->line_cycle)
		fprintf(r->out, "; the line came in cycle %llu",
			(unsigned long long)m->line_cycle);
	if (m->has_addr && m->access_cycle)
		put_storer(r, m->core, m->addr, m->access_cycle);
}

static void put_maker(const struct report *r, const struct cosim_mismatch *m,
		      const struct cosim_maker *by)
{
	if (by->warp != m->warp)
		fprintf(r->out, "warp %u ", by->warp);
	fprintf(r->out, "#%llu ", (unsigned long long)by->number);
	report_instruction(r, by->pc, by->insn, by->prefix);
	fprintf(r->out, "\n           issued in cycle %llu, ",
		(unsigned long long)by->issue_cycle);
	if (by->write_cycle)
		fprintf(r->out, "written in cycle %llu by ",
			(unsigned long long)by->write_cycle);
	else
		fprintf(r->out, "not written yet; by ");
	fputs(cosim_source_name(by->source), r->out);
	if (by->is_load)
		put_loaded(r, by);
	putc('\n', r->out);
}

/* The lanes of LANES whose REG has the same writer as lane FIRST. *BY is that
 * writer; its issue_cycle is UINT64_MAX if there is none. */
static uint32_t same_maker(const struct report *r,
			   const struct cosim_mismatch *m, uint32_t reg,
			   uint32_t lanes, uint32_t first,
			   struct cosim_maker *by)
{
	struct cosim_maker other;
	uint32_t same = 0;
	bool made = cosim_made(r->cosim, m->core, m->warp, m->number, reg,
			      first, by);

	for (uint32_t t = first; t < GOLDEN_MAX_THREADS; t++) {
		if (!(lanes >> t & 1))
			continue;
		if (cosim_made(r->cosim, m->core, m->warp, m->number, reg, t,
			       &other) ?
		    made && other.warp == by->warp &&
		    other.number == by->number : !made)
			same |= UINT32_C(1) << t;
	}
	if (!made)
		by->issue_cycle = UINT64_MAX;
	return same;
}

/* Writes the operand's values in the threads that read it, if no table shows
 * them. */
static void put_operand_line(const struct report *r,
			     const struct cosim_operand *o)
{
	uint32_t shown = 0;

	fprintf(r->out, "           it had");
	for (uint32_t m = o->lanes; m && shown < FEW; m &= m - 1, shown++) {
		int lane = ffs((int)m) - 1;

		if (o->known >> lane & 1)
			fprintf(r->out, " %08x", o->value[lane]);
		else
			fprintf(r->out, " ?");
	}
	fprintf(r->out, " in ");
	put_lanes(r->out, "thread", o->lanes);
	putc('\n', r->out);
}

static void put_operand(const struct report *r, const struct cosim_mismatch *m,
			const struct cosim_operand *o)
{
	struct cosim_maker by;
	uint32_t left = o->lanes, groups = 0;

	while (left && groups++ < GROUPS) {
		uint32_t first = (uint32_t)ffs((int)left) - 1;
		uint32_t same = same_maker(r, m, o->reg, left, first, &by);

		fprintf(r->out, "    %-3s    ", reg_name(r, o->reg));
		if (same != o->lanes) {
			put_lanes(r->out, "thread", same);
			fputs(": ", r->out);
		}
		if (by.issue_cycle == UINT64_MAX)
			fprintf(r->out, "as reset has left it\n");
		else
			put_maker(r, m, &by);
		left &= ~same;
	}
	if (!wrong_threads(m))
		put_operand_line(r, o);
	if (left) {
		fprintf(r->out, "            other writers: ");
		put_lanes(r->out, "thread", left);
		putc('\n', r->out);
	}
}

static void put_producers(const struct report *r,
			  const struct cosim_mismatch *m,
			  const struct operands *o)
{
	uint32_t wrong = wrong_threads(m) ? wrong_threads(m) : m->tmask;
	struct cosim_maker load;

	if (!m->issued)
		return;
	if (o->count)
		put_heading(r, "what it reads, and who wrote that");
	for (uint32_t i = 0; i < o->count; i++)
		put_operand(r, m, &o->at[i]);
	if (!wrong || !cosim_loading(r->cosim, m, (uint32_t)ffs((int)wrong) - 1,
				     &load))
		return;
	fprintf(r->out, "    memory thread %d: 0x%08x, %s",
		ffs((int)wrong) - 1, load.addr,
		cosim_source_name(load.source));
	put_loaded(r, &load);
	putc('\n', r->out);
}

/* Writes the last writers of registers or memory that the state audit, or the
 * end of the run, found wrong. */
static void put_writers(const struct report *r, const struct cosim_mismatch *m)
{
	struct cosim_cause by[COSIM_CAUSES];
	uint32_t n = m->issued ? 0 : cosim_causes(r->cosim, m, by);

	if (n)
		put_heading(r, "who wrote that last");
	for (uint32_t i = 0; i < n; i++) {
		if (by[i].memory)
			fprintf(r->out, "    [0x%08x] in cycle %llu by ",
				by[i].addr, (unsigned long long)by[i].last);
		else
			fprintf(r->out, "    %-3s in cycle %llu by ",
				reg_name(r, by[i].reg),
				(unsigned long long)by[i].last);
		fprintf(r->out, "%swarp %u, #%llu ",
			report_core(r->golden, by[i].core).text, by[i].warp,
			(unsigned long long)by[i].number);
		report_instruction(r, by[i].pc, by[i].insn, by[i].prefix);
		putc('\n', r->out);
	}
}

/* --- the cause --------------------------------------------------------- */

static void put_cause(const struct report *r, const struct cosim_mismatch *m)
{
	uint32_t wrong = wrong_threads(m);
	char place[TEXT], text[TEXT];

	fputs("  ", r->out);
	if (m->has_insn) {
		report_place(r->image, m->pc, place, sizeof place);
		golden_disasm(golden_machine(r->golden), m->pc, m->insn,
			      m->prefix, text, sizeof text);
		fprintf(r->out, "%swarp %u, %s%s%s at %s: ",
			report_core(r->golden, m->core).text, m->warp,
			report_bold(r), text, report_plain(r), place);
	} else if (m->has_core) {
		fputs(report_core(r->golden, m->core).text, r->out);
	}
	fprintf(r->out, "%s%s%s", red(r), m->text, report_plain(r));
	if (wrong) {
		fprintf(r->out, " in ");
		put_lanes(r->out, "thread", wrong);
	}
	putc('\n', r->out);
}

static void put_details(const struct report *r, const struct cosim_mismatch *m)
{
	char guess[GUESS];

	if (cosim_guess(r->cosim, m, guess, sizeof guess))
		fprintf(r->out, "  It looks as if %s%s%s.\n", report_bold(r),
			guess, report_plain(r));
	fprintf(r->out, "  %s\n", m->doc);
	if (!m->issued)
		return;
	fprintf(r->out, "  It is #%llu of its warp (seq %u, %08x), issued in "
		"cycle %llu for ", (unsigned long long)m->number, m->seq,
		m->insn, (unsigned long long)m->issue_cycle);
	put_lanes(r->out, "thread", m->tmask);
	putc('\n', r->out);
}

void report_mismatch(const struct report *r, const struct cosim_mismatch *m)
{
	struct operands o;

	o.count = cosim_operands(r->cosim, m, o.at);
	fprintf(r->out, "%smismatch in cycle %llu: %s%s\n", report_bold(r),
		(unsigned long long)m->cycle, m->name, report_plain(r));
	put_cause(r, m);
	put_details(r, m);
	put_table(r, m, &o);
	put_producers(r, m, &o);
	put_writers(r, m);
	if (m->has_warp)
		report_history(r, m->core, m->warp);
	report_go_on(r);
}
