/* profile_lines.c - adds the instructions of a profile up by source line
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "session/profile/profile.h"

#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct profile_line profile_line_of(const struct profile *p, uint32_t program,
				    uint32_t pc)
{
	const struct elf_image *image = profile_image(p, program);
	const struct elf_symbol *symbol = elf_symbol_at(image, pc);
	struct lines_row row = { 0 };
	const char *text;

	lines_user(&image->lines, pc, &row);
	text = profile_text(p, program, row.file);
	return (struct profile_line){
		.file = row.file, .folder = row.folder, .line = row.line,
		.function = symbol ? symbol->name : NULL,
		.text = text, .source = text ? program + 1 : 0
	};
}

void profile_path(const struct profile_line *l, char *out, size_t size)
{
	bool whole = !l->folder || l->file[0] == '/';

	int n = snprintf(out, size, "%s%s%s", whole ? "" : l->folder,
			 whole ? "" : "/", l->file);

	/* Programs whose texts have the same name. */
	if (l->source > 1 && n > 0 && (size_t)n < size)
		snprintf(out + n, size - (size_t)n, "#%" PRIu32, l->source);
}

static int compare_text(const char *a, const char *b)
{
	if (!a || !b)
		return !a - !b;
	return strcmp(a, b);
}

/* Compilers may write the path of one file in two ways. */
static int by_path(const struct profile_line *x, const struct profile_line *y)
{
	char a[PATH_MAX], b[PATH_MAX];

	if (!x->file || !y->file)
		return !x->file - !y->file;
	if (x->file == y->file && x->folder == y->folder)
		return 0;
	profile_path(x, a, sizeof a);
	profile_path(y, b, sizeof b);
	return strcmp(a, b);
}

/* Lines of a file by their numbers, then functions without lines. */
static int by_place(const void *a, const void *b)
{
	const struct profile_line *x = a, *y = b;
	int differ;

	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	differ = by_path(x, y);
	if (differ)
		return differ;
	if (!x->file)
		return compare_text(x->function, y->function);
	return x->line < y->line ? -1 : x->line > y->line;
}

static int by_cycles(const void *a, const void *b)
{
	const struct profile_line *x = a, *y = b;
	uint64_t m = profile_parts(&x->sum), n = profile_parts(&y->sum);

	return m > n ? -1 : m < n ? 1 : by_place(a, b);
}

struct profile_line *profile_lines(const struct profile *p,
				   const struct profile_rows *rows,
				   size_t *count)
{
	struct profile_line *at = calloc(rows->count + 1, sizeof *at);
	size_t n = 0;

	if (!at)
		return NULL;
	for (size_t i = 0; i < rows->count; i++) {
		at[i] = profile_line_of(p, rows->at[i].program,
					rows->at[i].pc);
		at[i].sum = rows->at[i].sum;
	}
	qsort(at, rows->count, sizeof *at, by_place);
	for (size_t i = 0; i < rows->count; i++)
		if (n && !by_place(&at[n - 1], &at[i]))
			profile_add(&at[n - 1].sum, &at[i].sum);
		else
			at[n++] = at[i];
	qsort(at, n, sizeof *at, by_cycles);
	*count = n;
	return at;
}
