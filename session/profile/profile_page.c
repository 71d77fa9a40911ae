/* profile_page.c - a profile as one file for a browser
 * SPDX-License-Identifier: Apache-2.0
 *
 * The page, page.html, has its script and style inside, and one mark. The JSON
 * takes the place of the mark, in an element of the page that only the script
 * reads. There '<' could end the element; it occurs in strings alone, where
 * JSON has another way to write it.
 */
#define _XOPEN_SOURCE 700
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "gen/gen.h"
#include "session/profile/profile.h"

static const char mark[] = "@PROFILE@";

enum { LARGEST = 1 << 20 };

int profile_page_find(char **page)
{
	struct arena a = { 0 };
	char *path = arena_format(&a, "%s/session/profile/page.html",
				  gen_datadir());
	size_t length = 0;
	char *text = file_read(path, LARGEST, &length, &a);

	*page = NULL;
	if (!text)
		fprintf(stderr, "warpwright: error: cannot read '%s': %s\n",
			path, file_strerror(errno));
	else if (length > LARGEST || !strstr(text, mark))
		fprintf(stderr, "warpwright: error: '%s' is no page of "
			"profiles; %s is missing\n", path, mark);
	else if (!(*page = strdup(text)))
		fprintf(stderr, "warpwright: error: out of memory\n");
	arena_free(&a);
	return *page ? 0 : -1;
}

int profile_page(const struct profile *p, const struct profile_about *a,
		 const char *page, FILE *out)
{
	const char *at = strstr(page, mark);
	char *json = NULL;
	size_t size = 0;
	FILE *text = open_memstream(&json, &size);
	int bad;

	if (!text)
		return -1;
	bad = profile_json(p, a, text);
	if (fclose(text) || bad) {
		free(json);
		return -1;
	}
	fwrite(page, 1, (size_t)(at - page), out);
	for (const char *c = json; *c; c++)
		if (*c == '<')
			fputs("\\u003c", out);
		else
			putc(*c, out);
	fputs(at + sizeof mark - 1, out);
	free(json);
	return 0;
}
