/* shared_file.h - a file that many runs add to at the same time
 * SPDX-License-Identifier: Apache-2.0
 *
 * Open, read what is there, replace it, close. Between, others wait; who only
 * reads sees the file complete, before or after. Functions return 0, or -1 and
 * WHY.
 */
#ifndef WW_BASE_SHARED_FILE_H
#define WW_BASE_SHARED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct shared_file {
	const char *path;
	/* what is there; to be read through this alone: to close another stream
	 * of the file would end the lock */
	FILE *in;
	bool empty;     /* there was none */
	char *why;
	size_t why_size;
};

/* PATH for reading; NULL with errno set, also if it is no regular file. */
FILE *shared_read(const char *path);

int shared_open(struct shared_file *f, const char *path, char *why,
		size_t why_size);
/* What WRITE writes (its result: ferror) takes the place of the file. */
int shared_replace(struct shared_file *f,
		   int (*write)(FILE *out, const void *what), const void *what);
/* A file that was made by shared_open and not replaced goes. */
void shared_close(struct shared_file *f);

#endif
