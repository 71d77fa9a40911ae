/* profile_files.c - the files that a profile is written to
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/profile/profile_files.h"

#include <stdlib.h>
#include <string.h>

#include "session/cmd_status.h"

const char profile_names[] = "is not '-' and does not end in .html, .json or "
			     ".callgrind, or begin with callgrind.out.";

static bool ends_in(const char *word, const char *ending)
{
	size_t n = strlen(word), m = strlen(ending);

	return n > m && strcmp(word + n - m, ending) == 0;
}

/* Is the file PATH one of callgrind by its name? */
static bool is_callgrind(const char *path)
{
	static const char start[] = "callgrind.out.";
	const char *slash = strrchr(path, '/');
	const char *name = slash ? slash + 1 : path;

	return ends_in(path, ".callgrind") ||
	       strncmp(name, start, sizeof start - 1) == 0;
}

bool profile_form_of(const char *path, enum profile_form *form)
{
	if (strcmp(path, "-") == 0)
		*form = PROFILE_TABLE;
	else if (ends_in(path, ".json"))
		*form = PROFILE_JSON;
	else if (ends_in(path, ".html"))
		*form = PROFILE_PAGE;
	else if (is_callgrind(path))
		*form = PROFILE_CALLGRIND;
	else
		return false;
	return true;
}

int profile_files_open(struct profile_files *f)
{
	for (size_t i = 0; i < f->count; i++) {
		struct profile_out *out = &f->list[i];

		if (outfile_open(&out->file, out->path))
			return CMD_TOOL;
		if (out->form == PROFILE_PAGE && !f->page &&
		    profile_page_find(&f->page))
			return CMD_TOOL;
	}
	return CMD_PASS;
}

static int write_one(const struct profile_files *f, struct profile_out *out,
		     const struct profile *p, const struct profile_about *a)
{
	FILE *to = out->file.stream;
	int bad = 0;

	switch (out->form) {
	case PROFILE_TABLE: bad = profile_table(p, a, to); break;
	case PROFILE_JSON: bad = profile_json(p, a, to); break;
	case PROFILE_CALLGRIND: bad = profile_callgrind(p, a, to); break;
	case PROFILE_PAGE: bad = profile_page(p, a, f->page, to); break;
	}
	if (!bad) {
		bad = outfile_keep(&out->file);
		out->file.path = NULL;
		return bad ? CMD_TOOL : CMD_PASS;
	}
	fprintf(stderr, "warpwright: error: %s\n",
		golden_strerror(GOLDEN_E_NOMEM));
	return CMD_TOOL;
}

int profile_files_write(struct profile_files *f, const struct profile *p,
			const struct profile_about *a)
{
	int status = CMD_PASS;

	for (size_t i = 0; !status && i < f->count; i++)
		status = write_one(f, &f->list[i], p, a);
	return status;
}

void profile_files_drop(struct profile_files *f)
{
	for (size_t i = 0; i < f->count; i++)
		outfile_drop(&f->list[i].file);
	free(f->page);
	f->page = NULL;
}
