/* view_perfetto.c - a pipeline view in the format of Perfetto and Chrome
 * SPDX-License-Identifier: Apache-2.0
 *
 * The Trace Event Format, one JSON object. A warp is a process and its units
 * are threads. A unit has as many rows as instructions of it overlap. A cycle
 * is a microsecond. An instruction is a slice, and its stages are slices within
 * it. Launches are slices of the core's process, blocks slices of their warps'.
 * Counters show the active threads of each warp and the instructions in flight.
 */
#include "session/view/view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/explain/report.h"
#include "session/json.h"

enum { TEXT = 256, ROWS = 32, BARRIER = VIEW_UNITS, BLOCK };

struct trace {
	const struct view *view;
	const struct elf_image *image;
	FILE *out;
	bool more;              /* this is not the first event */
	/* [warp][unit][row]: cycle from which on it is free */
	uint64_t *free_at;
};

/* --- events ----------------------------------------------------------- */

static void event(struct trace *t, const char *kind, const char *name,
		  uint32_t pid, uint32_t tid)
{
	fprintf(t->out, "%s\n{\"ph\": \"%s\", \"pid\": %" PRIu32 ", \"tid\": %"
		PRIu32 ", \"name\": ", t->more ? "," : "", kind, pid, tid);
	json_quoted(t->out, name);
	t->more = true;
}

static void slice(struct trace *t, const char *name, uint32_t pid, uint32_t tid,
		  uint64_t from, uint64_t to)
{
	event(t, "X", name, pid, tid);
	fprintf(t->out, ", \"ts\": %" PRIu64 ", \"dur\": %" PRIu64, from,
		to - from);
}

static void end_event(struct trace *t)
{
	fprintf(t->out, "}");
}

static void named(struct trace *t, const char *what, uint32_t pid, uint32_t tid,
		  const char *name)
{
	event(t, "M", what, pid, tid);
	fprintf(t->out, ", \"args\": {\"name\": ");
	json_quoted(t->out, name);
	fprintf(t->out, "}}");
}

static void counter(struct trace *t, const char *name, uint32_t pid,
		    uint64_t cycle, int64_t value)
{
	event(t, "C", name, pid, 0);
	fprintf(t->out, ", \"ts\": %" PRIu64 ", \"args\": {\"value\": %" PRId64
		"}}", cycle, value);
}

/* Warp W is process W + 1, the core is process 0. */
static uint32_t pid_of(uint32_t warp)
{
	return warp + 1;
}

static uint32_t tid_of(uint32_t unit, uint32_t row)
{
	return 1 + unit * ROWS + row;
}

/* --- instructions ----------------------------------------------------- */

/* The first row of I's unit that is free at its start. */
static uint32_t row_for(struct trace *t, const struct view_insn *i)
{
	uint64_t *at = t->free_at +
		       ((size_t)i->warp * VIEW_UNITS + i->unit) * ROWS;
	uint32_t row = 0;
	char name[TEXT];

	while (row + 1 < ROWS && at[row] > i->select)
		row++;
	if (!at[row]) {
		snprintf(name, sizeof name, row ? "%s (%" PRIu32 ")" : "%s",
			 view_unit_name(i->unit), row + 1);
		named(t, "thread_name", pid_of(i->warp), tid_of(i->unit, row),
		      name);
	}
	at[row] = i->end + 1;
	return tid_of(i->unit, row);
}

static void arguments(struct trace *t, const struct view_insn *i)
{
	char place[TEXT];

	report_place(t->image, i->pc, place, sizeof place);
	fprintf(t->out, ", \"args\": {\"place\": ");
	json_quoted(t->out, place);
	fprintf(t->out, ", \"number\": %" PRIu64 ", \"threads\": \"0x%" PRIx32
		"\", \"complete\": %s", i->number, i->tmask,
		i->done ? "true" : "false");
	if (i->traps)
		fprintf(t->out, ", \"trap\": true");
	if (i->access_count)
		fprintf(t->out, ", \"accesses\": %" PRIu32, i->access_count);
	if (i->unit == VIEW_MEMORY)
		fprintf(t->out, ", \"served by\": \"%s\"",
			i->smem ? "shared memory" : i->miss ? "a cache miss" :
			"memory or cache");
	fprintf(t->out, "}}");
}

/* Writes a stage within the slice of its instruction, unless it is empty. */
static void stage(struct trace *t, const struct view_insn *i, uint32_t tid,
		  const char *name, uint64_t from, uint64_t to)
{
	if (to <= from)
		return;
	slice(t, name, pid_of(i->warp), tid, from, to);
	end_event(t);
}

static void stages(struct trace *t, const struct view_insn *i, uint32_t tid)
{
	uint64_t at = i->issue, end = i->end + 1;
	uint64_t access = i->access_count ? i->accesses[0].cycle : 0;
	uint64_t write = i->write_count && i->writes[0].lanes ?
			 i->writes[0].cycle : end;

	stage(t, i, tid, "issue", i->select, i->select + i->beats);
	stage(t, i, tid, "operands", i->select + i->beats, at);
	if (access) {
		stage(t, i, tid, "wait", at, access);
		at = access;
	}
	stage(t, i, tid, access ? i->smem ? "shared memory" : "memory" :
	      "execute", at, write > at ? write : at);
	stage(t, i, tid, "write", write > at ? write : at, end);
}

static void instruction(struct trace *t, const struct view_insn *i)
{
	char text[TEXT];
	uint32_t tid = row_for(t, i);

	view_text(i, text, sizeof text);
	slice(t, text, pid_of(i->warp), tid, i->select, i->end + 1);
	arguments(t, i);
	stages(t, i, tid);
	if (!i->traps)
		return;
	event(t, "i", "trap", pid_of(i->warp), tid);
	fprintf(t->out, ", \"ts\": %" PRIu64 ", \"s\": \"p\"}", i->end);
}

static void waiting(struct trace *t, const struct view_wait *w)
{
	char name[TEXT];

	if (w->block)
		snprintf(name, sizeof name, "barrier of the block");
	else
		snprintf(name, sizeof name, "barrier %" PRIu32, w->barrier);
	slice(t, name, pid_of(w->warp), tid_of(BARRIER, 0), w->from, w->to);
	end_event(t);
}

/* --- launches and blocks ---------------------------------------------- */

/* "launch 2: kernel". */
static void launch_name(const struct trace *t, uint32_t launch,
			const struct view_launch *l, char name[TEXT])
{
	const struct elf_symbol *s = elf_symbol_at(t->image, l->pc);

	if (s)
		snprintf(name, TEXT, "launch %" PRIu32 ": %.*s", launch,
			 (int)strcspn(s->name, "."), s->name);
	else
		snprintf(name, TEXT, "launch %" PRIu32, launch);
}

/* The launches, each in the first row of the core's process that is free. */
static void launches(struct trace *t, const struct view_blocks *b,
		     uint64_t from, uint64_t to)
{
	uint64_t free_at[ROWS] = { 0 };
	char name[TEXT];

	for (uint32_t i = 0; i < b->launch_count; i++) {
		const struct view_launch *l = &b->launches[i];
		uint64_t end = l->to ? l->to : to;
		uint32_t row = 0;

		if (end < from || l->from >= to)
			continue;
		while (row + 1 < ROWS && free_at[row] > l->from)
			row++;
		if (!free_at[row])
			named(t, "thread_name", 0, tid_of(0, row), "launches");
		free_at[row] = end;
		launch_name(t, i, l, name);
		slice(t, name, 0, tid_of(0, row), l->from, end);
		end_event(t);
	}
}

static void block(struct trace *t, const struct view_blocks *b,
		  const struct view_block *x, uint64_t from, uint64_t to)
{
	char name[TEXT], launch[TEXT];
	uint64_t last = x->to ? x->to : to;

	if (!x->from || last < from || x->from >= to ||
	    x->launch >= b->launch_count)
		return;
	launch_name(t, x->launch, &b->launches[x->launch], launch);
	snprintf(name, sizeof name, "block %" PRIu32 ",%" PRIu32 ",%" PRIu32,
		 x->place[0], x->place[1], x->place[2]);
	slice(t, name, pid_of(x->warp), tid_of(BLOCK, 0), x->from, last);
	fprintf(t->out, ", \"args\": {\"launch\": ");
	json_quoted(t->out, launch);
	fprintf(t->out, ", \"warp of the block\": %" PRIu32 "}}", x->number);
}

static void blocks(struct trace *t, struct view *v)
{
	const struct view_blocks *b = view_blocks(v);
	uint64_t from, to;

	view_range(v, &from, &to);
	launches(t, b, from, to);
	for (uint32_t w = 0; b->launch_count && w < b->warps; w++)
		named(t, "thread_name", pid_of(w), tid_of(BLOCK, 0), "block");
	for (size_t i = 0; i < b->block_count; i++)
		block(t, b, &b->blocks[i], from, to);
	for (uint32_t w = 0; w < b->warps; w++)
		block(t, b, &b->open[w], from, to);
}

/* --- counters --------------------------------------------------------- */

static uint32_t lanes(uint32_t mask)
{
	uint32_t n = 0;

	for (; mask; mask &= mask - 1)
		n++;
	return n;
}

/* The counter of a warp's active threads: it changes when the warp issues with
 * another mask, or when control takes effect. */
static void active(struct trace *t, uint32_t warp)
{
	int64_t last = -1;

	for (size_t k = 0; k < view_count(t->view); k++) {
		const struct view_insn *i = view_at(t->view, k);

		if (i->warp != warp)
			continue;
		if (lanes(i->tmask) != last)
			counter(t, "active threads", pid_of(warp), i->issue,
				last = lanes(i->tmask));
		if (i->control && lanes(i->next_tmask) != last)
			counter(t, "active threads", pid_of(warp), i->control,
				last = lanes(i->next_tmask));
	}
}

static int compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/* The counter of instructions in flight: merges the sorted begins with the
 * sorted ends. */
static int in_flight(struct trace *t)
{
	size_t n = view_count(t->view), b = 0, e = 0;
	uint64_t *begins = calloc(2 * n + 1, sizeof *begins);
	uint64_t *ends = begins + n;

	if (!begins)
		return -1;
	for (size_t k = 0; k < n; k++) {
		begins[k] = view_at(t->view, k)->select;
		ends[k] = view_at(t->view, k)->end + 1;
	}
	qsort(begins, n, sizeof *begins, compare);
	qsort(ends, n, sizeof *ends, compare);
	while (e < n) {
		uint64_t cycle = b < n && begins[b] < ends[e] ? begins[b] :
				 ends[e];

		while (b < n && begins[b] == cycle)
			b++;
		while (e < n && ends[e] == cycle)
			e++;
		counter(t, "in flight", 0, cycle, (int64_t)(b - e));
	}
	free(begins);
	return 0;
}

/* --- the file --------------------------------------------------------- */

static void name_processes(struct trace *t)
{
	char name[TEXT];

	named(t, "process_name", 0, 0, "core");
	for (uint32_t w = 0; w < view_warps(t->view); w++) {
		view_warp_name(t->view, w, false, name, sizeof name);
		named(t, "process_name", pid_of(w), 0, name);
		event(t, "M", "process_sort_index", pid_of(w), 0);
		fprintf(t->out, ", \"args\": {\"sort_index\": %" PRIu32 "}}",
			pid_of(w));
		named(t, "thread_name", pid_of(w), tid_of(BARRIER, 0),
		      "barrier");
	}
}

int view_perfetto(struct view *v, const struct elf_image *image,
		  FILE *out)
{
	struct trace t = { .view = v, .image = image, .out = out };
	int bad;

	t.free_at = calloc((size_t)view_warps(v) * VIEW_UNITS * ROWS,
			   sizeof *t.free_at);
	if (!t.free_at)
		return -1;
	fprintf(out, "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"unit\": "
		"\"1 us is a cycle\"}, \"traceEvents\": [");
	name_processes(&t);
	for (size_t i = 0; i < view_count(v); i++)
		instruction(&t, view_at(v, i));
	for (size_t i = 0; i < view_wait_count(v); i++)
		waiting(&t, view_wait_at(v, i));
	blocks(&t, v);
	for (uint32_t w = 0; w < view_warps(v); w++)
		active(&t, w);
	bad = in_flight(&t);
	fprintf(out, "\n]}\n");
	free(t.free_at);
	return bad;
}
