/* coverage_report.c - reports of coverage: table, lists, JSON, HTML
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "cli/coverage/coverage.h"
#include "session/json.h"
#include "session/outfile.h"

enum { NAME = 256, PERCENT = 16 };

static uint64_t runs(const struct coverage *c)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->count; i++)
		n += c->sets[i].runs;
	return n;
}

/* --- for people ------------------------------------------------------- */

/* A group without bins has no percentage. */
static bool has_bins(struct coverage_sum s)
{
	return s.hit + s.holes != 0;
}

static const char *percent(struct coverage_sum s, char text[PERCENT])
{
	if (has_bins(s))
		snprintf(text, PERCENT, "%.1f", coverage_percent(s));
	else
		snprintf(text, PERCENT, "-");
	return text;
}

/* Is G one of an instruction set that some configuration has? */
static bool is_counted(const struct coverage *c, enum coverage_group g)
{
	for (size_t i = 0; i < c->count; i++)
		if (coverage_counts(g, &c->sets[i].machine))
			return true;
	return c->count == 0;
}

static void table_row(FILE *out, const char *name, struct coverage_sum s)
{
	char text[PERCENT];

	fprintf(out, "%-16s %6zu %6zu %6zu %6zu  %5s\n", name,
		s.hit + s.holes, s.hit, s.holes, s.never, percent(s, text));
}

void coverage_table(FILE *out, const struct coverage *c)
{
	fprintf(out, "%-16s %6s %6s %6s %6s  %5s\n", "group", "bins", "hit",
		"holes", "never", "%");
	for (int i = 0; i < COVERAGE_GROUPS; i++) {
		enum coverage_group g = (enum coverage_group)i;

		if (is_counted(c, g))
			table_row(out, coverage_group(g).name,
				  coverage_sum(c, g));
	}
	table_row(out, "total", coverage_sum(c, COVERAGE_GROUPS));
	fprintf(out, "%" PRIu64 " runs on %zu configurations\n", runs(c),
		c->count);
}

void coverage_holes(FILE *out, const struct coverage *c, enum coverage_group g)
{
	struct coverage_group_info info = coverage_group(g);
	const char *reason;
	char name[NAME];
	uint64_t hits;

	for (size_t n = 0; n < info.count; n++) {
		enum coverage_state s = coverage_state(c, g, n, &hits, &reason);

		coverage_bin_name(&info, n, name, sizeof name);
		if (s == COVERAGE_HOLE)
			fprintf(out, "hole: %s %s: %" PRIu64 " of %" PRIu64
				"\n", info.name, name, hits, info.goal);
		else if (s == COVERAGE_WRONG)
			fprintf(out, "wrong rule: %s %s: hit, though \"%s\"\n",
				info.name, name, reason);
	}
}

void coverage_nevers(FILE *out, const struct coverage *c, enum coverage_group g)
{
	struct coverage_group_info info = coverage_group(g);
	const char *reason;
	char name[NAME];

	for (size_t n = 0; n < info.count; n++) {
		if (coverage_state(c, g, n, NULL, &reason) != COVERAGE_NEVER)
			continue;
		coverage_bin_name(&info, n, name, sizeof name);
		fprintf(out, "never: %s %s: %s\n", info.name, name,
			reason ? reason : "no run");
	}
}

/* --- JSON ------------------------------------------------------------- */

static void json_sum(FILE *out, struct coverage_sum s)
{
	fprintf(out, "\"bins\": %zu, \"hit\": %zu, \"holes\": %zu, "
		"\"never\": %zu, \"percent\": ", s.hit + s.holes, s.hit,
		s.holes, s.never);
	if (has_bins(s))
		fprintf(out, "%.2f", coverage_percent(s));
	else
		fputs("null", out);
}

static const char *state_word(enum coverage_state s)
{
	switch (s) {
	case COVERAGE_HIT: return "hit";
	case COVERAGE_HOLE: return "hole";
	case COVERAGE_NEVER: return "never";
	case COVERAGE_WRONG: break;
	}
	return "wrong";
}

static void json_bins(FILE *out, const struct coverage *c,
		      enum coverage_group g)
{
	struct coverage_group_info info = coverage_group(g);
	const char *reason;
	char name[NAME];
	uint64_t hits;

	for (size_t n = 0; n < info.count; n++) {
		enum coverage_state s = coverage_state(c, g, n, &hits, &reason);

		coverage_bin_name(&info, n, name, sizeof name);
		fprintf(out, "%s\n      { \"bin\": ", n ? "," : "");
		json_quoted(out, name);
		fprintf(out, ", \"state\": \"%s\", \"hits\": %" PRIu64,
			state_word(s), hits);
		if (s == COVERAGE_NEVER && reason)
			json_key(out, "reason", reason);
		fprintf(out, " }");
	}
}

static void json_groups(FILE *out, const struct coverage *c)
{
	for (int i = 0; i < COVERAGE_GROUPS; i++) {
		enum coverage_group g = (enum coverage_group)i;
		struct coverage_group_info info = coverage_group(g);

		fprintf(out, "%s\n    { \"name\": \"%s\", \"goal\": %" PRIu64
			", ", i ? "," : "", info.name, info.goal);
		json_sum(out, coverage_sum(c, g));
		fprintf(out, ", \"list\": [");
		json_bins(out, c, g);
		fprintf(out, " ] }");
	}
}

static void write_json(FILE *out, const struct coverage *c)
{
	char text[NAME];

	fprintf(out, "{\n  \"version\": 1,\n  \"runs\": %" PRIu64 ",\n  ",
		runs(c));
	json_sum(out, coverage_sum(c, COVERAGE_GROUPS));
	fprintf(out, ",\n  \"configurations\": [");
	for (size_t i = 0; i < c->count; i++) {
		coverage_machine_text(&c->sets[i].machine, text, sizeof text);
		fprintf(out, "%s\n    ", i ? "," : "");
		json_quoted(out, text);
	}
	fprintf(out, " ],\n  \"groups\": [");
	json_groups(out, c);
	fprintf(out, " ]\n}\n");
}

/* --- a page ----------------------------------------------------------- */

static const char page_head[] =
	"<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
	"<title>Coverage</title>\n<style>\n"
	"body { font: 15px/1.4 sans-serif; margin: 2em; max-width: 60em }\n"
	"table { border-collapse: collapse }\n"
	"td, th { padding: .1em .7em; text-align: right }\n"
	"td:first-child, th:first-child { text-align: left }\n"
	"tr:nth-child(even) { background: #f4f4f4 }\n"
	"meter { width: 9em }\n.never { color: #777 }\n.wrong { color: #b00 }\n"
	"</style>\n";

static void html_text(FILE *out, const char *text)
{
	for (; *text; text++)
		if (*text == '<' || *text == '>' || *text == '&')
			fprintf(out, "&#%d;", *text);
		else
			putc(*text, out);
}

static void html_row(FILE *out, const char *name, struct coverage_sum s)
{
	char text[PERCENT];

	fprintf(out, "<tr><td><a href=\"#%s\">%s</a><td>%zu<td>%zu<td>%zu<td>"
		"%zu<td>%s<td>", name, name, s.hit + s.holes, s.hit, s.holes,
		s.never, percent(s, text));
	if (has_bins(s))
		fprintf(out, "<meter max=\"100\" value=\"%s\"></meter>", text);
	putc('\n', out);
}

static void html_bin(FILE *out, const struct coverage *c, enum coverage_group g,
		     const struct coverage_group_info *info, size_t n)
{
	const char *reason;
	char name[NAME];
	uint64_t hits;
	enum coverage_state s = coverage_state(c, g, n, &hits, &reason);

	if (s == COVERAGE_HIT)
		return;
	coverage_bin_name(info, n, name, sizeof name);
	fprintf(out, "<li class=\"%s\">", state_word(s));
	html_text(out, name);
	if (s == COVERAGE_HOLE)
		fprintf(out, ": %" PRIu64 " of %" PRIu64, hits, info->goal);
	else if (reason) {
		fprintf(out, s == COVERAGE_WRONG ? ": hit, though " :
						   ": never, ");
		html_text(out, reason);
	}
	putc('\n', out);
}

static void html_group(FILE *out, const struct coverage *c,
		       enum coverage_group g)
{
	struct coverage_group_info info = coverage_group(g);

	fprintf(out, "<details id=\"%s\"><summary>%s: ", info.name, info.name);
	html_text(out, info.doc);
	fprintf(out, "</summary>\n<ul>\n");
	for (size_t n = 0; n < info.count; n++)
		html_bin(out, c, g, &info, n);
	fprintf(out, "</ul></details>\n");
}

static void write_html(FILE *out, const struct coverage *c)
{
	char text[NAME];

	fputs(page_head, out);
	fprintf(out,
		"<h1>Coverage</h1>\n<p>%" PRIu64
		" runs on %zu "
		"configurations.\n<table>\n<tr><th>group<th>bins<th>hit<th>"
		"holes<th>never<th>%%<th>\n",
		runs(c), c->count);
	for (int i = 0; i < COVERAGE_GROUPS; i++) {
		enum coverage_group g = (enum coverage_group)i;

		if (is_counted(c, g))
			html_row(out, coverage_group(g).name,
				 coverage_sum(c, g));
	}
	html_row(out, "total", coverage_sum(c, COVERAGE_GROUPS));
	fprintf(out, "</table>\n<h2>What is not covered</h2>\n");
	for (int g = 0; g < COVERAGE_GROUPS; g++)
		html_group(out, c, (enum coverage_group)g);
	fprintf(out, "<h2 id=\"total\">Configurations</h2>\n<ul>\n");
	for (size_t i = 0; i < c->count; i++) {
		coverage_machine_text(&c->sets[i].machine, text, sizeof text);
		fprintf(out, "<li>%s (%" PRIu64 " runs)\n", text,
			c->sets[i].runs);
	}
	fprintf(out, "</ul>\n</html>\n");
}

static int write_file(const char *path, const struct coverage *c,
		      void (*write)(FILE *out, const struct coverage *c))
{
	struct outfile f;

	if (outfile_open(&f, path))
		return CMD_TOOL;
	write(f.stream, c);
	return outfile_keep(&f) ? CMD_TOOL : 0;
}

int coverage_json(const char *path, const struct coverage *c)
{
	return write_file(path, c, write_json);
}

int coverage_html(const char *path, const struct coverage *c)
{
	return write_file(path, c, write_html);
}
