/* file.h - read whole files into memory
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef WW_BASE_FILE_H
#define WW_BASE_FILE_H

#include <errno.h>
#include <stddef.h>

#include "base/arena.h"

/* Reads at most LIMIT + 1 bytes of the file PATH, NUL-terminated, owned by A. A
 * longer file gives *LENGTH = LIMIT + 1. NULL with errno if the file cannot be
 * read; EISDIR or FILE_NOT_REGULAR if it is no regular file. */
char *file_read(const char *path, size_t limit, size_t *length,
		struct arena *a);
enum { FILE_NOT_REGULAR = ENOTSUP };
const char *file_strerror(int error);

#endif
