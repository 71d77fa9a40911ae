/* profile_json.c - a profile as JSON: pieces of time, lines and instructions,
 * and those of each core
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/profile/profile.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "session/json.h"
#include "session/profile/profile_json.h"
#include "session/profile/profile_time.h"
#include "session/profile/profile_warps.h"

enum { TEXT = 80 };

static void put_reasons(FILE *out, const struct profile_sum *s)
{
	const char *comma = "";

	fprintf(out, ", \"reasons\": {");
	for (int r = 0; r < PROFILE_REASONS; r++)
		if (s->parts[r]) {
			fprintf(out, "%s\"%s\": %" PRIu64, comma,
				profile_reason_name((enum profile_reason)r),
				s->parts[r]);
			comma = ", ";
		}
	fprintf(out, "}");
}

/* Writes the members of S, of P, all but the first of the object, and its
 * end. */
static void put_sum(FILE *out, const struct profile *p,
		    const struct profile_sum *s)
{
	fprintf(out, ", \"issues\": %" PRIu64 ", \"threads\": %.6f",
		s->counts[PROFILE_ISSUES], profile_threads(s));
	for (int i = PROFILE_THREADS + 1; i < PROFILE_COUNTS; i++)
		if (s->counts[i])
			fprintf(out, ", \"%s\": %" PRIu64,
				profile_count_name((enum profile_count)i),
				s->counts[i]);
	if (!profile_has_counts(p))
		fprintf(out, ", \"cycles\": %.6f",
			(double)profile_parts(s) / PROFILE_PARTS);
	fprintf(out, ", \"parts\": %" PRIu64, profile_parts(s));
	if (!profile_has_counts(p))
		put_reasons(out, s);
	fprintf(out, "}");
}

static void put_text(FILE *out, const char *text)
{
	if (text)
		json_quoted(out, text);
	else
		fprintf(out, "null");
}

static void put_file(FILE *out, const struct profile_line *l)
{
	char path[PATH_MAX];

	fprintf(out, "\"file\": ");
	if (l->file)
		profile_path(l, path, sizeof path);
	put_text(out, l->file ? path : NULL);
}

static void put_line(FILE *out, const struct profile *p,
		     const struct profile_line *l)
{
	fprintf(out, "{");
	put_file(out, l);
	fprintf(out, ", \"line\": %" PRIu32, l->line);
	if (!l->file) {
		fprintf(out, ", \"function\": ");
		put_text(out, l->function);
	}
	put_sum(out, p, &l->sum);
}

static void put_row(FILE *out, const struct profile *p,
		    const struct profile_row *row)
{
	struct profile_line l =
		profile_line_of(p, row->program, row->pc);
	char text[TEXT];

	golden_code_text(&row->code, row->pc, text, sizeof text);
	fprintf(out, "{\"pc\": \"0x%08" PRIx32 "\", \"text\": ", row->pc);
	json_quoted(out, text);
	fprintf(out, ", \"function\": ");
	put_text(out, l.function);
	fprintf(out, ", ");
	put_file(out, &l);
	fprintf(out, ", \"line\": %" PRIu32, l.line);
	put_sum(out, p, &row->sum);
}

/* What REASON got in JOIN pieces of T from FIRST on. */
static uint64_t piece_sum(const struct profile_time *t, int reason,
			  uint32_t first, uint32_t join)
{
	uint64_t sum = 0;

	for (uint32_t i = first; i < t->count && i - first < join; i++)
		sum += t->at[i].parts[reason];
	return sum;
}

/* Writes what each REASON got in each JOIN pieces of T; nothing if that is
 * 0. */
static bool put_reason(const struct profile_time *t, uint32_t join, int reason,
		       const char *comma, const char *name, FILE *out)
{
	if (!profile_time_all(t, reason))
		return false;
	fprintf(out, "%s\n\"%s\": [", comma, name);
	for (uint32_t i = 0; i < t->count; i += join)
		fprintf(out, "%s%" PRIu64, i ? "," : "",
			piece_sum(t, reason, i, join));
	fprintf(out, "]");
	return true;
}

static void put_time(const struct profile_time *t, uint32_t join, FILE *out)
{
	const char *comma = "";

	fprintf(out, "\"time\": {\"width\": %" PRIu64 ", \"reasons\": {",
		t->width * join);
	for (int r = 0; r < PROFILE_REASONS; r++)
		if (put_reason(t, join, r, comma, profile_reason_name(
			       (enum profile_reason)r), out))
			comma = ",";
	put_reason(t, join, PROFILE_REASONS, comma, "no warp", out);
	fprintf(out, "}},\n");
}

/* Writes the members of CORE, or of the sum of all: then with the sources. The
 * pieces of time of all cores are as many as those of their sum. */
static int put_core(const struct profile *p, uint32_t core, FILE *out)
{
	const struct profile_rows *rows = profile_rows(p, core);
	size_t count;
	struct profile_line *lines = profile_lines(p, rows, &count);

	if (!lines)
		return -1;
	if (core == profile_cores(p))
		profile_json_sources(lines, count, out);
	if (!profile_has_counts(p)) {
		put_time(profile_time(p, core), core < profile_cores(p) ?
			 profile_cores(p) : 1, out);
		fprintf(out, "\"no_warp\": %" PRIu64 ",\n",
			profile_nobody(p, core));
	}
	fprintf(out, "\"lines\": [");
	for (size_t i = 0; i < count; i++) {
		fprintf(out, "%s\n", i ? "," : "");
		put_line(out, p, &lines[i]);
	}
	free(lines);
	fprintf(out, "],\n\"instructions\": [");
	for (size_t i = 0; i < rows->count; i++) {
		fprintf(out, "%s\n", i ? "," : "");
		put_row(out, p, &rows->at[i]);
	}
	fprintf(out, "]");
	return 0;
}

static void put_traffic(const char *name, const struct profile_traffic *t,
			FILE *out)
{
	fprintf(out, ", \"%s\": {\"read\": %" PRIu64 ", \"written\": %" PRIu64
		", \"instructions\": %" PRIu64 "}", name, t->read, t->written,
		t->insns);
}

/* Limits, and the bytes that they stand beside. */
static void put_machine(const struct profile *p, const struct profile_about *a,
			FILE *out)
{
	fprintf(out, ",\n\"lanes\": %" PRIu32 ", \"float_lanes\": %" PRIu32
		", \"request_bytes\": %" PRIu32 ", \"bus_bytes\": %" PRIu32,
		a->lanes, a->float_lanes, a->request_bytes, a->bus_bytes);
	put_traffic("behind_cores", profile_traffic(p, false), out);
	put_traffic("bus", profile_traffic(p, true), out);
}

/* Writes the spans of T. A launch is written when it changes. */
static void put_track(const struct profile_track *t, FILE *out)
{
	uint32_t launch = 0;

	fprintf(out, "[");
	for (size_t i = 0; i < t->count; i++) {
		const struct profile_span *s = &t->at[i];

		fprintf(out, "%s", i ? "," : "");
		if (s->mask && s->launch != launch)
			fprintf(out, "[%" PRIu32 "],", launch = s->launch);
		fprintf(out, "[%" PRIu64 ",%" PRIu32 ",%" PRIu32, s->cycles,
			s->mask, s->depth);
		if (s->merged)
			fprintf(out, ",%" PRIu64, s->threads);
		fprintf(out, "]");
	}
	fprintf(out, "]");
}

static void put_masks(const struct profile *p, FILE *out)
{
	const struct profile_warps *w = profile_masks(p);

	fprintf(out, "\"masks\": {\"merged_below\": %" PRIu64
		", \"warps\": [", w->least);
	for (uint32_t i = 0; i < w->count; i++) {
		fprintf(out, "%s\n", i ? "," : "");
		put_track(&w->track[i], out);
	}
	fprintf(out, "]},\n");
}

static void put_span(const struct profile_launch *l, FILE *out)
{
	fprintf(out, ", \"from\": %" PRIu64 ", \"to\": ", l->rung);
	if (l->ended)
		fprintf(out, "%" PRIu64, l->ended);
	else
		fprintf(out, "null");
}

static void put_launches(const struct profile *p, FILE *out)
{
	size_t count;
	const struct profile_launch *l = profile_launches(p, &count);
	char kernel[PROFILE_KERNEL];

	fprintf(out, "\"launches\": [");
	for (size_t i = 0; i < count; i++) {
		profile_kernel_name(p, &l[i], kernel);
		fprintf(out, "%s\n{\"kernel\": ", i ? "," : "");
		json_quoted(out, kernel);
		if (!profile_has_counts(p))
			put_span(&l[i], out);
		fprintf(out, ", \"blocks\": %" PRIu32, l[i].blocks);
		if (!profile_has_counts(p))
			put_traffic("bus", &l[i].bus, out);
		put_sum(out, p, &l[i].sum);
	}
	fprintf(out, "],\n");
}

static void put_regions(const struct profile *p, FILE *out)
{
	uint64_t unpaired;
	size_t count;
	const struct profile_region *r = profile_regions(p, &count, &unpaired);

	fprintf(out, "\"unpaired_ends\": %" PRIu64 ", \"regions\": [",
		unpaired);
	for (size_t i = 0; i < count; i++) {
		fprintf(out, "%s\n{\"name\": ", i ? "," : "");
		json_quoted(out, r[i].name);
		fprintf(out, ", \"begun\": %" PRIu64, r[i].begun);
		put_sum(out, p, &r[i].sum);
	}
	fprintf(out, "],\n");
}

static void put_head(const struct profile *p, const struct profile_about *a,
		     FILE *out)
{
	bool counts = profile_has_counts(p);

	fprintf(out, "{\"%s\": %" PRIu64 ", \"cores\": %" PRIu32
		", \"parts_per_%s\": %d, \"warps\": %" PRIu32
		", \"threads\": %" PRIu32 ",\n\"unit\": \"%s\","
		"\n\"program\": ", counts ? "executed" : "cycles",
		profile_cycles(p), profile_cores(p),
		counts ? "instruction" : "cycle", PROFILE_PARTS, a->warps,
		a->threads, counts ? "instructions" : "cycles");
	json_quoted(out, a->program);
	if (!counts)
		put_machine(p, a, out);
	fprintf(out, ",\n\"reasons\": [");
	for (int r = 0; !counts && r < PROFILE_REASONS; r++) {
		fprintf(out, "%s\n{\"name\": ", r ? "," : "");
		json_quoted(out, profile_reason_name((enum profile_reason)r));
		json_key(out, "doc", profile_reason_doc(
			 (enum profile_reason)r));
		fprintf(out, "}");
	}
	fprintf(out, "],\n");
}

int profile_json(const struct profile *p, const struct profile_about *a,
		 FILE *out)
{
	uint32_t cores = profile_cores(p);
	int bad;

	put_head(p, a, out);
	put_launches(p, out);
	put_regions(p, out);
	if (!profile_has_counts(p))
		put_masks(p, out);
	bad = put_core(p, cores, out);
	fprintf(out, ",\n\"core\": [");
	for (uint32_t i = 0; !bad && i < cores; i++) {
		fprintf(out, "%s{", i ? ",\n" : "");
		bad = put_core(p, i, out);
		fprintf(out, "}");
	}
	fprintf(out, "]}\n");
	return bad;
}
