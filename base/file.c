/* file - whole files in memory
 * SPDX-License-Identifier: Apache-2.0
 */
#include "base/file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_CHUNK = 16 * 1024 };

static char *read_all(FILE *f, size_t limit, size_t *length)
{
	size_t got, n = 0;
	char *text = NULL;

	do {
		size_t want = limit + 1 - n;
		text = realloc(text, n + FILE_CHUNK);
		if (!text)
			arena_exhausted();
		got = fread(text + n, 1,
			    want < FILE_CHUNK ? want : FILE_CHUNK, f);
		n += got;
	} while (got > 0 && n <= limit);
	*length = n;
	return text;
}

char *file_read(const char *path, size_t limit, size_t *length,
		struct arena *a)
{
	FILE *f = fopen(path, "rb");
	char *text, *copy = NULL;
	int error;

	if (!f)
		return NULL;
	errno = 0;
	text = read_all(f, limit, length);
	error = errno;
	if (!ferror(f))
		copy = arena_copy(a, text, *length);
	free(text);
	fclose(f);
	errno = error;
	return copy;
}
