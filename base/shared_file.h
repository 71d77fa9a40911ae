/* shared_file.h - a file that several runs extend at the same time
 * SPDX-License-Identifier: Apache-2.0
 *
 * A run opens the file, reads it, replaces it and closes it. Meanwhile other
 * writers wait; a reader sees the old or the new file, always complete.
 * Functions return 0, or -1 with the reason in WHY.
 */
#ifndef WW_BASE_SHARED_FILE_H
#define WW_BASE_SHARED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct shared_file {
	const char *path;
	/* the old content. Read it only through this stream: closing another
	 * stream of the file would release the lock */
	FILE *in;
	bool empty;     /* the file is new */
	char *why;
	size_t why_size;
};

/* Opens PATH for reading; NULL with errno, also if it is no regular file. */
FILE *shared_read(const char *path);

/* Opens and locks PATH; creates it if it is missing. */
int shared_open(struct shared_file *f, const char *path, char *why,
		size_t why_size);
/* Replaces the file by the output of WRITE(out, what), whose result is that of
 * ferror. */
int shared_replace(struct shared_file *f,
		   int (*write)(FILE *out, const void *what), const void *what);
/* Closes and unlocks the file; removes a new file that was not replaced. */
void shared_close(struct shared_file *f);

#endif
