/* profile_callgrind.c - a profile in callgrind's format, which KCachegrind
 * opens
 * SPDX-License-Identifier: Apache-2.0
 *
 * Its numbers are integers. A running sum of the parts is rounded down, and a
 * row gets the difference: so the rows sum to the cycles. The cycles of a row
 * are the sum of its reasons.
 */
#define _XOPEN_SOURCE 700
#include "session/profile/profile.h"

#include <inttypes.h>
#include <limits.h>
#include <string.h>

enum { CYCLES, ISSUES, THREADS, REASONS,
       NO_WARP = REASONS + PROFILE_REASONS, COSTS };

struct writer {
	FILE *out;
	bool counts;            /* of the costs CYCLES and THREADS alone */
	const char *file, *folder, *function;   /* of the last row */
	uint32_t source;
	/* running sums of the reasons, in parts, and of the costs */
	uint64_t before[PROFILE_REASONS + 1], totals[COSTS];
};

/* The names of events have no blanks. */
static void put_name(FILE *out, const char *name)
{
	for (; *name; name++)
		putc(*name == ' ' ? '-' : *name, out);
}

static uint64_t round_on(uint64_t *before, uint64_t parts)
{
	uint64_t was = *before / PROFILE_PARTS;

	*before += parts;
	return *before / PROFILE_PARTS - was;
}

/* --- the head --------------------------------------------------------- */

static void put_head(const struct writer *w, const char *program)
{
	FILE *out = w->out;

	fprintf(out, "# callgrind format\nversion: 1\ncreator: warpwright\n"
		"cmd: %s\npositions: instr line\n", program);
	if (w->counts) {
		fprintf(out, "events: Instructions Threads\n");
		return;
	}
	for (int r = 0; r < PROFILE_REASONS; r++) {
		fprintf(out, "event: ");
		put_name(out, profile_reason_name((enum profile_reason)r));
		fprintf(out, " : %s\n",
			profile_reason_doc((enum profile_reason)r));
	}
	fprintf(out, "event: no-warp : no warp was active\n"
		"events: Cycles Issues Threads");
	for (int r = 0; r < PROFILE_REASONS; r++) {
		putc(' ', out);
		put_name(out, profile_reason_name((enum profile_reason)r));
	}
	fprintf(out, " no-warp\n");
}

/* --- rows ------------------------------------------------------------- */

static bool same(const char *a, const char *b)
{
	return a && b ? strcmp(a, b) == 0 : a == b;
}

static void put_place(struct writer *w, const struct profile_line *l)
{
	const char *function = l->function ? l->function : "???";
	char path[PATH_MAX] = "???";

	if (l->file)
		profile_path(l, path, sizeof path);
	if (!w->function || l->source != w->source || !same(l->file, w->file) ||
	    !same(l->folder, w->folder) || !same(function, w->function))
		fprintf(w->out, "\nfl=%s\nfn=%s\n", path, function);
	w->file = l->file;
	w->folder = l->folder;
	w->source = l->source;
	w->function = function;
}

static void put_numbers(const struct writer *w, const uint64_t costs[COSTS])
{
	for (int i = 0; i < COSTS; i++)
		if (!w->counts || i == CYCLES || i == THREADS)
			fprintf(w->out, " %" PRIu64, costs[i]);
	putc('\n', w->out);
}

static void put_costs(struct writer *w, uint32_t pc, uint32_t line,
		      const struct profile_sum *s, uint64_t nobody)
{
	uint64_t costs[COSTS] = {
		[ISSUES] = s->counts[PROFILE_ISSUES],
		[THREADS] = s->counts[PROFILE_THREADS],
		[NO_WARP] = round_on(&w->before[PROFILE_REASONS], nobody)
	};

	for (int r = 0; r < PROFILE_REASONS; r++)
		costs[REASONS + r] = round_on(&w->before[r], s->parts[r]);
	for (int i = REASONS; i < COSTS; i++)
		costs[CYCLES] += costs[i];
	fprintf(w->out, "0x%" PRIx32 " %" PRIu32, pc, line);
	for (int i = 0; i < COSTS; i++)
		w->totals[i] += costs[i];
	put_numbers(w, costs);
}

/* The row of what is left: cycles of nobody, and what rounding has left of the
 * reasons. */
static void put_nobody(struct writer *w, uint64_t cycles, uint64_t nobody)
{
	const struct profile_sum none = { 0 };
	const struct profile_line place = { .function = "(no warp)" };
	uint64_t given = 0;

	for (int r = 0; r < PROFILE_REASONS; r++)
		given += w->before[r] / PROFILE_PARTS;
	given += nobody / PROFILE_PARTS;
	put_place(w, &place);
	put_costs(w, 0, 0, &none, nobody + (cycles - given) * PROFILE_PARTS);
}

int profile_callgrind(const struct profile *p, const struct profile_about *a,
		      FILE *out)
{
	uint32_t all = profile_cores(p);
	const struct profile_rows *rows = profile_rows(p, all);
	struct writer w = { .out = out, .counts = profile_has_counts(p) };
	uint64_t cycles = profile_total(p, all) / PROFILE_PARTS;

	put_head(&w, a->program);
	for (size_t i = 0; i < rows->count; i++) {
		struct profile_line l =
			profile_line_of(p, rows->at[i].program, rows->at[i].pc);

		put_place(&w, &l);
		put_costs(&w, rows->at[i].pc, l.line, &rows->at[i].sum, 0);
	}
	if (!w.counts)
		put_nobody(&w, cycles, profile_nobody(p, all));
	fprintf(out, "\ntotals:");
	put_numbers(&w, w.totals);
	return 0;
}
