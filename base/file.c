/* file.c - read whole files into memory
 * SPDX-License-Identifier: Apache-2.0
 */
#define _XOPEN_SOURCE 700
#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

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

/* Opens PATH without blocking: to open a FIFO would wait for a writer. Refuses
 * devices, which may have no end. */
static FILE *open_regular(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	FILE *f = NULL;

	if (fd < 0)
		return NULL;
	if (!fstat(fd, &st) && !S_ISREG(st.st_mode))
		errno = S_ISDIR(st.st_mode) ? EISDIR : FILE_NOT_REGULAR;
	else
		f = fdopen(fd, "rb");
	if (!f)
		close(fd);
	return f;
}

const char *file_strerror(int error)
{
	return error == FILE_NOT_REGULAR ? "it is no regular file" :
	       strerror(error);
}

char *file_read(const char *path, size_t limit, size_t *length,
		struct arena *a)
{
	FILE *f = open_regular(path);
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
