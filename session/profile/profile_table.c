/* profile_table.c - a profile as a table for the terminal: the hottest lines
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/profile/profile.h"
#include "session/profile/profile_limits.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 20, MEMORY = 10, PLACE = 25, TEXT = 44, TAB = 4 };

static double cycles_of(uint64_t parts)
{
	return (double)parts / PROFILE_PARTS;
}

static double ratio(uint64_t a, uint64_t b)
{
	return b ? (double)a / (double)b : 0;
}

/* Percent of all cores. */
static double percent(const struct profile *p, uint64_t parts)
{
	return ratio(100 * parts, profile_total(p, profile_cores(p)));
}

/* --- the source ------------------------------------------------------- */

/* Puts C into TEXT, a tab as blanks; returns the new length. */
static size_t put(char text[TEXT + 1], size_t n, int c)
{
	do
		if (n < TEXT)
			text[n++] = (char)(c == '\t' ? ' ' : c);
	while (c == '\t' && n % TAB && n < TEXT);
	return n;
}

/* Reads the beginning of the line of L, without indentation; "" if it cannot
 * be read. */
static void read_source(const struct profile_line *l, char text[TEXT + 1])
{
	char path[PATH_MAX] = "";
	uint32_t line = 1;
	size_t n = 0;
	FILE *in;
	int c;

	if (l->file)
		profile_path(l, path, sizeof path);
	if (l->text && *l->text)
		in = fmemopen((void *)l->text, strlen(l->text), "r");
	else
		in = *path ? fopen(path, "r") : NULL;
	while (in && line <= l->line && (c = getc(in)) != EOF)
		if (c == '\n')
			line++;
		else if (line == l->line && (n || (c != ' ' && c != '\t')) &&
			 (c == '\t' || (unsigned)c >= ' '))
			n = put(text, n, c);
	text[n] = '\0';
	if (in)
		fclose(in);
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Writes FILE:LINE, or the function, to OUT (SIZE bytes). */
static void name_place(const struct profile_line *l, char *out, size_t size)
{
	char path[PATH_MAX];

	if (!l->file) {
		snprintf(out, size, "%s", l->function ? l->function :
			 "(no symbol)");
		return;
	}
	profile_path(l, path, sizeof path);
	snprintf(out, size, "%.*s:%" PRIu32, (int)size - 12, base_name(path),
		 l->line);
}

/* --- the table -------------------------------------------------------- */

/* The cycles of L and what they went to. */
static void put_wait(const struct profile_line *l, FILE *out)
{
	uint64_t parts = profile_parts(&l->sum);
	enum profile_reason wait = profile_wait(&l->sum);

	fprintf(out, "%10.0f  %3.0f %%  ", cycles_of(parts),
		ratio(100 * l->sum.parts[PROFILE_ISSUE], parts));
	if (wait == PROFILE_ISSUE)
		fprintf(out, "%16s", "");
	else
		fprintf(out, "%-10s %3.0f %%", profile_reason_name(wait),
			ratio(100 * l->sum.parts[wait], parts));
}

static void put_line(const struct profile *p, const struct profile_line *l,
		     FILE *out)
{
	char place[PLACE + 64], text[TEXT + 1];

	name_place(l, place, sizeof place);
	read_source(l, text);
	fprintf(out, "%5.1f %% ", percent(p, profile_parts(&l->sum)));
	if (!profile_has_counts(p))
		put_wait(l, out);
	fprintf(out, " %9" PRIu64 " %7.2f  %-*s%s%s\n",
		l->sum.counts[PROFILE_ISSUES], profile_threads(&l->sum),
		*text ? PLACE : 0, place, *text ? " " : "", text);
}

static void put_rest(const struct profile *p, const char *what, size_t count,
		     const char *things, uint64_t parts, FILE *out)
{
	if (count)
		fprintf(out, "%5.1f %% %10.0f  %s %zu %s\n",
			percent(p, parts), cycles_of(parts), what, count,
			things);
	else
		fprintf(out, "%5.1f %% %10.0f  %s\n", percent(p, parts),
			cycles_of(parts), what);
}

static void put_reasons(const struct profile *p, FILE *out)
{
	const struct profile_rows *rows = profile_rows(p, profile_cores(p));
	struct profile_sum all = { 0 };

	for (size_t i = 0; i < rows->count; i++)
		profile_add(&all, &rows->at[i].sum);
	fprintf(out, "\n share     cycles  reason\n");
	for (int r = 0; r < PROFILE_REASONS; r++)
		if (all.parts[r])
			fprintf(out, "%5.1f %% %10.0f  %-10s  %s\n",
				percent(p, all.parts[r]),
				cycles_of(all.parts[r]),
				profile_reason_name((enum profile_reason)r),
				profile_reason_doc((enum profile_reason)r));
	put_rest(p, "no warp     no warp was active, or none had begun", 0, "",
		 profile_nobody(p, profile_cores(p)), out);
}

/* --- memory and divergence ----------------------------------------------- */

static void put_place(const struct profile_line *l, FILE *out)
{
	char place[PLACE + 64], text[TEXT + 1];

	read_source(l, text);
	name_place(l, place, sizeof place);
	fprintf(out, "  %s%s%s\n", place, *text ? "  " : "", text);
}

static uint64_t accesses(const struct profile_line *l)
{
	return l->sum.counts[PROFILE_REQUESTS] +
	       l->sum.counts[PROFILE_SHARED];
}

static uint64_t diverged(const struct profile_line *l)
{
	return l->sum.counts[PROFILE_DIVERGED];
}

/* Of the COUNT LINES that which comes next behind LAST, or first, when they are
 * sorted by KEY, the largest first; NULL: no more with a KEY. */
static const struct profile_line *next_line(
	const struct profile_line *lines, size_t count,
	uint64_t (*key)(const struct profile_line *),
	const struct profile_line *last)
{
	const struct profile_line *best = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct profile_line *l = &lines[i];

		if (last && (key(l) > key(last) ||
			     (key(l) == key(last) && l <= last)))
			continue;
		if (key(l) && (!best || key(l) > key(best)))
			best = l;
	}
	return best;
}

static void put_access(const struct profile_line *l, FILE *out)
{
	const uint64_t *n = l->sum.counts;

	fprintf(out, "%10" PRIu64 " %10.1f  %5.1f %% %10" PRIu64 "  %5.1f %%",
		n[PROFILE_REQUESTS],
		ratio(n[PROFILE_BYTES], n[PROFILE_REQUESTS]),
		ratio(100 * n[PROFILE_MISSED], n[PROFILE_REQUESTS]),
		n[PROFILE_SHARED],
		ratio(100 * n[PROFILE_CONFLICTS], n[PROFILE_SHARED]));
	put_place(l, out);
}

static void put_accesses(const struct profile_line *lines, size_t count,
			 FILE *out)
{
	const struct profile_line *l = next_line(lines, count, accesses, NULL);

	if (l)
		fprintf(out, "\n  requests bytes each   missed     shared "
			"conflicts  line\n");
	for (int i = 0; l && i < MEMORY; i++) {
		put_access(l, out);
		l = next_line(lines, count, accesses, l);
	}
	l = next_line(lines, count, diverged, NULL);
	if (l)
		fprintf(out, "\n  diverged  line\n");
	for (int i = 0; l && i < MEMORY; i++) {
		fprintf(out, "%10" PRIu64, diverged(l));
		put_place(l, out);
		l = next_line(lines, count, diverged, l);
	}
}

/* --- launches and regions ------------------------------------------------ */

static void put_span(const struct profile_launch *l, FILE *out)
{
	fprintf(out, "  %3.0f %% %10" PRIu64 " %10" PRIu64,
		ratio(100 * l->sum.parts[PROFILE_ISSUE],
		      profile_parts(&l->sum)), l->rung, l->ended);
}

/* Launches, in their order. */
static void put_launches(const struct profile *p, FILE *out)
{
	size_t count;
	const struct profile_launch *l = profile_launches(p, &count);
	uint64_t rest = 0;
	char kernel[PROFILE_KERNEL];

	bool counts = profile_has_counts(p);

	if (count)
		fprintf(out, "\n share     %s    blocks  launch\n", counts ?
			"issues" : "cycles  issue       from         to");
	for (size_t i = 0; i < count; i++) {
		uint64_t parts = profile_parts(&l[i].sum);

		if (i >= LINES) {
			rest += parts;
			continue;
		}
		profile_kernel_name(p, &l[i], kernel);
		fprintf(out, "%5.1f %% %10.0f", percent(p, parts),
			cycles_of(parts));
		if (!counts)
			put_span(&l[i], out);
		fprintf(out, " %9" PRIu32 "  %s%s\n", l[i].blocks, kernel,
			l[i].ended || counts ? "" : " (not ended)");
	}
	if (count > LINES)
		put_rest(p, "other:", count - LINES, "launches", rest, out);
}

/* Kernels that have been launched more than once, and the others with them. */
static int put_kernels(const struct profile *p, FILE *out)
{
	bool counts = profile_has_counts(p);
	size_t count, launches;
	struct profile_kernel *k = profile_kernels(p, &count);

	if (!k)
		return -1;
	profile_launches(p, &launches);
	if (count < launches)
		fprintf(out, "\n share %s  launches    blocks  kernel\n",
			counts ? "    issues" : "    cycles  issue");
	for (size_t i = 0; count < launches && i < count; i++) {
		uint64_t parts = profile_parts(&k[i].sum);

		fprintf(out, "%5.1f %% %10.0f", percent(p, parts),
			cycles_of(parts));
		if (!counts)
			fprintf(out, "  %3.0f %%", ratio(
				100 * k[i].sum.parts[PROFILE_ISSUE], parts));
		fprintf(out, " %9" PRIu64 " %9" PRIu64 "  %s\n", k[i].launches,
			k[i].blocks, k[i].name);
	}
	free(k);
	return 0;
}

/* Regions, by the address where each begins. */
static void put_regions(const struct profile *p, FILE *out)
{
	uint64_t unpaired;
	size_t count;
	const struct profile_region *r = profile_regions(p, &count, &unpaired);

	bool counts = profile_has_counts(p);

	if (count)
		fprintf(out, "\n share %s     begun    issues threads  "
			"region\n", counts ? "" : "    cycles  issue ");
	for (size_t i = 0; i < count; i++) {
		const struct profile_sum *s = &r[i].sum;
		uint64_t parts = profile_parts(s);

		fprintf(out, "%5.1f %% ", percent(p, parts));
		if (!counts)
			fprintf(out, "%10.0f  %3.0f %% ", cycles_of(parts),
				ratio(100 * s->parts[PROFILE_ISSUE], parts));
		fprintf(out, "%10" PRIu64 " %9" PRIu64 " %7.2f  %s\n",
			r[i].begun, s->counts[PROFILE_ISSUES],
			profile_threads(s), r[i].name);
	}
	if (unpaired)
		fprintf(out, "%" PRIu64 " ends of a region (ww_profile_end) "
			"had no begin in the same warp\n", unpaired);
}

static void put_title(const struct profile *p, FILE *out)
{
	bool counts = profile_has_counts(p);

	fprintf(out, "%" PRIu64 " %s", profile_cycles(p),
		counts ? "instructions" : "cycles");
	if (profile_cores(p) > 1)
		fprintf(out, " %s %" PRIu32 " cores", counts ? "on" : "x",
			profile_cores(p));
	fprintf(out, "\n\n share %s    issues threads  line\n",
		counts ? "" : "    cycles  issue  main wait       ");
}

int profile_table(const struct profile *p, const struct profile_about *a,
		  FILE *out)
{
	size_t count;
	uint64_t rest = 0;
	int bad;
	struct profile_line *lines = profile_lines(
		p, profile_rows(p, profile_cores(p)), &count);

	if (!lines)
		return -1;
	put_title(p, out);
	for (size_t i = 0; i < count; i++)
		if (i < LINES)
			put_line(p, &lines[i], out);
		else
			rest += profile_parts(&lines[i].sum);
	if (count > LINES)
		put_rest(p, "other:", count - LINES, "lines", rest, out);
	put_accesses(lines, count, out);
	put_launches(p, out);
	bad = put_kernels(p, out);
	put_regions(p, out);
	if (!profile_has_counts(p))
		put_reasons(p, out);
	if (!profile_has_counts(p))
		profile_put_limits(p, a, out);
	free(lines);
	return bad;
}
