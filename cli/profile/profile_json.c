/* profile_json.c - a profile as JSON: lines and instructions, and those of each
 * core
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "cli/profile/profile.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>

#include "cli/json.h"

enum { TEXT = 80 };

/* Writes the members of S, all but the first of the object, and its end. */
static void put_sum(FILE *out, const struct profile_sum *s)
{
	const char *comma = "";

	fprintf(out, ", \"issues\": %" PRIu64 ", \"threads\": %.6f, "
		"\"cycles\": %.6f, \"parts\": %" PRIu64 ", \"reasons\": {",
		s->issues, s->issues ? (double)s->threads / (double)s->issues :
		0, (double)profile_parts(s) / PROFILE_PARTS, profile_parts(s));
	for (int r = 0; r < PROFILE_REASONS; r++)
		if (s->parts[r]) {
			fprintf(out, "%s\"%s\": %" PRIu64, comma,
				profile_reason_name((enum profile_reason)r),
				s->parts[r]);
			comma = ", ";
		}
	fprintf(out, "}}");
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

static void put_line(FILE *out, const struct profile_line *l)
{
	fprintf(out, "{");
	put_file(out, l);
	fprintf(out, ", \"line\": %" PRIu32, l->line);
	if (!l->file) {
		fprintf(out, ", \"function\": ");
		put_text(out, l->function);
	}
	put_sum(out, &l->sum);
}

static void put_row(FILE *out, const struct elf_image *image,
		    const struct profile_row *row)
{
	struct profile_line l = profile_line_of(image, row->pc);
	char text[TEXT];

	isa_disasm(row->pc, row->insn, row->held, text, sizeof text);
	fprintf(out, "{\"pc\": \"0x%08" PRIx32 "\", \"text\": ", row->pc);
	json_quoted(out, text);
	fprintf(out, ", \"function\": ");
	put_text(out, l.function);
	fprintf(out, ", ");
	put_file(out, &l);
	fprintf(out, ", \"line\": %" PRIu32, l.line);
	put_sum(out, &row->sum);
}

/* Writes the members of CORE, or of the sum of all. */
static int put_core(const struct profile *p, const struct elf_image *image,
		    uint32_t core, FILE *out)
{
	const struct profile_rows *rows = profile_rows(p, core);
	size_t count;
	struct profile_line *lines = profile_lines(image, rows, &count);

	if (!lines)
		return -1;
	fprintf(out, "\"no_warp\": %" PRIu64 ",\n\"lines\": [",
		profile_nobody(p, core));
	for (size_t i = 0; i < count; i++) {
		fprintf(out, "%s\n", i ? "," : "");
		put_line(out, &lines[i]);
	}
	free(lines);
	fprintf(out, "],\n\"instructions\": [");
	for (size_t i = 0; i < rows->count; i++) {
		fprintf(out, "%s\n", i ? "," : "");
		put_row(out, image, &rows->at[i]);
	}
	fprintf(out, "]");
	return 0;
}

int profile_json(const struct profile *p, const struct elf_image *image,
		 FILE *out)
{
	uint32_t cores = profile_cores(p);
	int bad;

	fprintf(out, "{\"cycles\": %" PRIu64 ", \"cores\": %" PRIu32
		", \"parts_per_cycle\": %d,\n", profile_cycles(p), cores,
		PROFILE_PARTS);
	bad = put_core(p, image, cores, out);
	fprintf(out, ",\n\"core\": [");
	for (uint32_t i = 0; !bad && i < cores; i++) {
		fprintf(out, "%s{", i ? ",\n" : "");
		bad = put_core(p, image, i, out);
		fprintf(out, "}");
	}
	fprintf(out, "]}\n");
	return bad;
}
