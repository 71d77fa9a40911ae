/* view_konata.c - a pipeline view in the format of Konata (Kanata log 0004)
 * SPDX-License-Identifier: Apache-2.0
 *
 * A line per event, in order of cycles, fields separated by tabs:
 *
 *     I ID NUMBER WARP      an instruction begins
 *     L ID 0|1 TEXT         its label, and its tooltip
 *     S ID LANE STAGE       a stage begins, and the previous one ends
 *     E ID LANE STAGE       a stage ends
 *     W ID MAKER 0          the instruction reads a result of MAKER
 *     R ID ORDER 0|1        it retires, or is flushed
 *     C CYCLES              cycles pass
 */
#include "session/view/view.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cosim/explain/report.h"

enum { TEXT = 256, MOST_STAGES = 8 };

/* The order of the lines of an instruction in one cycle. */
enum what { BEGIN, STAGE, RETIRE };

struct event {
	uint64_t cycle;
	size_t insn;            /* index in the view */
	enum what what;
	const char *stage;
};

struct log {
	const struct view *view;
	const struct elf_image *image;
	FILE *out;
	struct event *events;
	size_t count;
	const char **last;      /* current stage of each instruction */
	/* ids of Konata, in the order of BEGIN events */
	uint64_t *ids;
	uint64_t retired;
};

/* --- stages ----------------------------------------------------------- */

static void add(struct log *l, uint64_t cycle, size_t insn, enum what what,
		const char *stage)
{
	l->events[l->count++] = (struct event){ cycle, insn, what, stage };
}

/* Adds the stages after the issue record. */
static void late_stages(struct log *l, size_t n, const struct view_insn *i)
{
	static const char *const waits[VIEW_UNITS] = {
		[VIEW_ALU] = "Al", [VIEW_MULTIPLY] = "Mu", [VIEW_DIVIDE] = "Di",
		[VIEW_FLOAT] = "Fp", [VIEW_CSR] = "Cs",
		[VIEW_MEMORY] = "Ls", [VIEW_CONTROL] = "Wc"
	};
	bool writes = i->write_count && i->writes[0].lanes;

	if (!writes || i->writes[0].cycle > i->issue)
		add(l, i->issue, n, STAGE, waits[i->unit]);
	if (i->access_count)
		add(l, i->accesses[0].cycle, n, STAGE, i->smem ? "Sm" : "Me");
	if (writes)
		add(l, i->writes[0].cycle, n, STAGE, "Wb");
}

static void insn_events(struct log *l, size_t n)
{
	const struct view_insn *i = view_at(l->view, n);
	uint64_t x = i->issue > 0 ? i->issue - 1 : 0;

	add(l, i->select, n, BEGIN, "Is");
	if (x > i->select + i->beats)
		add(l, i->select + i->beats, n, STAGE, "Op");
	if (x > i->select)
		add(l, x, n, STAGE, "Ex");
	late_stages(l, n, i);
	add(l, i->end + 1, n, RETIRE, NULL);
}

static int compare(const void *a, const void *b)
{
	const struct event *x = a, *y = b;

	if (x->cycle != y->cycle)
		return x->cycle < y->cycle ? -1 : 1;
	if (x->insn != y->insn)
		return x->insn < y->insn ? -1 : 1;
	return (int)x->what - (int)y->what;
}

/* --- lines ------------------------------------------------------------ */

static void beats(const struct log *l, const char *what, uint32_t count,
		  const struct view_beat *at)
{
	for (uint32_t k = 0; k < count && k < VIEW_BEATS; k++)
		fprintf(l->out, "%s %" PRIu64 " (threads 0x%" PRIx32 ")",
			k ? "," : what, at[k].cycle, at[k].lanes);
	if (count > VIEW_BEATS)
		fprintf(l->out, " and %" PRIu32 " more", count - VIEW_BEATS);
}

/* Writes the tooltip; Konata shows \n in a label as a line break. */
static void details(const struct log *l, const struct view_insn *i)
{
	char place[TEXT];

	report_place(l->image, i->pc, place, sizeof place);
	fprintf(l->out, "%s\\nthreads 0x%" PRIx32 ", issued in cycle %"
		PRIu64, place, i->tmask, i->issue);
	beats(l, i->store ? "\\nstored in" : "\\nread in", i->access_count,
	      i->accesses);
	if (i->miss)
		fprintf(l->out, ", a miss of the data cache");
	if (i->write_count && i->writes[0].lanes)
		beats(l, "\\nwritten in", i->write_count, i->writes);
	if (i->control)
		fprintf(l->out, "\\nacted in %" PRIu64, i->control);
	if (i->traps)
		fprintf(l->out, "\\ntrapped");
	if (!i->done)
		fprintf(l->out, "\\nnot complete when the run ended");
}

static void write_makers(const struct log *l, const struct view_insn *i,
			 uint64_t id)
{
	uint64_t first = view_at(l->view, 0)->id;

	for (int k = 0; k < GOLDEN_SOURCES; k++) {
		uint64_t maker = (uint64_t)i->makers[k];

		if (i->makers[k] < 0 || maker < first ||
		    l->ids[maker - first] > id)
			continue;
		fprintf(l->out, "W\t%" PRIu64 "\t%" PRIu64 "\t0\n", id,
			l->ids[maker - first]);
	}
}

static void begin(const struct log *l, const struct event *e)
{
	const struct view_insn *i = view_at(l->view, e->insn);
	uint64_t id = l->ids[e->insn];
	char text[TEXT], warp[24];

	view_text(i, text, sizeof text);
	view_warp_name(l->view, i->warp, true, warp, sizeof warp);
	fprintf(l->out, "I\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu32 "\n", id,
		i->number, i->warp);
	fprintf(l->out, "L\t%" PRIu64 "\t0\t%s #%" PRIu64 " %08" PRIx32
		": %s\n", id, warp, i->number, i->pc, text);
	fprintf(l->out, "L\t%" PRIu64 "\t1\t", id);
	details(l, i);
	putc('\n', l->out);
	write_makers(l, i, id);
}

static void stage(const struct log *l, const struct event *e)
{
	uint64_t id = l->ids[e->insn];

	if (l->last[e->insn])
		fprintf(l->out, "E\t%" PRIu64 "\t0\t%s\n", id,
			l->last[e->insn]);
	fprintf(l->out, "S\t%" PRIu64 "\t0\t%s\n", id, e->stage);
	l->last[e->insn] = e->stage;
}

static void retire(struct log *l, const struct event *e)
{
	const struct view_insn *i = view_at(l->view, e->insn);
	uint64_t id = l->ids[e->insn];

	fprintf(l->out, "E\t%" PRIu64 "\t0\t%s\n", id, l->last[e->insn]);
	fprintf(l->out, "R\t%" PRIu64 "\t%" PRIu64 "\t%d\n", id, l->retired++,
		!i->done || i->traps);
}

static void write_event(struct log *l, const struct event *e)
{
	switch (e->what) {
	case BEGIN:
		begin(l, e);
		stage(l, e);
		break;
	case STAGE:
		stage(l, e);
		break;
	case RETIRE:
		retire(l, e);
		break;
	}
}

static void write_log(struct log *l)
{
	uint64_t now = l->count ? l->events[0].cycle : 0;

	fprintf(l->out, "Kanata\t0004\nC=\t%" PRIu64 "\n", now);
	for (size_t k = 0, id = 0; k < l->count; k++)
		if (l->events[k].what == BEGIN)
			l->ids[l->events[k].insn] = id++;
	for (size_t k = 0; k < l->count; k++) {
		const struct event *e = &l->events[k];

		if (e->cycle > now)
			fprintf(l->out, "C\t%" PRIu64 "\n", e->cycle - now);
		now = e->cycle;
		write_event(l, e);
	}
}

int view_konata(struct view *v, const struct elf_image *image, FILE *out)
{
	struct log l = { .view = v, .image = image, .out = out };
	size_t n = view_count(v);
	bool room;

	l.events = calloc(n * MOST_STAGES + 1, sizeof *l.events);
	l.last = calloc(n + 1, sizeof *l.last);
	l.ids = calloc(n + 1, sizeof *l.ids);
	room = l.events && l.last && l.ids;
	for (size_t i = 0; room && i < n; i++)
		insn_events(&l, i);
	if (room) {
		qsort(l.events, l.count, sizeof *l.events, compare);
		write_log(&l);
	}
	free(l.events);
	free(l.last);
	free(l.ids);
	return room ? 0 : -1;
}
