/* profile_sources.c - the text of the source files of a profile, as JSON
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include <limits.h>
#include <string.h>

#include "base/file.h"
#include "session/json.h"
#include "session/profile/profile_json.h"

enum { LARGEST = 1 << 22 };     /* bytes of a file that is not left out */

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Compilers may write the path of one file in two ways. */
static bool is_same_file(const struct profile_line *a,
			 const struct profile_line *b)
{
	char x[PATH_MAX], y[PATH_MAX];

	if (!a->file || a->source != b->source ||
	    strcmp(base_name(a->file), base_name(b->file)))
		return false;
	profile_path(a, x, sizeof x);
	profile_path(b, y, sizeof y);
	return strcmp(x, y) == 0;
}

static bool is_new(const struct profile_line *lines, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (is_same_file(&lines[k], &lines[i]))
			return false;
	return true;
}

/* Writes the lines of TEXT, of LENGTH bytes, which it cuts. */
static void put_lines(char *text, size_t length, FILE *out)
{
	const char *comma = "";
	char *end = text + length;

	while (text < end) {
		char *stop = memchr(text, '\n', (size_t)(end - text));

		if (!stop)
			stop = end;
		*stop = '\0';
		if (stop > text && stop[-1] == '\r')
			stop[-1] = '\0';
		fputs(comma, out);
		json_quoted(out, text);
		comma = ",\n";
		text = stop + 1;
	}
}

/* Writes the file of L behind COMMA, if it can be read. */
static bool put_source(const struct profile_line *l, const char *comma,
		       FILE *out)
{
	struct arena a = { 0 };
	char path[PATH_MAX], *text;
	size_t length = 0;

	profile_path(l, path, sizeof path);
	if (l->text) {
		length = strlen(l->text);
		text = arena_copy(&a, l->text, length);
	} else {
		text = file_read(path, LARGEST, &length, &a);
	}
	if (text && length <= LARGEST) {
		fprintf(out, "%s\n{\"file\": ", comma);
		json_quoted(out, path);
		fprintf(out, ", \"text\": [");
		put_lines(text, length, out);
		fprintf(out, "]}");
	}
	arena_free(&a);
	return text && length <= LARGEST;
}

void profile_json_sources(const struct profile_line *lines, size_t count,
			  FILE *out)
{
	const char *comma = "";

	fprintf(out, "\"sources\": [");
	for (size_t i = 0; i < count; i++)
		if (lines[i].file && is_new(lines, i) &&
		    put_source(&lines[i], comma, out))
			comma = ",";
	fprintf(out, "],\n");
}
